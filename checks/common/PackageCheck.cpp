// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PackageCheck.h"
#include "checks/lib/ops/RunFacts.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {

PackageCheck::PackageCheck(StringRef Name, ClangTidyContext *Context)
    : AotiCheck(Name, Context),
      PackagesOption(Options.getLocalOrGlobal("Packages", "").str()),
      Packages(PackagesOption) {}

void PackageCheck::storeOptions(ClangTidyOptions::OptionMap &Opts) {
  AotiCheck::storeOptions(Opts);
  Options.store(Opts, "Packages", PackagesOption);
}

void PackageCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(translationUnitDecl().bind("file"), this);
  // loader.run(...), runner->boxed_run(...)
  Finder->addMatcher(
      cxxMemberCallExpr(callee(cxxMethodDecl(hasAnyName(
                            "run", "boxed_run", "run_with_cuda_stream"))),
                        forFunction(functionDecl().bind("function")))
          .bind("run"),
      this);
  Finder->addMatcher(expr(constructionCandidate()).bind("made"), this);
  for (const auto &Matcher : LoaderBindings::declarations())
    Finder->addMatcher(Matcher, this);
  for (const auto &Matcher : LoaderBindings::statements())
    Finder->addMatcher(Matcher, this);
}

void PackageCheck::check(const MatchFinder::MatchResult &Result) {
  Context = Result.Context;
  const auto *Call = Result.Nodes.getNodeAs<CXXMemberCallExpr>("run");
  const auto *Made = Result.Nodes.getNodeAs<Expr>("made");
  if (Result.Nodes.getNodeAs<TranslationUnitDecl>("file"))
    return;
  if (!Call && !Made)
    return Bindings.add(Result);
  if (Made) {
    // Not what make_unique does inside.
    if (auto C = constructionOf(Made);
        C && !Result.SourceManager->isInSystemHeader(C->Loc))
      Constructions.push_back(std::move(*C));
    return;
  }
  if (isModelRun(Call) && Call->getNumArgs() > 0)
    Calls.emplace_back(Call, Result.Nodes.getNodeAs<FunctionDecl>("function"));
}

void PackageCheck::onEndOfTranslationUnit() {
  if (!Context)
    return;
  for (const std::string &Problem : Packages.problemsOfGiven(*Context))
    configurationDiag("option 'Packages': %0") << Problem;
  checkFile(*Context);
  for (const Construction &C : Constructions)
    if (const auto Loaded = Packages.of(C, *Context))
      checkLoader(C, *Loaded, *Context);
    else
      remark(C);

  llvm::DenseMap<const FunctionDecl *, std::unique_ptr<TensorDataflow>> Flows;
  for (const auto &[Call, Function] : Calls) {
    Run R{Call, Function, {}, std::nullopt, std::nullopt, nullptr};
    R.Loaders = Bindings.loadersOf(Call->getImplicitObjectArgument());
    R.Loaded = R.Loaders.empty() ? Packages.onlyGiven(*Context)
                                 : modelOf(R.Loaders, *Context);
    auto [It, IsNew] = Flows.try_emplace(Function);
    if (IsNew)
      It->second = TensorDataflow::of(*Function, *Context);
    R.Flow = It->second.get();
    if (R.Flow)
      R.Inputs = R.Flow->listAt(Call->getArg(0));
    checkRun(R, *Context);
  }
  Context = nullptr;
  Calls.clear();
  Constructions.clear();
  Bindings = LoaderBindings();
}

std::optional<LoadedModel> PackageCheck::modelOf(ArrayRef<Construction> Loaders,
                                                 ASTContext &Ctx) {
  std::optional<LoadedModel> Result;
  for (const Construction &C : Loaders) {
    auto Loaded = Packages.of(C, Ctx);
    if (!Loaded || (Result && Loaded->Model != Result->Model))
      return std::nullopt;
    Result = std::move(Loaded);
  }
  return Result;
}

void PackageCheck::remark(const Construction &C) {
  RunFacts *Facts = RunFacts::current();
  if (!Facts)
    return;
  const PresumedLoc Loc = Context->getSourceManager().getPresumedLoc(C.Loc);
  if (Loc.isValid())
    Facts->Remarks.push_back(
        {Loc.getFilename(), Loc.getLine(),
         "the package of this loader is not known, so its inputs are not "
         "checked: " +
             Packages.whyUnknown(C, *Context)});
}

void PackageCheck::noteLoaders(const Run &R, StringRef Text) {
  for (const Construction &C : R.Loaders)
    diag(C.Loc, "%0", DiagnosticIDs::Note) << Text;
}

SourceLocation PackageCheck::locationOf(Place From, const Expr *Made) {
  return Made ? Made->getBeginLoc()
              : SourceLocation::getFromRawEncoding(
                    static_cast<SourceLocation::UIntTy>(From));
}

} // namespace clang::tidy::aoti
