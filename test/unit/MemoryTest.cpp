// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Memory.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

/// A machine's /proc and /sys.
class Machine : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("memory", Root));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Root); }

  void has(llvm::StringRef Path, llvm::StringRef Text) {
    const std::string File = (Root + "/" + Path).str();
    ASSERT_FALSE(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(File)));
    std::error_code EC;
    llvm::raw_fd_ostream(File, EC) << Text;
    ASSERT_FALSE(EC);
  }

  llvm::SmallString<128> Root;
};

TEST_F(Machine, SaysNothing) { EXPECT_EQ(availableMemory(Root), std::nullopt); }

TEST_F(Machine, HasNoGroups) {
  has("proc/meminfo", "MemTotal:  8000 kB\nMemAvailable:    3000 kB\n");
  EXPECT_EQ(availableMemory(Root), 3000u << 10);
}

TEST_F(Machine, LimitsAGroupAroundOurs) {
  has("proc/meminfo", "MemAvailable: 3000 kB\n");
  has("proc/self/cgroup", "1:name=systemd:/x\n0::/jobs/ours\n");
  has("sys/fs/cgroup/jobs/ours/memory.max", "max\n");
  has("sys/fs/cgroup/jobs/ours/memory.current", "5\n");
  has("sys/fs/cgroup/jobs/memory.max", "100000\n");
  has("sys/fs/cgroup/jobs/memory.current", "70000\n");
  EXPECT_EQ(availableMemory(Root), 30000u);
  has("sys/fs/cgroup/jobs/memory.stat", "anon 1\ninactive_file 50000\n");
  EXPECT_EQ(availableMemory(Root), 80000u);
}

// In a container, its own group is the root of what it sees.
TEST_F(Machine, LimitsTheRoot) {
  has("proc/self/cgroup", "0::/\n");
  has("sys/fs/cgroup/memory.max", "1000\n");
  has("sys/fs/cgroup/memory.current", "4000\n");
  EXPECT_EQ(availableMemory(Root), 0u);
}

TEST(JobsThatFit, AtLeastOne) {
  EXPECT_EQ(jobsThatFit(8, 100, std::nullopt), 8u);
  EXPECT_EQ(jobsThatFit(8, 100, 1000), 8u);
  EXPECT_EQ(jobsThatFit(8, 100, 350), 3u);
  EXPECT_EQ(jobsThatFit(8, 100, 0), 1u);
}

} // namespace
