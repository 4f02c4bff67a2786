// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_FUZZ_FUZZ_H
#define AOTI_TIDY_TEST_FUZZ_FUZZ_H

#include "llvm/ADT/StringRef.h"

// The targets. A text has a null character behind its end, as LLVM's buffers have.
namespace aoti_tidy {

void fuzzPackage(llvm::StringRef Text);
void fuzzLibrary(llvm::StringRef Text);
void fuzzWrapper(llvm::StringRef Text);
/// A wrapper, and behind a line '//--- kernel.cpp' its kernels.
void fuzzEmitted(llvm::StringRef Text);
/// Where the claim is wrong of a prover that decides, Z3 says so.
void fuzzProver(llvm::StringRef Text);
/// \p File: its name tells the language.
void fuzzScript(llvm::StringRef Text, llvm::StringRef File);
void fuzzSuppressions(llvm::StringRef Text);
/// The text of a .clang-tidy.
void fuzzConfiguration(llvm::StringRef Text);
void fuzzLog(llvm::StringRef Text);

/// Ends the run, so that libFuzzer keeps the input, if a promise was broken.
inline void promise(bool Held) {
  if (!Held)
    __builtin_trap();
}

} // namespace aoti_tidy

#endif
