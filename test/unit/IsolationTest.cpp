// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Isolation.h"
#include <csignal>
#include <cstdlib>
#include <gtest/gtest.h>
#include <mutex>
#include <unistd.h>

using namespace aoti_tidy;

namespace {

std::mutex Shared;

/// Not to be seen through by an optimiser.
volatile int Zero = 0;

// NOLINTNEXTLINE(misc-no-recursion): that is what it is for.
int recurse(int Depth) {
  volatile char Frame[256] = {};
  return Depth < 0 ? Frame[0] : recurse(Depth + 1) + Frame[1];
}

/// What a file does to the process that reads it.
enum class Deed {
  None,
  Signal,
  Recursion,
  Abort,
  Exit,
  Kill,
  CrashWithLock,
  Loop,
  Wait,
};

int commit(Deed D) {
  switch (D) {
  case Deed::None: {
    // Would wait forever for a thread that died with it.
    const std::lock_guard Lock(Shared);
    return 7;
  }
  case Deed::Signal:
    return raise(SIGSEGV);
  case Deed::Recursion:
    return recurse(Zero);
  case Deed::Abort:
    std::abort();
  case Deed::Exit:
    _exit(0);
  case Deed::Kill: // the kernel, of what takes all memory
    return kill(getpid(), SIGKILL);
  case Deed::CrashWithLock:
    Shared.lock();
    std::abort();
  case Deed::Loop:
    while (Zero == 0) {
    }
    return 0;
  case Deed::Wait: // uses no time of the CPU
    return sleep(600);
  }
  return 0;
}

/// "7" for each file that is read, "C" and "T" for those that are not.
std::string run(std::vector<Deed> Deeds, IsolationSettings Settings) {
  std::string Result;
  for (const Isolated<int> &I : runIsolated<int>(
           Deeds.size(), Settings, [&](size_t I) { return commit(Deeds[I]); }))
    Result += I.End == Ending::Crashed    ? "C"
              : I.End == Ending::TimedOut ? "T"
                                          : std::to_string(I.Value);
  return Result;
}

} // namespace

TEST(Isolation, OneDeathIsOneFiles) {
  using enum Deed;
  const std::vector<Deed> Deeds = {None,  Signal,        None, Recursion, None,
                                   Abort, None,          Exit, None,      Kill,
                                   None,  CrashWithLock, None};
  for (const unsigned Jobs : {1, 2, 4, 100})
    EXPECT_EQ(run(Deeds, {Jobs}), "7C7C7C7C7C7C7") << Jobs;
}

TEST(Isolation, AllDie) {
  EXPECT_EQ(run(std::vector(20, Deed::Abort), {3}), std::string(20, 'C'));
  EXPECT_EQ(run({}, {3}), "");
}

TEST(Isolation, TimeIsUp) {
  using enum Deed;
  for (const unsigned Jobs : {1, 2})
    EXPECT_EQ(run({None, Loop, None, Abort, None}, {Jobs, /*TimeLimit=*/1}),
              "7T7C7")
        << Jobs;
  EXPECT_EQ(run({Wait, None, Wait}, {/*Jobs=*/2, /*TimeLimit=*/1}), "T7T");
}

TEST(Isolation, TimeIsEachFiles) {
  // Together they take longer than the limit.
  const auto Busy = [](size_t) {
    const clock_t End = clock() + CLOCKS_PER_SEC * 2 / 5;
    while (clock() < End) {
    }
    return 1;
  };
  for (const Isolated<int> &I :
       runIsolated<int>(5, {/*Jobs=*/1, /*TimeLimit=*/1}, Busy))
    EXPECT_TRUE(I.isCompleted());
}

TEST(Isolation, ResultsOfAnySize) {
  const auto Results = runIsolated<std::string>(
      9, {2}, [](size_t I) { return std::string(I * 300'000, char('a' + I)); });
  for (size_t I = 0; I < Results.size(); ++I)
    EXPECT_EQ(Results[I].Value, std::string(I * 300'000, char('a' + I)));
}

TEST(Isolation, SaysWhichFileStarts) {
  std::vector<size_t> Files;
  size_t Last = 0;
  IsolationSettings Settings{1};
  Settings.Progress = [&](size_t Started, size_t File) {
    EXPECT_EQ(Started, ++Last);
    Files.push_back(File);
  };
  using enum Deed;
  run({None, Abort, None}, Settings);
  EXPECT_EQ(Files, (std::vector<size_t>{0, 1, 2}));
}

namespace aoti_tidy {

struct Sample {
  std::string Name;
  std::vector<std::pair<int, std::optional<double>>> Values;
};

} // namespace aoti_tidy

TEST(Record, GivesBackWhatItTook) {
  const Sample Made = {std::string("a\0b", 3), {{1, 2.5}, {-3, std::nullopt}}};
  const std::string Bytes = toRecord(Made);
  Sample Read;
  ASSERT_TRUE(fromRecord(Bytes, Read));
  EXPECT_EQ(Read.Name, Made.Name);
  EXPECT_EQ(Read.Values, Made.Values);
}

TEST(Record, NoOtherBytes) {
  const std::string Bytes = toRecord(Sample{"name", {{1, 2.5}}});
  for (size_t Size = 0; Size < Bytes.size(); ++Size) {
    Sample Read;
    EXPECT_FALSE(fromRecord(Bytes.substr(0, Size), Read)) << Size;
  }
  Sample Read;
  EXPECT_FALSE(fromRecord(Bytes + "x", Read));
  // A size that nothing could have.
  EXPECT_FALSE(fromRecord(std::string(64, '\xff'), Read));
}
