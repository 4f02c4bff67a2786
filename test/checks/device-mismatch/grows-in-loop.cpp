// A tensor of another shape each time that a loop goes round is where it was.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

void decode(RunnerCuda &Model, RunnerCpu &Scorer, int Steps) {
  at::Tensor Tokens = at::zeros({4, 1}, at::kCUDA);
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu' [aoti-device-mismatch]
  for (int I = 0; I < Steps; ++I) {
    at::Tensor Next = Model.run({Tokens})[0];
    Tokens = at::cat({Tokens, Next}, 1);
  }
  Scorer.run({Tokens});
}

void decodeOnHost(RunnerCuda &Model, int Steps) {
  at::Tensor Tokens = at::zeros({4, 1});
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  for (int I = 0; I < Steps; ++I) {
    Model.run({Tokens});
    Tokens = at::cat({Tokens, at::zeros({4, 1})}, 1);
  }
}

// Near misses.

void decodeRight(RunnerCuda &Model, RunnerCpu &Scorer, int Steps) {
  at::Tensor Tokens = at::zeros({4, 1}, at::kCUDA);
  for (int I = 0; I < Steps; ++I) {
    Tokens = at::cat({Tokens, Model.run({Tokens})[0]}, 1);
    for (int J = 0; J < I; ++J)
      Tokens = at::cat({Tokens, Tokens}, 1);
  }
  Model.run({Tokens});
  Scorer.run({Tokens.cpu()});
}

// By one way it is elsewhere.
void either(RunnerCuda &Model, const at::Tensor &X, bool OnGpu) {
  at::Tensor First = OnGpu ? at::zeros({4, 1}, at::kCUDA) : at::zeros({4, 1});
  Model.run({at::cat({First, X}, 1)});
}

// What comes last is right.
class SetRight {
public:
  explicit SetRight(const std::string &Path) : Model(Path), Table(at::zeros({1, 4}, at::kCUDA)) {}
  void set(std::vector<float> &Flat) {
    Table = at::from_blob(Flat.data(), {1, 4});
    if (!Flat.empty())
      Table = at::zeros({1, 4}, at::kCUDA);
    Table = at::zeros({1, 4}, at::kCUDA);
  }
  void step() { Model.run({Table}); }

private:
  RunnerCuda Model;
  at::Tensor Table;
};
