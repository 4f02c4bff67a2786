// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/Lint.h"
#include "driver/base/Record.h"
#include "driver/cache/SharedWork.h"
#include "driver/cxx/ClangTidyFindings.h"
#include "driver/cxx/CompileCommands.h"
#include "driver/cxx/FileLint.h"
#include "driver/cxx/HeaderStandIns.h"
#include "driver/cxx/HostOps.h"
#include "driver/cxx/OperatorJoin.h"
#include "driver/cxx/RepositoryOps.h"
#include "driver/cxx/ResultCache.h"

using namespace clang;
using clang::tidy::ClangTidyError;

namespace aoti_tidy {

namespace {

/// Adds what could not be parsed of \p File: all of it, and the headers in
/// which the compiler found errors.
void addUnread(StringRef File, const FileResult &Result, SourceTexts &Texts,
               UnreadCode &Unread) {
  Unread.add(Texts.of(File));
  // Each once: a file may have as many errors as it has lines.
  std::set<std::string> Places;
  for (const ClangTidyError &Error : Result.Errors)
    if (isParseError(Error))
      Places.insert(toFinding(Error, Texts).Where.File);
  for (const std::string &Place : Places)
    if (Place != File)
      Unread.add(Place.empty() ? "" : Texts.of(Place));
  // No end, or flags with which nothing was parsed: its headers were not, too.
  if (Places.empty())
    Unread.add("");
}

/// The notice for a file that could not be parsed to its end.
UnparsedFile troubleOf(const std::string &File, const FileResult &Result,
                       const CompileCommands &Commands, SourceTexts &Texts) {
  UnparsedFile Trouble{File, std::nullopt, 0, Commands.hasDatabase(File)};
  // Errors that follow from a missing header are not the user's mistakes.
  const bool OnlyMissing = llvm::any_of(Result.Errors, isMissingHeader);
  for (const ClangTidyError &Error : Result.Errors) {
    if (!isParseError(Error) || (OnlyMissing && !isMissingHeader(Error)))
      continue;
    ++Trouble.Errors;
    if (!Trouble.Cause)
      Trouble.Cause = toFinding(Error, Texts);
  }
  if (!Trouble.Cause)
    return Trouble;
  // Headers that torch's own build generates are no part of the toolkit.
  const bool HasStandIns =
      (!Result.MissingCudaHeader.empty() &&
       !StringRef(Result.MissingCudaHeader).starts_with("c10/")) ||
      llvm::any_of(Commands.of(File), [](const auto &Command) {
        return llvm::is_contained(Command.CommandLine, CudaStandInDir);
      });
  const StringRef Name =
      StringRef(Trouble.Cause->Message).split('\'').second.split('\'').first;
  Trouble.LacksCuda =
      OnlyMissing ? isOfCudaToolkit(Name) : HasStandIns && isNameOfCuda(Name);
  return Trouble;
}

/// Adds the files that the fixes of \p F change.
void addEdited(const Finding &F, FixableUnit &Unit) {
  const auto Add = [&](llvm::ArrayRef<Edit> Fix) {
    for (const Edit &E : Fix)
      Unit.Edited.insert(E.File);
  };
  Add(F.Fix);
  for (const Note &N : F.Notes)
    Add(N.Fix);
}

/// Whether what other files register can change what is said.
bool dependsOnOthers(const Isolated<FileResult> &Result) {
  return llvm::any_of(Result.Value.Facts.Findings,
                      [](const ConditionalFinding &C) {
                        return C.If.K != Condition::Kind::Always &&
                               C.If.K != Condition::Kind::NotLoaded;
                      });
}

/// Facts about operators that need no compiler.
struct OtherOps {
  RepositoryOps Cxx;
  OpFacts Kernels; ///< of Cxx
  PythonOperators OfRun, OfRepository;
};

/// Reads what the files of the run depend on; \p NotUnderstood are those whose
/// own registrations the compiler may have missed.
OtherOps readOthers(llvm::ArrayRef<std::string> Files,
                    llvm::ArrayRef<std::string> NotUnderstood,
                    const LintSettings &Settings, SourceTexts &Texts) {
  OtherOps Others;
  Others.OfRun = readPythonOperators(Settings.PythonFiles, Settings.Apart);
  std::vector<std::string> Linted = Files.vec();
  llvm::append_range(Linted, Settings.PythonFiles);
  std::vector<SourceText> Own;
  for (const std::string &File : NotUnderstood)
    Own.push_back({File, Texts.of(File).str()});
  Others.Cxx =
      readRepositoryOps(Settings.Repository, Linted, Own, Settings.Apart);
  Others.OfRepository = readPythonOperators(Others.Cxx.Python, Settings.Apart);
  return Others;
}

/// Sorts what came of the files into what the user sees.
LintResult collect(llvm::ArrayRef<std::string> Files,
                   llvm::MutableArrayRef<Isolated<FileResult>> Results,
                   const CompileCommands &Commands,
                   const LintSettings &Settings, SourceTexts &Texts) {
  LintResult Out;
  // Where a file has several names, it goes by the one the user gave.
  for (const std::string &File : Files)
    Texts.nameOf(File);
  for (Isolated<FileResult> &Result : Results) {
    for (const auto &[File, Text] : Result.Value.Texts)
      Texts.add(Texts.nameOf(File), Text);
    Result.Value.Texts.clear();
  }
  std::vector<const OpFacts *> Facts;
  // Their registrations are unknown.
  UnreadCode Unread;
  for (const auto &[File, Isolated] : llvm::zip_equal(Files, Results)) {
    const FileResult &Result = Isolated.Value;
    Facts.push_back(&Result.Facts.Ops);
    if (!Isolated.isCompleted())
      Out.addLost(File, Isolated.End);
    else if (Result.ParseFailed || llvm::any_of(Result.Errors, isParseError))
      Out.Unparsed.push_back(File);
    else
      continue;
    if (Isolated.isCompleted())
      Out.UnparsedCxx.push_back(troubleOf(File, Result, Commands, Texts));
    addUnread(File, Result, Texts, Unread);
  }
  HostOps Loaded(Files, Settings, Texts);
  OtherOps Others;
  if (llvm::any_of(Results, dependsOnOthers))
    Others = readOthers(Files, Out.Unparsed, Settings, Texts);
  for (auto &&[File, Isolated] : llvm::zip_equal(Files, Results))
    for (ConditionalFinding &C : Isolated.Value.Facts.Findings)
      if (C.If.K == Condition::Kind::NotLoaded) {
        Loaded.settle(File, C.If);
      }
  std::vector<const RunFacts *> OfFiles;
  for (const Isolated<FileResult> &Result : Results)
    OfFiles.push_back(&Result.Value.Facts);
  Others.Kernels = kernelsByName(Others.Cxx.Kernels, OfFiles);
  for (const OpFacts *Of : {&Others.Cxx.Facts, &Others.Kernels,
                            &Others.OfRun.Facts, &Others.OfRepository.Facts})
    Facts.push_back(Of);
  for (const auto &[File, End] : Others.OfRun.Lost) {
    Out.addLost(File, End);
    Unread.add(Texts.of(File));
  }
  for (const auto &Lost : Others.OfRepository.Lost)
    Unread.add(Texts.of(Lost.first));
  if (!Others.Cxx.Unread.empty())
    Unread.add(llvm::join(Others.Cxx.Unread, " "));
  if (!Others.Cxx.IsWhole)
    Unread.add("");
  const OperatorJoin Join(Facts, std::move(Unread));
  LeftOutFlags LeftOut;
  HeaderSearchResult Headers;
  std::map<std::string, std::string> Shown; // a file, by macros

  for (auto &&[File, Isolated] : llvm::zip_equal(Files, Results)) {
    if (!Isolated.isCompleted())
      continue;
    FileResult &Result = Isolated.Value;
    FixableUnit Unit = {File, {}, {}};
    // The compiler's other errors follow from the missing header.
    const bool OnlyMissingHeaders =
        llvm::any_of(Result.Errors, isMissingHeader);
    if (Out.MissingCudaHeader.empty())
      Out.MissingCudaHeader = Result.MissingCudaHeader;
    Out.Replayed += Result.IsReplayed;
    Headers.add(Result.Headers);
    if (!Result.MacrosShown.empty())
      Shown.try_emplace(Result.MacrosShown, File);
    if (!Result.IsReplayed) {
      ++(Result.TorchHeaders == HeaderUse::Built    ? Out.BuiltHeaders
         : Result.TorchHeaders == HeaderUse::Reused ? Out.ReusedHeaders
                                                    : Out.ParsedHeaders);
      Out.SlicedHeaders += Result.TorchHeaders == HeaderUse::Sliced;
      if (!Result.WhyInFull.empty())
        ++Out.InFull[Result.WhyInFull];
    }
    for (Suppression &S : Result.Suppressions) {
      S.Where.File = Texts.nameOf(S.Where.File);
      Out.Suppressions.push_back(std::move(S));
    }
    for (const auto &[Check, Seconds] : Result.Seconds)
      Out.Seconds[Check] += Seconds;
    if (auto Notice = Join.unjudged(File, Result.Facts))
      Out.Notices.push_back(std::move(*Notice));
    LeftOut.add(Result.LeftOut);
    llvm::append_range(Out.Remarks, Result.Facts.Remarks);
    for (RunRecord &Run : Result.Facts.Runs) {
      Run.File = Texts.nameOf(Run.File);
      Out.Runs.push_back(std::move(Run));
    }
    const OperatorJoin::File JoinedFile(Join, Result.Facts);
    for (const ClangTidyError &Error : Result.Errors) {
      // An option that is not understood: clang-tidy only warns, but what it
      // should have switched on did not run.
      if (Error.DiagnosticName == "clang-tidy-config") {
        Out.ConfigProblems.push_back(Error.Message.Message);
        continue;
      }
      Finding F = toFinding(Error, Texts);
      addEdited(F, Unit);
      if (isParseError(Error))
        Unit.Errors.insert(Error.Message.Message);
      if (llvm::StringRef(F.Check).starts_with("aoti-")) {
        auto Kernel = JoinedFile.complete(Error, F, Texts);
        if (!Kernel) {
          if (auto Op = JoinedFile.unjudgedOp(Error))
            Out.Unjudged[F.Check].insert(std::move(*Op));
          continue;
        }
        if (!Kernel->empty())
          Out.Kernels.try_emplace({F.Where.File, F.Where.Offset},
                                  std::move(*Kernel));
        Out.Findings.push_back(std::move(F));
      } else if (F.Severity == Severity::Error &&
                 (!OnlyMissingHeaders || isMissingHeader(Error))) {
        Out.Errors.push_back(std::move(F));
      }
    }
    if (!Unit.Edited.empty())
      Out.FixableUnits.push_back(std::move(Unit));
  }
  Out.FlagNotices = LeftOut.notices();
  llvm::append_range(Out.Notices, Headers.notices());
  for (const auto &[Macros, File] : Shown)
    Out.Notices.push_back(fmt::format(
        "'{}' hides hosts behind {}, and no compile command says whether the "
        "build defines that: it is read with and without",
        displayPath(File, workingDirectory()), Macros));
  llvm::sort(Out.ConfigProblems);
  Out.ConfigProblems.erase(llvm::unique(Out.ConfigProblems),
                           Out.ConfigProblems.end());
  llvm::sort(Out.Remarks);
  Out.Remarks.erase(llvm::unique(Out.Remarks), Out.Remarks.end());
  // A header's runs are found with each file that includes it.
  llvm::sort(Out.Runs);
  Out.Runs.erase(llvm::unique(Out.Runs), Out.Runs.end());
  sortAndUnique(Out.Findings);
  sortAndUnique(Out.Errors);
  setFingerprints(Out.Findings, Texts);
  return Out;
}

/// Lints each file, several at a time.
std::vector<Isolated<FileResult>> lintEach(llvm::ArrayRef<std::string> Files,
                                           const CompileCommands &Commands,
                                           const Config &Cfg,
                                           const LintSettings &Settings) {
  ResultCache Cache(Commands, Cfg, Settings);
  const auto Lint = [&](size_t I) { return Cache.lint(Files[I]); };
  if (!Settings.Apart.Shared)
    return runIsolated<FileResult>(Files.size(), Settings.Apart, Lint);
  const TorchHome *Torch = Commands.torch();
  std::string Else = Torch && Torch->Version ? Torch->Version->str() : "";
  if (Settings.Scripts)
    Else += toRecord(Settings.Scripts->packages().vec(),
                     Settings.Apart.Shared->root());
  std::vector<uint64_t> Inputs;
  for (const std::string &File : Files)
    Inputs.push_back(hashOfInput(
        File, Else + Cache.settingsOf(File, *Settings.Apart.Shared)));
  return runShared<FileResult>("c++", Files, Inputs, Settings.Apart, Lint);
}

/// Whether \p Unit sees one of the edited texts.
bool sees(const FixableUnit &Unit, const EditedTexts &Edited) {
  return llvm::any_of(Edited, [&](const auto &E) {
    return E.first == Unit.File || Unit.Edited.contains(E.first);
  });
}

/// An error of \p Result that \p Unit did not have.
std::optional<Finding> newError(const Isolated<FileResult> &Result,
                                const FixableUnit &Unit, SourceTexts &Texts) {
  for (const ClangTidyError &Error : Result.Value.Errors)
    if (isParseError(Error) && !Unit.Errors.contains(Error.Message.Message))
      return toFinding(Error, Texts);
  if (!Result.isCompleted())
    return Finding({Unit.File}, "the parser does not come to an end");
  return std::nullopt;
}

} // namespace

std::vector<BrokenUnit> findBroken(llvm::ArrayRef<FixableUnit> Units,
                                   const EditedTexts &Edited,
                                   const CompileCommands &Commands,
                                   const Config &Cfg,
                                   const LintSettings &Settings) {
  LintSettings Again = Settings;
  Again.Apart.Progress = nullptr;
  SourceTexts Texts;
  ReplacedTexts Replaced;
  for (const auto &[File, Text] : Edited) {
    Texts.add(Texts.nameOf(File), Text);
    llvm::sys::fs::UniqueID Id;
    // A file that is gone cannot be written, either.
    if (!llvm::sys::fs::getUniqueID(File, Id))
      Replaced[Id] = Text;
    if (Again.Stdin && Again.Stdin->first == File)
      Again.Stdin->second = Text;
  }
  std::vector<const FixableUnit *> Seeing;
  std::vector<std::string> Files;
  for (const FixableUnit &Unit : Units)
    if (sees(Unit, Edited)) {
      Seeing.push_back(&Unit);
      Files.push_back(Unit.File);
    }
  const auto Results =
      runIsolated<FileResult>(Files.size(), Again.Apart, [&](size_t I) {
        return lintFile(Files[I], Commands, Cfg, Again, Replaced);
      });
  std::vector<BrokenUnit> Broken;
  for (auto [Unit, Result] : llvm::zip_equal(Seeing, Results))
    if (auto Error = newError(Result, *Unit, Texts))
      Broken.push_back({Unit, std::move(*Error)});
  return Broken;
}

LintResult lint(llvm::ArrayRef<std::string> Files,
                const CompileCommands &Commands, const Config &Cfg,
                const LintSettings &Settings, SourceTexts &Texts) {
  const SharedWork *Shared = Settings.Apart.Shared;
  const auto Results = lintEach(Files, Commands, Cfg, Settings);
  // One shard alone proves nothing.
  if (Shared && Shared->isShard())
    return {};
  return collect(Files, Results, Commands, Settings, Texts);
}

} // namespace aoti_tidy
