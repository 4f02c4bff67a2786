// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C++ types that libtorch's tensors are made with.
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_TENSORTYPES_H
#define AOTI_TIDY_CHECKS_LIB_CXX_TENSORTYPES_H

#include "checks/lib/tensor/TensorOps.h"
#include "clang/AST/ASTContext.h"

namespace clang::tidy::aoti {

/// What the elements of a container are, as far as they are followed.
enum class ElementKind { None, Tensor, Size };

/// Of std::vector, std::array, c10::ArrayRef and their like.
ElementKind elementKindOf(QualType Container);
/// Null if \p Container is none of them.
QualType elementType(QualType Container);
bool isArrayRef(QualType T);

/// An integer or c10::SymInt.
bool isSize(QualType T);
bool isOptional(QualType T);
bool isNullopt(QualType T);
/// c10::Device or c10::DeviceType
bool isDevice(QualType T);
/// c10::ScalarType or caffe2::TypeMeta
bool isDType(QualType T);

/// Whether values of that type are followed at all.
bool isFollowed(QualType T);

/// The type of a tensor of such numbers: at::kInt of int.
std::optional<aoti_tidy::DType> typeOfNumber(QualType T, const ASTContext &Ctx);

/// The device or type that an enumerator of c10 stands for. NoValue for a
/// layout that tensors have by default, UnknownValue for what is not modelled.
aoti_tidy::Value valueOfEnumerator(const EnumDecl &Enum,
                                   const llvm::APSInt &Int);

} // namespace clang::tidy::aoti

#endif
