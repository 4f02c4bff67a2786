// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/HostCpu.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

std::string missing(llvm::StringRef Isa,
                    std::initializer_list<llvm::StringRef> Has) {
  llvm::StringMap<bool> Features;
  for (const llvm::StringRef F : Has)
    Features[F] = true;
  const auto Found = missingOfIsa(Isa, Features);
  if (!Found)
    return "not known";
  std::string Text;
  for (const std::string &Word : *Found)
    Text += (Text.empty() ? "" : " ") + Word;
  return Text;
}

TEST(HostCpu, SaysWhatOfAnInstructionSetIsMissing) {
  EXPECT_EQ(missing("AVX2", {"avx2", "fma", "f16c"}), "");
  EXPECT_EQ(missing("AVX2", {"avx2", "f16c"}), "AVX2");
  const std::initializer_list<llvm::StringRef> Server = {
      "avx512f", "avx512dq", "avx512vl", "avx512bw", "fma", "avx512vnni"};
  EXPECT_EQ(missing("AVX512 AVX512_VNNI", Server), "");
  EXPECT_EQ(missing("AVX512 AVX512_VNNI AMX_TILE", Server), "AMX_TILE");
  EXPECT_EQ(missing("AVX512 AVX512_VNNI", {"avx2", "fma"}),
            "AVX512 AVX512_VNNI");
  EXPECT_EQ(missing("ASIMD", {"neon"}), "");
}

TEST(HostCpu, KnowsTheLevelsOfCompilers) {
  const auto V3 = cpuNamed("x86-64-v3"), V4 = cpuNamed("x86-64-v4"),
             V2 = cpuNamed("x86-64-v2"), Arm = cpuNamed("aarch64");
  ASSERT_TRUE(V2 && V3 && V4 && Arm);
  EXPECT_EQ(V3->Machine, "x86_64");
  EXPECT_TRUE(missingOfIsa("AVX2", V3->Features)->empty());
  EXPECT_TRUE(missingOfIsa("AVX512", V4->Features)->empty());
  EXPECT_FALSE(missingOfIsa("AVX512", V3->Features)->empty());
  EXPECT_FALSE(missingOfIsa("AVX2", V2->Features)->empty());
  EXPECT_EQ(Arm->Machine, "aarch64");
  EXPECT_TRUE(missingOfIsa("ASIMD", Arm->Features)->empty());
  EXPECT_FALSE(cpuNamed("pentium-99"));
}

TEST(HostCpu, KnowsWhichGpusRunWhichKernels) {
  EXPECT_TRUE(runsOnGpu("80", "80"));
  EXPECT_TRUE(runsOnGpu("80", "86"));
  EXPECT_TRUE(runsOnGpu("100", "103"));
  EXPECT_FALSE(runsOnGpu("86", "80"));
  EXPECT_FALSE(runsOnGpu("80", "90"));
  EXPECT_FALSE(runsOnGpu("90a", "90"));
  EXPECT_FALSE(runsOnGpu("", "90"));
}

TEST(HostCpu, IsSilentAboutWhatItDoesNotKnow) {
  EXPECT_EQ(missing("AVX10", {"avx2"}), "not known");
  EXPECT_EQ(isaHere("vax", "AVX2"), "");
  EXPECT_EQ(isaHere("x86_64", ""), "");
}

} // namespace
