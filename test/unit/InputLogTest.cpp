// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/InputLog.h"
#include "driver/base/LoggedFiles.h"
#include "driver/cache/Packed.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace aoti_tidy;
namespace fs = llvm::sys::fs;

namespace {

class InputLogTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> Made;
    ASSERT_FALSE(fs::createUniqueDirectory("inputs", Made));
    ASSERT_FALSE(fs::real_path(Made, Root));
  }
  void TearDown() override { fs::remove_directories(Root); }

  std::string at(llvm::StringRef Name) { return (Root + "/" + Name).str(); }
  void write(llvm::StringRef Name, llvm::StringRef Text) {
    std::error_code EC;
    llvm::raw_fd_ostream(at(Name), EC) << Text;
    ASSERT_FALSE(EC);
  }
  void read(llvm::StringRef Name) { (void)Disk.getBufferForFile(at(Name)); }

  /// What was asked for until now. \p IsOld: as if the files had been there for
  /// long, so that their stamps are trusted.
  std::optional<std::vector<Input>> inputs(bool IsOld) const {
    return Log.inputs(std::chrono::system_clock::now() +
                      std::chrono::seconds(IsOld ? 10 : 0));
  }
  bool holds(std::vector<Input> Of) {
    bool HasNewStamps = false;
    return DiskNow().has(Of, HasNewStamps);
  }

  llvm::SmallString<128> Root;
  InputLog Log;
  LoggedFiles Disk{llvm::vfs::createPhysicalFileSystem(), Log};
};

// The file that was there before is as old as the one that is there now.
TEST_F(InputLogTest, SeesThatAPathLeadsToAnotherFile) {
  for (const char *Folder : {"v1", "v2"})
    ASSERT_FALSE(fs::create_directory(at(Folder)));
  write("v1/a", "one");
  write("v2/a", "two");
  ASSERT_FALSE(fs::create_link(at("v1"), at("current")));
  read("current/a");
  EXPECT_TRUE(inputs(/*IsOld=*/true));
  ASSERT_FALSE(fs::remove(at("current")));
  ASSERT_FALSE(fs::create_link(at("v2"), at("current")));
  EXPECT_FALSE(inputs(/*IsOld=*/true));
}

TEST_F(InputLogTest, SeesAnotherText) {
  write("a", "one");
  read("a");
  for (const bool IsOld : {false, true}) {
    write("a", "one");
    const auto Before = inputs(IsOld);
    ASSERT_TRUE(Before);
    EXPECT_TRUE(holds(*Before));
    write("a", "two");
    EXPECT_FALSE(holds(*Before));
  }
}

TEST_F(InputLogTest, TheSameTextInAnotherFileIsTheSame) {
  write("a", "one");
  read("a");
  const auto Before = inputs(/*IsOld=*/true);
  ASSERT_TRUE(Before);
  write("b", "one");
  ASSERT_FALSE(fs::rename(at("b"), at("a")));
  EXPECT_TRUE(holds(*Before));
}

// Where the stamp is trusted, and where the text is compared.
TEST_F(InputLogTest, SeesAnEditThatKeepsSizeAndTime) {
  write("a", "one");
  read("a");
  for (const bool IsOld : {false, true}) {
    write("a", "one");
    struct stat Was = {};
    ASSERT_EQ(stat(at("a").c_str(), &Was), 0);
    const auto Before = inputs(IsOld);
    ASSERT_TRUE(Before);
    EXPECT_EQ(Before->front().Stamp.has_value(), IsOld);
    usleep(20'000); // more than a tick of the kernel's clock
    write("a", "two");
    const timespec Times[2] = {Was.st_atim, Was.st_mtim};
    ASSERT_EQ(utimensat(AT_FDCWD, at("a").c_str(), Times, 0), 0);
    EXPECT_FALSE(holds(*Before));
  }
}

TEST_F(InputLogTest, SeesWhatAppearsAndGoes) {
  write("a", "one");
  EXPECT_TRUE(Disk.exists(at("a")));
  EXPECT_FALSE(Disk.exists(at("b")));
  EXPECT_FALSE(Disk.openFileForRead(at("c/d")));
  const auto Before = inputs(true);
  ASSERT_TRUE(Before);
  EXPECT_TRUE(holds(*Before));
  for (const char *Name : {"b", "c/d"}) {
    ASSERT_FALSE(fs::create_directories(at("c")));
    write(Name, "");
    EXPECT_FALSE(holds(*Before));
    fs::remove(at(Name));
  }
  EXPECT_TRUE(holds(*Before));
  fs::remove(at("a"));
  EXPECT_FALSE(holds(*Before));
}

TEST_F(InputLogTest, SeesANewNameInAFolder) {
  write("a", "");
  std::error_code EC;
  Disk.dir_begin(Root, EC);
  const auto Before = inputs(true);
  ASSERT_TRUE(Before);
  EXPECT_TRUE(holds(*Before));
  write("b", "");
  EXPECT_FALSE(holds(*Before));
}

// '#pragma once' holds for a file, not for its name.
TEST_F(InputLogTest, SeesThatTwoNamesAreOneFile) {
  write("a", "one");
  write("b", "one");
  read("a");
  read("b");
  const auto Before = inputs(true);
  ASSERT_TRUE(Before);
  EXPECT_TRUE(holds(*Before));
  fs::remove(at("b"));
  ASSERT_FALSE(fs::create_hard_link(at("a"), at("b")));
  EXPECT_FALSE(holds(*Before));
}

TEST_F(InputLogTest, SeesWhereALinkLeads) {
  write("a", "one");
  write("b", "one");
  ASSERT_FALSE(fs::create_link(at("a"), at("c")));
  read("c");
  llvm::SmallString<128> Real;
  EXPECT_FALSE(Disk.getRealPath(at("c"), Real));
  const auto Before = inputs(true);
  ASSERT_TRUE(Before);
  EXPECT_TRUE(holds(*Before));
  fs::remove(at("c"));
  ASSERT_FALSE(fs::create_link(at("b"), at("c")));
  EXPECT_FALSE(holds(*Before));
}

TEST_F(InputLogTest, GivesUpOnWhatChangesMeanwhile) {
  write("a", "one");
  read("a");
  write("a", "two");
  read("a");
  EXPECT_FALSE(inputs(true));
}

TEST_F(InputLogTest, GivesUpOnWhatIsGone) {
  write("a", "one");
  read("a");
  fs::remove(at("a"));
  EXPECT_FALSE(inputs(true));
}

// As a precompiled header is made of others.
TEST_F(InputLogTest, TakesOverWhatSomethingElseWasMadeOf) {
  write("a", "one");
  read("a");
  EXPECT_FALSE(Disk.exists(at("b")));
  const auto OfHeader = inputs(true);
  ASSERT_TRUE(OfHeader);
  InputLog Later;
  Later.noteReuse(*OfHeader);
  const auto Start = std::chrono::system_clock::now() + std::chrono::hours(1);
  const auto OfFile = Later.inputs(Start);
  ASSERT_TRUE(OfFile);
  EXPECT_EQ(OfFile->size(), OfHeader->size());
  EXPECT_TRUE(holds(*OfFile));
  usleep(20'000);
  write("a", "two");
  EXPECT_FALSE(holds(*OfFile));
  // It has changed since it was made.
  EXPECT_FALSE(Later.inputs(Start));
}

// A package with its weights is known by its stamp alone.
TEST_F(InputLogTest, DoesNotReadLargeFilesAgain) {
  write("a", std::string(20 << 20, 'x'));
  read("a");
  EXPECT_FALSE(inputs(false));
  const auto Before = inputs(true);
  ASSERT_TRUE(Before);
  EXPECT_TRUE(holds(*Before));
  usleep(20'000);
  write("a", std::string(20 << 20, 'y'));
  EXPECT_FALSE(holds(*Before));
}

// A reader refuses a file that is too large without reading it, and a pipe.
TEST_F(InputLogTest, KnowsTheSizeOfWhatWasNotRead) {
  write("a", "one");
  ASSERT_TRUE(Disk.status(at("a")));
  const auto Before = inputs(true);
  ASSERT_TRUE(Before);
  EXPECT_TRUE(holds(*Before));
  write("a", "two");
  EXPECT_TRUE(holds(*Before));
  write("a", "three");
  EXPECT_FALSE(holds(*Before));
  // It changed while the work was done.
  EXPECT_FALSE(inputs(true));
  fs::remove(at("a"));
  ASSERT_EQ(mkfifo(at("a").c_str(), 0600), 0);
  EXPECT_FALSE(holds(*Before));
}

TEST_F(InputLogTest, SeesAnEntryOfAnotherType) {
  ASSERT_FALSE(fs::create_directory(at("folder")));
  write("folder/a", "one");
  std::error_code EC;
  (void)Disk.dir_begin(at("folder"), EC);
  ASSERT_FALSE(EC);
  const auto Before = inputs(true);
  ASSERT_TRUE(Before);
  EXPECT_TRUE(holds(*Before));
  fs::remove(at("folder/a"));
  ASSERT_FALSE(fs::create_directory(at("folder/a")));
  EXPECT_FALSE(holds(*Before));
}

TEST(Packed, GivesBackWhatWasPacked) {
  for (const std::string &Text :
       {std::string(), std::string("a"), std::string(100'000, 'b')}) {
    std::string Again;
    EXPECT_TRUE(unpackBytes(packBytes(Text), Again));
    EXPECT_EQ(Again, Text);
  }
  std::string Again;
  EXPECT_FALSE(unpackBytes("", Again));
  EXPECT_FALSE(unpackBytes("\1\2\3\4\5\0\0\0x", Again));
  const std::string Whole = packBytes(std::string(100, 'c'));
  EXPECT_FALSE(unpackBytes(llvm::StringRef(Whole).drop_back(), Again));
}

} // namespace
