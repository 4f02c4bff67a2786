// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run gets, on all ways that lead to it and on each.
#include "checks/common/PackageCheck.h"
#include "checks/lib/hosts/LastingWrites.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorWays.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {

PackageCheck::Flow PackageCheck::flowOf(const FunctionDecl &Function,
                                        const Conditions &Assumed, OneWay By) {
  constexpr size_t MaxAssuming = 64;
  const auto Known = [&](auto &Flows, const auto &Key) {
    const auto [It, IsNew] = Flows.try_emplace(Key);
    if (IsNew)
      It->second = TensorDataflow::of(Function, *Context, Assumed, By);
    return It->second;
  };
  if (Assumed.empty() && By == OneWay())
    return Known(Flows, &Function);
  if (std::exchange(AssumingOf, &Function) != &Function ||
      Assuming.size() == MaxAssuming)
    Assuming.clear();
  return Known(Assuming, std::pair(By, Assumed.text()));
}

PackageCheck::Inputs PackageCheck::inputsOf(const CXXMemberCallExpr &Call,
                                            const FunctionDecl &Function,
                                            const Conditions &Assumed,
                                            OneWay By) {
  Inputs Result;
  Result.Flow = flowOf(Function, Assumed, By);
  if (!Result.Flow)
    return Result;
  const Expr *List = Call.getArg(0);
  Result.All = Result.Flow->listAt(List);
  if (Result.All)
    Result.Fewest = Result.All->size();
  else
    Result.All = Result.Flow->openListAt(List, Result.Fewest);
  if (!Result.All)
    Result.Each = Result.Flow->elementsAt(List);
  // A branch may be the way of all runs but the first.
  if (By.Along.At)
    return Result;
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

std::optional<std::vector<TensorValues>>
PackageCheck::Inputs::allOf(const ModelContract &Model) const {
  if (!All || !Model.Inputs || All->size() == Fewest)
    return All;
  const size_t Count = Model.Inputs->size();
  if (Count < Fewest || Count > All->size())
    return std::nullopt;
  return std::vector<TensorValues>(All->begin(), All->begin() + Count);
}

Conditions PackageCheck::conditionsOf(const Run &R, const Way &W) {
  Conditions Result;
  if (W.IsChosen)
    Result = W.Loader.chosenUnder(*Context);
  else if (R.Loaders.size() == 1)
    Result = R.Loaders.front().chosenUnder(*Context);
  Result.assumeAround(*R.Call, *Context);
  return Result;
}

std::optional<PackageCheck::Inputs> PackageCheck::givenOnGpu(const Run &R,
                                                             const Way &W) {
  Conditions Here = conditionsOf(R, W);
  if (Here.knowsOfGpu() || Here.mayDependOnGpu(*Context))
    return std::nullopt;
  Here.assumeGpu();
  return inputsOf(*R.Call, *R.Function, Here);
}

/// Whether the type of device of each input is.
static bool areDevicesKnown(ArrayRef<TensorValues> Inputs) {
  return llvm::all_of(Inputs, [](const TensorValues &Ways) {
    return !Ways.empty() && llvm::all_of(Ways, [](const TensorValue &T) {
      return T.Device && !T.Device->Value.Type.empty();
    });
  });
}

std::vector<PackageCheck::Inputs>
PackageCheck::givenByForeignCalls(const Run &R, const Way &W) {
  // What is asked before the run, the other file may know the answer to.
  const Conditions Under = conditionsOf(R, W);
  std::vector<Inputs> Result;
  if (isOneOfSeveral(R, W) || !Under.empty() ||
      foreignCallsOf(*R.Function).empty() ||
      Choices.areBefore(*R.Function, *R.Call, *Context))
    return Result;
  for (const std::vector<Ways> &Call : foreignCallsOf(*R.Function))
    Result.push_back(
        inputsOf(*R.Call, *R.Function, Under, {.ForeignCall = &Call}));
  return Result;
}

std::vector<PackageCheck::Inputs> PackageCheck::givenByCalls(const Run &R,
                                                             const Way &W) {
  constexpr size_t MaxCalls = 16;
  const auto Calls = UnitIndex::of(*Context).callsOf(*R.Function);
  std::vector<Inputs> Result;
  if (Calls.size() > MaxCalls)
    return Result;
  const bool IsChosen =
      !Calls.empty() && Choices.areBefore(*R.Function, *R.Call, *Context);
  for (const UnitIndex::Call &By : Calls) {
    if (By.Args.empty())
      continue;
    Conditions Under = conditionsOf(R, W);
    // Which loader an object has that one caller sets up is not known.
    const bool IsSettled = Under.areSettledBy(*R.Function, By.Args, *Context);
    if (IsChosen ||
        (!IsSettled && (isOneOfSeveral(R, W) || isAboutDevices(Under.text()))))
      continue;
    Under.bind(*R.Function, By.Args, *Context);
    Under.assumeAround(*By.Args.front(), *Context);
    if (Under.contradict())
      continue;
    Inputs Given = inputsOf(*R.Call, *R.Function, Under, {&By, {}});
    std::vector<Inputs> ByOuter;
    if (IsSettled && Given.All && !areDevicesKnown(*Given.All))
      ByOuter = givenByOuterCalls(R, By, Under);
    if (ByOuter.empty() || Result.size() + ByOuter.size() > MaxCalls)
      Result.push_back(std::move(Given));
    else
      llvm::move(ByOuter, std::back_inserter(Result));
  }
  return Result;
}

std::vector<PackageCheck::Inputs>
PackageCheck::givenByOuterCalls(const Run &R, const UnitIndex::Call &By,
                                const Conditions &Here) {
  constexpr size_t MaxCalls = 8;
  std::vector<Inputs> Result;
  const FunctionDecl *In = By.In ? By.In->getDefinition() : nullptr;
  if (!In || In == R.Function)
    return Result;
  const auto Calls = UnitIndex::of(*Context).callsOf(*In);
  if (Calls.size() > MaxCalls)
    return Result;
  Conditions AroundCall;
  AroundCall.assumeAround(*By.Args.front(), *Context);
  for (const UnitIndex::Call &Outer : Calls) {
    if (Outer.Args.empty())
      return {};
    // What leads there may be asked of an object that others set up.
    if (!AroundCall.areSettledBy(*In, Outer.Args, *Context))
      continue;
    Conditions Under = Here;
    Under.bind(*In, Outer.Args, *Context);
    Under.assumeAround(*Outer.Args.front(), *Context);
    if (Under.contradict())
      continue;
    OneWay Along{&By, {}, {}, nullptr};
    Along.OuterCall = &Outer;
    Result.push_back(inputsOf(*R.Call, *R.Function, Under, Along));
  }
  return Result;
}

/// Whether \p Ways differ in the type of device.
static bool differ(const TensorValues &Ways) {
  const auto TypeOf = [](const TensorValue &T) {
    return T.Device ? T.Device->Value.Type : std::string();
  };
  return llvm::any_of(Ways, [&](const TensorValue &T) {
    return TypeOf(T) != TypeOf(Ways.front());
  });
}

std::optional<PackageCheck::Inputs> PackageCheck::givenNext(const Run &R,
                                                            const Way &W) {
  if (isOneOfSeveral(R, W) || !R.Given.All || !R.Given.Flow ||
      llvm::none_of(*R.Given.All, differ))
    return std::nullopt;
  // out[1].detach().cpu(), where 'out' is what this run has returned
  const auto IsMovedOutput = [&](const TensorValue &T) {
    const Expr *Made =
        T.Device ? R.Given.Flow->expressionAt(T.Device->From) : nullptr;
    const auto *Move = dyn_cast_or_null<CXXMemberCallExpr>(Made);
    if (!Move || !isKeptFor(*R.Function, *Move, *Context))
      return false;
    const TensorValues Before =
        R.Given.Flow->tensorsAt(Move->getImplicitObjectArgument());
    return !Before.empty() &&
           llvm::all_of(Before, [&](const TensorValue &Output) {
             return Output.Device && Output.Device->From == placeOf(R.Call);
           });
  };
  Inputs Next = R.Given;
  bool Any = false;
  for (TensorValues &Ways : *Next.All)
    if (differ(Ways) && llvm::any_of(Ways, IsMovedOutput)) {
      llvm::erase_if(Ways,
                     [&](const TensorValue &T) { return !IsMovedOutput(T); });
      Any = true;
    }
  return Any ? std::optional(std::move(Next)) : std::nullopt;
}

std::optional<PackageCheck::Inputs> PackageCheck::givenAgain(const Run &R,
                                                             const Way &W) {
  if (isOneOfSeveral(R, W) || !R.Given.All ||
      llvm::none_of(*R.Given.All, differ))
    return std::nullopt;
  Inputs Again =
      inputsOf(*R.Call, *R.Function, conditionsOf(R, W), {.After = R.Call});
  if (!Again.All || Again.All->size() != R.Given.All->size())
    return std::nullopt;
  bool Any = false;
  for (auto [Ways, Before] : llvm::zip(*Again.All, *R.Given.All))
    Any |= differ(Before) && !Ways.empty() && !differ(Ways);
  return Any ? std::optional(std::move(Again)) : std::nullopt;
}

bool PackageCheck::differInDevice(const TensorValues &Ways) {
  return differ(Ways);
}

std::vector<PackageCheck::Inputs> PackageCheck::givenByWrites(
    const Run &R, const Way &W,
    llvm::function_ref<bool(const TensorValues &)> CanDiffer) {
  constexpr size_t MaxWrites = 16;
  std::vector<Inputs> Result;
  if (isOneOfSeveral(R, W) || !R.Given.All ||
      llvm::none_of(*R.Given.All, CanDiffer))
    return Result;
  const Conditions Here = conditionsOf(R, W);
  for (const LastingWrite &Write : lastingWrites(*R.Function, *Context))
    if (Result.size() < MaxWrites)
      Result.push_back(inputsOf(*R.Call, *R.Function, Here, {nullptr, Write}));
  return Result;
}

std::vector<std::pair<Branch, PackageCheck::Inputs>>
PackageCheck::givenByBranches(const Run &R, const Way &W) {
  std::vector<std::pair<Branch, Inputs>> Result;
  const Conditions Here = conditionsOf(R, W);
  // What chooses the loader may be what the branch asks for.
  if (Here.contradict() || (isOneOfSeveral(R, W) && Here.empty()))
    return Result;
  const Inputs All = inputsOf(*R.Call, *R.Function, Here);
  if (!All.All || llvm::none_of(*All.All, differ))
    return Result;
  for (const Branch &Along :
       openBranches(*R.Function, *R.Call, Here, *Context)) {
    Inputs Given = inputsOf(*R.Call, *R.Function, Here, {nullptr, {}, Along});
    if (!Given.All || Given.All->size() != All.All->size())
      continue;
    bool Any = false;
    for (auto [Ways, Before] : llvm::zip(*Given.All, *All.All)) {
      // Past an 'if', what a member has from elsewhere may not be there any more.
      const bool IsOfBranch =
          differ(Before) && !Ways.empty() && !differ(Ways) &&
          (Along.IsTaken || Along.HasOther ||
           llvm::all_of(Ways, [&](const TensorValue &T) {
             const Expr *Made =
                 T.Device ? Given.Flow->expressionAt(T.Device->From) : nullptr;
             return Made && functionAround(*Made, *Context) == R.Function;
           }));
      if (!IsOfBranch)
        Ways = Before;
      Any |= IsOfBranch;
    }
    if (Any)
      Result.emplace_back(Along, std::move(Given));
  }
  return Result;
}

PackageCheck::Inputs PackageCheck::describedInputs(const Run &R) {
  Inputs Result = R.Given;
  const auto IsUnknown = [](const TensorValues &Ways) {
    return Ways.empty() ||
           llvm::any_of(Ways, [](const TensorValue &T) { return !T.Device; });
  };
  if (!Result.All || llvm::none_of(*Result.All, IsUnknown))
    return Result;
  std::vector<TensorValues> ByCalls;
  bool IsFirst = true;
  for (const Inputs &Given : givenByCalls(R, {})) {
    if (!Given.All || Given.All->size() != Result.All->size())
      return Result;
    if (std::exchange(IsFirst, false)) {
      ByCalls = *Given.All;
      continue;
    }
    for (auto [Known, Ways] : llvm::zip(ByCalls, *Given.All))
      Known = unite(std::move(Known), Ways);
  }
  for (auto [Known, Ways] : llvm::zip(ByCalls, *Result.All))
    if (IsUnknown(Ways) && !IsUnknown(Known))
      Ways = std::move(Known);
  return Result;
}

} // namespace clang::tidy::aoti
