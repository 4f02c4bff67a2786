// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXXREGISTRATIONS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXXREGISTRATIONS_H

#include "checks/lib/ops/OpTable.h"

namespace aoti_tidy {

/// A kernel whose function is known by its name only.
struct NamedKernel {
  KernelFact Fact;                ///< without the function's symbol
  std::vector<std::string> Names; ///< in full; it has one of them
  bool IsDefinedHere = false;     ///< then no other file's function is meant
};

/// The registrations of a C++ file, read without a parser. Used for files that are
/// not linted, and for those that the compiler did not understand completely.
struct CxxRegistrations {
  OpFacts Facts; ///< schemas and fakes
  std::vector<NamedKernel> Kernels;
  /// Words of code that may register more.
  std::vector<std::string> Unread;
};

/// Whether a text may register operators, by its words. Fast.
bool mayRegisterCxxOps(llvm::StringRef Text);

/// Reads the blocks of torch's own macros (TORCH_LIBRARY, STABLE_TORCH_LIBRARY
/// and their kin) outside of any #if. Arguments of other macros, and calls on
/// other libraries, become unread words. \p File is the absolute path of \p Text.
CxxRegistrations readCxxRegistrations(llvm::StringRef Text,
                                      llvm::StringRef File);

} // namespace aoti_tidy

#endif
