// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ScriptExports.h"
#include "checks/lib/script/ForwardParameters.h"
#include "checks/lib/script/PackageWrites.h"
#include "checks/lib/script/SamePath.h"
#include "checks/lib/script/ScriptPaths.h"
#include "checks/lib/script/ShapeSpecs.h"
#include "checks/lib/tensor/TensorOpTables.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy::python {
namespace {

/// Whether the use of an exported program leaves it as it is.
bool isRead(Node Use, const File &F) {
  const Node Parent = Use.parent();
  if (Parent.is("assignment"))
    return Parent.field("left") == Use;
  if (Parent.is("attribute")) {
    // ep.module(), ep.graph; not ep.graph_module.x = y
    return !Parent.parent().is("assignment");
  }
  Node Around = Parent;
  while (Around.isAnyOf({"keyword_argument", "argument_list"}))
    Around = Around.parent();
  if (!Around.is("call"))
    return false;
  const auto Callee = F.names().qualifiedName(Around.field("function"));
  return Callee &&
         llvm::is_contained({StringRef(torchname::AotiCompileAndPackage),
                             StringRef(torchname::ExportSave),
                             StringRef("builtins.print")},
                            *Callee);
}

/// Which variables only have programs that stay as they are.
class UnchangedPrograms {
public:
  explicit UnchangedPrograms(const File &F) : F(F) {}

  bool has(Node Name) {
    const auto Uses = F.names().occurrences(Name);
    if (Uses.empty())
      return true;
    const auto [It, IsNew] = ByVariable.try_emplace(Uses.front().id());
    if (IsNew)
      It->second = llvm::all_of(Uses, [&](Node Use) { return isRead(Use, F); });
    return It->second;
  }

private:
  const File &F;
  llvm::DenseMap<const void *, bool> ByVariable; ///< by its first use
};

/// The name that forward() gives input \p Index of \p From; empty if the file
/// does not say.
std::string argumentName(const std::optional<ForwardSignature> &Forward,
                         const Examples &From, size_t Index) {
  if (Index >= From.positional())
    return From.Keywords[Index - From.positional()];
  return Forward && Index < Forward->Parameters.size() &&
                 !Forward->Parameters[Index].IsKeywordOnly
             ? Forward->Parameters[Index].Name
             : "";
}

std::optional<ForwardSignature> forwardIn(const Call &Export, const File &F) {
  const Argument *Model = Export.argument(0, "mod");
  return Model ? forwardOf(Model->Value, F) : std::nullopt;
}

/// The dimension that dynamic_shapes says, in 'Dim("batch", min=1, max=64)'.
Dimension dimensionOf(const SaidDimension &Said, const File &F) {
  Dimension Result;
  Result.Lower = 0;
  if (Said.Is != SaidDimension::Kind::Named)
    return Result;
  // Whatever is asked for: sizes 0 and 1 are compiled as constants.
  Result.Lower = std::max<int64_t>(Said.Min.value_or(2), 2);
  if (Said.Max)
    Result.Upper = *Said.Max;
  Result.LowerChecked = Result.UpperChecked = true;
  const Node Made = F.values().resolved(Said.At);
  Result.Symbol = Made.text().str() + "@" + std::to_string(Made.begin());
  return Result;
}

TensorContract inputOf(const TensorValue &Example) {
  TensorContract Result;
  if (Example.Type)
    Result.Type = Example.Type->Value;
  if (Example.Device)
    Result.Device = Example.Device->Value.Type;
  if (!Example.Sizes)
    return Result;
  Result.Dims.emplace();
  for (const Extent &Size : Example.Sizes->Value) {
    Dimension Dim;
    if (Size)
      Dim = {*Size, *Size, "", true, true};
    Result.Dims->push_back(Dim);
  }
  return Result;
}

/// Row-major strides where all sizes are constant.
void layOut(TensorContract &Input, const TensorValue &Example) {
  if (!Input.Dims || Example.Order.Value != TensorValue::Layout::Contiguous)
    return;
  Input.IsContiguous = true;
  IntList Sizes;
  for (const Dimension &Dim : *Input.Dims)
    Sizes.push_back(Dim.isConstant() ? Extent(Dim.Lower) : std::nullopt);
  Input.Strides = contiguousStrides(Sizes);
}

/// The inputs of a model that was exported with \p From, whose values are
/// \p Given; nullopt unless all are known.
std::optional<std::vector<TensorContract>> inputsOf(const Call &Export,
                                                    const Examples &From,
                                                    const GivenInputs &Given,
                                                    const File &F) {
  const Argument *Shapes = Export.argument(3, "dynamic_shapes");
  if (Given.Unknown)
    return std::nullopt;
  // For lists and numbers, dynamic_shapes has entries in their places.
  const bool IsFlat =
      llvm::equal(From.All, Given.Inputs, [](Node Example, const auto &Input) {
        return Example == Input.At;
      });
  // Other ways to say which sizes are dynamic.
  const bool IsStatic = (!Shapes || F.values().isNone(Shapes->Value)) &&
                        !F.mentions("mark_dynamic") &&
                        !F.mentions("mark_unbacked") &&
                        !F.mentions("backed_size_oblivious");
  std::vector<TensorContract> Result;
  for (const auto &[I, Example] : llvm::enumerate(Given.Inputs)) {
    const auto &Value = Example.Value;
    if (!Value)
      return std::nullopt;
    TensorContract Input = inputOf(*Value);
    if (!IsStatic && Input.Dims) {
      const Node Said = Shapes && IsFlat && !F.mentions("backed_size_oblivious")
                            ? dynamicShapeOf(Export, From, I, F)
                            : Node();
      const auto Shape =
          F.values().isNone(Said) ? SaidShape() : saidShape(Said, F);
      if (!Shape)
        for (Dimension &Dim : *Input.Dims)
          Dim = Dimension();
      else
        for (const auto &[Dim, Is] : Shape->Dims) {
          if (Dim < 0 || std::cmp_greater_equal(Dim, Input.Dims->size()) ||
              Is.Is == SaidDimension::Kind::Static)
            continue;
          Dimension &Of = (*Input.Dims)[Dim];
          // On an example of size 0 or 1, export raises.
          Of = Of.isConstant() && Of.Lower < 2 ? Dimension()
                                               : dimensionOf(Is, F);
        }
    }
    layOut(Input, *Value);
    Result.push_back(std::move(Input));
  }
  return Result;
}

} // namespace

Node dynamicShapeOf(const Call &Export, const Examples &From, size_t Index,
                    const File &F) {
  const Argument *Shapes = Export.argument(3, "dynamic_shapes");
  if (!Shapes)
    return {};
  const auto ByName = F.values().dictOf(Shapes->Value);
  if (ByName && ByName->Entries.size() == 1 && From.All.size() == 1)
    return ByName->Entries.front().Value;
  return shapeEntry(Shapes->Value, Index,
                    argumentName(forwardIn(Export, F), From, Index), F);
}

const Call *packedExport(const Call &Compile, const File &F) {
  const Argument *Program = Compile.argument(0, "exported_program");
  if (!Program)
    return nullptr;
  const Call *Export = F.callAt(F.values().resolved(Program->Value));
  return Export && Export->Callee == torchname::Export && !Export->HasUnpacking
             ? Export
             : nullptr;
}

const Call *exportOf(const Call &Compile, const File &F) {
  const Call *Export = packedExport(Compile, F);
  if (!Export)
    return nullptr;
  const Node Program = Compile.argument(0, "exported_program")->Value;
  return Program.is("identifier") && !F.index<UnchangedPrograms>().has(Program)
             ? nullptr
             : Export;
}

std::optional<Examples> examplesOf(const Call &Export, const File &F) {
  const Argument *Args = Export.argument(1, "args");
  const Argument *Kwargs = Export.argument(2, "kwargs");
  Examples Result;
  if (const auto Positional =
          Args ? F.values().elementsOf(Args->Value) : std::nullopt) {
    llvm::append_range(Result.All, *Positional);
    Result.IsComplete = true;
  }
  if (!Kwargs || F.values().isNone(Kwargs->Value))
    return Result;
  const auto Known = F.values().filledDictOf(Kwargs->Value);
  if (!Known || !Known->IsComplete)
    return std::nullopt;
  for (const Dict::Entry &E : Known->Entries) {
    Result.Keywords.push_back(*E.Name);
    Result.All.push_back(E.Value);
  }
  return Result;
}

std::optional<ModelContract> contractOf(const Call &Export, const File &F,
                                        Tensors &T) {
  const auto From = examplesOf(Export, F);
  if (!From)
    return std::nullopt;
  ModelContract Result;
  Result.Name = "model";
  Result.Checks = F.settings().torchAtLeast({2, 7}) ? InputChecks::OnRequest
                                                    : InputChecks::Unknown;
  Result.Keywords = From->Keywords;
  if (!From->IsComplete)
    return Result;
  const GivenInputs Given = givenInputs(From->All, F, T);
  Result.Inputs = inputsOf(Export, *From, Given, F);
  const auto Forward = forwardIn(Export, F);
  Result.Leaves.emplace();
  for (const GivenInputs::Leaf &L : Given.Leaves) {
    InputLeaf &Leaf = Result.Leaves->emplace_back(L);
    size_t Index = 0;
    llvm::StringRef(Leaf.Path.front()).getAsInteger(10, Index);
    Leaf.Argument = argumentName(Forward, *From, Index);
  }
  return Result;
}

std::vector<ScriptPackage> packagesWrittenBy(const File &F) {
  std::vector<ScriptPackage> Result;
  Tensors T(F);
  for (const Call &C : F.calls()) {
    const Argument *Path =
        isPackageCompile(C) ? C.keyword("package_path") : nullptr;
    if (!Path || C.HasUnpacking)
      continue;
    const auto Written = scriptPath(Path->Value, F);
    if (!Written || (!path::is_absolute(*Written) && mayChangeFolder(F)))
      continue;
    ScriptPackage Package;
    Package.Path = *Written;
    Package.Script = F.path().str();
    Package.Export = rangeOf(C.At.field("function"));
    const Call *Export = exportOf(C, F);
    auto Model = Export ? contractOf(*Export, F, T) : std::nullopt;
    if (Model && Model->Inputs) {
      Package.Export = rangeOf(Export->At.field("function"));
      Package.Inputs = std::move(Model->Inputs);
      Package.Keywords = std::move(*Model->Keywords);
      Package.Checks = Model->Checks;
      Package.Leaves = std::move(*Model->Leaves);
    }
    Result.push_back(std::move(Package));
  }
  return Result;
}

} // namespace aoti_tidy::python
