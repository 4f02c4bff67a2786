// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/wrapper/UncheckedDynamicIndexCheck.h"
#include "checks/wrapper/EmittedSources.h"
#include "checks/wrapper/IndexReport.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Basic/FileManager.h"
#include "llvm/Support/Path.h"

using namespace clang::ast_matchers;
namespace path = llvm::sys::path;

namespace clang::tidy::aoti {
namespace {

using aoti_tidy::EmittedModel;

/// The wrapper of the kernels in the file \p Path, which lies beside it: torch
/// writes <hash>.wrapper.cpp and <hash>.kernel.cpp, with different hashes, into
/// one folder for each model. Nothing if there are several.
std::optional<EmittedModel::File> wrapperBeside(StringRef Path,
                                                llvm::vfs::FileSystem &FS) {
  std::optional<EmittedModel::File> Found;
  StringRef Folder = path::parent_path(Path);
  std::error_code EC;
  for (auto It = FS.dir_begin(Folder.empty() ? "." : Folder, EC);
       !EC && It != llvm::vfs::directory_iterator(); It.increment(EC)) {
    if (!It->path().ends_with("wrapper.cpp"))
      continue;
    auto Buffer = FS.getBufferForFile(It->path());
    if (!Buffer || !aoti_tidy::isEmittedWrapper((*Buffer)->getBuffer()))
      continue;
    if (Found)
      return std::nullopt;
    Found = {It->path().str(), (*Buffer)->getBuffer().str()};
  }
  return Found;
}

} // namespace

void UncheckedDynamicIndexCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(translationUnitDecl().bind("file"), this);
}

void UncheckedDynamicIndexCheck::check(const MatchFinder::MatchResult &Result) {
  SourceManager &SM = *Result.SourceManager;
  const FileID Main = SM.getMainFileID();
  const auto Entry = SM.getFileEntryRefForID(Main);
  const StringRef Text = SM.getBufferData(Main);
  if (!Entry)
    return;
  EmittedModel::File File{Entry->getName().str(), Text.str()};

  std::optional<EmittedModel> Model;
  unsigned MainFile = 0;
  if (aoti_tidy::isEmittedWrapper(Text)) {
    // With the kernels in it; those beside it are a file of their own.
    Model = aoti_tidy::readEmittedModel(std::move(File), std::nullopt);
  } else if (aoti_tidy::isEmittedKernels(Text)) {
    auto Wrapper = wrapperBeside(
        File.Name, SM.getFileManager().getVirtualFileSystem());
    if (Wrapper)
      Model = aoti_tidy::readEmittedModel(std::move(*Wrapper), std::move(File));
    MainFile = 1;
  }
  if (!Model || Model->Kernels.empty())
    return;

  aoti_tidy::Prover Prover;
  const auto Safety = aoti_tidy::checkIndices(*Model, Prover);
  const auto LocationOf = [&](const aoti_tidy::CodePlace &At) {
    if (At.File == MainFile)
      return SM.translateLineCol(Main, At.Line, At.Column);
    const auto Other =
        SM.getFileManager().getOptionalFileRef(Model->Files[At.File].Name);
    return Other ? SM.translateLineCol(
                       SM.getOrCreateFileID(*Other, SrcMgr::C_User), At.Line,
                       At.Column)
                 : SourceLocation();
  };
  for (const auto &Found : aoti_tidy::indexFindings(*Model, Safety)) {
    diag(LocationOf(Found.Message.At), "%0") << Found.Message.Text;
    for (const auto &Note : Found.Notes)
      diag(LocationOf(Note.At), "%0", DiagnosticIDs::Note) << Note.Text;
  }
}

} // namespace clang::tidy::aoti
