// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/PackageLint.h"
#include "checks/wrapper/DroppedErrors.h"
#include "checks/wrapper/EmittedSources.h"
#include "checks/wrapper/IndexReport.h"
#include "driver/Errors.h"
#include "clang-tidy/GlobList.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace aoti_tidy {
namespace {

constexpr llvm::StringRef UncheckedIndex = "aoti-unchecked-dynamic-index";
constexpr llvm::StringRef DroppedErrors = "aoti-dropped-error";

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
    if (llvm::is_contained(Checks, DroppedErrors))
      add(DroppedErrors, droppedErrorFindings(Model));
    if (llvm::is_contained(Checks, UncheckedIndex))
      checkIndices();
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

  void checkIndices() {
    Prover Solver;
    const IndexSafety Safety = aoti_tidy::checkIndices(Model, Solver);
    add(UncheckedIndex, indexFindings(Model, Safety));
    remark(Safety);
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
  }

  llvm::StringRef Package;
  const EmittedModel &Model;
  clang::tidy::GlobList AreErrors;
  SourceTexts &Texts;
  LintResult &Result;
};

} // namespace

bool readsPackages(llvm::StringRef Check) {
  return Check == UncheckedIndex || Check == DroppedErrors;
}

llvm::Error lintPackages(llvm::ArrayRef<std::string> Packages,
                         const Config &Cfg, SourceTexts &Texts,
                         LintResult &Result) {
  const auto Provider = Cfg.makeProvider();
  for (const std::string &Package : Packages) {
    const std::vector<std::string> Checks = enabledChecks(*Provider, Package);
    if (llvm::none_of(Checks, readsPackages))
      return usageError("no check that reads packages is enabled for '{}'; give "
                        "--checks={}",
                        Package, UncheckedIndex);
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
