// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/host/LoadedPackage.h"
#include "checks/artifact/PackageMetadata.h"
#include "checks/ast/Values.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace clang::tidy::aoti {
namespace {

std::string in(StringRef Folder, StringRef Path) {
  llvm::SmallString<256> Result(Folder);
  path::append(Result, Path);
  path::remove_dots(Result);
  return std::string(Result);
}

/// Where \p Path may lie. At run time, a relative one counts from where the
/// program is started, which no source says.
llvm::SmallVector<std::string, 3> placesOf(StringRef Path, SourceLocation Loc,
                                           const SourceManager &SM) {
  if (path::is_absolute(Path))
    return {Path.str()};
  llvm::SmallVector<std::string, 3> Places;
  const FileID File = SM.getFileID(SM.getExpansionLoc(Loc));
  if (const auto Entry = SM.getFileEntryRefForID(File))
    Places.push_back(in(path::parent_path(Entry->getName()), Path));
  Places.push_back(in("", Path));
  llvm::SmallString<256> Current;
  if (!llvm::sys::fs::current_path(Current))
    Places.push_back(in(Current, Path));
  return Places;
}

/// The device of the model that is loaded by that name. Before 2.13, torch also
/// takes the files of models whose names only begin with it.
StringRef deviceOf(const aoti_tidy::PackageMetadata &Package, StringRef Model) {
  const StringRef Device = Package.device(Model);
  for (const auto &[Name, Metadata] : Package.Models)
    if (StringRef(Name).starts_with(Model) && Package.device(Name) != Device)
      return {};
  return Device;
}

} // namespace

std::optional<RecordedDevice> recordedDevice(const Construction &C,
                                             ASTContext &Ctx) {
  if (isRawRunner(C.Class) || C.args().empty())
    return std::nullopt;
  const auto Path = evaluateString(C.args().front(), Ctx);
  if (!Path || Path->empty() || Path->find('\0') != std::string::npos)
    return std::nullopt;
  std::optional<std::string> Model = "model";
  if (const Expr *Arg = C.argument("model_name"))
    Model = evaluateString(Arg, Ctx);
  if (!Model)
    return std::nullopt;

  const SourceManager &SM = Ctx.getSourceManager();
  llvm::vfs::FileSystem &FS = SM.getFileManager().getVirtualFileSystem();
  std::optional<RecordedDevice> Result;
  for (const std::string &Place : placesOf(*Path, C.Loc, SM)) {
    const auto Status = FS.status(Place);
    if (!Status)
      continue;
    auto Package = aoti_tidy::readPackageMetadata(Place, FS);
    if (!Package) {
      // What cannot be read may be the one that is loaded.
      llvm::consumeError(Package.takeError());
      return std::nullopt;
    }
    const StringRef Device = deviceOf(*Package, *Model);
    if (Device.empty() || (Result && Result->Type != Device))
      return std::nullopt;
    if (!Result)
      Result = {Place, Status->isDirectory(), Device.str()};
  }
  return Result;
}

} // namespace clang::tidy::aoti
