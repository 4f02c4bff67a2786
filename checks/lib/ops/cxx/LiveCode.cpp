// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/LiveCode.h"
#include "checks/lib/cxx/Names.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Conditions refer to locals that are conditions in turn.
constexpr unsigned MaxNestedConditions = 8;

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
      E->isValueDependent() || Depth == MaxNestedConditions)
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
  if (!S || Depth == MaxNestedConditions)
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

/// The value of a condition if every tensor is a meta tensor with symbolic
/// sizes, which is how export runs a meta kernel: of constants, 'x.is_cuda()',
/// 'x.device().is_meta()', and what '!', '&&' and '||' make of them.
std::optional<bool> valueForMeta(const Expr *Condition, ASTContext &Ctx) {
  return valueOf(Condition, Ctx, 0);
}

/// Whether a condition asks in any other way which device a tensor is on, or
/// whether a size is symbolic: 'x.device() == at::kCUDA', 'n.maybe_as_int()'.
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

/// Whether a condition of \p Function depends on what its callers choose with a
/// constant: a parameter that is a bool, an integer or an enum.
bool asksForMode(const Expr *Condition, const FunctionDecl &Function) {
  return mentions(Condition, [&](const Expr &E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&E);
    // A lambda's parameter is none of the function's.
    return Ref && isa<ParmVarDecl>(Ref->getDecl()) &&
           Ref->getDecl()->getDeclContext() == &Function &&
           Ref->getType()->isIntegralOrEnumerationType();
  });
}

/// Where control goes after a statement; the later, the further away.
enum class Flow {
  Continues,
  Breaks, ///< out of the loop or switch around it
  Leaves, ///< the function, or nobody knows where
};

bool isUnevaluated(const Stmt *S) {
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, RequiresExpr>(S))
    return true;
  const auto *TypeId = dyn_cast<CXXTypeidExpr>(S);
  return TypeId && !TypeId->isPotentiallyEvaluated();
}

/// A throw, or a call that does not come back: TORCH_CHECK's, on failure.
bool isFailure(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return isa<CXXThrowExpr>(S) || (Callee && Callee->isNoReturn());
}

class Walker {
public:
  Walker(const FunctionDecl &Function, bool IsHelper)
      : Function(Function), IsHelper(IsHelper), Ctx(Function.getASTContext()) {}

  Flow visit(const Stmt *S) {
    if (!S || isUnevaluated(S))
      return Flow::Continues;
    if (isa<RecoveryExpr>(S)) {
      Code.Broken = true;
      return Flow::Continues;
    }
    Code.Stmts.push_back({S, IsJudged});
    // Code on the way out of a kernel that fails does no harm.
    if (isFailure(S)) {
      ++Failures;
      return Flow::Leaves;
    }
    return visitOne(S);
  }

  LiveCode Code;

private:
  Flow visitOne(const Stmt *S) {
    if (const auto *Compound = dyn_cast<CompoundStmt>(S))
      return visitCompound(*Compound);
    if (const auto *If = dyn_cast<IfStmt>(S))
      return visitIf(*If);
    if (const auto *Choice = dyn_cast<ConditionalOperator>(S)) {
      visit(Choice->getCond());
      return visitBranches(Choice->getCond(), Choice->getTrueExpr(),
                           Choice->getFalseExpr());
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(S);
        Binary && Binary->isLogicalOp()) {
      visit(Binary->getLHS());
      const Expr *Rest = Binary->getRHS();
      return Binary->getOpcode() == BO_LAnd
                 ? visitBranches(Binary->getLHS(), Rest, nullptr)
                 : visitBranches(Binary->getLHS(), nullptr, Rest);
    }
    if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
      visit(Switch->getInit());
      visit(Switch->getConditionVariableDeclStmt());
      visit(Switch->getCond());
      visitBranches(Switch->getCond(), Switch->getBody(), nullptr);
      return Flow::Continues;
    }
    // The label is a constant.
    if (const auto *Case = dyn_cast<SwitchCase>(S))
      return visit(Case->getSubStmt());
    if (const auto *Do = dyn_cast<DoStmt>(S)) {
      // do { ... } while (false): how macros wrap statements
      const unsigned Before = Breaks;
      const Flow Body = visit(Do->getBody());
      visit(Do->getCond());
      return Breaks == Before && Body == Flow::Leaves ? Flow::Leaves
                                                      : Flow::Continues;
    }
    if (isa<WhileStmt, ForStmt, CXXForRangeStmt, CXXTryStmt>(S)) {
      visitChildren(S);
      return Flow::Continues;
    }
    if (isa<BreakStmt, ContinueStmt>(S)) {
      ++Breaks;
      return Flow::Breaks;
    }
    if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt>(S)) {
      visitChildren(S);
      ++Returns;
      return Flow::Leaves;
    }
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
      return visitLambda(*Lambda);
    if (const auto *Declaration = dyn_cast<DeclStmt>(S))
      return visitDeclarations(*Declaration);
    if (isa<CXXDefaultArgExpr, CXXDefaultInitExpr,
            SubstNonTypeTemplateParmExpr>(S))
      return Flow::Continues;
    return visitChildren(S);
  }

  Flow visitChildren(const Stmt *S) {
    Flow Result = Flow::Continues;
    for (const Stmt *Child : S->children())
      Result = std::max(Result, visit(Child));
    return Result;
  }

  Flow visitCompound(const CompoundStmt &S) {
    Flow Result = Flow::Continues;
    for (const Stmt *Child : S.body()) {
      if (isa<SwitchCase, LabelStmt>(Child))
        Result = Flow::Continues;
      if (Result == Flow::Continues)
        Result = visit(Child);
    }
    return Result;
  }

  Flow visitIf(const IfStmt &S) {
    visit(S.getInit());
    visit(S.getConditionVariableDeclStmt());
    if (S.isConsteval())
      return visit(S.isNegatedConsteval() ? S.getThen() : S.getElse());
    visit(S.getCond());
    return visitBranches(S.getCond(), S.getThen(), S.getElse());
  }

  Flow visitBranches(const Expr *Condition, const Stmt *Then,
                     const Stmt *Else) {
    // It may be the test that keeps meta tensors out.
    if (Condition && Condition->containsErrors()) {
      Code.Broken = true;
      return Flow::Continues;
    }
    if (const auto Value = valueForMeta(Condition, Ctx))
      return visit(*Value ? Then : Else);
    const bool OnKind = asksForKind(Condition);
    const bool OnMode = IsHelper && asksForMode(Condition, Function);
    const unsigned Left = Breaks + Returns, Failed = Failures;
    Flow Result;
    {
      const llvm::SaveAndRestore Restore(IsJudged,
                                         IsJudged && !OnKind && !OnMode);
      const Flow ThenFlow = visit(Then);
      Result = std::min(ThenFlow, visit(Else));
    }
    // Code after 'if (x.device() == at::kCUDA) return ...;' depends on it,
    // too. A mode that is refused is not the kernel's.
    if (((OnKind || OnMode) && Breaks + Returns != Left) ||
        (OnKind && Failures != Failed))
      IsJudged = false;
    return Result;
  }

  Flow visitLambda(const LambdaExpr &S) {
    for (const Expr *Init : S.capture_inits())
      visit(Init);
    // A generic lambda's body is a pattern; its instantiations are called.
    const llvm::SaveAndRestore Restore(IsJudged);
    if (!S.getCallOperator()->isDependentContext())
      visit(S.getBody());
    return Flow::Continues;
  }

  Flow visitDeclarations(const DeclStmt &S) {
    Flow Result = Flow::Continues;
    for (const Decl *D : S.decls()) {
      if (D->isInvalidDecl()) {
        Code.Broken = true;
        continue;
      }
      if (const auto *Var = dyn_cast<VarDecl>(D))
        Result = std::max(Result, visit(Var->getInit()));
    }
    return Result;
  }

  const FunctionDecl &Function;
  const bool IsHelper;
  ASTContext &Ctx;
  bool IsJudged = true;
  /// Those seen so far: of 'break' and 'continue', of 'return', of what throws.
  unsigned Breaks = 0, Returns = 0, Failures = 0;
};

} // namespace

LiveCode liveCode(const FunctionDecl &Function, bool IsHelper) {
  Walker W(Function, IsHelper);
  if (Function.isInvalidDecl() || Function.isDependentContext())
    W.Code.Broken = true;
  else
    W.visit(Function.getBody());
  return std::move(W.Code);
}

} // namespace aoti_tidy
