// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Printable.h"
#include "driver/report/Report.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

class CommandWriter {
public:
  explicit CommandWriter(llvm::raw_ostream &OS)
      : OS(OS), Root(repositoryRoot(workingDirectory())) {}

  void write(const Finding &F) {
    const Location Where = openable(F.Where);
    std::string Place = placeOf(Where);
    // GitHub wants no columns for several lines.
    if (Where.Line && F.EndLine > Where.Line)
      Place += fmt::format(",endLine={}", F.EndLine);
    else if (Where.Line && F.EndColumn > Where.Column)
      Place += fmt::format(",col={},endLine={},endColumn={}", Where.Column,
                           F.EndLine, F.EndColumn);
    else if (Where.Column)
      Place += fmt::format(",col={}", Where.Column);
    command(F.Severity == Severity::Info ? "notice" : name(F.Severity), Place,
            F.Check, textWithNotes(F, Root));
  }

  void write(const Obstacle &O) {
    command("error", placeOf(O.Where), "aoti-tidy", O.Message);
  }

private:
  std::string placeOf(const Location &Where) const {
    if (Where.File.empty())
      return "";
    std::string Place =
        fmt::format("file={}", githubValue(displayPath(Where.File, Root),
                                           /*IsProperty=*/true));
    if (Where.Line)
      Place += fmt::format(",line={}", Where.Line);
    return Place;
  }

  void command(llvm::StringRef Command, llvm::StringRef Place,
               llvm::StringRef Title, llvm::StringRef Text) {
    OS << "::" << Command << ' ' << Place << (Place.empty() ? "" : ",")
       << "title=" << githubValue(Title, /*IsProperty=*/true)
       << "::" << githubValue(Text, /*IsProperty=*/false) << '\n';
  }

  llvm::raw_ostream &OS;
  const std::string Root;
};

} // namespace

std::vector<std::string> writeGithub(const Report &R, llvm::raw_ostream &OS) {
  CommandWriter Writer(OS);
  for (const Finding &F : R.Result.Findings)
    Writer.write(F);
  for (const Obstacle &O : obstaclesOf(R))
    Writer.write(O);
  return {};
}

} // namespace aoti_tidy
