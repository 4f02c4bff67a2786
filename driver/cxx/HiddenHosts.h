// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_HIDDENHOSTS_H
#define AOTI_TIDY_DRIVER_CXX_HIDDENHOSTS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// The macros that a source wants defined before it shows the compiler its loaders
/// and runners, each once: X of '#ifdef X', '#if X' or '#if defined(X)' around one,
/// and of '#ifndef X' with one behind '#else'. Without those that it defines itself,
/// that are the compiler's, or that are for other machines.
std::vector<std::string> macrosAroundHosts(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
