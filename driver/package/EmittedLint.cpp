// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/EmittedLint.h"
#include "checks/Registry.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/PackageLayout.h"
#include "checks/lib/prove/Prover.h"
#include "clang-tidy/GlobList.h"
#include "driver/base/CheckList.h"
#include "driver/base/Errors.h"
#include "driver/base/LoggedFiles.h"
#include "driver/base/PlainFiles.h"
#include "driver/cache/Packed.h"
#include "driver/package/PackageSuppressions.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/StringExtras.h"
#include <chrono>
#include <set>

namespace aoti_tidy {
namespace {

/// "aoti-a, aoti-b"
std::string namesOfEmittedChecks() {
  std::vector<llvm::StringRef> Ids;
  for (const CheckInfo &C : allChecks())
    if (readsEmittedCode(C.Id))
      Ids.push_back(C.Id);
  return llvm::join(Ids, ", ");
}

llvm::StringRef modelOf(const EmittedModel &Model) {
  const auto File = modelFile(Model.Files.front().Name);
  return File ? File->Model : "";
}

std::string shown(llvm::StringRef Path) {
  return shownPath(Path, workingDirectory());
}

/// Lints one model, of a package or of files on disk.
class ModelLint {
public:
  /// \param Package empty: files on disk.
  /// \param ErrorGlobs The checks whose findings are errors.

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
      if (AreErrors.contains(Check))
        F.Severity = Severity::Error;
      if (Silenced.silence(F, kernelAt(F.Where)))
        continue;
      nameKernel(F.Where);
      for (const Note &N : F.Notes)
        nameKernel(N.Where);
      place(F.Where);
      F.EndLine = F.Where.Line;
      F.EndColumn = F.Where.Column;
      for (Note &N : F.Notes)
        place(N.Where);
      Result.Findings.push_back(std::move(F));
    }
  }

  void nameKernel(const Location &Where) {
    if (const llvm::StringRef Kernel = kernelAt(Where); !Kernel.empty())
      Result.Kernels.push_back(
          {{nameOf(Where.File), Where.Line}, Kernel.str()});
  }

  llvm::StringRef kernelAt(const Location &Where) const {
    const auto IsAt = [&](const CodePlace &At) {
      return At.Line == Where.Line && Model.Files[At.File].Name == Where.File;
    };
    const Kernel *Last = nullptr;
    for (const Kernel &K : Model.Kernels) {
      if (llvm::any_of(K.Accesses, [&](const Access &A) { return IsAt(A.At); }))
        return K.Name;
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
            return N.Why == Kernel::NestedTooDeeply;
          }))
        Result.Unread.push_back(words::notRead(
            fmt::format("the kernel '{}' of '{}'", K.Name,
                        shown(nameOf(Model.Files[K.At.File].Name))),
            Kernel::NestedTooDeeply));
  }

  void reportMissing(const IndexSafety &Safety) {
    const auto &Missing = Safety.MissingKernels;
    if (!Missing.empty() && isRead(Model.Files.size() - 1))
      Result.Unread.push_back(fmt::format(
          "'{}' calls {} whose source it does not hold ('{}'{}), so findings "
          "may be missing{}",
          shown(Package.empty() ? Model.Files.front().Name : Package.str()),
          Missing.size() == 1 ? "a kernel"
                              : fmt::format("{} kernels", Missing.size()),
          Missing.front(), Missing.size() == 1 ? "" : ", ...",
          Model.Device.empty() || Model.Device == "cpu"
              ? ""
              : "; torch puts a GPU's kernels into the wrapper from 2.8 on"));
  }

  std::string nameOf(llvm::StringRef File) const {
    return Package.empty() ? File.str() : fmt::format("{}!{}", Package, File);
  }

  void place(Location &At) {
    At = Texts.locateLine(nameOf(At.File), At.Line, At.Column);
  }

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

  llvm::StringRef Package;
  const EmittedModel &Model;
  const EmittedSettings &Settings;
  clang::tidy::GlobList AreErrors;
  PackageSuppressions &Silenced;
  SourceTexts &Texts;
  EmittedResult &Result;
};

/// Lints what torch emitted.
class EmittedLint {
public:
  EmittedLint(const Config &Cfg, bool IgnoreSuppressions,
              const GivenPrograms &Exported, InputLog *Log)
      : FS(Log ? llvm::makeIntrusiveRefCnt<LoggedFiles>(plainFiles(AnySize),
                                                        *Log)
               : plainFiles(AnySize)),
        Provider(Cfg.makeProvider()), IgnoreSuppressions(IgnoreSuppressions),
        Exported(Exported) {}

  EmittedResult run(const std::string &Package) {
    return finish(lintPackage(Package));
  }
  EmittedResult run(const EmittedFiles &Files) {
    return finish(lintFiles(Files));
  }

private:
  EmittedResult finish(llvm::Error E) {
    Result.Error = llvm::toString(std::move(E));
    std::set<std::string> Shown;
    for (const Finding &F : Result.Findings) {
      Shown.insert(F.Where.File);
      for (const Note &N : F.Notes)
        Shown.insert(N.Where.File);
    }
    for (const std::string &File : Shown) {
      const std::string Packed = packBytes(Texts.of(File));
      Result.Texts.push_back({File, {Packed.begin(), Packed.end()}});
    }
    return std::move(Result);
  }

  llvm::Error lint(llvm::StringRef Package, const EmittedModel &Model,
                   llvm::ArrayRef<ExportedProgram> Own) {
    const std::string Path =
        Package.empty() ? Model.Files.front().Name : Package.str();
    EmittedSettings Settings;
    auto Program = programOf(modelOf(Model), Model.Inputs, Path, Exported, Own);
    if (!Program)
      return Program.takeError();
    Settings.Exported = *Program;
    Settings.OfPackage = &OfPackage;
    const auto Options = Provider->getOptions(Path);
    PackageSuppressions Silenced;
    if (!IgnoreSuppressions) {
      const auto It = Options.CheckOptions.find("PackageSuppressions");
      if (It != Options.CheckOptions.end())
        if (auto E = Silenced.addOption(It->getValue().Value, Path))
          return E;
      const std::string Beside = PackageSuppressions::fileBeside(Path);
      if (const auto Text =
              plainFiles(MaxConfigSize, FS)->getBufferForFile(Beside)) {
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

  llvm::Error lintPackage(const std::string &Package) {
    if (llvm::none_of(enabledChecks(*Provider, Package), readsEmittedCode))
      return usageError(
          "no check that reads packages is enabled for '{}'; name "
          "one in --checks: {}",
          Package, namesOfEmittedChecks());
    auto Models = readEmittedModels(Package, *FS);
    const auto CannotRead = [&](std::string Why) {
      Result.Unread.push_back(std::move(Why));
      return llvm::Error::success();
    };
    if (!Models)
      return CannotRead(llvm::toString(Models.takeError()));
    if (Models->Models.empty() &&
        llvm::all_of(Models->Others, [](const EmittedPackage::Unread &U) {
          return U.Why == NoSource;
        }))
      return CannotRead(
          fmt::format("'{}' holds no emitted C++ that could be linted; {}",
                      Package, words::SeePackage));
    std::vector<ExportedProgram> Own;
    if (auto From = Archive::open(Package, *FS)) {
      auto Programs = readExportedPrograms(**From, Package);
      if (Programs)
        Own = std::move(*Programs);
      else
        Result.Decided.push_back("its exported program is left out: " +
                                 llvm::toString(Programs.takeError()));
    } else {
      return CannotRead(llvm::toString(From.takeError()));
    }
    if (Models->Problem)
      Result.Unread.push_back(*Models->Problem);
    for (const EmittedPackage::Unread &U : Models->Others)
      Result.Unread.push_back(
          words::notRead(displayPath(Package, workingDirectory()), U));
    for (const EmittedModel &Model : Models->Models)
      if (auto E = lint(Package, Model, Own))
        return E;
    return llvm::Error::success();
  }

  llvm::Error lintFiles(const EmittedFiles &Files) {
    return lint("", readEmittedModel(Files.Wrapper, Files.Kernels), {});
  }

  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  const std::unique_ptr<clang::tidy::ClangTidyOptionsProvider> Provider;
  const bool IgnoreSuppressions;
  const GivenPrograms &Exported;
  Work OfPackage{Prover::StepsOfPackage};
  SourceTexts Texts;
  EmittedResult Result;
};

} // namespace

EmittedResult lintEmitted(const std::string &Package, const EmittedFiles *Files,
                          const Config &Cfg, bool IgnoreSuppressions,
                          const GivenPrograms &Exported, InputLog *Log) {
  EmittedLint Lint(Cfg, IgnoreSuppressions, Exported, Log);
  return Files ? Lint.run(*Files) : Lint.run(Package);
}

} // namespace aoti_tidy
