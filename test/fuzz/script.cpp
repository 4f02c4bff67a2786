// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Python front from text to written fixes, over Python itself, a
// notebook or Markdown, which the file's name tells.
#include "driver/python/PythonLint.h"
#include "driver/report/Fixes.h"
#include "driver/report/Report.h"
#include "test/fuzz/Fuzz.h"

using namespace aoti_tidy;

namespace {

struct Linted {
  SourceTexts Texts;
  LintResult Result;
};

/// For all files: there is no .clang-tidy.
const Config &configuration(llvm::StringRef File) {
  static const Config Cfg = [&] {
    Options O;
    O.Checks = "aoti-*";
    O.Config = "{}";
    O.TorchVersion = "2.13";
    auto Created = Config::create(O, {File.str()});
    promise(bool(Created));
    return std::move(*Created);
  }();
  return Cfg;
}

void lint(llvm::StringRef File, llvm::StringRef Text, Linted &Out) {
  Out.Texts.add(File, Text);
  PythonLintSettings Settings;
  Settings.Apart.InThisProcess = true;
  Settings.FindTorch = [] { return std::optional(TorchVersion{2, 13}); };
  lintPython({File.str()}, configuration(File), Settings, Out.Texts,
             Out.Result);
}

unsigned lastLine(llvm::StringRef Text) { return Text.count('\n') + 1; }

/// What is reported lies in the text, and can be written.
void report(Linted &In, llvm::StringRef Text) {
  for (const Finding &F : In.Result.Findings) {
    promise(!F.Message.empty());
    // A '\r' ends a line of Python, too.
    promise(F.Where.Line >= 1 &&
            F.Where.Line <= lastLine(Text) + Text.count('\r'));
  }
  std::string Written;
  llvm::raw_string_ostream OS(Written);
  Report R{.Result = In.Result, .Texts = In.Texts, .Folders = {}};
  R.Linted = 1;
  writeText(R, OS);
  writeJson(R, OS);
  writeSarif(R, OS);
}

/// Lines that both texts have at the start, and behind those at the end.
std::pair<unsigned, unsigned> commonLines(llvm::StringRef A,
                                          llvm::StringRef B) {
  llvm::SmallVector<llvm::StringRef> InA, InB;
  A.split(InA, '\n');
  B.split(InB, '\n');
  unsigned Head = 0, Tail = 0;
  const unsigned Fewest = std::min(InA.size(), InB.size());
  while (Head < Fewest && InA[Head] == InB[Head])
    ++Head;
  while (Tail < Fewest - Head &&
         InA[InA.size() - 1 - Tail] == InB[InB.size() - 1 - Tail])
    ++Tail;
  return {Head, Tail};
}

} // namespace

void aoti_tidy::fuzzScript(llvm::StringRef Text, llvm::StringRef File) {
  Linted Before;
  lint(File, Text, Before);
  report(Before, Text);
  const FixPlan Plan = planFixes(Before.Result.Findings, /*Unsafe=*/true,
                                 {Before.Result.Errors, {}}, Before.Texts);
  if (Plan.Files.empty())
    return;
  promise(Plan.Files.size() == 1 && Plan.Files.begin()->first == File);
  const std::string &Fixed = Plan.Files.begin()->second.After;
  // Broken text is left alone, and what was not broken stays so.
  promise(Before.Result.UnparsedPython.empty());
  Linted After;
  lint(File, Fixed, After);
  promise(After.Result.UnparsedPython.empty());
  // Outside the lines of the edits, nothing has changed.
  const auto [Head, Tail] = commonLines(Text, Fixed);
  unsigned First = ~0u, Last = 0;
  for (const Finding &F : Before.Result.Findings) {
    const auto Add = [&](const Edit &E) {
      const auto &Where = E.Where;
      First =
          std::min<unsigned>(First, Text.take_front(Where.Begin).count('\n'));
      Last = std::max<unsigned>(Last, Text.take_front(Where.End).count('\n'));
    };
    llvm::for_each(F.Fix, Add);
    for (const Note &N : F.Notes)
      llvm::for_each(N.Fix, Add);
  }
  promise(Head >= First && lastLine(Text) - 1 - Tail <= Last);
}
