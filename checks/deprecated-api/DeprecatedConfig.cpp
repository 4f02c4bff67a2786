// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/DeprecatedApiPython.h"
#include "checks/deprecated-api/DeprecatedApiRule.h"
#include "checks/lib/script/InductorConfigs.h"
#include "checks/lib/script/VersionGuard.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

void addValueEdit(const GoneConfig &Entry, Node Value,
                  std::vector<Edit> &Into) {
  const StringRef To = newConfigValue(Entry, Value.text());
  if (To != Value.text())
    Into.push_back({rangeOf(Value), To.str()});
}

/// {"aot_inductor.x": ...}, config.patch("aot_inductor.x", ...)
std::vector<Edit> renameKey(const GoneConfig &Entry, const ConfigSetting &Set) {
  const Node Content = Set.At.child("string_content");
  // The new key may be there already, with what is to hold.
  const bool IsThere =
      Set.In && llvm::any_of(Set.In->Entries, [&](const Dict::Entry &Other) {
        return !Other.Name || *Other.Name == Entry.Replacement;
      });
  if (IsThere || !Content || Content.text() != Entry.Name)
    return {};
  return {{rangeOf(Content), Entry.Replacement.str()}};
}

/// config.aot_inductor.x = ...
std::vector<Edit> renameTarget(const GoneConfig &Entry,
                               const ConfigSetting &Set) {
  // In 'a = b = True', both get the one value.
  if (!Set.Whole.parent().is("expression_statement"))
    return {};
  const StringRef OldGroup = Entry.Name.rsplit('.').first;
  const auto [NewGroup, NewName] = Entry.Replacement.split('.');
  const Node Group = Set.At.field("object");
  const Node Name = Set.At.field("attribute");
  if (OldGroup == NewGroup)
    return {{rangeOf(Name), NewName.str()}};
  if (!Group.is("attribute") || Group.field("attribute").text() != OldGroup)
    return {};
  return {{{Group.field("attribute").begin(), Set.At.end()},
           Entry.Replacement.str()}};
}

} // namespace

void findGoneConfigs(const File &F, std::vector<Finding> &Into) {
  for (const ConfigSetting &Set : configSettings(F)) {
    const GoneConfig *Entry =
        goneConfigs().find(Set.Key, F.settings().torchOrNewest());
    if (!Entry || isPickedByVersion(Set.Whole, "", F))
      continue;
    const StringRef Value = Set.Value ? Set.Value.text() : StringRef();
    Finding Found(rangeOf(Set.At), goneConfigText(*Entry, Set.error(), Value));
    if (!newConfigValue(*Entry, Value).empty()) {
      Found.Fix = Set.By ? renameKey(*Entry, Set) : renameTarget(*Entry, Set);
      if (!Found.Fix.empty())
        addValueEdit(*Entry, Set.Value, Found.Fix);
    }
    Into.push_back(std::move(Found));
  }
}

} // namespace aoti_tidy::python
