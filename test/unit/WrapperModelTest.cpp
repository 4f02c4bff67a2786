// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/WrapperModel.h"
#include "test/unit/WrapperModelText.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

/// A wrapper for a float32 and an int64 input whose run_impl() begins in line
/// FirstLine and is \p Body.
constexpr int FirstLine = 21;
std::string wrapper(const std::string &Body, const std::string &Run = "") {
  return R"(#include <torch/csrc/inductor/aoti_include/cpu.h>
extern "C"  void  cpp_fused_add_0(const float* in_ptr0, float* out_ptr0, const int64_t ks0);
extern "C"  void  cpp_fused_mul_1(float* in_out_ptr0);
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
    CUfunction triton_poi_fused_add_0{nullptr};
};
AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> m)
    : AOTInductorModelBase(2, 1, 1, device_str) {
    inputs_info_[0].name = "arg0_1";
    inputs_info_[1].name = "arg1_1";
    constants_info_[0].name = "w";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].data_size = 640;
    constants_info_[0].shape = {10, 16};
    constants_info_[0].stride = {16, 1};
    outputs_info_[0].name = "output0";
}
void AOTInductorModel::run_impl()" +
         (Run.empty() ? "AtenTensorHandle* input_handles" : Run) + R"() {
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
)" + Body +
         "}\n}\n";
}

/// Of a float32 buffer.
std::string allocation(const std::string &Name, const std::string &Sizes,
                       const std::string &Strides) {
  const std::string Arrays = "int_array_" + Name;
  return "const int64_t " + Arrays + "_0[] = {" + Sizes + "};\n" +
         "static constexpr int64_t " + Arrays + "_1[] = {" + Strides + "};\n" +
         "AtenTensorHandle " + Name + "_handle;\n" +
         "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, " + Arrays +
         "_0, " + Arrays + "_1, cached_torch_dtype_float32, " +
         "cached_torch_device_type_cpu, this->device_idx_, &" + Name +
         "_handle));\nRAIIAtenTensorHandle " + Name + "(" + Name +
         "_handle);\n";
}

const std::string Symbol = "auto arg0_1_size = arg0_1.sizes();\n"
                           "int64_t s77 = arg0_1_size[0];\n";

/// Throws the items of \p M away that are the same for all.
std::string text(const EmittedModel &M) {
  std::string Result;
  for (const SizeSymbol &S : M.Symbols)
    Result += text(S) + "\n";
  for (const Buffer &B : llvm::drop_begin(M.Buffers, 2))
    Result += text(B, M) + "\n";
  for (const KernelCall &C : M.Calls)
    Result += text(C, M) + "\n";
  for (const DroppedError &D : M.DroppedErrors)
    Result += "drops " + D.Function + "\n";
  for (const auto &N : M.NotModelled)
    Result += "not: " + N.Why + "\n";
  return Result;
}

EmittedModel read(const std::string &Body) {
  return *readWrapperModel(wrapper(Body), "model.wrapper.cpp");
}
std::string model(const std::string &Body) { return text(read(Body)); }

/// What has held before the first call.
std::string conditions(const std::string &Body) {
  return list(read(Body).Calls.front().When);
}

} // namespace

TEST(WrapperModel, ReadsSymbols) {
  EXPECT_EQ(model(Symbol + "int64_t s95 = s77;\n"
                           "int64_t ps0 = 8L*s95;\n"
                           "int64_t arg0_1_size_1 = arg0_1_size[1];\n"
                           "int64_t s6 = (1.0/4.0)*arg0_1_size_1;\n"),
            "s77 = input 0[0]\n"
            "s95 = s77\n"
            "ps0 = 8*s77\n"
            "arg0_1_size_1 = input 0[1]\n"
            "s6 = arg0_1_size_1 / 4\n");
  EXPECT_EQ(model("auto arg0_1_size = arg0_1.sizes();\n"
                  "auto arg0_1_stride = arg0_1.strides();\n"
                  "auto s0 = arg0_1_size[0];\n"
                  "int64_t s1 = arg0_1_stride[0];\n"),
            "s0 = input 0[0]\ns1 = ?\n");
}

TEST(WrapperModel, FollowsItems) {
  const EmittedModel M =
      read(Symbol + "int64_t u0_raw;\n"
                    "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(arg1_1, "
                    "&u0_raw));\n"
                    "auto u0 = u0_raw;\n"
                    "auto u1_index = u0 < 0 ? u0 + s77: u0;\n"
                    "auto u1_index_clamped = u1_index;\n"
                    "auto u1 = 0L + 4L * u1_index_clamped;\n");
  EXPECT_EQ(text(M), "s77 = input 0[0]\n"
                     "u0 = item of arg1_1\n"
                     "u1_index = u0 < 0 ? u0 + s77 : u0\n"
                     "u1_index_clamped = u1_index\n"
                     "u1 = 4*u1_index\n");
  const auto U1 = SourceTerms(M.Symbols).of(*M.Symbols.back().Value);
  EXPECT_EQ(U1.str(), "4*(u0 < 0 ? u0 + s77 : u0)");
  U1.forEachVariable([](const Variable &V) {
    EXPECT_EQ(V.Kind,
              V.Name == "u0" ? VariableKind::Item : VariableKind::Symbol);
  });
}

TEST(WrapperModel, FollowsItemsOfOtherTypes) {
  // Of a view; of a type that says what it can be; a number that is no size.
  EXPECT_EQ(
      model("static constexpr int64_t *int_array_0=nullptr;\n"
            "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool("
            "wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper("
            "arg1_1, 0, int_array_0, int_array_0, 1L)), &u0_raw));\n"
            "int64_t u0 = u0_raw ? 1 : 0;\n"
            "float zuf0_raw;\n"
            "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_float32(arg0_1, "
            "&zuf0_raw));\n"
            "auto zuf0 = zuf0_raw;\n"
            "cpp_fused_mul_1((float*)(arg0_1.data_ptr()), u0, zuf0, -1.5);\n"),
      "u0_raw = item of arg1_1\n"
      "u0 = !(u0_raw == 0) ? 1 : 0\n"
      "arg1_1 ? [] [] = ? after 1 of arg1_1, input 1\n"
      "cpp_fused_mul_1(arg0_1, u0, ?, ?) when [0 <= u0_raw, u0_raw <= 1]\n");
}

TEST(WrapperModel, ViewsOfNegativeSizesThrow) {
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

TEST(WrapperModel, KnowsSizesOfResults) {
  EXPECT_EQ(model("AtenTensorHandle buf2_handle;\n"
                  "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_nonzero(arg0_1, "
                  "&buf2_handle));\n"
                  "RAIIAtenTensorHandle buf2(buf2_handle);\n"
                  "auto u0 = buf2.size(0);\n"
                  "if (_check_aoti_runtime_check_inputs_env()) { "
                  "assert_size_stride(buf2, {u0, 1L}, {1L, u0}, "
                  "\"torch.ops.aten.nonzero.default\"); }\n"
                  "auto buf3 = std::move(buf2);  // reuse\n"
                  "auto u1 = buf3.size(1);\n"),
            "u0 = buf2[0]\n"
            "u1 = 1\n"
            "buf2 ? [u0, 1] [1, u0] = u0\n"
            "buf3 ? [u0, 1] [1, u0] = u0 of buf2\n");
  EXPECT_EQ(
      model("AtenTensorHandle buf2_handle;\n"
            "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_x(&buf2_handle));\n"
            "RAIIAtenTensorHandle buf2(buf2_handle);\n"),
      "buf2 ? [] [] = ?\n");
}

TEST(WrapperModel, ReadsBuffers) {
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

TEST(WrapperModel, GivesUpOnLongChainsOfViews) {
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

TEST(WrapperModel, FollowsMemoryThatIsUsedAgain) {
  std::string Chain = allocation("v0", "9L, 9L", "9L, 1L");
  for (unsigned View = 1; View <= 200; ++View)
    Chain += "auto v" + std::to_string(View) + " = std::move(v" +
             std::to_string(View - 1) + ");  // reuse\n";
  const EmittedModel M = read(Chain);
  EXPECT_EQ(text(M.Buffers.back(), M),
            "v200 float32 [9, 9] [9, 1] = 81 of v199");
}

TEST(WrapperModel, KnowsThatAllocationsThrow) {
  EXPECT_EQ(model(Symbol + allocation("buf0", "s77, s77 - 2L", "s77 - 2L, 1L") +
                  "cpp_fused_mul_1((float*)(buf0.data_ptr()));\n"),
            "s77 = input 0[0]\n"
            "buf0 float32 [s77, -2 + s77] [-2 + s77, 1] = s77*(-2 + s77)\n"
            "cpp_fused_mul_1(buf0) when [0 <= -2 + s77]\n");
}

TEST(WrapperModel, FollowsOtherWaysToAllocate) {
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

TEST(WrapperModel, TakesInputsAsAsserted) {
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

TEST(WrapperModel, KnowsLeastExtentsWithoutAllStrides) {
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

TEST(WrapperModel, ReadsNamesOfOlderVersions) {
  // torch 2.6: an alias of a view, a weight that is no reference.
  EXPECT_EQ(
      model(Symbol + "[[maybe_unused]] auto w = constants_->at(0);\n" +
            allocation("buf1", "s77, 8L", "8L, 1L") +
            "const int64_t a[] = {s77, 4L};\n"
            "static constexpr int64_t b[] = {8L, 1L};\n"
            "auto tmp_0 = reinterpret_tensor_wrapper(buf1, 2, a, b, 4L);\n"
            "RAIIAtenTensorHandle tmp_0_raii(tmp_0);\n"
            "decltype(auto) buf0 = std::move(tmp_0_raii);  // alias\n"
            "cpp_fused_add_0((const float*)(w.data_ptr()), "
            "(float*)(buf0.data_ptr()), s77);\n"),
      "s77 = input 0[0]\n"
      "w float32 [10, 16] [16, 1] = 160, constant\n"
      "buf1 float32 [s77, 8] [8, 1] = 8*s77\n"
      "tmp_0 float32 [s77, 4] [8, 1] = -4 + 8*s77 after 4 of buf1\n"
      "buf0 float32 [s77, 4] [8, 1] = -4 + 8*s77 after 4 of tmp_0\n"
      "cpp_fused_add_0(w, buf0, s77)\n");
}

TEST(WrapperModel, KnowsWhatHasBeenChecked) {
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

TEST(WrapperModel, BranchesOfCond) {
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

TEST(WrapperModel, BranchesOfSwitch) {
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

TEST(WrapperModel, RecordsOfTheProfiler) {
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

TEST(WrapperModel, GivesUpOnMoreChecksThanTorchEmits) {
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

TEST(WrapperModel, ForgetsWhatOneBranchDecides) {
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

TEST(WrapperModel, ReadsCallsOfTriton) {
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

TEST(WrapperModel, FindsDroppedErrors) {
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

TEST(WrapperModel, SaysWhatIsNotUnderstood) {
  EXPECT_EQ(model(Symbol +
                  "int64_t u1_st_index = None < 0 ? None + s77 : None;\n"
                  "memset(arg0_1.data_ptr(), 0, 8);\n"
                  "launchKernel(kernels.x, grid, args, stream);\n"
                  "cpp_fused_mul_1((float*)(nothing), s98);\n"),
            "s77 = input 0[0]\n"
            "u1_st_index = ?\n"
            "x()\n"
            "cpp_fused_mul_1(?, ?)\n"
            "not: the value of 'u1_st_index' is not understood\n"
            "not: a use of 'arg0_1' that is not understood\n"
            "not: argument 1 of cpp_fused_mul_1 is not understood\n"
            "not: argument 2 of cpp_fused_mul_1 is not understood\n");
  // What uses tensors without touching their elements.
  EXPECT_EQ(model("inputs.clear();\nprintf(\"x\");\n"
                  "output_handles[0] = arg0_1.release();\n"),
            "");
}

TEST(WrapperModel, KnowsPlaces) {
  const EmittedModel M =
      read(Symbol + "  if (!(s77 >= f())) { throw 1; }\n"
                    "\n    cpp_fused_mul_1((float*)(arg0_1.data_ptr()));\n"
                    "aoti_torch_clone(arg0_1, &output_handles[0]);\n");
  const auto At = [](CodePlace P) {
    return std::to_string(P.File) + ":" +
           std::to_string(int(P.Line) - FirstLine) + ":" +
           std::to_string(P.Column);
  };
  EXPECT_EQ(M.Files[0].Name, "model.wrapper.cpp");
  EXPECT_EQ(At(M.Buffers[1].At), "0:-1:10");
  EXPECT_EQ(At(M.Symbols[0].At), "0:1:9");
  EXPECT_EQ(At(M.NotModelled[0].At), "0:2:3");
  EXPECT_EQ(At(M.Calls[0].At), "0:4:5");
  EXPECT_EQ(At(M.DroppedErrors[0].At), "0:5:1");
}

TEST(WrapperModel, ReadsOneFunction) {
  // With the interface of bare arrays there are two more, with the same in
  // them.
  const std::string Bare =
      "void AOTInductorModel::run_impl_minimal_arrayref_interface<A, B>(const "
      "A& "
      "inputs) {\nauto arg0_1 = std::get<0>(inputs);\n"
      "cpp_fused_mul_1((float*)(arg0_1.data_ptr()));\n}\n"
      "void AOTInductorModel::run_impl_minimal_arrayref_interface_v2_raw(int) "
      "{\n"
      "cpp_fused_mul_1((float*)(arg0_1.data_ptr()));\n}\n";
  const std::string Text = wrapper("");
  const size_t At = Text.find("void AOTInductorModel::run_impl");
  const auto M =
      readWrapperModel(Text.substr(0, At) + Bare + Text.substr(At), "x");
  ASSERT_EQ(M->Calls.size(), 1U);
  EXPECT_EQ(text(M->Calls[0], *M), "cpp_fused_mul_1(arg0_1)");
  // Constants that are computed when the model is loaded.
  const std::string Folding =
      "void AOTInductorModel::_const_run_impl(int) {\n"
      "cpp_fused_mul_1((float*)(buf0.data_ptr()));\n}\n";
  EXPECT_EQ(text(*readWrapperModel(Text + Folding, "x")),
            "not: a kernel that computes a constant\n");
  EXPECT_FALSE(readWrapperModel("int main() {}", "x"));
}

TEST(WrapperModel, SurvivesBrokenText) {
  const std::string Text =
      wrapper(Symbol + allocation("buf0", "s77, 8L", "8L, 1L") +
              "cpp_fused_add_0((const float*)(arg0_1.data_ptr()), "
              "(float*)(buf0.data_ptr()), s77);\n"
              "assert_size_stride(, {}, );\ncpp_fused_mul_1(,);\n"
              "reinterpret_tensor_wrapper();\nRAIIAtenTensorHandle x();\n");
  for (size_t Size = 0; Size < Text.size(); ++Size)
    readWrapperModel(Text.substr(0, Size), "x");
  EXPECT_EQ(readWrapperModel(Text, "x")->Calls.size(), 1U);
}
