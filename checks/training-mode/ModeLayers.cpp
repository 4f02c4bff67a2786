// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ExportedModels.h"
#include "checks/lib/script/Functions.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/training-mode/ModelMode.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

struct LayerRow {
  StringRef Class;
  InTraining What;
  StringRef Parameter;
  unsigned Position;
  bool Default;
};
constexpr LayerRow LayerRows[] = {
#define AOTI_MODE_LAYER(CLASS, WHAT, PARAMETER, POSITION, DEFAULT)             \
  {CLASS, InTraining::WHAT, PARAMETER, POSITION, DEFAULT},
#include "checks/training-mode/ModeLayers.def"
};

struct ModelRow {
  StringRef Name; ///< how it begins
  InTraining What;
  StringRef Layer;
};
constexpr ModelRow ModelRows[] = {
#define AOTI_MODE_MODEL(PREFIX, WHAT, LAYER) {PREFIX, InTraining::WHAT, LAYER},
#include "checks/training-mode/ModeLayers.def"
};

/// Whether code of a module may set the mode of the module or of a part.
bool setsMode(Node Class) {
  const StringRef Text = Class.text();
  return llvm::any_of(
      llvm::ArrayRef<StringRef>{".eval(", ".train(", "def eval", "def train",
                                ".training =", "add_module(", "setattr("},
      [&](StringRef Word) { return Text.contains(Word); });
}

class LayerReader {
public:
  explicit LayerReader(const File &F) : F(F) {}

  std::vector<ModeLayer> read(Node Maker) {
    if (!isModule(Maker, F))
      return {};
    addModel(Maker);
    scan(Maker.field("arguments"), Node());
    for (Node M : makersWithin(Maker, F))
      readClass(M);
    if (IsSet)
      return {};
    return std::move(Layers);
  }

private:
  void readClass(Node Maker) {
    const Node Class = moduleClassOf(Maker, F);
    IsSet |= setsMode(Class);
    scan(methodNamed(Class, "__init__").field("body"), Maker);
    const Node Forward = methodNamed(Class, "forward").field("body");
    for (const Call &C : F.calls())
      if (Forward.contains(C.At) && !isConditional(C.At, Forward))
        addFunction(C, Maker);
  }

  /// F.dropout(x, 0.1, training=self.training)
  void addFunction(const Call &C, Node Maker) {
    if (C.Callee != "torch.nn.functional.dropout")
      return;
    const Argument *Training = C.argument(2, "training");
    const Argument *P = C.argument(1, "p");
    if (Training && Training->Value.text() == "self.training" &&
        (!P || truthOf(P->Value, Maker)))
      Layers.push_back({"F.dropout", InTraining::Drops, C.At});
  }

  /// The layers that are made in \p Top, which the class of \p Maker has.
  void scan(Node Top, Node Maker) {
    forEachNode(Top, [&](Node N) {
      if (N.isAnyOf({"lambda", "function_definition"}))
        return false;
      if (!N.is("call"))
        return true;
      const Node Callee = N.field("function");
      // Block().eval() has a mode of its own.
      if (Callee.is("attribute") &&
          llvm::is_contained({"eval", "train"},
                             Callee.field("attribute").text())) {
        IsSet = true;
        return false;
      }
      if (!isConditional(N, Top) && isUsed(N, Top)) {
        addLayer(N, Maker);
        addModel(N);
        if (!Maker)
          for (Node M : makersWithin(N, F))
            readClass(M);
      }
      return keepsModules(N, F);
    });
  }

  /// Whether the 'self.x' that \p Layer becomes is named again.
  bool isUsed(Node Layer, Node Top) const {
    for (Node Up = Layer.parent(); Up && !(Up == Top); Up = Up.parent()) {
      const Node Target = Up.is("assignment") ? Up.field("left") : Node();
      if (!Target)
        continue;
      if (!Target.is("attribute"))
        return false;
      const StringRef Name = Target.text();
      return Names::scopeOf(Names::scopeOf(Target).parent())
                 .text()
                 .count(Name) > 1;
    }
    return true;
  }

  void addLayer(Node Made, Node Maker) {
    const Call *C = F.callAt(Made);
    if (!C || C->HasUnpacking || !isIn(C->Callee, torchname::NnPackage))
      return;
    const StringRef Name = StringRef(C->Callee).rsplit('.').second;
    const auto *Row = llvm::find_if(
        LayerRows, [&](const LayerRow &R) { return R.Class == Name; });
    if (Row == std::end(LayerRows))
      return;
    const Argument *A = C->argument(Row->Position, Row->Parameter);
    if (A ? truthOf(A->Value, Maker) : Row->Default)
      Layers.push_back({Name.str(), Row->What, Made});
  }

  /// torchvision.models.resnet18()
  void addModel(Node Made) {
    const Call *C = F.callAt(Made);
    if (!C || C->keyword("norm_layer"))
      return;
    StringRef Name = C->Callee;
    if (!Name.consume_front("torchvision.models.") ||
        Name.starts_with("quantization."))
      return;
    Name = Name.substr(Name.rfind('.') + 1);
    for (const ModelRow &R : ModelRows)
      if (Name.starts_with(R.Name))
        Layers.push_back({R.Layer.str(), R.What, Made});
  }

  /// Whether a number or a bool is surely neither 0 nor False. \p Maker gives
  /// the parameters of __init__() their values.
  bool truthOf(Node Value, Node Maker) const {
    Value = F.values().resolved(Value);
    if (Value.isAnyOf({"float", "integer"})) {
      double Number = 0;
      return !Value.text().getAsDouble(Number) && Number != 0;
    }
    if (Value.is("true"))
      return true;
    const Node Bound =
        Value.is("identifier") ? F.names().bindingOf(Value) : Node();
    if (!Maker || !Bound)
      return false;
    const auto All = parametersOf(Names::scopeOf(Bound));
    const auto *P = llvm::find_if(
        All, [&](const FunctionParameter &P) { return P.Name == Bound; });
    // The first is the module itself.
    return P != All.end() && P != All.begin() && !P->IsSplat &&
           truthOf(givenFor(*P, P - All.begin() - 1, Maker), Node());
  }

  const File &F;
  std::vector<ModeLayer> Layers;
  bool IsSet = false;
};

} // namespace

std::vector<ModeLayer> modeLayers(Node Maker, const File &F) {
  return LayerReader(F).read(Maker);
}

} // namespace aoti_tidy::python
