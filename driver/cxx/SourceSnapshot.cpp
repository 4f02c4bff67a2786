// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/SourceSnapshot.h"
#include "driver/base/LoggedFiles.h"
#include "driver/base/PlainFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace vfs = llvm::vfs;

namespace aoti_tidy {

/// A file whose text goes to the snapshot when it is read.
class SourceSnapshot::KeptFile : public vfs::File {
public:
  KeptFile(std::unique_ptr<vfs::File> OnDisk, std::string Path,
           SourceSnapshot &In)
      : OnDisk(std::move(OnDisk)), Path(std::move(Path)), In(In) {}

  llvm::ErrorOr<vfs::Status> status() override {
    auto Status = OnDisk->status();
    return Status ? In.replaced(*Status) : Status;
  }

  llvm::ErrorOr<std::string> getName() override { return OnDisk->getName(); }

  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &Name, int64_t FileSize,
            bool RequiresNullTerminator, bool IsVolatile) override {
    // A package that a check reads; only sources end with a null.
    if (!RequiresNullTerminator)
      return OnDisk->getBuffer(Name, FileSize, false, IsVolatile);
    std::unique_ptr<llvm::MemoryBuffer> &Kept = In.Read[Path];
    if (!Kept) {
      auto Text = read(Name, FileSize);
      if (!Text)
        return Text.getError();
      Kept = In.HidesSuppressions ? In.hide(Path, std::move(*Text))
                                  : std::move(*Text);
    }
    return llvm::MemoryBuffer::getMemBuffer(Kept->getBuffer(), Name.str(),
                                            RequiresNullTerminator);
  }

  std::error_code close() override { return OnDisk->close(); }

private:
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  read(const llvm::Twine &Name, int64_t FileSize) {
    if (auto Status = OnDisk->status())
      if (const auto It = In.Replaced.find(Status->getUniqueID());
          It != In.Replaced.end())
        return llvm::MemoryBuffer::getMemBufferCopy(It->second, Name);
    if (FileSize > static_cast<int64_t>(MaxPlainSize))
      return std::make_error_code(std::errc::file_too_large);
    // Volatile: a mapped file would change, or end, under the parser's hands.
    return OnDisk->getBuffer(Name, FileSize, /*RequiresNullTerminator=*/true,
                             /*IsVolatile=*/true);
  }

  const std::unique_ptr<vfs::File> OnDisk;
  const std::string Path;
  SourceSnapshot &In;
};

namespace {

llvm::IntrusiveRefCntPtr<vfs::FileSystem> diskFor(InputLog *Log) {
  // A file system of its own: its working directory is this job's.
  llvm::IntrusiveRefCntPtr<vfs::FileSystem> Disk =
      plainFiles(AnySize, vfs::createPhysicalFileSystem());
  if (Log)
    Disk = llvm::makeIntrusiveRefCnt<LoggedFiles>(std::move(Disk), *Log);
  return Disk;
}

} // namespace

SourceSnapshot::SourceSnapshot(const ReplacedTexts &Replaced,
                               bool HidesSuppressions, InputLog *Log)
    : ProxyFileSystem(diskFor(Log)), Replaced(Replaced),
      HidesSuppressions(HidesSuppressions) {}

std::string withoutSuppressions(llvm::StringRef Text) {
  const llvm::StringRef Word = "NOLINT", Other = "NoLint";
  std::string Hidden = Text.str();
  for (size_t At = Text.find(Word); At != llvm::StringRef::npos;
       At = Text.find(Word, At + 1))
    llvm::copy(Other, Hidden.begin() + At);
  return Hidden;
}

std::unique_ptr<llvm::MemoryBuffer>
SourceSnapshot::hide(llvm::StringRef Path,
                     std::unique_ptr<llvm::MemoryBuffer> Text) {
  if (!Text->getBuffer().contains("NOLINT"))
    return Text;
  Unhidden.try_emplace(Path.str(), Text->getBuffer().str());
  return llvm::MemoryBuffer::getMemBufferCopy(
      withoutSuppressions(Text->getBuffer()), Text->getBufferIdentifier());
}

llvm::ErrorOr<vfs::Status> SourceSnapshot::status(const llvm::Twine &Path) {
  auto Status = ProxyFileSystem::status(Path);
  return Status ? replaced(*Status) : Status;
}

llvm::ErrorOr<std::unique_ptr<vfs::File>>
SourceSnapshot::openFileForRead(const llvm::Twine &Path) {
  auto OnDisk = ProxyFileSystem::openFileForRead(Path);
  if (!OnDisk)
    return OnDisk;
  llvm::SmallString<256> Absolute;
  Path.toVector(Absolute);
  if (const std::error_code EC = makeAbsolute(Absolute))
    return EC;
  std::string Name = nameOf(Absolute, (*OnDisk)->status());
  return std::make_unique<KeptFile>(std::move(*OnDisk), std::move(Name), *this);
}

std::string SourceSnapshot::nameOf(llvm::StringRef Absolute,
                                   const llvm::ErrorOr<vfs::Status> &Status) {
  llvm::SmallString<256> Name(Absolute);
  llvm::sys::path::remove_dots(Name, /*remove_dot_dot=*/true);
  if (Absolute.contains("/../")) {
    // Above a folder that a link leads to is not where the link is.
    const auto There = ProxyFileSystem::status(Name);
    if (!Status || !There || !There->equivalent(*Status)) {
      Name = Absolute;
      llvm::sys::path::remove_dots(Name);
    }
  }
  return Name.str().str();
}

std::unique_ptr<llvm::MemoryBuffer> SourceSnapshot::take(llvm::StringRef Path) {
  if (const auto It = Unhidden.find(Path.str()); It != Unhidden.end())
    return llvm::MemoryBuffer::getMemBufferCopy(It->second, Path);
  const auto It = Read.find(Path);
  return It == Read.end() ? nullptr : std::move(It->second);
}

vfs::Status SourceSnapshot::replaced(const vfs::Status &OnDisk) const {
  const auto It = Replaced.find(OnDisk.getUniqueID());
  return It == Replaced.end()
             ? OnDisk
             : vfs::Status::copyWithNewSize(OnDisk, It->second.size());
}

} // namespace aoti_tidy
