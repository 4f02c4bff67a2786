// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Git.h"
#include "driver/base/Errors.h"
#include "driver/base/Finding.h"
#include "driver/base/HeldSignals.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/RunReads.h"
#include "driver/base/Staging.h"
#include "driver/base/TemporaryFile.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <chrono>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// git waits for ever where a repository has a pipe for a file.
constexpr std::chrono::seconds MostTime(20);
constexpr std::chrono::microseconds LongNap(5000);
/// The largest file that names a folder or a commit, or is a configuration.
constexpr uint64_t MostBytes = 1 << 20;
/// The largest list that git reads into memory.
constexpr uint64_t MostListed = 100 << 20;
constexpr size_t MostLinks = 200;
/// The memory that git may allocate: no file of a work tree is looked at
/// before.
constexpr unsigned MostMegabytes = 4096;

std::string below(StringRef Folder, StringRef Name) {
  return (Folder + "/" + Name).str();
}

/// Whether there is something at \p Path, which must be a file that ends.
llvm::Expected<bool> isFile(StringRef Path, uint64_t Most = UINT64_MAX) {
  fs::file_status Status;
  if (const std::error_code EC = fs::status(Path, Status)) {
    if (EC == std::errc::no_such_file_or_directory ||
        EC == std::errc::not_a_directory)
      return false;
    return usageError("cannot read '{}': {}", Path, EC.message());
  }
  if (Status.type() != fs::file_type::regular_file)
    return usageError("'{}' is not a regular file", Path);
  if (Status.getSize() > Most)
    return usageError("'{}' has {} bytes, and {} are the most", Path,
                      Status.getSize(), Most);
  return true;
}

/// The first line of a small file; empty if there is none.
llvm::Expected<std::string> readLine(StringRef Path) {
  auto Exists = isFile(Path, MostBytes);
  if (!Exists || !*Exists)
    return Exists ? llvm::Expected<std::string>("") : Exists.takeError();
  const auto Text = readPlainFile(Path, MostBytes);
  if (!Text)
    return usageError("cannot read '{}': {}", Path, Text.getError().message());
  return (*Text)->getBuffer().split('\n').first.rtrim().str();
}

/// A path in a file of \p Folder.
std::string pathFrom(StringRef Folder, StringRef Path) {
  llvm::SmallString<256> Full(Path);
  path::make_absolute(Folder, Full);
  return realPath(Full);
}

/// The user's environment. Git's variables go, except those that say where the
/// user's own configuration and git itself are: the others redirect git to other
/// files and programs, or change the form of its output.
std::vector<StringRef> environment() {
  std::vector<StringRef> Variables = {"GIT_NO_LAZY_FETCH=1",
                                      "GIT_ALLOW_PROTOCOL=none",
                                      "GIT_TERMINAL_PROMPT=0"};
  for (char **Variable = environ; *Variable; ++Variable) {
    const auto [Name, Value] = StringRef(*Variable).split('=');
    if (!Name.starts_with("GIT_") || Name == "GIT_CONFIG_GLOBAL" ||
        Name == "GIT_CONFIG_SYSTEM" || Name == "GIT_CONFIG_NOSYSTEM" ||
        Name == "GIT_EXEC_PATH")
      Variables.push_back(*Variable);
  }
  return Variables;
}

llvm::Error write(StringRef Path, StringRef Text) {
  std::error_code EC;
  llvm::raw_fd_ostream Out(Path, EC);
  return llvm::errorCodeToError(EC ? EC : writeTo(Out, Text));
}

/// A folder that git takes for the git directory of a repository. It lives as
/// long as one call, in which signals wait.
class GitDirView {
public:
  static llvm::Expected<std::unique_ptr<GitDirView>>
  create(StringRef GitDir, StringRef CommonDir, StringRef Head,
         StringRef Configuration) {
    std::unique_ptr<GitDirView> View(new GitDirView);
    llvm::SmallString<128> Place;
    path::system_temp_directory(/*ErasedOnReboot=*/true, Place);
    std::string Top =
        pathFrom(workingDirectory(), below(Place, "aoti-tidy-git-XXXXXX"));
    // Whoever could write there could have git run anything.
    if (!::mkdtemp(Top.data()))
      return usageError("cannot make the folder '{}': {}", Top,
                        llvm::errnoAsErrorCode().message());
    View->Made.push_back(Top);
    const bool IsLinked = CommonDir != GitDir;
    const std::string Common = IsLinked ? below(Top, "common") : Top;
    if (IsLinked) {
      if (const std::error_code EC = fs::create_directory(Common))
        return llvm::errorCodeToError(EC);
      View->Made.push_back(Common);
      if (auto E = View->write(below(Top, "commondir"), "common"))
        return std::move(E);
      if (const std::error_code EC = View->link(CommonDir, Common))
        return llvm::errorCodeToError(EC);
    }
    if (const std::error_code EC = View->link(GitDir, Top))
      return llvm::errorCodeToError(EC);
    if (auto E = View->write(below(Top, "HEAD"), Head))
      return std::move(E);
    if (auto E = View->write(below(Common, "config"), Configuration))
      return std::move(E);
    return std::move(View);
  }
  ~GitDirView() {
    // Links and folders of our own, never what a link leads to.
    for (const std::string &Path : llvm::reverse(Made))
      (void)fs::remove(Path);
  }
  GitDirView(const GitDirView &) = delete;
  GitDirView &operator=(const GitDirView &) = delete;

  StringRef path() const { return Made.front(); }

private:
  GitDirView() = default;

  llvm::Error write(std::string Path, StringRef Line) {
    Made.push_back(std::move(Path));
    return aoti_tidy::write(Made.back(), (Line + "\n").str());
  }

  /// All that git reads of a repository, but hooks and configurations.
  std::error_code link(StringRef From, StringRef To) {
    std::error_code EC;
    for (fs::directory_iterator It(From, EC), End; !EC && It != End;
         It.increment(EC)) {
      const StringRef Name = path::filename(It->path());
      const bool IsRead =
          llvm::is_contained({"objects", "refs", "packed-refs", "reftable",
                              "logs", "info", "shallow", "index", "FETCH_HEAD",
                              "ORIG_HEAD", "MERGE_HEAD"},
                             Name) ||
          // an index in two files
          Name.starts_with("sharedindex.");
      if (!IsRead ||
          !(fs::is_regular_file(It->path()) || fs::is_directory(It->path())))
        continue;
      if (Made.size() == MostLinks)
        return std::make_error_code(std::errc::too_many_links);
      Made.push_back(below(To, Name));
      if (const std::error_code NoLink =
              fs::create_link(It->path(), Made.back()))
        return NoLink;
    }
    return EC;
  }

  std::vector<std::string> Made; ///< each behind the folder that it is in
};

/// One folder may have many repositories, each of which git would wait for.
bool HasWaited = false;

/// The exit status of a process that is waited for.
llvm::Expected<int> waitFor(pid_t Process) {
  const auto End = std::chrono::steady_clock::now() + MostTime;
  for (std::chrono::microseconds Nap(200);; Nap = std::min(2 * Nap, LongNap)) {
    int Status = 0;
    const pid_t Ended = ::waitpid(Process, &Status, WNOHANG);
    if (Ended == Process)
      return WIFEXITED(Status) ? WEXITSTATUS(Status) : -1;
    if (Ended < 0 && errno != EINTR)
      return llvm::createStringError("git cannot be waited for");
    if (HeldSignals::arePending() || std::chrono::steady_clock::now() > End) {
      ::kill(Process, SIGKILL);
      ::waitpid(Process, &Status, 0);
      HasWaited = true;
      return usageError("git gave no answer within {} s", MostTime.count());
    }
    std::this_thread::sleep_for(Nap);
  }
}

/// Starts git, here only.
llvm::Expected<std::string>
runGit(llvm::ArrayRef<StringRef> Arguments, StringRef Input,
       llvm::ArrayRef<StringRef> Variables = environment()) {
  if (HasWaited)
    return llvm::createStringError("git gave no answer before");
  const auto Program = llvm::sys::findProgramByName("git");
  // A program in the working directory may be the repository's.
  if (!Program || !path::is_absolute(*Program))
    return llvm::createStringError("git was not found");
  if (!RunReads::get().mayStart(*Program))
    return llvm::createStringError("no program may be started");
  const TemporaryFile In("aoti-tidy-git"), Out("aoti-tidy-git"),
      Err("aoti-tidy-git");
  for (const TemporaryFile *File : {&In, &Out, &Err})
    if (File->error())
      return usageError("cannot make a temporary file: {}",
                        File->error().message());
  if (auto E = write(In.path(), Input))
    return std::move(E);
  llvm::SmallVector<StringRef> Args = {*Program, "--no-pager",
                                       "--no-optional-locks"};
  for (const StringRef Setting :
       {"core.quotePath=false", "core.fsmonitor=false",
        "core.hooksPath=/dev/null", "safe.bareRepository=explicit",
        // Else a diff writes the times that it has found into the index.
        "diff.autoRefreshIndex=false"})
    llvm::append_values(Args, "-c", Setting);
  llvm::append_range(Args, Arguments);
  const std::optional<StringRef> Redirects[] = {In.path(), Out.path(),
                                                Err.path()};
  std::string Why;
  const llvm::sys::ProcessInfo Process = llvm::sys::ExecuteNoWait(
      *Program, Args, Variables, Redirects, MostMegabytes, &Why);
  if (Process.Pid == llvm::sys::ProcessInfo::InvalidPid)
    return llvm::createStringError(Why);
  auto Status = waitFor(Process.Pid);
  if (!Status)
    return Status.takeError();
  auto Text = llvm::MemoryBuffer::getFile((*Status ? Err : Out).path(),
                                          /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false,
                                          /*IsVolatile=*/true);
  if (!Text)
    return llvm::errorCodeToError(Text.getError());
  if (*Status == 0)
    return (*Text)->getBuffer().str();
  StringRef Said = (*Text)->getBuffer().trim().split('\n').first;
  Said.consume_front("fatal: ");
  return llvm::createStringError(Said.empty() ? StringRef("git failed") : Said);
}

bool isOwn(StringRef Path) {
  fs::file_status Status;
  if (fs::status(Path, Status, /*Follow=*/false))
    return false;
  const uid_t User = ::geteuid();
  const char *Sudo = std::getenv("SUDO_UID");
  return Status.getUser() == User ||
         (User == 0 && Sudo && Sudo == std::to_string(Status.getUser()));
}

/// Whether the user owns a work tree, which is the first of \p Paths, and what
/// makes it one, or trusts it all the same, by git's rule: what others put
/// above a folder does not say what is ignored in it.
bool areTrusted(llvm::ArrayRef<std::string> Paths) {
  if (llvm::all_of(Paths, isOwn))
    return true;
  std::vector<StringRef> Variables;
  for (char **Variable = environ; *Variable; ++Variable)
    Variables.push_back(*Variable);
  auto Named = runGit({"--git-dir=/dev/null", "config", "-z", "--type=path",
                       "--get-all", "safe.directory"},
                      "", Variables);
  if (!Named)
    llvm::consumeError(Named.takeError());
  // An empty name in the list takes back those before it.
  bool Result = false;
  for (StringRef Rest = Named ? StringRef(*Named) : StringRef();
       !Rest.empty();) {
    StringRef Folder;
    std::tie(Folder, Rest) = Rest.split('\0');
    Result = !Folder.empty() &&
             (Result || Folder == "*" || realPath(Folder) == Paths[0]);
  }
  return Result;
}

/// A text as git's configurations quote it.
std::string quoted(StringRef Text) {
  std::string Result = "\"";
  for (const char C : Text)
    if (C == '\n')
      Result += "\\n";
    else
      Result += (C == '"' || C == '\\' ? "\\" : "") + std::string(1, C);
  return Result + '"';
}

/// Whether a setting says what a repository's files are, and starts nothing. A
/// name with more than letters is a subsection's, which can be anything.
bool isKept(StringRef Section, StringRef Name) {
  if (Section == "extensions")
    return llvm::all_of(Name, llvm::isAlpha) && Name != "partialclone" &&
           Name != "worktreeconfig";
  return Section == "core" &&
         llvm::is_contained({"repositoryformatversion", "ignorecase",
                             "filemode", "symlinks", "autocrlf", "eol",
                             "precomposeunicode", "bigfilethreshold",
                             "excludesfile", "attributesfile"},
                            Name);
}

} // namespace

llvm::Expected<std::optional<GitRepository>>
GitRepository::of(StringRef Folder) {
  for (StringRef D = Folder; !D.empty(); D = path::parent_path(D)) {
    if (!isRepository(D))
      continue;
    const std::string Git = below(D, ".git");
    std::string Dir = Git;
    const bool IsFolder = fs::is_directory(Git);
    if (!IsFolder) {
      auto Line = readLine(Git);
      if (!Line)
        return Line.takeError();
      StringRef Named = *Line;
      if (!Named.consume_front("gitdir: "))
        return usageError("'{}' does not name a git directory", Git);
      Dir = pathFrom(D, Named);
    }
    auto Found = open(Dir, D);
    if (Found && *Found && !areTrusted({D.str(), Git, Dir}))
      return usageError("'{0}' belongs to another user ('git config --global "
                        "--add safe.directory {0}' trusts it)",
                        D);
    if (!Found || *Found)
      return Found;
    // As git does, which steps over a folder that was only begun.
    if (!IsFolder)
      return usageError("'{}' names '{}', which is not a git directory", Git,
                        Dir);
  }
  return std::nullopt;
}

llvm::Expected<std::optional<GitRepository>>
GitRepository::ofWorkingDirectory() {
  const std::string Here = realPath(workingDirectory());
  const auto Variable = [](const char *Name) {
    const char *Value = std::getenv(Name);
    return StringRef(Value ? Value : "");
  };
  const StringRef Dir = Variable("GIT_DIR"), Tree = Variable("GIT_WORK_TREE");
  auto Own = of(Here);
  if (Dir.empty() || !Own) {
    if (Own && *Own && !Tree.empty())
      (*Own)->Root = pathFrom(Here, Tree);
    return Own;
  }
  // git's hooks have it.
  const std::string Named = pathFrom(Here, Dir);
  if (Tree.empty() && *Own && fs::equivalent((*Own)->GitDir, Named))
    return Own;
  auto Found = open(Named, Tree.empty() ? Here : pathFrom(Here, Tree));
  if (Found && !*Found)
    return usageError("GIT_DIR is '{}', which is not a git directory", Dir);
  return Found;
}

llvm::Expected<std::optional<GitRepository>>
GitRepository::open(std::string GitDir, StringRef Root) {
  GitRepository Result;
  auto Head = readLine(below(GitDir, "HEAD")),
       Common = readLine(below(GitDir, "commondir"));
  if (!Head || !Common)
    return joinErrors(Head.takeError(), Common.takeError());
  Result.CommonDir = Common->empty() ? GitDir : pathFrom(GitDir, *Common);
  if (Head->empty() || !fs::is_directory(below(Result.CommonDir, "objects")) ||
      !fs::is_directory(below(Result.CommonDir, "refs")))
    return std::nullopt;
  Result.Root = Root.str();
  Result.GitDir = std::move(GitDir);
  Result.Head = std::move(*Head);
  for (const std::string *Folder : {&Result.GitDir, &Result.CommonDir}) {
    for (const StringRef Name : {"index", "packed-refs"})
      if (auto Is = isFile(below(*Folder, Name)); !Is)
        return Is.takeError();
    for (const StringRef Name :
         {"shallow", "info/exclude", "info/attributes", "info/grafts",
          "info/sparse-checkout", "objects/info/alternates"})
      if (auto Is = isFile(below(*Folder, Name), MostListed); !Is)
        return Is.takeError();
  }
  if (auto E = Result.readConfiguration())
    return std::move(E);
  return Result;
}

llvm::Error GitRepository::readConfiguration() {
  const std::string File = below(CommonDir, "config");
  auto Exists = isFile(File, MostBytes);
  if (!Exists)
    return Exists.takeError();
  Configuration = "[core]\n\tbare = false";
  if (*Exists) {
    // "core.eol\nlf"; a setting that is only named is true.
    auto Settings = runGit({"--git-dir=/dev/null", "config", "--file", File,
                            "--no-includes", "-z", "--list"},
                           "");
    if (!Settings)
      return Settings.takeError();
    for (StringRef Line : llvm::split(*Settings, '\0')) {
      const auto [Key, Value] = Line.split('\n');
      const auto [Section, Name] = Key.split('.');
      if (!isKept(Section, Name))
        continue;
      if (Name.ends_with("file") && !Value.empty()) {
        llvm::SmallString<256> Path;
        fs::expand_tilde(Value, Path);
        path::make_absolute(Root, Path);
        if (auto Is = isFile(Path, MostListed); !Is)
          return Is.takeError();
      }
      Configuration += fmt::format("\n[{}]\n\t{}", Section, Name);
      if (Line.contains('\n'))
        Configuration += " = " + quoted(Value);
    }
  }
  return llvm::Error::success();
}

llvm::Error GitRepository::turnFiltersOff() {
  auto Names = git({"config", "-z", "--name-only", "--list"});
  if (!Names)
    return Names.takeError();
  llvm::StringSet<> Seen;
  for (StringRef Name : llvm::split(*Names, '\0')) {
    // filter.NAME.clean; a NAME may have dots.
    StringRef Filter = Name.rsplit('.').first;
    if (Filter.consume_front("filter.") && Seen.insert(Filter).second)
      Configuration += fmt::format(
          "\n[filter {}]\n\tclean =\n\tprocess =\n\trequired = false",
          quoted(Filter));
  }
  return llvm::Error::success();
}

llvm::Expected<std::string>
GitRepository::gitIn(StringRef Folder, llvm::ArrayRef<StringRef> Arguments,
                     StringRef Input) const {
  const HeldSignals Held;
  auto View = GitDirView::create(GitDir, CommonDir, Head, Configuration);
  if (!View)
    return View.takeError();
  const std::string Dir = ("--git-dir=" + (*View)->path()).str(),
                    Tree = "--work-tree=" + Root;
  llvm::SmallVector<StringRef> Args = {"-C", Folder, Dir, Tree};
  llvm::append_range(Args, Arguments);
  return runGit(Args, Input);
}

} // namespace aoti_tidy
