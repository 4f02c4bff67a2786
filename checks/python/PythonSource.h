// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_PYTHON_PYTHONSOURCE_H
#define AOTI_TIDY_CHECKS_PYTHON_PYTHONSOURCE_H

#include "checks/python/PythonLexer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <string>

namespace clang::tidy::aoti {

/// Tokens [Begin, End) of a PythonSource.
struct TokenRange {
  size_t Begin = 0, End = 0;
  bool empty() const { return Begin == End; }
};

/// An argument of a call, or an element of a list.
struct PythonArgument {
  llvm::StringRef Keyword; ///< of 'key=value'
  TokenRange Value;
};

/// a.b.f(...)
struct PythonCall {
  size_t Begin;             ///< the token 'a'
  size_t Open;              ///< the token '('
  size_t Close;             ///< the token ')', or where it should be
  llvm::StringRef Callee;   ///< 'f'
  llvm::StringRef Receiver; ///< 'b'; empty if there is none, or it has no name
};

/// a = ..., self.a = ..., a: T = ...
struct PythonAssignment {
  llvm::StringRef Name;
  bool IsAttribute; ///< of self, say
  TokenRange Value;
};

/// What is known of a string.
struct PythonString {
  std::string Text;
  bool Complete = true; ///< else Text is only how it starts
};

/// A whole Python file as far as it can be told without a grammar: calls,
/// strings and which function a token is in. Time is linear in the text.
class PythonSource {
public:
  /// \p Text must outlive the result. Broken text is read leniently.
  explicit PythonSource(llvm::StringRef Text);

  llvm::ArrayRef<PythonToken> tokens() const { return Tokens; }
  llvm::ArrayRef<PythonCall> calls() const { return Calls; }
  llvm::ArrayRef<PythonAssignment> assignments() const { return Assignments; }

  bool isOperator(size_t I, llvm::StringRef Text) const {
    return I < Tokens.size() && Tokens[I].is(PythonToken::Operator, Text);
  }
  bool isName(size_t I, llvm::StringRef Text) const {
    return I < Tokens.size() && Tokens[I].is(PythonToken::Name, Text);
  }
  bool isName(size_t I) const {
    return I < Tokens.size() && Tokens[I].K == PythonToken::Name;
  }
  /// The name that is all of \p R; empty if it is anything else.
  llvm::StringRef nameAt(TokenRange R) const {
    return R.End - R.Begin == 1 && isName(R.Begin) ? Tokens[R.Begin].Text : "";
  }

  /// The elements between the bracket \p Open and its end.
  llvm::SmallVector<PythonArgument, 4> elements(size_t Open) const;
  /// If \p R is a list or a tuple: its opening bracket.
  std::optional<size_t> listAt(TokenRange R) const;
  /// \p R as a string: literals, joined or not, and names of constants. Nothing
  /// if it does not look like one.
  std::optional<PythonString> stringAt(TokenRange R) const;

  /// A function; -1 stands for the module.
  using FunctionId = int;
  FunctionId functionOf(size_t Token) const { return FunctionOf[Token]; }
  FunctionId parent(FunctionId F) const { return Functions[F].Parent; }
  llvm::StringRef nameOf(FunctionId F) const { return Functions[F].Name; }
  bool hasParameter(FunctionId F, llvm::StringRef Name) const;
  /// Whether \p F says 'global Name'.
  bool hasGlobal(FunctionId F, llvm::StringRef Name) const;

private:
  struct Function {
    llvm::StringRef Name;
    FunctionId Parent;
    size_t Column;
    llvm::SmallVector<llvm::StringRef, 4> Parameters, Globals;
  };

  void matchBrackets();
  void findFunctions();
  size_t columnOf(size_t Token) const;
  void addFunction(size_t Def, size_t Column, FunctionId Parent);
  void findCalls();
  void findAssignments();
  void append(PythonString &To, size_t StringToken) const;
  const PythonString *constant(size_t NameToken) const;

  llvm::StringRef Text;
  std::vector<PythonToken> Tokens;
  std::vector<size_t> Match; ///< of an opening bracket: its end
  std::vector<FunctionId> FunctionOf;
  std::vector<Function> Functions;
  std::vector<PythonCall> Calls;
  std::vector<PythonAssignment> Assignments;
  llvm::StringMap<PythonString> Constants;
};

} // namespace clang::tidy::aoti

#endif
