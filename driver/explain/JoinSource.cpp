// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/FindingFit.h"
#include "checks/lib/package/Json.h"
#include "driver/Errors.h"
#include "driver/TemporaryFile.h"
#include "driver/explain/Answer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

namespace aoti_tidy {
namespace {

/// Findings that are shown.
constexpr size_t MaxFindings = 4;

/// The checks that find what leads to a cause.
struct FoundBy {
  llvm::StringLiteral Cause, Checks, Fault;
};
constexpr FoundBy Table[] = {
#define AOTI_FOUND_BY(CAUSE, CHECKS, FAULT) {CAUSE, CHECKS, FAULT},
#include "checks/lib/log/Causes.def"
};

/// The findings of a run of this program over the sources, as it reports them
/// to any other program. Empty if there was none.
llvm::Expected<llvm::json::Value> lint(const Options &O,
                                       llvm::StringRef Checks) {
  const TemporaryFile Report("aoti-tidy-explain");
  if (Report.error())
    return llvm::createStringError(Report.error().message());
  std::vector<std::string> Arguments = {
      O.Program, "check", "--format=json",     "--exit-zero",
      "--quiet", "-o",    Report.path().str(), "--checks=-*," + Checks.str()};
  Arguments.push_back("--file-timeout=" + llvm::utostr(O.FileTimeout));
  for (const std::string &P : O.Packages)
    Arguments.insert(Arguments.end(), {"--package", P});
  if (!O.TorchVersion.empty())
    Arguments.push_back("--torch-version=" + O.TorchVersion);
  if (!O.TorchInclude.empty())
    Arguments.push_back("--torch-include=" + O.TorchInclude);
  Arguments.insert(Arguments.end(), O.Sources.begin(), O.Sources.end());
  const std::vector<llvm::StringRef> Argv(Arguments.begin(), Arguments.end());
  // What it would say is in the report.
  const std::optional<llvm::StringRef> Nowhere[] = {std::nullopt, "", ""};
  std::string Why;
  llvm::sys::ExecuteAndWait(O.Program, Argv, std::nullopt, Nowhere,
                            /*SecondsToWait=*/0, /*MemoryLimit=*/0, &Why);
  const auto Buffer = llvm::MemoryBuffer::getFile(Report.path());
  if (!Buffer || (*Buffer)->getBufferSize() == 0)
    return llvm::createStringError(
        Why.empty() ? "'aoti-tidy check' of them says why" : Why);
  return parseJson((*Buffer)->getBuffer());
}

/// What of the sources was not understood, a sentence each.
void takeErrors(const llvm::json::Object &Report, Answer &A) {
  const auto *Errors = Report.getArray("errors");
  for (const llvm::json::Value &E : Errors ? *Errors : llvm::json::Array()) {
    const auto *Error = E.getAsObject();
    if (!Error)
      continue;
    const llvm::StringRef File = Error->getString("file").value_or(""),
                          Why = Error->getString("message").value_or("");
    A.Unread.push_back(
        File.empty()
            ? Why.str()
            : fmt::format("{}:{}: {}, so a finding may be missing", File,
                          Error->getInteger("line").value_or(1), Why));
  }
}

} // namespace

void joinSources(const Options &O, Answer &A) {
  if (O.Sources.empty() || A.Causes.empty())
    return;
  ExplainedCause &C = A.Causes.front();
  const auto *Row = llvm::find_if(
      Table, [&](const FoundBy &F) { return F.Cause == C.Cause->Id; });
  if (Row == std::end(Table))
    return;
  auto Report = lint(O, Row->Checks);
  if (!Report) {
    A.Unread.push_back(fmt::format("the sources could not be linted: {}",
                                   llvm::toString(Report.takeError())));
    return;
  }
  const llvm::json::Object *Top = Report->getAsObject();
  if (!Top)
    return;
  takeErrors(*Top, A);
  const auto *Findings = Top->getArray("findings");
  std::vector<EvidenceLine> Same, Unclear;
  size_t OtherThings = 0, OtherFaults = 0;
  for (const llvm::json::Value &F :
       Findings ? *Findings : llvm::json::Array()) {
    const auto *Finding = F.getAsObject();
    const llvm::StringRef Message = Finding->getString("message").value_or("");
    const FindingFit Fit = fitOf(C.Event, Row->Fault, Message);
    OtherThings += Fit == FindingFit::OtherThing;
    OtherFaults += Fit == FindingFit::OtherFault;
    if (Fit == FindingFit::Same || Fit == FindingFit::Unclear)
      (Fit == FindingFit::Same ? Same : Unclear)
          .push_back(
              {Finding->getString("file").value_or("").str(),
               static_cast<uint64_t>(Finding->getInteger("line").value_or(0)),
               fmt::format("{} [{}]", Message,
                           Finding->getString("check").value_or(""))});
  }
  const bool IsSame = !Same.empty();
  std::vector<EvidenceLine> &Found = IsSame ? Same : Unclear;
  if (Found.empty()) {
    A.Notes.push_back(fmt::format(
        "no check finds the cause in {} ({}{})",
        A.Unread.empty() ? "the sources" : "what was read of the sources",
        Row->Checks,
        OtherThings   ? C.Cause->Group == "inputs"
                            ? "; they have findings about other inputs"
                            : "; they have findings about other names"
        : OtherFaults ? "; they have findings about other faults"
                      : ""));
    return;
  }
  if (Found.size() > MaxFindings)
    Found.resize(MaxFindings);
  // The place that the user changes comes right after the log's line.
  C.Evidence.insert(C.Evidence.begin() + 1, Found.begin(), Found.end());
  const std::string Place =
      fmt::format("{}:{}", Found.front().Source, Found.front().Line);
  // A defect that is there need not be the one that the log is about.
  if (C.Sure == Confidence::Possible)
    C.Sure = Confidence::Likely;
  C.First.insert(
      C.First.begin(),
      IsSame ? fmt::format("change {}, as the finding above says", Place)
             : fmt::format("see whether {} is it: the finding above is a "
                           "defect that can lead here",
                           Place));
}

} // namespace aoti_tidy
