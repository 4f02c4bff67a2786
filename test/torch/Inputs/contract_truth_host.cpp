// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function below loads a package that contract_truth.py makes and runs it
// once. A comment that begins with "wrong:" names the check that has to report
// the function; the others are right. contract_truth.py holds these comments,
// what happens when the functions are run, and what aoti-tidy says of them
// against each other. What stands between two such functions belongs to the
// second.
#include <cstdlib>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/types.h>
#include <vector>

using torch::inductor::AOTIModelPackageLoader;

/// Not known before run time, and false in the test.
static bool otherWay() { return std::getenv("CONTRACT_TRUTH_OTHER_WAY"); }

extern "C" { // main() finds them by name

//===----------------------------------------------------------------------===//
// fixed.pt2: two float inputs of exactly 8 x 64.
//===----------------------------------------------------------------------===//

void fixed_right() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  Loader.run({torch::randn({8, 64}), torch::randn({8, 64})});
}

void fixed_constant_dimension() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::randn({8, 64});
  auto Y = torch::randn({8, 32});
  Loader.run({X, Y}); // wrong: aoti-input-contract
}

void fixed_too_few_inputs() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  Loader.run({torch::randn({8, 64})}); // wrong: aoti-input-contract
}

void fixed_too_many_inputs() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::randn({8, 64});
  Loader.run({X, X, X}); // wrong: aoti-input-contract
}

void fixed_rank() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::randn({8, 64});
  Loader.run({X, X.unsqueeze(-1)}); // wrong: aoti-input-contract
}

void fixed_dtype_converted() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::randn({8, 64});
  Loader.run({X.to(torch::kFloat64), X}); // wrong: aoti-input-contract
}

void fixed_dtype_deduced() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::arange(512).view({8, 64});
  Loader.run({torch::ones({8, 64}), X}); // wrong: aoti-input-contract
}

void fixed_dtype_converted_back() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::arange(512).view({8, 64}).to(torch::kFloat);
  Loader.run({X, X});
}

void fixed_transposed() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::randn({64, 8});
  Loader.run({X.t(), torch::zeros({8, 64})}); // wrong: aoti-input-contract
}

void fixed_transposed_and_copied() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::randn({64, 8}).t().contiguous();
  Loader.run({X, torch::zeros_like(X)});
}

void fixed_meta_device() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto X = torch::empty({8, 64}, at::kMeta);
  Loader.run({X, torch::ones({8, 64})}); // wrong: aoti-device-mismatch
}

void fixed_cuda_device() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  torch::Device Device("cuda:0");
  std::vector<at::Tensor> Inputs{torch::ones({8, 64}).to(Device),
                                 torch::ones({8, 64}).to(Device)};
  Loader.run(Inputs); // wrong: aoti-device-mismatch
}

void fixed_cuda_options() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto Options = torch::TensorOptions().dtype(torch::kFloat).device(at::kCUDA);
  auto X = torch::zeros({8, 64}, Options);
  Loader.run({X, X}); // wrong: aoti-device-mismatch
}

void fixed_meta_device_elsewhere() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  auto Shape = torch::empty({8, 64}, at::kMeta);
  auto X = torch::zeros(Shape.sizes(), torch::kCPU);
  Loader.run({X, X});
}

void fixed_repeated() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  std::vector<at::Tensor> Inputs(2, torch::rand({8, 64}));
  Loader.run(Inputs);
}

void fixed_element_replaced() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  std::vector<at::Tensor> Inputs{torch::rand({8, 64}), torch::rand({8})};
  Inputs[1] = torch::rand({8, 64});
  Loader.run(Inputs);
}

void fixed_list_filled_in_a_loop() {
  AOTIModelPackageLoader Loader("fixed.pt2");
  std::vector<at::Tensor> Inputs;
  for (int I = 0; I < 2; ++I)
    Inputs.push_back(torch::rand({8, 64}));
  Loader.run(Inputs);
}

//===----------------------------------------------------------------------===//
// batch.pt2: two float inputs of the same b x 16, b exported as 1 to 1024,
// which torch compiles for 2 to 1024.
//===----------------------------------------------------------------------===//

void batch_smallest() {
  AOTIModelPackageLoader Loader("batch.pt2");
  Loader.run({torch::rand({2, 16}), torch::rand({2, 16})});
}

void batch_largest() {
  AOTIModelPackageLoader Loader("batch.pt2");
  Loader.run({torch::rand({1024, 16}), torch::rand({1024, 16})});
}

void batch_above_largest() {
  AOTIModelPackageLoader Loader("batch.pt2");
  const int64_t Rows = 1025;
  auto X = torch::rand({Rows, 16});
  Loader.run({X, X}); // wrong: aoti-input-contract
}

void batch_of_one() {
  AOTIModelPackageLoader Loader("batch.pt2");
  auto X = torch::rand({1, 16});
  Loader.run({X, X}); // wrong: aoti-input-contract
}

void batch_of_none() {
  AOTIModelPackageLoader Loader("batch.pt2");
  auto X = torch::empty({0, 16});
  Loader.run({X, X}); // wrong: aoti-input-contract
}

void batch_sizes_differ() {
  AOTIModelPackageLoader Loader("batch.pt2");
  auto X = torch::rand({4, 16}), Y = torch::rand({5, 16});
  Loader.run({X, Y}); // wrong: aoti-input-contract
}

static at::Tensor features() { return torch::rand({32, 16}); }

void batch_from_helper() {
  AOTIModelPackageLoader Loader("batch.pt2");
  Loader.run({features(), features()});
}

static at::Tensor shortFeatures() {
  return torch::rand({32, 8});
}

void batch_from_wrong_helper() {
  AOTIModelPackageLoader Loader("batch.pt2");
  auto X = shortFeatures();
  Loader.run({X, X}); // wrong: aoti-input-contract
}

static std::vector<at::Tensor> doubleInputs() {
  return {torch::rand({4, 16}, torch::kDouble),
          torch::rand({4, 16}, torch::kDouble)};
}

void batch_list_from_helper() {
  AOTIModelPackageLoader Loader("batch.pt2");
  Loader.run(doubleInputs()); // wrong: aoti-input-contract
}

static at::Tensor rows(int64_t Count) { return torch::rand({Count, 16}); }

void batch_from_helper_with_argument() {
  AOTIModelPackageLoader Loader("batch.pt2");
  Loader.run({rows(7), rows(7)});
}

void batch_pushed_back() {
  AOTIModelPackageLoader Loader("batch.pt2");
  std::vector<at::Tensor> Inputs;
  Inputs.reserve(2);
  Inputs.push_back(torch::rand({4, 16}));
  Inputs.emplace_back(torch::rand({4, 16}));
  Loader.run(Inputs);
}

void batch_wrong_pushed_back() {
  AOTIModelPackageLoader Loader("batch.pt2");
  std::vector<at::Tensor> Inputs;
  Inputs.push_back(torch::rand({4, 16}));
  Inputs.push_back(torch::rand({4, 16}, torch::kDouble));
  Loader.run(Inputs); // wrong: aoti-input-contract
}

void batch_both_branches_wrong() {
  AOTIModelPackageLoader Loader("batch.pt2");
  at::Tensor X;
  if (otherWay())
    X = torch::rand({4, 17});
  else
    X = torch::rand({4, 15});
  Loader.run({X, X}); // wrong: aoti-input-contract
}

void batch_both_branches_right() {
  AOTIModelPackageLoader Loader("batch.pt2");
  auto X = otherWay() ? torch::rand({4, 16}) : torch::rand({64, 16});
  Loader.run({X, X});
}

void batch_other_branch_wrong() {
  AOTIModelPackageLoader Loader("batch.pt2");
  auto X = torch::rand({4, 16});
  if (otherWay())
    X = torch::rand({4, 17});
  Loader.run({X, X});
}

void batch_guarded() {
  AOTIModelPackageLoader Loader("batch.pt2");
  auto X = torch::rand({4, 17});
  if (X.size(1) != 16)
    X = X.narrow(1, 0, 16).contiguous();
  Loader.run({X, X});
}

void batch_size_at_run_time() {
  AOTIModelPackageLoader Loader("batch.pt2");
  const char *Text = std::getenv("CONTRACT_TRUTH_ROWS");
  const int64_t Rows = Text ? std::atoi(Text) : 3;
  Loader.run({torch::rand({Rows, 16}), torch::rand({Rows, 16})});
}

//===----------------------------------------------------------------------===//
// tokens.pt2: n ids of 64 bits and n x 8 weights, n from 2 to 128.
//===----------------------------------------------------------------------===//

void tokens_right() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  auto Ids = torch::randint(0, 100, {5}, torch::kLong);
  Loader.run({Ids, torch::rand({5, 8})});
}

void tokens_dtype_deduced() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  Loader.run({torch::arange(6), torch::rand({6, 8})});
}

void tokens_of_32_bits() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  auto Ids = torch::randint(0, 100, {5}, torch::kInt);
  Loader.run({Ids, torch::rand({5, 8})}); // wrong: aoti-input-contract
}

void tokens_of_default_dtype() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  Loader.run({torch::zeros({6}), // wrong: aoti-input-contract
              torch::rand({6, 8})});
}

void tokens_scalar() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  auto Id = torch::zeros({}, torch::kLong);
  Loader.run({Id, torch::rand({2, 8})}); // wrong: aoti-input-contract
}

void tokens_swapped() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  auto Ids = torch::arange(6);
  auto Weights = torch::rand({6, 8});
  Loader.run({Weights, Ids}); // wrong: aoti-input-contract
}

void tokens_swapped_back() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  std::vector<at::Tensor> Inputs{torch::rand({6, 8}), torch::arange(6)};
  std::swap(Inputs[0], Inputs[1]);
  Loader.run(Inputs);
}

void tokens_from_buffer() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  int64_t Buffer[3] = {7, 8, 9};
  auto Ids = torch::from_blob(Buffer, {3}, torch::kLong);
  Loader.run({Ids, torch::rand({3, 8})});
}

void tokens_from_buffer_of_32_bits() {
  AOTIModelPackageLoader Loader("tokens.pt2");
  int32_t Buffer[3] = {7, 8, 9};
  auto Ids = torch::from_blob(Buffer, {3}, torch::kInt);
  Loader.run({Ids, torch::rand({3, 8})}); // wrong: aoti-input-contract
}

//===----------------------------------------------------------------------===//
// strided.pt2: a float input of 8 x 16 that was exported transposed.
//===----------------------------------------------------------------------===//

void strided_right() {
  AOTIModelPackageLoader Loader("strided.pt2");
  Loader.run({torch::randn({16, 8}).t()});
}

void strided_made_so() {
  AOTIModelPackageLoader Loader("strided.pt2");
  Loader.run({torch::empty_strided({8, 16}, {1, 8}).zero_()});
}

void strided_contiguous() {
  AOTIModelPackageLoader Loader("strided.pt2");
  Loader.run({torch::randn({8, 16})}); // wrong: aoti-input-contract
}

void strided_copied() {
  AOTIModelPackageLoader Loader("strided.pt2");
  auto X = torch::randn({16, 8}).t().contiguous();
  Loader.run({X}); // wrong: aoti-input-contract
}

//===----------------------------------------------------------------------===//
// half.pt2: 4 x 16 of 16-bit floats, 4 x 16 of doubles.
//===----------------------------------------------------------------------===//

void half_right() {
  AOTIModelPackageLoader Loader("half.pt2");
  auto Options = torch::TensorOptions().dtype(torch::kFloat64);
  Loader.run({torch::randn({4, 16}).to(torch::kHalf),
              torch::zeros({4, 16}, Options)});
}

void half_by_dtype() {
  AOTIModelPackageLoader Loader("half.pt2");
  auto X = torch::ones({4, 16}, at::dtype(at::kHalf));
  Loader.run({X, X.to(at::kDouble)});
}

void half_forgotten() {
  AOTIModelPackageLoader Loader("half.pt2");
  auto Y = torch::zeros({4, 16}, torch::kDouble);
  Loader.run({torch::randn({4, 16}), Y}); // wrong: aoti-input-contract
}

void half_like() {
  AOTIModelPackageLoader Loader("half.pt2");
  auto X = torch::ones({4, 16}, torch::kHalf);
  Loader.run({X, torch::zeros_like(X)}); // wrong: aoti-input-contract
}

void half_like_with_dtype() {
  AOTIModelPackageLoader Loader("half.pt2");
  auto X = torch::ones({4, 16}, torch::kHalf);
  Loader.run({X, torch::zeros_like(X, torch::kDouble)});
}

//===----------------------------------------------------------------------===//
// image.pt2: a float input of 1 x 3 x w, w from 4 to 64.
//===----------------------------------------------------------------------===//

void image_right() {
  AOTIModelPackageLoader Loader("image.pt2");
  Loader.run({torch::rand({3, 32}).unsqueeze(0)});
}

void image_batch_forgotten() {
  AOTIModelPackageLoader Loader("image.pt2");
  Loader.run({torch::rand({3, 32})}); // wrong: aoti-input-contract
}

void image_added_in_place() {
  AOTIModelPackageLoader Loader("image.pt2");
  auto X = torch::rand({3, 32});
  X.unsqueeze_(0);
  Loader.run({X});
}

void image_added_in_lambda() {
  AOTIModelPackageLoader Loader("image.pt2");
  auto X = torch::rand({3, 32});
  auto AddBatch = [&] { X = X.unsqueeze(0); };
  AddBatch();
  Loader.run({X});
}

void image_channels_last() {
  AOTIModelPackageLoader Loader("image.pt2");
  auto X = torch::rand({1, 32, 3}).permute({0, 2, 1});
  Loader.run({X}); // wrong: aoti-input-contract
}

void image_channels_last_copied() {
  AOTIModelPackageLoader Loader("image.pt2");
  auto X = torch::rand({1, 32, 3}).permute({0, 2, 1}).contiguous();
  Loader.run({X});
}

void image_too_narrow() {
  AOTIModelPackageLoader Loader("image.pt2");
  Loader.run({torch::rand({1, 3, 3})}); // wrong: aoti-input-contract
}

void image_two_at_once() {
  AOTIModelPackageLoader Loader("image.pt2");
  Loader.run({torch::rand({2, 3, 32})}); // wrong: aoti-input-contract
}

void image_reshaped() {
  AOTIModelPackageLoader Loader("image.pt2");
  auto X = torch::rand({96});
  X = X.reshape({1, 3, 32});
  Loader.run({X});
}

void image_reshaped_wrong() {
  AOTIModelPackageLoader Loader("image.pt2");
  auto X = torch::rand({96});
  Loader.run({X.reshape({1, 4, 24})}); // wrong: aoti-input-contract
}

void image_boxed() {
  AOTIModelPackageLoader Loader("image.pt2");
  std::vector<at::Tensor> Inputs;
  Inputs.push_back(torch::rand({1, 3, 65}));
  Loader.boxed_run(std::move(Inputs)); // wrong: aoti-input-contract
}

static const char ImagePath[] = "image.pt2";

void image_path_put_together() {
  const std::string Folder = "./";
  AOTIModelPackageLoader Loader(Folder + ImagePath);
  Loader.run({torch::rand({1, 1, 32})}); // wrong: aoti-input-contract
}

} // extern "C"

#include "truth_main.h"
