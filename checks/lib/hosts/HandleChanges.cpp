// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/HandleChanges.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/hosts/Values.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// The variables and members that an expression asks, without those that never
/// change.
struct Asked {
  llvm::SmallPtrSet<const VarDecl *, 2> Variables;
  llvm::SmallPtrSet<const FieldDecl *, 2> Fields;

  explicit Asked(const Expr &Key) { add(&Key); }
  bool empty() const { return Variables.empty() && Fields.empty(); }

private:
  void add(const Stmt *S) {
    if (!S)
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
          Var && !Var->getType().isConstQualified())
        Variables.insert(Var);
    if (const auto *Member = dyn_cast<MemberExpr>(S))
      if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
          Field && !Field->getType().isConstQualified())
        Fields.insert(Field);
    for (const Stmt *Child : S->children())
      add(Child);
  }
};

/// Whether \p S takes the value of what it converts, or sees it as a constant.
const Expr *readBy(const Stmt *S) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
  return Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                  (Cast->getCastKind() == CK_NoOp &&
                   Cast->getType().isConstQualified()))
             ? Cast->getSubExpr()->IgnoreParens()
             : nullptr;
}

/// Whether a statement may change what was asked.
class AskedChanges {
public:
  AskedChanges(const Asked &Of, ASTContext &Ctx) : Of(Of), Ctx(Ctx) {}

  bool in(const Stmt &Around) {
    return walk(&Around) || llvm::any_of(Suspects, [&](const VarDecl *Var) {
             return ExprMutationAnalyzer(Around, Ctx).isMutated(Var);
           });
  }

private:
  bool walk(const Stmt *S) {
    if (!S)
      return false;
    const Expr *Read = readBy(S);
    if (isa_and_nonnull<DeclRefExpr>(Read))
      return false;
    if (const auto *Member = dyn_cast_or_null<MemberExpr>(Read))
      return walkBase(*Member);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
          Var && Of.Variables.contains(Var))
        Suspects.insert(Var);
      return false;
    }
    if (const auto *Member = dyn_cast<MemberExpr>(S)) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      return (Field && Of.Fields.contains(Field)) || isSetter(*Member) ||
             walkBase(*Member);
    }
    // Whoever gets the object may set its members.
    if (isa<CXXThisExpr>(S))
      return !Of.Fields.empty();
    // A lambda has what it changes in its body, wherever that stands.
    if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
        Call && Call->getOperator() == OO_Call &&
        (!Of.Fields.empty() ||
         llvm::any_of(Of.Variables, [&](const VarDecl *Var) {
           return isChangedLater(*Var, Ctx);
         })))
      return true;
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return walk(Child); });
  }

  bool walkBase(const MemberExpr &Member) {
    const Expr *Base = Member.getBase()->IgnoreParenImpCasts();
    return !isa<CXXThisExpr, DeclRefExpr>(Base) && walk(Base);
  }

  /// A method that may set one of the members itself.
  bool isSetter(const MemberExpr &Member) const {
    const auto *Method = dyn_cast<CXXMethodDecl>(Member.getMemberDecl());
    return Method && !Method->isConst() && !Method->isStatic() &&
           llvm::any_of(Of.Fields, [&](const FieldDecl *Field) {
             const auto *Class = cast<CXXRecordDecl>(Method->getParent());
             const auto *Owner = dyn_cast<CXXRecordDecl>(Field->getParent());
             return Class == Owner || (Owner && Class->hasDefinition() &&
                                       (Class->isDerivedFrom(Owner) ||
                                        Owner->isDerivedFrom(Class)));
           });
  }

  const Asked &Of;
  ASTContext &Ctx;
  /// Those of which more is done than to read them.
  llvm::SmallPtrSet<const VarDecl *, 2> Suspects;
};

using Statements = llvm::SmallVector<const Stmt *, 8>;

/// The statements in which \p Var can be named after its declaration; nothing if
/// that is not known.
std::optional<Statements> restOfScope(const VarDecl &Var, ASTContext &Ctx) {
  const auto Parents = Ctx.getParents(Var);
  const auto *Declaration =
      Parents.empty() ? nullptr : Parents[0].get<DeclStmt>();
  if (!Declaration)
    return std::nullopt;
  const auto Above = Ctx.getParents(*Declaration);
  const Stmt *Scope = Above.empty() ? nullptr : Above[0].get<Stmt>();
  const auto *Block = dyn_cast_or_null<CompoundStmt>(Scope);
  if (!Block) // if (auto &x = v[key]; ...)
    return Scope ? std::optional(Statements{Scope}) : std::nullopt;
  const auto At = llvm::find(Block->body(), Declaration);
  return Statements(std::next(At), Block->body_end());
}

/// Which references and iterators keep leading to what they were bound to.
class Handles {
public:
  explicit Handles(ASTContext &Ctx) : Ctx(&Ctx) {}

  bool keepsKey(const VarDecl &Reference, const Expr &Key) {
    const auto [It, IsNew] = KeptKeys.try_emplace({&Reference, &Key});
    if (IsNew)
      It->second = findKept(Reference, Key);
    return It->second;
  }

  ArrayRef<const Expr *> laterValuesOf(const VarDecl &Iterator) {
    const auto *Function = dyn_cast_or_null<FunctionDecl>(
        Decl::castFromDeclContext(Iterator.getDeclContext()));
    if (Function && Function->getBody() && Walked.insert(Function).second)
      walk(Function->getBody());
    const auto It = Later.find(&Iterator);
    return It == Later.end() ? ArrayRef<const Expr *>() : It->second;
  }

private:
  bool findKept(const VarDecl &Reference, const Expr &Key) {
    const Asked Of(Key);
    if (Of.empty())
      return true;
    const auto Rest = restOfScope(Reference, *Ctx);
    return Rest && !Reference.isStaticLocal() &&
           llvm::none_of(*Rest, [&](const Stmt *S) {
             return AskedChanges(Of, *Ctx).in(*S);
           });
  }

  void add(const Expr *Of, const Expr *Value) {
    if (const VarDecl *Var = holderIn(Of))
      Later[Var].push_back(Value);
  }

  void walk(const Stmt *S) {
    if (!S)
      return;
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(S)) {
      if (Operator->getOperator() == OO_Equal)
        add(Operator->getArg(0), Operator->getArg(1));
    } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
      walkArguments(*Call);
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(S);
               Binary && Binary->getOpcode() == BO_Assign) {
      add(Binary->getLHS(), Binary->getRHS());
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(S);
               Unary && Unary->getOpcode() == UO_AddrOf) {
      add(Unary->getSubExpr(), nullptr);
    } else if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declaration->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D);
            Var && Var->getInit() && isMutable(Var->getType()))
          add(Var->getInit(), nullptr);
    }
    for (const Stmt *Child : S->children())
      walk(Child);
  }

  void walkArguments(const CallExpr &Call) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (!Callee || (Callee->isInStdNamespace() && nameOf(Callee) == "advance"))
      return;
    for (const auto [Arg, Param] :
         llvm::zip(Call.arguments(), Callee->parameters()))
      if (isMutable(Param->getType()))
        add(Arg, nullptr);
  }

  static bool isMutable(QualType T) {
    return T->isLValueReferenceType() &&
           !T->getPointeeType().isConstQualified();
  }

  ASTContext *Ctx;
  llvm::DenseMap<std::pair<const VarDecl *, const Expr *>, bool> KeptKeys;
  llvm::DenseSet<const FunctionDecl *> Walked;
  llvm::DenseMap<const VarDecl *, llvm::SmallVector<const Expr *, 2>> Later;
};

} // namespace

const VarDecl *holderIn(const Expr *E) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E->IgnoreParenImpCasts());
  if (!Ref)
    return nullptr;
  if (const auto *Name = dyn_cast<BindingDecl>(Ref->getDecl()))
    return dyn_cast_or_null<VarDecl>(Name->getDecomposedDecl());
  return dyn_cast<VarDecl>(Ref->getDecl());
}

bool keepsKey(const VarDecl &Reference, const Expr &Key) {
  return oncePerFile<Handles>(Reference.getASTContext())
      .keepsKey(Reference, Key);
}

ArrayRef<const Expr *> laterValuesOf(const VarDecl &Iterator) {
  return oncePerFile<Handles>(Iterator.getASTContext()).laterValuesOf(Iterator);
}

} // namespace aoti_tidy
