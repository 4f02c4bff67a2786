// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assignments, and what becomes of lists of tensors.
#include "checks/lib/cxx/FunctionFlow.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Lists longer than this are not written by hand.
constexpr int64_t MaxLength = 1024;

/// 'list.end()'
bool isCallOn(const Expr *E, StringRef Name, const ValueDecl &List) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(stripped(E));
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(stripped(E));
      Construct && Construct->getNumArgs() > 0)
    return isCallOn(Construct->getArg(0), Name, List);
  if (!Call || !Call->getMethodDecl() ||
      !Call->getMethodDecl()->getIdentifier() ||
      !Call->getMethodDecl()->getName().ends_with(Name))
    return false;
  const Expr *Object = Call->getImplicitObjectArgument()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Object);
  const auto *Member = dyn_cast<MemberExpr>(Object);
  return (Ref && Ref->getDecl() == &List) ||
         (Member && Member->getMemberDecl() == &List);
}

/// The list of 'list.begin(), list.end()'; null if it is not all of one.
const Expr *wholeRange(const Expr *Begin, const Expr *End) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(stripped(Begin));
  const Expr *Object = Call ? Call->getImplicitObjectArgument() : nullptr;
  const Expr *Named = Object ? Object->IgnoreParenImpCasts() : nullptr;
  const ValueDecl *List = nullptr;
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(Named))
    List = Ref->getDecl();
  else if (const auto *Member = dyn_cast_or_null<MemberExpr>(Named))
    List = Member->getMemberDecl();
  return List && isCallOn(Begin, "begin", *List) && isCallOn(End, "end", *List)
             ? Object
             : nullptr;
}

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

Ways resized(Extent Length) {
  return Length && *Length >= 0 && *Length <= MaxLength
             ? Ways{TensorList(*Length)}
             : Ways();
}

} // namespace

/// 'for (auto &x : v) x = f(x);', as one assignment of v.
void FunctionFlow::assignElements(const CXXForRangeStmt &For) {
  const VarDecl *List = variableOf(For.getRangeInit());
  const VarDecl *Element = For.getLoopVariable();
  const Expr *Value = elementwiseAssignment(For)->getArg(1);
  Ways Known = State.get(*List);
  if (auto *Tensors =
          Known.size() == 1 ? std::get_if<TensorList>(&Known.front()) : nullptr)
    for (TensorValues &T : *Tensors) {
      State.set(*Element, waysOf(T));
      T = tensorsOf(evaluate(Value));
    }
  State.set(*Element, {});
  State.set(*List, std::move(Known));
}

void FunctionFlow::assign(const Expr *Target, Ways W) {
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
  // v[0] = x, v.back() = x
  Ways List = State.get(*Root);
  if (const auto *Bag = only<TensorBag>(List))
    return State.set(*Root, bagOf(unite(Bag->Each, tensorsOf(W))));
  auto *Tensors =
      List.size() == 1 ? std::get_if<TensorList>(&List.front()) : nullptr;
  Extent Position;
  const Expr *Inner = Target->IgnoreParenImpCasts();
  const auto *Call = dyn_cast<CallExpr>(Inner);
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Inner);
  if (Tensors && Call) {
    const StringRef Name = Operator || !Call->getDirectCallee()
                               ? "at"
                               : Call->getDirectCallee()->getName();
    if (Name == "at")
      Position = integerOf(evaluate(Call->getArg(Operator ? 1 : 0)));
    else
      Position = Name == "front" ? 0 : int64_t(Tensors->size()) - 1;
  }
  if (!Tensors) {
    State.set(*Root, {});
    return;
  }
  if (Position && *Position >= 0 && std::cmp_less(*Position, Tensors->size()))
    (*Tensors)[*Position] = tensorsOf(W);
  else
    for (TensorValues &Element : *Tensors)
      Element.clear();
  State.set(*Root, std::move(List));
}

void FunctionFlow::changeList(const CXXMemberCallExpr *E) {
  const ValueDecl *Var = placeNamed(E->getImplicitObjectArgument());
  const CXXMethodDecl *Method = E->getMethodDecl();
  if (!Var || !Method || Method->isConst() || !Method->getIdentifier())
    return;
  const StringRef Name = Method->getName();
  if (llvm::is_contained({"at", "front", "back", "reserve", "shrink_to_fit",
                          "begin", "end", "data"},
                         Name))
    return;
  Ways List = State.get(*Var);
  const bool HoldsTensors =
      elementKindOf(Var->getType()) == ElementKind::Tensor;
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
  else if (const auto *Bag = Appends ? only<TensorBag>(List) : nullptr)
    List = bagOf(unite(Bag->Each, tensorsOf(evaluate(Appended))));
  else if (AtEnd && Args.size() == 3 && HoldsTensors && !List.empty())
    List = joined(List, evaluate(wholeRange(Args[1], Args[2])));
  else if (Appends && Sizes)
    Sizes->push_back(integerOf(evaluate(Args[0])));
  else if (Name == "pop_back" && Tensors && !Tensors->empty())
    Tensors->pop_back();
  else if (Name == "resize" && Args.size() == 1 && Tensors && Tensors->empty())
    List = resized(integerOf(evaluate(Args[0])));
  else
    List.clear(); // assign, insert, erase
  State.set(*Var, std::move(List));
}

} // namespace aoti_tidy
