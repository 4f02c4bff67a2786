// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ExportedModels.h"
#include "checks/lib/script/SymbolicFunction.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxMakerDepth = 24;
/// More modules than a file makes by hand.
constexpr size_t MaxMakers = 200;

/// The call that exports what \p Compile compiles; it may be the same call.
const Call *exportFor(const Call &Compile, const File &F) {
  if (Compile.Callee == torchname::ExportAotCompile)
    return &Compile;
  const bool IsPackage = Compile.Callee == torchname::AotiCompileAndPackage;
  if (!IsPackage && Compile.Callee != torchname::InductorAotCompile)
    return nullptr;
  const Argument *Program =
      Compile.argument(0, IsPackage ? "exported_program" : "gm");
  if (!Program)
    return nullptr;
  Node Value = Program->Value;
  // aot_compile(program.module(), ...)
  if (!IsPackage)
    if (const auto Method = methodCall(F, F.values().resolved(Value));
        Method && Method->Name == "module")
      Value = Method->Object;
  const Call *Export = F.callAt(withoutDecompositions(Value, F));
  return Export && Export->Callee == torchname::Export ? Export : nullptr;
}

} // namespace

std::vector<ExportedModel> exportedModels(const File &F) {
  std::vector<ExportedModel> Result;
  for (const Call &Compile : F.calls()) {
    const Call *Export = exportFor(Compile, F);
    if (!Export || llvm::any_of(Result, [&](const ExportedModel &M) {
          return M.Export == Export;
        }))
      continue;
    if (const Argument *Model =
            Export->argument(0, Export == &Compile ? "f" : "mod"))
      Result.push_back({Model->Value, Export, &Compile});
  }
  return Result;
}

Node makerOf(Node Expr, const File &F) {
  Node Value = F.values().resolved(Expr);
  for (unsigned Depth = 0; Depth < MaxMakerDepth && Value.is("call"); ++Depth) {
    const Node Callee = Value.field("function");
    const Call *Known = F.callAt(Value);
    if (Known && Known->Callee == "copy.deepcopy") {
      const Argument *Of = Known->positional(0);
      Value = Of ? F.values().resolved(Of->Value) : Node();
    } else if (!Known && Callee.is("attribute") &&
               returnsItself(Callee.field("attribute").text())) {
      Value = F.values().resolved(Callee.field("object"));
    } else {
      return Value;
    }
  }
  return {};
}

Node moduleClassOf(Node Maker, const File &F) {
  const Node Callee = Maker.field("function");
  const Node Class =
      Callee.is("identifier") ? F.names().definition(Callee) : Node();
  return Class.is("class_definition") && isModule(Maker, F) ? Class : Node();
}

Node methodNamed(Node Class, StringRef Name) {
  Node Result;
  for (Node Below : Class.field("body").children()) {
    const Node Function =
        Below.is("decorated_definition") ? Below.field("definition") : Below;
    if (!Function.is("function_definition") ||
        Function.field("name").text() != Name)
      continue;
    if (Result)
      return {};
    Result = Function;
  }
  return Result;
}

bool isConditional(Node N, Node Around) {
  for (Node Up = N.parent(); Up && !(Up == Around); Up = Up.parent())
    if (Up.isAnyOf({"if_statement", "conditional_expression", "try_statement",
                    "while_statement", "match_statement", "lambda",
                    "boolean_operator", "function_definition"}))
      return true;
  return false;
}

bool keepsModules(Node Call, const File &F) {
  const Node Callee = Call.field("function");
  if (const python::Call *Known = F.callAt(Call);
      Known && (isIn(Known->Callee, "builtins") ||
                Known->Callee == "collections.OrderedDict"))
    return true;
  return llvm::is_contained({"append", "extend", "__init__"},
                            Callee.field("attribute").text()) ||
         isModule(Call, F);
}

std::vector<Node> makersWithin(Node Maker, const File &F) {
  std::vector<Node> Result;
  std::vector<Node> Open = {Maker};
  llvm::SmallPtrSet<const void *, 16> Seen;
  while (!Open.empty() && Result.size() < MaxMakers) {
    const Node At = Open.back();
    Open.pop_back();
    const Node Class = moduleClassOf(At, F);
    if (!Class || !Seen.insert(Class.id()).second)
      continue;
    Result.push_back(At);
    const Node Body = methodNamed(Class, "__init__").field("body");
    forEachNode(Body, [&](Node N) {
      if (!N.is("call"))
        return true;
      if (!isConditional(N, Body))
        Open.push_back(N);
      return keepsModules(N, F);
    });
  }
  return Result;
}

} // namespace aoti_tidy::python
