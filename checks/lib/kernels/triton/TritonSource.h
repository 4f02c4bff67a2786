// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONSOURCE_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONSOURCE_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// The source of a Triton kernel, which a wrapper carries in a comment of the
/// function that launches it, call_NAME().
struct TritonSource {
  std::string Kernel;  ///< NAME
  std::string Text;    ///< Python; what all lines are indented by is taken off
  unsigned Line = 1;   ///< in the wrapper, of Text's first line; from 1
  unsigned Indent = 0; ///< bytes that were taken off each line

  struct Parameter {
    std::string Name;
    bool IsTensor = false;
  };
  /// Of call_NAME(), without those that say where and how to launch.
  std::vector<Parameter> Parameters;
  /// What call_NAME() does up to the launch: "uint32_t grid_0 = xnumel; ...".
  std::string Launch;
};

/// The Triton kernels in \p Wrapper, in the order of the text; of several of a
/// name the first. A comment that is not closed ends with the text.
std::vector<TritonSource> tritonSources(llvm::StringRef Wrapper);

} // namespace aoti_tidy

#endif
