// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_ANSWER_H
#define AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_ANSWER_H

#include "checks/lib/log/Diagnosis.h"
#include "driver/base/Options.h"
#include "llvm/Support/raw_ostream.h"

namespace aoti_tidy {

struct EvidenceLine {
  std::string Source; ///< the log, a package, a source file
  uint64_t Line = 0;  ///< 0: none
  std::string Text;
  uint64_t Count = 1; ///< how often the log has it
};

struct ExplainedCause {
  const CauseInfo *Cause = nullptr;
  Confidence Sure = Confidence::Likely;
  bool IsHarmless = false; ///< a line that says nothing about a failure
  std::string Headline;
  std::vector<EvidenceLine> Evidence;
  std::vector<std::string> First; ///< steps to take before the page's
  const LogEvent *Event = nullptr;

  /// Evidence of \p Source as a whole.
  void add(std::string Source, std::string Text) {
    Evidence.push_back({std::move(Source), 0, std::move(Text)});
  }
};

struct FirstCheck {
  std::string What, Known;
};

struct Answer {
  std::string Log; ///< as it is named to the user
  LogEvents Read;
  std::vector<ExplainedCause> Causes; ///< the best first; empty: none
  /// Harmless lines and warnings, where the log's last error has no known
  /// cause.
  std::vector<ExplainedCause> Passing;
  /// Findings that may be about another failure.
  std::vector<EvidenceLine> InSources;
  std::vector<FirstCheck> Checks;         ///< if there is no cause
  std::vector<std::string> Packages;      ///< that were given
  std::vector<std::string> OtherPackages; ///< of those, not the log's
  /// Sentences about what was at hand and of no use.
  std::vector<std::string> Notes;
  std::vector<std::string> Unread; ///< parts that could not be read, likewise
};

/// The last kernel started, if the log has it; else empty.
std::string lastKernel(const Answer &A);

std::string lastError(const Answer &A);

llvm::StringRef name(Confidence C);

void joinPackages(Answer &A);
void joinTrace(Answer &A);
void joinSources(const Options &O, Answer &A);

/// A text of a page with the known names.
std::string filledIn(std::string Text, const Answer &A);
/// "Do this" and "Not this" of the cause's page, as far as they fit the log.
std::vector<std::string> stepsOf(const ExplainedCause &C, const Answer &A);
std::vector<std::string> warningsOf(const ExplainedCause &C, const Answer &A);
/// Another cause of the same text, and the question that separates them.
struct Alternative {
  const CauseInfo *Cause;
  std::string Title, Question;
};
std::vector<Alternative> alternativesOf(const ExplainedCause &C);

void writeAnswerText(const Answer &A, bool Verbose, llvm::raw_ostream &OS);
void writeAnswerMarkdown(const Answer &A, llvm::raw_ostream &OS);
/// An annotation for GitHub's runner, at the line of the user's code.
void writeAnswerGithub(const Answer &A, llvm::raw_ostream &OS);
void writeAnswerJson(const Answer &A, llvm::raw_ostream &OS);

} // namespace aoti_tidy

#endif
