// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/SizeExpression.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

const std::map<std::string, std::string, std::less<>> Aliases = {
    {"s77", "s17"}};

std::optional<SizeExpression> parse(const std::string &Text) {
  EmittedCode Code(Text);
  CodeStatement S;
  Code.next(S);
  return SizeExpression::parse(S.Tokens, Aliases);
}

std::string text(const std::string &Text) {
  const auto E = parse(Text);
  return E ? E->str() : "nothing";
}

} // namespace

TEST(SizeExpression, ReadsWhatIsEmitted) {
  EXPECT_EQ(text("8L"), "8");
  EXPECT_EQ(text("s17"), "s17");
  EXPECT_EQ(text("s77"), "s17");
  EXPECT_EQ(text("8L*s27"), "8*s27");
  EXPECT_EQ(text("s27*(8L + s17) + (-1L)"), "8*s27 + s17*s27 - 1");
  EXPECT_EQ(text("static_cast<int64_t>(s6)"), "s6");
  EXPECT_EQ(text("2L*(c10::div_floor_integer(static_cast<int64_t>(s77), "
                 "static_cast<int64_t>(2L)))"),
            "2*c10::div_floor_integer(static_cast<int64_t>(s17), "
            "static_cast<int64_t>(2L))");
  EXPECT_EQ(text("s17 - s77"), "0");
}

TEST(SizeExpression, RefusesTheRest) {
  for (const char *Text :
       {"", "1.5", "s0 / 2L", "s0 % 2L", "f(", "(s0", "s0)", "s0 s1", "0x8",
        "010", "8LLL", "\"s0\"", "s0 ? 1 : 2", "a::", "99999999999999999999",
        "9223372036854775807L*2L", "9223372036854775807 + 1"})
    EXPECT_EQ(text(Text), "nothing") << Text;
  // As deep, and as long, as no model's.
  EXPECT_EQ(text(std::string(100'000, '(')), "nothing");
  EXPECT_EQ(text(std::string(100'000, '-') + "1"), "nothing");
  std::string Long = "1";
  for (int I = 0; I < 1000; ++I)
    Long += "*(s" + std::to_string(I) + " + 1)";
  EXPECT_EQ(text(Long), "nothing");
}

TEST(SizeExpression, ComparesAsSums) {
  EXPECT_EQ(parse("8L*s27 + s17"), parse("s17 + s27*8L"));
  EXPECT_EQ(parse("s17"), parse("s77"));
  EXPECT_NE(parse("s17"), parse("s27"));
  EXPECT_EQ(parse("2L*3L")->constant(), 6);
  EXPECT_EQ(parse("s17 - s17")->constant(), 0);
  EXPECT_EQ(parse("2L*s17")->constant(), std::nullopt);
  EXPECT_EQ(parse("s77")->symbol(), "s17");
  EXPECT_EQ(parse("2L*s17")->symbol(), "");
}

TEST(SizeExpression, KnowsWhatItCanBe) {
  const auto Of =
      [](llvm::StringRef Symbol) -> std::optional<SizeExpression::Range> {
    if (Symbol == "s17")
      return SizeExpression::Range{2, 32};
    return std::nullopt;
  };
  constexpr int64_t Max = std::numeric_limits<int64_t>::max();
  const auto Range = [&](const char *Text) {
    const auto [Lower, Upper] = parse(Text)->range(Of);
    return std::pair(Lower, Upper);
  };
  EXPECT_EQ(Range("s17"), std::pair(int64_t(2), int64_t(32)));
  EXPECT_EQ(Range("4L*s17 + 1L"), std::pair(int64_t(9), int64_t(129)));
  EXPECT_EQ(Range("s17*s99"), std::pair(int64_t(0), Max));
  EXPECT_EQ(Range("s17 - 1L"), std::pair(int64_t(0), Max));
}
