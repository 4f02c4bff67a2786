// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEVICE_MISMATCH_CUDAUSES_H
#define AOTI_TIDY_CHECKS_DEVICE_MISMATCH_CUDAUSES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include <optional>

namespace aoti_tidy {

/// The device or stream guard of CUDA in \p Function that \p Run stands under,
/// if nothing else in the function has to do with CUDA; null otherwise.
const clang::VarDecl *onlyCudaGuard(const clang::FunctionDecl &Function,
                                    const clang::Expr &Run,
                                    const clang::SourceManager &SM);

/// Whether \p S uses something of CUDA: a stream, a kCUDA, a cuda function.
bool mentionsCuda(const clang::Stmt *S);

/// Whether \p Function may make another device the current one by a class or
/// function that the file does not define: 'DeviceScope scope(1)'.
bool mayChooseDevice(const clang::FunctionDecl &Function);

/// The index of the CUDA device that \p Stream is of; nothing if not known.
std::optional<int64_t> deviceIndexOfStream(const clang::Expr *Stream,
                                           clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
