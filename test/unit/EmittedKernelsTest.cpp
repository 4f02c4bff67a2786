// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelText.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

/// What torch 2.13 made of models of test/Inputs/emitted, where the tests run.
struct EmittedFile {
  const char *Name;
  unsigned Kernels, Accesses, Asserts, NotModelled;
  friend void PrintTo(const EmittedFile &F, std::ostream *OS) { *OS << F.Name; }
};

class EmittedFiles : public testing::TestWithParam<EmittedFile> {};

TEST_P(EmittedFiles, AreUnderstood) {
  const auto Text = llvm::MemoryBuffer::getFile(
      fmt::format("Inputs/emitted/{}.kernel.cpp", GetParam().Name));
  ASSERT_TRUE(Text) << "run from test/";
  const std::vector<Kernel> Kernels = read((*Text)->getBuffer());
  EXPECT_EQ(Kernels.size(), GetParam().Kernels);
  unsigned Accesses = 0, Asserts = 0, NotModelled = 0;
  for (const Kernel &K : Kernels) {
    Accesses += K.Accesses.size();
    Asserts += K.Asserts.size();
    NotModelled += K.NotModelled.size();
  }
  EXPECT_EQ(Accesses, GetParam().Accesses);
  EXPECT_EQ(Asserts, GetParam().Asserts);
  EXPECT_EQ(NotModelled, GetParam().NotModelled);
}

INSTANTIATE_TEST_SUITE_P(
    EmittedKernels, EmittedFiles,
    testing::Values(EmittedFile{"adv-index-2d", 1, 8, 4, 0},
                    EmittedFile{"adv-index-parallel", 1, 3, 1, 0},
                    // The blocks of a matrix product are what a helper makes of
                    // the sizes and the caches.
                    EmittedFile{"dyn-batch-mlp-max-autotune-cpp", 2, 1, 0, 17},
                    EmittedFile{"grid-sample", 1, 7, 8, 0},
                    EmittedFile{"index-add-dyn", 1, 5, 1, 0},
                    EmittedFile{"index-uint8-dyn", 1, 6, 2, 0},
                    EmittedFile{"neg-pad", 1, 4, 0, 0},
                    EmittedFile{"rope-attention", 2, 22, 1, 0},
                    EmittedFile{"transpose-tile", 1, 4, 0, 0}),
    [](const auto &Info) {
      std::string Name = Info.param.Name;
      std::erase(Name, '-');
      return Name;
    });

TEST(EmittedKernels, TailsOfAGather) {
  // The last lanes of a vector: the assert is about those that are used.
  const auto Text =
      llvm::MemoryBuffer::getFile("Inputs/emitted/adv-index-2d.kernel.cpp");
  ASSERT_TRUE(Text) << "run from test/";
  const std::vector<Kernel> Kernels = read((*Text)->getBuffer());
  ASSERT_EQ(Kernels.size(), 1u);
  ASSERT_EQ(Kernels[0].Accesses.size(), 8u);
  EXPECT_EQ(shown(Kernels[0], Kernels[0].Accesses[6]),
            "read in_ptr2[(tmp12#2 < 0 ? tmp12#2 + ks2 : tmp12#2) + "
            "ks2*(tmp0#2 < 0 ? tmp0#2 + ks1 : tmp0#2)] if 0 <= x0; x0 < ks0; "
            "floor_mod(x0, 8) == 0; 8*floor_div(ks0, 8) <= x0 && x0 < ks0; "
            "!(lane < ks0 - 8*floor_div(ks0, 8)) || 0 <= (tmp0#2 < 0 ? "
            "tmp0#2 + ks1 : tmp0#2) && (tmp0#2 < 0 ? tmp0#2 + ks1 : tmp0#2) < "
            "ks1; !(lane < ks0 - 8*floor_div(ks0, 8)) || 0 <= (tmp12#2 < 0 ? "
            "tmp12#2 + ks2 : tmp12#2) && (tmp12#2 < 0 ? tmp12#2 + ks2 : "
            "tmp12#2) < ks2; 0 <= lane; lane < ks0 - 8*floor_div(ks0, 8)");
}

} // namespace
} // namespace aoti_tidy
