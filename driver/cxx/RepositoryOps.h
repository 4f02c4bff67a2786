// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_REPOSITORYOPS_H
#define AOTI_TIDY_DRIVER_CXX_REPOSITORYOPS_H

#include "checks/lib/ops/CxxRegistrations.h"
#include "driver/base/Isolation.h"
#include "driver/base/RepositoryFiles.h"

namespace aoti_tidy {

/// A text to read for what it registers, and how it is called.
struct SourceText {
  std::string File, Text;
};

/// Operator facts from files that no compiler has read.
struct RepositoryOps {
  OpFacts Facts; ///< schemas and fakes
  std::vector<NamedKernel> Kernels;
  std::vector<std::string> Unread; ///< words of code that may say more
  std::vector<std::string> Python; ///< files that register operators
  bool IsWhole = true;
};

/// Reads the files of \p Files but those of the run, \p Linted, and \p Own:
/// linted texts that the compiler has not understood. Only facts come of it:
/// what is wrong in these files is not looked for.
RepositoryOps readRepositoryOps(const RepositoryFiles &Files,
                                llvm::ArrayRef<std::string> Linted,
                                llvm::ArrayRef<SourceText> Own,
                                const IsolationSettings &Apart);

} // namespace aoti_tidy

#endif
