// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/ScopeReader.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

bool isStatement(Kind K) {
  switch (K) {
  case Kind::Block:
  case Kind::ClassDefinition:
  case Kind::DecoratedDefinition:
  case Kind::DeleteStatement:
  case Kind::Error:
  case Kind::ExpressionStatement:
  case Kind::ForStatement:
  case Kind::FunctionDefinition:
  case Kind::FutureImportStatement:
  case Kind::GlobalStatement:
  case Kind::IfStatement:
  case Kind::ImportFromStatement:
  case Kind::ImportStatement:
  case Kind::MatchStatement:
  case Kind::NonlocalStatement:
  case Kind::RaiseStatement:
  case Kind::ReturnStatement:
  case Kind::TryStatement:
  case Kind::TypeAliasStatement:
  case Kind::WhileStatement:
  case Kind::WithStatement:
    return true;
  default:
    return false;
  }
}

bool isTargetList(Kind K) {
  return K == Kind::PatternList || K == Kind::TuplePattern ||
         K == Kind::ListPattern || K == Kind::ListSplatPattern ||
         K == Kind::Tuple || K == Kind::List || K == Kind::ExpressionList ||
         K == Kind::ParenthesizedExpression || K == Kind::AsPatternTarget;
}

/// Functions that assign the attributes that their arguments name:
/// setattr(m, "f", x), monkeypatch.setattr(m, "f", x), mock.patch("m.f"),
/// mock.patch.object(m, "f").
bool mayPatch(Node Call) {
  const Node Callee = Call.field("function");
  const StringRef Name = kindOf(Callee) == Kind::Attribute
                             ? Callee.field("attribute").text()
                             : Callee.text();
  return Name == "setattr" || Name == "delattr" || Name == "setitem" ||
         Name == "object" || Name == "patch";
}

} // namespace

void ScopeReader::expression(Node N, unsigned Scope) {
  if (!N)
    return;
  const size_t Left = Stack.size();
  Stack.push_back({N, Scope, std::nullopt});
  drain(Left);
}

void ScopeReader::drain(size_t Left) {
  while (Stack.size() > Left)
    visit(Stack.pop_back_val());
  while (Left == 0 && !Strays.empty()) {
    const Work W = Strays.pop_back_val();
    statement(W.At, W.Scope);
  }
}

void ScopeReader::later(Node N, unsigned Scope) {
  if (N)
    Stack.push_back({N, Scope, std::nullopt});
}

void ScopeReader::laterChildren(Node N, unsigned Scope) {
  const auto Children = N.children();
  for (const Node &Below : llvm::reverse(Children)) {
    if (isStatement(kindOf(Below)))
      Strays.push_back({Below, Scope, std::nullopt});
    else
      later(Below, Scope);
  }
}

void ScopeReader::laterBind(unsigned Binding, unsigned Scope, bool IsCertain) {
  Stack.push_back({Node(), Scope, Binding, IsCertain});
}

void ScopeReader::laterTargets(Node Target, Node Given, unsigned Scope) {
  llvm::SmallVector<std::pair<Node, Node>, 8> Open = {{Target, Given}};
  while (!Open.empty()) {
    const auto [T, G] = Open.pop_back_val();
    const Kind K = kindOf(T);
    if (K == Kind::Identifier) {
      laterBind(
          binding(T, G ? Binding::Kind::Value : Binding::Kind::Other, G, Scope),
          Scope);
    } else if (isTargetList(K)) {
      const auto Targets = T.children();
      // 'a, b = x, y' gives each its own, if none of them takes several.
      llvm::SmallVector<Node, 4> Values;
      if (G && (kindOf(G) == Kind::Tuple || kindOf(G) == Kind::List ||
                kindOf(G) == Kind::ExpressionList))
        Values = G.children();
      const auto IsSplat = [](Node N) { return N.isSplat(); };
      const bool IsByElement =
          K != Kind::ListSplatPattern && Values.size() == Targets.size() &&
          llvm::none_of(Targets, IsSplat) && llvm::none_of(Values, IsSplat);
      for (size_t I = 0; I < Targets.size(); ++I)
        Open.push_back({Targets[I], IsByElement ? Values[I] : Node()});
    } else if (T) {
      if (K == Kind::Attribute || K == Kind::Subscript)
        Out.AssignedAttributes.push_back(T);
      later(T, Scope);
    }
  }
}

void ScopeReader::visit(const Work &W) {
  if (W.Bind) {
    // 'n += 1' reads what it replaces.
    if (kindOf(Out.Bindings[*W.Bind].Target.parent()) ==
        Kind::AugmentedAssignment)
      steps(W.Scope).push_back({Step::Kind::Use, Targets[*W.Bind]});
    bind(*W.Bind, W.Scope, W.IsCertain);
    return;
  }
  const Node N = W.At;
  switch (kindOf(N)) {
  case Kind::Identifier:
    if (N.begin() != N.end())
      use(N, W.Scope);
    return;
  case Kind::Attribute:
    later(N.field("object"), W.Scope);
    return;
  case Kind::KeywordArgument:
    later(N.field("value"), W.Scope);
    return;
  case Kind::MemberType:
  case Kind::DottedName:
    if (const auto Below = N.children(); !Below.empty())
      later(Below.front(), W.Scope);
    return;
  case Kind::Call:
    Out.Calls.push_back(N);
    if (mayPatch(N))
      Out.PatchingCalls.push_back(N);
    laterChildren(N, W.Scope);
    return;
  case Kind::Assignment:
    assignment(N, W.Scope);
    return;
  case Kind::AugmentedAssignment:
    // 'os.environ |= {...}' changes what is there.
    if (kindOf(N.field("left")) == Kind::Attribute)
      later(N.field("left"), W.Scope);
    else
      laterTargets(N.field("left"), Node(), W.Scope);
    later(N.field("right"), W.Scope);
    return;
  case Kind::NamedExpression: {
    // f"{x:=8}": a format that begins with '='.
    if (N.parent().is("interpolation")) {
      laterChildren(N, W.Scope);
      return;
    }
    unsigned Outer = W.Scope;
    while (Out.Scopes[Outer].What == Scope::Kind::Comprehension)
      Outer = Out.Scopes[Outer].Parent;
    const unsigned B =
        binding(N.field("name"), Binding::Kind::Value, N.field("value"), Outer);
    if (Outer != W.Scope)
      InComprehensions.push_back(B);
    laterBind(B, W.Scope, false);
    later(N.field("value"), W.Scope);
    return;
  }
  case Kind::AsPattern: {
    const auto Below = N.children();
    for (const Node &Part : Below)
      if (kindOf(Part) == Kind::AsPatternTarget)
        laterTargets(Part, Node(), W.Scope);
    if (!Below.empty())
      later(Below.front(), W.Scope);
    return;
  }
  case Kind::ConditionalExpression: {
    // 'a if b else c' begins with b.
    auto Parts = N.children();
    if (Parts.size() == 3)
      std::swap(Parts[0], Parts[1]);
    for (const Node &Part : llvm::reverse(Parts))
      later(Part, W.Scope);
    return;
  }
  case Kind::Lambda:
    lambda(N, W.Scope);
    return;
  case Kind::ListComprehension:
  case Kind::SetComprehension:
  case Kind::DictionaryComprehension:
  case Kind::GeneratorExpression:
    comprehension(N, W.Scope);
    return;
  default:
    laterChildren(N, W.Scope);
  }
}

void ScopeReader::assignment(Node N, unsigned Scope) {
  llvm::SmallVector<Node, 4> Targets;
  Node Given = N;
  for (; kindOf(Given) == Kind::Assignment; Given = Given.field("right")) {
    Targets.push_back(Given.field("left"));
    later(Given.field("type"), Scope);
  }
  if (!Given) {
    // 'x: int' makes a variable of it, and gives it nothing.
    for (const Node &T : Targets) {
      if (kindOf(T) == Kind::Identifier)
        binding(T, Binding::Kind::Other, Node(), Scope);
      else
        later(T, Scope);
    }
    return;
  }
  // Broken text: what is given is not all there.
  const bool IsBroken = llvm::any_of(
      N.allChildren(), [](Node Part) { return kindOf(Part) == Kind::Error; });
  for (const Node &T : llvm::reverse(Targets))
    laterTargets(T, IsBroken ? Node() : Given, Scope);
  later(Given, Scope);
}

void ScopeReader::lambda(Node N, unsigned Scope) {
  const unsigned Inner = newScope(Scope::Kind::Function, Scope);
  if (const Node P = N.field("parameters"))
    parameters(P, Inner, Scope);
  later(N.field("body"), Inner);
}

void ScopeReader::comprehension(Node N, unsigned Scope) {
  const unsigned Inner = newScope(Scope::Kind::Comprehension, Scope);
  // A generator runs when it is asked to; 'all(f(x) for x in y)' does at once.
  if (kindOf(N) == Kind::GeneratorExpression &&
      !N.parent().isAnyOf({"call", "argument_list"})) {
    Out.Scopes[Inner].Unit = Out.Units.size();
    Out.Units.emplace_back();
  }
  auto Parts = N.children();
  if (Parts.empty())
    return;
  // The body comes first in the text, and last when it runs.
  later(Parts.front(), Inner);
  Parts.erase(Parts.begin());
  for (const Node &Part : llvm::reverse(Parts)) {
    if (kindOf(Part) != Kind::ForInClause) {
      later(Part, Inner);
      continue;
    }
    const Node Left = Part.field("left");
    laterTargets(Left, Node(), Inner);
    const auto Below = Part.children();
    for (const Node &Right : llvm::reverse(Below))
      if (!(Right == Left))
        later(Right, Part == Parts.front() ? Scope : Inner);
  }
}

} // namespace aoti_tidy::python
