// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/LogArchive.h"
#include "driver/base/Errors.h"
#include "driver/base/FileKinds.h"
#include "driver/base/Git.h"
#include "driver/base/Inputs.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/ProjectConfig.h"
#include "driver/base/Staging.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <set>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

/// The files in a folder that git does not ignore, tracked ones and new ones.
class GitFiles {
public:
  /// Nothing without a repository or git, or if the whole folder is ignored. Fails if
  /// git does.
  static llvm::Expected<std::optional<GitFiles>> in(llvm::StringRef Folder);

  bool hasFile(llvm::StringRef Path) const { return Files.contains(Path); }
  /// Whether some file is in it.
  bool hasFolder(llvm::StringRef Path) const { return Folders.contains(Path); }
  /// Whether some file in it is tracked.
  bool tracksFolder(llvm::StringRef Path) const {
    return Tracked.contains(Path);
  }

private:
  llvm::StringSet<> Files, Folders, Tracked; ///< absolute
};

llvm::Expected<std::optional<GitFiles>> GitFiles::in(llvm::StringRef Folder) {
  if (!llvm::sys::findProgramByName("git"))
    return std::nullopt;
  const std::string Real = realPath(Folder);
  auto Repository = GitRepository::of(Real);
  if (!Repository || !*Repository)
    return Repository ? llvm::Expected<std::optional<GitFiles>>(std::nullopt)
                      : Repository.takeError();
  auto Names = (*Repository)
                   ->gitIn(Real, {"ls-files", "-z", "-t", "--cached",
                                  "--others", "--exclude-standard"});
  if (!Names)
    return Names.takeError();
  // An ignored folder that the user names has no tracked files.
  if (Names->empty())
    return std::nullopt;
  GitFiles Result;
  for (llvm::StringRef Rest = *Names; !Rest.empty();) {
    // "H src/a.py"; what is not tracked has a question mark.
    const auto [Line, Behind] = Rest.split('\0');
    Rest = Behind;
    const auto [Tag, Name] = Line.split(' ');
    llvm::StringSet<> *Tracked = Tag == "?" ? nullptr : &Result.Tracked;
    llvm::SmallString<256> Path = Folder;
    path::append(Path, Name);
    Result.Files.insert(Path);
    for (llvm::StringRef Dir = path::parent_path(Path);
         Dir.size() > Folder.size(); Dir = path::parent_path(Dir)) {
      const bool IsNew = Result.Folders.insert(Dir).second;
      const bool IsNewlyTracked = Tracked && Tracked->insert(Dir).second;
      if (!IsNew && !IsNewlyTracked)
        break;
    }
  }
  return Result;
}

/// Finds what to lint in a folder.
class FolderWalk {
public:
  FolderWalk(llvm::StringRef Root, const Options &O, ProjectConfigs &Configs,
             Inputs &In)
      : Root(Root), O(O), Configs(Configs), In(In) {
    if (fs::real_path(Root, RealRoot))
      RealRoot = Root;
  }

  llvm::Error run() {
    if (auto E = enter(Root, nullptr))
      return E;
    if (const std::error_code EC = readFolder(Root))
      return usageError("cannot read folder '{}': {}", Root, EC.message());
    while (!Left.empty()) {
      const auto [Folder, Repository] = std::move(Left.back());
      Left.pop_back();
      if (auto E = enter(Folder, Repository))
        return E;
      if (const std::error_code EC = readFolder(Folder))
        unread("the folder", Folder, EC);
    }
    return llvm::Error::success();
  }

private:
  /// Finds what is known of the files of \p Folder.
  llvm::Error enter(const std::string &Folder, const GitFiles *Repository) {
    auto Found = Configs.of(Folder);
    if (!Found)
      return Found.takeError();
    Config = *Found;
    Git = Repository;
    // Each repository in a folder has its own list.
    if (!Git && (Folder == Root || isRepository(Folder)))
      listRepository(Folder);
    return llvm::Error::success();
  }

  void listRepository(llvm::StringRef Folder) {
    auto Listed = GitFiles::in(Folder);
    if (!Listed) {
      In.Notices.push_back(
          fmt::format("what git ignores in '{}' is linted, too: {}", Folder,
                      llvm::toString(Listed.takeError())));
    } else if (*Listed) {
      Repositories.push_back(std::make_unique<GitFiles>(std::move(**Listed)));
      Git = Repositories.back().get();
    }
  }

  std::error_code readFolder(const std::string &Folder) {
    std::error_code EC;
    for (fs::directory_iterator It(Folder, EC, /*follow_symlinks=*/false), End;
         !EC && It != End; It.increment(EC))
      add(*It);
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
    if (holdsNoSources(Path) && !isTracked(Path))
      return;
    if (const std::string Reason = reasonFor(Path); !Reason.empty())
      In.Folders.push_back({Path, Reason});
    // A folder without a file that git knows may be empty: nobody misses it.
    else if (!Git || Git->hasFolder(Path) || !isEmpty(Path))
      Left.emplace_back(Path, Git);
  }

  std::string reasonFor(const std::string &Path) const {
    // A committed file is somebody's source, whatever lies beside it.
    if (const char *Reason = reasonToLeaveOut(Path); Reason && !isTracked(Path))
      return Reason;
    if (Git && isRepository(Path))
      return "another repository";
    if (Git && !Git->hasFolder(Path) && !isEmpty(Path))
      return "ignored by git";
    if (isExcluded(Path))
      return excluded();
    if (const char *Reason = reasonOfTemplate(path::filename(Path)))
      return Reason;
    return "";
  }

  bool isTracked(llvm::StringRef Folder) const {
    return Git && Git->tracksFolder(Folder);
  }

  /// Files in an excluded folder that the user names are wanted.
  bool isExcluded(llvm::StringRef Path) const {
    return Config && Config->excludes(Path) && !Config->excludes(Root);
  }

  std::string excluded() const {
    return ("excluded by " + path::filename(Config->File)).str();
  }

  static bool isEmpty(const std::string &Folder) {
    std::error_code EC;
    return fs::directory_iterator(Folder, EC) == fs::directory_iterator();
  }

  /// The target of a link inside of the folder is seen there.
  void addLink(const std::string &Path) {
    llvm::SmallString<256> Real;
    if (holdsNoSources(Path) || fs::real_path(Path, Real))
      return;
    llvm::StringRef Rest = Real;
    if (!Rest.consume_front(RealRoot) ||
        (!Rest.empty() && !Rest.starts_with("/") && !RealRoot.ends_with("/")))
      In.Folders.push_back({Path, "a link to a folder elsewhere"});
  }

  void addFile(const std::string &Path) {
    if (!isWanted(Path))
      return;
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
    else if (isTraceLog(path::filename(Path)) &&
             logsCode(Path, *plainFiles(AnySize)))
      In.Packages.push_back(Path);
    else if (isDocument(Path))
      In.Documents.push_back(Path);
    else
      ++In.Skipped;
  }

  /// Counts those that are left out, if they could have been linted.
  bool isWanted(const std::string &Path) {
    const char *Template = reasonOfTemplate(path::filename(Path));
    const std::string Reason = Git && !Git->hasFile(Path) ? "ignored by git"
                               : isExcluded(Path)         ? excluded()
                               : Template                 ? Template
                                                          : "";
    if (Reason.empty())
      return true;
    if (isCxxSource(Path) || isPythonFile(Path) || isDocument(Path))
      In.LeftOutFiles.push_back({Path, Reason});
    return false;
  }

  /// A file with Python in it, if the user asked for its kind, or one that sets
  /// the environment.
  bool isDocument(llvm::StringRef Path) const {
    const bool Notebooks =
        O.IncludeNotebooks || (Config && Config->IncludeNotebooks == true);
    const bool Markdown =
        O.IncludeMarkdown || (Config && Config->IncludeMarkdown == true);
    return (Notebooks && isNotebookFile(Path)) ||
           (Markdown && isMarkdownFile(Path)) || isEnvironmentFile(Path);
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
  ProjectConfigs &Configs;
  Inputs &In;
  /// With the listing of the repository that each is in.
  std::vector<std::pair<std::string, const GitFiles *>> Left;
  std::vector<std::unique_ptr<GitFiles>> Repositories;
  const ProjectConfig *Config = nullptr; ///< of the folder that is read
  const GitFiles *Git = nullptr;         ///< the same
};

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

/// Adds a file that the user names; false if its kind is not known.
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
    // Standard input, which is no file, is no link, either.
    if (fs::getUniqueID(File, Id) || Seen.insert(Id).second)
      Files.push_back(std::move(File));
  }
  llvm::sort(Files);
  Files.erase(llvm::unique(Files), Files.end());
}

/// The given name tells the kind of standard input.
llvm::Error addStdin(const Options &O, Inputs &In) {
  llvm::SmallString<256> Absolute(O.StdinFilename);
  if (std::error_code EC = fs::make_absolute(Absolute))
    return usageError("cannot resolve '{}': {}", O.StdinFilename, EC.message());
  path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  std::optional<std::string> Text = O.StdinText;
  if (!Text) {
    auto Read = llvm::MemoryBuffer::getSTDIN();
    if (!Read)
      return usageError("cannot read standard input: {}",
                        Read.getError().message());
    Text = (*Read)->getBuffer().str();
  }
  const std::string Name = Absolute.str().str();
  if (path::extension(Name) == ".pt2" || llvm::is_contained(O.Packages, "-"))
    return usageError("a package cannot be read from standard input");
  In.Stdin = {Name, std::move(*Text)};
  // A script without an extension tells by its first line.
  if (path::extension(Name).empty() && In.Stdin->second.starts_with("#!") &&
      llvm::StringRef(In.Stdin->second).split('\n').first.contains("python")) {
    In.PythonFiles.push_back(Name);
    return llvm::Error::success();
  }
  return addFile(Name, In) ? llvm::Error::success()
                           : rejectFile(O.StdinFilename);
}

/// Leaves out the files of languages that are not to be linted.
llvm::Error dropOtherLanguages(const Options &O, ProjectConfigs &Configs,
                               Inputs &In) {
  const std::pair<std::vector<std::string> *, bool LanguageSet::*> Kinds[] = {
      {&In.Files, &LanguageSet::Cxx},
      {&In.PythonFiles, &LanguageSet::Python},
      {&In.Documents, &LanguageSet::Python},
      {&In.Packages, &LanguageSet::Package}};
  for (const auto &[Files, Member] : Kinds) {
    std::vector<std::string> Kept;
    for (std::string &File : *Files) {
      auto Config = Configs.of(path::parent_path(File));
      if (!Config)
        return Config.takeError();
      const auto Wanted =
          O.Languages || !*Config ? O.Languages : (*Config)->Languages;
      if (!Wanted || *Wanted.*Member)
        Kept.push_back(std::move(File));
      else
        In.LeftOutFiles.push_back(
            {std::move(File), "not of the languages to lint"});
    }
    *Files = std::move(Kept);
  }
  return llvm::Error::success();
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
      if (auto E = FolderWalk(Absolute, O, Configs, In).run())
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
  if (auto E = dropOtherLanguages(O, Configs, In))
    return std::move(E);
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
