// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PackageCheck.h"
#include "checks/input-contract/InputContractRule.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/hosts/GivenValues.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

/// Finds inputs whose number, type, shape or strides break what the package was
/// compiled for, and metadata that it does not have.
///
/// Page: docs/checks/aoti-input-contract.md
class InputContractCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

protected:
  void checkRun(const Run &R, ASTContext &Ctx) override;
  void checkAfterRuns(ASTContext &Ctx) override;

private:
  void report(const Run &R, const aoti_tidy::Violation &V,
              const aoti_tidy::InputProblem &Problem, ASTContext &Ctx);
  void checkMetadata(const CXXMemberCallExpr &At, ASTContext &Ctx);

  /// Calls of at() of a map of texts, in the file at hand.
  std::vector<const CXXMemberCallExpr *> Reads;
};

} // namespace

/// After '.contiguous()', \p Made is; nothing if it is no call.
static std::optional<FixItHint> appendContiguous(const Expr *Made,
                                                 ASTContext &Ctx) {
  if (!Made || !isa<CallExpr>(Made) || isa<CXXOperatorCallExpr>(Made) ||
      Made->getEndLoc().isMacroID())
    return std::nullopt;
  const SourceLocation End = Lexer::getLocForEndOfToken(
      Made->getEndLoc(), 0, Ctx.getSourceManager(), Ctx.getLangOpts());
  if (End.isInvalid())
    return std::nullopt;
  return FixItHint::CreateInsertion(End, ".contiguous()");
}

void InputContractCheck::checkRun(const Run &R, ASTContext &Ctx) {
  if (!R.Loaded || !R.Loaded->Model->Inputs)
    return;
  const ModelContract &Model = *R.Loaded->Model;
  const std::string Package = R.Loaded->quotedName();
  // In a list of unknown length, each element may be any input: a contract that
  // all of them break is broken if the length fits, and otherwise the run
  // throws, too.
  std::vector<TensorValues> Given(Model.Inputs->size(), R.Given.Each);
  if (R.Given.All)
    Given = *R.Given.All;
  else if (R.Given.Each.empty())
    return;
  // run({x}) of a model with two inputs
  if (const auto Problem = countProblem(Model, Given.size(), Package,
                                        aoti_tidy::Language::Cxx)) {
    const Expr *Inputs = R.Call->getArg(0);
    diag(Inputs->getBeginLoc(), "%0") << *Problem << Inputs->getSourceRange();
    noteLoaders(R, sourceText(Package, /*IsExported=*/false));
    return;
  }
  // run({at::zeros({8, 16})}) of a model that takes [8, 32]
  for (const Violation &V : violations(Model, Given)) {
    auto Problem = inputProblem(Model, V, Package);
    if (!Problem)
      continue;
    // An edit for this input would be one for all.
    if (!R.Given.All)
      Problem->IsCuredByContiguous = false;
    report(R, V, *Problem, Ctx);
    if (!R.Given.All)
      break;
  }
}

void InputContractCheck::report(const Run &R, const Violation &V,
                                const InputProblem &Problem, ASTContext &Ctx) {
  const Expr *Made = expressionOf(V.From);
  const SourceLocation Loc = (Made ? Made : R.Call->getArg(0))->getBeginLoc();
  {
    auto Diag = diag(Loc, "%0") << Problem.Text;
    if (Made)
      Diag << Made->getSourceRange();
    if (Problem.IsCuredByContiguous)
      if (const auto Fix = appendContiguous(Made, Ctx))
        Diag << *Fix;
  }
  diag(R.Call->getExprLoc(), "%0", DiagnosticIDs::Note) << Problem.AtRun;
  noteLoaders(R, sourceText(R.Loaded->quotedName(), /*IsExported=*/false));
}

void InputContractCheck::registerMatchers(MatchFinder *Finder) {
  PackageCheck::registerMatchers(Finder);
  Finder->addMatcher(
      cxxMemberCallExpr(
          callee(cxxMethodDecl(
              hasName("at"), ofClass(cxxRecordDecl(hasName("unordered_map"))))),
          unless(isExpansionInSystemHeader()),
          unless(hasAncestor(cxxTryStmt())))
          .bind("at"),
      this);
}

void InputContractCheck::check(const MatchFinder::MatchResult &Result) {
  if (const auto *At = Result.Nodes.getNodeAs<CXXMemberCallExpr>("at"))
    Reads.push_back(At);
  else
    PackageCheck::check(Result);
}

void InputContractCheck::checkAfterRuns(ASTContext &Ctx) {
  for (const CXXMemberCallExpr *At : Reads)
    checkMetadata(*At, Ctx);
  Reads.clear();
}

/// Whether all that \p Function does with \p Map is to ask it by at().
static bool isOnlyAsked(const VarDecl &Map, const FunctionDecl &Function,
                        ASTContext &Ctx) {
  const auto Uses =
      match(findAll(declRefExpr(to(varDecl(equalsNode(&Map)))).bind("use")),
            *Function.getBody(), Ctx);
  return llvm::all_of(Uses, [&](const BoundNodes &Use) {
    const auto *Ref = Use.getNodeAs<Expr>("use");
    return !match(expr(hasAncestor(
                      memberExpr(member(hasName("at")),
                                 hasObjectExpression(
                                     ignoringParenImpCasts(equalsNode(Ref)))))),
                  *Ref, Ctx)
                .empty();
  });
}

/// \p Object or, of a parameter, what the calls of the file pass for it: each
/// is one that throws, whatever others pass.
static SmallVector<const Expr *, 2> loadersGiven(const Expr &Object,
                                                 ASTContext &Ctx) {
  const auto *Ref = dyn_cast<DeclRefExpr>(stripped(&Object));
  const auto *Param = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  const auto *Function =
      Param ? dyn_cast<FunctionDecl>(Param->getDeclContext()) : nullptr;
  SmallVector<const Expr *, 2> Result;
  if (!Function)
    Result.push_back(&Object);
  else
    for (const UnitIndex::Call &C : UnitIndex::of(Ctx).callsOf(*Function))
      if (Param->getFunctionScopeIndex() < C.Args.size())
        Result.push_back(C.Args[Param->getFunctionScopeIndex()]);
  return Result;
}

// auto meta = loader.get_metadata(); meta.at("r_max")
void InputContractCheck::checkMetadata(const CXXMemberCallExpr &At,
                                       ASTContext &Ctx) {
  const Expr *Map = stripped(At.getImplicitObjectArgument());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Map)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    const FunctionDecl *Function = functionAround(At, Ctx);
    if (!Var || !Var->isLocalVarDecl() || !Var->getInit() || !Function ||
        !isOnlyAsked(*Var, *Function, Ctx))
      return;
    Map = stripped(Var->getInit());
  }
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Map);
  if (!Call || nameOf(Call->getMethodDecl()) != "get_metadata" ||
      !isModelClass(recordOfObject(*Call->getImplicitObjectArgument())))
    return;
  const auto Key = evaluateString(At.getArg(0), Ctx);
  if (!Key)
    return;
  for (const Expr *Loader :
       loadersGiven(*Call->getImplicitObjectArgument(), Ctx)) {
    const auto Loaders = bindings().loadersOf(Loader);
    const auto Loaded = modelOf(Loaders, Ctx);
    // The metadata that a script will write is unknown.
    if (!Loaded || Loaded->Written)
      continue;
    const auto Problem =
        metadataProblem(*Loaded->Model, *Key, Loaded->quotedName());
    if (!Problem)
      continue;
    diag(At.getArg(0)->getBeginLoc(), "%0")
        << *Problem << At.getArg(0)->getSourceRange();
    for (const Construction &C : Loaders)
      diag(C.Loc, "%0", DiagnosticIDs::Note)
          << sourceText(Loaded->quotedName(), /*IsExported=*/false);
    return;
  }
}

AOTI_MAKE_CHECK(InputContract)

} // namespace clang::tidy::aoti
