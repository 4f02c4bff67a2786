// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PYTHON_INTERPRETER_H
#define AOTI_TIDY_DRIVER_PYTHON_INTERPRETER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// A Python of this machine, which is asked whether it takes a text. It compiles
/// the text, runs none of it, and reads no module but those it starts with.
class Interpreter {
public:
  /// The first python3 on PATH that torch may run on: a program, not a script
  /// that chooses one, and nothing in \p Linted, the folders of what is linted.
  static std::optional<Interpreter> find(llvm::ArrayRef<std::string> Linted);

  struct Refusal {
    unsigned Line = 1; ///< from 1
    std::string Why;   ///< "invalid syntax"
  };
  /// \param IsProgram The text is a file of its own: a part of a document may
  /// return and await anywhere.
  std::optional<Refusal> refusalOf(llvm::StringRef Text, bool IsProgram) const;

  /// "3.12"
  llvm::StringRef version() const { return Version; }
  llvm::StringRef path() const { return Path; }

private:
  explicit Interpreter(std::string Path) : Path(std::move(Path)) {}
  /// Its output for \p Text; empty if it did not answer.
  std::string ask(llvm::StringRef Text, bool IsProgram) const;

  std::string Path, Version;
};

} // namespace aoti_tidy

#endif
