// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_MEMBERS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_MEMBERS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// The class that has the method \p Function; nothing if it is none.
Node classOf(Node Function);

/// The class of whose method the identifier \p Use is the first parameter,
/// 'self'; nothing if it is none.
Node classOfSelf(Node Use, const File &F);

/// Whether something in the file may assign to an attribute of that name,
/// whatever it is of.
bool isAttributeAssigned(llvm::StringRef Name, const File &F);

/// The values that a file assigns to the attributes of its objects.
class Members {
public:
  explicit Members(const File &F);

  /// The value of 'self.x', if only its class sets it in this file, once;
  /// 'self.x = None' does not count, as None can neither be called nor read
  /// from.
  Node valueOf(Node Attribute) const;
  /// The same where None counts: only of what '__init__' sets whatever happens.
  Node setByInit(Node Attribute) const;
  /// Whether something sets an attribute of that name.
  bool isSet(llvm::StringRef Name) const {
    return IsSetByText || Assigned.contains(Name);
  }

private:
  /// The assignments of one class to an attribute.
  struct OfClass {
    Node Class;
    unsigned Count = 0;
    Node Given;
  };
  /// All that is assigned to attributes of one name.
  struct Attribute {
    /// By something that is no 'self'.
    bool IsSetFromOutside = false;
    bool IsSetToNone = false;
    llvm::DenseMap<const void *, OfClass> ByClass;
    /// The classes by their name, and by the names of their bases: two of each
    /// are enough to know that there is another.
    llvm::StringMap<llvm::SmallVector<Node, 2>> ByName, ByBase;
  };
  void add(Node Target);
  static bool hasRelated(const Attribute &A, Node Class);

  const File &F;
  /// It may set any: setattr(a, name, x), a.__dict__["name"] = x,
  /// vars(a).update(...).
  const bool IsSetByText;
  llvm::StringMap<Attribute> Assigned;
};

} // namespace aoti_tidy::python

#endif
