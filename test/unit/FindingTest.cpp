// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Finding.h"
#include "checks/lib/finding/RangeIndex.h"
#include "driver/report/Fixes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

class WithFile : public testing::Test {
protected:
  void write(llvm::StringRef Text) {
    int FD = -1;
    ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("aoti", "cpp", FD, Path));
    llvm::raw_fd_ostream(FD, /*shouldClose=*/true) << Text;
    Texts.add(file(), Text);
    Remove.setFile(Path);
  }
  std::string file() const { return Path.str().str(); }

  Finding at(unsigned Offset, std::string Check = "aoti-x",
             std::string Message = "m") {
    Finding F;
    F.Check = std::move(Check);
    F.Message = std::move(Message);
    F.Where = Texts.locate(file(), Offset);
    return F;
  }

  llvm::SmallString<128> Path;
  llvm::FileRemover Remove;
  SourceTexts Texts;
};

} // namespace

TEST_F(WithFile, LocatesOffsets) {
  write("ab\ncd\n");
  EXPECT_EQ(Texts.locate(file(), 0).Line, 1u);
  EXPECT_EQ(Texts.locate(file(), 0).Column, 1u);
  EXPECT_EQ(Texts.locate(file(), 4).Line, 2u);
  EXPECT_EQ(Texts.locate(file(), 4).Column, 2u);
  EXPECT_EQ(Texts.locate(file(), 6).Line, 3u);
  EXPECT_EQ(Texts.locate(file(), 99).Line, 0u) << "past the end";
  EXPECT_EQ(Texts.locate("/no/such/file", 1).Line, 0u);
}

TEST_F(WithFile, SortsAndReportsHeaderFindingsOnce) {
  write("ab\ncd\n");
  std::vector<Finding> Findings = {at(4), at(0), at(4), at(4, "aoti-y")};
  sortAndUnique(Findings);
  ASSERT_EQ(Findings.size(), 3u);
  EXPECT_EQ(Findings[0].Where.Offset, 0u);
  EXPECT_EQ(Findings[1].Check, "aoti-x");
  EXPECT_EQ(Findings[2].Check, "aoti-y");
}

TEST_F(WithFile, FingerprintsSurviveMovesAndTellEqualsApart) {
  write("x();\nx();\n");
  std::vector<Finding> Before = {at(0), at(5)};
  setFingerprints(Before, Texts);
  EXPECT_NE(Before[0].Fingerprint, Before[1].Fingerprint);
  EXPECT_EQ(Before[0].Fingerprint.size(), 16u);
  const std::string First = Before[0].Fingerprint;

  std::error_code EC;
  llvm::raw_fd_ostream(Path, EC) << "\n\n  x();\nx();\n";
  SourceTexts Fresh;
  std::swap(Texts, Fresh);
  std::vector<Finding> After = {at(4)};
  setFingerprints(After, Texts);
  EXPECT_EQ(After[0].Fingerprint, First);
}

// Emitted and minified code: each finding would otherwise hash the line anew.
TEST_F(WithFile, FingerprintsOfALongLineAreTheLines) {
  const std::string Long(100'000, 'x');
  write("");
  const auto FingerprintsOf = [&](const std::string &Line) {
    SourceTexts Fresh;
    std::swap(Texts, Fresh);
    Texts.add(file(), Line + "\n");
    std::vector<Finding> Findings = {at(0), at(50'000)};
    setFingerprints(Findings, Texts);
    return std::pair(Findings[0].Fingerprint, Findings[1].Fingerprint);
  };
  const auto Fingerprints = FingerprintsOf(Long);
  EXPECT_NE(Fingerprints.first, Fingerprints.second);
  EXPECT_EQ(FingerprintsOf("  " + Long), Fingerprints);
  EXPECT_NE(FingerprintsOf(Long + "y").first, Fingerprints.first);
}

TEST_F(WithFile, TakesAFixWholeOrNotAtAll) {
  write("one two three");
  Finding A = at(0), B = at(4), C = at(8);
  A.Fix = {{{0, 3}, "1", file()}, {{8, 13}, "3", file()}};
  B.Fix = {{{4, 7}, "2", file()},
           {{8, 13}, "drei", file()}}; // overlaps A's second
  C.Fix = {{{4, 7}, "zwei", file()}};
  const FixPlan Plan = planFixes({A, B, C}, /*Unsafe=*/false, {}, Texts);
  EXPECT_EQ(Plan.Fixed, (std::vector<bool>{true, false, true}));
  EXPECT_EQ(Plan.Conflicting, 1u);
  EXPECT_EQ(Plan.Files.at(file()).After, "1 zwei 3");
}

TEST_F(WithFile, LeavesFilesAloneThatDidNotParse) {
  write("one");
  Finding A = at(0);
  A.Fix = {{{0, 3}, "1", file()}};
  const Finding Elsewhere = at(2, "clang-diagnostic-error");
  EXPECT_TRUE(
      planFixes({A}, /*Unsafe=*/false, {Elsewhere}, Texts).Files.empty());
  EXPECT_FALSE(isFixable(A, /*Unsafe=*/false, {Elsewhere}));
  // The finding says what the error is about: its fix is the cure.
  const Finding Here = at(0, "clang-diagnostic-error");
  EXPECT_FALSE(planFixes({A}, /*Unsafe=*/false, {Here}, Texts).Files.empty());
}

TEST_F(WithFile, FixesOfNotesAreUnsafe) {
  write("one");
  Finding A = at(0);
  A.Notes.emplace_back(A.Where, "or so");
  A.Notes.front().Fix = {{{0, 3}, "1", file()}};
  EXPECT_FALSE(isFixable(A, /*Unsafe=*/false, {}));
  EXPECT_TRUE(isFixable(A, /*Unsafe=*/true, {}));
  EXPECT_TRUE(planFixes({A}, /*Unsafe=*/false, {}, Texts).Files.empty());
  EXPECT_EQ(planFixes({A}, /*Unsafe=*/true, {}, Texts).Files.at(file()).After,
            "1");
}

TEST(Paths, AreShownRelativeToTheRoot) {
  EXPECT_EQ(displayPath("/a/b/c.cpp", "/a"), "b/c.cpp");
  EXPECT_EQ(displayPath("/ab/c.cpp", "/a"), "/ab/c.cpp");
  EXPECT_EQ(displayPath("/x/c.cpp", "/a"), "/x/c.cpp");
  EXPECT_EQ(displayPath("/x/c.cpp", "/"), "x/c.cpp");
}

TEST(RangeIndex, KnowsWhatOverlaps) {
  RangeIndex Ranges;
  EXPECT_FALSE(Ranges.overlaps({0, 10}));
  Ranges.add({20, 30});
  Ranges.add({0, 100});
  Ranges.add({40, 50});
  EXPECT_TRUE(Ranges.overlaps({60, 70})) << "of the one around the others";
  EXPECT_FALSE(Ranges.overlaps({100, 110}));
  Ranges.add({105, 106});
  EXPECT_TRUE(Ranges.overlaps({100, 110}));
  EXPECT_FALSE(Ranges.overlaps({106, 110}));
}

TEST(SourceTexts, LocatesByClangsLines) {
  SourceTexts Texts;
  Texts.add("/a.py", "a\nb\r\nc\rd");
  const auto At = [&](unsigned Offset) {
    const Location L = Texts.locate("/a.py", Offset);
    return std::pair(L.Line, L.Column);
  };
  EXPECT_EQ(At(0), std::pair(1u, 1u));
  EXPECT_EQ(At(1), std::pair(1u, 2u));
  EXPECT_EQ(At(2), std::pair(2u, 1u));
  EXPECT_EQ(At(4), std::pair(2u, 3u)) << "between \\r and \\n";
  EXPECT_EQ(At(5), std::pair(3u, 1u));
  EXPECT_EQ(At(7), std::pair(4u, 1u));
  EXPECT_EQ(At(8), std::pair(4u, 2u)) << "the end";
  EXPECT_EQ(At(9), std::pair(0u, 0u)) << "behind it";
  EXPECT_EQ(Texts.lineAt("/a.py", 3), "b");
  EXPECT_EQ(Texts.lineAt("/a.py", 8), "d");
  EXPECT_EQ(Texts.locateLine("/a.py", 2, 2).Offset, 3u);
  EXPECT_EQ(Texts.locateLine("/a.py", 7, 1).Offset, 5u) << "the last there is";
}

TEST(SourceTexts, CountsEveryEndOfALine) {
  // By a way of its own: each byte is looked at.
  for (const llvm::StringRef Text :
       {"", "a", "\n", "\r", "\r\n", "\n\r", "\r\r\n\n\r", "a\r\rb\n\nc\r\n\r",
        "a\n", "a\r", "a\r\n", "\r\na\r\n\r\nb"}) {
    SourceTexts Texts;
    Texts.add("/a.py", Text);
    unsigned Line = 1, Column = 1;
    for (unsigned I = 0; I <= Text.size(); ++I, ++Column) {
      const bool Ends =
          I > 0 &&
          (Text[I - 1] == '\n' ||
           (Text[I - 1] == '\r' && !(I < Text.size() && Text[I] == '\n')));
      if (Ends)
        ++Line, Column = 1;
      const Location L = Texts.locate("/a.py", I);
      EXPECT_EQ(std::pair(L.Line, L.Column), std::pair(Line, Column))
          << '"' << Text.str() << "\" at " << I;
    }
  }
}
