// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/AotiCheck.h"
#include "checks/common/OpDiagnostics.h"
#include "checks/lib/cxx/ProjectDecls.h"
#include "checks/lib/ops/cxx/KernelScan.h"
#include "checks/lib/ops/cxx/KernelSignature.h"
#include "checks/lib/ops/cxx/Registrations.h"
#include "checks/lib/ops/cxx/TensorReads.h"
#include "checks/symint-meta/SymIntFix.h"
#include "checks/symint-meta/SymIntMetaRule.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace aoti_tidy;
using namespace clang::ast_matchers;

namespace clang::tidy::aoti {
namespace {

/// Finds meta kernels of custom ops that are not SymInt'ified: they freeze
/// dynamic shapes, or throw, when a model that uses the op is exported.
///
/// Option: SchemaInts, whether a single int of a schema that becomes one of the
/// sizes of a tensor is reported wherever it is, not only a list that is its
/// whole shape, and one that Python code of the run calls with a size. Off by
/// default: in most operators it is a constant of the model (top_k, the number
/// of experts). UnbackedSizes, of Python fakes only, whether branches on
/// sizes are reported, which fail where a size depends on data.
class SymIntMetaCheck : public AotiCheck {
public:
  SymIntMetaCheck(StringRef Name, ClangTidyContext *Context);

  void storeOptions(ClangTidyOptions::OptionMap &Opts) override;

  void registerPPCallbacks(const SourceManager &SM, Preprocessor *PP,
                           Preprocessor *ModuleExpanderPP) override;
  void registerMatchers(ast_matchers::MatchFinder *Finder) override;
  void check(const ast_matchers::MatchFinder::MatchResult &Result) override;

private:
  /// A function that is, or may be, a kernel.
  struct Kernel {
    const FunctionDecl *Function;
    std::string Symbol;
    aoti_tidy::KernelScan Scan;
    /// Parameters whose schema type is known to be symbolic.
    llvm::SmallBitVector Symbolic;
    std::optional<aoti_tidy::OpFix> Fix;
  };

  /// The first code that '#if' leaves out and that the fix \p OfKernel would
  /// have to change, too; invalid if there is none.
  SourceLocation skippedBy(const aoti_tidy::OpFix &OfKernel,
                           const Kernel &K) const;
  /// Says \p F, with its fix if that leaves nothing of \p K behind.
  void say(aoti_tidy::OpFinding F, const Kernel &K);
  void judge(const FunctionDecl *Function);
  void judgeParameter(const Kernel &K, unsigned Index);
  void reportConcrete(const Kernel &K, const ParmVarDecl *P,
                      aoti_tidy::ParameterForm Form, unsigned SchemaIndex);
  void reportInt(const Kernel &K, const ParmVarDecl *P,
                 aoti_tidy::ParameterForm Form, unsigned SchemaIndex);
  void judgeStable(const aoti_tidy::KernelSite &Site);
  aoti_tidy::Condition condition(const Kernel &K,
                                 aoti_tidy::Condition::Kind Kind,
                                 unsigned Argument = 0) const;

  const bool SchemaInts;
  const bool UnbackedSizes; ///< here only to be known
  ASTContext *Ctx = nullptr;
  aoti_tidy::OpDiagnostics *Out = nullptr;
  aoti_tidy::KernelScanner *Scanner = nullptr;
  /// The code that '#if' leaves out of the unit, in the project's files.
  std::vector<SourceRange> Skipped;
};

class SkippedRanges : public PPCallbacks {
public:
  SkippedRanges(const SourceManager &SM, std::vector<SourceRange> &To)
      : SM(SM), To(To) {}
  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    if (!SM.isInSystemHeader(Range.getBegin()))
      To.push_back(Range);
  }

private:
  const SourceManager &SM;
  std::vector<SourceRange> &To;
};

} // namespace

SymIntMetaCheck::SymIntMetaCheck(StringRef Name, ClangTidyContext *Context)
    : AotiCheck(Name, Context), SchemaInts(boolOption("SchemaInts", false)),
      UnbackedSizes(boolOption("UnbackedSizes", false)) {}

void SymIntMetaCheck::storeOptions(ClangTidyOptions::OptionMap &Opts) {
  AotiCheck::storeOptions(Opts);
  storeBoolOption(Opts, "SchemaInts", SchemaInts);
  storeBoolOption(Opts, "UnbackedSizes", UnbackedSizes);
}

void SymIntMetaCheck::registerPPCallbacks(const SourceManager &SM,
                                          Preprocessor *PP,
                                          Preprocessor *ModuleExpanderPP) {
  AotiCheck::registerPPCallbacks(SM, PP, ModuleExpanderPP);
  Skipped.clear();
  PP->addPPCallbacks(std::make_unique<SkippedRanges>(SM, Skipped));
}

void SymIntMetaCheck::registerMatchers(MatchFinder *Finder) {
  // Tensor f(const Tensor &x) {...}, and m.impl("f", &f), which says that it is
  // a kernel and may come after it.
  Finder->addMatcher(decl(isFirstOfUnit()).bind("unit"), this);
}

void SymIntMetaCheck::check(const MatchFinder::MatchResult &Result) {
  Ctx = Result.Context;
  OpDiagnostics Diagnostics(*this, *Ctx);
  Out = &Diagnostics;
  KernelScanner Bodies;
  Scanner = &Bodies;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Judged;
  const auto IsForMeta = [&](const KernelSite &Site) {
    Condition IsMeta;
    IsMeta.K = Condition::Kind::IsMeta;
    IsMeta.Function = symbolOf(Site.Function, *Ctx);
    return Diagnostics.table().holds(IsMeta).has_value();
  };
  // A helper's defect is reported once, for the first kernel that calls it:
  // first those known here to be for Meta, then those for devices.
  std::vector<const KernelSite *> Sites, Others;
  for (const KernelSite &Site : Diagnostics.ops().Kernels)
    if (Site.Function)
      (IsForMeta(Site) ? Sites : Others).push_back(&Site);
  llvm::append_range(Sites, Others);
  for (const KernelSite *Known : Sites) {
    const KernelSite &Site = *Known;
    if (Site.IsStable)
      judgeStable(Site);
    else if (Site.Function->hasBody() && Judged.insert(Site.Function).second)
      judge(Site.Function);
  }
  if (Diagnostics.isPartOfRun())
    for (const FunctionDecl *Function : Diagnostics.ops().Unregistered)
      judge(Function);
  Out = nullptr;
  Scanner = nullptr;
}

Condition SymIntMetaCheck::condition(const Kernel &K, Condition::Kind Kind,
                                     unsigned Argument) const {
  Condition C;
  C.K = Kind;
  C.Function = K.Symbol;
  C.Argument = Argument;
  C.Traceable = K.Scan.Traceable;
  return C;
}

SourceLocation SymIntMetaCheck::skippedBy(const OpFix &OfKernel,
                                          const Kernel &K) const {
  const SourceManager &SM = Ctx->getSourceManager();
  llvm::SmallVector<const FunctionDecl *, 4> Edited = {K.Function};
  for (const Defect &D : K.Scan.Defects)
    Edited.push_back(D.In);
  for (const SourceRange &Range : Skipped) {
    const StringRef Text = Lexer::getSourceText(
        CharSourceRange::getCharRange(Range), SM, Ctx->getLangOpts());
    // Another declaration, another registration.
    const bool IsOfIts = OfKernel.ChangesSignature &&
                         K.Function->getIdentifier() &&
                         Text.contains(K.Function->getName());
    const bool IsInside = llvm::any_of(Edited, [&](const FunctionDecl *F) {
      const SourceRange Whole(SM.getFileLoc(F->getBeginLoc()),
                              SM.getFileLoc(F->getEndLoc()));
      return SM.isPointWithin(Range.getBegin(), Whole.getBegin(),
                              Whole.getEnd());
    });
    if (IsOfIts || IsInside)
      return Range.getBegin();
  }
  return {};
}

void SymIntMetaCheck::say(OpFinding F, const Kernel &K) {
  if (F.Fix)
    if (const SourceLocation At = skippedBy(*F.Fix, K); At.isValid()) {
      F.Fix = nullptr;
      F.Notes.emplace_back(At, noteText(SymIntNote::SkippedCode));
    }
  Out->say(F);
}

void SymIntMetaCheck::judge(const FunctionDecl *Function) {
  const FunctionDecl *Definition = Function->getDefinition();
  if (!Definition || Definition->isInvalidDecl())
    return;
  Kernel K;
  K.Function = Definition;
  K.Symbol = symbolOf(Definition, *Ctx);
  K.Scan = Scanner->scan(Definition);
  K.Scan.SizeUses.resize(Definition->getNumParams());
  K.Scan.Shapes.resize(Definition->getNumParams());
  K.Symbolic.resize(Definition->getNumParams());
  for (unsigned I = 0; I < Definition->getNumParams(); ++I) {
    const ParameterForm Form = formOf(Definition->getParamDecl(I)->getType());
    const auto Index = schemaIndexOf(Definition, I);
    if (Index && isConcrete(Form) &&
        Out->table().holds(
            condition(K, Condition::Kind::IsMetaWithSymInt, *Index)))
      K.Symbolic.set(I);
  }
  if (!K.Scan.Defects.empty() || K.Symbolic.any())
    K.Fix = planSymIntFix(Definition, K.Scan, K.Symbolic, Out->ops(), *Ctx);

  for (unsigned I = 0; I < Definition->getNumParams(); ++I)
    judgeParameter(K, I);
  for (const Defect &D : K.Scan.Defects) {
    OpFinding F;
    F.Loc = D.Loc;
    F.Range = D.Where->getSourceRange();
    F.Message = kernelProblem(D.What);
    F.If = condition(K, Condition::Kind::IsMeta);
    for (const CallExpr *Call : D.Chain)
      F.Notes.emplace_back(
          Ctx->getSourceManager().getFileLoc(Call->getExprLoc()),
          noteText(SymIntNote::Call));
    F.Fix = K.Fix ? &*K.Fix : nullptr;
    F.Function = Definition;
    say(std::move(F), K);
  }
}

void SymIntMetaCheck::judgeParameter(const Kernel &K, unsigned Index) {
  const ParmVarDecl *P = K.Function->getParamDecl(Index);
  const ParameterForm Form = formOf(P->getType());
  const auto SchemaIndex = schemaIndexOf(K.Function, Index);
  if (!SchemaIndex || P->isInvalidDecl() || P->getLocation().isInvalid())
    return;
  if (isConcrete(Form))
    reportConcrete(K, P, Form, *SchemaIndex);
  if (Form != ParameterForm::Other)
    reportInt(K, P, Form, *SchemaIndex);
}

static OpFinding atParameter(const ParmVarDecl *P, const SourceManager &SM) {
  OpFinding F;
  const auto &K = *cast<FunctionDecl>(P->getDeclContext());
  F.Loc = reportableLoc(P->getLocation(), K, SM);
  F.Range = P->getSourceRange();
  F.Function = &K;
  return F;
}

static ParameterFacts factsOf(const ParmVarDecl *P, ParameterForm Form) {
  return {P->getName().str(), P->getFunctionScopeIndex() + 1, Form};
}

void SymIntMetaCheck::reportConcrete(const Kernel &K, const ParmVarDecl *P,
                                     ParameterForm Form, unsigned SchemaIndex) {
  OpFinding F = atParameter(P, Ctx->getSourceManager());
  F.Message = concreteProblem(
      factsOf(P, Form),
      P->getType().getNonReferenceType().getUnqualifiedType().getAsString(
          Ctx->getPrintingPolicy()));
  F.If = condition(K, Condition::Kind::IsMetaWithSymInt, SchemaIndex);
  std::optional<OpFix> Own;
  if (K.Symbolic[P->getFunctionScopeIndex()]) {
    F.Fix = K.Fix ? &*K.Fix : nullptr;
  } else if (Out->isPartOfRun()) {
    llvm::SmallBitVector Symbolic = K.Symbolic;
    Symbolic.set(P->getFunctionScopeIndex());
    Own = planSymIntFix(K.Function, K.Scan, Symbolic, Out->ops(), *Ctx);
    F.Fix = Own ? &*Own : nullptr;
  }
  say(std::move(F), K);
}

void SymIntMetaCheck::reportInt(const Kernel &K, const ParmVarDecl *P,
                                ParameterForm Form, unsigned SchemaIndex) {
  OpFinding F = atParameter(P, Ctx->getSourceManager());
  const unsigned Index = P->getFunctionScopeIndex();
  if (Form == ParameterForm::SymInt) {
    F.If = condition(K, Condition::Kind::IsKernelWithInt, SchemaIndex);
    F.Message = symbolicProblem(factsOf(P, Form));
  } else {
    const Expr *Use = K.Scan.SizeUses[Index];
    if (!Use ||
        !isReportedSize(isConcreteList(Form), K.Scan.Shapes[Index], SchemaInts))
      return;
    F.If = condition(K, Condition::Kind::IsMetaWithInt, SchemaIndex);
    F.Message = sizeProblem(factsOf(P, Form));
    F.Notes.emplace_back(Ctx->getSourceManager().getFileLoc(Use->getExprLoc()),
                         noteText(SymIntNote::SizeUse));
  }
  Out->say(F);
}

void SymIntMetaCheck::judgeStable(const KernelSite &Site) {
  if (Site.Fact.Key != "Meta")
    return;
  OpFinding F;
  F.Loc = Site.Loc;
  F.If.Function = Site.Fact.Function;
  const Expr *Read = stableSizeRead(Site.Function);
  if (Read) {
    F.Notes.emplace_back(Ctx->getSourceManager().getFileLoc(Read->getExprLoc()),
                         noteText(SymIntNote::StableRead));
    F.If.K = Condition::Kind::IsMeta;
  } else {
    F.If.K = Condition::Kind::IsMetaWithSymInt;
    F.If.Argument = Condition::AnyArgument;
  }
  F.Message = stableKernelProblem();
  Out->say(F);
}

AOTI_MAKE_CHECK(SymIntMeta)

} // namespace clang::tidy::aoti
