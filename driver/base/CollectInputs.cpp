// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/LogArchive.h"
#include "driver/base/Errors.h"
#include "driver/base/FileKinds.h"
#include "driver/base/FolderWalk.h"
#include "driver/base/Inputs.h"
#include "driver/base/PlainFiles.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

llvm::Error rejectFile(llvm::StringRef Path) {
  if (path::extension(Path) == ".so")
    return usageError("'{}' is a compiled model without its source; 'aoti-tidy "
                      "package' says what it tells",
                      Path);
  if (isOtherText(Path))
    return usageError("'{}' is neither C++ nor Python (by extension or "
                      "content); of texts, only Markdown (.md, .qmd) and "
                      "notebooks are searched for code",
                      Path);
  return usageError("'{}' is neither C++ nor Python (by extension or content); "
                    "give a source file or a folder",
                    Path);
}

/// Whether torch has logged emitted code in a file that is named as a log.
bool isLogWithCode(llvm::StringRef Path) {
  const llvm::StringRef Extension = path::extension(Path);
  return (Extension == ".log" || Extension == ".txt" || Extension.empty()) &&
         logsCode(Path, *plainFiles(AnySize));
}

/// What is named is linted; not if it is of no kind that is known.
bool addFile(const std::string &Absolute, Inputs &In) {
  if (isPythonFile(Absolute))
    In.PythonFiles.push_back(Absolute);
  else if (isNotebookFile(Absolute) || isMarkdownFile(Absolute) ||
           isEnvironmentFile(Absolute))
    In.Documents.push_back(Absolute);
  else if (path::extension(Absolute) == ".pt2" || isLogWithCode(Absolute))
    In.Packages.push_back(Absolute);
  else if (isCxxFile(Absolute))
    In.Files.push_back(Absolute);
  else
    return false;
  return true;
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
  return addFile(Name, In) ? llvm::Error::success()
                           : rejectFile(O.StdinFilename);
}

} // namespace

llvm::Expected<Inputs> collectInputs(const Options &O) {
  if (O.Positional.empty())
    return usageError("nothing to lint: give C++ or Python files or folders, "
                      "for example 'aoti-tidy src/'");
  Inputs In;
  ProjectConfigs Configs;
  std::vector<std::string> Unknown;
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
      if (auto E = walkFolder(Absolute, O, Configs, In))
        return std::move(E);
      continue;
    }
    if (const char *Reason = reasonOfTemplate(Path);
        Reason && Status.type() == fs::file_type::regular_file) {
      In.LeftOutFiles.push_back({Absolute.str().str(), Reason});
      continue;
    }
    if (Status.type() != fs::file_type::regular_file)
      return usageError("'{}' {}", Path, NoFileNorFolder);
    auto File = fs::openNativeFileForRead(Absolute);
    if (!File)
      return usageError("cannot read '{}': {}", Path,
                        llvm::toString(File.takeError()));
    llvm::consumeError(llvm::errorCodeToError(fs::closeFile(*File)));
    if (!addFile(Absolute.str().str(), In)) {
      Unknown.push_back(Path);
      In.LeftOutFiles.push_back({Absolute.str().str(), NoKind});
    }
  }
  // Hooks and scripts give lists of files of all kinds.
  if (!Unknown.empty() && Unknown.size() == O.Positional.size())
    return rejectFile(Unknown.front());
  if (!Unknown.empty())
    In.Notices.push_back(fmt::format(
        "{} skipped, as {} neither C++ nor Python: {}",
        Unknown.size() == 1 ? "1 file is"
                            : fmt::format("{} files are", Unknown.size()),
        Unknown.size() == 1 ? "it is" : "they are", llvm::join(Unknown, ", ")));
  for (auto *Files : {&In.Files, &In.PythonFiles, &In.Documents, &In.Packages})
    sortAndUnique(*Files);
  llvm::sort(In.Unread);
  llvm::sort(In.Folders, [](const LeftOut &A, const LeftOut &B) {
    return A.Path < B.Path;
  });
  llvm::sort(In.LeftOutFiles, [](const LeftOut &A, const LeftOut &B) {
    return std::tie(A.Reason, A.Path) < std::tie(B.Reason, B.Path);
  });
  const bool IsEmpty = In.Files.empty() && In.PythonFiles.empty() &&
                       In.Documents.empty() && In.Packages.empty();
  const std::string LeftOut = leftOutText(In);
  // Something may be where nobody could look.
  if (IsEmpty && In.Unread.empty())
    return usageError("nothing to lint: there is no C++ and no Python file in "
                      "'{}'{}{}",
                      llvm::join(O.Positional, "', '"),
                      LeftOut.empty() ? "" : "; ", LeftOut);
  return In;
}

} // namespace aoti_tidy
