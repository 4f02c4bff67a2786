// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the rule on the devices of raw runners, which are told theirs:
// device_str in C++, and torch._export.aot_load in Python.
#include "checks/lib/torch/LoaderClass.h"
#include "checks/loader-arguments/LoaderArgumentsRule.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Cure = ArgumentProblem::Cure;

/// The device that the author of "CUDA:0" or " cuda" meant, if it is one.
std::string withoutCapitalsAndSpaces(StringRef Text) {
  std::string Result;
  for (const char C : Text)
    if (!llvm::isSpace(C))
      Result += llvm::toLower(C);
  return Result;
}

/// "./kernels", not "cuda.0"
bool isPathLike(StringRef Text) {
  return Text.contains('/') || Text.contains('\\') ||
         (Text.contains('.') && !DeviceName::parseForModel(Text.take_until(
                                    [](char C) { return C == '.'; })));
}

} // namespace

std::optional<ArgumentProblem> deviceStrProblem(const LoaderFacts &F,
                                                StringRef Text,
                                                StringRef NextParameter) {
  const StringRef Expected = F.DeviceType;
  if (const auto Device = DeviceName::parseForModel(Text)) {
    if (Device->Type == Expected)
      return std::nullopt;
    return ArgumentProblem{
        fmt::format("'{0}' runs models compiled for '{1}', and device_str is "
                    "{2}, on which their constants fail to load; pass \"{1}\", "
                    "or construct '{3}'",
                    F.Name.str(), Expected.str(), inQuotes(Text),
                    runnerClassFor(Device->Type)),
        Cure::Replace, inQuotes(Expected),
        fmt::format("this is right if the model is compiled for '{}'",
                    Expected.str())};
  }
  if (isPathLike(Text) && !NextParameter.empty())
    // The third argument was cubin_dir in torch 2.2; XPU came later.
    return ArgumentProblem{fmt::format(
        "{} is the device_str, on which the constructor throws "
        "\"Invalid device\"; {}{} is the fourth argument",
        inQuotes(Text), Expected == "cuda" ? "since torch 2.3 " : "",
        NextParameter.str())};
  const std::string Meant = withoutCapitalsAndSpaces(Text);
  const auto Device = DeviceName::parseForModel(Meant);
  const bool IsMeant = Device && Device->Type == Expected;
  // The constructor cannot have succeeded, and no other device can be meant.
  return ArgumentProblem{
      fmt::format("{} is not a device, and the constructor throws \"Invalid "
                  "device\"; pass {}",
                  inQuotes(Text),
                  IsMeant ? inQuotes(Meant)
                          : fmt::format(R"("{0}" or "{0}:0")", Expected.str())),
      IsMeant ? Cure::Replace : Cure::None, inQuotes(Meant)};
}

std::optional<ArgumentProblem> aotLoadDeviceProblem(const LoaderFacts &F,
                                                    const GivenText &Given) {
  if (!Given.IsObject && isDeviceOfAotLoad(Given.Text, F.Torch))
    return std::nullopt;
  const std::string Meant = withoutCapitalsAndSpaces(Given.Text);
  const bool IsDevice = DeviceName::parseForModel(Meant).has_value();
  const bool IsCpu = StringRef(Meant).starts_with("cpu");
  const std::string Instead = IsCpu ? "cpu" : IsDevice ? Meant : "cuda";
  ArgumentProblem Result;
  if (Given.IsObject)
    Result.Text = fmt::format("'{}' takes the device as a string, and raises "
                              "AttributeError on a 'torch.device'; pass {}",
                              F.Name.str(), inQuotes(Instead));
  else if (IsDevice && !IsCpu && Meant == Given.Text)
    Result.Text =
        fmt::format("'{}' of torch {} does not know {}, and raises "
                    "RuntimeError; it takes \"cpu\" and \"cuda\"",
                    F.Name.str(), F.Torch.str(), inQuotes(Given.Text));
  else
    // The runner reads the part behind the colon.
    Result.Text = fmt::format(
        "{} is no device of '{}', which raises RuntimeError \"{} device\"; "
        "pass {}",
        inQuotes(Given.Text), F.Name.str(),
        Given.Text.starts_with("cuda:") ? "Invalid" : "Unsupported",
        inQuotes(Instead));
  // The call cannot have succeeded, and no other device can be meant.
  if (IsDevice && isDeviceOfAotLoad(Instead, F.Torch)) {
    Result.Do = Cure::Replace;
    Result.Code = inQuotes(Instead);
  }
  return Result;
}

} // namespace aoti_tidy
