// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_WRAPPER_INDEXREPORT_H
#define AOTI_TIDY_CHECKS_WRAPPER_INDEXREPORT_H

#include "checks/wrapper/IndexSafety.h"

namespace aoti_tidy {

/// A message at a place of emitted code.
struct PlacedText {
  CodePlace At;
  std::string Text;
};

/// What there is to say of an index, for whatever front: the message at the
/// access, and the chain from it to the input as notes.
struct IndexFinding {
  PlacedText Message;
  std::vector<PlacedText> Notes;
};

/// One finding for each cause (an input's dimension, an input's contents) and
/// kernel; what else the same cause breaks in that kernel is in the notes.
std::vector<IndexFinding> indexFindings(const EmittedModel &Model,
                                        const IndexSafety &Safety);

} // namespace aoti_tidy

#endif
