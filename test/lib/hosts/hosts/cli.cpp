// A command line tool: flags and a configuration say what runs where.
// RUN: mkdir -p %t.d
// RUN: %python %test_root/Inputs/make_package.py --input 'int64[n:1..64,64]' %t.d/language.pt2 model=cpu
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t --package=%t.d/language.pt2
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/torch.h>
#include <tuple>
#include <vector>

struct Options {
  std::string model = "models/tagger.pt2";
  std::string device = "cuda";
  int64_t batch = 8;
  int64_t length = 128;
  bool half = false;
};

static Options parse(int argc, char **argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string flag = argv[i];
    if (flag == "--model")
      options.model = argv[i + 1];
    else if (flag == "--device")
      options.device = argv[i + 1];
    else if (flag == "--batch")
      options.batch = std::atoi(argv[i + 1]);
    else if (flag == "--half")
      options.half = std::string(argv[i + 1]) == "1";
  }
  return options;
}

static std::tuple<torch::Tensor, torch::Tensor> encode(const std::vector<std::string> &lines, int64_t length) {
  const auto rows = static_cast<int64_t>(lines.size());
  auto tokens = torch::zeros({rows, length}, torch::kLong);
  auto mask = torch::zeros({rows, length}, torch::kBool);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < length && j < static_cast<int64_t>(lines[i].size()); ++j) {
      tokens[i][j] = static_cast<int64_t>(lines[i][j]);
      mask[i][j] = true;
    }
  return {tokens, mask};
}

static void benchmark(torch::inductor::AOTIModelPackageLoader &loader, const Options &options, const torch::Device &device) {
  const auto dtype = options.half ? torch::kHalf : torch::kFloat;
  auto tokens = torch::randint(0, 256, {options.batch, options.length}, torch::TensorOptions().dtype(torch::kLong).device(device));
  auto scale = torch::ones({1}, torch::TensorOptions().device(device).dtype(dtype));
  for (int i = 0; i < 10; ++i)
    loader.run({tokens, scale});
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  const torch::Device device(options.device);
  torch::inductor::AOTIModelPackageLoader loader(options.model);
  std::vector<std::string> lines;
  for (std::string line; std::getline(std::cin, line);)
    lines.push_back(line);

  auto [tokens, mask] = encode(lines, options.length);
  std::vector<torch::Tensor> inputs{tokens.to(device), mask.to(device)};
  auto tags = loader.run(inputs)[0];
  benchmark(loader, options, device);

  // The small model stays on the CPU.
  torch::inductor::AOTIModelPackageLoader language("models/language.pt2");
  torch::Tensor on_device, padding;
  std::tie(on_device, padding) = encode(lines, 64);
  std::cout << language.run({on_device})[0].item<int64_t>();
  // BAD: moved for the big one.
  std::cout << language.run({on_device.to(torch::kCUDA)})[0].item<int64_t>();
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: input 0 is moved to 'cuda', but 'language.pt2' was compiled for 'cpu' [aoti-device-mismatch]
}
