// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Diff.h"
#include "driver/base/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
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

/// Of a text with more differences, the script is cut there: it stays right,
/// and is seldom longer than need be.
constexpr long MaxDifferences = 256;

/// Myers' greedy shortest edit script up to MaxDifferences, of which time and
/// memory are the square; moves \p Old and \p New to what comes behind it.
std::vector<Change> firstChanges(llvm::ArrayRef<llvm::StringRef> &Old,
                                 llvm::ArrayRef<llvm::StringRef> &New) {
  const long N = Old.size(), M = New.size(), Max = N + M;
  std::vector<std::vector<long>> Trace;
  std::vector<long> V = {0, 0, 0};
  long D = 0;
  bool Done = false;
  for (;; ++D) {
    // V[K + D + 1] is the furthest x on diagonal K after D edits.
    std::vector<long> Next(2 * D + 5, 0);
    for (long K = -D; K <= D; K += 2) {
      auto At = [&](long K) { return V[K + D]; }; // V has D - 1's layout
      long X = D == 0                                         ? 0
               : K == -D || (K != D && At(K - 1) < At(K + 1)) ? At(K + 1)
                                                              : At(K - 1) + 1;
      long Y = X - K;
      while (X < N && Y < M && Old[X] == New[Y])
        ++X, ++Y;
      Next[K + D + 1] = X;
      if (X >= N && Y >= M) {
        Done = true;
        break;
      }
    }
    Trace.push_back(V);
    V = std::move(Next);
    if (Done || D == Max || D == MaxDifferences)
      break;
  }
  // Walk back from the end, or from where it came furthest.
  std::vector<Change> Result;
  long X = N, Y = M;
  if (!Done && D < Max) {
    // V[K + D + 1] is what D edits have come to.
    long Furthest = -1, Middle = 0;
    for (long K = -D; K <= D; K += 2) {
      const long ToX = V[K + D + 1], ToY = ToX - K;
      if (ToX > N || ToY > M || ToY < 0)
        continue;
      // Of those that came as far, one that has both left out and put in lines.
      if (ToX + ToY > Furthest ||
          (ToX + ToY == Furthest && std::abs(K) < std::abs(Middle))) {
        Furthest = ToX + ToY;
        Middle = K;
        X = ToX;
        Y = ToY;
      }
    }
  }
  if (X == N && Y == M && !Done) {
    // All of it, as one change.
    D = 0;
    Result.push_back({0, size_t(N), 0, size_t(M)});
  }
  const long EndX = X, EndY = Y;
  for (; D > 0; --D) {
    const std::vector<long> &P = Trace[D];
    auto At = [&](long K) { return P[K + D]; };
    const long K = X - Y;
    const bool Down = K == -D || (K != D && At(K - 1) < At(K + 1));
    const long PrevK = Down ? K + 1 : K - 1;
    const long PrevX = At(PrevK), PrevY = PrevX - PrevK;
    // Before the diagonal run: one inserted or one deleted line.
    if (Down)
      Result.push_back(
          {size_t(PrevX), size_t(PrevX), size_t(PrevY), size_t(PrevY + 1)});
    else
      Result.push_back(
          {size_t(PrevX), size_t(PrevX + 1), size_t(PrevY), size_t(PrevY)});
    X = PrevX;
    Y = PrevY;
  }
  std::ranges::reverse(Result);
  Old = Old.drop_front(EndX);
  New = New.drop_front(EndY);
  return Result;
}

std::vector<Change> changes(llvm::ArrayRef<llvm::StringRef> Old,
                            llvm::ArrayRef<llvm::StringRef> New) {
  std::vector<Change> Result;
  const size_t OldSize = Old.size(), NewSize = New.size();
  while (!Old.empty() || !New.empty()) {
    const size_t OldAt = OldSize - Old.size(), NewAt = NewSize - New.size();
    for (const Change &C : firstChanges(Old, New))
      Result.push_back({C.OldBegin + OldAt, C.OldEnd + OldAt,
                        C.NewBegin + NewAt, C.NewEnd + NewAt});
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
    for (size_t C = I; C < End;) {
      while (Line < All[C].OldBegin)
        appendLine(Out, ' ', Old[Line++]);
      // A run of changes without an equal line between: removals first.
      size_t RunEnd = C + 1;
      while (RunEnd < End && All[RunEnd].OldBegin == All[RunEnd - 1].OldEnd &&
             All[RunEnd].NewBegin == All[RunEnd - 1].NewEnd)
        ++RunEnd;
      for (size_t R = C; R < RunEnd; ++R)
        for (size_t L = All[R].OldBegin; L < All[R].OldEnd; ++L)
          appendLine(Out, '-', Old[L]);
      for (size_t R = C; R < RunEnd; ++R)
        for (size_t L = All[R].NewBegin; L < All[R].NewEnd; ++L)
          appendLine(Out, '+', New[L]);
      Line = All[RunEnd - 1].OldEnd;
      C = RunEnd;
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
  // A line that was rewritten is one left out and one put in at its place.
  std::vector<Change> Runs;
  for (const Change &C : changes(splitLines(Before), splitLines(After)))
    if (!Runs.empty() && C.OldBegin == Runs.back().OldEnd &&
        C.NewBegin == Runs.back().NewEnd)
      Runs.back() = {Runs.back().OldBegin, C.OldEnd, Runs.back().NewBegin,
                     C.NewEnd};
    else
      Runs.push_back(C);
  auto [First, Last] = Lines;
  for (const Change &C : Runs) {
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
