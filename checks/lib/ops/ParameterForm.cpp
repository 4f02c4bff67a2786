// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/ParameterForm.h"

namespace aoti_tidy {

bool isConcreteList(ParameterForm Form) {
  return Form == ParameterForm::IntList ||
         Form == ParameterForm::OptionalIntList;
}

bool isConcrete(ParameterForm Form) {
  return Form == ParameterForm::Int || Form == ParameterForm::OptionalInt ||
         isConcreteList(Form);
}

llvm::StringRef symbolicTypeFor(ParameterForm Form) {
  static constexpr llvm::StringLiteral Types[] = {"c10::SymInt",
                                                  "c10::SymInt",
                                                  "std::optional<c10::SymInt>",
                                                  "c10::SymIntArrayRef",
                                                  "at::OptionalSymIntArrayRef",
                                                  "c10::SymInt"};
  return Types[static_cast<size_t>(Form)];
}

llvm::StringRef schemaTypeFor(ParameterForm Form) {
  static constexpr llvm::StringLiteral Types[] = {
      "SymInt", "SymInt", "SymInt?", "SymInt[]", "SymInt[]?", "SymInt"};
  return Types[static_cast<size_t>(Form)];
}

} // namespace aoti_tidy
