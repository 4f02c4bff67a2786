// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeSchemas.h"
#include "checks/symint-meta/SymIntMetaRule.h"
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

/// Where a parameter becomes a size.
struct SizeUse {
  Node At;
  bool IsShape = false; ///< the whole shape
};

/// Notes in \p Uses that \p Argument is a size, or several, of a tensor.
void noteUse(SymbolicFunction &Kernel, Node Argument, bool IsWhole,
             std::vector<SizeUse> &Uses, unsigned Depth = 0) {
  const auto Note = [&](std::optional<unsigned> P, Node At, bool IsShape) {
    if (P && (!Uses[*P].At || (IsShape && !Uses[*P].IsShape)))
      Uses[*P] = {At, IsShape};
  };
  const auto Parts = Argument.children();
  if (Argument.is("list_splat") && Parts.size() == 1)
    return noteUse(Kernel, Parts.front(), IsWhole, Uses, Depth);
  if (Argument.isAnyOf({"list", "tuple"}) && Depth == 0) {
    for (const Node &E : Parts)
      // '[*sizes]' is all of them, '[n]' is one.
      noteUse(Kernel, E, IsWhole && Parts.size() == 1 && E.is("list_splat"),
              Uses, Depth + 1);
    return;
  }
  const SymbolicValue V = Kernel.of(Argument);
  const bool IsList = V.is(SymbolicValue::Kind::List);
  Note(V.SchemaInt, Argument, IsWhole && IsList);
  for (const SymbolicValue &E : V.elements())
    Note(IsList && !V.SchemaInt ? E.SchemaInt : std::nullopt, Argument, false);
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
    // Of another order nobody knows whether it is meant.
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

std::vector<Finding> schemaInts(SymbolicFunction &Kernel,
                                const OpDefinition &Op) {
  const auto Parameters = parametersOf(Kernel.function());
  const auto Indices = argumentsFor(Parameters, Op);
  std::vector<SizeUse> Uses(Parameters.size());
  forEachNode(Kernel.function().field("body"), [&](Node N) {
    const auto Sizes =
        N.is("call") ? Kernel.sizesGiven(N) : llvm::SmallVector<Node, 4>();
    // x.repeat(times) has other sizes than 'times'.
    const bool IsShape =
        Sizes.size() == 1 &&
        N.field("function").field("attribute").text() != "repeat";
    for (const Node &Size : Sizes)
      noteUse(Kernel, Size, IsShape, Uses);
    return !N.isAnyOf({"function_definition", "class_definition", "lambda"});
  });
  std::vector<Finding> Result;
  const bool WantsSingle =
      Kernel.file().settings().flag("aoti-symint-meta.SchemaInts");
  for (size_t I = 0; I < Parameters.size(); ++I) {
    if (!Indices[I] || !Uses[I].At || !Op.Arguments[*Indices[I]].isInt())
      continue;
    const SchemaArgument &A = Op.Arguments[*Indices[I]];
    if (!isReportedSize(StringRef(A.Type).starts_with("int[]"), Uses[I].IsShape,
                        WantsSingle))
      continue;
    Finding &Found = Result.emplace_back();
    Found.setRange(rangeOf(Parameters[I].Name));
    Found.Message = sizeProblem({.Name = Parameters[I].Name.text().str()});
    Found.Notes.push_back(
        {rangeOf(Uses[I].At), noteText(SymIntNote::SizeUse).str()});
    Note Schema = {rangeOf(Op.At), noteText(SymIntNote::SchemaIsHere).str()};
    if (Op.Literal) {
      const auto Type = unsigned(int64_t(A.TypeOffset) + Op.LiteralShift);
      Schema.setRange({Type, Type + unsigned(StringRef("int").size())});
      Schema.Fix = {{Schema.range(), "SymInt"}};
    }
    Found.Notes.push_back(std::move(Schema));
  }
  return Result;
}

} // namespace aoti_tidy::python
