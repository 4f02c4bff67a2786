// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/python/FakeSchemas.h"
#include "llvm/ADT/STLExtras.h"

using clang::tidy::aoti::OpSchema;
using clang::tidy::aoti::SchemaArgument;
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
  const std::string Whole = (Name + Schema).str();
  auto Parsed = OpSchema::parse(Whole);
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

} // namespace

OpDefinitions::OpDefinitions(const File &F) : F(F) {
  for (const Node &Call : F.names().calls()) {
    const Node Callee = Call.field("function");
    if (F.names().qualifiedName(Callee) == "torch.library.define" ||
        (Callee.is("attribute") &&
         Callee.field("attribute").text() == "define"))
      defined(Call);
    else if (isCustomOpCall(F, Call))
      custom(Call);
  }
}

void OpDefinitions::add(const std::string &Name, OpDefinition Op) {
  const auto [It, IsNew] = ByName.try_emplace(Name, std::move(Op));
  if (!IsNew)
    It->second = OpDefinition();
}

// torch.library.define("ns::op", "(Tensor x) -> Tensor")
// @torch.library.define(lib, "op(Tensor x) -> Tensor")
// lib.define("op(Tensor x) -> Tensor")
void OpDefinitions::defined(Node Call) {
  const Node Callee = Call.field("function");
  const bool IsFunction =
      F.names().qualifiedName(Callee) == "torch.library.define";
  const Node First = argumentOf(Call, 0, IsFunction ? "qualname" : "schema");
  const Node Second = IsFunction ? argumentOf(Call, 1, "schema") : Node();
  const Node Given = Second ? Second : First;
  const auto Schema =
      Given ? F.values().wholeString(Given) : std::optional<std::string>();
  if (!Schema)
    return;
  auto Op = definition(Call, *Schema, F.values().resolved(Given));
  if (!Op)
    return;
  std::string Name = StringRef(*Schema).take_until([](char C) {
    return C == '(';
  }).trim().str();
  if (const auto Whole = Second ? F.values().wholeString(First) : std::nullopt) {
    Name = *Whole;
  } else {
    const auto Library =
        torchLibrary(F, Second ? First : Callee.field("object"));
    if (!Library || Library->Namespace.empty())
      return;
    if (!StringRef(Name).contains("::"))
      Name = Library->Namespace + "::" + Name;
  }
  if (StringRef(Name).contains("::"))
    add(Name, std::move(*Op));
}

// @custom_op("ns::op", mutates_args=(), schema="(Tensor x) -> Tensor")
void OpDefinitions::custom(Node Call) {
  const Node NameOf = argumentOf(Call, 0, "name");
  const auto Name =
      NameOf ? F.values().wholeString(NameOf) : std::optional<std::string>();
  if (!Name)
    return;
  const Node Given = argumentOf(Call, ByNameOnly, "schema");
  if (Given && !F.values().isNone(Given)) {
    const auto Schema = F.values().wholeString(Given);
    auto Op = Schema ? definition(Call, *Schema, F.values().resolved(Given))
                     : std::nullopt;
    return add(*Name, Op ? std::move(*Op) : OpDefinition());
  }
  // What the function's annotations say.
  Node Function;
  const Node Around = Call.parent();
  if (Around.is("decorator"))
    Function = Around.parent().field("definition");
  else if (const Node Fn = argumentOf(Call, 1, "fn"); Fn.is("identifier"))
    Function = F.names().definition(Fn);
  OpDefinition Op;
  Op.IsInferred = true;
  if (Function.is("function_definition")) {
    Op.At = Call;
    const FakeValues V(F, Function);
    for (const Node &P : V.parameters())
      Op.Arguments.push_back(
          {V.isAnnotatedTensor(P) ? "Tensor" : "", P.text().str(), 0, false});
  }
  add(*Name, std::move(Op));
}

const OpDefinition *OpDefinitions::of(const FakeKernel &Kernel) const {
  const auto It = ByName.find(Kernel.Operator);
  return It != ByName.end() && It->second.At ? &It->second : nullptr;
}

std::vector<std::optional<size_t>>
OpDefinitions::argumentsFor(llvm::ArrayRef<Node> Parameters,
                            const FakeKernel &Kernel, const OpDefinition &Op) {
  std::vector<std::optional<size_t>> Result(Parameters.size());
  const auto IsParameter = [&](StringRef Name) {
    return llvm::any_of(Parameters,
                        [&](Node P) { return P.text() == Name; });
  };
  size_t Position = 0;
  for (size_t I = Kernel.Bound; I < Parameters.size(); ++I) {
    const StringRef Name = Parameters[I].text();
    if (llvm::is_contained(Kernel.BoundNames, Name))
      continue;
    const size_t Index = Position++;
    const auto Named =
        llvm::find_if(Op.Arguments, [&](const SchemaArgument &A) {
          return A.Name == Name;
        });
    if (Index >= Op.Arguments.size())
      continue;
    // Of another order nobody knows whether it is meant.
    if (Named == Op.Arguments.end() ? !IsParameter(Op.Arguments[Index].Name)
                                    : Named == Op.Arguments.begin() + Index)
      Result[I] = Index;
  }
  return Result;
}

} // namespace aoti_tidy::python
