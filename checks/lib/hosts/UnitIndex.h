// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_UNITINDEX_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_UNITINDEX_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti_tidy {

/// What the code of one file, its own headers included, gives to members of
/// classes, and where it calls its functions. Found in one walk, the first time
/// that anything is asked for.
class UnitIndex {
public:
  static const UnitIndex &of(clang::ASTContext &Ctx);
  /// Use of().
  explicit UnitIndex(clang::ASTContext &Ctx);

  /// Something that a member is given.
  struct Write {
    enum class Kind {
      Whole,   ///< it holds Value from then on
      Element, ///< it is a list, and Value becomes one of its elements
      Default, ///< what its type makes of nothing: a Value if there is one
      Unknown, ///< anything: its address is taken, it is passed by reference
    };
    Kind What = Kind::Unknown;
    const clang::Expr *Value = nullptr;
    /// The function around; null for a member's initialiser.
    const clang::FunctionDecl *In = nullptr;
    /// Of an element: what stands in the brackets; null if nothing does.
    const clang::Expr *Key = nullptr;
  };
  llvm::ArrayRef<Write> writesOf(const clang::FieldDecl &Field) const;

  /// Whether code that this file does not have can give the member a value: a
  /// class of a header that others can reach into, a method that is defined
  /// elsewhere.
  static bool canChangeUnseen(const clang::FieldDecl &Field);
  /// As canChangeUnseen(), whether it can ask for the value.
  static bool canReadUnseen(const clang::FieldDecl &Field);

  /// Whether all code that gives the member a value, in whatever file, names it:
  /// no method of its class, which other files see, is defined elsewhere.
  static bool isSetInSightOfRun(const clang::FieldDecl &Field);
  /// Whether the file hands an object of \p Class to a library to change it:
  /// 'read_json(config, text)'.
  bool isExposed(const clang::CXXRecordDecl &Class) const {
    return Exposed.contains(Class.getCanonicalDecl());
  }

  /// The functions that ask for the value of \p Field, a tensor: not those that
  /// only set it, or its data, or ask if it is defined.
  llvm::ArrayRef<const clang::FunctionDecl *>
  readersOf(const clang::FieldDecl &Field) const;

  struct Call {
    llvm::SmallVector<const clang::Expr *, 4> Args;
    const clang::FunctionDecl *In = nullptr; ///< null: outside any function
  };
  /// All calls of \p Function that there can be, those of what it overrides
  /// among them. Empty if there may be others.
  llvm::SmallVector<const Call *, 2>
  allCallsOf(const clang::FunctionDecl &Function) const;

  /// Those in this file.
  llvm::ArrayRef<Call> callsOf(const clang::FunctionDecl &Function) const;
  /// Calls \p Visit with each function that the file calls.
  void forEachCallee(llvm::function_ref<void(const clang::FunctionDecl &,
                                             llvm::ArrayRef<Call>)>
                         Visit) const;

  /// Calls \p Visit with each function that may be called in ways that the file
  /// does not show, other than from other files.
  void forEachOpen(
      llvm::function_ref<void(const clang::FunctionDecl &)> Visit) const;
  /// Whether the file names \p Function other than to call it.
  bool isNamed(const clang::FunctionDecl &Function) const {
    return Open.contains(Function.getCanonicalDecl());
  }
  /// Calls \p Visit with each member that the file gives something.
  void forEachField(
      llvm::function_ref<void(const clang::FieldDecl &, llvm::ArrayRef<Write>)>
          Visit) const;

  /// What \p Param is given by all calls that there can be, if the function
  /// does not change it. Empty if there may be others.
  llvm::SmallVector<const clang::Expr *, 2>
  argumentsFor(const clang::ParmVarDecl &Param) const;

  /// All that \p Field is ever given. Empty if it may be something else, or a
  /// list that changes bit by bit.
  llvm::SmallVector<const clang::Expr *, 2>
  allValuesOf(const clang::FieldDecl &Field) const;

  /// The members that \p Function itself gives values.
  llvm::ArrayRef<const clang::FieldDecl *>
  fieldsSetIn(const clang::FunctionDecl &Function) const;

  /// \p From and the functions that it leads to: those that it calls, hands on,
  /// or runs where objects end, and what overrides them.
  llvm::DenseSet<const clang::FunctionDecl *>
  reachedFrom(const clang::FunctionDecl &From) const;

  /// Whether \p From is \p To, or leads to a call of it.
  bool calls(const clang::FunctionDecl &From,
             const clang::FunctionDecl &To) const;

private:
  /// Whether \p Wanted holds of \p From or of a function that it leads to.
  bool
  leadsTo(const clang::FunctionDecl &From,
          llvm::function_ref<bool(const clang::FunctionDecl *)> Wanted) const;
  class CallNotes; // UnitCalls.h
  class Walk;
  void walk(); // UnitWalk.cpp

  clang::ASTContext *Ctx;
  llvm::DenseMap<const clang::FieldDecl *, llvm::SmallVector<Write, 2>> Writes;
  llvm::DenseMap<const clang::FieldDecl *,
                 llvm::SmallVector<const clang::FunctionDecl *, 2>>
      Readers;
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<Call>> Calls;
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::SmallVector<const clang::FunctionDecl *, 2>>
      Callees;
  /// Those that write members themselves.
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::SmallVector<const clang::FieldDecl *, 2>>
      Writers;
  /// Functions that are named other than to call them, constructors of classes
  /// that the library may construct.
  llvm::DenseSet<const clang::FunctionDecl *> Open;
  llvm::DenseSet<const clang::CXXRecordDecl *> MadeByLibrary, Exposed;
};

/// Whether a constructor that the compiler writes, which no visitor sees, or
/// none makes an object whose members are what their declarations say.
bool canUseDefaultInitializers(const clang::CXXRecordDecl &Class);

/// Whether the definition of \p Class is only seen by this file.
bool isOfThisFileAlone(const clang::CXXRecordDecl &Class);

/// The member that \p E names, or an element of which: 'v_', 'v_[0]',
/// 'impl_->v_.at(0)'. Null if there is none.
const clang::MemberExpr *memberRootOf(const clang::Expr *E);

/// The member of the object that the code is a method of, that \p E names.
const clang::FieldDecl *ownFieldOf(const clang::Expr *E);

} // namespace aoti_tidy

#endif
