// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_HANDEDCODE_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_HANDEDCODE_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti_tidy {

/// What whoever gets an argument may run, or change.
struct HandedCode {
  /// Lambdas, functions, the operators of objects that can be called.
  llvm::SmallVector<const clang::FunctionDecl *, 2> Code;
  /// A std::function, of which that is not known.
  bool HasUnknown = false;
  /// The object that the code is a method of.
  bool HasObject = false;
};

/// Of \p Args themselves, not of calls in them: those get it first.
HandedCode handedBy(llvm::ArrayRef<const clang::Expr *> Args);

using FunctionVisitor = llvm::function_ref<void(const clang::FunctionDecl &)>;

/// Calls \p Visit with the destructors that the program has written which run when
/// a \p T goes: its own, those of its parts, and of what a library's class holds.
void forEachDestructorOf(clang::QualType T, FunctionVisitor Visit);

/// Calls \p Visit with the constructors that \p Callee, a library's, may run, as
/// it or its class is told which class to make: 'std::make_unique<Guard>(*this)'.
void forEachMadeBy(const clang::FunctionDecl &Callee, FunctionVisitor Visit);

/// Whether \p Function is the program's, not of a library's headers.
bool isOfProgram(const clang::FunctionDecl &Function);

} // namespace aoti_tidy

#endif
