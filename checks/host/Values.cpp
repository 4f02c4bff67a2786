// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/host/Values.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"

namespace clang::tidy::aoti {
namespace {

/// Initialisers refer to variables that have initialisers in turn; real code
/// is two or three deep.
constexpr unsigned MaxDepth = 16;

} // namespace

const Expr *valueOfVariable(const VarDecl *Var, ASTContext &Ctx) {
  const Expr *Init = Var->getAnyInitializer();
  if (!Init || isa<ParmVarDecl>(Var) || Var->getType()->isReferenceType())
    return nullptr;
  const QualType T = Var->getType();
  // 'const char *p' may be made to point elsewhere: constness of the object.
  if (T.isConstQualified() || Var->isConstexpr())
    return Init;
  if (!Var->isLocalVarDecl() || Var->isStaticLocal())
    return nullptr;
  const auto *Function = dyn_cast_or_null<FunctionDecl>(
      Decl::castFromDeclContext(Var->getDeclContext()));
  if (!Function || !Function->getBody())
    return nullptr;
  return ExprMutationAnalyzer(*Function->getBody(), Ctx).isMutated(Var)
             ? nullptr
             : Init;
}

namespace {

bool isNamedClass(QualType T, ArrayRef<StringRef> Names) {
  const auto *Record = T.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() &&
         llvm::is_contained(Names, Record->getName());
}

/// std::string, std::string_view, std::filesystem::path and their ports
/// (absl, c10, std::experimental): built from a text, they are that text.
bool isTextClass(QualType T) {
  return isNamedClass(T, {"basic_string", "basic_string_view", "string_view",
                          "path"});
}

class TextEvaluator {
public:
  explicit TextEvaluator(ASTContext &Ctx) : Ctx(Ctx) {}

  std::optional<std::string> visit(const Expr *E) {
    if (!E || E->isValueDependent() || Depth == MaxDepth)
      return std::nullopt;
    ++Depth;
    auto Result = visitOne(E->IgnoreImplicit()->IgnoreParenCasts());
    --Depth;
    return Result;
  }

private:
  std::optional<std::string> visitOne(const Expr *E) {
    E = E->IgnoreImplicit();
    if (const auto *Literal = dyn_cast<StringLiteral>(E))
      return Literal->getCharByteWidth() == 1
                 ? std::optional<std::string>(Literal->getString())
                 : std::nullopt;
    // "cuda"s
    if (const auto *UDL = dyn_cast<UserDefinedLiteral>(E))
      return UDL->getNumArgs() > 0 && isTextClass(UDL->getType())
                 ? visit(UDL->getArg(0))
                 : std::nullopt;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      return Var ? visit(valueOfVariable(Var, Ctx)) : std::nullopt;
    }
    // Config::kDevice through an object
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      const auto *Var = dyn_cast<VarDecl>(Member->getMemberDecl());
      return Var ? visit(valueOfVariable(Var, Ctx)) : std::nullopt;
    }
    if (const auto *List = dyn_cast<InitListExpr>(E))
      return List->getNumInits() == 1 ? visit(List->getInit(0)) : std::nullopt;
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      auto Then = visit(Choice->getTrueExpr());
      return Then && Then == visit(Choice->getFalseExpr()) ? Then
                                                           : std::nullopt;
    }
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
      return visitConstruct(Construct);
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
      return visitOperator(Operator);
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
      return visitMemberCall(Call);
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return Call->isCallToStdMove() ? visit(Call->getArg(0)) : std::nullopt;
    return std::nullopt;
  }

  std::optional<std::string> visitConstruct(const CXXConstructExpr *E) {
    if (!isTextClass(E->getType()))
      return std::nullopt;
    if (E->getNumArgs() == 0)
      return std::string();
    // std::string("abc", 2) and friends are not worth modelling.
    for (unsigned I = 1; I < E->getNumArgs(); ++I)
      if (!isa<CXXDefaultArgExpr>(E->getArg(I)))
        return std::nullopt;
    return visit(E->getArg(0));
  }

  std::optional<std::string> visitOperator(const CXXOperatorCallExpr *E) {
    const bool Concatenation = E->getOperator() == OO_Plus;
    const bool Join = E->getOperator() == OO_Slash &&
                      isNamedClass(E->getType(), {"path"});
    if (E->getNumArgs() != 2 || !(Concatenation || Join) ||
        !isTextClass(E->getType()))
      return std::nullopt;
    auto Left = visit(E->getArg(0));
    auto Right = visit(E->getArg(1));
    if (!Left || !Right)
      return std::nullopt;
    if (!Join)
      return *Left + *Right;
    if (StringRef(*Right).starts_with("/"))
      return Right;
    const bool NeedsSlash = !Left->empty() && Left->back() != '/';
    return *Left + (NeedsSlash ? "/" : "") + *Right;
  }

  std::optional<std::string> visitMemberCall(const CXXMemberCallExpr *E) {
    const auto *Method = E->getMethodDecl();
    const Expr *Object = E->getImplicitObjectArgument();
    if (!Method || !Object || !Method->getIdentifier())
      return std::nullopt;
    QualType ObjectType = Object->getType();
    if (ObjectType->isPointerType())
      ObjectType = ObjectType->getPointeeType();
    const bool KeepsText = llvm::is_contained(
        {"c_str", "data", "string", "native", "generic_string", "str"},
        Method->getName());
    return KeepsText && isTextClass(ObjectType) ? visit(Object) : std::nullopt;
  }

  ASTContext &Ctx;
  unsigned Depth = 0;
};

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
  const Expr *Stripped = E->IgnoreImplicit()->IgnoreParenCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Stripped);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  auto Value = evaluateInt(valueOfVariable(Var, Ctx), Ctx, Depth + 1);
  // 'int n = 4; bool b = n;' is 1.
  return Value && E->getType()->isBooleanType() ? int64_t{*Value != 0} : Value;
}

} // namespace

std::optional<std::string> evaluateString(const Expr *E, ASTContext &Ctx) {
  return TextEvaluator(Ctx).visit(E);
}

std::optional<int64_t> evaluateInt(const Expr *E, ASTContext &Ctx) {
  return evaluateInt(E, Ctx, 0);
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

} // namespace clang::tidy::aoti
