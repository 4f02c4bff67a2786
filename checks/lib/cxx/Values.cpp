// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/Values.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/OncePerFile.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Initialisers refer to variables that have initialisers in turn; real code
/// is two or three deep.
constexpr unsigned MaxDepth = 16;

/// Which variables the functions of one file may change. Each function's body
/// is walked once, not once for each of its variables.
class VariableChanges {
public:
  explicit VariableChanges(ASTContext &Ctx) : Ctx(&Ctx) {}

  bool has(const VarDecl *Var, const Stmt &Body) {
    const auto [It, IsNew] = ByBody.try_emplace(&Body);
    if (IsNew)
      findOtherThanRead(Body, It->second);
    if (!It->second.contains(Var))
      return false;
    const auto [Known, IsNewVar] = Changed.try_emplace({Var, &Body});
    if (IsNewVar)
      Known->second = ExprMutationAnalyzer(Body, *Ctx).isMutated(Var);
    return Known->second;
  }

private:
  using Variables = llvm::DenseSet<const VarDecl *>;

  /// Adds the variables of which more is done than to read them: to take their
  /// value, or to see them as constants. ExprMutationAnalyzer, which matches the
  /// whole function a dozen times, is not asked about others.
  static void findOtherThanRead(const Stmt &Body, Variables &Into) {
    llvm::SmallVector<const Stmt *, 32> Open = {&Body};
    while (!Open.empty()) {
      const Stmt *S = Open.pop_back_val();
      if (!S)
        continue;
      if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S)) {
        const bool IsRead = Cast->getCastKind() == CK_LValueToRValue ||
                            (Cast->getCastKind() == CK_NoOp &&
                             Cast->getType().isConstQualified());
        if (IsRead && isa<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens()))
          continue;
      }
      if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
        if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
          Into.insert(Var);
      llvm::append_range(Open, S->children());
    }
  }

  ASTContext *Ctx;
  llvm::DenseMap<const Stmt *, Variables> ByBody;
  llvm::DenseMap<std::pair<const VarDecl *, const Stmt *>, bool> Changed;
};

} // namespace

bool isChangedLater(const VarDecl &Var, ASTContext &Ctx) {
  const QualType T = Var.getType();
  if (T.getNonReferenceType().isConstQualified() || Var.isConstexpr())
    return false;
  const auto *Function = dyn_cast_or_null<FunctionDecl>(
      Decl::castFromDeclContext(Var.getDeclContext()));
  const Stmt *Body = Function ? Function->getBody() : nullptr;
  return !Body || isChangedIn(Var, *Body, Ctx);
}

bool isChangedIn(const VarDecl &Var, const Stmt &Part, ASTContext &Ctx) {
  return oncePerFile<VariableChanges>(Ctx).has(&Var, Part);
}

const Expr *valueOfVariable(const VarDecl *Var, ASTContext &Ctx) {
  const Expr *Init = Var->getAnyInitializer();
  if (!Init || isa<ParmVarDecl>(Var) || Var->getType()->isReferenceType())
    return nullptr;
  const QualType T = Var->getType();
  if (T.isVolatileQualified())
    return nullptr;
  // 'const char *p' may be made to point elsewhere: constness of the object.
  if (T.isConstQualified() || Var->isConstexpr())
    return Init;
  if (!Var->isLocalVarDecl() || Var->isStaticLocal())
    return nullptr;
  return isChangedLater(*Var, Ctx) ? nullptr : Init;
}

static bool isNamedClass(QualType T, ArrayRef<StringRef> Names) {
  return llvm::is_contained(
      Names, nameOf(T.getNonReferenceType()->getAsCXXRecordDecl()));
}

/// std::string, std::string_view, std::filesystem::path and their ports
/// (absl, c10, std::experimental): built from a text, they are that text.
static bool isTextClass(QualType T) {
  return isNamedClass(
      T, {"basic_string", "basic_string_view", "string_view", "path"});
}

bool isText(QualType T) {
  T = T.getNonReferenceType();
  return isTextClass(T) ||
         (T->isPointerType() && T->getPointeeType()->isCharType());
}

namespace {

class TextEvaluator {
public:
  TextEvaluator(ASTContext &Ctx, const ValueSource &Given)
      : Ctx(Ctx), Given(Given) {}

  std::optional<EvaluatedText> visit(const Expr *E) {
    if (!E || E->isValueDependent() || Depth == MaxDepth)
      return std::nullopt;
    ++Depth;
    auto Result = visitOne(E->IgnoreImplicit()->IgnoreParenCasts());
    --Depth;
    return Result;
  }

private:
  std::optional<EvaluatedText> visitOne(const Expr *E) {
    E = E->IgnoreImplicit();
    if (const auto *Literal = dyn_cast<StringLiteral>(E))
      return Literal->getCharByteWidth() == 1
                 ? std::optional<EvaluatedText>({Literal->getString().str()})
                 : std::nullopt;
    // "cuda"s; what a user's own suffix does with the text is not known.
    if (const auto *UDL = dyn_cast<UserDefinedLiteral>(E))
      return UDL->getNumArgs() > 0 && isTextClass(UDL->getType()) &&
                     !UDL->getUDSuffix()->getName().starts_with("_")
                 ? visit(UDL->getArg(0))
                 : std::nullopt;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return visitNamed(*Ref->getDecl());
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return visitNamed(*Member->getMemberDecl());
    if (const auto *List = dyn_cast<InitListExpr>(E))
      return List->getNumInits() == 1 ? visit(List->getInit(0)) : std::nullopt;
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
      return visitChoice(Choice);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
      return visitConstruct(Construct);
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
      return visitOperator(Operator);
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
      return visitMemberCall(Call);
    const auto *Call = dyn_cast<CallExpr>(E);
    if (Call && Call->isCallToStdMove())
      return visit(Call->getArg(0));
    // std::filesystem::current_path()
    if (Call && nameOf(Call->getDirectCallee()) == "current_path" &&
        isTextClass(Call->getType()))
      return EvaluatedText{"."};
    return std::nullopt;
  }

  /// A variable may be a class's: Config::kDevice through an object.
  std::optional<EvaluatedText> visitNamed(const ValueDecl &Place) {
    if (const auto *Var = dyn_cast<VarDecl>(&Place);
        Var && !isa<ParmVarDecl>(Var))
      return visit(valueOfVariable(Var, Ctx));
    if (!isa<ParmVarDecl, FieldDecl>(Place))
      return std::nullopt;
    // The text that all of them have.
    std::optional<EvaluatedText> Result;
    for (const Expr *Source : Given.valuesOf(Place)) {
      auto One = visit(Source);
      if (!One || (Result && Result->Text != One->Text))
        return std::nullopt;
      One->IsComplete &= !Result || Result->IsComplete;
      Result = std::move(One);
    }
    return Result;
  }

  std::optional<EvaluatedText> visitChoice(const ConditionalOperator *E) {
    auto Then = visit(E->getTrueExpr());
    auto Else = visit(E->getFalseExpr());
    if (!Then || !Else || Then->Text != Else->Text)
      return std::nullopt;
    Then->IsComplete &= Else->IsComplete;
    return Then;
  }

  std::optional<EvaluatedText> visitConstruct(const CXXConstructExpr *E) {
    if (!isTextClass(E->getType()))
      return std::nullopt;
    if (E->getNumArgs() == 0)
      return EvaluatedText();
    // std::string("abc", 2) and friends are not worth modelling.
    for (unsigned I = 1; I < E->getNumArgs(); ++I)
      if (!isa<CXXDefaultArgExpr>(E->getArg(I)))
        return std::nullopt;
    return visit(E->getArg(0));
  }

  std::optional<EvaluatedText> visitOperator(const CXXOperatorCallExpr *E) {
    const bool Concatenation = E->getOperator() == OO_Plus;
    const bool Join =
        E->getOperator() == OO_Slash && isNamedClass(E->getType(), {"path"});
    if (E->getNumArgs() != 2 || !(Concatenation || Join) ||
        !isTextClass(E->getType()))
      return std::nullopt;
    auto Left = visit(E->getArg(0));
    auto Right = visit(E->getArg(1));
    // An absolute path replaces what it is joined to.
    if (!Right || !Right->IsComplete ||
        (Join && StringRef(Right->Text).starts_with("/")))
      return Right;
    if (!Left)
      return EvaluatedText{Right->Text, /*IsComplete=*/false};
    const bool NeedsSlash =
        Join && !Left->Text.empty() && Left->Text.back() != '/';
    Left->Text += (NeedsSlash ? "/" : "") + Right->Text;
    return Left;
  }

  std::optional<EvaluatedText> visitMemberCall(const CXXMemberCallExpr *E) {
    const auto *Method = E->getMethodDecl();
    const Expr *Object = E->getImplicitObjectArgument();
    if (!Method || !Object)
      return std::nullopt;
    QualType ObjectType = Object->getType();
    if (ObjectType->isPointerType())
      ObjectType = ObjectType->getPointeeType();
    // path::operator string_type(), s.c_str()
    const bool KeepsText =
        isa<CXXConversionDecl>(Method) ||
        llvm::is_contained(
            {"c_str", "data", "string", "native", "generic_string", "str"},
            nameOf(Method));
    return KeepsText && isTextClass(ObjectType) ? visit(Object) : std::nullopt;
  }

  ASTContext &Ctx;
  const ValueSource &Given;
  unsigned Depth = 0;
};

/// \p Value as a variable of the integer type \p T holds it: 300 is 44 in a
/// uint8_t, and 1 in a bool.
std::optional<int64_t> convertInt(int64_t Value, QualType T, ASTContext &Ctx) {
  if (!T->isIntegralOrEnumerationType())
    return std::nullopt;
  if (T->isBooleanType())
    return Value != 0;
  llvm::APSInt Int(llvm::APInt(64, Value, /*isSigned=*/true),
                   /*isUnsigned=*/false);
  Int = Int.extOrTrunc(Ctx.getIntWidth(T));
  Int.setIsUnsigned(T->isUnsignedIntegerOrEnumerationType());
  return Int.isRepresentableByInt64() ? std::optional(Int.getExtValue())
                                      : std::nullopt;
}

std::optional<int64_t> evaluateInt(const Expr *E, ASTContext &Ctx,
                                   unsigned Depth) {
  if (!E || E->isValueDependent() || E->isTypeDependent() || Depth == MaxDepth)
    return std::nullopt;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return evaluateInt(Default->getExpr(), Ctx, Depth + 1);
  Expr::EvalResult Result;
  if (E->getType()->isIntegralOrEnumerationType() &&
      E->EvaluateAsInt(Result, Ctx)) {
    const llvm::APSInt &Value = Result.Val.getInt();
    return Value.isRepresentableByInt64() ? std::optional(Value.getExtValue())
                                          : std::nullopt;
  }
  E = E->IgnoreParens();
  // Each conversion on the way changes the value: 'uint8_t b = n;'.
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    auto Value = evaluateInt(Cast->getSubExpr(), Ctx, Depth + 1);
    return Value ? convertInt(*Value, E->getType(), Ctx) : std::nullopt;
  }
  if (const Expr *Inner = E->IgnoreImplicit(); Inner != E)
    return evaluateInt(Inner, Ctx, Depth + 1);
  // int n{4};
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->getNumInits() == 1
               ? evaluateInt(List->getInit(0), Ctx, Depth + 1)
               : std::nullopt;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  return evaluateInt(valueOfVariable(Var, Ctx), Ctx, Depth + 1);
}

} // namespace

std::optional<EvaluatedText> textOf(const Expr *E, ASTContext &Ctx,
                                    const ValueSource &Given) {
  return TextEvaluator(Ctx, Given).visit(E);
}

std::optional<int64_t> evaluateInt(const Expr *E, ASTContext &Ctx) {
  return evaluateInt(E, Ctx, 0);
}

bool hasEffects(const Expr *E, const ASTContext &Ctx) {
  if (E->HasSideEffects(Ctx, /*IncludePossibleEffects=*/false))
    return true;
  llvm::SmallVector<const Stmt *, 16> Open = {E};
  while (!Open.empty()) {
    const Stmt *S = Open.pop_back_val();
    // Calls on the way to a known text are known; a condition may be any.
    const auto *Choice = dyn_cast_or_null<AbstractConditionalOperator>(S);
    if (Choice && Choice->getCond()->HasSideEffects(Ctx))
      return true;
    if (S)
      llvm::append_range(Open, S->children());
  }
  return false;
}

const StringLiteral *stringLiteralIn(const Expr *E) {
  while (E) {
    E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
    if (const auto *Literal = dyn_cast<StringLiteral>(E))
      return Literal;
    const auto *Construct = dyn_cast<CXXConstructExpr>(E);
    E = Construct && Construct->getNumArgs() > 0 &&
                isTextClass(Construct->getType())
            ? Construct->getArg(0)
            : nullptr;
  }
  return nullptr;
}

} // namespace aoti_tidy
