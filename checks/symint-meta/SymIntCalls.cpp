// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls that SymIntFlow understands.
#include "checks/lib/cxx/Names.h"
#include "checks/lib/ops/cxx/SizedCall.h"
#include "checks/symint-meta/SymIntFlow.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace aoti_tidy {
namespace {

bool allSame(llvm::ArrayRef<Flow> Flows) {
  return llvm::all_of(Flows, [](Flow F) { return F == Flow::Same; });
}

/// Whether the parameter takes anything, printing it into a message of
/// TORCH_CHECK: c10::str(const Args &...) and what forwards to it.
bool isMessagePart(const FunctionDecl *Callee, unsigned Index) {
  const FunctionTemplateDecl *Template = Callee->getPrimaryTemplate();
  if (!Template ||
      !(isInNamespace(Callee, "c10") || isInNamespace(Callee, "c10::detail")))
    return false;
  const FunctionDecl *Pattern = Template->getTemplatedDecl();
  const unsigned Last = Pattern->getNumParams();
  return Last && Index >= Last - 1 &&
         Pattern->getParamDecl(Last - 1)->isParameterPack();
}

/// std::optional<c10::SymInt>, which numbers and what may be none become.
bool isOptional(QualType T) {
  return isClass(T, "std", "optional") || isClass(T, "c10", "optional");
}

/// The name in a call, as it is written.
struct CalleeName {
  SourceLocation Loc;
  bool ByUsingDeclaration = false;
  bool Qualified = false;
};
CalleeName nameIn(const Expr *Callee) {
  Callee = Callee->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(Callee))
    return {Member->getMemberLoc(), false, true};
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee))
    return {Ref->getLocation(), Ref->getFoundDecl() != Ref->getDecl(),
            Ref->hasQualifier()};
  return {};
}

} // namespace

bool SymIntFlow::convertible(const Expr *E, QualType Parameter) {
  const Expr *Spelled = E->IgnoreUnlessSpelledInSource();
  if (isa<CXXDefaultArgExpr>(E->IgnoreImplicit()) ||
      isa<InitListExpr, CXXStdInitializerListExpr>(Spelled))
    return true;
  const SizeType Size = sizeTypeOf(Spelled->getType());
  // Also a number for a list of one.
  return sizeTypeOf(Parameter).Form == SizeForm::Int || isOptional(Parameter) ||
         isClass(Spelled->getType(), "std", "nullopt_t") ||
         Size.Form == SizeForm::Int || Size.Symbolic || makeSymbolic(Spelled);
}

Flow SymIntFlow::call(const FunctionDecl *Callee,
                      llvm::ArrayRef<const Expr *> Args,
                      llvm::ArrayRef<Flow> Flows, const Expr *Name) {
  if (allSame(Flows))
    return Flow::Same;
  if (!Callee)
    return fail();
  bool Taken = true;
  for (const auto [Index, F] : llvm::enumerate(Flows))
    Taken &= F == Flow::Same ||
             ((F == Flow::Int || F == Flow::Array) &&
              isMessagePart(Callee, static_cast<unsigned>(Index)));
  if (Taken)
    return Flow::Same;
  const FunctionDecl *SymInt = symIntFormOf(*Callee);
  if (!SymInt || Args.size() > SymInt->getNumParams())
    return fail();
  for (const auto [Arg, F, Old, New] :
       llvm::zip(Args, Flows, Callee->parameters(), SymInt->parameters())) {
    const bool Changes = !Ctx.hasSameType(Old->getType(), New->getType());
    const bool Fits = fits(sizeTypeOf(New->getType()).Form, F) ||
                      (F == Flow::Int && isOptional(New->getType()));
    if (F != Flow::Same ? !Changes || !Fits
                        : Changes && !convertible(Arg, New->getType()))
      return fail();
  }
  const CalleeName Written = nameIn(Name);
  // using at::empty; does not bring at::empty_symint.
  if (Written.ByUsingDeclaration && Written.Qualified)
    return fail();
  const std::string NewName = Written.ByUsingDeclaration
                                  ? SymInt->getQualifiedNameAsString()
                                  : SymInt->getName().str();
  if (!Edits->rename(Written.Loc, Callee->getName(), NewName))
    return fail();
  return Flow::Same;
}

Flow SymIntFlow::VisitCallExpr(const CallExpr *E) {
  if (value(E->getCallee()) != Flow::Same)
    return fail();
  const llvm::SmallVector<const Expr *, 4> Args(E->arguments());
  return call(E->getDirectCallee(), Args, values(Args), E->getCallee());
}

Flow SymIntFlow::VisitCXXMemberCallExpr(const CXXMemberCallExpr *E) {
  const Expr *Object = E->getImplicitObjectArgument();
  const auto *Member =
      dyn_cast<MemberExpr>(E->getCallee()->IgnoreParenImpCasts());
  if (!Object || !Member)
    return VisitExpr(E);
  const Flow Base = value(Object);
  const llvm::SmallVector<const Expr *, 4> Args(E->arguments());
  const llvm::SmallVector<Flow, 4> Flows = values(Args);
  if (Base == Flow::Same && allSame(Flows))
    return Flow::Same;
  if (Base != Flow::Same)
    return containerCall(Base, E, Flows);
  // sizes.push_back(x.size(0)): sizes holds symbolic ones from now on. The
  // next pass sees it so.
  const SizeType Size = sizeTypeOf(Object->IgnoreImpCasts()->getType());
  if (Size.Form == SizeForm::Vector) {
    if (Size.Symbolic)
      return containerCall(flowOf(Size.Form), E, Flows);
    return makeSymbolic(Object) ? Flow::Same : fail();
  }
  return call(E->getMethodDecl(), Args, Flows, Member);
}

Flow SymIntFlow::containerCall(Flow Base, const CXXMemberCallExpr *E,
                               llvm::ArrayRef<Flow> Flows) {
  const CXXMethodDecl *Method = E->getMethodDecl();
  if (!Method || (Base != Flow::Array && Base != Flow::Vector))
    return fail();
  if (const auto *Conversion = dyn_cast<CXXConversionDecl>(Method)) {
    const SizeForm Form = sizeTypeOf(Conversion->getConversionType()).Form;
    return fits(Form, Base) ? flowOf(Form) : fail();
  }
  const StringRef Name = nameOf(Method);
  const bool Plain = allSame(Flows);
  if (Plain && (Name == "size" || Name == "empty"))
    return Flow::Same;
  if (Plain && llvm::is_contained({"front", "back", "at"}, Name))
    return Flow::Int;
  if (Name == "vec")
    return Flow::Vector;
  // A symbolic list does not own its elements.
  if (Base == Flow::Vector && Plain &&
      llvm::is_contained({"clear", "pop_back", "reserve"}, Name))
    return Flow::Same;
  return Base == Flow::Vector && E->getNumArgs() == 1 &&
                 llvm::is_contained({"push_back", "emplace_back"}, Name) &&
                 isIntLike(E->getArg(0), Flows[0])
             ? Flow::Same
             : fail();
}

Flow SymIntFlow::VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *E) {
  const llvm::SmallVector<const Expr *, 2> Args(E->arguments());
  if (E->getOperator() == OO_Equal && Args.size() == 2)
    return assign(Args[0], Args[1], /*Compound=*/false);
  const llvm::SmallVector<Flow, 4> Flows = values(Args);
  if (allSame(Flows))
    return Flow::Same;
  const auto IsList = [](Flow F) {
    return F == Flow::Array || F == Flow::Vector;
  };
  const auto Operator = E->getOperator();
  // An index has to be a number.
  if (Operator == OO_Subscript)
    return IsList(Flows[0]) && Flows[1] == Flow::Same ? Flow::Int : fail();
  if ((Operator == OO_EqualEqual || Operator == OO_ExclaimEqual) &&
      IsList(Flows[0]) && IsList(Flows[1]))
    return Flow::Same;
  // s * x.size(0) with a c10::SymInt s: the type was symbolic before.
  const bool OfSymInt =
      llvm::all_of(llvm::zip(Args, Flows),
                   [&](const auto &Operand) {
                     const auto [Arg, F] = Operand;
                     return isIntLike(Arg, F);
                   }) &&
      llvm::any_of(Args, [](const Expr *Arg) {
        return sizeTypeOf(Arg->IgnoreImplicit()->getType()).Symbolic;
      });
  return OfSymInt ? Flow::Same : fail();
}

Flow SymIntFlow::VisitCXXConstructExpr(const CXXConstructExpr *E) {
  llvm::SmallVector<const Expr *, 4> Args;
  for (const Expr *Arg : E->arguments())
    if (!isa<CXXDefaultArgExpr>(Arg))
      Args.push_back(Arg);
  const llvm::SmallVector<Flow, 4> Flows = values(Args);
  if (allSame(Flows))
    return Flow::Same;
  const SizeType Size = sizeTypeOf(E->getType());
  // A copy of a list that was a vector: what a kernel takes for SymInt[] is
  // not.
  if (Size.isConcrete() && Size.Form == SizeForm::Vector && Args.size() == 1 &&
      Flows[0] == Flow::Array && isa<DeclRefExpr>(Args[0]->IgnoreImplicit()))
    return Edits->insertAfter(Args[0], ".vec()") ? Flow::Vector : fail();
  // x.slice(0, 0, n)
  if (Args.size() == 1 && Flows[0] == Flow::Int && isOptional(E->getType()))
    return Flow::Int;
  if (Args.size() != 1 || !fits(Size.Form, Flows[0]))
    return fail();
  if (Size.Symbolic)
    return Flow::Same;
  if (const auto *Written = dyn_cast<CXXTemporaryObjectExpr>(E);
      Written &&
      !Edits->makeSymbolic(Written->getTypeSourceInfo()->getTypeLoc()))
    return fail();
  return flowOf(Size.Form);
}

} // namespace aoti_tidy
