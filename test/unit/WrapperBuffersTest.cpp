// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/WrapperModelText.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

TEST(WrapperBuffers, ViewsOfNegativeSizesThrow) {
  // Unless there are no elements anyway.
  const std::string Views =
      Symbol + "int64_t s27 = arg0_1_size[1];\n" +
      allocation("buf0", "s77, s27", "s27, 1L") +
      "const int64_t int_array_0[] = {s77, (-1L) + s27};\n"
      "const int64_t int_array_1[] = {s27, 1L};\n";
  const std::string Call = "cpp_fused_mul_1((float*)(buf0.data_ptr()));\n";
  EXPECT_EQ(conditions(Views + Call), "[]");
  EXPECT_EQ(conditions(Views +
                       "auto buf1 = wrap_with_raii_handle_if_needed("
                       "reinterpret_tensor_wrapper(buf0, 2, int_array_0, "
                       "int_array_1, 0L));\n" +
                       Call),
            "[s77 == 0 || 0 <= -1 + s27]");
  EXPECT_EQ(conditions(Views +
                       "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_as_strided("
                       "buf0, int_array_0, int_array_1, &buf1_handle));\n" +
                       Call),
            "[s77 == 0 || 0 <= -1 + s27]");
  // One of a bare array is not looked at.
  EXPECT_EQ(conditions("auto arg2_1 = std::get<2>(inputs);\n" + Views +
                       "auto buf1 = reinterpret_tensor_wrapper(arg2_1, 2, "
                       "int_array_0, int_array_1, 0L);\n" +
                       Call),
            "[]");
  // As it is given to the kernel; sizes that another tensor has.
  EXPECT_EQ(
      conditions(Views +
                 "cpp_fused_mul_1((float*)(reinterpret_tensor_wrapper("
                 "buf0, 2, int_array_1, int_array_1, 0L).data_ptr()));\n"),
      "[]");
}

TEST(WrapperBuffers, ReadsBuffers) {
  EXPECT_EQ(model(Symbol + "[[maybe_unused]] auto& w = constants_->at(0);\n" +
                  allocation("buf0", "s77, 8L", "8L, 1L") +
                  "const int64_t int_array_2[] = {s77, };\n"
                  "static constexpr int64_t int_array_3[] = {8L, };\n"
                  "auto buf1 = wrap_with_raii_handle_if_needed("
                  "reinterpret_tensor_wrapper(buf0, 1, int_array_2, "
                  "int_array_3, 4L));\n"
                  "auto* var_0 = get_data_ptr_wrapper(buf1);\n"
                  "cpp_fused_add_0((const float*)(var_0), "
                  "(float*)(buf0.data_ptr() + s77), "
                  "2L*s77);\n"),
            "s77 = input 0[0]\n"
            "w float32 [10, 16] [16, 1] = 160, constant\n"
            "buf0 float32 [s77, 8] [8, 1] = 8*s77\n"
            "buf1 float32 [s77] [8] = -4 + 8*s77 after 4 of buf0\n"
            "buf0 float32 [] [] = 7*s77 after s77 of buf0\n"
            "cpp_fused_add_0(buf1, buf0, 2*s77)\n");
}

TEST(WrapperBuffers, GivesUpOnLongChainsOfViews) {
  std::string Chain = allocation("v0", "9L, 9L", "9L, 1L");
  for (unsigned View = 1; View <= 50; ++View)
    Chain += "auto v" + std::to_string(View) +
             " = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(v" +
             std::to_string(View - 1) + ", 1, a, b, 1L));\n";
  const EmittedModel M = read(Chain);
  EXPECT_EQ(text(M.Buffers[2 + 30], M),
            "v30 float32 [] [] = 51 after 30 of v29");
  EXPECT_EQ(text(M.Buffers.back(), M), "v50 float32 [] [] = ? of v49");
}

TEST(WrapperBuffers, FollowsMemoryThatIsUsedAgain) {
  std::string Chain = allocation("v0", "9L, 9L", "9L, 1L");
  for (unsigned View = 1; View <= 200; ++View)
    Chain += "auto v" + std::to_string(View) + " = std::move(v" +
             std::to_string(View - 1) + ");  // reuse\n";
  const EmittedModel M = read(Chain);
  EXPECT_EQ(text(M.Buffers.back(), M),
            "v200 float32 [9, 9] [9, 1] = 81 of v199");
}

TEST(WrapperBuffers, KnowsThatAllocationsThrow) {
  EXPECT_EQ(model(Symbol + allocation("buf0", "s77, s77 - 2L", "s77 - 2L, 1L") +
                  "cpp_fused_mul_1((float*)(buf0.data_ptr()));\n"),
            "s77 = input 0[0]\n"
            "buf0 float32 [s77, -2 + s77] [-2 + s77, 1] = s77*(-2 + s77)\n"
            "cpp_fused_mul_1(buf0) when [0 <= -2 + s77]\n");
}

TEST(WrapperBuffers, FollowsOtherWaysToAllocate) {
  // Larger than it is.
  EXPECT_EQ(
      model("static constexpr int64_t a[] = {8L};\n"
            "static constexpr int64_t b[] = {6L};\n"
            "static constexpr int64_t c[] = {1L};\n"
            "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, a, c, "
            "cached_torch_dtype_int32, cpu, 0, &buf0_handle));\n"
            "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_as_strided(buf0_handle, "
            "b, c, &buf0_handle_restrided));\n"
            "wrap_with_raii_handle_if_needed(buf0_handle);\n"
            "RAIIAtenTensorHandle buf0(buf0_handle_restrided);\n"),
      "buf0_handle int32 [8] [1] = 8\n"
      "buf0 int32 [6] [1] = 8 of buf0_handle\n");
  // In a pool; on the stack.
  EXPECT_EQ(
      model("static constexpr int64_t a[] = {8L};\n"
            "static constexpr int64_t b[] = {1L};\n"
            "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool1, "
            "64L, cached_torch_dtype_float64, 1, a, b, &tmp_0));\n"
            "auto buf0 = RAIIAtenTensorHandle(tmp_0);\n"
            "float buf1_storage[8];\n"
            "ArrayRefTensor<float> buf1(buf1_storage, a, b, cpu, 0);\n"),
      "buf0 float64 [8] [1] = 8\n"
      "buf1 float32 [8] [1] = 8\n");
  // Seen as another type.
  EXPECT_EQ(model(allocation("buf0", "4L, 5L", "5L, 1L") +
                  "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_view_dtype(buf0, "
                  "cached_torch_dtype_int16, &tmp_0));\n"
                  "cpp_fused_mul_1((int16_t*)(RAIIAtenTensorHandle(tmp_0)"
                  ".data_ptr()));\n"),
            "buf0 float32 [4, 5] [5, 1] = 20\n"
            "tmp_0 int16 [] [] = 40 of buf0\n"
            "cpp_fused_mul_1(tmp_0)\n");
}

TEST(WrapperBuffers, TakesInputsAsAsserted) {
  const auto Input = [](const std::string &Body, unsigned Index) {
    const EmittedModel M = read(Symbol + Body);
    return text(M.Buffers[Index], M);
  };
  const std::string Gate = "if (_check_aoti_runtime_check_inputs_env()) { ";
  EXPECT_EQ(
      Input(Gate + "assert_size_stride(arg0_1, {s77, 4L}, {8L, 1L}, "
                   "\"input\"); }\n",
            0),
      "arg0_1 ? [s77, 4] [8, 1] = s77 == 0 ? 0 : 4 + 8*(-1 + s77), input 0");
  EXPECT_EQ(
      Input(Gate + "assert_size_stride(arg1_1, {}, {}, \"input\"); }\n", 1),
      "arg1_1 ? [] [] = 1, input 1");
  EXPECT_EQ(Input("assert_numel(arg1_1, 8*s77);\n", 1),
            "arg1_1 ? [] [] = 8*s77, input 1");
  // With a size that nobody knows, and without any.
  EXPECT_EQ(
      Input("assert_size_stride(arg1_1, {s99, 4L}, {4L, 1L}, \"input\");\n", 1),
      "arg1_1 ? [] [] = ?, input 1");
  EXPECT_EQ(Input("", 1), "arg1_1 ? [] [] = ?, input 1");
}

TEST(WrapperBuffers, KnowsLeastExtentsWithoutAllStrides) {
  // As torch 2.5 to 2.12 check inputs, of which they assert nothing.
  const auto Rejects = [](const std::string &Condition) {
    return "    if (" + Condition +
           ") { throw std::runtime_error(ss.str()); }\n";
  };
  const auto Input = [&](std::initializer_list<const char *> Strides) {
    std::string Check =
        "static void check_input_0(AtenTensorHandle* input_handles) {\n"
        "    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);\n"
        "    auto arg0_1_size = arg0_1.sizes();\n" +
        Rejects("arg0_1_size[0] < 2") + Rejects("arg0_1_size[1] < 2") +
        Rejects("3 != arg0_1_size[2]") +
        "    auto arg0_1_stride = arg0_1.strides();\n";
    for (const char *Stride : Strides)
      Check += Rejects(Stride);
    std::string Text = wrapper("auto arg0_1_size = arg0_1.sizes();\n"
                               "int64_t s77 = arg0_1_size[0];\n"
                               "int64_t s17 = arg0_1_size[1];\n");
    Text.insert(Text.find("void AOTInductorModel::run_impl"), Check + "}\n");
    const auto M = readWrapperModel(Text, "w.cpp");
    return M ? text(M->Buffers[0], *M) : "no wrapper";
  };
  const std::string WithGaps =
      "arg0_1 ? [s77, s17, 3] [] = 3*s77*s17 == 0 ? 0 : "
      "3*s77*s17 + abs(arg0_1_gaps), input 0";
  EXPECT_EQ(Input({"3 != arg0_1_stride[1]", "1 != arg0_1_stride[2]"}),
            WithGaps);
  EXPECT_EQ(Input({"5 != arg0_1_stride[1]", "1 != arg0_1_stride[2]"}),
            WithGaps);
  // All of them, or some that may overlap.
  EXPECT_EQ(Input({"128 != arg0_1_stride[0]", "3 != arg0_1_stride[1]",
                   "1 != arg0_1_stride[2]"}),
            "arg0_1 ? [s77, s17, 3] [128, 3, 1] = s77 == 0 || s17 == 0 ? 0 : "
            "3 + 128*(-1 + s77) + 3*(-1 + s17), input 0");
  const std::string Unknown = "arg0_1 ? [] [] = ?, input 0";
  EXPECT_EQ(Input({"2 != arg0_1_stride[1]", "1 != arg0_1_stride[2]"}), Unknown);
  EXPECT_EQ(Input({"0 != arg0_1_stride[1]", "1 != arg0_1_stride[2]"}), Unknown);
}
