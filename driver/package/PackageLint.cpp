// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/PackageLint.h"
#include "checks/Registry.h"
#include "checks/common/OptionProblem.h"
#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "checks/lib/kernels/cxx/KernelReader.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/PackageLayout.h"
#include "clang-tidy/GlobList.h"
#include "driver/CheckList.h"
#include "driver/Errors.h"
#include "driver/SharedWork.h"
#include "driver/cache/LoggedFiles.h"
#include "driver/cache/ResultStore.h"
#include "driver/package/PackageSuppressions.h"
#include "driver/package/PackageWords.h"
#include "driver/report/FindingRecord.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/YAMLTraits.h"
#include <chrono>
#include <set>

namespace aoti_tidy {
namespace {

/// What came of one package, or of one model on disk.
struct EmittedResult {
  std::vector<Finding> Findings;
  std::vector<std::string> ConfigProblems, Decided, Unread;
  std::vector<Remark> Remarks;
  std::vector<Suppression> Suppressions;
  std::vector<std::pair<std::string, double>> Seconds; ///< by check
  /// The files that findings are in, which need not be on disk.
  std::vector<std::pair<std::string, std::string>> Texts;
  std::string Error;       ///< nothing was linted
  bool IsReplayed = false; ///< from an earlier run
};

template <typename Record> void fields(Record &R, EmittedResult &X) {
  auto &[Findings, ConfigProblems, Decided, Unread, Remarks, Suppressions,
         Seconds, Texts, Error, IsReplayed] = X;
  R(Findings, ConfigProblems, Decided, Unread, Remarks, Suppressions, Seconds,
    Texts, Error, IsReplayed);
}

class ModelLint {
public:
  ModelLint(llvm::StringRef Package, const EmittedModel &Model,
            const EmittedSettings &Settings, llvm::StringRef ErrorGlobs,
            PackageSuppressions &Silenced, SourceTexts &Texts,
            EmittedResult &Result)
      : Package(Package), Model(Model), Settings(Settings),
        AreErrors(ErrorGlobs), Silenced(Silenced), Texts(Texts),
        Result(Result) {
    for (const EmittedModel::File &File : Model.Files)
      Texts.add(nameOf(File.Name), File.Text);
  }

  void run(llvm::ArrayRef<std::string> Checks) {
    reportUnread();
    // Without the wrapper there is no model that could break a promise.
    if (!isRead(0))
      return;
    EmittedContext Context(Model, Settings);
    for (const std::string &Id : Checks) {
      EmittedRule *Find = emittedRule(Id);
      if (!Find)
        continue;
      const auto Start = std::chrono::steady_clock::now();
      add(Id, Find(Context));
      Result.Seconds.emplace_back(Id,
                                  std::chrono::duration<double>(
                                      std::chrono::steady_clock::now() - Start)
                                      .count());
    }
    if (const IndexSafety *Safety = Context.knownIndexSafety())
      remark(*Safety);
  }

private:
  void add(llvm::StringRef Check, std::vector<Finding> All) {
    for (Finding &F : All) {
      F.Check = Check;
      F.IsError = AreErrors.contains(Check);
      if (Silenced.silence(F, kernelAt(F.Where)))
        continue;
      place(F.Where);
      F.EndLine = F.Where.Line;
      F.EndColumn = F.Where.Column;
      for (Note &N : F.Notes)
        place(N.Where);
      Result.Findings.push_back(std::move(F));
    }
  }

  /// The kernel that has the place; empty if none has.
  llvm::StringRef kernelAt(const Location &Where) const {
    const auto IsAt = [&](const CodePlace &At) {
      return At.Line == Where.Line && Model.Files[At.File].Name == Where.File;
    };
    const Kernel *Last = nullptr;
    for (const Kernel &K : Model.Kernels) {
      if (llvm::any_of(K.Accesses, [&](const Access &A) { return IsAt(A.At); }))
        return K.Name;
      // Beside the wrapper, kernels are all that there is.
      if (K.At.File != 0 && Model.Files[K.At.File].Name == Where.File &&
          K.At.Line <= Where.Line && (!Last || Last->At.Line < K.At.Line))
        Last = &K;
    }
    return Last ? llvm::StringRef(Last->Name) : "";
  }

  bool isRead(unsigned File) const {
    return llvm::all_of(Model.Cut, [&](const EmittedModel::CutFile &C) {
      return C.File != File || C.IsRead;
    });
  }

  void reportUnread() {
    for (const EmittedModel::CutFile &C : Model.Cut)
      Result.Unread.push_back(
          words::notComplete(shown(nameOf(Model.Files[C.File].Name)), C));
    for (const Kernel &K : Model.Kernels)
      if (llvm::any_of(K.NotModelled, [](const Kernel::Unmodelled &N) {
            return N.Why == NestedTooDeeply;
          }))
        Result.Unread.push_back(words::notRead(
            fmt::format("the kernel '{}' of '{}'", K.Name,
                        shown(nameOf(Model.Files[K.At.File].Name))),
            NestedTooDeeply));
  }

  /// Whose source is not at hand, or cannot be read.
  void reportMissing(const IndexSafety &Safety) {
    const auto &Missing = Safety.MissingKernels;
    // Those of a file that is not read are missing, too.
    if (!Missing.empty() && isRead(Model.Files.size() - 1))
      Result.Unread.push_back(fmt::format(
          "'{}' calls {} whose source it does not hold ('{}'{}), so findings "
          "may "
          "be missing{}",
          shown(Package.empty() ? Model.Files.front().Name : Package.str()),
          Missing.size() == 1 ? "a kernel"
                              : fmt::format("{} kernels", Missing.size()),
          Missing.front(), Missing.size() == 1 ? "" : ", ...",
          Model.Device.empty() || Model.Device == "cpu"
              ? ""
              : "; torch puts a GPU's kernels into the wrapper from 2.8 on"));
  }

  static std::string shown(llvm::StringRef Path) {
    return displayPath(Path, workingDirectory());
  }
  /// The file's name in reports, by its name in the model.
  std::string nameOf(llvm::StringRef File) const {
    return Package.empty() ? File.str() : fmt::format("{}!{}", Package, File);
  }
  void place(Location &At) {
    At = Texts.locateLine(nameOf(At.File), At.Line, At.Column);
  }

  /// What of the model's accesses was decided, and what was not followed.
  void remark(const IndexSafety &Safety) {
    const auto Add = [&](const CodePlace &At, std::string Text) {
      Result.Remarks.push_back(
          {nameOf(Model.Files[At.File].Name), At.Line, std::move(Text)});
    };
    Result.Decided.push_back(fmt::format(
        "'{}': {} {} of kernels, {} proved in bounds, {} that some input "
        "drives out of them, {} not decided{}{}",
        shown(nameOf(Model.Files.front().Name)), Safety.Accesses,
        Safety.Accesses == 1 ? "access" : "accesses", Safety.Proved,
        Safety.Refuted, Safety.Unknown,
        Safety.OverBudget == 0 ? ""
                               : fmt::format(" ({} of them for want of budget)",
                                             Safety.OverBudget),
        Safety.NotModelled.empty()
            ? ""
            : fmt::format("; {} more not followed (--verbose says where)",
                          Safety.NotModelled.size())));
    for (const Kernel::Unmodelled &N : Safety.NotModelled)
      Add(N.At, "not modelled: " + N.Why);
    reportMissing(Safety);
  }

  llvm::StringRef Package; ///< empty: files on disk
  const EmittedModel &Model;
  const EmittedSettings &Settings;
  clang::tidy::GlobList AreErrors;
  PackageSuppressions &Silenced;
  SourceTexts &Texts;
  EmittedResult &Result;
};

/// "aoti-a, aoti-b"
std::string namesOfEmittedChecks() {
  std::vector<llvm::StringRef> Ids;
  for (const CheckInfo &C : allChecks())
    if (readsEmittedCode(C.Id))
      Ids.push_back(C.Id);
  return llvm::join(Ids, ", ");
}

/// Lints a package, or a model on disk.
class EmittedLint {
public:
  /// \param Exported What --exported names, and the path that it does.
  /// \param Log If not null, is told of all that the disk is asked for.
  EmittedLint(const Config &Cfg, bool IgnoreSuppressions,
              llvm::StringRef ExportedPath,
              llvm::ArrayRef<ExportedProgram> Exported, InputLog *Log)
      : FS(Log ? llvm::makeIntrusiveRefCnt<LoggedFiles>(
                     llvm::vfs::getRealFileSystem(), *Log)
               : llvm::vfs::getRealFileSystem()),
        Provider(Cfg.makeProvider()), IgnoreSuppressions(IgnoreSuppressions),
        ExportedPath(ExportedPath), Exported(Exported) {}

  EmittedResult run(const std::string &Package) {
    return finish(lintPackage(Package));
  }
  EmittedResult run(const EmittedFiles &Files) {
    return finish(lintFiles(Files));
  }

private:
  llvm::Error lintPackage(const std::string &Package);
  llvm::Error lintFiles(const EmittedFiles &Files);
  llvm::Error lint(llvm::StringRef Package, const EmittedModel &Model,
                   const ExportedProgram *Own);
  /// The program of \p Model among those of --exported.
  llvm::Expected<const ExportedProgram *>
  exportedFor(llvm::StringRef Package, const EmittedModel &Model) const;
  static const ExportedProgram *named(llvm::StringRef Name,
                                      llvm::ArrayRef<ExportedProgram> Among);

  EmittedResult finish(llvm::Error E) {
    Result.Error = llvm::toString(std::move(E));
    std::set<std::string> Shown;
    for (const Finding &F : Result.Findings) {
      Shown.insert(F.Where.File);
      for (const Note &N : F.Notes)
        Shown.insert(N.Where.File);
    }
    for (const std::string &File : Shown)
      Result.Texts.emplace_back(File, Texts.of(File));
    return std::move(Result);
  }

  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  const std::unique_ptr<clang::tidy::ClangTidyOptionsProvider> Provider;
  const bool IgnoreSuppressions;
  const llvm::StringRef ExportedPath;
  const llvm::ArrayRef<ExportedProgram> Exported;
  SourceTexts Texts;
  EmittedResult Result;
};

/// The model's name in its package.
llvm::StringRef nameOf(const EmittedModel &Model) {
  const auto File = modelFile(Model.Files.front().Name);
  return File ? File->Model : "";
}

const ExportedProgram *
EmittedLint::named(llvm::StringRef Name,
                   llvm::ArrayRef<ExportedProgram> Among) {
  const auto *It = llvm::find_if(
      Among, [&](const ExportedProgram &P) { return P.Model == Name; });
  return It == Among.end() ? nullptr : It;
}

llvm::Expected<const ExportedProgram *>
EmittedLint::exportedFor(llvm::StringRef Package,
                         const EmittedModel &Model) const {
  const ExportedProgram *Program = named(nameOf(Model), Exported);
  // What torch.export.save writes names no model.
  if (!Program && Exported.size() == 1)
    Program = &Exported.front();
  if (!Program)
    return usageError("--exported: '{}' holds several programs, and none for "
                      "the model '{}' of '{}'",
                      ExportedPath, nameOf(Model), Package);
  if (const std::string Why = mismatch(*Program, Model.Inputs); !Why.empty())
    return usageError("--exported: '{}' is not what '{}' was made of: {}",
                      ExportedPath, Package, Why);
  return Program;
}

llvm::Error EmittedLint::lint(llvm::StringRef Package,
                              const EmittedModel &Model,
                              const ExportedProgram *Own) {
  const std::string Path =
      Package.empty() ? Model.Files.front().Name : Package.str();
  EmittedSettings Settings;
  Settings.Exported = Own;
  if (!Exported.empty()) {
    auto Program = exportedFor(Path, Model);
    if (!Program)
      return Program.takeError();
    Settings.Exported = *Program;
  }
  const auto Options = Provider->getOptions(Path);
  const std::string Key = "aoti-unchecked-dynamic-index.BeyondDeclaredBounds";
  if (const auto It = Options.CheckOptions.find(Key);
      It != Options.CheckOptions.end()) {
    if (const auto Value = llvm::yaml::parseBool(It->getValue().Value))
      Settings.Index.BeyondBounds = *Value;
    else
      Result.ConfigProblems.push_back(
          boolOptionProblem(Key, It->getValue().Value));
  }
  PackageSuppressions Silenced;
  if (!IgnoreSuppressions) {
    const auto It = Options.CheckOptions.find("PackageSuppressions");
    if (It != Options.CheckOptions.end())
      if (auto E = Silenced.addOption(It->getValue().Value, Path))
        return E;
    const std::string Beside = PackageSuppressions::fileBeside(Path);
    if (const auto Text = FS->getBufferForFile(Beside)) {
      if (auto E = Silenced.addFile(Beside, (*Text)->getBuffer()))
        return E;
    } else if (Text.getError() != std::errc::no_such_file_or_directory) {
      return usageError("cannot read '{}': {}", Beside,
                        Text.getError().message());
    }
  }
  ModelLint(Package, Model, Settings, Options.WarningsAsErrors.value_or(""),
            Silenced, Texts, Result)
      .run(enabledChecks(*Provider, Path));
  llvm::append_range(Result.Suppressions, Silenced.takeList());
  return llvm::Error::success();
}

llvm::Error EmittedLint::lintPackage(const std::string &Package) {
  if (llvm::none_of(enabledChecks(*Provider, Package), readsEmittedCode))
    return usageError("no check that reads packages is enabled for '{}'; name "
                      "one in --checks: {}",
                      Package, namesOfEmittedChecks());
  auto Models = readEmittedModels(Package, *FS);
  if (!Models)
    return Models.takeError();
  if (Models->Models.empty() &&
      llvm::all_of(Models->Others, [](const EmittedPackage::Unread &U) {
        return U.Why == NoSource;
      }))
    return usageError("'{}' holds no emitted C++ that could be linted; {}",
                      Package, words::SeePackage);
  std::vector<ExportedProgram> Own;
  if (auto From = Archive::open(Package, *FS)) {
    auto Programs = readExportedPrograms(**From, Package);
    if (Programs)
      Own = std::move(*Programs);
    else
      Result.Decided.push_back("its exported program is left out: " +
                               llvm::toString(Programs.takeError()));
  } else {
    return From.takeError();
  }
  for (const EmittedPackage::Unread &U : Models->Others)
    Result.Unread.push_back(
        words::notRead(displayPath(Package, workingDirectory()), U));
  for (const EmittedModel &Model : Models->Models) {
    const ExportedProgram *Program = named(nameOf(Model), Own);
    // Another model's under the same name, that is: none.
    if (Program && !mismatch(*Program, Model.Inputs).empty())
      Program = nullptr;
    if (auto E = lint(Package, Model, Program))
      return E;
  }
  return llvm::Error::success();
}

std::string withoutWrapper(llvm::StringRef Path) {
  return fmt::format(
      "'{}' has kernels without their wrapper.cpp: there is none beside it, "
      "or there are several; findings in it may be missing",
      displayPath(Path, workingDirectory()));
}

llvm::Error EmittedLint::lintFiles(const EmittedFiles &Files) {
  return lint("", readEmittedModel(Files.Wrapper, Files.Kernels), nullptr);
}

/// The models on disk of which \p Paths are files, each once.
llvm::Expected<std::vector<EmittedFiles>>
findModels(llvm::ArrayRef<std::string> Paths, LintResult &Result) {
  const auto FS = llvm::vfs::getRealFileSystem();
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

/// The file that the user named.
std::string nameOf(const EmittedFiles &Files) {
  return Files.Asked ? Files.Kernels->Name : Files.Wrapper.Name;
}

/// Whether the file at \p Path is a wrapper or kernels.
bool isEmitted(llvm::StringRef Path) {
  const auto Buffer = readSource(Path);
  return Buffer &&
         emittedRole(Path, (*Buffer)->getBuffer(),
                     *llvm::vfs::getRealFileSystem()) != EmittedRole::None;
}

/// All that a result depends on but what the disk says.
std::string keyOf(llvm::StringRef Path, const EmittedFiles *Files,
                  bool IgnoreSuppressions, const Config &Cfg) {
  RecordWriter Key;
  std::string Name = Path.str(), Configured = clang::tidy::configurationAsText(
                                     Cfg.makeProvider()->getOptions(Path));
  Key(Name, Configured, IgnoreSuppressions);
  if (Files)
    for (const auto &[Name, Text] :
         {Files->Wrapper, Files->Kernels.value_or(EmittedModel::File())}) {
      std::string Of = Name, Is = Text;
      Key(Of, Is);
    }
  return Key.take();
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
  std::vector<ExportedProgram> Programs;
  if (!Exported.empty()) {
    const std::string Path = Exported.str();
    const CrashScope Over(Path);
    auto Read = readExportedPrograms(Path, *llvm::vfs::getRealFileSystem());
    if (!Read)
      return usageError("--exported: {}", llvm::toString(Read.takeError()));
    Programs = std::move(*Read);
  }
  auto Models = findModels(Files, Result);
  if (!Models)
    return Models.takeError();

  // What --exported names was read without the log.
  ResultStore Kept(Exported.empty() ? Cache : nullptr, "packages");
  const size_t N = Packages.size();
  std::vector<std::string> Names = Packages.vec();
  for (const EmittedFiles &Model : *Models)
    Names.push_back(nameOf(Model));
  std::vector<uint64_t> Inputs;
  for (const std::string &Name : Names)
    Inputs.push_back(Apart.Shared ? hashOfInput(Name) : 0);
  auto Results = runShared<EmittedResult>(
      "package", Names, Inputs, /*NeedsOthers=*/false, Apart, [&](size_t I) {
        const EmittedFiles *Files = I < N ? nullptr : &(*Models)[I - N];
        const std::string &Path = Files ? Files->Wrapper.Name : Packages[I];
        return Kept.getOrMake<EmittedResult>(
            keyOf(Path, Files, IgnoreSuppressions, Cfg),
            [&](InputLog *Log) {
              EmittedLint Lint(Cfg, IgnoreSuppressions, Exported, Programs,
                               Log);
              return Files ? Lint.run(*Files) : Lint.run(Path);
            },
            [](EmittedResult &Of) {
              Of.IsReplayed = true;
              Of.Seconds.clear(); // that was then
              return true;
            });
      });
  if (Apart.Shared && Apart.Shared->isShard())
    return llvm::Error::success();
  for (size_t I = 0; I < Results.size(); ++I) {
    if (!Results[I].isCompleted()) {
      Result.addLost(Names[I], Results[I].End);
      continue;
    }
    EmittedResult &Of = Results[I].Value;
    if (!Of.Error.empty())
      return llvm::createStringError(Of.Error);
    Result.Replayed += Of.IsReplayed;
    for (const auto &[File, Text] : Of.Texts)
      Texts.add(File, Text);
    llvm::move(Of.Findings, std::back_inserter(Result.Findings));
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
