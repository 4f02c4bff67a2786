// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_INDENTATION_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_INDENTATION_H

#include "checks/lib/python/Syntax.h"
#include <optional>

namespace aoti_tidy::python {

/// A place that Python refuses, with an IndentationError or a TabError, and
/// tree-sitter reads.
struct IndentationProblem {
  enum class Kind {
    Unexpected,  ///< deeper, and nothing opens a block
    NoBlock,     ///< nothing deeper behind what opens a block
    NoSuchLevel, ///< less deep, and no block around is as deep
    Mixed,       ///< depends on how wide a tab is
    TooDeep,     ///< more blocks in each other than Python allows
  };
  Kind Is;
  unsigned Offset; ///< of a line's first token
};

/// The first problem of a text that is not broken otherwise. \p PartBegins, if
/// there are any, are the offsets of texts that were joined: each begins anew,
/// as deep as its first line.
std::optional<IndentationProblem>
firstIndentationProblem(const Tree &T, llvm::ArrayRef<unsigned> PartBegins);

} // namespace aoti_tidy::python

#endif
