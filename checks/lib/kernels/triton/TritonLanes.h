// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONLANES_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONLANES_H

#include "checks/lib/prove/IndexExpr.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// The variables that number what runs at the same time: programs of a grid,
/// turns of a loop, lanes of a block. All of them count from 0.
///
/// Most indices are 'program * BLOCK + lane', which is one number from 0 up: it
/// becomes one variable, from which kernels compute everything else. Where its
/// parts are used, too, the equation is added.
class TritonLanes {
public:
  using Fresh = std::function<IndexExpr(llvm::StringRef Name, VariableKind)>;

  /// \p MakeVariable gives variables names that are unique in the kernel.
  explicit TritonLanes(Fresh MakeVariable)
      : MakeVariable(std::move(MakeVariable)) {}

  /// The lane in the dimension \p Axis, counted from the last one, of a block
  /// that has \p Extent there.
  IndexExpr lane(unsigned Axis, const IndexExpr &Extent);
  /// The program's number in the dimension \p Axis of the grid.
  /// \param Extent of the grid; nothing if it is not known.
  IndexExpr program(unsigned Axis, std::optional<IndexExpr> Extent);
  /// The number of a loop's turn.
  IndexExpr turn(llvm::StringRef Name, std::optional<IndexExpr> Extent);

  /// Says that as many blocks as \p Whole counts cover what is below
  /// \p Covered, leaving nothing out: a mask that ends there is the whole
  /// condition.
  void covers(const IndexExpr &Whole, IndexExpr Covered);

  /// \p A + \p B as one variable, if the one is the lane in a block that the
  /// other is the number of, times its size.
  std::optional<IndexExpr> joined(const IndexExpr &A, const IndexExpr &B,
                                  llvm::StringRef Name);

  /// \p E of a block that gets new dimensions: \p AxisOf gives for each of its
  /// own the one that it becomes.
  IndexExpr moved(const IndexExpr &E,
                  llvm::function_ref<unsigned(unsigned)> AxisOf);
  bool isNumber(const Variable &V) const { return Known.contains(V); }
  /// Whether it is certain that \p E is not negative.
  bool isNotNegative(const IndexExpr &E) const;

  /// What holds of the variables in \p Conditions and in \p Index.
  std::vector<IndexExpr> rangesIn(llvm::ArrayRef<IndexExpr> Conditions,
                                  const IndexExpr &Index) const;

private:
  struct Number {
    std::optional<unsigned> Axis;    ///< of a lane
    std::optional<IndexExpr> Extent; ///< nothing if not known
    std::optional<IndexExpr> Covers;
    /// Of a joined one: Block * Size + Lane.
    struct Parts {
      IndexExpr Block, Size, Lane;
    };
    std::optional<Parts> Of;
  };

  IndexExpr add(llvm::StringRef Name, Number N);
  const Number *numberOf(const IndexExpr &E) const;
  /// The number N of a block if \p Start is where it starts, N times its size,
  /// and \p Lane is a lane of it.
  std::optional<IndexExpr> blockBefore(const IndexExpr &Start,
                                       const IndexExpr &Lane) const;

  Fresh MakeVariable;
  std::map<Variable, Number> Known;
  std::vector<IndexExpr> Made; ///< in the order they were
  std::map<unsigned, IndexExpr> Programs;
};

} // namespace aoti_tidy

#endif
