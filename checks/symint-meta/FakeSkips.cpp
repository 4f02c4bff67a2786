// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of a fake does not run where there are symbols, or is caught there.
#include "checks/symint-meta/FakeArguments.h"
#include "checks/symint-meta/FakeReader.h"
#include "checks/symint-meta/FakeWays.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Of a condition: 'not (a and not b)'.
constexpr unsigned MaxCondition = 32;

/// Whether the except_clause \p Clause ends what D raises, and raises nothing
/// itself.
bool catches(Node Clause, FakeDefect D) {
  bool Raises = false;
  forEachNode(Clause.child("block"), [&](Node N) {
    Raises |= N.is("raise_statement");
    return !Raises;
  });
  if (Raises)
    return false;
  const auto Parts = Clause.children();
  if (Parts.empty() || Parts.front().is("block"))
    return true;
  // 'Exception', '(TypeError, RuntimeError)', 'Exception as e'
  bool Catches = false;
  forEachNode(Parts.front(), [&](Node N) {
    if (N.isAnyOf({"identifier", "attribute"}))
      Catches |= isCaughtAs(D, N.text());
    return N.isAnyOf({"tuple", "as_pattern", "parenthesized_expression"});
  });
  return Catches;
}

/// Whether \p Condition asks how the fake is run, not what it is given.
bool asks(Node Condition) {
  return llvm::any_of(
      std::initializer_list<StringRef>{"isinstance", "is_compiling", "is_meta",
                                       "device", "is_dynamo_compiling",
                                       "is_scripting", "is_fake",
                                       "is_exporting", "hasattr", "type("},
      [&](StringRef Asked) { return Condition.text().contains(Asked); });
}

/// Whether all that \p Condition asks, where it is \p Value, is that a tensor is
/// no meta tensor, as none is that a fake is given: 'x.device.type != "meta"',
/// 'not x.is_meta and n > 2'.
bool isOfDevices(Node Condition, bool Value, unsigned Depth = 0) {
  if (Depth > MaxCondition)
    return false;
  if (!asks(Condition))
    return true;
  const auto Parts = Condition.children();
  if (Condition.is("parenthesized_expression") && Parts.size() == 1)
    return isOfDevices(Parts.front(), Value, Depth + 1);
  if (Condition.is("not_operator"))
    return isOfDevices(Condition.field("argument"), !Value, Depth + 1);
  if (Condition.is("boolean_operator"))
    return (Condition.field("operator").text() == "and") == Value &&
           isOfDevices(Condition.field("left"), Value, Depth + 1) &&
           isOfDevices(Condition.field("right"), Value, Depth + 1);
  if (Condition.is("attribute"))
    return Condition.field("attribute").text() == "is_meta" && !Value;
  if (!Condition.is("comparison_operator") || Parts.size() != 2)
    return false;
  const auto Operators = Condition.allChildren();
  const bool IsMeta =
      llvm::any_of(Operators, [](Node N) { return N.isToken() && N.is("=="); });
  const bool IsNotMeta =
      llvm::any_of(Operators, [](Node N) { return N.isToken() && N.is("!="); });
  StringRef Device = Parts.back().text();
  if (Device.consume_front("torch.device("))
    Device.consume_back(")");
  const StringRef Asked = Parts.front().field("attribute").text();
  return (Asked == "type" || Asked == "device") &&
         Device.trim("'\"") == "meta" && (Value ? IsNotMeta : IsMeta);
}

/// Whether \p Condition, where it is \p Value, is true of symbols, and wherever
/// fakes run to export: 'isinstance(n, torch.SymInt)', 'not isinstance(n, int)'.
bool takesSymbols(Node Condition, bool Value, unsigned Depth = 0) {
  if (Depth > MaxCondition)
    return false;
  const auto Parts = Condition.children();
  if (Condition.is("parenthesized_expression") && Parts.size() == 1)
    return takesSymbols(Parts.front(), Value, Depth + 1);
  if (Condition.is("not_operator"))
    return takesSymbols(Condition.field("argument"), !Value, Depth + 1);
  if (Condition.is("boolean_operator")) {
    const bool A = takesSymbols(Condition.field("left"), Value, Depth + 1);
    const bool B = takesSymbols(Condition.field("right"), Value, Depth + 1);
    return (Condition.field("operator").text() == "or") == Value ? A || B
                                                                 : A && B;
  }
  if (!Condition.is("call"))
    return false;
  if (Value)
    return llvm::any_of(
        std::initializer_list<StringRef>{"SymInt", "SymTypes", "is_compiling",
                                         "is_dynamo_compiling", "is_exporting"},
        [&](StringRef Asked) { return Condition.text().contains(Asked); });
  const auto Arguments = argumentsOf(Condition);
  return Condition.field("function").text() == "isinstance" &&
         Arguments.size() == 2 && Arguments[1].text() == "int";
}

} // namespace

/// Where in a block a statement ends that leaves where there are symbols:
/// 'if isinstance(n, torch.SymInt): return half(n)', or always, by what the call
/// gives. The end of the text if none.
size_t FakeReader::endOfSymbols(Node Block, const FakeValues &V) const {
  constexpr size_t Never = std::numeric_limits<size_t>::max();
  for (const Node &Each : Block.children()) {
    const Node Condition = Each.field("condition");
    if (Each.is("if_statement") &&
        In->index<Ways>().endOf(Each.field("consequence")) != Never &&
        (takesSymbols(Condition, true) || V.truthOf(Condition) == true))
      return Each.end();
  }
  return In->index<Ways>().endOf(Block);
}

/// What runs only when something has gone wrong already, or only without
/// symbols, or never.
bool FakeReader::isSkipped(Node N, const FakeValues &V) {
  if (N.isAnyOf({"function_definition", "class_definition", "lambda",
                 "raise_statement"}))
    return true;
  const Node Parent = N.parent();
  if (Parent.is("assert_statement"))
    return !(Parent.children().front() == N);
  if (Parent.is("block")) {
    // Once for each block, not for each of its statements.
    const auto [At, IsNew] = EndsOfSymbols.try_emplace(Parent.id());
    if (IsNew)
      At->second = endOfSymbols(Parent, V);
    if (N.begin() >= At->second)
      return true;
  }
  if (!N.is("block") && !Parent.is("conditional_expression"))
    return false;
  Node Condition = Parent.field("condition");
  if (Parent.is("else_clause"))
    Condition = Parent.parent().field("condition");
  if (Parent.is("conditional_expression")) {
    const auto Parts = Parent.children();
    if (Parts.size() != 3 || Parts[1] == N)
      return false;
    Condition = Parts[1];
  }
  const bool IsElse =
      Parent.is("else_clause") ||
      (Parent.is("conditional_expression") && Parent.children().back() == N);
  if (const auto Is = V.truthOf(Condition); Is && *Is == IsElse)
    return true;
  if (Parent.is("elif_clause") &&
      V.truthOf(Parent.parent().field("condition")) == true)
    return true;
  if (!asks(Condition))
    return false;
  // Whoever asks has a reason, if the tensors of the fake are no meta tensors.
  return Kernel->IsMetaKernel || !isOfDevices(Condition, !IsElse);
}

/// The 'except' of the function that catches what \p At raises. Null if none does.
Node FakeReader::handlerAround(Node At, FakeDefect D) {
  Node Inner = At;
  for (Node N = At ? At.parent() : At; N && !N.is("function_definition");
       Inner = N, N = N.parent()) {
    if (!N.is("try_statement") || !(N.field("body") == Inner))
      continue;
    for (const Node &Clause : N.children())
      if (Clause.is("except_clause") && catches(Clause, D))
        return Clause;
  }
  return {};
}

} // namespace aoti_tidy::python
