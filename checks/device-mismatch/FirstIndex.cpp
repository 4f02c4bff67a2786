// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/device-mismatch/FirstIndex.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace aoti_tidy {
namespace {

using Numbers = llvm::SmallPtrSet<const VarDecl *, 4>;

/// A device that is made of a device that is made of a number.
constexpr unsigned MaxDepth = 4;

/// Adds the variables of integers that \p S is made of.
void addNumbers(const Stmt *S, Numbers &Into, unsigned Depth = 0) {
  if (!S || Depth > MaxDepth)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl())) {
      if (Var->getType().getNonReferenceType()->isIntegerType())
        Into.insert(Var);
      if (Var->isLocalVarDecl())
        addNumbers(Var->getInit(), Into, Depth + 1);
    }
  for (const Stmt *Child : S->children())
    addNumbers(Child, Into, Depth);
}

bool mentions(const Stmt *S, const Numbers &Of) {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      return Of.contains(Var);
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return mentions(Child, Of); });
}

/// Whether a comparison with \p Constant tells one index from the others; the
/// number may stand on either side. One with a negative number only says
/// whether there is an index.
bool tellsIndex(BinaryOperatorKind Kind, int64_t Constant) {
  return BinaryOperator::isEqualityOp(Kind)
             ? Constant >= 0
             : (Constant == 0 && (Kind == BO_GT || Kind == BO_LE)) ||
                   (Constant == 1 && (Kind == BO_LT || Kind == BO_GE));
}

/// 'rank == 0', '!rank', 'rank > 0'
bool asks(const Stmt *Condition, const Numbers &Of, ASTContext &Ctx) {
  if (!Condition)
    return false;
  if (const auto *Cast = dyn_cast<CastExpr>(Condition);
      Cast && Cast->getCastKind() == CK_IntegralToBoolean)
    return mentions(Cast, Of);
  const auto *Compared = dyn_cast<BinaryOperator>(Condition);
  if (!Compared || !Compared->isComparisonOp())
    return llvm::any_of(Condition->children(), [&](const Stmt *Child) {
      return asks(Child, Of, Ctx);
    });
  const auto IsAskedBy = [&](const Expr *Number, const Expr *Other,
                             BinaryOperatorKind Kind) {
    Expr::EvalResult Result;
    return mentions(Number, Of) && !Other->isValueDependent() &&
           Other->EvaluateAsInt(Result, Ctx) &&
           tellsIndex(Kind, Result.Val.getInt().getExtValue());
  };
  const auto Kind = Compared->getOpcode();
  return IsAskedBy(Compared->getLHS(), Compared->getRHS(), Kind) ||
         IsAskedBy(Compared->getRHS(), Compared->getLHS(),
                   Compared->isEqualityOp()
                       ? Kind
                       : BinaryOperator::reverseComparisonOp(Kind));
}

bool mayLeave(const Stmt *S) {
  return S && (isa<ReturnStmt, ContinueStmt, BreakStmt, CXXThrowExpr>(S) ||
               llvm::any_of(S->children(), mayLeave));
}

/// Whether something that leaves \p Block before \p Inner, a statement of it, asks.
bool isAskedBefore(const Stmt &Inner, const CompoundStmt &Block,
                   const Numbers &Of, ASTContext &Ctx) {
  for (const Stmt *Before : Block.body()) {
    if (Before == &Inner)
      break;
    const auto *If = dyn_cast<IfStmt>(Before);
    if (If && mayLeave(If) && asks(If->getCond(), Of, Ctx))
      return true;
  }
  return false;
}

bool isAskedAround(const Expr &E, const Numbers &Of, ASTContext &Ctx) {
  return anyAround(E, Ctx, [&](const Stmt &Outer, const Stmt &Inner) {
    const auto *Block = dyn_cast<CompoundStmt>(&Outer);
    const Expr *Condition = conditionOn(Outer, Inner);
    return asks(Condition, Of, Ctx) ||
           (isa<SwitchStmt>(Outer) && mentions(Condition, Of)) ||
           (Block && isAskedBefore(Inner, *Block, Of, Ctx));
  });
}

} // namespace

bool asksForIndexOf(const Expr &Made, const Expr &Run, ASTContext &Ctx) {
  Numbers Of;
  addNumbers(&Made, Of);
  return !Of.empty() &&
         (isAskedAround(Made, Of, Ctx) || isAskedAround(Run, Of, Ctx));
}

} // namespace aoti_tidy
