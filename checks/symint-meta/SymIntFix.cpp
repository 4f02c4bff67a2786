// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/SymIntFix.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/ops/cxx/SizeTypes.h"
#include "checks/lib/ops/cxx/SizedCall.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <set>

using namespace clang;

namespace aoti_tidy {
namespace {

/// Replacements of text that the user wrote, possibly as a macro's argument,
/// never in a macro's definition. The same text may be edited more than once (a
/// template's), but only alike.
class SourceEdits {
public:
  explicit SourceEdits(const ASTContext &Ctx) : Ctx(Ctx) {}

  bool replace(SourceRange Tokens, const std::string &New) {
    const CharSourceRange File =
        Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Tokens),
                                 Ctx.getSourceManager(), Ctx.getLangOpts());
    if (File.isInvalid() ||
        Ctx.getSourceManager().isInSystemHeader(File.getBegin()))
      return false;
    const auto [At, Fresh] = Edits.try_emplace(
        File.getBegin(), FixItHint::CreateReplacement(File, New));
    return Fresh || At->second.CodeToInsert == New;
  }
  /// Replaces the one token at \p Loc, which must read \p Old.
  bool rename(SourceLocation Loc, StringRef Old, const std::string &New) {
    const SourceLocation File = Ctx.getSourceManager().getFileLoc(Loc);
    return !Protected.contains(Loc) &&
           StringRef(Ctx.getSourceManager().getCharacterData(File))
               .starts_with(Old) &&
           replace(Loc, New);
  }
  /// Makes int64_t, or the name of a list, the symbolic type.
  bool makeSymbolic(TypeLoc Written) {
    Written = Written.getUnqualifiedLoc();
    const SizeType Size = sizeTypeOf(Written.getType());
    if (!Size.isConcrete() || Size.Form == SizeForm::Vector ||
        Written.getAs<ReferenceTypeLoc>() || Written.getAs<DecltypeTypeLoc>() ||
        Written.getAs<SubstTemplateTypeParmTypeLoc>())
      return false;
    return replace(Written.getSourceRange(), Size.Form == SizeForm::Int
                                                 ? "c10::SymInt"
                                                 : "c10::SymIntArrayRef");
  }

  std::vector<FixItHint> fixIts() const {
    std::vector<FixItHint> Result;
    for (const auto &[Loc, Hint] : Edits)
      Result.push_back(Hint);
    return Result;
  }

  /// Names that mean something else in another instantiation of a template.
  std::set<SourceLocation> Protected;

private:
  const ASTContext &Ctx;
  std::map<SourceLocation, FixItHint> Edits;
};

class DependentNames : public DynamicRecursiveASTVisitor {
public:
  explicit DependentNames(SourceEdits &Edits) : Edits(Edits) {}
  bool
  VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *E) override {
    Edits.Protected.insert(E->getMemberLoc());
    return true;
  }

private:
  SourceEdits &Edits;
};

/// Whether the parameter takes anything, printing it into a message of
/// TORCH_CHECK: c10::str(const Args &...) and what forwards to it.
bool isMessagePart(const FunctionDecl &Callee, unsigned Index) {
  const FunctionTemplateDecl *Template = Callee.getPrimaryTemplate();
  if (!Template ||
      !(isInNamespace(&Callee, "c10") || isInNamespace(&Callee, "c10::detail")))
    return false;
  const FunctionDecl *Pattern = Template->getTemplatedDecl();
  const unsigned Last = Pattern->getNumParams();
  return Last && Index >= Last - 1 &&
         Pattern->getParamDecl(Last - 1)->isParameterPack();
}

/// std::optional<c10::SymInt>, which numbers become.
bool isOptional(QualType T) {
  return isClass(T, "std", "optional") || isClass(T, "c10", "optional");
}

/// Follows the sizes of functions, as they become symbolic, up from where they
/// are read to where they end: through locals, arithmetic and comparisons into
/// the factories that have a '_symint' form. Whatever else a value meets fails
/// the whole, so that what remains compiles.
class SizesUp {
public:
  SizesUp(ASTContext &Ctx, SourceEdits &Edits) : Ctx(Ctx), Edits(Edits) {}

  void addBody(const FunctionDecl &F) { walk(F.getBody()); }
  bool followVariable(const VarDecl &Var, SizeForm Form) {
    return !Symbolic.insert(&Var).second ||
           llvm::all_of(Uses[&Var], [&](const DeclRefExpr *Use) {
             return !Use->refersToEnclosingVariableOrCapture() &&
                    follow(Use, Form);
           });
  }
  /// x.size(0), and the same text in other places.
  bool followRead(const CallExpr &Read);
  /// Whether all that was followed has ended well.
  bool finish() {
    const auto IsSymbolic = [&](const Expr *E) { return Symbolic.contains(E); };
    return !Failed && llvm::all_of(Factories, [&](const CallExpr *Call) {
      return renameFactory(*Call);
    }) && llvm::all_of(Comparisons, [&](const CallExpr *Call) {
      return llvm::all_of(Call->arguments(), IsSymbolic);
    });
  }

private:
  void walk(const Stmt *S);
  bool follow(const Expr *E, SizeForm Form);
  bool declare(const DeclStmt &S, const Expr *Init, SizeForm Form);
  bool binary(const BinaryOperator &E, const Expr *Operand, SizeForm Form);
  bool call(const CallExpr &E, const Expr *Operand, SizeForm Form);
  bool compared(const Stmt *E);
  bool renameFactory(const CallExpr &E);
  bool takesNumber(const Expr *Arg) const;

  ASTContext &Ctx;
  SourceEdits &Edits;
  llvm::DenseMap<const Stmt *, const Stmt *> Parents;
  llvm::DenseMap<const VarDecl *, std::vector<const DeclRefExpr *>> Uses;
  std::multimap<SourceLocation, const CallExpr *> Calls; ///< by place in a file
  /// Expressions and variables.
  llvm::DenseSet<const void *> Symbolic;
  llvm::SetVector<const CallExpr *> Factories;
  llvm::SetVector<const CallExpr *> Comparisons; ///< of lists
  bool Failed = false;
};

void SizesUp::walk(const Stmt *S) {
  if (const auto *E = dyn_cast<Expr>(S); E && E->containsErrors())
    Failed = true;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    Calls.emplace(Ctx.getSourceManager().getFileLoc(Call->getExprLoc()), Call);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      Uses[Var].push_back(Ref);
  // Code that an instantiation discards, and decltype(n), are not in sight.
  if (const auto *If = dyn_cast<IfStmt>(S); If && If->isConstexpr())
    Failed = true;
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D);
          !Var || Var->getType()->getAs<DecltypeType>())
        Failed = true;
  for (const Stmt *Child : S->children())
    if (Child) {
      Parents[Child] = S;
      walk(Child);
    }
}

bool SizesUp::followRead(const CallExpr &Read) {
  const auto [Begin, End] =
      Calls.equal_range(Ctx.getSourceManager().getFileLoc(Read.getExprLoc()));
  for (const CallExpr *Call :
       llvm::make_second_range(llvm::make_range(Begin, End))) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    // In a macro's argument other calls may have the same place.
    if (Callee != Read.getDirectCallee())
      continue;
    const FunctionDecl *Sym = symFormOf(Callee, Ctx);
    const auto *Member = dyn_cast<MemberExpr>(Call->getCallee());
    if (!Sym || !Member ||
        !Edits.rename(Member->getMemberLoc(), Callee->getName(),
                      Sym->getName().str()) ||
        !follow(Call, sizeTypeOf(Sym->getReturnType()).Form))
      return false;
  }
  return true;
}

bool SizesUp::follow(const Expr *E, SizeForm Form) {
  for (;;) {
    if (!Symbolic.insert(E).second)
      return true;
    const Stmt *Above = Parents.lookup(E);
    if (!Above || Form == SizeForm::None)
      return false;
    if (const auto *Declared = dyn_cast<DeclStmt>(Above))
      return declare(*Declared, E, Form);
    if (const auto *Operator = dyn_cast<BinaryOperator>(Above)) {
      if (!binary(*Operator, E, Form))
        return false;
      if (Operator->isAssignmentOp() || Operator->isComparisonOp())
        return true;
    } else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Above)) {
      if (!llvm::is_contained({CK_LValueToRValue, CK_NoOp, CK_IntegralCast,
                               CK_ConstructorConversion,
                               CK_UserDefinedConversion, CK_DerivedToBase,
                               CK_UncheckedDerivedToBase},
                              Cast->getCastKind()))
        return false;
    } else if (const auto *List = dyn_cast<InitListExpr>(Above)) {
      // {x.size(0), 1}
      if (Form != SizeForm::Int || List->getType()->isRecordType() ||
          !llvm::all_of(List->inits(),
                        [&](const Expr *I) { return takesNumber(I); }))
        return false;
    } else if (isa<CXXStdInitializerListExpr>(Above)) {
      Form = SizeForm::Array;
    } else if (const auto *Made = dyn_cast<CXXConstructExpr>(Above)) {
      // A list of it, an optional of it, a copy; a c10::SymInt, which it was.
      const SizeType Of = sizeTypeOf(Made->getType());
      if (isa<CXXTemporaryObjectExpr>(Made) || Of.Form == SizeForm::Vector ||
          !(Of.Form == Form || Of.Form == SizeForm::Array ||
            isOptional(Made->getType())))
        return false;
      if (Of.Symbolic)
        return true;
      if (Of.Form == SizeForm::Array)
        Form = SizeForm::Array;
    } else if (const auto *Choice = dyn_cast<ConditionalOperator>(Above)) {
      if (Form != SizeForm::Int || E == Choice->getCond() ||
          !takesNumber(Choice->getTrueExpr()) ||
          !takesNumber(Choice->getFalseExpr()))
        return false;
    } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Above)) {
      if (Form != SizeForm::Array)
        return false;
      // x.sizes() == y.sizes()
      if (llvm::is_contained({OO_EqualEqual, OO_ExclaimEqual},
                             Operator->getOperator())) {
        Comparisons.insert(Operator);
        return true;
      }
      if (Operator->getOperator() != OO_Subscript || E != Operator->getArg(0))
        return false;
      Form = SizeForm::Int;
    } else if (const auto *Call = dyn_cast<CallExpr>(Above)) {
      return call(*Call, E, Form);
    } else if (!isa<ParenExpr, FullExpr, MaterializeTemporaryExpr,
                    CXXBindTemporaryExpr>(Above)) {
      return false;
    }
    E = cast<Expr>(Above);
  }
}

// int64_t n = x.size(0), m = 1; auto sizes = x.sizes();
bool SizesUp::declare(const DeclStmt &S, const Expr *Init, SizeForm Form) {
  // One type for all of them: all or none.
  return llvm::all_of(S.decls(), [&](const Decl *D) {
    const auto *Var = dyn_cast<VarDecl>(D);
    const SizeType Size = sizeTypeOf(Var ? Var->getType() : QualType());
    if (!Var || isa<DecompositionDecl>(Var) || Var->isStaticLocal() ||
        Var->isConstexpr() || Var->isInvalidDecl())
      return false;
    if (Size.Symbolic)
      return S.isSingleDecl();
    return Size.Form == Form &&
           (Var->getInit() == Init || takesNumber(Var->getInit())) &&
           (Var->getType()->getContainedDeducedType()
                ? S.isSingleDecl()
                : Edits.makeSymbolic(Var->getTypeSourceInfo()->getTypeLoc())) &&
           followVariable(*Var, Form);
  });
}

bool SizesUp::binary(const BinaryOperator &E, const Expr *Operand,
                     SizeForm Form) {
  const bool IsLeft = E.getLHS() == Operand;
  const Expr *Other = IsLeft ? E.getRHS() : E.getLHS();
  if (Form != SizeForm::Int ||
      !mixesWithSymInt(Other->IgnoreImpCasts()->getType(), Ctx))
    return false;
  if (E.isComparisonOp())
    return E.getOpcode() != BO_Cmp && compared(&E);
  if (!E.isAssignmentOp())
    return E.isMultiplicativeOp() || E.isAdditiveOp();
  // The result of assigning a c10::SymInt must be unused. It has no '-='.
  const Stmt *Above = Parents.lookup(&E);
  if (!llvm::is_contained({BO_Assign, BO_AddAssign, BO_MulAssign, BO_DivAssign},
                          E.getOpcode()) ||
      !Above || isa<Expr>(Above))
    return false;
  if (IsLeft)
    return true;
  // n = x.size(1): the local is symbolic from its declaration on.
  const auto *Ref = dyn_cast<DeclRefExpr>(E.getLHS()->IgnoreParens());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->isLocalVarDecl())
    return false;
  if (Symbolic.contains(Var))
    return true;
  const auto *Declared =
      dyn_cast_or_null<DeclStmt>(Parents.lookup(Var->getInit()));
  return Declared && takesNumber(Var->getInit()) &&
         declare(*Declared, Var->getInit(), SizeForm::Int);
}

/// A symbolic bound of a loop would compile, and freeze the size.
bool SizesUp::compared(const Stmt *E) {
  const Stmt *Above = E;
  while (Above && isa<Expr>(Above))
    Above = Parents.lookup(Above);
  return Above && !isa<ForStmt, WhileStmt, DoStmt>(Above);
}

bool SizesUp::call(const CallExpr &E, const Expr *Operand, SizeForm Form) {
  const FunctionDecl *Callee = E.getDirectCallee();
  const auto At = llvm::find(E.arguments(), Operand);
  if (!Callee || At == E.arg_end())
    return false;
  const auto Index = static_cast<unsigned>(At - E.arg_begin());
  if (isMessagePart(*Callee, Index))
    return true;
  const FunctionDecl *Sym = symIntFormOf(*Callee);
  // A number becomes a list of one, too.
  if (!Sym || Index >= Sym->getNumParams() ||
      Ctx.hasSameType(Callee->getParamDecl(Index)->getType(),
                      Sym->getParamDecl(Index)->getType()) ||
      (sizeTypeOf(Sym->getParamDecl(Index)->getType()).Form == SizeForm::Int &&
       Form != SizeForm::Int))
    return false;
  Factories.insert(&E);
  return true;
}

/// at::empty(...) becomes at::empty_symint(...), which needs all its sizes.
bool SizesUp::renameFactory(const CallExpr &E) {
  const FunctionDecl *Callee = E.getDirectCallee();
  const FunctionDecl *Sym = symIntFormOf(*Callee);
  for (const auto [Arg, Old, New] :
       llvm::zip(E.arguments(), Callee->parameters(), Sym->parameters()))
    if (!Ctx.hasSameType(Old->getType(), New->getType()) &&
        !Symbolic.contains(Arg) && !takesNumber(Arg))
      return false;
  const Expr *Name = E.getCallee()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Name);
  // using at::empty; does not bring at::empty_symint.
  if (Ref && Ref->getFoundDecl() != Ref->getDecl())
    return false;
  const auto *Member = dyn_cast<MemberExpr>(Name);
  return (Ref || Member) &&
         Edits.rename(Ref ? Ref->getLocation() : Member->getMemberLoc(),
                      Callee->getName(), Sym->getName().str());
}

/// A number, none, or a list of numbers that is written out.
bool SizesUp::takesNumber(const Expr *Arg) const {
  const Expr *Spelled = Arg->IgnoreUnlessSpelledInSource();
  return isa<CXXDefaultArgExpr>(Arg->IgnoreImplicit()) ||
         isa<InitListExpr, CXXStdInitializerListExpr>(Spelled) ||
         isClass(Spelled->getType(), "std", "nullopt_t") ||
         sizeTypeOf(Spelled->getType()).Form == SizeForm::Int;
}

/// Finds where the user names a function other than to declare it.
class UsesOfFunction : public DynamicRecursiveASTVisitor {
public:
  UsesOfFunction(const FunctionDecl &Of, const SourceManager &SM)
      : Of(Of.getCanonicalDecl()), SM(SM) {
    ShouldVisitImplicitCode = false;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (E->getDecl()->getCanonicalDecl() == Of)
      Places.insert(SM.getFileLoc(E->getLocation()));
    return true;
  }
  // Where its type is spelled, or another function stands in its place, is one
  // more.
  bool VisitExplicitCastExpr(ExplicitCastExpr *E) override {
    return addOf(E->getSubExprAsWritten(), E->getBeginLoc());
  }
  bool VisitConditionalOperator(ConditionalOperator *E) override {
    return addOf(E->getTrueExpr(), E->getQuestionLoc()) &&
           addOf(E->getFalseExpr(), E->getQuestionLoc());
  }

  std::set<SourceLocation> Places;

private:
  bool addOf(const Expr *E, SourceLocation Loc) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Address = dyn_cast<UnaryOperator>(E))
      E = Address->getSubExpr()->IgnoreParenImpCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
        Ref && Ref->getDecl()->getCanonicalDecl() == Of)
      Places.insert(Loc);
    return true;
  }

  const FunctionDecl *Of;
  const SourceManager &SM;
};

/// Edits all declarations of \p Kernel, if nothing in the file but its
/// registrations depends on its type.
bool editSignature(const FunctionDecl &Kernel,
                   const llvm::SmallBitVector &Symbolic, const FileOps &Ops,
                   SourceEdits &Edits, ASTContext &Ctx) {
  // Others repeat a template's types; an overrider would override nothing.
  const auto *Method = dyn_cast<CXXMethodDecl>(&Kernel);
  if (Kernel.getTemplateInstantiationPattern() || Kernel.getPrimaryTemplate() ||
      (Method && Method->isVirtual()))
    return false;
  for (const FunctionDecl *D : Kernel.redecls())
    for (const unsigned Index : Symbolic.set_bits())
      if (Index >= D->getNumParams() ||
          !Edits.makeSymbolic(
              D->getParamDecl(Index)->getTypeSourceInfo()->getTypeLoc()))
        return false;
  UsesOfFunction Named(Kernel, Ctx.getSourceManager());
  for (Decl *D : projectDecls(Ctx))
    Named.TraverseDecl(D);
  std::set<SourceLocation> Registered;
  for (const KernelSite &Site : Ops.Kernels)
    if (Site.Function &&
        Site.Function->getCanonicalDecl() == Kernel.getCanonicalDecl())
      Registered.insert(Site.Loc);
  return Named.Places.size() <= Registered.size();
}

} // namespace

std::optional<OpFix>
planSymIntFix(const FunctionDecl *Kernel, const KernelScan &Scan,
              const llvm::SmallBitVector &SymbolicParameters,
              const FileOps &Ops, ASTContext &Ctx) {
  if (!Kernel->hasBody() || Kernel->isInvalidDecl())
    return std::nullopt;
  llvm::SmallBitVector Changing(Kernel->getNumParams());
  for (const unsigned Index : SymbolicParameters.set_bits())
    if (!sizeTypeOf(Kernel->getParamDecl(Index)->getType()).Symbolic)
      Changing.set(Index);

  llvm::SmallSetVector<const FunctionDecl *, 4> Functions;
  Functions.insert(Kernel->getDefinition());
  for (const Defect &D : Scan.Defects)
    Functions.insert(D.In);
  SourceEdits Edits(Ctx);
  SizesUp Sizes(Ctx, Edits);
  DependentNames Names(Edits);
  for (const FunctionDecl *F : Functions) {
    Sizes.addBody(*F);
    if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
      Names.TraverseStmt(Pattern->getBody());
  }
  if (Changing.any() && !editSignature(*Kernel, Changing, Ops, Edits, Ctx))
    return std::nullopt;
  for (const unsigned Index : Changing.set_bits()) {
    const ParmVarDecl &P = *Kernel->getParamDecl(Index);
    if (!Sizes.followVariable(P, sizeTypeOf(P.getType()).Form))
      return std::nullopt;
  }
  for (const Defect &D : Scan.Defects) {
    const auto *Read = dyn_cast<CallExpr>(D.Where);
    if (D.What.K != DefectFacts::Kind::Read || !Read ||
        !Sizes.followRead(*Read))
      return std::nullopt;
  }
  if (!Sizes.finish())
    return std::nullopt;
  std::vector<FixItHint> Hints = Edits.fixIts();
  if (Hints.empty())
    return std::nullopt;
  return OpFix{std::move(Hints), Changing.any()};
}

} // namespace aoti_tidy
