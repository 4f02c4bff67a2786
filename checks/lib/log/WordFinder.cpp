// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/WordFinder.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <limits>

namespace aoti_tidy {

WordFinder::WordFinder(llvm::ArrayRef<llvm::StringRef> Words) {
  for (const llvm::StringRef Word : Words)
    for (const unsigned char C : Word)
      if (!ClassOf[C])
        ClassOf[C] = Classes++;

  // The tree of the words; 0 is its root, and stands for "no edge" as well.
  const auto AddState = [&] {
    Next.resize(Next.size() + Classes);
    Ends.emplace_back();
    return Ends.size() - 1;
  };
  AddState();
  for (const auto &[Index, Word] : llvm::enumerate(Words)) {
    size_t At = 0;
    for (const unsigned char C : Word) {
      const size_t Edge = At * Classes + ClassOf[C];
      if (!Next[Edge]) {
        const size_t Made = AddState();
        assert(Made <= std::numeric_limits<State>::max() && "too many words");
        Next[Edge] = static_cast<State>(Made);
      }
      At = Next[Edge];
    }
    Ends[At].push_back(Index);
  }

  // Breadth first: where a word breaks off, the longest one that may have begun
  // inside of it goes on.
  std::vector<State> Fallback(Ends.size()), Queue;
  for (unsigned C = 0; C < Classes; ++C)
    if (Next[C])
      Queue.push_back(Next[C]);
  for (size_t I = 0; I < Queue.size(); ++I) {
    const State At = Queue[I];
    llvm::append_range(Ends[At], Ends[Fallback[At]]);
    for (unsigned C = 0; C < Classes; ++C) {
      State &To = Next[At * Classes + C];
      const State Other = Next[Fallback[At] * Classes + C];
      if (!To) {
        To = Other;
        continue;
      }
      Fallback[To] = Other;
      Queue.push_back(To);
    }
  }
  for (const auto &Here : Ends)
    IsEnd.push_back(!Here.empty());
}

void WordFinder::find(llvm::StringRef Text,
                      llvm::function_ref<void(unsigned, size_t)> Found) const {
  size_t At = 0;
  for (const auto &[Offset, C] : llvm::enumerate(Text.bytes())) {
    At = Next[At * Classes + ClassOf[C]];
    if (IsEnd[At])
      for (const unsigned Word : Ends[At])
        Found(Word, Offset + 1);
  }
}

} // namespace aoti_tidy
