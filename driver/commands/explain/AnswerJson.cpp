// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/explain/Answer.h"
#include "driver/commands/explain/CausePage.h"
#include "driver/package/JsonPage.h"

namespace aoti_tidy {
namespace {

void writeEvidence(llvm::StringRef Name, llvm::ArrayRef<EvidenceLine> Lines,
                   JsonPage &J) {
  J.objects(Name, Lines, [&](const EvidenceLine &E) {
    J.text("source", E.Source);
    J.attribute("line", E.Line ? llvm::json::Value(E.Line) : nullptr);
    J.text("text", E.Text);
    J.attribute("count", E.Count);
  });
}

void writeCause(const ExplainedCause &C, const Answer &A, JsonPage &J) {
  const CausePage Page = readPage(*C.Cause);
  J.attribute("id", C.Cause->Id);
  if (const std::string Url = addressOf(*C.Cause); !Url.empty())
    J.attribute("url", Url);
  J.attribute("group", C.Cause->Group);
  J.attribute("confidence", name(C.Sure));
  J.attribute("harmless", C.IsHarmless);
  J.text("text", C.Headline);
  writeEvidence("evidence", C.Evidence, J);
  J.attribute("why", Page.Why);
  J.texts("do", stepsOf(C, A));
  J.texts("not", warningsOf(C, A));
  J.objects("alternatives", alternativesOf(C), [&](const Alternative &Other) {
    J.attribute("id", Other.Cause->Id);
    J.attribute("text", Other.Title);
    J.attribute("question", Other.Question);
  });
}

} // namespace

void writeAnswerJson(const Answer &A, llvm::raw_ostream &OS) {
  JsonPage J(OS, 2);
  J.object([&] {
    J.head();
    J.text("log", A.Log);
    J.attribute("lines", A.Read.Lines);
    J.attribute("phase", phaseOf(A.Read));
    const std::string Last = lastError(A);
    J.maybe("lastError", Last.empty() ? std::nullopt : std::optional(Last));
    for (const auto &[Name, Causes] :
         {std::pair("causes", &A.Causes), std::pair("passing", &A.Passing)})
      J.objects(Name, *Causes,
                [&](const ExplainedCause &C) { writeCause(C, A, J); });
    writeEvidence("inSources", A.InSources, J);
    J.objects("checks", A.Checks, [&](const FirstCheck &C) {
      J.attribute("what", C.What);
      J.text("known", C.Known);
    });
    J.texts("notes", A.Notes);
  });
  OS << '\n';
}

} // namespace aoti_tidy
