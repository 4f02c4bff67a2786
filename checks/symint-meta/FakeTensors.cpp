// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of a fake's expressions are tensors: see FakeValues.h.
#include "checks/lib/script/LoopTargets.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeLists.h"
#include "checks/symint-meta/FakeValues.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {

constexpr unsigned MaxDepth = 24;

static bool isNone(const File &F, Node Value) {
  return Value.is("none") || F.values().isNone(Value);
}

/// A parameter that is a list of tensors.
bool FakeValues::isTensorList(Node Expr) const {
  Expr = F.values().resolved(Expr);
  const auto P = Expr.is("identifier") ? parameter(Expr) : std::nullopt;
  return P && TensorLists.contains(*P);
}

bool FakeValues::isTensor(Node Expr, Of Which, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  Expr = F.values().resolved(Expr);
  return once(KnownTensors[static_cast<size_t>(Which)], Expr, Depth,
              [&] { return computeIsTensor(Expr, Which, Depth); });
}

bool FakeValues::computeIsTensor(Node Expr, Of Which, unsigned Depth) const {
  if (Expr.is("identifier"))
    return isTensorAsVariable(Expr, Which, Depth + 1);
  if (Expr.is("subscript")) {
    // 'x[0]', 'x[:n]'; a mask or index tensor has sizes of its own.
    const Node List = Expr.field("value"), Index = Expr.field("subscript");
    if (!Index.is("slice") && isTensorList(List))
      return Which == Of::All || !isOfModel(F.values().resolved(List).text());
    const auto Number = F.values().integerOf(Index);
    if (Number && isTensorAt(List, *Number, Which, Depth + 1))
      return true;
    return (Index.isAnyOf({"integer", "slice", "unary_operator"})) &&
           isTensor(List, Which, Depth + 1);
  }
  // x.contiguous() if x.stride(-1) != 1 else x
  if (Expr.is("conditional_expression")) {
    const auto Parts = Expr.children();
    return Parts.size() == 3 &&
           areTensors({Parts[0], Parts[2]}, Which, Depth + 1);
  }
  if (Expr.is("attribute")) {
    // x.mT
    if (llvm::is_contained({"T", "mT", "H", "mH"},
                           Expr.field("attribute").text()) &&
        isTensor(Expr.field("object"), Which, Depth + 1))
      return true;
    // view.t, view.flat
    if (isHeld(Expr, &FakeObject::Tensors))
      return Which == Of::All || !isHeld(Expr, &FakeObject::OfModel);
    const Callee Property = calleeOf(Expr);
    return Property.Function &&
           isReturnedTensor(Property, givenTo(Property, Expr), std::nullopt,
                            Which);
  }
  if (!Expr.is("call"))
    return false;
  // torch.empty_like(x)
  const auto Arguments = argumentsOf(Expr);
  if (const auto Name = F.names().qualifiedName(Expr.field("function"));
      Name && isIn(*Name, torchname::Torch))
    return StringRef(*Name).ends_with("_like") && !Arguments.empty() &&
           isTensor(Arguments.front(), Which, Depth + 1);
  if (const auto Call = methodCall(Expr);
      Call && keepsSizes(Call->Name) &&
      isTensor(Call->Object, Which, Depth + 1))
    return true;
  const Callee Called = calleeOf(Expr);
  return Called.Function &&
         isReturnedTensor(Called, givenTo(Called, Expr), std::nullopt, Which);
}

/// Whether what \p Values are the only ways to is a tensor, where it is not
/// None.
bool FakeValues::areTensors(llvm::ArrayRef<Node> Values, Of Which,
                            unsigned Depth) const {
  bool HasTensor = false;
  return llvm::all_of(Values,
                      [&](Node Value) {
                        if (isNone(F, Value))
                          return true;
                        HasTensor = true;
                        return isTensor(Value, Which, Depth + 1);
                      }) &&
         HasTensor;
}

/// A parameter, a name that is a tensor by all that it may have been given, a
/// target: 'for t in xs', 'q, k = [f(t) for t in (q, k)]'.
bool FakeValues::isTensorAsVariable(Node Use, Of Which, unsigned Depth) const {
  bool HasTensor = false;
  for (const Origin &O : F.names().originsOf(Use)) {
    if (O.Given && isNone(F, O.Given))
      continue;
    HasTensor = true;
    const auto P = llvm::find(Parameters, O.Target);
    const size_t Index = P - Parameters.begin();
    const bool IsTensor =
        P != Parameters.end()
            ? Tensors.contains(Index) &&
                  (Which == Of::All || !OfModel.contains(Index))
        : O.Given ? isTensor(O.Given, Which, Depth + 1)
                  : isTensorAsTarget(O.Target, Which, Depth + 1);
    if (!IsTensor)
      return false;
  }
  return HasTensor;
}

bool FakeValues::mayBeNone(Node Expr) const {
  return Expr.is("identifier") &&
         llvm::any_of(F.names().originsOf(Expr), [&](const Origin &O) {
           if (O.Given)
             return isNone(F, O.Given);
           const Node Parameter = O.Target.parent();
           return Parameter.isAnyOf({"default_parameter", "typed_parameter",
                                     "typed_default_parameter"}) &&
                  (isNone(F, Parameter.field("value")) ||
                   Parameter.field("type").text().contains("Optional") ||
                   Parameter.field("type").text().contains("None"));
         });
}

bool FakeValues::isTensorAsTarget(Node Target, Of Which, unsigned Depth) const {
  const TargetPlace At = placeOf(Target);
  if (Depth > MaxDepth || At.IsSplat)
    return false;
  if (At.isLoop()) {
    const Node Over = iteratedAt(F, At.Holder.field("right"), At.Path);
    if (Over && isTensorList(Over))
      return Which == Of::All || !isOfModel(Target.text());
    return Over && isListOfTensors(Over, Which, Depth + 1);
  }
  return At.Holder.is("assignment") && At.Path.size() == 1 &&
         isTensorAt(At.Holder.field("right"), At.Index, Which, Depth + 1);
}

/// '(q, k)', '[f(t) for t in (q, k)]': each of its elements is a tensor or None.
bool FakeValues::isListOfTensors(Node List, Of Which, unsigned Depth) const {
  const ListParts Of = listParts(F, List);
  llvm::SmallVector<Node, 4> Values;
  for (const ListPart &P : Of.Parts)
    if (P.What != ListPart::Kind::Other)
      Values.push_back(P.Value);
    else if (!isTensorList(P.Value))
      return false;
  return Of.Replaced.empty() &&
         (Values.empty() ? !Of.Parts.empty()
                         : areTensors(Values, Which, Depth + 1));
}

/// List[Index], where Index counts from the back if it is negative.
bool FakeValues::isTensorAt(Node List, int64_t Index, Of Which,
                            unsigned Depth) const {
  const ListParts Of = listParts(F, List);
  if (Depth > MaxDepth || !Of.Replaced.empty() || Of.Parts.empty())
    return false;
  if (Of.Parts.size() == 1 && Of.Parts[0].What == ListPart::Kind::Other) {
    const Node Call = F.values().resolved(Of.Parts[0].Value);
    if (!Call.is("call"))
      return false;
    if (F.names().qualifiedName(Call.field("function")) == "builtins.map")
      return isMappedTensor(Call, Which, Depth + 1);
    const Callee Called = calleeOf(Call);
    return Called.Function &&
           isReturnedTensor(Called, givenTo(Called, Call), Index, Which);
  }
  if (llvm::any_of(Of.Parts, [](const ListPart &P) {
        return P.What != ListPart::Kind::Element;
      }))
    return isListOfTensors(List, Which, Depth + 1);
  const int64_t Count = Of.Parts.size(), At = Index < 0 ? Index + Count : Index;
  return 0 <= At && At < Count &&
         isTensor(Of.Parts[At].Value, Which, Depth + 1);
}

/// map(f, (q, k))
bool FakeValues::isMappedTensor(Node Map, Of Which, unsigned Depth) const {
  const auto Arguments = argumentsOf(Map);
  const Callee Called =
      Arguments.size() < 2 ? Callee() : functionNamed(F, Arguments.front());
  if (!Called.Function)
    return false;
  const FakeValues Inner(*Called.In, Called.Function);
  Given Known;
  Known.IsCall = true;
  size_t Position = Called.Bound;
  for (const Node &List : llvm::drop_begin(Arguments)) {
    if (Position >= Inner.parameters().size())
      return false;
    const StringRef Name = Inner.parameters()[Position++].text();
    if (isListOfTensors(List, Which, Depth + 1))
      Known.Tensors.push_back(Name);
  }
  return isReturnedTensor(Called, Known, std::nullopt, Which);
}

} // namespace aoti_tidy::python
