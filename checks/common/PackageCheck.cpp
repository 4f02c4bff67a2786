// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PackageCheck.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/cxx/StatementsAround.h"
#include "checks/lib/hosts/DescribeRun.h"
#include "checks/lib/hosts/ModelOutputs.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/UnitIndex.h"
#include "checks/lib/ops/RunFacts.h"
#include "checks/lib/package/Conformance.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {

namespace {

/// Remarks on code with a loader that the flags leave out: its runs are not seen.
class LeftOutCode : public PPCallbacks {
public:
  explicit LeftOutCode(const Preprocessor &PP) : PP(PP) {}

  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    RunFacts *Facts = RunFacts::current();
    const SourceManager &SM = PP.getSourceManager();
    const PresumedLoc Loc = SM.getPresumedLoc(Range.getBegin());
    if (!Facts || Loc.isInvalid() || SM.isInSystemHeader(Range.getBegin()))
      return;
    const StringRef Text = Lexer::getSourceText(
        CharSourceRange::getCharRange(Range), SM, PP.getLangOpts());
    for (const StringRef Class :
         {"AOTIModelPackageLoader", "AOTIModelContainerRunner"})
      if (Text.contains(Class)) {
        Facts->Remarks.push_back(
            {Loc.getFilename(), Loc.getLine(),
             ("with these flags, this leaves out code that names '" + Class +
              "'; what it runs is not seen")
                 .str()});
        return;
      }
  }

private:
  const Preprocessor &PP;
};

} // namespace

PackagesOptionCheck::PackagesOptionCheck(StringRef Name,
                                         ClangTidyContext *Context)
    : AotiCheck(Name, Context),
      PackagesOption(Options.getLocalOrGlobal("Packages", "").str()),
      Packages(PackagesOption) {}

void PackagesOptionCheck::storeOptions(ClangTidyOptions::OptionMap &Opts) {
  AotiCheck::storeOptions(Opts);
  Options.store(Opts, "Packages", PackagesOption);
}

void PackageCheck::registerPPCallbacks(const SourceManager &SM,
                                       Preprocessor *PP,
                                       Preprocessor *ModuleExpanderPP) {
  PackagesOptionCheck::registerPPCallbacks(SM, PP, ModuleExpanderPP);
  PP->addPPCallbacks(std::make_unique<LeftOutCode>(*PP));
}

void PackageCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(decl(isFirstOfUnit()).bind("file"), this);
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
  if (Result.Nodes.getNodeAs<Decl>("file"))
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
  // A template's pattern runs nothing; its instances are matched, too.
  const auto *Function = Result.Nodes.getNodeAs<FunctionDecl>("function");
  if (isModelRun(Call) && Call->getNumArgs() > 0 &&
      !Function->isDependentContext())
    Calls.emplace_back(Call, Function);
}

void PackageCheck::onEndOfTranslationUnit() {
  if (!Context)
    return;
  for (const std::string &Problem : Packages.problemsOfGiven(*Context))
    configurationDiag("option 'Packages': %0") << Problem;
  checkFile(*Context);
  for (const Construction &C : Constructions) {
    if (const auto Problem = Packages.problemOfHint(C, *Context))
      configurationDiag("%0: the package of this loader: %1")
          << C.Loc.printToString(Context->getSourceManager()) << *Problem;
    if (const auto Loaded = Packages.of(C, *Context))
      checkLoader(C, *Loaded, *Context);
    else
      remark(C);
  }

  // Before anything is followed.
  for (const auto &[Call, Function] : Calls)
    noteOutputs(*Call);
  for (const auto &[Call, Function] : Calls)
    Runs.push_back(runOf(*Call, *Function));
  for (const Run &R : Runs)
    record(R);
  for (const Run &R : Runs)
    checkRun(R, *Context);
  checkAfterRuns(*Context);
  Context = nullptr;
  Calls.clear();
  Constructions.clear();
  Runs.clear();
  Flows.clear();
  Bindings = LoaderBindings();
}

std::optional<LoadedModel> PackageCheck::modelOf(ArrayRef<Construction> Loaders,
                                                 ASTContext &Ctx) {
  std::optional<LoadedModel> Result;
  for (const Construction &Loader : Loaders) {
    auto Loaded = Packages.of(Loader, Ctx);
    if (!Loaded || (Result && Loaded->Model != Result->Model))
      return std::nullopt;
    Result = std::move(Loaded);
  }
  return Result;
}

void PackageCheck::setLoaders(Run &R) {
  R.Loaders = Bindings.loadersOf(R.Call->getImplicitObjectArgument());
  R.Loaded = R.Loaders.empty()
                 ? Packages.onlyGiven(R.Call->getExprLoc(), *Context)
                 : modelOf(R.Loaders, *Context);
}

void PackageCheck::noteOutputs(const CXXMemberCallExpr &Call) {
  Run R{&Call, nullptr, {}, std::nullopt, {}};
  setLoaders(R);
  DeviceValue Device;
  if (!R.Loaded) {
    Device.Type = deviceOfRunner(R).str();
  } else {
    const ModelContract &Model = *R.Loaded->Model;
    Device.Type = Model.Device;
    if (Model.Outputs &&
        llvm::any_of(*Model.Outputs, [&](const TensorContract &Output) {
          return !Output.Device.empty() && Output.Device != Model.Device;
        }))
      return;
  }
  if (Device.Type.empty())
    return;
  ModelOutputs::of(*Context).set(Call, std::move(Device));
}

PackageCheck::Run PackageCheck::runOf(const CXXMemberCallExpr &Call,
                                      const FunctionDecl &Function) {
  Run R{&Call, &Function, {}, std::nullopt, {}};
  setLoaders(R);
  R.Given = inputsOf(Call, Function);
  return R;
}

PackageCheck::Flow PackageCheck::flowOf(const FunctionDecl &Function) {
  const auto [It, IsNew] = Flows.try_emplace(&Function);
  if (IsNew)
    It->second = TensorDataflow::of(Function, *Context);
  return It->second;
}

PackageCheck::Inputs PackageCheck::inputsOf(const CXXMemberCallExpr &Call,
                                            const FunctionDecl &Function) {
  Inputs Result;
  const Flow Flow = flowOf(Function);
  if (!Flow)
    return Result;
  const Expr *List = Call.getArg(0);
  Result.All = Flow->listAt(List);
  if (!Result.All)
    Result.Each = Flow->elementsAt(List);
  // h = model.run({x, h})[1]: the first run gets what there was before.
  const auto LeaveOutOwn = [Own = placeOf(&Call)](TensorValues &Ways) {
    const auto IsOwn = [Own](const TensorValue &T) {
      return T.Device && T.Device->From == Own;
    };
    if (!llvm::all_of(Ways, IsOwn))
      llvm::erase_if(Ways, IsOwn);
  };
  LeaveOutOwn(Result.Each);
  if (Result.All)
    llvm::for_each(*Result.All, LeaveOutOwn);
  return Result;
}

bool PackageCheck::isPassedTo(const Run &R, const Expr *Made, ASTContext &Ctx) {
  const FunctionDecl *Around = Made ? functionAround(*Made, Ctx) : nullptr;
  const UnitIndex &Index = UnitIndex::of(Ctx);
  return Around && Index.calls(*Around, *R.Function) &&
         !Index.calls(*R.Function, *Around);
}

StringRef PackageCheck::deviceOfRunner(const Run &R) {
  if (R.Loaders.empty()) {
    const auto Class =
        loaderClassOf(recordOfObject(*R.Call->getImplicitObjectArgument()));
    return Class ? deviceTypeOf(*Class) : StringRef();
  }
  const StringRef Device = deviceTypeOf(R.Loaders.front().Class);
  return llvm::all_of(R.Loaders,
                      [&](const Construction &L) {
                        return deviceTypeOf(L.Class) == Device;
                      })
             ? Device
             : StringRef();
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

void PackageCheck::record(const Run &R) {
  RunFacts *Facts = RunFacts::current();
  const SourceManager &SM = Context->getSourceManager();
  const PresumedLoc Loc = SM.getPresumedLoc(R.Call->getExprLoc());
  if (!Facts || Loc.isInvalid())
    return;
  RunRecord Record;
  Record.File = Loc.getFilename();
  Record.Line = Loc.getLine();
  Record.Column = Loc.getColumn();
  if (R.Loaded) {
    Record.Package = R.Loaded->Package->Path;
    Record.FoundBy = R.Loaded->FoundBy;
    Record.Device = R.Loaded->Model->Device;
    if (R.Loaded->Model->Inputs)
      Record.Takes = R.Loaded->Model->Inputs->size();
  } else {
    const std::string Why =
        R.Loaders.empty()
            ? whyUnknown(R.Call->getImplicitObjectArgument(), *Context)
            : "";
    Record.WhyNoPackage = R.Loaders.empty() ? runtext::loaderNotFollowed(Why)
                          : R.Loaders.size() == 1
                              ? Packages.whyUnknown(R.Loaders.front(), *Context)
                              : "its loader is made at several places";
    Record.Device = deviceOfRunner(R);
  }
  if (R.Loaders.size() == 1)
    if (const PresumedLoc Made = SM.getPresumedLoc(R.Loaders.front().Loc);
        Made.isValid()) {
      Record.LoaderFile = Made.getFilename();
      Record.LoaderLine = Made.getLine();
    }
  describeInputs(*R.Call->getArg(0), R.Given.All, R.Given.Each, *Context,
                 Record);
  // Each check says it; who reads them all keeps one.
  Facts->Runs.push_back(std::move(Record));
}

void PackageCheck::noteLoaders(const Run &R, StringRef Text) {
  if (const auto &Written = R.Loaded ? R.Loaded->Written : std::nullopt)
    if (const SourceLocation Loc =
            locationIn(Written->Script, Written->Export.Begin);
        Loc.isValid())
      diag(Loc, "%0", DiagnosticIDs::Note) << ExportedHereText;
  for (const Construction &C : R.Loaders)
    diag(C.Loc, "%0", DiagnosticIDs::Note) << Text;
}

SourceLocation PackageCheck::locationIn(StringRef File, unsigned Offset) {
  SourceManager &SM = Context->getSourceManager();
  const auto Entry = SM.getFileManager().getOptionalFileRef(File);
  if (!Entry)
    return {};
  const FileID Id = SM.getOrCreateFileID(*Entry, SrcMgr::C_User);
  return Offset < SM.getFileIDSize(Id)
             ? SM.getLocForStartOfFile(Id).getLocWithOffset(Offset)
             : SourceLocation();
}

} // namespace clang::tidy::aoti
