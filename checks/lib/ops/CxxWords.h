// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXXWORDS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXXWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// A word of C++ that no parser has seen.
struct CxxWord {
  enum Kind { Name, String, Other };
  Kind K = Other;
  std::string Text; ///< of a string, its value
  unsigned Offset = 0;
  /// A build without any macro defined has it: not under #ifdef X.
  bool IsCertain = true;
  bool IsOfMacro = false; ///< in a macro's body, not in the text itself

  bool is(llvm::StringRef T) const { return K != String && Text == T; }
  bool isName() const { return K == Name; }
  bool isString() const { return K == String; }
};

/// #define NAME(A, B) body
struct CxxMacro {
  std::string Name;
  bool IsFunction = false;
  std::vector<std::string> Parameters; ///< the last may be "..."
  std::vector<CxxWord> Body;

  /// Whether it says the same, wherever it stands.
  bool isLike(const CxxMacro &Other) const;
};

/// A C++ source as words. Branches of #if that no build takes are left out.
struct CxxWords {
  std::vector<CxxWord> Words;
  std::vector<CxxMacro> Macros; ///< in the order of the text
};
/// \p Defined are the macros that the compiler's flags define.
CxxWords readCxxWords(llvm::StringRef Text,
                      const llvm::StringSet<> &Defined = {});

/// Macros by name; where two differ, none is known.
class CxxMacros {
public:
  /// \p Around, if given, knows those that are not added here.
  explicit CxxMacros(const CxxMacros *Around = nullptr) : Around(Around) {}

  void add(llvm::ArrayRef<CxxMacro> Macros);
  /// Null if there is none or more than one.
  const CxxMacro *find(llvm::StringRef Name) const;

  /// \p Words with the macros expanded for which \p IsWanted holds. What a
  /// macro's body has is where the macro is used.
  std::vector<CxxWord>
  expand(llvm::ArrayRef<CxxWord> Words,
         llvm::function_ref<bool(const CxxMacro &)> IsWanted) const;

  /// Calls \p See with each that was added here and is known.
  void forEach(llvm::function_ref<void(const CxxMacro &)> See) const;

private:
  struct Entry {
    CxxMacro Macro;
    bool IsKnown = true;
  };
  const CxxMacros *Around;
  llvm::StringMap<Entry> ByName;
};

/// The index of the bracket that closes the one at \p Open: the size of \p Words
/// if none does.
size_t closingWord(llvm::ArrayRef<CxxWord> Words, size_t Open);

/// For each word that is a bracket, that index. Once over the text.
std::vector<size_t> closingWords(llvm::ArrayRef<CxxWord> Words);

/// What is between the bracket at \p Open and its end, taken apart at commas
/// that are in no brackets.
std::vector<llvm::ArrayRef<CxxWord>>
splitArguments(llvm::ArrayRef<CxxWord> Words, size_t Open);

} // namespace aoti_tidy

#endif
