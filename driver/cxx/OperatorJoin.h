// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_OPERATORJOIN_H
#define AOTI_TIDY_DRIVER_CXX_OPERATORJOIN_H

#include "checks/lib/ops/CxxRegistrations.h"
#include "checks/lib/ops/RunFacts.h"
#include "driver/base/Finding.h"
#include "driver/base/Isolation.h"

namespace clang::tidy {
struct ClangTidyError;
}

namespace aoti_tidy {

/// Whether a function is called like a Meta kernel: f_meta, meta_f, f_fake,
/// "a::f_meta_kernel", too.
bool soundsLikeMeta(llvm::StringRef Name);

/// Holds what the files of a run say about operators against each other: a
/// kernel, its schema and its registration may each be in another file.
class OperatorJoin {
public:
  /// \p Unread: what could not be parsed of the run's files.
  OperatorJoin(llvm::ArrayRef<const OpFacts *> Facts, UnreadCode Unread)
      : Table(Facts, std::move(Unread)) {}

  /// The findings of one file.
  class File {
  public:
    File(const OperatorJoin &Join, const RunFacts &Facts);

    /// Adds the notes that only the run can give, and takes away a fix that
    /// would break another file. The kernel that the finding is in, empty if it
    /// is in none; nothing if the run says that it is no finding.
    std::optional<std::string>
    complete(const clang::tidy::ClangTidyError &Error, Finding &F,
             SourceTexts &Texts) const;

    /// The operator that a finding which is none would be about if no code that
    /// was not read named it.
    std::optional<std::string>
    unjudgedOp(const clang::tidy::ClangTidyError &Error) const;

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

  /// A notice about functions of \p File that look like Meta kernels and that
  /// nothing in sight registers: findings in them are held back.
  std::optional<std::string> unjudged(llvm::StringRef File,
                                      const RunFacts &Facts) const;

private:
  OpTable Table;
};

/// The kernels of \p Named whose functions the findings of \p Files are about, by
/// their symbols; the registrations of the others. Registrations that the compiler
/// has seen are left out.
OpFacts kernelsByName(llvm::ArrayRef<NamedKernel> Named,
                      llvm::ArrayRef<const RunFacts *> Files);

/// The schemas and fakes that the Python files of a run register.
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
