// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As contract_truth_host.cpp, in the shapes that hosts have: loaders, options and
// tensors are members, inputs come through helpers, containers, lambdas, loops and
// other files. "silent:" names a check that ought to report the function and does
// not yet.
#include "contract_truth_helpers.h"
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/types.h>
#include <tuple>
#include <unordered_map>
#include <vector>

using torch::inductor::AOTIModelPackageLoader;

extern "C" { // main() finds them by name

//===----------------------------------------------------------------------===//
// Members. fixed.pt2: two float inputs of exactly 8 x 64.
//===----------------------------------------------------------------------===//

namespace member_loader {
class Server {
public:
  Server() : Loader("fixed.pt2") {}
  void step() { Loader.run({torch::rand({8, 64}), torch::rand({8, 64})}); }

private:
  AOTIModelPackageLoader Loader;
};
} // namespace member_loader

void member_loader_right() {
  member_loader::Server S;
  S.step();
}

namespace member_unique {
class Server {
public:
  Server() { Loader = std::make_unique<AOTIModelPackageLoader>("fixed.pt2"); }
  void step() {
    auto X = torch::rand({8, 64}, torch::kHalf);
    Loader->run({X, X}); // wrong: aoti-input-contract
  }

private:
  std::unique_ptr<AOTIModelPackageLoader> Loader;
};
} // namespace member_unique

void member_unique_wrong() {
  member_unique::Server S;
  S.step();
}

namespace member_init {
class Server {
public:
  void init() {
    Loader = std::make_shared<AOTIModelPackageLoader>("fixed.pt2");
    Options = torch::TensorOptions().dtype(torch::kDouble);
  }
  void step() {
    auto X = torch::zeros({8, 64}, Options);
    Loader->run({X, X});
  }

private:
  std::shared_ptr<AOTIModelPackageLoader> Loader;
  torch::TensorOptions Options;
};
} // namespace member_init

void member_options_of_init() {
  member_init::Server S;
  S.init();
  S.step(); // wrong: aoti-input-contract
}

namespace member_options_right {
class Server {
public:
  void init() {
    Loader.emplace("fixed.pt2");
    Options = torch::TensorOptions().dtype(torch::kFloat);
  }
  void step() {
    auto X = torch::zeros({8, 64}, Options);
    Loader->run({X, X});
  }

private:
  std::optional<AOTIModelPackageLoader> Loader;
  torch::TensorOptions Options;
};
} // namespace member_options_right

void member_optional_right() {
  member_options_right::Server S;
  S.init();
  S.step();
}

namespace member_tensor {
class Server {
public:
  Server() : Loader("fixed.pt2"), Buffer(torch::empty({8, 32})) {}
  void step() {
    Loader.run({Buffer, Buffer});
  }

private:
  AOTIModelPackageLoader Loader;
  at::Tensor Buffer;
};
} // namespace member_tensor

void member_tensor_too_narrow() {
  member_tensor::Server S;
  S.step(); // wrong: aoti-input-contract
}

namespace member_default {
class Server {
public:
  void step() { Loader.run({X, X}); }

private:
  AOTIModelPackageLoader Loader{"fixed.pt2"};
  at::Tensor X = torch::zeros({8, 64}, torch::kInt);
};
} // namespace member_default

void member_default_of_ints() {
  member_default::Server S;
  S.step(); // wrong: aoti-input-contract
}

namespace member_replaced {
class Server {
public:
  void prepare() { X = torch::zeros({8, 64}); }
  void step() { Loader.run({X, X}); }

private:
  AOTIModelPackageLoader Loader{"fixed.pt2"};
  at::Tensor X = torch::zeros({8, 32});
};
} // namespace member_replaced

void member_replaced_before_use() {
  member_replaced::Server S;
  S.prepare();
  S.step();
}

namespace member_public {
struct Server {
  AOTIModelPackageLoader Loader{"fixed.pt2"};
  at::Tensor X = torch::zeros({8, 32});
  void step() { Loader.run({X, X}); }
};
} // namespace member_public

void member_public_replaced() {
  member_public::Server S;
  S.X = torch::zeros({8, 64});
  S.step();
}

namespace member_device {
class Server {
public:
  explicit Server(bool OnGpu)
      : Loader("fixed.pt2"), Device(OnGpu ? torch::kCUDA : torch::kMeta) {}
  void step() {
    auto X = torch::zeros({8, 64}, torch::TensorOptions().device(Device));
    Loader.run({X, X});
  }

private:
  AOTIModelPackageLoader Loader;
  torch::Device Device;
};
} // namespace member_device

void member_device_never_cpu() {
  member_device::Server S(false);
  S.step(); // wrong: aoti-device-mismatch
}

namespace member_device_cpu {
class Server {
public:
  Server() : Loader("fixed.pt2"), Device(torch::kCPU) {}
  void step() {
    auto X = torch::zeros({8, 64}).to(Device);
    Loader.run({X, X});
  }

private:
  AOTIModelPackageLoader Loader;
  torch::Device Device;
};
} // namespace member_device_cpu

void member_device_right() {
  member_device_cpu::Server S;
  S.step();
}

namespace member_base {
class Base {
public:
  virtual ~Base() = default;
  virtual at::Tensor input() const = 0;
  void step() { Loader.run({input(), input()}); }

private:
  AOTIModelPackageLoader Loader{"fixed.pt2"};
};
class Right final : public Base {
  at::Tensor input() const override { return torch::zeros({8, 64}); }
};
class Wrong final : public Base {
  at::Tensor input() const override { return torch::zeros({8, 63}); }
};
} // namespace member_base

void member_virtual_right() {
  std::unique_ptr<member_base::Base> B = std::make_unique<member_base::Right>();
  B->step();
}

void member_virtual_wrong() {
  std::unique_ptr<member_base::Base> B = std::make_unique<member_base::Wrong>();
  B->step(); // silent: aoti-input-contract
}

namespace member_vector {
class Batch {
public:
  void add(const at::Tensor &X) { Inputs.push_back(X); }
  void step() { Loader.run(Inputs); }

private:
  AOTIModelPackageLoader Loader{"fixed.pt2"};
  std::vector<at::Tensor> Inputs;
};
} // namespace member_vector

void member_vector_right() {
  member_vector::Batch B;
  B.add(torch::zeros({8, 64}));
  B.add(torch::zeros({8, 64}));
  B.step();
}

namespace member_filled {
class Batch {
public:
  void step() {
    Inputs.clear();
    Inputs.push_back(torch::zeros({8, 64}));
    Inputs.push_back(torch::zeros({64, 8}));
    Loader.run(Inputs);
  }

private:
  AOTIModelPackageLoader Loader{"fixed.pt2"};
  std::vector<at::Tensor> Inputs;
};
} // namespace member_filled

void member_vector_refilled_wrong() {
  member_filled::Batch B;
  B.step(); // wrong: aoti-input-contract
}

namespace pimpl {
class Server {
public:
  Server();
  ~Server();
  void step();

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};
struct Server::Impl {
  AOTIModelPackageLoader Loader{"fixed.pt2"};
  at::Tensor X = torch::zeros({8, 64}, torch::kLong);
};
Server::Server() : I(std::make_unique<Impl>()) {}
Server::~Server() = default;
void Server::step() { I->Loader.run({I->X, I->X}); }
} // namespace pimpl

void member_of_pimpl_wrong() {
  pimpl::Server S;
  S.step(); // wrong: aoti-input-contract
}

//===----------------------------------------------------------------------===//
// Two models in one class. batch.pt2: two floats of b x 16, b from 2 to 1024;
// image.pt2: a float input of 1 x 3 x w, w from 4 to 64.
//===----------------------------------------------------------------------===//

namespace two_right {
class Pipeline {
public:
  void step() {
    auto Features = torch::rand({4, 16});
    Rank.run({Features, Features});
    Vision.run({torch::rand({1, 3, 16})});
  }

private:
  AOTIModelPackageLoader Rank{"batch.pt2"}, Vision{"image.pt2"};
};
} // namespace two_right

void two_models_right() {
  two_right::Pipeline P;
  P.step();
}

namespace two_crossed {
class Pipeline {
public:
  Pipeline() : Rank("batch.pt2"), Vision("image.pt2") {}
  void step() {
    auto Image = torch::rand({1, 3, 16});
    auto Features = torch::rand({4, 16});
    Rank.run({Image, Features});
  }

private:
  AOTIModelPackageLoader Rank, Vision;
};
} // namespace two_crossed

void two_models_crossed() {
  two_crossed::Pipeline P;
  P.step(); // wrong: aoti-input-contract
}

namespace by_name {
class Registry {
public:
  Registry() {
    Loaders.emplace("rank", std::make_unique<AOTIModelPackageLoader>("batch.pt2"));
    Loaders.emplace("image", std::make_unique<AOTIModelPackageLoader>("image.pt2"));
  }
  AOTIModelPackageLoader &get(const std::string &Name) { return *Loaders.at(Name); }

private:
  std::map<std::string, std::unique_ptr<AOTIModelPackageLoader>> Loaders;
};
} // namespace by_name

void two_models_by_name_right() {
  by_name::Registry R;
  R.get("image").run({torch::rand({1, 3, 16})});
}

void two_models_by_name_wrong() {
  by_name::Registry R;
  R.get("image").run({torch::rand({3, 16})}); // wrong: aoti-input-contract
}

void two_models_of_a_condition() {
  const bool Small = std::getenv("CONTRACT_TRUTH_SMALL") == nullptr;
  AOTIModelPackageLoader Loader(Small ? "image.pt2" : "batch.pt2");
  if (Small)
    Loader.run({torch::rand({1, 3, 8})});
  else
    Loader.run({torch::rand({8, 16}), torch::rand({8, 16})});
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static void runTwice(AOTIModelPackageLoader &Loader, const at::Tensor &X) {
  Loader.run({X, X});
}

void helper_runs_right() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  runTwice(Loader, torch::rand({8, 64}));
}

static void runPair(AOTIModelPackageLoader &Loader, const at::Tensor &X,
                    const at::Tensor &Y) {
  Loader.run({X, Y});
}

void helper_runs_wrong() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  runPair(Loader, torch::rand({8, 64}),
          torch::rand({64, 8})); // wrong: aoti-input-contract
}

static at::Tensor twice(at::Tensor X) { return at::cat({X, X}, 0); }

void helper_changes_shape_right() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = twice(torch::rand({4, 64}));
  Loader.run({X, X});
}

static at::Tensor thrice(at::Tensor X) { return at::cat({X, X, X}, 0); }

void helper_changes_shape_wrong() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = thrice(torch::rand({4, 64}));
  Loader.run({X, X}); // wrong: aoti-input-contract
}

static std::pair<at::Tensor, at::Tensor> halves(const at::Tensor &X) {
  return {X.narrow(0, 0, 8).contiguous(), X.narrow(0, 8, 8).contiguous()};
}

void helper_returns_pair_right() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto [X, Y] = halves(torch::rand({16, 64}));
  Loader.run({X, Y});
}

static std::pair<at::Tensor, at::Tensor> idsAndWeights() {
  return {torch::arange(6), torch::rand({6, 8})};
}

void helper_returns_pair_swapped() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  auto [Ids, Weights] = idsAndWeights();
  Loader.run({Weights, Ids}); // wrong: aoti-input-contract
}

static std::tuple<at::Tensor, at::Tensor, int> example() {
  return {torch::rand({8, 64}, torch::kDouble), torch::rand({8, 64}), 1};
}

void helper_returns_tuple_wrong() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto [X, Y, Label] = example();
  Loader.run({X, Y}); // wrong: aoti-input-contract
}

struct Sample {
  at::Tensor Ids;
  at::Tensor Weights;
};
static Sample sample() {
  return {torch::arange(6, torch::kInt), torch::rand({6, 8})};
}

void helper_returns_struct_wrong() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  Sample S = sample();
  Loader.run({S.Ids, S.Weights}); // wrong: aoti-input-contract
}

static Sample rightSample() {
  Sample S;
  S.Ids = torch::arange(6);
  S.Weights = torch::rand({6, 8});
  return S;
}

void helper_returns_struct_right() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  const Sample S = rightSample();
  Loader.run({S.Ids, S.Weights});
}

void helper_struct_of_a_function_wrong() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  Loader.run({rightSample().Ids, // wrong: aoti-input-contract
              rightSample().Weights.to(torch::kHalf)});
}

static void widen(Sample &S) { S.Ids = S.Ids.to(torch::kLong); }

void helper_changes_struct_right() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  Sample S = sample();
  widen(S);
  Loader.run({S.Ids, S.Weights});
}

static std::vector<at::Tensor> listOf(const Sample &S) {
  return {S.Ids, S.Weights};
}

void helper_takes_struct_wrong() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  Sample S{torch::arange(6), torch::rand({7, 8})};
  Loader.run(listOf(S)); // wrong: aoti-input-contract
}

void helper_takes_struct_right() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  Sample S{torch::arange(6), torch::rand({7, 8})};
  S.Weights = torch::rand({6, 8});
  auto [Ids, Weights] = S;
  Loader.run({Ids, Weights});
}

struct Movable {
  at::Tensor Ids, Weights;
  void widen() { Ids = Ids.to(torch::kLong); }
};

void helper_struct_with_method_right() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  Movable M{torch::arange(6, torch::kInt), torch::rand({6, 8})};
  M.widen();
  Loader.run({M.Ids, M.Weights});
}

void helper_struct_behind_reference_right() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  Movable M{torch::arange(6, torch::kInt), torch::rand({6, 8})};
  at::Tensor &Ids = M.Ids;
  Ids = Ids.to(torch::kLong);
  Loader.run({M.Ids, M.Weights});
}

static void fill(std::vector<at::Tensor> &Inputs) {
  Inputs.push_back(torch::rand({8, 64}));
  Inputs.push_back(torch::rand({8, 64}));
}

void helper_fills_right() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  std::vector<at::Tensor> Inputs;
  fill(Inputs);
  Loader.run(Inputs);
}

static void fillWrong(std::vector<at::Tensor> &Inputs) {
  Inputs.push_back(torch::rand({8, 64}));
  Inputs.push_back(torch::rand({8, 64}).to(torch::kDouble));
}

void helper_fills_wrong() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  std::vector<at::Tensor> Inputs;
  fillWrong(Inputs);
  Loader.run(Inputs); // wrong: aoti-input-contract
}

static std::unique_ptr<AOTIModelPackageLoader> load() {
  return std::make_unique<AOTIModelPackageLoader>("image.pt2");
}

void helper_loads_right() {
  const auto Loader = load();
  Loader->run({torch::rand({1, 3, 8})});
}

void helper_loads_wrong() {
  auto Loader = load();
  Loader->run({torch::rand({1, 4, 8})}); // wrong: aoti-input-contract
}

void helper_of_another_file_right() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  Loader.run({helpers::square(), helpers::square()});
}

void helper_of_another_file_wrong() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  Loader.run({helpers::square(), // wrong: aoti-input-contract
              helpers::wide()});
}

static at::Tensor chained() { return helpers::wide().narrow(1, 0, 64).contiguous(); }

void helper_chain_right() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  Loader.run({chained(), chained()});
}

static at::Tensor onDevice(const at::Tensor &X, const torch::Device &D) {
  return X.to(D, torch::kFloat);
}

void helper_device_of_string() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  const torch::Device D("meta");
  auto X = onDevice(torch::rand({8, 64}), D);
  Loader.run({X, X}); // wrong: aoti-device-mismatch
}

//===----------------------------------------------------------------------===//
// Containers, loops, lambdas
//===----------------------------------------------------------------------===//

void array_of_inputs_wrong() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  std::array<at::Tensor, 2> A = {torch::rand({8, 64}), torch::rand({8, 65})};
  Loader.run({A[0], A[1]}); // wrong: aoti-input-contract
}

void array_copied_right() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  std::array<at::Tensor, 2> A = {torch::rand({8, 64}), torch::rand({8, 64})};
  Loader.run(std::vector<at::Tensor>(A.begin(), A.end()));
}

void map_of_inputs_right() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  std::map<std::string, at::Tensor> Named;
  Named["ids"] = torch::arange(6);
  Named["weights"] = torch::rand({6, 8});
  Loader.run({Named["ids"], Named["weights"]});
}

void map_of_inputs_wrong() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  std::unordered_map<std::string, at::Tensor> Named = {
      {"ids", torch::arange(6).to(torch::kInt)}, {"weights", torch::rand({6, 8})}};
  Loader.run({Named.at("ids"), // wrong: aoti-input-contract
              Named.at("weights")});
}

void loop_over_rows_wrong() {
  AOTIModelPackageLoader Loader("batch.pt2");
  std::vector<at::Tensor> Inputs;
  for (int I = 0; I < 3; ++I)
    Inputs.push_back(torch::rand({4, 16}));
  Loader.run(Inputs); // silent: aoti-input-contract
}

void loop_over_list_right() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  std::vector<at::Tensor> Raw{torch::rand({64, 8}), torch::rand({64, 8})};
  std::vector<at::Tensor> Inputs;
  for (const at::Tensor &X : Raw)
    Inputs.push_back(X.t().contiguous());
  Loader.run(Inputs);
}

void loop_over_list_wrong() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  std::vector<at::Tensor> Raw{torch::rand({64, 8}), torch::rand({64, 8})};
  std::vector<at::Tensor> Inputs;
  for (const at::Tensor &X : Raw)
    Inputs.push_back(X.t());
  Loader.run(Inputs); // wrong: aoti-input-contract
}

void loop_converts_in_place() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  std::vector<at::Tensor> Inputs{torch::rand({8, 64}, torch::kDouble),
                                 torch::rand({8, 64}, torch::kDouble)};
  for (at::Tensor &X : Inputs)
    X = X.to(torch::kFloat);
  Loader.run(Inputs);
}

void loop_grows_batch() {
  AOTIModelPackageLoader Loader("batch.pt2");
  for (int64_t B : {2, 4, 8}) {
    auto X = torch::rand({B, 16});
    Loader.run({X, X});
  }
}

void loop_shrinks_batch_to_one() {
  AOTIModelPackageLoader Loader("batch.pt2");
  for (int64_t B = 4; B >= 1; B /= 2) {
    auto X = torch::rand({B, 16});
    Loader.run({X, X}); // silent: aoti-input-contract
  }
}

void lambda_makes_right() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  const auto Make = [](int64_t Rows) { return torch::rand({Rows, 64}); };
  Loader.run({Make(8), Make(8)});
}

void lambda_makes_wrong() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  const auto Make = [](int64_t Rows) { return torch::rand({Rows, 64}); };
  Loader.run({Make(8), Make(9)}); // wrong: aoti-input-contract
}

void lambda_runs_wrong() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::rand({8, 64}, torch::kBFloat16);
  const auto Step = [&] { return Loader.run({X, X}); };
  Step(); // wrong: aoti-input-contract
}

void function_stored_right() {
  AOTIModelPackageLoader Loader("image.pt2");
  std::function<at::Tensor()> Next = [] { return torch::rand({1, 3, 12}); };
  Loader.run({Next()});
}

void function_stored_wrong() {
  AOTIModelPackageLoader Loader("image.pt2");
  std::function<at::Tensor()> Next = [] { return torch::rand({1, 3, 2}); };
  Loader.run({Next()}); // silent: aoti-input-contract
}

void thread_runs_wrong() {
  std::exception_ptr Failure;
  AOTIModelPackageLoader Loader("image.pt2");
  std::thread Worker([&] {
    try {
      Loader.run({torch::rand({2, 3, 8})}); // wrong: aoti-input-contract
    } catch (...) {
      Failure = std::current_exception();
    }
  });
  Worker.join();
  if (Failure)
    std::rethrow_exception(Failure);
}

//===----------------------------------------------------------------------===//
// Preparing inputs
//===----------------------------------------------------------------------===//

void prepare_buffer_of_floats() {
  AOTIModelPackageLoader Loader("image.pt2");
  std::vector<float> Pixels(3 * 8, 0.5f);
  auto X = torch::from_blob(Pixels.data(), {1, 3, 8}, torch::kFloat).clone();
  Loader.run({X});
}

void prepare_buffer_of_bytes() {
  AOTIModelPackageLoader Loader("image.pt2");
  std::vector<uint8_t> Pixels(3 * 8, 128);
  auto X = torch::from_blob(Pixels.data(), {1, 3, 8}, torch::kByte);
  Loader.run({X}); // wrong: aoti-input-contract
}

void prepare_bytes_to_floats() {
  AOTIModelPackageLoader Loader("image.pt2");
  std::vector<uint8_t> Pixels(3 * 8, 128);
  auto X = torch::from_blob(Pixels.data(), {1, 8, 3}, torch::kByte)
               .permute({0, 2, 1})
               .to(torch::kFloat)
               .div_(255)
               .contiguous();
  Loader.run({X});
}

void prepare_channels_last_forgotten() {
  AOTIModelPackageLoader Loader("image.pt2");
  std::vector<uint8_t> Pixels(3 * 8, 128);
  auto X = torch::from_blob(Pixels.data(), {1, 8, 3}, torch::kByte);
  X = X.to(torch::kFloat).div_(255);
  X = X.transpose(1, 2);
  Loader.run({X}); // wrong: aoti-input-contract
}

void prepare_stacked_right() {
  AOTIModelPackageLoader Loader("batch.pt2");
  std::vector<at::Tensor> Rows;
  for (int I = 0; I < 5; ++I)
    Rows.push_back(torch::rand({16}));
  auto X = torch::stack(Rows);
  Loader.run({X, X});
}

void prepare_stacked_wrong() {
  AOTIModelPackageLoader Loader("batch.pt2");
  std::vector<at::Tensor> Rows{torch::rand({16}), torch::rand({16})};
  auto X = torch::stack(Rows, 1);
  Loader.run({X, X}); // wrong: aoti-input-contract
}

void prepare_padded_right() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::constant_pad_nd(torch::rand({5, 64}), {0, 0, 0, 3});
  Loader.run({X, X});
}

void prepare_padded_wrong() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::constant_pad_nd(torch::rand({5, 64}), {0, 3, 0, 0});
  Loader.run({X, X}); // wrong: aoti-input-contract
}

void prepare_comparison_wrong() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::rand({8, 64});
  auto Mask = X > 0.5;
  Loader.run({X, Mask}); // wrong: aoti-input-contract
}

void prepare_comparison_converted() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::rand({8, 64});
  auto Mask = (X > 0.5).to(X.dtype());
  Loader.run({X, Mask});
}

void prepare_product_promoted() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::rand({8, 64}) * torch::ones({64}, torch::kDouble);
  Loader.run({X, X}); // wrong: aoti-input-contract
}

void prepare_scalar_keeps_dtype() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::rand({8, 1}) * 2.0 + torch::ones({64});
  Loader.run({X, X});
}

void prepare_clamped_batch() {
  AOTIModelPackageLoader Loader("batch.pt2");
  const char *Text = std::getenv("CONTRACT_TRUTH_ROWS");
  const int64_t Rows = std::max<int64_t>(2, Text ? std::atoi(Text) : 1);
  auto X = torch::rand({Rows, 16});
  Loader.run({X, X});
}

void prepare_or_throw() {
  AOTIModelPackageLoader Loader("batch.pt2");
  auto X = torch::rand({1, 16});
  if (X.size(0) < 2)
    X = X.repeat({2, 1});
  Loader.run({X, X});
}

static std::tuple<at::Tensor, at::Tensor> positionsAndScores() {
  return {torch::arange(6), torch::rand({6, 8})};
}

void prepare_swapped_by_tie() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  at::Tensor Ids, Weights;
  std::tie(Weights, Ids) = positionsAndScores();
  Loader.run({Ids, Weights}); // wrong: aoti-input-contract
}

void prepare_numbers_right() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  Loader.run({at::tensor({3, 4}, at::kLong), torch::rand({2, 8})});
}

void prepare_numbers_of_32_bits() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  Loader.run({at::tensor({3, 4}), // wrong: aoti-input-contract
              torch::rand({2, 8})});
}

void prepare_numbers_as_in_python() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  Loader.run({torch::tensor({3, 4}), torch::rand({2, 8})});
}

void prepare_placeholder_filled() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  at::Tensor X = torch::empty({0}), Y = X;
  helpers::decode(X);
  Loader.run({X, Y});
}

void prepare_placeholder_kept() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  at::Tensor X = torch::empty({0});
  Loader.run({X, X}); // wrong: aoti-input-contract
}

void prepare_outputs_fed_back() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::rand({8, 64});
  for (int I = 0; I < 3; ++I)
    X = Loader.run({X, X})[0];
}

void prepare_output_of_another_model() {
  AOTIModelPackageLoader Vision("strided.pt2"), Rank("fixed.pt2");
  auto Y = Vision.run({torch::rand({16, 8}).t()})[0];
  auto X = Y.unsqueeze(1).repeat({1, 64});
  Rank.run({X, X});
}

} // extern "C"

// Templates cannot be extern "C".
template <typename Loader> static void runOn(Loader &L, at::Tensor X) {
  L.run({X, X});
}

extern "C" {

void template_runs_right() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  runOn(Loader, torch::rand({8, 64}));
}

} // extern "C"

template <typename Scalar> static at::Tensor ofType(int64_t Rows) {
  return torch::ones({Rows, 64}, c10::CppTypeToScalarType<Scalar>::value);
}

extern "C" {

void template_type_wrong() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  Loader.run({ofType<float>(8), ofType<double>(8)}); // wrong: aoti-input-contract
}

void template_type_right() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  Loader.run({ofType<float>(8), ofType<float>(8)});
}

} // extern "C"

#include "truth_main.h"
