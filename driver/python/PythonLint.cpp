// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/python/PythonLint.h"
#include "checks/common/OptionProblem.h"
#include "checks/lib/emitted/ReadContract.h"
#include "checks/lib/script/ScriptExports.h"
#include "clang-tidy/GlobList.h"
#include "driver/base/CheckList.h"
#include "driver/base/Errors.h"
#include "driver/base/FileKinds.h"
#include "driver/base/LoggedFiles.h"
#include "driver/base/Parallel.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/Record.h"
#include "driver/base/WordSearch.h"
#include "driver/cache/SharedWork.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using clang::tidy::ClangTidyOptions;
using llvm::StringRef;

namespace aoti_tidy {

namespace {

/// Groups of words that are searched for beside the checks' own, for the facts that
/// scripts tell each other.
enum : unsigned { WritesPackages, LoadsPackages, NamesChecks, ScriptGroups };
constexpr StringRef ScriptWords[ScriptGroups] = {"aoti_compile_and_package",
                                                 "load_package", "aoti-"};

/// JSON in which the words of its strings are as they mean, though nothing
/// else is: writers of JSON escape only quotes in ASCII.
std::string unescaped(StringRef Json) {
  std::string Result = Json.str();
  llvm::erase(Result, '\\');
  return Result;
}

/// A script that mentions what writes a package.
struct ScriptSource {
  std::string File;
  StringRef Text;
  const python::Settings *With = nullptr;
};

/// The packages that \p Writers write, each read in a process of its own. One that
/// is not read to its end tells nothing; the lint of it says so.
std::shared_ptr<const RunScripts>
readScripts(llvm::ArrayRef<ScriptSource> Writers, IsolationSettings Apart) {
  using Packages = std::vector<ScriptPackage>;
  Apart.Progress = {};
  auto Read = runIsolated<Packages>(Writers.size(), Apart, [&](size_t I) {
    const auto Parsed = python::File::create(Writers[I].File, Writers[I].Text,
                                             *Writers[I].With);
    return Parsed ? python::packagesWrittenBy(*Parsed) : Packages();
  });
  Packages All;
  for (auto &Of : Read)
    llvm::append_range(All, Of.Value);
  return std::make_shared<const RunScripts>(std::move(All));
}

class PythonRun {
public:
  PythonRun(llvm::ArrayRef<std::string> Files, const Config &Cfg,
            const PythonLintSettings &Settings, SourceTexts &Texts,
            LintResult &Result)
      : Files(Files), Settings(Settings), Texts(Texts), Result(Result),
        Provider(Cfg.makeProvider()) {}

  void run() {
    std::vector<PythonJob> Jobs = search();
    Result.Concerned += Jobs.size();
    shareScripts(Jobs);
    std::vector<std::string> Names;
    std::vector<uint64_t> Inputs;
    for (const PythonJob &J : Jobs) {
      Names.push_back(Files[J.File]);
      Inputs.push_back(inputOf(J));
    }
    auto Results = runShared<PythonJobResult>(
        "python", Names, Inputs, Settings.Apart,
        [&](size_t I) { return lintPythonFile(Names[I], Settings, Jobs[I]); });
    if (Settings.Apart.Shared && Settings.Apart.Shared->isShard())
      return;
    for (auto &&[J, Of] : llvm::zip_equal(Jobs, Results)) {
      if (Of.isCompleted())
        collect(J, Of.Value);
      else
        Result.addLost(Files[J.File], Of.End);
    }
  }

  /// Reads what the scripts write, and lints none.
  std::shared_ptr<const RunScripts> readWriters() {
    const std::vector<PythonJob> Jobs = search();
    const auto Writers = writersOf(Jobs);
    return Writers.empty() ? nullptr : readScripts(Writers, Settings.Apart);
  }

private:
  /// A hash of what the work on a file depends on, but for what it reads.
  uint64_t inputOf(const PythonJob &J) const {
    const SharedWork *Shared = Settings.Apart.Shared;
    if (!Shared)
      return 0;
    const python::Settings &With = J.Config->ForChecks;
    std::string Text = J.Text->getBuffer().str(),
                Configured =
                    Shared->withoutRoot(clang::tidy::configurationAsText(
                        Provider->getOptions(Files[J.File]))),
                Torch = With.Torch ? With.Torch->str() : "",
                Packages = J.Config->GivenTexts,
                Scripts = With.Run ? toRecord(With.Run->packages().vec(),
                                              Shared->root())
                                   : "";
    RecordWriter All;
    All(Text, Configured, Torch, Packages, Scripts);
    return llvm::xxh3_64bits(All.take());
  }

  /// The files that mention something that an enabled check looks for.
  std::vector<PythonJob> search() {
    llvm::SmallVector<std::vector<StringRef>, 0> Words;
    for (const python::Check &C : Settings.Checks)
      Words.push_back(C.Words);
    for (const StringRef &Word : ScriptWords)
      Words.push_back({Word});
    addLoaders(Words);
    const size_t Groups = Words.size(), Checks = Settings.Checks.size();
    for (const python::Check &C : Settings.Checks)
      Words.push_back(C.AlsoWords.empty() ? std::vector<StringRef>{""}
                                          : C.AlsoWords.vec());
    const WordSearch Search(
        std::vector<WordSearch::Group>(Words.begin(), Words.end()));
    std::vector<uint64_t> Mentioned(Files.size());
    std::vector<std::unique_ptr<llvm::MemoryBuffer>> Buffers(Files.size());
    std::vector<std::error_code> Unreadable(Files.size());
    inParallel(Files.size(), Settings.Apart.Jobs, [&](size_t I) {
      auto Buffer = Texts.open(Files[I]);
      if (!Buffer) {
        Unreadable[I] = Buffer.getError();
        return;
      }
      const StringRef Text = (*Buffer)->getBuffer();
      // No word can be found in UTF-16: that it cannot be read is said later.
      const bool IsUtf16 =
          Text.starts_with("\xff\xfe") || Text.starts_with("\xfe\xff");
      Mentioned[I] = IsUtf16                    ? ~uint64_t(0)
                     : isNotebookFile(Files[I]) ? Search.find(unescaped(Text))
                                                : Search.find(Text);
      const uint64_t All = Mentioned[I], OfChecks = (uint64_t(1) << Checks) - 1;
      Mentioned[I] &= (All >> Groups & OfChecks) |
                      (((uint64_t(1) << Groups) - 1) & ~OfChecks);
      if (Mentioned[I])
        Buffers[I] = std::move(*Buffer);
    });
    std::vector<PythonJob> Jobs;
    for (size_t I = 0; I < Files.size(); ++I) {
      if (Unreadable[I])
        Result.Unread.push_back(fmt::format(
            "cannot read '{}': {}", displayPath(Files[I], workingDirectory()),
            Unreadable[I].message()));
      if (!Mentioned[I])
        continue;
      PythonFolderConfig &C = configOf(Files[I]);
      const uint64_t ToRun = Mentioned[I] & C.Enabled;
      const uint64_t Scripts = Mentioned[I] >> Settings.Checks.size();
      // Others may load the package that this one writes.
      if (!ToRun && !(Scripts >> WritesPackages & 1) &&
          !(Settings.ListsSuppressions && Scripts >> NamesChecks & 1))
        continue;
      complete(C);
      Jobs.push_back({I, ToRun, Scripts, &C, std::move(Buffers[I])});
    }
    return Jobs;
  }

  /// The modules of the projects' own loaders, to the words of what loads.
  void addLoaders(llvm::MutableArrayRef<std::vector<StringRef>> Words) {
    llvm::SetVector<StringRef> Modules;
    for (const std::string &File : Files)
      for (const StringRef Loader : configOf(File).ForChecks.Loaders) {
        const StringRef Module = Loader.rsplit('.').first;
        Modules.insert(Module.drop_front(Module.rfind('.') + 1));
      }
    for (std::vector<StringRef> &Group : Words)
      if (llvm::any_of(Group, [](StringRef Word) {
            return StringRef("aoti_load_package").contains(Word);
          }))
        llvm::append_range(Group, Modules);
  }

  static bool does(const PythonJob &J, unsigned What) {
    return (J.Scripts >> What & 1) != 0;
  }

  std::vector<ScriptSource> writersOf(llvm::ArrayRef<PythonJob> Jobs) const {
    std::vector<ScriptSource> Writers;
    for (const PythonJob &J : Jobs)
      if (does(J, WritesPackages) && !isMarkdownFile(Files[J.File]) &&
          !isNotebookFile(Files[J.File]))
        Writers.push_back(
            {Files[J.File], J.Text->getBuffer(), &J.Config->ForChecks});
    return Writers;
  }

  /// Where one script writes a package and another one loads one, all are told
  /// what the first ones write.
  void shareScripts(llvm::ArrayRef<PythonJob> Jobs) {
    const std::vector<ScriptSource> Writers = writersOf(Jobs);
    // One that does both knows its own.
    const bool HasOther = llvm::any_of(Jobs, [&](const PythonJob &J) {
      return does(J, LoadsPackages) &&
             llvm::any_of(Writers, [&](const ScriptSource &W) {
               return W.File != Files[J.File];
             });
    });
    if (!HasOther)
      return;
    const auto Run = Settings.Scripts ? Settings.Scripts
                                      : readScripts(Writers, Settings.Apart);
    for (auto &Config : Configs)
      Config.second.ForChecks.Run = Run;
  }

  /// Reads the configuration when a folder is asked for first.
  PythonFolderConfig &configOf(StringRef File) {
    const auto [It, IsNew] =
        Configs.try_emplace(llvm::sys::path::parent_path(File));
    PythonFolderConfig &C = It->second;
    if (!IsNew)
      return C;
    const ClangTidyOptions Options = Provider->getOptions(File);
    const clang::tidy::GlobList Globs(Options.Checks.value_or(""));
    for (size_t I = 0; I < Settings.Checks.size(); ++I)
      if (Globs.contains(Settings.Checks[I].Id))
        C.Enabled |= uint64_t(1) << I;
    C.ErrorGlobs = Options.WarningsAsErrors.value_or("");
    for (const auto &[Name, Value] : Options.CheckOptions)
      C.ForChecks.Options[Name] = Value.Value;
    const std::string Loaders = C.ForChecks.Options.lookup("Loaders");
    for (const StringRef Loader : llvm::split(Loaders, ';'))
      if (!Loader.empty())
        C.ForChecks.Loaders.push_back(Loader.str());
    return C;
  }

  /// Adds what takes time to find, and is not needed where nothing is checked.
  void complete(PythonFolderConfig &C) {
    if (C.IsComplete)
      return;
    C.IsComplete = true;
    C.ForChecks.Disk = plainFiles(AnySize);
    C.ForChecks.Torch = torchFor(C.ForChecks.Options);
    readPackages(C);
    for (const python::Check &Check : Settings.Checks)
      for (const StringRef Flag : Check.Flags)
        if (const auto It = C.ForChecks.Options.find(Flag);
            It != C.ForChecks.Options.end() &&
            !llvm::yaml::parseBool(It->second))
          Result.ConfigProblems.push_back(boolOptionProblem(Flag, It->second));
  }

  std::optional<TorchVersion>
  torchFor(const llvm::StringMap<std::string> &Options) {
    if (const std::string Given = Options.lookup("TorchVersion");
        !Given.empty()) {
      const auto Version = TorchVersion::parse(Given);
      if (!Version)
        Result.ConfigProblems.push_back(TorchVersion::optionProblem(Given));
      return Version;
    }
    if (!InstalledTorch)
      InstalledTorch = Settings.FindTorch ? Settings.FindTorch() : std::nullopt;
    return *InstalledTorch;
  }

  void readPackages(PythonFolderConfig &C) {
    python::Settings &For = C.ForChecks;
    const auto Complain = [&](llvm::Error E) {
      Result.ConfigProblems.push_back(
          fmt::format("option 'Packages': {}", llvm::toString(std::move(E))));
    };
    auto Given = parseGivenPackages(For.Options.lookup("Packages"));
    if (!Given)
      return Complain(Given.takeError());
    const llvm::sys::TimePoint<> Start = std::chrono::system_clock::now();
    InputLog Log;
    LoggedFiles Disk(For.Disk, Log);
    for (GivenPackage &Package : *Given) {
      const CrashScope Over(Package.Path);
      auto Read = readWholeContract(Package.Path, Disk);
      if (!Read) {
        Complain(Read.takeError());
        continue;
      }
      For.Packages.push_back(std::move(Package));
      For.Contracts.push_back(std::move(*Read));
    }
    if (Settings.Apart.Shared)
      C.GivenTexts = textsOf(Log.inputs(Start));
  }

  void collect(PythonJob &Of, PythonJobResult &J) {
    const std::string &File = Files[Of.File];
    // The places are places in this text.
    if (!J.Errors.empty() || !J.Findings.empty() || !J.Suppressions.empty())
      Texts.addLinted(File, std::move(Of.Text));
    for (Suppression &S : J.Suppressions) {
      S.Where.File = File;
      Result.Suppressions.push_back(std::move(S));
    }
    for (const auto &[Check, Seconds] : J.Seconds)
      Result.Seconds[Check] += Seconds;
    if (!J.Errors.empty())
      Result.UnparsedPython.push_back(File);
    llvm::append_range(Result.LoaderTakers, J.Takers);
    for (RunRecord &Run : J.Runs)
      Result.Runs.push_back(std::move(Run));
    for (Finding &E : J.Errors) {
      locate(E, File);
      Result.Errors.push_back(std::move(E));
    }
    for (Finding &F : J.Findings) {
      locate(F, File);
      if (passesLineFilter(F))
        Result.Findings.push_back(std::move(F));
    }
  }

  void locate(Finding &F, const std::string &File) {
    const Location End = Texts.locate(
        File, F.Ranges.empty() ? F.Where.Offset : F.Ranges.front().End);
    F.Where = Texts.locate(File, F.Where.Offset);
    F.EndLine = End.Line;
    F.EndColumn = End.Column;
    for (Note &N : F.Notes)
      N.Where = Texts.locate(N.Where.File.empty() ? File : N.Where.File,
                             N.Where.Offset);
  }

  /// As in clang-tidy: a note in the lines is enough.
  bool passesLineFilter(const Finding &F) const {
    return isInLines(F.Where) || llvm::any_of(F.Notes, [&](const Note &N) {
             return isInLines(N.Where);
           });
  }
  bool isInLines(const Location &L) const {
    const auto &Filters = Provider->getGlobalOptions().LineFilter;
    if (Filters.empty())
      return true;
    for (const auto &Filter : Filters)
      if (StringRef(L.File).ends_with(Filter.Name))
        return Filter.LineRanges.empty() ||
               llvm::any_of(Filter.LineRanges, [&](const auto &Lines) {
                 return Lines.first <= L.Line && L.Line <= Lines.second;
               });
    return false;
  }

  const llvm::ArrayRef<std::string> Files;
  const PythonLintSettings &Settings;
  SourceTexts &Texts;
  LintResult &Result;
  const std::unique_ptr<clang::tidy::ClangTidyOptionsProvider> Provider;
  llvm::StringMap<PythonFolderConfig> Configs; ///< by folder
  std::optional<std::optional<TorchVersion>> InstalledTorch;
};

} // namespace

std::vector<std::string> pythonFilesToLint(llvm::ArrayRef<std::string> Files,
                                           const Config &Cfg) {
  const auto Provider = Cfg.makeProvider();
  llvm::StringMap<bool> IsChecked; // by folder
  std::vector<std::string> Checked;
  for (const std::string &File : Files) {
    const auto [It, IsNew] =
        IsChecked.try_emplace(llvm::sys::path::parent_path(File));
    if (IsNew)
      It->second = llvm::any_of(enabledChecks(*Provider, File), readsPython);
    if (It->second)
      Checked.push_back(File);
  }
  return Checked;
}

std::vector<SyntaxProblem> pythonProblems(StringRef File, StringRef Text) {
  auto Excerpts = excerptsOf(File, Text);
  if (!Excerpts)
    return {{0, llvm::toString(Excerpts.takeError())}};
  std::vector<SyntaxProblem> Problems;
  for (const PythonExcerpt &E : Excerpts->All)
    if (const auto Tree = python::Tree::parse(E.text()))
      if (auto Problem = firstSyntaxProblem(*Tree, E.partBegins())) {
        Problem->Offset = E.fileOffset(Problem->Offset);
        Problems.push_back(std::move(*Problem));
      }
  return Problems;
}

std::shared_ptr<const RunScripts>
packagesOfScripts(llvm::ArrayRef<std::string> Files, const Config &Cfg,
                  const PythonLintSettings &Settings, SourceTexts &Texts) {
  LintResult Unused;
  return PythonRun(Files, Cfg, Settings, Texts, Unused).readWriters();
}

void lintPython(llvm::ArrayRef<std::string> Files, const Config &Cfg,
                const PythonLintSettings &Settings, SourceTexts &Texts,
                LintResult &Result) {
  if (Files.empty())
    return;
  PythonRun(Files, Cfg, Settings, Texts, Result).run();
  llvm::sort(Result.ConfigProblems);
  Result.ConfigProblems.erase(llvm::unique(Result.ConfigProblems),
                              Result.ConfigProblems.end());
  sortAndUnique(Result.Findings);
  sortAndUnique(Result.Errors);
  llvm::sort(Result.Runs);
  setFingerprints(Result.Findings, Texts);
}

} // namespace aoti_tidy
