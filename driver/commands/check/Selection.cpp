// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/check/Selection.h"
#include "driver/base/Errors.h"
#include "driver/base/WriteFile.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// The files and checks of a run, to tell findings that are gone from those not
/// asked for.
class LookedAt {
public:
  LookedAt(const Options &O, const LintResult &Result, const Config &Cfg)
      : IsWhole(Result.Unparsed.empty() && Result.UnparsedPython.empty() &&
                Result.Crashed.empty() && Result.TimedOut.empty() &&
                Result.Unread.empty()),
        Root(repositoryRoot(workingDirectory())), Provider(Cfg.makeProvider()) {
    for (const std::string &Path : O.Positional)
      Roots.push_back(absolutePath(Path));
  }

  bool isGone(const Baseline::Entry &E) const {
    llvm::SmallString<256> File(StringRef(E.File).split('!').first);
    path::make_absolute(Root, File);
    if (!llvm::sys::fs::exists(File))
      return true;
    const std::string Path = File.str().str();
    // After a run that has lost a file, no finding is known to be gone.
    return IsWhole &&
           llvm::is_contained(enabledChecks(*Provider, Path), E.Check) &&
           llvm::any_of(Roots,
                        [&](StringRef Root) { return isInFolder(Path, Root); });
  }

private:
  const bool IsWhole;
  const std::string Root;
  const std::unique_ptr<clang::tidy::ClangTidyOptionsProvider> Provider;
  std::vector<std::string> Roots;
};

} // namespace

llvm::Expected<Selector> Selector::create(const Options &O) {
  Selector S(O);
  if (!O.Baseline.empty()) {
    auto Old = Baseline::read(O.Baseline);
    if (!Old)
      return Old.takeError();
    S.Old = std::move(*Old);
  }
  if (O.Since) {
    auto Changed = ChangedLines::since(*O.Since);
    if (!Changed)
      return Changed.takeError();
    S.Changed = std::move(*Changed);
  }
  return std::move(S);
}

llvm::Expected<Selection> Selector::apply(LintResult &Result, const Inputs &In,
                                          const Config &Cfg) {
  Selection S;
  if (Old) {
    S.Known = Old->takeKnown(Result.Findings);
    // A filter hides what is still there.
    if (O.LineFilter.empty() && O.HeaderFilter.empty()) {
      const LookedAt Looked(O, Result, Cfg);
      for (Baseline::Entry &E : Old->gone())
        if (Looked.isGone(E))
          S.Gone.push_back(std::move(E));
    }
  }
  if (Changed) {
    // The file on the disk is not the text that was linted.
    if (In.Stdin)
      Changed->setChanged(In.Stdin->first);
    const size_t Before = Result.Findings.size();
    llvm::erase_if(Result.Findings,
                   [&](const Finding &F) { return !Changed->touch(F); });
    S.Unchanged = Before - Result.Findings.size();
  }
  if (!O.WriteBaseline.empty()) {
    S.Written = Baseline::of(Result.Findings);
    if (auto E = writeFile(O.WriteBaseline, S.Written->text(), "the baseline "))
      return std::move(E);
    Result.Findings.clear();
  }
  return std::move(S);
}

std::string countText(size_t Findings, const Selection &S) {
  return fmt::format("{} {}{}", Findings, S.Known ? "new " : "",
                     Findings == 1 ? "finding" : "findings");
}

std::string restText(const Selection &S, StringRef Since) {
  std::string Text;
  if (S.Known)
    Text += fmt::format("; {} known", *S.Known);
  if (!S.Gone.empty())
    Text += fmt::format(", {} of the baseline {} gone (--write-baseline drops "
                        "{})",
                        S.Gone.size(), S.Gone.size() == 1 ? "is" : "are",
                        S.Gone.size() == 1 ? "it" : "them");
  if (S.Unchanged && *S.Unchanged != 0)
    Text += fmt::format("; {} in lines that are as they were at {}",
                        *S.Unchanged, Since);
  return Text;
}

std::vector<std::string> goneTexts(const Selection &S) {
  constexpr size_t Most = 10;
  std::vector<std::string> Lines;
  for (const Baseline::Entry &E : llvm::ArrayRef(S.Gone).take_front(Most))
    Lines.push_back(fmt::format(
        "gone from the baseline: {}: {} [{}]{}", E.File, E.Message, E.Check,
        E.Count == 1 ? "" : fmt::format(", {} times", E.Count)));
  if (S.Gone.size() > Most)
    Lines.push_back(
        fmt::format("gone from the baseline: {} more", S.Gone.size() - Most));
  return Lines;
}

} // namespace aoti_tidy
