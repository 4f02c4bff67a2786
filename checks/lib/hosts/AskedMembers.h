// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a method's way through its code hangs on that calls leave behind.
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_ASKEDMEMBERS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_ASKEDMEMBERS_H

#include "checks/lib/hosts/UnitIndex.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <vector>

namespace aoti_tidy {

using MemberSet = llvm::SmallPtrSet<const clang::FieldDecl *, 8>;

bool isSameFunction(const clang::FunctionDecl *A, const clang::FunctionDecl *B);

/// Adds the members that \p S mentions, but for 'x.defined()', which asks for
/// no value.
void addMentioned(const clang::Stmt *S, MemberSet &Into);

/// The members of the class of \p Reader; none if it is no method that is called
/// on an object.
std::vector<const clang::FieldDecl *>
fieldsBeside(const clang::FunctionDecl &Reader);

/// Those that it reads, or a method that it calls: of a class with very many,
/// each method has a few. All if it calls very many.
std::vector<const clang::FieldDecl *>
fieldsReadBy(const clang::FunctionDecl &Reader);

/// What the branches of a function go by.
struct AskedByBranches {
  /// Members, by way of locals and of the class's own methods, too.
  MemberSet Members;
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Globals;
  /// What a function of the program returns that is no method of the class.
  bool HasOthers = false;
};
AskedByBranches askedBy(const clang::FunctionDecl &Function);

/// Which functions lead to which, each followed once.
class Reaches {
public:
  explicit Reaches(const UnitIndex &Index) : Index(Index) {}
  /// Whether \p Start is \p To, or leads to a call of it or of what it overrides.
  bool leads(const clang::FunctionDecl &Start, const clang::FunctionDecl &To);

private:
  const UnitIndex &Index;
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::DenseSet<const clang::FunctionDecl *>>
      From;
};

} // namespace aoti_tidy

#endif
