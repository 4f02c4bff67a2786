// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_VALUES_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_VALUES_H

#include "checks/lib/python/Names.h"
#include "checks/lib/python/StringValue.h"
#include <map>

namespace aoti_tidy::python {

/// A dict, as far as it is known.
struct Dict {
  struct Entry {
    Node Key; ///< of dict(a=1): the name
    Node Value;
    std::optional<std::string> Name; ///< the key, if it is a known string
    Node Whole;                      ///< the pair or keyword_argument
  };
  std::vector<Entry> Entries;
  /// Nothing else is in it: no '**', no unknown key, and if it has a name,
  /// nothing changes it after.
  bool IsComplete = false;
  Node Literal; ///< the dictionary or the call of 'dict'
};

/// The values of expressions, as far as the text says: literals, names assigned
/// once (Names::assignedValue), what adds and joins them.
class Values {
public:
  explicit Values(const Names &N) : Known(N) {}

  /// "a", "a" "b", f"{x}.pt2", "a" + b, os.path.join(d, "m.pt2"), Path(d) /
  /// "m.pt2", str(p): of the last ones the ends that are certain. Nothing if it
  /// is not known to be a string or a path, or no end is.
  std::optional<Text> stringOf(Node Expr) const;
  /// The string if all of it is known.
  std::optional<std::string> wholeString(Node Expr) const;
  /// 8, -1, 4 * BATCH, 32 // 2
  std::optional<int64_t> integerOf(Node Expr) const;
  std::optional<bool> booleanOf(Node Expr) const;
  bool isNone(Node Expr) const;
  /// A dict literal or dict(a=1), through a name too.
  std::optional<Dict> dictOf(Node Expr) const;
  /// The same with what the statements behind it put in, d["a"] = x; their
  /// entries are the assignments.
  std::optional<Dict> filledDictOf(Node Expr) const;
  /// The elements of a list, tuple or set without '*'; through a name only if
  /// nothing changes it.
  std::optional<llvm::SmallVector<Node, 4>> elementsOf(Node Expr) const;
  /// The element that 'd["key"]', 'list[0]' is, of a dict or list that is known so.
  Node elementAt(Node Subscript) const;
  /// \p Expr without parentheses, and if it is a name, what it was given, as
  /// often as it takes. \p Expr itself if nothing better is known.
  Node resolved(Node Expr) const;

private:
  /// A change that a use of a variable may make to the dict or list that it
  /// stands for.
  struct Change {
    Node Use;
    bool IsBinding = false; ///< of the name, not of what it stands for
    bool OfName = false;    ///< it is or may be given to something else
    /// Elements may have been replaced by now, not only added.
    bool OfValues = false;
    /// The key of 'd["key"] = x'.
    Node Key;
  };
  Node follow(Node Expr, std::vector<Change> &Found) const;
  bool isFilledInOrder(Node Use, llvm::ArrayRef<Change> Found) const;
  llvm::ArrayRef<Change> changesOf(Node Name) const;

  const Names &Known;
  /// By the variable's first use: its uses that change something.
  mutable std::map<const void *, std::vector<Change>> ByVariable;
};

} // namespace aoti_tidy::python

#endif
