// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_OPERATORJOIN_H
#define AOTI_TIDY_DRIVER_CXX_OPERATORJOIN_H

#include "checks/lib/ops/RunFacts.h"
#include "driver/Isolation.h"
#include "driver/report/Finding.h"
#include <set>

namespace clang::tidy {
struct ClangTidyError;
}

namespace aoti_tidy {

/// Holds what the files of a run say about operators against each other: a
/// kernel, its schema and its registration may each be in another file.
class OperatorJoin {
public:
  /// \p Unread: what could not be parsed of the run's files.
  OperatorJoin(llvm::ArrayRef<const OpFacts *> Facts, UnreadCode Unread)
      : Table(Facts, std::move(Unread)) {}

  /// The operators of which \p Files would say something else if there were
  /// more files: those that nothing gives a Meta kernel.
  std::set<std::string>
  openQuestions(llvm::ArrayRef<const RunFacts *> Files) const;

  /// The findings of one file.
  class File {
  public:
    File(const OperatorJoin &Join, const RunFacts &Facts);

    /// The kernel that the finding is in, or "" of one in none; nothing if it
    /// is no finding, seen from the whole run. Adds the notes that only the run
    /// can give, and takes away a fix that would break another file.
    std::optional<std::string>
    complete(const clang::tidy::ClangTidyError &Error, Finding &F,
             SourceTexts &Texts) const;

    /// The operator that a finding which is none would be about if no code that
    /// was not read named it.
    std::optional<std::string>
    unjudged(const clang::tidy::ClangTidyError &Error) const;

  private:
    using ConditionalFinding = ConditionalFinding;
    llvm::ArrayRef<const ConditionalFinding *>
    conditionsOf(const clang::tidy::ClangTidyError &Error) const;
    bool breaksDeclaration(const ConditionalFinding &C) const;

    const OperatorJoin &Join;
    std::map<std::tuple<std::string, unsigned, std::string>,
             std::vector<const ConditionalFinding *>>
        Findings;
  };

private:
  OpTable Table;
};

/// What the Python files of a run register: schemas and fakes.
struct PythonOperators {
  OpFacts Facts;
  /// Files whose reading did not end well; nothing of them is among the facts.
  std::vector<std::pair<std::string, Ending>> Lost;
};

/// Files that cannot be opened are left out.
PythonOperators readPythonOperators(llvm::ArrayRef<std::string> Files,
                                    const IsolationSettings &Apart);

} // namespace aoti_tidy

#endif
