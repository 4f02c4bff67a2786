// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of causes and of the texts that tell them.
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_CAUSES_H
#define AOTI_TIDY_CHECKS_LIB_LOG_CAUSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// The strength of a sign, the strongest first.
enum class Weight { Likely, Possible, Symptom, Wrapper, Last, Harmless };

/// A cause of failures around AOTInductor: the head of docs/explain/<Id>.md.
struct CauseInfo {
  llvm::StringLiteral Id, Group;
  llvm::StringLiteral Common; ///< 'yes': programs without AOTInductor fail so
  llvm::StringLiteral Also;   ///< causes that print the same, with ', ' between
  /// The checks that find in sources what leads to it, in findings that match
  /// Fault, a POSIX expression; empty: any.
  llvm::StringLiteral FoundBy, Fault;
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

llvm::ArrayRef<CauseInfo> allCauses();
const CauseInfo *findCause(llvm::StringRef Id);
llvm::ArrayRef<Sign> allSigns();
llvm::ArrayRef<FactSign> allFactSigns();

/// The first of the words of \p S that \p Text has; empty: none.
llvm::StringRef wordIn(const Sign &S, llvm::StringRef Text);

} // namespace aoti_tidy

#endif
