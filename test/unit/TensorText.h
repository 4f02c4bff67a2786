// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_TENSORTEXT_H
#define AOTI_TIDY_TEST_UNIT_TENSORTEXT_H

#include "checks/lib/tensor/TensorValue.h"
#include "fmt/format.h"

namespace aoti_tidy {

inline std::string text(const Extent &E) {
  return E ? std::to_string(*E) : "?";
}

inline std::string text(const std::vector<Extent> &List) {
  std::string All;
  for (const Extent &E : List)
    All += (All.empty() ? "" : ", ") + text(E);
  return "[" + All + "]";
}

inline std::string text(const DeviceValue &D) {
  std::string Result = D.Type.empty() ? "variable" : D.Type;
  if (D.IndexKind == DeviceValue::Index::Literal)
    Result += fmt::format(":{}", D.IndexValue);
  else if (D.IndexKind == DeviceValue::Index::AtRunTime)
    Result += ":?";
  return Result;
}

/// "cpu float32 [8, 10] contiguous"; '?' for what is not known.
inline std::string text(const TensorValue &T) {
  std::string Order = "?";
  if (T.Order.Value == TensorValue::Layout::Contiguous)
    Order = "contiguous";
  else if (T.Order.Value == TensorValue::Layout::Strided)
    Order = "strided " + text(T.Strides);
  return fmt::format("{} {} {} {}", T.Device ? text(T.Device->Value) : "?",
                     T.Type ? name(T.Type->Value).str() : "?",
                     T.Sizes ? text(T.Sizes->Value) : "?", Order);
}

/// One for each way: "cpu float32 [2] contiguous | cuda float32 [2] contiguous"
inline std::string text(const TensorValues &Ways) {
  std::string All;
  for (const TensorValue &T : Ways)
    All += (All.empty() ? "" : " | ") + text(T);
  return All.empty() ? "unknown" : All;
}

} // namespace aoti_tidy

#endif
