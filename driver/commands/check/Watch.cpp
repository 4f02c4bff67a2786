// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/check/Watch.h"
#include "driver/base/Errors.h"
#include "driver/base/FileKinds.h"
#include "driver/base/Finding.h"
#include "driver/base/GitFiles.h"
#include "driver/base/Inputs.h"
#include "driver/base/PlainFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <chrono>
#include <csignal>
#include <cstring>
#include <map>
#include <poll.h>
#include <set>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

/// Not each write: a file that is half written is none yet.
constexpr uint32_t Events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM |
                            IN_CREATE | IN_DELETE | IN_ONLYDIR | IN_EXCL_UNLINK;

/// How long nothing may change for what is saved to be complete, and how long
/// that is waited for at most, in milliseconds.
constexpr int Settled = 100, Patience = 2000;

llvm::Error systemError(llvm::StringRef What) {
  return usageError("{}: {}", What, std::strerror(errno));
}

/// Folders whose files the kernel tells the changes of: inotify(7). Clang's
/// DirectoryWatcher takes a thread and an instance for each folder, of which a
/// user has 128.
class WatchedFolders {
public:
  explicit WatchedFolders(int FD) : FD(FD) {}
  WatchedFolders(const WatchedFolders &) = delete;
  WatchedFolders &operator=(const WatchedFolders &) = delete;
  ~WatchedFolders() { close(FD); }

  /// Watches these, too; one that is watched or is gone is passed over.
  llvm::Error add(llvm::ArrayRef<std::string> Folders) {
    for (const std::string &Folder : Folders) {
      // Of a folder that is watched, the descriptor is the one that it has.
      const int Watch = inotify_add_watch(FD, Folder.c_str(), Events);
      if (Watch >= 0)
        Paths[Watch] = Folder;
      else if (errno == ENOSPC)
        return usageError("--watch cannot watch more than {} folders: the "
                          "kernel allows no more "
                          "(fs.inotify.max_user_watches); raise that, or name "
                          "fewer folders",
                          Paths.size());
      else if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
        return systemError(fmt::format("--watch cannot watch '{}'", Folder));
    }
    return llvm::Error::success();
  }
  size_t size() const { return Paths.size(); }

  struct Changes {
    std::set<std::string> Files; ///< by path: written, made, renamed, removed
    /// Folders came or went, or more changed than the kernel could say.
    bool OfFolders = false;
  };
  /// Waits until something changes, and then until nothing does for a moment: a
  /// program that saves a file, or many, is through with it.
  llvm::Expected<Changes> wait() {
    using Clock = std::chrono::steady_clock;
    Changes Result;
    Clock::time_point Deadline;
    for (int Wait = -1;; Wait = Settled) {
      pollfd Poll = {FD, POLLIN, 0};
      const int Ready = llvm::sys::RetryAfterSignal(-1, ::poll, &Poll, 1, Wait);
      if (Ready < 0)
        return systemError("--watch cannot wait for changes of files");
      if (Ready == 0)
        return Result;
      if (!read(Result))
        return systemError("--watch cannot read changes of files");
      if (Wait < 0)
        Deadline = Clock::now() + std::chrono::milliseconds(Patience);
      if (Clock::now() >= Deadline)
        return Result;
    }
  }

private:
  /// False, with errno, if it cannot.
  bool read(Changes &Into) {
    alignas(inotify_event) char Buffer[1 << 14];
    while (true) {
      const ssize_t Length = llvm::sys::RetryAfterSignal(
          -1, ::read, FD, &Buffer[0], sizeof(Buffer));
      if (Length <= 0)
        return Length < 0 && errno == EAGAIN;
      for (const char *At = Buffer; At < Buffer + Length;) {
        const auto *Event = reinterpret_cast<const inotify_event *>(At);
        At += sizeof(inotify_event) + Event->len;
        Into.OfFolders |= (Event->mask & (IN_Q_OVERFLOW | IN_ISDIR)) != 0;
        const auto Folder = Paths.find(Event->wd);
        if (Folder == Paths.end())
          continue;
        if (Event->mask & IN_IGNORED) {
          Paths.erase(Folder);
        } else if (Event->len && !(Event->mask & IN_ISDIR)) {
          const std::string Path = Folder->second + "/" + Event->name;
          // A file that was made is written next, a link is not.
          if (!(Event->mask & IN_CREATE) || fs::is_symlink_file(Path))
            Into.Files.insert(Path);
        }
      }
    }
  }

  const int FD;
  std::map<int, std::string> Paths; ///< by watch descriptor
};

/// Files that are named when they have changed.
constexpr size_t MostNamed = 3;

/// What says how a project is to be linted.
bool isConfiguration(llvm::StringRef Name) {
  return Name == ".clang-tidy" || Name == ".gitignore" ||
         Name == "aoti-tidy.toml" || Name == "compile_commands.json" ||
         Name == "pyproject.toml" ||
         // The version of torch may be pinned there.
         Name.ends_with(".lock") || Name.starts_with("requirements");
}

class Watcher {
public:
  Watcher(const Options &O, int FD) : O(O), Folders(FD) {
    for (llvm::StringRef Package : O.Packages) // FILES=PACKAGE
      Named.insert(absolutePath(Package.substr(Package.rfind('=') + 1)));
    for (const std::string &File : {O.Exported, O.Baseline, O.ConfigFile})
      if (!File.empty())
        Named.insert(absolutePath(File));
    for (const std::string &Path : O.Positional)
      (fs::is_directory(Path) ? Roots : Named).insert(absolutePath(Path));
  }

  llvm::Expected<ExitCode>
  run(llvm::function_ref<llvm::Expected<ExitCode>()> Lint) {
    // What changes from here on is not missed.
    if (auto E = watchFolders())
      return std::move(E);
    listInputs();
    for (bool IsFirst = true;; IsFirst = false) {
      const std::optional<int> Code = round(Lint);
      if (IsFirst && Code == static_cast<int>(ExitCode::Usage))
        return ExitCode::Usage;
      if (isOutputClosed())
        return usageError("nobody reads the standard output any more");
      if (!O.Quiet)
        say(fmt::format("watching {} for changes; Ctrl-C ends",
                        count(Folders.size(), "folder", "folders")));
      if (auto E = waitForChanges())
        return std::move(E);
    }
  }

private:
  /// How the process of a round has ended; nothing if a signal ended it.
  std::optional<int>
  round(llvm::function_ref<llvm::Expected<ExitCode>()> Lint) {
    llvm::outs().flush();
    const pid_t Process = fork();
    if (Process == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      auto Exit = Lint();
      if (!Exit) {
        say(llvm::toString(Exit.takeError()));
        Exit = ExitCode::Usage;
      }
      llvm::outs().flush();
      _exit(static_cast<int>(*Exit));
    }
    int Status = 0;
    if (Process < 0 ||
        llvm::sys::RetryAfterSignal(-1, ::waitpid, Process, &Status, 0) < 0) {
      say(fmt::format("cannot lint in a process of its own: {}",
                      std::strerror(errno)));
      return std::nullopt;
    }
    if (WIFEXITED(Status))
      return WEXITSTATUS(Status);
    say(fmt::format("the run was ended by signal {}; the next change starts "
                    "another",
                    WTERMSIG(Status)));
    return std::nullopt;
  }

  static bool isOutputClosed() {
    pollfd Poll = {STDOUT_FILENO, 0, 0};
    return poll(&Poll, 1, 0) > 0 && (Poll.revents & (POLLERR | POLLNVAL));
  }

  llvm::Error waitForChanges() {
    while (true) {
      auto Changed = Folders.wait();
      if (!Changed)
        return Changed.takeError();
      std::set<std::string> Before = std::move(Listed);
      bool HasRules = Changed->OfFolders;
      for (const std::string &File : Changed->Files)
        HasRules |= path::filename(File) == ".gitignore";
      if (HasRules)
        if (auto E = watchFolders())
          say(llvm::toString(std::move(E)));
      listInputs();
      std::vector<std::string> Shown;
      for (const std::string &File : Changed->Files)
        if (Before.contains(File) || concerns(File))
          Shown.push_back(displayPath(File, workingDirectory()));
      // A folder may come, or go, with all that is in it.
      if (Shown.empty() && Before == Listed)
        continue;
      announce(Shown);
      return llvm::Error::success();
    }
  }

  void announce(llvm::ArrayRef<std::string> Changed) const {
    if (llvm::sys::Process::StandardOutIsDisplayed() &&
        llvm::sys::Process::StandardOutHasColors())
      llvm::outs() << "\033[2J\033[3J\033[H";
    if (O.Quiet)
      return;
    const auto First = Changed.take_front(MostNamed);
    std::string Names = llvm::join(First, ", ");
    if (Changed.size() > MostNamed)
      Names += fmt::format(" and {} more", Changed.size() - MostNamed);
    if (Changed.empty())
      Names = "folders";
    say(fmt::format("changed: {}", Names));
  }

  /// Of what is linted itself, or read for it: headers, what other files
  /// register, packages, configurations.
  bool concerns(const std::string &File) const {
    return Listed.contains(File) || Named.contains(File) || isCxxSource(File) ||
           isHeaderFile(File) || path::extension(File) == ".py" ||
           path::extension(File) == ".pt2" ||
           isConfiguration(path::filename(File));
  }

  /// What is linted now. Where that fails, the round says why.
  void listInputs() {
    Listed.clear();
    auto In = collectInputs(O);
    if (!In)
      return llvm::consumeError(In.takeError());
    for (const auto *Files :
         {&In->Files, &In->PythonFiles, &In->Documents, &In->Packages})
      Listed.insert(Files->begin(), Files->end());
  }

  /// What is linted, and what may be read for that: the repository, with the
  /// configurations above.
  llvm::Error watchFolders() {
    std::vector<std::string> Found = projectsOf(O);
    std::set<std::string> Trees = Roots;
    for (const std::string &Folder : Found)
      if (isRepository(Folder))
        Trees.insert(Folder);
    for (const std::string &File : Named)
      Found.push_back(path::parent_path(File).str());
    for (const std::string &Tree : Trees)
      addTree(Tree, Found);
    return Folders.add(Found);
  }

  /// The folders below that a walk over the files enters. One that git ignores
  /// is watched itself: what is made there next need not be ignored.
  static void addTree(const std::string &Tree,
                      std::vector<std::string> &Found) {
    auto Listed = GitFiles::in(Tree);
    // The run has said why.
    if (!Listed)
      llvm::consumeError(Listed.takeError());
    const std::optional<GitFiles> Git =
        Listed ? std::move(*Listed) : std::nullopt;
    std::vector<std::string> Left = {Tree};
    while (!Left.empty()) {
      const std::string Folder = std::move(Left.back());
      Left.pop_back();
      Found.push_back(Folder);
      if (Git && Folder != Tree && !Git->hasFolder(Folder))
        continue;
      std::error_code EC;
      for (fs::directory_iterator It(Folder, EC, /*follow_symlinks=*/false),
           End;
           !EC && It != End; It.increment(EC))
        if (It->type() == fs::file_type::directory_file &&
            !isLeftOut(It->path(), Git))
          Left.push_back(It->path());
    }
  }

  static bool isLeftOut(llvm::StringRef Folder,
                        const std::optional<GitFiles> &Git) {
    if (Git && Git->tracksFolder(Folder))
      return false;
    return holdsNoSources(Folder) || reasonToLeaveOut(Folder) ||
           (Git && isRepository(Folder));
  }

  const Options &O;
  WatchedFolders Folders;
  /// Of the command line: folders, and files whatever their kind.
  std::set<std::string> Roots, Named;
  std::set<std::string> Listed; ///< as of the last look
};

} // namespace

llvm::Expected<ExitCode>
watch(const Options &O, llvm::function_ref<llvm::Expected<ExitCode>()> Lint) {
  const int FD = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (FD < 0)
    return systemError("--watch cannot ask the kernel for changes of files");
  return Watcher(O, FD).run(Lint);
}

} // namespace aoti_tidy
