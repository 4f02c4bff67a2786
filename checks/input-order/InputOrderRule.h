// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_INPUT_ORDER_INPUTORDERRULE_H
#define AOTI_TIDY_CHECKS_INPUT_ORDER_INPUTORDERRULE_H

#include "checks/lib/package/Contract.h"
#include "llvm/ADT/ArrayRef.h"

namespace aoti_tidy {

/// A dict among the inputs whose keys do not come as the model takes them.
struct DictProblem {
  std::vector<std::string> Path; ///< of the first leaf that is wrong, if in one
  std::string Text;
};

/// By what \p Model takes, what is wrong with the dicts in \p Given.
/// \p Package has quotes: "'ranker.pt2'".
std::optional<DictProblem> dictProblem(const ModelContract &Model,
                                       llvm::ArrayRef<InputLeaf> Given,
                                       llvm::StringRef Package);

/// The names of the inputs of \p Model, if each has one: the keys of the only
/// dict that it takes, or keywords.
std::optional<std::vector<std::string>> namesOf(const ModelContract &Model);

/// The problem with a list of inputs that have the names \p Given; nothing if
/// these are other names.
std::optional<std::string> listProblem(const ModelContract &Model,
                                       llvm::ArrayRef<std::string> Given,
                                       llvm::StringRef Package);

/// The same of a list that is filled from a std::map or, if not \p IsSorted, a
/// std::unordered_map of the names.
std::optional<std::string> mapProblem(const ModelContract &Model, bool IsSorted,
                                      llvm::StringRef Package);

} // namespace aoti_tidy

#endif
