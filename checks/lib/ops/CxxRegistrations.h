// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXXREGISTRATIONS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXXREGISTRATIONS_H

#include "checks/lib/ops/OpTable.h"
#include "checks/lib/ops/RegistrationMacros.h"

namespace aoti_tidy {

/// A kernel whose function is known by its name only.
struct NamedKernel {
  KernelFact Fact;                ///< without the function's symbol
  std::vector<std::string> Names; ///< in full; it has one of them
  /// Of its declaration, if the registering file itself has one.
  std::optional<unsigned> Parameters = {};
  bool IsDefinedHere = false; ///< then no other file's function is meant
  bool IsGuess = false;       ///< from how the macro of the block is called
};

/// What a C++ file registers, read without a parser: of files that are not
/// linted, and of those whose own macros the compiler does not know.
struct CxxRegistrations {
  OpFacts Facts; ///< schemas and fakes
  std::vector<NamedKernel> Kernels;
  /// Words of code that may register more.
  std::vector<std::string> Unread;
};

/// \p File is the absolute path of what \p Words are of, \p Registering what
/// registeringMacros() says. A block after a macro that is called like torch's
/// own (TORCH_LIBRARY_IMPL_EXPAND) is read as if it were one.
CxxRegistrations readCxxRegistrations(const CxxWords &Words,
                                      const CxxMacros &Macros,
                                      const llvm::StringSet<> &Registering,
                                      llvm::StringRef File);

} // namespace aoti_tidy

#endif
