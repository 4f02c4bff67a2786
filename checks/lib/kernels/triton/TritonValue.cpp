// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/triton/TritonValue.h"

using llvm::StringRef;

namespace aoti_tidy {

bool operator==(const TritonValue &A, const TritonValue &B) {
  if (const TritonAddress *P = A.address()) {
    const TritonAddress *Q = B.address();
    return Q && P->Parameter == Q->Parameter && P->Offset == Q->Offset;
  }
  const IndexExpr *X = A.number(), *Y = B.number();
  return X && Y ? *X == *Y : A.isNone() && B.isNone();
}

std::optional<TritonType> TritonType::parse(StringRef Name) {
  TritonType T;
  if (Name == "int1" || Name == "i1")
    return TritonType{Kind::Bool, 1, false};
  if (Name.starts_with("fp") || Name.starts_with("float") ||
      Name.starts_with("bf") || Name.starts_with("tf")) {
    T.Is = Kind::Real;
    T.Bits = Name.ends_with("64") ? 64 : Name.ends_with("32") ? 32 : 16;
    return T;
  }
  T.IsSigned = !(Name.consume_front("uint") || Name.consume_front("u"));
  if (T.IsSigned && !(Name.consume_front("int") || Name.consume_front("i")))
    return std::nullopt;
  if (Name.getAsInteger(10, T.Bits) ||
      (T.Bits != 8 && T.Bits != 16 && T.Bits != 32 && T.Bits != 64))
    return std::nullopt;
  return T;
}

} // namespace aoti_tidy
