// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Report.h"
#include "driver/base/Errors.h"

namespace aoti_tidy {

const FormatInfo *findFormat(ReportFormat Format) {
  static constexpr FormatInfo Formats[] = {
#define AOTI_FORMAT(NAME, TEXT, ESCAPES)                                       \
  {ReportFormat::NAME, TEXT, write##NAME, Escapes::ESCAPES},
#include "driver/base/Formats.def"
  };
  const auto *It = llvm::find_if(
      Formats, [&](const FormatInfo &F) { return F.Format == Format; });
  return It == std::end(Formats) ? nullptr : It;
}

std::vector<Obstacle> obstaclesOf(const Report &R) {
  std::vector<Obstacle> All;
  for (const Finding &E : R.Result.Errors)
    All.push_back({E.Where, E.Message});
  for (const auto *Sentences :
       {&R.Result.ConfigProblems, &R.Failures, &R.Result.Unread})
    for (const std::string &Sentence : *Sentences)
      All.push_back({{}, Sentence});
  for (const std::string &File : R.Result.Crashed)
    All.push_back(
        {{File, 0, 0, 0}, "internal error: the linter crashed over this file"});
  for (const std::string &File : R.Result.TimedOut)
    All.push_back(
        {{File, 0, 0, 0}, "not linted: " + timeLimitText(R.TimeLimit)});
  return All;
}

Location openable(const Location &Where) {
  return placeInPackage(Where).empty()
             ? Where
             : Location{fileOnDisk(Where.File).str(), 0, 0, 0};
}

std::string textWithPlace(const Location &Where, llvm::StringRef Text) {
  const std::string Inside = placeInPackage(Where);
  return Inside.empty() ? Text.str() : fmt::format("{}: {}", Inside, Text);
}

std::pair<llvm::StringRef, llvm::StringRef>
splitMessage(llvm::StringRef Message, size_t Columns, bool InSentences) {
  if (!Columns || Message.size() <= Columns)
    return {Message, ""};
  const auto IsWordAt = [&](size_t I) {
    return I < Message.size() && llvm::isAlnum(Message[I]);
  };
  constexpr llvm::StringLiteral Clauses[] = {", and ", ", so ", ", which ",
                                             ", on which "};
  size_t End = Message.size(), Clause = 0;
  char Quote = 0;
  int Depth = 0; // of brackets
  for (size_t I = 0; I < Message.size(); ++I) {
    const char C = Message[I];
    const llvm::StringRef Rest = Message.drop_front(I);
    // An apostrophe is within a word.
    if (C == Quote && !IsWordAt(I + 1))
      Quote = 0;
    else if (!Quote && (C == '\'' || C == '"') && (!I || !IsWordAt(I - 1)))
      Quote = C;
    if (!Quote)
      Depth += llvm::StringRef("([{").contains(C) -
               llvm::StringRef(")]}").contains(C);
    if (Quote || Depth > 0)
      continue;
    if (Rest.starts_with("; ") || Rest.starts_with(": "))
      End = End == Message.size() || I <= Columns ? I : End;
    else if (InSentences && I <= Columns &&
             llvm::any_of(Clauses, [&](llvm::StringRef Begin) {
               return Rest.starts_with(Begin);
             }))
      Clause = I;
  }
  if (End > Columns && Clause)
    End = Clause;
  return {Message.take_front(End), Message.drop_front(End).ltrim(";:, ")};
}

std::string textWithNotes(const Finding &F, llvm::StringRef Root) {
  std::string Text = textWithPlace(F.Where, F.Message);
  for (const Note &N : F.Notes)
    Text += N.Where.File.empty() ? fmt::format("\nnote: {}", N.Message)
                                 : fmt::format("\n{}:{}: note: {}",
                                               shownPath(N.Where.File, Root),
                                               N.Where.Line, N.Message);
  return Text;
}

} // namespace aoti_tidy
