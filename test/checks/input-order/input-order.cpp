// A clang-tidy without the sanitizer cannot load a plugin that has it.
// UNSUPPORTED: asan
// Lists of inputs with names, held against the names in the package's in_spec.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[4]' --input 'float32[4]' --key mask --key ids %t/dict.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[4]' --input 'float32[4]' --key ids --key mask %t/sorted.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[4]' --input 'float32[4]' --keyword right --keyword left %t/kw.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[4]' --input 'float32[4]' %t/bare.pt2 model=cpu
// RUN: %check_aoti_tidy %s aoti-input-order %t/host
// RUN: %check_aoti_tidy %s aoti-input-order %t/host --front=plugin
#include <ATen/ATen.h>
#include <map>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <unordered_map>
#include <utility>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;
using Batch = std::map<std::string, at::Tensor>;

struct Row {
  at::Tensor left, right;
};

// Hits.

void iterated(const Batch &batch) {
  Loader Model("dict.pt2");
  std::vector<at::Tensor> inputs;
  for (const auto &item : batch)
    // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: a std::map is iterated by its sorted keys, but 'dict.pt2' takes its inputs in the order mask, ids [aoti-input-order]
    inputs.push_back(item.second);
  Model.run(inputs);
  // CHECK-MESSAGES: :[[@LINE-6]]:10: note: 'dict.pt2' is loaded here
}

void unordered(const std::unordered_map<std::string, at::Tensor> &batch) {
  Loader Model("sorted.pt2");
  std::vector<at::Tensor> inputs;
  for (auto &[name, tensor] : batch) {
    // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: a std::unordered_map has no order, but 'sorted.pt2' takes its inputs in the order ids, mask
    inputs.emplace_back(tensor);
  }
  Model.run(inputs);
}

void listed(at::Tensor left, at::Tensor right, Row row, Batch batch) {
  Loader Model("kw.pt2");
  Model.run({left, right});
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'left' is taken for 'right': 'kw.pt2' takes its inputs in the order right, left
  Model.run({row.left, row.right});
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'left' is taken for 'right'
  std::vector<at::Tensor> inputs;
  inputs.push_back(batch["left"]);
  inputs.push_back(batch.at("right"));
  Model.run(inputs);
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'left' is taken for 'right'
}

// Near misses.

void inOrder(at::Tensor left, at::Tensor right, Batch batch) {
  Loader Model("kw.pt2");
  Model.run({right, left});
  std::vector<at::Tensor> inputs = {right, left};
  Model.run(inputs);
  std::vector<at::Tensor> picked;
  for (const char *name : {"right", "left"})
    picked.push_back(batch.at(name));
  Model.run(picked);
}

void sortedKeys(const Batch &batch) {
  Loader Model("sorted.pt2");
  std::vector<at::Tensor> inputs;
  for (const auto &item : batch)
    inputs.push_back(item.second);
  Model.run(inputs);
}

void otherNames(at::Tensor a, at::Tensor left, at::Tensor right) {
  Loader Model("kw.pt2");
  Model.run({a, left});
  Model.run({left.clone(), right.clone()});
  Loader Bare("bare.pt2");
  Bare.run({left, right});
}

void exchanged(at::Tensor left, at::Tensor right) {
  Loader Model("kw.pt2");
  at::Tensor kept = left;
  left = right;
  right = kept;
  Model.run({left, right});
}

void swapped(at::Tensor left, at::Tensor right) {
  Loader Model("kw.pt2");
  std::swap(left, right);
  Model.run({left, right});
}

void otherLists(const Batch &batch, const std::vector<at::Tensor> &given) {
  Loader Model("dict.pt2");
  std::vector<at::Tensor> unused;
  for (const auto &item : batch)
    unused.push_back(item.second);
  Model.run(given);
}
