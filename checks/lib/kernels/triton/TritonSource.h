// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONSOURCE_H
#define AOTI_TIDY_CHECKS_LIB_KERNELS_TRITON_TRITONSOURCE_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// A Triton kernel's source, which a wrapper has in a comment of its launcher,
/// call_NAME().
struct TritonSource {
  std::string Kernel;  ///< NAME
  std::string Text;    ///< Python; what all lines are indented by is taken off
  unsigned Line = 1;   ///< in the wrapper, of Text's first line; from 1
  unsigned Indent = 0; ///< bytes that were taken off each line

  struct Parameter {
    std::string Name;
    bool IsTensor = false;
  };
  /// The parameters of call_NAME(), without those that say where and how to
  /// launch.
  std::vector<Parameter> Parameters;
  /// The body of call_NAME() up to the launch: "uint32_t grid_0 = xnumel; ...".
  std::string Launch;
};

/// In the order of \p Wrapper, the first of each name. A comment that is not
/// closed ends with the text.
std::vector<TritonSource> tritonSources(llvm::StringRef Wrapper);

} // namespace aoti_tidy

#endif
