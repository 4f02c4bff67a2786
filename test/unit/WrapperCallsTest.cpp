// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/WrapperModelText.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

TEST(WrapperCalls, KnowsWhatHasBeenChecked) {
  const std::string Call = "cpp_fused_mul_1((float*)(arg0_1.data_ptr()));\n";
  const auto When = [&](const std::string &Body) {
    const EmittedModel M =
        read(Symbol + "int64_t s0 = arg0_1_size[1];\n" + Body);
    std::string Result;
    for (const KernelCall &C : M.Calls)
      Result += list(C.When);
    for (const auto &N : M.NotModelled)
      Result += " not: " + N.Why;
    return Result;
  };
  EXPECT_EQ(When("if (!(s77 >= 3L)) { throw std::runtime_error(\"no\"); }\n" +
                 Call +
                 "if (!(s77 >= 3L)) { throw std::runtime_error(\"no\"); }\n"
                 "AOTI_TORCH_CHECK(s0 != 0, \"Integer modulo by zero\");\n" +
                 Call),
            "[3 <= s77][3 <= s77, !(s0 == 0)]");
  // What only happens on request, or when nothing is thrown, is no check.
  EXPECT_EQ(When("if (_check_aoti_runtime_check_inputs_env()) { if (s77 < 2) { "
                 "throw 1; } }\n"
                 "if (s77 < 5) { printf(\"few\"); }\n" +
                 Call),
            "[]");
  EXPECT_EQ(
      When("if (s77 < 5) {\n" + Call + "} else {\n" + Call + "}\n" + Call),
      "[s77 < 5][!(s77 < 5)][]");
  EXPECT_EQ(When("if (!(s77 >= f(3L))) { throw 1; }\n" + Call),
            "[] not: a check that is not understood");
  EXPECT_EQ(When("if (f()) {\n" + Call + "}\nwhile (1) {\n" + Call + "}\n"),
            "[][]");
  const EmittedModel Unfollowed =
      read("if (f()) {\n" + Call + "}\nwhile (1) {\n" + Call + "}\n");
  ASSERT_EQ(Unfollowed.Calls.size(), 2u);
  EXPECT_EQ(Unfollowed.Calls[0].NotFollowed,
            "the wrapper calls the kernel under a condition that is not "
            "understood");
  EXPECT_EQ(Unfollowed.Calls[1].NotFollowed,
            "the wrapper calls the kernel in a loop");
  EXPECT_TRUE(Unfollowed.Calls[1].Arguments.empty());
}

TEST(WrapperCalls, BranchesOfCond) {
  // A predicate is an item; "if (u0)" says that it is not 0.
  const std::string Call = "cpp_fused_add_0((const float*)(arg0_1.data_ptr()), "
                           "(float*)(arg1_1.data_ptr()), 8L);\n";
  const EmittedModel M =
      read("bool buf1_scalar;\n"
           "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(arg1_1, "
           "&buf1_scalar));\n"
           "if (buf1_scalar) {\n" +
           Call + "} else {\n" + Call + "}\n" + Call);
  ASSERT_EQ(M.Calls.size(), 3u);
  for (const IndexExpr &Condition : M.Calls[0].When)
    EXPECT_TRUE(Condition.isCondition()) << Condition.str();
  EXPECT_EQ(list(M.Calls[0].Branches), "[!(buf1_scalar == 0)]");
  EXPECT_EQ(list(M.Calls[1].Branches), "[buf1_scalar == 0]");
  EXPECT_EQ(list(M.Calls[2].Branches), "[]");
}

TEST(WrapperCalls, BranchesOfSwitch) {
  const std::string Call = "cpp_fused_add_0((const float*)(arg0_1.data_ptr()), "
                           "(float*)(arg1_1.data_ptr()), 8L);\n";
  const auto Branches = [&](const std::string &Second) {
    const EmittedModel M =
        read("int64_t buf1_scalar;\n"
             "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg1_1, "
             "&buf1_scalar));\n"
             "if (buf1_scalar == 0) {\n" +
             Call + "} else if (" + Second + ") {\n" + Call + "} else {\n" +
             Call + "}\n" + Call);
    std::string Result;
    for (const KernelCall &C : M.Calls)
      Result += (C.NotFollowed.empty() ? list(C.Branches) : "?") + "\n";
    return Result;
  };
  EXPECT_EQ(Branches("buf1_scalar == 1"),
            "[buf1_scalar == 0]\n"
            "[!(buf1_scalar == 0) && buf1_scalar == 1]\n"
            "[!(buf1_scalar == 0 || !(buf1_scalar == 0) && buf1_scalar == 1)]"
            "\n[]\n");
  // Nor is it known when the last one runs.
  EXPECT_EQ(Branches("f()"), "[buf1_scalar == 0]\n?\n?\n[]\n");
}

TEST(WrapperCalls, RecordsOfTheProfiler) {
  // cpp.enable_kernel_profile, as torch 2.15 has it.
  const EmittedModel M =
      read("{\nC10IValueHandle tmp_input_0 = nullptr;\n"
           "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_tensor_to_ivalue(arg0_1, "
           "&tmp_input_0));\n"
           "RAIIC10IValueHandle RAII_tmp_input_0(tmp_input_0);\n"
           "std::vector<C10IValueHandle> inputs_({tmp_input_0});\n"
           "RAIIAtenRecordFunctionHandle record_(\"op\", nullptr, inputs_);\n"
           "}\n");
  EXPECT_TRUE(M.NotModelled.empty());
}

TEST(WrapperCalls, GivesUpOnMoreChecksThanTorchEmits) {
  std::string Body = Symbol;
  for (int I = 0; I < 1000; ++I)
    Body += "AOTI_TORCH_CHECK(s77 != " + std::to_string(I) + ", \"\");\n";
  for (int I = 0; I < 4001; ++I)
    Body += "cpp_fused_mul_1((float*)(arg0_1.data_ptr()));\n";
  const EmittedModel M = read(Body);
  EXPECT_EQ(M.Calls.size(), 4000U);
  ASSERT_EQ(M.NotModelled.size(), 1U);
  EXPECT_EQ(M.NotModelled[0].Why,
            "a kernel after more checks than are followed");
}

TEST(WrapperCalls, ForgetsWhatOneBranchDecides) {
  EXPECT_EQ(model(allocation("buf0", "4L, 2L", "2L, 1L") +
                  allocation("buf1", "8L, 2L", "2L, 1L") +
                  "if (flag) {\nbuf0 = std::move(buf1);\n}\n"
                  "cpp_fused_mul_1((float*)(buf0.data_ptr()));\n"),
            "buf0 float32 [4, 2] [2, 1] = 8\n"
            "buf1 float32 [8, 2] [2, 1] = 16\n"
            "buf0 float32 [8, 2] [2, 1] = 16 of buf1\n"
            "buf0 float32 [] [] = ?\n"
            "cpp_fused_mul_1(buf0)\n");
}

TEST(WrapperCalls, ReadsCallsOfTriton) {
  EXPECT_EQ(
      model(
          Symbol +
          "if ((reinterpret_cast<std::uintptr_t>(arg0_1.data_ptr()) & (16 -1)) "
          "!= 0) {\n"
          "    AOTI_TORCH_WARN(\"Input 0 was compiled as 16-bytes aligned\");\n"
          "    AtenTensorHandle arg0_1_aligned;\n"
          "    aoti_torch_clone_preserve_strides(arg0_1, &arg0_1_aligned);\n"
          "    arg0_1 = std::move(RAIIAtenTensorHandle(arg0_1_aligned));\n"
          "}\n"
          "// Topologically Sorted Source Nodes: [index, add], Original ATen: "
          "[aten.index, aten.add]\n"
          "int64_t triton_poi_fused_add_0_xnumel = 8L*s77;\n"
          "call_triton_poi_fused_add_0(arg0_1, s77, "
          "triton_poi_fused_add_0_xnumel, this->device_idx_, stream, kernels, "
          "this->cubin_dir_);\n"
          "triton_poi_fused_add_0_xnumel = 4L*s77;\n"
          "call_triton_poi_fused_add_0(arg0_1, s77, "
          "triton_poi_fused_add_0_xnumel, this->device_idx_, stream, kernels, "
          "this->cubin_dir_);\n"),
      "s77 = input 0[0]\n"
      "triton_poi_fused_add_0_xnumel = 8*s77\n"
      "triton_poi_fused_add_0_xnumel.2 = 4*s77\n"
      "triton_poi_fused_add_0(arg0_1, s77, triton_poi_fused_add_0_xnumel) for "
      "[index, add]\n"
      "triton_poi_fused_add_0(arg0_1, s77, triton_poi_fused_add_0_xnumel.2)\n"
      "drops aoti_torch_clone_preserve_strides\n");
}

TEST(WrapperCalls, FindsDroppedErrors) {
  EXPECT_EQ(
      model("aoti_torch_cpu_scatter_reduce_two_out(arg0_1, arg0_1,0,arg1_1,"
            "arg0_1, \"sum\",1);\n"
            "aoti_torch_index_put_out(arg0_1, arg0_1, std::array<"
            "AtenTensorHandle, 1>{arg1_1}.cbegin(), 1, arg0_1, 0);\n"
            "aoti_torch_clone(arg0_1, &output_handles[0]);\n"
            // Checked; without an error to return; of another kind.
            "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(arg0_1, "
            "arg0_1, arg1_1));\n"
            "aoti_torch_print_tensor_handle(arg0_1, \"x\");\n"
            "int32_t t = aoti_torch_dtype_float32();\n"
            "arg0_1.reset();\n"),
      "drops aoti_torch_cpu_scatter_reduce_two_out\n"
      "drops aoti_torch_index_put_out\n"
      "drops aoti_torch_clone\n");
}
