// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/PrecompiledInputs.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <sys/stat.h>

using namespace aoti_tidy;
namespace fs = llvm::sys::fs;

namespace {

class PrecompiledInputsTest : public testing::Test {
protected:
  PrecompiledInputsTest() {
    llvm::SmallString<128> Path;
    EXPECT_FALSE(fs::createUniqueDirectory("aoti-tidy-inputs", Path));
    fs::real_path(Path, Path);
    Root = Path.str().str();
  }
  ~PrecompiledInputsTest() override { fs::remove_directories(Root); }

  std::string write(llvm::StringRef Name, llvm::StringRef Text) const {
    const std::string Path = Root + "/" + Name.str();
    EXPECT_FALSE(fs::create_directories(llvm::sys::path::parent_path(Path)));
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Text;
    EXPECT_FALSE(EC);
    return Path;
  }
  /// As if \p Read had been read, and \p NotThere looked for, in a parse that
  /// began at \p Begin.
  PrecompiledInputs record(llvm::ArrayRef<std::string> Read,
                           llvm::ArrayRef<std::string> NotThere = {},
                           uint64_t Begin = ~uint64_t(0)) const {
    InputRecorder Recorder(llvm::vfs::createPhysicalFileSystem());
    for (const std::string &Path : Read)
      EXPECT_TRUE(Recorder.getBufferForFile(Path));
    for (const std::string &Path : NotThere)
      EXPECT_FALSE(Recorder.status(Path));
    auto Inputs = Recorder.take(Begin);
    EXPECT_TRUE(Inputs);
    return std::move(*Inputs);
  }
  static bool areUnchanged(const PrecompiledInputs &Inputs) {
    std::set<fs::UniqueID> Ids;
    return Inputs.areUnchanged(Ids);
  }

  std::string Root;
};

} // namespace

TEST_F(PrecompiledInputsTest, APathMayLeadElsewhereBeforeTheEnd) {
  write("v1/a.h", "int a;");
  write("v2/a.h", "int a();");
  const std::string Link = Root + "/current";
  ASSERT_FALSE(fs::create_link(Root + "/v1", Link));
  InputRecorder Recorder(llvm::vfs::createPhysicalFileSystem());
  ASSERT_TRUE(Recorder.getBufferForFile(Link + "/a.h"));
  ASSERT_FALSE(fs::remove(Link));
  ASSERT_FALSE(fs::create_link(Root + "/v2", Link));
  EXPECT_FALSE(Recorder.take(~uint64_t(0)));
}

TEST_F(PrecompiledInputsTest, TextsCount) {
  const std::string A = write("a.h", "int a;"), B = write("b.h", "int b;");
  const PrecompiledInputs Inputs = record({A, B});
  std::set<fs::UniqueID> Ids;
  EXPECT_TRUE(Inputs.areUnchanged(Ids));
  EXPECT_EQ(Ids.size(), 2U);
  write("b.h", "int c;");
  EXPECT_FALSE(areUnchanged(Inputs));
  // The text it had, at another time, in another file.
  fs::remove(B);
  EXPECT_FALSE(areUnchanged(Inputs));
  write("b.h", "int b;");
  EXPECT_TRUE(areUnchanged(Inputs));
  write("b.h", "int b; ");
  EXPECT_FALSE(areUnchanged(Inputs));
}

TEST_F(PrecompiledInputsTest, SameSizeAndTimeAreNotEnough) {
  const std::string A = write("a.h", "int a;");
  const PrecompiledInputs Inputs = record({A});
  struct stat Before = {};
  ASSERT_EQ(stat(A.c_str(), &Before), 0);
  // The file system's clock ticks.
  struct stat After = {};
  do {
    write("a.h", "int b;");
    const timespec Times[2] = {Before.st_atim, Before.st_mtim};
    ASSERT_EQ(utimensat(AT_FDCWD, A.c_str(), Times, 0), 0);
    ASSERT_EQ(stat(A.c_str(), &After), 0);
  } while (After.st_ctim.tv_sec == Before.st_ctim.tv_sec &&
           After.st_ctim.tv_nsec == Before.st_ctim.tv_nsec);
  EXPECT_EQ(After.st_mtim.tv_nsec, Before.st_mtim.tv_nsec);
  EXPECT_EQ(After.st_size, Before.st_size);
  EXPECT_FALSE(areUnchanged(Inputs));
}

TEST_F(PrecompiledInputsTest, WhatIsAsYoungAsTheParseIsRead) {
  const std::string A = write("a.h", "int a;");
  const PrecompiledInputs Inputs = record({A}, {}, /*Begin=*/0);
  ASSERT_EQ(Inputs.Files.size(), 1U);
  EXPECT_EQ(Inputs.Files.front().Changed, 0U);
  EXPECT_TRUE(areUnchanged(Inputs));
  write("a.h", "int b;");
  EXPECT_FALSE(areUnchanged(Inputs));
}

// '#pragma once' goes by the file, not by its name.
TEST_F(PrecompiledInputsTest, WhatWasOneFileStaysOne) {
  const std::string A = write("a.h", "int a;"), B = Root + "/b.h";
  ASSERT_FALSE(fs::create_link(A, B));
  const PrecompiledInputs One = record({A, B});
  EXPECT_TRUE(areUnchanged(One));
  fs::remove(B);
  write("b.h", "int a;");
  EXPECT_FALSE(areUnchanged(One));
  const PrecompiledInputs Two = record({A, B});
  EXPECT_TRUE(areUnchanged(Two));
  fs::remove(B);
  ASSERT_FALSE(fs::create_link(A, B));
  EXPECT_FALSE(areUnchanged(Two));
}

TEST_F(PrecompiledInputsTest, WhatWasMissingStaysMissing) {
  const std::string A = write("a.h", "int a;");
  const PrecompiledInputs Inputs =
      record({A}, {Root + "/near/a.h", Root + "/nearer"});
  EXPECT_TRUE(areUnchanged(Inputs));
  write("near/b.h", "");
  EXPECT_TRUE(areUnchanged(Inputs));
  const std::string Near = write("near/a.h", "");
  EXPECT_FALSE(areUnchanged(Inputs));
  fs::remove(Near);
  EXPECT_TRUE(areUnchanged(Inputs));
  fs::create_directory(Root + "/nearer");
  EXPECT_FALSE(areUnchanged(Inputs));
}

TEST_F(PrecompiledInputsTest, NamesInAFolder) {
  write("inc/torch/own.h", "");
  EXPECT_FALSE(hasAnyOf(Root + "/inc", {"torch/library.h", "vector"}));
  EXPECT_TRUE(hasAnyOf(Root + "/inc", {"vector", "torch/own.h"}));
  EXPECT_TRUE(hasAnyOf(Root + "/inc", {"../inc/torch/own.h"}));
  EXPECT_FALSE(hasAnyOf(Root + "/none", {"vector", "torch/own.h"}));
}

TEST_F(PrecompiledInputsTest, Words) {
  PrecompiledInputs Inputs;
  for (const char *Word : {"torch", "at", "NDEBUG"})
    Inputs.Words.push_back(PrecompiledInputs::hashOfWord(Word));
  llvm::sort(Inputs.Words);
  EXPECT_TRUE(Inputs.hasWord("NDEBUG"));
  EXPECT_FALSE(Inputs.hasWord("OWN_H"));
}
