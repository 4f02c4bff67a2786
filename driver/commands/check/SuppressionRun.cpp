// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/check/SuppressionRun.h"
#include "clang-tidy/GlobList.h"
#include "driver/base/CheckList.h"
#include "driver/base/Errors.h"
#include "driver/python/PythonLint.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include <set>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

bool matches(StringRef Glob, StringRef Check) {
  return clang::tidy::GlobList(Glob, /*KeepNegativeGlobs=*/false)
      .contains(Check);
}

bool isAt(const Suppression &S, const Location &Where) {
  return S.Where.File == Where.File && S.FirstLine <= Where.Line &&
         Where.Line <= S.LastLine;
}

/// The places where clang-tidy looks for a comment: that of the finding, and
/// those in macros, which the notes tell.
std::vector<Location> placesOf(const Finding &F) {
  std::vector<Location> Places = {F.Where};
  for (const Note &N : F.Notes)
    Places.push_back(N.Where);
  return Places;
}

/// The places of all comments that could be added to C++.
class CxxComments {
public:
  CxxComments(StringRef File, SourceTexts &Texts)
      : File(File), Text(Texts.of(File)), Texts(Texts) {
    clang::LangOptions Options;
    Options.CPlusPlus = Options.CPlusPlus11 = Options.RawStringLiterals = true;
    clang::Lexer Lexer(clang::SourceLocation(), Options, Text.begin(),
                       Text.begin(), Text.end());
    Lexer.SetCommentRetentionState(true);
    clang::Token T;
    bool IsEnd = false;
    while (!IsEnd) {
      const unsigned Begin = Lexer.getCurrentBufferOffset();
      IsEnd = Lexer.LexFromRawLexer(T);
      const unsigned End = Lexer.getCurrentBufferOffset();
      // Inside of a token or of a line that goes on there is no place.
      const StringRef Part = Text.slice(Begin, End);
      const bool IsWhole = Part.trim().contains('\n');
      const bool GoesOn = Part.contains("\\\n") || Part.contains("\\\r");
      if (IsWhole || GoesOn)
        Closed.push_back({Begin, End});
    }
  }

  /// The comment to insert for the findings of \p Line.
  std::optional<Edit> comment(unsigned Line, StringRef Checks,
                              StringRef Reason) {
    const Location Start = Texts.lineStart(File, Line);
    if (Line > 1) {
      // Two comments above a line would hide each other.
      const Location Above = Texts.lineStart(File, Line - 1);
      StringRef Rest = Texts.lineAt(File, Above.Offset);
      for (NolintDirective D; takeNolint(Rest, D);)
        if (D.Word == "NOLINTNEXTLINE") {
          const unsigned At = D.Rest.begin() - Text.begin();
          return insertion(
              At, fmt::format(" NOLINTNEXTLINE({}){}", Checks, suffix(Reason)));
        }
    }
    for (const auto &[Begin, End] : Closed)
      if (Begin < Start.Offset && Start.Offset < End && !isBlank(Begin, Start))
        return std::nullopt;
    const StringRef Of = Texts.lineAt(File, Start.Offset);
    const StringRef Indent = Of.take_front(Of.size() - Of.ltrim().size());
    const StringRef Break = Text.contains("\r\n") ? "\r\n" : "\n";
    return insertion(Start.Offset,
                     fmt::format("{}// NOLINTNEXTLINE({}){}{}", Indent, Checks,
                                 suffix(Reason), Break));
  }

private:
  static std::string suffix(StringRef Reason) {
    return Reason.empty() ? "" : fmt::format(": {}", Reason);
  }

  /// A line feed between tokens is none in one.
  bool isBlank(unsigned Begin, const Location &Start) const {
    return Text.slice(Begin, Start.Offset).trim().empty();
  }

  Edit insertion(unsigned At, std::string New) const {
    return {{At, At}, std::move(New), File.str()};
  }

  const StringRef File, Text;
  SourceTexts &Texts;
  std::vector<std::pair<unsigned, unsigned>> Closed;
};

/// As an example of one with a reason.
std::string withReason(const Suppression &S) {
  if (S.Word == "entry")
    return S.Name + "  # why";
  return S.Word == "noqa" ? fmt::format("noqa: {}  # why", S.Name)
                          : fmt::format("{}({}): why", S.Word, S.Name);
}

std::string joined(const std::set<std::string> &Checks) {
  return fmt::format("{}", fmt::join(Checks, ","));
}

void suggestInCxx(StringRef File, llvm::ArrayRef<Finding *> Findings,
                  StringRef Reason, SourceTexts &Texts) {
  std::map<unsigned, std::set<std::string>> ByLine;
  for (const Finding *F : Findings)
    ByLine[F->Where.Line].insert(F->Check);
  CxxComments Comments(File, Texts);
  for (Finding *F : Findings)
    if (auto E = Comments.comment(F->Where.Line, joined(ByLine[F->Where.Line]),
                                  Reason))
      F->Fix = {std::move(*E)};
}

} // namespace

void markUsed(LintResult &Result, llvm::ArrayRef<Finding> Silenced) {
  for (const Finding &F : Silenced) {
    const std::vector<Location> Places = placesOf(F);
    bool IsKnown = false;
    for (Suppression &S : Result.Suppressions)
      if (matches(S.Name, F.Check) &&
          llvm::any_of(Places, [&](const Location &L) { return isAt(S, L); }))
        S.IsUsed = IsKnown = true;
    if (IsKnown)
      continue;
    // It is not seen which one; none of the file is called unused then.
    for (Suppression &S : Result.Suppressions)
      if (!isBroad(S.Name) && matches(S.Name, F.Check) &&
          llvm::any_of(Places, [&](const Location &L) {
            return L.File == S.Where.File;
          }))
        S.IsUsed = true;
  }
}

void reportSuppressions(LintResult &Result, bool Unused, bool WithoutReason,
                        const Config &Cfg, SourceTexts &Texts) {
  const auto Provider = Cfg.makeProvider();
  // A header is read with each file that includes it, and silences what one of
  // them finds.
  std::map<std::pair<std::string, unsigned>, Suppression> ByPlace;
  for (const Suppression &S : Result.Suppressions) {
    const auto [It, IsNew] =
        ByPlace.try_emplace({S.Where.File, S.Where.Offset}, S);
    It->second.IsUsed |= S.IsUsed;
  }
  std::set<StringRef> Incomplete;
  for (const auto *Files : {&Result.Unparsed, &Result.UnparsedPython,
                            &Result.Crashed, &Result.TimedOut})
    Incomplete.insert(Files->begin(), Files->end());
  const auto Add = [&](const Suppression &S, std::string Text) {
    Finding F(Location{S.Where.File, S.Where.Offset}, std::move(Text));
    F.Check = SuppressionRule;
    F.Where = Texts.locate(S.Where.File, S.Where.Offset);
    // A code is shorter than the name of its check.
    const StringRef Rest = Texts.of(S.Where.File).drop_front(S.Where.Offset);
    const unsigned End =
        S.Where.Offset + (Rest.starts_with(S.Name)
                              ? S.Name.size()
                              : Rest.take_while(llvm::isAlnum).size());
    F.Ranges = {{S.Where.Offset, End}};
    const Location Last = Texts.locate(S.Where.File, End);
    F.EndLine = Last.Line;
    F.EndColumn = Last.Column;
    F.Lang = S.Word == "noqa" || !Texts.linted(S.Where.File) ? Language::Python
                                                             : Language::Cxx;
    Result.Findings.push_back(std::move(F));
  };
  for (const auto &[_, S] : ByPlace) {
    // Whether others' checks need it is not known.
    if (isBroad(S.Name) && S.Word != "entry" && !S.IsUsed)
      continue;
    if (llvm::none_of(allChecks(), [&](const CheckInfo &C) {
          return matches(S.Name, C.Id);
        })) {
      Add(S, fmt::format("{} names '{}', which is no check; {}", S.Word, S.Name,
                         suggestionFor(S.Name)));
      continue;
    }
    if (Unused && !S.IsUsed && !Incomplete.contains(S.Where.File) &&
        llvm::any_of(enabledChecks(*Provider, S.Where.File),
                     [&](const std::string &Id) {
                       return matches(S.Name, Id) &&
                              readsEmittedCode(Id) == (S.Word == "entry");
                     }))
      Add(S, fmt::format("this {} of '{}' silences no finding; delete it",
                         S.Word, S.Name));
    else if (WithoutReason && !S.HasReason)
      Add(S, fmt::format("this {} of '{}' gives no reason; write it behind: {}",
                         S.Word, S.Name, withReason(S)));
  }
  sortAndUnique(Result.Findings);
  setFingerprints(Result.Findings, Texts);
}

std::vector<std::string> suggestSuppressions(std::vector<Finding> &Findings,
                                             StringRef Reason,
                                             SourceTexts &Texts) {
  std::map<std::pair<std::string, Language>, std::vector<Finding *>> ByFile;
  for (Finding &F : Findings) {
    F.Fix.clear();
    for (Note &N : F.Notes)
      N.Fix.clear();
    // Emitted code is made anew each time.
    if (!readsEmittedCode(F.Check) && F.Where.Line != 0)
      ByFile[{F.Where.File, F.Lang}].push_back(&F);
  }
  for (auto &[Key, Of] : ByFile) {
    const auto &[File, Lang] = Key;
    if (Lang == Language::Cxx) {
      suggestInCxx(File, Of, Reason, Texts);
      continue;
    }
    const std::vector<const Finding *> Const(Of.begin(), Of.end());
    auto Edits = pythonSuppressionEdits(File, Texts.of(File), Const, Reason);
    for (auto &&[F, E] : llvm::zip_equal(Of, Edits))
      if (E)
        F->Fix = {std::move(*E)};
  }
  std::vector<std::string> Sentences;
  const std::string Base = workingDirectory();
  for (const Finding &F : Findings)
    if (F.Fix.empty())
      Sentences.push_back(fmt::format(
          "{}:{}: no comment was added for '{}': there is no place for one",
          displayPath(F.Where.File, Base), F.Where.Line, F.Check));
  return Sentences;
}

} // namespace aoti_tidy
