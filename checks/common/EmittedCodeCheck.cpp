// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedCodeCheck.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Basic/FileManager.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {

void EmittedCodeCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(decl(isFirstOfUnit()).bind("file"), this);
}

void EmittedCodeCheck::check(const MatchFinder::MatchResult &Result) {
  SourceManager &SM = *Result.SourceManager;
  const FileID Main = SM.getMainFileID();
  const auto Entry = SM.getFileEntryRefForID(Main);
  if (!Entry)
    return;
  const auto Opened =
      readEmittedFile({Entry->getName().str(), SM.getBufferData(Main).str()},
                      SM.getFileManager().getVirtualFileSystem());
  if (!Opened)
    return;

  const std::string &Here = Opened->Model.Files[Opened->File].Name;
  const auto LocationOf = [&](const Location &At) {
    if (At.File == Here)
      return SM.translateLineCol(Main, At.Line, At.Column);
    const auto Other = SM.getFileManager().getOptionalFileRef(At.File);
    return Other ? SM.translateLineCol(
                       SM.getOrCreateFileID(*Other, SrcMgr::C_User), At.Line,
                       At.Column)
                 : SourceLocation();
  };
  EmittedContext Context(Opened->Model);
  for (const Finding &Found : Rule(Context)) {
    if (Found.Where.File != Here)
      continue;
    diag(LocationOf(Found.Where), "%0") << Found.Message;
    for (const Note &N : Found.Notes)
      diag(LocationOf(N.Where), "%0", DiagnosticIDs::Note) << N.Message;
  }
}

} // namespace clang::tidy::aoti
