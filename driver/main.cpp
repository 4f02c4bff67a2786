// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/base/Isolation.h"
#include "driver/base/RunReads.h"
#include "driver/commands/Commands.h"
#include "driver/commands/check/Sandbox.h"
#include "clang/Basic/Version.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace aoti_tidy;

namespace {

/// A standard stream that the caller closed must not become the next file that
/// is opened. It is opened for reading, so that writing still fails.
void occupyStandardStreams() {
  int FD = 0;
  do
    FD = open("/dev/null", O_RDONLY | O_CLOEXEC);
  while (FD >= 0 && FD <= STDERR_FILENO);
  if (FD >= 0)
    close(FD);
}

/// A file that would become larger than the user's limit is one that cannot be
/// written, as on a full disk; it does not end the run.
void ignoreSizeLimit() { std::signal(SIGXFSZ, SIG_IGN); }

llvm::Expected<ExitCode> showRule(const Options &O) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (auto E = runRule(O, OS))
    return std::move(E);
  showPage(Text, O);
  return ExitCode::Clean;
}

llvm::Expected<ExitCode> run(llvm::ArrayRef<const char *> Argv) {
  auto O = parseOptions(Argv.drop_front());
  if (!O)
    return O.takeError();
  if (O->Help || O->Cmd == Command::Help || O->Cmd == Command::Completion) {
    auto Page = !O->Help && O->Cmd == Command::Completion ? completionPage(*O)
                                                          : helpPage(*O);
    if (!Page)
      return Page.takeError();
    llvm::outs() << *Page;
    return ExitCode::Clean;
  }
  if (O->Version) {
    llvm::outs() << "aoti-tidy " AOTI_TIDY_VERSION
                    " (Clang " CLANG_VERSION_STRING ")\n";
    return ExitCode::Clean;
  }
  if (O->Depfile.empty())
    RunReads::get().forgetPaths();
  if (O->Sandboxed)
    if (auto E = enterSandbox(*O, Argv.front()))
      return std::move(E);
  switch (O->Cmd) {
  case Command::Cache:
    if (auto E = runCache(*O, llvm::outs()))
      return std::move(E);
    return ExitCode::Clean;
  case Command::Check:
    return runCheck(*O, Argv.front());
  case Command::Completion:
  case Command::Help:
    break; // above
  case Command::Explain:
    // To lint sources, it starts this program.
    O->Program = llvm::sys::fs::getMainExecutable(
        Argv.front(), reinterpret_cast<void *>(&run));
    return printPage(*O, explainPage);
  case Command::Guard:
    return printPage(*O, guardPage);
  case Command::Init:
    if (auto E = runInit(*O, llvm::outs()))
      return std::move(E);
    return ExitCode::Clean;
  case Command::Merge:
    return runMerge(*O, Argv.front());
  case Command::Package:
    return printPage(*O, packagePage);
  case Command::Rule:
    return showRule(*O);
  case Command::Server:
    return runServer(*O, Argv.front());
  case Command::Skill:
    if (!O->Positional.empty())
      return usageError("'skill' takes no argument");
    llvm::outs() << skillPage();
    return ExitCode::Clean;
  case Command::Trace:
    return printPage(*O, tracePage);
  }
  llvm_unreachable("a command without a case");
}

} // namespace

int main(int argc, char **argv) {
  occupyStandardStreams();
  installCrashHandler();
  ignoreSizeLimit();
  auto Exit = run({argv, static_cast<size_t>(argc)});
  // What it could not read may be why it failed.
  if (auto E = RunReads::get().problem()) {
    if (!Exit)
      llvm::consumeError(Exit.takeError());
    Exit = std::move(E);
  }
  if (!Exit) {
    say(llvm::toString(Exit.takeError()));
    Exit = ExitCode::Usage;
  }
  llvm::outs().flush();
  // A report that could not be written whole must not pass.
  if (llvm::outs().has_error()) {
    llvm::outs().clear_error();
    say("cannot write to standard output");
    Exit = ExitCode::Usage;
  }
  // Of a lost notice LLVM would make exit code 1, a finding.
  llvm::errs().clear_error();
  return static_cast<int>(*Exit);
}
