// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PYTHON_SUPPRESSIONS_H
#define AOTI_TIDY_DRIVER_PYTHON_SUPPRESSIONS_H

#include "checks/lib/finding/RangeIndex.h"
#include "checks/lib/python/Syntax.h"
#include "driver/report/Suppression.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <string>
#include <vector>

namespace aoti_tidy {

/// The comments of a Python text that silence findings:
///
///   # noqa                        all, in the line
///   # noqa: E501, aoti-debug-flag these; 'E501' alone is none of ours
///   # NOLINT, # NOLINT(aoti-*)    as in C++, with its globs
///   # NOLINTNEXTLINE(...)         for the line below
///   # NOLINTBEGIN(...), # NOLINTEND(...)
///
/// One that stands in the last line of a statement is for all of the statement,
/// which is where flake8 and its users put it, and NOLINTNEXTLINE is for the
/// statement that starts there. A begin without its end silences nothing.
class Suppressions {
public:
  explicit Suppressions(const python::Tree &T);

  /// Whether a finding of \p Check at that byte is not to be shown.
  bool silence(llvm::StringRef Check, unsigned Offset);

  /// The names of ours in them, and whether silence() was asked for a finding
  /// that they are for. Places are offsets.
  std::vector<Suppression> takeList() { return std::move(List); }

  /// Where a comment is added that silences a finding at that byte: the end of
  /// a line.
  unsigned placeOfComment(unsigned Offset) const;

private:
  struct Directive {
    unsigned FirstLine, LastLine; ///< of what it silences
    std::string Globs;
  };

  /// NOLINTBEGIN, while the comments are read.
  struct Begin : Directive {
    size_t First, Last; ///< of its names, in List
  };

  /// The lines that are meant for one check.
  struct OfCheck {
    llvm::DenseSet<unsigned> InLine, Below;
    RangeIndex Regions;
    /// Entries of List for the check that silenced nothing so far, by their line.
    std::multimap<unsigned, size_t> Unused;
    /// A region; regions lie in each other or apart, in the order of the text.
    struct Region {
      size_t Index;  ///< in List
      size_t Around; ///< the next larger one, into Listed; or none
    };
    std::vector<Region> Listed;
  };

  /// Adds the names of ours in a directive.
  void list(llvm::StringRef Names, llvm::StringRef Word, llvm::StringRef Rest,
            unsigned FirstLine, unsigned LastLine);
  void markUsed(OfCheck &Of, unsigned Line, unsigned First, unsigned Last);
  OfCheck &forCheck(llvm::StringRef Check);
  void readComment(python::Node Comment);
  void readNoqa(llvm::StringRef Comment, unsigned Line);
  void readNolint(llvm::StringRef Comment, unsigned Line);

  const python::Tree &In;
  std::vector<Directive> InLine, Regions;
  /// NOLINTNEXTLINE; the line is the one below.
  std::vector<Directive> Below;
  llvm::SmallVector<Begin, 2> Open;
  llvm::StringMap<OfCheck> ByCheck;
  std::vector<Suppression> List;
};

} // namespace aoti_tidy

#endif
