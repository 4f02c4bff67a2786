// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/StatementsAround.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace aoti_tidy {

bool anyAround(
    const Stmt &S, ASTContext &Ctx,
    llvm::function_ref<bool(const Stmt &Outer, const Stmt &Inner)> Visit) {
  const Stmt *Inner = &S;
  for (DynTypedNodeList Parents = Ctx.getParents(S); !Parents.empty();
       Parents = Ctx.getParents(Parents[0])) {
    if (Parents[0].get<FunctionDecl>())
      return false;
    // Declarations of variables are between.
    const Stmt *Outer = Parents[0].get<Stmt>();
    if (!Outer)
      continue;
    if (Visit(*Outer, *Inner))
      return true;
    Inner = Outer;
  }
  return false;
}

const FunctionDecl *functionAround(const Stmt &S, ASTContext &Ctx) {
  for (DynTypedNodeList Parents = Ctx.getParents(S); !Parents.empty();
       Parents = Ctx.getParents(Parents[0]))
    if (const auto *Function = Parents[0].get<FunctionDecl>())
      return Function;
  return nullptr;
}

const Expr *conditionOn(const Stmt &Outer, const Stmt &Inner) {
  const Expr *Condition = nullptr;
  if (const auto *If = dyn_cast<IfStmt>(&Outer))
    Condition = If->getCond();
  else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(&Outer))
    Condition = Choice->getCond();
  else if (const auto *Switch = dyn_cast<SwitchStmt>(&Outer))
    Condition = Switch->getCond();
  else if (const auto *Logical = dyn_cast<BinaryOperator>(&Outer);
           Logical && Logical->isLogicalOp())
    Condition = Logical->getLHS();
  return Condition == &Inner ? nullptr : Condition;
}

} // namespace aoti_tidy
