// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Shard.h"
#include "driver/base/Record.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

TEST(Shard, TextForms) {
  const auto S = Shard::parse("2/7");
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Index, 2U);
  EXPECT_EQ(S->Count, 7U);
  EXPECT_EQ(S->str(), "2/7");
  for (const char *Wrong : {"", "2", "0/7", "8/7", "2/", "/7", "-1/7", "2/7/7",
                            "2 /7", "1/10001", "1/99999999999"})
    EXPECT_FALSE(Shard::parse(Wrong)) << Wrong;
}

TEST(Shard, EachFileIsInOne) {
  for (unsigned I = 0; I < 100; ++I) {
    const std::string File = "src/file" + std::to_string(I) + ".cpp";
    unsigned In = 0;
    for (unsigned Index = 1; Index <= 7; ++Index)
      In += Shard{Index, 7}.has(File);
    EXPECT_EQ(In, 1U) << File;
  }
  // On every machine, and from one version to the next.
  unsigned First = 0;
  for (unsigned I = 0; I < 64; ++I)
    First += Shard{1, 2}.has("src/file" + std::to_string(I) + ".cpp");
  EXPECT_EQ(First, 32U);
}

TEST(Record, FoldersAreLeftOut) {
  const auto Moved = [](llvm::StringRef Text) {
    return record::withRoot(record::withoutRoot(Text, "/a/repo"), "/b");
  };
  EXPECT_EQ(Moved("/a/repo"), "/b");
  EXPECT_EQ(Moved("/a/repo/x.cpp"), "/b/x.cpp");
  EXPECT_EQ(Moved("-I/a/repo/include"), "-I/b/include");
  EXPECT_EQ(Moved("_Z1fv@/a/repo/x.cpp"), "_Z1fv@/b/x.cpp");
  EXPECT_EQ(Moved("'/a/repo/x' and '/a/repo/y'"), "'/b/x' and '/b/y'");
  // Others that look like it.
  for (const char *Other :
       {"/a/repo2/x.cpp", "/mnt/a/repo/x.cpp", "x/a/repo/y", "a/repo", ""})
    EXPECT_EQ(Moved(Other), Other);
}

TEST(Record, BytesAreNoText) {
  // Packed ones may have a folder's path among them, and no line.
  const std::string Path = "/home/me/repo/a.cpp";
  const std::vector<char> Packed(Path.begin(), Path.end());
  const std::string Record = toRecord(Packed, "/home/me/repo");
  std::vector<char> Read;
  ASSERT_TRUE(fromRecord(Record, Read, "/elsewhere"));
  EXPECT_EQ(Read, Packed);
  std::vector<uint64_t> Numbers = {1, uint64_t(1) << 40}, Back;
  ASSERT_TRUE(fromRecord(toRecord(Numbers), Back));
  EXPECT_EQ(Back, Numbers);
}

TEST(Record, BrokenSizesFail) {
  std::string Record = toRecord(std::vector<uint64_t>{1, 2, 3});
  std::vector<uint64_t> Read;
  EXPECT_FALSE(fromRecord(llvm::StringRef(Record).drop_back(), Read));
  // With eight bytes for each, it overflows to something small.
  for (const uint64_t Size : {uint64_t(4), ~uint64_t(0),
                              (uint64_t(1) << 61) + 1, uint64_t(1) << 63}) {
    std::memcpy(Record.data(), &Size, sizeof(Size));
    Read.clear();
    EXPECT_FALSE(fromRecord(Record, Read)) << Size;
  }
}

TEST(Record, ATruthIsNoOtherByte) {
  std::string Bytes = toRecord(true);
  bool Value = false;
  EXPECT_TRUE(fromRecord(Bytes, Value));
  EXPECT_TRUE(Value);
  Bytes[0] = 3;
  EXPECT_FALSE(fromRecord(Bytes, Value));
}

TEST(Record, TextsOfFilesStayAsTheyAre) {
  const std::string Text = "// /a/repo/x.cpp\nint i;\n";
  std::string Read;
  ASSERT_TRUE(fromRecord(toRecord(Text, "/a/repo"), Read, "/b"));
  EXPECT_EQ(Read, Text);
  ASSERT_TRUE(
      fromRecord(toRecord(std::string("/a/repo/x"), "/a/repo"), Read, "/b"));
  EXPECT_EQ(Read, "/b/x");
  EXPECT_FALSE(fromRecord(llvm::StringRef("\x07\0\0\0\0\0\0\0abc", 11), Read));
}
