// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/WrapperModelText.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace aoti_tidy;

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

// topk of a view, whose buffer is a new one: a list had moved when it was read
// (AddressSanitizer says so).
TEST(WrapperModel, KnowsWhatIndicesInViewsHold) {
  constexpr unsigned Calls = 40;
  std::string Text = Symbol + "const int64_t int_array_0[] = {2L, 4L*s77};\n"
                              "const int64_t int_array_1[] = {4L*s77, 1L};\n";
  for (unsigned I = 0; I < Calls; ++I)
    Text += fmt::format(
        "auto v{0} = "
        "wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper("
        "arg0_1, 2, int_array_0, int_array_1, 0L));\n"
        "AtenTensorHandle a{0}_handle;\nAtenTensorHandle b{0}_handle;\n"
        "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_topk("
        "wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg0_1, 2, "
        "int_array_0, int_array_1, 0L)), 4L, -1L, 1, 1, &a{0}_handle, "
        "&b{0}_handle));\nRAIIAtenTensorHandle b{0}(b{0}_handle);\n",
        I);
  unsigned Known = 0;
  const EmittedModel M = read(Text);
  for (const Buffer &B : M.Buffers)
    Known += B.Holds && B.Holds->Most.str() == "-1 + 4*s77";
  EXPECT_EQ(Known, Calls);
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
