// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/OpDefinitions.h"
#include "checks/lib/script/LoopTargets.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The text of a literal that stands in the file as it means.
StringRef plainText(Node Literal) {
  if (!Literal.is("string"))
    return "";
  const auto Value = literalText(Literal);
  const size_t At = Value ? Literal.text().find(*Value) : StringRef::npos;
  return At == StringRef::npos || Value->empty()
             ? ""
             : Literal.text().substr(At, Value->size());
}

/// The operator that \p Schema, "(Tensor x) -> Tensor" or with a name in front,
/// defines. \p Literal is what the schema was read from.
std::optional<OpDefinition> definition(Node Call, StringRef Schema,
                                       Node Literal) {
  // Torch's parser wants a name, which define's second argument has not.
  const StringRef Name = Schema.ltrim().starts_with("(") ? "op" : "";
  auto Parsed = OpSchema::parse((Name + Schema).str());
  if (!Parsed)
    return std::nullopt;
  OpDefinition Op;
  Op.At = Call;
  Op.Arguments = std::move(Parsed->Arguments);
  if (const StringRef Plain = plainText(Literal); Plain == Schema) {
    Op.Literal = Literal;
    Op.LiteralShift =
        int64_t(Literal.begin() + (Plain.data() - Literal.text().data())) -
        int64_t(Name.size());
  }
  return Op;
}

/// The schema that \p R says, of which its text is the end.
std::optional<OpDefinition> written(const File &F, const OpRegistration &R,
                                    const OpCall &C) {
  for (const Argument &A : C.Given.Arguments)
    if (const auto Text = F.values().wholeString(A.Value);
        Text && StringRef(*Text).ends_with(R.SchemaText))
      return definition(R.At, *Text, F.values().resolved(A.Value));
  return std::nullopt;
}

/// Whether \p C, a call of what is named \p Name, registers a fake: torch's
/// names, and those of helpers around them: register_fake_op("ns::op").
bool registersFakes(const File &F, StringRef Name, const OpCall *C) {
  if (llvm::is_contained({"register_fake", "_register_fake", "impl_abstract",
                          "register_abstract", "register_meta"},
                         Name))
    return true;
  const Node First = C ? C->argument(0, {}) : Node();
  const auto Text = First ? F.values().stringOf(First) : std::nullopt;
  const StringRef Head = Text ? StringRef(Text->Head) : StringRef();
  return (Name.starts_with("register_fake") ||
          Name.starts_with("_register_fake")) &&
         (Head.contains("::") || (Head.contains('(') && Head.contains("->")));
}

class Finder {
public:
  Finder(const File &F, const OpCalls &Calls) : F(F), Calls(Calls) {
    for (const OpCall &C : Calls.all())
      if (const Node Callee = C.at().field("function"); Callee.is("call"))
        CallOfResult[Callee.id()] = &C;
  }

  std::vector<FakeKernel> find(llvm::ArrayRef<OpRegistration> Registered);

private:
  bool isForFakes(const OpRegistration &R) const;
  bool isForeign(Node Callee) const;
  void registered(const OpRegistration &R);
  void add(Node Function, Node Registration, const OpRegistration &By);
  void give(Node Argument, Node Registration, const OpRegistration &By);
  void giveResult(const OpCall &C, Node Registration, const OpRegistration &By);

  const File &F;
  const OpCalls &Calls;
  /// By the call of what a registration returned: the registration's call.
  llvm::DenseMap<const void *, const OpCall *> CallOfResult;
  llvm::DenseSet<const void *> Seen;
  std::vector<FakeKernel> Result;
};

/// Whether the file itself defines \p Callee, and calls nothing there that
/// registers something.
bool Finder::isForeign(Node Callee) const {
  Node Name = Callee.is("attribute") ? Callee.field("object") : Callee;
  if (const Node Made = F.values().resolved(Name);
      Callee.is("attribute") && Made.is("call"))
    Name = Made.field("function");
  const Node Definition =
      Name.is("identifier") ? F.names().definition(Name) : Node();
  return Definition.isAnyOf({"class_definition", "function_definition"}) &&
         (Callee == Name || Definition.is("class_definition")) &&
         llvm::none_of(Calls.all(), [&](const OpCall &C) {
           return Definition.begin() <= C.at().begin() &&
                  C.at().end() <= Definition.end() &&
                  (C.Callee.Role != OpRole::None ||
                   F.names().definition(C.at().field("function")));
         });
}

bool Finder::isForFakes(const OpRegistration &R) const {
  return R.What == OpRegistration::Kind::Fake &&
         (R.Key == "Meta" ||
          (R.Key.empty() &&
           registersFakes(F, R.Registrar, Calls.find(R.At)))) &&
         !isForeign(R.At.is("call") ? R.At.field("function") : R.At);
}

void Finder::add(Node Function, Node Registration, const OpRegistration &By) {
  if (!Function || !Seen.insert(Function.id()).second)
    return;
  FakeKernel &K = Result.emplace_back();
  K.Function = Function;
  K.Registration = Registration;
  if (!By.Op.Name.empty())
    K.Operator = By.Op.Namespace.empty() ? By.Op.Name
                                         : By.Op.Namespace + "::" + By.Op.Name;
  K.IsMetaKernel = By.Registrar == "impl";
}

/// \p Registration registers \p Argument, a function, or in a loop over a table
/// several.
void Finder::give(Node Argument, Node Registration, const OpRegistration &By) {
  const Node Value = F.values().resolved(Argument);
  if (Value.is("lambda"))
    return add(Value, Registration, By);
  if (!Value.is("identifier"))
    return;
  if (const Node Function = F.names().definition(Value))
    return Function.is("function_definition") ? add(Function, Registration, By)
                                              : void();
  if (const auto Turns = turnsOf(F, Value)) {
    OpRegistration Unnamed = By;
    Unnamed.Op = {};
    for (const Node &Turn : *Turns)
      if (!(Turn == Value))
        give(Turn, Registration, Unnamed);
  }
}

/// register_fake("ns::op")(fn)
void Finder::giveResult(const OpCall &C, Node Registration,
                        const OpRegistration &By) {
  if (const OpCall *After = CallOfResult.lookup(C.at().id()))
    for (const Argument &A : After->Given.Arguments)
      give(A.Value, Registration, By);
}

void Finder::registered(const OpRegistration &R) {
  const OpCall *C = Calls.find(R.At);
  const Node Decorated = Calls.decoratedBy(R.At);
  // The body of a triton_op is what export runs.
  if (R.Registrar == "triton_op" && R.What == OpRegistration::Kind::Fake) {
    if (const Node Given = C ? C->argument(1, {"fn"}) : Node())
      give(Given, R.At, R);
    add(Decorated, Node(), R);
    return C ? giveResult(*C, R.At, R) : void();
  }
  const bool IsForFakes = isForFakes(R);
  if (IsForFakes)
    add(Decorated, Node(), R);
  if (!C)
    return;
  for (const Argument &A : C->Given.Arguments)
    if (IsForFakes
            ? A.Keyword.empty() || A.Keyword == "func" || A.Keyword == "fn"
            : A.Keyword == "fake_impl" && !isForeign(R.At.field("function")))
      give(A.Value, R.At, R);
  if (IsForFakes)
    giveResult(*C, R.At, R);
}

std::vector<FakeKernel>
Finder::find(llvm::ArrayRef<OpRegistration> Registered) {
  llvm::for_each(Registered, [&](const OpRegistration &R) { registered(R); });
  llvm::sort(Result, [](const FakeKernel &A, const FakeKernel &B) {
    return A.Function.begin() < B.Function.begin();
  });
  return std::move(Result);
}

} // namespace

std::vector<FakeKernel> fakeKernels(const File &F, const OpCalls &Calls,
                                    llvm::ArrayRef<OpRegistration> Registered) {
  return Finder(F, Calls).find(Registered);
}

OpDefinitions::OpDefinitions(const File &F, const OpCalls &Calls,
                             llvm::ArrayRef<OpRegistration> Registered) {
  for (const OpRegistration &R : Registered) {
    const OpCall *C = Calls.find(R.At);
    // Whose namespace is not in sight may be any.
    if (R.What != OpRegistration::Kind::Schema || !C || R.Op.Namespace.empty())
      continue;
    auto Op = R.SchemaText.empty() ? std::nullopt : written(F, R, *C);
    const auto [It, IsNew] =
        ByName.try_emplace(R.Op.Namespace + "::" + R.Op.Name,
                           Op ? std::move(*Op) : OpDefinition());
    if (!IsNew)
      It->second = OpDefinition();
  }
}

const OpDefinition *OpDefinitions::of(const FakeKernel &Kernel) const {
  const auto It = ByName.find(Kernel.Operator);
  return It != ByName.end() && It->second.At ? &It->second : nullptr;
}

std::vector<std::optional<size_t>>
argumentsFor(llvm::ArrayRef<FunctionParameter> Parameters,
             const OpDefinition &Op) {
  std::vector<std::optional<size_t>> Result(Parameters.size());
  const auto IsParameter = [&](StringRef Name) {
    return llvm::any_of(Parameters, [&](const FunctionParameter &P) {
      return P.Name.text() == Name;
    });
  };
  for (size_t I = 0; I < Parameters.size() && I < Op.Arguments.size(); ++I) {
    // '*args' is no one argument.
    if (Parameters[I].IsSplat)
      break;
    const StringRef Name = Parameters[I].Name.text();
    const auto Named = llvm::find_if(
        Op.Arguments, [&](const SchemaArgument &A) { return A.Name == Name; });
    // Another order may be intended.
    if (Named == Op.Arguments.end() ? !IsParameter(Op.Arguments[I].Name)
                                    : Named == Op.Arguments.begin() + I)
      Result[I] = I;
  }
  return Result;
}

std::vector<SymbolicValue>
givenBySchema(llvm::ArrayRef<FunctionParameter> Parameters,
              const OpDefinition &Op) {
  std::vector<SymbolicValue> Result(Parameters.size());
  const auto Indices = argumentsFor(Parameters, Op);
  for (size_t I = 0; I < Parameters.size(); ++I) {
    if (!Indices[I])
      continue;
    const SchemaArgument &A = Op.Arguments[*Indices[I]];
    const StringRef Type = A.Type;
    SymbolicValue &V = Result[I];
    if (Type.starts_with("Tensor"))
      V = SymbolicValue::tensor(true);
    else if (Type.starts_with("SymInt"))
      V = SymbolicValue::size(true, true);
    else if (A.isInt())
      V.SchemaInt = I;
    if (Type.contains('[')) {
      V = SymbolicValue::list({V}, false);
      if (A.isInt())
        V.SchemaInt = I;
    }
  }
  return Result;
}

} // namespace aoti_tidy::python
