// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Diff.h"
#include <gtest/gtest.h>

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
