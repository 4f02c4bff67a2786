// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/explain/Answer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

constexpr size_t MaxShown = 3;

/// "s77, L['x'].size()[0], is fixed to 5 at model.py:5: y.view(5, 8)"
std::string text(const AssumedSize &Size) {
  std::string Result = Size.Value.empty() ? fmt::format("guard {}", Size.Text)
                                          : fmt::format("fixed: {}", Size.Text);
  if (!Size.Source.empty())
    Result += fmt::format(", of {}", Size.Source);
  if (!Size.File.empty())
    Result += fmt::format(
        ", at {}:{}", std::string_view(llvm::sys::path::filename(Size.File)),
        Size.FileLine);
  if (!Size.Code.empty())
    Result += ": " + Size.Code;
  return Result;
}

/// A record of a fixed size is no error; for dynamic sizes it is what is
/// refused.
ExplainedCause causeOf(const AssumedSize &Size) {
  const bool IsOne = Size.Value == "0" || Size.Value == "1";
  ExplainedCause C;
  C.Cause = findCause(IsOne ? "example-size-one" : "constraints-violated");
  C.Sure = Confidence::Possible;
  C.Headline = fmt::format(
      "the export fixes {} to {}",
      Size.Source.empty() ? std::string("a size") : Size.Source, Size.Value);
  return C;
}

} // namespace

static void joinPartialGraph(Answer &A) {
  const auto Code = A.Read.Facts.find("last-code");
  if (A.Causes.empty() || A.Causes.front().Cause->Id != "data-dependent" ||
      Code == A.Read.Facts.end() || Code->second.empty())
    return;
  const llvm::StringRef Text =
      llvm::StringRef(Code->second.front()).split("# File: ").second;
  A.Causes.front().Evidence.push_back(
      {A.Log, 0, fmt::format("the graph ends at {}", std::string_view(Text))});
}

void joinRecords(Answer &A) {
  joinPartialGraph(A);
  const std::vector<AssumedSize> Sizes = A.Read.Records.sizes();
  if (Sizes.empty())
    return;
  if ((A.Causes.empty() || A.Causes.front().IsHarmless) &&
      !Sizes.front().Value.empty())
    A.Causes.insert(A.Causes.begin(), causeOf(Sizes.front()));
  if (A.Causes.empty() || A.Causes.front().Cause->Group != "export")
    return;
  auto &Evidence = A.Causes.front().Evidence;
  for (const AssumedSize &Size : llvm::ArrayRef(Sizes).take_front(MaxShown))
    Evidence.push_back({A.Log, Size.Line, text(Size)});
  if (Sizes.size() > MaxShown)
    Evidence.push_back(
        {A.Log, 0,
         fmt::format("and {} more that the export has assumed of sizes",
                     Sizes.size() - MaxShown)});
}

} // namespace aoti_tidy
