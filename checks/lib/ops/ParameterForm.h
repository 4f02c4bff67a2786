// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_PARAMETERFORM_H
#define AOTI_TIDY_CHECKS_LIB_OPS_PARAMETERFORM_H

#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// How a kernel takes an argument whose schema type is an int or a SymInt.
enum class ParameterForm {
  Other,
  Int,             ///< int64_t
  OptionalInt,     ///< std::optional<int64_t>
  IntList,         ///< IntArrayRef, std::vector<int64_t>
  OptionalIntList, ///< OptionalIntArrayRef, std::optional<IntArrayRef>
  SymInt,          ///< c10::SymInt, and lists and optionals of it
};

/// Whether the parameter takes a list of plain ints.
bool isConcreteList(ParameterForm Form);

/// Whether the parameter takes plain ints.
bool isConcrete(ParameterForm Form);

/// The type to write instead of a concrete form: "c10::SymIntArrayRef".
llvm::StringRef symbolicTypeFor(ParameterForm Form);

/// The schema's type for it: "SymInt[]".
llvm::StringRef schemaTypeFor(ParameterForm Form);

} // namespace aoti_tidy

#endif
