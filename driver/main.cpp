// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/CheckList.h"
#include "driver/Diff.h"
#include "driver/Errors.h"
#include "driver/Fixes.h"
#include "driver/Inputs.h"
#include "driver/Report.h"
#include "driver/RuleCommand.h"
#include "clang/Basic/Version.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"

using namespace aoti_tidy;

namespace {

void say(llvm::StringRef Message) {
  llvm::errs() << "aoti-tidy: " << Message << '\n';
}

ExitCode fail(llvm::Error E) {
  say(llvm::toString(std::move(E)));
  return ExitCode::Usage;
}

std::string count(size_t N, llvm::StringRef Noun) {
  return fmt::format("{} {}{}", N, Noun, N == 1 ? "" : "s");
}

/// Writes to -o FILE as a whole, or to standard output.
llvm::Error writeReport(const Options &O,
                        llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  if (O.OutputFile.empty()) {
    Write(llvm::outs());
    llvm::outs().flush();
    return llvm::Error::success();
  }
  auto E = llvm::writeToOutput(O.OutputFile, [&](llvm::raw_ostream &OS) {
    Write(OS);
    return llvm::Error::success();
  });
  return E ? usageError("cannot write '{}': {}", O.OutputFile,
                        llvm::toString(std::move(E)))
           : llvm::Error::success();
}

bool useColor(const Options &O) {
  if (O.Color == ColorMode::Auto)
    return O.OutputFile.empty() && llvm::sys::Process::StandardOutHasColors();
  return O.Color == ColorMode::Always;
}

void announce(const CompileCommands &Commands) {
  if (const TorchHome *Torch = Commands.torch())
    say(fmt::format("torch {} headers in {} (from {})",
                    Torch->Version ? Torch->Version->str() : "of unknown version",
                    Torch->Include, Torch->Source));
  for (const std::string &Notice : Commands.notices())
    say(Notice);
}

std::function<void(size_t, llvm::StringRef)> progress(const Options &O,
                                                      size_t Total) {
  if (O.Quiet || !llvm::sys::Process::StandardErrIsDisplayed())
    return nullptr;
  return [Total](size_t Index, llvm::StringRef File) {
    llvm::errs() << fmt::format("[{}/{}] {}\n", Index, Total,
                                llvm::sys::path::filename(File));
  };
}

void summarise(const LintResult &Result, const FixPlan &Plan, const Options &O,
               size_t Linted) {
  const size_t Left = Result.Findings.size() - (O.writesFixes() ? Plan.Applied : 0);
  std::string Line = fmt::format("{} in {}", count(Left, "finding"),
                                 count(Linted, "file"));
  if (O.writesFixes() && Plan.Applied)
    Line += fmt::format(", {} fixed", Plan.Applied);
  if (!O.Fix && !O.UnsafeFixes) {
    const auto Safe = llvm::count_if(
        Result.Findings, [](const Finding &F) { return F.hasFix(false); });
    const auto Any = llvm::count_if(
        Result.Findings, [](const Finding &F) { return F.hasFix(true); });
    if (Safe)
      Line += fmt::format(", {} fixable with --fix", Safe);
    if (Any > Safe)
      Line += fmt::format(", {} more with --unsafe-fixes", Any - Safe);
  }
  say(Line);
  if (Plan.Conflicting)
    say(fmt::format("{} left out because of an overlap with another; run again",
                    Plan.Conflicting == 1 ? std::string("1 fix was") : fmt::format("{} fixes were", Plan.Conflicting)));
}

/// One sentence with the first cause; the report has all of them.
void explainUnparsed(const LintResult &Result, size_t Linted) {
  std::string Cause;
  if (!Result.Errors.empty()) {
    const Finding &E = Result.Errors.front();
    Cause = fmt::format(" ({}:{}: {})",
                        llvm::sys::path::filename(E.Where.File), E.Where.Line,
                        E.Message);
  }
  say(fmt::format("{} of {} could not be parsed completely, so findings in "
                  "them may be missing: {}{}; give the flags they are compiled "
                  "with: -p BUILD_DIR, or after '--'",
                  Result.Unparsed.size(), count(Linted, "file"),
                  llvm::sys::path::filename(Result.Unparsed.front()), Cause));
}

ExitCode exitCodeOf(const LintResult &Result, size_t FindingsLeft,
                    const Options &O) {
  if (!Result.Crashed.empty())
    return ExitCode::Internal;
  if (!Result.Unparsed.empty())
    return ExitCode::ParseErrors;
  return FindingsLeft && !O.ExitZero ? ExitCode::Findings : ExitCode::Clean;
}

ExitCode runCheck(const Options &O, llvm::StringRef Argv0) {
  auto In = collectInputs(O.Positional);
  if (!In)
    return fail(In.takeError());
  auto Cfg = Config::create(O, In->Files);
  if (!Cfg)
    return fail(Cfg.takeError());
  if (O.ListChecks) {
    const auto Provider = Cfg->makeProvider();
    for (const std::string &Id : enabledChecks(*Provider, In->Files.front()))
      llvm::outs() << Id << '\n';
    return ExitCode::Clean;
  }
  auto Commands = CompileCommands::create(O, In->Files, Argv0);
  if (!Commands)
    return fail(Commands.takeError());
  if (!O.Quiet)
    announce(*Commands);

  SourceTexts Texts;
  LintSettings Settings;
  Settings.Jobs = O.Jobs;
  Settings.FixesOfNotes = O.UnsafeFixes;
  Settings.Progress = progress(O, In->Files.size());
  const LintResult Result = lint(In->Files, *Commands, *Cfg, Settings, Texts);

  FixPlan Plan;
  if (O.Fix || O.UnsafeFixes || O.Diff)
    Plan = planFixes(Result.Findings, O.UnsafeFixes, Result.Errors, Texts);
  const size_t Left =
      Result.Findings.size() - (O.writesFixes() ? Plan.Applied : 0);
  const ExitCode Exit = exitCodeOf(Result, Left, O);

  // Before the fixes are written: the report quotes the text as it was.
  Report R{Result.Findings, Result.Errors,
           static_cast<unsigned>(In->Files.size()), In->Skipped, Exit};
  auto E = writeReport(O, [&](llvm::raw_ostream &OS) {
    if (O.Diff) {
      llvm::SmallString<256> Cwd;
      llvm::sys::fs::current_path(Cwd);
      for (const auto &[File, Text] : Plan.Files)
        OS << unifiedDiff(displayPath(File, repositoryRoot(Cwd)), Text.Before,
                          Text.After);
    } else if (O.Format == ReportFormat::Json) {
      writeJson(R, OS);
    } else {
      writeText(R, OS, useColor(O));
    }
  });
  if (E)
    return fail(std::move(E));
  if (!O.ExportFixes.empty())
    if (auto E = exportFixes(O.ExportFixes, Result.Findings, O.UnsafeFixes))
      return fail(std::move(E));
  if (O.writesFixes())
    if (auto E = writeFixes(Plan))
      return fail(std::move(E));

  for (const std::string &File : Result.Crashed)
    say(fmt::format("internal error: the linter crashed over '{}'; please "
                    "report it with the file",
                    File));
  if (Result.UsedCudaStandIns && !O.Quiet)
    say("CUDA's headers were not found; built-in declarations of the runtime "
        "API stood in for them");
  if (!Result.Unparsed.empty())
    explainUnparsed(Result, In->Files.size());
  if (!O.Quiet)
    summarise(Result, Plan, O, In->Files.size());
  return Exit;
}

ExitCode run(llvm::ArrayRef<const char *> Argv) {
  auto O = parseOptions(Argv.drop_front());
  if (!O)
    return fail(O.takeError());
  if (O->Help) {
    llvm::outs() << helpText();
    return ExitCode::Clean;
  }
  if (O->Version) {
    llvm::outs() << "aoti-tidy " AOTI_TIDY_VERSION " (Clang " CLANG_VERSION_STRING
                    ")\n";
    return ExitCode::Clean;
  }
  if (O->Cmd == Command::Check)
    return runCheck(*O, Argv.front());
  if (auto E = runRule(*O, llvm::outs()))
    return fail(std::move(E));
  return ExitCode::Clean;
}

} // namespace

int main(int argc, char **argv) {
  llvm::sys::PrintStackTraceOnErrorSignal(argv[0]);
  llvm::CrashRecoveryContext::Enable();
  const ExitCode Exit = run({argv, static_cast<size_t>(argc)});
  llvm::outs().flush();
  // A report that could not be written whole must not pass.
  if (llvm::outs().has_error()) {
    llvm::outs().clear_error();
    say("cannot write to standard output");
    return static_cast<int>(ExitCode::Usage);
  }
  return static_cast<int>(Exit);
}
