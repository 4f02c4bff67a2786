// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_FINDING_FINDING_H
#define AOTI_TIDY_CHECKS_LIB_FINDING_FINDING_H

#include <string>
#include <utility>
#include <vector>

namespace aoti_tidy {

/// "x", "x and y", "x, y and z"
std::string joinedByAnd(const std::vector<std::string> &Texts);

/// Bytes [Begin, End) of a text.
struct TextRange {
  unsigned Begin = 0, End = 0;

  unsigned length() const { return End - Begin; }
  bool overlaps(TextRange Other) const {
    return Begin < Other.End && Other.Begin < End;
  }
};

/// A place in a file; lines and columns (in bytes) count from 1. A check fills
/// in what it has, an offset or a line and a column, and the driver the rest.
/// A finding about something that is not text (a command line) has no file.
struct Location {
  /// As the driver sees it, absolute; empty in a check that sees one file: that
  /// one.
  std::string File = {};
  unsigned Offset = 0, Line = 0, Column = 0;
};

/// An edit; a fix is a list of them that are made together or not at all.
struct Edit {
  TextRange Where;
  std::string Replacement;
  std::string File = {}; ///< as in Location
};

struct Note {
  Location Where;
  std::string Message;
  std::vector<TextRange> Ranges; ///< to underline
  /// Offered with the note: to be judged by the user (--unsafe-fixes).
  std::vector<Edit> Fix;

  Note() = default;
  Note(Location Where, std::string Message)
      : Where(std::move(Where)), Message(std::move(Message)) {}
  /// About a range of the file at hand.
  Note(TextRange R, std::string Message, std::vector<Edit> Fix = {})
      : Where{"", R.Begin}, Message(std::move(Message)), Ranges{R},
        Fix(std::move(Fix)) {}

  TextRange range() const { return Ranges.front(); }
  /// Makes it a note at a range of the file at hand.
  void setRange(TextRange R) {
    Where = {"", R.Begin};
    Ranges = {R};
  }
};

/// The language of a finding's file.
enum class Language { Cxx, Python };

enum class Severity { Info, Warning, Error };

/// The message of a check on C++, Python or emitted code, or an error of a
/// parser. A check leaves fields empty that only the driver knows.
struct Finding {
  std::string Check; ///< id; of an error of Clang, "clang-diagnostic-error"
  Language Lang = Language::Cxx;
  /// Error: --warnings-as-errors, the configuration, or a parser's.
  enum Severity Severity = Severity::Warning;
  Location Where;
  unsigned EndLine = 0, EndColumn = 0; ///< end of what is underlined
  std::string Message;
  std::vector<TextRange> Ranges; ///< to underline
  std::vector<Note> Notes;
  std::vector<Edit> Fix; ///< safe
  std::string Fingerprint;

  Finding() = default;
  Finding(Location Where, std::string Message)
      : Where(std::move(Where)), Message(std::move(Message)) {}
  /// About a range of the file at hand.
  Finding(TextRange R, std::string Message, std::vector<Note> Notes = {},
          std::vector<Edit> Fix = {})
      : Where{"", R.Begin}, Message(std::move(Message)), Ranges{R},
        Notes(std::move(Notes)), Fix(std::move(Fix)) {}

  TextRange range() const { return Ranges.front(); }
  /// Makes it a finding about a range of the file at hand.
  void setRange(TextRange R) {
    Where = {"", R.Begin};
    Ranges = {R};
  }
};

/// Puts findings about ranges of one file in the order of its text; of equal
/// ones, one stays.
void sortByPlace(std::vector<Finding> &Findings);

} // namespace aoti_tidy

#endif
