// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/base/Inputs.h"
#include "driver/base/RunReads.h"
#include "driver/base/Staging.h"
#include "driver/base/TorchPin.h"
#include "driver/base/WriteFile.h"
#include "driver/cache/CacheFolder.h"
#include "driver/commands/Commands.h"
#include "driver/commands/check/FixRun.h"
#include "driver/commands/check/Selection.h"
#include "driver/commands/check/Steps.h"
#include "driver/commands/check/SuppressionRun.h"
#include "driver/cxx/CompileCommands.h"
#include "driver/cxx/Lint.h"
#include "driver/cxx/TorchHome.h"
#include "driver/cxx/WordGate.h"
#include "driver/package/PackageLint.h"
#include "driver/python/PythonLint.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <set>

namespace fs = llvm::sys::fs;

namespace aoti_tidy {
namespace {

/// A line of a terminal that the next one, or nothing, takes the place of.
void sayBriefly(std::string Line) {
  if (const unsigned Columns = llvm::sys::Process::StandardErrColumns())
    Line.resize(std::min<size_t>(Line.size(), Columns - 1));
  llvm::errs() << '\r' << Line << "\033[K";
}

std::function<void(size_t, size_t)>
progress(const Options &O, llvm::ArrayRef<std::string> Files) {
  if (O.Quiet || !llvm::sys::Process::StandardErrIsDisplayed())
    return nullptr;
  return [Files](size_t Started, size_t File) {
    sayBriefly(fmt::format(
        "[{}/{}] {}", Started, Files.size(),
        printableLine(displayPath(Files[File], workingDirectory()))));
  };
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

class CheckRun {
public:
  /// \param Shared Null if the run is not.
  /// \param Done What the rounds before this one have fixed.
  CheckRun(const Options &O, llvm::StringRef Argv0, Inputs Given, Config &Cfg,
           SharedWork *Shared, FixTally &Done,
           llvm::function_ref<void(const Report &)> Take)
      : O(O), Argv0(Argv0), In(std::move(Given)), Cfg(Cfg), Shared(Shared),
        Done(Done), Take(Take), IsTold(O.Quiet || !Done.Files.empty()) {
    if (In.Stdin)
      Texts.add(In.Stdin->first, In.Stdin->second);
  }

  /// What the run ends with; nothing if files were fixed: what is left then, and
  /// where it is, only another round can tell.
  llvm::Expected<std::optional<ExitCode>> run() {
    if (auto E = refuseOutputs(O, In))
      return std::move(E);
    if (!IsTold)
      sayIfNewer(std::nullopt);
    auto Select = Selector::create(O);
    if (!Select)
      return Select.takeError();
    if (auto E = lintAll())
      return std::move(E);
    if (Shared)
      if (auto E = Shared->problem())
        return std::move(E);
    // Nothing is written of what should not have been read.
    if (auto E = RunReads::get().problem())
      return std::move(E);
    if (auto E = RunReads::get().refuseReadOutputs())
      return std::move(E);
    if (auto E = writeDepfile(O, Cache ? Cache->path() : ""))
      return std::move(E);
    if (O.Part) {
      auto Exit = writeShard(O, *Shared);
      if (!Exit)
        return Exit.takeError();
      return *Exit;
    }
    Cfg.judge(Result.Findings);
    if (reportsSuppressions())
      reportSuppressions(Result, O.ReportUnusedSuppressions,
                         O.RequireSuppressionReasons, Cfg, Texts);

    auto Selected = Select->apply(Result, In, Cfg);
    if (!Selected)
      return Selected.takeError();

    CheckedFixes Fixes;
    FixPlan &Plan = Fixes.Plan;
    std::vector<std::string> NotSilenced;
    if (O.AddSuppressions)
      NotSilenced =
          suggestSuppressions(Result.Findings, *O.AddSuppressions, Texts);
    if (O.Diff || O.writesFixes())
      Fixes = checkFixes(Result, fixSettings(), Texts);
    // The findings of a run that lists runs only are nobody's.
    if (O.Runs)
      Result.Findings.clear();
    if (O.writesFixes()) {
      // No file is fixed without the report.
      std::vector<std::string> Outputs = {O.OutputFile, O.ExportFixes};
      for (const auto &R : O.Reports)
        Outputs.push_back(R.File);
      for (const std::string &Output : Outputs)
        if (auto E = refuseUnwritable(Output))
          return std::move(E);
      removeOwnLeftovers();
      auto LeftAlone = writeFixes(Plan);
      if (!LeftAlone)
        return LeftAlone.takeError();
      llvm::append_range(Fixes.LeftAlone, *LeftAlone);
      if (Plan.Applied) {
        Done.add(Plan);
        // The lines of a filter are those of the text that it was made for.
        for (const auto &[File, Text] : Plan.Files)
          Cfg.followLines(File, Text.Before, Text.After);
        return std::nullopt;
      }
    }
    for (const std::string &Sentence : NotSilenced)
      say(Sentence);
    const size_t Gone = O.StrictBaseline ? Selected->Gone.size() : 0;
    const size_t Failing =
        llvm::count_if(Result.Findings, [&](const Finding &F) {
          return F.Severity >= O.FailOn;
        });
    ExitCode Exit = exitCodeOf(Result, Failing + Gone, O);
    if (O.writesFixes() && !Fixes.LeftAlone.empty() &&
        Exit != ExitCode::Internal)
      Exit = ExitCode::Usage;

    Report R = {Result, Texts, /*Failures=*/{}, In.Folders, In.LeftOutFiles};
    if (O.StrictBaseline)
      R.Failures = goneTexts(*Selected);
    if (O.writesFixes())
      llvm::append_range(R.Failures, Fixes.LeftAlone);
    R.TimeLimit = O.FileTimeout;
    R.MessageLength = O.MessageLength;
    R.Linted = Linted;
    R.Skipped = In.Skipped;
    // Reports of equal runs are equal.
    R.Cached = O.Statistics ? Result.Replayed : 0;
    if (O.writesFixes() || !Done.Files.empty())
      R.Fixed = Done;
    R.Exit = Exit;
    R.QuotesErrors = O.Verbose || Result.UnparsedCxx.size() < 2;
    if (Take) {
      Take(R);
      return Exit;
    }
    if (auto E = writeOutput(std::move(R), Plan, O))
      return std::move(E);
    if (!O.ExportFixes.empty())
      if (auto E = exportFixes(O.ExportFixes, Result.Findings, O.UnsafeFixes))
        return std::move(E);
    for (const std::string &Sentence : Fixes.LeftAlone)
      say(Sentence);
    conclude(Result, Plan, *Selected, Done, Texts, O, Linted, In.Skipped);
    const bool HasFolder =
        llvm::any_of(O.Positional, [](const std::string &Path) {
          return llvm::sys::fs::is_directory(Path);
        });
    if (!O.Quiet && HasFolder && Linted && Result.Concerned == 0)
      say("no file mentions AOTInductor, torch.export or a custom operator: "
          "there was nothing to check");
    if (const std::string LeftOut = leftOutText(In);
        !O.Quiet && !LeftOut.empty())
      say(LeftOut);
    return Exit;
  }

private:
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
    if (!Linted && !Python.empty() && !O.AllowNoChecks)
      return usageError("no check that looks at Python is enabled for '{}'; "
                        "'aoti-tidy rule --format=json' says which do",
                        Python.front());
    // Python and emitted code need no torch.
    // Seeing that a Python file has not changed takes as long as to
    // lint it.
    if (!In.Files.empty() || !In.Packages.empty() || !Emitted.empty())
      if (auto E = openCacheFolder())
        return E;
    if (!In.Files.empty())
      if (auto E = lintCxx())
        return E;
    if (auto E = lintPython(PythonToLint))
      return E;
    if (auto E = lintEmittedCode(In.Packages, Emitted, O.Exported,
                                 O.IgnoreSuppressions, Cfg, isolation(),
                                 CxxSettings.Cache, Texts, Result))
      return E;
    Result.Concerned += In.Packages.size() + Emitted.size();
    std::vector<std::string> Sources = In.Files;
    llvm::append_range(Sources, In.PythonFiles);
    dropOwnVariables(Result.Findings, Sources, /*Search=*/!O.NoSearch);
    if (Cache)
      Cache->prune();
    llvm::append_range(Result.Unread, In.Unread);
    llvm::append_range(Result.ConfigProblems, Cfg.packageProblems());
    return llvm::Error::success();
  }

  llvm::Error openCacheFolder() {
    auto Opened = openCache(O, WhyNoCache);
    if (!Opened)
      return Opened.takeError();
    Cache = std::move(*Opened);
    CxxSettings.Cache = Cache ? &*Cache : nullptr;
    return llvm::Error::success();
  }

  llvm::Error lintCxx() {
    auto Created = CompileCommands::create(O, In.Files, Argv0);
    if (!Created)
      return Created.takeError();
    CxxSettings.Apart = isolation();
    // With all of torch's headers.
    CxxSettings.Apart.BytesOfJob = uint64_t(700) << 20;
    CxxSettings.FixesOfNotes = O.UnsafeFixes;
    CxxSettings.IgnoreSuppressions = O.IgnoreSuppressions;
    CxxSettings.HasTimes = O.Statistics;
    CxxSettings.HasSlices = !O.NoSlices;
    CxxSettings.Stdin = In.Stdin;
    CxxSettings.IsInEditor = O.StdinText.has_value();
    CxxSettings.PythonFiles = In.PythonFiles;
    if (!O.NoSearch)
      CxxSettings.Repository =
          RepositoryFiles::around(In.Files, Created->listedFiles());
    // A comment may silence nothing in a file that has nothing of ours, too.
    std::vector<std::string> ToParse =
        O.NoGate || reportsSuppressions()
            ? In.Files
            : filesWithWords(In.Files, *Created, Cfg, CxxSettings);
    const size_t Concerned = ToParse.size();
    const std::set<llvm::StringRef> HaveWords(ToParse.begin(), ToParse.end());
    llvm::copy_if(
        In.Files, std::back_inserter(CxxSettings.Wordless),
        [&](const std::string &File) { return !HaveWords.contains(File); });
    if (auto E = Created->prepare(ToParse))
      return E;
    Linted -= Concerned - ToParse.size();
    Commands = std::move(*Created);
    if (!IsTold)
      announce(*Commands);
    if (const TorchHome *Home = Commands->torch())
      Torch = *Home;
    if (!ToParse.empty()) {
      CxxSettings.Scripts = packagesOfScripts(
          pythonFilesToLint(In.PythonFiles, Cfg), Cfg, pythonSettings(), Texts);
      CxxSettings.Apart.Progress = progress(O, ToParse);
      if (Cache)
        CxxSettings.Headers = std::make_shared<HeaderCache>(
            *Cache, Commands->withCommonFlags(ToParse));
      Result = lint(ToParse, *Commands, Cfg, CxxSettings, Texts);
      if (CxxSettings.Apart.Progress)
        sayBriefly("");
      Result.WhyNoCache = WhyNoCache;
    }
    Result.Concerned = Concerned;
    if (const size_t Wordless = In.Files.size() - Concerned;
        Wordless && (O.Verbose || O.Statistics))
      Result.Notices.push_back(fmt::format(
          "skipped {} without any keyword of an enabled check (--no-gate "
          "parses all)",
          count(Wordless, "C++ file", "C++ files")));
    if (Concerned > ToParse.size())
      Result.Unread.push_back(fmt::format(
          "{} not linted: {}",
          count(Concerned - ToParse.size(), "C++ file was", "C++ files were"),
          Commands->torchProblem()));
    if (reportsSuppressions())
      findSuppressions(ToParse);
    return llvm::Error::success();
  }

  bool reportsSuppressions() const {
    return O.ReportUnusedSuppressions || O.RequireSuppressionReasons;
  }

  /// Which comments clang-tidy has obeyed is seen by what it finds without them.
  void findSuppressions(llvm::ArrayRef<std::string> Files) {
    LintSettings Settings = CxxSettings;
    Settings.IgnoreSuppressions = true;
    Settings.HasTimes = false;
    LintResult All = lint(Files, *Commands, Cfg, Settings, Texts);
    const auto PlaceOf = [](const Finding &F) {
      return std::tuple(F.Where.File, F.Where.Offset, F.Check);
    };
    std::set<std::tuple<std::string, unsigned, std::string>> Shown;
    for (const Finding &F : Result.Findings)
      Shown.insert(PlaceOf(F));
    llvm::erase_if(All.Findings, [&](const Finding &F) {
      return Shown.contains(PlaceOf(F));
    });
    Result.Suppressions = std::move(All.Suppressions);
    markUsed(Result, All.Findings);
  }

  FixSettings fixSettings() const {
    FixSettings Settings;
    Settings.Unsafe = O.UnsafeFixes;
    for (const std::string &Path : O.Positional)
      Settings.Roots.push_back(absolutePath(Path));
    if (In.Stdin)
      Settings.StdinName = In.Stdin->first;
    if (Commands)
      Settings.FindBrokenCxx = [this](const EditedTexts &Edited) {
        return findBroken(Result.FixableUnits, Edited, *Commands, Cfg,
                          CxxSettings);
      };
    return Settings;
  }

  /// Removes files of runs that were killed while they fixed these files.
  void removeOwnLeftovers() const {
    std::set<std::string> Folders;
    for (const auto *Files : {&In.Files, &In.PythonFiles, &In.Documents})
      for (const std::string &File : *Files)
        Folders.insert(llvm::sys::path::parent_path(realPath(File)).str());
    llvm::for_each(Folders, removeLeftovers);
  }

  llvm::Error lintPython(llvm::ArrayRef<std::string> Files) {
    // What the user names must be there; what is only looked for need not.
    if (!Files.empty() && !O.TorchInclude.empty() && !Torch) {
      auto Home = findTorch(O.TorchInclude);
      if (!Home)
        return Home.takeError();
      Torch = std::move(*Home);
      if (!IsTold)
        announce(*Torch);
    }
    aoti_tidy::lintPython(Files, Cfg, pythonSettings(), Texts, Result);
    return llvm::Error::success();
  }

  PythonLintSettings pythonSettings() {
    PythonLintSettings Settings;
    Settings.Apart = isolation();
    Settings.IgnoreSuppressions = O.IgnoreSuppressions;
    Settings.ListsSuppressions = reportsSuppressions();
    Settings.Scripts = CxxSettings.Scripts;
    Settings.FindTorch = [&] { return installedTorch(); };
    return Settings;
  }

  IsolationSettings isolation() const {
    IsolationSettings Settings = {O.Jobs, O.FileTimeout};
    Settings.Shared = Shared;
    return Settings;
  }

  std::optional<TorchVersion> installedTorch() {
    if (Torch)
      return Torch->Version;
    // For C++ it was looked for.
    if (Commands && !Commands->torchProblem().empty())
      return pinned();
    auto Home = findTorch("", projectsOf(O));
    if (Home) {
      if (!IsTold)
        announce(*Home);
      return Home->Version;
    }
    llvm::consumeError(Home.takeError());
    return pinned();
  }

  /// The torch that the project asks for.
  std::optional<TorchVersion> pinned() {
    const auto Pin = findTorchPin(projectsOf(O));
    if (IsTold)
      return Pin ? std::optional(Pin->Version) : std::nullopt;
    if (Pin)
      say(fmt::format("torch {}, as {} has it ({})", Pin->Version.str(),
                      displayPath(Pin->File, workingDirectory()), Pin->Text));
    else
      say("no torch found; pass --torch-version X.Y for Python files");
    if (Pin && !Pin->OtherFile.empty())
      say(fmt::format("{} asks for another torch ({}); all Python of this run "
                      "is checked against {} unless --torch-version says "
                      "otherwise",
                      displayPath(Pin->OtherFile, workingDirectory()),
                      Pin->OtherText, Pin->Version.str()));
    if (Pin)
      sayIfNewer(Pin->Version);
    return Pin ? std::optional(Pin->Version) : std::nullopt;
  }

  void announce(const TorchHome &Home) {
    say(fmt::format("torch {} headers in {} (from {})",
                    Home.Version ? Home.Version->str() : "of unknown version",
                    Home.Include, Home.Source));
    sayIfNewer(Home.Version);
  }

  void announce(const CompileCommands &Commands) {
    if (const TorchHome *Home = Commands.torch())
      announce(*Home);
    else if (const std::string &Include = Commands.torchOfFlags();
             !Include.empty()) {
      auto OfFlags = findTorch(Include);
      if (OfFlags)
        sayIfNewer(OfFlags->Version);
      else
        llvm::consumeError(OfFlags.takeError());
    }
    for (const std::string &Notice : Commands.notices())
      say(Notice);
  }

  /// Says once what is assumed of a torch that is newer than this program.
  void sayIfNewer(std::optional<TorchVersion> Torch) {
    if (const auto Given = TorchVersion::parse(O.TorchVersion))
      Torch = Given;
    if (Torch && *Torch > TorchVersion::newest() &&
        !std::exchange(IsNewerSaid, true))
      say(fmt::format("this aoti-tidy knows torch up to {0}; what {0} has is "
                      "assumed of {1}",
                      TorchVersion::newest().str(), Torch->str()));
  }

  const Options &O;
  const llvm::StringRef Argv0;
  Inputs In;
  Config &Cfg;
  std::optional<CacheFolder> Cache;
  LintSettings CxxSettings;
  std::optional<CompileCommands> Commands; ///< if there is C++
  std::optional<TorchHome> Torch;
  std::string WhyNoCache;
  SourceTexts Texts;
  LintResult Result;
  size_t Linted = 0;
  bool IsNewerSaid = false;
  SharedWork *const Shared;
  FixTally &Done;
  const llvm::function_ref<void(const Report &)> Take; ///< may be null
  /// Whether the run's basis was said, or is not to be said.
  const bool IsTold;
};

/// Fixes may make room for others, or show what they hid. That ends soon; two
/// that undo each other would not.
constexpr unsigned MostRounds = 10;

} // namespace

llvm::Expected<ExitCode>
runCheck(const Options &O, llvm::StringRef Argv0, std::vector<FactsFile> Facts,
         llvm::function_ref<void(const Report &)> Take) {
  if (O.ListChecks)
    return listChecks(O);
  if (O.printsConfig()) {
    auto Page = configPage(O);
    if (!Page)
      return Page.takeError();
    PrintableStream(llvm::outs()) << *Page;
    return ExitCode::Clean;
  }
  auto Shared = shareWork(O, std::move(Facts));
  if (!Shared)
    return Shared.takeError();
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
    for (const auto &Notices :
         {llvm::ArrayRef(O.Notices), llvm::ArrayRef(In->Notices),
          In->Files.empty() ? llvm::ArrayRef<std::string>() : Cfg->notices()})
      for (const std::string &Notice : Notices)
        say(Notice);
  FixTally Done;
  for (unsigned Round = 1; Round < MostRounds; ++Round) {
    auto Exit = CheckRun(O, Argv0, *In, *Cfg, Shared->get(), Done, Take).run();
    if (!Exit)
      return Exit.takeError();
    if (*Exit)
      return **Exit;
  }
  Options Last = O;
  Last.Fix = Last.UnsafeFixes = false;
  Last.AddSuppressions.reset();
  auto Exit = CheckRun(Last, Argv0, *In, *Cfg, Shared->get(), Done, Take).run();
  if (!Exit)
    return Exit.takeError();
  return Exit->value_or(ExitCode::Internal);
}

} // namespace aoti_tidy
