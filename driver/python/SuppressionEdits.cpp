// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Errors.h"
#include "driver/Inputs.h"
#include "driver/python/EnvironmentFile.h"
#include "driver/python/PythonExcerpt.h"
#include "driver/python/PythonLint.h"
#include "driver/python/Suppressions.h"
#include <set>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

std::vector<PythonExcerpt> excerptsOf(StringRef File, StringRef Text) {
  PythonExcerpts Parts;
  if (isMarkdownFile(File)) {
    Parts = readMarkdown(Text);
  } else if (isEnvironmentFile(File)) {
    // A comment behind a variable may be a part of its value.
    return {};
  } else if (isNotebookFile(File)) {
    auto Cells = readNotebook(Text);
    if (!Cells) {
      llvm::consumeError(Cells.takeError());
      return {};
    }
    Parts = std::move(*Cells);
  } else {
    return {PythonExcerpt::wholeFile(Text)};
  }
  return std::move(Parts.All);
}

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

} // namespace

std::vector<std::optional<Edit>>
pythonSuppressionEdits(StringRef File, StringRef Text,
                       llvm::ArrayRef<const Finding *> Findings,
                       StringRef Reason) {
  std::vector<std::optional<Edit>> Edits(Findings.size());
  for (const PythonExcerpt &Excerpt : excerptsOf(File, Text)) {
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
    for (size_t I = 0; I < Findings.size(); ++I) {
      if (!Places[I] || Edits[I])
        continue;
      const std::string New =
          fmt::format("  # NOLINT({}){}{}", fmt::join(Checks[*Places[I]], ","),
                      Reason.empty() ? "" : ": ", Reason);
      Edits[I] = Excerpt.fileEdit(*Places[I], *Places[I], New);
      if (Edits[I])
        Edits[I]->File = File.str();
    }
  }
  return Edits;
}

} // namespace aoti_tidy
