// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Diff.h"
#include "driver/base/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace aoti_tidy {
namespace {

constexpr size_t ContextLines = 3;

/// Lines with their line breaks, so that a missing one at the end is kept.
std::vector<llvm::StringRef> splitLines(llvm::StringRef Text) {
  std::vector<llvm::StringRef> Lines;
  while (!Text.empty()) {
    const size_t Break = Text.find('\n');
    const size_t Length =
        Break == llvm::StringRef::npos ? Text.size() : Break + 1;
    Lines.push_back(Text.take_front(Length));
    Text = Text.drop_front(Length);
  }
  return Lines;
}

/// Lines [OldBegin, OldEnd) become [NewBegin, NewEnd).
struct Change {
  size_t OldBegin, OldEnd, NewBegin, NewEnd;
};

/// How many lines of both texts are looked through for a pair of equal ones.
constexpr size_t MaxDistance = 512;

/// The differences, in the order of the text. A change ends at the nearest pair of
/// equal lines: fixes are short, so it is seldom longer than necessary.
std::vector<Change> changes(llvm::ArrayRef<llvm::StringRef> Old,
                            llvm::ArrayRef<llvm::StringRef> New) {
  std::vector<Change> Result;
  const auto AreEqual = [&](size_t OldAt, size_t NewAt) {
    return OldAt < Old.size() && NewAt < New.size() && Old[OldAt] == New[NewAt];
  };
  for (size_t OldAt = 0, NewAt = 0; OldAt < Old.size() || NewAt < New.size();) {
    if (AreEqual(OldAt, NewAt)) {
      ++OldAt;
      ++NewAt;
      continue;
    }
    Change C = {OldAt, Old.size(), NewAt, New.size()};
    [&] {
      for (size_t Distance = 1; Distance <= MaxDistance; ++Distance)
        for (size_t Left = 0; Left <= Distance; ++Left)
          if (AreEqual(OldAt + Left, NewAt + Distance - Left)) {
            C.OldEnd = OldAt + Left;
            C.NewEnd = NewAt + Distance - Left;
            return;
          }
    }();
    Result.push_back(C);
    OldAt = C.OldEnd;
    NewAt = C.NewEnd;
  }
  return Result;
}

void appendLine(std::string &Out, char Sign, llvm::StringRef Line) {
  Out += Sign;
  Out += Line;
  if (!Line.ends_with("\n"))
    Out += "\n\\ No newline at end of file\n";
}

/// Whether git writes a name in quotes: it could not be read back otherwise, or
/// a terminal would obey it.
bool needsQuotes(llvm::StringRef Name) {
  return Name.find_first_of("\"\\") != llvm::StringRef::npos ||
         printableLine(Name) != Name || Name.contains('\t');
}

/// "a/x.cpp", with git's quotes where it needs them: "\"a/x\\033.cpp\"".
std::string headerName(llvm::StringRef Side, llvm::StringRef Name) {
  if (!needsQuotes(Name))
    return (Side + Name).str();
  std::string Result = ("\"" + Side).str();
  for (const char C : Name) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += llvm::isPrint(C)
                  ? std::string(1, C)
                  : fmt::format("\\{:03o}", static_cast<unsigned char>(C));
  }
  return Result + '"';
}

} // namespace

std::string unifiedDiff(llvm::StringRef File, llvm::StringRef Before,
                        llvm::StringRef After) {
  const auto Old = splitLines(Before), New = splitLines(After);
  const std::vector<Change> All = changes(Old, New);
  if (All.empty())
    return "";
  // The first line, so that 'git apply' in a sub folder takes the paths from
  // the repository's root; the tabs, so that 'patch' reads names with spaces.
  std::string Out =
      fmt::format("diff --git {0} {1}\n--- {0}{2}\n+++ {1}{2}\n",
                  headerName("a/", File), headerName("b/", File),
                  File.contains(' ') && !needsQuotes(File) ? "\t" : "");
  for (size_t I = 0; I < All.size();) {
    // Changes whose contexts touch share a hunk.
    size_t End = I + 1;
    while (End < All.size() &&
           All[End].OldBegin <= All[End - 1].OldEnd + 2 * ContextLines)
      ++End;
    const size_t Lead = std::min(ContextLines, All[I].OldBegin);
    const size_t OldBegin = All[I].OldBegin - Lead;
    const size_t NewBegin = All[I].NewBegin - Lead;
    const size_t Tail =
        std::min(ContextLines, Old.size() - All[End - 1].OldEnd);
    const size_t OldCount = All[End - 1].OldEnd + Tail - OldBegin;
    const size_t NewCount = All[End - 1].NewEnd + Tail - NewBegin;
    Out += fmt::format("@@ -{},{} +{},{} @@\n", OldBegin + (OldCount ? 1 : 0),
                       OldCount, NewBegin + (NewCount ? 1 : 0), NewCount);
    size_t Line = OldBegin;
    for (const Change &C : llvm::ArrayRef(All).slice(I, End - I)) {
      while (Line < C.OldBegin)
        appendLine(Out, ' ', Old[Line++]);
      while (Line < C.OldEnd)
        appendLine(Out, '-', Old[Line++]);
      for (size_t L = C.NewBegin; L < C.NewEnd; ++L)
        appendLine(Out, '+', New[L]);
    }
    for (size_t T = 0; T < Tail; ++T)
      appendLine(Out, ' ', Old[Line++]);
    I = End;
  }
  return Out;
}

std::pair<unsigned, unsigned> linesAfter(std::pair<unsigned, unsigned> Lines,
                                         llvm::StringRef Before,
                                         llvm::StringRef After) {
  auto [First, Last] = Lines;
  for (const Change &C : changes(splitLines(Before), splitLines(After))) {
    const unsigned Shift = C.NewEnd - C.OldEnd; // may wrap, as it is added
    if (Lines.first > C.OldEnd)
      First = Lines.first + Shift;
    else if (Lines.first > C.OldBegin)
      First = C.NewBegin + 1;
    if (Lines.second > C.OldEnd)
      Last = Lines.second + Shift;
    else if (Lines.second > C.OldBegin)
      Last = C.NewEnd;
  }
  return {First, Last};
}

} // namespace aoti_tidy
