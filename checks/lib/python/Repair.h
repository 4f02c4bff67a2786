// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PYTHON_REPAIR_H
#define AOTI_TIDY_CHECKS_LIB_PYTHON_REPAIR_H

#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace aoti_tidy::python {

/// A statement without its block, and the comments and blank lines before it:
/// as many lines of the text as its brackets, strings and backslashes make it.
struct LogicalLine {
  unsigned Begin = 0;  ///< its first token
  unsigned End = 0;    ///< behind its last line break
  unsigned Indent = 0; ///< in columns, tabs to eight
  /// Its brackets are not closed, or not by their like.
  bool IsBroken = false;
};

/// Cuts Python, also broken Python, into logical lines. A bracket that is not
/// closed ends where no expression can go on: at a statement, or at two
/// operands in a row; or before, where the text is indented as if it had ended.
std::vector<LogicalLine> logicalLines(llvm::StringRef Text);

/// A broken text with lines left out. What is left keeps its place: as many
/// blanks are there instead, and instead of the head of a block another one.
class Repair {
public:
  /// Leaves out what merges and notebooks write between the lines of Python:
  /// "<<<<<<< ours", "%matplotlib inline", "!pip install torch", "torch.nn?".
  explicit Repair(llvm::StringRef Broken);

  llvm::StringRef text() const { return Text; }
  bool hasForeignLines() const { return HasForeign; }

  /// Leaves out the lines whose brackets are not closed. Whether there were
  /// such.
  bool removeBrokenLines();
  /// Leaves out the line that has \p Offset. Whether there was something in it.
  bool removeLineAt(unsigned Offset);
  bool isInOneLine(unsigned Begin, unsigned End) const {
    return lineAt(Begin) == lineAt(End);
  }

  /// The lines of Python that were left out: [begin, end) each, sorted.
  std::vector<std::pair<unsigned, unsigned>> removed() const;

private:
  size_t lineAt(unsigned Offset) const;
  void remove(size_t Line);

  std::string Text;
  std::vector<LogicalLine> Lines;
  std::set<size_t> Removed;
  bool HasForeign = false;
};

/// The names that \p Lost, a line that was left out, may give a meaning, as far
/// as that can be seen in what is broken.
std::vector<llvm::StringRef> namesGivenIn(llvm::StringRef Lost);

} // namespace aoti_tidy::python

#endif
