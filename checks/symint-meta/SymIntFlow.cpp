// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/SymIntFlow.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace aoti_tidy {

Flow flowOf(SizeForm Form) {
  switch (Form) {
  case SizeForm::Int:
    return Flow::Int;
  case SizeForm::Array:
    return Flow::Array;
  case SizeForm::Vector:
    return Flow::Vector;
  default:
    return Flow::Same;
  }
}

bool fits(SizeForm Form, Flow F) {
  if (flowOf(Form) == Flow::Same || F == Flow::Same)
    return false;
  return flowOf(Form) == F || (F == Flow::Braces && Form != SizeForm::Int) ||
         (Form == SizeForm::Array && (F == Flow::Vector || F == Flow::Int));
}

SymIntFlow::SymIntFlow(ASTContext &Ctx, const KernelScan &Scan)
    : Ctx(Ctx), Scan(Scan) {
  for (const Defect &D : Scan.Defects)
    Defects[Ctx.getSourceManager().getFileLoc(D.Where->getExprLoc())].push_back(
        &D);
}

void SymIntFlow::addParameter(const ParmVarDecl *Parameter) {
  const SizeForm Form = sizeTypeOf(Parameter->getType()).Form;
  // The dispatcher has no vector for SymInt[].
  Variables[Parameter] = Form == SizeForm::Vector ? Flow::Array : flowOf(Form);
}

bool SymIntFlow::run(llvm::ArrayRef<const FunctionDecl *> Functions,
                     SourceEdits &Out) {
  // A variable can turn symbolic after its first use, so until nothing changes.
  do {
    Again = false;
    Cured.clear();
    SourceEdits Pass = Out;
    Edits = &Pass;
    for (const FunctionDecl *F : Functions)
      statement(F->getBody());
    if (!Again)
      Out = std::move(Pass);
  } while (Again && !Failed);
  return !Failed && llvm::all_of(Scan.Defects, [&](const Defect &D) {
    return Cured.contains(&D);
  });
}

Flow SymIntFlow::fail() {
  Failed = true;
  return Flow::Same;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void SymIntFlow::statement(const Stmt *S) {
  if (!S || Failed)
    return;
  if (const auto *E = dyn_cast<Expr>(S)) {
    value(E); // the value is not used
    return;
  }
  if (const auto *Declarations = dyn_cast<DeclStmt>(S))
    return declare(Declarations);
  if (const auto *For = dyn_cast<CXXForRangeStmt>(S)) {
    if (value(For->getRangeInit()) != Flow::Same)
      Failed = true;
    return loop(For->getInit(), nullptr, For->getBody());
  }
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    statement(For->getInit());
    if (For->getConditionVariable())
      Failed = true;
    return loop(For->getCond(), For->getInc(), For->getBody());
  }
  if (const auto *While = dyn_cast<WhileStmt>(S)) {
    if (While->getConditionVariable())
      Failed = true;
    return loop(While->getCond(), nullptr, While->getBody());
  }
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return loop(Do->getCond(), nullptr, Do->getBody());
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    // What an instantiation discards is not in sight.
    if (If->isConstexpr())
      Failed = true;
    statement(If->getInit());
    if (If->getConditionVariable())
      statement(If->getConditionVariableDeclStmt());
    if (value(If->getCond()) != Flow::Same)
      Failed = true;
    statement(If->getThen());
    statement(If->getElse());
    return;
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      statement(Child);
    return;
  }
  VisitStmt(S);
}

Flow SymIntFlow::VisitStmt(const Stmt *S) {
  // return, switch and the like: none takes a symbolic value.
  for (const Stmt *Child : S->children()) {
    if (const auto *E = dyn_cast_or_null<Expr>(Child)) {
      if (value(E) != Flow::Same)
        Failed = true;
    } else {
      statement(Child);
    }
  }
  return Flow::Same;
}

void SymIntFlow::loop(const Stmt *Condition, const Stmt *Increment,
                      const Stmt *Body) {
  // A symbolic bound would compile, and freeze the size in the condition.
  const unsigned Before = SymbolicInts;
  statement(Condition);
  if (SymbolicInts != Before)
    Failed = true;
  statement(Increment);
  statement(Body);
}

void SymIntFlow::declare(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    if (const auto *Var = dyn_cast<VarDecl>(D))
      declare(Var);
    else if (!isa<TypedefNameDecl, UsingDecl, UsingDirectiveDecl,
                  NamespaceAliasDecl, StaticAssertDecl, EmptyDecl>(D))
      Failed = true; // a local class could use anything
  }
  if (S->isSingleDecl() || Failed)
    return;
  // One type for all of 'int64_t m = x.size(0), n = 1': all or none.
  llvm::SmallVector<const VarDecl *, 4> Vars;
  for (const Decl *D : S->decls())
    if (const auto *Var = dyn_cast<VarDecl>(D))
      Vars.push_back(Var);
  const auto IsSymbolic = [&](const VarDecl *V) {
    return Variables.contains(V);
  };
  if (llvm::none_of(Vars, IsSymbolic))
    return;
  for (const VarDecl *Var : Vars) {
    if (!Ctx.hasSameUnqualifiedType(Var->getType(), Vars.front()->getType()) ||
        (!IsSymbolic(Var) &&
         !makeSymbolic(Var, sizeTypeOf(Var->getType()).Form)))
      Failed = true;
  }
}

void SymIntFlow::declare(const VarDecl *Var) {
  const Flow Init = Var->hasInit() ? value(Var->getInit()) : Flow::Same;
  // decltype(n) changes with n, unseen.
  if (Var->isInvalidDecl() || Var->getType()->getAs<DecltypeType>() ||
      (isa<DecompositionDecl>(Var) && Init != Flow::Same)) {
    Failed = true;
    return;
  }
  const bool Changed = Init != Flow::Same;
  if (Changed &&
      (!Var->isLocalVarDecl() || Var->isStaticLocal() || Var->isConstexpr())) {
    Failed = true;
    return;
  }
  if (Var->getType()->getContainedDeducedType()) {
    if (Changed) {
      // 'auto v = {a, b}' is a list that nothing takes.
      if (Init == Flow::Braces || Init == Flow::Void)
        Failed = true;
      Variables[Var] = Init;
    }
    return;
  }
  if (Changed && !Variables.contains(Var)) {
    const SizeType Size = sizeTypeOf(Var->getType());
    if (!Size.isConcrete() || !fits(Size.Form, Init) ||
        !makeSymbolic(Var, Size.Form)) {
      Failed = true;
      return;
    }
  }
  if (!Variables.contains(Var))
    return;
  if (!(Changed ? fits(sizeTypeOf(Var->getType()).Form, Init)
                : initialiserFits(Var)) ||
      !Edits->makeSymbolic(Var->getTypeSourceInfo()->getTypeLoc()))
    Failed = true;
}

bool SymIntFlow::initialiserFits(const VarDecl *Var) {
  if (!Var->hasInit())
    return true;
  // A reference would need something symbolic to refer to.
  if (Var->getType()->isReferenceType())
    return false;
  const Expr *Init = Var->getInit()->IgnoreUnlessSpelledInSource();
  if (isa<InitListExpr, CXXStdInitializerListExpr>(Init))
    return true;
  if (sizeTypeOf(Var->getType()).Form == SizeForm::Int)
    return sizeTypeOf(Init->getType()).Form == SizeForm::Int;
  // std::vector<c10::SymInt> v, v(2), v(2, 1); a copy of another vector would
  // have to be symbolic.
  const auto *Construct = dyn_cast<CXXConstructExpr>(
      Var->getInit()->IgnoreImplicit()->IgnoreParens());
  return Construct && !Construct->getConstructor()->isCopyOrMoveConstructor() &&
         llvm::all_of(Construct->arguments(), [](const Expr *Arg) {
           Arg = Arg->IgnoreImplicit();
           return isa<CXXDefaultArgExpr, InitListExpr,
                      CXXStdInitializerListExpr>(Arg) ||
                  Arg->getType()->isIntegerType();
         });
}

bool SymIntFlow::makeSymbolic(const VarDecl *Var, SizeForm Form) {
  if (flowOf(Form) == Flow::Same || !Var->isLocalVarDecl() ||
      Var->isStaticLocal() || Var->isConstexpr() ||
      Var->getType()->getContainedDeducedType() ||
      !sizeTypeOf(Var->getType()).isConcrete())
    return false;
  if (Variables.try_emplace(Var, flowOf(Form)).second)
    Again = true;
  return true;
}

bool SymIntFlow::makeSymbolic(const Expr *Target) {
  Target = Target->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Target)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var && !Ref->refersToEnclosingVariableOrCapture() &&
           makeSymbolic(Var, sizeTypeOf(Var->getType()).Form);
  }
  // v[i], v.back(): the element's container.
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Target))
    return Operator->getOperator() == OO_Subscript &&
           makeSymbolic(Operator->getArg(0));
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Target)) {
    const auto *Method = Call->getMethodDecl();
    return Method && Method->getIdentifier() &&
           (Method->getName() == "back" || Method->getName() == "front" ||
            Method->getName() == "at") &&
           makeSymbolic(Call->getImplicitObjectArgument());
  }
  return false;
}

} // namespace aoti_tidy
