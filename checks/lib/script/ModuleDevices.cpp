// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ModuleDevices.h"
#include "checks/lib/script/Devices.h"
#include "checks/lib/script/ExecutionOrder.h"
#include "checks/lib/script/TorchObjects.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 24;

/// Whether the text names a device, or something that may move tensors to one.
bool namesDevice(StringRef Text) {
  static constexpr StringRef Words[] = {"device", "cuda",   "cpu",  "xpu",
                                        "mps",    "meta",   ".to(", "type_as",
                                        "_apply", "def to", "hook"};
  return llvm::any_of(
      Words, [&](StringRef Word) { return Text.contains_insensitive(Word); });
}

/// Whether what is made in a 'with' around \p Made may be made elsewhere: 'with
/// init_empty_weights():'.
bool isMadeInContext(Node Made, const File &F) {
  static constexpr StringRef Harmless[] = {
      "builtins.",      "contextlib.nullcontext", "tempfile.",
      "warnings.",      torchname::Autocast,      torchname::InferenceMode,
      torchname::NoGrad};
  const auto IsHarmless = [&](Node Item) {
    Node Entered = Item.field("value");
    if (Entered.is("as_pattern") && !Entered.children().empty())
      Entered = Entered.children().front();
    const Node Known = F.values().resolved(Entered);
    const auto Name = Known.is("call")
                          ? F.names().qualifiedName(Known.field("function"))
                          : std::nullopt;
    return Name && llvm::any_of(Harmless, [&](StringRef Prefix) {
             return StringRef(*Name).starts_with(Prefix);
           });
  };
  for (Node Up = Made.parent(); Up; Up = Up.parent())
    if (Up.is("with_statement") &&
        !llvm::all_of(Up.child("with_clause").children(), IsHarmless))
      return true;
  return false;
}

/// Whether \p Class derives from torch.nn.Module alone and names no device in
/// its text.
bool isPlainModuleClass(Node Class, const File &F) {
  if (!Class.is("class_definition") ||
      Class.parent().is("decorated_definition") || namesDevice(Class.text()))
    return false;
  const auto Bases = Class.field("superclasses").children();
  const auto Base =
      Bases.size() == 1 ? F.names().qualifiedName(Bases.front()) : std::nullopt;
  return Base && canonicalName(*Base) == torchname::NnModule;
}

/// What is done to a module.
enum class Use { Harmless, Move, Unknown };

/// Follows a module from where it is used back to where it is made, through all
/// the names it has.
class Placer {
public:
  Placer(Node At, const File &F, const Tensors &T) : At(At), F(F), T(T) {}

  std::optional<PlacedModule> place(Node Expr);

private:
  struct Move {
    Node Where;
    std::string Device;
    bool IsDone = false; ///< before At, for certain
  };

  bool readValue(Node Expr, unsigned Depth);
  bool readUses(Node Name);
  bool readUse(Node Module);
  bool isMade(Node Call) const;
  Use useOf(Node Call, bool IsDone);
  std::optional<std::string> targetOf(Node Call) const;

  const Node At;
  const File &F;
  const Tensors &T;
  Node Made;
  llvm::SmallVector<Move, 2> Moves;
  llvm::SmallVector<unsigned, 4> Seen; ///< names, by where they first occur
};

std::optional<PlacedModule> Placer::place(Node Expr) {
  if (T.hasOtherDefaults() || !readValue(Expr, 0))
    return std::nullopt;
  PlacedModule Result{"cpu", {}, Made};
  for (const Move &M : Moves) {
    if (M.Device != Moves.front().Device)
      return std::nullopt;
    const bool IsDone = M.IsDone || findExecutedBefore(At, [&](Node N) {
                          return N == M.Where;
                        });
    if (IsDone)
      Result.Mover = M.Where;
  }
  if (Moves.empty() || Moves.front().Device == "cpu")
    return Result;
  Result.Device = Moves.front().Device;
  return Result.Mover ? std::optional(Result) : std::nullopt;
}

/// The device of x.to(...), x.cuda(); empty if the device stays.
std::optional<std::string> Placer::targetOf(Node Call) const {
  const StringRef Method = Call.field("function").field("attribute").text();
  if (Method != "to")
    return Method.str();
  std::string Device;
  for (Node A : Call.field("arguments").children()) {
    const bool IsNamed = A.is("keyword_argument");
    const StringRef Keyword = A.field("name").text();
    if (IsNamed && Keyword != "device" && Keyword != "dtype")
      continue;
    const Node Given = IsNamed ? A.field("value") : A;
    if (const auto To = deviceOf(Given, F)) {
      Device = To->Type;
      continue;
    }
    const auto Name = F.names().qualifiedName(F.values().resolved(Given));
    if (!Name || !StringRef(*Name).starts_with("torch.") ||
        !parseDType(StringRef(*Name).drop_front(6)))
      return std::nullopt;
  }
  return Device;
}

/// What the method that \p Call calls does to the module it is called on.
Use Placer::useOf(Node Call, bool IsDone) {
  const StringRef Method = Call.field("function").field("attribute").text();
  if (llvm::is_contained({StringRef("to"), StringRef("cpu"), StringRef("cuda"),
                          StringRef("xpu")},
                         Method)) {
    auto Device = targetOf(Call);
    if (!Device)
      return Use::Unknown;
    if (!Device->empty())
      Moves.push_back({Call, std::move(*Device), IsDone});
    return Use::Move;
  }
  const bool IsHarmless =
      llvm::is_contained({StringRef("eval"), StringRef("train"),
                          StringRef("half"), StringRef("float"),
                          StringRef("double"), StringRef("bfloat16"),
                          StringRef("requires_grad_"), StringRef("state_dict"),
                          StringRef("forward")},
                         Method) ||
      (Method == "load_state_dict" &&
       !Call.field("arguments").text().contains("assign")) ||
      // p.data = p.data.cuda()
      (Method == "parameters" && !F.tree().text().contains(".data"));
  return IsHarmless ? Use::Harmless : Use::Unknown;
}

bool Placer::isMade(Node Call) const {
  const Node Callee = Call.field("function");
  if (namesDevice(Call.field("arguments").text()) || isMadeInContext(Call, F))
    return false;
  if (const auto Name = F.names().qualifiedName(Callee)) {
    // Of layers that have a name, it is not known who moves them.
    if (StringRef(*Name).ends_with(".Sequential"))
      return llvm::all_of(Call.field("arguments").children(),
                          [](Node A) { return A.is("call"); });
    return isModule(Call, F);
  }
  const Node Class =
      Callee.is("identifier") ? F.names().definition(Callee) : Node();
  return isPlainModuleClass(Class, F);
}

bool Placer::readValue(Node Expr, unsigned Depth) {
  if (Depth > MaxDepth)
    return false;
  while (Expr.is("parenthesized_expression") && Expr.children().size() == 1)
    Expr = Expr.children().front();
  if (Expr.is("identifier")) {
    const Node Given = F.names().assignedValue(Expr);
    return Given && readUses(Expr) && readValue(Given, Depth + 1);
  }
  if (!Expr.is("call"))
    return false;
  const Node Callee = Expr.field("function");
  if (Callee.is("attribute") && !F.names().qualifiedName(Callee))
    return returnsItself(Callee.field("attribute").text()) &&
           useOf(Expr, /*IsDone=*/true) != Use::Unknown &&
           readValue(Callee.field("object"), Depth + 1);
  Made = Expr;
  return isMade(Expr);
}

/// What is done to the module by the name \p Name, anywhere.
bool Placer::readUses(Node Name) {
  const auto Uses = F.names().occurrences(Name);
  if (Uses.empty())
    return false;
  if (llvm::is_contained(Seen, Uses.front().begin()))
    return true;
  Seen.push_back(Uses.front().begin());
  return llvm::all_of(Uses, [&](Node Use) { return readUse(Use); });
}

bool Placer::readUse(Node Module) {
  // model.eval().to("cuda") is the model.
  for (;;) {
    const Node Parent = Module.parent();
    if (!Parent.is("attribute") || !(Parent.field("object") == Module))
      break;
    const Node Call = Parent.parent();
    if (!Call.is("call") || !(Call.field("function") == Parent))
      return Parent.field("attribute").text() == "training";
    if (useOf(Call, /*IsDone=*/false) == Use::Unknown)
      return false;
    if (!returnsItself(Parent.field("attribute").text()))
      return true;
    Module = Call;
  }
  Node Parent = Module.parent();
  while (Parent.is("parenthesized_expression"))
    Parent = Parent.parent();
  if (Parent.is("assignment")) {
    const Node Left = Parent.field("left");
    return Left == Module || (Left.is("identifier") && readUses(Left));
  }
  if (Parent.isAnyOf({"expression_statement", "return_statement"}))
    return true;
  if (Parent.is("call"))
    return Parent.field("function") == Module;
  if (Parent.is("keyword_argument"))
    Parent = Parent.parent();
  if (!Parent.is("argument_list"))
    return false;
  const Node Function = Parent.parent().field("function");
  const auto Callee = F.names().qualifiedName(Function);
  return Callee && (*Callee == torchname::Export ||
                    *Callee == torchname::ExportAotCompile ||
                    *Callee == "builtins.print" || *Callee == "builtins.type");
}

} // namespace

std::optional<std::string> exportedFor(const Call &Export, const File &F,
                                       Tensors &T) {
  const bool IsLegacy = Export.Callee == torchname::ExportAotCompile;
  const Argument *Module = Export.argument(0, IsLegacy ? "f" : "mod");
  const Argument *Args = Export.argument(1, "args");
  const auto Examples =
      Args ? F.values().elementsOf(Args->Value) : std::nullopt;
  if (!Module || !Examples || Export.argument(2, "kwargs") ||
      Export.HasUnpacking)
    return std::nullopt;
  auto Placed = placedModule(Module->Value, Export.At, F, T);
  const auto IsThere = [&](Node Example) {
    const auto Value = T.tensorOf(Example);
    return Value && Value->Device &&
           Value->Device->Value.Type == Placed->Device;
  };
  if (!Placed || !llvm::all_of(*Examples, IsThere))
    return std::nullopt;
  return std::move(Placed->Device);
}

std::optional<PlacedModule> placedModule(Node Expr, Node At, const File &F,
                                         const Tensors &T) {
  return Placer(At, F, T).place(Expr);
}

} // namespace aoti_tidy::python
