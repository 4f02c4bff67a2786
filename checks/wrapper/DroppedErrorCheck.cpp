// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/wrapper/DroppedErrorCheck.h"
#include "checks/artifact/WrapperModel.h"
#include "checks/wrapper/DroppedErrors.h"
#include "checks/wrapper/EmittedSources.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::aoti {

void DroppedErrorCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(translationUnitDecl().bind("file"), this);
}

void DroppedErrorCheck::check(const MatchFinder::MatchResult &Result) {
  const SourceManager &SM = *Result.SourceManager;
  const FileID Main = SM.getMainFileID();
  const std::string Text = SM.getBufferData(Main).str();
  if (!aoti_tidy::isEmittedWrapper(Text))
    return;
  const auto Model = aoti_tidy::readWrapperModel(Text, "");
  if (!Model)
    return;
  const auto Place = [&](const aoti_tidy::CodePlace &At) {
    return SM.translateLineCol(Main, At.Line, At.Column);
  };
  for (const auto &Found : aoti_tidy::droppedErrorFindings(*Model)) {
    diag(Place(Found.Message.At), "%0") << Found.Message.Text;
    for (const auto &Note : Found.Notes)
      diag(Place(Note.At), "%0", DiagnosticIDs::Note) << Note.Text;
  }
}

} // namespace clang::tidy::aoti
