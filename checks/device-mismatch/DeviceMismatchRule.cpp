// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/device-mismatch/DeviceMismatchRule.h"
#include "llvm/ADT/STLExtras.h"
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

/// Whether \p Device may be another one than the first, which is the current
/// one unless something changes it.
bool mayBeOtherThanFirst(const DeviceValue &Device) {
  return Device.Type == "cuda" &&
         (Device.IndexKind == DeviceValue::Index::AtRunTime ||
          (Device.IndexKind == DeviceValue::Index::Literal &&
           Device.IndexValue > 0));
}

} // namespace

InputDeviceProblem inputDeviceProblem(const InputDeviceFacts &Facts) {
  const StringRef Wanted = deviceOfInput(Facts.Model, Facts.Found.Input);
  InputDeviceProblem Result{Wanted, {}, {}, {}, {}};
  Result.Text = fmt::format(
      "input {} is {} '{}', but {} {} '{}'", Facts.Found.Input,
      Facts.IsMoved ? "moved to" : "created on",
      deviceText(Facts.Found.Value.Device->Value), Facts.Package.str(),
      Facts.IsExported               ? "is exported for"
      : Wanted == Facts.Model.Device ? "was compiled for"
                                     : "takes it on",
      Wanted.str());
  Result.Cure =
      fmt::format("this {} it {} '{}'", Facts.IsMoved ? "moves" : "creates",
                  Facts.IsMoved ? "to" : "on", Wanted.str());
  Result.AtRun = ModelRunsHere.str() +
                 "; it reads the tensor's memory as its own device's unless "
                 "AOTI_RUNTIME_CHECK_INPUTS=1 makes it throw";
  Result.AtSource =
      Facts.IsExported
          ? fmt::format("exported here, with an example input on '{}'",
                        Wanted.str())
          : fmt::format("{}; it {}", loadedHereText(Facts.Package),
                        evidenceText(Facts.Model));
  return Result;
}

std::optional<IndexProblem>
indexProblem(unsigned Input, const TensorValues &Ways, StringRef Parameter) {
  if (Ways.empty() || !llvm::all_of(Ways, [](const TensorValue &Value) {
        return Value.Device && mayBeOtherThanFirst(Value.Device->Value);
      }))
    return std::nullopt;
  const Known<DeviceValue> &Device = *Ways.front().Device;
  const std::string Name =
      Device.Value.IndexKind == DeviceValue::Index::AtRunTime
          ? "a CUDA device that is chosen at run time"
          : "'" + deviceText(Device.Value) + "'";
  const std::string Cure =
      Parameter.empty()
          ? "make that device the current one before the model is loaded"
          : "pass its index to the loader, as " + Parameter.str();
  return IndexProblem{
      Device.From,
      fmt::format("input {} is on {}, but the model is loaded on the current "
                  "device; {}",
                  Input, Name, Cure),
      "loaded without an index here; kernels that run on another device than "
      "their inputs fail with an illegal memory access"};
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

std::string guardText(StringRef Package) {
  return fmt::format("{} was compiled for 'cpu', so this guard of a CUDA "
                     "device does nothing for it; drop it",
                     Package.str());
}

StringRef streamText() {
  return "a CUDA stream is passed to a model that was compiled for 'cpu', "
         "which ignores it; drop it";
}

} // namespace aoti_tidy
