// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/OpDiagnostics.h"
#include "checks/lib/ops/OpTable.h"
#include "clang/Lex/Lexer.h"
#include <fmt/format.h>
#include <utility>

using namespace clang;
using namespace clang::tidy;

namespace aoti_tidy {

/// A larger fix is none that people write: Clang compares each edit with all.
constexpr size_t MaxEdits = 256;

OpDiagnostics::OpDiagnostics(ClangTidyCheck &Check, ASTContext &Ctx)
    : Check(Check), Ctx(Ctx), Ops(collectOps(Ctx)), Facts(Ops.facts()),
      Table(&Facts, UnreadCode::anything()), Run(RunFacts::current()) {
  // Each check of operators sees the same.
  if (Run)
    Run->Ops = Facts;
}

void OpDiagnostics::say(const OpFinding &F) {
  const auto Evidence = Table.holds(F.If);
  if (!Evidence && !Run)
    return;
  const SourceManager &SM = Ctx.getSourceManager();
  const FilePlace Where = placeOf(F.Loc, SM);
  // A template instantiated for several operators, a helper of several kernels.
  const std::string Key =
      fmt::format("{}:{}:{}", Where.File, Where.Offset, F.Message);
  const bool First = Said.insert(Key).second;
  if (Run) {
    ConditionalFinding C;
    const tooling::DiagnosticMessage Identity(F.Message, SM, F.Loc);
    C.File = Identity.FilePath;
    C.Offset = Identity.FileOffset;
    C.Message = F.Message;
    C.If = Evidence ? Condition() : F.If;
    C.Kernel = F.If.Function;
    if (F.Fix && F.Fix->ChangesSignature && F.Function) {
      C.ChangesSignature = true;
      for (const FunctionDecl *D : F.Function->redecls())
        C.Declarations.push_back(placeOf(D->getLocation(), SM));
    }
    Run->Findings.push_back(std::move(C));
  }
  if (!First)
    return;
  {
    auto Diag = Check.diag(F.Loc, "%0") << F.Message;
    // Also of text in a macro's argument: TORCH_CHECK(x.size(0) > 0).
    const CharSourceRange Range = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(F.Range), SM, Ctx.getLangOpts());
    if (Range.isValid())
      Diag << Range;
    if (F.Fix)
      Diag << editsToAttach(*F.Fix);
  }
  for (const auto &[Loc, Text] : F.Notes)
    Check.diag(Loc, "%0", DiagnosticIDs::Note) << Text;
  if (Evidence)
    noteEvidence(*Evidence);
}

std::vector<FixItHint> OpDiagnostics::editsToAttach(const OpFix &Fix) {
  if (Fix.Edits.size() > MaxEdits)
    return {};
  // The fix mends the whole kernel, and is the fix of each of its findings.
  if (Run)
    return Fix.Edits;
  // clang-tidy refuses fixes that overlap, even equal ones: there the first
  // finding has it, and what two kernels share goes with the first of them.
  std::vector<FixItHint> New;
  if (std::exchange(Fix.IsAttached, true))
    return New;
  for (const FixItHint &Edit : Fix.Edits)
    if (Attached
            .insert(fmt::format(
                "{}-{}:{}", Edit.RemoveRange.getBegin().getRawEncoding(),
                Edit.RemoveRange.getEnd().getRawEncoding(), Edit.CodeToInsert))
            .second)
      New.push_back(Edit);
  return New;
}

void OpDiagnostics::noteEvidence(const OpTable::Evidence &E) {
  // Once for a kernel with several findings.
  if (E.Kernel && Explained.insert(E.Kernel->Function).second)
    Check.diag(Ops.Kernels[E.Kernel - Facts.Kernels.data()].Loc, "%0",
               DiagnosticIDs::Note)
        << registrationNote(E);
  if (!E.Schema)
    return;
  Check.diag(Ops.Schemas[E.Schema - Facts.Schemas.data()].Loc, "%0",
             DiagnosticIDs::Note)
      << schemaNote(*E.Schema);
}

} // namespace aoti_tidy
