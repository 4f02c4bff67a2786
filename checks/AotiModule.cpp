// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/AotiCheck.h"
#include "checks/common/EmittedContext.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Basic/FileManager.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

/// A check of emitted code in clang-tidy, which opens a wrapper or its kernels. The
/// other of the two is looked for beside the file; findings in it are reported when
/// it is opened itself. No header is needed: the text is read as in a package.
class EmittedCodeCheck : public AotiCheck {
public:
  EmittedCodeCheck(StringRef Name, ClangTidyContext *Context,
                   aoti_tidy::EmittedRule *Rule)
      : AotiCheck(Name, Context), Rule(Rule) {}

  void registerMatchers(MatchFinder *Finder) override {
    Finder->addMatcher(decl(isFirstOfUnit()).bind("file"), this);
  }
  void check(const MatchFinder::MatchResult &Result) override;

private:
  aoti_tidy::EmittedRule *const Rule;
};

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

/// The checks of aoti-tidy, for whichever clang-tidy front loads them.
class AotiModule : public ClangTidyModule {
public:
  void addCheckFactories(ClangTidyCheckFactories &Factories) override {
#define AOTI_CXX(ID, NAME)                                                     \
  Factories.registerCheckFactory(ID, make##NAME##Check);
#define AOTI_EMITTED(ID, NAME)                                                 \
  Factories.registerCheckFactory(ID,                                           \
                                 [](StringRef Id, ClangTidyContext *Context) { \
                                   return std::make_unique<EmittedCodeCheck>(  \
                                       Id, Context, aoti_tidy::find##NAME);    \
                                 });
#include "checks/Checks.def"
  }
};

ClangTidyModuleRegistry::Add<AotiModule>
    Registration("aoti-module", "Checks for users of PyTorch's AOTInductor.");

} // namespace
} // namespace clang::tidy::aoti
