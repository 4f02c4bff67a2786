// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONVALUE_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONVALUE_H

#include "checks/lib/kernels/RealArithmetic.h"

namespace aoti_tidy {

struct TritonAddress {
  unsigned Parameter = 0;
  IndexExpr Offset = 0; ///< in elements
};

/// "tl.int64", "tl.float32"
struct TritonType {
  enum class Kind { Bool, Integer, Real };
  Kind Is = Kind::Integer;
  unsigned Bits = 64;
  bool IsSigned = true;

  /// Reads "int64", "i64", "fp32", "float32", "bf16".
  static std::optional<TritonType> parse(llvm::StringRef Name);
};

/// The value of an expression in a Triton kernel; a block's elements are in
/// terms of its lanes' variables.
struct TritonValue {
  struct None {};
  using Tuple = std::shared_ptr<const std::vector<TritonValue>>;

  std::variant<std::monostate, IndexExpr, KernelReal, TritonAddress, Tuple,
               None>
      Is;
  /// The type of an integer, if known; the compiler's constants have none.
  std::optional<IntegerType> Type;
  bool IsDouble = false; ///< a float64

  TritonValue() = default;
  TritonValue(IndexExpr E) : Is(std::move(E)) {}
  TritonValue(KernelReal R) : Is(std::move(R)) {}
  TritonValue(TritonAddress A) : Is(std::move(A)) {}
  static TritonValue none() {
    TritonValue V;
    V.Is = None();
    return V;
  }
  static TritonValue tuple(std::vector<TritonValue> Of) {
    TritonValue V;
    V.Is = std::make_shared<const std::vector<TritonValue>>(std::move(Of));
    return V;
  }

  const IndexExpr *number() const { return std::get_if<IndexExpr>(&Is); }
  const KernelReal *real() const { return std::get_if<KernelReal>(&Is); }
  const TritonAddress *address() const {
    return std::get_if<TritonAddress>(&Is);
  }
  const std::vector<TritonValue> *elements() const {
    const Tuple *T = std::get_if<Tuple>(&Is);
    return T ? T->get() : nullptr;
  }
  bool isNone() const { return std::holds_alternative<None>(Is); }
  bool isUnknown() const { return std::holds_alternative<std::monostate>(Is); }

  friend bool operator==(const TritonValue &A, const TritonValue &B);
};

} // namespace aoti_tidy

#endif
