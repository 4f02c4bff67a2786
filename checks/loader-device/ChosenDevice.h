// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LOADER_DEVICE_CHOSENDEVICE_H
#define AOTI_TIDY_CHECKS_LOADER_DEVICE_CHOSENDEVICE_H

#include "checks/lib/hosts/AotiApi.h"

namespace aoti_tidy {

/// A device that may have an index which only the program's run decides.
struct ChosenDevice {
  std::string Name; ///< "device_", "torch::Device(torch::kCUDA, rank)"
  clang::SourceLocation At;
};

/// The function, no lambda, that \p C stands in; null if it stands in none.
const clang::FunctionDecl *functionOf(const Construction &C,
                                      clang::ASTContext &Ctx);

/// The device that \p Function, the class that it is a method of, or the one that
/// keeps the loader has beside \p C, which it makes: a parameter, a member, one
/// that is made there. None of which the file shows that it is a type of devices
/// alone ("cuda").
std::optional<ChosenDevice> deviceBeside(const Construction &C,
                                         const clang::FunctionDecl &Function,
                                         clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
