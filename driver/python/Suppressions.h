// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PYTHON_SUPPRESSIONS_H
#define AOTI_TIDY_DRIVER_PYTHON_SUPPRESSIONS_H

#include "checks/lib/python/Syntax.h"
#include "driver/report/Suppression.h"
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
  /// The checks that the comments for a line, or for a region, silence there.
  struct Directive {
    std::string Globs;
    size_t FirstName, EndOfNames; ///< of ours, in List
    bool IsNextLine;
  };
  /// Between NOLINTBEGIN and NOLINTEND. Regions lie in each other or apart.
  struct Region : Directive {
    unsigned FirstLine, LastLine; ///< the last is 0 if it has no end
    size_t Around;                ///< the next larger one, in Regions; or none
  };

  Directive directive(llvm::StringRef Word, std::string Globs,
                      llvm::ArrayRef<llvm::StringRef> Names,
                      llvm::StringRef Rest);
  void readNoqa(llvm::StringRef Comment, unsigned Line);
  void readNolint(llvm::StringRef Comment, unsigned Line);
  /// Leaves the regions that have an end.
  void closeRegions();
  bool matches(const std::string &Globs, llvm::StringRef Check);

  const python::Tree &In;
  std::multimap<unsigned, Directive> ByLine; ///< by the line they are for
  std::vector<Region> Regions;               ///< by their first line
  llvm::SmallVector<size_t> Open;            ///< while the comments are read
  llvm::StringMap<bool> Matches;             ///< most directives say the same
  std::vector<Suppression> List;
};

} // namespace aoti_tidy

#endif
