// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/FileReplacement.h"
#include "driver/base/Errors.h"
#include "driver/base/Staging.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace fs = llvm::sys::fs;

namespace aoti_tidy {
namespace {

/// Other runs hold a lock for milliseconds.
constexpr std::chrono::seconds LockTimeout(10);

std::string reasonOf(int Error) {
  return std::error_code(Error, std::generic_category()).message();
}

llvm::Error becauseChanged() {
  return usageError("it has changed since it was linted; run again");
}

bool isSameFile(const struct stat &A, const struct stat &B) {
  return A.st_dev == B.st_dev && A.st_ino == B.st_ino;
}

/// Whether \p Path still names the open file \p FD.
bool isNameOf(const std::string &Path, int FD) {
  struct stat Named = {}, Open = {};
  return lstat(Path.c_str(), &Named) == 0 && fstat(FD, &Open) == 0 &&
         isSameFile(Named, Open);
}

/// All of an open file.
std::optional<std::string> textOf(int FD) {
  llvm::SmallString<0> Text;
  if (lseek(FD, 0, SEEK_SET) != 0 ||
      llvm::errorToBool(fs::readNativeFileToEOF(FD, Text)))
    return std::nullopt;
  return Text.str().str();
}

std::string lossBesidesText(const struct stat &Status) {
  if (!S_ISREG(Status.st_mode))
    return "it is no regular file";
  if (Status.st_mode & (S_ISUID | S_ISGID))
    return "it is a setuid or setgid file";
  if (Status.st_nlink > 1)
    return fmt::format("it has {} hard links, which would be parted",
                       static_cast<unsigned long>(Status.st_nlink));
  return "";
}

/// The names of the attributes of an open file.
llvm::Expected<std::vector<std::string>> attributesOf(int FD) {
  std::vector<std::string> Names;
  const ssize_t Size = flistxattr(FD, nullptr, 0);
  std::string List(std::max<ssize_t>(Size, 0), '\0');
  const ssize_t Listed =
      Size > 0 ? flistxattr(FD, List.data(), List.size()) : Size;
  if (Listed < 0 && errno != ENOTSUP)
    return usageError("its attributes cannot be read: {}", reasonOf(errno));
  List.resize(std::max<ssize_t>(Listed, 0));
  for (llvm::StringRef Rest = List; !Rest.empty();) {
    const auto [Name, Next] = Rest.split('\0');
    Names.push_back(Name.str());
    Rest = Next;
  }
  return Names;
}

std::optional<std::string> attribute(int FD, const std::string &Name) {
  const ssize_t Size = fgetxattr(FD, Name.c_str(), nullptr, 0);
  std::string Value(std::max<ssize_t>(Size, 0), '\0');
  if (Size > 0 &&
      fgetxattr(FD, Name.c_str(), Value.data(), Value.size()) != Size)
    return std::nullopt;
  return Size < 0 ? std::nullopt : std::optional(Value);
}

/// Access control lists are attributes, too.
llvm::Error copyAttributes(int From, int To) {
  auto Wanted = attributesOf(From), Present = attributesOf(To);
  if (!Wanted || !Present)
    return llvm::joinErrors(Wanted.takeError(), Present.takeError());
  // From the folder, as a default.
  for (const std::string &Name : *Present)
    if (!llvm::is_contained(*Wanted, Name) &&
        !llvm::StringRef(Name).starts_with("security.") &&
        fremovexattr(To, Name.c_str()) != 0)
      return usageError("it would get the attribute '{}': {}", Name,
                        reasonOf(errno));
  for (const std::string &Name : *Wanted) {
    const auto Value = attribute(From, Name);
    if (Value && attribute(To, Name) == Value)
      continue;
    if (!Value ||
        fsetxattr(To, Name.c_str(), Value->data(), Value->size(), 0) != 0)
      return usageError("its attribute '{}' cannot be kept: {}", Name,
                        reasonOf(errno));
  }
  return llvm::Error::success();
}

/// Makes \p To, a new file, the like of \p From but for its text.
llvm::Error copyRights(int From, int To) {
  struct stat Wanted = {}, Present = {};
  if (fstat(From, &Wanted) != 0 || fstat(To, &Present) != 0)
    return usageError("{}", reasonOf(errno));
  if ((Wanted.st_uid != Present.st_uid || Wanted.st_gid != Present.st_gid) &&
      fchown(To, Wanted.st_uid, Wanted.st_gid) != 0)
    return usageError("its owner and group cannot be kept: {}",
                      reasonOf(errno));
  if (auto E = copyAttributes(From, To))
    return E;
  // Behind the owner, which takes rights away.
  if (fchmod(To, Wanted.st_mode & 07777) != 0)
    return usageError("its mode cannot be kept: {}", reasonOf(errno));
  return llvm::Error::success();
}

/// Lets two files change names, at once. Not all file systems can.
bool exchangeNames(const std::string &A, const std::string &B) {
  return syscall(SYS_renameat2, AT_FDCWD, A.c_str(), AT_FDCWD, B.c_str(),
                 RENAME_EXCHANGE) == 0;
}

} // namespace

FileReplacement::Descriptor::~Descriptor() {
  if (FD >= 0)
    close(FD);
}

llvm::Expected<FileReplacement::Descriptor>
FileReplacement::lock(const std::string &Path) {
  const auto End = std::chrono::steady_clock::now() + LockTimeout;
  while (true) {
    Descriptor File(
        open(Path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (File.get() < 0)
      return usageError("{}", reasonOf(errno));
    const auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        End - std::chrono::steady_clock::now());
    if (const std::error_code EC = lockFile(File.get(), Left)) {
      if (EC == std::errc::operation_would_block)
        return usageError("another program has locked it");
      return usageError("it cannot be locked: {}", EC.message());
    }
    // Who had the lock before has put another file in its place.
    if (isNameOf(Path, File.get()))
      return File;
    if (Left.count() <= 0)
      return becauseChanged();
  }
}

llvm::Expected<FileReplacement>
FileReplacement::prepare(llvm::StringRef Path, llvm::StringRef Before,
                         llvm::StringRef After) {
  std::string Real = realPath(Path);
  auto File = lock(Real);
  if (!File)
    return File.takeError();
  struct stat Status = {};
  if (fstat(File->get(), &Status) != 0)
    return usageError("{}", reasonOf(errno));
  if (std::string Why = lossBesidesText(Status); !Why.empty())
    return usageError("{}", Why);
  const auto Now = textOf(File->get());
  if (!Now || (*Now != Before && *Now != After))
    return becauseChanged();
  FileReplacement R(std::move(*File), std::move(Real), Before);
  // Another run has made the same fixes.
  if (*Now != Before)
    return R;
  auto Staged = stage(llvm::sys::path::parent_path(R.Path), After,
                      fs::owner_read | fs::owner_write);
  if (!Staged)
    return Staged.takeError();
  R.Staged = std::make_unique<fs::TempFile>(std::move(*Staged));
  if (auto E = copyRights(R.File.get(), R.Staged->FD))
    return E;
  return R;
}

llvm::Error FileReplacement::commit() {
  if (!Staged)
    return llvm::Error::success();
  // A program that takes part in no lock may have written by now.
  if (!isNameOf(Path, File.get()) || textOf(File.get()) != Before)
    return becauseChanged();
  // From here on it may be the only copy of what such a program has written.
  llvm::sys::DontRemoveFileOnSignal(Staged->TmpName);
  IsExchanged = exchangeNames(Staged->TmpName, Path);
  if (!IsExchanged) {
    if (errno != EINVAL && errno != ENOSYS)
      return usageError("{}", reasonOf(errno));
    auto E = Staged->keep(Path);
    Staged.reset();
    return E;
  }
  if (isNameOf(Staged->TmpName, File.get()) && textOf(File.get()) == Before)
    return llvm::Error::success();
  revert();
  return becauseChanged();
}

void FileReplacement::revert() {
  if (!IsExchanged)
    return;
  IsExchanged = false;
  if (exchangeNames(Staged->TmpName, Path))
    return;
  // Somebody has removed it.
  llvm::consumeError(Staged->keep(Path));
  Staged.reset();
}

FileReplacement::~FileReplacement() {
  if (Staged)
    llvm::consumeError(Staged->discard());
}

std::string whyIrreplaceable(llvm::StringRef Path) {
  struct stat Status = {};
  if (stat(Path.str().c_str(), &Status) != 0)
    return reasonOf(errno);
  return lossBesidesText(Status);
}

} // namespace aoti_tidy
