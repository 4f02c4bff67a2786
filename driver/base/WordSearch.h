// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_WORDSEARCH_H
#define AOTI_TIDY_DRIVER_BASE_WORDSEARCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace aoti_tidy {

/// Searches texts for many words at once (after Wu and Manber): for the last two
/// bytes of a window as long as the shortest word, a table has how far it can move.
class WordSearch {
public:
  /// The words of one group share a bit of find()'s result.
  using Group = llvm::ArrayRef<llvm::StringRef>;

  /// At most 64 groups. A group with an empty word is in every text.
  explicit WordSearch(llvm::ArrayRef<Group> Groups);

  /// A bit for each group of which \p Text has a word.
  uint64_t find(llvm::StringRef Text) const;

private:
  struct Word {
    llvm::StringRef Text;
    uint64_t Groups;
  };

  static unsigned pairAt(llvm::StringRef Text, size_t I) {
    return static_cast<uint8_t>(Text[I]) << 8 |
           static_cast<uint8_t>(Text[I + 1]);
  }

  /// Words of two bytes or more, sorted by the pair that ends the window.
  std::vector<Word> Words;
  /// Words of one byte or none; looked for one by one.
  std::vector<Word> Short;
  uint64_t All = 0;      ///< groups that have words
  size_t WindowSize = 0; ///< the shortest of Words; 0 if there are none
  /// By pair: how far to go on; 0 where the window may be the start of a word.
  std::vector<uint8_t> Skip;
};

} // namespace aoti_tidy

#endif
