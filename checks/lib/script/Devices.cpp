// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/Devices.h"
#include "checks/lib/tensor/TensorOps.h"
#include "checks/lib/torch/PythonNames.h"
#include <fmt/format.h>

namespace aoti_tidy::python {

std::optional<SpelledDevice> spelledDevice(Node Expr, const File &F) {
  Expr = F.values().resolved(Expr);
  if (auto Text = F.values().wholeString(Expr))
    return SpelledDevice{std::move(*Text)};
  if (!Expr.is("call") ||
      F.names().qualifiedName(Expr.field("function")) != torchname::Device)
    return std::nullopt;
  const Call Made = namelessCall(Expr);
  const Argument *Type = Made.positional(0);
  auto Text = Type ? F.values().wholeString(Type->Value) : std::nullopt;
  if (!Text)
    return std::nullopt;
  SpelledDevice Device{std::move(*Text), /*IsObject=*/true};
  const Argument *Index = Made.argument(1, "index");
  const auto Number = Index ? F.values().integerOf(Index->Value) : std::nullopt;
  if (Number)
    Device.Text += fmt::format(":{}", *Number);
  else
    Device.HasUnknownIndex = Index || Made.HasUnpacking;
  return Device;
}

std::optional<DeviceValue> deviceOf(Node Expr, const File &F) {
  const auto Spelled = spelledDevice(Expr, F);
  auto Device = Spelled ? parseDevice(Spelled->Text) : std::nullopt;
  if (Device && Spelled->HasUnknownIndex)
    Device->IndexKind = DeviceValue::Index::AtRunTime;
  return Device;
}

} // namespace aoti_tidy::python
