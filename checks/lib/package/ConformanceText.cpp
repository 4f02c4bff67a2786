// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/ConformanceText.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

using Kind = Violation::Kind;

/// A size that export never takes for an instance of a dynamic dimension.
bool isSpecialised(const Violation &V) {
  return V.What == Kind::TooSmall && V.Got < 2 && V.Wanted == 2;
}

} // namespace

std::string violationText(const Violation &V, const TensorContract &Input,
                          llvm::StringRef Package) {
  const auto About = [&](const std::string &Detail) {
    return fmt::format("input {} has shape {}, but {} takes {}: {}", V.Input,
                       shapeText(V.Value.Sizes->Value), Package.str(),
                       shapeText(*Input.Dims), Detail);
  };
  switch (V.What) {
  case Kind::Device:
    break; // aoti-device-mismatch
  case Kind::DType:
    return fmt::format("input {} is '{}', but {} takes '{}'", V.Input,
                       name(V.Value.Type->Value).str(), Package.str(),
                       name(*Input.Type).str());
  case Kind::Rank:
    return About(fmt::format("{} dimensions, not {}", V.Wanted, V.Got));
  case Kind::Constant:
    return About(fmt::format("dimension {} is the constant {}, not {}", V.Dim,
                             V.Wanted, V.Got));
  case Kind::TooSmall:
    return About(
        isSpecialised(V)
            ? fmt::format("dimension {} is at least 2, whatever the export "
                          "asked for, since torch compiles sizes 0 and 1 as "
                          "constants",
                          V.Dim)
            : fmt::format("dimension {} is at least {}", V.Dim, V.Wanted));
  case Kind::TooLarge:
    return About(fmt::format("dimension {} is at most {}", V.Dim, V.Wanted));
  case Kind::Shared:
    return About(fmt::format("dimension {} must be {}, as dimension {} of "
                             "input {}",
                             V.Dim, V.Wanted, V.OtherDim, V.OtherInput));
  case Kind::Stride:
    return fmt::format(
        "input {} has stride {} in dimension {}, but {} was compiled for "
        "{}{}",
        V.Input, V.Got, V.Dim, Package.str(), V.Wanted,
        Input.IsContiguous ? "; pass a contiguous tensor" : "");
  }
  llvm_unreachable("a kind without a case");
}

llvm::StringRef consequenceText(const Violation &V, InputChecks Checks) {
  switch (Checks) {
  case InputChecks::Always:
    return "the model runs here, and throws";
  case InputChecks::Never:
    return "the model runs here; it was compiled without input checks, so its "
           "kernels read the tensor as if it fitted";
  case InputChecks::OnRequest:
    return isSpecialised(V)
               ? "the model runs here; it throws if "
                 "AOTI_RUNTIME_CHECK_INPUTS=1 "
                 "is in the environment; otherwise nothing is checked, and "
                 "whether the size works depends on its kernels"
               : "the model runs here; it throws if "
                 "AOTI_RUNTIME_CHECK_INPUTS=1 "
                 "is in the environment, and otherwise its kernels read the "
                 "tensor as if it fitted";
  case InputChecks::Unknown:
    return "the model runs here";
  }
  llvm_unreachable("a state without a case");
}

std::string deviceText(const DeviceValue &Device) {
  return Device.IndexKind == DeviceValue::Index::Literal
             ? fmt::format("{}:{}", Device.Type, Device.IndexValue)
             : Device.Type;
}

std::string deviceEvidenceText(const ModelContract &Model) {
  return Model.DeviceFrom == Evidence::Recorded
             ? fmt::format("records AOTI_DEVICE_KEY \"{}\"", Model.Device)
             : Model.DeviceEvidence;
}

} // namespace aoti_tidy
