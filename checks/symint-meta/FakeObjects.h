// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKEOBJECTS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKEOBJECTS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// A class that a file has, or a module that it imports.
struct FakeClass {
  const File *In = nullptr;
  Node At; ///< class_definition

  explicit operator bool() const { return In != nullptr; }
  /// The method of that name that the class itself has, if it is one and has no
  /// decorators.
  Node plainMethod(llvm::StringRef Name) const;
  /// The same of a property's.
  Node property(llvm::StringRef Name) const;
  /// Whether its constructor is made of its fields: a dataclass, a NamedTuple.
  bool hasFields() const;
  /// Whether it is made by what stands in it: no decorator or metaclass has a
  /// say in that.
  bool isPlain() const;
};

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
