// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/PackageLint.h"
#include "checks/Registry.h"
#include "checks/common/OptionProblem.h"
#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/PackageLayout.h"
#include "clang-tidy/GlobList.h"
#include "driver/CheckList.h"
#include "driver/Errors.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/YAMLTraits.h"
#include <set>

namespace aoti_tidy {
namespace {

class ModelLint {
public:
  ModelLint(llvm::StringRef Package, const EmittedModel &Model,
            const EmittedSettings &Settings, llvm::StringRef ErrorGlobs,
            SourceTexts &Texts, LintResult &Result)
      : Package(Package), Model(Model), Settings(Settings),
        AreErrors(ErrorGlobs), Texts(Texts), Result(Result) {
    for (const EmittedModel::File &File : Model.Files)
      Texts.add(nameOf(File.Name), File.Text);
  }

  void run(llvm::ArrayRef<std::string> Checks) {
    EmittedContext Context(Model, Settings);
    for (const std::string &Id : Checks)
      if (EmittedRule *Find = emittedRule(Id))
        add(Id, Find(Context));
    if (const IndexSafety *Safety = Context.knownIndexSafety())
      remark(*Safety);
  }

private:
  void add(llvm::StringRef Check, std::vector<Finding> All) {
    for (Finding &F : All) {
      F.Check = Check;
      F.IsError = AreErrors.contains(Check);
      place(F.Where);
      F.EndLine = F.Where.Line;
      F.EndColumn = F.Where.Column;
      for (Note &N : F.Notes)
        place(N.Where);
      Result.Findings.push_back(std::move(F));
    }
  }

  /// Whose source is not at hand, or cannot be read.
  void reportMissing(const IndexSafety &Safety) {
    const auto &Missing = Safety.MissingKernels;
    if (!Model.KernelsNotRead.empty())
      Result.Unread.push_back(fmt::format(
          "the kernels of '{}' are not read: {}; findings may be missing",
          shown(nameOf(Model.Files.front().Name)), Model.KernelsNotRead));
    else if (!Missing.empty())
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
  SourceTexts &Texts;
  LintResult &Result;
};

/// "aoti-a, aoti-b"
std::string namesOfEmittedChecks() {
  std::vector<llvm::StringRef> Ids;
  for (const CheckInfo &C : allChecks())
    if (readsEmittedCode(C.Id))
      Ids.push_back(C.Id);
  return llvm::join(Ids, ", ");
}

/// Lints the models of one run.
class EmittedLint {
public:
  EmittedLint(const Config &Cfg, SourceTexts &Texts, LintResult &Result)
      : Provider(Cfg.makeProvider()), Texts(Texts), Result(Result) {}

  llvm::Error readExported(llvm::StringRef Path) {
    auto Programs = readExportedPrograms(Path, *FS);
    if (!Programs)
      return usageError("--exported: {}", llvm::toString(Programs.takeError()));
    ExportedPath = Path.str();
    Exported = std::move(*Programs);
    return llvm::Error::success();
  }

  llvm::Error lintPackage(const std::string &Package);
  llvm::Error lintFile(const std::string &Path);

private:
  llvm::Error lint(llvm::StringRef Package, const EmittedModel &Model,
                   const ExportedProgram *Own);
  /// The program of \p Model among those of --exported.
  llvm::Expected<const ExportedProgram *>
  exportedFor(llvm::StringRef Package, const EmittedModel &Model) const;
  static const ExportedProgram *named(llvm::StringRef Name,
                                      llvm::ArrayRef<ExportedProgram> Among);

  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS =
      llvm::vfs::getRealFileSystem();
  const std::unique_ptr<clang::tidy::ClangTidyOptionsProvider> Provider;
  SourceTexts &Texts;
  LintResult &Result;
  std::string ExportedPath;
  std::vector<ExportedProgram> Exported;
  std::set<std::string> Done; ///< wrappers on disk
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
  ModelLint(Package, Model, Settings, Options.WarningsAsErrors.value_or(""),
            Texts, Result)
      .run(enabledChecks(*Provider, Path));
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
  if (Models->empty())
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
  for (const EmittedModel &Model : *Models) {
    const ExportedProgram *Program = named(nameOf(Model), Own);
    // Another model's under the same name, that is: none.
    if (Program && !mismatch(*Program, Model.Inputs).empty())
      Program = nullptr;
    if (auto E = lint(Package, Model, Program))
      return E;
  }
  return llvm::Error::success();
}

llvm::Error EmittedLint::lintFile(const std::string &Path) {
  auto Buffer = FS->getBufferForFile(Path);
  if (!Buffer)
    return usageError("cannot read '{}': {}", Path,
                      Buffer.getError().message());
  const auto File = readEmittedFile({Path, (*Buffer)->getBuffer().str()}, *FS);
  if (!File) {
    Result.Unread.push_back(fmt::format(
        "'{}' has kernels without their wrapper.cpp: there is none beside it, "
        "or there are several; findings in it may be missing",
        displayPath(Path, workingDirectory())));
    return llvm::Error::success();
  }
  if (!Done.insert(File->Model.Files.front().Name).second)
    return llvm::Error::success();
  return lint("", File->Model, nullptr);
}

/// Whether the file at \p Path is a wrapper or kernels.
bool isEmitted(llvm::StringRef Path) {
  const auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer && (isEmittedWrapper((*Buffer)->getBuffer()) ||
                    isEmittedKernels((*Buffer)->getBuffer()));
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
                            llvm::StringRef Exported, const Config &Cfg,
                            SourceTexts &Texts, LintResult &Result) {
  EmittedLint Lint(Cfg, Texts, Result);
  if (!Exported.empty())
    if (auto E = Lint.readExported(Exported))
      return E;
  for (const std::string &Package : Packages)
    if (auto E = Lint.lintPackage(Package))
      return E;
  for (const std::string &File : Files)
    if (auto E = Lint.lintFile(File))
      return E;
  llvm::sort(Result.Remarks);
  llvm::sort(Result.ConfigProblems);
  Result.ConfigProblems.erase(llvm::unique(Result.ConfigProblems),
                              Result.ConfigProblems.end());
  sortAndUnique(Result.Findings);
  setFingerprints(Result.Findings, Texts);
  return llvm::Error::success();
}

} // namespace aoti_tidy
