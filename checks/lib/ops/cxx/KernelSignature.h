// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_KERNELSIGNATURE_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_KERNELSIGNATURE_H

#include "checks/lib/torch/OpSchema.h"
#include "clang/AST/Decl.h"

namespace aoti_tidy {

/// How a kernel takes an argument whose schema type is an int or a SymInt.
enum class ParameterForm {
  Other,
  Int,                   ///< int64_t
  OptionalInt,           ///< std::optional<int64_t>
  IntList,               ///< IntArrayRef, std::vector<int64_t>
  OptionalIntList,       ///< OptionalIntArrayRef, std::optional<IntArrayRef>
  SymInt,                ///< c10::SymInt, and lists and optionals of it
  RefusedSymInt,         ///< const c10::SymInt &: no kernel can be made of it
  RefusedOptionalSymInt, ///< const std::optional<c10::SymInt> &
  RefusedSymIntList,     ///< std::vector<c10::SymInt>
};

ParameterForm formOf(clang::QualType T);

/// Whether the parameter takes plain ints.
bool isConcrete(ParameterForm Form);

/// Whether torch's registration does not compile with such a parameter.
bool isRefused(ParameterForm Form);

/// What to write instead of a concrete or refused form: "c10::SymIntArrayRef".
llvm::StringRef symbolicTypeFor(ParameterForm Form);

/// What the schema says for it: "SymInt[]".
llvm::StringRef schemaTypeFor(ParameterForm Form);

/// A tensor, an optional or list of them, or a reference to one.
bool takesTensor(clang::QualType T);

/// The position in the schema of the argument that parameter \p Index takes;
/// nothing for a leading DispatchKeySet.
std::optional<unsigned> schemaIndexOf(const clang::FunctionDecl *Kernel,
                                      unsigned Index);

/// The arguments and returns that torch infers for m.def("name", Kernel), as
/// far as ints, SymInts and tensors go; the name is left to the caller.
OpSchema inferSchema(const clang::FunctionDecl *Kernel);

} // namespace aoti_tidy

#endif
