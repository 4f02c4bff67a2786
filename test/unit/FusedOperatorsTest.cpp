// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/FusedOperators.h"
#include "gtest/gtest.h"

using aoti_tidy::fusedOperators;

namespace {

using Names = std::vector<llvm::StringRef>;

TEST(FusedOperators, AreSplitWhereOneEnds) {
  EXPECT_EQ(fusedOperators("cpp_fused_select_0"), Names({"select"}));
  EXPECT_EQ(fusedOperators("cpp_fused_mul_select_2"), Names({"mul", "select"}));
  EXPECT_EQ(fusedOperators("cpp_fused_add_arange_index_native_layer_norm_"
                           "select_sub_view_12"),
            Names({"add", "arange", "index", "native_layer_norm", "select",
                   "sub", "view"}));
  EXPECT_EQ(fusedOperators("cpp_fused__softmax_view_1"),
            Names({"_softmax", "view"}));
  EXPECT_EQ(fusedOperators("cpp_fused__to_copy__unsafe_view_add_1"),
            Names({"_to_copy", "_unsafe_view", "add"}));
  EXPECT_EQ(fusedOperators("cpp_fused_index_put_3"), Names({"index_put"}));
  // Those that write into their argument.
  EXPECT_EQ(fusedOperators("cpp_fused_index_put__mul_0"),
            Names({"index_put_", "mul"}));
  EXPECT_EQ(fusedOperators("cpp_fused_add__1"), Names({"add_"}));
  // A name that ends in a number is torch's own, the last number is Inductor's.
  EXPECT_EQ(fusedOperators("cpp_fused_avg_pool2d_relu_7"),
            Names({"avg_pool2d", "relu"}));
  EXPECT_EQ(fusedOperators("cpp_fused_avg_pool2d_0"), Names({"avg_pool2d"}));
}

TEST(FusedOperators, AreNotWhatIsNoSuchList) {
  for (const char *Name : {"", "cpp_fused_", "cpp_fused_0", "cpp_fused__0",
                           "triton_poi_fused_add_0", "my_kernel",
                           "cpp_fused_sub_add_0", // not sorted
                           "cpp_fused_add_add_0", "cpp_fused_of_my_Own_0"})
    EXPECT_EQ(fusedOperators(Name), Names()) << Name;
  // No way comes to the end, and there are many.
  std::string Long = "cpp_fused";
  for (int I = 0; I < 2000; ++I)
    Long += "_index_put";
  EXPECT_EQ(fusedOperators(Long + "_0"), Names());
  // Nor does the stack.
  EXPECT_EQ(fusedOperators("cpp_fused" + std::string(4000000, '_') + "0"),
            Names());
}

} // namespace
