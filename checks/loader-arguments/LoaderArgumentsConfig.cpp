// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The keys of torch._inductor.config.
#include "checks/lib/script/InductorConfigs.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/VersionGuard.h"
#include "checks/loader-arguments/CompileArgumentsRule.h"
#include "checks/loader-arguments/LoaderArgumentsPython.h"

namespace aoti_tidy::python {

// inductor_configs={"aot_inductor.metadata": {"cutoff": 5.0}}
static void checkMetadata(const ConfigSetting &Set, const File &F,
                          std::vector<Finding> &Out) {
  const auto Metadata = Set.Key == "aot_inductor.metadata"
                            ? F.values().dictOf(Set.Value)
                            : std::nullopt;
  if (!Metadata)
    return;
  for (const Dict::Entry &E : Metadata->Entries)
    if (F.values().resolved(E.Value).isAnyOf({"integer", "float", "true",
                                              "false", "list", "tuple",
                                              "dictionary", "unary_operator"}))
      Out.emplace_back(rangeOf(E.Value), metadataValueProblem(E.Value.text()));
}

// inductor_configs={"aot_inductor.debug_compil": True},
// torch._inductor.config.aot_inductor.debug_compil = True
void checkConfigKeys(const File &F, std::vector<Finding> &Out) {
  for (const ConfigSetting &Set : configSettings(F)) {
    checkMetadata(Set, F, Out);
    auto Problem = configKeyProblem(Set.Key, Set.error(), F.settings().Torch);
    if (!Problem || isPickedByVersion(Set.Whole, "", F))
      continue;
    Finding Found{rangeOf(Set.At), std::move(Problem->Text)};
    // Others rewrite what is given to torch._export.
    const bool IsFrozen =
        Set.By &&
        isRewrittenAnyway({*Set.By, canonicalFunction(Set.By->Callee)}, F);
    if (!Problem->Meant.empty() && !IsFrozen)
      if (auto Fix = rewriteString(Set.At, Problem->Meant))
        Found.Notes.push_back(
            {rangeOf(Set.At), std::move(Problem->Note), {std::move(*Fix)}});
    Out.push_back(std::move(Found));
  }
}

} // namespace aoti_tidy::python
