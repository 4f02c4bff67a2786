// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TensorDataflowFixture.h"

namespace aoti_tidy {
namespace {

/// On torch's own headers, all in one parse.
class RealTensorDataflowTest : public TensorDataflowFixture {
protected:
  void SetUp() override {
    if (llvm::StringRef(AOTI_TIDY_TORCH_INCLUDE).empty())
      GTEST_SKIP() << "no torch";
  }

  std::vector<std::string> arguments() override {
    const std::string Include = AOTI_TIDY_TORCH_INCLUDE;
    return {"-std=c++20",
            "-w",
            "-include",
            "torch/torch.h",
            "-isystem",
            Include,
            "-isystem",
            Include + "/torch/csrc/api/include",
            "-resource-dir=" AOTI_TIDY_LLVM_RESOURCE_DIR};
  }
};

TEST_F(RealTensorDataflowTest, Follows) {
  // Arguments of run(), and what they are.
  const std::pair<std::string, std::string> Cases[] = {
      {"torch::randn({8, 10})", "cpu float32 [8, 10] contiguous"},
      {"at::randn({8, n}, at::kCUDA)", "cuda float32 [8, ?] contiguous"},
      {"torch::zeros({2}, torch::dtype(torch::kInt64).device(torch::kCUDA, 1))",
       "cuda:1 int64 [2] contiguous"},
      {"torch::zeros({2}, torch::dtype<int32_t>())",
       "cpu int32 [2] contiguous"},
      {"torch::zeros({2}, at::TensorOptions().dtype<int64_t>())",
       "cpu int64 [2] contiguous"},
      {"torch::zeros({2}, "
       "torch::TensorOptions(torch::kHalf).device(\"cuda:0\"))",
       "cuda:0 float16 [2] contiguous"},
      {"torch::zeros({2}, {device})", "cuda:1 float32 [2] contiguous"},
      {"torch::ones(3, options)", "cuda:1 bfloat16 [3] contiguous"},
      {"torch::ones({n, 2}, held)", "variable float32 [?, 2] contiguous"},
      {"torch::full({2}, 1)", "cpu int64 [2] contiguous"},
      {"torch::full({2}, 1.0f)", "cpu float32 [2] contiguous"},
      {"torch::full({2}, true)", "cpu bool [2] contiguous"},
      {"torch::arange(5)", "cpu int64 [5] contiguous"},
      {"torch::arange(0, 5, 2)", "cpu int64 [3] contiguous"},
      {"torch::arange(0, 5, torch::kFloat)", "cpu float32 [5] contiguous"},
      {"torch::arange(n)", "cpu int64 [?] contiguous"},
      {"torch::randint(0, 5, {2})", "cpu int64 [2] contiguous"},
      {"torch::randint(0, 5, {2}, torch::kCUDA)",
       "cuda float32 [2] contiguous"},
      {"torch::randint(5, {2}, torch::kInt)", "cpu int32 [2] contiguous"},
      {"torch::tensor({1, 2})", "cpu int64 [2] contiguous"},
      {"torch::tensor({{1.0f, 2.0f}})", "cpu float32 [1, 2] contiguous"},
      {"torch::tensor(3)", "cpu int64 [] contiguous"},
      {"torch::tensor(floats)", "cpu float32 [?] contiguous"},
      {"torch::tensor({1, 2}, torch::kFloat)", "cpu float32 [2] contiguous"},
      {"at::tensor({1, 2})", "cpu int32 [2] contiguous"},
      {"torch::from_blob(floats.data(), {2, 3})",
       "cpu float32 [2, 3] contiguous"},
      {"torch::from_blob(floats.data(), {2, 3}, {1, 2})",
       "cpu float32 [2, 3] strided [1, 2]"},
      {"torch::from_blob(floats.data(), {2}, torch::kInt).to(device)",
       "cuda:1 int32 [2] contiguous"},
      {"x.to(torch::kCUDA)", "cuda float32 [2, 3] contiguous"},
      {"x.to(torch::kHalf)", "cpu float16 [2, 3] contiguous"},
      {"x.to(device, torch::kHalf)", "cuda:1 float16 [2, 3] contiguous"},
      {"x.to(x.options().dtype(at::kLong))", "cpu int64 [2, 3] contiguous"},
      {"x.to(torch::zeros({1}, options))", "cuda:1 bfloat16 [2, 3] contiguous"},
      {"x.cuda().cpu()", "cpu float32 [2, 3] contiguous"},
      {"x.to(many[0].device())", "? float32 [2, 3] contiguous"},
      {"x.t()", "cpu float32 [3, 2] strided [1, 3]"},
      {"x.t().contiguous()", "cpu float32 [3, 2] contiguous"},
      {"x.contiguous(at::MemoryFormat::ChannelsLast)", "cpu float32 [2, 3] ?"},
      {"x.permute({1, 0})", "cpu float32 [3, 2] strided [1, 3]"},
      {"x.transpose(-1, -2)", "cpu float32 [3, 2] strided [1, 3]"},
      {"x.unsqueeze(0)", "cpu float32 [1, 2, 3] contiguous"},
      {"x.view({-1})", "cpu float32 [6] contiguous"},
      {"x.reshape({3, 2})", "cpu float32 [3, 2] contiguous"},
      {"x.flatten()", "cpu float32 [6] contiguous"},
      {"x.expand({4, 2, 3})", "cpu float32 [4, 2, 3] strided [0, 3, 1]"},
      {"x.narrow(0, 0, 1)", "cpu float32 [1, 3] contiguous"},
      {"x.slice(1, 0, 2)", "cpu float32 [2, 2] strided [3, 1]"},
      {"x.index({torch::indexing::Slice(0, 1)})", "cpu float32 ? ?"},
      {"x[0]", "cpu float32 [3] contiguous"},
      {"x.repeat({2, 1})", "cpu float32 [4, 3] contiguous"},
      {"torch::cat({x, x}, 1)", "cpu float32 [2, 6] contiguous"},
      {"torch::stack({x, x})", "cpu float32 [2, 2, 3] contiguous"},
      {"torch::zeros_like(x, torch::kLong)", "cpu int64 [2, 3] contiguous"},
      {"torch::zeros(x.sizes(), x.options())", "cpu float32 [2, 3] contiguous"},
      {"torch::zeros({x.size(1)})", "cpu float32 [3] contiguous"},
      {"x.new_zeros({2}, torch::kLong)", "cpu int64 [2] contiguous"},
      {"x / 255", "cpu float32 [2, 3] contiguous"},
      {"x + x", "cpu float32 [2, 3] contiguous"},
      {"x - many[0]", "cpu ? ? ?"},
      {"x.zero_()", "cpu float32 [2, 3] contiguous"},
      {"x.set_requires_grad(true)", "cpu float32 [2, 3] contiguous"},
      {"make(yes)", "cpu float32 [4] contiguous | cuda float32 [4] contiguous"},
      {"torch::ones({1}, yes ? torch::kCUDA : torch::kCPU)",
       "cuda float32 [1] contiguous | cpu float32 [1] contiguous"},
      {"torch::ones({1}, torch::Device(\"cuda:\" + std::to_string(n)))",
       "cuda:? float32 [1] contiguous"},
      {"torch::ones(shape)", "cpu float32 [2, ?] contiguous"},
      {"torch::relu(x)", "cpu float32 [2, 3] contiguous"},
      {"torch::nn::functional::relu(x)", "cpu float32 [2, 3] contiguous"},
      {"torch::nn::functional::interpolate(x)", "cpu ? ? ?"},
      {"torch::softmax(x, 1)", "cpu float32 [2, 3] ?"},
      {"x.argmax(-1)", "cpu int64 [2] ?"},
      {"x.matmul(many[0])", "cpu float32 ? ?"},
      {"std::get<1>(x.max(1))", "cpu int64 [2] ?"},
      {"x.split(1)[0]", "cpu float32 [1, 3] ?"},
      {"torch::where(x > 0, x, x)", "cpu float32 [2, 3] ?"},
      {"(x > 0) & (x < 1)", "cpu bool [2, 3] contiguous"},
      {"torch::hann_window(400)", "cpu float32 [400] contiguous"},
      {"torch::hstack({x, x})", "cpu ? ? ?"},
  };
  std::string Code = R"(
    static at::Tensor make(bool gpu) {
      torch::Device device(torch::kCPU);
      if (gpu && torch::cuda::is_available())
        device = torch::Device(torch::kCUDA);
      return torch::ones({4}, device);
    })";
  for (auto [I, Case] : llvm::enumerate(Cases))
    Code += "void f" + std::to_string(I) + R"((Loader &loader, int n, bool yes,
        torch::Device held, std::vector<float> floats,
        const std::vector<at::Tensor> &many) {
      torch::Device device(torch::kCUDA, 1);
      auto options = torch::TensorOptions().dtype(torch::kBFloat16).device(device);
      at::Tensor x = torch::randn({2, 3});
      std::vector<int64_t> shape{2, n};
      std::vector<torch::Tensor> inputs;
      inputs.emplace_back()" +
            Case.first + "); loader.run(inputs); }\n";
  const auto Values = runs(Code);
  ASSERT_EQ(Values.size(), std::size(Cases));
  for (auto [I, Case] : llvm::enumerate(Cases))
    EXPECT_EQ(Values[I], Case.second) << Case.first;
}

} // namespace
} // namespace aoti_tidy
