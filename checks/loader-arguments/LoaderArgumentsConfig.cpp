// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The keys of torch._inductor.config.
#include "checks/lib/script/InductorConfigs.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/VersionGuard.h"
#include "checks/lib/torch/InductorConfig.h"
#include "checks/loader-arguments/LoaderArgumentsPython.h"
#include <fmt/format.h>

using namespace aoti_tidy;
using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

bool isOfAotInductor(StringRef Key) {
  return Key.starts_with("aot_inductor.") ||
         Key.starts_with("aot_inductor_mode.");
}

class ConfigKeys {
public:
  ConfigKeys(const File &F, std::vector<Finding> &Out) : F(F), Out(Out) {}

  void check(const ConfigSetting &Use) {
    const VersionedRow *Key = configKeys().find(Use.Key);
    if (Key)
      return checkVersion(Use, *Key);
    const StringRef Name = Use.Key;
    const bool HasDot = Name.contains('.');
    // Which other keys there are, no table says; but none of the others is
    // named as one of these is after its dot.
    if (!isOfAotInductor(Name) &&
        (HasDot ? !Name.split('.').first.contains("aot")
                : !F.settings().torchAtLeast({2, 6})))
      return;
    const VersionedRow *Meant = similarConfigKey(Name);
    // Of the keys that are gone aoti-deprecated-api speaks.
    if (Meant && Meant->Last)
      return;
    // A torch that is newer than the tables may have it.
    if (!Meant && (!F.settings().Torch || !isOfAotInductor(Name)))
      return;
    if (!Meant && *F.settings().Torch > TorchVersion::newest())
      return;
    if (isGuarded(Use))
      return;
    Finding Found{
        rangeOf(Use.At),
        fmt::format("torch._inductor.config has no '{}', and this "
                    "raises {}{}",
                    Use.Key, Use.error().str(),
                    Meant ? "; did you mean '" + Meant->Name.str() + "'?" : ""),
        {},
        {}};
    // Others rewrite what is given to torch._export.
    const bool IsFrozen =
        Use.By &&
        isRewrittenAnyway({*Use.By, canonicalFunction(Use.By->Callee)}, F);
    if (Meant && !IsFrozen)
      if (auto Fix = rewriteString(Use.At, Meant->Name))
        Found.Notes.push_back({rangeOf(Use.At),
                               "this is the key '" + Meant->Name.str() + "'",
                               {std::move(*Fix)}});
    Out.push_back(std::move(Found));
  }

private:
  bool isGuarded(const ConfigSetting &Use) const {
    return isPickedByVersion(Use.Whole, "", F);
  }

  /// Keys that are gone are aoti-deprecated-api's.
  void checkVersion(const ConfigSetting &Use, const VersionedRow &Key) {
    const auto Torch = F.settings().Torch;
    if (!Torch || *Torch >= Key.First || isGuarded(Use))
      return;
    Out.push_back(
        {rangeOf(Use.At),
         fmt::format("torch._inductor.config of torch {} has no "
                     "'{}', which came with torch {}, and this "
                     "raises {}; drop it",
                     Torch->str(), Use.Key, Key.First.str(), Use.error().str()),
         {},
         {}});
  }

  const File &F;
  std::vector<Finding> &Out;
};

} // namespace

void checkConfigKeys(const File &F, std::vector<Finding> &Out) {
  ConfigKeys Keys(F, Out);
  for (const ConfigSetting &Set : configSettings(F))
    Keys.check(Set);
}

} // namespace aoti_tidy::python
