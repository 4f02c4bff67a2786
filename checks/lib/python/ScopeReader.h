// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_SCOPEREADER_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_SCOPEREADER_H

#include "checks/lib/python/Kinds.h"
#include "checks/lib/python/Scopes.h"
#include "llvm/ADT/StringMap.h"
#include <vector>

namespace aoti_tidy::python {

/// Reads a tree into FileScopes. Statements are read by recursion, which Python
/// bounds (100 levels of indentation); expressions are not: text may nest them
/// as deeply as it likes.
class ScopeReader {
public:
  ScopeReader(FileScopes &To, const Tree &Of) : Out(To), In(Of) {}
  void read();

private:
  // Statements.
  void suite(Node Block, unsigned Scope);
  void statement(Node N, unsigned Scope);
  void simpleStatement(Node N, unsigned Scope);
  void ifStatement(Node N, unsigned Scope);
  void loop(Node N, unsigned Scope);
  void tryStatement(Node N, unsigned Scope);
  void matchStatement(Node N, unsigned Scope);
  void withStatement(Node N, unsigned Scope);
  void functionDefinition(Node N, unsigned Scope);
  void classDefinition(Node N, unsigned Scope);
  void importStatement(Node N, unsigned Scope);
  void importClause(Node Statement, Node Clause, llvm::StringRef Module,
                    unsigned Scope);
  void declareOuter(Node N, unsigned Scope);
  void brokenText(Node N, unsigned Scope);

  // Expressions.
  struct Work {
    Node At;
    unsigned Scope;
    /// Nothing is read; the binding takes place.
    std::optional<unsigned> Bind;
    bool IsCertain = true;
  };
  void expression(Node N, unsigned Scope);
  /// Does what is on the stack until that many are left.
  void drain(size_t Left);
  void visit(const Work &W);
  void later(Node N, unsigned Scope);
  void laterChildren(Node N, unsigned Scope);
  void laterBind(unsigned Binding, unsigned Scope, bool IsCertain = true);
  void laterTargets(Node Target, Node Given, unsigned Scope);
  void assignment(Node N, unsigned Scope);
  void lambda(Node N, unsigned Scope);
  void comprehension(Node N, unsigned Scope);
  void typeParameters(Node Parameters, unsigned Inner);
  void parameters(Node Parameters, unsigned Inner, unsigned Outer);
  void casePattern(Node Pattern, unsigned Scope);

  // The scopes and occurrences found.
  unsigned newScope(Scope::Kind What, unsigned Parent);
  unsigned occurrence(Node Identifier, unsigned Scope);
  void use(Node Identifier, unsigned Scope);
  unsigned binding(Node Target, Binding::Kind How, Node Given, unsigned Scope);
  void bind(unsigned Binding, unsigned Scope, bool IsCertain = true);
  void bindNow(Node Target, Binding::Kind How, Node Given, unsigned Scope);
  std::vector<Step> &steps(unsigned Scope) {
    return Out.Units[Out.Scopes[Scope].Unit];
  }
  /// Opens a step that is closed by close(); its number.
  unsigned open(Step::Kind What, unsigned Scope, bool IsExhaustive = false);
  void close(unsigned Step, unsigned Scope) {
    steps(Scope)[Step].End = steps(Scope).size();
  }

  void findVariables();
  void forgetLost();
  unsigned variable(unsigned Scope, unsigned Name);
  unsigned scopeOfTarget(const Occurrence &O) const;
  unsigned variableOfUse(const Occurrence &O) const;

  FileScopes &Out;
  const Tree &In;
  llvm::StringMap<unsigned> Names;
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> ByScopeAndName;
  llvm::SmallVector<Work, 64> Stack;
  /// Statements in the midst of an expression: of broken text.
  llvm::SmallVector<Work, 4> Strays;
  /// By binding: the occurrence that is its target.
  std::vector<unsigned> Targets;
  /// Bindings by ':=' in comprehensions: they happen for each element, and in
  /// generators whenever these are asked for the next one.
  llvm::SmallVector<unsigned, 4> InComprehensions;
  unsigned Depth = 0;
};

} // namespace aoti_tidy::python

#endif
