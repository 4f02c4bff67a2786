// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/device-mismatch/DeviceMismatchRule.h"
#include "checks/lib/script/Devices.h"
#include "checks/lib/script/ModelRuns.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// x.to(...), x.cuda(): the tensor is somewhere else before.
bool isMove(Node Made, const File &F) {
  return Made.is("call") &&
         !F.names().qualifiedName(Made.field("function")).has_value();
}

/// The edit after which \p Made is on \p Device; nothing if that takes more
/// than one word.
std::optional<Edit> changeDevice(Node Made, StringRef Device, const File &F) {
  if (!Made.is("call"))
    return std::nullopt;
  const Node Arguments = Made.field("arguments");
  llvm::SmallVector<Node, 2> Named;
  for (Node A : Arguments.children()) {
    // It may name the device.
    if (A.is("dictionary_splat"))
      return std::nullopt;
    const Node Value = A.is("keyword_argument") ? A.field("value") : A;
    if (A.is("keyword_argument") && A.field("name").text() == "device" &&
        !Value.is("string"))
      return std::nullopt;
    if (Value.is("string") && deviceOf(Value, F))
      Named.push_back(Value);
  }
  if (Named.size() == 1) {
    const Node Content = Named.front().child("string_content");
    if (!Content)
      return std::nullopt;
    return Edit{rangeOf(Content), Device.str()};
  }
  const Node Callee = Made.field("function");
  if (!Named.empty())
    return std::nullopt;
  if (isMove(Made, F)) {
    const Node Method = Callee.field("attribute");
    if (!Arguments.children().empty() ||
        !hasTensorMethod(Method.text(), Language::Python) ||
        !hasTensorMethod(Device, Language::Python))
      return std::nullopt;
    return Edit{rangeOf(Method), Device.str()};
  }
  const auto Given = Arguments.children();
  if (Given.empty())
    return std::nullopt;
  return Edit{{Given.back().end(), Given.back().end()},
              ", device=\"" + Device.str() + "\""};
}

/// torch.randn(8, 10, device="cuda" if torch.cuda.is_available() else "cpu")
bool namesDeviceByGpu(Node Made, const File &F) {
  return Made.is("call") &&
         llvm::any_of(Made.field("arguments").children(), [&](Node A) {
           return dependsOnGpu(A.is("keyword_argument") ? A.field("value") : A,
                               F);
         });
}

// run = aoti_load_package("cuda.pt2"); run(torch.randn(8, 10))
Finding findingOf(const ModelRun &Run, const Violation &V, const File &F,
                  const Tensors &T) {
  const Node Made = T.expressionAt(V.From);
  InputDeviceProblem Problem = inputDeviceProblem(
      {*Run.Model, V, Run.PackageName,
       isMove(Made, F) ? PutBy::Move : PutBy::Factory, Run.isExported()});
  Finding Result(rangeOf(Made ? Made : Run.At), std::move(Problem.Text));
  if (auto Change = changeDevice(Made, Problem.Wanted, F))
    Result.Notes.emplace_back(Result.range(), std::move(Problem.Cure),
                              std::vector{std::move(*Change)});
  Result.Notes.emplace_back(rangeOf(Run.At), std::move(Problem.AtRun));
  if (namesDeviceByGpu(Made, F))
    Result.Notes.emplace_back(rangeOf(Run.At),
                              onlyWithGpu("torch.cuda.is_available()"));
  llvm::append_range(Result.Notes,
                     Run.sourceNotes(std::move(Problem.AtSource)));
  return Result;
}

} // namespace

static std::vector<Finding> deviceMismatch(const File &F) {
  std::vector<Finding> Result;
  Tensors T(F);
  for (const ModelRun &Run : modelRuns(F, T))
    for (const Violation &V : violations(*Run.Model, Run.Inputs))
      if (V.What == Violation::Kind::Device)
        Result.push_back(findingOf(Run, V, F, T));
  sortByPlace(Result);
  return Result;
}

static constexpr StringRef Words[] = {"load_package"};

const Check DeviceMismatchPython = {deviceMismatch, Words,
                                    /*RestsOnOrder=*/false,
                                    /*TellsRuns=*/true};

} // namespace aoti_tidy::python
