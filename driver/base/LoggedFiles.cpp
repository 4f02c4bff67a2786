// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/LoggedFiles.h"
#include "driver/base/RunReads.h"
#include "llvm/ADT/SmallString.h"

namespace vfs = llvm::vfs;

namespace aoti_tidy {

class LoggedFiles::LoggedFile : public vfs::File {
public:
  LoggedFile(std::unique_ptr<vfs::File> Of, std::string Path, InputLog &Log)
      : Of(std::move(Of)), Path(std::move(Path)), Log(Log) {}

  llvm::ErrorOr<vfs::Status> status() override {
    auto Status = Of->status();
    Log.noteStatus(Path, Status);
    return Status;
  }

  llvm::ErrorOr<std::string> getName() override { return Of->getName(); }

  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &Name, int64_t FileSize,
            bool RequiresNullTerminator, bool IsVolatile) override {
    auto Text =
        Of->getBuffer(Name, FileSize, RequiresNullTerminator, IsVolatile);
    const auto RealName = Of->getName();
    const auto Status = Of->status();
    if (Text && RealName && Status)
      Log.noteText(Path, (*Text)->getBuffer(), *RealName,
                   Status->getUniqueID());
    else
      Log.giveUp();
    return Text;
  }

  std::error_code close() override { return Of->close(); }

private:
  const std::unique_ptr<vfs::File> Of;
  const std::string Path;
  InputLog &Log;
};

std::string LoggedFiles::absolute(const llvm::Twine &Path) const {
  llvm::SmallString<256> Absolute;
  Path.toVector(Absolute);
  if (makeAbsolute(Absolute))
    Log.giveUp();
  return Absolute.str().str();
}

void LoggedFiles::giveUpIfThere(const llvm::Twine &Path) {
  const auto Status = status(Path);
  // A sandbox hides what is no input, and does so for all that share a run.
  if (Status && !RunReads::get().isSandboxed())
    Log.giveUp();
}

llvm::ErrorOr<vfs::Status> LoggedFiles::status(const llvm::Twine &Path) {
  auto Status = ProxyFileSystem::status(Path);
  Log.noteStatus(absolute(Path), Status);
  return Status;
}

llvm::ErrorOr<std::unique_ptr<vfs::File>>
LoggedFiles::openFileForRead(const llvm::Twine &Path) {
  auto File = ProxyFileSystem::openFileForRead(Path);
  if (File)
    return std::make_unique<LoggedFile>(std::move(*File), absolute(Path), Log);
  giveUpIfThere(Path);
  return File;
}

vfs::directory_iterator LoggedFiles::dir_begin(const llvm::Twine &Folder,
                                               std::error_code &EC) {
  std::vector<std::string> Names;
  for (auto It = ProxyFileSystem::dir_begin(Folder, EC);
       !EC && It != vfs::directory_iterator(); It.increment(EC))
    Names.push_back(listedName(It->path(), It->type()));
  if (!EC)
    Log.noteNames(absolute(Folder), std::move(Names));
  else
    giveUpIfThere(Folder);
  return ProxyFileSystem::dir_begin(Folder, EC);
}

std::error_code LoggedFiles::getRealPath(const llvm::Twine &Path,
                                         llvm::SmallVectorImpl<char> &Real) {
  const std::error_code EC = ProxyFileSystem::getRealPath(Path, Real);
  if (!EC)
    Log.noteRealPath(absolute(Path), {Real.data(), Real.size()});
  else
    giveUpIfThere(Path);
  return EC;
}

} // namespace aoti_tidy
