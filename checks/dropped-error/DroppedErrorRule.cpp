// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedContext.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// Other calls that are named before they are only counted.
constexpr size_t MaxOthers = 3;

/// When the function fails, and what the model does then.
std::string consequence(StringRef Function) {
  if (Function.contains("scatter"))
    return "for an index out of range, the model returns an output without the "
           "update; check the indices in the model";
  if (Function.contains("index_put"))
    return "for a wrong number of values, or an index out of range, the model "
           "returns an output without the update; check them in the model";
  if (Function.contains("clone"))
    return "if the aligned copy of an input cannot be made, for want of memory "
           "say, the kernels get no tensor; pass inputs that are aligned to 16 "
           "bytes, which need no copy";
  return "where it fails, the model goes on without its result";
}

} // namespace

/// One finding for each of ATen's functions whose error the wrapper throws
/// away; its other calls are in the notes.
///
/// Page: docs/checks/aoti-dropped-error.md
std::vector<Finding> findDroppedError(EmittedContext &Context) {
  const EmittedModel &Model = Context.model();
  std::vector<Finding> Findings;
  std::vector<StringRef> Done;
  for (const DroppedError &Error : Model.DroppedErrors) {
    if (llvm::is_contained(Done, Error.Function))
      continue;
    Done.push_back(Error.Function);
    Finding F(locate(Model, Error.At),
              fmt::format("the error of '{}' is dropped: {}", Error.Function,
                          consequence(Error.Function)));
    size_t Others = 0;
    for (const DroppedError &Other : Model.DroppedErrors)
      if (&Other != &Error && Other.Function == Error.Function &&
          ++Others <= MaxOthers)
        F.Notes.emplace_back(locate(Model, Other.At), "and here");
    if (Others > MaxOthers)
      F.Notes.emplace_back(
          locate(Model, Error.At),
          fmt::format("and {} more times", Others - MaxOthers));
    Findings.push_back(std::move(F));
  }
  return Findings;
}

} // namespace aoti_tidy
