// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedCodeCheck.h"
#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Basic/FileManager.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {

void EmittedCodeCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(translationUnitDecl().bind("file"), this);
}

void EmittedCodeCheck::check(const MatchFinder::MatchResult &Result) {
  SourceManager &SM = *Result.SourceManager;
  const FileID Main = SM.getMainFileID();
  const auto Entry = SM.getFileEntryRefForID(Main);
  if (!Entry)
    return;
  const auto Opened = aoti_tidy::readEmittedFile(
      {Entry->getName().str(), SM.getBufferData(Main).str()},
      SM.getFileManager().getVirtualFileSystem());
  if (!Opened)
    return;

  const auto LocationOf = [&](const aoti_tidy::CodePlace &At) {
    if (At.File == Opened->File)
      return SM.translateLineCol(Main, At.Line, At.Column);
    const auto Other = SM.getFileManager().getOptionalFileRef(
        Opened->Model.Files[At.File].Name);
    return Other ? SM.translateLineCol(
                       SM.getOrCreateFileID(*Other, SrcMgr::C_User), At.Line,
                       At.Column)
                 : SourceLocation();
  };
  aoti_tidy::EmittedContext Context(Opened->Model, settings());
  for (const auto &Found : aoti_tidy::emittedCheck(Id)(Context)) {
    if (Found.Message.At.File != Opened->File)
      continue;
    diag(LocationOf(Found.Message.At), "%0") << Found.Message.Text;
    for (const auto &Note : Found.Notes)
      diag(LocationOf(Note.At), "%0", DiagnosticIDs::Note) << Note.Text;
  }
}

} // namespace clang::tidy::aoti
