// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of a fake's expressions is a size: see FakeValues.h.
#include "checks/lib/script/LoopTargets.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeArguments.h"
#include "checks/symint-meta/FakeChecks.h"
#include "checks/symint-meta/FakeLists.h"
#include "checks/symint-meta/FakeValues.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 24;
constexpr unsigned MaxLists = 3;  ///< in lists
constexpr size_t MaxOrigins = 64; ///< of a name, by way of '+=' too

bool isOneOf(StringRef Name, llvm::ArrayRef<StringRef> Names) {
  return llvm::is_contained(Names, Name);
}

} // namespace

/// x.shape, x.size(), x.stride(), a parameter that is one
bool FakeValues::isShape(Node Expr, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  Expr = F.values().resolved(Expr);
  if (Expr.is("identifier")) {
    const auto P = parameter(Expr);
    return P ? SizeLists.contains(*P)
             : isSizesAsTarget(F.names().bindingOf(Expr), Depth + 1);
  }
  if (Expr.is("attribute") &&
      ((Expr.field("attribute").text() == "shape" &&
        isSizedTensor(Expr.field("object"), Depth + 1)) ||
       isHeld(Expr, &FakeObject::SizeLists)))
    return true;
  if (const auto Call = methodCall(Expr);
      Call && Call->Name == "size" && Call->Arguments.empty())
    return isSizedTensor(Call->Object, Depth + 1);
  return isReturned(Expr,
                    [](const FakeValues &V, Node Of) { return V.isSizes(Of); });
}

Node shapeOwner(Node Shape) {
  if (Shape.is("attribute") && Shape.field("attribute").text() == "shape")
    return Shape.field("object");
  const auto Call = methodCall(Shape);
  return Call && Call->Name == "size" && Call->Arguments.empty() ? Call->Object
                                                                 : Node();
}

/// Whether a size is the element \p Index of what the call is given that makes
/// \p Tensor: of 'x.new_empty(n, 3)', 'torch.zeros([n, 3])', 'x.view(-1, n)'.
bool FakeValues::isMadeSizeAt(Node Tensor, int64_t Index,
                              unsigned Depth) const {
  if (!Tensor || Depth > MaxDepth)
    return false;
  Tensor = F.values().resolved(Tensor);
  const auto Given = Tensor.is("call")
                         ? sizeArguments(F, *this, Tensor)
                         : decltype(sizeArguments(F, *this, Tensor))();
  ListParts Sizes;
  for (const Node &Size : Given) {
    ListParts Of;
    if (Size.isSplat() && Size.children().size() == 1)
      Of = listParts(F, Size.children().front());
    else if (Given.size() == 1 && !F.values().integerOf(Size) &&
             !isSize(Size, Depth + 1))
      Of = listParts(F, Size);
    else
      Of.Parts.push_back({Size, ListPart::Kind::Element});
    llvm::append_range(Sizes.Parts, Of.Parts);
    if (!Of.Replaced.empty())
      return false;
  }
  const bool IsCounted = llvm::all_of(Sizes.Parts, [](const ListPart &P) {
    return P.What == ListPart::Kind::Element;
  });
  const int64_t Count = Sizes.Parts.size();
  const int64_t At = Index < 0 ? Index + Count : Index;
  // What is left of a tensor's sizes.
  if (IsCounted && 0 <= At && At < Count &&
      F.values().integerOf(Sizes.Parts[At].Value) == -1) {
    const auto View = methodCall(Tensor);
    return View && isSizedTensor(View->Object, Depth + 1);
  }
  return isSizeAt(Sizes, Index, Depth + 1);
}

bool FakeValues::isPartOfSizes(const ListPart &P, unsigned Depth) const {
  return P.What == ListPart::Kind::Other ? isShape(P.Value, Depth + 1)
                                         : isSize(P.Value, Depth + 1);
}

bool FakeValues::isSizes(Node Expr, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  const ListParts List = listParts(F, Expr);
  const auto IsSize = [&](Node Value) { return isSize(Value, Depth + 1); };
  return !List.Parts.empty() &&
         llvm::all_of(
             List.Parts,
             [&](const ListPart &P) { return isPartOfSizes(P, Depth + 1); }) &&
         llvm::all_of(List.Replaced, [&](const ListParts::Replacement &R) {
           return IsSize(R.Value);
         });
}

bool FakeValues::hasSizes(Node Expr, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  const ListParts List = listParts(F, Expr);
  return llvm::any_of(
             List.Parts,
             [&](const ListPart &P) { return isPartOfSizes(P, Depth + 1); }) ||
         llvm::any_of(List.Replaced,
                      [&](const ListParts::Replacement &R) {
                        return isSize(R.Value, Depth + 1);
                      }) ||
         isReturned(
             Expr, [](const FakeValues &V, Node Of) { return V.hasSizes(Of); });
}

bool FakeValues::isMadeOfSizes(Node Expr, unsigned Depth) const {
  if (Depth > MaxLists)
    return false;
  return isSize(Expr) || hasSizes(Expr) ||
         llvm::any_of(listParts(F, Expr).Parts, [&](const ListPart &P) {
           return P.What != ListPart::Kind::Other &&
                  isMadeOfSizes(P.Value, Depth + 1);
         });
}

bool FakeValues::isUnhashable(Node Expr, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  Expr = F.values().resolved(Expr);
  return once(KnownUnhashable, Expr, Depth,
              [&] { return computeIsUnhashable(Expr, Depth); });
}

bool FakeValues::computeIsUnhashable(Node Expr, unsigned Depth) const {
  // A quotient can be hashed: by the example's number.
  if (isSize(Expr, Depth + 1))
    return isInteger(Expr, Depth + 1) &&
           !F.index<CheckedSizes>().isChecked(Expr, Expr);
  if (Expr.is("tuple"))
    return llvm::any_of(Expr.children(), [&](Node Part) {
      return isUnhashable(Part.isSplat() ? Part.children().front() : Part,
                          Depth + 1);
    });
  // PlanKey(x.shape[0], x.dtype)
  if (const FakeClass Class = classCalled(Expr);
      Class && Class.isHashedByFields())
    return llvm::any_of(argumentsOf(Expr), [&](Node A) {
      return !A.isSplat() &&
             isUnhashable(A.is("keyword_argument") ? A.field("value") : A,
                          Depth + 1);
    });
  return isSizes(Expr, Depth + 1) ||
         isReturned(Expr, [](const FakeValues &V, Node Of) {
           return V.isUnhashable(Of);
         });
}

/// The element that \p Index counts from the front, or, if it is negative, from
/// the back.
bool FakeValues::isSizeAt(const ListParts &List, int64_t Index,
                          unsigned Depth) const {
  auto Parts = List.Parts;
  if (Index < 0)
    std::reverse(Parts.begin(), Parts.end());
  int64_t Left = Index < 0 ? -(Index + 1) : Index;
  for (size_t I = 0; I < Parts.size(); ++I, --Left) {
    if (Parts[I].What == ListPart::Kind::Element) {
      if (Left == 0)
        return isSize(Parts[I].Value, Depth + 1);
      continue;
    }
    // Any number of elements: it may be one of these, or one behind them. A
    // shape has at least one.
    const auto IsSize = [&](const ListPart &P) {
      return isPartOfSizes(P, Depth + 1);
    };
    return (Left == 0 && Parts[I].What == ListPart::Kind::Other &&
            !Parts[I].MayBeEmpty && IsSize(Parts[I])) ||
           llvm::all_of(llvm::drop_begin(Parts, I), IsSize);
  }
  return false;
}

/// Whether both are the same number, or compute the same.
static bool isSameIndex(const File &F, Node A, Node B) {
  const auto NumberA = F.values().integerOf(A);
  const auto NumberB = F.values().integerOf(B);
  return NumberA && NumberB ? NumberA == NumberB : isSameText(F, A, B);
}

/// List[Index]
bool FakeValues::isSizeAt(Node List, Node Index, unsigned Depth) const {
  const ListParts Of = listParts(F, List);
  const auto Number = F.values().integerOf(Index);
  for (const ListParts::Replacement &R : llvm::reverse(Of.Replaced))
    if (isSameIndex(F, R.Index, Index))
      return isSize(R.Value, Depth + 1);
  if (Number ? isSizeAt(Of, *Number, Depth + 1) : hasSizes(List, Depth + 1))
    return true;
  if (Number &&
      isMadeSizeAt(shapeOwner(F.values().resolved(List)), *Number, Depth + 1))
    return true;
  // {"rows": x.shape[0]}["rows"]
  const auto Entries = F.values().dictOf(List);
  const auto Key = Entries ? F.values().wholeString(Index) : std::nullopt;
  if (Key)
    for (const Dict::Entry &E : Entries->Entries)
      if (E.Name == Key)
        return isSize(E.Value, Depth + 1);
  return Number && isReturned(List, [&](const FakeValues &V, Node Returned) {
           return V.isSizeAt(listParts(F, Returned), *Number, 0);
         });
}

/// 'm, n = x.shape', 'for d in x.shape', '[d for d in x.shape]'.
bool FakeValues::isSizeAsTarget(Node Target, unsigned Depth) const {
  const TargetPlace At = placeOf(Target);
  if (Depth > MaxDepth || At.IsSplat)
    return false;
  if (At.isLoop()) {
    const Node Over = iteratedAt(F, At.Holder.field("right"), At.Path);
    return Over && hasSizes(Over, Depth + 1);
  }
  const Node Right = At.Holder.field("right");
  if (!At.Holder.is("assignment") || At.Path.size() != 1)
    return false;
  return isSizeAt(listParts(F, Right), At.Index, Depth + 1) ||
         isMadeSizeAt(shapeOwner(F.values().resolved(Right)), At.Index,
                      Depth + 1) ||
         isReturned(Right, [&](const FakeValues &V, Node Returned) {
           return V.isSizeAt(listParts(F, Returned), At.Index, 0);
         });
}

/// '*b, n = x.shape'
bool FakeValues::isSizesAsTarget(Node Target, unsigned Depth) const {
  if (!Target.parent().is("list_splat_pattern"))
    return false;
  const TargetPlace At = placeOf(Target);
  return At.Holder.is("assignment") &&
         isSizes(At.Holder.field("right"), Depth + 1);
}

/// A name that has several values, or one that is computed step by step.
bool FakeValues::isSizeAsVariable(Node Use, unsigned Depth) const {
  auto Open = F.names().originsOf(Use);
  llvm::DenseSet<const void *> Seen;
  while (!Open.empty() && Seen.size() < MaxOrigins) {
    const Origin O = Open.pop_back_val();
    if (!Seen.insert(O.Target.id()).second)
      continue;
    if (O.Given ? isSize(O.Given, Depth + 1)
                : isSizeAsTarget(O.Target, Depth + 1))
      return true;
    const Node Holder = O.Target.parent();
    if (!Holder.is("augmented_assignment"))
      continue;
    // n += x.shape[0]; n //= 2, which was a size before
    if (isSize(Holder.field("right"), Depth + 1))
      return true;
    Open.append(F.names().originsBefore(O.Target));
  }
  return false;
}

bool FakeValues::isSize(Node Expr, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  Expr = F.values().resolved(Expr);
  return once(KnownSizes, Expr, Depth,
              [&] { return computeIsSize(Expr, Depth); });
}

bool FakeValues::computeIsSize(Node Expr, unsigned Depth) const {
  if (Expr.is("identifier")) {
    const auto P = parameter(Expr);
    return P ? Sizes.contains(*P) : isSizeAsVariable(Expr, Depth + 1);
  }
  if (Expr.is("subscript"))
    return !Expr.field("subscript").is("slice") &&
           isSizeAt(Expr.field("value"), Expr.field("subscript"), Depth + 1);
  if (Expr.is("unary_operator"))
    return isSize(Expr.field("argument"), Depth + 1);
  if (Expr.is("conditional_expression")) {
    const auto Parts = Expr.children();
    return Parts.size() == 3 &&
           (isSize(Parts[0], Depth + 1) || isSize(Parts[2], Depth + 1));
  }
  if (Expr.is("binary_operator")) {
    const Node Left = Expr.field("left"), Right = Expr.field("right");
    if (Left.isAnyOf({"list", "tuple", "string"}) ||
        Right.isAnyOf({"list", "tuple", "string"}))
      return false;
    return isSize(Left, Depth + 1) || isSize(Right, Depth + 1);
  }
  // plan.rows, of a field or a property
  if (Expr.is("attribute"))
    return isHeld(Expr, &FakeObject::Sizes) ||
           isReturned(
               Expr, [](const FakeValues &V, Node Of) { return V.isSize(Of); });
  return Expr.is("call") && isSizeCall(Expr, Depth);
}

bool FakeValues::isSizeCall(Node Call, unsigned Depth) const {
  const auto Arguments = argumentsOf(Call);
  if (const auto Method = methodCall(Call)) {
    if (isOneOf(Method->Name, {"numel", "nelement", "storage_offset"}) &&
        Arguments.empty())
      return isSizedTensor(Method->Object, Depth + 1);
    // The last stride is 1.
    if (isOneOf(Method->Name, {"size", "stride"}) && Arguments.size() == 1) {
      const auto Index = F.values().integerOf(Arguments.front());
      if (Method->Name == "size" && Index &&
          isMadeSizeAt(Method->Object, *Index, Depth + 1))
        return true;
      return (Method->Name == "size" || Index != -1) &&
             isSizedTensor(Method->Object, Depth + 1);
    }
  }
  const auto Name = F.names().qualifiedName(Call.field("function"));
  if (!Name)
    return isReturned(
        Call, [](const FakeValues &V, Node Of) { return V.isSize(Of); });
  if (isOneOf(*Name, {"math.prod", "builtins.sum", "builtins.max",
                      "builtins.min", "numpy.prod", torchname::SymSum}) &&
      Arguments.size() == 1)
    return hasSizes(Arguments[0], Depth + 1);
  // functools.reduce(operator.mul, x.shape, 1)
  if (*Name == "functools.reduce" && Arguments.size() >= 2)
    return hasSizes(Arguments[1], Depth + 1);
  if (isOneOf(*Name,
              {"math.ceil", "math.floor", "math.pow", "math.trunc",
               "builtins.max", "builtins.min", "builtins.round", "builtins.abs",
               "triton.cdiv", torchname::SymMax, torchname::SymMin}))
    return llvm::any_of(Arguments,
                        [&](Node A) { return isSize(A, Depth + 1); });
  // Of another module.
  return isReturned(Call,
                    [](const FakeValues &V, Node Of) { return V.isSize(Of); });
}

bool FakeValues::isInteger(Node Size, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  Size = F.values().resolved(Size);
  return once(KnownIntegers, Size, Depth,
              [&] { return computeIsInteger(Size, Depth); });
}

bool FakeValues::computeIsInteger(Node Size, unsigned Depth) const {
  const auto IsInteger = [&](Node N) { return isInteger(N, Depth + 1); };
  if (Size.is("integer"))
    return true;
  if (Size.is("unary_operator"))
    return IsInteger(Size.field("argument"));
  if (Size.is("identifier")) {
    const auto P = parameter(Size);
    if (P)
      return Sizes.contains(*P);
    // m, n = x.shape
    const TargetPlace At = placeOf(F.names().bindingOf(Size));
    if (shapeOwner(F.values().resolved(At.Holder.field("right"))))
      return true;
    const ListParts List = listParts(F, At.Holder.field("right"));
    return List.Replaced.empty() &&
           llvm::all_of(List.Parts, [&](const ListPart &P) {
             return P.What == ListPart::Kind::Other &&
                    isShape(P.Value, Depth + 1);
           });
  }
  if (Size.is("binary_operator"))
    return !isOneOf(Size.field("operator").text(), {"/", "**"}) &&
           IsInteger(Size.field("left")) && IsInteger(Size.field("right"));
  if (Size.is("subscript")) {
    if (shapeOwner(F.values().resolved(Size.field("value"))))
      return true;
    return areIntegers(Size.field("value"), Depth + 1);
  }
  if (!Size.is("call"))
    return false;
  const auto Name = F.names().qualifiedName(Size.field("function"));
  const auto Arguments = argumentsOf(Size);
  if (!Name)
    return methodCall(Size) && isSize(Size, Depth + 1);
  // They make an integer of what they are given, and keep it a symbol.
  if (isOneOf(*Name, {"math.ceil", "math.floor"}))
    return true;
  return isOneOf(*Name, {"builtins.max", "builtins.min", "triton.cdiv"}) &&
         Arguments.size() > 1 && llvm::all_of(Arguments, IsInteger);
}

bool FakeValues::areIntegers(Node List, unsigned Depth) const {
  const ListParts Of = listParts(F, List);
  return Depth <= MaxDepth && Of.Replaced.empty() && !Of.Parts.empty() &&
         llvm::all_of(Of.Parts, [&](const ListPart &P) {
           return P.What == ListPart::Kind::Other
                      ? isShape(P.Value, Depth + 1)
                      : isInteger(P.Value, Depth + 1);
         });
}

} // namespace aoti_tidy::python
