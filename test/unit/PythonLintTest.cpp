// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/python/PythonLint.h"
#include "driver/report/Fixes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace aoti_tidy;
using llvm::StringRef;

namespace {

/// A finding at each call of 'mark', with its arguments as notes; a fix that
/// renames it to 'marked', safe, or unsafe at the note if there is one.
std::vector<Finding> marks(const python::File &F) {
  std::vector<Finding> Found;
  for (const python::Call &C : F.calls()) {
    if (C.Callee != "lib.mark")
      continue;
    const auto Where = python::rangeOf(C.At.field("function"));
    Finding New(Where, "marked");
    const std::vector<Edit> Fix = {{Where, "marked"}};
    for (const python::Argument &A : C.Arguments)
      New.Notes.emplace_back(python::rangeOf(A.Value), "argument", Fix);
    if (New.Notes.empty())
      New.Fix = Fix;
    Found.push_back(std::move(New));
  }
  return Found;
}

/// What the settings are, as the message of a finding.
std::vector<Finding> tellSettings(const python::File &F) {
  Finding New;
  const auto Torch = F.settings().Torch;
  New.Message = "torch " + (Torch ? Torch->str() : "unknown") +
                ", SchemaInts " +
                F.settings().Options.lookup("aoti-symint-meta.SchemaInts");
  return {New};
}

std::vector<Finding> crash(const python::File &) { std::abort(); }

/// A finding at each call but the first, at which its note is.
std::vector<Finding> afterFirst(const python::File &F) {
  std::vector<Finding> Found;
  if (F.calls().empty())
    return Found;
  for (const python::Call &C : F.calls().drop_front())
    Found.push_back({python::rangeOf(C.At),
                     "after the first",
                     {{python::rangeOf(F.calls().front().At), "this", {}}},
                     {}});
  return Found;
}

constexpr StringRef MarkWords[] = {"mark"}, CrashWords[] = {"boom"},
                    QuotedWords[] = {"\"quoted\""},
                    SettingsWords[] = {"settings"}, OrderWords[] = {"order"},
                    Flags[] = {"aoti-symint-meta.SchemaInts"};
// The ids are those of real checks, so that configuration knows them.
constexpr python::Check withId(StringRef Id, python::Check C) {
  C.Id = Id;
  return C;
}
constexpr python::Check Fakes[] = {
    withId("aoti-debug-flag", {afterFirst, OrderWords, /*RestsOnOrder=*/true}),
    withId("aoti-deprecated-api", {marks, MarkWords}),
    withId("aoti-device-mismatch", {marks, QuotedWords}),
    withId("aoti-loader-arguments", {crash, CrashWords}),
    withId("aoti-symint-meta",
           {tellSettings, SettingsWords, /*RestsOnOrder=*/false,
            /*TellsRuns=*/false, Flags}),
};

class PythonLint : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("aoti-python", Folder));
  }
  void TearDown() override {
    EXPECT_FALSE(llvm::sys::fs::remove_directories(Folder));
  }

  std::string write(StringRef Name, StringRef Text) {
    llvm::SmallString<128> Path = Folder;
    llvm::sys::path::append(Path, Name);
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Text;
    EXPECT_FALSE(EC);
    return Path.str().str();
  }

  /// Each finding as "name:line:column: message", its notes behind it.
  std::string lint(const std::vector<std::string> &Files,
                   const Options &O = {}) {
    auto Cfg = Config::create(O, Files);
    if (!Cfg)
      return llvm::toString(Cfg.takeError());
    PythonLintSettings Settings;
    Settings.Checks = Fakes;
    Settings.FindTorch = [&] {
      ++TorchSearches;
      return std::optional(TestTorch);
    };
    lintPython(Files, *Cfg, Settings, Texts, Result);
    std::string Text;
    const auto Add = [&](const Location &L, StringRef Message) {
      Text += fmt::format("{}:{}:{}: {}\n", nameOf(L.File).str(), L.Line,
                          L.Column, Message.str());
    };
    for (const Finding &F : Result.Findings) {
      Add(F.Where, F.Message);
      for (const Note &N : F.Notes)
        Add(N.Where, "note: " + N.Message);
    }
    for (const Finding &E : Result.Errors)
      Add(E.Where, "error: " + E.Message);
    return Text;
  }

  static StringRef nameOf(StringRef File) {
    return llvm::sys::path::filename(File);
  }

  llvm::SmallString<128> Folder;
  SourceTexts Texts;
  LintResult Result;
  unsigned TorchSearches = 0;
  aoti_tidy::TorchVersion TestTorch{2, 9};
};

} // namespace

TEST_F(PythonLint, OnlyReadsWhatMentionsAWord) {
  // What is not read is not known to be broken.
  const auto A = write("a.py", "import lib\nlib.marl(\n");
  const auto B = write("b.py", "import lib\nlib.mark()\n");
  EXPECT_EQ(lint({A, B}), "b.py:2:1: marked\n");
  EXPECT_TRUE(Result.UnparsedPython.empty());
  EXPECT_EQ(Result.Findings[0].EndColumn, 9u);
  EXPECT_EQ(Result.Findings[0].Fingerprint.size(), 16u);
}

TEST_F(PythonLint, ACrashLosesNoOtherFindings) {
  const auto A = write("a.py", "boom()\n"),
             B = write("b.py", "import lib\nlib.mark()\n");
  EXPECT_EQ(lint({A, B}), "b.py:2:1: marked\n");
  EXPECT_EQ(Result.Crashed, std::vector<std::string>{A});
}

TEST_F(PythonLint, BrokenFilesAreTold) {
  const auto A = write("a.py", "import lib\nlib.mark()\nclass = 3\n");
  const auto B = write("b.py", "# coding: latin-1\nmark = '\xe9'\n");
  EXPECT_EQ(lint({A, B}),
            "a.py:2:1: marked\n"
            "a.py:3:1: error: this is not understood as Python\n"
            "b.py:1:1: error: the file's encoding is 'latin-1'; only UTF-8 is "
            "read\n");
  EXPECT_EQ(Result.UnparsedPython, (std::vector<std::string>{A, B}));
  EXPECT_FALSE(
      isFixable(Result.Findings[0], /*Unsafe=*/false, {Result.Errors}));
}

TEST_F(PythonLint, WhatIsIndentedAsNoPythonIsIsBroken) {
  const auto A = write("a.py", "import lib\nlib.mark()\n  lib.mark()\n");
  const auto B = write("b.py", "import lib\nif x:\nlib.mark()\n");
  const auto C =
      write("c.py", "import lib\nif x:\n    lib.mark()\n  lib.mark()\n");
  const auto D =
      write("d.py", "import lib\nif x:\n        y()\n\tlib.mark()\n");
  // The line of a cell in the middle is not the first one.
  const auto E = write("e.ipynb", "{\"cells\": [{\"cell_type\": \"code\", "
                                  "\"source\": \"import lib\\n  lib.mark()\"}"
                                  "]}");
  EXPECT_EQ(lint({A, B, C, D, E}),
            "a.py:2:1: marked\n"
            "a.py:3:3: marked\n"
            "b.py:3:1: marked\n"
            "c.py:3:5: marked\n"
            "c.py:4:3: marked\n"
            "d.py:4:2: marked\n"
            "e.ipynb:1:59: marked\n"
            "a.py:3:3: error: this line is indented, but nothing opens a block "
            "for it\n"
            "b.py:3:1: error: an indented block is missing here\n"
            "c.py:4:3: error: this line is not indented like any block around "
            "it\n"
            "d.py:4:2: error: how deep this line is indented depends on the "
            "width of tabs\n"
            "e.ipynb:1:59: error: this line is indented, but nothing opens a "
            "block for it\n");
  EXPECT_EQ(Result.UnparsedPython, (std::vector<std::string>{A, B, C, D, E}));
  for (const Finding &F : Result.Findings)
    EXPECT_FALSE(isFixable(F, /*Unsafe=*/true, {Result.Errors}));
}

// IPython takes the indentation of a whole cell away, and Markdown that of a
// block in a list.
TEST_F(PythonLint, ACellMayBeIndentedAsAWhole) {
  const auto A =
      write("a.ipynb", R"x({"cells": [{"cell_type": "code", "source": )x"
                       R"x("  import lib\n  if x:\n    lib.mark()"}, )x"
                       R"x({"cell_type": "code", "source": "lib.mark()"}]})x");
  const auto B = write("b.md", "- x\n  ```py\n  import lib\n  if x:\n"
                               "    lib.mark()\n  ```\n");
  lint({A, B});
  EXPECT_EQ(Result.Findings.size(), 3u);
  EXPECT_TRUE(Result.UnparsedPython.empty());
}

// A block of a document may be a fragment; then it is not told, nor edited.
TEST_F(PythonLint, BrokenBlocksAreNotEdited) {
  const auto A = write("a.md", "```py\nimport lib\nlib.mark()\n```\n"
                               "```py\nimport lib\n  lib.mark()\n```\n"
                               "```py\nimport lib\nlib.mark()\nx = (\n```\n");
  lint({A});
  EXPECT_TRUE(Result.UnparsedPython.empty());
  ASSERT_EQ(Result.Findings.size(), 3u);
  EXPECT_TRUE(isFixable(Result.Findings[0], /*Unsafe=*/false, {}));
  EXPECT_FALSE(isFixable(Result.Findings[1], /*Unsafe=*/false, {}));
  EXPECT_FALSE(isFixable(Result.Findings[2], /*Unsafe=*/false, {}));
}

TEST_F(PythonLint, FilesThatCannotBeReadAreTold) {
  EXPECT_EQ(lint({(Folder + "/none.py").str()}), "");
  ASSERT_EQ(Result.Unread.size(), 1u);
  EXPECT_TRUE(StringRef(Result.Unread[0]).starts_with("cannot read '"));
}

TEST_F(PythonLint, AddedTextsAreNotRead) {
  const std::string Name = (Folder + "/none.py").str();
  Texts.add(Name, "import lib\n\nlib.mark()\n");
  EXPECT_EQ(lint({Name}), "none.py:3:1: marked\n");
}

TEST_F(PythonLint, ChecksGetTheirSettings) {
  const auto A = write("a.py", "settings\n"), B = write("b.py", "settings\n");
  Options O;
  O.Config = "{CheckOptions: {aoti-symint-meta.SchemaInts: 'true'}}";
  EXPECT_EQ(lint({A, B}, O), "a.py:1:1: torch 2.9, SchemaInts true\n"
                             "b.py:1:1: torch 2.9, SchemaInts true\n");
  EXPECT_EQ(TorchSearches, 1u);
  Result = {};
  O.TorchVersion = "2.11";
  EXPECT_EQ(lint({A}, O), "a.py:1:1: torch 2.11, SchemaInts true\n");
  EXPECT_EQ(TorchSearches, 1u);
  Result = {};
  O.TorchVersion = "";
  O.Config = "{CheckOptions: {TorchVersion: new}}";
  lint({A}, O);
  ASSERT_EQ(Result.ConfigProblems.size(), 1u);
  Result = {};
  O.Config = "{CheckOptions: {aoti-symint-meta.SchemaInts: perhaps}}";
  lint({A, B}, O);
  EXPECT_EQ(Result.ConfigProblems,
            std::vector<std::string>{"option 'aoti-symint-meta.SchemaInts' is "
                                     "'perhaps'; write true or false"});
}

TEST_F(PythonLint, NothingIsAskedForWithoutNeed) {
  const auto A = write("a.py", "import lib\n");
  EXPECT_EQ(lint({A}), "");
  EXPECT_EQ(TorchSearches, 0u);
  const auto B = write("b.py", "import lib\nlib.mark()\n");
  Options O;
  O.Checks = "-aoti-deprecated-api";
  EXPECT_EQ(lint({B}, O), "");
  EXPECT_EQ(TorchSearches, 0u);
}

TEST_F(PythonLint, LinesThatAreAskedForIncludeThoseOfNotes) {
  const auto A = write("a.py", "import lib\nlib.mark()\nlib.mark(\n  1)\n");
  const auto In = [&](StringRef Lines) {
    Options O;
    O.LineFilter = (R"([{"name":"a.py","lines":[)" + Lines + "]}]").str();
    Result = {};
    lint({A}, O);
    return Result.Findings.size();
  };
  EXPECT_EQ(In("[1,1]"), 0u);
  EXPECT_EQ(In("[2,2]"), 1u);
  EXPECT_EQ(In("[4,4]"), 1u);
  EXPECT_EQ(In("[1,3]"), 2u);
}

TEST_F(PythonLint, FixesAreSafeOrANotes) {
  const auto A = write("a.py", "import lib\r\nlib.mark()\r\nlib.mark(1)\r\n");
  lint({A});
  EXPECT_EQ(
      planFixes(Result.Findings, /*Unsafe=*/false, {}, Texts).Files.at(A).After,
      "import lib\r\nmarked()\r\nlib.mark(1)\r\n");
  EXPECT_EQ(
      planFixes(Result.Findings, /*Unsafe=*/true, {}, Texts).Files.at(A).After,
      "import lib\r\nmarked()\r\nmarked(1)\r\n");
}

TEST_F(PythonLint, NotebooksKnowTheirPlaces) {
  const auto A = write("a.ipynb", "{\"cells\": [\n"
                                  "{\"cell_type\": \"code\", \"source\": [\n"
                                  "\"import lib\\n\",\n"
                                  "\"lib.mark('\\u00e9', \\\"x\\\")\"\n"
                                  "]}]}\n");
  EXPECT_EQ(lint({A}), "a.ipynb:4:2: marked\n"
                       "a.ipynb:4:11: note: argument\n"
                       "a.ipynb:4:21: note: argument\n");
  EXPECT_EQ(Result.Findings[0].EndColumn, 10u);
  // The escaped quotes are in what is underlined.
  EXPECT_EQ(Result.Findings[0].Notes[1].Ranges[0].length(), 5u);
}

TEST_F(PythonLint, WordsMayBeEscapedInNotebooks) {
  const auto A = write("a.ipynb", R"({"cells": [{"cell_type": "code", )"
                                  R"("source": "import lib\nlib.mark)"
                                  R"x((\"quoted\")"}]})x");
  Options O;
  O.Checks = "-*,aoti-device-mismatch";
  EXPECT_EQ(lint({A}, O), "a.ipynb:1:57: marked\n"
                          "a.ipynb:1:66: note: argument\n");
}

TEST_F(PythonLint, OrderIsThatOfABlock) {
  const auto A =
      write("a.md", "```py\nimport lib\nlib.order(1)\nlib.order(2)\n```\n"
                    "```py\nlib.order(3)\n```\n");
  EXPECT_EQ(lint({A}), "a.md:4:1: after the first\n"
                       "a.md:3:1: note: this\n");
  Result = {};
  const auto B =
      write("b.md", "```py\nimport lib\nlib.order(1)\n```\n"
                    "```py\nimport lib\nlib.order(2)\nlib.order(3)\n```\n");
  EXPECT_EQ(lint({B}), "b.md:8:1: after the first\n"
                       "b.md:7:1: note: this\n");
}

TEST_F(PythonLint, AFixThatRewritesSeveralFindingsFixesThem) {
  const auto A = write("a.py", "one two\n");
  Texts.add(A, "one two\n");
  const auto At = [&](unsigned Offset) {
    Finding F;
    F.Check = "aoti-deprecated-api";
    F.Lang = Language::Python;
    F.Where = Texts.locate(A, Offset);
    F.Ranges = {{Offset, Offset + 3}};
    return F;
  };
  std::vector<Finding> Findings = {At(0), At(4)};
  Findings[0].Fix = {{{0, 3}, "1", A}, {{5, 6}, "2", A}};
  EXPECT_EQ(planFixes(Findings, false, {}, Texts).Applied, 2u);
  Findings[1].Check = "aoti-debug-flag";
  EXPECT_EQ(planFixes(Findings, false, {}, Texts).Applied, 1u);
}

TEST_F(PythonLint, TwoFixesMayNeedTheSameImport) {
  const auto A = write("a.py", "one two\n");
  Texts.add(A, "one two\n");
  std::vector<Finding> Findings(2);
  for (unsigned I : {0, 1}) {
    Findings[I].Lang = Language::Python;
    Findings[I].Where = Texts.locate(A, I * 4);
    Findings[I].Fix = {{{0, 0}, "import x\n", A}, {{I * 4, I * 4 + 3}, "x", A}};
  }
  EXPECT_EQ(planFixes(Findings, false, {}, Texts).Files.at(A).After,
            "import x\nx x\n");
}
