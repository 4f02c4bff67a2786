// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/cxx/LiveCode.h"
#include "checks/lib/cxx/Values.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Where control goes after a statement; the later, the further away.
enum class Flow {
  Continues,
  Breaks, ///< out of the loop or switch around it
  Leaves, ///< the function, or nobody knows where
};

/// Whether code is reached at all, and if, only with concrete c10::SymInts.
enum class Reach { Dead, Concrete, Normal };

bool isUnevaluated(const Stmt *S) {
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, RequiresExpr>(S))
    return true;
  const auto *TypeId = dyn_cast<CXXTypeidExpr>(S);
  return TypeId && !TypeId->isPotentiallyEvaluated();
}

/// A call that does not come back: TORCH_CHECK's, on failure.
bool isNoReturnCall(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->isNoReturn();
}

class Walker {
public:
  Walker(const KnownArguments &Known, ASTContext &Ctx)
      : Known(Known), Ctx(Ctx) {}

  Flow visit(const Stmt *S) {
    if (!S || isUnevaluated(S))
      return Flow::Continues;
    if (isa<RecoveryExpr>(S)) {
      Code.Broken = true;
      return Flow::Continues;
    }
    Code.Stmts.push_back({S, AfterConcreteTest});
    // What is evaluated on the way out of a kernel that fails does no harm.
    if (isa<CXXThrowExpr>(S) || isNoReturnCall(S))
      return Flow::Leaves;
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
      return visitCases(*Switch);
    }
    // The label is a constant.
    if (const auto *Case = dyn_cast<SwitchCase>(S))
      return visit(Case->getSubStmt());
    if (const auto *Do = dyn_cast<DoStmt>(S)) {
      // do { ... } while (false): how macros wrap statements
      const unsigned Before = Breaks;
      const Flow Body = visit(Do->getBody());
      visit(Do->getCond());
      ConcreteFromHere = false;
      return Breaks == Before && Body == Flow::Leaves ? Flow::Leaves
                                                      : Flow::Continues;
    }
    if (isa<WhileStmt, ForStmt, CXXForRangeStmt, CXXTryStmt>(S)) {
      visitChildren(S);
      ConcreteFromHere = false;
      return Flow::Continues;
    }
    if (isa<BreakStmt, ContinueStmt>(S)) {
      ++Breaks;
      return Flow::Breaks;
    }
    if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt>(S)) {
      visitChildren(S);
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
    const llvm::SaveAndRestore Restore(AfterConcreteTest);
    Flow Result = Flow::Continues;
    for (const Stmt *Child : S.body()) {
      if (isa<SwitchCase, LabelStmt>(Child))
        Result = Flow::Continues;
      if (Result != Flow::Continues)
        continue;
      Result = visit(Child);
      AfterConcreteTest |= std::exchange(ConcreteFromHere, false);
    }
    return Result;
  }

  /// All of a switch, or what runs of it for a value that is known.
  Flow visitCases(const SwitchStmt &S) {
    const auto Value =
        Known.Values.empty() ? std::nullopt : intFor(S.getCond(), Known, Ctx);
    const auto *Body = dyn_cast<CompoundStmt>(S.getBody());
    const auto First = Value && Body ? firstOf(*Body, *Value) : std::nullopt;
    if (!First) {
      visit(S.getBody());
      return Flow::Continues;
    }
    const unsigned Before = Breaks;
    Flow Result = Flow::Continues;
    for (const Stmt *Child : llvm::drop_begin(Body->body(), *First)) {
      if (Result != Flow::Continues)
        break;
      // From one label on, control falls through the others.
      while (const auto *Case = dyn_cast<SwitchCase>(Child))
        Child = Case->getSubStmt();
      Result = visit(Child);
    }
    ConcreteFromHere = false;
    // A 'break' somewhere inside comes back here.
    return Breaks == Before && Result == Flow::Leaves ? Flow::Leaves
                                                      : Flow::Continues;
  }

  /// The statement of a switch's body that runs first for \p Value, the end if
  /// none does; nothing if labels are where this is not understood.
  std::optional<size_t> firstOf(const CompoundStmt &Body, int64_t Value) {
    std::optional<size_t> Default, Matching;
    size_t Labels = 0, Index = 0;
    for (const Stmt *Child : Body.body()) {
      for (const auto *Case = dyn_cast<SwitchCase>(Child); Case;
           Case = dyn_cast<SwitchCase>(Case->getSubStmt())) {
        ++Labels;
        const auto *Label = dyn_cast<CaseStmt>(Case);
        if (!Label)
          Default = Index;
        else if (matches(*Label, Value))
          Matching = Index;
      }
      ++Index;
    }
    return Labels == labelsIn(Body) ? Matching.value_or(Default.value_or(Index))
                                    : std::optional<size_t>();
  }

  bool matches(const CaseStmt &Case, int64_t Value) {
    const auto Low = evaluateInt(Case.getLHS(), Ctx);
    const auto High = Case.getRHS() ? evaluateInt(Case.getRHS(), Ctx) : Low;
    return Low && High && *Low <= Value && Value <= *High;
  }

  /// Those of inner switches, too: then it is not understood.
  static size_t labelsIn(const Stmt &Body) {
    size_t Count = 0;
    llvm::SmallVector<const Stmt *, 32> Open = {&Body};
    while (!Open.empty()) {
      const Stmt *S = Open.pop_back_val();
      if (!S)
        continue;
      Count += isa<SwitchCase>(S);
      llvm::append_range(Open, S->children());
    }
    return Count;
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
    Reach ThenReach = Reach::Normal;
    Reach ElseReach = Reach::Normal;
    if (const auto Value = valueForMeta(Condition, Known, Ctx))
      (*Value ? ElseReach : ThenReach) = Reach::Dead;
    else if (const auto Value = valueForSymbolic(Condition, Known, Ctx))
      (*Value ? ElseReach : ThenReach) = Reach::Concrete;
    const Flow ThenFlow = visitBranch(Then, ThenReach);
    const Flow ElseFlow = visitBranch(Else, ElseReach);
    // if (n.is_symbolic()) return ...; what follows has a concrete n.
    ConcreteFromHere =
        (ThenReach == Reach::Concrete && ElseFlow != Flow::Continues) ||
        (ElseReach == Reach::Concrete && ThenFlow != Flow::Continues);
    if (ThenReach == Reach::Dead)
      return ElseFlow;
    return ElseReach == Reach::Dead ? ThenFlow : std::min(ThenFlow, ElseFlow);
  }

  Flow visitBranch(const Stmt *S, Reach R) {
    if (R == Reach::Dead)
      return Flow::Continues;
    const llvm::SaveAndRestore Restore(AfterConcreteTest);
    AfterConcreteTest |= R == Reach::Concrete;
    const Flow Result = visit(S);
    ConcreteFromHere = false;
    return Result;
  }

  Flow visitLambda(const LambdaExpr &S) {
    for (const Expr *Init : S.capture_inits())
      visit(Init);
    // A generic lambda's body is a pattern; its instantiations are called.
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

  const KnownArguments &Known;
  ASTContext &Ctx;
  bool AfterConcreteTest = false;
  /// Set by the last statement, for the ones after it.
  bool ConcreteFromHere = false;
  /// The 'break's and 'continue's seen so far.
  unsigned Breaks = 0;
};

} // namespace

LiveCode liveCode(const FunctionDecl &Function, const KnownArguments &Known,
                  ASTContext &Ctx) {
  Walker W(Known, Ctx);
  if (Function.isInvalidDecl() || Function.isDependentContext())
    W.Code.Broken = true;
  else
    W.visit(Function.getBody());
  return std::move(W.Code);
}

} // namespace aoti_tidy
