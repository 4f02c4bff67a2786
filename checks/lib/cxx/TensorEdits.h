// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_TENSOREDITS_H
#define AOTI_TIDY_CHECKS_LIB_CXX_TENSOREDITS_H

#include "checks/lib/torch/TensorType.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include <optional>

namespace clang::tidy::aoti {

// Edits of the expression that makes or moves a tensor. Nothing where more than
// one edit would be needed, or where a macro would be edited.

/// Makes it on that type of device: 'torch::kCPU' -> 'torch::kCUDA', "cuda:1"
/// -> "cpu", '.cuda()' -> '.cpu()', 'at::zeros({2})' ->
/// 'at::zeros({2}, at::kCUDA)'.
std::optional<FixItHint> changeDevice(const Expr *Made, StringRef DeviceType,
                                      ASTContext &Ctx);

/// Makes it of that type: 'torch::kLong' -> 'torch::kInt', 'at::zeros({2})' ->
/// 'at::zeros({2}, at::kLong)'.
std::optional<FixItHint> changeType(const Expr *Made, aoti_tidy::DType Type,
                                    ASTContext &Ctx);

/// 'x.t()' -> 'x.t().contiguous()'
std::optional<FixItHint> appendContiguous(const Expr *Made, ASTContext &Ctx);

} // namespace clang::tidy::aoti

#endif
