// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/base/FileKinds.h"
#include "driver/documents/PythonExcerpt.h"
#include "driver/python/PythonLint.h"
#include "driver/python/Suppressions.h"
#include <set>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// Where in the excerpt the file's byte is.
std::optional<unsigned> offsetIn(const PythonExcerpt &Excerpt,
                                 unsigned FileOffset) {
  unsigned Begin = 0, End = Excerpt.text().size();
  while (Begin < End) {
    const unsigned Middle = Begin + (End - Begin) / 2;
    if (Excerpt.fileOffset(Middle) < FileOffset)
      Begin = Middle + 1;
    else
      End = Middle;
  }
  return Begin < Excerpt.text().size() &&
                 Excerpt.fileOffset(Begin) == FileOffset
             ? std::optional(Begin)
             : std::nullopt;
}

/// A text with comments, by where they are inserted.
class CommentedText {
public:
  CommentedText(StringRef Text, const std::map<unsigned, std::string> &Comments)
      : Comments(Comments) {
    unsigned At = 0;
    for (const auto &[Place, Comment] : Comments) {
      New += Text.slice(At, Place);
      New += Comment;
      At = Place;
    }
    New += Text.drop_front(At);
    Tree = python::Tree::parse(New);
    if (Tree)
      Found.emplace(*Tree);
  }

  /// Whether what was inserted at \p Place became a comment, which silences the
  /// finding at \p Offset of the text as it was.
  bool silences(StringRef Check, unsigned Offset, unsigned Place) {
    if (!Tree)
      return false;
    const unsigned Hash = moved(Place) + Comments.at(Place).find('#');
    return Tree->nodeAt(Hash, Hash + 1).is("comment") &&
           Found->silence(Check, moved(Offset));
  }

private:
  unsigned moved(unsigned Offset) const {
    unsigned New = Offset;
    for (const auto &[Place, Comment] : Comments)
      if (Place < Offset)
        New += Comment.size();
    return New;
  }

  const std::map<unsigned, std::string> &Comments;
  std::string New;
  std::unique_ptr<python::Tree> Tree;
  std::optional<Suppressions> Found;
};

} // namespace

std::vector<std::optional<Edit>>
pythonSuppressionEdits(StringRef File, StringRef Text,
                       llvm::ArrayRef<const Finding *> Findings,
                       StringRef Reason) {
  std::vector<std::optional<Edit>> Edits(Findings.size());
  // A comment behind a variable may be a part of its value.
  auto Excerpts = isEnvironmentFile(File)
                      ? llvm::Expected<PythonExcerpts>(PythonExcerpts())
                      : excerptsOf(File, Text);
  if (!Excerpts) {
    llvm::consumeError(Excerpts.takeError());
    return Edits;
  }
  for (const PythonExcerpt &Excerpt : Excerpts->All) {
    const auto Tree = python::Tree::parse(Excerpt.text());
    if (!Tree)
      continue;
    const Suppressions Comments(*Tree);
    std::map<unsigned, std::set<std::string>> Checks; // by where they are added
    std::vector<std::optional<unsigned>> Places(Findings.size());
    for (size_t I = 0; I < Findings.size(); ++I)
      if (const auto At = offsetIn(Excerpt, Findings[I]->Where.Offset)) {
        Places[I] = Comments.placeOfComment(*At);
        Checks[*Places[I]].insert(Findings[I]->Check);
      }
    std::map<unsigned, std::string> Added;
    for (const auto &[Place, Of] : Checks)
      Added[Place] = fmt::format("  # NOLINT({}){}{}", fmt::join(Of, ","),
                                 Reason.empty() ? "" : ": ", Reason);
    CommentedText After(Excerpt.text(), Added);
    for (size_t I = 0; I < Findings.size(); ++I) {
      if (!Places[I] || Edits[I] ||
          !After.silences(Findings[I]->Check,
                          *offsetIn(Excerpt, Findings[I]->Where.Offset),
                          *Places[I]))
        continue;
      Edits[I] = Excerpt.fileEdit(*Places[I], *Places[I], Added[*Places[I]]);
      if (Edits[I])
        Edits[I]->File = File.str();
    }
  }
  return Edits;
}

} // namespace aoti_tidy
