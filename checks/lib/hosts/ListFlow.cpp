// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assignments, and what becomes of lists of tensors.
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/FunctionFlow.h"
#include "checks/lib/hosts/LocalNames.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

Ways joined(const Ways &Front, const Ways &Back) {
  const auto *A = only<TensorList>(Front);
  const auto *B = only<TensorList>(Back);
  if (A && B) {
    TensorList Both = *A;
    llvm::append_range(Both, *B);
    return {std::move(Both)};
  }
  return unite(Front, bagOf(elementsOf(Back)));
}

} // namespace

/// 'for (auto &x : v) x = f(x);', as one assignment of v.
void FunctionFlow::assignElements(const CXXForRangeStmt &For) {
  const ValueDecl *List = placeNamed(For.getRangeInit());
  const VarDecl *Element = For.getLoopVariable();
  const Expr *Value = elementwiseAssignment(For)->getArg(1);
  if (!List)
    return;
  const auto Assigned = [&](const TensorValues &Old) {
    State.set(*Element, waysOf(Old));
    return tensorsOf(evaluate(Value));
  };
  Ways Known = mapWays(State.get(*List), [&](const aoti_tidy::Value &V) {
    if (std::holds_alternative<TensorBag>(V))
      return bagOf(Assigned(elementsOf({V})));
    const auto *Tensors = std::get_if<TensorList>(&V);
    if (!Tensors)
      return Ways();
    TensorList Result;
    for (const TensorValues &Old : *Tensors)
      Result.push_back(Assigned(Old));
    return Ways{std::move(Result)};
  });
  State.set(*Element, {});
  State.set(*List, std::move(Known));
}

/// batch.ids = x
void FunctionFlow::assignMember(const Expr *Target, const ValueDecl &Struct,
                                Ways Members, const Ways &W) {
  const auto *Member = dyn_cast<MemberExpr>(Target->IgnoreParenImpCasts());
  const auto *Field =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  // batch.list[0] = x, batch.inner.ids = x: no tensor of its own.
  if (!Field || variableOf(Member->getBase()) != &Struct)
    return;
  Members = present(Members);
  auto *Tensors =
      Members.size() == 1 ? std::get_if<TensorList>(&Members.front()) : nullptr;
  if (!Tensors || Field->getFieldIndex() >= Tensors->size())
    return State.set(Struct, {});
  if (isPart(Field->getType()))
    (*Tensors)[Field->getFieldIndex()] = partOf(W);
  State.set(Struct, std::move(Members));
}

/// 'x = y;' somewhere in 'for (auto &x : v)'
void FunctionFlow::assignElement(const CXXForRangeStmt &For,
                                 const VarDecl &Element, Ways W) {
  // An elementwise loop was handled as a whole where it began.
  const bool IsDone = Graph.Uses.elementwiseLoopAt(For.getRangeStmt());
  if (const ValueDecl *List = placeNamed(For.getRangeInit()); List && !IsDone)
    State.set(*List, mapWays(State.get(*List), [&](const Value &V) {
      if (const auto *Tensors = std::get_if<TensorList>(&V)) {
        TensorList Result;
        for (const TensorValues &Old : *Tensors)
          Result.push_back(unite(Old, tensorsOf(W)));
        return Ways{std::move(Result)};
      }
      return bagOf(unite(elementsOf({V}), tensorsOf(W)));
    }));
  State.set(Element, std::move(W));
}

void FunctionFlow::assign(const Expr *Target, Ways W) {
  Target = withoutNames(Target);
  if (const auto *Element = dyn_cast_or_null<VarDecl>(placeNamed(Target)))
    if (const CXXForRangeStmt *For = rangeLoopOf(*Element))
      return assignElement(*For, *Element, std::move(W));
  if (const ValueDecl *Place = placeNamed(Target)) {
    if (W.empty() && isDevice(Place->getType()) && isa<VarDecl>(Place))
      W = {deviceIn(*Place)};
    // A tensor's data: the tensor is what it was.
    State.set(*Place, std::move(W));
    return;
  }
  const ValueDecl *Root = rootNamed(Target);
  if (!Root) {
    // The object may be this one.
    if (const MemberExpr *Member = memberRootOf(Target))
      State.set(*Member->getMemberDecl(), {});
    return;
  }
  Ways List = State.get(*Root);
  if (isTensorStruct(Root->getType()) || isOptional(Root->getType()))
    return assignMember(Target, *Root, std::move(List), W);
  // v[0] = x, v.back() = x
  if (only<TensorBag>(List))
    return State.set(*Root, bagOf(unite(elementsOf(List), tensorsOf(W))));
  auto *Tensors =
      List.size() == 1 ? std::get_if<TensorList>(&List.front()) : nullptr;
  if (!Tensors)
    return State.set(*Root, {});
  const Extent Position = positionOf(Target, List);
  if (Position && std::cmp_less(*Position, Tensors->size()))
    (*Tensors)[*Position] = tensorsOf(W);
  else
    for (const TensorValues Each = tensorsOf(W);
         TensorValues &Element : *Tensors)
      Element = unite(std::move(Element), Each);
  State.set(*Root, std::move(List));
}

/// Which element of \p List 'v[0]', 'v.back()', 'std::get<1>(v)' is.
Extent FunctionFlow::positionOf(const Expr *Element, const Ways &List) {
  const auto *Call = dyn_cast<CallExpr>(Element->IgnoreParenImpCasts());
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return std::nullopt;
  Extent Position;
  if (isa<CXXOperatorCallExpr>(Call)) {
    Position = integerOf(evaluate(Call->getArg(1)));
  } else if (Callee->getName() == "get") {
    const auto *Types = Callee->getTemplateSpecializationArgs();
    if (Types && Types->size() > 0 &&
        Types->get(0).getKind() == TemplateArgument::Integral)
      Position = Types->get(0).getAsIntegral().getExtValue();
  } else if (Callee->getName() == "at") {
    Position = integerOf(evaluate(Call->getArg(0)));
  } else if (Callee->getName() == "front") {
    Position = 0;
  } else if (const auto *Tensors = only<TensorList>(List)) {
    Position = static_cast<int64_t>(Tensors->size()) - 1;
  }
  return Position && *Position >= 0 ? Position : std::nullopt;
}

void FunctionFlow::changeList(const CXXMemberCallExpr *E) {
  const ValueDecl *Var = placeNamed(E->getImplicitObjectArgument());
  const CXXMethodDecl *Method = E->getMethodDecl();
  if (!Var || !Method || Method->isConst() || !Method->getIdentifier())
    return;
  const StringRef Name = Method->getName();
  if (llvm::is_contained({"at", "front", "back", "reserve", "shrink_to_fit",
                          "begin", "end", "data", "find"},
                         Name))
    return;
  Ways List = State.get(*Var);
  const bool HoldsTensors = holdsTensors(Var->getType());
  if (Name == "clear") {
    State.set(*Var, HoldsTensors ? Ways{TensorList()} : Ways{IntList()});
    return;
  }
  auto *Tensors =
      List.size() == 1 ? std::get_if<TensorList>(&List.front()) : nullptr;
  auto *Sizes =
      List.size() == 1 ? std::get_if<IntList>(&List.front()) : nullptr;
  const auto Args = writtenArguments(E);
  const bool AtEnd =
      Name == "insert" && Args.size() >= 2 && isCallOn(Args[0], "end", *Var);
  const bool Appends =
      ((Name == "push_back" || Name == "emplace_back") && Args.size() == 1) ||
      (AtEnd && Args.size() == 2 && isTensor(Args[1]->getType()));
  const Expr *Appended = Args.empty() ? nullptr : Args.back();
  if (Appends && Tensors)
    Tensors->push_back(tensorsOf(evaluate(Appended)));
  else if (Appends && only<TensorBag>(List))
    List = bagOf(unite(elementsOf(List), tensorsOf(evaluate(Appended))));
  else if (AtEnd && Args.size() == 3 && HoldsTensors && !List.empty())
    List = joined(List, evaluate(wholeRange(Args[1], Args[2])));
  else if (Appends && Sizes)
    Sizes->push_back(integerOf(evaluate(Args[0])));
  else if (Name == "resize" && Args.size() == 1 && Tensors && Tensors->empty())
    List = listOfLength(integerOf(evaluate(Args[0])), undefinedTensor());
  else
    List.clear(); // insert, erase
  State.set(*Var, std::move(List));
}

} // namespace aoti_tidy
