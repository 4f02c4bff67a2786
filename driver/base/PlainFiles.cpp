// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/PlainFiles.h"
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

/// What keeps a file from being read.
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
    return ProxyFileSystem::openFileForRead(Path);
  }

private:
  const uint64_t MaxSize;
};

} // namespace

llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readPlainFile(llvm::StringRef Path, uint64_t MaxSize) {
  // Opening a device may do something.
  fs::file_status Status;
  if (const std::error_code EC = fs::status(Path, Status))
    return EC;
  if (const std::error_code EC =
          problemOf(Status.type(), Status.getSize(), MaxSize))
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
  return llvm::MemoryBuffer::getOpenFile(Handle, Path, Status.getSize(),
                                         /*RequiresNullTerminator=*/true,
                                         /*IsVolatile=*/true);
}

llvm::IntrusiveRefCntPtr<vfs::FileSystem>
plainFiles(uint64_t MaxSize, llvm::IntrusiveRefCntPtr<vfs::FileSystem> Of) {
  return llvm::makeIntrusiveRefCnt<PlainFiles>(MaxSize, std::move(Of));
}

} // namespace aoti_tidy
