// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/DescribeInput.h"
#include "checks/lib/package/Conformance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

std::string deviceText(const DeviceValue &Device) {
  if (Device.Type.empty())
    return "";
  switch (Device.IndexKind) {
  case DeviceValue::Index::None:
    return Device.Type;
  case DeviceValue::Index::Literal:
    return fmt::format("{}:{}", Device.Type, Device.IndexValue);
  case DeviceValue::Index::AtRunTime:
    return Device.Type + ":?";
  }
  llvm_unreachable("all kinds are listed");
}

/// Empty if one way does not know it.
template <typename PropertyOf, typename TextOf>
KnownText onAllWays(const TensorValues &Ways, PropertyOf Property, TextOf Text,
                    llvm::function_ref<unsigned(Place)> LineOf) {
  KnownText Result;
  llvm::SmallVector<std::string, 2> Texts;
  for (const TensorValue &Way : Ways) {
    const auto &Known = Property(Way);
    const std::string Here = Known ? Text(Known->Value) : "";
    if (Here.empty())
      return {};
    if (llvm::is_contained(Texts, Here))
      continue;
    Texts.push_back(Here);
    if (Texts.size() == 1)
      Result.Line = LineOf(Known->From);
  }
  Result.Text = llvm::join(Texts, " or ");
  return Result;
}

} // namespace

InputRecord describeInput(const TensorValues &Ways,
                          llvm::function_ref<unsigned(Place)> LineOf) {
  InputRecord Input;
  Input.Device = onAllWays(
      Ways, [](const TensorValue &T) -> auto & { return T.Device; }, deviceText,
      LineOf);
  Input.Type = onAllWays(
      Ways, [](const TensorValue &T) -> auto & { return T.Type; },
      [](DType T) { return name(T).str(); }, LineOf);
  Input.Sizes = onAllWays(
      Ways, [](const TensorValue &T) -> auto & { return T.Sizes; },
      [](const std::vector<Extent> &S) { return shapeText(S); }, LineOf);
  return Input;
}

} // namespace aoti_tidy
