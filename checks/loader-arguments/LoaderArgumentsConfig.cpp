// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The keys of torch._inductor.config.
#include "checks/debug-flag/DebugFlagPython.h"
#include "checks/lib/script/VersionGuard.h"
#include "checks/lib/torch/InductorConfig.h"
#include "checks/loader-arguments/LoaderArgumentsPython.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using namespace aoti_tidy;
using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Where a key is named, and what is raised if there is none.
struct KeyUse {
  Node At;
  std::string Key;
  StringRef Error = "AttributeError";
  /// Others rewrite the place.
  bool IsFrozen = false;
};

bool isOfAotInductor(StringRef Key) {
  return Key.starts_with("aot_inductor.") ||
         Key.starts_with("aot_inductor_mode.");
}

class ConfigKeys {
public:
  ConfigKeys(const File &F, std::vector<Finding> &Out) : F(F), Out(Out) {}

  void check(const KeyUse &Use) {
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
        TextRange::of(Use.At),
        fmt::format("torch._inductor.config has no '{}', and this "
                    "raises {}{}",
                    Use.Key, Use.Error.str(),
                    Meant ? "; did you mean '" + Meant->Name.str() + "'?" : ""),
        {},
        {}};
    if (Meant && !Use.IsFrozen)
      if (auto Fix = rewriteString(Use.At, Meant->Name))
        Found.Notes.push_back({TextRange::of(Use.At),
                               "this is the key '" + Meant->Name.str() + "'",
                               {std::move(*Fix)}});
    Out.push_back(std::move(Found));
  }

private:
  bool isGuarded(const KeyUse &Use) const {
    return isPickedByVersion(Use.At, "", F);
  }

  /// Keys that are gone are aoti-deprecated-api's.
  void checkVersion(const KeyUse &Use, const VersionedRow &Key) {
    const auto Torch = F.settings().Torch;
    if (!Torch || *Torch >= Key.First || isGuarded(Use))
      return;
    Out.push_back(
        {TextRange::of(Use.At),
         fmt::format("torch._inductor.config of torch {} has no "
                     "'{}', which came with torch {}, and this "
                     "raises {}; drop it",
                     Torch->str(), Use.Key, Key.First.str(), Use.Error.str()),
         {},
         {}});
  }

  const File &F;
  std::vector<Finding> &Out;
};

void checkDict(Node Value, StringRef Error, bool IsFrozen, const File &F,
               ConfigKeys &Keys, llvm::SmallVectorImpl<Node> &Seen) {
  const auto Known = F.values().dictOf(Value);
  if (!Known || llvm::is_contained(Seen, Known->Literal))
    return;
  Seen.push_back(Known->Literal);
  for (const Dict::Entry &E : Known->Entries)
    if (E.Name)
      Keys.check({E.Key, *E.Name, Error, IsFrozen});
}

} // namespace

void checkConfigKeys(const File &F, std::vector<Finding> &Out) {
  ConfigKeys Keys(F, Out);
  llvm::SmallVector<Node, 4> Seen;
  for (const Call &C : F.calls()) {
    const LoaderCall L{C, canonicalFunction(C.Callee)};
    // torch.compile(options={...}), which names the known options instead
    if (C.Callee == "torch.compile") {
      if (const Argument *A = C.keyword("options"))
        checkDict(A->Value, "RuntimeError", false, F, Keys, Seen);
    } else if (L.is("torch._inductor.aoti_compile_and_package")) {
      for (const StringRef Name : {"inductor_configs", "options"})
        if (const Argument *A = C.keyword(Name))
          checkDict(A->Value, "AttributeError", false, F, Keys, Seen);
    } else if (L.shortName() == "aot_compile") {
      if (const Argument *A = C.keyword("options"))
        checkDict(A->Value, "AttributeError", isRewrittenAnyway(L, F), F, Keys,
                  Seen);
    } else if (C.Callee == "torch._inductor.config.patch") {
      const Argument *A = C.positional(0);
      if (!A)
        continue;
      if (const auto Key = F.values().wholeString(A->Value))
        Keys.check({A->Value, *Key});
      else
        checkDict(A->Value, "AttributeError", false, F, Keys, Seen);
    }
  }

  // torch._inductor.config.aot_inductor.debug_compil = True
  forEachNode(F.tree().root(), [&](Node N) {
    if (!N.is("assignment"))
      return true;
    const Node Left = N.field("left");
    const Node Object = Left.field("object");
    if (!Left.is("attribute") || !Object)
      return true;
    constexpr StringRef Module = "torch._inductor.config";
    const auto Name = F.names().qualifiedName(Object);
    if (Name && (*Name == (Module + ".aot_inductor").str() ||
                 *Name == (Module + ".aot_inductor_mode").str()))
      Keys.check({Left, Name->substr(Module.size() + 1) + "." +
                            Left.field("attribute").text().str()});
    return true;
  });
}

} // namespace aoti_tidy::python
