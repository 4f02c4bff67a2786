// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/WordSearch.h"
#include "checks/Registry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>
#include <random>

using namespace aoti_tidy;
using llvm::StringRef;

TEST(WordSearch, SaysWhichGroupsATextHas) {
  const StringRef A[] = {"aot_load", "aot_compile"}, B[] = {"TORCH_LOGS"},
                  C[] = {"aot_load", "load"};
  const WordSearch Search({A, B, C});
  EXPECT_EQ(Search.find(""), 0u);
  EXPECT_EQ(Search.find("loa aot_loa TORCH_LOG"), 0u);
  EXPECT_EQ(Search.find("aot_load"), 5u);
  EXPECT_EQ(Search.find("x = aot_loaded"), 5u);
  EXPECT_EQ(Search.find("torch.load(f)"), 4u);
  EXPECT_EQ(Search.find("TORCH_LOGS"), 2u) << "a text that is the word";
  EXPECT_EQ(Search.find("aoaot_compile TORCH_TORCH_LOGS"), 3u)
      << "a word that starts in a false start";
}

TEST(WordSearch, KnowsWordsOfAnyLength) {
  const StringRef Short[] = {"x"}, None[] = {""}, Long[] = {"ab", "abcdefgh"};
  EXPECT_EQ(WordSearch({Short, Long}).find("abx"), 3u);
  EXPECT_EQ(WordSearch({None, Long}).find(""), 1u);
  EXPECT_EQ(WordSearch({llvm::ArrayRef<StringRef>()}).find("text"), 0u);
  EXPECT_EQ(WordSearch({}).find("text"), 0u);
  // A word longer than what one step can skip.
  const std::string Huge(1000, 'y');
  const StringRef HugeWords[] = {Huge};
  EXPECT_EQ(WordSearch({HugeWords}).find(std::string(999, 'y') + "z"), 0u);
  EXPECT_EQ(WordSearch({HugeWords}).find("z" + Huge + "z"), 1u);
}

// Against the plain way, over few letters, so that near misses are the rule.
TEST(WordSearch, FindsWhatThePlainSearchFinds) {
  std::mt19937 Random(7);
  auto Text = [&](size_t Size) {
    std::string Result;
    for (size_t I = 0; I < Size; ++I)
      Result += "abc"[Random() % 3];
    return Result;
  };
  for (int Round = 0; Round < 2000; ++Round) {
    std::vector<std::string> Words;
    Words.reserve(4);
    for (int I = 0; I < 4; ++I)
      Words.push_back(Text(2 + Random() % 6));
    const StringRef First[] = {Words[0], Words[1]}, Second[] = {Words[2]},
                    Third[] = {Words[3]};
    const std::string Where = Text(Random() % 40);
    const StringRef T = Where;
    const uint64_t Expected = (T.contains(Words[0]) || T.contains(Words[1])) |
                              T.contains(Words[2]) << 1 |
                              T.contains(Words[3]) << 2;
    EXPECT_EQ(WordSearch({First, Second, Third}).find(Where), Expected)
        << Where << " for " << llvm::join(Words, " ");
  }
}

// The words are searched for in notebooks, too, where what is not ASCII may be
// written in another way; and a short word would make the search slow.
TEST(WordSearch, ChecksAskForWordsThatItIsGoodAt) {
  for (const python::Check &C : python::checks()) {
    EXPECT_FALSE(C.Words.empty()) << C.Id.str();
    for (const StringRef W : C.Words) {
      EXPECT_GE(W.size(), 5u) << W.str();
      EXPECT_TRUE(llvm::all_of(W, [](char Ch) {
        return llvm::isAlnum(Ch) || StringRef("_.\"'(),=@ ").contains(Ch);
      })) << W.str();
    }
  }
  EXPECT_LE(python::checks().size(), 64u);
}
