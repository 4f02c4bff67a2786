// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_INDEXEXPR_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_INDEXEXPR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// What stands for an integer that a kernel computes with.
enum class VariableKind {
  Symbol, ///< a size: of an input's dimension, or what the wrapper computes
  Loop,   ///< a loop's counter, the lane of a vector, a program's id
  Loaded, ///< what a kernel reads from memory: an index that the model is given
  Item,   ///< what the wrapper reads from a tensor: x.item()
  /// What a kernel makes by means that are not modelled: from floating-point
  /// numbers, say. What is proved for all of its values holds; a witness shows
  /// something only if it refutes the claim without a value for it.
  Computed,
};

struct Variable {
  std::string Name; ///< as the code has it: "ks0", "x1", "tmp0"; unique
  VariableKind Kind = VariableKind::Symbol;

  friend auto operator<=>(const Variable &, const Variable &) = default;
};

/// An integer expression, or a condition, over the variables of a kernel.
/// Immutable and shared. Integers are mathematical, without overflow.
class IndexExpr {
public:
  enum class Op {
    Constant,
    Variable,
    /// What is larger than MaxSize or deeper than MaxDepth: any integer, or
    /// none, and not even the same as itself.
    TooLarge,
    // Integers; Add and Mul take two operands or more.
    Add,
    Mul,
    FloorDiv, ///< rounds down: c10::div_floor_integer, Python's //
    TruncDiv, ///< rounds to zero: C's /
    FloorMod, ///< the sign of the divisor: Python's %
    TruncMod, ///< the sign of the dividend: C's %
    Min,
    Max,
    Abs,
    Select, ///< condition ? a : b
    // Conditions.
    True,
    Less,
    LessEqual,
    Equal,
    And,
    Or,
    Not,
  };

  /// Far more than Inductor emits. Within these, going through all of an
  /// expression is cheap, and needs little of the stack.
  static constexpr unsigned MaxSize = 4096, MaxDepth = 400;

  IndexExpr(int64_t Constant); // NOLINT(google-explicit-constructor)
  static IndexExpr variable(Variable V);
  /// Simplifies a little, so that equal structure is worth asking for:
  /// constants are folded and stand first, sums and products are flat, like
  /// terms of a sum are one. Never gives a value to what has none. An integer
  /// among conditions means "is not 0", a condition among integers is 0 or 1.
  /// TooLarge, if that is what one of \p Of or the result is.
  static IndexExpr make(Op O, std::vector<IndexExpr> Of);
  static IndexExpr always() { return make(Op::True, {}); }

  Op op() const;
  int64_t constant() const;         ///< of a Constant
  const Variable &variable() const; ///< of a Variable
  llvm::ArrayRef<IndexExpr> operands() const;
  bool isCondition() const { return op() >= Op::True; }
  bool isTooLarge() const { return op() == Op::TooLarge; }
  /// How many operations, constants and variables it is written with.
  unsigned size() const;

  /// Its value if the variables have those of \p Of; a condition's is 0 or 1.
  /// Nothing for a division by zero, an overflow, or a variable without a
  /// value.
  std::optional<int64_t> evaluate(
      llvm::function_ref<std::optional<int64_t>(const Variable &)> Of) const;

  /// What \p O makes of its operands' values, one of them as evaluate() has it.
  /// Select, And and Or do without the values of operands that C++ would not
  /// compute.
  static std::optional<int64_t>
  apply(Op O, llvm::ArrayRef<std::optional<int64_t>> Of);

  /// Whether it has a value whatever the variables' are: no divisor can be 0.
  bool isTotal() const;

  /// With each variable that \p By gives something for replaced.
  IndexExpr substitute(
      llvm::function_ref<std::optional<IndexExpr>(const Variable &)> By) const;

  /// With each part of it that is \p Part replaced.
  IndexExpr replace(const IndexExpr &Part, const IndexExpr &By) const;

  /// Calls \p Visit for each variable in it, perhaps more than once.
  void forEachVariable(llvm::function_ref<void(const Variable &)> Visit) const;

  /// As C++ has it, with the variables' names: "-1 + ks0 + ks0*x0".
  std::string str() const;

  friend bool operator==(const IndexExpr &, const IndexExpr &); ///< structure
  struct Hasher {
    size_t operator()(const IndexExpr &E) const { return E.hash(); }
  };

private:
  struct Node;
  size_t hash() const;
  static IndexExpr tooLarge();
  explicit IndexExpr(std::shared_ptr<const Node> N) : N(std::move(N)) {}
  std::shared_ptr<const Node> N;
};

IndexExpr operator+(const IndexExpr &, const IndexExpr &);
IndexExpr operator-(const IndexExpr &, const IndexExpr &);
IndexExpr operator*(const IndexExpr &, const IndexExpr &);
// Conditions, named since == is structure.
IndexExpr less(const IndexExpr &, const IndexExpr &);
IndexExpr lessEqual(const IndexExpr &, const IndexExpr &);
IndexExpr equal(const IndexExpr &, const IndexExpr &);
IndexExpr negation(const IndexExpr &);
IndexExpr both(const IndexExpr &, const IndexExpr &);
IndexExpr either(const IndexExpr &, const IndexExpr &);
/// "is not 0", of an integer.
IndexExpr asCondition(const IndexExpr &);

} // namespace aoti_tidy

#endif
