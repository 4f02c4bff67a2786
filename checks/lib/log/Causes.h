// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of Causes.def.
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_CAUSES_H
#define AOTI_TIDY_CHECKS_LIB_LOG_CAUSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// The strength of a sign, the strongest first.
enum class Weight { Likely, Possible, Symptom, Last, Harmless };

/// A cause of failures around AOTInductor; docs/explain/<Id>.md has the words.
struct CauseInfo {
  llvm::StringLiteral Id;
  llvm::StringLiteral Group;
};

struct Sign {
  llvm::StringLiteral Cause;
  enum Weight Weight;
  llvm::StringLiteral Word;    ///< what a line must contain, or others with '|'
  llvm::StringLiteral Pattern; ///< what it must match; empty: nothing more
  llvm::StringLiteral When;    ///< facts that the log must have, or not
  llvm::StringLiteral Says;    ///< with $1 ...; empty: the page's title
};

struct FactSign {
  llvm::StringLiteral Name, Word, Pattern;
};

struct SameText {
  llvm::StringLiteral Cause, Other;
};

llvm::ArrayRef<CauseInfo> allCauses();
const CauseInfo *findCause(llvm::StringRef Id);
llvm::ArrayRef<Sign> allSigns();
llvm::ArrayRef<FactSign> allFactSigns();
llvm::ArrayRef<SameText> sameTexts();

/// The first of the words of \p S that \p Text has; empty: none.
llvm::StringRef wordIn(const Sign &S, llvm::StringRef Text);

} // namespace aoti_tidy

#endif
