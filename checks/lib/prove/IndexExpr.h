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
#include <set>
#include <string>
#include <vector>

namespace aoti_tidy {

/// An integer of a kernel.
enum class VariableKind {
  Symbol, ///< a size: of an input's dimension, or what the wrapper computes
  Loop,   ///< a loop's counter, the lane of a vector, a program's id
  Loaded, ///< what a kernel reads from memory: an index that the model is given
  Item,   ///< what the wrapper reads from a tensor: x.item()
  /// Made by a kernel in ways that are not modelled, from floating-point
  /// numbers, say. Proofs hold for all its values; a witness counts only if it
  /// refutes the claim without one.
  Computed,
};

struct Variable {
  std::string Name; ///< as the code has it: "ks0", "x1", "tmp0"; unique
  VariableKind Kind = VariableKind::Symbol;

  friend auto operator<=>(const Variable &, const Variable &) = default;
};

/// Values that break a claim.
using Witness = std::map<Variable, int64_t>;

/// An integer expression or a condition over a kernel's variables. Immutable
/// and shared. Integers are mathematical, without overflow.
class IndexExpr {
public:
  enum class Op {
    Constant,
    Variable,
    /// Beyond MaxSize or MaxDepth: any integer or none, not even equal to
    /// itself.
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

  /// Far more than Inductor emits, and still cheap to traverse recursively.
  static constexpr unsigned MaxSize = 4096, MaxDepth = 400;

  IndexExpr(int64_t Constant); // NOLINT(google-explicit-constructor)
  static IndexExpr variable(Variable V);
  /// Simplifies a little, so that equal structure is worth asking for:
  /// constants are folded and first, sums and products are flat, like terms are
  /// joined. Never gives a value to what has none. An integer among conditions
  /// means "is not 0", a condition among integers is 0 or 1. TooLarge if an
  /// operand or the result is.
  static IndexExpr make(Op O, std::vector<IndexExpr> Of);
  static IndexExpr always() { return make(Op::True, {}); }

  Op op() const;
  int64_t constant() const;         ///< of a Constant
  const Variable &variable() const; ///< of a Variable
  llvm::ArrayRef<IndexExpr> operands() const;
  bool isCondition() const { return op() >= Op::True; }
  bool isTooLarge() const { return op() == Op::TooLarge; }
  /// Operations, constants and variables in it.
  unsigned size() const;

  /// Its value for those of \p Of, 0 or 1 for a condition; nothing for a
  /// division by zero, an overflow, or a variable without a value.
  std::optional<int64_t> evaluate(
      llvm::function_ref<std::optional<int64_t>(const Variable &)> Of) const;

  /// One operation, as in evaluate(); Select, And and Or need only the operands
  /// that C++ computes.
  static std::optional<int64_t>
  apply(Op O, llvm::ArrayRef<std::optional<int64_t>> Of);

  /// Whether no divisor can be 0.
  bool isTotal() const;

  /// Replaces each variable that \p By has something for.
  IndexExpr substitute(
      llvm::function_ref<std::optional<IndexExpr>(const Variable &)> By) const;

  IndexExpr replace(const IndexExpr &Part, const IndexExpr &By) const;

  /// Perhaps more than once each.
  void forEachVariable(llvm::function_ref<void(const Variable &)> Visit) const;

  /// As C++: "-1 + ks0 + ks0*x0".
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

/// The condition that always holds, or never.
IndexExpr truth(bool Holds);
IndexExpr both(const IndexExpr &, const IndexExpr &);
IndexExpr either(const IndexExpr &, const IndexExpr &);
/// What \p C demands, one by one.
void addConjuncts(const IndexExpr &C, std::vector<IndexExpr> &To);
/// "is not 0", of an integer.
IndexExpr asCondition(const IndexExpr &);

std::set<Variable> variablesOf(llvm::ArrayRef<IndexExpr> Exprs);
/// Whether \p E is \p Part or has it in it.
bool contains(const IndexExpr &E, const IndexExpr &Part);

} // namespace aoti_tidy

#endif
