// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/python/PythonFileLint.h"
#include "checks/lib/finding/RangeIndex.h"
#include "checks/lib/script/DescribeRuns.h"
#include "clang-tidy/GlobList.h"
#include "driver/base/FileKinds.h"
#include "driver/base/LoggedFiles.h"
#include "driver/documents/PythonText.h"
#include "driver/python/Suppressions.h"
#include <chrono>
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// Lints one file; everything is as offsets in that file.
class FileLint {
public:
  FileLint(StringRef File, const PythonLintSettings &Settings,
           const PythonJob &J, const python::Settings &ForChecks)
      : File(File), Settings(Settings), Checks(Settings.Checks),
        AreErrors(J.Config->ErrorGlobs), J(J), ForChecks(ForChecks) {}

  PythonJobResult run() {
    readAll();
    return std::move(Result);
  }

private:
  void readAll() {
    const StringRef Text = J.Text->getBuffer();
    const bool IsMarkdown = isMarkdownFile(File);
    auto Excerpts = excerptsOf(File, Text);
    if (!Excerpts)
      return addError(0, "the notebook cannot be read: " +
                             llvm::toString(Excerpts.takeError()));
    if (isNotebookFile(File))
      Shown.emplace(Text);
    // A document often shows no whole program, or several.
    for (const PythonExcerpt &E : Excerpts->All)
      lint(E, J.ToRun, IsMarkdown || isEnvironmentFile(File));
    if (!IsMarkdown)
      return;
    // Their runs are those of the blocks together.
    const std::vector<RunRecord> Runs = Result.Runs;
    for (const PythonExcerpt &E : Excerpts->Joined)
      lint(E, J.ToRun & restingOnOrder(), /*MayBeFragment=*/true);
    Result.Runs = Runs;
  }

  void addError(unsigned Offset, std::string Message) {
    Finding F(Location{"", Offset}, std::move(Message));
    F.Check = "python-syntax-error";
    F.Lang = Language::Python;
    F.Severity = Severity::Error;
    Result.Errors.push_back(std::move(F));
  }

  /// Whether one of the checks runs that tell the runs of models, as in C++.
  bool tellsRuns(uint64_t ToRun) const {
    return llvm::any_of(llvm::enumerate(Checks), [&](const auto &C) {
      return (ToRun >> C.index() & 1) && C.value().TellsRuns;
    });
  }

  /// The place of a byte of the file, in a notebook that of its cell.
  python::ShownPlace shownPlace(unsigned Offset) const {
    StringRef Text = J.Text->getBuffer();
    std::string In = File.str();
    if (const auto Place = Shown ? Shown->placeOf(Offset) : std::nullopt) {
      In += fmt::format(":cell {}", Place->Cell);
      Text = Shown->textOf(Place->Cell);
      Offset = Place->Offset;
    }
    const StringRef Before = Text.take_front(Offset);
    return {In, static_cast<unsigned>(Before.count('\n')) + 1,
            static_cast<unsigned>(Offset - (Before.rfind('\n') + 1)) + 1};
  }

  uint64_t restingOnOrder() const {
    uint64_t Result = 0;
    for (size_t I = 0; I < Checks.size(); ++I)
      Result |= uint64_t(Checks[I].RestsOnOrder) << I;
    return Result;
  }

  void lint(const PythonExcerpt &Excerpt, uint64_t ToRun, bool MayBeFragment) {
    if (!ToRun && !Settings.ListsSuppressions)
      return;
    if (const auto Why = encodingProblem(Excerpt.text()))
      return addError(0, *Why);
    const auto Parsed =
        python::File::create(File.str(), Excerpt.text(), ForChecks);
    if (!Parsed)
      return addError(0, "the file is too large to be read as Python");
    const auto Problem =
        firstSyntaxProblem(Parsed->tree(), Excerpt.partBegins());
    if (Problem && !MayBeFragment)
      addError(Excerpt.fileOffset(Problem->Offset), Problem->Message);
    if (tellsRuns(ToRun)) {
      llvm::append_range(Result.Runs,
                         python::runRecords(*Parsed, [&](python::Node N) {
                           return shownPlace(Excerpt.fileOffset(N.begin()));
                         }));
      llvm::append_range(Result.Takers, python::takersOfLoaders(*Parsed));
    }
    Suppressions Silenced(Parsed->tree());
    for (size_t I = 0; I < Checks.size(); ++I) {
      if (!(ToRun >> I & 1))
        continue;
      const StringRef Id = Checks[I].Id;
      // Several blocks need not be one program; each is looked at by itself,
      // too.
      const bool InOnePart = MayBeFragment && Checks[I].RestsOnOrder;
      const auto Start = std::chrono::steady_clock::now();
      std::vector<Finding> Found = Checks[I].Run(*Parsed);
      Result.Seconds.emplace_back(Id,
                                  std::chrono::duration<double>(
                                      std::chrono::steady_clock::now() - Start)
                                      .count());
      RangeIndex Silent;
      llvm::erase_if(Found, [&](const Finding &F) {
        const bool IsSilent = !Settings.IgnoreSuppressions &&
                              Silenced.silence(Id, F.Where.Offset);
        if (IsSilent)
          Silent.add(F.Ranges.front());
        return IsSilent;
      });
      for (Finding &F : Found) {
        keepAsItIs(Silent, F);
        // Broken code is not edited; of a file that has some, nothing is.
        if (Problem)
          dropFixes(F);
        if (!InOnePart || hasItsNotesBeside(F, Excerpt))
          Result.Findings.push_back(placed(std::move(F), Id, Excerpt));
      }
    }
    if (!Settings.ListsSuppressions)
      return;
    for (Suppression &S : Silenced.takeList()) {
      S.Where.Offset = Excerpt.fileOffset(S.Where.Offset);
      Result.Suppressions.push_back(std::move(S));
    }
  }

  /// Silenced text stays, and with it text that can only be rewritten together.
  static void keepAsItIs(RangeIndex &Silent, Finding &F) {
    const auto Touches = [&](const Edit &E) {
      return Silent.overlaps(E.Where);
    };
    if (llvm::any_of(F.Fix, Touches))
      F.Fix.clear();
    for (Note &N : F.Notes)
      if (llvm::any_of(N.Fix, Touches))
        N.Fix.clear();
  }

  static void dropFixes(Finding &F) {
    F.Fix.clear();
    for (Note &N : F.Notes)
      N.Fix.clear();
  }

  static bool hasItsNotesBeside(const Finding &F,
                                const PythonExcerpt &Excerpt) {
    return llvm::all_of(F.Notes, [&](const Note &N) {
      return !N.Where.File.empty() ||
             Excerpt.areInOnePart(F.Where.Offset, N.Where.Offset);
    });
  }

  /// \p F, of an excerpt, as one of the file.
  Finding placed(Finding F, StringRef Id, const PythonExcerpt &Excerpt) const {
    F.Check = Id;
    F.Lang = Language::Python;
    if (AreErrors.contains(Id))
      F.Severity = Severity::Error;
    place(F.Where, F.Ranges, F.Fix, Excerpt);
    for (Note &N : F.Notes)
      if (N.Where.File.empty())
        place(N.Where, N.Ranges, N.Fix, Excerpt);
    return F;
  }

  void place(Location &Where, std::vector<TextRange> &Ranges,
             std::vector<Edit> &Fix, const PythonExcerpt &Excerpt) const {
    Where.Offset = Excerpt.fileOffset(Where.Offset);
    for (TextRange &R : Ranges)
      R = {Excerpt.fileOffset(R.Begin), Excerpt.fileOffset(R.End)};
    if (!placeEdits(Fix, Excerpt))
      Fix.clear();
  }

  /// Whether all of a fix can be made in the file.
  bool placeEdits(std::vector<Edit> &Fix, const PythonExcerpt &Excerpt) const {
    if (Excerpt.hasLoneReturns())
      return false;
    for (Edit &E : Fix) {
      auto Mapped = Excerpt.fileEdit(E.Where.Begin, E.Where.End, E.Replacement);
      if (!Mapped)
        return false;
      E = std::move(*Mapped);
      E.File = File.str();
    }
    return true;
  }

  const StringRef File;
  const PythonLintSettings &Settings;
  const llvm::ArrayRef<python::Check> Checks;
  const clang::tidy::GlobList AreErrors;
  const PythonJob &J;
  const python::Settings &ForChecks;
  std::optional<NotebookCells> Shown; ///< of a notebook
  PythonJobResult Result;
};

} // namespace

PythonJobResult lintPythonFile(StringRef File,
                               const PythonLintSettings &Settings,
                               const PythonJob &J) {
  const SharedWork *Shared = Settings.Apart.Shared;
  if (!Shared)
    return FileLint(File, Settings, J, J.Config->ForChecks).run();
  const llvm::sys::TimePoint<> Start = std::chrono::system_clock::now();
  InputLog Log;
  python::Settings ForChecks = J.Config->ForChecks;
  ForChecks.Disk = llvm::makeIntrusiveRefCnt<LoggedFiles>(ForChecks.Disk, Log);
  PythonJobResult Result = FileLint(File, Settings, J, ForChecks).run();
  Result.Read = Shared->readFiles(Log.inputs(Start), /*Cache=*/"");
  return Result;
}

} // namespace aoti_tidy
