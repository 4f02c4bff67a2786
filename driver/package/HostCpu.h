// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_HOSTCPU_H
#define AOTI_TIDY_DRIVER_PACKAGE_HOSTCPU_H

#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// The words of AOTI_CPU_ISA ("AVX512 AVX512_VNNI") that a CPU with \p Features
/// (LLVM's names) lacks; nothing if a word is unknown.
std::optional<std::vector<std::string>>
missingOfIsa(llvm::StringRef Isa, const llvm::StringMap<bool> &Features);

/// Whether this CPU can run a model for \p Machine ("x86_64"): "this CPU has
/// it"; empty if unknown.
std::string isaHere(llvm::StringRef Machine, llvm::StringRef Isa);

} // namespace aoti_tidy

#endif
