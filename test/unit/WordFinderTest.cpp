// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/WordFinder.h"
#include "gtest/gtest.h"

using aoti_tidy::WordFinder;

namespace {

using Places = std::vector<std::pair<unsigned, size_t>>;

Places placesOf(llvm::ArrayRef<llvm::StringRef> Words, llvm::StringRef Text) {
  Places Result;
  WordFinder(Words).find(
      Text, [&](unsigned Word, size_t End) { Result.emplace_back(Word, End); });
  return Result;
}

TEST(WordFinder, FindsAllPlacesOfAllWords) {
  EXPECT_EQ(placesOf({"abcd", "abcdef", "cdef", "abcd"}, "xabcdefabcd"),
            Places({{0, 5}, {1, 7}, {3, 5}, {2, 7}, {0, 11}, {3, 11}}));
  EXPECT_EQ(placesOf({"aaaa"}, "aaaaaa"), Places({{0, 4}, {0, 5}, {0, 6}}));
  EXPECT_EQ(placesOf({"\xff\xfe\xff\xfe"}, "\xff\xfe\xff\xfe"),
            Places({{0, 4}}));
  EXPECT_EQ(
      placesOf({llvm::StringRef("a\0bc", 4)}, llvm::StringRef("a\0bc", 4)),
      Places({{0, 4}}));
}

TEST(WordFinder, FindsNothingWhereTheTextEnds) {
  for (const llvm::StringRef Text : {"", "a", "abc", "xabc", "abcde"})
    EXPECT_EQ(placesOf({"abcdef", "bcdef"}, Text), Places()) << Text.str();
  EXPECT_EQ(placesOf({}, "abcdef"), Places());
  // Not behind it either.
  EXPECT_EQ(placesOf({"abcd"}, llvm::StringRef("abcd").take_front(3)),
            Places());
}

} // namespace
