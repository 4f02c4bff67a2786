// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PackageCheck.h"
#include "checks/lib/hosts/GivenValues.h"
#include "checks/lib/ops/CxxRegistrations.h"
#include "checks/lib/ops/OpTable.h"
#include "checks/lib/ops/RunFacts.h"
#include "checks/lib/ops/cxx/Registrations.h"
#include "checks/op-not-loaded/OpNotLoadedRule.h"
#include "clang/Basic/FileManager.h"
#include "clang/Tooling/Core/Diagnostic.h"
#include "llvm/Support/Path.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {
namespace {

/// Finds programs that load a package whose custom operators they do not
/// register, and registrations that the linker drops.
///
/// Page: docs/checks/aoti-op-not-loaded.md
class OpNotLoadedCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;

protected:
  void checkRun(const Run &, ASTContext &) override {}
  void checkLoader(const aoti_tidy::Construction &C,
                   const aoti_tidy::LoadedModel &Loaded,
                   ASTContext &Ctx) override;
  void checkFile(ASTContext &Ctx) override;
  void checkAfterRuns(ASTContext &Ctx) override;

private:
  /// Holds it back until all files of the run are known.
  void say(const aoti_tidy::Construction &C, std::string Message,
           aoti_tidy::Condition If, ASTContext &Ctx);
};

} // namespace

void OpNotLoadedCheck::say(const Construction &C, std::string Message,
                           Condition If, ASTContext &Ctx) {
  RunFacts *Facts = RunFacts::current();
  // Another file may register it, and a front that sees one file cannot know.
  // What is held back is known again by its place, which a macro has not.
  if (!Facts || C.Loc.isMacroID())
    return;
  const tooling::DiagnosticMessage Identity(Message, Ctx.getSourceManager(),
                                            C.Loc);
  ConditionalFinding F;
  F.File = Identity.FilePath;
  F.Offset = Identity.FileOffset;
  F.Message = Message;
  F.If = std::move(If);
  F.If.K = Condition::Kind::NotLoaded;
  Facts->Findings.push_back(std::move(F));
  diag(C.Loc, "%0") << Message;
}

/// TORCH_LIBRARY in a source of a static library that is not linked as a whole.
void OpNotLoadedCheck::checkFile(ASTContext &Ctx) {
  SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation Start = SM.getLocForStartOfFile(SM.getMainFileID());
  const StringRef Text = SM.getBufferData(SM.getMainFileID());
  // Who has its header may call it, and then the linker takes it.
  if (!Text.contains("TORCH_LIBRARY(") || Text.contains("#include \""))
    return;
  const std::string File = placeOf(Start, SM).File;
  const auto Schemas = readCxxRegistrations(Text, File).Facts.Schemas;
  if (Schemas.empty())
    return;
  SmallString<256> Folder(File);
  for (unsigned Level = 0; Level < 2; ++Level) {
    llvm::sys::path::remove_filename(Folder);
    const auto Cmake = SM.getFileManager().getBufferForFile(
        (Folder + "/CMakeLists.txt").str());
    if (!Cmake)
      continue;
    const std::string Library = droppedLibrary(
        (*Cmake)->getBuffer(), StringRef(File).drop_front(Folder.size() + 1));
    if (!Library.empty())
      diag(Start.getLocWithOffset(Schemas.front().Where.Offset), "%0")
          << droppedProblem(Schemas.front().Op, Library);
    return;
  }
}

void OpNotLoadedCheck::checkLoader(const Construction &C,
                                   const LoadedModel &Loaded, ASTContext &Ctx) {
  if (Loaded.Written)
    return;
  const auto Ops = customOpsOf(
      *Loaded.Package, Loaded.Model->Name,
      Ctx.getSourceManager().getFileManager().getVirtualFileSystem());
  if (Ops.empty())
    return;
  Condition If;
  If.Op = Ops.front().Name;
  say(C, notLoadedProblem(Ops, Loaded.quotedName(), HostLanguage::Cxx),
      std::move(If), Ctx);
}

void OpNotLoadedCheck::checkAfterRuns(ASTContext &Ctx) {
  for (const Construction &C : constructions()) {
    // AOTIModelPackageLoader loader("shift.pt2"); nothing lies there yet
    if (C.Class != LoaderClass::PackageLoader || C.args().empty())
      continue;
    if (const auto Loaded = packages().of(C, Ctx); Loaded && !Loaded->Written)
      continue;
    const auto Path = evaluateString(C.args().front(), Ctx);
    const StringRef Name =
        Path ? llvm::sys::path::filename(*Path) : StringRef();
    if (!Name.ends_with(".pt2"))
      continue;
    Condition If;
    If.Package = *Path;
    say(C, onlyInPythonProblem(("'" + Name + "'").str()), std::move(If), Ctx);
  }
}

AOTI_MAKE_CHECK(OpNotLoaded)

} // namespace clang::tidy::aoti
