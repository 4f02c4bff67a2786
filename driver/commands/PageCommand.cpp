// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/PageCommand.h"
#include "driver/base/Errors.h"
#include "driver/base/Isolation.h"
#include "driver/base/RunReads.h"
#include "driver/base/WriteFile.h"

namespace aoti_tidy {
template <typename Record> static void fields(Record &R, Page &X) {
  auto &[Text, Unread, Exit] = X;
  R(Text, Unread, Exit);
}

namespace {

struct PageOrError {
  Page Made;
  std::string Error;
};

template <typename Record> void fields(Record &R, PageOrError &X) {
  auto &[Made, Error] = X;
  R(Made, Error);
}

/// Makes a page for each of several options.
std::vector<Isolated<PageOrError>> make(llvm::ArrayRef<Options> Each,
                                        unsigned TimeLimit,
                                        llvm::function_ref<PageMaker> Make) {
  return runIsolated<PageOrError>(
      Each.size(), {/*Jobs=*/0, TimeLimit}, [&](size_t I) {
        PageOrError Result;
        if (auto Made = Make(Each[I]))
          Result.Made = std::move(*Made);
        else
          Result.Error = llvm::toString(Made.takeError());
        return Result;
      });
}

/// Says of \p O's packages, which together come to no end, which do so alone;
/// if none does, all are to blame.
ExitCode explainLoss(const Options &O, Ending Together,
                     llvm::function_ref<PageMaker> Make) {
  std::vector<Options> Each(O.Positional.size(), O);
  for (auto &&[Alone, Path] : llvm::zip_equal(Each, O.Positional))
    Alone.Positional = {Path};
  std::vector<Ending> Endings(Each.size(), Together);
  if (Each.size() > 1) {
    const auto Pages = make(Each, O.FileTimeout, Make);
    if (llvm::any_of(Pages, [](const auto &P) { return !P.isCompleted(); }))
      llvm::transform(Pages, Endings.begin(),
                      [](const auto &Page) { return Page.End; });
  }
  for (const auto &[Path, End] : llvm::zip_equal(O.Positional, Endings)) {
    if (End == Ending::Crashed)
      say(crashText(Path));
    else if (End == Ending::TimedOut)
      say(fmt::format("'{}' was not read to its end: {}", Path,
                      timeLimitText(O.FileTimeout)));
  }
  return llvm::is_contained(Endings, Ending::Crashed) ? ExitCode::Internal
                                                      : ExitCode::ParseErrors;
}

} // namespace

llvm::Expected<ExitCode> printPage(const Options &O,
                                   llvm::function_ref<PageMaker> Make) {
  RunReads::get().watch({{"-o", O.OutputFile}});
  const auto Made = make(O, O.FileTimeout, Make);
  if (!Made.front().isCompleted())
    return explainLoss(O, Made.front().End, Make);
  const auto &[Page, Error] = Made.front().Value;
  for (const std::string &Sentence : Page.Unread)
    say(Sentence);
  if (!Error.empty())
    return llvm::createStringError(Error);
  // A part of an unpacked package.
  if (auto E = RunReads::get().refuseReadOutputs())
    return std::move(E);
  if (O.OutputFile.empty())
    llvm::outs() << Page.Text;
  else if (auto E = writeFile(O.OutputFile, Page.Text))
    return usageError("cannot write '{}': {}", O.OutputFile,
                      llvm::toString(std::move(E)));
  return Page.Unread.empty() ? Page.Exit : ExitCode::ParseErrors;
}

} // namespace aoti_tidy
