// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_EMITTEDCODE_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_EMITTEDCODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>

namespace aoti_tidy {

/// A token of C++ text that was not preprocessed.
struct CodeToken {
  enum Kind { Name, Integer, String, Other };
  Kind K;
  llvm::StringRef Text; ///< of a string without quotes, escapes as written
};

/// What lies between two of ';', '{' and '}', braces of initialisers and of
/// lambdas left aside; or a preprocessor directive.
struct CodeStatement {
  /// Of very long statements none: no pattern is about them.
  llvm::SmallVector<CodeToken, 32> Tokens;
  enum End { Semicolon, BlockOpens, BlockCloses, Directive, EndOfFile };
  End Terminator = EndOfFile;
  llvm::StringRef Line; ///< of a directive: "#include <a.h>"

  /// Whether the tokens are those of \p Pattern, which is spelt with spaces
  /// between them: "int64_t $name = $name [ $int ]". '$name', '$int' and
  /// '$string' stand for any such token and go to \p Captured, as do '$rest',
  /// the tokens up to the end, '$list', those of a '{...}', braces left out,
  /// and '$arg', those up to the next ',' or ')' of the same depth.
  bool
  matches(llvm::StringRef Pattern,
          llvm::SmallVectorImpl<llvm::ArrayRef<CodeToken>> &Captured) const;
  /// The same from the first place where it does, whatever is before and after.
  bool
  contains(llvm::StringRef Pattern,
           llvm::SmallVectorImpl<llvm::ArrayRef<CodeToken>> &Captured) const;
};

/// The parts of "a, f(b, c), {d, }" between the commas that are in no
/// parentheses, an empty last one left out.
llvm::SmallVector<llvm::ArrayRef<CodeToken>, 8>
splitAtCommas(llvm::ArrayRef<CodeToken> Tokens);

/// What is between the parenthesis that \p Tokens begin with and the one that
/// closes it; nothing if they don't begin with one or it is not closed.
std::optional<llvm::ArrayRef<CodeToken>>
inParentheses(llvm::ArrayRef<CodeToken> Tokens);

/// Cuts the C++ that Inductor emits into statements, one at a time: models with
/// many layers have megabytes of it. Comments are left out.
class EmittedCode {
public:
  /// \p Text must outlive this, and be followed by a null character.
  explicit EmittedCode(llvm::StringRef Text);
  ~EmittedCode();

  /// False at the end of the text.
  bool next(CodeStatement &S);

private:
  class Lexing;
  std::unique_ptr<Lexing> L;
};

} // namespace aoti_tidy

#endif
