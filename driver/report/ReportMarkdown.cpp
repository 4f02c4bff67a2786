// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/report/Report.h"

namespace aoti_tidy {
namespace {

/// \p Text as words only: nothing in a name or a message is markup.
std::string plain(llvm::StringRef Text) {
  std::string Result;
  for (const char C : printableLine(Text)) {
    if (llvm::StringRef("\\`*_[]<>|#!&~").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

std::string placeOf(const Location &Where, llvm::StringRef Root) {
  if (Where.File.empty())
    return "";
  const std::string Path = plain(shownPath(Where.File, Root));
  return Where.Line ? fmt::format("{}:{}", Path, Where.Line) : Path;
}

} // namespace

std::vector<std::string> writeMarkdown(const Report &R, llvm::raw_ostream &OS) {
  // GitHub shows a megabyte of a step.
  constexpr size_t MostFindings = 100, MostObstacles = 20;
  const std::string Root = repositoryRoot(workingDirectory());
  const auto &Findings = R.Result.Findings;
  OS << fmt::format("### aoti-tidy: {} in {}\n",
                    count(Findings.size(), "finding", "findings"),
                    count(R.Linted, "file", "files"));
  if (!Findings.empty())
    OS << "\n| place | severity | finding | check |\n|---|---|---|---|\n";
  for (const Finding &F : llvm::ArrayRef(Findings).take_front(MostFindings))
    OS << fmt::format("| {} | {} | {} | {} |\n", placeOf(F.Where, Root),
                      name(F.Severity), plain(F.Message), F.Check);
  if (Findings.size() > MostFindings)
    OS << fmt::format("\nand {} more\n", Findings.size() - MostFindings);
  const std::vector<Obstacle> Obstacles = obstaclesOf(R);
  if (!Obstacles.empty())
    OS << fmt::format("\n**Not linted completely**: {}\n\n",
                      count(Obstacles.size(), "error", "errors"));
  for (const Obstacle &O : llvm::ArrayRef(Obstacles).take_front(MostObstacles))
    OS << fmt::format("- {}{}{}\n", placeOf(O.Where, Root),
                      O.Where.File.empty() ? "" : ": ", plain(O.Message));
  return {};
}

} // namespace aoti_tidy
