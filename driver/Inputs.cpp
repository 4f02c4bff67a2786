// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Inputs.h"
#include "driver/Errors.h"
#include "clang/Driver/Types.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
namespace types = clang::driver::types;

namespace aoti_tidy {
namespace {

types::ID typeOf(llvm::StringRef Path) {
  llvm::StringRef Extension = path::extension(Path);
  Extension.consume_front(".");
  return types::lookupTypeForExtension(Extension);
}

/// What a folder's files are linted as: sources. Headers are linted with the
/// files that include them.
bool isCxxSource(llvm::StringRef Path) {
  const types::ID Type = typeOf(Path);
  return Type == types::TY_CXX || Type == types::TY_CUDA ||
         Type == types::TY_ObjCXX;
}

bool isPythonFile(llvm::StringRef Path) {
  return path::extension(Path) == ".py";
}

/// Files without a telling extension: a kernel.inc, a generated source.
bool looksLikeCxx(llvm::StringRef Path) {
  const auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return false;
  const llvm::StringRef Text = (*Buffer)->getBuffer().take_front(16 * 1024);
  return !Text.contains('\0') &&
         (Text.contains("#include") || Text.contains("namespace "));
}

/// A folder that holds no sources of the user's own.
bool isForeignFolder(llvm::StringRef Folder) {
  const llvm::StringRef Name = path::filename(Folder);
  if (Name.size() > 1 && Name.starts_with(".") && Name != "..")
    return true;
  if (Name == "node_modules" || Name == "__pycache__" ||
      Name == "site-packages")
    return true;
  for (const char *Marker : {"CMakeCache.txt", "pyvenv.cfg"}) {
    llvm::SmallString<256> File = Folder;
    path::append(File, Marker);
    if (fs::exists(File))
      return true;
  }
  return false;
}

llvm::Error walk(const std::string &Folder, Inputs &In) {
  std::error_code EC;
  for (fs::recursive_directory_iterator It(Folder, EC, /*follow_symlinks=*/false),
       End;
       It != End; It.increment(EC)) {
    if (EC)
      break;
    // The type the directory itself gives is 'symlink' for a link; follow it
    // for files, not for folders (which may lead in circles).
    const fs::file_type Type = It->type();
    if (Type == fs::file_type::directory_file) {
      if (isForeignFolder(It->path()))
        It.no_push();
      continue;
    }
    if (Type != fs::file_type::regular_file && !fs::is_regular_file(It->path()))
      continue;
    if (isCxxSource(It->path())) {
      In.Files.push_back(It->path());
      continue;
    }
    if (isPythonFile(It->path()))
      In.PythonFiles.push_back(It->path());
    ++In.Skipped;
  }
  if (EC)
    return usageError("cannot read folder '{}': {}", Folder, EC.message());
  return llvm::Error::success();
}

llvm::Error rejectFile(llvm::StringRef Path) {
  const llvm::StringRef Extension = path::extension(Path);
  if (Extension == ".py" || Extension == ".ipynb")
    return usageError("'{}' is Python; this release of aoti-tidy checks C++ "
                      "only",
                      Path);
  if (Extension == ".so")
    return usageError("'{}' is a compiled model without its source; 'aoti-tidy "
                      "package' says what it tells",
                      Path);
  return usageError("'{}' is not C++ (by extension or content); give a C++ "
                    "file or a folder",
                    Path);
}

} // namespace

bool isCudaFile(llvm::StringRef Path) {
  const llvm::StringRef Extension = path::extension(Path);
  return Extension == ".cu" || Extension == ".cuh";
}

bool isHeaderFile(llvm::StringRef Path) {
  const types::ID Type = typeOf(Path);
  return (Type != types::TY_INVALID && types::onlyPrecompileType(Type)) ||
         path::extension(Path) == ".cuh";
}

bool isCxxFile(llvm::StringRef Path) {
  switch (typeOf(Path)) {
  case types::TY_CXX:
  case types::TY_CXXHeader:
  case types::TY_CHeader: // .h: AOTI's own headers are C++ with that name
  case types::TY_CUDA:
  case types::TY_ObjCXX: // .mm: Metal custom ops
    return true;
  case types::TY_INVALID:
    return isCudaFile(Path) || looksLikeCxx(Path);
  default:
    return false;
  }
}

llvm::Expected<Inputs> collectInputs(llvm::ArrayRef<std::string> Paths) {
  if (Paths.empty())
    return usageError("nothing to lint: give C++ files or folders, for example "
                      "'aoti-tidy src/'");
  Inputs In;
  for (const std::string &Path : Paths) {
    llvm::SmallString<256> Absolute(Path);
    if (std::error_code EC = fs::make_absolute(Absolute))
      return usageError("cannot resolve '{}': {}", Path, EC.message());
    path::remove_dots(Absolute, /*remove_dot_dot=*/true);
    fs::file_status Status;
    if (std::error_code EC = fs::status(Absolute, Status))
      return usageError("cannot read '{}': {}", Path, EC.message());
    if (Status.type() == fs::file_type::directory_file) {
      if (auto E = walk(Absolute.str().str(), In))
        return std::move(E);
      continue;
    }
    if (Status.type() != fs::file_type::regular_file)
      return usageError("'{}' is neither a file nor a folder", Path);
    auto File = fs::openNativeFileForRead(Absolute);
    if (!File)
      return usageError("cannot read '{}': {}", Path,
                        llvm::toString(File.takeError()));
    llvm::consumeError(llvm::errorCodeToError(fs::closeFile(*File)));
    if (isPythonFile(Absolute)) {
      In.PythonFiles.push_back(Absolute.str().str());
      continue;
    }
    if (path::extension(Absolute) == ".pt2") {
      In.Packages.push_back(Absolute.str().str());
      continue;
    }
    if (!isCxxFile(Absolute))
      return rejectFile(Path);
    In.Files.push_back(Absolute.str().str());
  }
  // Each once, and where links lead to one, by the name that is none.
  llvm::sort(In.Files, [](const std::string &A, const std::string &B) {
    return std::pair(fs::is_symlink_file(A), llvm::StringRef(A)) <
           std::pair(fs::is_symlink_file(B), llvm::StringRef(B));
  });
  std::set<fs::UniqueID> Seen;
  llvm::erase_if(In.Files, [&](const std::string &File) {
    fs::UniqueID Id;
    return !fs::getUniqueID(File, Id) && !Seen.insert(Id).second;
  });
  llvm::sort(In.Files);
  llvm::sort(In.PythonFiles);
  llvm::sort(In.Packages);
  In.Packages.erase(llvm::unique(In.Packages), In.Packages.end());
  In.PythonFiles.erase(llvm::unique(In.PythonFiles), In.PythonFiles.end());
  if (In.Files.empty() && Paths.size() == 1 && isPythonFile(Paths.front()))
    return rejectFile(Paths.front());
  if (In.Files.empty() && In.Packages.empty())
    return usageError("nothing to lint: there is no C++ file in '{}'",
                      llvm::join(Paths, "', '"));
  return In;
}

} // namespace aoti_tidy
