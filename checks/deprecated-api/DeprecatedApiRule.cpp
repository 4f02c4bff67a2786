// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/DeprecatedApiRule.h"
#include "llvm/ADT/StringSwitch.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr TorchVersion FirstWithPackages = {2, 6};

std::string_view view(StringRef Text) { return {Text.data(), Text.size()}; }

} // namespace

std::string deprecatedCFunctionText(const DeprecatedFunction &Function) {
  const char *New = Function.Name == "AOTInductorModelContainerCreate"
                        ? "the device's name"
                        : "plain C arguments";
  return fmt::format(
      "'{}' is deprecated since torch {}: it {}; call '{}', which takes {}",
      view(Function.Name), Function.Since.str(), view(Function.Why),
      view(Function.Replacement), New);
}

std::string deprecatedPythonFunctionText(const DeprecatedFunction &Function) {
  return fmt::format("'{}' is deprecated since torch {} {}",
                     view(Function.Name), Function.Since.str(),
                     view(Function.Why));
}

std::string packagedExportText(const DeprecatedFunction &Function) {
  return fmt::format(
      "'{0}' is deprecated since torch {1}; call '{2}"
      "(torch.export.export(...), package_path=...)', which does "
      "the work of 'package_aoti' behind it, too",
      view(Function.Name), Function.Since.str(), view(Function.Replacement));
}

std::string deprecatedShimText(StringRef Name, StringRef Header) {
  std::string Result = fmt::format(
      "torch's header says of '{}': \"{}\"; a libtorch without it cannot load "
      "this code, use ",
      view(Name), Header.empty() ? "deprecated" : view(Header));
  if (const PerDeviceShim *Shim = perDeviceShims().find(Name))
    return Result + fmt::format("'{}' ({})", view(Shim->Replacement),
                                view(Shim->Devices));
  return Result + "a shim that is not deprecated";
}

std::string movedHeaderText(const MovedHeader &Header) {
  return fmt::format("'{}' is gone since torch {}; include '{}'",
                     view(Header.Name), Header.Since.str(),
                     view(Header.Replacement));
}

StringRef deviceForIsCpu(StringRef IsCpu) {
  return llvm::StringSwitch<StringRef>(IsCpu)
      .Cases({"true", "1"}, "\"cpu\"")
      .Cases({"false", "0"}, "\"cuda\"")
      .Default("");
}

std::string computedDeviceText() {
  return "pass the device that the model was compiled for; this keeps what "
         "'is_cpu' says now";
}

std::string movedNameText(const MovedPythonName &Moved) {
  return fmt::format("'{}{}{}' is gone since torch {}, and importing it raises "
                     "ImportError; import '{}'",
                     view(Moved.Module), Moved.Name.empty() ? "" : ".",
                     view(Moved.Name), Moved.Since.str(),
                     view(Moved.Replacement));
}

std::string renamedMembersText() {
  return "methods and constants have other names there ('writestr' is "
         "'write_string' or 'write_bytes', 'read' is 'read_bytes')";
}

std::optional<std::string> packageOfFolderProblem(TorchVersion Torch) {
  if (Torch < FirstWithPackages)
    return std::nullopt;
  return "'package_aoti' takes the path of the package and the files that go "
         "into it since torch 2.6, and raises TypeError without; call "
         "'torch._inductor.aoti_compile_and_package', or hand it what "
         "'torch._inductor.aot_compile' returns with 'aot_inductor.package'";
}

std::optional<std::string> ignoredInputsProblem(TorchVersion Torch) {
  if (Torch < FirstWithPackages)
    return std::nullopt;
  return "'torch._inductor.aoti_compile_and_package' ignores example inputs: "
         "it takes them from the exported program, and all torch does is to "
         "log that they are deprecated; leave them out";
}

std::string ignoredInputsDoubt(bool HasComment) {
  return HasComment ? "a comment may be about what goes"
                    : "this is evaluated no more without them";
}

StringRef newConfigValue(const GoneConfig &Config, StringRef Value) {
  return llvm::StringSwitch<StringRef>(Value)
      .Case("True", Config.ForTrue)
      .Case("False", Config.ForFalse)
      .Default("");
}

std::string goneConfigText(const GoneConfig &Config, StringRef Error,
                           StringRef Value) {
  std::string Result =
      fmt::format("'{}' is gone since torch {}, and setting it raises {}; ",
                  view(Config.Name), Config.Since.str(), view(Error));
  if (Config.Replacement.empty())
    return Result + "leave it out";
  Result += fmt::format("set '{}'", view(Config.Replacement));
  const StringRef To = newConfigValue(Config, Value);
  if (!To.empty() && To != Value)
    Result += fmt::format(" to {}", view(To));
  return Result;
}

static const char *formatOf(Hurdle H) {
  switch (H) {
  case Hurdle::ArgumentsOfLoad:
    return "not all arguments of 'aot_load' are seen";
  case Hurdle::ArgumentsOfCompile:
    return "not all of its arguments are seen";
  case Hurdle::ArgumentsUnpacked:
    return "its arguments are unpacked";
  case Hurdle::ArgumentOrder:
    return "its arguments are not in the order of the parameters";
  case Hurdle::BrokenCode:
    return "the code around it is not read";
  case Hurdle::CommentGoes:
    return "a comment may be about an argument that goes";
  case Hurdle::GraphChanged:
    return "'{}' is used here, too: what changes it is not compiled";
  case Hurdle::IsFunction:
    return "'{}' is a function, and 'torch.export.export' takes a "
           "torch.nn.Module: make it the 'forward' of one";
  case Hurdle::LoadIsElsewhere:
    return "what is loaded here may be what it compiles";
  case Hurdle::NoDevice:
    return "'aot_load' does not take \"{}\" for a device";
  case Hurdle::NoDeviceIndex:
    return "'aoti_load_package' has no 'device_index' before torch 2.8";
  case Hurdle::NoEquivalent:
    return "'{}' has no equivalent in 'torch.export.export'";
  case Hurdle::NoLibraryPath:
    return "'aot_inductor.output_path' is not seen to end in \".so\"; a "
           "package's path must end in \".pt2\"";
  case Hurdle::NoPackage:
    return "what it loads must be compiled to a package first";
  case Hurdle::NoProgram:
    return "what it loads is compiled here, which takes "
           "'torch._inductor.aoti_compile_and_package' with the exported "
           "program";
  case Hurdle::NoTorch:
    return "'torch' is not imported by name";
  case Hurdle::OptionsAreNoLiteral:
    return "'options' is no dict literal, from which "
           "'aot_inductor.output_path' could be taken";
  case Hurdle::OptionsAreUnknown:
    return "not all keys of 'options' are known";
  case Hurdle::PathIsConfigured:
    return "the path is configured here";
  case Hurdle::PathIsNamed:
    return "'{}' is named here, too";
  case Hurdle::PathIsRepeated:
    return "this path is used here, too: it becomes that of a .pt2";
  case Hurdle::PathIsUsed:
    return "'{}' is used here, too: it becomes the path of a .pt2";
  case Hurdle::ResultIsUsed:
    return "what it returns is used here: it becomes the path of a .pt2";
  case Hurdle::DeviceHasEffect:
    return "'{}' does more than name a device, and no package is told one";
  case Hurdle::DeviceAtRunTime:
    return "'{}' is only known at run time; a package is loaded to the device "
           "it was compiled for";
  case Hurdle::NoExport:
    return "'{}' is not exported in this file, so it is not known whether it "
           "has the example inputs, with which a package is compiled";
  case Hurdle::NoLoad:
    return "nothing in this file loads what it compiles; what does must load "
           "the package, with 'torch._inductor.aoti_load_package' or "
           "AOTIModelPackageLoader";
  case Hurdle::NoModule:
    return "'{}' is not seen to be a torch.nn.Module, which "
           "'torch.export.export' demands";
  case Hurdle::OtherInputs:
    return "these are not seen to be the inputs that '{}' is exported with, "
           "with which a package is compiled";
  }
  llvm_unreachable("a hurdle without a text");
}

std::string hurdleText(Hurdle H, StringRef What) {
  return fmt::format(fmt::runtime(formatOf(H)), view(What));
}

std::string hurdlesNote(StringRef Hurdles, bool IsDoubt, StringRef Suggestion,
                        StringRef Compile) {
  std::string Result =
      fmt::format("{}; {}it becomes '{}'", view(Hurdles),
                  IsDoubt ? "if that is right, " : "", view(Suggestion));
  if (IsDoubt && !Compile.empty())
    Result +=
        fmt::format(", and what it loads is compiled with '{}'", view(Compile));
  return Result;
}

std::string rewrittenTogetherText() {
  return "it is rewritten together with this call";
}

std::string compiledHereText() {
  return "what it loads is compiled here, and rewritten together with it";
}

std::string becomesTogetherText(StringRef Suggestion) {
  return fmt::format("together with what it is compiled with, it becomes '{}'",
                     view(Suggestion));
}

} // namespace aoti_tidy
