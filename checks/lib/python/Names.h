// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_NAMES_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_NAMES_H

#include "checks/lib/python/Import.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace aoti_tidy::python {

/// Something that may have given a name its meaning.
struct Origin {
  Node Target; ///< the identifier that is assigned, imported, defined
  Node Given;  ///< the value or definition; null if that is not known
  const Import *From = nullptr; ///< of an import
};

/// 'x' of '(x)' and '(y := x)'.
Node withoutParentheses(Node N);

/// Resolves the names of a Python file, as far as its text alone tells. Scopes
/// are Python's: modules, classes, functions, comprehensions, 'global' and
/// 'nonlocal'. A name with several possible bindings at its use is unknown, and
/// an unknown one is never guessed. 'from m import *' is taken not to replace
/// names that the file itself binds; a name that only it can have bound is
/// unknown. A built-in function is taken to be itself, unless StarImports.def
/// says that m has something else of its name.
class Names {
public:
  explicit Names(const Tree &Of);
  ~Names();
  Names(const Names &) = delete;
  Names &operator=(const Names &) = delete;

  /// The dotted name, by its module, of what \p Expr stands for:
  /// "torch._export.aot_compile". Through imports with and without 'as', in
  /// functions, conditions and 'try'; names assigned once; attributes;
  /// getattr(m, "name"). Nothing if it is unknown: a parameter, something
  /// defined in the file, a name with several meanings, something that the file
  /// replaces ('torch._export.aot_load = mine', mock.patch), other than where
  /// it is replaced. Built-in functions are "builtins.len". If all that a name
  /// may stand for is the same ('try: from a import f' twice), it stands for
  /// that; 'f = None' does not count where the name is called or an attribute
  /// of it is taken, as it has neither.
  std::optional<std::string> qualifiedName(Node Expr) const;

  /// The value of the identifier \p Use: the right side of the only assignment
  /// that can have reached it. Null for a parameter, a loop's target, a name
  /// that is assigned in several ways, one that 'global' lets others assign.
  Node assignedValue(Node Use) const;

  /// The identifier that gave the identifier \p Use its meaning: the target of
  /// the only assignment, loop, parameter, import, definition that can have
  /// reached it.
  Node bindingOf(Node Use) const;

  /// All that may have given the identifier \p Use its meaning; none if nothing
  /// in the file did, or too much to be worth reading.
  llvm::SmallVector<Origin, 2> originsOf(Node Use) const;

  /// The same of what the identifier \p Target stood for before 'Target += x'.
  llvm::SmallVector<Origin, 2> originsBefore(Node Target) const;

  /// The function_definition or class_definition, with or without decorators,
  /// that the identifier \p Use stands for, if nothing else can be meant.
  Node definition(Node Use) const;

  /// All identifiers of the variable that \p Name is one of (uses, assignments,
  /// deletions, also those in inner functions), in the order of the text.
  llvm::ArrayRef<Node> occurrences(Node Name) const;

  /// In the order of the text.
  llvm::ArrayRef<Import> imports() const;

  /// All "call" nodes of the file, in the order of the text; of those that
  /// begin at one place, the outer one first.
  llvm::ArrayRef<Node> calls() const;

  /// The function_definition, lambda or class_definition around \p N, or the
  /// module.
  static Node scopeOf(Node N);

private:
  struct Scopes;
  std::unique_ptr<Scopes> All;
};

} // namespace aoti_tidy::python

#endif
