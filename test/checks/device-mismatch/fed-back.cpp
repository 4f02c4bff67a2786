// A state that is fed back is what it was at first when it first runs; a runner's
// class says where it runs, wherever it is made; data on the CPU beside a GPU's.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

class Recurrent {
public:
  explicit Recurrent(const std::string &Path) : Model(std::make_unique<RunnerCuda>(Path)), State(at::zeros({1, 8})) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:98: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
  at::Tensor step(const at::Tensor &X) {
    std::vector<at::Tensor> Inputs{X.to(at::kCUDA), State};
    auto Outputs = Model->run(Inputs);
    State = Outputs[1];
    return Outputs[0];
  }

private:
  std::unique_ptr<RunnerCuda> Model;
  at::Tensor State;
};

at::Tensor generate(RunnerCuda &Model, const at::Tensor &X, int Steps) {
  at::Tensor State = at::zeros({4, 8});
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  // CHECK-MESSAGES: :[[@LINE+2]]:19: note: the model runs here
  for (int I = 0; I < Steps; ++I)
    State = Model.run({X, State})[0];
  // CHECK-MESSAGES: :[[@LINE-6]]:33: note: the runner's class says where it runs
  return State;
}

class Holder {
public:
  explicit Holder(std::unique_ptr<RunnerCpu> Given);
  void serve() { Model->run({at::zeros({2, 3}, at::kCUDA)}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
  // CHECK-MESSAGES: :[[@LINE+3]]:30: note: the runner's class says where it runs

private:
  std::unique_ptr<RunnerCpu> Model;
};

void withMask(RunnerCuda *Model, const at::Tensor &X, float *Rows, int64_t N) {
  Model->run({X.cuda(), at::ones({N, 16})});
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: input 1 is created on 'cpu'
  Model->run({X.cuda(), at::from_blob(Rows, {N, 4})});
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: input 1 is created on 'cpu'
}

// Near misses.

class Moved {
public:
  explicit Moved(const std::string &Path) : Model(Path), State(at::zeros({1, 8})) { State = State.cuda(); }
  void reset() { State = at::zeros({1, 8}, at::kCUDA); }
  void step(const at::Tensor &X) { State = Model.run({X.cuda(), State})[1]; }

private:
  RunnerCuda Model;
  at::Tensor State;
};

// Set to something else before the first run, for all that is known.
class Warm {
public:
  explicit Warm(const std::string &Path) : Model(Path), State(at::zeros({1, 8})) {}
  void start(const at::Tensor &Given) { State = Given; }
  void step(const at::Tensor &X) { State = Model.run({X.cuda(), State})[1]; }

private:
  RunnerCuda Model;
  at::Tensor State;
};

void otherState(RunnerCuda &Model, RunnerCuda &Next, const at::Tensor &X, int Steps) {
  at::Tensor State = at::zeros({4, 8});
  for (int I = 0; I < Steps; ++I) {
    if (I > 0)
      Next.run({State});
    State = Model.run({X.cuda()})[0];
  }
}

// The base does not say where it runs.
void anyRunner(torch::inductor::AOTIModelContainerRunner &Model) { Model.run({at::zeros({2, 3})}); }

void sizesAndNumbers(RunnerCuda &Model, const at::Tensor &X, const std::vector<int64_t> &Sizes) {
  Model.run({X.cuda(), at::zeros({4}, at::kLong)});
  Model.run({X.cuda(), at::ones({1})});
  Model.run({X.cuda(), at::ones(Sizes)});
  Model.run({X.cuda(), at::ones({4}, at::kCUDA).cpu()});
}
