// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/StateDicts.h"
#include "checks/lib/script/ExportedModels.h"
#include "checks/lib/script/Members.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Modules in modules, and names for names.
constexpr unsigned MaxDictDepth = 16;
/// The most keys that all modules of a model may have together.
constexpr size_t MaxKeys = 1000;

/// A key that modules of torch.nn have in their state_dict(): those whose names
/// start so, with the argument that says whether they have it.
struct Member {
  StringRef Classes, Name, Switch;
};
constexpr Member TorchMembers[] = {
    {"Linear", "weight", ""},
    {"Linear", "bias", "bias"},
    {"Conv", "weight", ""},
    {"Conv", "bias", "bias"},
    {"Embedding", "weight", ""},
    {"LayerNorm", "weight", "elementwise_affine"},
    {"LayerNorm", "bias", "bias"},
    {"BatchNorm", "weight", "affine"},
    {"BatchNorm", "bias", "affine"},
    {"BatchNorm", "running_mean", "track_running_stats"},
    {"BatchNorm", "running_var", "track_running_stats"},
    {"BatchNorm", "num_batches_tracked", "track_running_stats"},
};

/// Functions that give the members of modules other names.
constexpr StringRef Renaming[] = {"weight_norm", "parametriz", "prune",
                                  "fuse_modules", "quantize"};

class StateReader {
public:
  explicit StateReader(const File &F) : F(F), Known(F.index<Members>()) {}

  std::optional<StateDict> read(Node Module) {
    if (llvm::any_of(Renaming, [&](StringRef W) { return F.mentions(W); }))
      return std::nullopt;
    Result.HasAllKeys = true;
    return addModule(Module, "", 0) ? std::optional(std::move(Result))
                                    : std::nullopt;
  }

private:
  /// Whether \p Expr is known to be a module. Its keys get \p Prefix.
  bool addModule(Node Expr, const std::string &Prefix, unsigned Depth) {
    const Node Maker = makerOf(Expr, F);
    if (!Maker || Depth > MaxDictDepth || Result.Keys.size() > MaxKeys)
      return false;
    const Node Callee = Maker.field("function");
    if (const auto Name = F.names().qualifiedName(Callee))
      return isIn(*Name, torchname::NnPackage) &&
             addTorchModule(StringRef(*Name).rsplit('.').second, Maker, Prefix);
    const Node Class = moduleClassOf(Maker, F);
    return Class && addClass(Class, Prefix, Depth);
  }

  bool addTorchModule(StringRef Class, Node Made, const std::string &Prefix) {
    const Call C = namelessCall(Made);
    // bias=use_bias
    bool IsKnown = !C.HasUnpacking;
    bool IsFound = false;
    for (const Member &M : TorchMembers) {
      if (!Class.starts_with(M.Classes))
        continue;
      IsFound = true;
      const Argument *Switch = M.Switch.empty() ? nullptr : C.keyword(M.Switch);
      const auto Value =
          Switch ? F.values().booleanOf(Switch->Value) : std::optional(true);
      if (IsKnown && Value.value_or(false))
        Result.Keys.push_back(Prefix + M.Name.str());
      IsKnown &= Value.has_value();
    }
    // A positional one may be a switch, too: of these, only what all have.
    const size_t Positional = llvm::count_if(
        C.Arguments, [](const Argument &A) { return A.Keyword.empty(); });
    constexpr size_t MaxSizes = 2;
    if (!IsFound || !IsKnown || Positional > MaxSizes)
      Result.HasAllKeys = false;
    return IsFound;
  }

  /// Adds the parameters and buffers that __init__ surely gives an object.
  bool addClass(Node Class, const std::string &Prefix, unsigned Depth) {
    const auto Bases = Class.field("superclasses").children();
    if (Bases.size() != 1 ||
        canonicalName(F.names().qualifiedName(Bases.front()).value_or("")) !=
            torchname::NnModule)
      return false;
    Result.HasAllKeys = false;
    for (Node Method : Class.field("body").children()) {
      if (!Method.is("function_definition"))
        continue;
      const StringRef Name = Method.field("name").text();
      // It says itself what its state is, or what its attributes are.
      if (llvm::is_contained({"state_dict", "__setattr__", "__getattr__",
                              "_save_to_state_dict", "get_extra_state"},
                             Name))
        return false;
      if (Name == "__init__")
        for (Node S : Method.field("body").children())
          addStatement(S, Prefix, Depth);
    }
    return true;
  }

  void addStatement(Node S, const std::string &Prefix, unsigned Depth) {
    const Node Inner = S.is("expression_statement") ? S.children().front() : S;
    if (Inner.is("call"))
      return addRegistration(Inner, Prefix);
    const Node Target = Inner.field("left");
    if (!Inner.is("assignment") || !Target.is("attribute") ||
        Target.field("object").text() != "self")
      return;
    const std::string Name = Prefix + Target.field("attribute").text().str();
    // Nothing else sets it.
    const Node Value = F.values().resolved(Known.valueOf(Target));
    if (!Value.is("call"))
      return;
    const auto Callee = F.names().qualifiedName(Value.field("function"));
    if (Callee && canonicalName(*Callee) == torchname::NnParameter)
      Result.Keys.push_back(Name);
    else
      addModule(Value, Name + ".", Depth + 1);
  }

  /// self.register_buffer("scale", torch.ones(4))
  void addRegistration(Node At, const std::string &Prefix) {
    const Node Callee = At.field("function");
    if (!Callee.is("attribute") || Callee.field("object").text() != "self")
      return;
    const StringRef Method = Callee.field("attribute").text();
    const Call C = namelessCall(At);
    const Argument *Name = C.argument(0, "name");
    const Argument *Value =
        C.argument(1, Method == "register_buffer" ? "tensor" : "param");
    if ((Method != "register_buffer" && Method != "register_parameter") ||
        C.HasUnpacking || !Name || !Value ||
        !F.values().resolved(Value->Value).is("call"))
      return;
    const Argument *Persistent = C.argument(2, "persistent");
    if (Persistent && !F.values().booleanOf(Persistent->Value).value_or(false))
      return;
    if (const auto Text = F.values().wholeString(Name->Value))
      Result.Keys.push_back(Prefix + *Text);
  }

  const File &F;
  const Members &Known;
  StateDict Result;
};

} // namespace

std::optional<StateDict> stateDictOf(Node Expr, const File &F) {
  // sd = model.state_dict(), and nothing else is done with it
  if (Expr.is("identifier") && F.names().occurrences(Expr).size() == 2)
    Expr = F.values().resolved(Expr);
  if (!Expr.is("call"))
    return std::nullopt;
  Node Callee = Expr.field("function");
  const auto Arguments = Expr.field("arguments").children();
  if (F.names().qualifiedName(Callee) == "builtins.dict" &&
      Arguments.size() == 1 && Arguments.front().is("call"))
    return stateDictOf(Arguments.front(), F);
  if (!Callee.is("attribute") ||
      Callee.field("attribute").text() != "state_dict" || !Arguments.empty())
    return std::nullopt;
  return StateReader(F).read(Callee.field("object"));
}

} // namespace aoti_tidy::python
