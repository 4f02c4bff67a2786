// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/LogReader.h"
#include "checks/lib/log/LogLine.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

namespace aoti_tidy {
namespace {

/// A longer line of JSON is read in parts, as others of MaxLine.
constexpr size_t MaxJson = 1 << 20;
constexpr size_t MaxBefore = 600, MaxBehind = 1400;
/// The lines that a wrapped message may continue in.
constexpr unsigned LinesAfter = 4;
constexpr size_t MaxAfter = 400;
/// More events of a sign are only counted.
constexpr unsigned MaxOfSign = 24;
constexpr size_t MaxValues = 8;
constexpr size_t MaxGroup = 120;
/// After so many equal lines, those that go on alike from the word on are taken
/// for the same: a GPU prints a million.
constexpr uint64_t SureCount = 64;
/// A word that often stands without its pattern means nothing.
constexpr uint64_t MaxFailed = 20000;
constexpr size_t AlikeSize = 120, MaxAlike = 4096;
constexpr size_t MaxHandled = 1000;
/// What a comment or a quoted mail puts before each line.
constexpr llvm::StringLiteral Quote = " \t#>|*";
/// A terminal's width, and the text across the end of a line.
constexpr size_t MinWrap = 60, MaxWrap = 400, Across = 64;

/// \p WordEnd moves with the text.
llvm::StringRef window(llvm::StringRef Line, size_t &WordEnd) {
  const size_t Begin = WordEnd > MaxBefore ? WordEnd - MaxBefore : 0;
  WordEnd -= Begin;
  return Line.substr(Begin, WordEnd + MaxBehind);
}

/// Numbers become 0, 1 or any other, as patterns tell them apart.
std::string withoutNumbers(llvm::StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    const llvm::StringRef Number = Text.take_while(llvm::isDigit);
    Text = Text.drop_front(Number.size());
    if (!Number.empty())
      Result += Number == "0" || Number == "1" ? Number : "#";
    const llvm::StringRef Rest =
        Text.take_until([](char C) { return llvm::isDigit(C); });
    Result += Rest;
    Text = Text.drop_front(Rest.size());
  }
  return Result;
}

/// Whether the next lines, which begin with a tab, are code of TORCH_TRACE.
bool isHeadOfCode(llvm::StringRef Line) {
  constexpr size_t LongestPrefix = 400;
  const llvm::StringRef Head = Line.take_front(LongestPrefix);
  return Head.contains("] {\"graph_dump\"") ||
         Head.contains("] {\"inductor_output_code\"");
}

} // namespace

std::vector<LogReader::RowWord> LogReader::allWords() {
  std::vector<RowWord> Result;
  unsigned Row = 0;
  const auto Add = [&](llvm::StringRef Words) {
    for (const llvm::StringRef Word : llvm::split(Words, '|'))
      Result.push_back({Word, Row});
    ++Row;
  };
  for (const Sign &S : allSigns())
    Add(S.Word);
  for (const FactSign &F : allFactSigns())
    Add(F.Word);
  return Result;
}

LogReader::LogReader(size_t MaxLine)
    : MaxLine(MaxLine), RowWords(allWords()),
      Words(llvm::map_to_vector(RowWords,
                                [](const RowWord &W) { return W.Text; })) {
  assert(MaxLine > MaxBefore + MaxBehind && "parts share that much");
  for (const Sign &S : allSigns())
    Patterns.emplace_back(S.Pattern);
  for (const FactSign &F : allFactSigns())
    Patterns.emplace_back(F.Pattern);
  Stored.resize(allSigns().size());
  Failed.resize(allSigns().size() + allFactSigns().size());
  LastStored.resize(allSigns().size());
  SeenIn.resize(allSigns().size() + allFactSigns().size());
}

void LogReader::feed(llvm::StringRef Bytes) {
  while (!Bytes.empty()) {
    const size_t End = Bytes.find('\n');
    const bool HasEnd = End != llvm::StringRef::npos;
    const llvm::StringRef Piece = Bytes.take_front(HasEnd ? End : Bytes.size());
    Bytes = Bytes.drop_front(Piece.size() + HasEnd);
    if (HasEnd && Partial.empty() && Piece.size() <= MaxLine) {
      readLine(Piece, /*IsWhole=*/true);
      ++Result.Lines;
      continue;
    }
    for (llvm::StringRef Rest = Piece; !Rest.empty();) {
      const bool IsJson =
          !ReadBefore &&
          (Partial.empty() ? Rest : llvm::StringRef(Partial)).starts_with("{");
      const size_t Most = IsJson ? MaxJson : MaxLine;
      const size_t Room = Most - std::min(Most, Partial.size());
      Partial += Rest.take_front(Room);
      Rest = Rest.drop_front(std::min(Room, Rest.size()));
      // A line of that length counts as complete.
      if (Partial.size() < Most || Rest.empty())
        break;
      readLine(Partial, /*IsWhole=*/false);
    }
    if (!HasEnd)
      return;
    endLine();
  }
}

void LogReader::endLine() {
  readLine(Partial, /*IsWhole=*/true);
  Partial.clear();
  ReadBefore = 0;
  ++Result.Lines;
}

/// Whether the traceback that ends with the error has the place of its row.
bool LogReader::isFromPlace(const LogEvent &E) const {
  const auto Place = Frames.find(
      llvm::StringRef(allSigns()[E.Sign].When).split(' ').first.str());
  if (Place == Frames.end())
    return false;
  const auto After = llvm::upper_bound(Tracebacks, E.Line);
  const uint64_t Begin = After == Tracebacks.begin() ? 0 : *std::prev(After);
  return llvm::any_of(Place->second, [&](uint64_t Line) {
    // 'from user code:' stands below the error.
    return Begin <= Line && Line <= E.Line + 2;
  });
}

LogEvents LogReader::finish() {
  if (!Partial.empty())
    endLine();
  for (const Pending &P : Open)
    settle(P);
  Open.clear();
  const auto IsElsewhere = [&](const LogEvent &E) {
    return allSigns()[E.Sign].Weight == Weight::Last && !isFromPlace(E);
  };
  // The log may end in a traceback, before its error.
  if (ErrorLine < FrameLine && Result.Lines < FrameLine + 12 &&
      llvm::all_of(
          Result.Events,
          [&](const LogEvent &E) {
            return E.IsPassing || IsElsewhere(E) ||
                   !allSigns()[E.Sign].When.empty();
          }) &&
      lookAt("log ends at " + Frame, FrameLine, false, WholeText))
    settle(Open.front());
  // Of an error elsewhere nothing is known.
  llvm::erase_if(Result.Events, IsElsewhere);
  for (LogEvent &E : Result.Events) {
    E.IsWarning = E.IsPassing;
    for (const auto &[First, Last] : Handled)
      E.IsPassing |= First <= E.Line && E.LastLine <= Last;
  }
  for (const auto &[Row, S] : llvm::enumerate(allSigns()))
    if (Failed[Row] >= MaxFailed)
      Result.PassedOver.push_back(llvm::StringRef(S.Word).split('|').first);
  for (const auto &[Row, S] : llvm::enumerate(allFactSigns()))
    if (Failed[allSigns().size() + Row] >= MaxFailed)
      Result.PassedOver.push_back(llvm::StringRef(S.Word).split('|').first);
  for (const char *Name : {"last-error", "last-failure"})
    if (const auto Last = Result.Facts.find(Name); Last != Result.Facts.end())
      for (std::string &Line : Last->second)
        Line = withoutPrefix(Line).str();
  llvm::sort(Result.PassedOver);
  Result.PassedOver.erase(llvm::unique(Result.PassedOver),
                          Result.PassedOver.end());
  llvm::sort(Result.Events, [](const LogEvent &A, const LogEvent &B) {
    return std::tie(A.Line, A.Sign, A.Groups) <
           std::tie(B.Line, B.Sign, B.Groups);
  });
  return std::move(Result);
}

void LogReader::readLine(llvm::StringRef Raw, bool IsWhole) {
  llvm::SmallString<256> Memory;
  const std::string Unfinished =
      IsWhole ? "" : Raw.take_back(unfinishedEscape(Raw)).str();
  std::string Plain;
  const llvm::StringRef Line = plainLine(
      cleanLine(Raw.drop_back(Unfinished.size()), Memory, IsWhole), Plain);
  // Emitted code of TORCH_TRACE.
  if (!Raw.starts_with("\t"))
    IsCodeNext = isHeadOfCode(Raw);
  if (!IsCodeNext || !Raw.starts_with("\t"))
    readCleanLine(Line, IsWhole);
  if (IsWhole)
    return;
  // Each word is seen once, with all that is ever looked at around it.
  const std::string Rest = Line.take_back(MaxBefore + MaxBehind).str();
  ReadBefore = Rest.size() - std::min(Rest.size(), MaxBehind);
  Partial = Rest + Unfinished;
}

void LogReader::readCleanLine(llvm::StringRef Line, bool IsWhole) {
  auto TakePart = [&, OfAll =
                          std::optional<bool>()](llvm::StringRef Text) mutable {
    if (!OfAll)
      OfAll = isPassing(Line, /*IsRecord=*/true);
    llvm::SmallString<256> Clean;
    std::string Plain;
    takeLine(plainLine(cleanLine(Text, Clean), Plain), *OfAll,
             /*MayBeWrapped=*/false, WholeText);
  };
  // A logger's JSON is read as what was logged; a cut one as text.
  if (IsWhole && !ReadBefore && Line.ltrim().starts_with("{")) {
    bool HasAny = !Open.empty();
    Words.find(Line, [&](unsigned, size_t) { HasAny = true; });
    if (HasAny && readJsonLine(Line, TakePart))
      return;
  }
  if (IsWhole && !ReadBefore && readEscapedLines(Line, TakePart))
    return;
  const size_t To =
      IsWhole ? WholeText.To : Line.size() - std::min(Line.size(), MaxBehind);
  takeLine(Line, /*IsPassing=*/false, /*MayBeWrapped=*/true, {ReadBefore, To});
}

void LogReader::takeLine(llvm::StringRef Line, bool IsPassing,
                         bool MayBeWrapped, Range WordEnds) {
  for (Pending &P : Open)
    P.After.push_back(Line.take_front(MaxAfter).str());
  while (!Open.empty() && Open.front().After.size() >= LinesAfter) {
    settle(Open.front());
    Open.pop_front();
  }
  readTraceback(Line);
  readCaret(Line);
  const LineKind Kind = Code.kindOf(Line, Result.Lines + 1);
  if (const auto Failed = Code.takeFailed())
    lookAt(Failed->Text, Failed->Line, /*IsPassing=*/false, WholeText);
  if (const size_t At = Kind == LineKind::Text ? llvm::StringRef::npos
                                               : errorBehindCode(Line);
      At != llvm::StringRef::npos)
    lookAt(Line.drop_front(At), Result.Lines + 1, IsPassing, WholeText);
  else
    lookAt(Line, Result.Lines + 1, IsPassing, WordEnds, Kind);
  if (MayBeWrapped && Kind == LineKind::Text)
    lookAcross(Line, WordEnds.To);
  if (MayBeWrapped && Line.size() <= MaxWrap && Kind == LineKind::Text) {
    WrapWidth = std::max(WrapWidth, Line.size());
    Last.assign(Line.begin(), Line.end());
  } else {
    Last.clear();
  }
}

/// An error in whose handling another one came is not what failed.
void LogReader::readTraceback(llvm::StringRef Line) {
  if (std::string At = frameOf(Line); !At.empty() && !isPassing(Line)) {
    Frame = std::move(At);
    FrameLine = Result.Lines + 1;
  } else if (Result.Lines == FrameLine && !Frame.empty() &&
             Line.ltrim().starts_with("assert ")) {
    Frame += ": " + Line.trim().take_front(AlikeSize).str();
  }
  // 'SystemExit: 1', 'subprocess.TimeoutExpired: ...'
  const llvm::StringRef Class = Line.split(':').first.rtrim();
  if (Line.contains("KeyboardInterrupt") ||
      (llvm::isUpper((Class.rsplit('.').second + Class).str()[0]) &&
       llvm::all_of(
           Class,
           [](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; }) &&
       llvm::any_of(Class, llvm::isLower)))
    ErrorLine = Result.Lines + 1;
  if (Line.contains(TracebackBegins)) {
    Frame.clear();
    Traceback = Result.Lines + 1;
    if (Tracebacks.size() < MaxHandled)
      Tracebacks.push_back(Traceback);
  } else if (Traceback && Handled.size() < MaxHandled &&
             Line.contains("During handling of the above exception, another"))
    Handled.emplace_back(Traceback, Result.Lines + 1);
}

/// The line of a kernel that Triton's error points to.
void LogReader::readCaret(llvm::StringRef Line) {
  constexpr uint64_t MostOfKernel = 60;
  if (Line.contains("CompilationError: at ")) {
    KernelLine = Result.Lines + 1;
  } else if (KernelLine && Result.Lines < KernelLine + MostOfKernel) {
    llvm::StringRef Said = withoutPrefix(Line);
    Said.consume_front("E ");
    if (Said.trim() == "^" && AboveCaret.size() > 1)
      Result.Facts.try_emplace("kernel-line", 1, AboveCaret);
    AboveCaret = Said.trim().size() > AlikeSize ? "" : Said.trim().str();
  }
}

/// Whether there is any sign.
bool LogReader::lookAt(llvm::StringRef Text, uint64_t Number, bool IsPassing,
                       Range WordEnds, LineKind Kind) {
  const size_t SignCount = allSigns().size();
  ++TextNumber;
  std::vector<std::pair<unsigned, size_t>> Found;
  std::optional<size_t> CodeFrom;
  size_t CodeTo = 0;
  Words.find(Text, [&](unsigned Word, size_t End) {
    if (End <= WordEnds.From || End > WordEnds.To)
      return;
    const unsigned Row = RowWords[Word].Row;
    if (std::exchange(SeenIn[Row], TextNumber) == TextNumber)
      return;
    // Code tells nothing but the phase, and only if it ran.
    if (Kind == LineKind::Shown ||
        (Kind == LineKind::Called &&
         (Row < SignCount ||
          allFactSigns()[Row - SignCount].Name.starts_with("last-"))))
      return;
    if (Failed[Row] >= MaxFailed)
      return;
    if (Row >= SignCount) {
      addFact(RowWords[Word], Text, End, Number);
      return;
    }
    if (Stored[Row] >= MaxOfSign) {
      ++Result.Events[LastStored[Row]].Count;
      return;
    }
    if (!CodeFrom) {
      CodeFrom = sourceCodeFrom(Text);
      CodeTo = errorBehindCode(Text);
    }
    const size_t Begin = End - RowWords[Word].Text.size();
    if (Begin < *CodeFrom || Begin >= CodeTo)
      Found.emplace_back(Row, End);
  });
  if (Found.empty())
    return false;
  IsPassing |= isPassing(Text);
  // Keeps what is around each word of a long line.
  llvm::sort(Found, llvm::less_second());
  for (size_t Next = 0; Next < Found.size();) {
    size_t First = Found[Next].second;
    const size_t Before = First;
    const llvm::StringRef Kept = window(Text, First);
    const size_t Cut = Before - First;
    const std::string Near = Number < FrameLine + 12 ? Frame : "";
    Pending P{Number, Cut, IsPassing, Kept.str(), {}, {}, Near};
    for (; Next < Found.size() && Found[Next].second - Cut <= Kept.size();
         ++Next)
      P.Words.push_back(Found[Next].first);
    llvm::sort(P.Words);
    Open.push_back(std::move(P));
  }
  return true;
}

/// Looks for signs across the end of the line before, if that is as long as
/// lines get here.
void LogReader::lookAcross(llvm::StringRef Line, size_t To) {
  if (Last.size() < MinWrap || Last.size() + 24 < WrapWidth || Line.empty())
    return;
  const auto IsAcross = [&](llvm::StringRef Joined, size_t Border) {
    bool Is = false;
    Words.find(Joined, [&](unsigned Word, size_t End) {
      const RowWord &W = RowWords[Word];
      if (W.Row < allSigns().size())
        Is |= End > Border && End - W.Text.size() < Border;
    });
    return Is;
  };
  for (const char *Between : {"", " "}) {
    const llvm::StringRef Tail = llvm::StringRef(Last).take_back(Across);
    const llvm::StringRef Head = *Between ? Line.ltrim(Quote) : Line;
    const std::string Joined = (Tail + Between + Head.take_front(Across)).str();
    if (!IsAcross(Joined, Tail.size() + (*Between != 0)))
      continue;
    const std::string Both = (llvm::Twine(Last) + Between + Head).str();
    // The next part has the rest of a long line.
    const size_t Behind = To == WholeText.To ? 0 : Line.size() - To;
    lookAt(Both, Result.Lines, /*IsPassing=*/false,
           {0, Both.size() - std::min(Both.size(), Behind)});
    return;
  }
}

void LogReader::settle(const Pending &P) {
  for (const unsigned Word : P.Words)
    addEvent(Word, P);
}

void LogReader::addLine(LogEvent &E, const Pending &P) {
  // A line is read again, together with the next one.
  E.Count += P.Line != E.LastLine;
  // Only the failure counts.
  if (E.IsPassing && !P.IsPassing) {
    E.Line = P.Line;
    E.Text = withoutPrefix(P.Text).str();
    E.IsPassing = false;
  }
  E.LastLine = std::max(E.LastLine, P.Line);
}

void LogReader::addEvent(unsigned Sign, const Pending &P) {
  llvm::SmallVector<llvm::StringRef, 8> Groups;
  const llvm::StringRef Text = P.Text, Word = wordIn(allSigns()[Sign], Text);
  const size_t WordAt = Text.find(Word);
  const std::string Before =
      withoutNumbers(Text.take_front(WordAt).take_back(AlikeSize));
  const llvm::StringRef Behind = Text.substr(WordAt, AlikeSize);
  const std::pair Alike(Sign, llvm::hash_combine(llvm::hash_value(Before),
                                                 llvm::hash_value(Behind),
                                                 P.IsPassing));
  const std::pair AlikeFailed(
      Sign, llvm::hash_combine(llvm::hash_value(Before),
                               llvm::hash_value(withoutNumbers(Behind))));
  if (const auto It = Alikes.find(AlikeFailed); It != Alikes.end())
    return;
  if (const auto It = Alikes.find(Alike); It != Alikes.end()) {
    LogEvent &Same = Result.Events[It->second];
    if (Same.Count >= SureCount) {
      addLine(Same, P);
      return;
    }
  }
  const auto Remember = [&](const auto &Key, size_t Event) {
    if (Alikes.size() < MaxAlike)
      Alikes.try_emplace(Key, Event);
  };
  // As it is, then with the next lines, wrapped by a terminal or whoever copied
  // it.
  std::string Joined = P.Text, Spaced = P.Text;
  llvm::StringRef Shown = P.Text;
  const auto Matches = [&](const std::string &With) {
    return Patterns[Sign].match(With, &Groups) &&
           Groups[0].data() < With.data() + P.Text.size();
  };
  if (!allSigns()[Sign].Pattern.empty() && !Matches(P.Text)) {
    if (++Failed[Sign] > SureCount) {
      Remember(AlikeFailed, NoEvent);
      return;
    }
    for (const std::string &Line : P.After) {
      Joined += withoutPrefix(Line);
      Spaced += (" " + withoutPrefix(Line).ltrim(Quote)).str();
    }
    const std::string &With = Matches(Joined) ? Joined : Spaced;
    if (&With == &Spaced && !Matches(Spaced))
      return;
    Shown = llvm::StringRef(With.data(), Groups[0].end() - With.data());
  } else if (Text.ends_with(":") && !Groups.empty() && !P.After.empty() &&
             Groups[0].end() == Text.end()) {
    // The message of an error's class begins on a line of its own.
    Spaced += (" " + withoutPrefix(P.After.front())).str();
    if (Matches(Spaced))
      Shown = Spaced;
    else
      Matches(P.Text);
  }
  const std::string Key =
      Groups.size() > 1
          ? llvm::join(llvm::drop_begin(Groups), std::string(1, '\0'))
          : std::string();
  const auto [It, IsNew] = Known.try_emplace({Sign, Key}, Result.Events.size());
  Remember(Alike, It->second);
  if (!IsNew) {
    addLine(Result.Events[It->second], P);
    return;
  }
  LogEvent E;
  E.Sign = Sign;
  E.Line = E.LastLine = P.Line;
  E.IsPassing = P.IsPassing || llvm::any_of(P.After, [](llvm::StringRef Line) {
                  return Line.contains("Ignoring this choice");
                });
  E.From = P.Column + WordAt;
  E.To = E.From + Word.size();
  if (!Groups.empty()) {
    const size_t At = Groups[0].data() - Shown.data();
    E.From = std::min(E.From, P.Column + At);
    E.To =
        std::max(E.To, P.Column + std::min(At + Groups[0].size(), Text.size()));
  }
  E.Text = withoutPrefix(Shown).str();
  E.Frame = P.Frame;
  for (const llvm::StringRef G : Groups) {
    const size_t Most = E.Groups.empty() ? MaxBefore : MaxGroup;
    E.Groups.push_back((G.take_front(Most) +
                        (G.size() > Most && !E.Groups.empty() ? "..." : ""))
                           .str());
  }
  ++Stored[Sign];
  LastStored[Sign] = Result.Events.size();
  Result.Events.push_back(std::move(E));
}

/// Whether another line would tell nothing new.
bool LogReader::isFactKnown(unsigned Row) const {
  const FactSign &Fact = allFactSigns()[Row - allSigns().size()];
  if (Fact.Name.starts_with("last-"))
    return false;
  if (Fact.Name.ends_with("-frame")) {
    const auto Place = Frames.find(Fact.Name);
    return Place != Frames.end() && (Place->second.back() >= Traceback ||
                                     Place->second.size() >= MaxHandled);
  }
  const auto It = Result.Facts.find(Fact.Name);
  return It != Result.Facts.end() &&
         (Fact.Name != "package" || It->second.size() >= MaxValues);
}

void LogReader::addFact(const RowWord &Word, llvm::StringRef Text, size_t End,
                        uint64_t Number) {
  if (isFactKnown(Word.Row))
    return;
  const FactSign &Fact = allFactSigns()[Word.Row - allSigns().size()];
  const bool IsLast = Fact.Name.starts_with("last-");
  llvm::SmallVector<llvm::StringRef, 4> Groups;
  if (Fact.Name == "last-source") {
    const llvm::StringRef Place = placeOfFrame(Text);
    if (Place.empty() || isLibraryFile(Place))
      return;
    Groups.assign(2, Place);
  } else if (Fact.Name == "own-source") {
    if (std::string Place = nativePlaceOf(Text); !Place.empty())
      Result.Facts[Fact.Name.str()].push_back(std::move(Place));
    return;
  } else if (!Fact.Pattern.empty()) {
    const bool IsFrame = Fact.Name.ends_with("-frame");
    if (IsFrame && !Text.contains(".py"))
      return;
    // Tracebacks repeat their frames, and each would be matched many times.
    const std::pair Alike(Word.Row, IsFrame ? withoutNumbers(Text) : "");
    const auto It = IsFrame ? FrameMatches.find(Alike) : FrameMatches.end();
    const bool IsKnown = It != FrameMatches.end();
    const bool Is =
        IsKnown
            ? It->second
            : Patterns[Word.Row].match(Text.take_front(MaxBehind), &Groups) &&
                  Groups.size() >= 2;
    if (IsFrame && !IsKnown && FrameMatches.size() < MaxAlike)
      FrameMatches.emplace(Alike, Is);
    if (!Is) {
      Failed[Word.Row] += !IsKnown;
      return;
    }
  } else if (IsLast) {
    if (!tellsError(Text, Word.Text, End))
      return;
    const size_t Behind = errorBehindCode(Text);
    const bool IsJoined = Behind < End && (sourceCodeFrom(Text) < Behind ||
                                           Text.ltrim().starts_with("File \""));
    Groups.assign(
        2, Text.drop_front(IsJoined ? Behind : 0).trim().take_front(MaxBefore));
  }
  if (Fact.Name.ends_with("-frame"))
    Frames[Fact.Name.str()].push_back(Number);
  auto &Values = Result.Facts[Fact.Name.str()];
  if (Fact.Name == "last-error")
    ErrorLine = Number;
  if (IsLast)
    Values.clear();
  if (Groups.size() > 1 && !llvm::is_contained(Values, Groups[1]))
    Values.push_back(Groups[1].str());
}

} // namespace aoti_tidy
