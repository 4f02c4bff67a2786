// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/EmittedLint.h"
#include "checks/Registry.h"
#include "checks/common/OptionProblem.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/package/PackageLayout.h"
#include "driver/base/CheckList.h"
#include "driver/base/Errors.h"
#include "driver/base/LoggedFiles.h"
#include "driver/base/PlainFiles.h"
#include "driver/cache/Packed.h"
#include "driver/package/ModelLint.h"
#include "driver/package/PackageSuppressions.h"
#include "driver/package/PackageWords.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/YAMLTraits.h"
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

llvm::StringRef nameOf(const EmittedModel &Model) {
  const auto File = modelFile(Model.Files.front().Name);
  return File ? File->Model : "";
}

} // namespace

EmittedLint::EmittedLint(const Config &Cfg, bool IgnoreSuppressions,
                         const GivenPrograms &Exported, InputLog *Log)
    : FS(Log ? llvm::makeIntrusiveRefCnt<LoggedFiles>(plainFiles(AnySize), *Log)
             : plainFiles(AnySize)),
      Provider(Cfg.makeProvider()), IgnoreSuppressions(IgnoreSuppressions),
      Exported(Exported) {}

EmittedResult EmittedLint::finish(llvm::Error E) {
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

llvm::Error EmittedLint::lint(llvm::StringRef Package,
                              const EmittedModel &Model,
                              llvm::ArrayRef<ExportedProgram> Own) {
  const std::string Path =
      Package.empty() ? Model.Files.front().Name : Package.str();
  EmittedSettings Settings;
  auto Program = programOf(nameOf(Model), Model.Inputs, Path, Exported, Own);
  if (!Program)
    return Program.takeError();
  Settings.Exported = *Program;
  Settings.OfPackage = &OfPackage;
  const auto Options = Provider->getOptions(Path);
  if (const auto It = Options.CheckOptions.find(BeyondBoundsOption);
      It != Options.CheckOptions.end()) {
    if (const auto Value = llvm::yaml::parseBool(It->getValue().Value))
      Settings.Index.BeyondBounds = *Value;
    else
      Result.ConfigProblems.push_back(
          boolOptionProblem(BeyondBoundsOption, It->getValue().Value));
  }
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

llvm::Error EmittedLint::lintPackage(const std::string &Package) {
  if (llvm::none_of(enabledChecks(*Provider, Package), readsEmittedCode))
    return usageError("no check that reads packages is enabled for '{}'; name "
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
  for (const EmittedPackage::Unread &U : Models->Others)
    Result.Unread.push_back(
        words::notRead(displayPath(Package, workingDirectory()), U));
  for (const EmittedModel &Model : Models->Models)
    if (auto E = lint(Package, Model, Own))
      return E;
  return llvm::Error::success();
}

llvm::Error EmittedLint::lintFiles(const EmittedFiles &Files) {
  return lint("", readEmittedModel(Files.Wrapper, Files.Kernels), {});
}

} // namespace aoti_tidy
