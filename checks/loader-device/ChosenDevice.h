// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LOADER_DEVICE_CHOSENDEVICE_H
#define AOTI_TIDY_CHECKS_LOADER_DEVICE_CHOSENDEVICE_H

#include "checks/lib/hosts/AotiApi.h"

namespace aoti_tidy {

/// A device that may have an index which only the program's run decides.
struct ChosenDevice {
  std::string Name; ///< "device_", "torch::Device(torch::kCUDA, rank)"
  clang::SourceLocation At;
  /// Where the same function gives it to another model; invalid: nowhere.
  clang::SourceLocation GivenAt = {};
};

/// The function, no lambda, that \p Made stands in; null if it stands in none.
const clang::FunctionDecl *functionOf(const clang::Expr &Made,
                                      clang::ASTContext &Ctx);

/// The device that \p Function, the class that it is a method of, or the one that
/// keeps the loader has beside \p Made, the loader that it makes or takes: a
/// parameter, a member, one that is made there. None of which the file shows that
/// it is a type of devices alone ("cuda"). Of other models it knows torch::jit's.
std::optional<ChosenDevice> deviceBeside(const clang::Expr &Made,
                                         const clang::FunctionDecl &Function,
                                         clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
