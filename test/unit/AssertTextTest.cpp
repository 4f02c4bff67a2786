// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/safety/AssertText.h"
#include <gtest/gtest.h>

namespace aoti_tidy {
namespace {

constexpr llvm::StringRef Message = "index out of bounds: 0 <= tmp4 < ks0";

bool isWhole(llvm::StringRef Text) {
  return quoteOf(Text, Message) == AssertQuote::Whole;
}
bool isPart(llvm::StringRef Text) {
  return quoteOf(Text, Message) == AssertQuote::Part;
}
bool isNone(llvm::StringRef Text, llvm::StringRef Of = Message) {
  return quoteOf(Text, Of) == AssertQuote::None;
}

TEST(AssertText, MessageAsPrinted) {
  EXPECT_TRUE(isWhole("index out of bounds: 0 <= tmp4 < ks0"));
  EXPECT_TRUE(isWhole("0 <= tmp4 < ks0"));
  EXPECT_TRUE(isWhole("0<=tmp4<ks0"));
  EXPECT_TRUE(isWhole("  index out of\n bounds: 0 <=  tmp4\t< ks0 "));
}

TEST(AssertText, LinesOfLogs) {
  EXPECT_TRUE(isWhole("RuntimeError: index out of bounds: 0 <= tmp4 < ks0\n"
                      "Exception raised from cpp_fused_index_0 at "
                      "/build/c2.kernel.cpp:131 (most recent call first):\n"
                      "frame #0: c10::Error::Error(c10::SourceLocation)"));
  EXPECT_TRUE(isWhole("/home/me/torchinductor/ab/cab.py:32: unknown: block: "
                      "[0,0,0], thread: [31,0,0] Assertion `index out of "
                      "bounds: 0 <= tmp4 < ks0` failed."));
  EXPECT_TRUE(isWhole("Assertion index out of bounds: 0 <= tmp4 < ks0 failed"));
  EXPECT_TRUE(isWhole("what():  index out of bounds: 0 <= tmp4 < ks0."));
}

TEST(AssertText, Pieces) {
  EXPECT_TRUE(isPart("tmp4 < ks0"));
  EXPECT_TRUE(isPart("tmp4"));
  EXPECT_TRUE(isPart("index out of bounds: 0 <= tmp4 <"));
  EXPECT_TRUE(isPart("c2.kernel.cpp:52: index out of bounds: 0 <="));
  EXPECT_TRUE(isPart("index out of bounds"));
  EXPECT_TRUE(isNone(""));
  EXPECT_TRUE(isNone("0"));
  EXPECT_TRUE(isNone("<="));
}

TEST(AssertText, NamesAndNumbersCount) {
  EXPECT_TRUE(isNone("index out of bounds: 0 <= tmp4 < ks1"));
  EXPECT_TRUE(isNone("index out of bounds: 0 <= tmp44 < ks0"));
  EXPECT_TRUE(isNone("index out of bounds: 0 <= tmp4 < ks01"));
  EXPECT_TRUE(isNone("index out of bounds: 1 <= tmp4 < ks0"));
  // A condition that is a part of the one that failed is another one.
  EXPECT_TRUE(isNone("index out of bounds: 0 <= tmp6 < 64L",
                     "index out of bounds: tmp6 < 64L"));
  EXPECT_TRUE(isNone("index out of bounds: 0 <= tmp6 < 64L + ks0",
                     "index out of bounds: 0 <= tmp6 < 64L"));
  EXPECT_TRUE(isNone("index out of bounds: 0 <= tmp4 < 64",
                     "index out of bounds: 0 <= tmp4 < 64L"));
  // What an assert without a text could be about is not known.
  EXPECT_TRUE(isNone("anything", ""));
}

TEST(AssertText, WhereItWasRaised) {
  constexpr llvm::StringRef Text =
      "Exception raised from cpp_fused_index_0 at BUILD/c5/c2.kernel.cpp:131 "
      "(most recent call first):";
  EXPECT_TRUE(hasWord(Text, "cpp_fused_index_0"));
  EXPECT_FALSE(hasWord(Text, "cpp_fused_index"));
  EXPECT_TRUE(namesLine(Text, "m/data/aotinductor/model/c2.kernel.cpp", 131));
  EXPECT_TRUE(namesLine(Text, "c2.kernel.cpp", 131));
  EXPECT_FALSE(namesLine(Text, "c2.kernel.cpp", 13));
  EXPECT_FALSE(namesLine(Text, "kernel.cpp", 131));
}

} // namespace
} // namespace aoti_tidy
