// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/CheckCommand.h"
#include "driver/CheckList.h"
#include "driver/Errors.h"
#include "driver/FixRun.h"
#include "driver/Inputs.h"
#include "driver/ShowConfig.h"
#include "driver/TorchPin.h"
#include "driver/cxx/CompileCommands.h"
#include "driver/cxx/Lint.h"
#include "driver/cxx/TorchHome.h"
#include "driver/cxx/WordGate.h"
#include "driver/package/PackageLint.h"
#include "driver/python/PythonLint.h"
#include "driver/report/Diff.h"
#include "driver/report/Fixes.h"
#include "driver/report/Report.h"
#include "driver/report/Staging.h"
#include "driver/report/WriteFile.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

namespace fs = llvm::sys::fs;

namespace aoti_tidy {
namespace {

std::string absolute(llvm::StringRef Path) {
  llvm::SmallString<256> Absolute(Path);
  // It fails without a working directory, and so has the run by then.
  (void)fs::make_absolute(Absolute);
  llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

std::string count(size_t N, llvm::StringRef One, llvm::StringRef Many) {
  return fmt::format("{} {}", N, N == 1 ? One : Many);
}

bool useColor(const Options &O) {
  if (O.Color == ColorMode::Auto)
    return O.OutputFile.empty() && llvm::sys::Process::StandardOutHasColors();
  return O.Color == ColorMode::Always;
}

std::function<void(size_t, size_t)>
progress(const Options &O, llvm::ArrayRef<std::string> Files) {
  if (O.Quiet || !llvm::sys::Process::StandardErrIsDisplayed())
    return nullptr;
  return [Files](size_t Started, size_t File) {
    llvm::errs() << fmt::format(
        "[{}/{}] {}\n", Started, Files.size(),
        printableLine(llvm::sys::path::filename(Files[File])));
  };
}

/// " (6 findings in 1 kernel)", where a kernel has several: that many are one
/// place to mend. \p Fixed are none of the findings any more.
std::string inKernels(const LintResult &Result,
                      const std::vector<bool> &Fixed) {
  std::set<llvm::StringRef> Kernels;
  size_t Count = 0;
  for (size_t I = 0; I < Result.Findings.size(); ++I) {
    const Location &Where = Result.Findings[I].Where;
    const auto Kernel = Result.Kernels.find({Where.File, Where.Offset});
    if (Kernel == Result.Kernels.end() || (I < Fixed.size() && Fixed[I]))
      continue;
    Kernels.insert(Kernel->second);
    ++Count;
  }
  return Count > Kernels.size()
             ? fmt::format(" ({} in {})", count(Count, "finding", "findings"),
                           count(Kernels.size(), "kernel", "kernels"))
             : "";
}

void summarise(const LintResult &Result, const FixPlan &Plan, size_t Left,
               SourceTexts &Texts, const Options &O, size_t Linted) {
  std::string Line = fmt::format("{} in {}", count(Left, "finding", "findings"),
                                 count(Linted, "file", "files"));
  Line += inKernels(Result, O.writesFixes() ? Plan.Fixed : std::vector<bool>());
  if (O.writesFixes() && Plan.Applied)
    Line += fmt::format(", {} fixed", Plan.Applied);
  if (!O.Fix && !O.UnsafeFixes) {
    auto CountFixable = [&](bool Unsafe) {
      return planFixes(Result.Findings, Unsafe,
                       {Result.Errors, Result.Unparsed}, Texts)
          .Applied;
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

void explainUnparsed(const LintResult &Result, size_t Linted) {
  sayUnparsed(Result.UnparsedCxx, Linted);
  std::vector<UnparsedFile> Python;
  for (const std::string &File : Result.UnparsedPython) {
    UnparsedFile &F = Python.emplace_back(UnparsedFile{File, std::nullopt});
    F.Lang = Language::Python;
    for (const Finding &E : Result.Errors)
      if (E.Where.File == File && F.Errors++ == 0)
        F.Cause = E;
  }
  sayUnparsed(Python, Linted);
}

/// A check that wants all files says of which operators it kept quiet.
void explainUnjudged(const std::set<std::string> &Ops) {
  if (Ops.empty())
    return;
  const std::string Others =
      Ops.size() == 1
          ? ""
          : fmt::format(" and {}", count(Ops.size() - 1, "other operator",
                                         "other operators"));
  say(fmt::format("aoti-missing-meta says nothing of '{}'{}: files that could "
                  "not be parsed completely, or are not part of this run, may "
                  "register a Meta kernel",
                  *Ops.begin(), Others));
}

ExitCode exitCodeOf(const LintResult &Result, size_t FindingsLeft,
                    const Options &O) {
  if (!Result.Crashed.empty())
    return ExitCode::Internal;
  if (!Result.ConfigProblems.empty())
    return ExitCode::Usage;
  if (!Result.Unparsed.empty() || !Result.UnparsedPython.empty() ||
      !Result.Unread.empty() || !Result.TimedOut.empty())
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
    // A patch is data: only where a person reads it, it is made printable.
    if (O.Diff && !OS.is_displayed())
      return writeDiff(Plan, OS);
    // Clang's printer writes colours as text, which would be made visible; what
    // it prints is made printable before.
    if (!O.Diff && !O.Runs && O.Format == ReportFormat::Text && useColor(O))
      return writeText(R, OS, /*Color=*/true);
    PrintableStream Out(OS, !O.Diff && O.Format == ReportFormat::Json
                                ? Escapes::Json
                                : Escapes::Visible);
    if (O.Diff)
      writeDiff(Plan, Out);
    else if (O.Format == ReportFormat::Json)
      writeJson(R, Out);
    else if (O.Runs)
      writeRuns(R, Out);
    else
      writeText(R, Out, /*Color=*/false);
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
  std::string File = workingDirectory() + "/file.cpp";
  bool IsPython = false;
  if (!O.Positional.empty()) {
    auto In = collectInputs(O);
    if (!In)
      return In.takeError();
    IsPython = In->Files.empty() && In->Packages.empty();
    if (!In->Files.empty() || !In->Packages.empty() ||
        !In->PythonFiles.empty() || !In->Documents.empty())
      File = !In->Files.empty()         ? In->Files.front()
             : !In->Packages.empty()    ? In->Packages.front()
             : !In->PythonFiles.empty() ? In->PythonFiles.front()
                                        : In->Documents.front();
  }
  auto Cfg = Config::create(O, {File});
  if (!Cfg)
    return Cfg.takeError();
  const auto Provider = Cfg->makeProvider();
  for (const std::string &Id : enabledChecks(*Provider, File))
    if (!IsPython || readsPython(Id))
      llvm::outs() << Id << '\n';
  return ExitCode::Clean;
}

/// What the report cannot say, on standard error.
void conclude(const LintResult &Result, const FixPlan &Plan, size_t Left,
              SourceTexts &Texts, const Options &O, size_t Linted) {
  for (const std::string &Problem : Result.ConfigProblems)
    say(Problem);
  if (O.Verbose) {
    const std::string Root = repositoryRoot(workingDirectory());
    for (const auto &R : Result.Remarks)
      say(fmt::format("{}:{}: {}", displayPath(R.File, Root), R.Line, R.Text));
  }
  for (const std::string &File : Result.Crashed)
    say(crashText(File));
  for (const std::string &File : Result.TimedOut)
    say(fmt::format("'{}' was not linted: {}", File,
                    timeLimitText(O.FileTimeout)));
  if (!O.Quiet)
    for (const std::string &Notice : Result.FlagNotices)
      say(Notice);
  if (!O.Quiet)
    for (const std::string &Notice : Result.Notices)
      say(Notice);
  if (Result.UsedCudaStandIns && !O.Quiet)
    say("CUDA's headers were not found; built-in declarations of the runtime "
        "API stood in for them");
  explainUnparsed(Result, Linted);
  if (!O.Quiet)
    explainUnjudged(Result.Unjudged);
  for (const std::string &Sentence : Result.Unread)
    say(Sentence);
  if (!O.Quiet)
    for (const std::string &Line : Result.Decided)
      say(Line);
  if (O.Quiet)
    return;
  if (!O.Runs)
    summarise(Result, Plan, Left, Texts, O, Linted);
  if (!Result.Runs.empty())
    say(coverageText(Result.Runs) + (O.Runs ? "" : "; --runs lists them"));
  else if (O.Runs)
    say("no run of a model was found");
}

class CheckRun {
public:
  CheckRun(const Options &O, llvm::StringRef Argv0, Inputs In, Config Cfg)
      : O(O), Argv0(Argv0), In(std::move(In)), Cfg(std::move(Cfg)) {
    if (this->In.Stdin)
      Texts.add(this->In.Stdin->first, this->In.Stdin->second);
  }

  llvm::Expected<ExitCode> run() {
    if (auto E = refuseOutputs())
      return std::move(E);
    if (auto E = lintAll())
      return std::move(E);
    Cfg.dropIgnored(Result.Findings);
    for (const auto &[Option, Output] : outputs())
      if (fs::UniqueID Id;
          !fs::getUniqueID(Output, Id) && Result.ReadOutputs.contains(Id))
        return overwritesInput(Option, Output);

    CheckedFixes Fixes;
    FixPlan &Plan = Fixes.Plan;
    if (O.Diff || O.writesFixes())
      Fixes = checkFixes(Result, fixSettings(), Texts);
    // The findings of a run that lists runs only are nobody's.
    if (O.Runs)
      Result.Findings.clear();
    const auto Left = [&] {
      return Result.Findings.size() - (O.writesFixes() ? Plan.Applied : 0);
    };
    const auto Code = [&] {
      const ExitCode Exit = exitCodeOf(Result, Left(), O);
      const bool IsWorse = Exit == ExitCode::Internal;
      return O.writesFixes() && !Fixes.LeftAlone.empty() && !IsWorse
                 ? ExitCode::Usage
                 : Exit;
    };

    const Report R{
        Result.Findings,    Result.Previews,
        Result.Errors,      Result.Crashed,
        Result.TimedOut,    Result.Unread,
        In.Folders,         Result.Runs,
        O.FileTimeout,      static_cast<unsigned>(Linted),
        In.Skipped,         Code(),
        Texts.fileSystem(), O.Verbose || Result.UnparsedCxx.size() < 2};
    // Before the fixes are written: the report quotes the text as it was.
    if (auto E = writeReport(R, Plan, O))
      return std::move(E);
    if (!O.ExportFixes.empty())
      if (auto E = exportFixes(O.ExportFixes, Result.Findings, O.UnsafeFixes))
        return std::move(E);
    if (O.writesFixes()) {
      removeOwnLeftovers();
      auto LeftAlone = writeFixes(Plan);
      if (!LeftAlone)
        return LeftAlone.takeError();
      llvm::append_range(Fixes.LeftAlone, *LeftAlone);
    }
    for (const std::string &Sentence : Fixes.LeftAlone)
      say(Sentence);
    conclude(Result, Plan, Left(), Texts, O, Linted);
    if (const std::string LeftOut = leftOutText(In);
        !O.Quiet && !LeftOut.empty())
      say(LeftOut);
    return Code();
  }

private:
  /// The files to write, by the options that name them.
  std::vector<std::pair<llvm::StringRef, llvm::StringRef>> outputs() const {
    return {{"-o", O.OutputFile}, {"--export-fixes", O.ExportFixes}};
  }

  /// None may be an input. Headers are known when they have been read.
  llvm::Error refuseOutputs() {
    std::vector<std::string> Read = O.Packages;
    Read.push_back(O.Exported);
    Read.push_back(O.ConfigFile);
    for (const auto *Files :
         {&In.Files, &In.PythonFiles, &In.Documents, &In.Packages})
      llvm::append_range(Read, *Files);
    for (const auto &[Option, Output] : outputs()) {
      if (auto E = refuseToOverwrite(Option, Output, Read))
        return E;
      fs::UniqueID Id;
      if (!fs::getUniqueID(Output, Id))
        CxxSettings.Outputs.push_back(Id);
    }
    const std::string Report = realPath(absolute(O.OutputFile));
    if (!O.OutputFile.empty() && !O.ExportFixes.empty() &&
        Report == realPath(absolute(O.ExportFixes)) &&
        (!fs::exists(Report) || fs::is_regular_file(Report)))
      return usageError("-o and --export-fixes name one file; give two");
    return llvm::Error::success();
  }

  llvm::Error lintAll() {
    std::vector<std::string> Python = In.PythonFiles;
    llvm::append_range(Python, In.Documents);
    const std::vector<std::string> PythonToLint =
        pythonFilesToLint(Python, Cfg);
    Linted = In.Files.size() + In.Packages.size() + PythonToLint.size();
    const std::vector<std::string> Emitted = takeEmittedFiles(In.Files, Cfg);
    if (!O.Exported.empty() && In.Packages.empty() && Emitted.empty())
      return usageError(
          "--exported belongs to a package; name the .pt2 to lint");
    In.Skipped += Python.size() - PythonToLint.size();
    if (!Linted && !Python.empty())
      return usageError("no check that looks at Python is enabled for '{}'; "
                        "'aoti-tidy rule --format=json' says which do",
                        Python.front());
    // Python and emitted code need no torch.
    if (!In.Files.empty())
      if (auto E = lintCxx())
        return E;
    if (auto E = lintPython(PythonToLint))
      return E;
    if (auto E = lintEmittedCode(In.Packages, Emitted, O.Exported, Cfg,
                                 isolation(), Texts, Result))
      return E;
    llvm::append_range(Result.Unread, In.Unread);
    return llvm::Error::success();
  }

  llvm::Error lintCxx() {
    auto Created = CompileCommands::create(O, In.Files, Argv0);
    if (!Created)
      return Created.takeError();
    CxxSettings.Apart = isolation();
    CxxSettings.FixesOfNotes = O.UnsafeFixes;
    CxxSettings.Stdin = In.Stdin;
    CxxSettings.PythonFiles = In.PythonFiles;
    if (!O.NoSearch)
      CxxSettings.Repository =
          RepositoryFiles::around(In.Files, Created->listedFiles());
    std::vector<std::string> ToParse =
        O.NoGate ? In.Files
                 : filesWithWords(In.Files, *Created, Cfg, CxxSettings);
    const size_t Concerned = ToParse.size();
    if (auto E = Created->prepare(ToParse))
      return E;
    Linted -= Concerned - ToParse.size();
    Commands = std::move(*Created);
    if (!O.Quiet)
      announce(*Commands);
    if (!ToParse.empty()) {
      CxxSettings.Apart.Progress = progress(O, ToParse);
      Result = lint(ToParse, *Commands, Cfg, CxxSettings, Texts);
    }
    if (Concerned > ToParse.size())
      Result.Unread.push_back(fmt::format(
          "{} not linted: {}",
          count(Concerned - ToParse.size(), "C++ file was", "C++ files were"),
          Commands->torchProblem()));
    if (const TorchHome *Home = Commands->torch())
      Torch = *Home;
    return llvm::Error::success();
  }

  FixSettings fixSettings() const {
    FixSettings Settings;
    Settings.Unsafe = O.UnsafeFixes;
    for (const std::string &Path : O.Positional)
      Settings.Roots.push_back(absolute(Path));
    if (In.Stdin)
      Settings.StdinName = In.Stdin->first;
    if (Commands)
      Settings.FindBrokenCxx = [this](const EditedTexts &Edited) {
        return findBroken(Result.FixableUnits, Edited, *Commands, Cfg,
                          CxxSettings);
      };
    return Settings;
  }

  /// Of runs that were killed while they fixed these files.
  void removeOwnLeftovers() const {
    std::set<std::string> Folders;
    for (const auto *Files : {&In.Files, &In.PythonFiles, &In.Documents})
      for (const std::string &File : *Files)
        Folders.insert(llvm::sys::path::parent_path(realPath(File)).str());
    llvm::for_each(Folders, removeLeftovers);
  }

  llvm::Error lintPython(llvm::ArrayRef<std::string> Files) {
    PythonLintSettings Settings;
    Settings.Apart = isolation();
    // What the user names must be there; what is only looked for need not.
    if (!Files.empty() && !O.TorchInclude.empty() && !Torch) {
      auto Home = findTorch(O.TorchInclude);
      if (!Home)
        return Home.takeError();
      Torch = std::move(*Home);
      if (!O.Quiet)
        announce(*Torch);
    }
    Settings.FindTorch = [&] { return installedTorch(); };
    aoti_tidy::lintPython(Files, Cfg, Settings, Texts, Result);
    return llvm::Error::success();
  }

  IsolationSettings isolation() const { return {O.Jobs, O.FileTimeout}; }

  std::optional<TorchVersion> installedTorch() {
    if (Torch)
      return Torch->Version;
    // For C++ it was looked for.
    if (Commands && !Commands->torchProblem().empty())
      return pinned();
    auto Home = findTorch("", projectsOf(O));
    if (Home) {
      if (!O.Quiet)
        announce(*Home);
      return Home->Version;
    }
    llvm::consumeError(Home.takeError());
    return pinned();
  }

  /// The torch that the project asks for.
  std::optional<TorchVersion> pinned() {
    const auto Pin = findTorchPin(projectsOf(O));
    if (O.Quiet)
      return Pin ? std::optional(Pin->Version) : std::nullopt;
    if (Pin)
      say(fmt::format("torch {}, as {} has it ({})", Pin->Version.str(),
                      displayPath(Pin->File, workingDirectory()), Pin->Text));
    else
      say("no torch was found; --torch-version says which one the Python is "
          "for");
    return Pin ? std::optional(Pin->Version) : std::nullopt;
  }

  void announce(const TorchHome &Home) {
    say(fmt::format("torch {} headers in {} (from {})",
                    Home.Version ? Home.Version->str() : "of unknown version",
                    Home.Include, Home.Source));
  }

  void announce(const CompileCommands &Commands) {
    if (const TorchHome *Home = Commands.torch())
      announce(*Home);
    for (const std::string &Notice : Commands.notices())
      say(Notice);
  }

  const Options &O;
  const llvm::StringRef Argv0;
  Inputs In;
  const Config Cfg;
  LintSettings CxxSettings;
  std::optional<CompileCommands> Commands; ///< if there is C++
  std::optional<TorchHome> Torch;
  SourceTexts Texts;
  LintResult Result;
  size_t Linted = 0;
};

} // namespace

llvm::Expected<ExitCode> runCheck(const Options &O, llvm::StringRef Argv0) {
  if (O.ListChecks)
    return listChecks(O);
  if (O.ShowConfig) {
    auto Page = configPage(O);
    if (!Page)
      return Page.takeError();
    PrintableStream(llvm::outs()) << *Page;
    return ExitCode::Clean;
  }
  auto In = collectInputs(O);
  if (!In)
    return In.takeError();
  std::vector<std::string> All;
  for (const auto *Files :
       {&In->Files, &In->PythonFiles, &In->Documents, &In->Packages})
    llvm::append_range(All, *Files);
  auto Cfg = Config::create(O, All);
  if (!Cfg)
    return Cfg.takeError();
  if (!O.Quiet)
    for (const auto &Notices : {llvm::ArrayRef(In->Notices), Cfg->notices()})
      for (const std::string &Notice : Notices)
        say(Notice);
  return CheckRun(O, Argv0, std::move(*In), std::move(*Cfg)).run();
}

} // namespace aoti_tidy
