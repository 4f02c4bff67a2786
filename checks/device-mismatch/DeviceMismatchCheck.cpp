// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/device-mismatch/DeviceMismatchCheck.h"
#include "checks/device-mismatch/DeviceConsistency.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/TensorEdits.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/package/ConformanceText.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

using aoti_tidy::DeviceValue;
using aoti_tidy::Violation;

/// x.to(...), x.cuda(): the tensor is somewhere else before.
bool isMove(const Expr *Made) {
  return isa_and_present<CXXMemberCallExpr>(Made);
}

/// Whether \p C leaves the choice of the device's index to the process.
bool followsCurrentDevice(const Construction &C) {
  if (C.Class == LoaderClass::PackageLoader)
    return !C.argument("device_index");
  return C.Class == LoaderClass::RunnerCuda && !C.argument("device_str");
}

/// Whether \p C stands in one branch of an 'if' or '?:' that makes the runner
/// for
/// \p Device in another: the program chooses the runner by the device.
bool isOtherChoice(const Construction &C, ArrayRef<Construction> All,
                   StringRef Device, ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const auto IsAlternativeIn = [&](SourceRange Choice) {
    return llvm::any_of(All, [&](const Construction &Other) {
      return deviceTypeOf(Other.Class) == Device &&
             SM.isPointWithin(Other.Loc, Choice.getBegin(), Choice.getEnd());
    });
  };
  for (DynTypedNodeList Parents = Ctx.getParents(*C.Node); !Parents.empty();
       Parents = Ctx.getParents(Parents[0])) {
    const Stmt *S = Parents[0].get<Stmt>();
    if (isa_and_present<IfStmt, ConditionalOperator, SwitchStmt>(S) &&
        IsAlternativeIn(S->getSourceRange()))
      return true;
    if (Parents[0].get<FunctionDecl>())
      return false;
  }
  return false;
}

} // namespace

void DeviceMismatchCheck::registerMatchers(MatchFinder *Finder) {
  PackageCheck::registerMatchers(Finder);
  // cudaSetDevice(1), c10::cuda::set_device(1)
  Finder->addMatcher(
      callExpr(callee(functionDecl(hasAnyName(
                   "cudaSetDevice", "hipSetDevice", "cuCtxSetCurrent",
                   "cuCtxPushCurrent", "set_device", "SetDevice",
                   "setCurrentCUDAStream", "ExchangeDevice", "exchangeDevice",
                   "MaybeSetDevice"))))
          .bind("current-device"),
      this);
  // c10::cuda::CUDAGuard guard(1); c10::DeviceGuard guard(device);
  Finder->addMatcher(
      cxxConstructExpr(
          hasDeclaration(cxxConstructorDecl(ofClass(hasAnyName(
              "CUDAGuard", "OptionalCUDAGuard", "CUDAStreamGuard",
              "CUDAMultiStreamGuard", "OptionalCUDAStreamGuard", "DeviceGuard",
              "OptionalDeviceGuard", "HIPGuardMasqueradingAsCUDA")))))
          .bind("current-device"),
      this);
  // AOTInductorModelContainerCreateWithDevice(&handle, 1, "cpu", nullptr)
  Finder->addMatcher(
      callExpr(callee(functionDecl(
                   hasName("AOTInductorModelContainerCreateWithDevice"))),
               argumentCountAtLeast(3))
          .bind("create"),
      this);
}

void DeviceMismatchCheck::check(const MatchFinder::MatchResult &Result) {
  if (Result.Nodes.getNodeAs<Expr>("current-device"))
    SetsCurrentDevice = true;
  else if (const auto *Create = Result.Nodes.getNodeAs<CallExpr>("create"))
    Creates.push_back(Create);
  else
    PackageCheck::check(Result);
}

void DeviceMismatchCheck::checkFile(ASTContext &Ctx) {
  for (const CallExpr *Create : Creates)
    checkCreate(*Create, Ctx);
}

void DeviceMismatchCheck::onEndOfTranslationUnit() {
  PackageCheck::onEndOfTranslationUnit();
  Creates.clear();
  SetsCurrentDevice = false;
}

void DeviceMismatchCheck::checkRun(const Run &R, ASTContext &Ctx) {
  checkStream(R, Ctx.getSourceManager());
  if (!R.Inputs)
    return;
  bool Found = false;
  if (R.Loaded)
    for (const Violation &V : violations(*R.Loaded->Model, *R.Inputs))
      if (V.What == Violation::Kind::Device) {
        checkInput(R, V, Ctx);
        Found = true;
      }
  if (!Found)
    checkIndex(R);
}

// run({torch::randn({8, 10})}) of a package that was compiled for CUDA
void DeviceMismatchCheck::checkInput(const Run &R, const Violation &V,
                                     ASTContext &Ctx) {
  const aoti_tidy::ModelContract &Model = *R.Loaded->Model;
  const StringRef Wanted = deviceOfInput(Model, V.Input);
  const Expr *Made = R.Flow->expressionAt(V.From);
  const SourceLocation Loc =
      Made ? Made->getExprLoc()
           : SourceLocation::getFromRawEncoding(
                 static_cast<SourceLocation::UIntTy>(V.From));
  {
    auto Diag = diag(Made ? Made->getBeginLoc() : Loc,
                     "input %0 is %select{created on|moved to}1 '%2', but '%3' "
                     "%select{was compiled for|takes it on}4 '%5'")
                << V.Input << isMove(Made) << deviceText(V.Value.Device->Value)
                << R.Loaded->packageName() << (Wanted != Model.Device)
                << Wanted;
    if (Made)
      Diag << Made->getSourceRange();
  }
  if (const auto Fix = changeDevice(Made, Wanted, Ctx))
    diag(Loc, "this %select{creates|moves}0 it %select{on|to}0 '%1'",
         DiagnosticIDs::Note)
        << isMove(Made) << Wanted << *Fix;
  diag(R.Call->getExprLoc(),
       "the model runs here; it reads the tensor's memory as its own device's "
       "unless AOTI_RUNTIME_CHECK_INPUTS=1 makes it throw",
       DiagnosticIDs::Note);
  for (const Construction &C : R.Loaders)
    diag(C.Loc, "'%0' is loaded here; it %1", DiagnosticIDs::Note)
        << R.Loaded->packageName() << deviceEvidenceText(Model);
}

// Loader l("m.pt2"); l.run({x.to(torch::Device(torch::kCUDA, 1))});
void DeviceMismatchCheck::checkIndex(const Run &R) {
  if (SetsCurrentDevice || R.Loaders.empty() ||
      (R.Loaded && R.Loaded->Model->Device == "cpu") ||
      !llvm::all_of(R.Loaders, followsCurrentDevice))
    return;
  for (auto [I, Ways] : llvm::enumerate(*R.Inputs)) {
    const bool OnIndex =
        !Ways.empty() &&
        llvm::all_of(Ways, [](const aoti_tidy::TensorValue &Value) {
          if (!Value.Device || Value.Device->Value.Type != "cuda")
            return false;
          const DeviceValue &Device = Value.Device->Value;
          // The current device is the first, unless something changes it.
          return Device.IndexKind == DeviceValue::Index::AtRunTime ||
                 (Device.IndexKind == DeviceValue::Index::Literal &&
                  Device.IndexValue > 0);
        });
    if (!OnIndex)
      continue;
    const auto &Device = *Ways.front().Device;
    const bool AtRunTime =
        Device.Value.IndexKind == DeviceValue::Index::AtRunTime;
    const Expr *Made = R.Flow->expressionAt(Device.From);
    const Construction &C = R.Loaders.front();
    const SourceLocation Loc =
        Made ? Made->getBeginLoc() : R.Call->getExprLoc();
    const bool IsPackage = C.Class == LoaderClass::PackageLoader;
    const bool CanChoose = IsPackage ? C.indexOf("device_index").has_value()
                                     : C.indexOf("device_str").has_value();
    diag(Loc, "input %0 is on %select{'%2'|a CUDA device that is chosen at run "
              "time}1, but the model is loaded on the current device; "
              "%select{make that device the current one before the model is "
              "loaded|pass its index to the loader, as "
              "%select{device_str|device_index}4}3")
        << static_cast<unsigned>(I) << AtRunTime << deviceText(Device.Value)
        << CanChoose << IsPackage;
    for (const Construction &Loader : R.Loaders)
      diag(Loader.Loc,
           "loaded without an index here; kernels that run on "
           "another device than their inputs fail with an illegal "
           "memory access",
           DiagnosticIDs::Note);
    return;
  }
}

// loader.run(inputs, c10::cuda::getCurrentCUDAStream().stream()) of a package
// for the CPU
void DeviceMismatchCheck::checkStream(const Run &R, const SourceManager &SM) {
  if (!R.Loaded || R.Loaded->Model->Device != "cpu")
    return;
  // c10::cuda::CUDAGuard guard(0); loader.run(inputs);
  if (const VarDecl *Guard = onlyCudaGuard(*R.Function, *R.Call, SM)) {
    diag(Guard->getLocation(),
         "'%0' was compiled for 'cpu', so this guard of a "
         "CUDA device does nothing for it; drop it")
        << R.Loaded->packageName();
    diag(R.Call->getExprLoc(), "the model runs here", DiagnosticIDs::Note);
    noteLoaders(R);
  }
  if (R.Call->getNumArgs() < 2)
    return;
  const Expr *Stream = R.Call->getArg(1)->IgnoreParenCasts();
  if (isa<CXXDefaultArgExpr>(Stream) || !mentionsCuda(Stream))
    return;
  diag(Stream->getBeginLoc(),
       "a CUDA stream is passed to a model that was compiled for 'cpu', which "
       "ignores it; drop it")
      << Stream->getSourceRange();
  noteLoaders(R);
}

// AOTIModelContainerRunnerCpu runner("model.so"), where it needs libtorch_cuda
void DeviceMismatchCheck::checkLoader(const Construction &C,
                                      const LoadedModel &Loaded,
                                      ASTContext &Ctx) {
  const StringRef Device = deviceTypeOf(C.Class);
  if (!isRawRunner(C.Class) || Loaded.Model->Device.empty() ||
      Loaded.Package->Form != aoti_tidy::Contract::Kind::Library ||
      Loaded.Model->Device == Device ||
      isOtherChoice(C, constructions(), Loaded.Model->Device, Ctx))
    return;
  diag(C.Loc, "%0 runs '%1' on '%2', but it was compiled for '%3' (it %4); "
              "construct '%5'")
      << C.Record << Loaded.packageName() << Device << Loaded.Model->Device
      << deviceEvidenceText(*Loaded.Model)
      << runnerClassFor(Loaded.Model->Device) << C.Range;
}

void DeviceMismatchCheck::checkCreate(const CallExpr &Create, ASTContext &Ctx) {
  const auto Given = packages().onlyGiven(Ctx);
  const Expr *Arg = Create.getArg(2);
  const auto Text = evaluateString(Arg, Ctx);
  const auto Device = Text ? DeviceName::parseForModel(*Text) : std::nullopt;
  if (!Given || !Device || Given->Model->Device.empty() ||
      Given->Model->Device == Device->Type)
    return;
  diag(Arg->getBeginLoc(), "the model is created for '%0', but '%1' was "
                           "compiled for '%2' (it %3)")
      << Device->Type << Given->packageName() << Given->Model->Device
      << deviceEvidenceText(*Given->Model) << Arg->getSourceRange();
}

void DeviceMismatchCheck::checkRuns(llvm::ArrayRef<Run> Runs, ASTContext &Ctx) {
  std::vector<MethodRun> InMethods;
  for (const Run &R : Runs)
    if (const auto *Method = dyn_cast<CXXMethodDecl>(R.Function))
      if (auto Run = methodRun(*R.Call, *Method, R.Inputs, Ctx))
        InMethods.push_back(*Run);
  for (const OddRun &Odd : oddRuns(InMethods)) {
    diag(Odd.Run.Call->getExprLoc(),
         "the inputs are not moved to the model's device before it runs, "
         "unlike in the other methods of %0 that run it")
        << Odd.Run.Method->getParent();
    for (const MethodRun &Other : Odd.Others)
      diag(Other.Call->getExprLoc(), "moved before this run, in %0",
           DiagnosticIDs::Note)
          << Other.Method;
  }
}

std::unique_ptr<ClangTidyCheck>
makeDeviceMismatchCheck(StringRef Name, ClangTidyContext *Context) {
  return std::make_unique<DeviceMismatchCheck>(Name, Context);
}

} // namespace clang::tidy::aoti
