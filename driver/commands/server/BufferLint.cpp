// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/server/BufferLint.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/Record.h"
#include "driver/commands/Commands.h"
#include "driver/commands/check/SuppressionRun.h"
#include "driver/cxx/TorchHome.h"
#include "driver/cxx/WarmParse.h"
#include "llvm/Support/Errno.h"
#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace aoti_tidy {
namespace {

BufferResult resultOf(const Report &R) {
  BufferResult Result;
  Result.Findings = R.Result.Findings;
  Result.Problems = obstaclesOf(R);
  Result.Runs = R.Result.Runs;
  Result.ParsedHeaders = R.Result.ParsedHeaders != 0;
  Result.ReusedHeaders = R.Result.ReusedHeaders != 0;
  std::vector<Finding> Silenced = Result.Findings;
  for (Finding &F : Silenced)
    F.Fix.clear();
  // What finds no place has no comment.
  (void)suggestSuppressions(Silenced, "TODO: say why", R.Texts);
  for (Finding &F : Silenced)
    Result.Silencing.push_back(std::move(F.Fix));
  std::vector<std::string> Broken = R.Result.Unparsed;
  llvm::append_range(Broken, R.Result.UnparsedPython);
  for (Finding &F : Result.Findings)
    if (!isFixable(F, /*Unsafe=*/false, {R.Result.Errors, Broken}))
      F.Fix.clear();
  return Result;
}

/// Lints, in the process that is there for it, or waits for texts at a socket.
BufferResult lint(const Options &Given, llvm::StringRef Argv0,
                  const OpenBuffer &B, int WaitAt = -1) {
  WarmParse &Warm = WarmParse::get();
  Warm.Socket = WaitAt;
  Warm.Address = WaitAt < 0 ? B.WarmAddress : "";
  Warm.LeavesHeaders = WaitAt < 0;
  Options O = Given;
  O.Cmd = Command::Check;
  O.Quiet = true;
  O.Jobs = 1;
  O.Positional = {B.Path};
  if (B.Text) {
    O.Positional = {"-"};
    O.StdinFilename = B.Path;
    O.StdinText = B.Text;
  }
  for (const auto &[Path, Text] : B.Others) {
    llvm::sys::fs::UniqueID Id;
    if (!llvm::sys::fs::getUniqueID(Path, Id))
      unsavedTexts()[Id] = Text;
  }
  torchOfPython() = B.TorchOfPython;
  BufferResult Result;
  auto Exit =
      runCheck(O, Argv0, {}, [&](const Report &R) { Result = resultOf(R); });
  if (!Exit)
    Result.Problems.push_back({{}, llvm::toString(Exit.takeError())});
  Result.TorchOfPython = torchOfPython();
  return Result;
}

BufferPage page(const Options &O) {
  auto Made = O.Cmd == Command::Trace ? tracePage(O) : explainPage(O);
  if (!Made)
    return {{}, llvm::toString(Made.takeError())};
  for (const std::string &Sentence : Made->Unread)
    Made->Text += "\n" + Sentence + "\n";
  return {std::move(Made->Text), {}};
}

/// A file that has the text and no name, to read from its beginning.
int fileOf(llvm::StringRef Text) {
  const int File = memfd_create("text", MFD_CLOEXEC);
  llvm::raw_fd_ostream(File, /*shouldClose=*/false) << Text;
  lseek(File, 0, SEEK_SET);
  return File;
}

} // namespace

std::unique_ptr<BufferLint> BufferLint::start(const Options &O,
                                              llvm::StringRef Argv0,
                                              const OpenBuffer &B) {
  return start(B, [&] { return toRecord(lint(O, Argv0, B)); });
}

std::unique_ptr<BufferLint>
BufferLint::startWarm(const Options &O, llvm::StringRef Argv0, OpenBuffer &B) {
  const int Socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  B.WarmAddress = bindToFreeAddress(Socket);
  const auto Work = [&] { return toRecord(lint(O, Argv0, B, Socket)); };
  auto Started = B.WarmAddress.empty() ? nullptr : start(B, Work);
  close(Socket);
  return Started;
}

std::unique_ptr<BufferLint> BufferLint::startPage(const Options &O,
                                                  const OpenBuffer &B) {
  return start(B, [&] {
    dup2(fileOf(B.Text.value_or("")), STDIN_FILENO);
    return toRecord(page(O));
  });
}

std::unique_ptr<BufferLint>
BufferLint::start(const OpenBuffer &B, llvm::function_ref<std::string()> Work) {
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return nullptr;
  const pid_t Parent = getpid();
  const pid_t Process = fork();
  if (Process < 0) {
    close(Ends[0]);
    close(Ends[1]);
    return nullptr;
  }
  if (Process > 0) {
    close(Ends[1]);
    return std::unique_ptr<BufferLint>(new BufferLint(Process, Ends[0]));
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent)
    _exit(1);
  // The protocol's streams are the server's alone.
  const int Null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(Null, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  if (!B.Folder.empty())
    (void)!chdir(B.Folder.c_str());
  const std::string Bytes = Work();
  llvm::raw_fd_ostream To(Ends[1], /*shouldClose=*/true);
  To << Bytes;
  To.flush();
  _exit(0);
}

BufferLint::~BufferLint() {
  kill(Process, SIGKILL);
  close(From);
  int Status = 0;
  llvm::sys::RetryAfterSignal(-1, ::waitpid, Process, &Status, 0);
}

bool BufferLint::read() {
  char Bytes[1 << 16];
  void *To = Bytes;
  const ssize_t Size =
      llvm::sys::RetryAfterSignal(-1, ::read, From, To, sizeof(Bytes));
  if (Size <= 0)
    return true;
  Received.append(Bytes, Size);
  return false;
}

BufferResult BufferLint::take() {
  BufferResult Result;
  if (fromRecord(Received, Result))
    return Result;
  Result = {};
  Result.Problems.push_back({{},
                             "the lint came to no end; the next edit "
                             "starts another"});
  return Result;
}

BufferPage BufferLint::takePage() const {
  BufferPage Result;
  if (!fromRecord(Received, Result))
    Result = {{}, "the page came to no end"};
  return Result;
}

} // namespace aoti_tidy
