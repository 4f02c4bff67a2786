// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeCode.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

bool containsAny(Node Condition, std::initializer_list<StringRef> Words) {
  return llvm::any_of(
      Words, [&](StringRef Word) { return Condition.text().contains(Word); });
}

/// Whether \p Condition asks how the fake is run, not what it is given.
bool asks(Node Condition) {
  return containsAny(Condition,
                     {"isinstance", "is_compiling", "is_meta", "device",
                      "is_dynamo_compiling", "is_scripting", "is_fake",
                      "is_exporting", "hasattr", "type("});
}

/// Whether \p Condition is true of symbols: 'isinstance(n, torch.SymInt)', 'not
/// isinstance(n, int)', 'torch.compiler.is_exporting()'.
bool takesSymbols(Node Condition) {
  if (Condition.is("not_operator"))
    return StringRef(Condition.field("argument").text()).ends_with(", int)");
  return containsAny(Condition, {"SymInt", "SymTypes", "is_compiling",
                                 "is_dynamo_compiling", "is_exporting"});
}

constexpr unsigned MaxDepth = 16; ///< branches in branches, 'a and (b or c)'

bool leaves(Node Block, unsigned Depth = 0);

/// Whether nothing runs behind \p Statement: it returns or raises, or all of
/// its branches do.
bool leavesAlways(Node Statement, unsigned Depth = 0) {
  if (Statement.isAnyOf({"return_statement", "raise_statement"}))
    return true;
  if (Statement.is("with_statement"))
    return leaves(Statement.field("body"), Depth);
  if (!Statement.is("if_statement") || !Statement.child("else_clause"))
    return false;
  return llvm::all_of(Statement.children(), [&](Node Clause) {
    const Node Branch = Clause.is("else_clause")   ? Clause.field("body")
                        : Clause.is("elif_clause") ? Clause.field("consequence")
                                                   : Clause;
    return !Branch.is("block") || leaves(Branch, Depth);
  });
}

bool leaves(Node Block, unsigned Depth) {
  return Block && Depth < MaxDepth &&
         llvm::any_of(
             Block.children(),
             [&](Node N) { return leavesAlways(N, Depth + 1); });
}

/// Whether nothing runs behind \p Statement where there are symbols.
bool endsSymbols(Node Statement, SymbolicFunction &In) {
  const Node Condition = Statement.field("condition");
  return leavesAlways(Statement) ||
         (Statement.is("if_statement") &&
          leaves(Statement.field("consequence")) &&
          (takesSymbols(Condition) || In.truthOf(Condition) == true));
}

} // namespace

bool isSkipped(Node N, SymbolicFunction &In) {
  if (N.isAnyOf({"function_definition", "class_definition", "lambda",
                 "raise_statement"}))
    return true;
  const Node Parent = N.parent();
  if (Parent.is("assert_statement"))
    return !(Parent.children().front() == N);
  const bool IsChoice = Parent.is("conditional_expression");
  if (!N.is("block") && !IsChoice)
    return false;
  Node Condition = Parent.field("condition");
  bool IsElse = Parent.is("else_clause");
  if (IsElse)
    Condition = Parent.parent().field("condition");
  if (IsChoice) {
    const auto Parts = Parent.children();
    if (Parts.size() != 3 || Parts[1] == N)
      return false;
    Condition = Parts[1];
    IsElse = Parts[2] == N;
  }
  if (!Condition)
    return false;
  return In.truthOf(Condition) == IsElse || asks(Condition) ||
         (Parent.is("elif_clause") &&
          In.truthOf(Parent.parent().field("condition")) == true);
}

size_t endOfSymbols(Node Block, SymbolicFunction &In) {
  for (const Node &Statement : Block.children())
    if (endsSymbols(Statement, In))
      return Statement.end();
  return Block.end();
}

bool isCaught(Node At) {
  Node Inner = At;
  for (Node N = At.parent(); N && !N.is("function_definition");
       Inner = N, N = N.parent()) {
    if (!N.is("try_statement") || !(N.field("body") == Inner))
      continue;
    for (const Node &Clause : N.children()) {
      bool Raises = !Clause.is("except_clause");
      forEachNode(Clause, [&](Node In) {
        Raises |= In.is("raise_statement");
        return !Raises;
      });
      if (!Raises)
        return true;
    }
  }
  return false;
}

/// x.shape[0], x.size(0) and len(x) are "x#0".
std::string CheckedSizes::keyOf(Node Expr) const {
  const Node Value = F.values().resolved(Expr);
  const auto Arguments = argumentsOf(Value);
  Node Tensor = shapeOwner(F.values().resolved(Value.field("value")));
  Node Index = Value.field("subscript");
  if (Value.is("call") && Arguments.size() == 1) {
    const auto Method = methodCall(F, Value);
    if (Method && Method->Name == "size") {
      Tensor = Method->Object;
      Index = Arguments.front();
    } else if (Value.field("function").text() == "len") {
      return (Arguments.front().text() + "#0").str();
    }
  }
  return Tensor && Index ? (Tensor.text() + "#" + Index.text()).str()
                         : Value.text().str();
}

/// Adds the facts about sizes that hold where \p Condition is \p Value.
void CheckedSizes::add(Node Condition, bool Value, TextRange Where,
                       unsigned Depth) {
  const auto Parts = Condition.children();
  if (Depth > MaxDepth)
    return;
  if (Condition.is("parenthesized_expression") && Parts.size() == 1)
    return add(Parts.front(), Value, Where, Depth + 1);
  if (Condition.is("not_operator"))
    return add(Condition.field("argument"), !Value, Where, Depth + 1);
  if (Condition.is("boolean_operator") &&
      (Condition.field("operator").text() == "and") == Value) {
    add(Condition.field("left"), Value, Where, Depth + 1);
    add(Condition.field("right"), Value, Where, Depth + 1);
  }
  if (!Condition.is("comparison_operator") || Parts.size() != 2 ||
      llvm::none_of(Condition.allChildren(), [&](Node Operator) {
        return Operator.isToken() && Operator.is(Value ? "==" : "!=");
      }))
    return;
  for (const size_t I : {0, 1})
    if (F.values().integerOf(Parts[1 - I]) && !F.values().integerOf(Parts[I]))
      Ranges[keyOf(Parts[I])].push_back(Where);
}

CheckedSizes::CheckedSizes(const File &F) : F(F) {
  forEachNode(F.tree().root(), [&](Node N) {
    const Node Block = N.parent();
    const auto Parts = N.children();
    if (N.is("assert_statement") && !Parts.empty()) {
      add(Parts.front(), true, {N.end(), Block.end()});
    } else if (N.is("call") && Block.is("expression_statement")) {
      const auto Arguments = argumentsOf(N);
      if (!Arguments.empty() &&
          F.names().qualifiedName(N.field("function")) == torchname::Check)
        add(Arguments.front(), true, {N.end(), Block.parent().end()});
    } else if (N.isAnyOf({"if_statement", "elif_clause"})) {
      const Node Then = N.field("consequence"),
                 Condition = N.field("condition");
      const Node Else = N.child("else_clause").field("body");
      add(Condition, true, rangeOf(Then));
      if (!N.is("elif_clause") && !N.child("elif_clause") && Else)
        add(Condition, false, rangeOf(Else));
      else if (!N.is("elif_clause") && !N.child("elif_clause") && leaves(Then))
        add(Condition, false, {N.end(), Block.end()});
    }
    return true;
  });
}

bool CheckedSizes::holds(StringRef Key, Node At) const {
  const auto It = Ranges.find(Key);
  return It != Ranges.end() &&
         llvm::any_of(It->second, [&](const TextRange &R) {
           return R.Begin <= At.begin() && At.end() <= R.End;
         });
}

bool CheckedSizes::isChecked(Node Expr, Node At, unsigned Depth) const {
  if (F.values().integerOf(Expr) || holds(keyOf(Expr), At))
    return true;
  Expr = F.values().resolved(Expr);
  return Depth < MaxDepth && Expr.is("binary_operator") &&
         isChecked(Expr.field("left"), At, Depth + 1) &&
         isChecked(Expr.field("right"), At, Depth + 1);
}

} // namespace aoti_tidy::python
