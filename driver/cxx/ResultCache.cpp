// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/ResultCache.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/Record.h"
#include "driver/cxx/CompileCommands.h"
#include "driver/cxx/WarmParse.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/Host.h"
#include <set>
#include <unistd.h>

using llvm::StringRef;

namespace aoti_tidy {

/// The result of a file, with its searches in the repository and its questions
/// about the packages that scripts write.
struct ResultCache::KeptResult {
  std::vector<std::pair<std::string, TextHash>> Searches;
  TextHash Scripts;
  FileResult Result;
};

namespace {

/// The variables that Clang's driver reads from the environment, by the words in
/// their names: CPATH, CPLUS_INCLUDE_PATH, CCC_OVERRIDE_OPTIONS, SDKROOT, ...
std::vector<std::string> clangsEnvironment() {
  std::vector<std::string> Of;
  for (char **Variable = environ; *Variable; ++Variable) {
    const StringRef Name = StringRef(*Variable).split('=').first;
    for (const StringRef Word :
         {"PATH", "INCLUDE", "CLANG", "CCC_", "GCC", "SDK", "CUDA", "HIP_",
          "ROCM", "DEPLOYMENT_TARGET", "EPOCH"})
      if (Name.contains(Word)) {
        Of.push_back(*Variable);
        break;
      }
  }
  llvm::sort(Of);
  return Of;
}

/// The meaning of 'native' on this machine, for flags that say it: a cache may be
/// carried to another one.
std::string cpuFor(llvm::ArrayRef<std::string> Flags) {
  if (llvm::none_of(Flags, [](StringRef F) { return F.contains("native"); }))
    return "";
  std::vector<std::string> Features;
  for (const auto &F : llvm::sys::getHostCPUFeatures())
    Features.push_back((F.getValue() ? "+" : "-") + F.getKey().str());
  llvm::sort(Features);
  return llvm::sys::getHostCPUName().str() + llvm::join(Features, "");
}

} // namespace

ResultCache::ResultCache(const CompileCommands &Commands, const Config &Cfg,
                         const LintSettings &Settings)
    : Commands(Commands), Cfg(Cfg), Settings(Settings),
      Provider(Cfg.makeProvider()), Store(Settings.Cache, "results") {
  if (Settings.Cache)
    Common = commonKey();
}

std::string ResultCache::commonKey() const {
  RecordWriter Key;
  std::vector<std::string> Environment = clangsEnvironment();
  bool Fixes = Settings.FixesOfNotes, Ignores = Settings.IgnoreSuppressions;
  Key(Environment, Fixes, Ignores);
  for (const clang::tidy::FileFilter &F :
       Provider->getGlobalOptions().LineFilter) {
    std::string Name = F.Name;
    Key(Name);
    for (auto [First, Last] : F.LineRanges)
      Key(First, Last);
  }
  return TextHash::of(Key.take()).hex();
}

std::string ResultCache::keyOf(const std::string &File, bool HasText) const {
  const clang::tidy::ClangTidyOptions Options = Provider->getOptions(File);
  RecordWriter Key;
  std::string All = Common, Name = File,
              Configured = clang::tidy::configurationAsText(Options);
  bool SystemHeaders = Options.SystemHeaders.value_or(false);
  std::optional<std::string> Stdin;
  if (HasText && Settings.Stdin && Settings.Stdin->first == File)
    Stdin = Settings.Stdin->second;
  bool Unknown = Commands.areFlagsUnknown(File);
  Key(All, Name, Configured, SystemHeaders, Stdin, Unknown);
  for (const clang::tooling::CompileCommand &C : Commands.of(File)) {
    std::string Directory = C.Directory, Input = C.Filename;
    std::vector<std::string> Line = C.CommandLine;
    // .clang-tidy has flags, too.
    std::string Cpu = cpuFor({Configured, llvm::join(Line, " ")});
    Key(Directory, Input, Line, Cpu);
  }
  return TextHash::of(Key.take()).hex();
}

std::string ResultCache::settingsOf(StringRef File,
                                    const SharedWork &Shared) const {
  std::string Text = Shared.withoutRoot(
      clang::tidy::configurationAsText(Provider->getOptions(File)));
  for (const clang::tooling::CompileCommand &C : Commands.of(File))
    for (const std::string &Given : C.CommandLine) {
      const std::string Arg = Shared.withoutRoot(Given);
      const bool IsInRepository = Arg != Given;
      // "-I/usr/include": where a machine has what is not the repository's.
      const StringRef Value = StringRef(Arg).drop_while(
          [](char C) { return llvm::isAlnum(C) || C == '-' || C == '='; });
      if (IsInRepository || !Value.starts_with("/") ||
          StringRef(Arg).starts_with("-D"))
        Text += Arg + '\0';
    }
  return Text;
}

TextHash ResultCache::searched(StringRef Name, StringRef File) const {
  return TextHash::of(llvm::join(Settings.Repository.headersCalled(Name, File),
                                 StringRef("\0", 1)));
}

std::vector<std::pair<std::string, TextHash>>
ResultCache::searchesOf(const FileResult &Result, StringRef File) const {
  std::set<std::string> Names;
  for (const auto &Found : Result.Headers.Found)
    Names.insert(Found.first);
  for (const auto &Several : Result.Headers.Ambiguous)
    Names.insert(Several.first);
  // "'a.h' file not found"
  for (const clang::tidy::ClangTidyError &E : Result.Errors)
    if (isMissingHeader(E))
      Names.insert(
          StringRef(E.Message.Message).ltrim('\'').split('\'').first.str());
  std::vector<std::pair<std::string, TextHash>> Searches;
  for (const std::string &Name : Names)
    Searches.emplace_back(Name, searched(Name, File));
  return Searches;
}

TextHash
ResultCache::written(llvm::ArrayRef<RunScripts::Question> Asked) const {
  std::vector<ScriptPackage> Answers;
  for (const auto &[Path, Folder] : Asked) {
    const ScriptPackage *Answer =
        Settings.Scripts ? Settings.Scripts->writtenForHost(Path, Folder)
                         : nullptr;
    Answers.push_back(Answer ? *Answer : ScriptPackage());
  }
  return TextHash::of(toRecord(Answers));
}

FileResult ResultCache::lint(const std::string &File) {
  const SharedWork *Shared = Settings.Apart.Shared;
  const std::string CachePath = Settings.Cache ? Settings.Cache->path() : "";
  const auto Make = [&](InputLog *Log) {
    KeptResult Kept;
    InputLog Own;
    const llvm::sys::TimePoint<> Start = std::chrono::system_clock::now();
    InputLog *Used = Log || !Shared ? Log : &Own;
    const ReplacedTexts Unsaved(unsavedTexts().begin(), unsavedTexts().end());
    Kept.Result = lintFile(File, Commands, Cfg, Settings, Unsaved, Used);
    if (Log) {
      Kept.Searches = searchesOf(Kept.Result, File);
      Kept.Scripts = written(Kept.Result.AskedScripts);
    }
    if (Shared)
      Kept.Result.Read = Shared->readFiles(Used->inputs(Start), CachePath);
    return Kept;
  };
  const auto Replay = [&](KeptResult &Kept, llvm::ArrayRef<Input> Inputs) {
    for (const auto &[Name, Was] : Kept.Searches)
      if (searched(Name, File) != Was)
        return false;
    FileResult &Result = Kept.Result;
    if (written(Result.AskedScripts) != Kept.Scripts)
      return false;
    Result.IsReplayed = true;
    if (Shared)
      Result.Read = Shared->readFiles(Inputs, CachePath);
    Result.Seconds.clear(); // that was then
    return true;
  };
  // An editor's text changes with each key.
  if (Settings.IsInEditor || !unsavedTexts().empty()) {
    if (WarmParse &Warm = WarmParse::get(); Warm.isConcerned()) {
      Warm.Key = keyOf(File, /*HasText=*/false);
      for (const auto &[Id, Text] : unsavedTexts())
        Warm.Key += fmt::format(" {} {} {}", Id.getDevice(), Id.getFile(),
                                TextHash::of(Text).hex());
    }
    return Make(nullptr).Result;
  }
  return Store
      .getOrMake<KeptResult>(Settings.Cache ? keyOf(File) : "", Make, Replay)
      .Result;
}

} // namespace aoti_tidy
