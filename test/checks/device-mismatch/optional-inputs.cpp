// Inputs at the end of the list that only some models take: what is in front of
// them is known, and what they are if they are there.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %test_root/Inputs/make_package.py --input 'int64[8]' --input 'int64[8]' --input 'float32[8]' %t/three.pt2 model=cuda
// RUN: %python %test_root/Inputs/make_package.py --input 'int64[8]' --input 'int64[8]' %t/two.pt2 model=cuda
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[8]' --input 'float32[8]' --input 'float32[8]@cpu' %t/last_cpu.pt2 model=cuda
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[8]' --input 'float32[8]' --input 'float32[8]' --input 'float32[8]@cpu' %t/fourth_cpu.pt2 model=cuda
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t/host
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t/host --front=plugin %}
#include <ATen/ATen.h>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;
using Runner = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

void frontOfOptional(bool HasTypes) {
  Loader L("three.pt2");
  at::Tensor Ids = at::zeros({8}, at::TensorOptions(at::kCUDA).dtype(at::kLong));
  at::Tensor Mask = at::ones({8}, at::kLong);
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: input 1 is created on 'cpu', but 'three.pt2' was compiled for 'cuda' [aoti-device-mismatch]
  std::vector<at::Tensor> In = {Ids, Mask};
  if (HasTypes)
    In.push_back(at::zeros({8}, at::kCUDA));
  L.run(In);
}

void optionalItself(bool HasTypes) {
  Loader L("three.pt2");
  at::Tensor Ids = at::zeros({8}, at::TensorOptions(at::kCUDA).dtype(at::kLong));
  std::vector<at::Tensor> In;
  In.push_back(Ids);
  In.push_back(Ids);
  if (HasTypes)
    In.push_back(at::zeros({8}));
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: input 2 is created on 'cpu', but 'three.pt2' was compiled for 'cuda' [aoti-device-mismatch]
  L.run(In);
}

void eitherOfTwo(Runner &R, bool HasTypes, bool HasBias) {
  std::vector<at::Tensor> In{at::zeros({8}, at::kCUDA)};
  if (HasTypes)
    In.push_back(at::zeros({8}));
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: inputs 1 and 2 are on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
  if (HasBias)
    In.push_back(at::ones({8}));
  R.run(In);
}

void oneOfTwoIsRight(Runner &R, bool HasTypes, bool HasBias) {
  std::vector<at::Tensor> In{at::zeros({8}, at::kCUDA)};
  if (HasTypes)
    In.push_back(at::zeros({8}));
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
  if (HasBias)
    In.push_back(at::ones({8}, at::kCUDA));
  R.run(In);
}

// Near misses.

void whatTheModelDoesNotTake(bool HasTypes) {
  Loader L("two.pt2");
  at::Tensor Ids = at::zeros({8}, at::TensorOptions(at::kCUDA).dtype(at::kLong));
  std::vector<at::Tensor> In = {Ids, Ids};
  if (HasTypes)
    In.push_back(at::zeros({8}));
  L.run(In);
}

void replacedBehind(Runner &R, bool HasTypes) {
  std::vector<at::Tensor> In = {at::zeros({8}), at::zeros({8}, at::kCUDA)};
  if (HasTypes)
    In.push_back(at::zeros({8}, at::kCUDA));
  In[0] = at::ones({8}, at::kCUDA);
  R.run(In);
}

void movedAll(Runner &R, bool HasTypes) {
  std::vector<at::Tensor> In = {at::zeros({8})};
  if (HasTypes)
    In.push_back(at::ones({8}));
  for (at::Tensor &T : In)
    T = T.to(at::kCUDA);
  R.run(In);
}

void inFront(Runner &R, bool HasTypes) {
  std::vector<at::Tensor> In = {at::zeros({8}, at::kCUDA)};
  if (HasTypes)
    In.insert(In.begin(), at::ones({8}, at::kCUDA));
  R.run(In);
}

void unknownInFront(Runner &R, const at::Tensor &X, bool HasTypes) {
  std::vector<at::Tensor> In = {X};
  if (HasTypes)
    In.push_back(at::ones({8}, at::kCUDA));
  R.run(In);
}

void cleared(Runner &R, bool HasTypes) {
  std::vector<at::Tensor> In = {at::zeros({8})};
  if (HasTypes)
    In.push_back(at::ones({8}));
  In.clear();
  In.push_back(at::ones({8}, at::kCUDA));
  R.run(In);
}

void inALoop(Runner &R, int N) {
  std::vector<at::Tensor> In = {at::zeros({8}, at::kCUDA)};
  for (int I = 0; I < N; ++I)
    In.push_back(at::ones({8}, at::kCUDA));
  R.run(In);
}

void lastOfSeveral(bool HasTypes, bool HasLengths) {
  Loader L("fourth_cpu.pt2");
  std::vector<at::Tensor> In = {at::zeros({8}, at::kCUDA), at::zeros({8}, at::kCUDA)};
  if (HasTypes)
    In.push_back(at::zeros({8}, at::kCUDA));
  if (HasLengths)
    In.push_back(at::zeros({8}));
  L.run(In);
}

void behindAnOptional(bool HasTypes) {
  Loader L("last_cpu.pt2");
  std::vector<at::Tensor> In = {at::zeros({8}, at::kCUDA)};
  if (HasTypes)
    In.push_back(at::zeros({8}, at::kCUDA));
  In.push_back(at::zeros({8}));
  L.run(In);
}

void oneModelOrTheOther(bool Big) {
  Loader Two("two.pt2"), Three("last_cpu.pt2");
  std::vector<at::Tensor> In = {at::zeros({8}, at::kCUDA), at::zeros({8}, at::kCUDA)};
  if (Big)
    In.push_back(at::zeros({8}));
  if (Big)
    Three.run(In);
  else
    Two.run(In);
}

void byTheirNumber() {
  Loader L("last_cpu.pt2");
  std::vector<at::Tensor> In = {at::zeros({8}, at::kCUDA)};
  if (In.size() < 2)
    In.push_back(at::zeros({8}, at::kCUDA));
  if (In.size() < 3)
    In.push_back(at::zeros({8}));
  L.run(In);
}
