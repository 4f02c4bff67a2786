// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of several CUDA devices a run's loader, inputs and stream are on.
#include "checks/device-mismatch/CudaUses.h"
#include "checks/device-mismatch/DeviceMismatchCheck.h"
#include "checks/device-mismatch/DeviceMismatchRule.h"
#include "checks/device-mismatch/FirstIndex.h"
#include "checks/device-mismatch/OwnedDevice.h"
#include "checks/lib/hosts/FunctionFacts.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {

/// Whether \p C leaves the choice of the device's index to the process.
static bool followsCurrentDevice(const Construction &C) {
  return (C.Class == LoaderClass::PackageLoader ||
          C.Class == LoaderClass::RunnerCuda) &&
         !C.argument(indexParameter(C.Class));
}

/// The index of the CUDA device that all loaders of \p R are told.
static std::optional<int64_t> indexTold(ArrayRef<LoaderWay> Loaders,
                                        ASTContext &Ctx) {
  if (Loaders.empty())
    return std::nullopt;
  const auto Index = deviceIndexOf(Loaders.front(), Ctx);
  const bool AreAlike = llvm::all_of(Loaders, [&](const LoaderWay &L) {
    return deviceIndexOf(L, Ctx) == Index;
  });
  return AreAlike ? Index : std::nullopt;
}

/// Whether \p Function may lead to itself.
static bool isRecursive(const FunctionDecl &Function, ASTContext &Ctx) {
  const UnitIndex &Index = UnitIndex::of(Ctx);
  return llvm::any_of(Index.callsOf(Function), [&](const UnitIndex::Call &By) {
    return By.In && Index.calls(Function, *By.In);
  });
}

// for (…) { load(); c10::DeviceGuard guard(device); load(); }
bool DeviceMismatchCheck::mayLiveAt(const Guard &G, const Construction &C,
                                    ASTContext &Ctx) {
  const DynTypedNodeList Declared = Ctx.getParents(*G.Object);
  const auto *Block =
      Declared.empty() ? nullptr : Ctx.getParents(Declared[0])[0].get<Stmt>();
  bool IsInLambda = false;
  for (DynTypedNodeList Parents = Ctx.getParents(*C.Node); !Parents.empty();
       Parents = Ctx.getParents(Parents[0])) {
    const Stmt *S = Parents[0].get<Stmt>();
    if (S && S == Block &&
        Ctx.getSourceManager().isBeforeInTranslationUnit(
            G.Object->getLocation(), C.Loc))
      return true;
    IsInLambda |= isa_and_present<LambdaExpr>(S);
    // When a lambda is called is not known.
    if (Parents[0].get<FunctionDecl>() == G.In)
      return IsInLambda || isRecursive(*G.In, Ctx);
  }
  return isMadeUnder(C, *G.In, Ctx);
}

bool DeviceMismatchCheck::isOnFirstDevice(const Construction &C,
                                          ASTContext &Ctx) {
  return followsCurrentDevice(C) && !SetsCurrentDevice &&
         llvm::none_of(Guards,
                       [&](const Guard &G) { return mayLiveAt(G, C, Ctx); });
}

/// Whether \p T is put on the current CUDA device. What a model returns is not:
/// it is where the model was loaded.
static bool isOnCurrent(const TensorValue &T, const TensorDataflow &Flow) {
  const Expr *Made = T.Device ? Flow.expressionAt(T.Device->From) : nullptr;
  return Made && !isModelRun(Made) && T.Device->Value.Type == "cuda" &&
         T.Device->Value.IndexKind == DeviceValue::Index::None;
}

/// Whether a loader of one of the two runs is made after the other one: a model that
/// is told an index makes that the current device (model_base.h, torch 2.6 to 2.13).
bool DeviceMismatchCheck::isMadeBetween(const Run &A, const Run &B,
                                        ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation RunA = A.Call->getExprLoc(), RunB = B.Call->getExprLoc();
  const SourceLocation First =
      SM.isBeforeInTranslationUnit(RunA, RunB) ? RunA : RunB;
  const auto IsAfter = [&](const LoaderWay &L) {
    return functionAround(*L.Node, Ctx) == A.Function &&
           SM.isBeforeInTranslationUnit(First, L.Loc);
  };
  return llvm::any_of(A.Loaders, IsAfter) || llvm::any_of(B.Loaders, IsAfter);
}

// first.run({x.cuda()}); second.run({x.cuda()}); of loaders that are told 0 and 1
const PackageCheck::Run *
DeviceMismatchCheck::runOnOtherIndex(const Run &R, int64_t LoadedOn,
                                     ASTContext &Ctx) const {
  if (SetsCurrentDevice || mayChooseDevice(*R.Function) ||
      llvm::any_of(Guards, [&](const Guard &G) {
        return G.In == R.Function ||
               UnitIndex::of(Ctx).calls(*R.Function, *G.In);
      }))
    return nullptr;
  const auto IsOther = [&](const Run &Other) {
    const auto Index = indexTold(Other.Loaders, Ctx);
    return Other.Function == R.Function && Index && *Index != LoadedOn &&
           Other.Given.All && !isMadeBetween(R, Other, Ctx) &&
           llvm::any_of(*Other.Given.All, [&](const TensorValues &Ways) {
             return !Ways.empty() &&
                    llvm::all_of(Ways, [&](const TensorValue &T) {
                      return isOnCurrent(T, *Other.Given.Flow);
                    });
           });
  };
  const auto Found = llvm::find_if(runs(), IsOther);
  return Found == runs().end() ? nullptr : &*Found;
}

void DeviceMismatchCheck::reportOtherIndex(const Run &R,
                                           const IndexProblem &Problem,
                                           const Run *Other) {
  const Expr *Made = R.Given.Flow->expressionAt(Problem.From);
  // Another file makes it: it is the run that takes what it gets.
  const bool IsPassed = isForeign(Problem.From);
  diag(IsPassed ? R.Call->getArg(0)->getBeginLoc()
                : locationOf(Problem.From, Made),
       "%0")
      << Problem.Text;
  if (IsPassed)
    diag(locationOf(Problem.From, Made), "%0", DiagnosticIDs::Note)
        << PutThereHere;
  noteLoaders(R, Problem.AtInput);
  diag(R.Call->getExprLoc(), "%0", DiagnosticIDs::Note) << Problem.AtUse;
  if (!Problem.AtOtherRun.empty())
    diag(Other->Call->getExprLoc(), "%0", DiagnosticIDs::Note)
        << Problem.AtOtherRun;
}

// Loader l("m.pt2", "model", false, 1, 1);
// l.run({x.to(torch::Device(torch::kCUDA, 0))});
bool DeviceMismatchCheck::checkOtherIndex(const Run &R, ASTContext &Ctx) {
  const auto LoadedOn = indexTold(R.Loaders, Ctx);
  if (!LoadedOn || !R.Given.All)
    return false;
  const Run *Other =
      *LoadedOn == 0 ? nullptr : runOnOtherIndex(R, *LoadedOn, Ctx);
  const auto IsFollowing = [&](const TensorValue &T) {
    return Other && isOnCurrent(T, *R.Given.Flow);
  };
  return llvm::any_of(llvm::enumerate(*R.Given.All), [&](const auto &Input) {
    const auto Problem =
        otherIndexProblem(Input.index(), Input.value(), *LoadedOn, IsFollowing);
    if (Problem)
      reportOtherIndex(R, *Problem, Other);
    return Problem.has_value();
  });
}

// Loader l("m.pt2"); l.run({x.to(torch::Device(torch::kCUDA, 1))});
void DeviceMismatchCheck::checkIndex(const Run &R, ASTContext &Ctx) {
  if (R.Loaders.empty() || (R.Loaded && ignoresCuda(*R.Loaded->Model)) ||
      !llvm::all_of(R.Loaders, [&](const LoaderWay &L) {
        return isOnFirstDevice(L, Ctx);
      }))
    return;
  const Construction &C = R.Loaders.front();
  const StringRef Parameter = indexParameter(C.Class);
  const bool IsAnyOf = !R.Given.All;
  std::vector<TensorValues> Inputs;
  if (!IsAnyOf)
    Inputs = *R.Given.All;
  else if (!R.Given.Each.empty())
    Inputs = {R.Given.Each};
  for (auto [I, Ways] : llvm::enumerate(Inputs))
    if (const auto Problem =
            indexProblem(I, Ways, C.indexOf(Parameter) ? Parameter : "",
                         IsAnyOf ? OnDevice::AnyInput : OnDevice::Input)) {
      const Expr *Made = R.Given.Flow->expressionAt(Problem->From);
      if (Made && asksForIndexOf(*Made, *R.Call, Ctx))
        continue;
      return reportIndex(C, *Problem, locationOf(Problem->From, Made), R.Call);
    }
}

void DeviceMismatchCheck::reportIndex(const Construction &C,
                                      const IndexProblem &Problem,
                                      SourceLocation At, const Expr *Use) {
  if (!ReportedLoaders.insert(C.Node).second)
    return;
  diag(C.Loc, "%0") << Problem.Text << C.Range;
  diag(At, "%0", DiagnosticIDs::Note) << Problem.AtInput;
  diag(Use->getExprLoc(), "%0", DiagnosticIDs::Note) << Problem.AtUse;
}

// loader_ = std::make_unique<Loader>(path); … x.to(device_)
void DeviceMismatchCheck::checkKeptLoader(const Construction &C,
                                          ASTContext &Ctx) {
  if (!isOnFirstDevice(C, Ctx))
    return;
  if (const auto Loaded = packages().of(C, Ctx);
      Loaded && ignoresCuda(*Loaded->Model))
    return;
  const auto Kept = deviceKeptBeside(C, Ctx);
  if (!Kept)
    return;
  const StringRef Parameter = indexParameter(C.Class);
  if (const auto Problem =
          indexProblem(0, Kept->OnIt, C.indexOf(Parameter) ? Parameter : "",
                       OnDevice::TensorOfClass))
    reportIndex(C, *Problem, Kept->Set->getExprLoc(), Kept->Move);
}

// Runner r(path, 1, "cuda:1");
// r.run_with_cuda_stream(inputs, c10::cuda::getStreamFromPool(false, 0));
void DeviceMismatchCheck::checkStreamIndex(const Run &R, ASTContext &Ctx) {
  const auto LoadedOn = indexTold(R.Loaders, Ctx);
  if (!LoadedOn || R.Call->getNumArgs() < 2 ||
      (R.Loaded && ignoresCuda(*R.Loaded->Model)))
    return;
  const Expr *Stream = R.Call->getArg(1);
  const auto Index = deviceIndexOfStream(Stream, Ctx);
  if (!Index || *Index == *LoadedOn)
    return;
  diag(Stream->getBeginLoc(), "%0")
      << streamIndexText(*Index, *LoadedOn) << Stream->getSourceRange();
  noteLoaders(R, LoadedHere);
}

} // namespace clang::tidy::aoti
