// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ShapeSpecs.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy::python {

using SaidKind = SaidDimension::Kind;

/// Whether \p Use of a name leaves what it stands for as it is: it is given to
/// torch, or is part of something that is.
static bool isLeftAsItIs(Node Use, const File &F) {
  Node Up = Use.parent();
  if (Up.is("assignment"))
    return Up.field("left") == Use || Up.field("right") == Use;
  while (Up.isAnyOf({"pair", "dictionary", "tuple", "list", "keyword_argument",
                     "argument_list", "parenthesized_expression",
                     "expression_list"}))
    Up = Up.parent();
  if (Up.is("assignment") || Up.is("comparison_operator"))
    return true;
  if (!Up.is("call"))
    return false;
  const auto Callee = F.names().qualifiedName(Up.field("function"));
  return Callee && (isIn(*Callee, torchname::Torch) ||
                    *Callee == "builtins.print" || *Callee == "builtins.len");
}

Node unchanged(Node Expr, const File &F) {
  const Node Result = F.values().resolved(Expr);
  if (Result == Expr || !Result.isAnyOf({"dictionary", "list", "tuple"}))
    return Result;
  for (unsigned Steps = 0; Expr.is("identifier") && Steps < 8; ++Steps) {
    if (!llvm::all_of(F.names().occurrences(Expr),
                      [&](Node Use) { return isLeftAsItIs(Use, F); }))
      return Expr;
    Expr = F.names().assignedValue(Expr);
  }
  return Result;
}

/// 'Dim("batch", min=2, max=64)', 'Dim.AUTO(min=2)'
static void readCall(const Call &C, const File &F, SaidDimension &Into) {
  const auto Bound = [&](unsigned Index, llvm::StringRef Name) {
    const Argument *A = C.argument(Index, Name);
    return A ? F.values().integerOf(A->Value) : std::nullopt;
  };
  if (C.HasUnpacking)
    return;
  if (C.Callee == torchname::Dim) {
    Into.Is = SaidKind::Named;
    Into.Min = Bound(~0U, "min");
    Into.Max = Bound(~0U, "max");
    if (const Argument *Name = C.argument(0, "name"))
      Into.Name = F.values().wholeString(Name->Value).value_or("");
  } else if (C.Callee == torchname::DimAuto) {
    Into.Is = SaidKind::Auto;
  } else if (C.Callee == torchname::DimDynamic) {
    Into.Is = SaidKind::Dynamic;
  }
}

SaidDimension saidDimension(Node Expr, const File &F) {
  SaidDimension Result;
  Result.At = Expr;
  const Node Said = F.values().resolved(Expr);
  if (Said.is("none")) {
    Result.Is = SaidKind::Static;
  } else if (const Call *C = F.callAt(Said)) {
    readCall(*C, F, Result);
  } else if (const auto Number = F.values().integerOf(Said)) {
    Result.Is = SaidKind::Number;
    Result.Min = Result.Max = *Number;
  } else if (F.values().wholeString(Said)) {
    Result.Is = SaidKind::String;
  } else if (const auto Name = F.names().qualifiedName(Said)) {
    if (*Name == torchname::DimStatic)
      Result.Is = SaidKind::Static;
    else if (*Name == torchname::DimAuto)
      Result.Is = SaidKind::Auto;
    else if (*Name == torchname::DimDynamic)
      Result.Is = SaidKind::Dynamic;
  }
  return Result;
}

Node shapeEntry(Node Shapes, size_t Index, llvm::StringRef Name,
                const File &F) {
  if (const auto ByPlace = F.values().elementsOf(Shapes))
    return Index < ByPlace->size() ? (*ByPlace)[Index] : Node();
  const auto ByName = F.values().dictOf(Shapes);
  if (ByName && ByName->IsComplete && !Name.empty())
    for (const Dict::Entry &E : ByName->Entries)
      if (E.Name == Name)
        return E.Value;
  return {};
}

std::optional<SaidShape> saidShape(Node Expr, const File &F) {
  const Node Said = unchanged(Expr, F);
  SaidShape Result;
  if (Said.is("dictionary")) {
    for (Node Pair : Said.children()) {
      const auto Key = Pair.is("pair") ? F.values().integerOf(Pair.field("key"))
                                       : std::nullopt;
      if (!Key)
        return std::nullopt;
      Result.Dims.push_back({*Key, saidDimension(Pair.field("value"), F)});
    }
    return Result;
  }
  if (!Said.isAnyOf({"list", "tuple"}))
    return std::nullopt;
  Result.IsList = true;
  for (const auto &[I, Dim] : llvm::enumerate(Said.children())) {
    if (Dim.isSplat())
      return std::nullopt;
    Result.Dims.push_back({I, saidDimension(Dim, F)});
  }
  return Result;
}

} // namespace aoti_tidy::python
