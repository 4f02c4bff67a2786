// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/loader-arguments/LoaderArgumentsCheck.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/torch/FileKinds.h"
#include "checks/loader-arguments/Arguments.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>
#include <limits>

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

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

StringRef extensionOf(StringRef Path) {
  return Path.ends_with("/") ? "" : llvm::sys::path::extension(Path);
}

StringRef countParameter(LoaderClass Class) {
  return isRawRunner(Class) ? "num_models" : "num_runners";
}

/// Puts the index of \p Device where it belongs, with the defaults of the
/// parameters from \p Parameter to there. Only for the last argument: in the
/// middle, what follows has been written for other places.
std::optional<FixItHint> moveToDeviceIndex(const Construction &C,
                                           StringRef Parameter,
                                           const DeviceName &Device) {
  constexpr unsigned Largest = std::numeric_limits<int8_t>::max();
  const unsigned Index = *C.indexOf(Parameter);
  if (Index + 1 != C.args().size() || *Device.Index > Largest)
    return std::nullopt;
  return replaceArgument(
      C, Index,
      fmt::format("{}/*run_single_threaded=*/false, /*num_runners=*/1, "
                  "/*device_index=*/{}",
                  Parameter == "model_name" ? "\"model\", " : "",
                  *Device.Index));
}

/// Leaves \p Parameter at its default.
std::optional<FixItHint> restoreDefault(const Construction &C,
                                        StringRef Parameter, StringRef Default,
                                        const ASTContext &Ctx) {
  const unsigned Index = *C.indexOf(Parameter);
  return Index + 1 == C.args().size() ? removeLastArgument(C, Ctx)
                                      : replaceArgument(C, Index, Default);
}

/// What to do with a pointer in run_single_threaded.
struct Cure {
  std::string Text = "pass true or false";
  /// Nothing is lost with the argument: the device is settled without it.
  bool DropsOnly = false;
};

Cure cureForDevice(const Construction &C, const DeviceName &Device) {
  if (!isRawRunner(C.Class)) {
    if (!namesIndex(Device))
      return {"drop it, the device comes from the package", true};
    if (!C.indexOf("device_index"))
      return {"drop it, the device comes from the package, and its index can "
              "be chosen since torch 2.8"};
    return {fmt::format("the device comes from the package; pass {} as "
                        "device_index",
                        *Device.Index)};
  }
  if (C.indexOf("device_str"))
    return {"device_str is the third argument"};
  if (Device.Type == deviceTypeOf(C.Class))
    return {fmt::format("drop it, '{}' always runs on '{}'",
                        C.Record->getName().str(), Device.Type.str()),
            true};
  return {fmt::format("construct '{}' to run on '{}'",
                      runnerClassFor(Device.Type), Device.Type.str())};
}

/// Where the innermost template around \p E was asked for with its arguments.
SourceLocation pointOfInstantiation(const Expr &E, ASTContext &Ctx) {
  DynTypedNode Node = DynTypedNode::create(E);
  for (auto Parents = Ctx.getParents(Node); !Parents.empty();
       Parents = Ctx.getParents(Node)) {
    Node = Parents[0];
    SourceLocation Loc;
    if (const auto *Function = Node.get<FunctionDecl>())
      Loc = Function->getPointOfInstantiation();
    else if (const auto *Class = Node.get<ClassTemplateSpecializationDecl>())
      Loc = Class->getPointOfInstantiation();
    if (Loc.isValid())
      return Ctx.getSourceManager().isInSystemHeader(Loc) ? SourceLocation()
                                                          : Loc;
  }
  return {};
}

} // namespace

LoaderArgumentsCheck::LoaderArgumentsCheck(StringRef Name,
                                           ClangTidyContext *Context)
    : AotiCheck(Name, Context),
      PackagesOption(Options.getLocalOrGlobal("Packages", "").str()),
      Packages(PackagesOption) {}

void LoaderArgumentsCheck::storeOptions(ClangTidyOptions::OptionMap &Opts) {
  AotiCheck::storeOptions(Opts);
  Options.store(Opts, "Packages", PackagesOption);
}

void LoaderArgumentsCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(expr(constructionCandidate()).bind("construction"), this);
}

void LoaderArgumentsCheck::check(const MatchFinder::MatchResult &Result) {
  const auto *E = Result.Nodes.getNodeAs<Expr>("construction");
  const auto C = constructionOf(E);
  // What make_unique does inside.
  if (!C || Result.SourceManager->isInSystemHeader(C->Loc))
    return;
  Site S{*C, Result.Context, /*Instantiated=*/false, SourceLocation()};
  if (!match(stmt(isInTemplateInstantiation()), *E, *Result.Context).empty()) {
    S.Instantiated = true;
    S.InstantiatedAt = pointOfInstantiation(*E, *Result.Context);
    InInstantiations.push_back(std::move(S));
    return;
  }
  if (llvm::none_of(C->args(), [](const Expr *Arg) {
        return Arg->isInstantiationDependent();
      }))
    Settled.insert(C->Loc);
  checkArguments(S);
}

void LoaderArgumentsCheck::onEndOfTranslationUnit() {
  for (const Site &S : InInstantiations) {
    if (Settled.contains(S.C.Loc))
      continue;
    Warned = false;
    checkArguments(S);
    // The arguments may come from there.
    if (Warned && S.InstantiatedAt.isValid())
      diag(S.InstantiatedAt, "in the instantiation that is asked for here",
           DiagnosticIDs::Note);
  }
  InInstantiations.clear();
  Settled.clear();
}

DiagnosticBuilder LoaderArgumentsCheck::warn(SourceLocation Loc,
                                             StringRef Message) {
  Warned = true;
  return diag(Loc, Message);
}

void LoaderArgumentsCheck::checkArguments(const Site &S) {
  checkPath(S);
  checkModelName(S);
  checkSingleThreaded(S);
  checkCount(S, countParameter(S.C.Class));
  checkDeviceStr(S);
  checkCubinDir(S);
  checkDeviceIndex(S);
}

void LoaderArgumentsCheck::suggest(SourceLocation Loc, StringRef Message,
                                   const std::optional<FixItHint> &Fix) {
  if (Fix)
    diag(Loc, Message, DiagnosticIDs::Note) << *Fix;
}

// L("model.so"), RunnerCpu("model.pt2")
void LoaderArgumentsCheck::checkPath(const Site &S) {
  if (S.C.args().empty())
    return;
  const Expr *Arg = S.C.args().front();
  const auto Path = evaluateSuffix(Arg, *S.Ctx);
  if (!Path)
    return;
  const std::string Extension = extensionOf(*Path).lower();
  if (!isRawRunner(S.C.Class)) {
    const StringRef Kind = nonPackageKind(Extension);
    if (Kind.empty())
      return;
    // Checkpoints are zip files in most cases, but hold no compiled model.
    warn(
        Arg->getBeginLoc(),
        "%0 loads .pt2 packages, and a %1 is %2, on which the constructor "
        "throws%select{ \"Failed to initialize zip archive\"|}3; pass the .pt2 "
        "that 'aoti_compile_and_package' wrote")
        << S.C.Record << Extension << Kind << (Kind == CheckpointKind)
        << Arg->getSourceRange();
    return;
  }
  if (Extension != ".pt2")
    return;
  warn(Arg->getBeginLoc(),
       "%0 runs a raw .so, and a .pt2 is a package, on which the constructor "
       "throws \"Error in dlopen\"; %select{pass the .so that 'aot_compile' "
       "wrote|load it with 'AOTIModelPackageLoader'}1")
      << S.C.Record << torchAtLeast({2, 6}) << Arg->getSourceRange();
}

// L("model.pt2", "cuda")
void LoaderArgumentsCheck::checkModelName(const Site &S) {
  const Expr *Arg = S.C.argument("model_name");
  const auto Name = Arg ? evaluateString(Arg, *S.Ctx) : std::nullopt;
  const auto Device = Name ? DeviceName::parseForModel(*Name) : std::nullopt;
  if (!Device)
    return;
  const bool WantsIndex = namesIndex(*Device) && S.C.indexOf("device_index");
  warn(
      Arg->getBeginLoc(),
      "%0 is the model_name, not a device: the constructor throws \"%select{No "
      "AOTInductor generate cpp file or so file found in zip archive|Failed to "
      "find a generated cpp file or so file for model '%1'}3\", unless the "
      "package has a model of that name; drop it, the device comes from the "
      "package%select{| and its index from device_index}2")
      << quoted(*Name) << *Name << WantsIndex << torchAtLeast({2, 9})
      << Arg->getSourceRange();
  // Packages of several models may name one after its device.
  if (!S.Instantiated)
    suggest(Arg->getBeginLoc(),
            WantsIndex
                ? fmt::format("this loads the package's model named 'model' on "
                              "device {}",
                              *Device->Index)
                : "this loads the package's model named 'model'",
            WantsIndex
                ? moveToDeviceIndex(S.C, "model_name", *Device)
                : restoreDefault(S.C, "model_name", "\"model\"", *S.Ctx));
}

void LoaderArgumentsCheck::checkSingleThreaded(const Site &S) {
  const Expr *Arg = S.C.argument("run_single_threaded");
  if (!Arg)
    return;
  if (isPointerAsBool(Arg))
    return checkPointerAsBool(S, Arg);
  const QualType T = written(Arg)->getType();
  if (T->isBooleanType() || !T->isIntegralOrUnscopedEnumerationType())
    return;
  if (auto Number = numberOf(Arg, *S.Ctx);
      Number && *Number != 0 && *Number != 1)
    checkNumberAsBool(S, Arg, *Number);
}

// L("model.pt2", "model", "cpu"), RunnerCpu("model.so", 1, device.c_str())
void LoaderArgumentsCheck::checkPointerAsBool(const Site &S, const Expr *Arg) {
  const auto Text = evaluateString(Arg, *S.Ctx);
  const auto Device = Text ? DeviceName::parseForModel(*Text) : std::nullopt;
  const Cure Remedy = Device ? cureForDevice(S.C, *Device) : Cure();
  const bool WantsIndex =
      Device && namesIndex(*Device) && S.C.indexOf("device_index");
  std::optional<FixItHint> Fix;
  if (!S.Instantiated)
    Fix = WantsIndex ? moveToDeviceIndex(S.C, "run_single_threaded", *Device)
                     : restoreDefault(S.C, "run_single_threaded",
                                      "/*run_single_threaded=*/false", *S.Ctx);
  {
    auto Diag = Text ? warn(Arg->getBeginLoc(),
                            "%0 becomes 'run_single_threaded = true'; %1")
                           << quoted(*Text)
                     : warn(Arg->getBeginLoc(),
                            "%0 becomes 'run_single_threaded', true for any "
                            "pointer but null; %1")
                           << written(Arg)->getType();
    Diag << Remedy.Text << Arg->getSourceRange();
    if (Fix && Remedy.DropsOnly)
      Diag << *Fix;
  }
  if (!Remedy.DropsOnly)
    suggest(Arg->getBeginLoc(),
            WantsIndex
                ? fmt::format("this runs the model on device {}, and not "
                              "single-threaded",
                              *Device->Index)
                : "this leaves run_single_threaded at its default, false",
            Fix);
}

// L("model.pt2", "model", 4)
void LoaderArgumentsCheck::checkNumberAsBool(const Site &S, const Expr *Arg,
                                             int64_t Number) {
  const StringRef Count = countParameter(S.C.Class);
  const auto CountIndex = S.C.indexOf(Count);
  const std::string Cure =
      CountIndex ? fmt::format("{} is the {} argument", Count.str(),
                               *CountIndex == 1 ? "second" : "fourth")
                 : "pass true or false";
  warn(Arg->getBeginLoc(), "%0 becomes 'run_single_threaded = true'; %1")
      << std::to_string(Number) << Cure << Arg->getSourceRange();
  const unsigned Index = *S.C.indexOf("run_single_threaded");
  const bool IsLast = Index + 1 == S.C.args().size();
  if (CountIndex == Index + 1 && IsLast && Number > 0 && !S.Instantiated)
    suggest(
        Arg->getBeginLoc(), "this makes it the number of runners",
        insertBeforeArgument(S.C, Index, "/*run_single_threaded=*/false, "));
}

// L("model.pt2", "model", true, 4), RunnerCpu("model.so", 0)
void LoaderArgumentsCheck::checkCount(const Site &S, StringRef Parameter) {
  const Expr *Arg = S.C.argument(Parameter);
  const auto Count = numberOf(Arg, *S.Ctx);
  if (!Count || *Count == 1)
    return;
  if (*Count < 0) {
    warn(Arg->getBeginLoc(), "%0 is %1, which becomes %2, and the constructor "
                             "throws; pass 1 or more")
        << Parameter << std::to_string(*Count)
        << std::to_string(static_cast<uint64_t>(*Count))
        << Arg->getSourceRange();
    return;
  }
  if (*Count == 0) {
    warn(Arg->getBeginLoc(),
         "%0 is 0, on which the constructor throws; pass 1 or more")
        << Parameter << Arg->getSourceRange();
    return;
  }
  // In 2.7 one model runs and the others lie idle. A pointer there, which is
  // true as well, has its own finding.
  if (torchAtLeast({2, 8}) &&
      numberOf(S.C.argument("run_single_threaded"), *S.Ctx) == 1)
    warn(Arg->getBeginLoc(),
         "%0 is %1 and run_single_threaded is true: the constructor throws "
         "\"%0 must be 1 when run_single_threaded is true\"; pass 1, or false "
         "for run_single_threaded")
        << Parameter << std::to_string(*Count) << Arg->getSourceRange();
}

// L("model.pt2", "model", false, 1, 200)
void LoaderArgumentsCheck::checkDeviceIndex(const Site &S) {
  const Expr *Arg = S.C.argument("device_index");
  const auto Index = numberOf(Arg, *S.Ctx);
  if (!Index || *Index == -1)
    return;
  if (*Index >= 0 && *Index <= 127)
    return checkIndexOfCpu(S, Arg, *Index);
  const auto Wrapped = static_cast<int8_t>(*Index);
  if (Wrapped == *Index) {
    warn(Arg->getBeginLoc(), "device_index is %0, on which the constructor "
                             "throws; pass -1 for the current device")
        << std::to_string(*Index) << Arg->getSourceRange();
    return;
  }
  warn(Arg->getBeginLoc(),
       "device_index is %0, which wraps to %1 in an int8_t%select{|, and the "
       "constructor throws}2; pass at most 127")
      << std::to_string(*Index) << std::to_string(Wrapped) << (Wrapped < -1)
      << Arg->getSourceRange();
}

// L("ranker.pt2", "model", false, 1, 0), where ranker.pt2 is compiled for the
// CPU
void LoaderArgumentsCheck::checkIndexOfCpu(const Site &S, const Expr *Arg,
                                           int64_t Index) {
  const auto Loaded = Packages.of(S.C, *S.Ctx);
  if (!Loaded || Loaded->Model->Device != "cpu" ||
      Loaded->Model->DeviceFrom != aoti_tidy::Evidence::Recorded)
    return;
  // Does not load at all there.
  if (Loaded->Package->Form == aoti_tidy::Contract::Kind::Folder &&
      !torchAtLeast({2, 13}))
    return;
  const bool IsLast = *S.C.indexOf("device_index") + 1 == S.C.args().size();
  {
    auto Diag = diag(Arg->getBeginLoc(),
                     "device_index is %0, and the package is compiled for the "
                     "CPU, on which the constructor throws \"Incorrect device "
                     "passed to aoti_runner_cpu\"; %select{pass -1|drop it}1")
                << std::to_string(Index) << IsLast << Arg->getSourceRange();
    // The default is the only index with which this package loads.
    if (!S.Instantiated)
      if (auto Fix = restoreDefault(S.C, "device_index", "-1", *S.Ctx))
        Diag << *Fix;
  }
  diag(S.C.args().front()->getBeginLoc(),
       "'%0' records AOTI_DEVICE_KEY \"cpu\"", DiagnosticIDs::Note)
      << Loaded->Package->Path;
}

std::unique_ptr<ClangTidyCheck>
makeLoaderArgumentsCheck(StringRef Name, ClangTidyContext *Context) {
  return std::make_unique<LoaderArgumentsCheck>(Name, Context);
}

} // namespace clang::tidy::aoti
