// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/check/FixRun.h"
#include "driver/cxx/CxxRecord.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

class FixRun : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("fix-run", Folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  std::string write(llvm::StringRef Name, llvm::StringRef Text) {
    const std::string Path = (Folder + "/" + Name).str();
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Text;
    Texts.add(Path, Text);
    return Path;
  }
  void addFix(std::vector<Edit> Fix, Language Lang) {
    Finding F;
    F.Check = "aoti-x";
    F.Lang = Lang;
    F.Where.File = Fix.front().File;
    F.Fix = std::move(Fix);
    Result.Findings.push_back(std::move(F));
  }

  /// Of a run over the folder.
  FixSettings settings() const {
    FixSettings Settings;
    Settings.Roots = {Folder.str().str()};
    return Settings;
  }

  llvm::SmallString<128> Folder;
  SourceTexts Texts;
  LintResult Result;
};

} // namespace

TEST_F(FixRun, PythonThatIsNoneAfterwardsIsLeftAlone) {
  const auto A = write("a.py", "if x:\n  y()\nz()\n");
  const auto B = write("b.py", "if x:\n  y()\n");
  addFix({{{8, 11}, "y((", A}}, Language::Python);
  addFix({{{12, 13}, "w", A}}, Language::Python);
  addFix({{{6, 8}, "", B}}, Language::Python);
  const CheckedFixes Fixes = checkFixes(Result, settings(), Texts);
  EXPECT_TRUE(Fixes.Plan.Files.empty());
  EXPECT_EQ(Fixes.Plan.Applied, 0u);
  ASSERT_EQ(Fixes.LeftAlone.size(), 2u);
  EXPECT_EQ(Fixes.LeftAlone[1],
            "'" + B +
                "' was not fixed: it would not be understood any more "
                "(b.py:2: an indented block is missing here); please report "
                "this");
}

// A document may have blocks that are no Python; there must not be more.
TEST_F(FixRun, DocumentsMayBeBrokenFromTheStart) {
  const auto A = write("a.md", "```py\nx = (\n```\n```py\ny()\n```\n");
  addFix({{{22, 23}, "z", A}}, Language::Python);
  EXPECT_EQ(checkFixes(Result, settings(), Texts).Plan.Applied, 1u);
  Result.Findings[0].Fix[0].Replacement = "z(";
  EXPECT_EQ(checkFixes(Result, settings(), Texts).Plan.Applied, 0u);
}

TEST_F(FixRun, OnlyWhatBreaksAUnitIsLeftOut) {
  const auto A = write("a.cpp", "int x;"), H = write("h.h", "int y;"),
             B = write("b.cpp", "int z;");
  addFix({{{4, 5}, "a", A}}, Language::Cxx);
  addFix({{{4, 5}, "h", H}}, Language::Cxx);
  addFix({{{4, 5}, "b", B}}, Language::Cxx);
  Result.FixableUnits = {{A, {A, H}, {}}, {B, {B}, {}}};
  FixSettings Settings = settings();
  unsigned Parses = 0;
  // The header's fix breaks the unit; the error is in the source.
  Settings.FindBrokenCxx = [&](const EditedTexts &Edited) {
    ++Parses;
    std::vector<BrokenUnit> Broken;
    if (Edited.contains(H))
      Broken.push_back({&Result.FixableUnits[0], Finding({A, 0, 1, 1}, "e")});
    return Broken;
  };
  const CheckedFixes Fixes = checkFixes(Result, Settings, Texts);
  EXPECT_EQ(Parses, 3u);
  EXPECT_EQ(Fixes.LeftAlone.size(), 2u);
  ASSERT_EQ(Fixes.Plan.Files.size(), 1u);
  EXPECT_EQ(Fixes.Plan.Files.begin()->first, B);
}

// Shards on two machines hand on the same.
TEST(RecordOfFixes, IsTheSameWhereverTheFilesAre) {
  const auto RecordIn = [](const std::string &Root) {
    llvm::StringMap<clang::tooling::Replacements> Fix;
    for (char Name = 'a'; Name <= 'p'; ++Name) {
      const std::string File = Root + "/" + Name + ".cpp";
      llvm::cantFail(Fix[File].add({File, 4, 5, "x"}));
      llvm::cantFail(Fix[File].add({File, 1, 0, "y"}));
    }
    return toRecord(Fix, Root);
  };
  const std::string Here = RecordIn("/here");
  for (const char *Root : {"/there", "/home/a/checkout", "/elsewhere"})
    EXPECT_EQ(RecordIn(Root), Here) << Root;
  llvm::StringMap<clang::tooling::Replacements> Read;
  ASSERT_TRUE(fromRecord(Here, Read, "/here"));
  EXPECT_EQ(Read.size(), 16u);
}
