// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_TENSORTYPE_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_TENSORTYPE_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace aoti_tidy {

/// c10::ScalarType without quantised types.
enum class DType {
#define AOTI_DTYPE(ENUMERATOR, AT, PYTHON, SHORT, SIZE) ENUMERATOR,
#include "checks/lib/torch/TensorTypes.def"
};

/// "float32"
llvm::StringRef name(DType T);

/// "at::kFloat"
std::string cppName(DType T);

/// In bytes.
unsigned elementSize(DType T);

bool isFloatingPoint(DType T);
bool isComplex(DType T);

/// From any spelling of torch without namespace: "kFloat", "Float", "float32",
/// "float" (which in torch is float32).
std::optional<DType> parseDType(llvm::StringRef Name);

} // namespace aoti_tidy

#endif
