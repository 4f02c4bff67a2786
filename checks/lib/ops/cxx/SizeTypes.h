// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_SIZETYPES_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_SIZETYPES_H

#include "clang/AST/ASTContext.h"

namespace aoti_tidy {

/// The shapes that sizes of tensors come in.
enum class SizeForm {
  None,   ///< not a size, or not followed: an optional, a SmallVector
  Int,    ///< int64_t and other integers, c10::SymInt
  Array,  ///< IntArrayRef, SymIntArrayRef
  Vector, ///< std::vector
};

/// A type that can hold sizes, concrete or symbolic.
struct SizeType {
  SizeForm Form = SizeForm::None;
  bool Symbolic = false;

  bool isConcrete() const { return Form != SizeForm::None && !Symbolic; }
};

/// How \p T, references and cv aside, holds sizes.
SizeType sizeTypeOf(clang::QualType T);

/// Whether c10 has operators for a c10::SymInt and a value of type \p T that
/// need no choice between conversions: SymInt * long long is ambiguous.
bool mixesWithSymInt(clang::QualType T, clang::ASTContext &Ctx);

/// The sym_ form of \p F, declared next to it: x.size() has x.sym_size().
const clang::FunctionDecl *symFormOf(const clang::FunctionDecl *F,
                                     clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
