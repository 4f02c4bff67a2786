// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/ChangedLines.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

ChangedLines read(llvm::StringRef Diff) {
  ChangedLines Lines;
  Lines.setRoot("/repo");
  for (const char *Path : {"x.py", "y.py", "m.pt2", "n.pt2"})
    Lines.addTracked(Path);
  Lines.addDiff(Diff);
  return Lines;
}

bool touches(ChangedLines &Lines, llvm::StringRef File, unsigned Line,
             unsigned EndLine = 0) {
  Finding F(Location{File.str(), 0, Line, 1}, "text");
  F.EndLine = EndLine;
  return Lines.touch(F);
}

} // namespace

TEST(ChangedLines, Hunks) {
  auto Lines = read("diff --git a/x.py b/x.py\n"
                    "--- a/x.py\n"
                    "+++ b/x.py\n"
                    "@@ -1 +1 @@ def f():\n"
                    "-old\n"
                    "+new\n"
                    "@@ -5,0 +6,2 @@\n"
                    "+one\n"
                    "+two\n"
                    "@@ -9,2 +11,0 @@\n"
                    "-gone\n"
                    "-gone\n");
  EXPECT_TRUE(touches(Lines, "/repo/x.py", 1));
  EXPECT_FALSE(touches(Lines, "/repo/x.py", 2));
  EXPECT_FALSE(touches(Lines, "/repo/x.py", 5));
  EXPECT_TRUE(touches(Lines, "/repo/x.py", 6));
  EXPECT_TRUE(touches(Lines, "/repo/x.py", 7));
  EXPECT_FALSE(touches(Lines, "/repo/x.py", 8));
  EXPECT_FALSE(touches(Lines, "/repo/x.py", 11)) << "what follows is not new";
  EXPECT_TRUE(touches(Lines, "/repo/x.py", 4, 6)) << "it goes over the line";
  EXPECT_FALSE(touches(Lines, "/repo/y.py", 1));
  EXPECT_TRUE(touches(Lines, "/elsewhere/y.py", 1)) << "nobody knows";
  EXPECT_TRUE(touches(Lines, "/repo/ignored.py", 1)) << "nor here";
}

TEST(ChangedLines, LinesThatLookLikeADiffs) {
  auto Lines = read("--- a/x.py\n"
                    "+++ b/x.py\n"
                    "@@ -1 +1,3 @@\n"
                    "--- a/z.py\n"
                    "+++ b/y.py\n"
                    "+@@ -1 +1 @@\n"
                    "+@@ -70 +70 @@\n"
                    "\\ No newline at end of file\n"
                    "@@ -9,0 +12 @@\n"
                    "+x\n");
  EXPECT_TRUE(touches(Lines, "/repo/x.py", 3));
  EXPECT_TRUE(touches(Lines, "/repo/x.py", 12));
  EXPECT_FALSE(touches(Lines, "/repo/x.py", 70));
  EXPECT_FALSE(touches(Lines, "/repo/y.py", 1));
}

TEST(ChangedLines, LinesAroundAHunkAreLinesToo) {
  auto Lines = read("--- a/x.py\n"
                    "+++ b/x.py\n"
                    "@@ -1,3 +1,4 @@\n"
                    " one\n"
                    "+++ b/y.py\n"
                    "\n"
                    " three\n"
                    "@@ -9,0 +12 @@\n"
                    "+x\n");
  EXPECT_TRUE(touches(Lines, "/repo/x.py", 12));
  EXPECT_FALSE(touches(Lines, "/repo/y.py", 12));
}

TEST(ChangedLines, NamesThatGitQuotes) {
  auto Lines = read("+++ \"b/a\\tb\\\"\\303\\274.py\"\n"
                    "@@ -0,0 +1 @@\n"
                    "+x\n"
                    "+++ b/with blank.py\t\n"
                    "@@ -0,0 +1 @@\n"
                    "+x\n"
                    "+++ /dev/null\n"
                    "@@ -1 +0,0 @@\n"
                    "-x\n");
  EXPECT_TRUE(touches(Lines, "/repo/a\tb\"\xc3\xbc.py", 1));
  EXPECT_TRUE(touches(Lines, "/repo/with blank.py", 1));
}

TEST(ChangedLines, WholeFilesAndWhatIsInThem) {
  ChangedLines Lines = read("");
  Lines.addWhole("m.pt2");
  EXPECT_TRUE(touches(Lines, "/repo/m.pt2!m/data/x.cpp", 700));
  EXPECT_FALSE(touches(Lines, "/repo/n.pt2!m/data/x.cpp", 700));
}

TEST(ChangedLines, OfAPackageAnyChangeCounts) {
  // git may see a pointer of it only.
  auto Lines = read("+++ b/n.pt2\n@@ -2,2 +2,2 @@\n-a\n-b\n+a\n+b\n");
  EXPECT_TRUE(touches(Lines, "/repo/n.pt2!m/data/x.cpp", 700));
  EXPECT_FALSE(touches(Lines, "/repo/m.pt2!m/data/x.cpp", 2));
}

TEST(ChangedLines, NotesCount) {
  auto Lines = read("+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n");
  Finding F(Location{"/repo/y.py", 0, 9, 1}, "text");
  F.Notes.push_back(Note(Location{"/elsewhere/x.h", 0, 1, 1}, "out there"));
  EXPECT_FALSE(Lines.touch(F));
  F.Notes.push_back(Note(Location{"/repo/x.py", 0, 1, 1}, "loaded here"));
  EXPECT_TRUE(Lines.touch(F));
}
