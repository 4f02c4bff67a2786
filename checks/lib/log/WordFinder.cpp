// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/WordFinder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include <cassert>

namespace aoti_tidy {
namespace {

uint32_t beginning(llvm::StringRef Text) {
  return llvm::support::endian::read32le(Text.bytes_begin());
}

/// Knuth's multiplicative hash, of 16 bits.
size_t slot(uint32_t Beginning) { return Beginning * 2654435769U >> 16; }

} // namespace

WordFinder::WordFinder(llvm::ArrayRef<llvm::StringRef> All) {
  for (const auto &[Index, Word] : llvm::enumerate(All)) {
    assert(Word.size() >= ShortestWord && "a word that is too short");
    Words.push_back(Word.str());
    ByBeginning.emplace_back(beginning(Word), Index);
    MayBegin.set(slot(beginning(Word)));
  }
  llvm::sort(ByBeginning);
}

void WordFinder::find(llvm::StringRef Text,
                      llvm::function_ref<void(unsigned, size_t)> Found) const {
  for (size_t At = 0; At + ShortestWord <= Text.size(); ++At) {
    const uint32_t Here = beginning(Text.substr(At));
    if (!MayBegin[slot(Here)])
      continue;
    for (auto It = llvm::lower_bound(ByBeginning, std::pair(Here, 0U));
         It != ByBeginning.end() && It->first == Here; ++It) {
      const llvm::StringRef Word = Words[It->second];
      if (Text.substr(At).starts_with(Word))
        Found(It->second, At + Word.size());
    }
  }
}

} // namespace aoti_tidy
