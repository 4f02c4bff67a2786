// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The expressions that SymIntFlow understands, calls aside.
#include "checks/lib/cxx/Names.h"
#include "checks/symint-meta/SymIntFlow.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Whether \p E binds as tightly as anything, and needs no parentheses.
bool isPrimary(const Expr *E) {
  E = E->IgnoreImplicit();
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    return Operator->getOperator() == OO_Subscript ||
           Operator->getOperator() == OO_Call;
  return isa<ParenExpr, DeclRefExpr, CallExpr, MemberExpr, ArraySubscriptExpr,
             IntegerLiteral>(E);
}

bool is64BitSigned(QualType T, ASTContext &Ctx) {
  return T->isSignedIntegerType() && !T->isEnumeralType() &&
         Ctx.getTypeSize(T) == 64;
}

} // namespace

Flow SymIntFlow::value(const Expr *E) {
  if (!E || Failed)
    return Flow::Same;
  if (E->containsErrors() || E->isInstantiationDependent())
    return fail();
  const Defect *D = defectAt(E);
  const Flow F = D ? defect(*D, E) : Visit(E);
  if (F == Flow::Int)
    ++SymbolicInts;
  return Failed ? Flow::Same : F;
}

llvm::SmallVector<Flow, 4>
SymIntFlow::values(llvm::ArrayRef<const Expr *> Args) {
  llvm::SmallVector<Flow, 4> Flows;
  for (const Expr *Arg : Args)
    Flows.push_back(value(Arg));
  return Flows;
}

bool SymIntFlow::isIntLike(const Expr *E, Flow F) const {
  return F == Flow::Int ||
         (F == Flow::Same &&
          sizeTypeOf(E->IgnoreImplicit()->getType()).Form == SizeForm::Int);
}

//===----------------------------------------------------------------------===//
// The defects
//===----------------------------------------------------------------------===//

Flow SymIntFlow::defect(const Defect &D, const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return fail();
  switch (D.What.K) {
  case DefectFacts::Kind::Read:
    Cured.insert(&D);
    return read(Call);
  case DefectFacts::Kind::Unwrap:
    Cured.insert(&D);
    return unwrapSymbolic(Call);
  case DefectFacts::Kind::Data:
    break;
  }
  return fail();
}

const Defect *SymIntFlow::defectAt(const Expr *E) const {
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return nullptr;
  const auto Found =
      Defects.find(Ctx.getSourceManager().getFileLoc(Call->getExprLoc()));
  if (Found == Defects.end())
    return nullptr;
  for (const Defect *D : Found->second) {
    const auto *Other = cast<CallExpr>(D->Where);
    if (Other == Call || (Call->getDirectCallee() &&
                          Call->getDirectCallee() == Other->getDirectCallee() &&
                          Call->getBeginLoc().isMacroID()))
      return D;
  }
  return nullptr;
}

Flow SymIntFlow::read(const CallExpr *E) {
  const FunctionDecl *Sym = symFormOf(E->getDirectCallee(), Ctx);
  const auto *Member = dyn_cast<MemberExpr>(E->getCallee());
  if (!Sym || !Member)
    return fail();
  llvm::SmallVector<const Expr *, 2> Operands(E->arguments());
  Operands.push_back(Member->getBase());
  for (const Flow F : values(Operands))
    if (F != Flow::Same)
      return fail();
  return Edits->rename(Member->getMemberLoc(), E->getDirectCallee()->getName(),
                       Sym->getName().str())
             ? flowOf(sizeTypeOf(Sym->getReturnType()).Form)
             : fail();
}

Flow SymIntFlow::unwrapSymbolic(const CallExpr *E) {
  // n.expect_int(), n.guard_int(__FILE__, __LINE__)
  const auto *Member = dyn_cast<MemberExpr>(E->getCallee());
  if (!Member || Member->isArrow())
    return fail();
  const SizeType Size = sizeTypeOf(Member->getBase()->getType());
  return value(Member->getBase()) == Flow::Same && Size.Symbolic &&
                 Size.Form == SizeForm::Int &&
                 Edits->replace({Member->getOperatorLoc(), E->getRParenLoc()},
                                "")
             ? Flow::Int
             : fail();
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Flow SymIntFlow::VisitExpr(const Expr *E) {
  for (const Stmt *Child : E->children()) {
    if (const auto *Operand = dyn_cast_or_null<Expr>(Child)) {
      if (value(Operand) != Flow::Same)
        return fail();
    } else {
      statement(Child);
    }
  }
  return Flow::Same;
}

Flow SymIntFlow::VisitParenExpr(const ParenExpr *E) {
  return value(E->getSubExpr());
}

Flow SymIntFlow::VisitFullExpr(const FullExpr *E) {
  return value(E->getSubExpr());
}

Flow SymIntFlow::VisitMaterializeTemporaryExpr(
    const MaterializeTemporaryExpr *E) {
  return value(E->getSubExpr());
}

Flow SymIntFlow::VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr *E) {
  return value(E->getSubExpr());
}

Flow SymIntFlow::VisitUnaryExprOrTypeTraitExpr(
    const UnaryExprOrTypeTraitExpr *E) {
  // sizeof(n) would change silently.
  if (!E->isArgumentType() && value(E->getArgumentExpr()) != Flow::Same)
    return fail();
  return Flow::Same;
}

Flow SymIntFlow::VisitDeclRefExpr(const DeclRefExpr *E) {
  const auto *Var = dyn_cast<VarDecl>(E->getDecl());
  const auto Known = Var ? Variables.find(Var) : Variables.end();
  if (Known == Variables.end())
    return Flow::Same;
  return E->refersToEnclosingVariableOrCapture() ? fail() : Known->second;
}

Flow SymIntFlow::VisitCastExpr(const CastExpr *E) {
  const Flow F = value(E->getSubExpr());
  if (F == Flow::Same)
    return F;
  if (E->getCastKind() == CK_ToVoid)
    return Flow::Same;
  const auto *Explicit = dyn_cast<ExplicitCastExpr>(E);
  if (!Explicit) {
    switch (E->getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
    case CK_IntegralCast:
    case CK_ConstructorConversion:
    case CK_UserDefinedConversion:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
      return F;
    default:
      return fail(); // to bool, to a floating type
    }
  }
  return F == Flow::Int ? castToInt(Explicit) : fail();
}

Flow SymIntFlow::castToInt(const ExplicitCastExpr *E) {
  // Only what leaves a size as it is: a cast to int says that the value is
  // meant to be cut.
  const Expr *From = E->getSubExprAsWritten();
  if (!is64BitSigned(E->getTypeAsWritten(), Ctx) ||
      sizeTypeOf(From->getType()).Form != SizeForm::Int)
    return fail();
  const TypeLoc Written = E->getTypeInfoAsWritten()->getTypeLoc();
  bool Edited = false;
  if (isa<CXXFunctionalCastExpr>(E))
    Edited = Edits->makeSymbolic(Written);
  else if (isa<CStyleCastExpr, CXXStaticCastExpr>(E))
    Edited = Edits->unwrap(CharSourceRange::getTokenRange(E->getSourceRange()),
                           From, isa<CStyleCastExpr>(E) || isPrimary(From));
  return Edited ? Flow::Int : fail();
}

Flow SymIntFlow::VisitInitListExpr(const InitListExpr *E) {
  // int64_t n{x.size(0)}
  if (E->getType()->isIntegerType() && E->getNumInits() == 1)
    return value(E->getInit(0));
  return VisitExpr(E);
}

Flow SymIntFlow::braces(const InitListExpr *E) {
  bool Changed = false;
  for (const Expr *Element : E->inits()) {
    const Flow F = value(Element);
    if (!isIntLike(Element, F))
      return F == Flow::Same && !Changed ? VisitExpr(E) : fail();
    Changed |= F == Flow::Int;
  }
  return Changed ? Flow::Braces : Flow::Same;
}

Flow SymIntFlow::VisitCXXStdInitializerListExpr(
    const CXXStdInitializerListExpr *E) {
  const auto *List = dyn_cast<InitListExpr>(E->getSubExpr()->IgnoreImplicit());
  return List ? braces(List) : VisitExpr(E);
}

Flow SymIntFlow::VisitUnaryOperator(const UnaryOperator *E) {
  const Flow F = value(E->getSubExpr());
  if (F == Flow::Same)
    return F;
  if (E->getOpcode() == UO_Minus && F == Flow::Int)
    return F;
  return fail();
}

Flow SymIntFlow::VisitConditionalOperator(const ConditionalOperator *E) {
  if (value(E->getCond()) != Flow::Same)
    return fail();
  const Flow T = value(E->getTrueExpr()), F = value(E->getFalseExpr());
  if (T == F && T != Flow::Braces && T != Flow::Void)
    return T;
  if (isIntLike(E->getTrueExpr(), T) && isIntLike(E->getFalseExpr(), F))
    return Flow::Int;
  return fail();
}

Flow SymIntFlow::VisitBinaryOperator(const BinaryOperator *E) {
  if (E->isAssignmentOp()) {
    if (const Flow F =
            assign(E->getLHS(), E->getRHS(), E->isCompoundAssignmentOp());
        F == Flow::Same || E->getOpcode() == BO_Assign)
      return F;
    // c10::SymInt has no other, and these return nothing.
    return E->getOpcode() == BO_AddAssign || E->getOpcode() == BO_MulAssign ||
                   E->getOpcode() == BO_DivAssign
               ? Flow::Void
               : fail();
  }
  if (E->isComparisonOp() &&
      (askRank(E->getLHS(), E->getRHS()) || askRank(E->getRHS(), E->getLHS())))
    return Flow::Same;
  const Flow L = value(E->getLHS()), R = value(E->getRHS());
  if (L == Flow::Same && R == Flow::Same)
    return Flow::Same;
  return arithmetic(E, L, R);
}

bool SymIntFlow::askRank(const Expr *Count, const Expr *Other) {
  // x.sizes().size() == 2 asks for x.dim(), which is signed: only where that
  // makes no difference.
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Count->IgnoreParenImpCasts());
  if (!Call || !isa<IntegerLiteral>(Other->IgnoreParenImpCasts()) ||
      !Call->getMethodDecl() || !Call->getMethodDecl()->getIdentifier() ||
      Call->getMethodDecl()->getName() != "size")
    return false;
  const auto *Sizes = dyn_cast<CXXMemberCallExpr>(
      Call->getImplicitObjectArgument()->IgnoreParenImpCasts());
  const Defect *D = Sizes ? defectAt(Sizes) : nullptr;
  const auto *Member = D ? dyn_cast<MemberExpr>(Sizes->getCallee()) : nullptr;
  if (!Member || Call->getNumArgs() != 0 || !isTensor(Sizes->getObjectType()) ||
      value(Member->getBase()) != Flow::Same ||
      !Edits->replace({Member->getMemberLoc(), Call->getEndLoc()}, "dim()"))
    return false;
  Cured.insert(D);
  return true;
}

Flow SymIntFlow::arithmetic(const BinaryOperator *E, Flow L, Flow R) {
  const auto Mixes = [&](const Expr *Operand, Flow F) {
    return F == Flow::Int ||
           (F == Flow::Same &&
            mixesWithSymInt(Operand->IgnoreImpCasts()->getType(), Ctx));
  };
  if (!Mixes(E->getLHS(), L) || !Mixes(E->getRHS(), R))
    return fail();
  if (E->isComparisonOp() && E->getOpcode() != BO_Cmp)
    return Flow::Same;
  return E->isMultiplicativeOp() || E->isAdditiveOp() ? Flow::Int : fail();
}

Flow SymIntFlow::assign(const Expr *Target, const Expr *Source, bool Compound) {
  const Flow R = value(Source), L = value(Target);
  if (L == Flow::Same && R == Flow::Same)
    return Flow::Same;
  const SizeType Size = sizeTypeOf(Target->IgnoreParens()->getType());
  // A symbolic list cannot be written through, and does not own what it shows.
  if (L == Flow::Array || !isOwned(Target))
    return fail();
  const Flow New = L == Flow::Same ? flowOf(Size.Form) : L;
  const bool Fits =
      New == Flow::Int
          ? isIntLike(Source, R)
          : !Compound && Size.Form != SizeForm::None && fits(Size.Form, R);
  if (!Fits || (L == Flow::Same && !makeSymbolic(Target)))
    return fail();
  return New;
}

bool SymIntFlow::isOwned(const Expr *Element) {
  Element = Element->IgnoreParenImpCasts();
  const Expr *List = nullptr;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Element))
    List = Operator->getArg(0);
  else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Element))
    List = Call->getImplicitObjectArgument();
  return !List || value(List) != Flow::Array;
}

Flow SymIntFlow::VisitCXXRewrittenBinaryOperator(
    const CXXRewrittenBinaryOperator *E) {
  // a != b that is !(a == b)
  const auto Form = E->getDecomposedForm();
  const Flow L = value(Form.LHS), R = value(Form.RHS);
  if (L == Flow::Same && R == Flow::Same)
    return Flow::Same;
  const bool Comparable = (L == Flow::Array || L == Flow::Vector) && L == R;
  return Comparable || (L == Flow::Int && R == Flow::Int) ? Flow::Same : fail();
}

Flow SymIntFlow::VisitLambdaExpr(const LambdaExpr *E) {
  for (const auto [Capture, Init] :
       llvm::zip(E->captures(), E->capture_inits())) {
    if (Capture.capturesVariable()) {
      const auto *Var = dyn_cast<VarDecl>(Capture.getCapturedVar());
      if (!Var || Variables.contains(Var))
        return fail();
    }
    if (Init && value(Init) != Flow::Same)
      return fail();
  }
  // A generic lambda's body is only in sight where it is called.
  if (!E->isGenericLambda())
    statement(E->getBody());
  return Flow::Same;
}

} // namespace aoti_tidy
