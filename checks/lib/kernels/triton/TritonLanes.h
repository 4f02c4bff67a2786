// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONLANES_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONLANES_H

#include "checks/lib/prove/IndexExpr.h"
#include <map>
#include <optional>
#include <vector>

namespace aoti_tidy {

/// The variables that number what runs at the same time, from 0: programs of a
/// grid, turns of a loop, lanes of a block.
///
/// Most indices are 'program * BLOCK + lane', which becomes one variable; an
/// equation is added where its parts are used, too.
class TritonLanes {
public:
  using Fresh = std::function<IndexExpr(llvm::StringRef Name, VariableKind)>;

  /// \p MakeVariable gives names that are unique in the kernel.
  explicit TritonLanes(Fresh MakeVariable)
      : MakeVariable(std::move(MakeVariable)) {}

  /// The lane in dimension \p Axis, from the last one, of a block of \p Extent.
  IndexExpr lane(unsigned Axis, const IndexExpr &Extent);
  IndexExpr program(unsigned Axis, std::optional<IndexExpr> Extent);
  IndexExpr turn(llvm::StringRef Name, std::optional<IndexExpr> Extent);

  /// Says that \p Whole blocks cover what is below \p Covered without a gap: a
  /// mask that ends there is the whole condition.
  void covers(const IndexExpr &Whole, IndexExpr Covered);

  /// \p A + \p B as one variable, if one is a lane and the other the start of
  /// its block.
  std::optional<IndexExpr> joined(const IndexExpr &A, const IndexExpr &B,
                                  llvm::StringRef Name);

  /// \p E of a block with new dimensions; \p AxisOf maps its own ones to them.
  IndexExpr moved(const IndexExpr &E,
                  llvm::function_ref<unsigned(unsigned)> AxisOf);
  bool isNumber(const Variable &V) const { return Known.contains(V); }
  bool isNotNegative(const IndexExpr &E) const;

  /// The ranges of the variables in \p Conditions and \p Index.
  std::vector<IndexExpr> rangesIn(llvm::ArrayRef<IndexExpr> Conditions,
                                  const IndexExpr &Index) const;

private:
  struct Number {
    std::optional<unsigned> Axis;    ///< of a lane
    std::optional<IndexExpr> Extent; ///< nothing if not known
    std::optional<IndexExpr> Covers;
    /// A joined one is Block * Size + Lane.
    struct Parts {
      IndexExpr Block, Size, Lane;
    };
    std::optional<Parts> Of;
  };

  IndexExpr add(llvm::StringRef Name, Number N);
  const Number *numberOf(const IndexExpr &E) const;
  /// The block's number if \p Start is the start of the block of \p Lane.
  std::optional<IndexExpr> blockBefore(const IndexExpr &Start,
                                       const IndexExpr &Lane) const;

  Fresh MakeVariable;
  std::map<Variable, Number> Known;
  std::vector<IndexExpr> Made; ///< in the order they were
  std::map<unsigned, IndexExpr> Programs;
};

} // namespace aoti_tidy

#endif
