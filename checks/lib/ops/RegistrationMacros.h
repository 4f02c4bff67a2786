// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_REGISTRATIONMACROS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_REGISTRATIONMACROS_H

#include "checks/lib/ops/CxxWords.h"
#include "llvm/ADT/StringSet.h"

namespace aoti_tidy {

/// Whether a text may register operators, by its words. Fast.
bool mayRegisterCxxOps(llvm::StringRef Text);

/// Whether a header may have macros for what stands in such a block.
bool mayDefineRegistrations(llvm::StringRef Text);

/// Whether \p M begins a block of registrations, so that a file that uses it
/// need not have any of torch's words.
bool opensLibrary(const CxxMacro &M);

/// The macros that register something where they are used, by themselves or by
/// others, of which \p Around are known. Not torch's own.
llvm::StringSet<> registeringMacros(const CxxMacros &Macros,
                                    const llvm::StringSet<> &Around = {});

/// CHECK, TORCH_LIBRARY, not a function's or a type's name.
bool isMacroName(llvm::StringRef Name);

/// A macro that begins a block of registrations by its name.
bool isLibraryMacro(const CxxWord &W);

/// Those of torch/library.h; what others are is a guess from their names.
bool isTorchMacro(llvm::StringRef Name);

} // namespace aoti_tidy

#endif
