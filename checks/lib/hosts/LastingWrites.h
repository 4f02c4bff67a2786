// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_LASTINGWRITES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_LASTINGWRITES_H

#include "checks/lib/hosts/UnitIndex.h"
#include <vector>

namespace aoti_tidy {

/// A value that a method gives a member.
struct LastingWrite {
  const clang::FieldDecl *Field = nullptr;
  const UnitIndex::Write *Given = nullptr;
};

/// Values of tensors that \p Reader, a method of the same class, is to find in
/// its members, whatever others they may have: what sets the member by itself,
/// for good. Not what a constructor gives it, or a method that another one calls
/// which sets it, too: those values may be replaced before they are read. Not
/// where a method moves the member, or \p Reader asks for something that is set
/// with it.
std::vector<LastingWrite> lastingWrites(const clang::FunctionDecl &Reader,
                                        clang::ASTContext &Ctx);

/// The members that \p Reader, a method, finds as it has left them itself when it
/// is called the next time and comes by \p Run again: tensors that nothing else
/// sets but a constructor, or what makes them anew, and that nothing else asks
/// for.
std::vector<const clang::FieldDecl *>
fieldsLeftBy(const clang::FunctionDecl &Reader, const clang::Expr &Run,
             clang::ASTContext &Ctx);

/// Whether \p Moved, a tensor that \p Reader makes of what a model has returned,
/// is what is there when it runs the next time: in a variable, or a member that
/// nothing else moves.
bool isKeptFor(const clang::FunctionDecl &Reader, const clang::Expr &Moved,
               clang::ASTContext &Ctx);

/// Whether \p Run, or another expression, is come by on a condition of what a
/// caller passes, or of a variable: 'if (isFirst)'.
bool isRunByChoice(const clang::Expr &Run, clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
