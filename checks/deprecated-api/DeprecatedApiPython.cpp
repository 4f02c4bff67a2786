// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/DeprecatedApiPython.h"
#include "checks/common/PythonCheck.h"
#include "checks/deprecated-api/LegacyExport.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/script/VersionGuard.h"
#include "checks/lib/torch/DeprecatedApi.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The row of the name if it is deprecated in the torch at hand, and \p Use does
/// not pick by what there is.
const DeprecatedFunction *deprecated(Node Use, StringRef Name, const File &F) {
  const DeprecatedFunction *Entry =
      deprecatedPythonFunctions().find(Name, F.settings().torchOrNewest());
  return Entry && !isPickedByVersion(Use, Entry->replacementName(), F,
                                     Entry->Since)
             ? Entry
             : nullptr;
}

/// The note that says why there is no safe fix; with the fix that there is.
Note noteOf(const LegacyExport &E, StringRef Suggestion) {
  const bool IsDoubt = E.Obstacle.empty();
  const StringRef Compile = E.Compile && !E.isCompileReported()
                                ? StringRef(E.Suggestions.front())
                                : StringRef();
  return Note(
      rangeOf(E.Where ? E.Where : E.first()->At),
      hurdlesNote(IsDoubt ? E.Doubt : E.Obstacle, IsDoubt, Suggestion, Compile),
      IsDoubt ? E.Edits : std::vector<Edit>());
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

void addExport(const LegacyExport &E, const File &F,
               std::vector<Finding> &Into) {
  llvm::SmallVector<const Call *, 4> Calls(E.Loads.begin(), E.Loads.end());
  if (E.isCompileReported())
    Calls.insert(Calls.begin(), E.Compile);
  // What one of them keeps for older torch is not rewritten with the others.
  const bool AnySpared = llvm::any_of(
      Calls, [&](const Call *C) { return !deprecated(C->At, C->Callee, F); });
  // The last ones are those of the loads.
  const auto Suggestions =
      llvm::ArrayRef(E.Suggestions).take_back(Calls.size());
  for (const auto &[C, Suggestion] : llvm::zip_equal(Calls, Suggestions)) {
    const DeprecatedFunction *Entry = deprecated(C->At, C->Callee, F);
    if (!Entry)
      continue;
    Finding Found(rangeOf(C->At.field("function")),
                  isPackaged(*C, F) ? packagedExportText(*Entry)
                                    : deprecatedPythonFunctionText(*Entry));
    const bool IsLeader = C == E.leader();
    if (!AnySpared && E.isSafe() && IsLeader) {
      Found.Fix = E.Edits;
      if (E.Compile && !E.isCompileReported())
        Found.Notes.emplace_back(rangeOf(E.Compile->At.field("function")),
                                 compiledHereText());
    } else if (!AnySpared && E.isSafe())
      Found.Notes.emplace_back(rangeOf(E.leader()->At.field("function")),
                               rewrittenTogetherText());
    else if (!AnySpared && IsLeader)
      Found.Notes.push_back(noteOf(E, Suggestion));
    else
      Found.Notes.emplace_back(Found.range(), becomesTogetherText(Suggestion));
    Into.push_back(std::move(Found));
  }
}

/// 'a' of 'a.b(...)' or 'a(...)'.
Node calleeRoot(const Call &C) {
  Node Root = C.At.field("function");
  while (Root.is("attribute"))
    Root = Root.field("object");
  return Root;
}

/// The functions that the file's calls name, each with the name that its callee
/// begins with: "torch._export.aot_load", "f".
class CalledNames {
public:
  explicit CalledNames(const File &F) {
    for (const Call &C : F.calls())
      All.insert(keyOf(C.Callee, calleeRoot(C).text()));
  }

  bool contains(StringRef Function, StringRef Root) const {
    return All.contains(keyOf(Function, Root));
  }

private:
  static std::string keyOf(StringRef Function, StringRef Root) {
    return (Function + "\n" + Root).str();
  }

  llvm::StringSet<> All;
};

/// The imports of a file by their statements, and the names that they bind.
class ImportIndex {
public:
  explicit ImportIndex(const File &F) {
    for (const Import &I : F.names().imports()) {
      ByStatement[I.Statement.id()].push_back(&I);
      if (I.Module == torchname::ExportPackage)
        OfExport.insert(I.Bound);
    }
  }

  /// All that the statement of \p I imports.
  llvm::ArrayRef<const Import *> besides(const Import &I) const {
    return ByStatement.find(I.Statement.id())->second;
  }
  /// Whether an import from torch._export binds \p Name.
  bool isOfExport(StringRef Name) const { return OfExport.contains(Name); }

private:
  std::map<const void *, std::vector<const Import *>> ByStatement;
  llvm::StringSet<> OfExport;
};

/// Whether the reference only names what a call then says: 'f = ...; f(...)'.
bool isNamedForCalls(Node Reference, StringRef Name, const File &F) {
  Node Value = Reference;
  while (Value.parent().isAnyOf({"argument_list", "call"}))
    Value = Value.parent();
  const Node Assignment = Value.parent();
  if (!Assignment.is("assignment") ||
      !Assignment.field("left").is("identifier"))
    return false;
  return F.index<CalledNames>().contains(Name, Assignment.field("left").text());
}

/// map(torch._export.aot_load, paths)
void findReferences(const File &F, std::vector<Finding> &Into) {
  forEachNode(F.tree().root(), [&](Node N) {
    if (N.isAnyOf({"import_statement", "import_from_statement"}))
      return false;
    if (!N.isAnyOf({"identifier", "attribute"}))
      return true;
    const Node Parent = N.parent();
    const bool IsNamed = N.is("attribute")
                             ? N.field("attribute").text() == "aot_compile" ||
                                   N.field("attribute").text() == "aot_load"
                             : F.index<ImportIndex>().isOfExport(N.text());
    const bool IsPart =
        Parent.is("attribute") ||
        (Parent.is("keyword_argument") && Parent.field("name") == N);
    const bool IsTarget =
        Parent.isAnyOf({"delete_statement", "pattern_list"}) ||
        (Parent.isAnyOf({"assignment", "augmented_assignment"}) &&
         Parent.field("left") == N);
    if (!IsNamed || IsPart || IsTarget ||
        (Parent.is("call") && Parent.field("function") == N))
      return true;
    const auto Name = F.names().qualifiedName(N);
    const DeprecatedFunction *Entry = Name ? deprecated(N, *Name, F) : nullptr;
    if (Entry && !isNamedForCalls(N, *Name, F))
      Into.emplace_back(rangeOf(N), deprecatedPythonFunctionText(*Entry));
    return false;
  });
}

/// The import of a module that has moved, under the name that it has in the
/// file; nothing where the file names it by its path.
std::vector<Edit> editsOfModule(const Import &I, StringRef Module,
                                StringRef Replacement) {
  const Node From = I.Statement.field("module_name");
  const bool IsAliased = I.Clause.is("aliased_import");
  const Node Path = IsAliased ? I.Clause.field("name") : Node();
  if (Path && Path.text() == Module)
    return {{rangeOf(Path), Replacement.str()}};
  const auto [OldPackage, OldName] = Module.rsplit('.');
  const auto [Package, Name] = Replacement.rsplit('.');
  if (!From || From.text() != OldPackage || I.Name != OldName)
    return {};
  return {{rangeOf(From), Package.str()},
          {rangeOf(I.Clause), (Name + " as " + I.Bound).str()}};
}

} // namespace

void findLegacyExports(const File &F, std::vector<Finding> &Into) {
  for (const LegacyExport &E : legacyExports(F))
    addExport(E, F, Into);
  findReferences(F, Into);
}

void findIgnoredInputs(const File &F, std::vector<Finding> &Into) {
  const auto Problem = ignoredInputsProblem(F.settings().torchOrNewest());
  if (!Problem)
    return;
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
    if (Program->IsBound || Last->IsBound || Args->IsBound)
      continue;
    Finding Found({Args->Whole.begin(), Last->Whole.end()}, *Problem);
    Edit Removal = {{Program->Whole.end(), Last->Whole.end()}, ""};
    const bool IsPlain = hasNoEffect(Args->Value, F) &&
                         (!Kwargs || hasNoEffect(Kwargs->Value, F));
    // A comment between them would go, too; one behind them would be another's.
    const StringRef Text = F.tree().text();
    const bool HasComment =
        Text.slice(Removal.Where.Begin, Removal.Where.End).contains('#') ||
        Text.substr(Removal.Where.End).ltrim(", \t").starts_with("#");
    if (IsPlain && !HasComment)
      Found.Fix.push_back(std::move(Removal));
    else
      Found.Notes.emplace_back(Found.range(), ignoredInputsDoubt(HasComment),
                               std::vector{std::move(Removal)});
    Into.push_back(std::move(Found));
  }
}

void findOldPackageNames(const File &F, std::vector<Finding> &Into) {
  const TorchVersion Torch = F.settings().torchOrNewest();
  for (const Call &C : F.calls()) {
    // package_aoti(folder)
    if (C.Callee != torchname::PackageAoti || C.HasUnpacking ||
        C.Arguments.size() != 1 || C.Arguments.front().IsBound ||
        isPickedByVersion(C.At, "", F))
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
    const Node From = I.Statement.field("module_name");
    const auto Clauses = F.index<ImportIndex>().besides(I);
    Note Renamed(Found.range(), renamedMembersText());
    const bool IsFirst = Clauses.front()->Clause == I.Clause;
    const bool AllMoved =
        IsFirst && llvm::all_of(Clauses, [&](const Import *O) {
          return Moved->Name.empty() ||
                 llvm::any_of(Table, [&](const MovedPythonName &M) {
                   return O->Name == M.Name;
                 });
        });
    if (From && From.text() == Moved->Module && AllMoved)
      Renamed.Fix.push_back({rangeOf(From), Moved->Replacement.str()});
    else if (Moved->Name.empty() && llvm::hasSingleElement(Clauses))
      Renamed.Fix = editsOfModule(I, Moved->Module, Moved->Replacement);
    Found.Notes.push_back(std::move(Renamed));
    Into.push_back(std::move(Found));
  }
}

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

extern const Check DeprecatedApiPython;
const Check DeprecatedApiPython = {deprecatedApi, Words};

} // namespace aoti_tidy::python
