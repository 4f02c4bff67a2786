// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_CHECKLIST_H
#define AOTI_TIDY_DRIVER_BASE_CHECKLIST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace aoti_tidy {

enum class Tier { Stable, Preview, Policy };
enum class FixKind { None, Unsafe, Safe };
/// C++ that people write, or what torch emitted.
enum class CheckInput { Sources, Emitted };

/// As in Checks.def.
enum class Fronts { Cxx, CxxPython, Python, Emitted };

/// The published page at \p Path below the address that the build, or the variable
/// AOTI_TIDY_DOCS_URL of the environment, names; empty where neither does.
std::string docsAddress(llvm::StringRef Path);

/// An id, and the page that is embedded under it, with its front matter.
using EmbeddedPage = std::pair<llvm::StringLiteral, llvm::StringLiteral>;
/// Without the front matter; empty if there is none.
llvm::StringRef pageIn(llvm::ArrayRef<EmbeddedPage> Pages, llvm::StringRef Id);

/// A check, by Checks.def and its page.
struct CheckInfo {
  llvm::StringLiteral Id;
  enum Fronts Fronts;
  enum Tier Tier;
  FixKind Fix;
  llvm::StringLiteral Since;

  CheckInput reads() const {
    return Fronts == Fronts::Emitted ? CheckInput::Emitted
                                     : CheckInput::Sources;
  }
  /// "AOTI101"; empty for what is no check.
  llvm::StringRef code() const;
  /// The published page; empty where there is none.
  std::string address() const;
  /// docs/checks/<id>.md without its front matter.
  llvm::StringRef page() const;
  /// The page's first paragraph, in one line.
  std::string introduction() const;
  /// The page's first sentence.
  std::string summary() const;
};

llvm::StringRef name(Tier T);
llvm::StringRef name(FixKind F);
llvm::StringRef name(CheckInput I);

/// All checks, by id.
llvm::ArrayRef<CheckInfo> allChecks();
const CheckInfo *findCheck(llvm::StringRef Id);
/// The id that has the code \p Text; empty if it is none.
llvm::StringRef idOfCode(llvm::StringRef Text);

/// The name of findings about suppressions. It is no check: options of its own
/// switch it on.
inline constexpr llvm::StringLiteral SuppressionRule = "aoti-nolint";
/// The checks and SuppressionRule.
llvm::ArrayRef<CheckInfo> allRules();
const CheckInfo *findRule(llvm::StringRef Id);
/// Whether there is a check \p Id, and it reads emitted code.
bool readsEmittedCode(llvm::StringRef Id);
/// Whether a check looks at C++ that people write.
bool readsCxx(llvm::StringRef Check);
/// Whether a check looks at Python.
bool readsPython(llvm::StringRef Check);
/// The check whose id is nearest to \p Text, or null if none is near.
const CheckInfo *nearestCheck(llvm::StringRef Text);

/// "did you mean 'aoti-debug-flag'?", or where all checks are listed.
std::string suggestionFor(llvm::StringRef Text);

/// The globs that enable the stable tier.
std::string defaultChecks();

/// Fails if an item of a list of globs matches no check. \p Where names the place:
/// "--checks", "a/.clang-tidy".
llvm::Error verifyGlobs(llvm::StringRef Globs, llvm::StringRef Where);

} // namespace aoti_tidy

#endif
