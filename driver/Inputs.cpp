// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Inputs.h"
#include "checks/lib/package/Archive.h"
#include "driver/Errors.h"
#include "driver/report/Finding.h"
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

bool has(llvm::StringRef Folder, llvm::StringRef File) {
  llvm::SmallString<256> Path = Folder;
  path::append(Path, File);
  return fs::exists(Path);
}

/// Why a folder holds no sources of the user's own; null if it may.
const char *reasonToLeaveOut(llvm::StringRef Folder) {
  if (has(Folder, "CMakeCache.txt"))
    return "a CMake build folder";
  if (has(Folder, "pyvenv.cfg"))
    return "a virtual environment";
  const llvm::StringRef Name = path::filename(Folder);
  if (Name == "node_modules" || Name == "site-packages")
    return "installed packages";
  if (Name.size() > 1 && Name.starts_with(".") && Name != "..")
    return "a hidden folder";
  return nullptr;
}

/// What a version control keeps, and caches of compiled Python: nobody would
/// look for sources there.
bool holdsNoSources(llvm::StringRef Folder) {
  const llvm::StringRef Name = path::filename(Folder);
  return Name == ".git" || Name == ".hg" || Name == ".svn" ||
         Name == "__pycache__";
}

/// A file with Python in it, if the user asked for its kind.
bool isDocument(llvm::StringRef Path, const Options &O) {
  return (O.IncludeNotebooks && isNotebookFile(Path)) ||
         (O.IncludeMarkdown && isMarkdownFile(Path));
}

/// Finds what to lint in a folder.
class FolderWalk {
public:
  FolderWalk(llvm::StringRef Root, const Options &O, Inputs &In,
             size_t MaxEntries = SIZE_MAX)
      : Root(Root), O(O), In(In), EntriesLeft(MaxEntries) {
    if (fs::real_path(Root, RealRoot))
      RealRoot = Root;
  }

  llvm::Error run() {
    if (const std::error_code EC = readFolder(Root))
      return usageError("cannot read folder '{}': {}", Root, EC.message());
    while (!Left.empty() && EntriesLeft) {
      const std::string Folder = std::move(Left.back());
      Left.pop_back();
      if (const std::error_code EC = readFolder(Folder))
        unread("the folder", Folder, EC);
    }
    return llvm::Error::success();
  }

  bool isComplete() const { return EntriesLeft && In.Unread.empty(); }

private:
  std::error_code readFolder(const std::string &Folder) {
    std::error_code EC;
    for (fs::directory_iterator It(Folder, EC, /*follow_symlinks=*/false), End;
         !EC && It != End && EntriesLeft; It.increment(EC)) {
      --EntriesLeft;
      add(*It);
    }
    return EC;
  }

  void add(const fs::directory_entry &Entry) {
    const std::string &Path = Entry.path();
    if (Entry.type() == fs::file_type::directory_file)
      return addFolder(Path);
    // Links are followed to files, not to folders, which may lead in circles.
    const bool IsLink = Entry.type() == fs::file_type::symlink_file;
    if (IsLink && fs::is_directory(Path))
      return addLink(Path);
    if (Entry.type() == fs::file_type::regular_file ||
        fs::is_regular_file(Path))
      addFile(Path);
  }

  void addFolder(const std::string &Path) {
    if (holdsNoSources(Path))
      return;
    if (const char *Reason = reasonToLeaveOut(Path))
      In.Folders.push_back({Path, Reason});
    else
      Left.push_back(Path);
  }

  /// What a link leads to inside of the folder is seen there.
  void addLink(const std::string &Path) {
    llvm::SmallString<256> Real;
    if (fs::real_path(Path, Real))
      return;
    llvm::StringRef Rest = Real;
    if (!Rest.consume_front(RealRoot) ||
        (!Rest.empty() && !Rest.starts_with("/") && !RealRoot.ends_with("/")))
      In.Folders.push_back({Path, "a link to a folder elsewhere"});
  }

  void addFile(const std::string &Path) {
    if (isCxxSource(Path)) {
      In.Files.push_back(Path);
      return;
    }
    // Whether it is a script, only its text tells.
    if (path::extension(Path).empty())
      if (!isReadable(Path))
        return unread("the file", Path,
                      std::make_error_code(std::errc::permission_denied));
    if (isPythonFile(Path))
      In.PythonFiles.push_back(Path);
    else if (isDocument(Path, O))
      In.Documents.push_back(Path);
    else
      ++In.Skipped;
  }

  static bool isReadable(llvm::StringRef Path) {
    auto File = fs::openNativeFileForRead(Path);
    if (!File)
      return llvm::errorToErrorCode(File.takeError()) !=
             std::errc::permission_denied;
    llvm::consumeError(llvm::errorCodeToError(fs::closeFile(*File)));
    return true;
  }

  void unread(llvm::StringRef What, llvm::StringRef Path, std::error_code EC) {
    In.Unread.push_back(fmt::format(
        "{} '{}' cannot be read ({}), so findings in it are missing", What,
        Path, EC.message()));
  }

  const std::string Root;
  llvm::SmallString<256> RealRoot;
  const Options &O;
  Inputs &In;
  std::vector<std::string> Left;
  size_t EntriesLeft;
};

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

std::string leftOutText(llvm::ArrayRef<LeftOut> Folders) {
  if (Folders.empty())
    return "";
  constexpr size_t Shown = 5;
  const std::string Here = workingDirectory();
  std::string Text = "left out: ";
  for (const LeftOut &F : Folders.take_front(Shown))
    Text += fmt::format("{}{} ({})", &F == Folders.begin() ? "" : ", ",
                        displayPath(F.Folder, Here), F.Reason);
  if (Folders.size() > Shown)
    Text += fmt::format(" and {} more (--format=json names all)",
                        Folders.size() - Shown);
  return Text;
}

std::optional<Inputs> sourcesBelow(llvm::StringRef Folder, size_t MaxEntries) {
  const Options Plain;
  Inputs In;
  FolderWalk Walk(Folder, Plain, In, MaxEntries);
  if (auto E = Walk.run()) {
    llvm::consumeError(std::move(E));
    return std::nullopt;
  }
  return Walk.isComplete() ? std::optional(std::move(In)) : std::nullopt;
}

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
      if (auto E = FolderWalk(Absolute, O, In).run())
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
  llvm::sort(In.Unread);
  llvm::sort(In.Folders, [](const LeftOut &A, const LeftOut &B) {
    return A.Folder < B.Folder;
  });
  const bool IsEmpty = In.Files.empty() && In.PythonFiles.empty() &&
                       In.Documents.empty() && In.Packages.empty();
  // Something may be where nobody could look.
  if (IsEmpty && In.Unread.empty())
    return usageError("nothing to lint: there is no C++ and no Python file in "
                      "'{}'{}{}",
                      llvm::join(O.Positional, "', '"),
                      In.Folders.empty() ? "" : "; ", leftOutText(In.Folders));
  return In;
}

} // namespace aoti_tidy
