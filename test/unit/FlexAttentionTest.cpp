// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel for the CPU that torch 2.13 makes of flex_attention(), cut to what
// its keys are read by.
#include "KernelText.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

std::string keysRead(std::string Text, llvm::StringRef From = "",
                     llvm::StringRef To = "") {
  if (!From.empty())
    Text.replace(Text.find(From), From.size(), To);
  const std::vector<Kernel> Kernels = read(Text);
  std::string Shown;
  for (const Access &A : Kernels.front().Accesses)
    Shown += shown(Kernels.front(), A) + "\n";
  return Shown;
}

const std::string Attention = R"(
#include <torch/csrc/inductor/cpp_prefix.h>
template <int64_t BLOCK_M, int64_t BLOCK_N, bool accum, bool prefetch=false>
inline void cpp_fused_0_kernel_micro_gemm_transpose_b_ntail_transpose_b_kernel(
    const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C,
    int64_t N, int64_t K, int64_t lda, int64_t ldb, int64_t ldc) {
    using Vectorized = at::vec::Vectorized<float>;
    if (K % Vectorized::size() == 0 && N % Vectorized::size() == 0 && 24 * BLOCK_M > K) {
    }
}
extern "C"
void cpp_fused_0(const float* query, const float* key, float* output, const int64_t ks0, const int64_t ks1)
{
  int64_t kvBlockSize = 1073741824;
  int64_t qSize = static_cast<int64_t>(3L);
  int64_t headSize = static_cast<int64_t>(16L);
  int64_t batchSize_k = static_cast<int64_t>(ks1);
  int64_t num_head_k = static_cast<int64_t>(1L);
  int64_t kvSize = static_cast<int64_t>(ks0);
  int64_t kStrideB = static_cast<int64_t>(16L*ks0);
  int64_t kStrideN = static_cast<int64_t>(16L);
  int64_t kStrideH = static_cast<int64_t>(16L*ks0);
}
// Compile cmd
// g++ kernel.cpp -D CPU_CAPABILITY_AVX2 -mavx2
)";

TEST(FlexAttention, KeysOfTheLastBlockFillWholeVectors) {
  EXPECT_EQ(keysRead(Attention),
            "read key[16*(-1 + ks1)*ks0 + 16*(ks0 - floor_mod(ks0, 16))] x 256 "
            "if 1 <= ks1; true; true; 0 < floor_mod(ks0, 16); "
            "floor_mod(floor_mod(ks0, 16), 8) == 0\n");
}

// A mask decides which blocks are read; larger heads, other vectors and other
// code read no more keys than there are.
TEST(FlexAttention, KeysThatAreThere) {
  EXPECT_EQ(keysRead(Attention, "1073741824", "128"), "");
  EXPECT_EQ(keysRead(Attention, "headSize = static_cast<int64_t>(16L)",
                     "headSize = static_cast<int64_t>(64L)"),
            "");
  EXPECT_EQ(keysRead(Attention, "headSize = static_cast<int64_t>(16L)",
                     "headSize = static_cast<int64_t>(12L)"),
            "");
  EXPECT_EQ(keysRead(Attention, "AVX2", "AVX512"), "");
  EXPECT_EQ(keysRead(Attention, " && N % Vectorized::size() == 0", ""), "");
  EXPECT_EQ(keysRead(Attention, "const float* key", "const at::Half* key"), "");
}

} // namespace
} // namespace aoti_tidy
