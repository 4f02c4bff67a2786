// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_OPDIAGNOSTICS_H
#define AOTI_TIDY_CHECKS_COMMON_OPDIAGNOSTICS_H

#include "checks/common/AotiCheck.h"
#include "checks/lib/ops/RunFacts.h"
#include "checks/lib/ops/cxx/KernelScan.h"
#include "checks/lib/ops/cxx/Registrations.h"
#include "llvm/ADT/StringSet.h"

namespace aoti_tidy {

/// One coherent edit of a kernel.
struct OpFix {
  std::vector<clang::FixItHint> Edits;
  /// Parameter types change, in the definition and in all declarations in
  /// sight. A declaration out of sight would no longer match.
  bool ChangesSignature = false;
  /// All edits have gone with findings, and none of them needs to again.
  mutable bool IsAttached = false;
};

/// A finding about an operator, said if its condition holds.
struct OpFinding {
  clang::SourceLocation Loc; ///< in a file
  clang::SourceRange Range;  ///< to underline; may be invalid
  std::string Message;
  Condition If;
  /// Notes that belong to the code, not to the operator.
  std::vector<std::pair<clang::SourceLocation, std::string>> Notes;
  const OpFix *Fix = nullptr;
  /// Places whose text the fix edits, if it changes a signature.
  const clang::FunctionDecl *Function = nullptr;
};

/// Says findings about operators: at once where this file makes them certain,
/// with a condition where other files of the run have a say.
class OpDiagnostics {
public:
  OpDiagnostics(clang::tidy::ClangTidyCheck &Check, clang::ASTContext &Ctx);

  const FileOps &ops() const { return Ops; }
  const OpTable &table() const { return Table; }
  /// Whether findings that are not certain are wanted at all.
  bool isPartOfRun() const { return Run; }

  void say(const OpFinding &F);

private:
  std::vector<clang::FixItHint> editsToAttach(const OpFix &Fix);
  void noteEvidence(const OpTable::Evidence &E);

  clang::tidy::ClangTidyCheck &Check;
  clang::ASTContext &Ctx;
  FileOps Ops;
  OpFacts Facts;
  OpTable Table;
  RunFacts *Run;
  llvm::StringSet<> Explained;
  llvm::StringSet<> Attached; ///< edits
  llvm::StringSet<> Said;
};

} // namespace aoti_tidy

#endif
