// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeCode.h"
#include "checks/symint-meta/SymIntMetaRule.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

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
