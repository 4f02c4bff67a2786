// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_INPUT_CONTRACT_INPUTCONTRACTRULE_H
#define AOTI_TIDY_CHECKS_INPUT_CONTRACT_INPUTCONTRACTRULE_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/package/Conformance.h"
#include <optional>
#include <string>

namespace aoti_tidy {

// Packages are named as messages name them, with quotes: "'ranker.pt2'".

/// The problem with a run that gets \p Given inputs; nothing if \p Model
/// takes as many, or does not say.
std::optional<std::string> countProblem(const ModelContract &Model,
                                        size_t Given, llvm::StringRef Package,
                                        Language Lang);

/// The problem with a call in Python that gives inputs by the names \p Given:
/// torch/export/_tree_utils.py, reorder_kwargs(), raises unless they are those
/// that \p Model was exported with.
std::string keywordProblem(const ModelContract &Model,
                           const std::vector<std::string> &Given,
                           llvm::StringRef Package);

/// The problem with asking for the metadata \p Key; nothing if \p Model has it,
/// or if its metadata is not known.
std::optional<std::string> metadataProblem(const ModelContract &Model,
                                           llvm::StringRef Key,
                                           llvm::StringRef Package);

/// An input that breaks what the package says of it.
struct InputProblem {
  std::string Text;
  bool IsCuredByContiguous = false;
  std::string AtRun; ///< what comes of it, by what the package checks
};
/// Nothing of \p Found is about the device, which is aoti-device-mismatch's.
std::optional<InputProblem> inputProblem(const ModelContract &Model,
                                         const Violation &Found,
                                         llvm::StringRef Package);

/// Where what the model takes comes from: it is loaded there or, \p IsExported,
/// exported.
std::string sourceText(llvm::StringRef Package, bool IsExported);

} // namespace aoti_tidy

#endif
