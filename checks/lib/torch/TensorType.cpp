// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/TensorType.h"
#include "llvm/Support/ErrorHandling.h"

namespace aoti_tidy {

llvm::StringRef name(DType T) {
  switch (T) {
#define AOTI_DTYPE(ENUMERATOR, AT, PYTHON, SHORT, SIZE)                        \
  case DType::ENUMERATOR:                                                      \
    return PYTHON;
#include "checks/lib/torch/TensorTypes.def"
  }
  llvm_unreachable("a type without a case");
}

std::string cppName(DType T) {
  switch (T) {
#define AOTI_DTYPE(ENUMERATOR, AT, PYTHON, SHORT, SIZE)                        \
  case DType::ENUMERATOR:                                                      \
    return "at::" #AT;
#include "checks/lib/torch/TensorTypes.def"
  }
  llvm_unreachable("a type without a case");
}

unsigned elementSize(DType T) {
  switch (T) {
#define AOTI_DTYPE(ENUMERATOR, AT, PYTHON, SHORT, SIZE)                        \
  case DType::ENUMERATOR:                                                      \
    return SIZE;
#include "checks/lib/torch/TensorTypes.def"
  }
  llvm_unreachable("a type without a case");
}

bool isFloatingPoint(DType T) {
  switch (T) {
  case DType::Half:
  case DType::Float:
  case DType::Double:
  case DType::BFloat16:
  case DType::Float8_e5m2:
  case DType::Float8_e4m3fn:
  case DType::Float8_e5m2fnuz:
  case DType::Float8_e4m3fnuz:
  case DType::Float8_e8m0fnu:
    return true;
  default:
    return false;
  }
}

bool isComplex(DType T) {
  return T == DType::ComplexHalf || T == DType::ComplexFloat ||
         T == DType::ComplexDouble;
}

std::optional<DType> parseDType(llvm::StringRef Name) {
  if (Name.empty())
    return std::nullopt;
#define AOTI_DTYPE(ENUMERATOR, AT, PYTHON, SHORT, SIZE)                        \
  if (Name == #ENUMERATOR || Name == #AT || Name == (PYTHON) ||                \
      Name == (SHORT))                                                         \
    return DType::ENUMERATOR;
#include "checks/lib/torch/TensorTypes.def"
  return std::nullopt;
}

} // namespace aoti_tidy
