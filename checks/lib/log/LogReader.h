// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_LOGREADER_H
#define AOTI_TIDY_CHECKS_LIB_LOG_LOGREADER_H

#include "checks/lib/log/Causes.h"
#include "checks/lib/log/CodeLines.h"
#include "checks/lib/log/WordFinder.h"
#include "llvm/Support/Regex.h"
#include <deque>
#include <map>
#include <string>

namespace aoti_tidy {

struct LogEvent {
  unsigned Sign = 0; ///< into allSigns()
  uint64_t Line = 0; ///< the first that has it, from 1
  std::string Text;  ///< without what loggers put before it, and cut
  std::vector<std::string> Groups; ///< of the pattern: the whole match, $1 ...
  uint64_t Count = 1; ///< lines, or parts of very long ones, that say the same
  uint64_t LastLine = 0; ///< of those
  /// In its line, from column From on.
  size_t From = 0, To = 0;
  /// Only warnings, or an error that the program has handled.
  bool IsPassing = false;
  bool IsWarning = false; ///< the former
  std::string Frame = {}; ///< the innermost one before it
};

struct LogEvents {
  std::vector<LogEvent> Events; ///< in the order of the log
  std::map<std::string, std::vector<std::string>, std::less<>> Facts;
  uint64_t Lines = 0;
  std::vector<llvm::StringRef> PassedOver;

  bool has(llvm::StringRef Fact) const { return Facts.contains(Fact); }
  /// The first value of a fact; empty if the log has none.
  llvm::StringRef first(llvm::StringRef Fact) const {
    const auto It = Facts.find(Fact);
    return It == Facts.end() || It->second.empty() ? llvm::StringRef()
                                                   : It->second.front();
  }
};

/// Reads a log piece by piece in bounded memory. Events differ by the groups of
/// their pattern: what a thousand threads or ranks say is one event.
class LogReader {
public:
  /// \p MaxLine: longer lines are read in overlapping parts, each word once.
  explicit LogReader(size_t MaxLine = size_t(1) << 16);

  void feed(llvm::StringRef Bytes);
  LogEvents finish();

private:
  /// A line with words of signs, until the next lines show whether it is
  /// wrapped.
  struct Pending {
    uint64_t Line;
    size_t Column; ///< of Text in the line
    bool IsPassing;
    std::string Text;
    std::vector<unsigned> Words;
    std::vector<std::string> After; ///< the next lines
    std::string Frame;
  };

  /// One of the words of a row: of signs, then of facts.
  struct RowWord {
    llvm::StringRef Text;
    unsigned Row;
  };
  static std::vector<RowWord> allWords();

  /// The words that end behind From, up to To.
  struct Range {
    size_t From, To;
  };
  static constexpr Range WholeText = {0, ~size_t(0)};

  void readLine(llvm::StringRef Raw, bool IsWhole);
  void readCleanLine(llvm::StringRef Line, bool IsWhole);
  void endLine();
  void takeLine(llvm::StringRef Line, bool IsPassing, bool MayBeWrapped,
                Range WordEnds);
  bool lookAt(llvm::StringRef Text, uint64_t Number, bool IsPassing,
              Range WordEnds, LineKind Kind = LineKind::Text);
  void readTraceback(llvm::StringRef Line);
  void readCaret(llvm::StringRef Line);
  void lookAcross(llvm::StringRef Line, size_t To);
  void settle(const Pending &P);
  void addEvent(unsigned Sign, const Pending &P);
  void addLine(LogEvent &E, const Pending &P);
  bool isFromPlace(const LogEvent &E) const;
  bool isFactKnown(unsigned Row) const;
  void addFact(const RowWord &Word, llvm::StringRef Text, size_t End,
               uint64_t Number);

  const size_t MaxLine;
  const std::vector<RowWord> RowWords;
  const WordFinder Words;            ///< of RowWords
  std::vector<llvm::Regex> Patterns; ///< of signs, then of facts
  LogEvents Result;
  std::map<std::pair<unsigned, std::string>, size_t> Known; ///< into Events
  std::vector<unsigned> Stored;   ///< events of each sign
  std::vector<size_t> LastStored; ///< the last of them
  std::vector<uint64_t> Failed;   ///< matches of each row
  /// The text in which a row's word was last seen: once per text is enough.
  std::vector<uint64_t> SeenIn;
  uint64_t TextNumber = 0;
  uint64_t Traceback = 0; ///< the line where the last one begins
  std::string Frame;      ///< the innermost, 'a/b.py in f'
  uint64_t FrameLine = 0, ErrorLine = 0, KernelLine = 0;
  std::string AboveCaret;
  std::vector<std::pair<uint64_t, uint64_t>> Handled;
  std::vector<uint64_t> Tracebacks; ///< where each begins
  /// By the fact of a place, a line of each traceback that has it.
  std::map<std::string, std::vector<uint64_t>, std::less<>> Frames;
  /// By fact and the frame's text, but for its numbers.
  std::map<std::pair<unsigned, std::string>, bool> FrameMatches;
  /// By sign and the text around its word.
  std::map<std::pair<unsigned, size_t>, size_t> Alikes;
  static constexpr size_t NoEvent = ~size_t(0);
  CodeLines Code;
  bool IsCodeNext = false; ///< in lines that begin with a tab
  std::deque<Pending> Open;
  std::string Partial; ///< a line whose end has not come yet
  /// In a long line, words up to here in Partial are known.
  size_t ReadBefore = 0;
  std::string Last;     ///< the line before, for what is wrapped
  size_t WrapWidth = 0; ///< the longest line but for very long ones
};

} // namespace aoti_tidy

#endif
