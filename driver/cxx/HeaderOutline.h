// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_HEADEROUTLINE_H
#define AOTI_TIDY_DRIVER_CXX_HEADEROUTLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// The parts of a header, found without a parser. It refers to the text.
struct HeaderOutline {
  /// A part of a namespace, from its first token to its last.
  struct Item {
    size_t Begin = 0, End = 0;
    unsigned Namespace = 0; ///< in Namespaces
    /// The function or class that is declared here, if nothing else is; empty if
    /// that is not known.
    llvm::StringRef Name;
    /// using at::Tensor;
    bool IsUsing = false;
    bool HasDirective = false;         ///< inside of it
    size_t FirstWord = 0, EndWord = 0; ///< in Words
  };
  struct Directive {
    size_t Begin = 0, End = 0;
    llvm::StringRef Text;     ///< "#include <ATen/ops/add.h>"
    llvm::StringRef Included; ///< between '<' and '>', of such a line
    bool IsCondition = false; ///< #if, #else, #endif, ...
  };

  std::vector<Item> Items;
  std::vector<Directive> Directives;
  /// "at::native"; the first is the global one.
  std::vector<std::string> Namespaces;
  std::vector<llvm::StringRef> Words; ///< the identifiers of all items

  llvm::ArrayRef<llvm::StringRef> wordsOf(const Item &I) const {
    return llvm::ArrayRef(Words).slice(I.FirstWord, I.EndWord - I.FirstWord);
  }
};

/// Nothing if the text is not made of such items, one after the other.
std::optional<HeaderOutline> outlineOf(llvm::StringRef Text);

/// The words of a source: each identifier and keyword, those in comments and
/// literals left out.
class MentionedWords {
public:
  void addWordsOf(llvm::StringRef Text);
  void add(llvm::StringRef Word) { Words.insert(Word); }

  bool has(llvm::StringRef Word) const { return Words.contains(Word); }
  /// Whether \p Word seems to be the name of a namespace: 'nn' in
  /// "torch::nn::Linear" and "using namespace torch::nn;", and 'data' neither in
  /// "x.data()" nor in "std::data(x)".
  bool hasScope(llvm::StringRef Word) const { return Scopes.contains(Word); }

private:
  llvm::StringSet<> Words, Scopes;
};

} // namespace aoti_tidy

#endif
