// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PackageCheck.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/hosts/AotiApi.h"
#include "checks/lib/hosts/GivenValues.h"
#include "checks/lib/hosts/LoadedPackage.h"
#include "checks/lib/torch/FileKinds.h"
#include "checks/loader-arguments/LoaderArgumentsRule.h"
#include "clang/Lex/Lexer.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

bool isEditable(const Expr *E) {
  return E->getBeginLoc().isFileID() && E->getEndLoc().isFileID();
}

/// 'L(a, b, c)' -> 'L(a, b)'
std::optional<FixItHint> removeLastArgument(const Construction &C,
                                            const ASTContext &Ctx) {
  if (C.Args.size() < 2)
    return std::nullopt;
  const Expr *Arg = C.Args.back();
  const Expr *Before = C.Args[C.Args.size() - 2];
  if (!isEditable(Arg) || !isEditable(Before))
    return std::nullopt;
  // From the comma on; nothing but comments stands between, no #ifdef.
  const SourceManager &SM = Ctx.getSourceManager();
  const auto Comma =
      Lexer::findNextToken(Before->getEndLoc(), SM, Ctx.getLangOpts());
  if (!Comma || Comma->isNot(tok::comma))
    return std::nullopt;
  const auto First =
      Lexer::findNextToken(Comma->getLocation(), SM, Ctx.getLangOpts());
  if (!First || First->getLocation() != Arg->getBeginLoc())
    return std::nullopt;
  const SourceLocation Begin =
      Lexer::getLocForEndOfToken(Before->getEndLoc(), 0, SM, Ctx.getLangOpts());
  return FixItHint::CreateRemoval(
      CharSourceRange::getTokenRange(Begin, Arg->getEndLoc()));
}

/// An argument as the user wrote it: -1, where the parameter's size_t would
/// make it 18446744073709551615.
const Expr *written(const Expr *Arg) {
  return Arg->IgnoreUnlessSpelledInSource();
}

/// Its number before that conversion; nothing for a defaulted (null) argument.
std::optional<int64_t> numberOf(const Expr *Arg, ASTContext &Ctx) {
  return Arg ? evaluateInt(written(Arg), Ctx) : std::nullopt;
}

/// The edit for \p P of the argument at \p Index, if there is one.
std::optional<FixItHint> fixFor(const ArgumentProblem &P, const Construction &C,
                                unsigned Index, const ASTContext &Ctx) {
  const Expr *Arg = C.args()[Index];
  if (hasEffects(Arg, Ctx))
    return std::nullopt;
  if (P.Do == ArgumentProblem::Cure::Drop && Index + 1 == C.args().size())
    return removeLastArgument(C, Ctx);
  // A named text has other users, and so has a macro.
  if (P.Do != ArgumentProblem::Cure::Replace || !isEditable(Arg) ||
      (!stringLiteralIn(Arg) && !written(Arg)->getType()->isIntegerType()))
    return std::nullopt;
  return FixItHint::CreateReplacement(Arg->getSourceRange(), P.Code);
}

/// Finds arguments of AOTI loaders, runners and compile functions that mean
/// something else than they say, or that fail at run time.
///
/// Page: docs/checks/aoti-loader-arguments.md
class LoaderArgumentsCheck : public PackagesOptionCheck {
public:
  using PackagesOptionCheck::PackagesOptionCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

private:
  /// A construction and what its findings need to know of its place.
  struct Site {
    aoti_tidy::Construction C;
    aoti_tidy::LoaderFacts Facts;
    ASTContext *Ctx;
  };

  aoti_tidy::LoaderFacts factsOf(const aoti_tidy::Construction &C);

  void checkArguments(const Site &S);
  void checkPath(const Site &S);
  void checkModelName(const Site &S);
  void checkSingleThreaded(const Site &S);
  void checkCount(const Site &S);
  void checkDeviceStr(const Site &S);
  void checkDeviceIndex(const Site &S);

  /// The finding on an argument, with its fix. The %0 of its text is \p Shown
  /// if that is not null.
  void report(const Site &S, const Expr *Arg,
              const aoti_tidy::ArgumentProblem &P, QualType Shown = QualType());
  void report(const Site &S, const Expr *Arg,
              const std::optional<aoti_tidy::ArgumentProblem> &P);
};

/// Whether a pointer lands in the bool that \p Arg is for.
bool isPointerAsBool(const Expr *Arg) {
  // L(..., "cpu"), and a class that turns into a pointer first
  for (const Expr *E = Arg; const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
       E = Cast->getSubExpr())
    if (Cast->getCastKind() == CK_PointerToBoolean)
      return true;
  // make_unique<L>(..., "cpu"), where the conversion is out of sight
  const QualType T = written(Arg)->getType().getNonReferenceType();
  return T->isPointerType() || T->isArrayType();
}

} // namespace

void LoaderArgumentsCheck::registerMatchers(MatchFinder *Finder) {
  // AOTIModelPackageLoader Loader("m.pt2", "model", "cpu"),
  // std::make_unique<AOTIModelContainerRunnerCpu>("m.so", 1, "cpu")
  // A template is read as its pattern: values that depend on its parameters are
  // unknown.
  Finder->addMatcher(
      expr(constructionCandidate(), unless(isInTemplateInstantiation()))
          .bind("construction"),
      this);
}

LoaderFacts LoaderArgumentsCheck::factsOf(const Construction &C) {
  LoaderFacts F;
  F.Name = C.Record->getName();
  F.IsRawRunner = isRawRunner(C.Class);
  F.DeviceType = deviceTypeOf(C.Class);
  F.Torch = torchVersion().value_or(TorchVersion::newest());
  F.HasDeviceStr = C.indexOf("device_str").has_value();
  F.HasDeviceIndex = C.indexOf("device_index").has_value();
  F.HasCount = C.indexOf(countParameter(F)).has_value();
  return F;
}

void LoaderArgumentsCheck::check(const MatchFinder::MatchResult &Result) {
  const auto C = constructionOf(Result.Nodes.getNodeAs<Expr>("construction"));
  // The construction inside make_unique.
  if (!C || Result.SourceManager->isInSystemHeader(C->Loc))
    return;
  checkArguments({*C, factsOf(*C), Result.Context});
}

void LoaderArgumentsCheck::checkArguments(const Site &S) {
  checkPath(S);
  checkModelName(S);
  checkSingleThreaded(S);
  checkCount(S);
  checkDeviceStr(S);
  checkDeviceIndex(S);
}

void LoaderArgumentsCheck::report(const Site &S, const Expr *Arg,
                                  const ArgumentProblem &P, QualType Shown) {
  const unsigned Index = llvm::find(S.C.args(), Arg) - S.C.args().begin();
  const auto Fix = fixFor(P, S.C, Index, *S.Ctx);
  const SourceLocation Loc = Arg->getBeginLoc();
  {
    auto Diag =
        Shown.isNull() ? diag(Loc, "%0") << P.Text : diag(Loc, P.Text) << Shown;
    Diag << Arg->getSourceRange();
    if (Fix && P.Note.empty())
      Diag << *Fix;
  }
  if (Fix && !P.Note.empty())
    diag(Loc, P.Note, DiagnosticIDs::Note) << *Fix;
}

void LoaderArgumentsCheck::report(const Site &S, const Expr *Arg,
                                  const std::optional<ArgumentProblem> &P) {
  if (P)
    report(S, Arg, *P);
}

// L("model.so"), RunnerCpu("model.pt2")
void LoaderArgumentsCheck::checkPath(const Site &S) {
  if (S.C.args().empty())
    return;
  const Expr *Arg = S.C.args().front();
  if (const auto Path = evaluateSuffix(Arg, *S.Ctx)) {
    const bool IsWhole = evaluateString(Arg, *S.Ctx).has_value();
    report(S, Arg, pathProblem(S.Facts, extensionOf(*Path, IsWhole)));
  }
}

// L("model.pt2", "cuda")
void LoaderArgumentsCheck::checkModelName(const Site &S) {
  const Expr *Arg = S.C.argument("model_name");
  if (const auto Name = Arg ? evaluateString(Arg, *S.Ctx) : std::nullopt)
    report(S, Arg, modelNameProblem(S.Facts, *Name));
}

void LoaderArgumentsCheck::checkSingleThreaded(const Site &S) {
  const Expr *Arg = S.C.argument("run_single_threaded");
  if (!Arg)
    return;
  const QualType T = written(Arg)->getType();
  if (isPointerAsBool(Arg)) {
    // L("model.pt2", "model", "cpu")
    if (const auto Text = evaluateString(Arg, *S.Ctx))
      report(S, Arg, flagTextProblem(S.Facts, {*Text, inQuotes(*Text)}));
    // RunnerCpu("model.so", 1, device.c_str()); Clang shows the type, and what
    // it is an alias of
    else
      report(S, Arg, flagPointerProblem("%0"), T);
    return;
  }
  if (T->isBooleanType() || !T->isIntegralOrUnscopedEnumerationType())
    return;
  // L("model.pt2", "model", 4)
  if (const auto Number = numberOf(Arg, *S.Ctx))
    report(S, Arg, flagNumberProblem(S.Facts, *Number));
}

// L("model.pt2", "model", true, 4), RunnerCpu("model.so", 0)
void LoaderArgumentsCheck::checkCount(const Site &S) {
  const Expr *Arg = S.C.argument(countParameter(S.Facts));
  const auto Count = numberOf(Arg, *S.Ctx);
  if (!Count)
    return;
  // A pointer there, which is true as well, has its own finding.
  const auto Flag = numberOf(S.C.argument("run_single_threaded"), *S.Ctx);
  report(S, Arg,
         countProblem(S.Facts, *Count,
                      Flag ? std::optional(*Flag == 1) : std::nullopt));
}

// RunnerCuda("model.so", 1, "cpu")
void LoaderArgumentsCheck::checkDeviceStr(const Site &S) {
  const Expr *Arg = S.C.argument("device_str");
  const auto Text = Arg ? evaluateString(Arg, *S.Ctx) : std::nullopt;
  if (!Text)
    return;
  const unsigned Next = *S.C.indexOf("device_str") + 1;
  report(S, Arg,
         deviceStrProblem(S.Facts, *Text,
                          Next < S.C.Constructor->getNumParams()
                              ? S.C.Constructor->getParamDecl(Next)->getName()
                              : ""));
}

// L("model.pt2", "model", false, 1, 200)
void LoaderArgumentsCheck::checkDeviceIndex(const Site &S) {
  const Expr *Arg = S.C.argument("device_index");
  const auto Index = numberOf(Arg, *S.Ctx);
  if (!Index || *Index == -1)
    return;
  if (const auto Problem = deviceIndexProblem(S.Facts, *Index))
    return report(S, Arg, Problem);
  // L("ranker.pt2", "model", false, 1, 0), where ranker.pt2 is compiled for the
  // CPU
  const auto Loaded = Packages.of(S.C, *S.Ctx);
  if (!Loaded ||
      !isRecordedForCpu(*Loaded->Package, *Loaded->Model, S.Facts.Torch))
    return;
  report(S, Arg,
         cpuIndexProblem(S.Facts, *Index,
                         /*CanDrop=*/Arg == S.C.args().back()));
  diag(S.C.args().front()->getBeginLoc(), "%0", DiagnosticIDs::Note)
      << cpuRecordNote(Loaded->Package->Path);
}

AOTI_MAKE_CHECK(LoaderArguments)

} // namespace clang::tidy::aoti
