// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/PackageLint.h"
#include "driver/base/CheckList.h"
#include "driver/base/Errors.h"
#include "driver/base/LoggedFiles.h"
#include "driver/base/PlainFiles.h"
#include "driver/cache/Packed.h"
#include "driver/cache/ResultStore.h"
#include "driver/cache/SharedWork.h"
#include "driver/package/EmittedLint.h"
#include "driver/package/PackageSuppressions.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <set>

namespace aoti_tidy {
namespace {

std::string withoutWrapper(llvm::StringRef Path) {
  return fmt::format(
      "'{}' has kernels without their wrapper.cpp: there is none beside it, "
      "or there are several; findings in it may be missing",
      displayPath(Path, workingDirectory()));
}

llvm::Expected<std::vector<EmittedFiles>>
findModels(llvm::ArrayRef<std::string> Paths, LintResult &Result) {
  const auto FS = plainFiles();
  std::vector<EmittedFiles> Models;
  std::set<std::string> Wrappers;
  for (const std::string &Path : Paths) {
    auto Buffer = FS->getBufferForFile(Path);
    if (!Buffer)
      return usageError("cannot read '{}': {}", Path,
                        Buffer.getError().message());
    auto Files = findEmittedFiles({Path, (*Buffer)->getBuffer().str()}, *FS);
    if (!Files)
      Result.Unread.push_back(withoutWrapper(Path));
    else if (Wrappers.insert(Files->Wrapper.Name).second)
      Models.push_back(std::move(*Files));
  }
  return Models;
}

std::string nameOf(const EmittedFiles &Files) {
  return Files.Asked ? Files.Kernels->Name : Files.Wrapper.Name;
}

bool isEmitted(llvm::StringRef Path) {
  const auto Buffer = readPlainFile(Path);
  return Buffer && emittedRole(Path, (*Buffer)->getBuffer(), *plainFiles()) !=
                       EmittedRole::None;
}

void addTexts(const EmittedFiles &Files, RecordWriter &To) {
  for (const auto &[Name, Text] :
       {Files.Wrapper, Files.Kernels.value_or(EmittedModel::File())}) {
    std::string Of = Name, Is = Text;
    To(Of, Is);
  }
}

/// Without the files on disk.
std::string keyOf(llvm::StringRef Path, const EmittedFiles *Files,
                  bool IgnoreSuppressions, const Config &Cfg) {
  RecordWriter Key;
  std::string Name = Path.str(), Configured = clang::tidy::configurationAsText(
                                     Cfg.makeProvider()->getOptions(Path));
  Key(Name, Configured, IgnoreSuppressions);
  if (Files)
    addTexts(*Files, Key);
  return Key.take();
}

/// False if one is broken.
bool addTexts(const EmittedResult &From, SourceTexts &To) {
  return llvm::all_of(From.Texts, [&](const auto &Of) {
    const auto &[File, Packed] = Of;
    std::string Text;
    const bool IsWhole =
        unpackBytes(llvm::StringRef(Packed.data(), Packed.size()), Text);
    if (IsWhole)
      To.add(File, Text);
    return IsWhole;
  });
}

uint64_t inputOf(llvm::StringRef Path, const EmittedFiles *Files,
                 llvm::StringRef ExportedTexts, const SharedWork &Shared,
                 const Config &Cfg) {
  std::string Else = Shared.withoutRoot(
      clang::tidy::configurationAsText(Cfg.makeProvider()->getOptions(Path)));
  if (const auto Entries =
          readPlainFile(PackageSuppressions::fileBeside(Path), MaxConfigSize))
    Else += (*Entries)->getBuffer();
  Else += ExportedTexts;
  if (Files) {
    RecordWriter Both;
    addTexts(*Files, Both);
    Else += Shared.withoutRoot(Both.take());
  }
  return hashOfInput(Path, Else);
}

} // namespace

std::vector<std::string> takeEmittedFiles(std::vector<std::string> &Files,
                                          const Config &Cfg) {
  const auto Provider = Cfg.makeProvider();
  std::vector<std::string> Taken;
  llvm::erase_if(Files, [&](const std::string &File) {
    if (llvm::none_of(enabledChecks(*Provider, File), readsEmittedCode) ||
        !isEmitted(File))
      return false;
    Taken.push_back(File);
    return true;
  });
  return Taken;
}

llvm::Error lintEmittedCode(llvm::ArrayRef<std::string> Packages,
                            llvm::ArrayRef<std::string> Files,
                            llvm::StringRef Exported, bool IgnoreSuppressions,
                            const Config &Cfg, const IsolationSettings &Apart,
                            const CacheFolder *Cache, SourceTexts &Texts,
                            LintResult &Result) {
  const SharedWork *Shared = Apart.Shared;
  const std::string Path = Exported.str();
  std::string ExportedTexts; // of a run that is shared
  auto Given = [&] {
    const CrashScope Over(Path);
    const llvm::sys::TimePoint<> Start = std::chrono::system_clock::now();
    InputLog Log;
    LoggedFiles Disk(plainFiles(AnySize), Log);
    auto Read = GivenPrograms::read(Path, Disk);
    if (Read && Shared && !Path.empty())
      ExportedTexts = textsOf(Log.inputs(Start));
    return Read;
  }();
  if (!Given)
    return Given.takeError();
  auto Models = findModels(Files, Result);
  if (!Models)
    return Models.takeError();

  // What --exported names was read without the log.
  ResultStore Kept(Exported.empty() ? Cache : nullptr, "packages");
  const size_t N = Packages.size();
  std::vector<std::string> Names = Packages.vec();
  for (const EmittedFiles &Model : *Models)
    Names.push_back(nameOf(Model));
  const auto FilesOf = [&](size_t I) {
    return I < N ? nullptr : &(*Models)[I - N];
  };
  std::vector<uint64_t> Inputs(Names.size());
  if (Shared)
    for (size_t I = 0; I < Names.size(); ++I)
      Inputs[I] = inputOf(Names[I], FilesOf(I), ExportedTexts, *Shared, Cfg);
  const std::string CachePath = Cache ? Cache->path() : "";
  auto Results =
      runShared<EmittedResult>("package", Names, Inputs, Apart, [&](size_t I) {
        const EmittedFiles *Files = FilesOf(I);
        const std::string &Path = Files ? Files->Wrapper.Name : Packages[I];
        return Kept.getOrMake<EmittedResult>(
            keyOf(Path, Files, IgnoreSuppressions, Cfg),
            [&](InputLog *Log) {
              InputLog Own;
              InputLog *Used = Log || !Shared ? Log : &Own;
              const llvm::sys::TimePoint<> Start =
                  std::chrono::system_clock::now();
              EmittedResult Made = lintEmitted(
                  Path, Files, Cfg, IgnoreSuppressions, *Given, Used);
              if (Shared)
                Made.Read = Shared->readFiles(Used->inputs(Start), CachePath);
              return Made;
            },
            [&](EmittedResult &Of, llvm::ArrayRef<Input> Inputs) {
              Of.IsReplayed = true;
              Of.Seconds.clear(); // that was then
              if (Shared)
                Of.Read = Shared->readFiles(Inputs.vec(), CachePath);
              return true;
            });
      });
  if (Shared && Shared->isShard())
    return llvm::Error::success();
  for (size_t I = 0; I < Results.size(); ++I) {
    EmittedResult &Of = Results[I].Value;
    if (Results[I].isCompleted() && !addTexts(Of, Texts))
      Results[I].End = Ending::Crashed;
    if (!Results[I].isCompleted()) {
      Result.addLost(Names[I], Results[I].End);
      continue;
    }
    if (!Of.Error.empty())
      return llvm::createStringError(Of.Error);
    Result.Replayed += Of.IsReplayed;
    llvm::move(Of.Findings, std::back_inserter(Result.Findings));
    Result.EmittedKernels.insert(Of.Kernels.begin(), Of.Kernels.end());
    llvm::append_range(Result.ConfigProblems, Of.ConfigProblems);
    llvm::append_range(Result.Decided, Of.Decided);
    llvm::append_range(Result.Unread, Of.Unread);
    llvm::append_range(Result.Remarks, Of.Remarks);
    llvm::append_range(Result.Suppressions, Of.Suppressions);
    for (const auto &[Check, Seconds] : Of.Seconds)
      Result.Seconds[Check] += Seconds;
  }
  llvm::sort(Result.Remarks);
  llvm::sort(Result.ConfigProblems);
  Result.ConfigProblems.erase(llvm::unique(Result.ConfigProblems),
                              Result.ConfigProblems.end());
  sortAndUnique(Result.Findings);
  setFingerprints(Result.Findings, Texts);
  return llvm::Error::success();
}

} // namespace aoti_tidy
