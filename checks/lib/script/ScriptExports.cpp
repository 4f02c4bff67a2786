// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ScriptExports.h"
#include "checks/lib/script/ForwardParameters.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

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

/// The dimension that dynamic_shapes says, in 'Dim("batch", min=1, max=64)'.
Dimension dynamicDimension(Node Said, const File &F) {
  Dimension Result;
  Result.Lower = 0;
  const Node Given = F.values().resolved(Said);
  const Call *Dim = F.callAt(Given);
  if (!Dim || Dim->Callee != torchname::Dim || Dim->HasUnpacking)
    return Result;
  const auto Bound = [&](StringRef Name) -> std::optional<int64_t> {
    const Argument *A = Dim->keyword(Name);
    return A ? F.values().integerOf(A->Value) : std::nullopt;
  };
  // Whatever is asked for: sizes 0 and 1 are compiled as constants.
  Result.Lower = 2;
  if (const auto Min = Bound("min"))
    Result.Lower = std::max<int64_t>(*Min, 2);
  if (const auto Max = Bound("max"))
    Result.Upper = *Max;
  Result.LowerChecked = Result.UpperChecked = true;
  Result.Symbol = Given.text().str() + "@" + std::to_string(Given.begin());
  return Result;
}

/// What dynamic_shapes says of each dimension of input \p Index of \p From;
/// nothing if that is not known.
std::optional<llvm::SmallVector<std::pair<int64_t, Node>, 4>>
dynamicOf(const Call &Export, const Examples &From, size_t Index,
          const File &F) {
  Node Said = dynamicShapeOf(Export, From, Index, F);
  if (!Said)
    return std::nullopt;
  llvm::SmallVector<std::pair<int64_t, Node>, 4> Result;
  if (F.values().isNone(Said))
    return Result;
  Said = F.values().resolved(Said);
  if (Said.is("dictionary")) {
    for (Node Pair : Said.children()) {
      const auto Key = Pair.is("pair") ? F.values().integerOf(Pair.field("key"))
                                       : std::nullopt;
      if (!Key)
        return std::nullopt;
      Result.push_back({*Key, Pair.field("value")});
    }
    return Result;
  }
  const auto Dims = F.values().elementsOf(Said);
  if (!Dims)
    return std::nullopt;
  for (const auto &[I, Dim] : llvm::enumerate(*Dims))
    if (!F.values().isNone(Dim))
      Result.push_back({static_cast<int64_t>(I), Dim});
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
  std::optional<int64_t> Stride = 1;
  for (const Dimension &Dim : llvm::reverse(*Input.Dims)) {
    Input.Strides.insert(Input.Strides.begin(), Stride);
    if (!Stride || !Dim.isConstant() || Dim.Lower > (int64_t(1) << 30) ||
        *Stride > (int64_t(1) << 30))
      Stride = std::nullopt;
    else
      Stride = *Stride * std::max<int64_t>(Dim.Lower, 1);
  }
}

/// What the model takes that was exported with \p From, which are \p Given;
/// nothing if not all are known.
std::optional<std::vector<TensorContract>> inputsOf(const Call &Export,
                                                    const Examples &From,
                                                    const GivenInputs &Given,
                                                    const File &F) {
  const Argument *Shapes = Export.argument(3, "dynamic_shapes");
  if (Given.Unknown)
    return std::nullopt;
  // Of lists and numbers, dynamic_shapes says something in their places.
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
      const auto Dynamic =
          Shapes && IsFlat && !F.mentions("backed_size_oblivious")
              ? dynamicOf(Export, From, I, F)
              : std::nullopt;
      if (!Dynamic)
        for (Dimension &Dim : *Input.Dims)
          Dim = Dimension();
      else
        for (const auto &[Dim, Said] : *Dynamic) {
          if (Dim < 0 || std::cmp_greater_equal(Dim, Input.Dims->size()))
            continue;
          Dimension &Of = (*Input.Dims)[Dim];
          // On an example of size 0 or 1, export raises.
          Of = Of.isConstant() && Of.Lower < 2 ? Dimension()
                                               : dynamicDimension(Said, F);
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
  const size_t Count = From.All.size();
  if (!Shapes)
    return {};
  if (const auto Inputs = F.values().elementsOf(Shapes->Value))
    return Inputs->size() == Count ? (*Inputs)[Index] : Node();
  const auto ByName = F.values().dictOf(Shapes->Value);
  if (!ByName || !ByName->IsComplete || ByName->Entries.size() != Count)
    return {};
  if (Count == 1)
    return ByName->Entries.front().Value;
  // By names, whose order the model's forward() says.
  const Argument *Model = Export.argument(0, "mod");
  const size_t Positional = Count - From.Keywords.size();
  StringRef Name;
  if (Index >= Positional)
    Name = From.Keywords[Index - Positional];
  else if (Model)
    Name = inputName(Model->Value, Index, F);
  for (const Dict::Entry &E : ByName->Entries)
    if (!Name.empty() && E.Name == Name)
      return E.Value;
  return {};
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

std::optional<Examples> examplesOf(const Call &Export, const File &F,
                                   const Tensors &T) {
  const Argument *Args = Export.argument(1, "args");
  const Argument *Kwargs = Export.argument(2, "kwargs");
  Examples Result;
  if (const auto Positional = Args ? T.repeated(Args->Value) : std::nullopt) {
    Result.All = *Positional;
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
  const auto From = examplesOf(Export, F, T);
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
  const Argument *Model = Export.argument(0, "mod");
  const size_t Positional = From->All.size() - From->Keywords.size();
  Result.Leaves.emplace();
  for (const GivenInputs::Leaf &L : Given.Leaves) {
    InputLeaf &Leaf = Result.Leaves->emplace_back(L);
    size_t Index = 0;
    llvm::StringRef(Leaf.Path.front()).getAsInteger(10, Index);
    if (Index >= Positional)
      Leaf.Argument = From->Keywords[Index - Positional];
    else if (Model)
      Leaf.Argument = inputName(Model->Value, Index, F).str();
  }
  return Result;
}

} // namespace aoti_tidy::python
