// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_UNREADCODE_H
#define AOTI_TIDY_CHECKS_LIB_OPS_UNREADCODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace aoti_tidy {

/// Code that may register operators without leaving a fact: it was not fully
/// understood, or not looked at. An operator that is missing from the facts may
/// be registered there.
class UnreadCode {
public:
  /// There is none.
  UnreadCode() = default;

  /// Any number of files, with whatever in them.
  static UnreadCode anything();

  /// Adds the text of a file that was not understood to its end; empty if that
  /// is not known.
  void add(llvm::StringRef Text);

  /// Whether it may have something to say of \p Op, that is ns::name.overload:
  /// code that registers an operator has its name in it.
  bool mayName(llvm::StringRef Op) const;

private:
  bool Anything = false;
  llvm::StringSet<> Words;
};

} // namespace aoti_tidy

#endif
