// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_EXECUTIONORDER_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_EXECUTIONORDER_H

#include "checks/lib/script/File.h"
#include <functional>

namespace aoti_tidy::python {

/// Finds the nodes for which a condition holds among what has certainly been
/// executed when a place is reached: of the statements before it and around it,
/// the imports, the expressions that no condition guards, and the calls that
/// decorators are. Code that runs in some cases only is left out: branches,
/// bodies of loops, the rest of a 'try', functions. From a function, all code
/// that is executed before its definition counts.
///
/// Each statement is looked through once for each block around it, however many
/// places are asked about.
class ExecutedBefore {
public:
  using Condition = std::function<bool(Node)>;
  explicit ExecutedBefore(Condition Counts) : Counts(std::move(Counts)) {}

  /// The first of them, from the innermost block outwards; nothing if there is
  /// none.
  Node find(Node At);

private:
  /// How far the statements of a block have been looked through.
  struct Block {
    llvm::SmallVector<Node, 0> Statements;
    size_t Next = 0;
    /// The node found in the last statement that was looked through.
    Node Found;
  };
  Node findInBlock(Node Around, unsigned End);
  Node findInHeader(Node Around, Node Child);

  Condition Counts;
  llvm::DenseMap<const void *, Block> Blocks;
  llvm::DenseMap<const void *, Node> Headers;
};

/// Whether the file starts other processes, or reads modules anew, in which
/// things begin once more that have happened in this one.
bool startsProcesses(const File &F);

/// Whether \p Module is \p Package or a module of it.
inline bool isOrIsIn(llvm::StringRef Module, llvm::StringRef Package) {
  return Module == Package ||
         (Module.starts_with(Package) && Module[Package.size()] == '.');
}

} // namespace aoti_tidy::python

#endif
