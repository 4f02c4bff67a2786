// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/explain/LogFile.h"
#include "driver/base/Errors.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace aoti_tidy {
namespace {

namespace fs = llvm::sys::fs;

constexpr size_t PieceSize = 1 << 20;
constexpr size_t MaxFiles = 10000;

llvm::Error cannotRead(llvm::StringRef Path, const std::string &Why) {
  return usageError("the log '{}' cannot be read: {}", Path, Why);
}

struct Packed {
  llvm::StringLiteral Magic, Name, Command;
};
constexpr Packed PackedForms[] = {
    {"\x1f\x8b", "gzip", "gzip -dc"},
    {"\x28\xb5\x2f\xfd", "zstd", "zstd -dc"},
    {"\xfd"
     "7zXZ",
     "xz", "xz -dc"},
    {"BZh", "bzip2", "bzip2 -dc"},
    {"PK\x03\x04", "zip", "unzip -p"},
};

/// In pieces: the log may be larger than the memory.
llvm::Error readFrom(fs::file_t File, llvm::StringRef Path, LogReader &Reader) {
  std::vector<char> Piece(PieceSize);
  for (bool IsFirst = true;; IsFirst = false) {
    auto Size = fs::readNativeFile(File, Piece);
    if (!Size)
      return cannotRead(Path, llvm::toString(Size.takeError()));
    if (!*Size)
      return llvm::Error::success();
    const llvm::StringRef Text(Piece.data(), *Size);
    if (IsFirst)
      for (const Packed &P : PackedForms)
        if (Text.starts_with(P.Magic))
          return cannotRead(
              Path, fmt::format("it is compressed; unpack it, as in '{} {} | "
                                "aoti-tidy explain'",
                                P.Command, Path == "-" ? "LOG" : Path));
    Reader.feed(Text);
  }
}

llvm::Error readFile(llvm::StringRef Path, LogReader &Reader) {
  auto File = fs::openNativeFileForRead(Path);
  if (!File)
    return cannotRead(Path, llvm::toString(File.takeError()));
  const llvm::scope_exit Close([&] { fs::closeFile(*File); });
  return readFrom(*File, Path, Reader);
}

llvm::Expected<std::vector<std::string>> filesOfFolder(llvm::StringRef Folder) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (fs::recursive_directory_iterator
           It(Folder, EC, /*follow_symlinks=*/false),
       End;
       !EC && It != End; It.increment(EC)) {
    if (fs::is_regular_file(It->path()))
      Files.push_back(It->path());
    if (Files.size() > MaxFiles)
      return usageError("the folder '{}' has more than {} files; give the log, "
                        "or the folder that TORCH_TRACE names",
                        Folder, MaxFiles);
  }
  if (EC)
    return cannotRead(Folder, EC.message());
  llvm::sort(Files);
  return Files;
}

llvm::Error readFolder(llvm::StringRef Folder, LogReader &Reader,
                       std::vector<std::string> &Unread) {
  auto Files = filesOfFolder(Folder);
  if (!Files)
    return Files.takeError();
  if (Files->empty())
    return usageError("the folder '{}' has no files; give a log, or the folder "
                      "that TORCH_TRACE names",
                      Folder);
  for (const std::string &File : *Files) {
    if (auto E = readFile(File, Reader))
      Unread.push_back(llvm::toString(std::move(E)));
    Reader.feed("\n");
  }
  return llvm::Error::success();
}

/// A quoted message, not a misspelt path.
bool isText(llvm::StringRef Path) {
  constexpr llvm::StringLiteral OfLogs[] = {".err", ".gz",  ".json", ".jsonl",
                                            ".log", ".out", ".txt",  ".zst"};
  return Path.contains(' ') && !fs::exists(Path) &&
         !llvm::is_contained(OfLogs, llvm::sys::path::extension(Path));
}

} // namespace

std::string logName(llvm::StringRef Path) {
  if (Path.empty() || Path == "-")
    return "<stdin>";
  return isText(Path) ? "<text>" : Path.str();
}

llvm::Expected<std::vector<std::string>> filesOfLog(llvm::StringRef Path) {
  if (fs::is_directory(Path))
    return filesOfFolder(Path);
  return std::vector<std::string>{Path.str()};
}

llvm::Expected<LogEvents> readLog(llvm::StringRef Path,
                                  std::vector<std::string> &Unread) {
  LogReader Reader;
  llvm::Error E = llvm::Error::success();
  if (Path.empty() || Path == "-")
    E = llvm::joinErrors(std::move(E),
                         readFrom(fs::getStdinHandle(), "-", Reader));
  else if (isText(Path))
    Reader.feed(Path);
  else if (fs::is_directory(Path))
    E = llvm::joinErrors(std::move(E), readFolder(Path, Reader, Unread));
  else
    E = llvm::joinErrors(std::move(E), readFile(Path, Reader));
  if (E)
    return std::move(E);
  return Reader.finish();
}

} // namespace aoti_tidy
