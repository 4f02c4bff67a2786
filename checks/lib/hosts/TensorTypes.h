// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C++ types that libtorch's tensors are made with.
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_TENSORTYPES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_TENSORTYPES_H

#include "checks/lib/tensor/TensorOps.h"
#include "clang/AST/ASTContext.h"

namespace aoti_tidy {

/// The kind of a container's elements, as far as they are followed.
enum class ElementKind { None, Tensor, Size };

/// The kind for std::vector, std::array, c10::ArrayRef and their like, and tuples.
ElementKind elementKindOf(clang::QualType Container);
/// Null if \p Container is none of them.
clang::QualType elementType(clang::QualType Container);
bool isArrayRef(clang::QualType T);

/// std::reference_wrapper<T>, std::pair<T &, U>: whoever has it can change what
/// it refers to.
bool holdsReferences(clang::QualType T);

/// std::pair or std::tuple with a tensor in it: a list whose elements that are
/// no tensors are not known.
bool isTensorTuple(clang::QualType T);
/// A plain struct of the program with tensors or devices in it: as a tuple of its
/// members, a device being a tensor of which no more is known.
bool isTensorStruct(clang::QualType T);
/// A tensor or a device: what members of such a struct are followed of.
bool isPart(clang::QualType T);
/// Whether \p T keeps tensors: a list of known or unknown length, a tuple.
bool holdsTensors(clang::QualType T);
/// How many elements every value of \p T has; nothing if that may differ.
std::optional<unsigned> fixedLengthOf(clang::QualType T);

/// An integer or c10::SymInt.
bool isSize(clang::QualType T);
/// bool
bool isTruth(clang::QualType T);
bool isOptional(clang::QualType T);
bool isNullopt(clang::QualType T);
/// The optional whose value \p E gives: "x" of '*x', 'x.value()' and 'x->cuda()'.
/// Null if \p E is something else.
const clang::Expr *optionalBehind(const clang::Expr *E);
/// c10::Device or c10::DeviceType
bool isDevice(clang::QualType T);
/// c10::ScalarType or caffe2::TypeMeta
bool isDType(clang::QualType T);

/// Whether values of that type are followed at all.
bool isFollowed(clang::QualType T);

/// The type of a tensor of such numbers: at::kInt of int.
std::optional<DType> typeOfNumber(clang::QualType T,
                                  const clang::ASTContext &Ctx);

/// The device or type that an enumerator of c10 stands for. NoValue for a
/// layout that tensors have by default, UnknownValue for what is not modelled.
Value valueOfEnumerator(const clang::EnumDecl &Enum, const llvm::APSInt &Int);

} // namespace aoti_tidy

#endif
