// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/dynamic-shapes/DynamicShapesRule.h"
#include "checks/dynamic-shapes/TiedDimensions.h"
#include "checks/lib/script/ForwardParameters.h"
#include "checks/lib/script/ModelRuns.h"
#include "checks/lib/script/ScriptExports.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>
#include <set>

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

using Kind = SaidDimension::Kind;

/// Lists in lists.
constexpr unsigned MaxNesting = 8;

/// The problem with the dynamic_shapes of one export.
class ExportShapes {
public:
  ExportShapes(const Call &Export, Node Shapes, const File &F, Tensors &T)
      : Export(Export), Shapes(Shapes), F(F), T(T) {}

  std::vector<Finding> findings();

private:
  /// An argument of forward(), and what it is in the example: null if that is
  /// not known.
  struct Input {
    std::string Name;
    Node Example;
  };

  void readInputs();
  void checkNames(const Dict &ByName);
  void checkEntry(const std::string &Label, Node Example, Node Said,
                  unsigned Depth);
  void checkList(const std::string &Label, Node Example, Node Said,
                 unsigned Depth);
  void checkDict(const std::string &Label, const Dict &Example, Node Said,
                 unsigned Depth);
  void checkTensor(const std::string &Label, Node Example, Node Said);
  void checkSize(const std::string &Label, int64_t Dim, int64_t Size,
                 const SaidDimension &Said);
  void checkTies();
  /// The example given as the keyword \p Name; null if there is none.
  Node exampleBy(const std::string &Name) const {
    const auto It = llvm::find(Given->Keywords, Name);
    return It == Given->Keywords.end()
               ? Node()
               : Given->All[Given->positional() +
                            (It - Given->Keywords.begin())];
  }
  /// The same mistake in several inputs of one export is one.
  void report(StringRef What, Node At, std::string Text,
              std::vector<Note> Notes = {});

  const Call &Export;
  const Node Shapes;
  const File &F;
  Tensors &T;
  std::optional<ForwardSignature> Forward;
  std::optional<Examples> Given;
  /// What forward() gets, in its order; nothing if not known.
  std::optional<std::vector<Input>> Inputs;
  /// By the label of an input, for ties.
  ExampleShapes Sizes;
  struct Measured {
    std::string Label;
    int64_t Size;
  };
  llvm::StringMap<Measured> ByDim; ///< by the name of the Dim
  std::set<std::string> Told;
  std::vector<Finding> Result;
};

void ExportShapes::report(StringRef What, Node At, std::string Text,
                          std::vector<Note> Notes) {
  if (!Told.insert(What.str()).second)
    return;
  Notes.emplace_back(rangeOf(Export.At.field("function")), "exported here");
  Result.emplace_back(rangeOf(At), std::move(Text), std::move(Notes));
}

void ExportShapes::readInputs() {
  const Argument *Model = Export.argument(0, "mod");
  if (Model)
    Forward = forwardOf(Model->Value, F);
  Given = examplesOf(Export, F);
  if (Given && !Given->IsComplete)
    Given.reset();
  if (!Given || !Forward)
    return;
  const auto Bound = Forward->bind(Given->positional(), Given->Keywords);
  if (!Bound)
    return;
  Inputs.emplace();
  for (const auto &[I, Name] : llvm::enumerate(*Bound)) {
    Node Example = exampleBy(Name);
    if (!Example && I < Given->positional() && Name != Forward->VarArgs)
      Example = Given->All[I];
    Inputs->push_back({Name, Example});
  }
}

void ExportShapes::checkNames(const Dict &ByName) {
  if (!Forward || Forward->HasVarKeywords || (Given && !Inputs))
    return;
  NameList Said, Expected, Parameters;
  for (const Dict::Entry &E : ByName.Entries)
    Said.push_back(*E.Name);
  for (const ForwardSignature::Parameter &P : Forward->Parameters) {
    Parameters.push_back(P.Name);
    if (P.IsRequired && !Inputs)
      Expected.push_back(P.Name);
  }
  if (!Forward->VarArgs.empty())
    Parameters.push_back(Forward->VarArgs);
  if (Inputs)
    for (const Input &I : *Inputs)
      Expected.push_back(I.Name);
  auto Problem = namesProblem(Said, Expected, Parameters, !Inputs);
  if (!Problem)
    return;
  Node At = Shapes;
  for (const Dict::Entry &E : llvm::reverse(ByName.Entries))
    if (!llvm::is_contained(Parameters, *E.Name) ||
        (Inputs && !llvm::is_contained(Expected, *E.Name) &&
         ByName.Entries.size() > Expected.size()))
      At = E.Key;
  std::vector<Note> Notes;
  if (Forward->Function)
    Notes.emplace_back(rangeOf(Forward->Function.field("name")),
                       "forward() of the model is here");
  report("names", At, std::move(*Problem), std::move(Notes));
}

std::vector<Finding> ExportShapes::findings() {
  const Node Said = unchanged(Shapes, F);
  readInputs();
  if (Said.isAnyOf({"list", "tuple"})) {
    const auto Entries = F.values().elementsOf(Said);
    if (!Entries || Entries->empty())
      return Result;
    // An '*args' takes several examples, and has one entry.
    const size_t Most = Given ? Given->All.size() : 0;
    if (Inputs) {
      if (auto Problem = entriesProblem(Entries->size(), Inputs->size()))
        report("names", Shapes, std::move(*Problem));
    } else if (Given && Entries->size() > Most) {
      report("names", Shapes, *entriesProblem(Entries->size(), Most));
    }
    if (Inputs && Entries->size() == Inputs->size())
      for (const auto &[I, E] : llvm::zip(*Inputs, *Entries))
        checkEntry("'" + I.Name + "'", I.Example, E, 0);
    else if (!Forward && Given && Entries->size() == Most)
      for (const auto &[I, E] : llvm::enumerate(*Entries))
        if (I < Given->positional())
          checkEntry("input " + std::to_string(I), Given->All[I], E, 0);
    checkTies();
    return Result;
  }
  if (Said.is("dictionary"))
    for (Node Pair : Said.children())
      if (const auto Key = Pair.is("pair")
                               ? F.values().integerOf(Pair.field("key"))
                               : std::nullopt) {
        report("names", Shapes, numberedProblem(*Key));
        return Result;
      }
  const auto ByName = F.values().dictOf(Shapes);
  if (!ByName || !ByName->IsComplete || ByName->Entries.empty())
    return Result;
  checkNames(*ByName);
  for (const Dict::Entry &E : ByName->Entries) {
    Node Example;
    if (Inputs)
      for (const Input &I : *Inputs)
        if (I.Name == *E.Name)
          Example = I.Example;
    if (!Example && Given) {
      Example = exampleBy(*E.Name);
      if (!Example && !Forward && Given->All.size() == 1 &&
          Given->Keywords.empty() && ByName->Entries.size() == 1)
        Example = Given->All[0];
    }
    checkEntry("'" + *E.Name + "'", Example, E.Value, 0);
  }
  checkTies();
  return Result;
}

/// "a list"; empty if \p N is nothing that is written out.
std::string kindOf(Node N) {
  if (N.is("dictionary"))
    return "a dict";
  if (N.is("list"))
    return "a list";
  if (N.is("tuple"))
    return "a tuple";
  return N.is("none") ? "None" : "";
}

void ExportShapes::checkEntry(const std::string &Label, Node Example, Node Said,
                              unsigned Depth) {
  if (!Example || Depth > MaxNesting)
    return;
  const Node Known = F.values().resolved(Example);
  if (Known.isAnyOf({"list", "tuple"})) {
    checkList(Label, Example, Said, Depth);
    return;
  }
  if (T.tensorOf(Example)) {
    checkTensor(Label, Example, Said);
    return;
  }
  if (const auto Dict = F.values().dictOf(Example)) {
    if (Dict->IsComplete)
      checkDict(Label, *Dict, Said, Depth);
    return;
  }
  const Node Entry = unchanged(Said, F);
  if (Known.isAnyOf({"integer", "float", "string", "true", "false", "none"}) &&
      Entry.isAnyOf({"dictionary", "list", "tuple"}) &&
      !Entry.children().empty())
    report("structure", Said, noTensorProblem(Label, Known.text().str()));
}

void ExportShapes::checkList(const std::string &Label, Node Example, Node Said,
                             unsigned Depth) {
  const Node Known = F.values().resolved(Example);
  const Node Entry = unchanged(Said, F);
  const std::string Is = kindOf(Known), Has = kindOf(Entry);
  const auto Elements = F.values().elementsOf(Example);
  if (Has.empty() || !Elements || Elements->empty())
    return;
  if (Is != Has) {
    report("structure", Said, structureProblem(Label, Is, Has));
    return;
  }
  const auto Entries = F.values().elementsOf(Entry);
  if (!Entries)
    return;
  if (Entries->size() != Elements->size()) {
    report("structure", Said,
           countProblem(Label, "elements", Elements->size(), Entries->size()));
    return;
  }
  for (const auto &[I, E] : llvm::enumerate(*Elements))
    checkEntry(fmt::format("{}[{}]", Label, I), E, (*Entries)[I], Depth + 1);
}

void ExportShapes::checkDict(const std::string &Label, const Dict &Example,
                             Node Said, unsigned Depth) {
  const Node Entry = unchanged(Said, F);
  const std::string Has = kindOf(Entry);
  if (Example.Entries.empty() || Has.empty())
    return;
  if (Has != "a dict") {
    report("structure", Said, structureProblem(Label, "a dict", Has));
    return;
  }
  const auto Entries = F.values().dictOf(Said);
  if (!Entries || !Entries->IsComplete)
    return;
  NameList Keys, SaidKeys;
  for (const Dict::Entry &E : Example.Entries)
    Keys.push_back(*E.Name);
  for (const Dict::Entry &E : Entries->Entries)
    SaidKeys.push_back(*E.Name);
  if (std::set(Keys.begin(), Keys.end()) !=
      std::set(SaidKeys.begin(), SaidKeys.end())) {
    report("structure", Said, keysProblem(Label, Keys, SaidKeys));
    return;
  }
  for (const auto &[I, Key] : llvm::enumerate(Keys)) {
    const auto At = llvm::find(SaidKeys, Key) - SaidKeys.begin();
    checkEntry(fmt::format("{}['{}']", Label, Key), Example.Entries[I].Value,
               Entries->Entries[At].Value, Depth + 1);
  }
}

void ExportShapes::checkTensor(const std::string &Label, Node Example,
                               Node Said) {
  const auto Value = T.tensorOf(Example);
  if (!Value->Sizes)
    return;
  const std::vector<Extent> &Extents = Value->Sizes->Value;
  const int64_t Rank = Extents.size();
  const SaidDimension Alone = saidDimension(Said, F);
  if (Alone.Is == Kind::Named) {
    report("structure", Said, bareProblem(Label));
    return;
  }
  const auto Shape = saidShape(Said, F);
  if (!Shape && Alone.Is != Kind::Static)
    return;
  if (Shape && Shape->IsList && std::cmp_not_equal(Shape->Dims.size(), Rank)) {
    report("structure", Said,
           countProblem(Label, "dimensions", Rank, Shape->Dims.size()));
    return;
  }
  std::vector<ExampleDimension> Dims;
  for (const Extent &Size : Extents)
    Dims.push_back({Size.value_or(0), {Kind::Static, {}, {}, {}, {}}});
  for (const auto &[Index, Dim] : Shape ? Shape->Dims : SaidShape().Dims) {
    const int64_t At = Index < 0 ? Index + Rank : Index;
    const bool IsHint = Dim.Is == Kind::Auto || Dim.Is == Kind::Dynamic;
    if (Dim.Is == Kind::String) {
      report("string", Dim.At, stringProblem(*F.values().wholeString(Dim.At)));
    } else if (At < 0 || At >= Rank) {
      if (IsHint || Dim.Is == Kind::Named)
        report("rank", Dim.At, beyondProblem(Label, Index, Rank, IsHint));
    } else {
      Dims[At].Said = Dim;
      if (Extents[At])
        checkSize(Label, Index, *Extents[At], Dim);
    }
  }
  if (llvm::all_of(Extents, [](const Extent &E) { return E.has_value(); }))
    Sizes[StringRef(Label).trim('\'')] = std::move(Dims);
}

void ExportShapes::checkSize(const std::string &Label, int64_t Dim,
                             int64_t Size, const SaidDimension &Said) {
  const bool MayVary = Said.Is == Kind::Named || Said.Is == Kind::Auto ||
                       Said.Is == Kind::Dynamic;
  if (MayVary && Size < 2) {
    if (!F.mentions("backed_size_oblivious"))
      report("constant", Said.At,
             constantProblem(Label, Dim, Size,
                             Said.Is == Kind::Named  ? "a Dim"
                             : Said.Is == Kind::Auto ? "Dim.AUTO"
                                                     : "Dim.DYNAMIC"));
    return;
  }
  if ((Said.Is == Kind::Named || Said.Is == Kind::Number) &&
      (Size < Said.Min.value_or(Size) || Size > Said.Max.value_or(Size))) {
    report("range", Said.At,
           rangeProblem(Label, Dim, Size, Said.Min, Said.Max));
    return;
  }
  if (Said.Is != Kind::Named || Said.Name.empty())
    return;
  const auto [It, IsNew] = ByDim.try_emplace(Said.Name, Measured{Label, Size});
  if (!IsNew && It->second.Size != Size)
    report("unequal", Said.At,
           unequalProblem(Said.Name, Label, Size, It->second.Label,
                          It->second.Size));
}

void ExportShapes::checkTies() {
  if (!Result.empty() || !Forward || !Forward->Function)
    return;
  const auto Tied = tieIn(Forward->Function, Sizes, F);
  if (!Tied)
    return;
  const auto NameOf = [](const SaidDimension &D) {
    return D.Name.empty() ? D.At.text().str() : "'" + D.Name + "'";
  };
  SaidDimension First = Tied->First, Second = Tied->Second;
  if (First.Is == Kind::Static)
    std::swap(First, Second);
  report("tied", First.At,
         tiedProblem(Tied->Expr.text().str(), NameOf(First),
                     Second.Is == Kind::Static ? "" : NameOf(Second)),
         {{rangeOf(Tied->Expr), "in forward()"}});
}

/// with torch_export_patches(patch_torch=True): it may export what torch does
/// not.
bool isPatched(Node Export) {
  for (Node Up = Export.parent(); Up; Up = Up.parent())
    if (Up.is("with_statement") &&
        Up.child("with_clause").text().contains_insensitive("patch"))
      return true;
  return false;
}

} // namespace

static std::vector<Finding> dynamicShapes(const File &F) {
  std::vector<Finding> Result;
  Tensors T(F);
  for (const Call &C : F.calls()) {
    if ((C.Callee != torchname::Export &&
         C.Callee != torchname::ExportForTraining &&
         C.Callee != torchname::ExportForInference) ||
        C.HasUnpacking || isExpectedToFail(C.At) || isPatched(C.At))
      continue;
    const Argument *Shapes = C.argument(3, "dynamic_shapes");
    if (Shapes && !F.values().isNone(Shapes->Value))
      llvm::append_range(Result,
                         ExportShapes(C, Shapes->Value, F, T).findings());
  }
  sortByPlace(Result);
  return Result;
}

static constexpr StringRef Words[] = {"dynamic_shapes"};
// Calls of torch.export.export, also by a name that was given to it, and none
// of torch.onnx.export.
static constexpr StringRef AlsoWords[] = {
    "export.export(", " export(",      "(export(",      "=export(",
    "\nexport(",      "torch_export(", "for_training(", "for_inference(",
    "[export(",       "{export(",      "export as ",
};

const Check DynamicShapesPython = {
    dynamicShapes,       Words, /*RestsOnOrder=*/false,
    /*TellsRuns=*/false, {},    AlsoWords};

} // namespace aoti_tidy::python
