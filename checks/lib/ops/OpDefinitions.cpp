// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/OpDefinitions.h"
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

} // namespace

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
