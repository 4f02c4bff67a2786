// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Fixes.h"
#include "driver/base/FileReplacement.h"
#include "driver/base/Staging.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace aoti_tidy;

namespace {

Finding fixedBy(const std::string &File, unsigned Offset, unsigned Length) {
  Finding F;
  F.Check = "aoti-loader-arguments";
  F.Where.File = File;
  F.Fix = {{{Offset, Offset + Length}, "y", File}};
  return F;
}

TEST(Fixes, AnEditBehindTheEndOfAFileIsLeftOut) {
  SourceTexts Texts;
  Texts.add("/a.cpp", "int x;");
  const FixPlan Good = planFixes({fixedBy("/a.cpp", 4, 1)}, false, {}, Texts);
  EXPECT_EQ(Good.Applied, 1u);
  EXPECT_EQ(Good.Files.at("/a.cpp").After, "int y;");
  for (const auto &[Offset, Length] :
       {std::pair(6u, 1u), {4u, 100u}, {7000u, 0u}, {4u, ~0u}}) {
    const FixPlan Plan =
        planFixes({fixedBy("/a.cpp", Offset, Length)}, false, {}, Texts);
    EXPECT_EQ(Plan.Applied, 0u);
    EXPECT_EQ(Plan.Conflicting, 1u);
    EXPECT_TRUE(Plan.Files.empty());
  }
}

class FixesOnDisk : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("fixes", Folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  std::string write(llvm::StringRef Name, llvm::StringRef Text) {
    const std::string Path = (Folder + "/" + Name).str();
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Text;
    EXPECT_FALSE(EC);
    return Path;
  }
  static std::string read(llvm::StringRef Path) {
    return (*llvm::MemoryBuffer::getFile(Path))->getBuffer().str();
  }
  static std::string onlySentence(FixPlan &Plan) {
    auto LeftAlone = writeFixes(Plan);
    EXPECT_TRUE(bool(LeftAlone)) << llvm::toString(LeftAlone.takeError());
    EXPECT_EQ(LeftAlone->size(), 1u);
    return LeftAlone->front();
  }
  static size_t leftAlone(FixPlan &Plan) {
    auto LeftAlone = writeFixes(Plan);
    EXPECT_TRUE(bool(LeftAlone)) << llvm::toString(LeftAlone.takeError());
    return LeftAlone->size();
  }
  unsigned filesInFolder() const {
    unsigned Count = 0;
    std::error_code EC;
    for (llvm::sys::fs::directory_iterator It(Folder, EC), End; It != End;
         It.increment(EC))
      ++Count;
    return Count;
  }

  llvm::SmallString<128> Folder;
};

TEST_F(FixesOnDisk, AFileThatHasChangedIsNotWrittenOver) {
  const std::string Path = write("a.cpp", "int newer;");
  FixPlan Plan;
  Plan.Files[Path] = {"int x;", "int y;"};
  Plan.Groups = {{{Path}, {0}}};
  Plan.Fixed = {true};
  Plan.Applied = 1;
  const std::string Said = onlySentence(Plan);
  EXPECT_TRUE(llvm::StringRef(Said).ends_with(
      "/a.cpp' was not fixed: it has changed since it was linted; run again"))
      << Said;
  EXPECT_EQ(read(Path), "int newer;");
  EXPECT_EQ(Plan.Applied, 0u);
  EXPECT_FALSE(Plan.Fixed[0]);
  EXPECT_EQ(filesInFolder(), 1u);
}

// The text that is read after the file was linted is not what was linted.
TEST_F(FixesOnDisk, EditsAreThoseOfTheTextThatWasLinted) {
  const std::string Path = write("a.cpp", "newer text");
  SourceTexts Texts;
  FixPlan Plan = planFixes({fixedBy(Path, 4, 1)}, false, {}, Texts);
  EXPECT_TRUE(Plan.Files.empty());
  EXPECT_EQ(Plan.Changed, std::set<std::string>{Path});
  Texts.add(Path, "int x;");
  Plan = planFixes({fixedBy(Path, 4, 1)}, false, {}, Texts);
  EXPECT_EQ(Plan.Files.at(Path).After, "int y;");
  EXPECT_EQ(leftAlone(Plan), 1u);
  EXPECT_EQ(read(Path), "newer text");
  // Two parses saw different texts.
  Texts.add(Path, "int z;");
  EXPECT_EQ(planFixes({fixedBy(Path, 4, 1)}, false, {}, Texts).Applied, 0u);
}

TEST_F(FixesOnDisk, WhatAnotherRunHasWrittenIsDone) {
  const std::string Path = write("a.cpp", "int y;");
  SourceTexts Texts;
  Texts.add(Path, "int x;");
  FixPlan Plan = planFixes({fixedBy(Path, 4, 1)}, false, {}, Texts);
  EXPECT_EQ(leftAlone(Plan), 0u);
  EXPECT_EQ(Plan.Applied, 1u);
}

TEST_F(FixesOnDisk, AFixOfSeveralFilesIsWrittenWholeOrNotAtAll) {
  const std::string A = write("a.cpp", "int x;"), B = write("b.h", "newer"),
                    C = write("c.cpp", "int x;");
  SourceTexts Texts;
  for (const std::string &File : {A, B, C})
    Texts.add(File, "int x;");
  Finding Both = fixedBy(A, 4, 1);
  Both.Fix.push_back({{4, 5}, "y", B});
  FixPlan Plan = planFixes({Both, fixedBy(C, 4, 1)}, false, {}, Texts);
  EXPECT_EQ(Plan.Groups.size(), 2u);
  EXPECT_EQ(leftAlone(Plan), 1u);
  EXPECT_EQ(read(A), "int x;");
  EXPECT_EQ(read(B), "newer");
  EXPECT_EQ(read(C), "int y;");
  EXPECT_EQ(Plan.Applied, 1u);
  EXPECT_EQ(filesInFolder(), 3u);
}

TEST_F(FixesOnDisk, FilesThatCouldNotBeParsedAreLeftAlone) {
  const std::string Path = "/a.cpp";
  SourceTexts Texts;
  Texts.add(Path, "int x;");
  const std::vector<std::string> Unparsed = {Path};
  EXPECT_TRUE(planFixes({fixedBy(Path, 4, 1)}, false, {{}, Unparsed}, Texts)
                  .Files.empty());
}

TEST_F(FixesOnDisk, LeftoversAreRemovedUnlessTheirProcessLives) {
  write("a.cpp", "int x;");
  write(".aoti-tidy-0123abcd.tmp", "of a dead one");
  write(".aoti-tidy-0123abcd.txt", "the user's");
  write(".aoti-tidy-0123.tmp", "the user's");
  auto Staged = stage(Folder, {"of this one"}, 0644);
  ASSERT_TRUE(bool(Staged)) << llvm::toString(Staged.takeError());
  removeLeftovers(Folder);
  EXPECT_EQ(filesInFolder(), 4u);
  EXPECT_FALSE(llvm::errorToBool(Staged->discard()));
}

// Beside a file that was fixed its old text lies until all of its group are.
TEST_F(FixesOnDisk, TheOldTextIsNoLeftoverOfAnother) {
  const std::string Path = write("a.cpp", "old");
  {
    auto R = FileReplacement::prepare(Path, "old", "new");
    ASSERT_TRUE(bool(R)) << llvm::toString(R.takeError());
    ASSERT_FALSE(llvm::errorToBool(R->commit()));
    removeLeftovers(Folder);
    EXPECT_EQ(filesInFolder(), 2u);
    R->revert();
  }
  EXPECT_EQ(read(Path), "old");
  EXPECT_EQ(filesInFolder(), 1u);
}

// Two that write into a folder at once, as the rules of a build do.
TEST_F(FixesOnDisk, WhatIsBeingWrittenIsNoLeftoverOfAnother) {
  const pid_t Other = fork();
  ASSERT_GE(Other, 0);
  if (Other == 0)
    while (true)
      removeLeftovers(Folder);
  const auto End = llvm::scope_exit([Other] {
    kill(Other, SIGKILL);
    waitpid(Other, nullptr, 0);
  });
  unsigned Lost = 0;
  for (unsigned I = 0; I < 5000; ++I) {
    auto Staged = stage(Folder, {"text"}, 0644, Durability::ProcessEnd);
    ASSERT_TRUE(bool(Staged)) << llvm::toString(Staged.takeError());
    Lost += llvm::errorToBool(Staged->keep((Folder + "/result").str()));
  }
  EXPECT_EQ(Lost, 0u);
}

// A writer locks its file after it has made it. One that was removed in between
// each time never ended.
TEST_F(FixesOnDisk, AFileThatIsNotLockedYetIsNoLeftover) {
  const std::string Path = write(".aoti-tidy-0123abcd.tmp", "");
  removeLeftovers(Folder);
  EXPECT_EQ(filesInFolder(), 1u);
  // Unless its process died before that.
  const timespec AnHourAgo[] = {{time(nullptr) - 3600, 0},
                                {time(nullptr) - 3600, 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, Path.c_str(), AnHourAgo, 0), 0);
  removeLeftovers(Folder);
  EXPECT_EQ(filesInFolder(), 0u);
}

/// A fix of one edit for each of \p Edits; how many are made, and the text then.
std::pair<unsigned, std::string> fixed(llvm::StringRef Text,
                                       const std::vector<Edit> &Edits) {
  SourceTexts Texts;
  Texts.add("/a.cpp", Text);
  std::vector<Finding> All;
  for (const Edit &E : Edits) {
    Finding F = fixedBy("/a.cpp", 0, 0);
    F.Fix = {E};
    All.push_back(std::move(F));
  }
  const FixPlan Plan = planFixes(All, false, {}, Texts);
  return {Plan.Applied, Plan.Applied ? Plan.Files.at("/a.cpp").After : ""};
}

TEST(Fixes, OnlyEditsThatTouchConflict) {
  const std::string File = "/a.cpp";
  using Result = std::pair<unsigned, std::string>;
  // Side by side.
  EXPECT_EQ(fixed("abcd", {{{0, 2}, "x", File}, {{2, 4}, "y", File}}),
            Result(2, "xy"));
  // One in the other, either way round, and a part of both.
  EXPECT_EQ(fixed("abcd", {{{0, 4}, "x", File}, {{1, 2}, "y", File}}),
            Result(1, "x"));
  EXPECT_EQ(fixed("abcd", {{{1, 2}, "y", File}, {{0, 4}, "x", File}}),
            Result(1, "aycd"));
  EXPECT_EQ(fixed("abcd", {{{0, 2}, "x", File}, {{1, 3}, "y", File}}),
            Result(1, "xcd"));
  // What is inserted next to it, and within it.
  EXPECT_EQ(
      fixed("abcd",
            {{{1, 3}, "x", File}, {{1, 1}, "<", File}, {{3, 3}, ">", File}}),
      Result(3, "a<x>d"));
  EXPECT_EQ(fixed("abcd", {{{1, 3}, "x", File}, {{2, 2}, "y", File}}),
            Result(1, "axd"));
  EXPECT_EQ(fixed("abcd", {{{2, 2}, "y", File}, {{1, 3}, "x", File}}),
            Result(1, "abycd"));
  // Of two at one place the order is not known; of one line it does not matter.
  EXPECT_EQ(fixed("abcd", {{{2, 2}, "x", File}, {{2, 2}, "y", File}}),
            Result(1, "abxcd"));
  EXPECT_EQ(fixed("ab", {{{0, 0}, "i;\n", File}, {{0, 0}, "i;\n", File}}),
            Result(2, "i;\nab"));
  // A long edit keeps one far behind it from being made.
  EXPECT_EQ(
      fixed("abcdefgh",
            {{{0, 8}, "x", File}, {{1, 2}, "y", File}, {{6, 7}, "z", File}}),
      Result(1, "x"));
}

TEST(Fixes, ACommaThatIsLeftOverGoes) {
  const std::string File = "/a.cpp";
  EXPECT_EQ(fixed("f(a, b, c);", {{{5, 6}, "", File}}).second, "f(a,  c);");
  EXPECT_EQ(fixed("f(a, b);", {{{5, 6}, "", File}}).second, "f(a );");
  EXPECT_EQ(fixed("f(a, b);", {{{2, 3}, "", File}}).second, "f( b);");
  EXPECT_EQ(fixed("f(a, b);", {{{3, 6}, "", File}}).second, "f(a);");
}

} // namespace
