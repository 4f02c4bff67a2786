// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/base/Finding.h"
#include "driver/base/Printable.h"
#include "driver/commands/explain/Answer.h"
#include "driver/commands/explain/CausePage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

constexpr size_t Width = 96;
constexpr size_t MaxOthers = 3;

/// A space at which no line ends; printable text never has it.
constexpr char Tie = '\x1f';

/// Wraps at Width; the first line follows \p Lead.
void writeWrapped(llvm::StringRef Text, const std::string &Lead,
                  llvm::raw_ostream &OS) {
  const std::string Indent(Lead.size(), ' ');
  const auto Write = [&](std::string Line) {
    llvm::replace(Line, Tie, ' ');
    OS << Line << '\n';
  };
  std::string Line = Lead;
  size_t Words = 0;
  for (const llvm::StringRef Word : llvm::split(Text, ' ')) {
    if (Words && Line.size() + 1 + Word.size() > Width) {
      Write(std::move(Line));
      Line = Indent;
      Words = 0;
    }
    if (Words++)
      Line += ' ';
    Line += Word;
  }
  Write(std::move(Line));
}

std::string place(const EvidenceLine &E) {
  const std::string Source = printableLine(llvm::sys::path::filename(E.Source));
  return E.Line ? fmt::format("{}:{}", Source, E.Line) : Source;
}

std::string times(const EvidenceLine &E) {
  return E.Count > 1 ? fmt::format("  ({} times)", E.Count) : "";
}

std::string context(const Answer &A) {
  std::vector<std::string> Known;
  if (const llvm::StringRef Phase = phaseOf(A.Read); !Phase.empty())
    Known.push_back(fmt::format("phase: {}", std::string_view(Phase)));
  if (const llvm::StringRef Torch = A.Read.first("torch"); !Torch.empty())
    Known.push_back(fmt::format("torch {}", Torch));
  return llvm::join(Known, ", ");
}

void writeChecks(const Answer &A, llvm::raw_ostream &OS) {
  if (A.Checks.empty())
    return;
  OS << "\nFirst checks\n";
  for (const FirstCheck &C : A.Checks)
    writeWrapped(C.Known, fmt::format("  {:<9}", C.What), OS);
}

void writeNotes(const Answer &A, llvm::raw_ostream &OS) {
  if (!A.Notes.empty())
    OS << '\n';
  for (const std::string &Note : A.Notes)
    writeWrapped(printableLine(Note), "", OS);
}

/// The error that ended the log, unless it is shown already.
void writeLastError(const Answer &A, llvm::raw_ostream &OS) {
  const std::string Error = lastError(A);
  // Python puts its own class before C++'s words.
  llvm::StringRef Shown = llvm::StringRef(Error).split("Error: ").second;
  Shown = (Shown.empty() ? llvm::StringRef(Error) : Shown).take_front(60);
  const auto HasIt = [&](const ExplainedCause &C) {
    return C.Event && llvm::StringRef(C.Event->Text).contains(Shown);
  };
  if (Error.empty() || llvm::StringRef(Error).contains("API call failed") ||
      llvm::any_of(llvm::ArrayRef(A.Causes).take_front(MaxOthers + 1), HasIt))
    return;
  writeWrapped(printableLine(llvm::StringRef(Error).take_front(200)),
               "The last error  ", OS << '\n');
}

void writeOthers(llvm::ArrayRef<ExplainedCause> Others, bool Verbose,
                 llvm::raw_ostream &OS) {
  if (Others.empty())
    return;
  OS << "\nAlso in the log\n";
  for (const auto &[Index, C] : llvm::enumerate(Others)) {
    if (Index == MaxOthers && !Verbose) {
      OS << fmt::format("  and {} more (--verbose)\n", Others.size() - Index);
      return;
    }
    writeWrapped(fmt::format("{} [{}{}]", printableLine(C.Headline),
                             std::string_view(C.Cause->Id),
                             C.IsHarmless ? ", harmless" : ""),
                 "  " + place(C.Evidence.front()) + "  ", OS);
  }
}

void writeUnknown(const Answer &A, bool Verbose, llvm::raw_ostream &OS) {
  const std::string Lines = fmt::format(
      "{} of {}", count(A.Read.Lines, "line", "lines"), printableLine(A.Log));
  if (const std::string Error = lastError(A); !Error.empty()) {
    writeWrapped("not recognised: " + printableLine(Error), "", OS);
    OS << fmt::format("\nThis is the last error of {}; none of them tells a "
                      "cause that is known.\n",
                      Lines);
  } else {
    OS << fmt::format("no known cause found in {}\n", Lines);
  }
  writeOthers(A.Passing, Verbose, OS);
  const llvm::StringRef Phase = phaseOf(A.Read);
  if (Phase.empty() && !A.Read.has("aoti") && A.Packages.empty())
    writeWrapped(
        "The log does not mention AOTInductor, so it may have failed before "
        "a model was exported, compiled, loaded or run. If one was:",
        "", OS << '\n');
  writeChecks(A, OS);
  writeNotes(A, OS);
  writeWrapped(
      std::string("Is this the whole log, with standard error? The line that "
                  "tells the cause ") +
          (Phase == "compile" ? "is the compiler's first 'error:', or the last "
                                "line of the traceback."
           : Phase == "export" ? "is the last line of the traceback."
           : Phase.empty()     ? "is most often the first error, not the last."
                               : "stands above 'API call failed' and above the "
                                 "frames."),
      "", OS << '\n');
}

void writeInSources(const Answer &A, llvm::raw_ostream &OS) {
  if (A.InSources.empty())
    return;
  OS << "\nAlso in the sources (of these the log does not say whether they are "
        "it)\n";
  for (const EvidenceLine &E : A.InSources)
    writeWrapped(printableLine(E.Text),
                 fmt::format("  {}:{}  ", printableLine(E.Source), E.Line), OS);
}

} // namespace

void writeAnswerText(const Answer &A, bool Verbose, llvm::raw_ostream &OS) {
  if (A.Causes.empty()) {
    writeUnknown(A, Verbose, OS);
    return;
  }
  const ExplainedCause &C = A.Causes.front();
  const CausePage Page = readPage(*C.Cause);
  writeWrapped(fmt::format("{} [{},{}{}]", printableLine(C.Headline),
                           std::string_view(C.Cause->Id), Tie,
                           C.IsHarmless ? "harmless" : name(C.Sure).str()),
               "", OS);
  OS << "\nEvidence\n";
  size_t Wide = 0;
  for (const EvidenceLine &E : C.Evidence)
    Wide = std::max(Wide, place(E).size());
  for (const EvidenceLine &E : C.Evidence)
    writeWrapped(
        printableLine(E.Text) + times(E),
        fmt::format("  {:<{}}  ", place(E), std::min<size_t>(Wide, 40)), OS);
  OS << "\nWhy\n";
  writeWrapped(Page.Why, "  ", OS);
  OS << "\nDo this\n";
  for (const auto &[Index, Step] : llvm::enumerate(stepsOf(C, A)))
    writeWrapped(printableLine(Step), fmt::format("  {}. ", Index + 1), OS);
  if (const auto Warnings = warningsOf(C, A); !Warnings.empty()) {
    OS << "\nNot this\n";
    for (const std::string &Item : Warnings)
      writeWrapped(Item, "  - ", OS);
  }
  if (const auto Others = alternativesOf(C); !Others.empty()) {
    OS << "\nOr\n";
    for (const Alternative &Other : Others)
      writeWrapped(filledIn(Other.Question, A),
                   fmt::format("  {}: ", std::string_view(Other.Cause->Id)),
                   OS);
  }
  writeInSources(A, OS);
  writeOthers(llvm::ArrayRef(A.Causes).drop_front(), Verbose, OS);
  writeLastError(A, OS);
  writeChecks(A, OS);
  writeNotes(A, OS);
  const std::string Known = context(A);
  OS << fmt::format("\n'aoti-tidy rule {}' says more{}\n",
                    std::string_view(C.Cause->Id),
                    Known.empty() ? "" : " (" + Known + ")");
}

void writeAnswerMarkdown(const Answer &A, llvm::raw_ostream &OS) {
  if (A.Causes.empty()) {
    writeUnknown(A, /*Verbose=*/true, OS);
    return;
  }
  const ExplainedCause &C = A.Causes.front();
  const CausePage Page = readPage(*C.Cause);
  // Lines of a log are code: nothing in them is markup.
  const auto Code = [](llvm::StringRef Text) {
    std::string Shown = printableLine(Text);
    llvm::replace(Shown, '`', '\'');
    return "`" + Shown + "`";
  };
  OS << "### " << printableLine(C.Headline) << "\n\n"
     << "`" << C.Cause->Id << "`, " << name(C.Sure) << "\n\n**Evidence**\n\n";
  for (const EvidenceLine &E : C.Evidence)
    OS << "- " << Code(place(E)) << ": " << Code(E.Text) << times(E) << '\n';
  OS << "\n**Why**: " << Page.Why << "\n\n**Do this**\n\n";
  for (const auto &[Index, Step] : llvm::enumerate(stepsOf(C, A)))
    OS << Index + 1 << ". " << printableLine(Step) << '\n';
  if (!Page.Not.empty())
    OS << "\n**Not this**\n\n";
  for (const std::string &Item : warningsOf(C, A))
    OS << "- " << Item << '\n';
  if (const auto Others = alternativesOf(C); !Others.empty()) {
    OS << "\n**Or**\n\n";
    for (const Alternative &Other : Others)
      OS << "- `" << Other.Cause->Id << "`: " << Other.Title << ". "
         << filledIn(Other.Question, A) << '\n';
  }
  if (!A.InSources.empty())
    OS << "\n**Also in the sources**\n\n";
  for (const EvidenceLine &E : A.InSources)
    OS << "- " << Code(place(E)) << ": " << Code(E.Text) << '\n';
}

void writeAnswerGithub(const Answer &A, llvm::raw_ostream &OS) {
  std::string Text;
  llvm::raw_string_ostream Body(Text);
  writeAnswerText(A, /*Verbose=*/false, Body);
  const bool IsHarmless = !A.Causes.empty() && A.Causes.front().IsHarmless;
  OS << (IsHarmless ? "::notice " : "::error ");
  // 'File "serve.py", line 3' of the last traceback.
  if (const llvm::StringRef Frame = A.Read.first("last-source");
      !Frame.empty()) {
    const auto [File, Line] = Frame.split("\", line ");
    OS << fmt::format(
        "file={},line={},",
        githubValue(displayPath(File, repositoryRoot(workingDirectory())),
                    /*IsProperty=*/true),
        std::string_view(Line));
  }
  OS << "title=aoti-tidy explain::" << githubValue(Text, /*IsProperty=*/false)
     << '\n';
}

} // namespace aoti_tidy
