// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/loader-arguments/LoaderArgumentsRule.h"
#include "checks/lib/torch/FileKinds.h"
#include "checks/lib/torch/LoaderClass.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>
#include <limits>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Cure = ArgumentProblem::Cure;

constexpr const char DropDevice[] =
    "drop it, the device comes from the package";
constexpr int64_t LargestIndex = std::numeric_limits<int8_t>::max();

/// The consequence at run time as a sentence of its own: 'the call raises ...'.
const char *fails(const LoaderFacts &F) {
  return F.isPython() ? "the call raises RuntimeError"
                      : "the constructor throws";
}

/// The same after the name of the function: 'it raises ...'.
const char *itFails(const LoaderFacts &F) {
  return F.isPython() ? "it raises RuntimeError" : "the constructor throws";
}

const char *passFlag(const LoaderFacts &F) {
  return F.isPython() ? "pass True or False" : "pass true or false";
}

/// The cure for \p Device in the place of run_single_threaded.
ArgumentProblem cureForFlag(const LoaderFacts &F,
                            const std::optional<DeviceName> &Device) {
  if (!Device)
    return {passFlag(F)};
  if (!F.IsRawRunner)
    return cureForDevice(F, *Device);
  if (F.HasDeviceStr)
    return {"device_str is the third argument"};
  // Nothing is lost with it.
  if (Device->Type == F.DeviceType)
    return {fmt::format("drop it, '{}' always runs on '{}'", F.Name.str(),
                        Device->Type.str()),
            Cure::Drop};
  return {fmt::format("construct '{}' to run on '{}'",
                      runnerClassFor(Device->Type), Device->Type.str())};
}

} // namespace

std::string inQuotes(StringRef Text) {
  constexpr size_t Longest = 60;
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  OS << '"';
  OS.write_escaped(Text.take_front(Longest));
  OS << (Text.size() > Longest ? "...\"" : "\"");
  return Result;
}

ArgumentProblem cureForDevice(const LoaderFacts &F, const DeviceName &Device) {
  if (!namesIndex(Device))
    return {DropDevice, Cure::Drop};
  if (!F.HasDeviceIndex)
    return {fmt::format("{}, and its index can be chosen since torch 2.8",
                        DropDevice)};
  const bool CanPass = !F.IsIndexGiven && *Device.Index <= LargestIndex;
  const std::string Index = std::to_string(*Device.Index);
  return {fmt::format("the device comes from the package; pass {}",
                      F.isPython() ? fmt::format("'device_index={}'", Index)
                                   : fmt::format("{} as device_index", Index)),
          CanPass ? Cure::PassAsIndex : Cure::None, Index};
}

std::optional<ArgumentProblem> pathProblem(const LoaderFacts &F,
                                           StringRef Extension) {
  if (F.IsRawRunner) {
    if (Extension != ".pt2")
      return std::nullopt;
    const char *Loader = F.isPython() ? "torch._inductor.aoti_load_package"
                                      : "AOTIModelPackageLoader";
    return ArgumentProblem{fmt::format(
        "'{}' {} a raw .so, and a .pt2 is a package, on which {} \"Error in "
        "dlopen\"; {}",
        F.Name.str(), F.isPython() ? "opens" : "runs", itFails(F),
        F.Torch >= TorchVersion{2, 6}
            ? fmt::format("load it with '{}'", Loader)
            : "pass the .so that 'aot_compile' wrote")};
  }
  const StringRef Kind = nonPackageKind(Extension);
  if (Kind.empty())
    return std::nullopt;
  // Checkpoints are zip files in most cases, but hold no compiled model.
  ArgumentProblem Result{fmt::format(
      "'{}' loads .pt2 packages, and a {} is {}, on which {}{}; pass the .pt2 "
      "that 'aoti_compile_and_package' wrote",
      F.Name.str(), Extension.str(), Kind.str(), itFails(F),
      Kind == CheckpointKind ? "" : " \"Failed to initialize zip archive\"")};
  // A host in C++ is seldom what writes the package.
  if (F.isPython()) {
    Result.Do = Cure::ReplaceExtension;
    Result.Code = ".pt2";
    Result.Note = "this is right if the package is written there";
  }
  return Result;
}

std::string libraryProblem(const LoaderFacts &F, StringRef Compiler) {
  return fmt::format("'{}' loads .pt2 packages, and '{}' writes a .so, on "
                     "which {} \"Failed to initialize zip archive\"; compile "
                     "with 'torch._inductor.aoti_compile_and_package'",
                     F.Name.str(), Compiler.str(), itFails(F));
}

std::string compiledHereNote(bool IsPackage) {
  return IsPackage ? "the package is compiled here"
                   : "the .so is compiled here";
}

std::optional<ArgumentProblem> modelNameProblem(const LoaderFacts &F,
                                                StringRef Name) {
  const auto Device = DeviceName::parseForModel(Name);
  if (!Device)
    return std::nullopt;
  const bool HasIndex = namesIndex(*Device) && F.HasDeviceIndex;
  ArgumentProblem Result = cureForDevice(F, *Device);
  // Packages of several models may name one after its device.
  if (!F.isPython()) {
    Result = HasIndex ? ArgumentProblem{std::string(DropDevice) +
                                        " and its index from device_index"}
                      : ArgumentProblem{DropDevice, Cure::Drop, "",
                                        "this loads the package's model named "
                                        "'model'"};
  }
  const std::string Error =
      F.Torch >= TorchVersion{2, 9}
          ? fmt::format("Failed to find a generated cpp file or so file for "
                        "model '{}'",
                        Name.str())
          : "No AOTInductor generate cpp file or so file found in zip archive";
  Result.Text = fmt::format(
      "{} is the model_name, not a device: {}{} \"{}\", unless the package has "
      "a model of that name; {}",
      inQuotes(Name), F.isPython() ? "since torch 2.6 " : "", fails(F), Error,
      Result.Text);
  return Result;
}

ArgumentProblem flagTextProblem(const LoaderFacts &F, const GivenText &Given) {
  const auto Device = DeviceName::parseForModel(Given.Text);
  ArgumentProblem Result = cureForFlag(F, Device);
  if (F.isPython())
    Result.Text = fmt::format(
        "{} is taken for run_single_threaded{}, and {}; {}", Given.Words,
        Device ? ", not a device" : "", RaisesTypeError, Result.Text);
  else
    Result.Text = fmt::format("{} becomes 'run_single_threaded = true'; {}",
                              Given.Words, Result.Text);
  return Result;
}

ArgumentProblem flagPointerProblem(StringRef Type) {
  ArgumentProblem Result = cureForFlag({}, std::nullopt);
  Result.Text = fmt::format("{} becomes 'run_single_threaded', true for any "
                            "pointer but null; {}",
                            Type.str(), Result.Text);
  return Result;
}

std::optional<ArgumentProblem> flagNumberProblem(const LoaderFacts &F,
                                                 int64_t Number) {
  if (Number == 0 || Number == 1)
    return std::nullopt;
  const std::string Instead =
      F.isPython()
          ? fmt::format("pass True or False{}",
                        F.HasDeviceIndex
                            ? ", or the index of the device as 'device_index'"
                            : "")
      : F.HasCount
          ? fmt::format("{} is the {} argument", countParameter(F).str(),
                        F.IsRawRunner ? "second" : "fourth")
          : passFlag(F);
  return ArgumentProblem{fmt::format("{} becomes 'run_single_threaded{}'; {}",
                                     Number, F.isPython() ? "=True" : " = true",
                                     Instead)};
}

StringRef countParameter(const LoaderFacts &F) {
  return F.IsRawRunner ? "num_models" : "num_runners";
}

std::optional<ArgumentProblem>
countProblem(const LoaderFacts &F, int64_t Count,
             std::optional<bool> IsSingleThreaded) {
  const std::string Name = countParameter(F).str();
  if (Count < 0)
    return ArgumentProblem{fmt::format(
        "{} is {}, {}; pass 1 or more", Name, Count,
        F.isPython()
            ? fmt::format("and {}", RaisesTypeError)
            : fmt::format("which becomes {}, and the constructor throws",
                          static_cast<uint64_t>(Count)))};
  if (Count == 0)
    return ArgumentProblem{fmt::format("{} is 0, on which {}{}; pass 1 or more",
                                       Name, fails(F),
                                       F.isPython() && IsSingleThreaded == false
                                           ? " \"num_runners must be >=1 when "
                                             "run_single_threaded is false\""
                                           : "")};
  // In 2.7 one model runs and the others lie idle.
  if (Count == 1 || IsSingleThreaded != true || F.Torch < TorchVersion{2, 8})
    return std::nullopt;
  return ArgumentProblem{fmt::format(
      "{0} is {1} and run_single_threaded is {2} {3} \"{0} must be 1 when "
      "run_single_threaded is true\"; {4}",
      Name, Count, F.isPython() ? "True, on which" : "true:", fails(F),
      F.isPython() ? "drop one" : "pass 1, or false for run_single_threaded")};
}

std::optional<ArgumentProblem> deviceIndexProblem(const LoaderFacts &F,
                                                  int64_t Index) {
  if (Index >= -1 && Index <= LargestIndex)
    return std::nullopt;
  const auto Wrapped = static_cast<int>(static_cast<int8_t>(Index));
  if (Wrapped == Index)
    return ArgumentProblem{
        fmt::format("device_index is {}, on which {}; pass -1 for the current "
                    "device",
                    Index, fails(F))};
  const std::string Why =
      F.isPython()
          ? "which no int8_t holds, and the call raises TypeError"
          : fmt::format("which wraps to {} in an int8_t{}", Wrapped,
                        Wrapped < -1 ? ", and the constructor throws" : "");
  return ArgumentProblem{
      fmt::format("device_index is {}, {}; pass at most 127", Index, Why)};
}

ArgumentProblem deviceIndexTextProblem(const GivenText &Given) {
  const auto Device = DeviceName::parseForModel(Given.Text);
  ArgumentProblem Result{DropDevice};
  if (Device && namesIndex(*Device)) {
    Result.Text = fmt::format("pass {}", *Device->Index);
    if (*Device->Index <= LargestIndex) {
      Result.Do = Cure::Replace;
      Result.Code = std::to_string(*Device->Index);
    }
  } else if (Device) {
    Result.Do = Cure::Drop;
  }
  Result.Text = fmt::format("device_index takes an int, and the call raises "
                            "TypeError on {}; {}",
                            Given.Words, Result.Text);
  return Result;
}

ArgumentProblem unknownModelProblem(StringRef Name) {
  return {fmt::format("'aoti_compile_and_package' calls the model 'model', not "
                      "'{}', and the call raises RuntimeError; drop the name",
                      Name.str()),
          Cure::Drop};
}

ArgumentProblem deviceIndexNoneProblem() {
  return {"device_index takes an int, and the call raises TypeError on None; "
          "drop it, or pass -1",
          Cure::Replace, "-1"};
}

ArgumentProblem cpuIndexProblem(const LoaderFacts &F, int64_t Index,
                                bool CanDrop) {
  // The default is the only index with which this package loads.
  return {fmt::format("device_index is {}, and the package is compiled for the "
                      "CPU, on which {} \"Incorrect device passed to "
                      "aoti_runner_cpu\"; {}",
                      Index, fails(F), CanDrop ? "drop it" : "pass -1"),
          CanDrop ? Cure::Drop : Cure::Replace, "-1"};
}

bool isRecordedForCpu(const Contract &Package, const ModelContract &Model,
                      TorchVersion Torch) {
  // Before 2.13 an unpacked package does not load at all.
  return Model.Device == "cpu" && Model.DeviceFrom == Evidence::Recorded &&
         (Package.Form != Contract::Kind::Folder ||
          Torch >= TorchVersion{2, 13});
}

std::string cpuRecordNote(StringRef PackagePath) {
  return fmt::format("'{}' records AOTI_DEVICE_KEY \"cpu\"", PackagePath.str());
}

} // namespace aoti_tidy
