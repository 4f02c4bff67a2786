// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/lib/package/ConformanceText.h"
#include "checks/lib/script/Devices.h"
#include "checks/lib/script/ModelRuns.h"
#include "checks/lib/script/ModuleDevices.h"
#include "checks/lib/script/SamePath.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

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
        !llvm::is_contained(
            {StringRef("cpu"), StringRef("cuda"), StringRef("xpu")},
            Method.text()))
      return std::nullopt;
    return Edit{rangeOf(Method), Device.str()};
  }
  const auto Given = Arguments.children();
  if (Given.empty())
    return std::nullopt;
  return Edit{{Given.back().end(), Given.back().end()},
              ", device=\"" + Device.str() + "\""};
}

Finding findingOf(const ModelRun &Run, const Violation &V, const File &F,
                  const Tensors &T) {
  const StringRef Wanted = deviceOfInput(*Run.Model, V.Input);
  const Node Made = T.expressionAt(V.From);
  const bool Moves = isMove(Made, F);
  Finding Result;
  Result.setRange(rangeOf(Made ? Made : Run.At));
  Result.Message =
      fmt::format("input {} is {} '{}', but {} {} '{}'", V.Input,
                  Moves ? "moved to" : "created on",
                  deviceText(V.Value.Device->Value), Run.PackageName,
                  Run.Export                    ? "is exported for"
                  : Wanted == Run.Model->Device ? "was compiled for"
                                                : "takes it on",
                  Wanted.str());
  if (auto Change = changeDevice(Made, Wanted, F))
    Result.Notes.push_back(
        {Result.range(),
         fmt::format("this {} it {} '{}'", Moves ? "moves" : "creates",
                     Moves ? "to" : "on", Wanted.str()),
         {std::move(*Change)}});
  Result.Notes.push_back(
      {rangeOf(Run.At),
       "the model runs here; it reads the tensor's memory as its own device's "
       "unless AOTI_RUNTIME_CHECK_INPUTS=1 makes it throw",
       {}});
  if (Run.Export)
    Result.Notes.push_back(
        {rangeOf(Run.Export->At.field("function")),
         "exported here, with an example input on '" + Wanted.str() + "'",
         {}});
  else
    Result.Notes.push_back({rangeOf(Run.Load->At.field("function")),
                            Run.PackageName + " is loaded here; it " +
                                deviceEvidenceText(*Run.Model),
                            {}});
  return Result;
}

Finding exampleFinding(const Call &Export, unsigned Input,
                       const TensorValue &Value, const PlacedModule &Module,
                       const File &F, const Tensors &T) {
  const Node Made = T.expressionAt(Value.Device->From);
  const bool Moves = isMove(Made, F);
  Finding Result;
  Result.setRange(rangeOf(Made ? Made : Export.At));
  Result.Message = fmt::format(
      "example input {} is {} '{}', but the module is on '{}', on which "
      "torch.export raises",
      Input, Moves ? "moved to" : "created on", deviceText(Value.Device->Value),
      Module.Device);
  if (auto Change = changeDevice(Made, Module.Device, F))
    Result.Notes.push_back(
        {Result.range(),
         fmt::format("this {} it {} '{}'", Moves ? "moves" : "creates",
                     Moves ? "to" : "on", Module.Device),
         {std::move(*Change)}});
  Result.Notes.push_back({rangeOf(Export.At.field("function")),
                          "exported here; a layer of the module combines the "
                          "input with its parameters",
                          {}});
  Result.Notes.push_back(
      {rangeOf(Module.Mover ? Module.Mover : Module.Made),
       fmt::format("the module is {} '{}' here",
                   Module.Mover ? "moved to" : "created on", Module.Device),
       {}});
  return Result;
}

/// torch.export.export(M().to("cuda"), (torch.randn(2, 3),))
void findExamples(const File &F, Tensors &T, std::vector<Finding> &Out) {
  for (const Call &C : F.calls()) {
    const Argument *Module = C.argument(0, "mod");
    const Argument *Args = C.argument(1, "args");
    if (C.Callee != "torch.export.export" || C.HasUnpacking || !Module ||
        !Args || isExpectedToFail(C.At))
      continue;
    const auto Examples = F.values().elementsOf(Args->Value);
    const auto Placed =
        Examples ? placedModule(Module->Value, C.At, F, T) : std::nullopt;
    if (!Placed)
      continue;
    for (const auto &[I, Example] : llvm::enumerate(*Examples)) {
      const auto Value = T.tensorOf(Example);
      // Numbers, as tensors of no dimension, may be on the CPU.
      if (Value && Value->Device && Value->Sizes &&
          !Value->Sizes->Value.empty() &&
          Value->Device->Value.Type != Placed->Device &&
          combinesInput(Placed->Made, I, F))
        Out.push_back(exampleFinding(C, I, *Value, *Placed, F, T));
    }
  }
}

/// Whether \p Path surely is the library that \p Compile writes.
bool isMadeBy(const Call &Compile, Node Path, const File &F) {
  if (F.values().resolved(Path) == Compile.At)
    return true;
  const Argument *Options = Compile.keyword("options");
  const auto Given = Options ? F.values().dictOf(Options->Value) : std::nullopt;
  return Given && Given->IsComplete &&
         llvm::any_of(Given->Entries, [&](const Dict::Entry &E) {
           return E.Name == "aot_inductor.output_path" &&
                  isSamePath(E.Value, Path, F);
         });
}

// so = torch._export.aot_compile(M(), (torch.randn(2, 3),))
// torch._export.aot_load(so, "cuda")
void findLoads(const File &F, Tensors &T, std::vector<Finding> &Out) {
  for (const Call &Load : F.calls()) {
    const Argument *Path = Load.argument(0, "so_path");
    const Argument *Device = Load.argument(1, "device");
    if (Load.Callee != "torch._export.aot_load" || !Path || !Device ||
        isExpectedToFail(Load.At))
      continue;
    llvm::SmallVector<const Call *, 2> Made;
    for (const Call &C : F.calls())
      if (C.Callee == "torch._export.aot_compile" &&
          isMadeBy(C, Path->Value, F))
        Made.push_back(&C);
    const auto Asked = deviceOf(Device->Value, F);
    const auto Known = Asked && Made.size() == 1
                           ? exportedFor(*Made.front(), F, T)
                           : std::nullopt;
    if (!Known || Asked->Type == *Known)
      continue;
    Finding Found;
    Found.setRange(rangeOf(Device->Whole));
    Found.Message = fmt::format("'aot_load' runs the model on '{}', but it is "
                                "compiled for '{}'",
                                Asked->Type, *Known);
    Found.Notes.push_back(
        {rangeOf(Made.front()->At.field("function")),
         fmt::format("compiled here, from a module and example inputs on '{}'",
                     *Known),
         {}});
    Out.push_back(std::move(Found));
  }
}

} // namespace

static std::vector<Finding> deviceMismatch(const File &F) {
  std::vector<Finding> Result;
  Tensors T(F);
  for (const ModelRun &Run : modelRuns(F, T))
    for (const Violation &V : violations(*Run.Model, Run.Inputs))
      if (V.What == Violation::Kind::Device)
        Result.push_back(findingOf(Run, V, F, T));
  findExamples(F, T, Result);
  findLoads(F, T, Result);
  sortByPlace(Result);
  return Result;
}

static constexpr StringRef Words[] = {"aot_compile", "aoti_compile",
                                      "load_package"};

extern const Check DeviceMismatchPython;
const Check DeviceMismatchPython = {deviceMismatch, Words};

} // namespace aoti_tidy::python
