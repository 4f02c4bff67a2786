// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/commands/trace/TraceReport.h"

namespace aoti_tidy {

llvm::Expected<Page> pageOfProofs(
    const Options &O, llvm::StringRef Command,
    llvm::function_ref<void(llvm::ArrayRef<ProvedModel>, llvm::raw_ostream &)>
        Write) {
  if (O.Positional.size() != 1)
    return usageError("{} needs one path: a .pt2, a folder one was unpacked "
                      "to, or the .cpp of a wrapper",
                      Command);
  Page Result;
  auto Models = readTraces(O, /*WithRanges=*/true, Result.Unread);
  if (!Models)
    return Models.takeError();
  std::vector<ProvedModel> Proved;
  for (const TracedModel &M : *Models)
    Proved.push_back(proved(M));
  Result.Text = pageText(O, [&](llvm::raw_ostream &OS) { Write(Proved, OS); });
  return Result;
}

llvm::Expected<Page> provePage(const Options &O) {
  const auto Write =
      O.Format == ReportFormat::Json ? writeProofJson : writeProofText;
  return pageOfProofs(O, "--prove", [&](auto Models, llvm::raw_ostream &OS) {
    Write(O.Positional.front(), Models, OS);
  });
}

} // namespace aoti_tidy
