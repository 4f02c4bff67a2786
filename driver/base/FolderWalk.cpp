// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/FolderWalk.h"
#include "checks/lib/package/LogArchive.h"
#include "driver/base/Errors.h"
#include "driver/base/FileKinds.h"
#include "driver/base/GitFiles.h"
#include "driver/base/PlainFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

bool has(llvm::StringRef Folder, llvm::StringRef File) {
  llvm::SmallString<256> Path = Folder;
  path::append(Path, File);
  return fs::exists(Path);
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
    // Of several repositories in a folder, each has its own.
    if (!Git && (Folder == Root || has(Folder, ".git")))
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
    // What has no file that git knows may be empty: nobody misses it.
    else if (!Git || Git->hasFolder(Path) || !isEmpty(Path))
      Left.emplace_back(Path, Git);
  }

  std::string reasonFor(const std::string &Path) const {
    // What is committed is somebody's source, whatever lies beside it.
    if (const char *Reason = reasonToLeaveOut(Path); Reason && !isTracked(Path))
      return Reason;
    if (Git && has(Path, ".git"))
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

  /// What lies in an excluded folder that is asked for is wanted.
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

  /// What a link leads to inside of the folder is seen there.
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

} // namespace

llvm::Error walkFolder(llvm::StringRef Folder, const Options &O,
                       ProjectConfigs &Configs, Inputs &In) {
  return FolderWalk(Folder, O, Configs, In).run();
}

} // namespace aoti_tidy
