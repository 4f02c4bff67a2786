// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/check/FixRun.h"
#include "driver/base/Errors.h"
#include "driver/base/FileReplacement.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/Staging.h"
#include "driver/python/PythonLint.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// The files and folders that the user named.
class LintedTree {
public:
  explicit LintedTree(llvm::ArrayRef<std::string> Roots) : Roots(Roots) {
    // The way there may be one of links; it is not the tree's.
    Ways = {workingDirectory(), repositoryRoot(workingDirectory())};
    llvm::append_range(Ways, Roots);
  }

  /// Where a link in the tree leads, if that is outside of it.
  std::optional<std::string> outsideTarget(StringRef File) const {
    std::string Real = realPath(File);
    if (Real == File || llvm::any_of(Ways, [&](StringRef Way) {
          return isInFolder(File, Way) &&
                 Real == realPath(Way) + File.drop_front(Way.size()).str();
        }))
      return std::nullopt;
    if (llvm::any_of(Roots, [&](StringRef Root) {
          return isInFolder(Real, realPath(Root));
        }))
      return std::nullopt;
    return Real;
  }

  /// Whether a file, behind all links, is the user's to change: in what was
  /// named, or in a repository, or the working directory, that some of it is in.
  bool has(StringRef Real) const {
    const std::string Own = repositoryRoot(llvm::sys::path::parent_path(Real));
    const bool IsInRepository = isRepository(Own);
    const auto IsIn = [&](StringRef Folder) {
      return isInFolder(Real, Folder);
    };
    for (const std::string &Root : Roots)
      if (IsIn(realPath(Root)))
        return true;
    for (const std::string &Way : Ways) {
      const std::string Folder = realPath(Way);
      if (IsInRepository ? repositoryRoot(Folder) == Own : IsIn(Folder))
        return true;
    }
    return false;
  }

private:
  const llvm::ArrayRef<std::string> Roots;
  std::vector<std::string> Ways;
};

class FixChecker {
public:
  FixChecker(const LintResult &Result, const FixSettings &Settings,
             const SourceTexts &Texts)
      : Result(Result), Settings(Settings), Texts(Texts), Tree(Settings.Roots),
        Broken(Result.Unparsed) {
    llvm::append_range(Broken, Result.UnparsedPython);
  }

  CheckedFixes run() {
    // Each round leaves out one more file, at least.
    while (true) {
      FixPlan Plan = planFixes(Result.Findings, Settings.Unsafe,
                               {Result.Errors, Broken}, Texts, LeftAlone);
      const size_t Before = LeftAlone.size();
      for (const std::string &File : Plan.Changed)
        leaveAlone(File, "it has changed while it was linted; run again");
      for (const auto &[File, _] : Plan.Files)
        if (std::string Why = whyNot(File); !Why.empty())
          leaveAlone(File, Why);
      if (LeftAlone.size() == Before)
        parse(Plan);
      if (LeftAlone.size() == Before)
        return {std::move(Plan), std::move(Sentences)};
    }
  }

private:
  void leaveAlone(const std::string &File, StringRef Why) {
    if (LeftAlone.insert(File).second)
      Sentences.push_back(notFixed(File, Why));
  }

  std::string whyNot(const std::string &File) const {
    if (File == Settings.StdinName)
      return "";
    if (const auto Target = Tree.outsideTarget(File))
      return fmt::format("it is a link to '{}', outside of what is linted; "
                         "name that file to have it fixed",
                         *Target);
    if (!Tree.has(realPath(File)))
      return "it is outside of what is linted, and of its repository; name "
             "that file to have it fixed";
    return whyIrreplaceable(File);
  }

  void parse(const FixPlan &Plan) {
    EditedTexts Cxx;
    for (const auto &[File, Text] : Plan.Files)
      if (Text.Lang == Language::Cxx)
        Cxx[File] = Text.After;
      else
        parsePython(File, Text);
    if (!Cxx.empty() && Settings.FindBrokenCxx)
      for (const BrokenUnit &Unit : Settings.FindBrokenCxx(Cxx))
        leaveAlone(Unit, Cxx);
  }

  void parsePython(const std::string &File, const FixPlan::File &Text) {
    SourceTexts Edited;
    Edited.add(File, Text.After);
    const auto After = pythonProblems(File, Text.After);
    // Documents may have broken blocks from the start.
    if (!After.empty() &&
        After.size() > pythonProblems(File, Text.Before).size())
      leaveBroken(File, Edited.locate(File, After.front().Offset),
                  After.front().Message);
  }

  /// The file in which the error is if it is an edited one, else all that the
  /// unit sees of those.
  void leaveAlone(const BrokenUnit &Broken, const EditedTexts &Edited) {
    const Location &Where = Broken.Error.Where;
    if (Edited.contains(Where.File))
      return leaveBroken(Where.File, Where, Broken.Error.Message);
    for (const auto &[File, _] : Edited)
      if (File == Broken.Unit->File || Broken.Unit->Edited.contains(File))
        leaveBroken(File, Where, Broken.Error.Message);
  }

  void leaveBroken(const std::string &File, const Location &Where,
                   StringRef Message) {
    leaveAlone(File,
               fmt::format("it would not be understood any more ({}:{}: {}); "
                           "please report this",
                           llvm::sys::path::filename(Where.File), Where.Line,
                           Message));
  }

  const LintResult &Result;
  const FixSettings &Settings;
  const SourceTexts &Texts;
  const LintedTree Tree;
  std::vector<std::string> Broken;
  std::set<std::string> LeftAlone;
  std::vector<std::string> Sentences;
};

} // namespace

CheckedFixes checkFixes(const LintResult &Result, const FixSettings &Settings,
                        const SourceTexts &Texts) {
  return FixChecker(Result, Settings, Texts).run();
}

} // namespace aoti_tidy
