// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/CodeLines.h"
#include "checks/lib/log/LogLine.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

/// 'File "a.py", line 3', 'File "a.py", line 3, in forward'
bool isFrame(llvm::StringRef Said) {
  return Said.starts_with("File \"") && Said.contains("\", line ");
}

/// Whether loggers put the same before two lines of a traceback, but for the time.
bool isAlike(llvm::StringRef A, llvm::StringRef B) {
  return A.size() == B.size() && llvm::equal(A, B, [](char L, char R) {
           return L == R || (llvm::isDigit(L) && llvm::isDigit(R));
         });
}

/// '12 | code' of gcc, '12 code' of a notebook.
bool isNumbered(llvm::StringRef Said, llvm::StringRef Mark) {
  const llvm::StringRef Rest = Said.drop_while(llvm::isDigit);
  return Rest.size() < Said.size() && Rest.starts_with(Mark);
}

/// A line of '_' with a test's name in it, or of '_ _ _'.
bool beginsPytest(llvm::StringRef Line) {
  return Line.starts_with("_ _ _ _ ") ||
         (Line.starts_with("____") && Line.ends_with("_") &&
          Line.contains(' '));
}

/// "KeyError    Traceback (most recent call last)", "File a.py:3, in f(x)"
bool beginsNotebook(llvm::StringRef Line) {
  const size_t Traceback = Line.find(TracebackBegins);
  if (Traceback != llvm::StringRef::npos &&
      Line.take_front(Traceback).ends_with("  "))
    return llvm::isAlpha(Line.front());
  const llvm::StringRef Said = Line.ltrim("# ");
  return Said.starts_with("File ") && !Said.contains('"') &&
         Said.contains(", in ");
}

bool endsPytest(llvm::StringRef Line) {
  return Line.starts_with("-----") || Line.starts_with("=====");
}

} // namespace

LineKind CodeLines::ofTraceback(llvm::StringRef Line, llvm::StringRef Said) {
  if (Said.empty() || Line.size() - Said.size() <= *Frame) {
    Frame.reset();
    return LineKind::Text;
  }
  return LineKind::Called;
}

LineKind CodeLines::kindOf(llvm::StringRef Line, uint64_t Number) {
  Failed.reset();
  const llvm::StringRef Plain = Line.ltrim();
  // Only what comes behind a frame is asked for its logger's prefix.
  if (const size_t At = Line.find("File \"");
      At != llvm::StringRef::npos && isFrame(Line.substr(At)) &&
      (isFrame(Plain) || isAlike(Line.take_front(At), Prefix) ||
       isFrame(withoutPrefix(Line)))) {
    Frame = At;
    Prefix = Line.take_front(At).str();
    return LineKind::Text;
  }
  LineKind Kind = LineKind::Text;
  llvm::StringRef Said = Plain;
  if (Frame || Asserted) {
    if (Frame && isAlike(Line.take_front(Prefix.size()), Prefix))
      Said = Line.drop_front(Prefix.size()).ltrim();
    else if (!Plain.empty())
      Said = withoutPrefix(Line);
    if (Frame)
      Kind = ofTraceback(Line, Said);
  }
  if (Kind == LineKind::Text && !Frame) {
    if (beginsPytest(Line))
      IsPytest = true;
    else if (endsPytest(Line))
      IsPytest = IsNotebook = false;
    else if (beginsNotebook(Line))
      IsNotebook = true;
    else if (IsNotebook && isNumbered(Plain.ltrim("-># "), " "))
      Kind = LineKind::Shown;
    else if (isNumbered(Plain, " | "))
      Kind = LineKind::Shown;
    else if (IsPytest && (Line.starts_with("    ") || Line.starts_with(">")))
      Kind = LineKind::Shown;
  }
  if (Kind != LineKind::Text) {
    llvm::StringRef Statement = Said.ltrim("> ");
    if (Statement.starts_with("assert "))
      Asserted = Assertion{Statement.str(), Number};
  } else if (Asserted && !Said.empty()) {
    Said.consume_front("E");
    if (Said.ltrim().starts_with("AssertionError"))
      Failed = std::move(Asserted);
    Asserted.reset();
  }
  return Kind;
}

std::optional<CodeLines::Assertion> CodeLines::takeFailed() {
  return std::exchange(Failed, std::nullopt);
}

} // namespace aoti_tidy
