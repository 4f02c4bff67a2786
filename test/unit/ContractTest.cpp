// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/ReadContract.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

const std::string Wrapper =
    "#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>\n"
    "AOTIRuntimeError AOTInductorModelContainerRun(int) {\n}\n"
    "AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> m)\n"
    "    : AOTInductorModelBase(0, 0, 0, device_str) {\n}\n"
    "void AOTInductorModel::run_impl(AtenTensorHandle* input_handles) {\n}\n";
const std::string Cpu = R"({"AOTI_DEVICE_KEY": "cpu"})";

struct Files {
  std::vector<std::pair<std::string, std::string>> List;

  llvm::Expected<Contract> read(llvm::StringRef Path = "/p") const {
    llvm::vfs::InMemoryFileSystem FS;
    for (const auto &[Name, Text] : List)
      FS.addFile(Name, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
    return readContract(Path, FS);
  }
  std::string error(llvm::StringRef Path = "/p") const {
    auto C = read(Path);
    return C ? "no error" : llvm::toString(C.takeError());
  }
};

std::string era(const Contract &C) {
  return C.WrittenBy->From.str() + "-" + C.WrittenBy->To.str();
}

} // namespace

TEST(Contract, TellsLayoutsApart) {
  auto C = Files{{{"/p/data/aotinductor/c.cpp", Wrapper}}}.read();
  ASSERT_TRUE(!!C);
  EXPECT_EQ(era(*C), "2.5-2.5");
  ASSERT_EQ(C->Models.size(), 1u);
  const ModelContract &M = C->Models.front();
  EXPECT_EQ(M.Name, "model");
  EXPECT_EQ(M.Device, "cuda");
  EXPECT_EQ(M.DeviceFrom, Evidence::Inferred);
  EXPECT_EQ(M.DeviceEvidence, "its code includes c_shim_cuda.h");
  EXPECT_EQ(M.Inputs->size(), 0u);
  EXPECT_EQ(M.Checks, InputChecks::Never);

  C = Files{{{"/p/data/aotinductor/m/c.so", ""},
             {"/p/data/aotinductor/m/c_metadata.json", Cpu}}}
          .read();
  ASSERT_TRUE(!!C);
  EXPECT_EQ(era(*C), "2.6-2.7");
  EXPECT_EQ(C->Models.front().Device, "cpu");
  EXPECT_EQ(C->Models.front().DeviceFrom, Evidence::Recorded);
  EXPECT_EQ(C->Models.front().SourceMissing,
            "the package holds no source of it");
  EXPECT_FALSE(C->Models.front().Inputs);

  C = Files{{{"/p/data/aotinductor/m/c.wrapper.so", ""},
             {"/p/data/aotinductor/m/c.wrapper_metadata.json", Cpu}}}
          .read();
  ASSERT_TRUE(!!C);
  EXPECT_EQ(era(*C), "2.7-2.7");

  C = Files{{{"/p/m/data/aotinductor/m/c.wrapper.so", ""},
             {"/p/m/data/aotinductor/m/c.wrapper_metadata.json", Cpu}}}
          .read();
  ASSERT_TRUE(!!C);
  EXPECT_EQ(era(*C), "2.8-2.9");

  C = Files{{{"/p/m/data/aotinductor/m/c.wrapper.so", ""},
             {"/p/m/data/aotinductor/m/c.wrapper_metadata.json",
              R"({"AOTI_DEVICE_KEY": "cpu", "AOTI_PLATFORM": "linux"})"}}}
          .read();
  ASSERT_TRUE(!!C);
  EXPECT_EQ(era(*C), "2.10-2.15");
}

TEST(Contract, CodeDecidesOverTheLayout) {
  auto C = Files{{{"/p/data/aotinductor/m/c.wrapper.cpp",
                   "AOTIRuntimeError AOTInductorModelCreateV2(int) {\n}\n" +
                       Wrapper}}}
               .read();
  ASSERT_TRUE(!!C);
  EXPECT_EQ(era(*C), "2.13-2.13");
}

TEST(Contract, SaysWhyThereIsNoSource) {
  const auto Missing = [](const std::string &Name, const std::string &Text) {
    auto C = Files{
        {{"/p/data/aotinductor/m/a.wrapper.cpp", Wrapper},
         {"/p/data/aotinductor/m/" + Name,
          Text}}}.read();
    return C ? C->Models.front().SourceMissing : "an error";
  };
  EXPECT_EQ(Missing("a.kernel.cpp", "x"), "");
  EXPECT_EQ(Missing("other.cpp", "x"), "");
  EXPECT_EQ(Missing("b.wrapper.cpp", Wrapper),
            "the package holds 2 sources that could be it");
  auto C = Files{{{"/p/data/aotinductor/m/a.wrapper.cpp", "int x;"}}}.read();
  ASSERT_TRUE(!!C);
  EXPECT_EQ(C->Models.front().SourceMissing,
            "its source is not what any known torch emits");
}

TEST(Contract, FindsTheModelThatIsLoaded) {
  Contract C;
  for (const char *Name : {"model", "encoder", "encoder_large"})
    C.Models.emplace_back().Name = Name;
  EXPECT_EQ(C.model("model"), &C.Models[0]);
  EXPECT_EQ(C.model("encoder_large"), &C.Models[2]);
  // torch before 2.13 may take the files of encoder_large.
  EXPECT_EQ(C.model("encoder"), nullptr);
  EXPECT_EQ(C.model("enc"), nullptr);
  EXPECT_EQ(C.model("none"), nullptr);
}

TEST(Contract, ReadsAWrapperByItself) {
  auto C = Files{{{"/w.txt", Wrapper}}}.read("/w.txt");
  ASSERT_TRUE(!!C);
  EXPECT_EQ(C->Form, Contract::Kind::WrapperSource);
  EXPECT_EQ(era(*C), "2.2-2.5");
  EXPECT_EQ(C->Models.front().Device, "cuda");
  ASSERT_EQ(C->Parts.size(), 1u);
  EXPECT_EQ(C->Parts.front().Size, Wrapper.size());
}

TEST(Contract, RefusesTheRestInOneSentence) {
  const Files Odd{{{"/text", "hello"},
                   {"/empty", ""},
                   {"/cut.pt2", "PK\3\4 cut"},
                   {"/elf", "\x7f"
                            "ELF"},
                   {"/elf64", std::string("\x7f"
                                          "ELF\2\1\1") +
                                  std::string(80, '\0')},
                   {"/dir/file", ""}}};
  EXPECT_EQ(Odd.error("/none"),
            "'/none' cannot be read: No such file or directory");
  EXPECT_EQ(Odd.error("/dir"), "'/dir' holds no AOTInductor model");
  const std::string Neither =
      " is neither a package, a compiled model's library nor "
      "the source of its wrapper";
  EXPECT_EQ(Odd.error("/text"), "'/text'" + Neither);
  EXPECT_EQ(Odd.error("/empty"), "'/empty'" + Neither);
  EXPECT_EQ(Odd.error("/cut.pt2"), "'/cut.pt2' is too short for a zip file");
  EXPECT_EQ(Odd.error("/elf"),
            "'/elf' is a library of a machine that torch is not built for");
  EXPECT_EQ(Odd.error("/elf64"),
            "'/elf64' is a library, but no AOTInductor model");
}
