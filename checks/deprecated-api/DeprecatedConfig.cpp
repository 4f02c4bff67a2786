// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/DeprecatedApiPython.h"
#include "checks/lib/script/VersionGuard.h"
#include "checks/lib/torch/DeprecatedApi.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr StringRef ConfigModule = "torch._inductor.config";

const GoneConfig *entryFor(StringRef Key, const File &F) {
  return goneConfigs().find(Key, F.settings().torchOrNewest());
}

/// What the new key is set to where the old one is set to \p Value; empty if
/// there is no telling.
StringRef newValue(const GoneConfig &Entry, Node Value) {
  if (Value.is("true"))
    return Entry.ForTrue;
  if (Value.is("false"))
    return Entry.ForFalse;
  return "";
}

Finding findingOf(const GoneConfig &Entry, Node Where, Node Value) {
  Finding Result;
  Result.Where = TextRange::of(Where);
  Result.Text = ("'" + Entry.Name + "' is gone since torch " +
                 Entry.Since.str() + ", and setting it raises AttributeError; ")
                    .str();
  if (Entry.Replacement.empty()) {
    Result.Text += "leave it out";
    return Result;
  }
  Result.Text += ("set '" + Entry.Replacement + "'").str();
  const StringRef To = newValue(Entry, Value);
  if (!To.empty() && To != Value.text())
    Result.Text += (" to " + To).str();
  return Result;
}

void addValueEdit(const GoneConfig &Entry, Node Value,
                  std::vector<Edit> &Into) {
  const StringRef To = newValue(Entry, Value);
  if (To != Value.text())
    Into.push_back({TextRange::of(Value), To.str()});
}

/// {"aot_inductor.x": ...}, of \p In if it is one of several.
void addEntry(const Dict::Entry &Given, llvm::ArrayRef<Dict::Entry> In,
              const File &F, std::vector<Finding> &Into) {
  const GoneConfig *Entry = Given.Name ? entryFor(*Given.Name, F) : nullptr;
  if (!Entry || isPickedByVersion(Given.Whole, "", F))
    return;
  Finding Found = findingOf(*Entry, Given.Key, Given.Value);
  const Node Content = Given.Key.child("string_content");
  // The new key may be there already, with what is to hold.
  const bool IsThere = llvm::any_of(In, [&](const Dict::Entry &Other) {
    return !Other.Name || *Other.Name == Entry->Replacement;
  });
  if (!IsThere && Content && Content.text() == Entry->Name &&
      !newValue(*Entry, Given.Value).empty()) {
    Found.Fix.push_back({TextRange::of(Content), Entry->Replacement.str()});
    addValueEdit(*Entry, Given.Value, Found.Fix);
  }
  Into.push_back(std::move(Found));
}

/// config.aot_inductor.x = ...
void addAssignment(Node Assignment, const File &F, std::vector<Finding> &Into) {
  const Node Target = Assignment.field("left");
  if (!Target.is("attribute"))
    return;
  const StringRef Last = Target.field("attribute").text();
  if (llvm::none_of(goneConfigs(), [&](const GoneConfig &C) {
        return C.Name.rsplit('.').second == Last || C.Name == Last;
      }))
    return;
  const auto Object = F.names().qualifiedName(Target.field("object"));
  if (!Object || !StringRef(*Object).starts_with(ConfigModule))
    return;
  StringRef Path = StringRef(*Object).drop_front(ConfigModule.size());
  if (!Path.empty() && !Path.consume_front("."))
    return;
  const std::string Key = (Path.empty() ? Last : Path + "." + Last).str();
  const GoneConfig *Entry = entryFor(Key, F);
  if (!Entry || isPickedByVersion(Assignment, "", F))
    return;
  const Node Value = Assignment.field("right");
  Finding Found = findingOf(*Entry, Target, Value);
  const auto [NewGroup, NewName] = Entry->Replacement.split('.');
  // In 'a = b = True', both get the one value.
  const bool IsAlone = Assignment.parent().is("expression_statement");
  if (Value && IsAlone && !newValue(*Entry, Value).empty()) {
    const Node Group = Target.field("object");
    if (Path == NewGroup) {
      Found.Fix.push_back(
          {TextRange::of(Target.field("attribute")), NewName.str()});
      addValueEdit(*Entry, Value, Found.Fix);
    } else if (Group.is("attribute") &&
               Group.field("attribute").text() == Path) {
      Found.Fix.push_back({{Group.field("attribute").begin(), Target.end()},
                           Entry->Replacement.str()});
      addValueEdit(*Entry, Value, Found.Fix);
    }
  }
  Into.push_back(std::move(Found));
}

/// The argument of the call that is a dict of configs; null if it has none.
const Argument *configsOf(const Call &C) {
  if (C.Callee == "torch._inductor.aoti_compile_and_package")
    return C.keyword("inductor_configs");
  if (C.Callee == "torch._export.aot_compile" ||
      C.Callee == "torch._inductor.aot_compile" || C.Callee == "torch.compile")
    return C.keyword("options");
  if (C.Callee == "torch._inductor.config.patch")
    return C.positional(0);
  return nullptr;
}

} // namespace

void findGoneConfigs(const File &F, std::vector<Finding> &Into) {
  llvm::SmallVector<const void *, 8> Seen;
  for (const Call &C : F.calls()) {
    const Argument *Configs = configsOf(C);
    const auto Known =
        Configs ? F.values().dictOf(Configs->Value) : std::nullopt;
    if (!Known) {
      // config.patch("aot_inductor.x", value)
      const Argument *Value = C.positional(1);
      const auto Key = Configs && Value ? F.values().wholeString(Configs->Value)
                                        : std::nullopt;
      if (Key && C.Callee == "torch._inductor.config.patch")
        addEntry({Configs->Value, Value->Value, Key, C.At}, {}, F, Into);
      continue;
    }
    // Several calls may be given the same one.
    for (const Dict::Entry &Entry : Known->Entries) {
      if (llvm::is_contained(Seen, Entry.Whole.id()))
        continue;
      Seen.push_back(Entry.Whole.id());
      addEntry(Entry, Known->Entries, F, Into);
    }
  }
  forEachNode(F.tree().root(), [&](Node N) {
    if (N.is("assignment"))
      addAssignment(N, F, Into);
    return true;
  });
}

} // namespace aoti_tidy::python
