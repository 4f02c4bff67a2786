// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/base/Isolation.h"
#include "driver/base/RunReads.h"
#include "driver/base/WriteFile.h"
#include "driver/commands/Commands.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

struct PageOrError {
  Page Made;
  std::string Error;
};

/// Says that \p O's packages, of which one may be to blame, came to no end.
ExitCode explainLoss(const Options &O, Ending End) {
  const std::string Paths = llvm::join(O.Positional, "' or '");
  if (End == Ending::Crashed) {
    say(crashText(Paths));
    return ExitCode::Internal;
  }
  say(fmt::format("'{}' was not read to its end: {}", Paths,
                  timeLimitText(O.FileTimeout)));
  return ExitCode::ParseErrors;
}

} // namespace

llvm::Expected<ExitCode>
printPage(const Options &O,
          llvm::function_ref<llvm::Expected<Page>(const Options &)> Make) {
  RunReads::get().watch({{"-o", O.OutputFile}});
  const auto Made =
      runIsolated<PageOrError>(1, {/*Jobs=*/0, O.FileTimeout}, [&](size_t) {
        PageOrError Result;
        if (auto Made = Make(O))
          Result.Made = std::move(*Made);
        else
          Result.Error = llvm::toString(Made.takeError());
        return Result;
      });
  if (!Made.front().isCompleted())
    return explainLoss(O, Made.front().End);
  const auto &[Page, Error] = Made.front().Value;
  for (const std::string &Sentence : Page.Unread)
    say(Sentence);
  if (!Error.empty())
    return llvm::createStringError(Error);
  // A part of an unpacked package.
  if (auto E = RunReads::get().refuseReadOutputs())
    return std::move(E);
  if (O.OutputFile.empty())
    showPage(Page.Text, O);
  else if (auto E = writeFile(O.OutputFile, Page.Text))
    return std::move(E);
  return Page.Unread.empty() ? Page.Exit : ExitCode::ParseErrors;
}

} // namespace aoti_tidy
