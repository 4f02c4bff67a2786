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

} // namespace
