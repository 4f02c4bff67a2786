// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/Devices.h"
#include "checks/lib/tensor/TensorOps.h"
#include "checks/lib/torch/PythonNames.h"
#include <fmt/format.h>

namespace aoti_tidy::python {

namespace {

/// How often the file asks whether there is a GPU.
struct GpuQuestions {
  explicit GpuQuestions(const File &F) {
    forEachNode(F.tree().root(), [&](Node N) {
      Count += N.is("identifier") && N.text() == "is_available";
      return true;
    });
  }
  unsigned Count = 0;
};

} // namespace

/// '"cuda" if torch.cuda.is_available() else "cpu"': its first part. Nothing if
/// the file asks elsewhere, too: then it may only get here without a GPU.
static Node chosenOnGpu(Node Expr, const File &F) {
  const auto Parts = Expr.is("conditional_expression")
                         ? Expr.children()
                         : llvm::SmallVector<Node, 4>();
  if (Parts.size() != 3)
    return {};
  const Node Condition = withoutParentheses(Parts[1]);
  return Condition.is("call") &&
                 F.names().qualifiedName(Condition.field("function")) ==
                     torchname::CudaIsAvailable &&
                 F.index<GpuQuestions>().Count == 1
             ? Parts[0]
             : Node();
}

static std::optional<SpelledDevice> spelledIn(Node Expr, const File &F,
                                              bool OnGpu) {
  const auto TextOf = [&](Node E) {
    if (const Node Chosen =
            OnGpu ? chosenOnGpu(F.values().resolved(E), F) : Node())
      E = Chosen;
    return F.values().wholeString(E);
  };
  Expr = F.values().resolved(Expr);
  if (auto Text = TextOf(Expr))
    return SpelledDevice{std::move(*Text)};
  if (!Expr.is("call") ||
      F.names().qualifiedName(Expr.field("function")) != torchname::Device)
    return std::nullopt;
  const Call Made = namelessCall(Expr);
  const Argument *Type = Made.positional(0);
  auto Text = Type ? TextOf(Type->Value) : std::nullopt;
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

std::optional<SpelledDevice> spelledDevice(Node Expr, const File &F) {
  return spelledIn(Expr, F, /*OnGpu=*/false);
}

bool dependsOnGpu(Node Expr, const File &F) {
  return !spelledDevice(Expr, F) && spelledIn(Expr, F, /*OnGpu=*/true);
}

std::optional<DeviceValue> deviceOf(Node Expr, const File &F) {
  const auto Spelled = spelledIn(Expr, F, /*OnGpu=*/true);
  auto Device = Spelled ? parseDevice(Spelled->Text) : std::nullopt;
  if (Device && Spelled->HasUnknownIndex)
    Device->IndexKind = DeviceValue::Index::AtRunTime;
  return Device;
}

} // namespace aoti_tidy::python
