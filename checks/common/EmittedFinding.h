// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_EMITTEDFINDING_H
#define AOTI_TIDY_CHECKS_COMMON_EMITTEDFINDING_H

#include "checks/lib/emitted/KernelModel.h"

namespace aoti_tidy {

/// A message at a place of emitted code.
struct PlacedText {
  CodePlace At;
  std::string Text;
};

/// What there is to say of emitted code, for whatever front.
struct EmittedFinding {
  PlacedText Message;
  std::vector<PlacedText> Notes;
};

} // namespace aoti_tidy

#endif
