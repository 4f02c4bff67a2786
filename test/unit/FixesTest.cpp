// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Fixes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

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

TEST(Fixes, AFileThatHasChangedIsNotWrittenOver) {
  llvm::SmallString<128> Path;
  int Descriptor;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("fixes", "cpp", Descriptor, Path));
  {
    llvm::raw_fd_ostream OS(Descriptor, /*shouldClose=*/true);
    OS << "int newer;";
  }
  FixPlan Plan;
  Plan.Files[Path.str().str()] = {"int x;", "int y;"};
  const std::string Said = llvm::toString(writeFixes(Plan));
  EXPECT_TRUE(llvm::StringRef(Said).ends_with(
      "' has changed since it was linted; no file was changed, run again"))
      << Said;
  EXPECT_EQ((*llvm::MemoryBuffer::getFile(Path))->getBuffer(), "int newer;");
  EXPECT_FALSE(llvm::sys::fs::remove(Path));
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
