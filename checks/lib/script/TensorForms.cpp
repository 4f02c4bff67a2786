// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors by what stands around others, x[0] and x.T; and the sizes and arguments
// that are taken from lists and from other tensors.
#include "checks/lib/script/Members.h"
#include "checks/lib/script/Tensors.h"
#include "checks/lib/torch/TensorSignatures.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// x.T, x.mT
StringRef transposing(StringRef Attribute) {
  return Attribute == "T" ? "t" : Attribute == "mT" ? "mT" : "";
}

/// The one expression between the brackets; null if there are several.
Node indexOf(Node Subscript) {
  const auto Parts = Subscript.children();
  return Parts.size() == 2 ? Parts.back() : Node();
}

} // namespace

/// The arguments of \p Call, with those that '*' and '**' hand over; nothing if
/// these are not known.
std::optional<llvm::SmallVector<Node, 4>>
Tensors::flatArguments(Node Call) const {
  llvm::SmallVector<Node, 4> Result;
  for (const Node &A : Call.field("arguments").children()) {
    if (!A.isSplat()) {
      Result.push_back(A);
      continue;
    }
    const auto Below = A.children();
    if (Below.size() != 1)
      return std::nullopt;
    if (A.is("list_splat")) {
      const auto Elements = F.values().elementsOf(Below.front());
      if (!Elements)
        return std::nullopt;
      llvm::append_range(Result, *Elements);
      continue;
    }
    const auto Entries = F.values().dictOf(Below.front());
    if (!A.is("dictionary_splat") || !Entries || !Entries->IsComplete)
      return std::nullopt;
    for (const Dict::Entry &E : Entries->Entries)
      Result.push_back(E.Whole);
  }
  return Result;
}

/// x.shape, x.size()
std::optional<IntList> Tensors::sizesIn(Node Expr) {
  Expr = F.values().resolved(Expr);
  const bool IsCall = Expr.is("call");
  if (IsCall && !Expr.field("arguments").children().empty())
    return std::nullopt;
  const Node Named = IsCall ? Expr.field("function") : Expr;
  if (!Named.is("attribute") || F.names().qualifiedName(Named) ||
      Named.field("attribute").text() != (IsCall ? "size" : "shape"))
    return std::nullopt;
  const auto Of = tensorOf(Named.field("object"));
  return Of && Of->Sizes ? std::optional(Of->Sizes->Value) : std::nullopt;
}

/// 8, x.shape[0], x.size(0)
Extent Tensors::extentOf(Node Expr) {
  if (const Node Value = turnOf(Expr))
    Expr = Value;
  if (const auto Integer = F.values().integerOf(Expr))
    return Integer;
  Expr = F.values().resolved(Expr);
  std::optional<TensorValue> Of;
  std::optional<int64_t> Dim;
  if (Expr.is("subscript")) {
    const Node Shape = F.values().resolved(Expr.field("value"));
    const Node Index = indexOf(Expr);
    if (Shape.is("attribute") && Shape.field("attribute").text() == "shape" &&
        Index) {
      Of = tensorOf(Shape.field("object"));
      Dim = F.values().integerOf(Index);
    }
  } else if (Expr.field("function").field("attribute").text() == "size") {
    const auto Given = Expr.field("arguments").children();
    if (Given.size() == 1) {
      Of = tensorOf(Expr.field("function").field("object"));
      Dim = F.values().integerOf(Given.front());
    }
  }
  if (!Of || !Of->Sizes || !Dim)
    return std::nullopt;
  const auto Rank = static_cast<int64_t>(Of->Sizes->Value.size());
  const int64_t At = *Dim < 0 ? *Dim + Rank : *Dim;
  return At >= 0 && At < Rank ? Of->Sizes->Value[At] : std::nullopt;
}

std::optional<TensorValue> Tensors::function(StringRef Name, Node Call) {
  Node Input;
  for (const Node &A : Call.field("arguments").children()) {
    if (!A.is("keyword_argument")) {
      Input = A;
      break;
    }
    if (schemaName(A.field("name").text()) == "self")
      Input = A.field("value");
  }
  auto Self = Input ? tensorOf(Input) : std::nullopt;
  Arguments Given;
  if (!Self || !addArguments(Call, functionSignature(Name)->Positional,
                             /*IsVariadic=*/false, Given, /*Skipped=*/1))
    return std::nullopt;
  Given.push_back({"self", std::move(*Self)});
  return run(Name, Call, std::move(Given));
}

/// self.x, which its class alone sets, once.
std::optional<TensorValue> Tensors::member(Node Attribute) {
  const Node Given = F.index<Members>().setByInit(Attribute);
  return Given && !mayMemberBeChanged(Attribute.field("attribute").text())
             ? tensorOf(Given)
             : std::nullopt;
}

std::optional<TensorValue> Tensors::attribute(Node Expr) {
  const StringRef Operator = transposing(Expr.field("attribute").text());
  if (Operator.empty())
    return member(Expr);
  const auto Self = tensorOf(Expr.field("object"));
  if (!Self)
    return std::nullopt;
  // With more than two dimensions, x.T reverses all of them.
  const bool IsOther =
      Operator == "t" && Self->Sizes && Self->Sizes->Value.size() > 2;
  return run(IsOther ? "index" : Operator, Expr, {{"self", *Self}});
}

/// x[0], x[None], x[:4], x[mask]; xs[0] of a list.
std::optional<TensorValue> Tensors::subscript(Node Expr) {
  const auto Self = tensorOf(Expr.field("value"));
  if (!Self) {
    const Node Element = F.values().elementAt(Expr);
    return Element ? tensorOf(Element) : std::nullopt;
  }
  const Node Index = indexOf(Expr);
  const Value First = Extent(0);
  if (Index && F.values().isNone(Index))
    return run("unsqueeze", Expr, {{"self", *Self}, {"dim", First}});
  if (const auto At = Index ? F.values().integerOf(Index) : std::nullopt)
    return run("select", Expr,
               {{"self", *Self}, {"dim", First}, {"index", At}});
  if (!Index.is("slice"))
    return run("index", Expr, {{"self", *Self}});
  // [start:end:step], each of which may be left out.
  static constexpr StringRef Names[] = {"start", "end", "step"};
  Arguments Given = {{"self", *Self}, {"dim", First}};
  unsigned Part = 0;
  for (const Node &N : Index.allChildren()) {
    if (N.is(":"))
      ++Part;
    else if (Part < 3)
      Given.push_back({Names[Part], valueOf(Names[Part], N)});
  }
  return run("slice", Expr, std::move(Given));
}

} // namespace aoti_tidy::python
