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
  return fmt::format("'{}' is deprecated since torch {}: it {}",
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

std::optional<std::string> ignoredInputsProblem(TorchVersion Torch,
                                                StringRef Path) {
  if (Torch < FirstWithPackages)
    return std::nullopt;
  if (!Path.empty())
    return fmt::format("'torch._inductor.aoti_compile_and_package' ignores its "
                       "second argument, and writes into Inductor's cache; "
                       "write 'package_path={}'",
                       Path.str());
  return "'torch._inductor.aoti_compile_and_package' ignores example inputs: "
         "it takes them from the exported program, and all torch does is to "
         "log that they are deprecated; leave them out";
}

/// The value for the new key; empty if unknown.
static StringRef newConfigValue(const GoneConfig &Config, StringRef Value) {
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

} // namespace aoti_tidy
