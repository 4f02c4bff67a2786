// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/Registry.h"
#include "checks/lib/log/FindingFit.h"
#include "checks/lib/package/Json.h"
#include "driver/base/Errors.h"
#include "driver/base/Inputs.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/TemporaryFile.h"
#include "driver/commands/explain/Answer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

namespace aoti_tidy {
namespace {

constexpr size_t MaxFindings = 4;

std::string complaintIn(llvm::StringRef File) {
  const auto Buffer = readPlainFile(File);
  llvm::StringRef Line =
      Buffer ? (*Buffer)->getBuffer().split('\n').first.trim() : "";
  Line.consume_front("aoti-tidy: ");
  return Line.str();
}

bool haveNothingFor(const Options &O, llvm::StringRef Checks) {
  for (const llvm::StringRef Check : llvm::split(Checks, ','))
    if (llvm::any_of(python::checks(),
                     [&](const python::Check &C) { return C.Id == Check; }))
      return false;
  Options Sources = O;
  Sources.Positional = O.Sources;
  auto In = collectInputs(Sources);
  if (!In) {
    llvm::consumeError(In.takeError()); // the lint says it
    return false;
  }
  return In->Files.empty() &&
         !(In->PythonFiles.empty() && In->Documents.empty());
}

llvm::Expected<llvm::json::Value> lint(const Options &O, const Answer &A,
                                       llvm::StringRef Checks) {
  const TemporaryFile Report("aoti-tidy-explain"), Said("aoti-tidy-said");
  for (const TemporaryFile *F : {&Report, &Said})
    if (F->error())
      return llvm::createStringError(F->error().message());
  std::vector<std::string> Arguments = {
      O.Program, "check", "--format=json",     "--exit-zero",
      "--quiet", "-o",    Report.path().str(), "--checks=-*," + Checks.str()};
  Arguments.push_back("--file-timeout=" + llvm::utostr(O.FileTimeout));
  for (const std::string &P : O.Packages)
    if (llvm::none_of(A.OtherPackages, [&](llvm::StringRef Other) {
          return llvm::StringRef(P).ends_with(Other);
        }))
      Arguments.insert(Arguments.end(), {"--package", P});
  if (!O.TorchVersion.empty())
    Arguments.push_back("--torch-version=" + O.TorchVersion);
  if (!O.TorchInclude.empty())
    Arguments.push_back("--torch-include=" + O.TorchInclude);
  Arguments.insert(Arguments.end(), O.Sources.begin(), O.Sources.end());
  const std::vector<llvm::StringRef> Argv(Arguments.begin(), Arguments.end());
  const std::optional<llvm::StringRef> Outputs[] = {std::nullopt, "",
                                                    Said.path()};
  std::string Why;
  llvm::sys::ExecuteAndWait(O.Program, Argv, std::nullopt, Outputs,
                            /*SecondsToWait=*/0, /*MemoryLimit=*/0, &Why);
  const auto Buffer = llvm::MemoryBuffer::getFile(Report.path());
  if (!Buffer || (*Buffer)->getBufferSize() == 0)
    return llvm::createStringError(Why.empty() ? complaintIn(Said.path())
                                               : Why);
  return parseJson((*Buffer)->getBuffer());
}

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
  const llvm::StringRef Checks = C.Cause->FoundBy;
  if (Checks.empty())
    return;
  if (haveNothingFor(O, Checks)) {
    A.Notes.push_back(fmt::format(
        "no check finds the cause in the sources ({} reads C++, and all of "
        "them are Python)",
        Checks));
    return;
  }
  auto Report = lint(O, A, Checks);
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
    const FindingFit Fit = fitOf(C.Event, C.Cause->Fault, Message);
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
  if (Same.empty() && Unclear.empty()) {
    A.Notes.push_back(fmt::format(
        "no check finds the cause in {} ({}{})",
        A.Unread.empty() ? "the sources" : "what was read of the sources",
        Checks,
        OtherThings   ? C.Cause->Group == "inputs"
                            ? "; they have findings about other inputs"
                            : "; they have findings about other names"
        : OtherFaults ? "; they have findings about other faults"
                      : ""));
    return;
  }
  for (auto *Found : {&Same, &Unclear})
    if (Found->size() > MaxFindings)
      Found->resize(MaxFindings);
  if (Same.empty()) {
    A.InSources = std::move(Unclear);
    return;
  }
  C.Evidence.insert(C.Evidence.begin() + 1, Same.begin(), Same.end());
  if (C.Sure == Confidence::Possible)
    C.Sure = Confidence::Likely;
  C.First.insert(C.First.begin(),
                 fmt::format("change {}:{}, as the finding above says",
                             Same.front().Source, Same.front().Line));
}

} // namespace aoti_tidy
