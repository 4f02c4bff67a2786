// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKEOBJECTS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKEOBJECTS_H

#include "checks/symint-meta/FakeClasses.h"

namespace aoti_tidy::python {

/// An object that a fake makes, with the attributes that are known to hold what
/// comes of the fake's tensors.
struct FakeObject {
  FakeClass Class;
  llvm::SmallVector<llvm::StringRef, 4> Tensors, OfModel, Sizes, SizeLists;
};

/// What a method gives to attributes of its own object: 'self.x = value', where
/// nothing else in the file gives that attribute anything.
struct OwnAttribute {
  llvm::StringRef Name;
  Node Value;
};
llvm::ArrayRef<OwnAttribute> ownAttributes(const File &F, Node Method);

} // namespace aoti_tidy::python

#endif
