// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/device-mismatch/DeviceMismatchRule.h"
#include "checks/lib/finding/Finding.h"
#include "checks/lib/torch/DeviceName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// "cuda:1"
std::string deviceText(const DeviceValue &Device) {
  return Device.IndexKind == DeviceValue::Index::Literal
             ? fmt::format("{}:{}", Device.Type, Device.IndexValue)
             : Device.Type;
}

/// How the device of \p Model is known: "records AOTI_DEVICE_KEY \"cuda\"",
/// "needs libcudart.so.12".
std::string evidenceText(const ModelContract &Model) {
  return Model.DeviceFrom == Evidence::Recorded
             ? fmt::format("records AOTI_DEVICE_KEY \"{}\"", Model.Device)
             : Model.DeviceEvidence;
}

/// "input 0"
std::string inputText(unsigned Input, bool IsAnyOf) {
  return IsAnyOf ? "each input" : fmt::format("input {}", Input);
}

/// "moved to"
StringRef verbText(PutBy By) {
  switch (By) {
  case PutBy::Factory:
    return "created on";
  case PutBy::Move:
    return "moved to";
  case PutBy::Model:
    return "returned by a model on";
  }
  llvm_unreachable("covered switch");
}

/// Sets how a tensor that \p By put on \p Device gets to \p Result.Wanted.
void setCures(InputDeviceProblem &Result, PutBy By, const DeviceValue &Device) {
  const std::string Wanted = Result.Wanted.str();
  if (By == PutBy::Model)
    Result.CureAtRun = fmt::format("move it to '{}' before{}", Wanted,
                                   hasTensorMethod(Wanted, Language::Cxx)
                                       ? fmt::format(", with '.{}()'", Wanted)
                                       : "");
  Result.Cure =
      fmt::format("this {} it {} '{}'", By == PutBy::Move ? "moves" : "creates",
                  By == PutBy::Move ? "to" : "on", Wanted);
  Result.AtOther =
      fmt::format("it is on '{}' from here, too", deviceText(Device));
}

constexpr llvm::StringLiteral ReadsAsItsOwn =
    "; the kernel treats the pointer as its own device's memory; with "
    "AOTI_RUNTIME_CHECK_INPUTS=1 the call throws";

bool isOn(const TensorValues &Ways, StringRef Type) {
  return !Ways.empty() && llvm::all_of(Ways, [&](const TensorValue &T) {
    return T.Device && T.Device->Value.Type == Type;
  });
}

} // namespace

std::string onlyWithGpu(StringRef Question) {
  return fmt::format(
      "this happens on every machine with a GPU, because the program tests "
      "'{}'",
      Question);
}

InputDeviceProblem inputDeviceProblem(const InputDeviceFacts &Facts) {
  const StringRef Wanted = deviceOfInput(Facts.Model, Facts.Found.Input);
  InputDeviceProblem Result;
  Result.Wanted = Wanted;
  Result.Text = fmt::format(
      "{} {} '{}', but {} {} '{}'",
      Facts.IsAnyOf ? "each input is" : subjectOf(Facts.Found, "is"),
      verbText(Facts.By).str(), deviceText(Facts.Found.Value.Device->Value),
      Facts.Package.str(),
      Facts.IsExported               ? "is exported for"
      : Wanted == Facts.Model.Device ? "was compiled for"
                                     : "takes it on",
      Wanted.str());
  setCures(Result, Facts.By, Facts.Found.Value.Device->Value);
  Result.AtRun = (ModelRunsHere + ReadsAsItsOwn).str();
  Result.AtSource =
      Facts.IsExported
          ? fmt::format("exported here, with an example input on '{}'",
                        Wanted.str())
          : fmt::format("{}; it {}", loadedHereText(Facts.Package),
                        evidenceText(Facts.Model));
  return Result;
}

bool takesAllOnOneDevice(const ModelContract &Model) {
  if (!Model.Inputs)
    return Model.Device == "cpu";
  for (unsigned I = 0; I < Model.Inputs->size(); ++I)
    if (deviceOfInput(Model, I) != Model.Device)
      return false;
  return true;
}

/// Whether it holds data, whichever of \p Ways it is: no number, size or index.
/// Integers in a row may be lengths, which a model reads on the CPU; those in a
/// table are data.
static bool holdsData(const TensorValues &Ways) {
  return llvm::all_of(Ways, [](const TensorValue &T) {
    if (!T.Sizes || llvm::is_contained(T.Sizes->Value, Extent(0)) ||
        llvm::all_of(T.Sizes->Value, [](Extent E) { return E == 1; }))
      return false;
    return T.Sizes->Value.size() > 1 ||
           (T.Type &&
            (isFloatingPoint(T.Type->Value) || isComplex(T.Type->Value) ||
             T.Type->Value == DType::Bool));
  });
}

std::vector<unsigned>
inputsOfOtherDevice(StringRef RunsOn, llvm::ArrayRef<TensorValues> Inputs,
                    llvm::function_ref<bool(Place)> IsMoved) {
  const bool IsCpu = RunsOn == "cpu";
  // Numbers in tensors are passed to kernels by value; of an empty one nothing is
  // read.
  const auto HasElements = [](const TensorValues &Ways) {
    return llvm::none_of(Ways, [](const TensorValue &T) {
      return T.Sizes && (T.Sizes->Value.empty() ||
                         llvm::is_contained(T.Sizes->Value, Extent(0)));
    });
  };
  const auto IsWrong = [&](const TensorValues &Ways) {
    return isOn(Ways, IsCpu ? "cuda" : "cpu");
  };
  const bool AreAllWrong = llvm::all_of(Inputs, IsWrong);
  std::vector<unsigned> Result;
  for (const auto &[I, Ways] : llvm::enumerate(Inputs))
    if (IsWrong(Ways) &&
        (IsCpu || (AreAllWrong ? HasElements(Ways)
                               : holdsData(Ways) &&
                                     !IsMoved(Ways.front().Device->From))))
      Result.push_back(I);
  return Result;
}

InputDeviceProblem runnerInputProblem(llvm::ArrayRef<unsigned> Inputs,
                                      const DeviceValue &Device,
                                      StringRef Runner, StringRef RunsOn,
                                      PutBy By, bool IsAnyOf) {
  std::vector<std::string> Numbers;
  for (const unsigned I : Inputs)
    Numbers.push_back(std::to_string(I));
  const bool AreSeveral = Inputs.size() > 1;
  InputDeviceProblem Result;
  Result.Wanted = RunsOn;
  Result.Text = fmt::format("{} {} {} '{}', but '{}' runs the model on '{}'",
                            AreSeveral ? "inputs " + joinedByAnd(Numbers)
                                       : inputText(Inputs.front(), IsAnyOf),
                            AreSeveral ? "are" : "is",
                            AreSeveral ? "on" : verbText(By).str(),
                            deviceText(Device), Runner.str(), RunsOn.str());
  setCures(Result, By, Device);
  if (AreSeveral) {
    Result.AtOther =
        fmt::format("one of them is on '{}' from here", deviceText(Device));
  }
  Result.AtRun = (ModelRunsHere + ReadsAsItsOwn).str();
  Result.AtSource = LoadedHere;
  return Result;
}

std::optional<std::string>
runnerProblem(StringRef Class, StringRef RunsOn, StringRef Package,
              const ModelContract &Model,
              llvm::function_ref<std::string(StringRef)> Right) {
  if (Model.Device.empty() || Model.Device == RunsOn)
    return std::nullopt;
  return fmt::format("'{}' runs {} on '{}', but it was compiled for '{}' (it "
                     "{}); construct '{}'",
                     Class.str(), Package.str(), RunsOn.str(), Model.Device,
                     evidenceText(Model), Right(Model.Device));
}

std::optional<std::string> createProblem(StringRef Device, StringRef Package,
                                         const ModelContract &Model) {
  if (Model.Device.empty() || Model.Device == Device)
    return std::nullopt;
  return fmt::format(
      "the model is created for '{}', but {} was compiled for '{}' (it {})",
      Device.str(), Package.str(), Model.Device, evidenceText(Model));
}

bool ignoresCuda(const ModelContract &Model) { return Model.Device == "cpu"; }

StringRef streamText() {
  return "a CUDA stream is passed to a model that was compiled for 'cpu', "
         "which ignores it; drop it";
}

} // namespace aoti_tidy
