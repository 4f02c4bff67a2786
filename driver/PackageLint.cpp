// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/PackageLint.h"
#include "checks/wrapper/EmittedChecks.h"
#include "checks/wrapper/EmittedSources.h"
#include "driver/CheckList.h"
#include "driver/Errors.h"
#include "clang-tidy/GlobList.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace aoti_tidy {
namespace {

class ModelLint {
public:
  ModelLint(llvm::StringRef Package, const EmittedModel &Model,
            llvm::StringRef ErrorGlobs, SourceTexts &Texts, LintResult &Result)
      : Package(Package), Model(Model), AreErrors(ErrorGlobs), Texts(Texts),
        Result(Result) {
    for (const EmittedModel::File &File : Model.Files)
      Texts.add(nameOf(File), File.Text);
  }

  void run(llvm::ArrayRef<std::string> Checks) {
    EmittedContext Context(Model);
    for (const std::string &Id : Checks)
      if (const auto Find = emittedCheck(Id))
        add(Id, Find(Context));
    if (const IndexSafety *Safety = Context.knownIndexSafety())
      remark(*Safety);
  }

private:
  void add(llvm::StringRef Check, llvm::ArrayRef<EmittedFinding> All) {
    for (const EmittedFinding &Found : All) {
      Finding F;
      F.Check = Check;
      F.IsError = AreErrors.contains(Check);
      F.Message = Found.Message.Text;
      F.Where = place(Found.Message.At);
      F.EndLine = F.Where.Line;
      F.EndColumn = F.Where.Column;
      for (const PlacedText &N : Found.Notes) {
        Note Converted;
        Converted.Where = place(N.At);
        Converted.Message = N.Text;
        F.Notes.push_back(std::move(Converted));
      }
      Result.Findings.push_back(std::move(F));
    }
  }

  /// Whose source is not at hand, or cannot be read.
  void reportMissing(const IndexSafety &Safety) {
    const auto &Missing = Safety.MissingKernels;
    if (!Missing.empty())
      Result.Unread.push_back(fmt::format(
          "'{}' calls {} whose C++ it does not hold ('{}'{}), so findings may be "
          "missing; this release does not read Triton",
          shown(Package),
          Missing.size() == 1 ? "a kernel"
                              : fmt::format("{} kernels", Missing.size()),
          Missing.front(), Missing.size() == 1 ? "" : ", ..."));
  }

  static std::string shown(llvm::StringRef Path) {
    return displayPath(Path, workingDirectory());
  }
  std::string nameOf(const EmittedModel::File &File) const {
    return fmt::format("{}!{}", Package, File.Name);
  }
  Location place(const CodePlace &At) {
    return Texts.locateLine(nameOf(Model.Files[At.File]), At.Line, At.Column);
  }

  /// What of the model's accesses was decided, and what was not followed.
  void remark(const IndexSafety &Safety) {
    const auto Add = [&](const CodePlace &At, std::string Text) {
      Result.Remarks.push_back(
          {nameOf(Model.Files[At.File]), At.Line, std::move(Text)});
    };
    Result.Decided.push_back(fmt::format(
        "'{}': {} accesses of kernels, {} proved in bounds, {} that some input "
        "drives out of them, {} not decided{}",
        shown(nameOf(Model.Files.front())), Safety.Accesses, Safety.Proved,
        Safety.Refuted, Safety.Unknown,
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

} // namespace

llvm::Error lintPackages(llvm::ArrayRef<std::string> Packages,
                         const Config &Cfg, SourceTexts &Texts,
                         LintResult &Result) {
  const auto Provider = Cfg.makeProvider();
  for (const std::string &Package : Packages) {
    const std::vector<std::string> Checks = enabledChecks(*Provider, Package);
    if (llvm::none_of(Checks, readsEmittedCode))
      return usageError("no check that reads packages is enabled for '{}'; name "
                        "one in --checks: {}",
                        Package, namesOfEmittedChecks());
    const std::string ErrorGlobs =
        Provider->getOptions(Package).WarningsAsErrors.value_or("");
    auto Models =
        readEmittedModels(Package, *llvm::vfs::getRealFileSystem());
    if (!Models)
      return Models.takeError();
    if (Models->empty())
      return usageError("'{}' holds no emitted C++ that could be linted; "
                        "'aoti-tidy package' says what it has",
                        Package);
    for (const EmittedModel &Model : *Models)
      ModelLint(Package, Model, ErrorGlobs, Texts, Result).run(Checks);
  }
  llvm::sort(Result.Remarks);
  sortAndUnique(Result.Findings);
  setFingerprints(Result.Findings, Texts);
  return llvm::Error::success();
}

} // namespace aoti_tidy
