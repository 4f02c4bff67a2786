// Members that come from each other or from what the model has returned: what is set
// once, or swapped, is known nevertheless.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <utility>
#include <vector>

using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

class Decoder {
public:
  Decoder(const std::string &Path) : Device(at::kCUDA, 0), Model(Path), Draft(Path) {
    Keys = made(Device);
    Values = made(Device);
  }
  void agree(int Steps) {
    at::Tensor Token = at::ones({1, 1}, Device);
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: input 0 is created on 'cuda:0', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu' [aoti-device-mismatch]
    for (int I = 0; I < Steps; ++I) {
      at::Tensor Expected = step(Token);
      Draft.run({Token});
      Token = Expected;
    }
  }
  at::Tensor step(const at::Tensor &Token) {
    std::vector<at::Tensor> Inputs{Token, Keys, Values};
    auto Out = Model.run(Inputs);
    Keys = Out[1];
    std::swap(Values, Out[2]);
    return Out[0];
  }

private:
  struct Pair {
    at::Tensor K, V;
  };
  static at::Tensor made(c10::Device Where) { return Pair{at::zeros({2}, Where), at::zeros({2}, Where)}.K; }
  c10::Device Device;
  RunnerCuda Model;
  RunnerCpu Draft;
  at::Tensor Keys, Values;
};

class Influence {
public:
  explicit Influence(const std::string &Path) : Model(Path), Front(at::zeros({4})), Back(at::zeros({4})) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:68: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  void turn() { std::swap(Front, Back); }
  void diffuse() { Model.run({Front}); }

private:
  RunnerCuda Model;
  at::Tensor Front, Back;
};

void elements(RunnerCuda &Model, RunnerCpu &Head, const at::Tensor &X) {
  auto Out = Model.run({X.cuda()});
  Out[1] = Out[1].cpu();
  Head.run({Out[1]});
  Head.run({Out[0]});
  // CHECK-MESSAGES: :[[@LINE-4]]:14: warning: input 0 is returned by a model on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
}

void appended(RunnerCuda &Model, const at::Tensor &X) {
  at::Tensor Mask = at::zeros({4});
  std::vector<at::Tensor> Inputs;
  for (const at::Tensor &Each : {X, Mask})
    Inputs.push_back(Each.cuda());
  Inputs.push_back(Mask);
  // CHECK-MESSAGES: :[[@LINE-5]]:21: warning: input 2 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  Model.run(Inputs);
}

// Near misses.

class Heat {
public:
  explicit Heat(const std::string &Path) : Model(Path), Front(at::zeros({4}, at::kCUDA)), Back(at::zeros({4}, at::kCUDA)) {}
  void diffuse() {
    Model.run({Front});
    std::swap(Front, Back);
  }

private:
  RunnerCuda Model;
  at::Tensor Front, Back;
};

class Exchanged {
public:
  explicit Exchanged(const std::string &Path) : Model(Path), State(at::zeros({4}, at::kCUDA)) {}
  void run() {
    at::Tensor Before = std::exchange(State, at::zeros({4}));
    Model.run({Before.cuda()});
    State = Before.cuda();
  }
  void again() { Model.run({State}); }
  void given(const at::Tensor &X) {
    at::Tensor Other = at::zeros({4});
    at::Tensor Mine = X;
    std::swap(Mine, Other);
    Model.run({Other});
  }

private:
  RunnerCuda Model;
  at::Tensor State;
};

// Of which device, another file says.
class Held {
public:
  Held(const std::string &Path, c10::Device Given) : Device(Given), Model(Path) {}
  void run(const at::Tensor &X) { Model.run({X.to(Device)}); }
  void turn() { Front = Back.to(Device); }
  void back() { Back = Front.clone(); }
  void runFront() { Model.run({Front}); }

private:
  c10::Device Device;
  RunnerCuda Model;
  at::Tensor Front, Back = at::zeros({4});
};

void sometimes(RunnerCuda &Model, const at::Tensor &X, bool Moves) {
  std::vector<at::Tensor> Inputs;
  for (const at::Tensor &Each : {X, at::zeros({4})})
    if (Moves)
      Inputs.push_back(Each);
  Model.run(Inputs);
}
