// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/LoadedPackage.h"
#include "checks/lib/emitted/ReadContract.h"
#include "checks/lib/hosts/GivenValues.h"
#include "checks/lib/package/PackagePlaces.h"
#include "checks/lib/package/RunRecord.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

using namespace clang;

namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

llvm::vfs::FileSystem &fileSystem(ASTContext &Ctx) {
  return Ctx.getSourceManager().getFileManager().getVirtualFileSystem();
}

/// The folder of the file that \p Loc stands in; nullopt if it stands in none.
std::optional<StringRef> folderOf(SourceLocation Loc, ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const FileID File = SM.getFileID(SM.getExpansionLoc(Loc));
  const auto Entry = SM.getFileEntryRefForID(File);
  return Entry ? std::optional(path::parent_path(Entry->getName()))
               : std::nullopt;
}

StringRef fileOf(SourceLocation Loc, ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  return SM.getFilename(SM.getExpansionLoc(Loc));
}

/// The name of the model that \p C asks for; nothing if only known at run time.
std::optional<std::string> modelNameOf(const Construction &C, ASTContext &Ctx) {
  const Expr *Arg = C.argument("model_name");
  return Arg ? evaluateString(Arg, Ctx) : "model";
}

const ModelContract *modelIn(const Contract &Package, StringRef Name) {
  using Kind = Contract::Kind;
  // A library and a wrapper are one model without a name.
  if (Package.Form == Kind::Library || Package.Form == Kind::WrapperSource)
    return Package.Models.size() == 1 ? &Package.Models.front() : nullptr;
  return Package.model(Name);
}

} // namespace

StringRef LoadedModel::packageName() const {
  return path::filename(Package->Path);
}

PackageFinder::PackageFinder(StringRef Given) {
  if (auto Parsed = parseGivenPackages(Given))
    this->Given = std::move(*Parsed);
  else
    ProblemOfGiven = llvm::toString(Parsed.takeError());
}

const PackageFinder::Attempt &PackageFinder::read(StringRef Path,
                                                  ASTContext &Ctx) {
  auto [It, IsNew] = Read.try_emplace(Path);
  Attempt &Result = It->second;
  if (!IsNew)
    return Result;
  auto Promised = readWholeContract(Path, fileSystem(Ctx));
  if (Promised)
    Result.Package = std::make_shared<const Contract>(std::move(*Promised));
  else
    Result.Problem = llvm::toString(Promised.takeError());
  return Result;
}

const PackageFinder::Attempt &
PackageFinder::find(StringRef Path, SourceLocation Loc, ASTContext &Ctx) {
  const auto Folder = folderOf(Loc, Ctx);
  const auto [It, IsNew] =
      Tried.try_emplace({Path.str(), Folder.value_or("").str()});
  if (IsNew)
    It->second = lookFor(Path, Folder, Ctx);
  return It->second;
}

PackageFinder::Attempt PackageFinder::lookFor(StringRef Path,
                                              std::optional<StringRef> Folder,
                                              ASTContext &Ctx) {
  Attempt Found;
  llvm::sys::fs::UniqueID FoundId;
  for (const std::string &Place :
       packagePlaces(Path, Folder, fileSystem(Ctx))) {
    const auto Status = fileSystem(Ctx).status(Place);
    if (!Status || (Found.Package && Status->getUniqueID() == FoundId))
      continue;
    const Attempt &Here = read(Place, Ctx);
    // An unreadable file may be the one that is loaded; and with two, the
    // folder in which the program starts decides.
    if (!Here.Package)
      return Here;
    if (Found.Package)
      return {nullptr,
              fmt::format("there is a package at '{}' and at '{}'",
                          Found.Package->Path, Place),
              "", std::nullopt};
    Found = Here;
    FoundId = Status->getUniqueID();
  }
  if (Found.Package)
    return Found;
  const ScriptPackage *Written =
      Folder ? RunScripts::ask({Path.str(), Folder->str()}) : nullptr;
  if (!Written) {
    Found.Problem = runtext::nothingAt(Path);
    return Found;
  }
  Contract Promised;
  Promised.Path = Written->Path;
  Promised.Models.push_back(Written->contract());
  Found.Package = std::make_shared<const Contract>(std::move(Promised));
  Found.FoundBy = runtext::writtenBy(Written->Script);
  Found.Written = *Written;
  return Found;
}

/// Picks from the packages that the user named for \p File the one whose name
/// \p Suffix, the known end of the source's path, ends with. With no known end,
/// picks the only one.
const GivenPackage *
PackageFinder::givenFor(const std::optional<std::string> &Suffix,
                        StringRef File) const {
  const auto Candidates = aoti_tidy::givenFor(File, Given);
  if (!Suffix || path::filename(*Suffix).empty())
    return Candidates.size() == 1 ? Candidates.front() : nullptr;
  const GivenPackage *Found = nullptr;
  for (const GivenPackage *Package : Candidates)
    if (path::filename(Package->Path) == path::filename(*Suffix)) {
      if (Found)
        return nullptr;
      Found = Package;
    }
  return Found;
}

/// The package that a comment beside \p C names.
static std::optional<std::string> hintAt(const Construction &C,
                                         ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const auto [File, Offset] = SM.getDecomposedExpansionLoc(C.Loc);
  const auto Text = SM.getBufferDataOrNone(File);
  return Text ? packageHint(*Text, Offset) : std::nullopt;
}

PackageFinder::Attempt PackageFinder::packageOf(const Construction &C,
                                                ASTContext &Ctx) {
  if (const auto Hint = hintAt(C, Ctx)) {
    Attempt Found = find(*Hint, C.Loc, Ctx);
    Found.FoundBy = "a comment beside the loader";
    return Found;
  }
  if (C.args().empty())
    return {nullptr, "it is constructed without a path", "", std::nullopt};
  const Expr *Arg = C.args().front();
  if (const GivenPackage *ByUser =
          givenFor(evaluateSuffix(Arg, Ctx), fileOf(C.Loc, Ctx))) {
    Attempt Found = read(ByUser->Path, Ctx);
    Found.FoundBy = runtext::byUser(ByUser->Files);
    return Found;
  }
  const auto Path = evaluateString(Arg, Ctx);
  if (!Path || Path->empty() || Path->find('\0') != std::string::npos)
    return {nullptr, runtext::PathAtRunTime.str(), "", std::nullopt};
  Attempt Found = find(*Path, C.Loc, Ctx);
  if (!Found.Written)
    Found.FoundBy = runtext::ByConstantPath;
  return Found;
}

std::optional<LoadedModel> PackageFinder::of(const Construction &C,
                                             ASTContext &Ctx) {
  const auto Name = modelNameOf(C, Ctx);
  Attempt Found = Name ? packageOf(C, Ctx) : Attempt();
  const ModelContract *Model =
      Found.Package ? modelIn(*Found.Package, *Name) : nullptr;
  if (!Model)
    return std::nullopt;
  return LoadedModel{std::move(Found.Package), Model, std::move(Found.FoundBy),
                     std::move(Found.Written)};
}

std::string PackageFinder::whyUnknown(const Construction &C, ASTContext &Ctx) {
  const auto Name = modelNameOf(C, Ctx);
  if (!Name)
    return runtext::ModelNameAtRunTime.str();
  const Attempt Found = packageOf(C, Ctx);
  if (!Found.Package)
    return Found.Problem;
  return runtext::noSuchModel(Found.Package->Path, *Name);
}

std::vector<std::string> PackageFinder::problemsOfGiven(ASTContext &Ctx) {
  std::vector<std::string> Problems;
  if (!ProblemOfGiven.empty())
    Problems.push_back(ProblemOfGiven);
  for (const GivenPackage &Package : Given)
    if (const Attempt &Found = read(Package.Path, Ctx); !Found.Package)
      Problems.push_back(Found.Problem);
  return Problems;
}

std::optional<std::string> PackageFinder::problemOfHint(const Construction &C,
                                                        ASTContext &Ctx) {
  const auto Hint = hintAt(C, Ctx);
  if (!Hint)
    return std::nullopt;
  const Attempt &Found = find(*Hint, C.Loc, Ctx);
  return Found.Package ? std::nullopt : std::optional(Found.Problem);
}

std::optional<LoadedModel> PackageFinder::onlyGiven(SourceLocation Loc,
                                                    ASTContext &Ctx) {
  const auto Candidates = aoti_tidy::givenFor(fileOf(Loc, Ctx), Given);
  ContractPtr Package = Candidates.size() == 1
                            ? read(Candidates.front()->Path, Ctx).Package
                            : nullptr;
  if (!Package || Package->Models.size() != 1)
    return std::nullopt;
  const ModelContract *Model = &Package->Models.front();
  return LoadedModel{std::move(Package), Model, "--package", std::nullopt};
}

StringRef indexParameter(LoaderClass Class) {
  return Class == LoaderClass::PackageLoader ? "device_index" : "device_str";
}

} // namespace aoti_tidy
