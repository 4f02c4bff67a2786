// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The statements with which a program goes one of several ways.
#include "checks/lib/python/ScopeReader.h"

using llvm::StringRef;

namespace aoti_tidy::python {

bool maySwallow(Node With) {
  const StringRef Head = With.child("with_clause").text();
  return Head.contains_insensitive("raises") || Head.contains("suppress") ||
         Head.contains_insensitive("ignore");
}

void ScopeReader::ifStatement(Node N, unsigned Scope) {
  expression(N.field("condition"), Scope);
  // Names that these conditions assign exist in the branches behind them, too.
  for (const Node &Clause : N.children())
    if (kindOf(Clause) == Kind::ElifClause)
      expression(Clause.field("condition"), Scope);
  const unsigned Choice = open(Step::Kind::Choice, Scope);
  const unsigned First = open(Step::Kind::Branch, Scope);
  suite(N.field("consequence"), Scope);
  close(First, Scope);
  for (const Node &Clause : N.children()) {
    const Kind K = kindOf(Clause);
    if (K != Kind::ElifClause && K != Kind::ElseClause)
      continue;
    const unsigned Branch = open(Step::Kind::Branch, Scope);
    if (K == Kind::ElseClause)
      steps(Scope)[Choice].IsExhaustive = true;
    suite(Clause.field(K == Kind::ElseClause ? "body" : "consequence"), Scope);
    close(Branch, Scope);
  }
  close(Choice, Scope);
}

void ScopeReader::loop(Node N, unsigned Scope) {
  const bool IsFor = kindOf(N) == Kind::ForStatement;
  if (IsFor)
    expression(N.field("right"), Scope);
  const unsigned Loop = open(Step::Kind::Loop, Scope);
  if (IsFor) {
    laterTargets(N.field("left"), Node(), Scope);
    drain(0);
  } else {
    expression(N.field("condition"), Scope);
  }
  suite(N.field("body"), Scope);
  close(Loop, Scope);
  const Node Else = N.field("alternative");
  if (!Else)
    return;
  const unsigned Choice = open(Step::Kind::Choice, Scope);
  const unsigned Branch = open(Step::Kind::Branch, Scope);
  suite(Else.field("body"), Scope);
  close(Branch, Scope);
  close(Choice, Scope);
}

void ScopeReader::tryStatement(Node N, unsigned Scope) {
  const unsigned Try = open(Step::Kind::Try, Scope);
  const unsigned Body = open(Step::Kind::Branch, Scope);
  suite(N.field("body"), Scope);
  // Code that an exception skips ends here; 'else' runs behind it. Nothing more
  // exact is needed.
  const auto Clauses = N.children();
  for (const Node &Clause : Clauses)
    if (kindOf(Clause) == Kind::ElseClause)
      suite(Clause.field("body"), Scope);
  close(Body, Scope);
  for (const Node &Clause : Clauses) {
    const Kind K = kindOf(Clause);
    if (K != Kind::ExceptClause && K != Kind::FinallyClause)
      continue;
    const unsigned Branch =
        open(Step::Kind::Branch, Scope, K == Kind::FinallyClause);
    for (const Node &Part : Clause.children()) {
      if (kindOf(Part) == Kind::Block)
        suite(Part, Scope);
      else
        expression(Part, Scope);
    }
    close(Branch, Scope);
  }
  close(Try, Scope);
}

void ScopeReader::matchStatement(Node N, unsigned Scope) {
  const Node Body = N.field("body");
  for (const Node &Part : N.children())
    if (!(Part == Body))
      expression(Part, Scope);
  // A pattern that does not match may have named parts of what it was tried on,
  // and its guard is evaluated once it has.
  struct Case {
    Node Body;
    unsigned FirstName, EndOfNames;
  };
  llvm::SmallVector<Case, 4> Cases;
  bool IsExhaustive = false;
  for (const Node &Clause : Body.children()) {
    if (kindOf(Clause) != Kind::CaseClause) {
      statement(Clause, Scope);
      continue;
    }
    Case &C = Cases.emplace_back();
    C.FirstName = Out.Bindings.size();
    bool IsGuarded = false;
    StringRef Pattern;
    for (const Node &Part : Clause.children()) {
      const Kind K = kindOf(Part);
      if (K == Kind::Block) {
        C.Body = Part;
      } else if (K == Kind::IfClause) {
        IsGuarded = true;
      } else {
        Pattern = Part.text();
        casePattern(Part, Scope);
      }
    }
    C.EndOfNames = Out.Bindings.size();
    if (IsGuarded)
      expression(Clause.child("if_clause"), Scope);
    IsExhaustive |= Pattern == "_" && !IsGuarded;
  }
  const unsigned Choice = open(Step::Kind::Choice, Scope, IsExhaustive);
  for (const Case &C : Cases) {
    const unsigned Branch = open(Step::Kind::Branch, Scope);
    for (unsigned B = C.FirstName; B < C.EndOfNames; ++B)
      bind(B, Scope);
    suite(C.Body, Scope);
    close(Branch, Scope);
  }
  close(Choice, Scope);
}

void ScopeReader::casePattern(Node Pattern, unsigned Scope) {
  const auto Name = [&](Node N) {
    if (N.begin() != N.end())
      bind(binding(N, Binding::Kind::Other, Node(), Scope), Scope,
           /*IsCertain=*/false);
  };
  llvm::SmallVector<Node, 16> Open = {Pattern};
  while (!Open.empty()) {
    const Node N = Open.pop_back_val();
    auto Below = N.children();
    switch (kindOf(N)) {
    case Kind::Identifier:
      Name(N);
      continue;
    case Kind::DottedName:
      // 'case x' takes everything and names it; 'case a.b' compares.
      if (Below.size() == 1)
        Name(Below.front());
      else if (!Below.empty())
        use(Below.front(), Scope);
      continue;
    case Kind::ClassPattern:
    case Kind::KeywordPattern:
      if (Below.empty())
        continue;
      if (kindOf(Below.front()) == Kind::DottedName)
        expression(Below.front(), Scope);
      Below.erase(Below.begin());
      break;
    case Kind::String:
      expression(N, Scope);
      continue;
    default:
      break;
    }
    Open.append(Below.rbegin(), Below.rend());
  }
}

void ScopeReader::withStatement(Node N, unsigned Scope) {
  const Node Body = N.field("body");
  for (const Node &Part : N.children())
    if (!(Part == Body))
      expression(Part, Scope);
  if (!maySwallow(N)) {
    suite(Body, Scope);
    return;
  }
  // 'try: ...' with 'except E: pass'
  const unsigned Try = open(Step::Kind::Try, Scope);
  const unsigned Branch = open(Step::Kind::Branch, Scope);
  suite(Body, Scope);
  close(Branch, Scope);
  close(open(Step::Kind::Branch, Scope), Scope);
  close(Try, Scope);
}

} // namespace aoti_tidy::python
