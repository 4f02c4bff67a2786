// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/SizeText.h"
#include "checks/lib/emitted/IndexParser.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

/// Each name is a symbol; s77 is another name for s17.
std::optional<IndexExpr> parse(const std::string &Text) {
  CodeStatement S;
  EmittedCode(Text).next(S);
  return parseIndex(S.Tokens, [](llvm::StringRef Name) {
    return IndexExpr::variable(
        {Name == "s77" ? "s17" : Name.str(), VariableKind::Symbol});
  });
}

std::string text(const std::string &Text) {
  const auto E = parse(Text);
  return E ? sizeText(*E) : "nothing";
}

} // namespace

TEST(SizeText, IsASumOfProducts) {
  EXPECT_EQ(text("8L"), "8");
  EXPECT_EQ(text("s17"), "s17");
  EXPECT_EQ(text("s77"), "s17");
  EXPECT_EQ(text("8L*s27"), "8*s27");
  EXPECT_EQ(text("s27*(8L + s17) + (-1L)"), "8*s27 + s17*s27 - 1");
  EXPECT_EQ(text("1L - s27"), "-s27 + 1");
  EXPECT_EQ(text("static_cast<int64_t>(s6)"), "s6");
  EXPECT_EQ(text("2L*(c10::div_floor_integer(static_cast<int64_t>(s77), "
                 "static_cast<int64_t>(2L)))"),
            "2*floor_div(s17, 2)");
  EXPECT_EQ(text("s0 % 2L"), "s0 % 2");
  EXPECT_EQ(text("s17 - s77"), "0");
}

TEST(SizeText, IsOneForEqualSums) {
  EXPECT_EQ(text("8L*s27 + s17"), text("s17 + s27*8L"));
  EXPECT_EQ(text("(s17 + 1L)*s27"), text("s27 + s27*s17"));
  EXPECT_EQ(text("s17"), text("s77"));
  EXPECT_NE(text("s17"), text("s27"));
  EXPECT_EQ(text("2L*3L"), "6");
}

TEST(SizeText, LeavesWhatIsTooLargeAsItIs) {
  // No product is made that does not fit.
  EXPECT_EQ(text("9223372036854775807L*2L"), "9223372036854775807*2");
  EXPECT_EQ(text("9223372036854775807 + 1"), "9223372036854775807 + 1");
  // As long as no model's: multiplied out it would have 2^60 products.
  std::string Long = "1";
  for (int I = 0; I < 60; ++I)
    Long += "*(s" + std::to_string(I) + " + 1)";
  EXPECT_EQ(text(Long), parse(Long)->str());
}

TEST(SizeText, KnowsWhatItCanBe) {
  const auto Of = [](llvm::StringRef Symbol) -> std::optional<SizeRange> {
    if (Symbol == "s17")
      return SizeRange{2, 32};
    return std::nullopt;
  };
  constexpr int64_t Max = std::numeric_limits<int64_t>::max();
  const auto Range = [&](const char *Text) {
    const auto [Lower, Upper] = sizeRange(*parse(Text), Of);
    return std::pair(Lower, Upper);
  };
  EXPECT_EQ(Range("s17"), std::pair(int64_t(2), int64_t(32)));
  EXPECT_EQ(Range("4L*s17 + 1L"), std::pair(int64_t(9), int64_t(129)));
  EXPECT_EQ(Range("7L"), std::pair(int64_t(7), int64_t(7)));
  EXPECT_EQ(Range("s17*s99"), std::pair(int64_t(0), Max));
  EXPECT_EQ(Range("s17*9223372036854775807L"), std::pair(Max, Max));
  EXPECT_EQ(Range("s17 - 1L"), std::pair(int64_t(0), Max));
  EXPECT_EQ(Range("s17 / 2L"), std::pair(int64_t(0), Max));
}
