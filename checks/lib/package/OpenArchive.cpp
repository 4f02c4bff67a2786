// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/LogArchive.h"
#include "checks/lib/package/ZipDirectory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// Far more than packages have; a zip's are bounded by its list.
constexpr size_t MaxFolderEntries = 100'000;

Error packageError(StringRef Path, StringRef Problem) {
  return llvm::createStringError(
      fmt::format("{} {}", quotedName(Path), Problem.str()));
}

/// Checked when it is listed.
class ZipArchive : public Archive {
public:
  ZipArchive(StringRef Path, StringRef Content)
      : Archive(Path), Content(Content) {}

  Error list();
  uint64_t size(size_t Index) const override { return Entries[Index].Size; }
  Expected<std::string> read(size_t Index, uint64_t MaxSize) override;

  std::unique_ptr<llvm::MemoryBuffer> Buffer;

private:
  StringRef Content;
  std::vector<ZipEntry> Entries;
};

Error ZipArchive::list() {
  auto Read = readZipDirectory(Content);
  if (!Read)
    return packageError(Path, llvm::toString(Read.takeError()));
  Entries = std::move(*Read);
  for (const ZipEntry &E : Entries)
    Names.push_back(E.Name.str());
  return Error::success();
}

Expected<std::string> ZipArchive::read(size_t Index, uint64_t MaxSize) {
  const ZipEntry &File = Entries[Index];
  if (File.IsEncrypted)
    return error(Index, "is encrypted");
  if (File.Method != ZipEntry::Stored && File.Method != ZipEntry::Deflated)
    return error(Index, "is compressed in a way that no torch writes");
  if (File.Size > MaxSize)
    return error(Index, fmt::format("has {} bytes, which is absurd for what it "
                                    "is",
                                    File.Size));
  if (auto Text = readZipEntry(Content, File))
    return std::move(*Text);
  return error(Index, "is damaged");
}

/// An unpacked package, which torch loads since 2.13.
class FolderArchive : public Archive {
public:
  FolderArchive(StringRef Path, llvm::vfs::FileSystem &FS)
      : Archive(Path), FS(FS) {}

  Error list();
  uint64_t size(size_t Index) const override;
  Expected<std::string> read(size_t Index, uint64_t MaxSize) override;

private:
  std::string under(StringRef Name) const {
    llvm::SmallString<256> Result(Path);
    llvm::sys::path::append(Result, Name);
    return std::string(Result);
  }
  bool isRoot(StringRef Folder) const {
    return FS.exists(under((Folder + "/data/aotinductor").str()));
  }
  struct FolderEntry {
    std::string Name;
    bool IsFolder;
  };
  /// Without links, so there are no cycles.
  Expected<std::vector<FolderEntry>> entriesOf(StringRef Folder);
  Error listFolder(StringRef Folder, unsigned Depth);

  llvm::vfs::FileSystem &FS;
  size_t Seen = 0;
};

Error FolderArchive::list() {
  std::vector<std::string> Roots;
  if (isRoot(".")) {
    Roots.emplace_back();
  } else {
    // As unzip leaves it: the root folder of the zip in the folder.
    auto Children = entriesOf("");
    if (!Children)
      return Children.takeError();
    for (const auto &[Name, IsFolder] : *Children)
      if (IsFolder && isRoot(Name))
        Roots.push_back(Name);
  }
  for (const std::string &Root : Roots)
    if (Error E = listFolder(Root, 0))
      return E;
  llvm::sort(Names);
  return Error::success();
}

Expected<std::vector<FolderArchive::FolderEntry>>
FolderArchive::entriesOf(StringRef Folder) {
  std::vector<FolderEntry> Result;
  std::error_code EC;
  for (llvm::vfs::directory_iterator It = FS.dir_begin(under(Folder), EC), End;
       !EC && It != End; It.increment(EC)) {
    if (++Seen > MaxFolderEntries)
      return packageError(Path, "has too many entries for a package");
    // File systems may resolve the rest of the path.
    Result.push_back({llvm::sys::path::filename(It->path()).str(),
                      It->type() == llvm::sys::fs::file_type::directory_file});
  }
  if (EC)
    return packageError(Path, "cannot be read: " + EC.message());
  return Result;
}

Error FolderArchive::listFolder(StringRef Folder, unsigned Depth) {
  constexpr unsigned MaxDepth = 16;
  auto Entries = entriesOf(Folder);
  if (!Entries)
    return Entries.takeError();
  for (const auto &[Name, IsFolder] : *Entries) {
    const std::string Inner =
        Folder.empty() ? Name : (Folder + "/" + Name).str();
    if (!IsFolder)
      Names.push_back(Inner);
    else if (Depth < MaxDepth)
      if (Error E = listFolder(Inner, Depth + 1))
        return E;
  }
  return Error::success();
}

uint64_t FolderArchive::size(size_t Index) const {
  const auto Status = FS.status(under(Names[Index]));
  return Status && Status->isRegularFile() ? Status->getSize() : 0;
}

Expected<std::string> FolderArchive::read(size_t Index, uint64_t MaxSize) {
  const std::string File = under(Names[Index]);
  const auto Status = FS.status(File);
  // Opening a pipe would wait for a writer.
  if (!Status || !Status->isRegularFile())
    return error(Index, "is not a file");
  if (Status->getSize() > MaxSize)
    return error(Index, fmt::format("has {} bytes, which is absurd for what it "
                                    "is",
                                    Status->getSize()));
  auto Buffer = FS.getBufferForFile(File, Status->getSize(),
                                    /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return error(Index, "cannot be read: " + Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

Expected<std::unique_ptr<ZipArchive>> openZipFile(llvm::MemoryBufferRef Buffer,
                                                  StringRef Path) {
  auto Result = std::make_unique<ZipArchive>(Path, Buffer.getBuffer());
  if (Error E = Result->list())
    return E;
  return Result;
}

/// Null if there are none with code.
std::unique_ptr<Archive> openTraceLogs(StringRef Folder,
                                       llvm::vfs::FileSystem &FS) {
  std::vector<std::string> Paths;
  std::error_code EC;
  for (llvm::vfs::directory_iterator It = FS.dir_begin(Folder, EC), End;
       !EC && It != End; It.increment(EC))
    if (isTraceLog(llvm::sys::path::filename(It->path())))
      Paths.push_back(It->path().str());
  llvm::sort(Paths);
  auto Logs = std::make_unique<LogArchive>(Folder);
  for (const std::string &Path : Paths)
    if (const auto Status = FS.status(Path); Status && Status->isRegularFile())
      if (const auto Buffer =
              FS.getBufferForFile(Path, Status->getSize(),
                                  /*RequiresNullTerminator=*/false))
        Logs->add(**Buffer);
  if (Logs->names().empty())
    return nullptr;
  return Logs;
}

} // namespace

Expected<std::unique_ptr<Archive>> Archive::openZip(llvm::MemoryBufferRef Zip,
                                                    StringRef Path) {
  return openZipFile(Zip, Path);
}

Expected<std::unique_ptr<Archive>> Archive::open(StringRef Path,
                                                 llvm::vfs::FileSystem &FS) {
  const auto Status = FS.status(Path);
  if (!Status)
    return packageError(Path, "cannot be read: " + Status.getError().message());
  if (Status->isDirectory()) {
    auto Folder = std::make_unique<FolderArchive>(Path, FS);
    if (Error E = Folder->list())
      return E;
    if (Folder->names().empty())
      if (auto Logs = openTraceLogs(Path, FS))
        return Logs;
    return Folder;
  }
  // A pipe or a device may have no end, or make us wait for it.
  if (!Status->isRegularFile())
    return packageError(Path, NoFileNorFolder);
  // Mapped: weights make packages large.
  auto Buffer = FS.getBufferForFile(Path, Status->getSize(),
                                    /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return packageError(Path, "cannot be read: " + Buffer.getError().message());
  if (!(*Buffer)->getBuffer().starts_with("PK") && mayLogCode(**Buffer)) {
    auto Log = std::make_unique<LogArchive>(Path);
    Log->add(**Buffer);
    return Log;
  }
  auto Zip = openZipFile(**Buffer, Path);
  if (!Zip)
    return Zip.takeError();
  (*Zip)->Buffer = std::move(*Buffer);
  return Zip;
}

} // namespace aoti_tidy
