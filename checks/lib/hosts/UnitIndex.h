// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_UNITINDEX_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_UNITINDEX_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti_tidy {

/// Finds, in one walk over a file and its own headers, the values that its code
/// gives to members of classes, and the calls of its functions.
class UnitIndex {
public:
  static const UnitIndex &of(clang::ASTContext &Ctx);
  /// Use of().
  explicit UnitIndex(clang::ASTContext &Ctx);

  /// An expression that sets a member, or adds to it.
  struct Write {
    enum class Kind {
      Whole,   ///< it holds Value from then on
      Element, ///< it is a list, and Value becomes one of its elements
      Default, ///< it is initialised by its type alone
      Unknown, ///< anything: its address is taken, it is passed by reference
    };
    Kind What = Kind::Unknown;
    const clang::Expr *Value = nullptr;
    /// The function that the write stands in; null for an initialiser.
    const clang::FunctionDecl *In = nullptr;
  };
  llvm::ArrayRef<Write> writesOf(const clang::FieldDecl &Field) const;

  /// Whether code of other files can set the member: its class is in a header and
  /// it is not private, or a method of the class is defined elsewhere.
  static bool canChangeUnseen(const clang::FieldDecl &Field);
  /// As canChangeUnseen(), whether such code can read the member.
  static bool canReadUnseen(const clang::FieldDecl &Field);

  struct Call {
    llvm::SmallVector<const clang::Expr *, 4> Args;
    const clang::FunctionDecl *In = nullptr; ///< null: outside any function
  };
  /// All calls of \p Function in the program. Empty if other code may call it.
  llvm::SmallVector<const Call *, 2>
  allCallsOf(const clang::FunctionDecl &Function) const;

  /// The calls of \p Function in this file.
  llvm::ArrayRef<Call> callsOf(const clang::FunctionDecl &Function) const;
  /// Whether a method of the file overrides \p Function: a call may get to either.
  bool isOverridden(const clang::FunctionDecl &Function) const {
    return Overridden.contains(Function.getCanonicalDecl());
  }
  /// Whether the file names \p Function other than to call it.
  bool isNamed(const clang::FunctionDecl &Function) const {
    return Open.contains(Function.getCanonicalDecl());
  }
  /// The arguments that all calls pass for \p Param, if its function does not change
  /// it. Empty if other code may call the function.
  llvm::SmallVector<const clang::Expr *, 2>
  argumentsFor(const clang::ParmVarDecl &Param) const;

  /// All values that \p Field is set to. Empty if it may have others, or is a list
  /// that grows.
  llvm::SmallVector<const clang::Expr *, 2>
  allValuesOf(const clang::FieldDecl &Field) const;

  /// Whether \p From is \p To, or leads to a call of it.
  bool calls(const clang::FunctionDecl &From,
             const clang::FunctionDecl &To) const;

private:
  class CallNotes; // UnitCalls.h
  class Walk;
  void walk(); // UnitWalk.cpp

  clang::ASTContext *Ctx;
  llvm::DenseMap<const clang::FieldDecl *, llvm::SmallVector<Write, 2>> Writes;
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<Call>> Calls;
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::SmallVector<const clang::FunctionDecl *, 2>>
      Callees;
  /// Functions whose address is taken, or constructors that a library may call; and
  /// methods that others override.
  llvm::DenseSet<const clang::FunctionDecl *> Open, Overridden;
  llvm::DenseSet<const clang::CXXRecordDecl *> MadeByLibrary;
};

/// Whether an object of \p Class may be made without a constructor that is written
/// down: its members are what their declarations say.
bool canUseDefaultInitializers(const clang::CXXRecordDecl &Class);

/// Whether no other file sees the definition of \p Class.
bool isOfThisFileAlone(const clang::CXXRecordDecl &Class);

/// The member that \p E names, or an element of which: 'v_', 'v_[0]',
/// 'impl_->v_.at(0)'. Null if there is none.
const clang::MemberExpr *memberRootOf(const clang::Expr *E);

/// The member of '*this' that \p E names; null if it names none.
const clang::FieldDecl *ownFieldOf(const clang::Expr *E);

} // namespace aoti_tidy

#endif
