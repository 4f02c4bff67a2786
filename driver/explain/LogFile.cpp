// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/explain/LogFile.h"
#include "driver/Errors.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace aoti_tidy {
namespace {

namespace fs = llvm::sys::fs;

constexpr size_t PieceSize = 1 << 20;

llvm::Error cannotRead(llvm::StringRef Path, const std::string &Why) {
  return usageError("the log '{}' cannot be read: {}", Path, Why);
}

/// Up to the end, a piece at a time: the log may be larger than the memory.
llvm::Error readFrom(fs::file_t File, llvm::StringRef Path, LogReader &Reader) {
  std::vector<char> Piece(PieceSize);
  for (;;) {
    auto Size = fs::readNativeFile(File, Piece);
    if (!Size)
      return cannotRead(Path, llvm::toString(Size.takeError()));
    if (!*Size)
      return llvm::Error::success();
    Reader.feed({Piece.data(), *Size});
  }
}

llvm::Error readFile(llvm::StringRef Path, LogReader &Reader) {
  auto File = fs::openNativeFileForRead(Path);
  if (!File)
    return cannotRead(Path, llvm::toString(File.takeError()));
  const llvm::scope_exit Close([&] { fs::closeFile(*File); });
  return readFrom(*File, Path, Reader);
}

llvm::Error readFolder(llvm::StringRef Folder, LogReader &Reader) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (fs::directory_iterator It(Folder, EC), End; !EC && It != End;
       It.increment(EC))
    if (fs::is_regular_file(It->path()))
      Files.push_back(It->path());
  if (EC)
    return cannotRead(Folder, EC.message());
  if (Files.empty())
    return usageError("the folder '{}' has no files; give a log, or the folder "
                      "that TORCH_TRACE names",
                      Folder);
  llvm::sort(Files);
  for (const std::string &File : Files) {
    if (auto E = readFile(File, Reader))
      return E;
    Reader.feed("\n");
  }
  return llvm::Error::success();
}

bool isText(llvm::StringRef Path) {
  return Path.contains(' ') && !fs::exists(Path);
}

} // namespace

std::string logName(llvm::StringRef Path) {
  if (Path.empty() || Path == "-")
    return "<stdin>";
  return isText(Path) ? "<text>" : Path.str();
}

llvm::Expected<LogEvents> readLog(llvm::StringRef Path) {
  LogReader Reader;
  llvm::Error E = llvm::Error::success();
  if (Path.empty() || Path == "-")
    E = llvm::joinErrors(std::move(E),
                         readFrom(fs::getStdinHandle(), "-", Reader));
  else if (isText(Path))
    Reader.feed(Path);
  else if (fs::is_directory(Path))
    E = llvm::joinErrors(std::move(E), readFolder(Path, Reader));
  else
    E = llvm::joinErrors(std::move(E), readFile(Path, Reader));
  if (E)
    return std::move(E);
  return Reader.finish();
}

} // namespace aoti_tidy
