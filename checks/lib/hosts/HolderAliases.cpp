// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/HolderAliases.h"
#include "checks/lib/cxx/ElementAccess.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/HolderExprs.h"
#include "checks/lib/hosts/ModelRuns.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "checks/lib/hosts/Values.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// One alias of another is two or three deep.
constexpr unsigned MaxDepth = 16, MaxCalls = 3;

const Expr *bare(const Expr *E) {
  return E ? E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit()
           : nullptr;
}

bool isContainer(QualType T) {
  const auto *Record = T.getNonReferenceType()->getAsCXXRecordDecl();
  return isList(Record) || isMap(Record);
}

/// 'first' or 'second' of a pair
bool isPartOfPair(const MemberExpr &Member) {
  const auto *Field = dyn_cast<FieldDecl>(Member.getMemberDecl());
  const auto *Class =
      Field ? dyn_cast<CXXRecordDecl>(Field->getParent()) : nullptr;
  return Class && Class->isInStdNamespace() &&
         llvm::is_contained({"first", "second"}, nameOf(Field));
}

/// A function of std that gives back an iterator into what it is given one of.
bool givesIteratorBack(const FunctionDecl &Callee) {
  return Callee.isInStdNamespace() && !isa<CXXMethodDecl>(Callee) &&
         llvm::is_contained({"next", "prev", "find", "find_if", "find_if_not",
                             "min_element", "max_element", "lower_bound",
                             "upper_bound", "remove_if", "partition"},
                            nameOf(&Callee));
}

class PlaceFinder {
public:
  HolderPlaces Found;

  void named(const Expr *E, const Expr *Key, unsigned Depth) {
    E = bare(E);
    if (!E || Depth == MaxDepth)
      return;
    ++Depth;
    if (const auto Access = elementAccess(E);
        Access && isContainer(Access->Object->getType())) {
      const Expr *Own = keyOf(E);
      return named(Access->Object, Own ? Own : Key, Depth);
    }
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      named(Choice->getTrueExpr(), Key, Depth);
      return named(Choice->getFalseExpr(), Key, Depth);
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return variable(*Ref->getDecl(), Key, Depth);
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (!isPartOfPair(*Member))
        return add(Member->getMemberDecl(), Key);
      return Member->isArrow() ? pointed(Member->getBase(), Key, Depth)
                               : named(Member->getBase(), Key, Depth);
    }
    if (const auto *List = dyn_cast<InitListExpr>(E))
      return List->getNumInits() == 1 ? named(List->getInit(0), Key, Depth)
                                      : void();
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      return Unary->getOpcode() == UO_Deref
                 ? pointed(Unary->getSubExpr(), Key, Depth)
                 : void();
    if (const auto *Binary = dyn_cast<BinaryOperator>(E))
      return named(Binary->isAssignmentOp() ? Binary->getLHS()
                                            : Binary->getRHS(),
                   Key, Depth);
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
      if (Operator->getOperator() == OO_Star)
        return pointed(Operator->getArg(0), Key, Depth);
      if (Operator->getOperator() == OO_Equal)
        return named(Operator->getArg(0), Key, Depth);
    }
    if (const auto *Call = dyn_cast<CallExpr>(E))
      called(*Call, Key, Depth, /*IsPointer=*/false);
  }

  void pointed(const Expr *E, const Expr *Key, unsigned Depth) {
    E = bare(E);
    if (!E || Depth == MaxDepth)
      return;
    ++Depth;
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      pointed(Choice->getTrueExpr(), Key, Depth);
      return pointed(Choice->getFalseExpr(), Key, Depth);
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      return Unary->getOpcode() == UO_AddrOf
                 ? named(Unary->getSubExpr(), Key, Depth)
                 : pointed(Unary->getSubExpr(), Key, Depth);
    if (const auto *Binary = dyn_cast<BinaryOperator>(E))
      return pointed(Binary->getOpcode() == BO_Comma ? Binary->getRHS()
                                                     : Binary->getLHS(),
                     Key, Depth);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
      return Construct->getNumArgs() > 0
                 ? pointed(Construct->getArg(0), Key, Depth)
                 : void();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return pointer(*Ref->getDecl(), Key, Depth);
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      // map.emplace(key, x).first
      return isPartOfPair(*Member) ? pointed(Member->getBase(), Key, Depth)
                                   : add(Member->getMemberDecl(), Key);
    }
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
      return pointed(Operator->getArg(0), Key, Depth);
    if (const auto *Call = dyn_cast<CallExpr>(E))
      called(*Call, Key, Depth, /*IsPointer=*/true);
  }

private:
  void add(const ValueDecl *D, const Expr *Key) {
    D = cast<ValueDecl>(D->getCanonicalDecl());
    if (isa<VarDecl, FieldDecl>(D))
      Found.push_back({D, IsAnyKey ? nullptr : Key});
  }

  void variable(const ValueDecl &D, const Expr *Key, unsigned Depth) {
    // for (auto &[name, model] : models)
    if (const auto *Name = dyn_cast<BindingDecl>(&D)) {
      const auto *Whole = dyn_cast_or_null<VarDecl>(Name->getDecomposedDecl());
      return Whole && Whole->getType()->isReferenceType()
                 ? named(Whole->getInit(), Key, Depth)
                 : void();
    }
    const auto *Var = dyn_cast<VarDecl>(&D);
    const bool IsAlias = Var && Var->getType()->isReferenceType() &&
                         !isa<ParmVarDecl>(Var) && Var->getInit();
    return IsAlias ? named(Var->getInit(), Key, Depth) : add(&D, Key);
  }

  void pointer(const ValueDecl &D, const Expr *Key, unsigned Depth) {
    const auto *Var = dyn_cast<VarDecl>(&D);
    if (const auto *Name = dyn_cast<BindingDecl>(&D))
      Var = dyn_cast_or_null<VarDecl>(Name->getDecomposedDecl());
    if (!Var || isa<ParmVarDecl>(Var) || !Var->getInit())
      return add(&D, Key);
    IsAnyKey |= isChangedLater(*Var, Var->getASTContext());
    pointed(Var->getInit(), Key, Depth);
  }

  void called(const CallExpr &Call, const Expr *Key, unsigned Depth,
              bool IsPointer) {
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(&Call);
        Method && isContainer(Method->getObjectType())) {
      const Expr *Object = Method->getImplicitObjectArgument();
      const Expr *Own = isMap(Method->getRecordDecl()) &&
                                nameOf(Method->getMethodDecl()) == "find" &&
                                Call.getNumArgs() == 1
                            ? Call.getArg(0)
                            : nullptr;
      return Object->getType()->isPointerType()
                 ? pointed(Object, Own ? Own : Key, Depth)
                 : named(Object, Own ? Own : Key, Depth);
    }
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (!Callee)
      return;
    if (Callee->isInStdNamespace() && Call.getNumArgs() > 0) {
      if (llvm::is_contained({"move", "forward", "get", "as_const"},
                             nameOf(Callee)))
        return IsPointer ? pointed(Call.getArg(0), Key, Depth)
                         : named(Call.getArg(0), Key, Depth);
      if (nameOf(Callee) == "addressof")
        return named(Call.getArg(0), Key, Depth);
      if (givesIteratorBack(*Callee)) {
        IsAnyKey = true;
        return pointed(Call.getArg(0), Key, Depth);
      }
    }
    if (Calls == MaxCalls)
      return;
    ++Calls;
    llvm::SmallVector<const Expr *, 2> Returns;
    returnsOf(Callee->getBody(), Returns);
    for (const Expr *Return : Returns)
      IsPointer ? pointed(Return, Key, Depth) : named(Return, Key, Depth);
    --Calls;
  }

  /// Of a pointer or iterator that can be moved on.
  bool IsAnyKey = false;
  unsigned Calls = 0; ///< that it is in
};

/// The uses of one variable, or of the names that it is bound to.
void usesOf(const VarDecl &Var, const Stmt *S,
            llvm::SmallVectorImpl<const DeclRefExpr *> &Into) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Name = dyn_cast<BindingDecl>(Ref->getDecl());
    if (Ref->getDecl() == &Var || (Name && Name->getDecomposedDecl() == &Var))
      Into.push_back(Ref);
  }
  for (const Stmt *Child : S->children())
    usesOf(Var, Child, Into);
}

/// Whether what \p Function does to its first parameter leaves that as it is.
bool keepsElements(const Expr *Function, ASTContext &Ctx) {
  const auto *Lambda = dyn_cast_or_null<LambdaExpr>(bare(Function));
  if (const auto *Construct =
          dyn_cast_or_null<CXXConstructExpr>(bare(Function));
      Construct && Construct->getNumArgs() == 1)
    Lambda = dyn_cast_or_null<LambdaExpr>(bare(Construct->getArg(0)));
  if (!Lambda)
    return false;
  const auto Keeps = [&](const FunctionDecl *Call) {
    return llvm::none_of(Call->parameters(), [&](const ParmVarDecl *Param) {
      return Param->getType()->isReferenceType() && isChangedLater(*Param, Ctx);
    });
  };
  if (const FunctionTemplateDecl *Generic =
          Lambda->getLambdaClass()->getDependentLambdaCallOperator())
    return llvm::all_of(Generic->specializations(), Keeps);
  return Keeps(Lambda->getCallOperator());
}

class HandleUses {
public:
  explicit HandleUses(ASTContext &Ctx) : Ctx(Ctx) {}

  bool inSight(const Expr &Handle, unsigned Depth) {
    if (Depth == MaxDepth)
      return false;
    const auto Parents = Ctx.getParents(Handle);
    if (Parents.size() != 1)
      return false;
    if (const auto *Var = Parents[0].get<VarDecl>())
      return variable(*Var, Depth);
    const auto *S = Parents[0].get<Stmt>();
    const auto *E = dyn_cast_or_null<Expr>(S);
    // The value is dropped, or asked; 'return &slot;' gives it away.
    if (!E)
      return S && !isa<ReturnStmt, DeclStmt>(S);
    const auto Go = [&] { return inSight(*E, Depth + 1); };
    if (E->getType()->isBooleanType() || E->getType()->isArithmeticType())
      return !isa<CallExpr>(E) || isa<CXXOperatorCallExpr>(E) ||
             call(Handle, *cast<CallExpr>(E), Depth);
    if (isa<CastExpr, FullExpr, ParenExpr, MaterializeTemporaryExpr,
            CXXBindTemporaryExpr>(E))
      return (E->getType()->isPointerType() &&
              E->getType()->getPointeeType().isConstQualified()) ||
             Go();
    if (isa<LambdaExpr, ArraySubscriptExpr>(E))
      return true; // what the lambda does, its body says
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return Member->isArrow() || nameOf(Member->getMemberDecl()) != "first" ||
             Go();
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      return Unary->getOpcode() == UO_Deref ||
             (Unary->isIncrementDecrementOp() && Go());
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
      return Choice->getCond() == &Handle || Go();
    if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
      if (Binary->isAssignmentOp())
        return Binary->getLHS() == &Handle || isSame(*Binary->getLHS(), Handle);
      return Go();
    }
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
      return isContainer(Construct->getType()) ||
             (Construct->getNumArgs() == 1 && !holdsModel(E->getType()) &&
              isCopy(*Construct) && Go());
    const auto *Call = dyn_cast<CallExpr>(E);
    return Call && call(Handle, *Call, Depth);
  }

private:
  /// An iterator made of another; not an object that keeps one.
  static bool isCopy(const CXXConstructExpr &E) {
    const CXXConstructorDecl &Of = *E.getConstructor();
    return Of.isCopyOrMoveConstructor() || isOfLibrary(Of.getParent());
  }

  bool call(const Expr &Handle, const CallExpr &Call, unsigned Depth) {
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call))
      switch (Operator->getOperator()) {
      case OO_Star:
      case OO_Arrow:
      case OO_Subscript:
        return true;
      case OO_PlusPlus:
      case OO_MinusMinus:
      case OO_Plus:
      case OO_Minus:
      case OO_PlusEqual:
      case OO_MinusEqual:
        return inSight(Call, Depth + 1);
      case OO_Equal:
        return Operator->getArg(0) == &Handle ||
               isSame(*Operator->getArg(0), Handle);
      default:
        return false;
      }
    // models.erase(it), copy.assign(models.begin(), models.end())
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(&Call))
      return isContainer(Method->getObjectType());
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (!Callee || !Callee->isInStdNamespace())
      return false;
    const Expr *Last =
        Call.getNumArgs() > 0 ? Call.getArg(Call.getNumArgs() - 1) : nullptr;
    if (llvm::is_contained({"any_of", "all_of", "none_of", "count_if",
                            "for_each", "find_if", "find_if_not"},
                           nameOf(Callee)) &&
        !keepsElements(Last, Ctx))
      return false;
    return givesIteratorBack(*Callee)
               ? inSight(Call, Depth + 1)
               : llvm::is_contained({"distance", "advance", "any_of", "all_of",
                                     "none_of", "count", "count_if", "for_each",
                                     "sort", "stable_sort", "reverse", "rotate",
                                     "shuffle", "begin", "end"},
                                    nameOf(Callee));
  }

  /// 'it = models.find(key)': of one holder alone, what is set by way of the
  /// variable is known.
  static bool isSame(const Expr &Variable, const Expr &Handle) {
    const auto Known = placesBehind(&Variable), Given = placesBehind(&Handle);
    return Known.size() == 1 && Given.size() == 1 &&
           Known[0].Holder == Given[0].Holder;
  }

  bool variable(const VarDecl &Var, unsigned Depth) {
    const QualType T = Var.getType();
    if (T->isPointerType() && T->getPointeeType().isConstQualified())
      return true;
    const auto *Function = dyn_cast_or_null<FunctionDecl>(
        Decl::castFromDeclContext(Var.getDeclContext()));
    if (!Function || !Function->getBody() || Var.isStaticLocal())
      return false;
    llvm::SmallVector<const DeclRefExpr *, 8> Uses;
    usesOf(Var, Function->getBody(), Uses);
    return llvm::all_of(
        Uses, [&](const DeclRefExpr *Use) { return inSight(*Use, Depth + 1); });
  }

  ASTContext &Ctx;
};

} // namespace

bool isSlot(QualType T) {
  return !T.isNull() && !T.getNonReferenceType().isConstQualified() &&
         holdsModel(T) &&
         !isModelClass(T.getNonReferenceType()->getAsCXXRecordDecl());
}

HolderPlaces placesNamed(const Expr *E) {
  PlaceFinder Finder;
  Finder.named(E, nullptr, 0);
  return std::move(Finder.Found);
}

HolderPlaces placesBehind(const Expr *E) {
  PlaceFinder Finder;
  Finder.pointed(E, nullptr, 0);
  return std::move(Finder.Found);
}

bool isOnlyUsedInSight(const Expr &Handle, ASTContext &Ctx) {
  return HandleUses(Ctx).inSight(Handle, 0);
}

bool opensContainer(const CXXMemberCallExpr &Call) {
  const CXXMethodDecl *Method = Call.getMethodDecl();
  static constexpr llvm::StringLiteral Openers[] = {
      "begin",   "end",         "rbegin", "rend",
      "find",    "lower_bound", "data",   "upper_bound",
      "emplace", "try_emplace", "insert", "insert_or_assign"};
  return isContainer(Call.getObjectType()) &&
         !Call.getObjectType().isConstQualified() &&
         llvm::is_contained(Openers, nameOf(Method));
}

bool isOnlyCalledInSight(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Method)
    return !Function.isExternallyVisible();
  return !Method->isVirtual() && (Method->getAccess() == AS_private ||
                                  Method->getParent()->isLambda() ||
                                  isOfThisFileAlone(*Method->getParent()));
}

} // namespace aoti_tidy
