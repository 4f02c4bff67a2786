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

/// Finds many words in one pass over a text, at the speed of a disk. Each
/// place's first bytes are looked up among those that words begin with; hardly
/// any match. An automaton (Aho and Corasick's) took five times as long: each
/// step waits for the one before.
class WordFinder {
public:
  /// Words may be equal, and parts of others.
  static constexpr size_t ShortestWord = 4;
  explicit WordFinder(llvm::ArrayRef<llvm::StringRef> All);

  /// Calls \p Found(word, offset behind it), in the order of the words'
  /// beginnings.
  void find(llvm::StringRef Text,
            llvm::function_ref<void(unsigned, size_t)> Found) const;

private:
  static constexpr size_t Slots = size_t(1) << 16;

  std::vector<std::string> Words;
  std::vector<std::pair<uint32_t, unsigned>> ByBeginning;
  std::bitset<Slots> MayBegin; ///< by a hash of these
};

} // namespace aoti_tidy

#endif
