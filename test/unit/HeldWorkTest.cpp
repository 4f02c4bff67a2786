// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/HeldWork.h"
#include "driver/base/Isolation.h"
#include <csignal>
#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace aoti_tidy;

namespace {

/// What the work on a file does before it holds, and what a copy then says.
std::string workOn(HeldWork &Held, size_t File) {
  Held.begin(File);
  const std::string Parsed(1000 * (File + 1), static_cast<char>('a' + File));
  Held.hold();
  if (const std::string *Question = Held.question())
    Held.answer(*Question + Parsed);
  return Parsed;
}

std::vector<size_t> sizes(const std::vector<Isolated<std::string>> &Results) {
  std::vector<size_t> All;
  for (const auto &R : Results)
    All.push_back(R.Value.size());
  return All;
}

/// Whether this process has no child, not even one that has ended.
bool hasNoChild() {
  return waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
}

size_t openFiles() {
  size_t N = 0;
  if (DIR *Of = opendir("/proc/self/fd")) {
    while (readdir(Of))
      ++N;
    closedir(Of);
  }
  return N;
}

} // namespace

TEST(HeldWork, GoesOnFromWhereItWas) {
  const size_t Before = openFiles();
  for (const unsigned Jobs : {1, 3}) {
    HeldWork Held(5, /*TimeLimit=*/0);
    const auto First = runIsolated<std::string>(
        5, {Jobs}, [&](size_t I) { return workOn(Held, I); });
    Held.close({1, 2, 3});
    // What is asked may be larger than any buffer between processes.
    const std::string Question(3'000'000, '?');
    const auto Second = runIsolated<std::string>(3, {Jobs}, [&](size_t I) {
      return Held.ask(I + 1, Question).value_or("nothing");
    });
    EXPECT_EQ(sizes(First),
              (std::vector<size_t>{1000, 2000, 3000, 4000, 5000}));
    for (size_t I = 0; I < 3; ++I)
      EXPECT_EQ(Second[I].Value, Question + First[I + 1].Value);
    // Closed without being named.
    EXPECT_EQ(Held.ask(0, "?"), std::nullopt);
  }
  EXPECT_TRUE(hasNoChild());
  EXPECT_EQ(openFiles(), Before);
}

TEST(HeldWork, OnlyAsManyAsThereIsRoomFor) {
  for (const unsigned Copies : {0, 2}) {
    HeldWork Held(Copies, 0);
    runIsolated<std::string>(5, {1}, [&](size_t I) { return workOn(Held, I); });
    Held.close({0, 1, 2, 3, 4});
    unsigned Answers = 0;
    for (size_t I = 0; I < 5; ++I)
      if (const auto Answer = Held.ask(I, "?")) {
        EXPECT_EQ(Answer->size(), 1 + 1000 * (I + 1));
        ++Answers;
      }
    EXPECT_EQ(Answers, Copies);
  }
  EXPECT_TRUE(hasNoChild());
}

TEST(HeldWork, OneThatNobodyAsksMakesRoom) {
  HeldWork Held(1, 0);
  runIsolated<int>(5, {1}, [&](size_t I) {
    (void)workOn(Held, I);
    if (I != 3)
      Held.drop();
    return 0;
  });
  Held.close({0, 1, 2, 3, 4});
  for (size_t I = 0; I < 5; ++I)
    EXPECT_EQ(Held.ask(I, "?").has_value(), I == 3) << I;
}

TEST(HeldWork, TheLastOfAFileCounts) {
  HeldWork Held(1, 0);
  runIsolated<int>(1, {1}, [&](size_t I) {
    Held.begin(I);
    for (const char *Round : {"first", "second"}) {
      Held.hold();
      if (Held.question())
        Held.answer(Round);
    }
    return 0;
  });
  Held.close({0});
  EXPECT_EQ(Held.ask(0, ""), "second");
}

// Who asks does the work anew.
TEST(HeldWork, ACopyThatDiesIsNone) {
  for (const bool IsGivenUp : {true, false}) {
    HeldWork Held(2, /*TimeLimit=*/1);
    runIsolated<int>(2, {1}, [&](size_t I) {
      Held.begin(I);
      Held.hold();
      if (Held.question()) {
        if (I == 1)
          Held.answer("alive");
        if (IsGivenUp)
          HeldWork::giveUp();
        // Over the time of a file.
        for (volatile int Zero = 0; Zero == 0;) {
        }
      }
      return 0;
    });
    Held.close({0, 1});
    EXPECT_EQ(Held.ask(0, "?"), std::nullopt);
    EXPECT_EQ(Held.ask(0, "?"), std::nullopt);
    EXPECT_EQ(Held.ask(1, "?"), "alive");
  }
  EXPECT_TRUE(hasNoChild());
}

// A run that is killed leaves none of its copies, neither one that waits nor one
// that has been asked.
TEST(HeldWork, EndsWithTheRun) {
  for (const bool IsAsked : {false, true}) {
    int Ends[2];
    ASSERT_EQ(pipe(Ends), 0);
    const pid_t Run = fork();
    if (Run == 0) {
      ::close(Ends[0]);
      HeldWork Held(3, 0);
      runIsolated<int>(3, {2}, [&](size_t I) {
        Held.begin(I);
        Held.hold();
        if (Held.question()) {
          (void)write(Ends[1], "!", 1);
          pause();
        }
        return 0;
      });
      Held.close({0});
      if (IsAsked)
        (void)Held.ask(0, "?");
      (void)write(Ends[1], "!", 1);
      pause();
    }
    ::close(Ends[1]);
    char Byte;
    EXPECT_EQ(read(Ends[0], &Byte, 1), 1);
    kill(Run, SIGKILL);
    // The copies have the pipe open as long as they live.
    EXPECT_EQ(read(Ends[0], &Byte, 1), 0);
    ::close(Ends[0]);
    waitpid(Run, nullptr, 0);
  }
}
