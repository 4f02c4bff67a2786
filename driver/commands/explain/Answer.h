// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_ANSWER_H
#define AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_ANSWER_H

#include "checks/lib/log/Diagnosis.h"
#include "driver/base/Options.h"
#include "llvm/Support/raw_ostream.h"

namespace aoti_tidy {

/// A line of a log, or something else that speaks for a cause.
struct EvidenceLine {
  std::string Source; ///< the log, a package, a source file
  uint64_t Line = 0;  ///< 0: none
  std::string Text;
  uint64_t Count = 1; ///< how often the log has it
};

/// A cause with what speaks for it.
struct ExplainedCause {
  const CauseInfo *Cause = nullptr;
  Confidence Sure = Confidence::Likely;
  bool IsHarmless = false; ///< a line that says nothing about a failure
  std::string Headline;
  std::vector<EvidenceLine> Evidence;
  std::vector<std::string> First; ///< what to do before what the page says
  const LogEvent *Event = nullptr;
};

/// What is known of a failure without its cause: the guide's first checks.
struct FirstCheck {
  std::string What, Known;
};

struct Answer {
  std::string Log; ///< as it is named to the user
  LogEvents Read;
  std::vector<ExplainedCause> Causes; ///< the best first; empty: none
  /// Lines that say nothing of the error that ended the log, where no cause of
  /// that is known: harmless ones, and warnings.
  std::vector<ExplainedCause> Passing;
  /// Findings in the sources of which the log does not say whether they are it.
  std::vector<EvidenceLine> InSources;
  std::vector<FirstCheck> Checks;    ///< if there is no cause
  std::vector<std::string> Packages; ///< that were given
  /// What stands at hand and was not of use, a sentence each.
  std::vector<std::string> Notes;
  std::vector<std::string> Unread; ///< what could not be read, likewise
};

/// The kernel that the log has started last, where it prints them; empty: it
/// does not.
std::string lastKernel(const Answer &A);

/// The last line of the log that looks like an error's; empty: none does.
std::string lastError(const Answer &A);

/// "certain", "likely", "possible"
llvm::StringRef name(Confidence C);

/// What an export has assumed of sizes, of a folder of TORCH_TRACE.
void joinRecords(Answer &A);
/// What the log says of the kernel that ran last, and of the tensors' values.
void joinValues(Answer &A);
/// Holds the causes against the packages: what they take, where their constants
/// are, what they were compiled for.
void joinPackages(Answer &A);
/// The same for the accesses of their kernels.
void joinTrace(Answer &A);
/// Runs the checks over the sources that would find the causes.
void joinSources(const Options &O, Answer &A);

/// A text of a page, with the names that are known filled in.
std::string filledIn(std::string Text, const Answer &A);
/// What to do in order, with the names that are known filled in.
std::vector<std::string> stepsOf(const ExplainedCause &C, const Answer &A);
/// A cause that prints the same, and what tells them apart.
struct Alternative {
  const CauseInfo *Cause;
  std::string Title, Question;
};
std::vector<Alternative> alternativesOf(const ExplainedCause &C);

void writeAnswerText(const Answer &A, bool Verbose, llvm::raw_ostream &OS);
void writeAnswerMarkdown(const Answer &A, llvm::raw_ostream &OS);
void writeAnswerJson(const Answer &A, llvm::raw_ostream &OS);

} // namespace aoti_tidy

#endif
