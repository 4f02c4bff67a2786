// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonCheck.h"
#include "checks/deprecated-api/DeprecatedApiRule.h"
#include "checks/lib/script/InductorConfigs.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/VersionGuard.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The row of the name if it is deprecated in the torch at hand, and \p Use
/// does not pick by what there is.
const DeprecatedFunction *deprecated(Node Use, StringRef Name, const File &F) {
  const DeprecatedFunction *Entry =
      deprecatedPythonFunctions().find(Name, F.settings().torchOrNewest());
  return Entry && !isPickedByVersion(Use, Entry->replacementName(), F)
             ? Entry
             : nullptr;
}

/// torch._export.aot_compile(..., options={"aot_inductor.package": True})
bool isPackaged(const Call &C, const File &F) {
  const Argument *Options =
      C.Callee == torchname::ExportAotCompile ? C.keyword("options") : nullptr;
  const auto Known =
      Options ? F.values().dictOf(Options->Value) : std::optional<Dict>();
  return Known && llvm::any_of(Known->Entries, [&](const Dict::Entry &E) {
           return E.Name == "aot_inductor.package" &&
                  F.values().booleanOf(E.Value) == true;
         });
}

/// compile(program, out_path): a name for a path, and for nothing else that is
/// known.
bool isPath(Node Expr, const File &F) {
  const StringRef Name = Expr.text();
  const Node Value = F.values().resolved(Expr);
  const Call *Made = F.callAt(Value);
  return Expr.is("identifier") && (Name == "path" || Name.ends_with("_path")) &&
         Value.isAnyOf({"identifier", "attribute", "subscript", "call"}) &&
         !(Made && (StringRef(Made->Callee).starts_with("torch.") ||
                    Made->Callee == "builtins.tuple")) &&
         llvm::none_of(F.calls(), [&](const Call &C) {
           const Argument *Args = C.argument(1, "args");
           return C.Callee == torchname::Export && Args &&
                  Args->Value.text() == Name;
         });
}

// Parts of the check: each adds what it finds, in any order.

/// torch._export.aot_compile, torch._export.aot_load
void findLegacyExports(const File &F, std::vector<Finding> &Into) {
  for (const Call &C : F.calls()) {
    // torch._export.aot_compile(model, (x,)), torch._export.aot_load(so, "cpu")
    const DeprecatedFunction *Entry = deprecated(C.At, C.Callee, F);
    if (!Entry)
      continue;
    Into.emplace_back(rangeOf(C.At.field("function")),
                      isPackaged(C, F) ? packagedExportText(*Entry)
                                       : deprecatedPythonFunctionText(*Entry));
  }
}

/// The example inputs that aoti_compile_and_package ignores.
void findIgnoredInputs(const File &F, std::vector<Finding> &Into) {
  for (const Call &C : F.calls()) {
    // aoti_compile_and_package(program, args, kwargs)
    if (C.Callee != torchname::AotiCompileAndPackage || C.HasUnpacking)
      continue;
    const Argument *Program = C.positional(0);
    const Argument *Args = C.positional(1);
    const Argument *Kwargs = C.positional(2);
    if (!Args || !Program || C.positional(3))
      continue;
    // A path there is another mistake, which aoti-loader-arguments tells.
    if (F.values().stringOf(Args->Value))
      continue;
    const Argument *Last = Kwargs ? Kwargs : Args;
    if (F.values().isNone(Args->Value) &&
        (!Kwargs || F.values().isNone(Kwargs->Value)))
      continue;
    const bool HasPath =
        !Kwargs && !C.keyword("package_path") && isPath(Args->Value, F);
    auto Problem = ignoredInputsProblem(F.settings().torchOrNewest(),
                                        HasPath ? Args->Value.text() : "");
    if (!Problem)
      return;
    Finding Found({Args->Whole.begin(), Last->Whole.end()},
                  std::move(*Problem));
    if (HasPath) {
      Found.Fix.push_back(
          {{Args->Whole.begin(), Args->Whole.begin()}, "package_path="});
      Into.push_back(std::move(Found));
      continue;
    }
    Edit Removal = {{Program->Whole.end(), Last->Whole.end()}, ""};
    const bool IsPlain = hasNoEffect(Args->Value, F) &&
                         (!Kwargs || hasNoEffect(Kwargs->Value, F));
    // A comment between them would go, too; one behind them would be another's.
    const StringRef Text = F.tree().text();
    if (IsPlain &&
        !Text.slice(Removal.Where.Begin, Removal.Where.End).contains('#') &&
        !Text.substr(Removal.Where.End).ltrim(", \t").starts_with("#"))
      Found.Fix.push_back(std::move(Removal));
    Into.push_back(std::move(Found));
  }
}

/// Names that torch 2.5 to 2.7 had in torch._inductor.package.
void findOldPackageNames(const File &F, std::vector<Finding> &Into) {
  const TorchVersion Torch = F.settings().torchOrNewest();
  for (const Call &C : F.calls()) {
    // package_aoti(folder)
    if (C.Callee != torchname::PackageAoti || C.HasUnpacking ||
        C.Arguments.size() != 1 || isPickedByVersion(C.At, "", F))
      continue;
    const Argument &Only = C.Arguments.front();
    if (!Only.Keyword.empty() && Only.Keyword != "aoti_output_dir")
      continue;
    if (auto Problem = packageOfFolderProblem(Torch))
      Into.emplace_back(rangeOf(C.At.field("function")), std::move(*Problem));
  }
  const auto Table = movedPythonNames();
  for (const Import &I : F.names().imports()) {
    const auto *Moved = llvm::find_if(Table, [&](const MovedPythonName &M) {
      if (Torch < M.Since)
        return false;
      // 'import m', 'from m import n' of a module; a name of one.
      if (I.Module == M.Module)
        return M.Name.empty() || I.Name == M.Name;
      return M.Name.empty() && I.Module + "." + I.Name == M.Module;
    });
    if (Moved == Table.end() || isPickedByVersion(I.Clause, "", F))
      continue;
    Finding Found(rangeOf(I.Clause), movedNameText(*Moved));
    Found.Notes.emplace_back(Found.range(), renamedMembersText());
    Into.push_back(std::move(Found));
  }
}

/// Keys of torch._inductor.config that are gone.
void findGoneConfigs(const File &F, std::vector<Finding> &Into) {
  for (const ConfigSetting &Set : configSettings(F)) {
    const GoneConfig *Entry =
        goneConfigs().find(Set.Key, F.settings().torchOrNewest());
    if (!Entry || isPickedByVersion(Set.Whole, "", F))
      continue;
    const StringRef Value = Set.Value ? Set.Value.text() : StringRef();
    Into.emplace_back(rangeOf(Set.At),
                      goneConfigText(*Entry, Set.error(), Value));
  }
}

} // namespace

static std::vector<Finding> deprecatedApi(const File &F) {
  std::vector<Finding> Result;
  findLegacyExports(F, Result);
  findIgnoredInputs(F, Result);
  findOldPackageNames(F, Result);
  findGoneConfigs(F, Result);
  sortByPlace(Result);
  return Result;
}

static constexpr StringRef Words[] = {
    "aot_compile",          "aot_load",       "aoti_compile_and_package",
    "package_aoti",         "PT2Archive",     "pt2_archive_constants",
    "compile_wrapper_with", "package_consta", "compile_standalone",
    "debug_dump_consts",    "abi_compatible",
};

const Check DeprecatedApiPython = {deprecatedApi, Words};

} // namespace aoti_tidy::python
