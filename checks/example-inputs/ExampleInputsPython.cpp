// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/example-inputs/ExampleInputsRule.h"
#include "checks/lib/script/ExportedModels.h"
#include "checks/lib/script/ForwardParameters.h"
#include "checks/lib/script/LoopTargets.h"
#include "checks/lib/script/ModelRuns.h"
#include "checks/lib/script/PackageWrites.h"
#include "checks/lib/script/SamePath.h"
#include "checks/lib/script/ScriptExports.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

using Leaf = GivenInputs::Leaf;

const InputLeaf *leafAt(llvm::ArrayRef<std::string> Path,
                        const ModelContract &Of) {
  if (Of.Leaves)
    for (const InputLeaf &L : *Of.Leaves)
      if (llvm::ArrayRef(L.Path) == Path)
        return &L;
  return nullptr;
}

/// The calls that make a ScriptModule.
constexpr StringRef ScriptMakers[] = {"torch.jit.freeze", "torch.jit.load",
                                      "torch.jit.optimize_for_inference",
                                      "torch.jit.script", "torch.jit.trace"};

/// What an autocast region may have in it besides runs, without a use for it.
constexpr StringRef Indifferent[] = {
    "arange",  "cpu",   "detach", "empty", "full",         "is_available",
    "item",    "numpy", "ones",   "print", "perf_counter", "rand",
    "randint", "randn", "range",  "size",  "synchronize",  "tensor",
    "time",    "to",    "zeros"};

class ExampleInputs {
public:
  explicit ExampleInputs(const File &F)
      : F(F), T(F), Runs(allModelRuns(F, T)) {}

  std::vector<Finding> find() {
    for (const ModelRun &Run : Runs) {
      checkConstants(Run);
      checkAutocast(Run);
    }
    for (const Call &C : F.calls()) {
      if (C.Callee == torchname::Export && !isExpectedToFail(C.At)) {
        checkArgs(C);
        checkModel(C);
        checkGradients(C);
      } else if (isPackageCompile(C)) {
        const Call *Export = packedExport(C, F);
        if (!Export || !Checked.insert(Export->At.id()).second)
          continue;
        checkAliases(*Export);
        checkNumbers(*Export);
      } else if (isPackageLoad(C) && !isExpectedToFail(C.At)) {
        checkSaved(C);
        checkRequest(C);
      }
    }
    sortByPlace(Result);
    return std::move(Result);
  }

private:
  // export(m, (x, 2.0)); run(x, 3.0)
  void checkConstants(const ModelRun &Run) {
    if (!Run.Model)
      return;
    for (const Leaf &Given : Run.Leaves) {
      const InputLeaf *Example = leafAt(Given.Path, *Run.Model);
      if (!Example || Example->Constant.empty())
        continue;
      const std::string Other = otherConstant(Given, Example->Constant);
      if (!Other.empty())
        Result.emplace_back(rangeOf(Given.At),
                            constantProblem(*Example, Other, Run.PackageName),
                            Run.sourceNotes(ExportedHere.str()));
    }
  }

  /// What \p Given is, or is in one turn of its loop, if that is no \p Compiled.
  std::string otherConstant(const Leaf &Given, StringRef Compiled) const {
    if (!Given.Constant.empty())
      return isSameConstant(Given.Constant, Compiled) ? "" : Given.Constant;
    const auto Turns =
        Given.At.is("identifier") ? turnsOf(F, Given.At) : std::nullopt;
    if (!Turns)
      return "";
    for (const Node &Turn : *Turns)
      if (std::string Text = constantText(Turn, F);
          !Text.empty() && !isSameConstant(Text, Compiled))
        return Text;
    return "";
  }

  /// What two leaves share if they are one tensor.
  Node tensorOf(const Leaf &L) const {
    const Node Made = F.values().resolved(L.At);
    return Made.is("identifier") ? F.names().bindingOf(Made) : Made;
  }

  // export(m, (x, x))
  void checkAliases(const Call &Export) {
    const auto From = examplesOf(Export, F);
    if (!From)
      return;
    const std::vector<Leaf> Given = givenInputs(From->All, F, T).Leaves;
    llvm::DenseMap<const void *, llvm::SmallVector<size_t, 1>> Sharing;
    for (size_t I = 0; I < Given.size(); ++I) {
      const Node Shared = Given[I].IsTensor ? tensorOf(Given[I]) : Node();
      if (!Shared)
        continue;
      auto &Before = Sharing[Shared.id()];
      for (const size_t J : Before) {
        if (isAliasMeant(Export, Given[J].Path, Given[I].Path))
          continue;
        const auto Model = contractOf(Export, F, T);
        const auto Named = [&](const Leaf &L) {
          const InputLeaf *Known = Model ? leafAt(L.Path, *Model) : nullptr;
          return Known ? *Known : L;
        };
        Result.emplace_back(rangeOf(Given[I].At),
                            aliasProblem(brief(Given[I].At, 30),
                                         Named(Given[J]), Named(Given[I])));
        return;
      }
      Before.push_back(I);
    }
  }

  /// Whether each call of the package passes one tensor for both, or may.
  bool isAliasMeant(const Call &Export, llvm::ArrayRef<std::string> First,
                    llvm::ArrayRef<std::string> Second) const {
    bool IsCalled = false;
    for (const ModelRun &Run : Runs) {
      if (!Run.Compile || packedExport(*Run.Compile, F) != &Export)
        continue;
      IsCalled = true;
      Node A, B;
      for (const Leaf &L : Run.Leaves) {
        if (llvm::ArrayRef(L.Path) == First)
          A = tensorOf(L);
        if (llvm::ArrayRef(L.Path) == Second)
          B = tensorOf(L);
      }
      if (A && B && !(A == B))
        return false;
    }
    return IsCalled;
  }

  // export(m, (x, 3), dynamic_shapes=({0: b}, Dim.DYNAMIC))
  void checkNumbers(const Call &Export) {
    const auto From = examplesOf(Export, F);
    const auto Model = contractOf(Export, F, T);
    if (!From || !From->IsComplete || !Model || !Model->Leaves)
      return;
    for (const auto &[I, Example] : llvm::enumerate(From->All)) {
      const InputLeaf *Leaf = leafAt({std::to_string(I)}, *Model);
      if (!Leaf || Leaf->Constant.empty())
        continue;
      const Node Said =
          F.values().resolved(dynamicShapeOf(Export, *From, I, F));
      const Call *Dim = F.callAt(Said);
      const auto Name = Said ? F.names().qualifiedName(Said) : std::nullopt;
      if (Dim ? Dim->Callee == torchname::Dim
              : Name == "torch.export.Dim.DYNAMIC" ||
                    Name == "torch.export.Dim.AUTO")
        Result.emplace_back(rangeOf(Example), dynamicNumberProblem(*Leaf));
    }
  }

  // export(m, x), export(m, [x])
  void checkArgs(const Call &Export) {
    const Argument *Args = Export.argument(1, "args");
    if (!Args)
      return;
    const Node Known = F.values().resolved(Args->Value);
    StringRef Form;
    if (Known.isAnyOf({"list", "list_comprehension"}) ||
        (Known.is("binary_operator") && Known.field("left").is("list")))
      Form = "a list";
    else if (Known.isAnyOf({"dictionary", "dictionary_comprehension"}))
      Form = "a dict";
    else if (T.tensorOf(Args->Value))
      Form = "a tensor";
    else if (const std::string Constant = constantText(Args->Value, F);
             !Constant.empty() && Constant != "None")
      Form = "a constant";
    if (!Form.empty())
      Result.emplace_back(rangeOf(Args->Value),
                          argsProblem(Form, brief(Args->Value, 40)));
  }

  // export(torch.jit.script(m), ...), export(lambda x: x, ...)
  void checkModel(const Call &Export) {
    const Argument *Model = Export.argument(0, "mod");
    if (!Model)
      return;
    Node Made = F.values().resolved(Model->Value);
    while (Made.is("call") && Made.field("function").is("attribute") &&
           returnsItself(Made.field("function").field("attribute").text()))
      Made = F.values().resolved(Made.field("function").field("object"));
    const Call *By = F.callAt(Made);
    const bool IsScript = By && llvm::is_contained(ScriptMakers, By->Callee);
    const Node Definition =
        Made.is("identifier") ? F.names().definition(Made) : Node();
    // torch 2.2 and older export functions; what writes packages is newer.
    const auto Torch = F.settings().Torch;
    const bool TakesFunctions = Torch ? *Torch < TorchVersion{2, 3}
                                      : !F.mentions("aoti_compile_and_package");
    const bool IsFunction =
        Made.is("lambda") || (Definition.is("function_definition") &&
                              !Definition.parent().is("decorated_definition"));
    if (IsScript || (IsFunction && !TakesFunctions))
      Result.emplace_back(rangeOf(Model->Value),
                          modelProblem(IsScript ? By->Callee : ""));
  }

  // torch.export.save(ep, "m.pt2"); aoti_load_package("m.pt2")
  void checkSaved(const Call &Load) {
    const Argument *Path = Load.argument(0, "path");
    const PackageWrites &Writes = F.index<PackageWrites>();
    if (!Path || Load.HasUnpacking)
      return;
    const auto Compiles = Writes.compilesTo(F.values().stringOf(Path->Value));
    if (!Compiles || !Compiles->empty())
      return;
    const Call *Save = nullptr;
    for (const Call &C : F.calls())
      if (const Argument *Saved =
              C.Callee == torchname::ExportSave ? C.argument(1, "f") : nullptr)
        if (C.At.end() < Load.At.begin() &&
            Names::scopeOf(C.At) == Names::scopeOf(Load.At) &&
            isSamePath(Saved->Value, Path->Value, F))
          Save = &C;
    if (Save)
      Result.emplace_back(
          rangeOf(Load.At),
          savedProblem(F.values().stringOf(Path->Value)
                           ? "'" + F.values().stringOf(Path->Value)->Tail + "'"
                           : "this file"),
          std::vector<Note>{
              {rangeOf(Save->At.field("function")), SavedHere.str()}});
  }

  static bool isCalled(Node N) {
    return N.parent().is("call") && N.parent().field("function") == N;
  }

  // @app.post("/score") def score(rows): run = aoti_load_package("m.pt2")
  void checkRequest(const Call &Load) {
    const Node Function = Names::scopeOf(Load.At), Around = Function.parent();
    const Argument *Path = Load.argument(0, "path");
    if (!Path || !F.values().wholeString(Path->Value) ||
        !Around.is("decorated_definition") || isConditional(Load.At, Function))
      return;
    // run = load(...); run(x), or load(...)(x): all else may keep it.
    const Node User = Load.At.parent(), Holder = User.field("left");
    bool IsKept = !isCalled(Load.At) &&
                  !(User.is("assignment") && Holder.is("identifier") &&
                    User.parent().is("expression_statement"));
    forEachNode(Function.field("body"), [&](Node N) {
      IsKept |= (N.is("return_statement") && N.end() < Load.At.begin()) ||
                (Holder && N.is("identifier") && !(N == Holder) &&
                 N.text() == Holder.text() && !isCalled(N));
      return true;
    });
    if (IsKept)
      return;
    bool IsRoute = false, IsOther = false;
    for (Node Part : Around.children()) {
      if (!Part.is("decorator"))
        continue;
      const Call Given = namelessCall(Part.children().front());
      const Argument *Url = Given.positional(0);
      const StringRef Verb =
          Given.At.field("function").field("attribute").text();
      const bool IsThis =
          llvm::is_contained({"delete", "get", "post", "put", "route"}, Verb) &&
          Url && Url->Value.text().ltrim("'\"").starts_with("/");
      IsRoute |= IsThis;
      IsOther |= !IsThis; // @cache
    }
    if (IsRoute && !IsOther)
      Result.emplace_back(
          rangeOf(Load.At),
          loadedAgainProblem("in each request", "when the server starts"));
  }

  // with torch.no_grad(): export(m, x), where forward() calls autograd.grad()
  void checkGradients(const Call &Export) {
    static constexpr StringRef Modes[] = {"enable_grad", "inference_mode",
                                          "no_grad", "set_grad_enabled"};
    Node With;
    const Argument *Model = Export.argument(0, "mod");
    const Call *Mode = enteredAround(Export.At, Modes, With);
    const auto Forward = Model ? forwardOf(Model->Value, F) : std::nullopt;
    if (!Mode || !Forward ||
        (Mode->Callee != "torch.no_grad" &&
         Mode->Callee != "torch.inference_mode"))
      return;
    for (const Call &C : F.calls())
      if (C.Callee == "torch.autograd.grad" &&
          Forward->Function.field("body").contains(C.At) &&
          !enteredAround(C.At, Modes, With)) {
        Result.emplace_back(rangeOf(Export.At.field("function")),
                            gradientProblem(Mode->Callee),
                            std::vector<Note>{{rangeOf(C.At), "in forward()"}});
        return;
      }
  }

  /// The call of one of \p Modes of torch that a 'with' around \p N in its
  /// function enters.
  const Call *enteredAround(Node N, llvm::ArrayRef<StringRef> Modes,
                            Node &With) const {
    for (With = N.parent();
         With && !With.isAnyOf({"function_definition", "lambda"});
         With = With.parent()) {
      if (!With.is("with_statement"))
        continue;
      const Call *Found = nullptr;
      forEachNode(With.child("with_clause"), [&](Node Part) {
        const Call *C = F.callAt(Part);
        if (C && StringRef(C->Callee).starts_with("torch.") &&
            llvm::is_contained(Modes, StringRef(C->Callee).rsplit('.').second))
          Found = C;
        return true;
      });
      if (Found)
        return Found;
    }
    return nullptr;
  }

  // with torch.autocast("cpu"): run(x)
  void checkAutocast(const ModelRun &Run) {
    Node With, Other;
    const Call *Autocast = enteredAround(Run.At, {"autocast"}, With);
    const Call *Export = Run.Compile ? packedExport(*Run.Compile, F) : nullptr;
    if (!Autocast || !Export || Autocast->keyword("enabled") ||
        Autocast->HasUnpacking ||
        enteredAround(Export->At, {"autocast"}, Other) ||
        !Checked.insert(Autocast->At.id()).second)
      return;
    // It may be there for something else.
    bool HasOther = false;
    forEachNode(With.field("body"), [&](Node N) {
      if (N.is("call")) {
        const Node Callee = N.field("function");
        HasOther |=
            !llvm::is_contained(Indifferent, lastName(Callee)) &&
            llvm::none_of(Runs, [&](const ModelRun &R) { return R.At == N; });
      }
      HasOther |= N.is("binary_operator") && N.field("operator").text() == "@";
      return true;
    });
    if (!HasOther)
      Result.emplace_back(
          rangeOf(Autocast->At), AutocastProblem.str(),
          std::vector<Note>{
              {rangeOf(Export->At.field("function")), ExportedHere.str()}});
  }

  const File &F;
  Tensors T;
  const std::vector<ModelRun> Runs;
  llvm::DenseSet<const void *> Checked; ///< exports, calls of autocast
  std::vector<Finding> Result;
};

} // namespace

static constexpr StringRef Words[] = {"torch.export", "torch import export",
                                      "load_package"};
static constexpr StringRef AlsoWords[] = {"aoti", "aot_compile", "aot_load",
                                          "export.save", "load_package"};

const Check ExampleInputsPython = {
    [](const File &F) { return ExampleInputs(F).find(); },
    Words,
    /*RestsOnOrder=*/true,
    /*TellsRuns=*/true,
    {},
    AlsoWords};

} // namespace aoti_tidy::python
