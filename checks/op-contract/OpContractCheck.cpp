// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/AotiCheck.h"
#include "checks/common/OpDiagnostics.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/ops/cxx/KernelSignature.h"
#include "checks/lib/ops/cxx/TensorReads.h"
#include "checks/op-contract/KernelBody.h"
#include "checks/op-contract/OpContractRule.h"
#include "clang/Lex/Lexer.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

/// Finds custom operators that do not do what they tell export: that write or
/// return an argument, or whose fake gives something else than the kernel.
///
/// Page: docs/checks/aoti-op-contract.md
class OpContractCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;
};

} // namespace

static KernelBody bodyOf(const KernelSite &Site) {
  const FunctionDecl *Kernel =
      Site.Function ? Site.Function->getDefinition() : nullptr;
  return Kernel && !Kernel->isInvalidDecl() && Kernel->hasBody() &&
                 !Site.IsStable
             ? kernelBody(*Kernel)
             : KernelBody();
}

/// The Meta kernel of an operator gives x's dtype, and a kernel of this file
/// converts x.
static void compareTypes(ArrayRef<KernelSite> Kernels, ClangTidyCheck &Check) {
  for (const KernelSite &Meta : Kernels) {
    const KernelBody Fake =
        Meta.Fact.Key == "Meta" ? bodyOf(Meta) : KernelBody();
    if (!Fake.Type.Of || Meta.Fact.Op.empty())
      continue;
    for (const KernelSite &Site : Kernels) {
      if (Site.Fact.Op != Meta.Fact.Op ||
          (Site.Fact.Key != "CPU" && Site.Fact.Key != "CUDA"))
        continue;
      const KernelBody Kernel = bodyOf(Site);
      if (!Kernel.Type.Converted ||
          Kernel.Type.Converted->getFunctionScopeIndex() !=
              Fake.Type.Of->getFunctionScopeIndex())
        continue;
      Check.diag(Fake.Result->getBeginLoc(), "%0")
          << otherResultProblem(
                 "dtype", Meta.Fact.Op,
                 ("the dtype of '" + Fake.Type.Of->getName() + "'").str(),
                 name(*Kernel.Type.To))
          << Fake.Result->getSourceRange();
      Check.diag(Kernel.Result->getBeginLoc(), "%0", DiagnosticIDs::Note)
          << KernelReturnsHere;
      break;
    }
  }
}

void OpContractCheck::registerMatchers(MatchFinder *Finder) {
  // Tensor f(const Tensor &x) {...}, and m.impl("f", &f), which says that it is
  // a kernel and may come after it.
  Finder->addMatcher(decl(isFirstOfUnit()).bind("unit"), this);
}

void OpContractCheck::check(const MatchFinder::MatchResult &Result) {
  ASTContext &Ctx = *Result.Context;
  OpDiagnostics Out(*this, Ctx);
  llvm::SmallPtrSet<const FunctionDecl *, 16> Judged;
  const auto Say = [&](const FunctionDecl &Kernel, const KernelUse &Use,
                       Condition::Kind If, std::string Message) {
    const auto Index =
        schemaIndexOf(&Kernel, Use.Parameter->getFunctionScopeIndex());
    if (!Index)
      return;
    OpFinding F;
    F.Loc =
        reportableLoc(Use.At->getBeginLoc(), Kernel, Ctx.getSourceManager());
    F.Range = Use.At->getSourceRange();
    F.Message = std::move(Message);
    F.If.K = If;
    F.If.Function = symbolOf(&Kernel, Ctx);
    F.If.Argument = *Index;
    F.Function = &Kernel;
    Out.say(F);
  };
  const auto Judge = [&](const FunctionDecl *Function) {
    const FunctionDecl *Kernel = Function->getDefinition();
    if (!Kernel || Kernel->isInvalidDecl() || !Kernel->hasBody() ||
        !Judged.insert(Kernel).second)
      return;
    const KernelBody Body = kernelBody(*Kernel);
    llvm::SmallPtrSet<const ParmVarDecl *, 4> Written;
    for (const KernelUse &W : Body.Writes)
      if (Written.insert(W.Parameter).second)
        Say(*Kernel, W, Condition::Kind::WritesArgument,
            writtenProblem(W.Parameter->getName(), "", OpPromise::Schema));
    // Of several 'return', the first: there is one cure for all.
    for (const KernelUse &R : ArrayRef(Body.Returns).take_front(1)) {
      const StringRef Text = Lexer::getSourceText(
          CharSourceRange::getTokenRange(R.At->getSourceRange()),
          Ctx.getSourceManager(), Ctx.getLangOpts());
      Say(*Kernel, R, Condition::Kind::ReturnsArgument,
          returnedProblem(Text, R.Parameter->getName(), "", OpPromise::Schema));
    }
  };
  for (const KernelSite &Site : Out.ops().Kernels)
    if (Site.Function && !Site.IsStable)
      Judge(Site.Function);
  for (const SchemaSite &Site : Out.ops().Schemas) {
    const SchemaArgument *Output = Site.Fact.Schema.undeclaredOutput();
    // Where the write is in sight, it has been said there.
    if (!Output ||
        llvm::any_of(Out.ops().Kernels, [&](const KernelSite &Kernel) {
          return Kernel.Fact.Op == Site.Fact.Op &&
                 !bodyOf(Kernel).Writes.empty();
        }))
      continue;
    OpFinding F;
    F.Loc = Site.Loc;
    F.Message = droppedProblem(Output->Name, Site.Fact.Op, OpPromise::Schema);
    F.If.K = Condition::Kind::IsOpaque;
    F.If.Op = Site.Fact.Op;
    Out.say(F);
  }
  if (Out.isPartOfRun())
    for (const FunctionDecl *Function : Out.ops().Unregistered)
      Judge(Function);
  compareTypes(Out.ops().Kernels, *this);
}

AOTI_MAKE_CHECK(OpContract)

} // namespace clang::tidy::aoti
