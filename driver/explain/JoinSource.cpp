// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Errors.h"
#include "driver/explain/Answer.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

namespace aoti_tidy {
namespace {

/// Findings that are shown.
constexpr size_t MaxFindings = 4;

/// The checks that find what leads to a cause.
struct FoundBy {
  llvm::StringLiteral Cause, Checks;
};
constexpr FoundBy Table[] = {
#define AOTI_FOUND_BY(CAUSE, CHECKS) {CAUSE, CHECKS},
#include "checks/lib/log/Causes.def"
};

/// The findings of a run of this program over the sources, as it reports them
/// to any other program. Empty if there was none.
llvm::Expected<llvm::json::Value> lint(const Options &O,
                                       llvm::StringRef Checks) {
  llvm::SmallString<128> Report;
  if (const auto EC =
          llvm::sys::fs::createTemporaryFile("aoti-tidy", "json", Report))
    return llvm::createStringError(EC.message());
  const llvm::scope_exit Remove([&] { llvm::sys::fs::remove(Report); });
  std::vector<std::string> Arguments = {
      O.Program, "check", "--format=json",    "--exit-zero",
      "--quiet", "-o",    Report.str().str(), "--checks=-*," + Checks.str()};
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
  const auto Buffer = llvm::MemoryBuffer::getFile(Report);
  if (!Buffer || (*Buffer)->getBufferSize() == 0)
    return llvm::createStringError(
        Why.empty() ? "'aoti-tidy check' of them says why" : Why);
  return llvm::json::parse((*Buffer)->getBuffer());
}

/// Whether a finding is about the input that the log is about.
bool isAbout(const ExplainedCause &C, llvm::StringRef Message) {
  if (C.Cause->Group != "inputs" || !C.Event || C.Event->Groups.size() < 2 ||
      !llvm::StringRef(C.Event->Groups[0]).contains("input_handles"))
    return true;
  return Message.contains("input " + C.Event->Groups[1]);
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
  const auto *Findings = Report->getAsObject()
                             ? Report->getAsObject()->getArray("findings")
                             : nullptr;
  size_t Shown = 0, Others = 0;
  std::vector<EvidenceLine> Found;
  for (const llvm::json::Value &F :
       Findings ? *Findings : llvm::json::Array()) {
    const auto *Finding = F.getAsObject();
    const llvm::StringRef Message = Finding->getString("message").value_or("");
    if (!isAbout(C, Message)) {
      ++Others;
      continue;
    }
    if (Shown++ < MaxFindings)
      Found.push_back(
          {Finding->getString("file").value_or("").str(),
           static_cast<uint64_t>(Finding->getInteger("line").value_or(0)),
           fmt::format("{} [{}]", Message,
                       Finding->getString("check").value_or(""))});
  }
  if (Found.empty()) {
    A.Notes.push_back(fmt::format(
        "no check finds the cause in the sources ({}{})", Row->Checks,
        Others ? "; they have findings about other inputs" : ""));
    return;
  }
  // The place that the user changes comes right after the log's line.
  C.Evidence.insert(C.Evidence.begin() + 1, Found.begin(), Found.end());
  // A defect that is there need not be the one that the log is about.
  C.Sure =
      C.Sure == Confidence::Possible ? Confidence::Likely : Confidence::Certain;
  C.First.insert(C.First.begin(),
                 fmt::format("change {}:{}, as the finding above says",
                             Found.front().Source, Found.front().Line));
}

} // namespace aoti_tidy
