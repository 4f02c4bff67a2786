// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Inputs.h"
#include "checks/lib/package/Archive.h"
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

bool isPythonExtension(llvm::StringRef Path) {
  const llvm::StringRef Extension = path::extension(Path);
  return Extension == ".py" || Extension == ".pyi";
}

/// A script that says so itself: '#!/usr/bin/env python3'.
bool hasPythonShebang(llvm::StringRef Path) {
  const auto Buffer = llvm::MemoryBuffer::getFileSlice(
      Path, /*MapSize=*/128, /*Offset=*/0, /*IsVolatile=*/true);
  if (!Buffer)
    return false;
  const llvm::StringRef Line = (*Buffer)->getBuffer().split('\n').first;
  return Line.starts_with("#!") && Line.contains("python");
}

bool isPythonFile(llvm::StringRef Path) {
  return isPythonExtension(Path) ||
         (path::extension(Path).empty() && hasPythonShebang(Path));
}

/// Files without a telling extension: a kernel.inc, a generated source.
bool looksLikeCxx(llvm::StringRef Path) {
  // Less than what is mapped into memory.
  const auto Buffer = llvm::MemoryBuffer::getFileSlice(
      Path, /*MapSize=*/size_t(16) * 1024 - 1, /*Offset=*/0,
      /*IsVolatile=*/true);
  if (!Buffer)
    return false;
  // The rest of the buffer of a shorter file is zeros.
  const llvm::StringRef Text = (*Buffer)->getBuffer().rtrim('\0');
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

/// A file with Python in it, if the user asked for its kind.
bool isDocument(llvm::StringRef Path, const Options &O) {
  return (O.IncludeNotebooks && isNotebookFile(Path)) ||
         (O.IncludeMarkdown && isMarkdownFile(Path));
}

llvm::Error walk(const std::string &Folder, const Options &O, Inputs &In) {
  std::error_code EC;
  for (fs::recursive_directory_iterator
           It(Folder, EC, /*follow_symlinks=*/false),
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
    else if (isDocument(It->path(), O))
      In.Documents.push_back(It->path());
    else
      ++In.Skipped;
  }
  if (EC)
    return usageError("cannot read folder '{}': {}", Folder, EC.message());
  return llvm::Error::success();
}

llvm::Error rejectFile(llvm::StringRef Path) {
  if (isNotebookFile(Path))
    return usageError("'{}' is a notebook; --include-notebooks lints its cells",
                      Path);
  if (isMarkdownFile(Path))
    return usageError("'{}' is Markdown; --include-markdown lints its blocks "
                      "of Python",
                      Path);
  if (path::extension(Path) == ".so")
    return usageError("'{}' is a compiled model without its source; 'aoti-tidy "
                      "package' says what it tells",
                      Path);
  return usageError("'{}' is neither C++ nor Python (by extension or content); "
                    "give a source file or a folder",
                    Path);
}

llvm::Error addFile(llvm::StringRef Path, const std::string &Absolute,
                    const Options &O, Inputs &In) {
  if (isPythonFile(Absolute))
    In.PythonFiles.push_back(Absolute);
  else if (isDocument(Absolute, O))
    In.Documents.push_back(Absolute);
  else if (path::extension(Absolute) == ".pt2")
    In.Packages.push_back(Absolute);
  else if (!isNotebookFile(Absolute) && !isMarkdownFile(Absolute) &&
           isCxxFile(Absolute))
    In.Files.push_back(Absolute);
  else
    return rejectFile(Path);
  return llvm::Error::success();
}

/// Each once, sorted, and where links lead to one, by the name that is none.
void sortAndUnique(std::vector<std::string> &Files) {
  std::vector<std::pair<bool, std::string>> Marked;
  for (std::string &File : Files) {
    const bool IsLink = fs::is_symlink_file(File);
    Marked.emplace_back(IsLink, std::move(File));
  }
  llvm::sort(Marked);
  Files.clear();
  std::set<fs::UniqueID> Seen;
  for (auto &[IsLink, File] : Marked) {
    fs::UniqueID Id;
    // What is not there (standard input) is no link, either.
    if (fs::getUniqueID(File, Id) || Seen.insert(Id).second)
      Files.push_back(std::move(File));
  }
  llvm::sort(Files);
  Files.erase(llvm::unique(Files), Files.end());
}

/// What standard input is, its name tells.
llvm::Error addStdin(const Options &O, Inputs &In) {
  llvm::SmallString<256> Absolute(O.StdinFilename);
  if (std::error_code EC = fs::make_absolute(Absolute))
    return usageError("cannot resolve '{}': {}", O.StdinFilename, EC.message());
  path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  auto Text = llvm::MemoryBuffer::getSTDIN();
  if (!Text)
    return usageError("cannot read standard input: {}",
                      Text.getError().message());
  const std::string Name = Absolute.str().str();
  if (path::extension(Name) == ".pt2" || llvm::is_contained(O.Packages, "-"))
    return usageError("a package cannot be read from standard input");
  In.Stdin = {Name, (*Text)->getBuffer().str()};
  // A script without an extension tells by its first line.
  if (path::extension(Name).empty() && In.Stdin->second.starts_with("#!") &&
      llvm::StringRef(In.Stdin->second).split('\n').first.contains("python")) {
    In.PythonFiles.push_back(Name);
    return llvm::Error::success();
  }
  return addFile(O.StdinFilename, Name, O, In);
}

} // namespace

bool isNotebookFile(llvm::StringRef Path) {
  return path::extension(Path) == ".ipynb";
}

bool isMarkdownFile(llvm::StringRef Path) {
  const llvm::StringRef Extension = path::extension(Path);
  return Extension == ".md" || Extension == ".markdown";
}

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

llvm::Expected<Inputs> collectInputs(const Options &O) {
  if (O.Positional.empty())
    return usageError("nothing to lint: give C++ or Python files or folders, "
                      "for example 'aoti-tidy src/'");
  Inputs In;
  for (const std::string &Path : O.Positional) {
    if (Path == "-") {
      if (!In.Stdin)
        if (auto E = addStdin(O, In))
          return std::move(E);
      continue;
    }
    llvm::SmallString<256> Absolute(Path);
    if (std::error_code EC = fs::make_absolute(Absolute))
      return usageError("cannot resolve '{}': {}", Path, EC.message());
    path::remove_dots(Absolute, /*remove_dot_dot=*/true);
    fs::file_status Status;
    if (std::error_code EC = fs::status(Absolute, Status))
      return usageError("cannot read '{}': {}", Path, EC.message());
    if (Status.type() == fs::file_type::directory_file) {
      if (auto E = walk(Absolute.str().str(), O, In))
        return std::move(E);
      continue;
    }
    if (Status.type() != fs::file_type::regular_file)
      return usageError("'{}' {}", Path, NoFileNorFolder);
    auto File = fs::openNativeFileForRead(Absolute);
    if (!File)
      return usageError("cannot read '{}': {}", Path,
                        llvm::toString(File.takeError()));
    llvm::consumeError(llvm::errorCodeToError(fs::closeFile(*File)));
    if (auto E = addFile(Path, Absolute.str().str(), O, In))
      return std::move(E);
  }
  for (auto *Files : {&In.Files, &In.PythonFiles, &In.Documents, &In.Packages})
    sortAndUnique(*Files);
  if (In.Files.empty() && In.PythonFiles.empty() && In.Documents.empty() &&
      In.Packages.empty())
    return usageError("nothing to lint: there is no C++ and no Python file in "
                      "'{}'",
                      llvm::join(O.Positional, "', '"));
  return In;
}

} // namespace aoti_tidy
