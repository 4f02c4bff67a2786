// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/PackageMetadata.h"
#include "checks/lib/package/Archive.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/EndianStream.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace aoti_tidy;
using llvm::StringRef;

namespace {

/// A file in a zip, and what its headers say of it.
struct Entry {
  std::string Name, Text;
  uint16_t Flags = 0, Method = 0;
  /// What the headers say its size is; its size if unset.
  std::optional<uint32_t> Size = std::nullopt;
  /// The list has its size and place in 64 bits.
  bool Is64 = false;
};

std::string littleEndian(auto... Fields) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  llvm::support::endian::Writer Writer(OS, llvm::endianness::little);
  (Writer.write(Fields), ...);
  return Result;
}

using U16 = uint16_t;
using U32 = uint32_t;
using U64 = uint64_t;

/// What comes after the central directory.
struct End {
  U64 Entries, Size, Offset;

  std::string str() const {
    return "PK\5\6" + littleEndian(U16(0), U16(0), U16(Entries), U16(Entries),
                                   U32(Size), U32(Offset), U16(0));
  }
  /// As torch writes it, whatever the size. \p Here is its own offset.
  std::string str64(U64 Here) const {
    return "PK\6\6" +
           littleEndian(U64(44), U16(45), U16(45), U32(0), U32(0), Entries,
                        Entries, Size, Offset) +
           "PK\6\7" + littleEndian(U32(0), Here, U32(1)) + str();
  }
};

std::string entries(llvm::ArrayRef<Entry> Files, std::string &Directory) {
  constexpr U32 Elsewhere = ~U32(0);
  std::string Zip;
  for (const Entry &F : Files) {
    const U32 Size = F.Size.value_or(F.Text.size());
    const U32 Packed = F.Method ? F.Text.size() : Size;
    const auto Header = [&](bool Is64, size_t ExtraSize) {
      return littleEndian(U16(20), F.Flags, F.Method, U16(0), U16(0x21),
                          llvm::crc32(llvm::arrayRefFromStringRef(F.Text)),
                          Is64 ? Elsewhere : Packed, Is64 ? Elsewhere : Size,
                          U16(F.Name.size()), U16(ExtraSize));
    };
    const std::string Extra =
        F.Is64 ? "FB" + littleEndian(U16(2)) + "__" +
                     littleEndian(U16(1), U16(24), U64(Size), U64(Packed),
                                  U64(Zip.size()))
               : "";
    Directory += "PK\1\2" + littleEndian(U16(20)) +
                 Header(F.Is64, Extra.size()) +
                 littleEndian(U16(0), U16(0), U16(0), U32(0),
                              F.Is64 ? Elsewhere : U32(Zip.size())) +
                 F.Name + Extra;
    Zip += "PK\3\4" + Header(false, 0) + F.Name + F.Text;
  }
  return Zip;
}

std::string zip(llvm::ArrayRef<Entry> Files, bool Is64 = false) {
  std::string Directory;
  std::string Zip = entries(Files, Directory);
  const End Tail{Files.size(), Directory.size(), Zip.size()};
  Zip += Directory;
  return Zip + (Is64 ? Tail.str64(Zip.size()) : Tail.str());
}

llvm::Expected<PackageMetadata> read(StringRef Zip) {
  auto Package = Archive::openZip(llvm::MemoryBufferRef(Zip, "m.pt2"), "m.pt2");
  if (!Package)
    return Package.takeError();
  return readPackageMetadata(**Package, "m.pt2");
}

std::string device(StringRef Zip, StringRef Model = "model") {
  auto Package = read(Zip);
  return Package ? Package->device(Model).str()
                 : llvm::toString(Package.takeError());
}

/// The error of a package whose only metadata is \p Json.
std::string errorOf(std::string Json) {
  return device(zip({{"m/data/aotinductor/model/c_metadata.json", Json}}));
}

const std::string Cpu = R"({"AOTI_DEVICE_KEY": "cpu"})";
const std::string Cuda = R"({"AOTI_DEVICE_KEY": "cuda"})";

} // namespace

TEST(PackageMetadata, KnowsEveryLayout) {
  EXPECT_EQ(device(zip({{"version", "0"},
                        {"data/aotinductor/model/c.cpp", ""},
                        {"data/aotinductor/model/c_metadata.json", Cpu}})),
            "cpu");
  // Only the wrapper's is loaded where there are several.
  const std::vector<Entry> Newer = {
      {"m/data/aotinductor/model/k.kernel_metadata.json", Cpu},
      {"m/data/aotinductor/model/other_metadata.json", Cpu},
      {"m/data/aotinductor/model/w.wrapper_metadata.json", Cuda},
      {"m/archive_format", "pt2"}};
  EXPECT_EQ(device(zip(Newer)), "cuda");
  EXPECT_EQ(device(zip(Newer, /*Is64=*/true)), "cuda");
  EXPECT_EQ(device(zip(Newer) + "junk that a comment could be"), "cuda");
  for (bool Is64 : {false, true})
    EXPECT_EQ(device(zip({{"data/aotinductor/model/c_metadata.json", Cuda, 0, 0,
                           std::nullopt, /*Is64=*/true}},
                         Is64)),
              "cuda");
  // torch 2.5
  EXPECT_EQ(
      device(zip({{"data/aotinductor/c.cpp", ""}})),
      "'m.pt2' holds no AOTInductor model with metadata, as torch 2.6 and "
      "newer write it");
}

TEST(PackageMetadata, GivesEveryModelAndKey) {
  auto Package =
      read(zip({{"m/data/aotinductor/a/w.wrapper_metadata.json",
                 R"({"AOTI_DEVICE_KEY": "cpu", "AOTI_MACHINE": "x86_64"})"},
                {"m/data/aotinductor/b/w.wrapper_metadata.json", "{}"}}));
  ASSERT_TRUE(static_cast<bool>(Package));
  EXPECT_EQ(Package->Models.size(), 2u);
  EXPECT_EQ(Package->Models["a"]["AOTI_MACHINE"], "x86_64");
  EXPECT_EQ(Package->device("a"), "cpu");
  EXPECT_EQ(Package->device("b"), "");
  EXPECT_EQ(Package->device("c"), "");
}

TEST(PackageMetadata, ReadsFolders) {
  llvm::vfs::InMemoryFileSystem FS;
  const auto Add = [&](StringRef Path, StringRef Text) {
    FS.addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  };
  Add("/p/m/data/aotinductor/model/w.wrapper_metadata.json", Cpu);
  Add("/p/m/archive_format", "pt2");
  Add("/p/elsewhere/c_metadata.json", "{");
  Add("/big/data/aotinductor/model/c_metadata.json",
      std::string(2 << 20, ' ') + Cpu);
  Add("/two/a/data/aotinductor/model/c_metadata.json", Cpu);
  Add("/two/b/data/aotinductor/model/c_metadata.json", Cpu);
  Add("/m.pt2", zip({{"data/aotinductor/model/c_metadata.json", Cuda}}));
  const auto Device = [&](StringRef Path) {
    auto Package = readPackageMetadata(Path, FS);
    return Package ? Package->device("model").str()
                   : llvm::toString(Package.takeError());
  };
  EXPECT_EQ(Device("/p"), "cpu");
  EXPECT_EQ(Device("/p/"), "cpu");
  EXPECT_EQ(Device("/p/m"), "cpu");
  EXPECT_EQ(Device("/m.pt2"), "cuda");
  EXPECT_EQ(Device("/p/elsewhere"),
            "'/p/elsewhere' holds no AOTInductor model with metadata, as torch "
            "2.6 and newer write it");
  EXPECT_EQ(Device("/big"),
            "'/big': 'data/aotinductor/model/c_metadata.json' has 2097178 "
            "bytes, which is absurd for what it is");
  EXPECT_EQ(Device("/two"), "'/two' holds two packages, in 'a' and 'b'");
  EXPECT_EQ(Device("/none"), "'/none' cannot be read: No such file or "
                             "directory");
}

TEST(PackageMetadata, NeitherWaitsForDevicesNorReadsThemToTheEnd) {
  auto Package =
      readPackageMetadata("/dev/zero", *llvm::vfs::getRealFileSystem());
  ASSERT_FALSE(static_cast<bool>(Package));
  EXPECT_EQ(llvm::toString(Package.takeError()),
            "'/dev/zero' is neither a file nor a folder");
}

TEST(PackageMetadata, RefusesWhatIsNoMetadata) {
  const StringRef Damaged = "'m.pt2' is damaged: its "
                            "'m/data/aotinductor/model/c_metadata.json' ";
  const auto Error = [&](std::string Json) {
    const std::string Text = errorOf(std::move(Json));
    EXPECT_TRUE(StringRef(Text).starts_with(Damaged)) << Text;
    return Text.substr(std::min(Damaged.size(), Text.size()));
  };
  EXPECT_EQ(Error("[]"), "is not a JSON object");
  EXPECT_EQ(Error(R"({"AOTI_DEVICE_KEY": 1})"),
            "has a 'AOTI_DEVICE_KEY' that is not a string");
  EXPECT_EQ(Error("{\"\x1b[2J\": null}").substr(0, 19), "is not valid JSON: ");
  for (StringRef Text : {"", "{", "{\"a\"", "nul", "{\"a\": \"\xff\"}"})
    EXPECT_EQ(Error(Text.str()).substr(0, 19), "is not valid JSON: ");
  // As deep as it could be, with and without a string around it.
  EXPECT_EQ(Error(std::string(1 << 20, '[')), "is nested too deeply");
  EXPECT_EQ(errorOf(R"({"AOTI_DEVICE_KEY": "cpu", "config": ")" +
                    std::string(1000, '[') + R"(\""})"),
            "cpu");
}

TEST(PackageMetadata, RefusesEntriesThatItShouldNotRead) {
  const std::string Name = "data/aotinductor/model/c_metadata.json";
  EXPECT_EQ(device(zip({{Name, Cpu, /*Flags=*/1}})),
            "'m.pt2': '" + Name + "' is encrypted");
  EXPECT_EQ(device(zip({{Name, Cpu, 0, /*Method=*/14}})),
            "'m.pt2': '" + Name +
                "' is compressed in a way that no torch writes");
  EXPECT_EQ(device(zip({{Name, Cpu, 0, /*Method=*/8, /*Size=*/0x7fffffff}})),
            "'m.pt2': '" + Name +
                "' has 2147483647 bytes, which is absurd for what it is");
  EXPECT_EQ(device(zip({{Name, Cpu, 0, 0, /*Size=*/Cpu.size() - 1}})),
            "'m.pt2': '" + Name + "' is damaged");
  EXPECT_EQ(device(zip({{Name, Cpu, 0, /*Method=*/8}})),
            "'m.pt2': '" + Name + "' is damaged");
  // Each small enough, but not all of them.
  std::vector<Entry> Many;
  Many.reserve(20);
  for (int I = 0; I < 20; ++I)
    Many.push_back({fmt::format("data/aotinductor/{}/c_metadata.json", I),
                    std::string(1 << 20, ' ').replace(0, 2, "{}")});
  EXPECT_EQ(device(zip(Many)), "'m.pt2' has more metadata than any package");
}

TEST(PackageMetadata, TakesNamesForWhatTheyAre) {
  EXPECT_EQ(device(zip({{"../data/aotinductor/../../c_metadata.json", Cpu},
                        {std::string("\xff\xfe\x1b[2J"), ""},
                        {"", ""}}),
                   "../.."),
            "cpu");
  // The same name twice: which one is meant is anybody's guess.
  EXPECT_EQ(device(zip({{"data/aotinductor/model/c_metadata.json", Cpu},
                        {"data/aotinductor/model/c_metadata.json", Cuda}})),
            "'m.pt2' records two devices for the model 'model'");
  EXPECT_EQ(device(zip({{"a\x1b/data/aotinductor/model/c_metadata.json", Cpu},
                        {"b/data/aotinductor/model/c_metadata.json", Cpu}})),
            "'m.pt2' holds two packages, in 'a\\033' and 'b'");
}

TEST(PackageMetadata, BelievesNoCountsBeforeTheyAreSeen) {
  for (U64 Claimed : {U64(1) << 28, U64(1) << 60, ~U64(0)}) {
    std::string Directory;
    std::string Zip =
        entries({{"data/aotinductor/model/c_metadata.json", Cpu}}, Directory);
    const End Tail{Claimed, Directory.size(), Zip.size()};
    Zip += Directory;
    EXPECT_EQ(device(Zip + Tail.str64(Zip.size())),
              "'m.pt2' is damaged: it claims more files than it has room for");
    const End Large{Claimed, ~U64(0), 0};
    EXPECT_EQ(device(Zip + Large.str64(Zip.size())).find("'m.pt2' "), 0u);
  }
  // Of many ends, the last one counts: the list is read once.
  std::vector<Entry> Files(1000, {std::string(100, 'x'), ""});
  std::string Zip = zip(Files);
  const std::string Last = Zip.substr(Zip.size() - 22);
  for (int I = 0; I < 2500; ++I)
    Zip += Last;
  EXPECT_EQ(device(Zip), "'m.pt2' holds no AOTInductor model with metadata, as "
                         "torch 2.6 and newer write it");
  const End Large{1 << 20, 46 << 20, 0};
  EXPECT_EQ(device(std::string(46 << 20, ' ') + Large.str()),
            "'m.pt2' claims more files than any package has");
}

TEST(PackageMetadata, RefusesFilesThatShareBytes) {
  const std::string Name = "data/aotinductor/model/c_metadata.json";
  std::string Directory;
  std::string Zip = entries({{Name, Cpu}}, Directory);
  const std::string Twice = Directory + Directory;
  const End Tail{2, Twice.size(), Zip.size()};
  EXPECT_EQ(device(Zip + Twice + Tail.str()),
            "'m.pt2' is damaged: its files are not where its list says, or "
            "share bytes");
  // Into the list itself.
  EXPECT_EQ(device(zip({{Name, Cpu, 0, 0, U32(Cpu.size() + 1)}})),
            "'m.pt2' is damaged: its files are not where its list says, or "
            "share bytes");
}

// The sample inputs of torch.export.save are a zip file of torch.save.
TEST(PackageMetadata, ReadsPackagesWithZipFilesInThem) {
  for (bool InnerIs64 : {false, true})
    for (bool Is64 : {false, true}) {
      const std::string Inner = zip({{"model/data.pkl", "x"}}, InnerIs64);
      EXPECT_EQ(device(zip({{"data/aotinductor/model/c_metadata.json", Cpu},
                            {"data/sample_inputs/model.pt", Inner}},
                           Is64)),
                "cpu");
    }
}

TEST(PackageMetadata, SurvivesEveryTruncation) {
  for (bool Is64 : {false, true}) {
    const std::string Whole =
        zip({{"m/data/aotinductor/model/w.wrapper.cpp", "// emitted"},
             {"m/data/aotinductor/model/w.wrapper_metadata.json", Cpu},
             {"m/archive_format", "pt2"}},
            Is64);
    ASSERT_EQ(device(Whole), "cpu");
    for (size_t Length = 0; Length < Whole.size(); ++Length) {
      // A heap copy of that length: a sanitizer sees a read behind it.
      const std::vector<char> Cut(Whole.begin(), Whole.begin() + Length);
      const std::string Text = device(StringRef(Cut.data(), Cut.size()));
      EXPECT_EQ(Text.find("'m.pt2' "), 0u) << Length << ": " << Text;
    }
  }
}

TEST(PackageMetadata, SurvivesEveryDamagedByte) {
  for (bool Is64 : {false, true}) {
    const std::string Whole =
        zip({{"m/data/aotinductor/model/w.wrapper_metadata.json", Cpu},
             {"m/archive_format", "pt2"}},
            Is64);
    for (size_t At = 0; At < Whole.size(); ++At)
      for (char C : {'\0', '\1', '\x7f', '\xff'}) {
        std::string Damaged = Whole;
        Damaged[At] = C;
        EXPECT_NE(device(Damaged), "cuda");
      }
  }
}
