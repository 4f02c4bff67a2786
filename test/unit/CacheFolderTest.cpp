// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cache/CacheFolder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace aoti_tidy;
namespace fs = llvm::sys::fs;

namespace {

constexpr llvm::StringRef Kind = "headers", Key = "0123abcd";

class CacheFolderTest : public testing::Test {
protected:
  CacheFolderTest() {
    llvm::SmallString<128> Path;
    EXPECT_FALSE(fs::createUniqueDirectory("aoti-tidy-cache", Path));
    fs::real_path(Path, Path);
    Root = Path.str().str();
  }
  ~CacheFolderTest() override { fs::remove_directories(Root); }

  CacheFolder folder() const {
    auto Folder = CacheFolder::open(Root + "/made/here");
    EXPECT_TRUE(static_cast<bool>(Folder));
    return std::move(*Folder);
  }
  std::string error(llvm::StringRef Path) const {
    auto Folder = CacheFolder::open(Path);
    return Folder ? "" : llvm::toString(Folder.takeError());
  }
  static std::optional<std::string> textOf(const CacheFolder &F,
                                           llvm::StringRef Of = Key) {
    const auto Contents = F.get(Kind, Of);
    return Contents ? std::optional(Contents->getBuffer().str()) : std::nullopt;
  }
  static void remove(const CacheFolder &F, llvm::StringRef Of) {
    EXPECT_FALSE(fs::remove(F.path() + "/llvmcache-headers-" + Of));
  }
  /// The only entry.
  static std::string fileIn(const CacheFolder &F) {
    std::error_code EC;
    return fs::directory_iterator(F.path(), EC)->path();
  }
  static std::string read(const std::string &File) {
    auto Text = llvm::MemoryBuffer::getFile(File, false, false);
    return Text ? (*Text)->getBuffer().str() : "";
  }
  static void write(const std::string &File, llvm::StringRef Text) {
    std::error_code EC;
    llvm::raw_fd_ostream(File, EC) << Text;
    EXPECT_FALSE(EC);
  }

  std::string Root;
};

} // namespace

TEST_F(CacheFolderTest, KeepsEntries) {
  const CacheFolder F = folder();
  EXPECT_EQ(textOf(F), std::nullopt);
  EXPECT_TRUE(F.put(Kind, Key, "what was kept"));
  EXPECT_TRUE(F.put(Kind, "99", ""));
  EXPECT_EQ(textOf(F), "what was kept");
  EXPECT_EQ(textOf(F, "99"), "");
  EXPECT_EQ(textOf(folder()), "what was kept");
  // The last one counts.
  EXPECT_TRUE(F.put(Kind, Key, "something else"));
  EXPECT_EQ(textOf(F), "something else");
  remove(F, Key);
  EXPECT_EQ(textOf(F), std::nullopt);
}

TEST_F(CacheFolderTest, MapsContentsAligned) {
  const CacheFolder F = folder();
  EXPECT_TRUE(F.put(Kind, Key, std::string(1 << 20, 'x')));
  const auto Contents = F.get(Kind, Key);
  ASSERT_TRUE(Contents);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(Contents->getBufferStart()) % 64, 0U);
  // What others do to the name does not change what is mapped.
  EXPECT_TRUE(F.put(Kind, Key, "new"));
  EXPECT_EQ(F.clear().Entries, 1U);
  EXPECT_EQ(Contents->getBuffer(), std::string(1 << 20, 'x'));
}

TEST_F(CacheFolderTest, WhatIsCutOffOrChangedIsNone) {
  const CacheFolder F = folder();
  EXPECT_TRUE(F.put(Kind, Key, "what was kept"));
  const std::string File = fileIn(F), Whole = read(File);
  for (size_t Size = 0; Size < Whole.size(); ++Size) {
    write(File, llvm::StringRef(Whole).take_front(Size));
    EXPECT_EQ(textOf(F), std::nullopt) << Size;
  }
  for (size_t At = 0; At < Whole.size(); ++At) {
    std::string Changed = Whole;
    Changed[At] ^= 1;
    write(File, Changed);
    EXPECT_EQ(textOf(F), std::nullopt) << At;
  }
  write(File, Whole + "x");
  EXPECT_EQ(textOf(F), std::nullopt);
  write(File, Whole);
  EXPECT_EQ(textOf(F), "what was kept");
}

TEST_F(CacheFolderTest, AnEntryUnderAnothersNameIsNone) {
  const CacheFolder F = folder();
  EXPECT_TRUE(F.put(Kind, Key, "what was kept"));
  const std::string File = fileIn(F);
  EXPECT_TRUE(F.put(Kind, "99", "other"));
  remove(F, "99");
  EXPECT_FALSE(fs::copy_file(File, F.path() + "/llvmcache-headers-99"));
  EXPECT_EQ(textOf(F, "99"), std::nullopt);
  // A link may lead anywhere.
  remove(F, Key);
  EXPECT_FALSE(fs::rename(F.path() + "/llvmcache-headers-99", Root + "/away"));
  EXPECT_FALSE(fs::create_link(Root + "/away", File));
  EXPECT_EQ(textOf(F), std::nullopt);
}

TEST_F(CacheFolderTest, WhatOthersCanWriteIsRefused) {
  EXPECT_TRUE(folder().put(Kind, Key, "x"));
  const CacheFolder F = folder();
  struct stat Status = {};
  ASSERT_EQ(stat(F.path().c_str(), &Status), 0);
  EXPECT_EQ(Status.st_mode & 0777, 0700U);
  ASSERT_EQ(chmod(fileIn(F).c_str(), 0622), 0);
  EXPECT_EQ(textOf(F), std::nullopt);
  ASSERT_EQ(chmod(F.path().c_str(), 0770), 0);
  EXPECT_NE(error(F.path()).find("somebody else can write to it"),
            std::string::npos);
  write(Root + "/file", "");
  EXPECT_NE(error(Root + "/file").find("--no-cache"), std::string::npos);
  EXPECT_NE(error(Root + "/file/x").find("cannot be made: Not a directory"),
            std::string::npos);
}

TEST_F(CacheFolderTest, WhatCannotBeWrittenIsNotKept) {
  const CacheFolder F = folder();
  EXPECT_TRUE(F.put(Kind, Key, "old"));
  const pid_t Process = fork();
  if (Process == 0) {
    // As on a disk that is full.
    signal(SIGXFSZ, SIG_IGN);
    const rlimit Limit = {4096, 4096};
    setrlimit(RLIMIT_FSIZE, &Limit);
    _exit(F.put(Kind, Key, std::string(100000, 'x')) ? 1 : 0);
  }
  int Status = 0;
  waitpid(Process, &Status, 0);
  EXPECT_EQ(Status, 0);
  EXPECT_EQ(textOf(F), "old");
  std::error_code EC;
  size_t Files = 0;
  for (fs::directory_iterator It(F.path(), EC), End; It != End;
       It.increment(EC))
    ++Files;
  EXPECT_EQ(Files, 1U);
}

TEST_F(CacheFolderTest, ALockIsOneProcesss) {
  const CacheFolder F = folder();
  using std::chrono::milliseconds;
  auto Held = F.lock(Kind, Key, milliseconds(0));
  ASSERT_TRUE(Held);
  const auto TakenByOther = [&] {
    const pid_t Process = fork();
    if (Process == 0)
      _exit(F.lock(Kind, Key, milliseconds(10)) ? 1 : 0);
    int Status = 0;
    waitpid(Process, &Status, 0);
    return WEXITSTATUS(Status) == 1;
  };
  EXPECT_FALSE(TakenByOther());
  Held.reset();
  EXPECT_TRUE(TakenByOther());
  // A lock is no entry.
  EXPECT_TRUE(F.usage().empty());
  EXPECT_EQ(F.clear().Entries, 0U);
}

TEST_F(CacheFolderTest, ClearRemovesEntriesOnly) {
  const CacheFolder F = folder();
  write(F.path() + "/notes.txt", "mine");
  EXPECT_TRUE(F.put(Kind, Key, "12345"));
  EXPECT_TRUE(F.put("results", Key, "12345"));
  EXPECT_TRUE(F.put("results", "99", "12345"));
  const auto Usage = F.usage();
  ASSERT_EQ(Usage.size(), 2U);
  EXPECT_EQ(Usage.at("results").Entries, 2U);
  EXPECT_EQ(Usage.at("results").Bytes, 2 * (64 + 5U));
  EXPECT_EQ(F.clear().Entries, 3U);
  EXPECT_TRUE(F.usage().empty());
  EXPECT_EQ(read(F.path() + "/notes.txt"), "mine");
}

TEST_F(CacheFolderTest, PruneKeepsWhatWasUsedLast) {
  const CacheFolder F = folder();
  const auto Age = [&](llvm::StringRef Of, int Hours) {
    timespec Times[2] = {};
    Times[0].tv_sec = Times[1].tv_sec = time(nullptr) - Hours * 3600;
    const std::string File = F.path() + "/llvmcache-headers-" + Of.str();
    EXPECT_EQ(utimensat(AT_FDCWD, File.c_str(), Times, 0), 0);
  };
  for (const char *Of : {"01", "02", "03"})
    EXPECT_TRUE(F.put(Kind, Of, std::string(10000, 'x')));
  Age("01", 30);
  Age("02", 20);
  Age("03", 10);
  // To use it is to keep it.
  EXPECT_TRUE(textOf(F, "01"));
  F.prune(25000, std::chrono::hours(100), /*Always=*/true);
  EXPECT_TRUE(textOf(F, "01"));
  EXPECT_FALSE(textOf(F, "02"));
  EXPECT_TRUE(textOf(F, "03"));
  Age("03", 10);
  F.prune(25000, std::chrono::hours(5), /*Always=*/true);
  EXPECT_TRUE(textOf(F, "01"));
  EXPECT_FALSE(textOf(F, "03"));
}

TEST_F(CacheFolderTest, DefaultPath) {
  const auto In = [](const char *Xdg, const char *Home) {
    Xdg ? setenv("XDG_CACHE_HOME", Xdg, 1) : unsetenv("XDG_CACHE_HOME");
    Home ? setenv("HOME", Home, 1) : unsetenv("HOME");
    return CacheFolder::defaultPath().value_or("none");
  };
  const std::string Xdg = getenv("XDG_CACHE_HOME") ? getenv("XDG_CACHE_HOME")
                                                   : "",
                    Home = getenv("HOME") ? getenv("HOME") : "";
  EXPECT_EQ(In("/xdg", "/home/me"), "/xdg/aoti-tidy");
  EXPECT_EQ(In("relative", "/home/me"), "/home/me/.cache/aoti-tidy");
  EXPECT_EQ(In(nullptr, "/home/me"), "/home/me/.cache/aoti-tidy");
  EXPECT_EQ(In(nullptr, nullptr), "none");
  In(Xdg.empty() ? nullptr : Xdg.c_str(),
     Home.empty() ? nullptr : Home.c_str());
}
