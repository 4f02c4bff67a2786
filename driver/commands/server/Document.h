// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_SERVER_DOCUMENT_H
#define AOTI_TIDY_DRIVER_COMMANDS_SERVER_DOCUMENT_H

#include "checks/lib/finding/Finding.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// A text as an editor counts in it: lines that end with \n, \r\n or \r, and in a
/// line units of UTF-16, or bytes if both sides agreed on UTF-8.
class EditorText {
public:
  explicit EditorText(std::string Text) { set(std::move(Text)); }

  const std::string &str() const { return Text; }
  void set(std::string NewText);
  /// Makes one change of textDocument/didChange; false if it is none.
  bool apply(const llvm::json::Object &Change, bool IsUtf8);

  /// The byte that a Position is at; a place behind the end is the end.
  unsigned offset(const llvm::json::Object &Position, bool IsUtf8) const;
  /// The bytes of a Range; nothing if it is none.
  std::optional<TextRange> range(const llvm::json::Object *Range,
                                 bool IsUtf8) const;
  /// The line that the byte is in, from 0, and where a line ends.
  size_t line(unsigned Offset) const;
  unsigned endOfLine(size_t Line) const;
  llvm::json::Object position(unsigned Offset, bool IsUtf8) const;
  llvm::json::Object range(TextRange R, bool IsUtf8) const;

private:
  /// Of a line, without its end.
  llvm::StringRef lineText(size_t Index) const;

  std::string Text;
  std::vector<unsigned> Begins; ///< of lines
};

/// The objects of an array that is called \p Name; null has none.
std::vector<const llvm::json::Object *> objectsOf(const llvm::json::Object *In,
                                                  llvm::StringRef Name);

/// The path of a file's URI; empty if it is of no file.
std::string pathOf(llvm::StringRef Uri);

} // namespace aoti_tidy

#endif
