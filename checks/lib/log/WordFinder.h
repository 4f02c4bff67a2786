// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_WORDFINDER_H
#define AOTI_TIDY_CHECKS_LIB_LOG_WORDFINDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace aoti_tidy {

/// Finds which of many words stand in a text, all in one pass over it (Aho and
/// Corasick's automaton): a log is read at the speed of a disk, however many
/// rules there are.
class WordFinder {
public:
  /// Words may be equal, and one a part of another; none is empty.
  explicit WordFinder(llvm::ArrayRef<llvm::StringRef> Words);

  /// Calls \p Found(word, offset behind it) for each place of each word.
  void find(llvm::StringRef Text,
            llvm::function_ref<void(unsigned, size_t)> Found) const;

private:
  using State = uint16_t;

  /// What follows a state on a byte: States times Classes.
  std::vector<State> Next;
  /// Bytes that no word has are one class, which keeps the table in the cache.
  uint8_t ClassOf[256] = {};
  unsigned Classes = 1;
  std::vector<std::vector<unsigned>> Ends; ///< words that end in a state
  std::vector<bool> IsEnd;
};

} // namespace aoti_tidy

#endif
