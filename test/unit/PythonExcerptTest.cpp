// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/documents/PythonExcerpt.h"
#include "driver/documents/PythonText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;
using llvm::StringRef;

namespace {

std::string textsOf(const PythonExcerpts &E) {
  std::string Result;
  for (const PythonExcerpt &One : E.All)
    Result += (Result.empty() ? "" : "---\n") + One.text().str();
  return Result;
}

std::string notebookTexts(StringRef Json) {
  auto Read = readNotebook(Json);
  return Read ? textsOf(*Read) : "error: " + llvm::toString(Read.takeError());
}

/// \p File after the edit that puts \p New in place of the first \p Old of the
/// first excerpt.
std::string edited(const PythonExcerpts &E, StringRef File, StringRef Old,
                   StringRef New) {
  const PythonExcerpt &One = E.All.front();
  const size_t At = One.text().find(Old);
  if (At == StringRef::npos)
    return "not there";
  const auto Edit = One.fileEdit(At, At + Old.size(), New);
  return Edit ? (File.take_front(Edit->Where.Begin) + Edit->Replacement +
                 File.drop_front(Edit->Where.End))
                    .str()
              : "no edit";
}

/// A notebook with one cell of code, as Jupyter writes it.
std::string notebook(StringRef Source) {
  return ("{\n \"cells\": [\n  {\n   \"cell_type\": \"code\",\n"
          "   \"source\": " +
          Source + "\n  }\n ],\n \"nbformat\": 4\n}\n")
      .str();
}

/// After an edit of a notebook: what its first cell is, if it still is JSON.
std::string editedCell(StringRef Json, StringRef Old, StringRef New) {
  auto Read = readNotebook(Json);
  if (!Read)
    return llvm::toString(Read.takeError());
  return notebookTexts(edited(*Read, Json, Old, New));
}

} // namespace

TEST(Notebook, JoinsTheCodeCells) {
  EXPECT_EQ(notebookTexts(R"({"cells": [
    {"source": ["import torch\n", "x = 1"], "cell_type": "code",
     "outputs": [{"text": ["a = [\"}\n"]}]},
    {"cell_type": "markdown", "source": ["# not code\n"]},
    {"cell_type": "code", "source": "y = x\nz = y"}, 7,
    {"cell_type": "code", "source": []}, {"cell_type": "code"}],
    "metadata": {"kernelspec": {"language": "python"}}})"),
            "import torch\nx = 1\ny = x\nz = y\n\n");
  EXPECT_EQ(notebookTexts(R"({"cells": []})"), "");
}

TEST(Notebook, ReadsEscapes) {
  EXPECT_EQ(notebookTexts(notebook(
                R"("s = \"a\\tb\"\tc = '\u00e9\ud83d\ude00\/' #\ud83d")")),
            "s = \"a\\tb\"\tc = '\xc3\xa9\xf0\x9f\x98\x80/' #?\n");
}

TEST(Notebook, SaysWhatItDoesNotRead) {
  EXPECT_TRUE(StringRef(notebookTexts("{\"cells\": [")).starts_with("error: "));
  EXPECT_EQ(notebookTexts("[]"), "error: it is no notebook");
  EXPECT_EQ(notebookTexts(R"({"worksheets": [], "nbformat": 3})"),
            "error: it has no cells; notebooks before format 4 are not read");
}

TEST(Notebook, OfAnotherLanguageHasNoPython) {
  for (const char *Metadata :
       {R"({"kernelspec": {"name": "ir", "language": "R"}})",
        R"({"language_info": {"name": "julia"}})"})
    EXPECT_EQ(notebookTexts((StringRef(R"({"cells": [{"cell_type": "code", )"
                                       R"("source": "x"}], "metadata": )") +
                             Metadata + "}")
                                .str()),
              "");
}

TEST(Notebook, BrokenCellsDoNotTakeTheOthersAlong) {
  EXPECT_EQ(notebookTexts(R"({"cells": [
    {"cell_type": "code", "source": "a = 1"},
    {"cell_type": "code", "source": "f(1,"},
    {"cell_type": "code", "source": "b = a"}]})"),
            "a = 1\nb = a\n---\nf(1,\n");
}

TEST(Notebook, KnowsWhereEachByteIsFrom) {
  const std::string Json = notebook(R"(["a = \"x\"\n", "b = 2"])");
  auto Read = readNotebook(Json);
  ASSERT_TRUE(bool(Read));
  const PythonExcerpt &E = Read->All.front();
  for (StringRef Part : {"a =", "x", "b = 2"})
    EXPECT_EQ(E.fileOffset(E.text().find(Part)), Json.find(Part)) << Part.str();
  EXPECT_EQ(Json.substr(E.fileOffset(E.text().find('"')), 2), "\\\"");
  EXPECT_EQ(E.fileOffset(E.text().size()), Json.find("\"]"));
}

TEST(Notebook, EditsKeepTheFilesForm) {
  const std::string Json =
      notebook("[\n    \"import a\\n\",\n    \"f(a,\\n\",\n"
               "    \"  b)\\n\",\n    \"c = \\\"d\\\"\"\n   ]");
  auto Read = readNotebook(Json);
  ASSERT_TRUE(bool(Read));
  // In a line; what JSON escapes is escaped.
  EXPECT_EQ(
      edited(*Read, Json, "\"d\"", "'\t\"\\e'"),
      notebook("[\n    \"import a\\n\",\n    \"f(a,\\n\",\n    \"  b)\\n\",\n"
               "    \"c = '\\t\\\"\\\\e'\"\n   ]"));
  // Over two lines, which become one.
  EXPECT_EQ(edited(*Read, Json, "a,\n  b", "b"),
            notebook("[\n    \"import a\\n\",\n    \"f(b)\\n\",\n"
                     "    \"c = \\\"d\\\"\"\n   ]"));
  // A line that goes, one that comes, one that is replaced, one at the end.
  EXPECT_EQ(edited(*Read, Json, "import a\n", ""),
            notebook("[\n    \"f(a,\\n\",\n    \"  b)\\n\",\n"
                     "    \"c = \\\"d\\\"\"\n   ]"));
  const std::string WithImport = notebook(
      "[\n    \"import a\\n\",\n    \"import b\\n\",\n    \"f(a,\\n\",\n"
      "    \"  b)\\n\",\n    \"c = \\\"d\\\"\"\n   ]");
  const PythonExcerpt &E = Read->All.front();
  const auto Inserted = E.fileEdit(9, 9, "import b\n");
  ASSERT_TRUE(Inserted);
  EXPECT_EQ((StringRef(Json).take_front(Inserted->Where.Begin) +
             Inserted->Replacement +
             StringRef(Json).drop_front(Inserted->Where.Begin))
                .str(),
            WithImport);
  EXPECT_EQ(edited(*Read, Json, "import a\n", "import a\nimport b\n"),
            WithImport);
  EXPECT_EQ(
      edited(*Read, Json, "\"d\"", "1\ne = 2\n"),
      notebook("[\n    \"import a\\n\",\n    \"f(a,\\n\",\n    \"  b)\\n\",\n"
               "    \"c = 1\\n\",\n    \"e = 2\\n\"\n   ]"));
}

TEST(Notebook, EditsOfASourceThatIsOneString) {
  EXPECT_EQ(editedCell(notebook(R"("a = 1\nb = 2")"), "1", "\"x\"\nc = 3"),
            "a = \"x\"\nc = 3\nb = 2\n");
  EXPECT_EQ(editedCell(notebook(R"(["a = 1\n", "b = 2"])"), "1\nb", "0\nc"),
            "a = 0\nc = 2\n");
}

TEST(Notebook, EditsStayInACellAndOffMagics) {
  const std::string Json = R"({"cells": [
    {"cell_type": "code", "source": "%time a\nb = 1"},
    {"cell_type": "code", "source": "c = 2"}]})";
  auto Read = readNotebook(Json);
  ASSERT_TRUE(bool(Read));
  EXPECT_EQ(Read->All.front().text(), "_      \nb = 1\nc = 2\n");
  EXPECT_EQ(edited(*Read, Json, "1\nc", "x"), "no edit");
  EXPECT_EQ(edited(*Read, Json, "_", "x"), "no edit");
  EXPECT_EQ(edited(*Read, Json, " \nb", "x"), "no edit");
  EXPECT_NE(edited(*Read, Json, "b = 1", "x"), "no edit");
}

TEST(Notebook, HidesMagics) {
  const auto Hidden = [](StringRef Cell) {
    PythonExcerpt::Part P({});
    P.add(Cell, 0);
    P.hideMagics();
    return P.text().str();
  };
  EXPECT_EQ(Hidden("!ls\nx = 1\n"), "_  \nx = 1\n");
  EXPECT_EQ(Hidden("  %cd a\n"), "  _    \n");
  EXPECT_EQ(Hidden("!pip a \\\n  b\nx\n"), "_       \n   \nx\n");
  EXPECT_EQ(Hidden("x = !ls\ny = %time f()\n"), "x = _  \ny = _        \n");
  EXPECT_EQ(Hidden("f?\nf(x)??\n"), "_ \n_     \n");
  EXPECT_EQ(Hidden("%%time\nx = 1\n"), "_     \nx = 1\n");
  EXPECT_EQ(Hidden("%%bash\nls (\n"), "_     \n    \n");
  for (const char *Plain :
       {"x = (a\n% b)\n", "x = a % b\n", "x != y\n", "x = '''\n!ls\n'''\n",
        "x = a \\\n% b\n", "# !ls?\n", "x %= 2\n", "y = '?'\n", "f(a=b % c)\n",
        "x = {\n'a': 1}\n"})
    EXPECT_EQ(Hidden(Plain), Plain);
}

TEST(Markdown, JoinsTheBlocksOfPython) {
  EXPECT_EQ(textsOf(readMarkdown("# T\n```python\na = 1\n```\n"
                                 "```bash\n$ ls\n```\n"
                                 "```\nnot said\n```\n"
                                 "~~~ py\nb = a\n~~~\n"
                                 "```python title=\"x.py\"\nc = '```'\n```\n"
                                 "```{.python .numberLines}\nd\n```\n"
                                 "````Python3\ne = '''\n```\n'''\n````\n"
                                 "```python-repl\nf\n```\n"
                                 "`a` ```python``` x\n"
                                 "```pytb\ng\n```\n")),
            "a = 1\n\nb = a\n\nc = '```'\n\nd\n\ne = '''\n```\n'''\n\n");
  EXPECT_EQ(textsOf(readMarkdown("```python\nx\n")), "x\n\n") << "not closed";
  EXPECT_EQ(textsOf(readMarkdown("no block\n")), "");
  EXPECT_EQ(textsOf(readMarkdown("")), "");
}

TEST(Markdown, BlocksInListsAreIndented) {
  const StringRef Text =
      "1. x\n\n   ```py\n   if a:\n     b(1)\n\n   c\n   ```\n";
  const PythonExcerpts Read = readMarkdown(Text);
  EXPECT_EQ(textsOf(Read), "if a:\n  b(1)\n\nc\n\n");
  const PythonExcerpt &E = Read.All.front();
  EXPECT_EQ(E.fileOffset(E.text().find("b(1)")), Text.find("b(1)"));
  EXPECT_EQ(edited(Read, Text, "  b(1)\n", "  d\n  e\n"),
            "1. x\n\n   ```py\n   if a:\n     d\n     e\n\n   c\n   ```\n");
  EXPECT_EQ(edited(Read, Text, "c\n", "f\ng\n"),
            "1. x\n\n   ```py\n   if a:\n     b(1)\n\n   f\n   g\n   ```\n");
  EXPECT_EQ(edited(Read, Text, "(1)", "(2)"),
            "1. x\n\n   ```py\n   if a:\n     b(2)\n\n   c\n   ```\n");
}

TEST(Markdown, KeepsLineEndings) {
  const StringRef Text = "```py\r\na\r\nb\r\n```\r\n";
  EXPECT_EQ(edited(readMarkdown(Text), Text, "b", "c\nd"),
            "```py\r\na\r\nc\r\nd\r\n```\r\n");
  EXPECT_EQ(edited(readMarkdown(Text), Text, "a\r\n", "c\n"),
            "```py\r\nc\r\nb\r\n```\r\n");
}

TEST(Markdown, SessionsAreReadNotEdited) {
  const StringRef Text =
      "```python\n>>> f(\n...   1)\n2\n>>> g\n...more\n```\n";
  const PythonExcerpts Read = readMarkdown(Text);
  EXPECT_EQ(textsOf(Read), "f(\n  1)\ng\nmore\n\n");
  EXPECT_EQ(edited(Read, Text, "f(", "g("), "no edit");
}

TEST(WholeFile, NewLinesEndAsTheOthersDo) {
  const PythonExcerpt Dos = PythonExcerpt::wholeFile("a\r\nb\r\n");
  EXPECT_EQ(Dos.fileEdit(0, 1, "x\ny")->Replacement, "x\r\ny");
  EXPECT_EQ(Dos.fileEdit(0, 1, "x\r\ny")->Replacement, "x\r\ny");
  const PythonExcerpt Unix = PythonExcerpt::wholeFile("a\nb\r\n");
  EXPECT_EQ(Unix.fileEdit(0, 1, "x\ny")->Replacement, "x\ny");
}

TEST(PythonText, OnlyUtf8IsRead) {
  EXPECT_FALSE(encodingProblem(""));
  EXPECT_FALSE(encodingProblem("x = '\xc3\xa9'\n"));
  EXPECT_FALSE(encodingProblem("\xef\xbb\xbfx = '\xc3\xa9'\n"));
  EXPECT_FALSE(encodingProblem("# -*- coding: utf-8 -*-\nx = '\xc3\xa9'\n"));
  EXPECT_FALSE(
      encodingProblem("#!/bin/x\n# vim: set fileencoding=UTF8 :\n\xc3\xa9"));
  EXPECT_FALSE(encodingProblem("# coding: latin-1\nx = 'e'\n")) << "is ASCII";
  EXPECT_FALSE(encodingProblem("x = 1\n# coding: latin-1\ny = '\xc3\xa9'\n"))
      << "in the second line only after a comment";
  EXPECT_FALSE(encodingProblem("#\n#\n# coding: latin-1\ny = '\xc3\xa9'\n"));
  EXPECT_EQ(encodingProblem("# coding: Latin-1\nx = '\xe9'\n"),
            "the file's encoding is 'latin-1'; only UTF-8 is read");
  EXPECT_EQ(encodingProblem("\n# coding=cp1252\nx = '\xe9'\n"),
            "the file's encoding is 'cp1252'; only UTF-8 is read");
  EXPECT_EQ(encodingProblem("x = '\xe9'\n"),
            "the file is not valid UTF-8, and declares no other encoding");
}

TEST(PythonText, FindsTheFirstSyntaxError) {
  const auto First = [](StringRef Text) -> std::optional<unsigned> {
    const auto P = firstSyntaxProblem(*python::Tree::parse(Text), {});
    return P ? std::optional(P->Offset) : std::nullopt;
  };
  EXPECT_EQ(First("x = 1\n"), std::nullopt);
  EXPECT_EQ(First(""), std::nullopt);
  EXPECT_EQ(First("x = 1\ny = = 2\nz = = 3\n"), 10u);
  EXPECT_EQ(First("x = 1\nf(1\ny = 2\n"), 6u) << "a line that is left out";
  EXPECT_TRUE(First("f(1\n")) << "only something that is missing";
  EXPECT_TRUE(First("def f(:\n  pass\n"));
}
