// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Sandbox.h"
#include "driver/base/Errors.h"
#include "driver/base/Finding.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/ResourceDir.h"
#include "driver/base/WriteFile.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/Path.h"
#include <atomic>
#include <cstdarg>
#include <dirent.h>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// What was read, or started, first: all processes of a run tell the first one.
struct Report {
  static constexpr size_t MaxPath = 4096;
  std::atomic<bool> IsTaken = false, IsThere = false;
  bool IsProgram = false;
  char Path[MaxPath] = {};
};

/// The files that were read, one after the other, by all processes.
struct ReadList {
  static constexpr size_t MaxBytes = size_t(256) << 20;
  std::atomic<size_t> Used = 0;
  char Paths[MaxBytes];

  void add(StringRef Path) {
    const size_t At = Used.fetch_add(Path.size() + 1);
    // Memory that is not written to takes none.
    if (At + Path.size() + 1 <= MaxBytes)
      std::memcpy(Paths + At, Path.data(), Path.size());
  }
};

template <typename T> T *shareMemory() {
  void *Memory = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  // It is all zeros, and so are new ones.
  return Memory == MAP_FAILED ? nullptr : static_cast<T *>(Memory);
}

std::string absoluteIn(StringRef Here, StringRef Path) {
  llvm::SmallString<256> Full(Path), Folder;
  path::make_absolute(Here, Full);
  // Above a folder that a link leads to is not where the link is: in
  // '/lib/gcc/../../include', '/lib' is '/usr/lib'.
  if (StringRef(Full).contains("/../") &&
      !fs::real_path(path::parent_path(Full), Folder)) {
    path::append(Folder, path::filename(Full));
    Full = Folder;
  }
  path::remove_dots(Full, /*remove_dot_dot=*/true);
  return Full.str().str();
}

struct Sandbox {
  std::string Here;
  std::set<std::string> Declared; ///< files, and folders with all below them
  Report *Shared = nullptr;

  std::string absolute(StringRef Path) const { return absoluteIn(Here, Path); }

  void declare(StringRef Path) {
    Declared.insert(absolute(Path));
    // Some readers ask where a link leads first.
    llvm::SmallString<256> Real;
    if (!Path.empty() && !fs::real_path(absolute(Path), Real))
      Declared.insert(Real.str().str());
  }

  bool allows(StringRef Path) const {
    const std::string Full = absolute(Path);
    // Of the machine and this process; no input.
    for (const StringRef System : {"/proc/", "/dev/", "/sys/"})
      if (StringRef(Full).starts_with(System))
        return true;
    for (StringRef P = Full; !P.empty(); P = path::parent_path(P))
      if (Declared.contains(P.str()))
        return true;
    return false;
  }

  /// Whether the folder has, or is, something that is declared.
  bool leadsToInput(StringRef Folder) const {
    if (allows(Folder))
      return true;
    std::string Below = absolute(Folder);
    if (!StringRef(Below).ends_with("/"))
      Below += '/';
    const auto First = Declared.lower_bound(Below);
    return First != Declared.end() && StringRef(*First).starts_with(Below);
  }

  /// Remembers the first one.
  void refuse(StringRef Path, bool IsProgram) const {
    if (Shared->IsTaken.exchange(true))
      return;
    const std::string Full = absolute(Path);
    std::memcpy(Shared->Path, Full.c_str(),
                std::min(Full.size() + 1, Report::MaxPath - 1));
    Shared->IsProgram = IsProgram;
    Shared->IsThere = true;
  }
};

/// Of this process; those that it forks have it, too.
Sandbox *Current = nullptr;

/// Before the path of a file in the list; no absolute path has it.
constexpr StringRef MadeMark("+");

struct Watch {
  std::string Here;
  ReadList *List = nullptr;
  std::mutex Mutex;
  std::set<std::string> Seen; ///< by this process

  /// \p IsMade: by this run, which reads it back perhaps.
  void add(StringRef Path, bool IsMade = false) {
    std::string Full = (IsMade ? MadeMark : "").str() + absoluteIn(Here, Path);
    const std::lock_guard Lock(Mutex);
    if (const auto [It, IsNew] = Seen.insert(std::move(Full)); IsNew)
      List->add(*It);
  }
};
/// As Current is.
Watch *Watching = nullptr;

/// What the run will write over.
struct WatchedOutputs {
  static constexpr size_t Most = 16;
  using Flags = std::atomic<bool>[Most];
  struct Output {
    std::string Option, Path;
    fs::UniqueID File;
  };
  std::vector<Output> All;
  Flags *AreRead = nullptr; ///< of all processes

  void note(fs::UniqueID File) {
    for (const auto &[I, O] : llvm::enumerate(All))
      if (O.File == File)
        (*AreRead)[I] = true;
  }
};
/// As Current is.
WatchedOutputs *Outputs = nullptr;

/// What the kernel tells of the machine, its memory say: how a result is made
/// depends on it, not what it is.
bool isOfKernel(StringRef Path) {
  return Path.starts_with("/proc/") || Path.starts_with("/sys/");
}

/// To be called with what was opened.
void noteRead(bool IsOpen, const char *Path, bool Reads) {
  if (!IsOpen || !Reads || (!Watching && !Outputs) || isOfKernel(Path))
    return;
  struct stat Status;
  if (::stat(Path, &Status) != 0 || !S_ISREG(Status.st_mode))
    return;
  if (Watching)
    Watching->add(Path);
  if (Outputs)
    Outputs->note({Status.st_dev, Status.st_ino});
}

/// Whether the file may be opened so. What is not there is only looked for, and
/// what is only written is no input.
bool mayOpen(const char *Path, int Flags) {
  if (!Current || (Flags & O_ACCMODE) != O_RDONLY || Current->allows(Path))
    return true;
  // What the machine is, Clang asks; here it is none.
  if (StringRef(Path).starts_with("/etc/") || isOfKernel(Path) ||
      StringRef(Path).ends_with("/os-release")) {
    errno = ENOENT;
    return false;
  }
  struct stat Status;
  if (::stat(Path, &Status) != 0 || S_ISDIR(Status.st_mode))
    return true;
  Current->refuse(Path, /*IsProgram=*/false);
  errno = EACCES;
  return false;
}

bool mayStart(const char *Program) {
  if (!Current)
    return true;
  Current->refuse(Program, /*IsProgram=*/true);
  errno = EACCES;
  return false;
}

} // namespace

bool isSandboxed() { return Current != nullptr; }

llvm::Error declareInputs(const Options &O) {
  Sandbox &S = *Current;
  for (const auto *Paths : {&O.Positional, &O.FactsIn})
    llvm::for_each(*Paths, [&](const std::string &P) { S.declare(P); });
  for (StringRef Package : O.Packages)
    // FILES=PACKAGE
    S.declare(Package.contains('=') ? Package.rsplit('=').second : Package);
  for (const std::string *Path :
       {&O.Exported, &O.ConfigFile, &O.Baseline, &O.TorchInclude})
    if (!Path->empty())
      S.declare(*Path);
  if (!O.BuildPath.empty())
    S.declare(O.BuildPath + "/compile_commands.json");
  for (const std::string &List : O.InputLists) {
    // The list itself may be read.
    S.declare(List);
    const auto Text = readPlainFile(List);
    if (!Text)
      return usageError("--inputs: cannot read '{}': {}", List,
                        Text.getError().message());
    for (llvm::line_iterator Line(**Text); !Line.is_at_end(); ++Line)
      S.declare(*Line);
  }
  return llvm::Error::success();
}

llvm::Error enterSandbox(const Options &O, StringRef Argv0) {
  static Sandbox S;
  S.Here = workingDirectory();
  S.Shared = shareMemory<Report>();
  if (!S.Shared)
    return usageError("--sandboxed: the system gives no memory to share");
  S.declare(fs::getMainExecutable(Argv0.str().c_str(),
                                  reinterpret_cast<void *>(&enterSandbox)));
  if (auto Headers = findResourceDir(Argv0)) {
    S.declare(*Headers);
    S.declare((path::parent_path(*Headers) + "/std").str());
  } else {
    return Headers.takeError();
  }
  // Where times are asked for in the text of a file, they are always the same.
  setenv("SOURCE_DATE_EPOCH", "0", /*overwrite=*/1);
  Current = &S;
  return declareInputs(O);
}

llvm::Error sandboxProblem() {
  if (!Current || !Current->Shared->IsThere)
    return llvm::Error::success();
  const StringRef Path = Current->Shared->Path;
  if (Current->Shared->IsProgram)
    return usageError("--sandboxed: '{}' would be started, and nothing may be; "
                      "name single files, and torch with --torch-include or "
                      "--torch-version",
                      Path);
  return usageError("--sandboxed: '{}' is read and is not among the inputs; "
                    "list it, or its folder, in the FILE of --inputs",
                    Path);
}

llvm::Error watchReads() {
  static Watch W;
  W.Here = workingDirectory();
  W.List = shareMemory<ReadList>();
  if (!W.List)
    return usageError("--depfile: the system gives no memory to share");
  Watching = &W;
  return llvm::Error::success();
}

void countAsRead(const std::string &Path) {
  noteRead(/*IsOpen=*/true, Path.c_str(), /*Reads=*/true);
}

void countAsRead(fs::UniqueID File) {
  if (Outputs)
    Outputs->note(File);
}

llvm::Error watchOutputs(llvm::ArrayRef<NamedOutput> Named) {
  static WatchedOutputs W;
  assert(Named.size() <= WatchedOutputs::Most && "one page has the flags");
  for (const auto &[Option, Path] : Named) {
    fs::UniqueID File;
    // What is not there cannot be lost, nor can a device or a pipe.
    if (!Path.empty() && fs::is_regular_file(Path) &&
        !fs::getUniqueID(Path, File))
      W.All.push_back({Option.str(), Path.str(), File});
  }
  if (W.All.empty())
    return llvm::Error::success();
  W.AreRead = shareMemory<WatchedOutputs::Flags>();
  if (!W.AreRead)
    return usageError("{}: the system gives no memory to share",
                      W.All.front().Option);
  Outputs = &W;
  return llvm::Error::success();
}

llvm::Error refuseReadOutputs() {
  if (Outputs)
    for (const auto &[I, O] : llvm::enumerate(Outputs->All))
      if ((*Outputs->AreRead)[I])
        return overwritesInput(O.Option, O.Path);
  return llvm::Error::success();
}

llvm::Expected<std::vector<std::string>> filesRead() {
  const size_t Used = Watching->List->Used;
  if (Used > ReadList::MaxBytes)
    return usageError("--depfile: more files were read than can be listed; "
                      "give fewer at a time");
  std::set<std::string> Files, Made;
  for (StringRef Rest(Watching->List->Paths, Used); !Rest.empty();) {
    auto [Path, Behind] = Rest.split('\0');
    Rest = Behind;
    // One that is cut off was about to be read by a process that died.
    if (Path.consume_front(MadeMark))
      Made.insert(Path.str());
    else if (!Path.empty())
      Files.insert(Path.str());
  }
  for (const std::string &File : Made)
    Files.erase(File);
  return std::vector<std::string>(Files.begin(), Files.end());
}

} // namespace aoti_tidy

// What the linker calls instead of the C library's functions (--wrap).
extern "C" {
int __real_open(const char *Path, int Flags, mode_t Mode);
FILE *__real_fopen(const char *Path, const char *Mode);
FILE *__real_fopen64(const char *Path, const char *Mode);
DIR *__real_opendir(const char *Path);
int __real_access(const char *Path, int Mode);
int __real_execv(const char *Path, char *const Argv[]);
int __real_execve(const char *Path, char *const Argv[], char *const Env[]);
int __real_posix_spawn(pid_t *Process, const char *Path,
                       const posix_spawn_file_actions_t *Actions,
                       const posix_spawnattr_t *Attributes, char *const Argv[],
                       char *const Env[]);

int __wrap_open(const char *Path, int Flags, ...) {
  mode_t Mode = 0;
  if (Flags & (O_CREAT | O_TMPFILE)) {
    va_list Rest;
    va_start(Rest, Flags);
    Mode = va_arg(Rest, mode_t);
    va_end(Rest);
  }
  if (!aoti_tidy::mayOpen(Path, Flags))
    return -1;
  const int File = __real_open(Path, Flags, Mode);
  if (File >= 0 && (Flags & O_EXCL) && aoti_tidy::Watching)
    aoti_tidy::Watching->add(Path, /*IsMade=*/true);
  aoti_tidy::noteRead(File >= 0, Path, (Flags & O_ACCMODE) == O_RDONLY);
  return File;
}

FILE *__wrap_fopen(const char *Path, const char *Mode) {
  const bool Reads = StringRef(Mode).starts_with("r");
  if (!aoti_tidy::mayOpen(Path, Reads ? O_RDONLY : O_WRONLY))
    return nullptr;
  FILE *File = __real_fopen(Path, Mode);
  aoti_tidy::noteRead(File != nullptr, Path, Reads);
  return File;
}

FILE *__wrap_fopen64(const char *Path, const char *Mode) {
  const bool Reads = StringRef(Mode).starts_with("r");
  if (!aoti_tidy::mayOpen(Path, Reads ? O_RDONLY : O_WRONLY))
    return nullptr;
  FILE *File = __real_fopen64(Path, Mode);
  aoti_tidy::noteRead(File != nullptr, Path, Reads);
  return File;
}

DIR *__wrap_opendir(const char *Path) {
  if (aoti_tidy::Current && !aoti_tidy::Current->leadsToInput(Path)) {
    errno = ENOENT;
    return nullptr;
  }
  return __real_opendir(Path);
}

/// A folder that is not declared is not there: a '.git' above would change how
/// files are called.
int __wrap_access(const char *Path, int Mode) {
  struct stat Status;
  if (aoti_tidy::Current && !aoti_tidy::Current->leadsToInput(Path) &&
      ::stat(Path, &Status) == 0 && S_ISDIR(Status.st_mode)) {
    errno = ENOENT;
    return -1;
  }
  return __real_access(Path, Mode);
}

int __wrap_execv(const char *Path, char *const Argv[]) {
  return aoti_tidy::mayStart(Path) ? __real_execv(Path, Argv) : -1;
}

int __wrap_execve(const char *Path, char *const Argv[], char *const Env[]) {
  return aoti_tidy::mayStart(Path) ? __real_execve(Path, Argv, Env) : -1;
}

int __wrap_posix_spawn(pid_t *Process, const char *Path,
                       const posix_spawn_file_actions_t *Actions,
                       const posix_spawnattr_t *Attributes, char *const Argv[],
                       char *const Env[]) {
  return aoti_tidy::mayStart(Path)
             ? __real_posix_spawn(Process, Path, Actions, Attributes, Argv, Env)
             : EACCES;
}
}
