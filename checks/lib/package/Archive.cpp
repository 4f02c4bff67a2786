// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/LogArchive.h"
#include "checks/lib/package/ZipDirectory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <minizip/unzip.h>

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// More files than any package has; those of a zip are bounded by the size of
/// their list.
constexpr size_t MaxFolderEntries = 100'000;

constexpr StringRef DamagedList =
    "cannot be read as a zip file: the list of its files is damaged";

Error packageError(StringRef Path, StringRef Problem) {
  return llvm::createStringError(
      fmt::format("{} {}", quotedName(Path), Problem.str()));
}

/// The bytes of a zip file, as minizip wants to read them: seek and read.
class ZipBytes {
public:
  explicit ZipBytes(StringRef Bytes) : Bytes(Bytes) {}

  zlib_filefunc64_def functions() {
    zlib_filefunc64_def Result{};
    Result.opaque = this;
    Result.zopen64_file = [](voidpf Self, const void *, int) -> voidpf {
      return Self;
    };
    Result.zread_file = [](voidpf, voidpf Self, void *Out, uLong Size) {
      return static_cast<ZipBytes *>(Self)->read(Out, Size);
    };
    Result.ztell64_file = [](voidpf, voidpf Self) -> ZPOS64_T {
      return static_cast<ZipBytes *>(Self)->Position;
    };
    Result.zseek64_file = [](voidpf, voidpf Self, ZPOS64_T Offset,
                             int Origin) -> long {
      return static_cast<ZipBytes *>(Self)->seek(Offset, Origin) ? 0 : -1;
    };
    Result.zclose_file = [](voidpf, voidpf) { return 0; };
    Result.zerror_file = [](voidpf, voidpf) { return 0; };
    return Result;
  }

private:
  uLong read(void *Out, uLong Size) {
    const StringRef Read = Bytes.substr(Position, Size);
    if (!Read.empty())
      std::memcpy(Out, Read.data(), Read.size());
    Position += Read.size();
    return Read.size();
  }
  bool seek(ZPOS64_T Offset, int Origin) {
    const uint64_t From = Origin == ZLIB_FILEFUNC_SEEK_SET   ? 0
                          : Origin == ZLIB_FILEFUNC_SEEK_CUR ? Position
                                                             : Bytes.size();
    if (Offset > Bytes.size() || From > Bytes.size() - Offset)
      return false;
    Position = From + Offset;
    return true;
  }

  StringRef Bytes;
  uint64_t Position = 0;
};

/// A zip file. minizip checks what it reads against the size of the buffer; what
/// it would believe is checked here.
class ZipArchive : public Archive {
public:
  ZipArchive(StringRef Path, StringRef Content)
      : Archive(Path), Content(Content) {}
  ~ZipArchive() override {
    if (Zip)
      unzClose(Zip);
  }

  Error list();
  uint64_t size(size_t Index) const override { return Entries[Index].Size; }
  Expected<std::string> read(size_t Index, uint64_t MaxSize) override;

  /// What the entries lie in, if nobody else keeps it.
  std::unique_ptr<llvm::MemoryBuffer> Buffer;

private:
  struct Entry {
    unz64_file_pos Position;
    uint64_t Size;
    uLong Method;
    bool IsEncrypted;
  };
  ZipBytes Content;
  unzFile Zip = nullptr;
  std::vector<Entry> Entries;
};

/// Opens the file and reads the list of its entries.
Error ZipArchive::list() {
  zlib_filefunc64_def Functions = Content.functions();
  // The name is nobody's: nothing is opened by it.
  Zip = unzOpen2_64(Path.c_str(), &Functions);
  if (!Zip)
    return packageError(Path, DamagedList);
  unz_global_info64 Info;
  if (unzGetGlobalInfo64(Zip, &Info) != UNZ_OK)
    return packageError(Path, DamagedList);
  if (Info.number_entry == 0)
    return Error::success();
  int Status = unzGoToFirstFile(Zip);
  for (; Status == UNZ_OK; Status = unzGoToNextFile(Zip)) {
    unz_file_info64 File;
    unz64_file_pos Position;
    // Of a longer name the rest is cut off; no part of a package has one.
    std::array<char, 4096> Name{};
    if (unzGetCurrentFileInfo64(Zip, &File, Name.data(), Name.size() - 1,
                                nullptr, 0, nullptr, 0) != UNZ_OK ||
        unzGetFilePos64(Zip, &Position) != UNZ_OK)
      break;
    Names.emplace_back(Name.data());
    constexpr uLong EncryptedFlag = 1;
    Entries.push_back({Position, File.uncompressed_size,
                       File.compression_method,
                       (File.flag & EncryptedFlag) != 0});
  }
  if (Status != UNZ_END_OF_LIST_OF_FILE || Entries.size() != Info.number_entry)
    return packageError(Path, DamagedList);
  return Error::success();
}

Expected<std::string> ZipArchive::read(size_t Index, uint64_t MaxSize) {
  const Entry &File = Entries[Index];
  if (File.IsEncrypted)
    return error(Index, "is encrypted");
  if (File.Method != 0 && File.Method != Z_DEFLATED)
    return error(Index, "is compressed in a way that no torch writes");
  if (File.Size > MaxSize)
    return error(Index, fmt::format("has {} bytes, which is absurd for what it "
                                    "is",
                                    File.Size));
  if (unzGoToFilePos64(Zip, &File.Position) != UNZ_OK ||
      unzOpenCurrentFile(Zip) != UNZ_OK)
    return error(Index, "is damaged");
  std::string Result(File.Size, '\0');
  size_t Done = 0;
  while (Done < Result.size()) {
    const int Read =
        unzReadCurrentFile(Zip, Result.data() + Done,
                           std::min<size_t>(Result.size() - Done, 1 << 30));
    if (Read <= 0)
      break;
    Done += Read;
  }
  // Compares the checksum, if all was read.
  const bool IsWhole = unzCloseCurrentFile(Zip) == UNZ_OK;
  if (Done != Result.size() || !IsWhole)
    return error(Index, "is damaged");
  return Result;
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
  /// Links are no folders here, so there is no way round in a circle.
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
  // The order of a folder is no order.
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
    // Of the path only the end is sure: file systems may resolve the rest.
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
  if (auto Problem = problemOfZipDirectory(Buffer.getBuffer()))
    return packageError(Path, *Problem);
  auto Result = std::make_unique<ZipArchive>(Path, Buffer.getBuffer());
  if (Error E = Result->list())
    return E;
  return Result;
}

/// The logs of TORCH_TRACE in a folder; null if there are none with code.
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

std::string quotedName(StringRef Name) {
  constexpr size_t Longest = 200;
  std::string Result = "'";
  llvm::raw_string_ostream OS(Result);
  // Escapes what is not printable ASCII: a terminal must not obey it.
  OS.write_escaped(Name.take_front(Longest));
  OS << (Name.size() > Longest ? "...'" : "'");
  return Result;
}

Error Archive::error(size_t Index, StringRef Problem) const {
  return llvm::createStringError(fmt::format(
      "{}: {} {}", quotedName(Path), quotedName(Names[Index]), Problem.str()));
}

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
  // Mapped, not read: weights make packages large.
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
