// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/base/Memory.h"
#include "driver/commands/check/Selection.h"
#include "driver/commands/check/Steps.h"

namespace aoti_tidy {
namespace {

/// " (6 findings in 1 kernel)", where a kernel has several: that many are one
/// place to mend.
std::string inKernels(const LintResult &Result) {
  std::set<llvm::StringRef> Kernels;
  size_t Count = 0;
  for (const Finding &F : Result.Findings) {
    const auto Kernel = Result.Kernels.find({F.Where.File, F.Where.Offset});
    if (Kernel == Result.Kernels.end())
      continue;
    Kernels.insert(Kernel->second);
    ++Count;
  }
  return Count > Kernels.size()
             ? fmt::format(" ({} in {})", count(Count, "finding", "findings"),
                           count(Kernels.size(), "kernel", "kernels"))
             : "";
}

void summarise(const LintResult &Result, const FixPlan &Plan,
               const Selection &Selected, const FixTally &Fixed,
               SourceTexts &Texts, const Options &O, size_t Linted) {
  if (Selected.Written) {
    say(fmt::format("wrote {} in {} to '{}'",
                    count(Selected.Written->findings(), "finding", "findings"),
                    count(Selected.Written->files(), "file", "files"),
                    O.WriteBaseline));
    return;
  }
  const std::string Left = countText(Result.Findings.size(), Selected);
  std::string Line =
      Fixed.Files.empty()
          ? fmt::format("{} in {}", Left, count(Linted, "file", "files"))
          : fmt::format("{} {} in {}; {} left",
                        O.AddSuppressions ? "silenced" : "fixed",
                        count(Fixed.Findings, "finding", "findings"),
                        count(Fixed.Files.size(), "file", "files"), Left);
  Line += restText(Selected, O.Since.value_or(""));
  Line += inKernels(Result);
  if (!O.UnsafeFixes && !O.AddSuppressions) {
    auto CountFixable = [&](bool Unsafe) {
      return planFixes(Result.Findings, Unsafe,
                       {Result.Errors, Result.Unparsed}, Texts)
          .Applied;
    };
    const auto Safe = CountFixable(false), Any = CountFixable(true);
    // Findings that --fix has left are named with the reason.
    const bool HasSafe = Safe && !O.Fix;
    if (HasSafe)
      Line += fmt::format(", {} fixable with --fix", Safe);
    if (Any > Safe)
      Line += fmt::format(", {} {} with --unsafe-fixes", Any - Safe,
                          HasSafe ? "more" : "fixable");
  }
  say(Line);
  if (Plan.Conflicting)
    say(fmt::format("{} skipped; run again to apply {}",
                    count(Plan.Conflicting, "overlapping fix was",
                          "overlapping fixes were"),
                    Plan.Conflicting == 1 ? "it" : "them"));
}

void explainUnparsed(const LintResult &Result, size_t Linted) {
  sayUnparsed(Result.UnparsedCxx, Linted);
  std::vector<UnparsedFile> Python;
  for (const std::string &File : Result.UnparsedPython) {
    UnparsedFile &F = Python.emplace_back(UnparsedFile{File, std::nullopt});
    F.Lang = Language::Python;
    for (const Finding &E : Result.Errors)
      if (E.Where.File == File && F.Errors++ == 0)
        F.Cause = E;
  }
  sayUnparsed(Python, Linted);
}

/// A check that wants all files says of which operators it kept quiet.
void explainUnjudged(const std::string &Check,
                     const std::set<std::string> &Ops) {
  const std::string Others =
      Ops.size() == 1
          ? ""
          : fmt::format(" and {}", count(Ops.size() - 1, "other operator",
                                         "other operators"));
  say(fmt::format(
      "{} says nothing of '{}'{}: files that could not be parsed completely, "
      "are not part of this run, or make up the names of operators may "
      "register a Meta kernel",
      Check, *Ops.begin(), Others));
}

/// Loaders in Python that something else runs.
void explainTakers(const LintResult &Result) {
  const std::vector<std::string> &Takers = Result.LoaderTakers;
  const std::set<std::string> Names(Takers.begin(), Takers.end());
  if (!Names.empty())
    say(fmt::format("{}, no run of {} followed: given to '{}'",
                    count(Takers.size(), "loader", "loaders"),
                    Takers.size() == 1 ? "it" : "them",
                    fmt::join(Names, "', '")));
}

/// Findings and time of each check.
void explainStatistics(const LintResult &Result, size_t Linted,
                       unsigned Skipped) {
  struct Of {
    size_t Findings = 0;
    double Seconds = 0;
  };
  std::map<std::string, Of> ByCheck;
  for (const auto &[Check, Seconds] : Result.Seconds)
    ByCheck[Check].Seconds = Seconds;
  for (const Finding &F : Result.Findings)
    ++ByCheck[F.Check].Findings;
  std::vector<std::pair<std::string, Of>> Sorted(ByCheck.begin(),
                                                 ByCheck.end());
  llvm::sort(Sorted, [](const auto &A, const auto &B) {
    return std::tie(B.second.Findings, A.first) <
           std::tie(A.second.Findings, B.first);
  });
  say(fmt::format("statistics: {} linted, {} skipped, {} from the cache",
                  count(Linted, "file", "files"), Skipped, Result.Replayed));
  if (Result.ParsedHeaders + Result.BuiltHeaders + Result.ReusedHeaders)
    say(fmt::format("  headers of C++ files: {} parsed, {} precompiled, {} "
                    "from the cache",
                    Result.ParsedHeaders, Result.BuiltHeaders,
                    Result.ReusedHeaders));
  if (Result.SlicedHeaders)
    say(fmt::format("  of those parsed: {} without the operators of torch that "
                    "nobody mentions there",
                    Result.SlicedHeaders));
  for (const auto &[Why, Files] : Result.InFull)
    say(fmt::format("  of those parsed: {} in full after all, because of {}",
                    Files, Why));
  if (!Result.WhyNoCache.empty())
    say("  no cache: " + Result.WhyNoCache);
  const PeakMemory Peak = peakMemory();
  say(fmt::format("memory: at most {} MB in a job, {} MB in the program itself",
                  Peak.OfChild >> 20, Peak.Own >> 20));
  say("  findings   seconds  check");
  for (const auto &[Check, S] : Sorted)
    say(fmt::format("  {:>8}  {:>8.3f}  {}", S.Findings, S.Seconds, Check));
}

} // namespace

void conclude(const LintResult &Result, const FixPlan &Plan,
              const Selection &Selected, const FixTally &Fixed,
              SourceTexts &Texts, const Options &O, size_t Linted,
              unsigned Skipped) {
  for (const std::string &Problem : Result.ConfigProblems)
    say(Problem);
  // Where there is no run to ask about, they say why.
  if (O.Verbose || (O.Runs && Result.Runs.empty())) {
    const std::string Root = repositoryRoot(workingDirectory());
    for (const auto &R : Result.Remarks)
      say(fmt::format("{}:{}: {}", displayPath(R.File, Root), R.Line, R.Text));
  }
  for (const std::string &File : Result.Crashed)
    say(crashText(File));
  for (const std::string &File : Result.TimedOut)
    say(fmt::format("'{}' was not linted: {}", File,
                    timeLimitText(O.FileTimeout)));
  if (!O.Quiet)
    for (const std::string &Notice : Result.FlagNotices)
      say(Notice);
  if (!O.Quiet)
    for (const std::string &Notice : Result.Notices)
      say(Notice);
  if (const llvm::StringRef Header = Result.MissingCudaHeader;
      !Header.empty() && !O.Quiet)
    say(fmt::format("{} '{}' was not found; built-in declarations stood in for "
                    "what is missing",
                    // Headers that torch's own build generates.
                    Header.starts_with("c10/") ? "this torch is not for CUDA:"
                                               : "CUDA's",
                    Header.str()));
  explainUnparsed(Result, Linted);
  if (!O.Quiet)
    for (const auto &[Check, Ops] : Result.Unjudged)
      explainUnjudged(Check, Ops);
  for (const std::string &Sentence : Result.Unread)
    say(Sentence);
  if (!O.Quiet)
    for (const std::string &Line : Result.Decided)
      say(Line);
  // The run may fail for them.
  if (!O.Quiet || O.StrictBaseline)
    for (const std::string &Line : goneTexts(Selected))
      say(Line);
  if (O.Quiet)
    return;
  if (O.Statistics)
    explainStatistics(Result, Linted, Skipped);
  if (!O.Runs)
    summarise(Result, Plan, Selected, Fixed, Texts, O, Linted);
  if (!Result.Runs.empty())
    say(coverageText(Result.Runs) + (O.Runs ? "" : "; --runs lists them"));
  else if (O.Runs)
    say("no run of a model was found");
  explainTakers(Result);
}

} // namespace aoti_tidy
