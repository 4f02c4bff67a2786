// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/AskedFor.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/hosts/HandedCode.h"
#include "checks/lib/hosts/OpenBranches.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace aoti_tidy {

bool StatementReader::VisitIfStmt(const IfStmt *If) {
  if (!If->isConstexpr() && !If->hasInitStorage() && !If->hasVarStorage())
    Branches.push_back(If);
  return true;
}

bool StatementReader::VisitConditionalOperator(
    const ConditionalOperator *Choice) {
  if (isTensor(Choice->getType()) || holdsTensors(Choice->getType()))
    Branches.push_back(Choice);
  return true;
}

bool StatementReader::VisitCallExpr(const CallExpr *Call) {
  if (const FunctionDecl *Body = helperIn(*Call)) {
    const auto [It, IsFirst] = Helpers.insert({Body, Call});
    if (!IsFirst)
      It->second = nullptr;
  }
  if (const FunctionDecl *Callee = Call->getDirectCallee()) {
    const bool HasObject =
        isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Callee);
    run(*Callee,
        ArrayRef(Call->getArgs(), Call->getNumArgs()).drop_front(HasObject),
        *Call);
  }
  return true;
}

bool StatementReader::VisitCXXConstructExpr(const CXXConstructExpr *Made) {
  run(*Made->getConstructor(), ArrayRef(Made->getArgs(), Made->getNumArgs()),
      *Made);
  return true;
}

bool StatementReader::VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr *E) {
  if (const auto *Class = E->getType()->getAsCXXRecordDecl();
      Class && Class->isAnyDestructorNoReturn())
    Ends.push_back(E);
  return true;
}

bool StatementReader::VisitStmt(const Stmt *S) {
  if (isa<ReturnStmt, BreakStmt, ContinueStmt, CXXThrowExpr, GotoStmt,
          IndirectGotoStmt, CoreturnStmt>(S))
    Exits.push_back(S);
  return true;
}

bool StatementReader::VisitUnaryOperator(const UnaryOperator *E) {
  if (E->isIncrementDecrementOp())
    set(E->getSubExpr(), nullptr, *E);
  return true;
}

bool StatementReader::VisitCXXOperatorCallExpr(const CXXOperatorCallExpr *E) {
  if (E->isAssignmentOp())
    set(E->getArg(0), E->getArg(1), *E);
  return true;
}

bool StatementReader::VisitDeclRefExpr(const DeclRefExpr *E) {
  note(*E->getDecl());
  return true;
}

bool StatementReader::VisitMemberExpr(const MemberExpr *E) {
  note(*E->getMemberDecl());
  return true;
}

bool StatementReader::VisitStringLiteral(const StringLiteral *E) {
  // Of a wider one the bytes are no letters.
  if (E->getCharByteWidth() == 1)
    noteName(E->getString());
  return true;
}

bool StatementReader::VisitBinaryOperator(const BinaryOperator *E) {
  HasOr |= E->getOpcode() == BO_LOr;
  if (E->isAssignmentOp())
    set(E->getLHS(), E->getRHS(), *E);
  return true;
}

const FunctionDecl *StatementReader::helperIn(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionDecl *Body = Callee ? Callee->getDefinition() : nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Body);
  const bool IsHelper =
      Body && Body->getBody() && !isOfLibrary(Body) && !Body->isVariadic() &&
      !isa<CXXOperatorCallExpr>(Call) && !(Method && Method->isVirtual());
  return IsHelper ? Body : nullptr;
}

void StatementReader::run(const FunctionDecl &Callee,
                          ArrayRef<const Expr *> Args, const Expr &At) {
  if (Callee.isNoReturn())
    Ends.push_back(&At);
  else if (const FunctionDecl *Body = Callee.getDefinition();
           Body && Body->getBody() && isOfProgram(*Body))
    Runs.push_back({Body, Args, &At});
}

void StatementReader::set(const Expr *Target, const Expr *Value,
                          const Expr &At) {
  Target = Target->IgnoreParenImpCasts();
  const ValueDecl *Of = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Target))
    Of = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(Target))
    Of = Member->getMemberDecl();
  if (Of && !isTensor(Of->getType()) && !holdsTensors(Of->getType()))
    Set[cast<ValueDecl>(Of->getCanonicalDecl())].push_back({Value, &At});
}

void StatementReader::note(const ValueDecl &D) {
  if (isa<VarDecl, FieldDecl, BindingDecl>(D))
    Mentioned.insert(cast<ValueDecl>(D.getCanonicalDecl()));
  if (const auto *Function = dyn_cast<FunctionDecl>(&D);
      Function && Function->getIdentifier() && !isOfLibrary(Function))
    Functions.insert(Function->getCanonicalDecl());
  if (D.getIdentifier())
    noteName(D.getName());
}

void StatementReader::noteName(StringRef Name) {
  AsksForDevice |= isAboutDevices(Name);
}

StatementReader readStatement(const Stmt *S) {
  StatementReader Result;
  Result.TraverseStmt(S);
  return Result;
}

void insertAsked(const StatementReader &From, AskedDecls &Into) {
  Into.insert(From.Mentioned.begin(), From.Mentioned.end());
  Into.insert(From.Functions.begin(), From.Functions.end());
}

static bool isLoop(const Stmt &S) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
}

/// What decides whether \p Inner, the body of the loop \p Outer, is come to: not
/// what the loop counts by.
static void readLoop(const Stmt &Outer, const Stmt &Inner, AskedDecls &Into) {
  if (const auto *While = dyn_cast<WhileStmt>(&Outer)) {
    if (While->getBody() == &Inner)
      insertAsked(readStatement(While->getCond()), Into);
  } else if (const auto *Each = dyn_cast<CXXForRangeStmt>(&Outer)) {
    if (Each->getBody() == &Inner)
      insertAsked(readStatement(Each->getRangeInit()), Into);
  } else if (const auto *For = dyn_cast<ForStmt>(&Outer);
             For && For->getBody() == &Inner) {
    StatementReader Condition = readStatement(For->getCond());
    if (const auto *Counts = dyn_cast_or_null<DeclStmt>(For->getInit()))
      for (const Decl *D : Counts->decls())
        if (const auto *Counter = dyn_cast<ValueDecl>(D))
          Condition.Mentioned.erase(Counter);
    insertAsked(Condition, Into);
  }
}

Around askedAround(const Stmt &S, ASTContext &Ctx, Reach How) {
  Around Result;
  anyAround(S, Ctx, [&](const Stmt &Outer, const Stmt &Inner) {
    Result.InLoop |= isLoop(Outer);
    if (const Expr *Condition = conditionOn(Outer, Inner))
      insertAsked(readStatement(Condition), Result.Asked);
    if (How != Reach::Branches)
      readLoop(Outer, Inner, Result.Asked);
    return How == Reach::Innermost && !Result.Asked.empty();
  });
  return Result;
}

const StatementReader &BodyReaders::of(const FunctionDecl &Function) {
  auto &Slot = Known[&Function];
  if (!Slot) {
    auto Made =
        std::make_unique<StatementReader>(readStatement(Function.getBody()));
    Slot = std::move(Made);
  }
  return *Slot;
}

void BodyReaders::expand(AskedDecls &Asked, const StatementReader &All) {
  llvm::SmallVector<const ValueDecl *, 16> Work(Asked.begin(), Asked.end());
  const auto Add = [&](const AskedDecls &More) {
    for (const ValueDecl *D : More)
      if (Asked.size() < MaxAsked && Asked.insert(D).second)
        Work.push_back(D);
  };
  const auto AddAll = [&](const Expr *E) {
    AskedDecls More;
    insertAsked(readStatement(E), More);
    Add(More);
  };
  while (!Work.empty()) {
    const ValueDecl *D = Work.pop_back_val();
    if (const auto *Callee = dyn_cast<FunctionDecl>(D)) {
      Add(askedBy(*Callee));
      continue;
    }
    if (isTensor(D->getType()) || holdsTensors(D->getType()))
      continue;
    const auto *Binding = dyn_cast<BindingDecl>(D);
    const auto *Var =
        dyn_cast_or_null<VarDecl>(Binding ? Binding->getDecomposedDecl() : D);
    if (Var && Var->hasLocalStorage() && Var->getInit())
      AddAll(Var->getInit());
    if (const auto It = All.Set.find(D); It != All.Set.end())
      for (const StatementReader::Setting &Each : It->second) {
        AddAll(Each.Value);
        Add(askedAround(*Each.At, Ctx, Reach::Branches).Asked);
      }
  }
}

const BodyReaders::Leaving &BodyReaders::leavingOf(const FunctionDecl &Function,
                                                   unsigned Depth) {
  auto &Slot = Leavings[&Function];
  if (Slot)
    return *Slot;
  // What is asked of it meanwhile: it does not.
  Slot = std::make_unique<Leaving>();
  Leaving &Result = *Slot;
  const StatementReader &All = of(Function);
  if (Depth > MaxDepth || All.Exits.size() > MaxLookedAt ||
      All.Ends.size() > MaxLookedAt)
    return Result;
  Result.IsSure = endsWithExit(Function.getBody());
  const auto Add = [&](const Stmt &Exit) {
    const AskedDecls More = askedAround(Exit, Ctx, Reach::Innermost).Asked;
    Result.Asked.insert(More.begin(), More.end());
  };
  for (const Stmt *Exit : All.Exits)
    // if (n > 1000) return; throw n;
    if (isa<CXXThrowExpr>(Exit) || Result.IsSure) {
      Result.IsPossible |= isa<CXXThrowExpr>(Exit);
      Add(*Exit);
    }
  for (const Stmt *End : All.Ends) {
    Result.IsPossible = true;
    Add(*End);
  }
  for (const BodyRun &Run : All.Runs)
    if (const Leaving &Inner = leavingOf(*Run.Body, Depth + 1);
        Inner.IsPossible) {
      Result.IsPossible = true;
      const AskedDecls More = askedToLeave(Run, Inner);
      Result.Asked.insert(More.begin(), More.end());
    }
  expand(Result.Asked, All);
  return Result;
}

AskedDecls BodyReaders::askedToLeave(const BodyRun &Run, const Leaving &Of) {
  AskedDecls Result;
  if (Of.IsSure)
    Result = askedAround(*Run.At, Ctx, Reach::Innermost).Asked;
  for (const ValueDecl *D : Of.Asked) {
    const auto *Param = dyn_cast<ParmVarDecl>(D);
    if (!Param)
      Result.insert(D);
    else if (const unsigned I = Param->getFunctionScopeIndex();
             I < Run.Args.size())
      insertAsked(readStatement(Run.Args[I]), Result);
  }
  return Result;
}

AskedDecls BodyReaders::askedBy(const FunctionDecl &Callee) {
  AskedDecls Result;
  const FunctionDecl *Body = Callee.getDefinition();
  if (!Body || !Body->getBody() || !isOfProgram(*Body))
    return Result;
  const StatementReader &All = of(*Body);
  if (All.Mentioned.size() + All.Functions.size() > MaxOfQuestion)
    return Result;
  insertAsked(All, Result);
  Result.remove_if([](const ValueDecl *D) {
    const auto *Var = dyn_cast<VarDecl>(D);
    return Var && Var->hasLocalStorage();
  });
  return Result;
}

bool BodyReaders::endsWithExit(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return !Block->body_empty() && endsWithExit(Block->body_back());
  const auto *E = dyn_cast_or_null<Expr>(S);
  E = E ? E->IgnoreImplicit() : nullptr;
  const auto *Call = dyn_cast_or_null<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return isa_and_nonnull<CXXThrowExpr>(E) || (Callee && Callee->isNoReturn());
}

} // namespace aoti_tidy
