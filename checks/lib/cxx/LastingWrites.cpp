// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/LastingWrites.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/cxx/TensorTypes.h"
#include "checks/lib/cxx/VariableUses.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Of a member that is set in more places, nothing is known anyway.
constexpr size_t MaxWrites = 64;

using Write = UnitIndex::Write;
using Fields = llvm::SmallPtrSet<const FieldDecl *, 8>;

bool isSame(const FunctionDecl *A, const FunctionDecl *B) {
  return A && B && A->getCanonicalDecl() == B->getCanonicalDecl();
}

/// Adds the members that \p S mentions, but for 'x.defined()', which asks for
/// no value.
void addMentioned(const Stmt *S, Fields &Into) {
  if (!S)
    return;
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S))
    if (const CXXMethodDecl *Method = Call->getMethodDecl();
        Method && Method->getIdentifier() && Method->getName() == "defined" &&
        ownFieldOf(Call->getImplicitObjectArgument()))
      return;
  if (const auto *Member = dyn_cast<MemberExpr>(S))
    if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
      Into.insert(Field);
  for (const Stmt *Child : S->children())
    addMentioned(Child, Into);
}

/// Adds the members that the branches in \p S ask for.
void addAsked(const Stmt *S, Fields &Into) {
  if (!S)
    return;
  if (const auto *If = dyn_cast<IfStmt>(S))
    addMentioned(If->getCond(), Into);
  else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    addMentioned(Switch->getCond(), Into);
  else if (const auto *While = dyn_cast<WhileStmt>(S))
    addMentioned(While->getCond(), Into);
  else if (const auto *For = dyn_cast<ForStmt>(S))
    addMentioned(For->getCond(), Into);
  else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S))
    addMentioned(Choice->getCond(), Into);
  else if (const auto *Logical = dyn_cast<BinaryOperator>(S);
           Logical && Logical->isLogicalOp())
    addMentioned(Logical->getLHS(), Into);
  for (const Stmt *Child : S->children())
    addAsked(Child, Into);
}

/// Whether \p E is only evaluated on a condition, other than that the function
/// has not returned before.
bool isConditional(const Expr &E, ASTContext &Ctx) {
  for (DynTypedNodeList Parents = Ctx.getParents(E); !Parents.empty();
       Parents = Ctx.getParents(Parents[0])) {
    if (Parents[0].get<FunctionDecl>())
      return Parents[0].get<CXXMethodDecl>() &&
             Parents[0].get<CXXMethodDecl>()->getParent()->isLambda();
    const Stmt *S = Parents[0].get<Stmt>();
    if (isa_and_nonnull<IfStmt, SwitchStmt, AbstractConditionalOperator,
                        WhileStmt, ForStmt, CXXForRangeStmt, CXXCatchStmt>(S))
      return true;
  }
  return true;
}

/// Whether \p S asks for the device of \p Of, or moves it: 'x.is_cuda()',
/// 'x.to(device)'. On which condition that is done is not looked at.
bool asksOrMoves(const Stmt *S, const ValueDecl &Of) {
  if (!S)
    return false;
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S)) {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    const Expr *Object = Call->getImplicitObjectArgument();
    if (Method && Method->getIdentifier() && Object &&
        (variableOf(Object) == &Of || ownFieldOf(Object) == &Of) &&
        llvm::is_contained({"is_cuda", "is_cpu", "device", "get_device",
                            "options", "to", "cuda", "cpu"},
                           Method->getName()))
      return true;
  }
  return llvm::any_of(
      S->children(), [&](const Stmt *Child) { return asksOrMoves(Child, Of); });
}

/// How often \p S mentions \p Field.
unsigned mentions(const Stmt *S, const FieldDecl &Field) {
  if (!S)
    return 0;
  const auto *Member = dyn_cast<MemberExpr>(S);
  unsigned Count = Member && Member->getMemberDecl() == &Field;
  for (const Stmt *Child : S->children())
    Count += mentions(Child, Field);
  return Count;
}

/// Whether a function that sets \p Field, but for \p Reader, does more with it:
/// 'auto moved = x_.cuda(); x_ = moved;'.
bool isReadBySetter(const FieldDecl &Field, ArrayRef<Write> Writes,
                    const FunctionDecl &Reader) {
  return llvm::any_of(Writes, [&](const Write &W) {
    if (!W.In || isSame(W.In, &Reader) || isa<CXXConstructorDecl>(W.In))
      return false;
    const auto Sets = llvm::count_if(
        Writes, [&](const Write &Other) { return isSame(Other.In, W.In); });
    const FunctionDecl *Definition = W.In->getDefinition();
    return !Definition || mentions(Definition->getBody(), Field) > size_t(Sets);
  });
}

/// Whether a value of \p Field is made of the one before: 'x_ = x_.cuda()'.
bool isRemade(const FieldDecl &Field, ArrayRef<Write> Writes,
              const Expr *ButFor = nullptr) {
  return llvm::any_of(Writes, [&](const Write &W) {
    Fields Mentioned;
    addMentioned(W.Value, Mentioned);
    return W.What == Write::Kind::Unknown ||
           (W.Value != ButFor && Mentioned.contains(&Field));
  });
}

/// Whether a function that leads to the one of \p W may give the member another
/// value afterwards, which \p Reader finds.
bool isReplaced(const Write &W, ArrayRef<Write> Writes,
                const FunctionDecl &Reader, const UnitIndex &Index) {
  constexpr size_t MaxCallers = 64;
  llvm::SmallVector<const FunctionDecl *, 8> Callers = {W.In};
  for (size_t I = 0; I < Callers.size(); ++I) {
    if (I == MaxCallers)
      return true;
    for (const Write &Other : Writes)
      if (&Other != &W && Other.In && !isSame(Other.In, &Reader) &&
          !isa<CXXConstructorDecl>(Other.In) &&
          Index.calls(*Callers[I], *Other.In))
        return true;
    for (const UnitIndex::Call &Call : Index.callsOf(*Callers[I]))
      if (Call.In && llvm::none_of(Callers, [&](const FunctionDecl *Known) {
            return isSame(Known, Call.In);
          }))
        Callers.push_back(Call.In);
  }
  return llvm::any_of(Callers, [](const FunctionDecl *Caller) {
    return isa<CXXConstructorDecl>(Caller);
  });
}

/// The members of the class of \p Reader; none if it is no method.
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

/// The members of the class of \p Reader that it reads, or a method that it
/// calls: of a class with very many, each method has a few. All if it calls very
/// many.
std::vector<const FieldDecl *> fieldsReadBy(const FunctionDecl &Reader) {
  constexpr size_t MaxMethods = 16;
  const auto All = fieldsBeside(Reader);
  if (All.empty())
    return All;
  Fields Mentioned;
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
            return isSame(Known, Method);
          }))
        Work.push_back(Method);
  }
  std::vector<const FieldDecl *> Result;
  llvm::copy_if(All, std::back_inserter(Result), [&](const FieldDecl *Field) {
    return Mentioned.contains(Field);
  });
  return Result;
}

/// Whether \p S goes by other tensors, or by what the program's own functions
/// return: 'next_.cuda()'.
bool goesByOthers(const Stmt *S) {
  if (!S)
    return false;
  const auto *E = dyn_cast<Expr>(S);
  const auto *Call = dyn_cast<CallExpr>(S);
  if (isa<DeclRefExpr, MemberExpr>(S) &&
      (isTensor(E->getType()) || holdsTensors(E->getType())))
    return true;
  if (Call &&
      (!Call->getDirectCallee() || !isOfLibrary(Call->getDirectCallee())))
    return true;
  return llvm::any_of(S->children(), goesByOthers);
}

/// Whether \p W, in a method that is told nothing, starts a member anew:
/// 'void reset() { x_ = at::zeros({8}); }'.
bool isReset(const Write &W) {
  const auto *Method = dyn_cast<CXXMethodDecl>(W.In);
  return Method && !Method->getParent()->isLambda() &&
         Method->getNumParams() == 0 && W.What == Write::Kind::Whole &&
         !goesByOthers(W.Value);
}

/// What a function's branches may ask for that is not the same at the next call.
class Remembered final : public ConstDynamicRecursiveASTVisitor {
public:
  bool VisitDeclRefExpr(const DeclRefExpr *E) override {
    const auto *Var = dyn_cast<VarDecl>(E->getDecl());
    HasAny |= Var && Var->hasGlobalStorage() && !isOfLibrary(Var) &&
              !Var->isConstexpr() && !Var->getType().isConstQualified();
    return true;
  }
  bool VisitIfStmt(const IfStmt *S) override { return ask(S->getCond()); }
  bool VisitSwitchStmt(const SwitchStmt *S) override {
    return ask(S->getCond());
  }
  bool VisitWhileStmt(const WhileStmt *S) override { return ask(S->getCond()); }
  bool VisitForStmt(const ForStmt *S) override { return ask(S->getCond()); }
  bool VisitConditionalOperator(const ConditionalOperator *S) override {
    return ask(S->getCond());
  }
  bool HasAny = false;

private:
  /// if (isFirst())
  bool ask(const Stmt *S) {
    if (!S)
      return true;
    const auto *Call = dyn_cast<CallExpr>(S);
    HasAny |= Call && (!Call->getDirectCallee() ||
                       !isOfLibrary(Call->getDirectCallee()));
    for (const Stmt *Child : S->children())
      ask(Child);
    return true;
  }
};

/// Whether \p Run is come by on a condition of what a caller passes, or of a
/// variable: 'if (isFirst)'.
bool isRunByChoice(const Expr &Run, ASTContext &Ctx) {
  return anyAround(Run, Ctx, [](const Stmt &Outer, const Stmt &Inner) {
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Outer))
      return false;
    const auto HasVariable = [](const auto &Self, const Stmt *S) -> bool {
      const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
      if (Ref && isa<VarDecl, BindingDecl>(Ref->getDecl()))
        return true;
      return S && llvm::any_of(S->children(), [&](const Stmt *Child) {
               return Self(Self, Child);
             });
    };
    return isa<CXXCatchStmt>(Outer) ||
           HasVariable(HasVariable, conditionOn(Outer, Inner));
  });
}

} // namespace

std::vector<const FieldDecl *> fieldsLeftBy(const FunctionDecl &Reader,
                                            const Expr &Run, ASTContext &Ctx) {
  std::vector<const FieldDecl *> Result;
  const auto Read = fieldsReadBy(Reader);
  if (Read.empty() || isRunByChoice(Run, Ctx))
    return Result;
  Remembered Other;
  Other.TraverseStmt(Reader.getBody());
  if (Other.HasAny)
    return Result;
  const UnitIndex &Index = UnitIndex::of(Ctx);
  const auto Reached = Index.reachedFrom(Reader);
  const auto IsSetWithin = [&](const FieldDecl *Field) {
    return llvm::any_of(Index.writesOf(*Field), [&](const Write &W) {
      return W.In && Reached.contains(W.In);
    });
  };
  // if (count_++ > 0)
  Fields Asked;
  addAsked(Reader.getBody(), Asked);
  if (llvm::any_of(Asked, IsSetWithin))
    return Result;
  const Write Own = {Write::Kind::Whole, nullptr, &Reader};
  llvm::copy_if(Read, std::back_inserter(Result), [&](const FieldDecl *Field) {
    const auto Writes = Index.writesOf(*Field);
    const auto IsKnown = [&](const Write &W) {
      return W.What == Write::Kind::Default ||
             (W.What == Write::Kind::Whole &&
              (!W.In || isSame(W.In, &Reader) ||
               isa<CXXConstructorDecl, CXXDestructorDecl>(W.In) || isReset(W)));
    };
    const auto IsOfReader = [&](const FunctionDecl *By) {
      return isSame(By, &Reader) || isa<CXXConstructorDecl>(By);
    };
    return isTensor(Field->getType()) && Writes.size() <= MaxWrites &&
           !UnitIndex::canChangeUnseen(*Field) &&
           !UnitIndex::canReadUnseen(*Field) &&
           llvm::any_of(
               Writes, [&](const Write &W) { return isSame(W.In, &Reader); }) &&
           llvm::all_of(Writes, IsKnown) &&
           llvm::all_of(Index.readersOf(*Field), IsOfReader) &&
           !asksOrMoves(Reader.getBody(), *Field) &&
           !isReplaced(Own, Writes, Reader, Index);
  });
  return Result;
}

std::vector<LastingWrite> lastingWrites(const FunctionDecl &Reader,
                                        ASTContext &Ctx) {
  std::vector<LastingWrite> Result;
  const auto All = fieldsReadBy(Reader);
  const UnitIndex &Index = UnitIndex::of(Ctx);
  Fields Asked;
  addAsked(Reader.getBody(), Asked);
  for (const FieldDecl *Field : All) {
    const auto Writes = Index.writesOf(*Field);
    if (!isTensor(Field->getType()) || Writes.size() < 2 ||
        Writes.size() > MaxWrites || UnitIndex::canChangeUnseen(*Field) ||
        isRemade(*Field, Writes) || isReadBySetter(*Field, Writes, Reader) ||
        asksOrMoves(Reader.getBody(), *Field))
      continue;
    for (const Write &W : Writes) {
      const auto IsSetWithIt = [&](const FieldDecl *Other) {
        return llvm::any_of(Index.writesOf(*Other), [&](const Write &Beside) {
          return isSame(Beside.In, W.In);
        });
      };
      if (W.What == Write::Kind::Whole && W.Value && W.In &&
          !isa<CXXConstructorDecl, CXXDestructorDecl>(W.In) &&
          !isSame(W.In, &Reader) && !Index.calls(Reader, *W.In) &&
          !isConditional(*W.Value, Ctx) && llvm::none_of(Asked, IsSetWithIt) &&
          !isReplaced(W, Writes, Reader, Index))
        Result.push_back({Field, &W});
    }
  }
  return Result;
}

bool isKeptFor(const FunctionDecl &Reader, const Expr &Moved, ASTContext &Ctx) {
  const ValueDecl *Into = nullptr;
  const Expr *Value = nullptr;
  for (DynTypedNodeList Parents = Ctx.getParents(Moved);
       !Parents.empty() && !Value && Parents[0].get<Expr>();
       Parents = Ctx.getParents(Parents[0])) {
    const auto *Assign = Parents[0].get<CXXOperatorCallExpr>();
    if (!Assign || Assign->getOperator() != OO_Equal)
      continue;
    Value = Assign->getArg(1);
    Into = variableOf(Assign->getArg(0));
    if (!Into)
      Into = ownFieldOf(Assign->getArg(0));
  }
  if (!Into || asksOrMoves(Reader.getBody(), *Into))
    return false;
  const UnitIndex &Index = UnitIndex::of(Ctx);
  if (const auto *Field = dyn_cast<FieldDecl>(Into)) {
    const auto Writes = Index.writesOf(*Field);
    return !UnitIndex::canChangeUnseen(*Field) &&
           !isRemade(*Field, Writes, Value) &&
           !isReadBySetter(*Field, Writes, Reader);
  }
  // A variable that goes on to a member is none that the next run finds.
  return llvm::none_of(fieldsBeside(Reader), [&](const FieldDecl *Field) {
    return isTensor(Field->getType()) &&
           llvm::any_of(Index.writesOf(*Field), [&](const Write &W) {
             return isSame(W.In, &Reader) && variableOf(W.Value);
           });
  });
}

} // namespace aoti_tidy
