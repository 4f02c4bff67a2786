// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/LastingWrites.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/Overriders.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/hosts/AskedMembers.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "checks/lib/hosts/VariableUses.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <utility>

using namespace clang;

namespace aoti_tidy {
namespace {

/// Of a member that is set in more places, nothing is known anyway.
constexpr size_t MaxWrites = 64;

using Write = UnitIndex::Write;

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
                        WhileStmt, DoStmt, ForStmt, CXXForRangeStmt,
                        CXXCatchStmt>(S))
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
    if (!W.In || isSameFunction(W.In, &Reader) || isa<CXXConstructorDecl>(W.In))
      return false;
    const auto Sets = llvm::count_if(Writes, [&](const Write &Other) {
      return isSameFunction(Other.In, W.In);
    });
    const FunctionDecl *Definition = W.In->getDefinition();
    return !Definition ||
           std::cmp_greater(mentions(Definition->getBody(), Field), Sets);
  });
}

/// Whether a value of \p Field is made of the one before: 'x_ = x_.cuda()'.
bool isRemade(const FieldDecl &Field, ArrayRef<Write> Writes,
              const Expr *ButFor = nullptr) {
  return llvm::any_of(Writes, [&](const Write &W) {
    MemberSet Mentioned;
    addMentioned(W.Value, Mentioned);
    return W.What == Write::Kind::Unknown ||
           (W.Value != ButFor && Mentioned.contains(&Field));
  });
}

/// Whether \p S mentions a variable that is there from one call to the next:
/// 'static int count'.
bool mentionsGlobal(const Stmt *S) {
  if (!S)
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return (Var && Var->hasGlobalStorage() && !isOfLibrary(Var) &&
          !Var->isConstexpr() && !Var->getType().isConstQualified()) ||
         llvm::any_of(S->children(), mentionsGlobal);
}

/// Calls \p Visit with \p Function and the functions that lead to it, until it
/// returns true, or there are very many. Whether either came about.
bool anyLeadingTo(const FunctionDecl &Function, const UnitIndex &Index,
                  llvm::function_ref<bool(const FunctionDecl &)> Visit) {
  constexpr size_t MaxCallers = 64;
  llvm::SmallVector<const FunctionDecl *, 8> Callers = {
      Function.getCanonicalDecl()};
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen = {Callers.front()};
  for (size_t I = 0; I < Callers.size(); ++I) {
    if (I == MaxCallers || Visit(*Callers[I]))
      return true;
    for (const FunctionDecl *Name : calledAs(*Callers[I]))
      for (const UnitIndex::Call &Call : Index.callsOf(*Name))
        if (Call.In && Seen.insert(Call.In->getCanonicalDecl()).second)
          Callers.push_back(Call.In->getCanonicalDecl());
  }
  return false;
}

/// Whether only constructors of its class call \p Function: 'Cloth(mesh) {
/// setMesh(mesh); }'.
bool isOnlyForMaking(const FunctionDecl &Function, const UnitIndex &Index) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (Index.isNamed(Function))
    return false;
  bool Any = false;
  for (const FunctionDecl *Name : calledAs(Function))
    for (const UnitIndex::Call &Call : Index.callsOf(*Name)) {
      Any = true;
      const auto *By = dyn_cast_or_null<CXXConstructorDecl>(Call.In);
      if (!By || !Method ||
          By->getParent()->getCanonicalDecl() !=
              Method->getParent()->getCanonicalDecl())
        return false;
    }
  return Any;
}

/// Whether \p Other is one that may replace what \p W gives a member, before
/// \p Reader finds it.
bool mayReplace(const Write &Other, const Write &W, const FunctionDecl &Reader,
                const UnitIndex &Index) {
  if (&Other == &W || !Other.In || isSameFunction(Other.In, &Reader) ||
      isa<CXXConstructorDecl>(Other.In))
    return false;
  // if (all.empty()) { x_ = at::zeros({1}); return; } x_ = all;
  if (isSameFunction(Other.In, W.In) && Other.Value && W.Value) {
    const SourceManager &SM = W.In->getASTContext().getSourceManager();
    return !SM.isBeforeInTranslationUnit(
        SM.getExpansionLoc(Other.Value->getBeginLoc()),
        SM.getExpansionLoc(W.Value->getBeginLoc()));
  }
  // What makes an object sets members of another one.
  return !isOnlyForMaking(*Other.In, Index);
}

/// Whether \p S puts another object where one of \p Class is: 'cloth = Cloth(path)',
/// 'cloth_.reset(…)'.
bool makesAnew(const Stmt *S, const CXXRecordDecl &Class) {
  if (!S)
    return false;
  const Expr *Object = nullptr;
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S);
  const bool IsAssigned = Operator && Operator->getOperator() == OO_Equal;
  if (IsAssigned)
    Object = Operator->getArg(0);
  else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S);
           Call && llvm::is_contained({"reset", "emplace", "swap"},
                                      nameOf(Call->getMethodDecl())))
    Object = Call->getImplicitObjectArgument();
  const auto *Of = Object ? dyn_cast_or_null<CXXRecordDecl>(
                                Object->getType()->getAsCXXRecordDecl())
                          : nullptr;
  if (const auto *Holder =
          dyn_cast_or_null<ClassTemplateSpecializationDecl>(Of);
      Holder && Holder->isInStdNamespace() &&
      Holder->getTemplateArgs().size() > 0 &&
      Holder->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
    Of = Holder->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
  else if (!IsAssigned)
    Of = nullptr; // the method of a class, cloth.reset(), leaves the object
  return (Of && Of->getCanonicalDecl() == Class.getCanonicalDecl()) ||
         llvm::any_of(S->children(), [&](const Stmt *Child) {
           return makesAnew(Child, Class);
         });
}

/// Whether \p S hands on its object, or names it otherwise than to get to a member:
/// 'get(*this)'.
bool namesObject(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    return namesObject(Lambda->getBody());
  if (const auto *Member = dyn_cast<MemberExpr>(S);
      Member && isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()))
    return false;
  return isa<CXXThisExpr>(S) || llvm::any_of(S->children(), namesObject);
}

/// Whether \p Reader may give the member another value before it reads it, in ways
/// that are not followed: through another function, which a thread may run, or by
/// another name of its object.
bool mayReplaceItself(const Write &W, ArrayRef<Write> Writes,
                      const FunctionDecl &Reader, const UnitIndex &Index,
                      Reaches &Reach, bool NamesObject) {
  return llvm::any_of(Writes, [&](const Write &Other) {
    if (!Other.In)
      return false;
    return isSameFunction(Other.In, &Reader)
               ? NamesObject
               : mayReplace(Other, W, Reader, Index) &&
                     Reach.leads(Reader, *Other.In);
  });
}

/// Whether a function that leads to the one of \p W may give the member another
/// value afterwards, which \p Reader finds.
bool isReplaced(const Write &W, ArrayRef<Write> Writes,
                const FunctionDecl &Reader, const UnitIndex &Index,
                Reaches &Reach) {
  const CXXRecordDecl &Class = *cast<CXXMethodDecl>(Reader).getParent();
  return anyLeadingTo(*W.In, Index, [&](const FunctionDecl &Caller) {
    const FunctionDecl *Definition = Caller.getDefinition();
    return isa<CXXConstructorDecl>(Caller) ||
           (Definition && makesAnew(Definition->getBody(), Class)) ||
           llvm::any_of(Writes, [&](const Write &Other) {
             return mayReplace(Other, W, Reader, Index) &&
                    Reach.leads(Caller, *Other.In);
           });
  });
}

/// Whether a method that leads to \p Reader may set the member first:
/// 'void step(x) { x_ = x.cuda(); infer(); }'.
bool isSetOnTheWay(const Write &W, ArrayRef<Write> Writes,
                   const FunctionDecl &Reader, const UnitIndex &Index,
                   Reaches &Reach) {
  const CXXRecordDecl *Class = cast<CXXMethodDecl>(Reader).getParent();
  return anyLeadingTo(Reader, Index, [&](const FunctionDecl &Caller) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Caller);
    return Method && !isSameFunction(Method, &Reader) &&
           Method->getParent()->getCanonicalDecl() ==
               Class->getCanonicalDecl() &&
           llvm::any_of(Writes, [&](const Write &Other) {
             return mayReplace(Other, W, Reader, Index) &&
                    Reach.leads(Caller, *Other.In);
           });
  });
}

/// Whether one of \p Asked is set where \p W is, in what leads there or in what
/// that leads to.
bool isSetWith(const Write &W, const AskedByBranches &Asked,
               const UnitIndex &Index, Reaches &Reach) {
  return llvm::any_of(Asked.Members,
                      [&](const FieldDecl *Other) {
                        return llvm::any_of(
                            Index.writesOf(*Other), [&](const Write &By) {
                              return By.In && !isa<CXXConstructorDecl>(By.In) &&
                                     (Reach.leads(*By.In, *W.In) ||
                                      Reach.leads(*W.In, *By.In));
                            });
                      }) ||
         (!Asked.Globals.empty() && W.In->getDefinition() &&
          mentionsGlobal(W.In->getDefinition()->getBody()));
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

/// Whether nothing calls \p Setter, which only its class can.
bool isUnused(const FunctionDecl &Setter, const UnitIndex &Index) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Setter);
  return Method && Method->getAccess() == AS_private && !Method->isVirtual() &&
         Index.callsOf(*Method->getCanonicalDecl()).empty() &&
         !Index.isNamed(*Method);
}

} // namespace

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

std::vector<const FieldDecl *> fieldsLeftBy(const FunctionDecl &Reader,
                                            const Expr &Run, ASTContext &Ctx) {
  std::vector<const FieldDecl *> Result;
  const auto Read = fieldsReadBy(Reader);
  if (Read.empty() || isRunByChoice(Run, Ctx) ||
      mentionsGlobal(Reader.getBody()))
    return Result;
  const UnitIndex &Index = UnitIndex::of(Ctx);
  const auto Reached = Index.reachedFrom(Reader);
  const auto IsSetWithin = [&](const FieldDecl *Field) {
    return llvm::any_of(Index.writesOf(*Field), [&](const Write &W) {
      return W.In && Reached.contains(W.In);
    });
  };
  // if (count_++ > 0)
  const AskedByBranches Asked = askedBy(Reader);
  if (Asked.HasOthers || llvm::any_of(Asked.Members, IsSetWithin))
    return Result;
  Reaches Reach(Index);
  const CXXRecordDecl *Class = cast<CXXMethodDecl>(Reader).getParent();
  const auto IsMakingOne = [Class](const FunctionDecl *By) {
    return isa_and_nonnull<CXXConstructorDecl, CXXDestructorDecl>(By) &&
           cast<CXXMethodDecl>(By)->getParent()->getCanonicalDecl() ==
               Class->getCanonicalDecl();
  };
  const Write Own = {Write::Kind::Whole, nullptr, &Reader};
  llvm::copy_if(Read, std::back_inserter(Result), [&](const FieldDecl *Field) {
    const auto Writes = Index.writesOf(*Field);
    const auto IsKnown = [&](const Write &W) {
      return W.What == Write::Kind::Default ||
             (W.What == Write::Kind::Whole &&
              (!W.In || isSameFunction(W.In, &Reader) || IsMakingOne(W.In) ||
               isReset(W)));
    };
    const auto IsOfReader = [&](const FunctionDecl *By) {
      return isSameFunction(By, &Reader) || IsMakingOne(By);
    };
    return isTensor(Field->getType()) && Writes.size() <= MaxWrites &&
           !UnitIndex::canChangeUnseen(*Field) &&
           !UnitIndex::canReadUnseen(*Field) &&
           llvm::any_of(
               Writes,
               [&](const Write &W) { return isSameFunction(W.In, &Reader); }) &&
           llvm::all_of(Writes, IsKnown) &&
           llvm::all_of(Index.readersOf(*Field), IsOfReader) &&
           !asksOrMoves(Reader.getBody(), *Field) &&
           !isReplaced(Own, Writes, Reader, Index, Reach);
  });
  return Result;
}

std::vector<LastingWrite> lastingWrites(const FunctionDecl &Reader,
                                        ASTContext &Ctx) {
  std::vector<LastingWrite> Result;
  const auto All = fieldsReadBy(Reader);
  if (All.empty())
    return Result;
  const UnitIndex &Index = UnitIndex::of(Ctx);
  const AskedByBranches Asked = askedBy(Reader);
  Reaches Reach(Index);
  const bool NamesObject = namesObject(Reader.getBody());
  for (const FieldDecl *Field : All) {
    const auto Writes = Index.writesOf(*Field);
    if (!isTensor(Field->getType()) || Writes.size() < 2 ||
        Writes.size() > MaxWrites || UnitIndex::canChangeUnseen(*Field) ||
        isRemade(*Field, Writes) || isReadBySetter(*Field, Writes, Reader) ||
        asksOrMoves(Reader.getBody(), *Field))
      continue;
    for (const Write &W : Writes)
      if (W.What == Write::Kind::Whole && W.Value && W.In &&
          !isa<CXXConstructorDecl, CXXDestructorDecl>(W.In) &&
          !isUnused(*W.In, Index) && !isSameFunction(W.In, &Reader) &&
          !Reach.leads(Reader, *W.In) && !isConditional(*W.Value, Ctx) &&
          !isSetWith(W, Asked, Index, Reach) &&
          !isReplaced(W, Writes, Reader, Index, Reach) &&
          !isSetOnTheWay(W, Writes, Reader, Index, Reach) &&
          !mayReplaceItself(W, Writes, Reader, Index, Reach, NamesObject))
        Result.push_back({Field, &W});
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
             return isSameFunction(W.In, &Reader) && variableOf(W.Value);
           });
  });
}

} // namespace aoti_tidy
