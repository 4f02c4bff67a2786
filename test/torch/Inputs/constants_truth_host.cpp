// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function below loads a package that constants_truth.py makes; a comment
// that begins with "wrong" is in those that die or throw. What stands between two
// such functions belongs to the second.
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/types.h>
#include <unordered_map>

using torch::inductor::AOTIModelPackageLoader;
using Map = std::unordered_map<std::string, at::Tensor>;

static at::Tensor input() { return torch::ones({2, 16}); }
static at::Tensor vec() { return torch::ones({16}); }
static at::Tensor matrix() { return torch::ones({16, 16}); }

static Map all() {
  return {{"fc.weight", matrix()},
          {"fc.bias", vec()},
          {"scale", vec()},
          {"_tensor_constant0", vec()}};
}

static void load(AOTIModelPackageLoader &Loader) {
  Map Weights = all();
  Loader.load_constants(Weights, false, true);
}

extern "C" { // main() finds them by name

//===----------------------------------------------------------------------===//
// bare.pt2: fc.weight, fc.bias, the buffer scale and _tensor_constant0, outside
// of the package.
//===----------------------------------------------------------------------===//

void bare_never() {
  AOTIModelPackageLoader Loader("bare.pt2");
  Loader.run({input()}); // wrong
}

void bare_loaded() {
  AOTIModelPackageLoader Loader("bare.pt2");
  Map Weights = all();
  Loader.load_constants(Weights, false, true);
  Loader.run({input()});
}

void bare_loaded_by_a_helper() {
  AOTIModelPackageLoader Loader("bare.pt2");
  load(Loader);
  Loader.run({input()});
}

void bare_loaded_too_late() {
  AOTIModelPackageLoader Loader("bare.pt2");
  Loader.run({input()}); // wrong
  Map Weights = all();
  Loader.load_constants(Weights, false, true);
}

void bare_all_names() {
  AOTIModelPackageLoader Loader("bare.pt2");
  Map Weights = {{"fc.weight", matrix()}, {"fc.bias", vec()}};
  Weights["scale"] = vec();
  Weights.emplace("_tensor_constant0", vec());
  Loader.load_constants(Weights, false, true);
  Loader.run({input()});
}

void bare_missing_parameter_of_a_full_update() {
  AOTIModelPackageLoader Loader("bare.pt2");
  Map Weights = {{"fc.weight", matrix()}, {"scale", vec()}};
  Loader.load_constants(Weights, false, true); // wrong
}

void bare_missing_buffer_of_a_full_update() {
  AOTIModelPackageLoader Loader("bare.pt2");
  Map Weights = {{"fc.weight", matrix()}, {"fc.bias", vec()}};
  Loader.load_constants(Weights, false, true);
}

void bare_missing_buffer_at_the_run() {
  AOTIModelPackageLoader Loader("bare.pt2");
  Map Weights = {{"fc.weight", matrix()}, {"fc.bias", vec()}};
  Weights["_tensor_constant0"] = vec();
  Loader.load_constants(Weights, false, true);
  Loader.run({input()}); // wrong
}

void bare_in_two_parts() {
  AOTIModelPackageLoader Loader("bare.pt2");
  Map Weights = {{"fc.weight", matrix()}, {"fc.bias", vec()}};
  Loader.load_constants(Weights, false, false);
  Map Others = {{"scale", vec()}, {"_tensor_constant0", vec()}};
  Loader.load_constants(Others, false, false);
  Loader.run({input()});
}

void bare_into_the_inactive_buffer() {
  AOTIModelPackageLoader Loader("bare.pt2");
  Map Weights = all();
  Loader.load_constants(Weights, true, true);
  Loader.run({input()}); // wrong
}

void bare_swapped() {
  AOTIModelPackageLoader Loader("bare.pt2");
  Map Weights = all();
  Loader.load_constants(Weights, true, true);
  Loader.get_runner()->swap_constant_buffer();
  Loader.run({input()});
}

void bare_updated_by_emitted_names() {
  AOTIModelPackageLoader Loader("bare.pt2");
  Map Weights = {{"fc_weight", matrix()}, {"fc_bias", vec()}};
  Weights["scale"] = vec();
  Weights["_tensor_constant0"] = vec();
  Loader.get_runner()->update_constant_buffer(Weights, false, true);
  Loader.run({input()});
}

void bare_updated_by_original_names() {
  AOTIModelPackageLoader Loader("bare.pt2");
  Map Weights = {{"fc.weight", matrix()}, {"fc.bias", vec()}}; // wrong
  Weights["scale"] = vec();
  Weights["_tensor_constant0"] = vec();
  Loader.get_runner()->update_constant_buffer(Weights, false, false);
  Loader.run({input()});
}

void bare_user_managed() {
  AOTIModelPackageLoader Loader("bare.pt2");
  Map Weights = all();
  Loader.load_constants(Weights, false, true, /*user_managed=*/true);
  Loader.run({input()});
}

//===----------------------------------------------------------------------===//
// The same model with its weights in data/weights, and in a blob.
//===----------------------------------------------------------------------===//

void pickles_never() {
  AOTIModelPackageLoader Loader("pickles.pt2");
  Loader.run({input()}); // wrong
}

void blob_never() {
  AOTIModelPackageLoader Loader("blob.pt2");
  Loader.run({input()});
}

void blob_updated_in_part() {
  AOTIModelPackageLoader Loader("blob.pt2");
  Map Weights = {{"scale", vec()}};
  Loader.load_constants(Weights, false, false);
  Loader.run({input()});
}

//===----------------------------------------------------------------------===//
// small.pt2: a layer whose bias of 4 elements the compiler puts into a kernel.
//===----------------------------------------------------------------------===//

void small_never() {
  AOTIModelPackageLoader Loader("small.pt2");
  Loader.run({input()});
}

void small_weight() {
  AOTIModelPackageLoader Loader("small.pt2");
  Map Weights = {{"weight", torch::ones({4, 16})}};
  Loader.load_constants(Weights, false, true);
  Loader.run({input()});
}

void small_bias_is_in_the_kernel() {
  AOTIModelPackageLoader Loader("small.pt2");
  Map Weights = {{"weight", torch::ones({4, 16})}, {"bias", torch::ones({4})}};
  Loader.load_constants(Weights, false, false); // wrong
}

} // extern "C"

#include "truth_main.h"
