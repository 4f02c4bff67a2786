// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Notes from calls, taken while UnitIndex is made; used by UnitWalk.cpp alone.
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_UNITCALLS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_UNITCALLS_H

#include "checks/lib/hosts/UnitIndex.h"

namespace aoti_tidy {

/// Whether \p Param takes what it is given by reference only to pass it on:
/// 'T &&', of a library's template.
bool isForwarded(const clang::FunctionDecl &Callee,
                 const clang::ParmVarDecl &Param);
bool isMutableReference(clang::QualType T);

/// Notes who calls what, and what libraries are handed to call or to change.
class UnitIndex::CallNotes {
protected:
  using Args = llvm::ArrayRef<const clang::Expr *>;
  explicit CallNotes(UnitIndex &Index) : Index(Index) {}

  void noteCall(const clang::FunctionDecl &Callee, Args Given);
  /// The function around leads to \p Run.
  void leadTo(const clang::FunctionDecl &Run);
  /// std::make_unique<Server>(path): the library calls a constructor.
  void madeByLibrary(const clang::FunctionDecl &Callee, Args Given);
  void open(const clang::TemplateArgumentList &Types,
            const clang::FunctionDecl *Maker, Args Given);

  UnitIndex &Index;
  const clang::FunctionDecl *Function = nullptr; ///< the one around
};

} // namespace aoti_tidy

#endif
