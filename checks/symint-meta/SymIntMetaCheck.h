// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_SYMINTMETACHECK_H
#define AOTI_TIDY_CHECKS_SYMINT_META_SYMINTMETACHECK_H

#include "checks/common/AotiCheck.h"
#include "checks/common/OpDiagnostics.h"
#include "checks/lib/ops/cxx/KernelScan.h"
#include "checks/lib/ops/cxx/KernelSignature.h"
#include "checks/lib/ops/cxx/Registrations.h"
#include "checks/symint-meta/SymIntFix.h"

namespace clang::tidy::aoti {

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

} // namespace clang::tidy::aoti

#endif
