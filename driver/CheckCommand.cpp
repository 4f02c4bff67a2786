// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/CheckCommand.h"
#include "driver/CheckList.h"
#include "driver/Diff.h"
#include "driver/Errors.h"
#include "driver/Fixes.h"
#include "driver/Inputs.h"
#include "driver/PackageLint.h"
#include "driver/Report.h"
#include "driver/WriteFile.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

namespace aoti_tidy {
namespace {

std::string count(size_t N, llvm::StringRef One, llvm::StringRef Many) {
  return fmt::format("{} {}", N, N == 1 ? One : Many);
}

bool useColor(const Options &O) {
  if (O.Color == ColorMode::Auto)
    return O.OutputFile.empty() && llvm::sys::Process::StandardOutHasColors();
  return O.Color == ColorMode::Always;
}

void announce(const Config &Cfg, const CompileCommands &Commands) {
  if (const TorchHome *Torch = Commands.torch())
    say(fmt::format("torch {} headers in {} (from {})",
                    Torch->Version ? Torch->Version->str() : "of unknown version",
                    Torch->Include, Torch->Source));
  for (const std::string &Notice : Cfg.notices())
    say(Notice);
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

void summarise(const LintResult &Result, const FixPlan &Plan, size_t Left,
               const Options &O, size_t Linted) {
  std::string Line = fmt::format("{} in {}", count(Left, "finding", "findings"),
                                 count(Linted, "file", "files"));
  if (O.writesFixes() && Plan.Applied)
    Line += fmt::format(", {} fixed", Plan.Applied);
  if (!O.Fix && !O.UnsafeFixes) {
    auto CountFixable = [&](bool Unsafe) {
      return llvm::count_if(Result.Findings, [&](const Finding &F) {
        return isFixable(F, Unsafe, Result.Errors);
      });
    };
    const auto Safe = CountFixable(false), Any = CountFixable(true);
    if (Safe)
      Line += fmt::format(", {} fixable with --fix", Safe);
    if (Any > Safe)
      Line += fmt::format(", {} more with --unsafe-fixes", Any - Safe);
  }
  say(Line);
  if (Plan.Conflicting)
    say(fmt::format("{} {} left out because of an overlap with another; run "
                    "again",
                    count(Plan.Conflicting, "fix", "fixes"),
                    Plan.Conflicting == 1 ? "was" : "were"));
}

/// One sentence with the first cause; the report has all of them.
void explainUnparsed(const LintResult &Result, size_t Linted) {
  std::string Cause;
  if (!Result.Errors.empty()) {
    const Finding &E = Result.Errors.front();
    const std::string Place =
        E.Where.File.empty()
            ? ""
            : fmt::format("{}:{}: ", llvm::sys::path::filename(E.Where.File),
                          E.Where.Line);
    Cause = fmt::format(" ({}{})", Place, E.Message);
  }
  say(fmt::format("{} of {} could not be parsed completely, so findings in "
                  "them may be missing: {}{}; give the flags they are compiled "
                  "with: -p BUILD_DIR, or after '--'",
                  Result.Unparsed.size(), count(Linted, "file", "files"),
                  llvm::sys::path::filename(Result.Unparsed.front()), Cause));
}

ExitCode exitCodeOf(const LintResult &Result, size_t FindingsLeft,
                    const Options &O) {
  if (!Result.Crashed.empty())
    return ExitCode::Internal;
  if (!Result.ConfigProblems.empty())
    return ExitCode::Usage;
  if (!Result.Unparsed.empty() || !Result.Unread.empty())
    return ExitCode::ParseErrors;
  return FindingsLeft && !O.ExitZero ? ExitCode::Findings : ExitCode::Clean;
}

void writeDiff(const FixPlan &Plan, llvm::raw_ostream &OS) {
  const std::string Root = repositoryRoot(workingDirectory());
  for (const auto &[File, Text] : Plan.Files)
    OS << unifiedDiff(displayPath(File, Root), Text.Before, Text.After);
}

/// To -o FILE as a whole, or to standard output.
llvm::Error writeReport(const Report &R, const FixPlan &Plan,
                        const Options &O) {
  auto Write = [&](llvm::raw_ostream &OS) {
    if (O.Diff)
      writeDiff(Plan, OS);
    else if (O.Format == ReportFormat::Json)
      writeJson(R, OS);
    else
      writeText(R, OS, useColor(O));
  };
  if (O.OutputFile.empty()) {
    Write(llvm::outs());
    llvm::outs().flush();
    return llvm::Error::success();
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Write(OS);
  if (auto E = writeFile(O.OutputFile, Text))
    return usageError("cannot write '{}': {}", O.OutputFile,
                      llvm::toString(std::move(E)));
  return llvm::Error::success();
}

llvm::Expected<ExitCode> listChecks(const Options &O) {
  // As for clang-tidy, it may be asked without a file.
  std::vector<std::string> Files = {workingDirectory() + "/file.cpp"};
  if (!O.Positional.empty()) {
    auto In = collectInputs(O.Positional);
    if (!In)
      return In.takeError();
    Files = std::move(In->Files);
  }
  auto Cfg = Config::create(O, Files);
  if (!Cfg)
    return Cfg.takeError();
  const auto Provider = Cfg->makeProvider();
  for (const std::string &Id : enabledChecks(*Provider, Files.front()))
    llvm::outs() << Id << '\n';
  return ExitCode::Clean;
}

/// What the report cannot say, on standard error.
void conclude(const LintResult &Result, const FixPlan &Plan, size_t Left,
              const Options &O, size_t Linted) {
  for (const std::string &Problem : Result.ConfigProblems)
    say(Problem);
  if (O.Verbose) {
    const std::string Root = repositoryRoot(workingDirectory());
    for (const auto &R : Result.Remarks)
      say(fmt::format("{}:{}: {}", displayPath(R.File, Root), R.Line, R.Text));
  }
  for (const std::string &File : Result.Crashed)
    say(fmt::format("internal error: the linter crashed over '{}'; please "
                    "report it with the file",
                    File));
  if (Result.UsedCudaStandIns && !O.Quiet)
    say("CUDA's headers were not found; built-in declarations of the runtime "
        "API stood in for them");
  if (!Result.Unparsed.empty())
    explainUnparsed(Result, Linted);
  for (const std::string &Sentence : Result.Unread)
    say(Sentence);
  if (!O.Quiet)
    for (const std::string &Line : Result.Decided)
      say(Line);
  if (!O.Quiet)
    summarise(Result, Plan, Left, O, Linted);
}

} // namespace

llvm::Expected<ExitCode> runCheck(const Options &O, llvm::StringRef Argv0) {
  if (O.ListChecks)
    return listChecks(O);
  auto In = collectInputs(O.Positional);
  if (!In)
    return In.takeError();
  std::vector<std::string> All = In->Files;
  llvm::append_range(All, In->Packages);
  auto Cfg = Config::create(O, All);
  if (!Cfg)
    return Cfg.takeError();

  const size_t Linted = All.size();
  SourceTexts Texts;
  LintResult Result;
  // They and packages need no torch.
  const std::vector<std::string> Emitted = takeEmittedFiles(In->Files, *Cfg);
  if (!O.Exported.empty() && In->Packages.empty() && Emitted.empty())
    return usageError("--exported belongs to a package; name the .pt2 to lint");
  if (!In->Files.empty()) {
    auto Commands = CompileCommands::create(O, In->Files, Argv0);
    if (!Commands)
      return Commands.takeError();
    if (!O.Quiet)
      announce(*Cfg, *Commands);
    LintSettings Settings;
    Settings.Jobs = O.Jobs;
    Settings.FixesOfNotes = O.UnsafeFixes;
    Settings.PythonFiles = In->PythonFiles;
    Settings.Progress = progress(O, In->Files.size());
    Result = lint(In->Files, *Commands, *Cfg, Settings, Texts);
  }
  if (auto E = lintEmittedCode(In->Packages, Emitted, O.Exported, *Cfg, Texts,
                               Result))
    return std::move(E);

  FixPlan Plan;
  if (O.Diff || O.writesFixes())
    Plan = planFixes(Result.Findings, O.UnsafeFixes, Result.Errors, Texts);
  const size_t Left =
      Result.Findings.size() - (O.writesFixes() ? Plan.Applied : 0);
  const ExitCode Exit = exitCodeOf(Result, Left, O);

  const Report R{Result.Findings, Result.Errors, Result.Crashed,
                 static_cast<unsigned>(Linted), In->Skipped, Exit,
                 Texts.fileSystem()};
  // Before the fixes are written: the report quotes the text as it was.
  if (auto E = writeReport(R, Plan, O))
    return std::move(E);
  if (!O.ExportFixes.empty())
    if (auto E = exportFixes(O.ExportFixes, Result.Findings, O.UnsafeFixes))
      return std::move(E);
  if (O.writesFixes())
    if (auto E = writeFixes(Plan))
      return std::move(E);
  conclude(Result, Plan, Left, O, Linted);
  return Exit;
}

} // namespace aoti_tidy
