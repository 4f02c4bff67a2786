// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKEMETHODS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKEMETHODS_H

#include "checks/lib/script/File.h"
#include "llvm/ADT/StringSet.h"

namespace aoti_tidy::python {

struct Method {
  Node Function;                                    ///< function_definition
  llvm::SmallVector<llvm::StringRef, 1> Decorators; ///< "@staticmethod"

  bool isStatic() const { return has("@staticmethod"); }
  bool isOfClass() const { return has("@classmethod"); }

private:
  bool has(llvm::StringRef Decorator) const {
    return llvm::is_contained(Decorators, Decorator);
  }
};

/// The methods of the classes of a file.
class Methods {
public:
  explicit Methods(const File &F) : F(F) {}

  /// What the body of the class_definition \p Class itself defines by that name.
  llvm::ArrayRef<Method> of(Node Class, llvm::StringRef Name);
  /// Whether a class of the file that derives from \p Class defines it anew.
  bool isOverridden(Node Class, llvm::StringRef Name);

private:
  using ByName = llvm::StringMap<llvm::SmallVector<Method, 1>>;

  const ByName &all(Node Class);
  void addToBases(Node Class, const ByName &Own, unsigned Depth);

  const File &F;
  std::map<const void *, ByName> OfClass;
  /// By base, the names that others have anew. Filled when first asked for.
  std::optional<std::map<const void *, llvm::StringSet<>>> Overridden;
};

} // namespace aoti_tidy::python

#endif
