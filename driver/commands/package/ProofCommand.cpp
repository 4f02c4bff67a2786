// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/commands/package/ProofReport.h"

namespace aoti_tidy {

bool ProvedModel::isComplete() const {
  return Counts.NotDecided + Counts.NotModelled == 0 &&
         Of.Of.Safety.MissingKernels.empty() && Of.Model.NotModelled.empty() &&
         Of.Model.Cut.empty();
}

ProvedModel proved(const TracedModel &M) {
  TraceCounts Counts;
  for (const TracedCall &C : M.Of.Calls) {
    const TraceCounts N = count(C);
    Counts.OutOfBounds += N.OutOfBounds;
    Counts.InBounds += N.InBounds + N.Constant;
    Counts.NotDecided += N.NotDecided;
    Counts.NotModelled += N.NotModelled;
  }
  return {M, proofOf(M.Model, M.Of), Counts};
}

llvm::Expected<Page> provePage(const Options &O) {
  if (O.Positional.size() != 1)
    return usageError("--prove needs one path: a .pt2, a folder one was "
                      "unpacked to, or the .cpp of a wrapper");
  Page Result;
  IndexSettings Settings;
  Settings.Ranges = true;
  auto Models = readTraces(O, Settings, Result.Unread);
  if (!Models)
    return Models.takeError();
  std::vector<ProvedModel> Proved;
  for (const TracedModel &M : *Models)
    Proved.push_back(proved(M));
  llvm::raw_string_ostream Buffer(Result.Text);
  {
    const bool IsJson = O.Format == ReportFormat::Json;
    PrintableStream Page(Buffer, IsJson ? Escapes::Json : Escapes::Visible);
    if (IsJson)
      writeProofJson(O.Positional.front(), Proved, Page);
    else
      writeProofText(O.Positional.front(), Proved, Page);
  }
  return Result;
}

} // namespace aoti_tidy
