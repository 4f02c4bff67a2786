// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_SERVER_NOTEBOOK_H
#define AOTI_TIDY_DRIVER_COMMANDS_SERVER_NOTEBOOK_H

#include "driver/commands/server/Document.h"

namespace aoti_tidy {

/// A cell as an editor shows it. All cells are linted as one text: a notebook (.ipynb)
/// that has nothing else, and a line for each line of a cell.
struct NotebookCell {
  std::string Uri;
  int64_t Version = 0;
  bool IsPython = false;
  EditorText Text{""};
  unsigned Begin = 0; ///< of its source in the notebook

  /// The byte of the notebook that a byte of the cell is in, and back; what is behind
  /// the cell is its end.
  unsigned inNotebook(unsigned Offset) const;
  unsigned inCell(unsigned Offset) const;
  TextRange inNotebook(TextRange R) const {
    return {inNotebook(R.Begin), inNotebook(R.End)};
  }
  TextRange inCell(TextRange R) const {
    return {inCell(R.Begin), inCell(R.End)};
  }
};

/// The text of the notebook; sets where in it the cells begin.
std::string notebookOf(llvm::MutableArrayRef<NotebookCell> Cells);
/// A text as the source of a cell has it in the notebook, and back.
std::string asSource(llvm::StringRef Text);
std::string ofSource(llvm::StringRef Source);

} // namespace aoti_tidy

#endif
