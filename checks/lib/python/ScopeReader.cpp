// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/ScopeReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Python itself reads no more than 100 levels of indentation.
constexpr unsigned MaxDepth = 256;

/// Whether a call of it never returns, as people write it.
bool isExit(StringRef Callee) {
  static constexpr StringRef Names[] = {
      "exit",     "quit",        "sys.exit",    "os._exit",
      "os.abort", "pytest.skip", "pytest.fail", "pytest.exit"};
  return llvm::is_contained(Names, Callee);
}

/// 'a.b', without what may be between the names.
std::string dottedText(Node Name) {
  std::string Result;
  for (const Node &Part : Name.children())
    (Result += Result.empty() ? "" : ".") += Part.text();
  return Result;
}

/// The names of built-in functions that 'from Module import *' replaces.
llvm::SmallVector<StringRef, 16> builtinsReplacedBy(StringRef Module) {
  llvm::SmallVector<StringRef, 16> Result;
  StringRef(llvm::StringSwitch<StringRef>(Module)
#define STAR_IMPORT(MODULE, NAMES) .Case(MODULE, NAMES)
#include "checks/lib/python/StarImports.def"
                .Default(""))
      .split(Result, ' ');
  return Result;
}

} // namespace

void ScopeReader::read() {
  Out.Scopes.emplace_back();
  Out.Units.emplace_back();
  suite(In.root(), 0);
  findVariables();
}

void ScopeReader::suite(Node Block, unsigned Scope) {
  for (const Node &N : Block.children())
    statement(N, Scope);
}

void ScopeReader::statement(Node N, unsigned Scope) {
  if (Depth == MaxDepth)
    return;
  ++Depth;
  switch (kindOf(N)) {
  case Kind::IfStatement:
    ifStatement(N, Scope);
    break;
  case Kind::ForStatement:
  case Kind::WhileStatement:
    loop(N, Scope);
    break;
  case Kind::TryStatement:
    tryStatement(N, Scope);
    break;
  case Kind::MatchStatement:
    matchStatement(N, Scope);
    break;
  case Kind::WithStatement:
    withStatement(N, Scope);
    break;
  case Kind::FunctionDefinition:
    functionDefinition(N, Scope);
    break;
  case Kind::ClassDefinition:
    classDefinition(N, Scope);
    break;
  case Kind::DecoratedDefinition:
  case Kind::Block:
    suite(N, Scope);
    break;
  case Kind::Error:
    brokenText(N, Scope);
    break;
  default:
    simpleStatement(N, Scope);
  }
  --Depth;
}

void ScopeReader::simpleStatement(Node N, unsigned Scope) {
  switch (kindOf(N)) {
  case Kind::ImportStatement:
  case Kind::ImportFromStatement:
  case Kind::FutureImportStatement:
    importStatement(N, Scope);
    return;
  case Kind::GlobalStatement:
  case Kind::NonlocalStatement:
    declareOuter(N, Scope);
    return;
  case Kind::ReturnStatement:
  case Kind::RaiseStatement:
    expression(N, Scope);
    steps(Scope).push_back({Step::Kind::Exit});
    return;
  case Kind::BreakStatement:
  case Kind::ContinueStatement:
    steps(Scope).push_back({Step::Kind::Exit});
    return;
  case Kind::ExpressionStatement: {
    expression(N, Scope);
    const Node Call = N.child("call");
    if (Call && isExit(Call.field("function").text()))
      steps(Scope).push_back({Step::Kind::Exit});
    return;
  }
  case Kind::DeleteStatement:
    for (Node Target : N.children()) {
      const auto Targets = kindOf(Target) == Kind::ExpressionList
                               ? Target.children()
                               : llvm::SmallVector<Node, 4>{Target};
      for (const Node &T : Targets)
        laterTargets(T, Node(), Scope);
    }
    drain(0);
    return;
  case Kind::TypeAliasStatement: {
    expression(N.field("right"), Scope);
    Node Name = N.field("left").children().empty()
                    ? Node()
                    : N.field("left").children().front();
    if (Name.is("generic_type") && !Name.children().empty())
      Name = Name.children().front();
    // 'type(x).y = z' is read as one, too.
    if (kindOf(Name) == Kind::Identifier)
      bindNow(Name, Binding::Kind::Other, Node(), Scope);
    else
      expression(Name, Scope);
    return;
  }
  default:
    expression(N, Scope);
  }
}

void ScopeReader::functionDefinition(Node N, unsigned Scope) {
  const unsigned Inner = newScope(Scope::Kind::Function, Scope);
  typeParameters(N.field("type_parameters"), Inner);
  parameters(N.field("parameters"), Inner, Scope);
  expression(N.field("return_type"), Scope);
  bindNow(N.field("name"), Binding::Kind::Definition, N, Scope);
  suite(N.field("body"), Inner);
}

void ScopeReader::classDefinition(Node N, unsigned Scope) {
  expression(N.field("superclasses"), Scope);
  const unsigned Inner = newScope(Scope::Kind::Class, Scope);
  typeParameters(N.field("type_parameters"), Inner);
  suite(N.field("body"), Inner);
  bindNow(N.field("name"), Binding::Kind::Definition, N, Scope);
}

void ScopeReader::typeParameters(Node Parameters, unsigned Inner) {
  for (Node P : Parameters.children()) {
    // 'T', '*Ts', 'T: bound'.
    while (P && kindOf(P) != Kind::Identifier) {
      const auto Below = P.children();
      for (const Node &Bound : llvm::drop_begin(Below, !Below.empty()))
        expression(Bound, Inner);
      P = Below.empty() ? Node() : Below.front();
    }
    bindNow(P, Binding::Kind::Other, Node(), Inner);
  }
}

void ScopeReader::parameters(Node Parameters, unsigned Inner, unsigned Outer) {
  for (const Node &P : Parameters.children()) {
    llvm::SmallVector<Node, 4> Open = {P};
    while (!Open.empty()) {
      const Node N = Open.pop_back_val();
      switch (kindOf(N)) {
      case Kind::Identifier:
        bindNow(N, Binding::Kind::Other, Node(), Inner);
        break;
      case Kind::DefaultParameter:
      case Kind::TypedDefaultParameter:
        expression(N.field("type"), Outer);
        expression(N.field("value"), Outer);
        Open.push_back(N.field("name"));
        break;
      case Kind::TypedParameter:
        expression(N.field("type"), Outer);
        Open.push_back(N.children().front());
        break;
      default:
        Open.append(N.children());
      }
    }
  }
}

void ScopeReader::importStatement(Node N, unsigned Scope) {
  const Node From = N.field("module_name");
  std::string Module;
  if (kindOf(N) == Kind::FutureImportStatement)
    Module = "__future__";
  else if (kindOf(From) == Kind::DottedName)
    Module = dottedText(From);
  else if (From)
    Module = From.child("import_prefix").text().str() +
             dottedText(From.child("dotted_name"));
  for (const Node &Clause : N.children()) {
    if (Clause == From)
      continue;
    if (kindOf(Clause) == Kind::WildcardImport) {
      for (StringRef Name : builtinsReplacedBy(Module))
        Out.ReplacedBuiltins.insert(Name);
      Out.Imports.push_back({N, Clause, Module, "*", "*"});
    } else {
      importClause(N, Clause, Module, Scope);
    }
  }
}

void ScopeReader::importClause(Node Statement, Node Clause, StringRef Module,
                               unsigned Scope) {
  const bool HasAlias = kindOf(Clause) == Kind::AliasedImport;
  const Node Name = HasAlias ? Clause.field("name") : Clause;
  const auto Parts = Name.children();
  if (kindOf(Name) != Kind::DottedName || Parts.empty())
    return;
  // 'import a.b' binds 'a'.
  const Node Bound = HasAlias ? Clause.field("alias") : Parts.front();
  if (!Bound || Bound.begin() == Bound.end())
    return;
  Import I{Statement, Clause, dottedText(Name), "", Bound.text().str()};
  if (!Module.empty())
    I.Name = std::exchange(I.Module, Module.str());
  const unsigned B = binding(Bound, Binding::Kind::Import, Node(), Scope);
  Out.Bindings[B].Import = Out.Imports.size();
  Out.Imports.push_back(std::move(I));
  bind(B, Scope);
}

void ScopeReader::declareOuter(Node N, unsigned Scope) {
  auto &S = Out.Scopes[Scope];
  for (const Node &Name : N.children()) {
    if (kindOf(Name) != Kind::Identifier)
      continue;
    const unsigned O = occurrence(Name, Scope);
    (kindOf(N) == Kind::GlobalStatement ? S.Globals : S.Nonlocals)
        .insert(Out.Occurrences[O].Name);
  }
}

void ScopeReader::brokenText(Node N, unsigned Scope) {
  const auto All = N.allChildren();
  for (size_t I = 0; I < All.size(); ++I) {
    const Node &Part = All[I];
    if (Part.isToken())
      continue;
    const bool IsAssigned = I + 1 < All.size() && All[I + 1].is("=");
    const bool IsNamed =
        I && All[I - 1].isAnyOf(
                 {"def", "class", "import", "as", "for", "global", "nonlocal"});
    if (!IsAssigned && !IsNamed) {
      statement(Part, Scope);
      continue;
    }
    // Something is done to the name, but not known what.
    Node Name = Part;
    if (kindOf(Name) == Kind::DottedName && !Name.children().empty())
      Name = Name.children().front();
    if (kindOf(Name) == Kind::Identifier)
      bind(binding(Name, Binding::Kind::Other, Node(), Scope), Scope, false);
    else
      statement(Part, Scope);
  }
}

unsigned ScopeReader::newScope(Scope::Kind What, unsigned Parent) {
  Scope S;
  S.What = What;
  S.Parent = Parent;
  S.Unit = Out.Scopes[Parent].Unit;
  if (What == Scope::Kind::Function) {
    S.Unit = Out.Units.size();
    Out.Units.emplace_back();
  }
  Out.Scopes.push_back(std::move(S));
  return Out.Scopes.size() - 1;
}

unsigned ScopeReader::open(Step::Kind What, unsigned Scope, bool IsExhaustive) {
  steps(Scope).push_back({What, 0, 0, IsExhaustive});
  return steps(Scope).size() - 1;
}

unsigned ScopeReader::occurrence(Node Identifier, unsigned Scope) {
  Occurrence O;
  O.At = Identifier;
  O.Name = Names.try_emplace(Identifier.text(), Names.size()).first->second;
  O.Scope = Scope;
  Out.Occurrences.push_back(O);
  return Out.Occurrences.size() - 1;
}

void ScopeReader::use(Node Identifier, unsigned Scope) {
  const unsigned O = occurrence(Identifier, Scope);
  Out.Occurrences[O].IsUse = true;
  steps(Scope).push_back({Step::Kind::Use, O});
}

unsigned ScopeReader::binding(Node Target, Binding::Kind How, Node Given,
                              unsigned Scope) {
  const unsigned O = occurrence(Target, Scope);
  Out.Occurrences[O].IsTarget = true;
  Targets.push_back(O);
  Out.Bindings.push_back({How, Target, Given});
  return Out.Bindings.size() - 1;
}

void ScopeReader::bind(unsigned Binding, unsigned Scope, bool IsCertain) {
  steps(Scope).push_back(
      {IsCertain ? Step::Kind::Bind : Step::Kind::MayBind, Binding});
}

void ScopeReader::bindNow(Node Target, Binding::Kind How, Node Given,
                          unsigned Scope) {
  if (Target && Target.begin() != Target.end())
    bind(binding(Target, How, Given, Scope), Scope);
}

} // namespace aoti_tidy::python
