// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows the values that reach a function from outside: members of classes,
// parameters, captures.
#include "checks/lib/hosts/FunctionFlow.h"
#include "checks/lib/hosts/LocalNames.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace aoti_tidy {

using Write = UnitIndex::Write;

/// The variables that \p Function, if it is a lambda's, captures, and their
/// values whenever it is called.
static TensorState capturesOf(const FunctionDecl &Function,
                              FlowContext &Context) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Method || !Method->getParent()->isLambda())
    return TensorState(Context.States);
  const auto *Around =
      dyn_cast<FunctionDecl>(Method->getParent()->getDeclContext());
  const FunctionGraph *Graph = Around ? Context.graphOf(*Around) : nullptr;
  if (!Graph)
    return TensorState(Context.States);
  for (const auto &[S, Place] : Graph->Places) {
    const auto *Lambda = dyn_cast<LambdaExpr>(S);
    if (!Lambda || Lambda->getLambdaClass() != Method->getParent())
      continue;
    FunctionFlow Flow(Context, *Around, *Graph, capturesOf(*Around, Context));
    return Flow.run() ? Flow.capturedBy(*Lambda) : TensorState(Context.States);
  }
  return TensorState(Context.States);
}

TensorState entryOf(const FunctionDecl &Function, FlowContext &Context) {
  TensorState Entry = capturesOf(Function, Context);
  const bool Wanted =
      llvm::any_of(Function.parameters(),
                   [](const ParmVarDecl *P) { return isTracked(*P); });
  const auto Calls = Wanted ? UnitIndex::of(Context.Ctx).allCallsOf(Function)
                            : llvm::SmallVector<const UnitIndex::Call *, 2>();
  for (const ParmVarDecl *Param : Function.parameters()) {
    if (!isTracked(*Param))
      continue;
    Ways Known;
    bool IsFirst = true;
    for (const UnitIndex::Call *Call : Calls) {
      const unsigned Position = Param->getFunctionScopeIndex();
      FunctionFlow *Caller = Call->In && Position < Call->Args.size()
                                 ? Context.flowOf(*Call->In)
                                 : nullptr;
      if (Caller && !Caller->reaches(Call->Args[Position]))
        continue;
      Ways One = Caller ? Caller->at(Call->Args[Position]) : Ways();
      Known = IsFirst ? std::move(One) : unite(std::move(Known), One);
      IsFirst = false;
      if (Known.empty())
        break;
    }
    Entry.set(*Param, std::move(Known));
  }
  return Entry;
}

Ways FunctionFlow::field(const FieldDecl &Field, const MemberExpr &E) {
  if (const FieldDecl *Own = trackedField(&E))
    if (Ways Known = State.get(*Own); !Known.empty())
      return Known;
  Ways Known = fieldAnywhere(Field);
  if (Known.empty() && isDevice(Field.getType()))
    Known = {deviceIn(Field)};
  return Known;
}

/// The values that \p W gives \p Field. An empty result means unknown; nullopt
/// means that the code is not reached.
std::optional<Ways> FunctionFlow::written(const FieldDecl &Field,
                                          const Write &W) {
  if (!W.Value || W.What == Write::Kind::Unknown ||
      (W.What == Write::Kind::Element && !holdsTensors(Field.getType())))
    return Ways();
  if (!W.In) {
    const llvm::SaveAndRestore Nothing(State, TensorState(Context.States));
    return evaluate(W.Value);
  }
  FunctionFlow *Flow = Context.flowOf(*W.In);
  // State = run({x, State}), asked for from within.
  std::unique_ptr<FunctionFlow> Another;
  if (const FunctionDecl *Definition = W.In->getDefinition();
      !Flow && Definition) {
    Another = Context.anotherFlowOf(*Definition);
    Flow = Another.get();
  }
  if (!Flow)
    return Ways();
  if (!Flow->reaches(W.Value))
    return std::nullopt;
  // A constructor that sets it twice leaves the second value.
  if (isa<CXXConstructorDecl>(W.In) && W.What == Write::Kind::Whole)
    if (const TensorState *After = Flow->exit())
      if (Ways Known = After->get(Field); !Known.empty())
        return Known;
  return Flow->at(W.Value);
}

/// An initialiser that each constructor replaces.
bool FunctionFlow::isOverwritten(const FieldDecl &Field, const Write &W,
                                 ArrayRef<Write> Writes) {
  if (W.In || W.What != Write::Kind::Whole)
    return false;
  return llvm::any_of(Writes, [&](const Write &Other) {
    if (!Other.In || !isa<CXXConstructorDecl>(Other.In))
      return false;
    FunctionFlow *Flow = Context.flowOf(*Other.In);
    const TensorState *After = Flow ? Flow->exit() : nullptr;
    const auto *Class = cast<CXXConstructorDecl>(Other.In)->getParent();
    const auto IsOther = [&](const CXXConstructorDecl *C) {
      return !C->isCopyOrMoveConstructor() && !C->isDeleted() &&
             C->getCanonicalDecl() != Other.In->getCanonicalDecl();
    };
    return After && !After->get(Field).empty() &&
           llvm::none_of(Class->ctors(), IsOther);
  });
}

/// \p One, which \p W gives \p Field: the list, of an element.
static Ways asMember(const FieldDecl &Field, const Write &W, Ways One,
                     bool GrowsBitByBit) {
  if (elementKindOf(Field.getType()) != ElementKind::Tensor)
    return One;
  if (W.What == Write::Kind::Element)
    return bagOf(tensorsOf(One));
  if (GrowsBitByBit && !One.empty())
    if (const auto *List = only<TensorList>(One); !List || !List->empty())
      return bagOf(elementsOf(One));
  return One;
}

Ways FunctionFlow::fieldAnywhere(const FieldDecl &Field) {
  const auto [It, IsNew] = Context.Fields.try_emplace(&Field);
  if (!IsNew)
    return It->second;
  const auto Writes = UnitIndex::of(Ctx).writesOf(Field);
  if (UnitIndex::canChangeUnseen(Field))
    return {};
  const bool GrowsBitByBit = llvm::any_of(
      Writes, [](const Write &W) { return W.What == Write::Kind::Element; });
  // The default of its type is there only to be replaced.
  const bool IsReplaced = llvm::any_of(
      Writes, [](const Write &W) { return W.What != Write::Kind::Default; });
  Ways Known;
  bool IsFirst = true;
  for (const Write &W : Writes) {
    if ((W.What == Write::Kind::Default && IsReplaced) ||
        isOverwritten(Field, W, Writes))
      continue;
    std::optional<Ways> One = written(Field, W);
    if (!One)
      continue;
    Ways Made = asMember(Field, W, std::move(*One), GrowsBitByBit);
    Known = IsFirst ? std::move(Made) : unite(std::move(Known), Made);
    IsFirst = false;
    if (Known.empty())
      return {};
  }
  for (Value &V : Known)
    if (auto *Device = std::get_if<DeviceValue>(&V))
      Device->Variable = deviceIn(Field).Variable;
  return Context.Fields[&Field] = std::move(Known);
}

const FieldDecl *FunctionFlow::trackedField(const Expr *E) {
  const FieldDecl *Field = ownFieldOf(E);
  if (!Field || Field->isMutable() || !isFollowed(Field->getType()))
    return nullptr;
  const auto IsUnknown = [](const Write &W) {
    return W.What == Write::Kind::Unknown;
  };
  return llvm::any_of(UnitIndex::of(Ctx).writesOf(*Field), IsUnknown) ? nullptr
                                                                      : Field;
}

const ValueDecl *FunctionFlow::placeNamed(const Expr *E) {
  if (const VarDecl *Var = variableOf(E))
    return Var;
  return trackedField(withoutNames(E));
}

const ValueDecl *FunctionFlow::rootNamed(const Expr *E) {
  if (const VarDecl *Var = rootOf(E))
    return Var;
  return trackedField(memberRootOf(withoutNames(E)));
}

} // namespace aoti_tidy
