// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_SYMBOLICVALUE_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_SYMBOLICVALUE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace aoti_tidy::python {

/// The value of an expression where sizes are symbols: what it owes to the
/// tensors and sizes that its function is given.
struct SymbolicValue {
  enum class Kind : uint8_t {
    Unknown,
    None,
    Constant, ///< a number or a truth value of the text
    Size,     ///< x.shape[0], or a number that is computed from sizes
    Datum,    ///< x.sum().item(), x > 3: a number that is in a tensor
    Tensor,
    List, ///< a list, a tuple, a shape
  };

  Kind Is = Kind::Unknown;
  /// For a Size or Constant: certainly an integer, no quotient or root.
  bool IsInteger = false;
  /// For a Size: its number tells the number of a dimension ('2 * n + 1', but
  /// not 'n // 2'), so that export fixes the dimension with it.
  bool IsDimension = false;
  /// For a Constant.
  std::optional<bool> Truth;
  /// For a Tensor: its data are computed from given tensors.
  bool HasData = false;
  /// For a Tensor: its sizes are those of a given tensor, in some order.
  bool HasSizes = false;
  /// For a Tensor: the model has it once, so that its sizes stay.
  bool IsOfModel = false;
  /// For a List: each element is at its place. Else the elements are the values
  /// that may be anywhere in it, any number of times.
  bool IsCounted = false;
  /// The parameter that is this 'int' or 'int[]', if the schema says so.
  std::optional<unsigned> SchemaInt;
  /// The elements of a List; the sizes that a Tensor is made with.
  std::shared_ptr<const std::vector<SymbolicValue>> Elements;

  bool is(Kind K) const { return Is == K; }
  bool isTensorWithData() const { return is(Kind::Tensor) && HasData; }
  /// A tensor with sizes that may vary.
  bool isSized() const { return is(Kind::Tensor) && HasSizes && !IsOfModel; }
  llvm::ArrayRef<SymbolicValue> elements() const {
    return Elements ? llvm::ArrayRef(*Elements)
                    : llvm::ArrayRef<SymbolicValue>();
  }
  /// A list, of which each element is a size.
  bool isSizes() const;
  /// A list, of which some element is a size.
  bool hasSizes() const;
  /// A size, or a list that has one, however deep.
  bool isMadeOfSizes(unsigned Depth = 0) const;
  /// The element at \p Index, from the back if it is negative.
  SymbolicValue at(int64_t Index) const;
  /// The sizes of a Tensor, as a List.
  SymbolicValue shape() const;

  static SymbolicValue constant(bool IsInteger,
                                std::optional<bool> Truth = std::nullopt);
  static SymbolicValue size(bool IsInteger, bool IsDimension);
  static SymbolicValue of(Kind K) {
    SymbolicValue Result;
    Result.Is = K;
    return Result;
  }
  static SymbolicValue datum() { return of(Kind::Datum); }
  static SymbolicValue tensor(bool HasSizes);
  static SymbolicValue list(std::vector<SymbolicValue> Elements,
                            bool IsCounted);
  /// A value that is one or the other, as a name is behind an 'if'.
  static SymbolicValue join(const SymbolicValue &A, const SymbolicValue &B);
  /// The value that stands for each element in a loop over the list.
  SymbolicValue anyElement() const;
};

} // namespace aoti_tidy::python

#endif
