// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/WordSearch.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy {

WordSearch::WordSearch(llvm::ArrayRef<Group> Groups) {
  for (const auto &[Index, Members] : llvm::enumerate(Groups))
    for (const StringRef Text : Members) {
      const uint64_t Bit = uint64_t(1) << Index;
      (Text.size() < 2 ? Short : Words).push_back({Text, Bit});
      All |= Bit;
    }
  if (Words.empty())
    return;

  WindowSize = Words.front().Text.size();
  for (const Word &W : Words)
    WindowSize = std::min(WindowSize, W.Text.size());
  llvm::sort(Words, [&](const Word &A, const Word &B) {
    return std::pair(pairAt(A.Text, WindowSize - 2), A.Text) <
           std::pair(pairAt(B.Text, WindowSize - 2), B.Text);
  });

  // A pair that no word has can be the last byte of none and the first of one.
  const size_t Furthest = std::min<size_t>(WindowSize - 1, UINT8_MAX);
  Skip.assign(size_t(1) << 16, static_cast<uint8_t>(Furthest));
  for (const Word &W : Words)
    for (size_t I = 0; I + 2 <= WindowSize; ++I) {
      uint8_t &Known = Skip[pairAt(W.Text, I)];
      Known = static_cast<uint8_t>(std::min<size_t>(Known, WindowSize - 2 - I));
    }
}

uint64_t WordSearch::find(StringRef Text) const {
  uint64_t Found = 0;
  for (const Word &W : Short)
    if (Text.contains(W.Text))
      Found |= W.Groups;
  if (!WindowSize)
    return Found;
  for (size_t Start = 0; Start + WindowSize <= Text.size();) {
    const unsigned Pair = pairAt(Text, Start + WindowSize - 2);
    if (const uint8_t Far = Skip[Pair]) {
      Start += Far;
      continue;
    }
    auto It = llvm::partition_point(Words, [&](const Word &W) {
      return pairAt(W.Text, WindowSize - 2) < Pair;
    });
    for (; It != Words.end() && pairAt(It->Text, WindowSize - 2) == Pair; ++It)
      if (Text.substr(Start).starts_with(It->Text))
        Found |= It->Groups;
    if (Found == All)
      return Found;
    ++Start;
  }
  return Found;
}

} // namespace aoti_tidy
