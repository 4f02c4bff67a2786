// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/TorchObjects.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxObjectDepth = 24;

/// torch.nn.Linear, torch.nn.modules.linear.Linear: a class by its name.
bool isModuleClassName(StringRef Name) {
  if (Name == torchname::GraphModule)
    return true;
  if (!isIn(Name, torchname::NnPackage))
    return false;
  Name = Name.drop_front(torchname::NnPackage.size() + 1);
  const auto [Above, Class] =
      Name.contains('.') ? Name.rsplit('.') : std::pair(StringRef(), Name);
  return (Above.empty() || Above.starts_with("modules")) && !Class.empty() &&
         llvm::isUpper(Class.front()) && Class != "Parameter" &&
         Class != "Buffer";
}

bool isModuleClass(Node Class, const File &F, unsigned Depth) {
  if (Depth > MaxObjectDepth)
    return false;
  for (Node Base : Class.field("superclasses").children()) {
    if (const auto Name = F.names().qualifiedName(Base);
        Name && isModuleClassName(*Name))
      return true;
    if (!Base.is("identifier"))
      continue;
    const Node Definition = F.names().definition(Base);
    if (Definition.is("class_definition") &&
        isModuleClass(Definition, F, Depth + 1))
      return true;
  }
  return false;
}

/// Functions of other libraries that are known to return a module.
bool makesModule(StringRef Function) {
  const StringRef Last = Function.rsplit('.').second;
  if (Function.starts_with("torchvision.models."))
    return !Last.empty() && llvm::isLower(Last.front()) &&
           !Last.contains("weight") && !Last.starts_with("list_") &&
           !Last.contains("feature_extract") && Last != "get_graph_node_names";
  if (Function == "timm.create_model")
    return true;
  if (Last != "from_pretrained" || !Function.starts_with("transformers."))
    return false;
  const StringRef Class =
      Function.drop_back(StringRef(".from_pretrained").size())
          .rsplit('.')
          .second;
  return (Class.contains("Model") || Class.contains("For")) &&
         !Class.ends_with("Config") && !Class.contains("Tokenizer") &&
         !Class.starts_with("TF") && !Class.starts_with("Flax") &&
         !Class.contains("Processor") && !Class.contains("Format");
}

bool isModuleExpr(Node Expr, const File &F, unsigned Depth) {
  Expr = F.values().resolved(Expr);
  if (!Expr.is("call") || Depth > MaxObjectDepth)
    return false;
  const Node Callee = Expr.field("function");
  if (const auto Name = F.names().qualifiedName(Callee)) {
    if (isModuleClassName(*Name) || makesModule(*Name))
      return true;
    if (*Name == "copy.deepcopy") {
      const auto Arguments = Expr.field("arguments").children();
      return !Arguments.empty() && isModuleExpr(Arguments[0], F, Depth + 1);
    }
  }
  if (Callee.is("identifier")) {
    const Node Definition = F.names().definition(Callee);
    return Definition.is("class_definition") && isModuleClass(Definition, F, 0);
  }
  if (!Callee.is("attribute"))
    return false;
  const Node Object = Callee.field("object");
  const StringRef Method = Callee.field("attribute").text();
  if (Method == "module")
    return isExportedProgram(Object, F);
  return returnsItself(Method) && isModuleExpr(Object, F, Depth + 1);
}

} // namespace

bool returnsItself(StringRef ModuleMethod) {
  static constexpr StringRef Methods[] = {
      "apply", "bfloat16", "cpu",   "cuda",           "double",
      "eval",  "float",    "half",  "requires_grad_", "share_memory",
      "to",    "to_empty", "train", "type",           "xpu"};
  return llvm::is_contained(Methods, ModuleMethod);
}

bool isModule(Node Expr, const File &F) { return isModuleExpr(Expr, F, 0); }

Node withoutDecompositions(Node Program, const File &F) {
  Node Value = F.values().resolved(Program);
  for (unsigned Depth = 0; Depth < MaxObjectDepth && Value.is("call");
       ++Depth) {
    const Node Callee = Value.field("function");
    if (!Callee.is("attribute") ||
        Callee.field("attribute").text() != "run_decompositions")
      break;
    Value = F.values().resolved(Callee.field("object"));
  }
  return Value;
}

bool isExportedProgram(Node Expr, const File &F) {
  const Node Value = withoutDecompositions(Expr, F);
  if (!Value.is("call"))
    return false;
  const auto Callee = F.names().qualifiedName(Value.field("function"));
  return Callee &&
         (*Callee == torchname::Export || *Callee == torchname::ExportLoad ||
          *Callee == torchname::ExportForTraining);
}

} // namespace aoti_tidy::python
