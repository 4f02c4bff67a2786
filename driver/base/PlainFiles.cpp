// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/PlainFiles.h"
#include "driver/base/RunReads.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include <fcntl.h>
#include <fmt/format.h>

namespace fs = llvm::sys::fs;
namespace vfs = llvm::vfs;

namespace aoti_tidy {
namespace {

/// Why a file is not read: NotPlain, or the bound that it goes over, in MB.
class Category : public std::error_category {
public:
  static constexpr int NotPlain = -1;

  const char *name() const noexcept override { return "aoti-tidy"; }
  std::string message(int Why) const override {
    if (Why == NotPlain)
      return "it is a device, a pipe or a socket; put a plain file there";
    return fmt::format("it is larger than {} MB, which nothing of its kind is",
                       Why);
  }
};

/// The reason why a file is not read.
std::error_code problemOf(fs::file_type Type, uint64_t Size, uint64_t MaxSize) {
  static const Category Why;
  if (Type == fs::file_type::directory_file)
    return std::make_error_code(std::errc::is_a_directory);
  if (Type != fs::file_type::regular_file)
    return {Category::NotPlain, Why};
  if (Size > MaxSize)
    return {static_cast<int>(MaxSize >> 20), Why};
  return {};
}

class PlainFiles : public vfs::ProxyFileSystem {
public:
  PlainFiles(uint64_t MaxSize, llvm::IntrusiveRefCntPtr<FileSystem> Of)
      : ProxyFileSystem(std::move(Of)), MaxSize(MaxSize) {}

  llvm::ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    const auto Status = ProxyFileSystem::status(Path);
    if (!Status)
      return Status.getError();
    if (const std::error_code EC =
            problemOf(Status->getType(), Status->getSize(), MaxSize))
      return EC;
    llvm::SmallString<256> Absolute;
    if (const std::error_code EC = absolute(Path, Absolute))
      return EC;
    RunReads &Reads = RunReads::get();
    if (const std::error_code EC = Reads.whyNotRead(Absolute))
      return EC;
    auto File = ProxyFileSystem::openFileForRead(Path);
    if (File)
      Reads.note(Absolute, Status->getUniqueID());
    return File;
  }

  vfs::directory_iterator dir_begin(const llvm::Twine &Folder,
                                    std::error_code &EC) override {
    llvm::SmallString<256> Absolute;
    if ((EC = absolute(Folder, Absolute)))
      return {};
    if (RunReads::get().mayList(Absolute))
      return ProxyFileSystem::dir_begin(Folder, EC);
    EC = std::make_error_code(std::errc::no_such_file_or_directory);
    return {};
  }

private:
  /// By this file system's working directory.
  std::error_code absolute(const llvm::Twine &Path,
                           llvm::SmallVectorImpl<char> &Result) const {
    Path.toVector(Result);
    return makeAbsolute(Result);
  }

  const uint64_t MaxSize;
};

} // namespace

std::map<fs::UniqueID, std::string> &unsavedTexts() {
  static std::map<fs::UniqueID, std::string> Texts;
  return Texts;
}

llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readPlainFile(llvm::StringRef Path, uint64_t MaxSize) {
  // Opening a device may do something.
  fs::file_status Status;
  if (const std::error_code EC = fs::status(Path, Status))
    return EC;
  if (const std::error_code EC =
          problemOf(Status.type(), Status.getSize(), MaxSize))
    return EC;
  RunReads &Reads = RunReads::get();
  if (const std::error_code EC = Reads.whyNotRead(Path))
    return EC;
  // By now it may be another one: nothing waits for who writes to a pipe.
  const std::string Name = Path.str();
  const int Descriptor = llvm::sys::RetryAfterSignal(
      -1, ::open, Name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (Descriptor < 0)
    return llvm::errnoAsErrorCode();
  fs::file_t Handle = fs::convertFDToNativeFile(Descriptor);
  const llvm::scope_exit Close([&] { fs::closeFile(Handle); });
  if (const std::error_code EC = fs::status(Descriptor, Status))
    return EC;
  if (const std::error_code EC =
          problemOf(Status.type(), Status.getSize(), MaxSize))
    return EC;
  Reads.note(Path, Status.getUniqueID());
  if (const auto It = unsavedTexts().find(Status.getUniqueID());
      It != unsavedTexts().end())
    return llvm::MemoryBuffer::getMemBufferCopy(It->second, Path);
  return llvm::MemoryBuffer::getOpenFile(Handle, Path, Status.getSize(),
                                         /*RequiresNullTerminator=*/true,
                                         /*IsVolatile=*/true);
}

std::string readBeginning(llvm::StringRef Path, size_t Size) {
  if (RunReads::get().whyNotRead(Path))
    return "";
  // The rest of the buffer of a shorter file is zeros.
  const auto Buffer = llvm::MemoryBuffer::getFileSlice(
      Path, /*MapSize=*/Size, /*Offset=*/0, /*IsVolatile=*/true);
  if (!Buffer)
    return "";
  RunReads::get().noteReuse(Path.str());
  return (*Buffer)->getBuffer().rtrim('\0').str();
}

std::vector<std::string> entriesOf(llvm::StringRef Folder) {
  std::vector<std::string> Paths;
  std::error_code EC;
  if (RunReads::get().mayList(Folder))
    for (fs::directory_iterator It(Folder, EC), End; !EC && It != End;
         It.increment(EC))
      Paths.push_back(It->path());
  return Paths;
}

bool isRepository(llvm::StringRef Folder) {
  const std::string Git = (Folder + "/.git").str();
  return fs::exists(Git) && RunReads::get().mayList(Git);
}

llvm::IntrusiveRefCntPtr<vfs::FileSystem>
plainFiles(uint64_t MaxSize, llvm::IntrusiveRefCntPtr<vfs::FileSystem> Of) {
  return llvm::makeIntrusiveRefCnt<PlainFiles>(MaxSize, std::move(Of));
}

} // namespace aoti_tidy
