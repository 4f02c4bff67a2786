// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_TENSOREDITS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_TENSOREDITS_H

#include "checks/lib/torch/TensorType.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include <optional>

namespace aoti_tidy {

// Edits of the expression that makes or moves a tensor. Nothing where more than
// one edit would be needed, or where a macro would be edited.

/// Makes it on that type of device: 'torch::kCPU' -> 'torch::kCUDA', "cuda:1"
/// -> "cpu", '.cuda()' -> '.cpu()', 'at::zeros({2})' ->
/// 'at::zeros({2}, at::kCUDA)'. Not if the host reads or fills its memory:
/// 'x.data_ptr<float>()'.
std::optional<clang::FixItHint> changeDevice(const clang::Expr *Made,
                                             llvm::StringRef DeviceType,
                                             clang::ASTContext &Ctx);

/// Makes it of that type: 'torch::kLong' -> 'torch::kInt', 'at::zeros({2})' ->
/// 'at::zeros({2}, at::kLong)'.
std::optional<clang::FixItHint> changeType(const clang::Expr *Made, DType Type,
                                           clang::ASTContext &Ctx);

/// 'x.t()' -> 'x.t().contiguous()'
std::optional<clang::FixItHint> appendContiguous(const clang::Expr *Made,
                                                 clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
