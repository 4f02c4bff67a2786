// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_HOSTCPU_H
#define AOTI_TIDY_DRIVER_PACKAGE_HOSTCPU_H

#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// The words of \p Isa, what a package records as AOTI_CPU_ISA ("AVX512
/// AVX512_VNNI"), that a CPU with \p Features, by LLVM's names, does not have.
/// Nothing if a word is not known.
std::optional<std::vector<std::string>>
missingOfIsa(llvm::StringRef Isa, const llvm::StringMap<bool> &Features);

/// Whether the CPU that this program runs on has what a model was compiled for
/// on \p Machine ("x86_64"): "this CPU has it"; empty if that cannot be said.
std::string isaHere(llvm::StringRef Machine, llvm::StringRef Isa);

} // namespace aoti_tidy

#endif
