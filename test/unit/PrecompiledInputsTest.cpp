// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/PrecompiledInputs.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

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
  std::string Root;
};

} // namespace

TEST_F(PrecompiledInputsTest, WhatWasReadAndWhatWasMissing) {
  const std::string A = write("a.h", "int a;"), B = write("b.h", "int b;");
  InputLog Log;
  HeaderInputs Disk(llvm::vfs::createPhysicalFileSystem(), Log);
  EXPECT_TRUE(Disk.getBufferForFile(A));
  EXPECT_TRUE(Disk.getBufferForFile(B));
  EXPECT_FALSE(Disk.status(Root + "/near/a.h"));
  // Whether others are there is nobody's business.
  EXPECT_TRUE(Disk.status(Root));
  auto Read = Log.inputs(std::chrono::system_clock::now());
  ASSERT_TRUE(Read);
  PrecompiledInputs Inputs;
  Inputs.Files = *Read;
  EXPECT_EQ(Inputs.Files.size(), 3U);
  std::set<fs::UniqueID> Ids;
  EXPECT_TRUE(Inputs.areUnchanged(Ids));
  EXPECT_EQ(Ids.size(), 2U);
  const std::string Near = write("near/a.h", "");
  EXPECT_FALSE(Inputs.areUnchanged(Ids));
  fs::remove(Near);
  EXPECT_TRUE(Inputs.areUnchanged(Ids));
  write("b.h", "int c;");
  EXPECT_FALSE(Inputs.areUnchanged(Ids));
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
