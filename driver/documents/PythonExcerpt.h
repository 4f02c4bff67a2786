// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_DOCUMENTS_PYTHONEXCERPT_H
#define AOTI_TIDY_DRIVER_DOCUMENTS_PYTHONEXCERPT_H

#include "checks/lib/finding/Finding.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// Python that lies in a file of another kind (the cells of a notebook, the
/// fenced blocks of Markdown) as one text, with the place in the file of each
/// of its bytes. A Python file is an excerpt of itself.
class PythonExcerpt {
public:
  PythonExcerpt() = default;
  /// All of a Python file, which must outlive the excerpt.
  static PythonExcerpt wholeFile(llvm::StringRef Text);

  llvm::StringRef text() const { return IsWhole ? Whole : Text; }
  /// Whether text() has ends of lines that edits, which go by lines and end
  /// them as everybody does, cannot be made to.
  bool hasLoneReturns() const { return LoneReturns; }
  /// Where in text() each of the joined parts begins; nothing for a file.
  std::vector<unsigned> partBegins() const;
  /// Where in the file the byte is from; of the end, where the last one ends.
  unsigned fileOffset(unsigned Offset) const;

  /// The edit of the file that makes of text()'s bytes [Begin, End) \p New.
  /// Nothing if they are not all from one part, or are not in the file as they
  /// are in the text.
  std::optional<Edit> fileEdit(unsigned Begin, unsigned End,
                               llvm::StringRef New) const;

  /// Whether both bytes are from the same part.
  bool areInOnePart(unsigned A, unsigned B) const;

  /// How a part is written into its file.
  struct Form {
    /// The form of a line break in new text: indentation, or the end of one
    /// JSON string and the start of the next.
    std::string LineBreak = "\n";
    bool IsJson = false;     ///< quotes and backslashes are escaped
    bool IsReadOnly = false; ///< no edit is made
  };

  /// A cell, a block.
  class Part {
  public:
    explicit Part(Form F) : Written(std::move(F)) {}
    /// Adds bytes that lie one after the other at \p FileOffset.
    void add(llvm::StringRef Bytes, unsigned FileOffset);
    /// Adds bytes that \p Length bytes at \p FileOffset stand for.
    void addEscaped(llvm::StringRef Bytes, unsigned FileOffset,
                    unsigned Length);

    llvm::StringRef text() const { return Text; }
    /// Where in the text the byte of the file is, or the first one behind it;
    /// nothing if it is of no byte of the part, nor its end.
    std::optional<unsigned> textOffset(unsigned FileOffset) const;
    /// Behind its last byte; 0 if it has none.
    unsigned fileEnd() const { return FileEnd; }
    bool isPython() const;
    /// Puts a name in place of IPython's commands: '%matplotlib inline',
    /// '!pip install', 'x = !ls', 'f?'. A cell that is a command as a whole
    /// ('%%bash') is emptied; '%%time' and its like go alone.
    void hideMagics();

  private:
    friend class PythonExcerpt;
    void hide(size_t Begin, size_t End);

    Form Written;
    std::string Text;
    std::vector<unsigned> Offsets; ///< in the file, of each byte
    unsigned FileEnd = 0;          ///< behind the last byte
    std::vector<std::pair<size_t, size_t>> Hidden;
  };

  /// Adds a part behind the others, on a line of its own.
  void add(const Part &P);

private:
  struct Placed {
    unsigned Begin, End; ///< in the text
    unsigned FileEnd;
    Form Written;
    std::vector<std::pair<unsigned, unsigned>> Hidden;
  };

  /// The part that has the byte, or ends there; null if none does.
  const Placed *partAt(unsigned Offset) const;

  bool IsWhole = false, LoneReturns = false;
  llvm::StringRef Whole;
  std::string Text;
  std::vector<unsigned> Offsets;
  std::vector<Placed> Parts;
};

/// The Python of a file that is not Python.
struct PythonExcerpts {
  /// Each is linted as a file: what can be parsed joined in its order, since
  /// later parts use the names of earlier ones, and each part that cannot be
  /// parsed by itself.
  std::vector<PythonExcerpt> All;
  /// The parts that All has joined, each by itself, if they are several.
  std::vector<PythonExcerpt> Joined;
};

/// The code cells of a notebook (.ipynb, format 4); none if its language is not
/// Python. The error is the bare reason.
llvm::Expected<PythonExcerpts> readNotebook(llvm::StringRef Json);

/// The code cells of a notebook as a reader sees them: each a text of its own,
/// with IPython's commands.
class NotebookCells {
public:
  /// None if it is no notebook.
  explicit NotebookCells(llvm::StringRef Json);

  struct Place {
    unsigned Cell;   ///< from 1, all kinds of cells counted
    unsigned Offset; ///< in the cell's text
  };
  std::optional<Place> placeOf(unsigned FileOffset) const;
  llvm::StringRef textOf(unsigned Cell) const;

private:
  std::vector<std::pair<unsigned, PythonExcerpt::Part>> Cells;
};

/// The blocks between fences that are marked as Python: '```python', '~~~ py'.
PythonExcerpts readMarkdown(llvm::StringRef Text);

/// The Python that sets the variables that a Dockerfile, a shell script or a
/// workflow sets for the programs it starts, in the order of the text:
/// 'os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "1"'. The names and values are
/// those bytes of the file. A value that is made when the file is read ('$LEVEL')
/// is not known. Variables of a shell that it does not export are left out.
PythonExcerpts readEnvironment(llvm::StringRef Path, llvm::StringRef Text);

/// All Python that \p File, with that text, has: itself, or the parts of a
/// document. The error is the bare reason.
llvm::Expected<PythonExcerpts> excerptsOf(llvm::StringRef File,
                                          llvm::StringRef Text);

/// Joins parts as PythonExcerpts says.
PythonExcerpts joinParts(llvm::ArrayRef<PythonExcerpt::Part> Parts);

} // namespace aoti_tidy

#endif
