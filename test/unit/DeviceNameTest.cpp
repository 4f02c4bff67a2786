// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/DeviceName.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

/// What is read, written out again; "none" for nothing.
std::string text(const std::optional<DeviceName> &Name) {
  if (!Name)
    return "none";
  return Name->Type.str() +
         (Name->Index ? ":" + std::to_string(*Name->Index) : "");
}

// As torch.device() of torch 2.13 answers.
TEST(DeviceName, OfTorch) {
  for (const char *Text : {"cpu", "cuda", "cuda:0", "cuda:127", "cpu:1",
                           "mps:0", "meta", "hpu", "privateuseone", "xla:1"})
    EXPECT_EQ(text(DeviceName::parse(Text)), Text);
  for (const char *Text :
       {"", "CUDA", " cuda", "cuda:1 ", "cuda:", "cuda:01", "cuda:00",
        "cuda:+1", "cuda:-1", "cuda:0x1", "cuda:a", "cuda:1:2",
        "cuda:2147483648", "cuda 0", ":0"})
    EXPECT_EQ(text(DeviceName::parse(Text)), "none") << Text;
}

// The regular expression of a model: (cpu|cuda|xpu|mps)(:([0-9]+))?
TEST(DeviceName, OfAModel) {
  for (const char *Text : {"cpu", "cuda", "cuda:0", "xpu:12", "mps", "cpu:1"})
    EXPECT_EQ(text(DeviceName::parseForModel(Text)), Text);
  EXPECT_EQ(text(DeviceName::parseForModel("cuda:01")), "cuda:1");
  for (const char *Text : {"", "gpu", "meta", "hip", "CUDA", "cuda:", "cuda:-1",
                           "cuda:+1", "cuda:x", "cuda:2147483648"})
    EXPECT_EQ(text(DeviceName::parseForModel(Text)), "none") << Text;
}

TEST(DeviceName, OfAotLoad) {
  const TorchVersion Newest = TorchVersion::newest();
  for (const char *Text : {"cpu", "cuda", "cuda:1", "cuda:01", "xpu:0", "mps"})
    EXPECT_TRUE(isDeviceOfAotLoad(Text, Newest)) << Text;
  for (const char *Text : {"cpu:0", "CPU", "gpu", "cuda:", "cuda:x", "meta"})
    EXPECT_FALSE(isDeviceOfAotLoad(Text, Newest)) << Text;
  EXPECT_FALSE(isDeviceOfAotLoad("xpu", {2, 5}));
  EXPECT_TRUE(isDeviceOfAotLoad("xpu", {2, 6}));
  EXPECT_FALSE(isDeviceOfAotLoad("mps:0", {2, 7}));
  EXPECT_TRUE(isDeviceOfAotLoad("mps:0", {2, 8}));
}

// As the tensors of torch 2.13 have them, in C++ and in Python.
TEST(DeviceName, MethodsOfTensors) {
  for (const Language Lang : {Language::Cxx, Language::Python}) {
    EXPECT_TRUE(hasTensorMethod("cpu", Lang));
    EXPECT_TRUE(hasTensorMethod("cuda", Lang));
    EXPECT_FALSE(hasTensorMethod("mps", Lang));
    EXPECT_FALSE(hasTensorMethod("to", Lang));
  }
  EXPECT_FALSE(hasTensorMethod("xpu", Language::Cxx));
  EXPECT_TRUE(hasTensorMethod("xpu", Language::Python));
}

} // namespace
} // namespace aoti_tidy
