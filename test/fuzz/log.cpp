// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/Diagnosis.h"
#include "checks/lib/package/LogArchive.h"
#include "driver/base/Printable.h"
#include "driver/commands/explain/Answer.h"
#include "test/fuzz/Fuzz.h"
#include "llvm/Support/JSON.h"

using namespace aoti_tidy;

namespace {

LogEvents readInPieces(llvm::StringRef Text, size_t Size,
                       size_t MaxLine = size_t(1) << 16) {
  LogReader Reader(MaxLine);
  for (; !Text.empty(); Text = Text.drop_front(std::min(Size, Text.size())))
    Reader.feed(Text.take_front(Size));
  return Reader.finish();
}

bool isSame(const LogEvent &A, const LogEvent &B) {
  const auto All = [](const LogEvent &E) {
    return std::tie(E.Sign, E.Line, E.Text, E.Groups, E.Count, E.LastLine,
                    E.From, E.To, E.IsPassing);
  };
  return All(A) == All(B);
}

Answer answerTo(LogEvents Read) {
  Answer A;
  A.Log = "log";
  A.Read = std::move(Read);
  for (const LoggedCause &C : diagnose(A.Read)) {
    // A log alone makes nothing certain, and no cause is without a line.
    promise(C.Event && C.Sure != Confidence::Certain);
    promise(C.Event->Line >= 1 && C.Event->Line <= C.Event->LastLine &&
            C.Event->LastLine <= A.Read.Lines && C.Event->Count >= 1);
    ExplainedCause E;
    E.Cause = C.Cause;
    E.Sure = C.Sure;
    E.Headline = C.Headline;
    E.Event = C.Event;
    E.Evidence.push_back({A.Log, C.Event->Line, C.Event->Text, C.Event->Count});
    A.Causes.push_back(std::move(E));
  }
  return A;
}

} // namespace

/// The emitted code in a log, as a package's.
static void readCode(llvm::StringRef Text) {
  const auto File = llvm::MemoryBuffer::getMemBuffer(Text, "log");
  if (!mayLogCode(*File))
    return;
  LogArchive Code("log");
  Code.add(*File);
  Code.add(*File); // what is there already is not there twice
  size_t Size = 0;
  for (size_t I = 0; I < Code.names().size(); ++I) {
    auto Read = Code.read(I, Text.size() + 1);
    promise(Read && Read->size() == Code.size(I));
    Size += Read->size();
  }
  promise(Size <= Text.size() + Code.names().size());
}

void aoti_tidy::fuzzLog(llvm::StringRef Text) {
  readCode(Text);
  const LogEvents Whole = readInPieces(Text, Text.size());
  // However a pipe has cut it.
  const LogEvents Pieces = readInPieces(Text, 61);
  promise(Whole.Lines == Pieces.Lines && Whole.Facts == Pieces.Facts &&
          Whole.PassedOver == Pieces.PassedOver &&
          std::equal(Whole.Events.begin(), Whole.Events.end(),
                     Pieces.Events.begin(), Pieces.Events.end(), isSame));
  // The same of lines that are read in parts.
  const LogEvents Parts = readInPieces(Text, Text.size(), 2048);
  promise(Parts.Lines == Whole.Lines);
  const LogEvents PartsInPieces = readInPieces(Text, 61, 2048);
  promise(std::equal(Parts.Events.begin(), Parts.Events.end(),
                     PartsInPieces.Events.begin(), PartsInPieces.Events.end(),
                     isSame));

  const Answer A = answerTo(Whole);
  std::string Shown, Json;
  {
    llvm::raw_string_ostream Buffer(Shown);
    PrintableStream Out(Buffer, Escapes::Visible);
    writeAnswerText(A, /*Verbose=*/true, Out);
    writeAnswerMarkdown(A, Out);
  }
  // Nothing that a terminal obeys.
  promise(llvm::none_of(Shown, [](unsigned char C) {
    return (C < 0x20 && C != '\n' && C != '\t') || C == 0x7f;
  }));
  {
    llvm::raw_string_ostream Buffer(Json);
    PrintableStream Out(Buffer, Escapes::Json);
    writeAnswerJson(A, Out);
  }
  auto Read = llvm::json::parse(Json);
  promise(bool(Read));
}
