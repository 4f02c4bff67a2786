// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_OPENBRANCHES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_OPENBRANCHES_H

#include "checks/lib/hosts/Conditions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include <compare>
#include <vector>

namespace aoti_tidy {

/// Whether what goes by \p Names has to do with devices: 'use_gpu', 'backend'.
bool isAboutDevices(llvm::StringRef Names);

/// One of the two ways that an 'if' or a '?:' goes.
struct Branch {
  const clang::Stmt *At = nullptr; ///< null: none
  bool IsTaken = false;            ///< its condition is true
  /// The other way does something of its own, too.
  bool HasOther = false;

  const clang::Expr *condition() const;

  friend auto operator<=>(const Branch &, const Branch &) = default;
};

/// The ways before \p Run, a statement of \p Function, that a program surely
/// goes at some time, and behind which nothing asks which one it was: 'if
/// (!last_.defined()) last_ = x;', 'n > 1000 ? x.cuda() : x', in the function or in
/// one that it calls. What a tensor is on one of them alone, it is where it runs.
/// Not what asks for devices, as the run may be none on that way; not what the
/// run, or something that leaves the function before it, asks for, too, by
/// whatever name; in loops not the way past an 'if', which 'if (i == 0)' never
/// goes the first time. None where the function has very many. What \p Known says
/// is true of a condition is not asked any more.
std::vector<Branch> openBranches(const clang::FunctionDecl &Function,
                                 const clang::Stmt &Run,
                                 const Conditions &Known,
                                 clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
