// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_EMITTEDCODE_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_EMITTEDCODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>

namespace aoti_tidy {

struct CodeToken {
  enum Kind { Name, Integer, String, Other };
  Kind K;
  llvm::StringRef Text; ///< of a string without quotes, escapes as written
};

/// The tokens between two of ';', '{' and '}', but for braces of initialisers
/// and lambdas; or a preprocessor directive.
struct CodeStatement {
  /// None for very long statements.
  llvm::SmallVector<CodeToken, 32> Tokens;
  enum End { Semicolon, BlockOpens, BlockCloses, Directive, EndOfFile };
  End Terminator = EndOfFile;
  llvm::StringRef Line; ///< of a directive: "#include <a.h>"

  /// Whether the tokens match \p Pattern, which has spaces between them:
  /// "int64_t $name = $name [ $int ]". \p Captured gets '$name', '$int' and
  /// '$string'; '$rest', the tokens up to the end; '$list', those in '{...}';
  /// '$arg', those up to the next ',' or ')' of the same depth.
  bool
  matches(llvm::StringRef Pattern,
          llvm::SmallVectorImpl<llvm::ArrayRef<CodeToken>> &Captured) const;
  /// The same from the first place where they do.
  bool
  contains(llvm::StringRef Pattern,
           llvm::SmallVectorImpl<llvm::ArrayRef<CodeToken>> &Captured) const;
};

/// The parts of "a, f(b, c), {d, }" between top-level commas, without an empty
/// last one.
llvm::SmallVector<llvm::ArrayRef<CodeToken>, 8>
splitAtCommas(llvm::ArrayRef<CodeToken> Tokens);

/// The tokens in the parentheses that \p Tokens begin with; nothing if there
/// are none.
std::optional<llvm::ArrayRef<CodeToken>>
inParentheses(llvm::ArrayRef<CodeToken> Tokens);

/// Cuts emitted C++ into statements, one at a time: models with many layers
/// have megabytes of it. Comments are left out.
class EmittedCode {
public:
  /// \p Text must outlive this and be null-terminated.
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
