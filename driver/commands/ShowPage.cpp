// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/Commands.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <csignal>
#include <cstdio>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

void paint(StringRef Text, bool IsMarkdown, llvm::raw_ostream &OS) {
  bool IsCode = false, IsAfterBlank = true;
  while (!Text.empty()) {
    const auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    const bool IsFence = IsMarkdown && Line.starts_with("```");
    IsCode ^= IsFence;
    // "Why", and what is said of it two columns to the right.
    const bool IsHeading =
        IsMarkdown ? Line.starts_with("#")
                   : IsAfterBlank && !Line.empty() && Rest.starts_with(" ");
    IsAfterBlank = Line.empty();
    if (IsFence)
      continue;
    bool IsColored = IsCode;
    for (const StringRef Part :
         llvm::split(IsHeading ? Line.ltrim("# ") : Line, '`')) {
      if (IsHeading)
        OS.changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
      else if (IsColored)
        OS.changeColor(llvm::raw_ostream::CYAN);
      OS << Part;
      if (IsHeading || IsColored)
        OS.resetColor();
      IsColored = !IsColored;
    }
    OS << '\n';
  }
}

/// Whether the user's pager, or less, has taken \p Text. Not where nobody can press
/// a key to leave it: in CI, standard output may be a terminal, too.
bool isPaged(const std::string &Text) {
  if (!llvm::sys::Process::StandardInIsUserInput())
    return false;
  const std::string Pager =
      llvm::sys::Process::GetEnv("PAGER").value_or("less");
  const StringRef Program = StringRef(Pager).split(' ').first;
  if (!llvm::sys::findProgramByName(Program))
    return false;
  // As git has it: what fits on the screen stays there, with its colours.
  setenv("LESS", "FRX", /*overwrite=*/0);
  // It may be left before the end.
  std::signal(SIGPIPE, SIG_IGN);
  FILE *To = popen(Pager.c_str(), "w");
  if (!To)
    return false;
  std::fwrite(Text.data(), 1, Text.size(), To);
  pclose(To);
  return true;
}

} // namespace

void showPage(StringRef Text, const Options &O) {
  const bool IsText = O.Format == ReportFormat::Text;
  const bool IsCapable = llvm::sys::Process::StandardOutHasColors();
  const bool IsPainted = llvm::is_contained(
      {Command::Explain, Command::Package, Command::Rule}, O.Cmd);
  const bool HasColors =
      O.Color == ColorMode::Auto ? IsCapable : O.Color == ColorMode::Always;
  std::string Shown = Text.str();
  if (IsText && IsPainted && HasColors) {
    Shown.clear();
    llvm::raw_string_ostream OS(Shown);
    OS.enable_colors(true);
    const bool IsMarkdown = O.Cmd == Command::Rule && !O.Positional.empty();
    paint(Text, IsMarkdown, OS);
  }
  if (!IsText || !IsCapable || !isPaged(Shown))
    llvm::outs() << Shown;
}

} // namespace aoti_tidy
