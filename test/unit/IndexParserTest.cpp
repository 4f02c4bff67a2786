// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/IndexParser.h"
#include "checks/lib/emitted/TensorExtent.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

/// Knows s0 to s99, u0 and a_size[0], as variables of that name.
std::optional<IndexExpr> known(llvm::StringRef Name) {
  llvm::StringRef Number = Name;
  unsigned Index;
  if ((Number.consume_front("s") && !Number.getAsInteger(10, Index)) ||
      Name == "a_size[0]")
    return IndexExpr::variable({Name.str(), VariableKind::Symbol});
  if (Name == "u0")
    return IndexExpr::variable({Name.str(), VariableKind::Item});
  return std::nullopt;
}

std::string parsed(const std::string &Text) {
  CodeStatement S;
  EmittedCode(Text).next(S);
  const auto E = parseIndex(S.Tokens, known);
  return E ? E->str() : "no";
}

IndexExpr size(const std::string &Text) {
  CodeStatement S;
  EmittedCode(Text).next(S);
  return *parseIndex(S.Tokens, known);
}

} // namespace

TEST(IndexParser, ReadsSums) {
  EXPECT_EQ(parsed("8L"), "8");
  EXPECT_EQ(parsed("(-3L) + s27"), "-3 + s27");
  EXPECT_EQ(parsed("24L*s0 + 3L*s0 - 1LL"), "-1 + 27*s0");
  EXPECT_EQ(parsed("-(s0 - s1)"), "-(s0 - s1)");
  EXPECT_EQ(parsed("0L + 4L * s0"), "4*s0");
  EXPECT_EQ(parsed("s0 / 2 % s1"), "s0 / 2 % s1");
  EXPECT_EQ(parsed("a_size[0] - 1"), "-1 + a_size[0]");
}

TEST(IndexParser, ReadsCallsAndCasts) {
  EXPECT_EQ(parsed("c10::div_floor_integer(static_cast<int64_t>(s0), "
                   "static_cast<int64_t>(2L))"),
            "floor_div(s0, 2)");
  EXPECT_EQ(parsed("(static_cast<int64_t>(s0) % static_cast<int64_t>(8L))"),
            "s0 % 8");
  EXPECT_EQ(parsed("c10::div_mod(s0, 8L)"), "floor_mod(s0, 8)");
  EXPECT_EQ(parsed("std::max(static_cast<int64_t>(1L), "
                   "static_cast<int64_t>((-3L) + s0))"),
            "max(1, -3 + s0)");
  EXPECT_EQ(parsed("std::min<int64_t>({s0, s1, 7L})"), "min(min(s0, s1), 7)");
  EXPECT_EQ(parsed("std::abs(s0 - s1)"), "abs(s0 - s1)");
  EXPECT_EQ(parsed("(int64_t)(s0) + (long)4 + int64_t(s1)"), "4 + s0 + s1");
}

TEST(IndexParser, ReadsConditions) {
  EXPECT_EQ(parsed("u0 < 0 ? u0 + s77: u0"), "u0 < 0 ? u0 + s77 : u0");
  EXPECT_EQ(parsed("s1 < 0 ? 0 : (s1 > s77 ? s77 : s1)"),
            "s1 < 0 ? 0 : s77 < s1 ? s77 : s1");
  EXPECT_EQ(parsed("!(u0 >= 0L)"), "!(0 <= u0)");
  EXPECT_EQ(parsed("(u0 + s1) == s77 && s0 != 0"),
            "u0 + s1 == s77 && !(s0 == 0)");
  EXPECT_EQ(parsed("(0 <= u0) & (u0 < s0)"), "0 <= u0 && u0 < s0");
  EXPECT_EQ(parsed("(s0 < 1) | (s0 > 5)"), "s0 < 1 || 5 < s0");
  EXPECT_EQ(parsed("true"), "1");
  // Bits of numbers.
  EXPECT_EQ(parsed("s0 & 7"), "no");
  EXPECT_EQ(parsed("(s0 < 1) & s1"), "no");
}

TEST(IndexParser, ReadsFloatingPointWhereRoundingIsHarmless) {
  EXPECT_EQ(parsed("(1.0/4.0)*s0"), "s0 / 4");
  EXPECT_EQ(parsed("(-3.0/4.0) + (1.0/4.0)*s0"), "(-3 + s0) / 4");
  EXPECT_EQ(parsed("(1.0/3.0)*s0"), "s0 / 3");
  EXPECT_EQ(parsed("static_cast<int64_t>(std::floor((1.0/2.0)*s0))"),
            "floor_div(s0, 2)");
  EXPECT_EQ(parsed("static_cast<int64_t>(std::ceil(0.5*s0))"),
            "-floor_div(-s0, 2)");
  EXPECT_EQ(parsed("static_cast<int64_t>(std::trunc(static_cast<double>(s0) / "
                   "static_cast<double>(s1)))"),
            "s0 / s1");
  // In double, (1.0/49.0)*49 is below 1.
  EXPECT_EQ(parsed("(1.0/49.0)*s0"), "no");
  EXPECT_EQ(parsed("(2.0/3.0)*s0"), "no");
  EXPECT_EQ(parsed("0.1*s0"), "no");
  EXPECT_EQ(parsed("(1.0/3.0)*s0 + 1"), "no");
  EXPECT_EQ(parsed("0.5*s0 < s1"), "no");
  // Where nothing makes an integer of it.
  const std::string Half = "0.5*s0";
  CodeStatement S;
  EmittedCode(Half).next(S);
  EXPECT_FALSE(parseIndex(S.Tokens, known, Doubles::AreNotRead));
}

TEST(IndexParser, LeavesTheRest) {
  EXPECT_EQ(parsed(""), "no");
  EXPECT_EQ(parsed("None < 0 ? None + s77 : None"), "no");
  EXPECT_EQ(parsed("s0 +"), "no");
  EXPECT_EQ(parsed("s0 s1"), "no");
  EXPECT_EQ(parsed("(s0"), "no");
  EXPECT_EQ(parsed("s0)"), "no");
  EXPECT_EQ(parsed("std::min("), "no");
  EXPECT_EQ(parsed("s0::"), "no");
  EXPECT_EQ(parsed("0x8"), "no");
  EXPECT_EQ(parsed("010"), "no");
  EXPECT_EQ(parsed("8LLL"), "no");
  EXPECT_EQ(parsed("\"s0\""), "no");
  EXPECT_EQ(parsed("f(s0)"), "no");
  EXPECT_EQ(parsed("std::pow(s0, 2)"), "no");
  EXPECT_EQ(parsed("static_cast<int32_t>(s0)"), "no");
  EXPECT_EQ(parsed("s0 = 1"), "no");
  EXPECT_EQ(parsed("99999999999999999999L"), "no");
  EXPECT_EQ(parsed(std::string(1000, '(') + "s0" + std::string(1000, ')')),
            "no");
  EXPECT_EQ(parsed(std::string(1000, '-') + "s0"), "no");
  EXPECT_EQ(parsed(std::string(100'000, '(')), "no");
  std::string Long = "1";
  for (int I = 0; I < 1000; ++I)
    Long += "*(s0 + " + std::to_string(I) + ")";
  EXPECT_EQ(parsed(Long), "no");
}

TEST(TensorExtent, CountsElements) {
  EXPECT_EQ(tensorExtent({}, {}).str(), "1");
  EXPECT_EQ(tensorExtent({size("s0"), 8}, {8, 1}).str(), "8*s0");
  EXPECT_EQ(
      tensorExtent({3, size("s0"), size("s1")}, {size("s1*s0"), size("s1"), 1})
          .str(),
      "3*s0*s1");
  // Transposed; a dimension of one element has any stride.
  EXPECT_EQ(tensorExtent({size("s0"), 1, 8}, {1, size("s7"), size("s0")}).str(),
            "8*s0");
  // With gaps, and expanded.
  EXPECT_EQ(tensorExtent({size("s0"), 4}, {8, 1}).str(),
            "s0 == 0 ? 0 : 4 + 8*(-1 + s0)");
  EXPECT_EQ(tensorExtent({size("s0"), 8}, {0, 1}).str(), "s0 == 0 ? 0 : 8");
  EXPECT_EQ(tensorExtent({4, 0}, {9, 9}).str(), "0");
}
