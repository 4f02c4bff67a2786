// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_WARMPARSE_H
#define AOTI_TIDY_DRIVER_CXX_WARMPARSE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace clang {
class CompilerInstance;
}

namespace aoti_tidy {

/// A parse that has read what its file needs of precompiled headers, and waits for the
/// file's text. An editor keeps one; a lint asks it, and gets the result of a copy of
/// the process, which parses the text of now. Any doubt is no answer, and the lint
/// parses the text itself.
class WarmParse {
public:
  /// That of this process. Set its members before a run.
  static WarmParse &get();

  /// A socket to wait at, which nobody else has open; -1: this process does not wait.
  int Socket = -1;
  /// Where to ask; empty: nobody waits.
  std::string Address;
  /// Whether precompiling headers is left to who waits: somebody wants the result.
  bool LeavesHeaders = false;
  /// What a result depends on besides the text, the headers, and what the parse reads
  /// behind them. Who waits answers for its own only.
  std::string Key;

  bool isConcerned() const { return Socket >= 0 || !Address.empty(); }
  /// The result for \p Text; nothing if there is no answer.
  std::optional<std::string> ask(llvm::StringRef Text) const;
  /// Waits, before the main file is parsed. Returns in copies only, each of which has
  /// a text of its own there.
  void wait(clang::CompilerInstance &Compiler);
  /// The text of this copy; null if the process is none.
  const std::string *text() const { return Text ? &*Text : nullptr; }
  /// The end of a copy. \p Result empty: it has no answer.
  [[noreturn]] void answer(llvm::StringRef Result) const;

private:
  /// True in a copy, which is to \p Answer.
  bool fork(int Answer, int Other);

  std::optional<std::string> Text;
  int To = -1; ///< what waits for this copy
};

/// A name that nobody has, for who waits at \p Socket; empty if there is none.
std::string bindToFreeAddress(int Socket);

} // namespace aoti_tidy

#endif
