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
  switch (Form) {
  case ParameterForm::OptionalInt:
    return "std::optional<c10::SymInt>";
  case ParameterForm::IntList:
    return "c10::SymIntArrayRef";
  case ParameterForm::OptionalIntList:
    return "at::OptionalSymIntArrayRef";
  default:
    return "c10::SymInt";
  }
}

llvm::StringRef schemaTypeFor(ParameterForm Form) {
  switch (Form) {
  case ParameterForm::OptionalInt:
    return "SymInt?";
  case ParameterForm::IntList:
    return "SymInt[]";
  case ParameterForm::OptionalIntList:
    return "SymInt[]?";
  default:
    return "SymInt";
  }
}

} // namespace aoti_tidy
