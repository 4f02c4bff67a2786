// Results of operators are where their operands are.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Gpu = torch::inductor::AOTIModelContainerRunnerCuda;
using Cpu = torch::inductor::AOTIModelContainerRunnerCpu;

namespace torch::nn::functional {
struct InterpolateFuncOptions {};
at::Tensor interpolate(const at::Tensor &input, const InterpolateFuncOptions &options = {});
} // namespace torch::nn::functional
namespace F = torch::nn::functional;

// Hits.

void oneOperand(Cpu &Model) {
  const at::Tensor X = at::zeros({4, 16}, at::kCUDA);
  Model.run({at::softmax(X, 1)});
  // CHECK-MESSAGES: :[[@LINE-2]]:24: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
}

void ofAMethod(Cpu &Model) {
  Model.run({at::zeros({4, 16}, at::kCUDA).mean(1).argmax()});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
}

// All operands are where one of them is. No edit moves one and leaves the others.
void severalOperands(Gpu &Model, float *Data, const at::Tensor &Filter) {
  Model.run({at::matmul(at::from_blob(Data, {4, 16}), Filter)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
}

void elementwise(Cpu &Model, const at::Tensor &Offset) {
  // Whatever is added to it: nothing else works.
  Model.run({at::zeros({4}, at::kCUDA) + Offset});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
}

// A number on the CPU may be among the elements of a tensor on the GPU.
void numberAmongThem(Cpu &Model, const at::Tensor &Mask) {
  const at::Tensor X = at::zeros({4}, at::kCUDA);
  Model.run({at::where(Mask, X, at::full({}, 2.0))});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
}

void ofFunctional(Gpu &Model, float *Data) {
  const at::Tensor Map = at::from_blob(Data, {1, 1, 8});
  Model.run({F::interpolate(Map, F::InterpolateFuncOptions())});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
}

void partsByIndex(Gpu &Model) {
  const auto Parts = at::chunk(at::zeros({8, 16}), 2);
  Model.run({Parts[0]});
  // CHECK-MESSAGES: :[[@LINE-2]]:32: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
}

void partsInALoop(Gpu &Model) {
  for (const at::Tensor &Row : at::zeros({8, 16}).unbind())
    Model.run({Row});
  // CHECK-MESSAGES: :[[@LINE-2]]:32: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
}

void ofATuple(Gpu &Model) {
  const auto [Values, Indices] = at::max(at::zeros({8, 16}), 1);
  Model.run({Indices});
  // CHECK-MESSAGES: :[[@LINE-2]]:42: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
}

void window(Gpu &Model) {
  Model.run({at::hann_window(400)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
}

// Near misses.

void moved(Cpu &Model) {
  const at::Tensor X = at::zeros({4, 16}, at::kCUDA);
  Model.run({at::softmax(X, 1).cpu()});
}

// A single number may be anywhere: the result is where the other one is.
void singleNumber(Gpu &Model, const at::Tensor &X) {
  Model.run({at::full({}, 2.0) + X});
  Model.run({at::full({}, 2.0) + at::zeros({4}, at::kCUDA)});
  Model.run({at::where(X > 0, at::full({}, 2.0), X)});
  Model.run({at::lerp(at::full({}, 2.0), X, 0.5)});
}

// Of how many dimensions it is, is not known.
void perhapsSingle(Gpu &Model, at::IntArrayRef Sizes, const at::Tensor &X) {
  Model.run({at::zeros(Sizes) + X});
}

// Indices, masks' values and sources may be on the CPU.
void indices(Gpu &Model, const at::Tensor &X) {
  Model.run({X.masked_fill(X > 0, at::full({}, 2.0))});
  Model.run({at::zeros({4}, at::kCUDA).masked_fill(X > 0, at::full({}, 2.0))});
}

void allThere(Gpu &Model, const at::Tensor &W) {
  const at::Tensor X = at::zeros({4, 16}, at::kCUDA);
  Model.run({at::softmax(X, 1)});
  Model.run({at::matmul(X, W)});
  Model.run({at::embedding(X, at::zeros({4}, at::TensorOptions(at::kCUDA).dtype(at::kLong)))});
  for (const at::Tensor &Part : at::chunk(X, 2))
    Model.run({Part});
  const auto [Values, Indices] = at::max(X, 1);
  Model.run({Values, Indices});
}

// Not torch's functions.
namespace own {
at::Tensor softmax(const at::Tensor &self, int64_t dim);
std::vector<at::Tensor> chunk(const at::Tensor &self, int64_t chunks);
namespace functional {
at::Tensor interpolate(const at::Tensor &input);
}
} // namespace own
void ownFunctions(Gpu &Model) {
  const at::Tensor X = at::zeros({4, 16});
  Model.run({own::softmax(X, 1)});
  Model.run({own::chunk(X, 1)[0]});
  Model.run({own::functional::interpolate(X)});
}

// An operator that is not among those that are known.
void notKnown(Gpu &Model, const at::Tensor &X) {
  Model.run({at::zeros({4}).set_(X)});
}
