// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/explain/Answer.h"
#include "driver/commands/explain/CausePage.h"
#include "llvm/Support/JSON.h"

namespace aoti_tidy {
namespace {

/// A log is bytes; JSON is UTF-8.
std::string utf8(llvm::StringRef Text) { return llvm::json::fixUTF8(Text); }

void writeEvidence(llvm::StringRef Name, llvm::ArrayRef<EvidenceLine> Lines,
                   llvm::json::OStream &J) {
  J.attributeArray(Name, [&] {
    for (const EvidenceLine &E : Lines)
      J.object([&] {
        J.attribute("source", utf8(E.Source));
        J.attribute("line", E.Line ? llvm::json::Value(E.Line)
                                   : llvm::json::Value(nullptr));
        J.attribute("text", utf8(E.Text));
        J.attribute("count", E.Count);
      });
  });
}

void writeCause(const ExplainedCause &C, const Answer &A,
                llvm::json::OStream &J) {
  const CausePage Page = readPage(*C.Cause);
  J.attribute("id", C.Cause->Id);
  J.attribute("group", C.Cause->Group);
  J.attribute("confidence", name(C.Sure));
  J.attribute("harmless", C.IsHarmless);
  J.attribute("text", utf8(C.Headline));
  writeEvidence("evidence", C.Evidence, J);
  J.attribute("why", Page.Why);
  const auto WriteTexts = [&](llvm::StringRef Name,
                              const std::vector<std::string> &Texts) {
    J.attributeArray(Name, [&] {
      for (const std::string &Text : Texts)
        J.value(utf8(Text));
    });
  };
  WriteTexts("do", stepsOf(C, A));
  WriteTexts("not", Page.Not);
  J.attributeArray("alternatives", [&] {
    for (const Alternative &Other : alternativesOf(C))
      J.object([&] {
        J.attribute("id", Other.Cause->Id);
        J.attribute("text", Other.Title);
        J.attribute("question", Other.Question);
      });
  });
}

} // namespace

void writeAnswerJson(const Answer &A, llvm::raw_ostream &OS) {
  llvm::json::OStream J(OS, 2);
  J.object([&] {
    J.attribute("version", 1);
    J.attributeObject("tool", [&] {
      J.attribute("name", "aoti-tidy");
      J.attribute("version", AOTI_TIDY_VERSION);
    });
    J.attribute("log", utf8(A.Log));
    J.attribute("lines", A.Read.Lines);
    J.attribute("phase", phaseOf(A.Read));
    const std::string Last = lastError(A);
    J.attribute("lastError",
                Last.empty() ? llvm::json::Value(nullptr) : utf8(Last));
    for (const auto &[Name, Causes] :
         {std::pair("causes", &A.Causes), std::pair("passing", &A.Passing)})
      J.attributeArray(Name, [&] {
        for (const ExplainedCause &C : *Causes)
          J.object([&] { writeCause(C, A, J); });
      });
    writeEvidence("inSources", A.InSources, J);
    J.attributeArray("checks", [&] {
      for (const FirstCheck &C : A.Checks)
        J.object([&] {
          J.attribute("what", C.What);
          J.attribute("known", utf8(C.Known));
        });
    });
    J.attributeArray("notes", [&] {
      for (const std::string &Note : A.Notes)
        J.value(utf8(Note));
    });
  });
  OS << '\n';
}

} // namespace aoti_tidy
