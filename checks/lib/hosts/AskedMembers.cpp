// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/AskedMembers.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/Overriders.h"
#include "checks/lib/hosts/AotiApi.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {

bool isSameFunction(const FunctionDecl *A, const FunctionDecl *B) {
  return A && B && A->getCanonicalDecl() == B->getCanonicalDecl();
}

/// x_.defined(), of a member
static bool asksIfDefined(const Stmt &S) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(&S);
  return Call && nameOf(Call->getMethodDecl()) == "defined" &&
         ownFieldOf(Call->getImplicitObjectArgument());
}

void addMentioned(const Stmt *S, MemberSet &Into) {
  if (!S)
    return;
  if (asksIfDefined(*S))
    return;
  if (const auto *Member = dyn_cast<MemberExpr>(S))
    if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
      Into.insert(Field);
  for (const Stmt *Child : S->children())
    addMentioned(Child, Into);
}

std::vector<const FieldDecl *> fieldsBeside(const FunctionDecl &Reader) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Reader);
  const CXXRecordDecl *Class =
      Method && !Method->isStatic() && !isa<CXXConstructorDecl>(Method)
          ? Method->getParent()->getDefinition()
          : nullptr;
  if (!Class || Class->isLambda())
    return {};
  return {Class->field_begin(), Class->field_end()};
}

std::vector<const FieldDecl *> fieldsReadBy(const FunctionDecl &Reader) {
  constexpr size_t MaxMethods = 16;
  auto All = fieldsBeside(Reader);
  if (All.empty())
    return All;
  MemberSet Mentioned;
  llvm::SmallVector<const FunctionDecl *, 8> Work = {&Reader};
  class Finder final : public ConstDynamicRecursiveASTVisitor {
  public:
    bool VisitCXXMemberCallExpr(const CXXMemberCallExpr *Call) override {
      if (const CXXMethodDecl *Method = Call->getMethodDecl())
        Called.push_back(Method);
      return true;
    }
    llvm::SmallVector<const CXXMethodDecl *, 8> Called;
  };
  for (size_t I = 0; I < Work.size(); ++I) {
    if (I == MaxMethods)
      return All;
    const FunctionDecl *Definition = Work[I]->getDefinition();
    if (!Definition)
      continue;
    addMentioned(Definition->getBody(), Mentioned);
    Finder Calls;
    Calls.TraverseStmt(Definition->getBody());
    for (const CXXMethodDecl *Method : Calls.Called)
      if (Method->getParent() == cast<CXXMethodDecl>(Reader).getParent() &&
          llvm::none_of(Work, [&](const FunctionDecl *Known) {
            return isSameFunction(Known, Method);
          }))
        Work.push_back(Method);
  }
  std::vector<const FieldDecl *> Result;
  llvm::copy_if(All, std::back_inserter(Result), [&](const FieldDecl *Field) {
    return Mentioned.contains(Field);
  });
  return Result;
}

namespace {

/// Follows conditions to what they come from.
class Asker {
public:
  Asker(const FunctionDecl &Function, AskedByBranches &Into)
      : Class(dyn_cast<CXXMethodDecl>(&Function)), Into(Into) {}

  void conditionsIn(const Stmt *S) {
    if (!S)
      return;
    noteAssignment(S);
    // requireLoaded();
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S))
      if (const FunctionDecl *Body = ownBody(Call->getMethodDecl());
          Body && mayNotReturn(Body->getBody()) && Checks.insert(Body).second)
        conditionsIn(Body->getBody());
    if (const auto *If = dyn_cast<IfStmt>(S))
      ask(If->getCond());
    else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
      ask(Switch->getCond());
    else if (const auto *While = dyn_cast<WhileStmt>(S))
      ask(While->getCond());
    else if (const auto *Do = dyn_cast<DoStmt>(S))
      ask(Do->getCond());
    else if (const auto *For = dyn_cast<ForStmt>(S))
      ask(For->getCond());
    else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S))
      ask(Choice->getCond());
    else if (const auto *Logical = dyn_cast<BinaryOperator>(S);
             Logical && Logical->isLogicalOp())
      ask(Logical->getLHS());
    for (const Stmt *Child : S->children())
      conditionsIn(Child);
  }

  /// To the end, once all conditions are found.
  void follow() {
    while (!Locals.empty()) {
      const VarDecl *Var = Locals.pop_back_val();
      if (!Seen.insert(Var).second)
        continue;
      ask(Var->getInit());
      for (const Expr *Value : Assigned.lookup(Var))
        ask(Value);
    }
  }

private:
  void noteAssignment(const Stmt *S) {
    const Expr *To = nullptr, *Value = nullptr;
    if (const auto *Assign = dyn_cast<BinaryOperator>(S);
        Assign && Assign->isAssignmentOp()) {
      To = Assign->getLHS();
      Value = Assign->getRHS();
    } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S);
               Operator && Operator->isAssignmentOp()) {
      To = Operator->getArg(0);
      Value = Operator->getArg(1);
    }
    const auto *Ref =
        dyn_cast_or_null<DeclRefExpr>(To ? To->IgnoreParenImpCasts() : nullptr);
    if (const auto *Var =
            dyn_cast_or_null<VarDecl>(Ref ? Ref->getDecl() : nullptr))
      Assigned[Var].push_back(Value);
  }

  void ask(const Stmt *S) {
    // What a model returns says nothing of how its inputs were set.
    if (!S || asksIfDefined(*S) || isRun(*S))
      return;
    if (const auto *Member = dyn_cast<MemberExpr>(S))
      if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
        Into.Members.insert(Field);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl())) {
        if (!Var->hasGlobalStorage())
          Locals.push_back(Var);
        else if (!isOfLibrary(Var) && !Var->isConstexpr() &&
                 !Var->getType().isConstQualified())
          Into.Globals.insert(Var);
      }
    if (const auto *Call = dyn_cast<CallExpr>(S))
      askCallee(Call->getDirectCallee());
    for (const Stmt *Child : S->children())
      ask(Child);
  }

  static bool isRun(const Stmt &S) {
    const auto *Call = dyn_cast<CXXMemberCallExpr>(&S);
    const Expr *Object = Call ? Call->getImplicitObjectArgument() : nullptr;
    return Object && loaderClassOf(recordOfObject(*Object)) &&
           llvm::is_contained({"run", "boxed_run"},
                              nameOf(Call->getMethodDecl()));
  }

  /// Of a method of the class; null if that is not known.
  const FunctionDecl *ownBody(const FunctionDecl *Callee) const {
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    return Method && Class && !Method->isVirtual() &&
                   Method->getParent() == Class->getParent()
               ? Method->getDefinition()
               : nullptr;
  }

  static bool mayNotReturn(const Stmt *S) {
    if (!S)
      return false;
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    return isa<CXXThrowExpr>(S) || (Callee && Callee->isNoReturn()) ||
           llvm::any_of(S->children(), mayNotReturn);
  }

  /// if (isFirst())
  void askCallee(const FunctionDecl *Callee) {
    if (Callee && isOfLibrary(Callee))
      return;
    const FunctionDecl *Body = ownBody(Callee);
    if (!Body) {
      Into.HasOthers = true;
      return;
    }
    if (Methods.insert(Body).second)
      ask(Body->getBody());
  }

  const CXXMethodDecl *Class;
  AskedByBranches &Into;
  llvm::SmallVector<const VarDecl *, 8> Locals;
  llvm::SmallPtrSet<const VarDecl *, 8> Seen;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Methods, Checks;
  llvm::DenseMap<const VarDecl *, llvm::SmallVector<const Expr *, 2>> Assigned;
};

} // namespace

AskedByBranches askedBy(const FunctionDecl &Function) {
  AskedByBranches Result;
  Asker A(Function, Result);
  A.conditionsIn(Function.getBody());
  A.follow();
  return Result;
}

bool Reaches::leads(const FunctionDecl &Start, const FunctionDecl &To) {
  const auto [It, IsNew] = From.try_emplace(Start.getCanonicalDecl());
  if (IsNew)
    It->second = Index.reachedFrom(Start);
  return llvm::any_of(calledAs(To), [&](const FunctionDecl *Name) {
    return It->second.contains(Name);
  });
}

} // namespace aoti_tidy
