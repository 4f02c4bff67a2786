// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKETARGETS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKETARGETS_H

#include "checks/symint-meta/FakeClasses.h"

namespace aoti_tidy::python {

/// A function that is given to something that registers it.
struct FakeTarget {
  Node Function; ///< function_definition or lambda
  const File *In = nullptr;
  /// What it is called with beside what the operator gives: FakeKernel's.
  size_t Bound = 0;
  std::vector<llvm::StringRef> BoundNames;
};

/// The functions that \p Argument names: one, or in a loop over a table one for
/// each turn, in their order. 'f', 'shapes.f', 'Shapes.f', 'partial(f, 3)', a
/// lambda, 'globals()[f"{op}_fake"]', 'getattr(shapes, op)', 'FAKES[op]'. Empty
/// if one of them is not known, but for names that a module does not have.
std::vector<FakeTarget> fakeTargets(const File &F, Node Argument);

/// The same of the attribute \p Name of \p Object, a class, an object or what a
/// loop goes through: 'Norm', 'Norm()', 'Spec(fake=f)'.
std::vector<FakeTarget> fakeMembers(const File &F, Node Object,
                                    llvm::StringRef Name);

/// The same of a class itself.
std::vector<FakeTarget> fakeMembers(const FakeClass &Class,
                                    llvm::StringRef Name);

} // namespace aoti_tidy::python

#endif
