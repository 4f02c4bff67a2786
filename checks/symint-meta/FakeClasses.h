// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKECLASSES_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKECLASSES_H

#include "checks/symint-meta/FakeMethods.h"

namespace aoti_tidy::python {

/// What a class gives an attribute: a method of its own or of a class that it
/// derives from, also of another module, or a value, 'fake = staticmethod(f)'.
struct ClassMember {
  const File *In = nullptr; ///< null: it has none, or that is not known
  Node At;                  ///< function_definition, or the value
  Method Is;                ///< if it is a method
  /// A class that nothing in sight has may give it.
  bool IsUnknown = false;

  explicit operator bool() const { return In != nullptr; }
};

/// A class that a file has, or a module that it imports.
struct FakeClass {
  const File *In = nullptr;
  Node At; ///< class_definition, or the call of namedtuple that makes it

  explicit operator bool() const { return In != nullptr; }
  /// The attribute \p Name, by what the class and its bases say.
  ClassMember member(llvm::StringRef Name) const;
  /// The method of that name, if it is one and has no decorators.
  ClassMember plainMethod(llvm::StringRef Name) const;
  /// The same of a property's.
  ClassMember property(llvm::StringRef Name) const;
  /// Whether its constructor is made of its fields: a dataclass, a NamedTuple.
  bool hasFields() const;
  /// Whether to hash an object of it is to hash each of its fields.
  bool isHashedByFields() const;
  /// Whether it is made by what stands in it: no decorator or metaclass has a
  /// say in that.
  bool isPlain() const;
};

/// The class that \p Name, of \p F, stands for. With \p Words, only of the file
/// or of a module with one of these, as for importedMember().
FakeClass classNamed(const File &F, Node Name,
                     llvm::ArrayRef<llvm::StringRef> Words = {});

/// The class of the object \p Object, 'self', a name for 'Registry()' of the file
/// or of a module, or the class that it is. \p Words as above.
FakeClass classOf(const File &F, Node Object,
                  llvm::ArrayRef<llvm::StringRef> Words = {});

} // namespace aoti_tidy::python

#endif
