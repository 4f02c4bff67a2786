// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Diff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <gtest/gtest.h>

using aoti_tidy::linesAfter;
using aoti_tidy::unifiedDiff;

TEST(Diff, IsEmptyForEqualTexts) {
  EXPECT_EQ(unifiedDiff("a", "", ""), "");
  EXPECT_EQ(unifiedDiff("a", "x\ny\n", "x\ny\n"), "");
}

TEST(Diff, ShowsAChangedLineWithItsContext) {
  EXPECT_EQ(
      unifiedDiff("src/a.cpp", "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
                  "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"),
      "diff --git a/src/a.cpp b/src/a.cpp\n--- a/src/a.cpp\n+++ b/src/a.cpp\n"
      "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(Diff, SplitsDistantChangesIntoHunks) {
  EXPECT_EQ(unifiedDiff("a", "a\n1\n2\n3\n4\n5\n6\n7\nb\n",
                        "A\n1\n2\n3\n4\n5\n6\n7\nB\n"),
            "diff --git a/a b/a\n--- a/a\n+++ b/a\n"
            "@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n"
            "@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

TEST(Diff, JoinsNearChangesInOneHunk) {
  EXPECT_EQ(unifiedDiff("a", "a\n1\n2\nb\n", "A\n1\n2\nB\n"),
            "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,4 +1,4 @@\n-a\n+A\n "
            "1\n 2\n-b\n+B\n");
}

TEST(Diff, InsertsAndDeletes) {
  EXPECT_EQ(
      unifiedDiff("a", "1\n3\n", "1\n2\n3\n"),
      "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,3 @@\n 1\n+2\n 3\n");
  EXPECT_EQ(
      unifiedDiff("a", "1\n2\n3\n", "1\n3\n"),
      "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,3 +1,2 @@\n 1\n-2\n 3\n");
  EXPECT_EQ(unifiedDiff("a", "", "1\n"),
            "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -0,0 +1,1 @@\n+1\n");
  EXPECT_EQ(unifiedDiff("a", "1\n2\n", ""),
            "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +0,0 @@\n-1\n-2\n");
}

TEST(Diff, SaysWhenTheLastLineHasNoBreak) {
  EXPECT_EQ(unifiedDiff("a", "1\n2", "1\n3"),
            "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n 1\n-2\n"
            "\\ No newline at end of file\n+3\n\\ No newline at end of file\n");
}

TEST(Diff, EndsNamesWithSpacesInATab) {
  EXPECT_EQ(unifiedDiff("a b", "x\n", "y\n"),
            "diff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t\n"
            "@@ -1,1 +1,1 @@\n-x\n+y\n");
}

TEST(Diff, QuotesNamesAsGitDoes) {
  EXPECT_EQ(unifiedDiff("a\x1b \"\n.cpp", "1\n", "2\n"),
            R"(diff --git "a/a\033 \"\012.cpp" "b/a\033 \"\012.cpp"
--- "a/a\033 \"\012.cpp"
+++ "b/a\033 \"\012.cpp"
@@ -1,1 +1,1 @@
-1
+2
)");
}

namespace {

/// Makes the changes of a unified diff, as 'patch' does.
std::string patched(llvm::StringRef Before, llvm::StringRef Diff) {
  llvm::SmallVector<llvm::StringRef> Old, Lines;
  Before.split(Old, '\n');
  Diff.split(Lines, '\n');
  std::string Result;
  size_t At = 0;
  for (llvm::StringRef Line : llvm::drop_begin(Lines, 3)) {
    size_t Begin = 0;
    if (Line.consume_front("@@ -")) {
      Line.consumeInteger(10, Begin);
      while (At + 1 < Begin)
        Result += Old[At++].str() + "\n";
    } else if (Line.consume_front("+")) {
      Result += Line.str() + "\n";
    } else if (Line.consume_front(" ") || Line.consume_front("-")) {
      EXPECT_EQ(Line, Old[At]);
      const bool IsKept = Line.data()[-1] == ' ';
      Result += IsKept ? Line.str() + "\n" : "";
      ++At;
    }
  }
  while (At + 1 < Old.size())
    Result += Old[At++].str() + "\n";
  return Result;
}

TEST(Diff, LinesMoveWithTheirText) {
  using Lines = std::pair<unsigned, unsigned>;
  const llvm::StringRef Before = "1\n2\n3\n4\n5\n";
  EXPECT_EQ(linesAfter({2, 4}, Before, Before), Lines(2, 4));
  // A line above: they move. One below, or at their end: they do not.
  EXPECT_EQ(linesAfter({2, 4}, Before, "0\n1\n2\n3\n4\n5\n"), Lines(3, 5));
  EXPECT_EQ(linesAfter({2, 4}, Before, "1\n2\n3\n4\n+\n5\n"), Lines(2, 4));
  EXPECT_EQ(linesAfter({2, 2}, Before, "1\n+\n2\n3\n4\n5\n"), Lines(3, 3));
  // A line among them.
  EXPECT_EQ(linesAfter({2, 4}, Before, "1\n2\n3\n+\n4\n5\n"), Lines(2, 5));
  EXPECT_EQ(linesAfter({2, 4}, Before, "1\n2\n4\n5\n"), Lines(2, 3));
  // A line of theirs becomes several.
  EXPECT_EQ(linesAfter({2, 2}, Before, "1\na\nb\n3\n4\n5\n"), Lines(2, 3));
  EXPECT_EQ(linesAfter({3, 4}, Before, "1\na\nb\nc\n4\n5\n"), Lines(2, 5));
  // Up to the end, however far that is.
  EXPECT_EQ(linesAfter({5, 100}, Before, "1\n2\n+\n3\n4\n5\n"), Lines(6, 101));
}

} // namespace

// More differences than an end is looked for.
TEST(Diff, OfManyChangesIsRight) {
  std::string Same, AllOther, EachThird, Shorter;
  for (unsigned I = 0; I < 2000; ++I) {
    Same += "x = 1\n";
    AllOther += "x = 2\n";
    EachThird += I % 3 ? "x = 1\n" : "y = " + std::to_string(I) + "\n";
    if (I % 5)
      Shorter += "x = 1\n";
  }
  for (const std::string &A :
       {Same, AllOther, EachThird, Shorter, std::string()})
    for (const std::string &B :
         {Same, AllOther, EachThird, Shorter, std::string()})
      if (A != B)
        EXPECT_EQ(patched(A, unifiedDiff("a", A, B)), B);
}
