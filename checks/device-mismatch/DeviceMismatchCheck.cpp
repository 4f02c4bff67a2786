// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/device-mismatch/DeviceMismatchCheck.h"
#include "checks/device-mismatch/CudaUses.h"
#include "checks/device-mismatch/DeviceMismatchRule.h"
#include "checks/lib/cxx/TensorEdits.h"
#include "checks/lib/cxx/Values.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

/// x.to(...), x.cuda(): the tensor is somewhere else before.
bool isMove(const Expr *Made) {
  return isa_and_present<CXXMemberCallExpr>(Made);
}

/// The parameter that tells a loader or runner the index of its device.
StringRef indexParameter(LoaderClass Class) {
  return Class == LoaderClass::PackageLoader ? "device_index" : "device_str";
}

/// Whether \p C leaves the choice of the device's index to the process.
bool followsCurrentDevice(const Construction &C) {
  return (C.Class == LoaderClass::PackageLoader ||
          C.Class == LoaderClass::RunnerCuda) &&
         !C.argument(indexParameter(C.Class));
}

/// Whether \p C stands in one branch of an 'if' or '?:' that makes the runner
/// for \p Device in another: the program chooses the runner by the device.
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
  checkCudaUses(R, Ctx.getSourceManager());
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

// Loader l("cuda.pt2"); l.run({torch::randn({8, 10})});
void DeviceMismatchCheck::checkInput(const Run &R, const Violation &V,
                                     ASTContext &Ctx) {
  const Expr *Made = R.Flow->expressionAt(V.From);
  const InputDeviceProblem Problem = inputDeviceProblem(
      {*R.Loaded->Model, V, R.Loaded->quotedName(), isMove(Made)});
  {
    auto Diag = diag(locationOf(V.From, Made), "%0") << Problem.Text;
    if (Made)
      Diag << Made->getSourceRange();
  }
  if (const auto Fix = changeDevice(Made, Problem.Wanted, Ctx))
    diag(Made->getExprLoc(), "%0", DiagnosticIDs::Note) << Problem.Cure << *Fix;
  diag(R.Call->getExprLoc(), "%0", DiagnosticIDs::Note) << Problem.AtRun;
  noteLoaders(R, Problem.AtSource);
}

// Loader l("m.pt2"); l.run({x.to(torch::Device(torch::kCUDA, 1))});
void DeviceMismatchCheck::checkIndex(const Run &R) {
  if (SetsCurrentDevice || R.Loaders.empty() ||
      (R.Loaded && ignoresCuda(*R.Loaded->Model)) ||
      !llvm::all_of(R.Loaders, followsCurrentDevice))
    return;
  const Construction &C = R.Loaders.front();
  const StringRef Parameter = indexParameter(C.Class);
  for (auto [I, Ways] : llvm::enumerate(*R.Inputs)) {
    const auto Problem =
        indexProblem(I, Ways, C.indexOf(Parameter) ? Parameter : "");
    if (!Problem)
      continue;
    const Expr *Made = R.Flow->expressionAt(Problem->From);
    diag(Made ? Made->getBeginLoc() : R.Call->getExprLoc(), "%0")
        << Problem->Text;
    return noteLoaders(R, Problem->AtLoader);
  }
}

void DeviceMismatchCheck::checkCudaUses(const Run &R, const SourceManager &SM) {
  if (!R.Loaded || !ignoresCuda(*R.Loaded->Model))
    return;
  const std::string Package = R.Loaded->quotedName();
  // c10::cuda::CUDAGuard guard(0); loader.run(inputs);
  if (const VarDecl *Guard = onlyCudaGuard(*R.Function, *R.Call, SM)) {
    diag(Guard->getLocation(), "%0") << guardText(Package);
    diag(R.Call->getExprLoc(), "%0", DiagnosticIDs::Note) << ModelRunsHere;
    noteLoaders(R, loadedHereText(Package));
  }
  // loader.run(inputs, c10::cuda::getCurrentCUDAStream().stream());
  if (R.Call->getNumArgs() < 2)
    return;
  const Expr *Stream = R.Call->getArg(1)->IgnoreParenCasts();
  if (isa<CXXDefaultArgExpr>(Stream) || !mentionsCuda(Stream))
    return;
  diag(Stream->getBeginLoc(), "%0") << streamText() << Stream->getSourceRange();
  noteLoaders(R, loadedHereText(Package));
}

// AOTIModelContainerRunnerCpu runner("model.so"), where it needs libtorch_cuda
void DeviceMismatchCheck::checkLoader(const Construction &C,
                                      const LoadedModel &Loaded,
                                      ASTContext &Ctx) {
  if (!isRawRunner(C.Class) ||
      Loaded.Package->Form != aoti_tidy::Contract::Kind::Library ||
      isOtherChoice(C, constructions(), Loaded.Model->Device, Ctx))
    return;
  if (const auto Problem =
          runnerProblem(C.Record->getName(), deviceTypeOf(C.Class),
                        Loaded.quotedName(), *Loaded.Model, runnerClassFor))
    diag(C.Loc, "%0") << *Problem << C.Range;
}

// AOTInductorModelContainerCreateWithDevice(&handle, 1, "cpu", nullptr)
void DeviceMismatchCheck::checkCreate(const CallExpr &Create, ASTContext &Ctx) {
  const auto Given = packages().onlyGiven(Create.getExprLoc(), Ctx);
  const Expr *Arg = Create.getArg(2);
  const auto Text = evaluateString(Arg, Ctx);
  const auto Device = Text ? DeviceName::parseForModel(*Text) : std::nullopt;
  if (!Given || !Device)
    return;
  if (const auto Problem =
          createProblem(Device->Type, Given->quotedName(), *Given->Model))
    diag(Arg->getBeginLoc(), "%0") << *Problem << Arg->getSourceRange();
}

std::unique_ptr<ClangTidyCheck>
makeDeviceMismatchCheck(StringRef Name, ClangTidyContext *Context) {
  return std::make_unique<DeviceMismatchCheck>(Name, Context);
}

} // namespace clang::tidy::aoti
