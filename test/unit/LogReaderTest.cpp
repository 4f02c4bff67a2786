// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/Diagnosis.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;
using llvm::StringRef;

namespace {

LogEvents read(StringRef Text, size_t Piece = ~size_t(0)) {
  LogReader Reader;
  while (!Text.empty()) {
    Reader.feed(Text.take_front(Piece));
    Text = Text.drop_front(std::min(Piece, Text.size()));
  }
  return Reader.finish();
}

/// "cause:line*count", of each event.
std::vector<std::string> events(const LogEvents &Log) {
  std::vector<std::string> All;
  All.reserve(Log.Events.size());
  for (const LogEvent &E : Log.Events)
    All.push_back((allSigns()[E.Sign].Cause + ":" + llvm::Twine(E.Line) + "*" +
                   llvm::Twine(E.Count))
                      .str());
  return All;
}

using Texts = std::vector<std::string>;

const std::string Size =
    "RuntimeError: input_handles[1]: unmatched dim value at 1, expected: 32, "
    "but got: 31";

} // namespace

TEST(LogReader, WhereItIs) {
  const LogEvents Log = read("first\n\n" + Size + "\nlast\n");
  ASSERT_EQ(events(Log), Texts{"input-size:3*1"});
  const LogEvent &E = Log.Events.front();
  EXPECT_EQ(Log.Lines, 4u);
  EXPECT_EQ(E.Text, Size);
  EXPECT_EQ(E.LastLine, 3u);
  EXPECT_EQ(StringRef(Size).slice(E.From, E.To), E.Groups.front());
}

TEST(LogReader, ALastLineWithoutItsEnd) {
  EXPECT_EQ(events(read(Size)), Texts{"input-size:1*1"});
  EXPECT_EQ(read("").Lines, 0u);
  EXPECT_EQ(read("\n").Lines, 1u);
  EXPECT_EQ(read("a").Lines, 1u);
}

// A pipe gives what it has.
TEST(LogReader, PiecesOfAnySize) {
  const std::string Text = "[rank0]: " + Size + "\r\n\x1b[31m[rank1]: " + Size +
                           "\x1b[0m\n" + std::string(70'000, 'x') + Size +
                           "\nend";
  const LogEvents Whole = read(Text);
  EXPECT_EQ(events(Whole), Texts{"input-size:1*3"});
  for (const size_t Piece : {1, 7, 100, 4096, 65'535, 65'536, 65'537}) {
    const LogEvents Log = read(Text, Piece);
    EXPECT_EQ(events(Log), events(Whole)) << Piece;
    EXPECT_EQ(Log.Lines, 4u) << Piece;
  }
}

// A long line is read in parts that overlap; what is in both counts once.
TEST(LogReader, ALineOfAnyLength) {
  for (const size_t Length : {65'535, 65'536, 65'537, 131'072, 200'000}) {
    const std::string Line = std::string(Length - Size.size(), 'x') + Size;
    for (const char *End : {"", "\n"})
      for (const size_t Piece : {size_t(1000), Line.size(), ~size_t(0)})
        EXPECT_EQ(events(read(Line + End, Piece)), Texts{"input-size:1*1"})
            << Length << " in pieces of " << Piece;
  }
}

// Wherever the border between two parts is, and whatever else stands there.
TEST(LogReader, ABorderAnywhere) {
  const std::string Coloured =
      StringRef(Size).take_front(40).str() + "\x1b[31;1m" +
      StringRef(Size).substr(40, 18).str() + "\x1b]0;title\x07\x1b[0m" +
      StringRef(Size).drop_front(58).str();
  for (const std::string &Message : {Size, Coloured})
    for (size_t Before = 4096 - 2 * Size.size(); Before < 4096 + 20;
         Before += 5) {
      const std::string Line = "\x1b[0m" + std::string(Before, 'x') + Message;
      for (const size_t Behind : {0, 50, 5000})
        for (const size_t Piece : {size_t(97), ~size_t(0)}) {
          LogReader Reader(4096);
          const std::string Text = Line + std::string(Behind, ' ') + " y\n";
          for (StringRef Rest = Text; !Rest.empty();
               Rest = Rest.drop_front(std::min(Piece, Rest.size())))
            Reader.feed(Rest.take_front(Piece));
          ASSERT_EQ(events(Reader.finish()), Texts{"input-size:1*1"})
              << Before << " and " << Behind;
        }
    }
}

// Up to what any logger writes, a line of JSON is read as one.
TEST(LogReader, LongJson) {
  for (const size_t Length : {60'000, 65'500, 65'536, 66'000, 300'000})
    EXPECT_EQ(events(read("{\"a\": \"" + std::string(Length, 'x') +
                          "\", \"message\": \"" + Size + "\"}\n")),
              Texts{"input-size:1*1"})
        << Length;
}

TEST(LogReader, ValuesTellEventsApart) {
  std::string Other = Size;
  Other.back() = '0';
  EXPECT_EQ(events(read(Size + "\n" + Other + "\n" + Size + "\n")),
            (Texts{"input-size:1*2", "input-size:2*1"}));
}

// As a terminal wraps it, or who pastes it into a mail.
TEST(LogReader, WrappedLines) {
  const StringRef Whole = Size;
  for (const size_t Width : {60, 63, 70, 75})
    EXPECT_EQ(events(read((Whole.take_front(Width) + "\n" +
                           Whole.drop_front(Width) + "\n")
                              .str())),
              Texts{"input-size:1*1"})
        << Width;
}

TEST(LogReader, WhatWasHandled) {
  const auto IsPassing = [](const std::string &Text) {
    const LogEvents Log = read(Text);
    return Log.Events.size() == 1 && Log.Events.front().IsPassing;
  };
  const std::string Raised = "Traceback (most recent call last):\n" + Size;
  EXPECT_FALSE(IsPassing(Raised));
  EXPECT_TRUE(IsPassing(Raised + "\n\nDuring handling of the above exception, "
                                 "another exception occurred:\n"));
  // What a logger only warns of; once it was an error.
  const std::string Warned =
      "WARNING: retrying, " + StringRef(Size).split(": ").second.str();
  EXPECT_TRUE(IsPassing(Warned));
  EXPECT_FALSE(IsPassing(Warned + "\n" + Size));
}

TEST(LogReader, JsonLinesAreWhatWasLogged) {
  const LogEvents Log =
      read(R"({"level": "error", "message": "Traceback:\n  a\n)" + Size +
           R"("})"
           "\nplain\n");
  EXPECT_EQ(events(Log), Texts{"input-size:1*1"});
  EXPECT_EQ(Log.Lines, 2u);
}

// Emitted code that a log has would print it; it did not.
TEST(LogReader, CodeIsNoMessage) {
  EXPECT_EQ(events(read("    raise RuntimeError(\"" + Size + "\")\n")),
            Texts{});
  // As TORCH_LOGS=output_code and TORCH_TRACE have it: its comments quote errors.
  EXPECT_EQ(events(read("V1123 12:14:14.406000 14118 a.py:1568] "
                        "[__output_code] // " +
                        Size + "\n")),
            Texts{});
  const std::string Head = "V1123 12:14:14.406000 14118 a.py:2616] ";
  EXPECT_EQ(
      events(read(Head + "{\"graph_dump\": {}}\n\t// " + Size + "\n\t\n")),
      Texts{});
  // Errors are in other records, and behind them.
  EXPECT_EQ(events(read(Head + "{\"artifact\": {}}\n\t" + Size + "\n")),
            Texts{"input-size:2*1"});
  EXPECT_EQ(events(read(Head + "{\"graph_dump\": {}}\n\tcode\n" + Size + "\n")),
            Texts{"input-size:3*1"});
}

// A line for each thread of a GPU.
TEST(LogReader, AMillionAreOne) {
  std::string Text;
  for (unsigned I = 0; I < 50'000; ++I)
    Text += "/build/k.py:12: unknown: block: [" + std::to_string(I) +
            ",0,0], thread: [1,0,0] Assertion `index out of bounds: 0 <= tmp4 "
            "< ks0` failed.\n";
  const LogEvents Log = read(Text);
  ASSERT_EQ(Log.Events.size(), 1u);
  EXPECT_EQ(Log.Events.front().Count, 50'000u);
  EXPECT_EQ(Log.Events.front().LastLine, 50'000u);
}

TEST(Diagnosis, TheFirstOfWhatTellsMost) {
  const std::string Symptom =
      "Error in dlopen: libx.so: cannot open shared object file\n";
  const LogEvents Log = read("warming up\n" + Size + "\n" + Symptom);
  const auto Causes = diagnose(Log);
  ASSERT_FALSE(Causes.empty());
  EXPECT_EQ(Causes.front().Cause->Id, "input-size");
  EXPECT_EQ(Causes.front().Sure, Confidence::Likely);
  EXPECT_EQ(Causes.front().Event->Line, 2u);
  std::set<StringRef> Each;
  for (const LoggedCause &C : Causes)
    EXPECT_TRUE(Each.insert(C.Cause->Id).second) << C.Cause->Id.str();
}

TEST(Diagnosis, NothingIsNothing) {
  EXPECT_TRUE(diagnose(read("all is well\n")).empty());
  EXPECT_TRUE(diagnose(read("")).empty());
}
