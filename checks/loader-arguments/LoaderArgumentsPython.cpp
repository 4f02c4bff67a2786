// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/loader-arguments/LoaderArgumentsPython.h"
#include "checks/common/PythonCheck.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/VersionGuard.h"
#include "checks/lib/torch/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using namespace aoti_tidy;
using llvm::StringRef;

namespace aoti_tidy::python {

const Call *resultOf(Node Expr, const File &F) {
  const Node Value = F.values().resolved(Expr);
  if (!Value.is("call"))
    return nullptr;
  const auto *Found =
      llvm::find_if(F.calls(), [&](const Call &C) { return C.At == Value; });
  return Found == F.calls().end() ? nullptr : Found;
}

std::optional<SpelledDevice> deviceText(Node Expr, const File &F) {
  auto Device = spelledDevice(Expr, F);
  return Device && Device->HasUnknownIndex ? std::nullopt : Device;
}

std::string extensionOf(Node Path, const File &F) {
  const auto Text = F.values().stringOf(Path);
  if (!Text)
    return "";
  const StringRef Tail = Text->Tail;
  const size_t Dot = Tail.rfind('.');
  // ".so" of "/.so" is a name.
  if (Dot == StringRef::npos || Tail.substr(Dot).contains('/') ||
      (Dot > 0 && Tail[Dot - 1] == '/') || (Dot == 0 && Text->IsWhole))
    return "";
  return Tail.substr(Dot).lower();
}

static bool isFollowedByPositional(const LoaderCall &L, const Argument &A) {
  return llvm::any_of(L.C.Arguments, [&](const Argument &Other) {
    return Other.Keyword.empty() && !Other.IsBound &&
           Other.Value.begin() > A.Value.begin();
  });
}

std::optional<Edit> removeArgument(const LoaderCall &L, const Argument &A) {
  if (A.IsBound || L.C.HasUnpacking || isFollowedByPositional(L, A))
    return std::nullopt;
  return Edit{removalOf(A.Whole), ""};
}

std::optional<Edit> replaceArgument(const LoaderCall &L, const Argument &A,
                                    StringRef Text) {
  if (A.IsBound || L.C.HasUnpacking || isFollowedByPositional(L, A))
    return std::nullopt;
  return Edit{rangeOf(A.Whole), Text.str()};
}

namespace {

/// Names that no torch has had, and what was meant.
struct NoName {
  StringRef Name, Meant;
};
constexpr NoName NoNames[] = {
    {"torch._export.aoti_compile_and_package",
     "torch._inductor.aoti_compile_and_package"},
    {"torch._export.aoti_load_package", "torch._inductor.aoti_load_package"},
    {"torch._inductor.aot_load", "torch._inductor.aoti_load_package"},
    {"torch._inductor.aoti_compile",
     "torch._inductor.aoti_compile_and_package"},
    {"torch._inductor.aoti_load", "torch._inductor.aoti_load_package"},
    {"torch._inductor.load_package", "torch._inductor.package.load_package"},
    {"torch._inductor.package_aoti", "torch._inductor.package.package_aoti"},
    {"torch.export.aot_compile", "torch._inductor.aoti_compile_and_package"},
    {"torch.export.aot_load", "torch._inductor.aoti_load_package"},
    {"torch.export.aoti_compile_and_package",
     "torch._inductor.aoti_compile_and_package"},
    {"torch.export.aoti_load_package", "torch._inductor.aoti_load_package"},
};

const NoName *findNoName(StringRef Name) {
  const auto *Row =
      llvm::find_if(NoNames, [&](const NoName &N) { return N.Name == Name; });
  return Row == std::end(NoNames) ? nullptr : Row;
}

/// Whether code asks first, or goes on without it.
bool isTried(Node Use, const NoName &Row, const File &F) {
  for (Node Around = Use; Around; Around = Around.parent())
    if (Around.is("try_statement") && Around.child("except_clause"))
      return true;
  const StringRef Last = Row.Name.rsplit('.').second;
  const StringRef Text = F.tree().text();
  return Text.contains(("\"" + Last + "\"").str()) ||
         Text.contains(("'" + Last + "'").str());
}

Finding noName(Node At, const NoName &Row) {
  return {rangeOf(At),
          fmt::format("no torch has '{}'; it is '{}'", Row.Name.str(),
                      Row.Meant.str()),
          {},
          {}};
}

// from torch._inductor import aoti_load; torch._inductor.aoti_load(...)
void checkNames(const File &F, std::vector<Finding> &Out) {
  for (const Import &I : F.names().imports()) {
    if (I.Name.empty())
      continue;
    const NoName *Row = findNoName(I.Module + "." + I.Name);
    if (Row && !isTried(I.Statement, *Row, F))
      Out.push_back(noName(I.Clause, *Row));
  }
  forEachNode(F.tree().root(), [&](Node N) {
    if (!N.is("attribute"))
      return true;
    const StringRef Last = N.field("attribute").text();
    if (!Last.starts_with("ao") && !Last.contains("package"))
      return true;
    const auto Name = F.names().qualifiedName(N);
    const NoName *Row = Name ? findNoName(*Name) : nullptr;
    if (Row && !isTried(N, *Row, F))
      Out.push_back(noName(N, *Row));
    return true;
  });
}

/// Whether a version that the file may be for has that parameter; of those that
/// lint knows nothing about, 2.6 and newer count.
bool mayHave(const PythonParameter &P, const Settings &With) {
  if (With.Torch)
    return P.existsIn(*With.Torch);
  return !P.Last || *P.Last >= TorchVersion{2, 6};
}

/// "which torch 2.8 brought", "which torch 2.5 had last"; empty if no version
/// has it.
std::string history(llvm::ArrayRef<const PythonParameter *> Parameters,
                    StringRef Name, const Settings &With) {
  for (const PythonParameter *P : Parameters) {
    if (P->Name != Name)
      continue;
    if (With.Torch && *With.Torch < P->First)
      return fmt::format(" before torch {}", P->First.str());
    if (P->Last)
      return fmt::format(" since torch 2.{}", P->Last->Minor + 1);
  }
  return "";
}

/// What to do about an argument whose name the function does not know.
struct Cure {
  std::string Text;
  std::vector<Edit> Fix;
};

Cure renameTo(const LoaderCall &L, const Argument &A, StringRef Name) {
  Cure Result{fmt::format("pass it as '{}'", Name.str()), {}};
  if (!L.C.keyword(Name) && !A.IsBound)
    Result.Fix.push_back({rangeOf(A.Whole.field("name")), Name.str()});
  return Result;
}

Cure cureForDevice(const LoaderCall &L, const Argument &A, const File &F) {
  const auto Text = deviceText(A.Value, F);
  const auto Device = Text ? Text->forModel() : std::nullopt;
  const bool HasIndex = F.settings().torchAtLeast({2, 8});
  const bool WantsIndex =
      Device && namesIndex(*Device) && HasIndex && !L.C.keyword("device_index");
  Cure Result{"drop it, the device comes from the package", {}};
  if (WantsIndex) {
    const std::string New = fmt::format("device_index={}", *Device->Index);
    Result.Text = fmt::format("the device comes from the package, and its "
                              "index from '{}'",
                              New);
    if (auto Fix = replaceArgument(L, A, New))
      Result.Fix.push_back(std::move(*Fix));
  } else if (Device) {
    if (auto Fix = removeArgument(L, A))
      Result.Fix.push_back(std::move(*Fix));
  }
  return Result;
}

Cure cureFor(const LoaderCall &L, const Argument &A,
             llvm::ArrayRef<const PythonParameter *> Parameters,
             const File &F) {
  const StringRef Name = A.Keyword;
  const bool IsPackageCompile =
      L.is("torch._inductor.aoti_compile_and_package");
  if (L.shortName().contains("load_package") && Name == "device")
    return cureForDevice(L, A, F);
  if (IsPackageCompile &&
      (Name == "options" || Name == "inductor_config" || Name == "config"))
    return renameTo(L, A, "inductor_configs");
  if (IsPackageCompile && (Name == "args" || Name == "kwargs"))
    return {"drop it, the exported program has its inputs", {}};
  if (IsPackageCompile &&
      (Name == "path" || Name == "output_path" || Name == "output"))
    return renameTo(L, A, "package_path");
  if (L.shortName() == "aot_compile" && Name == "inductor_configs")
    return isRewrittenAnyway(L, F) ? Cure{"pass it as 'options'", {}}
                                   : renameTo(L, A, "options");
  if (L.is("torch._inductor.aoti_load_package") &&
      (Name == "model_name" || Name == "num_runners"))
    return {"call 'torch._inductor.package.load_package', which has it", {}};
  for (const PythonParameter *P : Parameters)
    if (mayHave(*P, F.settings()) && !P->Name.starts_with("_") &&
        llvm::ComputeEditDistance(
            llvm::ArrayRef(Name.data(), Name.size()),
            llvm::ArrayRef(P->Name.data(), P->Name.size())) <=
            slipsAllowed(Name.size()))
      return {fmt::format("did you mean '{}'?", P->Name.str()), {}};
  return {"drop it", {}};
}

} // namespace

void checkParameters(const LoaderCall &L, const File &F,
                     std::vector<Finding> &Out) {
  const auto Parameters = parametersOf(L.Function);
  int Places = 0;
  for (const PythonParameter *P : Parameters)
    if (mayHave(*P, F.settings()))
      Places = std::max(Places, P->Position + 1);
  // A torch without that function.
  if (Places == 0)
    return;
  int Given = 0;
  for (const Argument &A : L.C.Arguments) {
    if (A.Keyword.empty()) {
      if (++Given != Places + 1 || L.C.HasUnpacking)
        continue;
      Out.push_back(
          {rangeOf(A.Whole),
           fmt::format("'{}' takes at most {} positional argument{}, and the "
                       "call raises TypeError",
                       L.shortName().str(), Places, Places == 1 ? "" : "s"),
           {},
           {}});
      continue;
    }
    if (llvm::any_of(Parameters, [&](const PythonParameter *P) {
          return P->Name == A.Keyword && mayHave(*P, F.settings());
        }))
      continue;
    const std::string Since = history(Parameters, A.Keyword, F.settings());
    if (isPickedByVersion(L.C.At, "", F))
      continue;
    Cure Help = cureFor(L, A, Parameters, F);
    Out.push_back(
        {rangeOf(A.Whole),
         fmt::format("'{}' has no parameter '{}'{}, and the call raises "
                     "TypeError; {}",
                     L.shortName().str(), A.Keyword.str(), Since, Help.Text),
         {},
         std::move(Help.Fix)});
  }
}

static std::vector<Finding> loaderArguments(const File &F) {
  std::vector<Finding> Out;
  for (const Call &C : F.calls()) {
    const LoaderCall L{C, canonicalFunction(C.Callee)};
    if (L.Function.empty())
      continue;
    checkParameters(L, F, Out);
    if (L.shortName() == "aoti_load_package" || L.shortName() == "load_package")
      checkPackageLoad(L, F, Out);
    else if (L.is("torch._export.aot_load"))
      checkLibraryLoad(L, F, Out);
    else if (L.is("torch._inductor.aoti_compile_and_package"))
      checkPackageCompile(L, F, Out);
    else if (L.shortName() == "aot_compile")
      checkLibraryCompile(L, F, Out);
  }
  checkNames(F, Out);
  checkConfigKeys(F, Out);
  sortByPlace(Out);
  return Out;
}

static constexpr StringRef Words[] = {
    "aot_compile", "aot_inductor", "aot_load",     "aoti_compile",
    "aoti_load",   "load_package", "package_aoti",
};

extern const Check LoaderArgumentsPython;
const Check LoaderArgumentsPython = {loaderArguments, Words};

} // namespace aoti_tidy::python
