// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/GpuQuestions.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// More than people pass an answer on. Beyond, it may be anything.
constexpr unsigned MaxStatements = 20000;

/// A type that an answer is kept in.
bool holdsAnswer(QualType T) {
  T = T.getNonReferenceType();
  return T->isIntegralOrEnumerationType() || isDevice(T);
}

/// Follows values back to what they come from.
class Dependence {
public:
  Dependence(const FunctionDecl *Bound, ASTContext &Ctx)
      : Bound(Bound), Ctx(Ctx) {}

  bool of(const Stmt *S) {
    if (!S)
      return false;
    if (++Seen > MaxStatements)
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const FunctionDecl *Callee = Call->getDirectCallee();
          Callee && ofCallee(*Callee))
        return true;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
          Var && holdsAnswer(Var->getType()) && ofVariable(*Var))
        return true;
    if (const auto *Member = dyn_cast<MemberExpr>(S))
      if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
          Field && holdsAnswer(Field->getType()) && ofField(*Field))
        return true;
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return of(Child); });
  }

private:
  bool ofCallee(const FunctionDecl &Callee) {
    if (asksForGpu(Callee))
      return true;
    const FunctionDecl *Body = Callee.getDefinition();
    return Body && holdsAnswer(Callee.getReturnType()) && !isOfLibrary(Body) &&
           Visited.insert(Body).second && of(Body->getBody());
  }

  bool ofVariable(const VarDecl &Var) {
    if (!Visited.insert(&Var).second)
      return false;
    if (const auto *Param = dyn_cast<ParmVarDecl>(&Var))
      return ofParameter(*Param);
    return ofPlace(Var.getAnyInitializer());
  }

  bool ofParameter(const ParmVarDecl &Param) {
    const auto *Function =
        dyn_cast_or_null<FunctionDecl>(Param.getDeclContext());
    const unsigned I = Param.getFunctionScopeIndex();
    return Function && Function != Bound &&
           llvm::any_of(UnitIndex::of(Ctx).callsOf(*Function),
                        [&](const UnitIndex::Call &By) {
                          return I < By.Args.size() && ofPlace(By.Args[I]);
                        });
  }

  bool ofField(const FieldDecl &Field) {
    return Visited.insert(&Field).second &&
           llvm::any_of(
               UnitIndex::of(Ctx).writesOf(Field),
               [&](const UnitIndex::Write &W) { return ofPlace(W.Value); });
  }

  /// Of \p Value, or of whether that is evaluated.
  bool ofPlace(const Expr *Value) {
    if (!Value)
      return false;
    if (of(Value))
      return true;
    return anyAround(*Value, Ctx, [&](const Stmt &Outer, const Stmt &Inner) {
      return of(conditionOn(Outer, Inner));
    });
  }

  const FunctionDecl *Bound;
  ASTContext &Ctx;
  llvm::SmallPtrSet<const Decl *, 8> Visited;
  unsigned Seen = 0;
};

} // namespace

bool asksForGpu(const FunctionDecl &Callee) {
  const StringRef Name = Callee.getIdentifier() ? Callee.getName() : "";
  return (Name == "is_available" && (isInNamespace(&Callee, "torch::cuda") ||
                                     isInNamespace(&Callee, "at::cuda"))) ||
         (Name == "hasCUDA" && isInNamespace(&Callee, "at"));
}

bool mayDependOnGpu(const Expr &E, const FunctionDecl *Bound, ASTContext &Ctx) {
  return Dependence(Bound, Ctx).of(&E);
}

} // namespace aoti_tidy
