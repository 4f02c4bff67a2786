// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_OPNAMES_H
#define AOTI_TIDY_CHECKS_LIB_OPS_OPNAMES_H

#include "checks/lib/ops/OpCalls.h"

namespace aoti_tidy::python {

/// An operator, as far as its name is in sight.
struct OperatorName {
  /// Empty if it is not in sight: then any op called Name may be meant.
  std::string Namespace;
  /// With the overload, if it has one: "op.out". Empty if it is not in sight:
  /// then any op of Namespace may be meant.
  std::string Name;
};

/// The ops that an expression names.
struct NamedOps {
  llvm::SmallVector<OperatorName, 2> All;
  bool HasUnknown = false; ///< there are, or may be, others; but which?
};

/// A string, as far as it is known.
struct StringStart {
  std::string Text;
  bool IsWhole = false; ///< else Text is only how it starts
};

/// Nothing if \p Expr is not known to be a string.
std::optional<StringStart> stringStart(const File &F, Node Expr);

/// "ns::op", "op", "op.out"; without the name if only "ns::" is in sight.
/// Nothing if it is no name of an op.
std::optional<OperatorName> parseOperatorName(const StringStart &S);

/// Finds the operators that a file names: by strings, by torch.ops.ns.op, and by
/// the objects that custom_op makes.
class OpNames {
public:
  /// Both must outlive it.
  OpNames(const File &F, const OpCalls &Calls) : F(F), Calls(Calls) {}

  /// The ops that \p Expr or the elements of a list name. \p Namespace is that
  /// of names without one.
  NamedOps namedBy(Node Expr, llvm::StringRef Namespace) const;
  /// The ops that are made by what \p Object may stand for: the result of
  /// custom_op, a function with it as a decorator.
  llvm::SmallVector<OperatorName, 2> customOps(Node Object) const;
  /// The op that a call of custom_op makes, if it has its namespace.
  std::optional<OperatorName> customOp(const OpCall &C) const;
  /// Whether \p Expr is torch.ops.ns.op, or getattr(torch.ops.ns, name).
  bool isOpObject(Node Expr) const { return !opObjects(Expr).empty(); }

private:
  llvm::SmallVector<OperatorName, 2> opObjects(Node Expr) const;
  void named(Node Expr, llvm::StringRef Namespace, unsigned Depth,
             NamedOps &To) const;

  const File &F;
  const OpCalls &Calls;
};

// OpWords.cpp

/// Whether a text may register something, by its words: what is not parsed for
/// it has no OpRegistration. Fast.
bool mayRegisterOps(llvm::StringRef Text);

/// The names that stand in quotes in \p Lost, a text that could not be read as
/// Python, if it may register something.
std::vector<OperatorName> opNamesInLostText(llvm::StringRef Lost);

} // namespace aoti_tidy::python

#endif
