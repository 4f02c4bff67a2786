// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/documents/PythonExcerpt.h"
#include "checks/lib/python/GrammarGaps.h"
#include "driver/base/FileKinds.h"
#include "driver/documents/PythonText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

std::string withLineBreaks(StringRef Text, StringRef LineBreak) {
  llvm::SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  return llvm::join(Lines, LineBreak);
}

/// \p Text as it is written in a file.
std::string written(StringRef Text, const PythonExcerpt::Form &As) {
  if (!As.IsJson)
    return withLineBreaks(Text, As.LineBreak);
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  for (const char C : Text) {
    if (C == '\n')
      OS << As.LineBreak;
    else if (C == '"' || C == '\\')
      OS << '\\' << C;
    else if (C == '\t')
      OS << "\\t";
    else if (static_cast<unsigned char>(C) < 0x20)
      OS << llvm::format("\\u%04x", C);
    else
      OS << C;
  }
  return Result;
}

} // namespace

void PythonExcerpt::Part::add(StringRef Bytes, unsigned FileOffset) {
  Text += Bytes;
  for (size_t I = 0; I < Bytes.size(); ++I)
    Offsets.push_back(FileOffset + I);
  FileEnd = FileOffset + Bytes.size();
}

void PythonExcerpt::Part::addEscaped(StringRef Bytes, unsigned FileOffset,
                                     unsigned Length) {
  Text += Bytes;
  Offsets.insert(Offsets.end(), Bytes.size(), FileOffset);
  FileEnd = FileOffset + Length;
}

std::optional<unsigned>
PythonExcerpt::Part::textOffset(unsigned FileOffset) const {
  if (Offsets.empty() || FileOffset < Offsets.front() || FileOffset > FileEnd)
    return std::nullopt;
  // The first of the bytes that one escape stands for.
  return llvm::lower_bound(Offsets, FileOffset) - Offsets.begin();
}

bool PythonExcerpt::Part::isPython() const {
  const auto Tree = python::Tree::parse(Text);
  return Tree && !firstSyntaxProblem(*Tree, /*PartBegins=*/0U);
}

void PythonExcerpt::Part::hide(size_t Begin, size_t End) {
  // A name of which nothing is known. Offsets stay.
  for (size_t I = Begin; I < End; ++I)
    if (Text[I] != '\n')
      Text[I] = I == Begin ? '_' : ' ';
  Hidden.emplace_back(Begin, End);
}

PythonExcerpt PythonExcerpt::wholeFile(StringRef Text) {
  PythonExcerpt E;
  E.IsWhole = true;
  E.Whole = Text;
  E.LoneReturns = python::hasLoneReturns(Text);
  return E;
}

void PythonExcerpt::add(const Part &P) {
  const unsigned Begin = Text.size(), End = Begin + P.Text.size();
  Text += P.Text;
  LoneReturns |= python::hasLoneReturns(P.Text);
  Offsets.insert(Offsets.end(), P.Offsets.begin(), P.Offsets.end());
  Placed Where = {Begin, End, P.FileEnd, P.Written, {}};
  for (const auto &[HiddenBegin, HiddenEnd] : P.Hidden)
    Where.Hidden.emplace_back(Begin + HiddenBegin, Begin + HiddenEnd);
  llvm::sort(Where.Hidden);
  Parts.push_back(std::move(Where));
  // One even after a line break: an edit at a part's end is in this part then.
  Text += '\n';
  Offsets.push_back(P.FileEnd);
}

std::vector<unsigned> PythonExcerpt::partBegins() const {
  std::vector<unsigned> Begins;
  for (const Placed &P : Parts)
    Begins.push_back(P.Begin);
  return Begins;
}

unsigned PythonExcerpt::fileOffset(unsigned Offset) const {
  if (IsWhole)
    return Offset;
  if (Offset < Offsets.size())
    return Offsets[Offset];
  return Parts.empty() ? 0 : Parts.back().FileEnd;
}

std::optional<Edit> PythonExcerpt::fileEdit(unsigned Begin, unsigned End,
                                            StringRef New) const {
  if (IsWhole) {
    // New lines end as the file's do.
    const bool HasCrLf = Whole.split('\n').first.ends_with("\r");
    return Edit{{Begin, End},
                HasCrLf && !New.contains('\r') ? withLineBreaks(New, "\r\n")
                                               : New.str(),
                {}};
  }
  const Placed *Part = partAt(Begin);
  if (!Part || End > Part->End)
    return std::nullopt;
  const Placed &P = *Part;
  // They are in the order of the text.
  const auto Hidden = llvm::partition_point(
      P.Hidden, [&](const auto &H) { return H.second <= Begin; });
  const bool TouchesHidden =
      Hidden != P.Hidden.end() && Hidden->first < std::max(End, Begin + 1);
  if (TouchesHidden || P.Written.IsReadOnly)
    return std::nullopt;
  // A line break that stays is left as it is.
  if (Begin < End && Text[End - 1] == '\n' && New.consume_back("\n")) {
    --End;
    if (Begin < End && Text[End - 1] == '\r' && !New.consume_back("\r"))
      --End;
  }
  // Up to the next byte, not to the end of the last one: a line that goes
  // takes the indentation, or the quotes, of the next line with it.
  const unsigned FileBegin = fileOffset(Begin), FileEnd = fileOffset(End);
  // Behind the last line there is none to be indented, or quoted.
  const bool EndsPart = End == P.End && New.consume_back("\n");
  std::string Replacement = written(New, P.Written);
  if (EndsPart)
    Replacement += P.Written.IsJson ? "\\n" : "\n";
  return Edit{{FileBegin, FileEnd}, std::move(Replacement), {}};
}

const PythonExcerpt::Placed *PythonExcerpt::partAt(unsigned Offset) const {
  // Parts have a byte between them.
  const auto At = llvm::partition_point(
      Parts, [&](const Placed &P) { return P.End < Offset; });
  return At != Parts.end() && At->Begin <= Offset ? &*At : nullptr;
}

bool PythonExcerpt::areInOnePart(unsigned A, unsigned B) const {
  const Placed *Part = IsWhole ? nullptr : partAt(std::min(A, B));
  return IsWhole || (Part && std::max(A, B) <= Part->End);
}

llvm::Expected<PythonExcerpts> excerptsOf(StringRef File, StringRef Text) {
  if (isMarkdownFile(File))
    return readMarkdown(Text);
  if (isEnvironmentFile(File))
    return readEnvironment(File, Text);
  if (isNotebookFile(File))
    return readNotebook(Text);
  return PythonExcerpts{{PythonExcerpt::wholeFile(Text)}, {}};
}

PythonExcerpts joinParts(llvm::ArrayRef<PythonExcerpt::Part> Parts) {
  PythonExcerpts Result;
  PythonExcerpt Joined;
  for (const PythonExcerpt::Part &P : Parts) {
    PythonExcerpt Alone;
    Alone.add(P);
    if (P.isPython()) {
      Joined.add(P);
      Result.Joined.push_back(std::move(Alone));
    } else {
      // An open bracket would take what follows with it.
      Result.All.push_back(std::move(Alone));
    }
  }
  if (Result.Joined.size() < 2)
    Result.Joined.clear();
  if (!Joined.text().empty())
    Result.All.insert(Result.All.begin(), std::move(Joined));
  return Result;
}

} // namespace aoti_tidy
