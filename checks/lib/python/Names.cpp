// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Names.h"
#include "checks/lib/python/Kinds.h"
#include "checks/lib/python/Scopes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Names of names of names, attributes of attributes: longer chains are not
/// followed.
constexpr unsigned MaxSteps = 64;
/// The values that a name may have are read one by one, for each of its uses.
constexpr size_t MaxOrigins = 64;
/// (a := (b := c))
constexpr unsigned MaxWalruses = 4;

/// Those of Python's built-in functions that programs of tensors call.
bool isBuiltin(StringRef Name) {
  static constexpr StringRef Builtins[] = {
      "__import__",   "abs",       "all",       "any",     "bin",
      "bool",         "bytes",     "callable",  "chr",     "dict",
      "divmod",       "enumerate", "eval",      "exec",    "filter",
      "float",        "format",    "frozenset", "getattr", "globals",
      "hasattr",      "hash",      "hex",       "int",     "isinstance",
      "iter",         "len",       "list",      "locals",  "map",
      "max",          "min",       "next",      "oct",     "open",
      "pow",          "print",     "range",     "repr",    "reversed",
      "round",        "set",       "setattr",   "slice",   "sorted",
      "staticmethod", "str",       "sum",       "super",   "tuple",
      "type",         "vars",      "zip"};
  return llvm::is_contained(Builtins, Name);
}

/// The text of "abc" without anything to replace in it, as names are given.
std::optional<StringRef> plainText(Node String) {
  if (kindOf(String) != Kind::String)
    return std::nullopt;
  const auto Parts = String.children();
  if (Parts.size() != 3 || !Parts[1].is("string_content") ||
      !Parts[1].children().empty() ||
      Parts[0].text().find_first_of("bBtT") != StringRef::npos)
    return std::nullopt;
  return Parts[1].text();
}

} // namespace

Node withoutParentheses(Node N) {
  for (unsigned Steps = 0; Steps < MaxWalruses;) {
    const auto Below = N.children();
    if (kindOf(N) == Kind::ParenthesizedExpression && Below.size() == 1) {
      N = Below.front();
      continue;
    }
    if (kindOf(N) != Kind::NamedExpression)
      break;
    N = N.field("value");
    ++Steps;
  }
  return N;
}

struct Names::Scopes {
  explicit Scopes(const Tree &Of);

  FileScopes File;
  BindingSets Sets;
  enum class Progress : uint8_t { Open, Begun, Done };
  struct Meaning {
    Progress At = Progress::Open;
    std::optional<std::string> Name;
  };
  /// By binding: what it gives the name.
  mutable std::vector<Meaning> ByBinding;
  /// By variable: what all of its bindings agree on.
  mutable std::vector<Meaning> ByVariable;
  /// For variables whose uses all of their bindings may reach, the answer is
  /// found once, not at each use.
  struct Agreement {
    bool HasNone = false;
    Node Assigned; ///< as Names::assignedValue() has it
  };
  mutable llvm::DenseMap<unsigned, Agreement> OfAll;
  /// "torch._export.aot_load", where the file assigns it.
  llvm::StringSet<> Patched;
  llvm::DenseSet<const void *> AssignedAttributes;
  /// The nodes of the variables' occurrences, one variable's after the other's.
  std::vector<Node> OccurrenceNodes;
  std::vector<size_t> FirstOccurrence; ///< by variable, and the end

  llvm::ArrayRef<unsigned> reaching(const Occurrence &O) const;
  /// The same whether it is read there or replaced.
  llvm::ArrayRef<unsigned> reached(const Occurrence &O) const;
  llvm::SmallVector<Origin, 2> origins(llvm::ArrayRef<unsigned> Bindings) const;
  Agreement agreement(const Occurrence &O) const;
  Agreement agreementOf(llvm::ArrayRef<unsigned> Bindings) const;
  std::optional<std::string> nameOf(Node Expr, unsigned Steps) const;
  std::optional<std::string> nameOfUse(Node Use, unsigned Steps) const;
  std::optional<std::string> nameOfCall(Node Call, unsigned Steps) const;
  std::optional<std::string> nameOfBinding(unsigned B, unsigned Steps) const;
  std::optional<std::string> agreed(llvm::ArrayRef<unsigned> Bindings,
                                    unsigned Steps) const;
  bool isBuiltinCall(Node Call, StringRef Name) const;
  bool isNoneInstead(Node Expr) const;
  void findPatches();
  bool isPatched(StringRef Name) const;
};

Names::Scopes::Scopes(const Tree &Of)
    : File(Of), Sets(findReaching(File)), ByBinding(File.Bindings.size()),
      ByVariable(File.Variables.size()) {
  // In the order of the text, names of names are known when they are needed.
  for (unsigned B = 0; B < File.Bindings.size(); ++B)
    nameOfBinding(B, 0);
  findPatches();
  for (const Node &Target : File.AssignedAttributes)
    AssignedAttributes.insert(Target.id());
  for (const Variable &V : File.Variables) {
    FirstOccurrence.push_back(OccurrenceNodes.size());
    for (const unsigned O : V.Occurrences)
      OccurrenceNodes.push_back(File.Occurrences[O].At);
  }
  FirstOccurrence.push_back(OccurrenceNodes.size());
}

llvm::ArrayRef<unsigned> Names::Scopes::reaching(const Occurrence &O) const {
  return O.IsUse ? reached(O) : llvm::ArrayRef<unsigned>();
}

llvm::ArrayRef<unsigned> Names::Scopes::reached(const Occurrence &O) const {
  if (O.Variable == Occurrence::None)
    return {};
  return O.Reached == BindingSets::All
             ? llvm::ArrayRef(File.Variables[O.Variable].Bindings)
             : Sets.of(O.Reached);
}

std::optional<std::string> Names::Scopes::nameOf(Node Expr,
                                                 unsigned Steps) const {
  llvm::SmallVector<StringRef, 4> Attributes;
  Expr = withoutParentheses(Expr);
  while (kindOf(Expr) == Kind::Attribute) {
    if (Attributes.size() == MaxSteps)
      return std::nullopt;
    Attributes.push_back(Expr.field("attribute").text());
    Expr = withoutParentheses(Expr.field("object"));
  }
  auto Result = kindOf(Expr) == Kind::Identifier ? nameOfUse(Expr, Steps)
                : kindOf(Expr) == Kind::Call     ? nameOfCall(Expr, Steps)
                                                 : std::nullopt;
  if (Result)
    for (StringRef A : llvm::reverse(Attributes))
      (*Result += '.') += A;
  return Result;
}

std::optional<std::string> Names::Scopes::nameOfUse(Node Use,
                                                    unsigned Steps) const {
  const Occurrence *O = File.at(Use);
  if (!O)
    return std::nullopt;
  if (O->Variable == Occurrence::None) {
    if (isBuiltin(Use.text()) && !File.ReplacedBuiltins.contains(Use.text()))
      return "builtins." + Use.text().str();
    return std::nullopt;
  }
  if (!O->IsUse)
    return std::nullopt;
  if (O->Reached != BindingSets::All)
    return agreed(Sets.of(O->Reached), Steps);
  Meaning &Known = ByVariable[O->Variable];
  if (Known.At != Progress::Done) {
    if (Known.At == Progress::Begun || Steps > MaxSteps)
      return std::nullopt;
    Known.At = Progress::Begun;
    auto Name = agreed(File.Variables[O->Variable].Bindings, Steps);
    Known = {Progress::Done, std::move(Name)};
  }
  return Known.Name;
}

std::optional<std::string>
Names::Scopes::agreed(llvm::ArrayRef<unsigned> Bindings, unsigned Steps) const {
  std::optional<std::string> Result;
  for (unsigned B : Bindings) {
    // 'f = None' has no attributes and cannot be called: where one of these is
    // done, the name stands for something else.
    if (File.Bindings[B].Given.is("none"))
      continue;
    auto Name = nameOfBinding(B, Steps + 1);
    if (!Name || (Result && *Result != *Name))
      return std::nullopt;
    Result = std::move(Name);
  }
  return Result;
}

/// Whether \p Expr is a name whose value is handed on as it is, and that may be
/// None, which counts then.
bool Names::Scopes::isNoneInstead(Node Expr) const {
  const Node Parent = Expr.parent();
  if (kindOf(Expr) != Kind::Identifier || Parent.field("function") == Expr ||
      Parent.field("object") == Expr || Parent.is("decorator"))
    return false;
  const Occurrence *O = File.at(Expr);
  return O && agreement(*O).HasNone;
}

Names::Scopes::Agreement
Names::Scopes::agreementOf(llvm::ArrayRef<unsigned> Bindings) const {
  Agreement Result;
  Result.HasNone = llvm::any_of(
      Bindings, [&](unsigned B) { return File.Bindings[B].Given.is("none"); });
  for (const unsigned B : Bindings) {
    const Binding &Is = File.Bindings[B];
    // Several may say the same.
    const bool IsLiteral =
        Is.Given.isAnyOf({"integer", "float", "true", "false", "none"}) ||
        plainText(Is.Given);
    const bool IsOther =
        Result.Assigned &&
        !(IsLiteral && Is.Given.text() == Result.Assigned.text());
    if (Is.How != Binding::Kind::Value || IsOther) {
      Result.Assigned = {};
      break;
    }
    Result.Assigned = Is.Given;
  }
  return Result;
}

/// Finds on what the bindings that may have reached \p O agree.
Names::Scopes::Agreement Names::Scopes::agreement(const Occurrence &O) const {
  if (O.Variable == Occurrence::None || !O.IsUse)
    return {};
  if (O.Reached != BindingSets::All)
    return agreementOf(reaching(O));
  const auto At = OfAll.find(O.Variable);
  if (At != OfAll.end())
    return At->second;
  return OfAll[O.Variable] = agreementOf(reaching(O));
}

std::optional<std::string> Names::Scopes::nameOfBinding(unsigned B,
                                                        unsigned Steps) const {
  Meaning &Known = ByBinding[B];
  if (Known.At == Progress::Done)
    return Known.Name;
  if (Known.At == Progress::Begun || Steps > MaxSteps)
    return std::nullopt;
  Known.At = Progress::Begun;
  std::optional<std::string> Name;
  const Binding &Is = File.Bindings[B];
  if (Is.How == Binding::Kind::Value) {
    Name = nameOf(Is.Given, Steps);
  } else if (Is.How == Binding::Kind::Import) {
    const Import &I = File.Imports[Is.Import];
    if (!I.Name.empty())
      Name = StringRef(I.Module).ends_with(".") ? I.Module + I.Name
                                                : I.Module + "." + I.Name;
    else if (kindOf(I.Clause) == Kind::AliasedImport)
      Name = I.Module;
    else
      Name = I.Bound;
  }
  Known = {Progress::Done, Name};
  return Name;
}

bool Names::Scopes::isBuiltinCall(Node Call, StringRef Name) const {
  const Node Callee = Call.field("function");
  if (kindOf(Callee) != Kind::Identifier || Callee.text() != Name)
    return false;
  const Occurrence *O = File.at(Callee);
  return O && O->Variable == Occurrence::None;
}

std::optional<std::string> Names::Scopes::nameOfCall(Node Call,
                                                     unsigned Steps) const {
  if (Steps > MaxSteps)
    return std::nullopt;
  const auto Arguments = Call.field("arguments").children();
  if (isBuiltinCall(Call, "getattr")) {
    // With a default other than None it may be that.
    if (Arguments.size() < 2 || Arguments.size() > 3 ||
        (Arguments.size() == 3 && !Arguments[2].is("none")))
      return std::nullopt;
    const auto Attribute = plainText(Arguments[1]);
    auto Object = Attribute ? nameOf(Arguments[0], Steps + 1) : std::nullopt;
    if (Object)
      (*Object += '.') += *Attribute;
    return Object;
  }
  if (Arguments.size() != 1)
    return std::nullopt;
  const auto Module = plainText(Arguments[0]);
  if (!Module)
    return std::nullopt;
  if (isBuiltinCall(Call, "__import__"))
    return Module->split('.').first.str();
  if (nameOf(Call.field("function"), Steps + 1) == "importlib.import_module")
    return Module->str();
  return std::nullopt;
}

void Names::Scopes::findPatches() {
  const auto Add = [&](std::optional<std::string> Name) {
    if (Name)
      Patched.insert(*Name);
  };
  for (const Node &Target : File.AssignedAttributes) {
    if (kindOf(Target) == Kind::Attribute)
      Add(nameOf(Target, 0));
    // sys.modules["torch"] = ...
    else if (nameOf(Target.field("value"), 0) == "sys.modules")
      if (const auto Module = plainText(Target.field("subscript")))
        Patched.insert(*Module);
  }
  for (const Node &Call : File.PatchingCalls) {
    const auto Arguments = Call.field("arguments").children();
    if (Arguments.empty())
      continue;
    // The targets of patch("a.b") and patch.object(a, "b").
    if (const auto Whole = plainText(Arguments[0])) {
      Patched.insert(*Whole);
      continue;
    }
    const auto Attribute =
        Arguments.size() > 1 ? plainText(Arguments[1]) : std::nullopt;
    auto Object = Attribute ? nameOf(Arguments[0], 0) : std::nullopt;
    if (Object)
      Patched.insert(*Object == "sys.modules"
                         ? Attribute->str()
                         : *Object + "." + Attribute->str());
  }
}

/// Whether the file puts something else there, or at what it is part of.
bool Names::Scopes::isPatched(StringRef Name) const {
  for (size_t End = Patched.empty() ? StringRef::npos : Name.size();
       End != StringRef::npos; End = Name.take_front(End).rfind('.'))
    if (Patched.contains(Name.take_front(End)))
      return true;
  return false;
}

Names::Names(const Tree &Of) : All(std::make_unique<Scopes>(Of)) {}
Names::~Names() = default;

std::optional<std::string> Names::qualifiedName(Node Expr) const {
  auto Result = All->nameOf(Expr, 0);
  if (!Result || All->isNoneInstead(Expr))
    return std::nullopt;
  if (!All->isPatched(*Result))
    return Result;
  // Where it is replaced, what it is part of has to be what it was.
  const bool IsTarget = All->AssignedAttributes.contains(Expr.id());
  if (IsTarget && !All->isPatched(StringRef(*Result).rsplit('.').first))
    return Result;
  return std::nullopt;
}

Node Names::assignedValue(Node Use) const {
  const Occurrence *O = All->File.at(Use);
  return O ? All->agreement(*O).Assigned : Node();
}

Node Names::bindingOf(Node Use) const {
  const Occurrence *O = All->File.at(Use);
  const auto Bindings = O ? All->reaching(*O) : llvm::ArrayRef<unsigned>();
  return Bindings.size() == 1 ? All->File.Bindings[Bindings.front()].Target
                              : Node();
}

llvm::SmallVector<Origin, 2>
Names::Scopes::origins(llvm::ArrayRef<unsigned> Bindings) const {
  llvm::SmallVector<Origin, 2> Result;
  if (Bindings.size() > MaxOrigins)
    return Result;
  for (unsigned B : Bindings) {
    const Binding &Is = File.Bindings[B];
    const bool IsImport = Is.How == Binding::Kind::Import;
    Result.push_back(
        {Is.Target, Is.Given, IsImport ? &File.Imports[Is.Import] : nullptr});
  }
  return Result;
}

llvm::SmallVector<Origin, 2> Names::originsOf(Node Use) const {
  const Occurrence *O = All->File.at(Use);
  return All->origins(O ? All->reaching(*O) : llvm::ArrayRef<unsigned>());
}

llvm::SmallVector<Origin, 2> Names::originsBefore(Node Target) const {
  const Occurrence *O = All->File.at(Target);
  return All->origins(O && O->IsTarget && !O->IsUse
                          ? All->reached(*O)
                          : llvm::ArrayRef<unsigned>());
}

Node Names::definition(Node Use) const {
  const Occurrence *O = All->File.at(Use);
  if (!O)
    return {};
  const auto Bindings = All->reaching(*O);
  if (Bindings.size() != 1)
    return {};
  const Binding &Is = All->File.Bindings[Bindings.front()];
  return Is.How == Binding::Kind::Definition ? Is.Given : Node();
}

llvm::ArrayRef<Node> Names::occurrences(Node Name) const {
  const Occurrence *O = All->File.at(Name);
  if (!O || O->Variable == Occurrence::None)
    return {};
  const size_t Begin = All->FirstOccurrence[O->Variable],
               End = All->FirstOccurrence[O->Variable + 1];
  return llvm::ArrayRef(All->OccurrenceNodes).slice(Begin, End - Begin);
}

llvm::ArrayRef<Import> Names::imports() const { return All->File.Imports; }

llvm::ArrayRef<Node> Names::calls() const { return All->File.Calls; }

Node Names::scopeOf(Node N) {
  for (Node At = N.parent(); At; At = At.parent())
    switch (kindOf(At)) {
    case Kind::FunctionDefinition:
    case Kind::Lambda:
    case Kind::ClassDefinition:
    case Kind::Module:
      return At;
    default:
      break;
    }
  return {};
}

} // namespace aoti_tidy::python
