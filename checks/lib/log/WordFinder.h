// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_WORDFINDER_H
#define AOTI_TIDY_CHECKS_LIB_LOG_WORDFINDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

namespace aoti_tidy {

/// Finds which of many words stand in a text, all in one pass over it: a log is
/// read at the speed of a disk, however many rules there are.
///
/// Of each place in the text, the first bytes are looked up in a table of those
/// that some word begins with; hardly any is. An automaton (Aho and Corasick's)
/// took five times as long: each of its steps waits for the one before.
class WordFinder {
public:
  /// Words may be equal, and one a part of another; none is shorter than that.
  static constexpr size_t ShortestWord = 4;
  explicit WordFinder(llvm::ArrayRef<llvm::StringRef> All);

  /// Calls \p Found(word, offset behind it) for each place of each word, in the
  /// order of their beginnings.
  void find(llvm::StringRef Text,
            llvm::function_ref<void(unsigned, size_t)> Found) const;

private:
  static constexpr size_t Slots = size_t(1) << 16;

  std::vector<std::string> Words;
  /// Words by their first bytes.
  std::vector<std::pair<uint32_t, unsigned>> ByBeginning;
  std::bitset<Slots> MayBegin; ///< by a hash of these
};

} // namespace aoti_tidy

#endif
