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

/// What a CPU has.
struct TargetCpu {
  std::string Machine; ///< "x86_64", as AOTI_MACHINE has it
  llvm::StringMap<bool> Features;
};
/// The CPU or the level that compilers call \p Name ("x86-64-v3"); nothing if
/// LLVM knows none.
std::optional<TargetCpu> cpuNamed(llvm::StringRef Name);

/// Whether kernels for the architecture \p Compiled ("86") load on \p Gpu
/// ("89"): the same major number, and none that is newer.
bool runsOnGpu(llvm::StringRef Compiled, llvm::StringRef Gpu);

/// Whether this CPU can run a model for \p Machine ("x86_64"): "this CPU has
/// it"; empty if unknown.
std::string isaHere(llvm::StringRef Machine, llvm::StringRef Isa);

} // namespace aoti_tidy

#endif
