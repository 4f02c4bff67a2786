// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_SHAPESPECS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_SHAPESPECS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// The entry of dynamic_shapes for one dimension of a tensor.
struct SaidDimension {
  enum class Kind {
    Unknown,
    Static,  ///< None, Dim.STATIC
    Named,   ///< Dim("batch", min=2, max=64)
    Auto,    ///< Dim.AUTO
    Dynamic, ///< Dim.DYNAMIC
    Number,  ///< 8
    String,  ///< "batch"
  };

  Kind Is = Kind::Unknown;
  Node At;                         ///< the place in dynamic_shapes
  std::optional<int64_t> Min, Max; ///< as they are given; of a Number, it
  std::string Name;                ///< of a Named: its string, if known
};

SaidDimension saidDimension(Node Expr, const File &F);

/// The dimensions of a tensor, as one entry of dynamic_shapes has them.
struct SaidShape {
  bool IsList = false; ///< '(batch, None)', with all dimensions
  llvm::SmallVector<std::pair<int64_t, SaidDimension>, 4> Dims;
};

/// The shape that '{0: batch}' or '[batch, None]' says; nothing if that is not
/// known.
std::optional<SaidShape> saidShape(Node Expr, const File &F);

/// The entry of the dynamic_shapes \p Shapes for the argument \p Name of
/// forward(), the \p Index-th; null if it is not known.
Node shapeEntry(Node Shapes, size_t Index, llvm::StringRef Name, const File &F);

/// \p Expr, which stands for a dict, list or tuple that nothing changes, as it
/// is written; else \p Expr without parentheses.
Node unchanged(Node Expr, const File &F);

} // namespace aoti_tidy::python

#endif
