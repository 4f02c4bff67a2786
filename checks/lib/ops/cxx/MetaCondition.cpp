// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/MetaCondition.h"
#include "checks/lib/cxx/Names.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Conditions refer to locals that are conditions in turn.
constexpr unsigned MaxDepth = 8;

/// The value of x.is_meta(), x.device().is_cuda() and the like for a meta
/// tensor.
std::optional<bool> kindTest(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  if (!Call || !Call->getMethodDecl())
    return std::nullopt;
  const StringRef Name = nameOf(Call->getMethodDecl());
  const QualType Class = Call->getObjectType();
  const bool IsImpl = isClass(Class, "c10", "TensorImpl");
  if (!IsImpl && !isTensor(Class) && !isClass(Class, "c10", "Device"))
    return std::nullopt;
  if (Name == "is_meta" || (IsImpl && Name == "has_symbolic_sizes_strides"))
    return true;
  if (llvm::is_contained({"is_cpu", "is_cuda", "is_hip", "is_hpu", "is_ipu",
                          "is_lazy", "is_maia", "is_metal", "is_mps", "is_mtia",
                          "is_ort", "is_privateuseone", "is_ve", "is_vulkan",
                          "is_xla", "is_xpu"},
                         Name))
    return false;
  return std::nullopt;
}

std::optional<bool> valueOf(const Expr *E, ASTContext &Ctx, unsigned Depth) {
  if (!E || E->containsErrors() || E->isTypeDependent() ||
      E->isValueDependent() || Depth == MaxDepth)
    return std::nullopt;
  bool Constant = false;
  if (E->EvaluateAsBooleanCondition(Constant, Ctx))
    return Constant;
  // Casts to bool, explicit ones in macros.
  E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
  const auto Inner = [&](const Expr *Operand) {
    return valueOf(Operand, Ctx, Depth + 1);
  };
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot) {
    const auto Value = Inner(Not->getSubExpr());
    return Value ? std::optional(!*Value) : std::nullopt;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isLogicalOp()) {
    const bool Decides = Binary->getOpcode() == BO_LOr;
    const auto Left = Inner(Binary->getLHS()), Right = Inner(Binary->getRHS());
    if (Left == Decides || Right == Decides)
      return Decides;
    return Left && Right ? std::optional(!Decides) : std::nullopt;
  }
  // TORCH_CHECK's __builtin_expect(cond, 0)
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && Call->getBuiltinCallee() == Builtin::BI__builtin_expect)
    return Inner(Call->getArg(0));
  return kindTest(E);
}

/// Whether \p Is holds for an expression in \p S, or in what a local of it was
/// initialised with.
bool mentions(const Stmt *S, llvm::function_ref<bool(const Expr &)> Is,
              unsigned Depth = 0) {
  if (!S || Depth == MaxDepth)
    return false;
  if (const auto *E = dyn_cast<Expr>(S); E && Is(*E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && Var->hasLocalStorage() && !isa<ParmVarDecl>(Var))
      return mentions(Var->getInit(), Is, Depth + 1);
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return mentions(Child, Is, Depth);
  });
}

} // namespace

std::optional<bool> valueForMeta(const Expr *Condition, ASTContext &Ctx) {
  return valueOf(Condition, Ctx, 0);
}

bool asksForKind(const Expr *Condition) {
  return mentions(Condition, [](const Expr &E) {
    // at::kCUDA, c10::DeviceType::Meta
    if (isa<DeclRefExpr>(E))
      if (const auto *Enum = E.getType()->getAs<EnumType>())
        return nameOf(Enum->getDecl()) == "DeviceType";
    const auto *Call = dyn_cast<CallExpr>(&E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    if (Method && nameOf(Method->getParent()) == "SymInt")
      return llvm::is_contained(
          {"is_symbolic", "is_heap_allocated", "maybe_as_int"}, nameOf(Method));
    return nameOf(Callee) == "asIntArrayRefSlowOpt" || kindTest(&E).has_value();
  });
}

bool asksForMode(const Expr *Condition, const FunctionDecl &Function) {
  return mentions(Condition, [&](const Expr &E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&E);
    // A lambda's parameter is none of the function's.
    return Ref && isa<ParmVarDecl>(Ref->getDecl()) &&
           Ref->getDecl()->getDeclContext() == &Function &&
           Ref->getType()->isIntegralOrEnumerationType();
  });
}

} // namespace aoti_tidy
