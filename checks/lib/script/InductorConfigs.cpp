// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/InductorConfigs.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/SmallPtrSet.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The arguments of a call that may be a dict of configs.
llvm::SmallVector<const Argument *, 2> configArguments(const Call &C) {
  if (C.Callee == torchname::ConfigPatch)
    return {C.argument(0, "arg1")};
  if (C.Callee == torchname::AotiCompileAndPackage)
    // It has no 'options', but what is in there is meant for it.
    return {C.keyword("inductor_configs"), C.keyword("options")};
  if (C.Callee == torchname::ExportAotCompile ||
      C.Callee == torchname::InductorAotCompile ||
      C.Callee == torchname::Compile)
    return {C.keyword("options")};
  return {};
}

class ConfigReader {
public:
  explicit ConfigReader(const File &F) : F(F) {}

  std::vector<ConfigSetting> read() {
    for (const Call &C : F.calls())
      for (const Argument *A : configArguments(C))
        if (A && !addDict(A->Value, C))
          addPair(*A, C);
    forEachNode(F.tree().root(), [&](Node N) {
      if (N.is("assignment"))
        addAssignment(N);
      return true;
    });
    return std::move(Found);
  }

private:
  /// {"aot_inductor.x": ...}. Several calls may be given the same one.
  bool addDict(Node Configs, const Call &By) {
    auto Known = F.values().dictOf(Configs);
    if (!Known)
      return false;
    if (!Seen.insert(Known->Literal.id()).second)
      return true;
    const auto In = std::make_shared<const Dict>(std::move(*Known));
    for (const Dict::Entry &E : In->Entries)
      if (E.Name)
        Found.push_back({*E.Name, E.Key, E.Value, E.Whole, &By, In});
    return true;
  }

  /// config.patch("aot_inductor.x", value)
  void addPair(const Argument &Name, const Call &By) {
    const Argument *Value = By.argument(1, "arg2");
    const auto Key = Value && By.Callee == torchname::ConfigPatch
                         ? F.values().wholeString(Name.Value)
                         : std::nullopt;
    if (Key)
      Found.push_back({*Key, Name.Value, Value->Value, By.At, &By, nullptr});
  }

  /// config.aot_inductor.x = value
  void addAssignment(Node Assignment) {
    const Node Target = Assignment.field("left");
    if (!Target.is("attribute"))
      return;
    const auto Object = F.names().qualifiedName(Target.field("object"));
    StringRef Path = Object ? StringRef(*Object) : StringRef();
    if (!Path.consume_front(torchname::Config) ||
        !(Path.empty() || Path.consume_front(".")))
      return;
    const StringRef Last = Target.field("attribute").text();
    Found.push_back({(Path.empty() ? Last : Path + "." + Last).str(), Target,
                     Assignment.field("right"), Assignment, nullptr, nullptr});
  }

  const File &F;
  std::vector<ConfigSetting> Found;
  llvm::SmallPtrSet<const void *, 8> Seen;
};

struct AllSettings {
  explicit AllSettings(const File &F) : All(ConfigReader(F).read()) {}

  const std::vector<ConfigSetting> All;
};

} // namespace

StringRef ConfigSetting::error() const {
  // It names the options that there are, instead.
  return By && By->Callee == torchname::Compile ? "RuntimeError"
                                                : "AttributeError";
}

llvm::ArrayRef<ConfigSetting> configSettings(const File &F) {
  return F.index<AllSettings>().All;
}

} // namespace aoti_tidy::python
