// What a tensor is on one way of an 'if', it is where the model runs.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;
using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;

// Hits.

class Flow {
public:
  explicit Flow(const std::string &Path) : Model(Path) {
    Staging = at::empty({1, 3, 8, 8});
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  }
  at::Tensor next(const at::Tensor &Frame) {
    auto Here = Frame.to(at::kCUDA);
    if (!Previous.defined())
      // CHECK-MESSAGES: :[[@LINE-1]]:9: note: so it is where this holds
      Previous = Staging.clone();
    auto Out = Model.run({Previous, Here});
    Previous = Here;
    return Out[0];
  }

private:
  RunnerCuda Model;
  at::Tensor Staging, Previous;
};

struct Box {
  bool Changed = false;
  double *Lattice = nullptr;
};

void resize(Box &B) { B.Changed = true; }

class Fix {
public:
  Fix(const std::string &Path, const Box &B) : Model(Path) {
    Cell = at::from_blob(B.Lattice, {3, 3}).to(at::kCUDA);
  }
  void force(Box &B, const at::Tensor &X) {
    if (B.Changed)
      refresh(B);
    Model.run({X.to(at::kCUDA), Cell});
  }

private:
  void refresh(Box &B) {
    Cell = at::from_blob(B.Lattice, {3, 3}).clone();
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    B.Changed = false;
  }
  RunnerCuda Model;
  at::Tensor Cell;
};

void movedIfLarge(RunnerCuda &Model, int N) {
  at::Tensor Moves = at::randn({N, 12});
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  if (N > 1000 && N < 100000)
    // CHECK-MESSAGES: :[[@LINE-1]]:7: note: so it is where this does not hold
    Moves = Moves.to(at::kCUDA);
  Model.run({Moves});
}

void otherwise(RunnerCpu &Model, const at::Tensor &X, bool IsSmall) {
  at::Tensor Rows;
  if (IsSmall)
    Rows = X.cpu();
  else
    Rows = X.cuda();
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: input 0 is moved to 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
  Model.run({Rows});
}

void sometimes(RunnerCuda &Model, const std::vector<at::Tensor> &Frames) {
  at::Tensor Last = at::zeros({1, 8}, at::kCUDA);
  int N = 0;
  for (const auto &F : Frames) {
    if (++N % 10 == 0)
      Last = at::zeros({1, 8});
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    Model.run({F.cuda(), Last});
  }
}

void mask(RunnerCuda &Model, const at::Tensor &X) {
  auto Rows = X.cuda();
  auto Legal = at::ones({X.size(0), 18}, at::kBool);
  // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  Model.run({Rows, Legal});
}

// Near misses.

// The run may be none on that way.
void asked(RunnerCuda &Model, RunnerCpu &Small, bool UseGpu, int N) {
  at::Tensor X = at::randn({8, 12});
  if (UseGpu)
    X = X.cuda();
  Model.run({X});
  bool IsMoved = false;
  at::Tensor Y = at::randn({8, 12});
  if (N > 1000) {
    Y = Y.cuda();
    IsMoved = true;
  }
  if (IsMoved)
    Model.run({Y});
  else
    Small.run({Y});
}

void left(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  if (N < 1000)
    return;
  if (N >= 1000)
    X = X.cuda();
  Model.run({X});
}

void leftLater(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  bool Ready = false;
  if (N > 1000) {
    X = X.cuda();
    Ready = true;
  }
  if (!Ready)
    throw N;
  Model.run({X});
}

// The first time, it is.
void first(RunnerCuda &Model, const std::vector<at::Tensor> &Frames) {
  at::Tensor State = at::zeros({1, 8});
  for (size_t I = 0; I < Frames.size(); ++I) {
    if (I == 0)
      State = State.cuda();
    auto Out = Model.run({Frames[I].cuda(), State});
    State = Out[1];
  }
}

// A place for what comes.
class Cached {
public:
  explicit Cached(const std::string &Path) : Model(Path), Cache(at::zeros({1})) {}
  void run(const at::Tensor &X) {
    if (Cache.size(0) != X.size(0))
      Cache = at::zeros({X.size(0), 8}, at::kCUDA);
    Model.run({X.cuda(), Cache});
  }

private:
  RunnerCuda Model;
  at::Tensor Cache;
};

void noneYet(RunnerCuda &Model, const at::Tensor &X, bool HasMask) {
  at::Tensor Mask = at::empty({0});
  if (HasMask)
    Mask = at::ones({8}, at::kCUDA);
  Model.run({X.cuda(), Mask});
}

void movedAfter(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12}), Y = at::randn({8, 12});
  if (N > 1000)
    X = X.cuda();
  X = X.to(at::kCUDA);
  if (N > 1000)
    Y = Y.cuda();
  if (!Y.is_cuda())
    Y = Y.cuda();
  Model.run({X, Y});
}

// Both, or neither.
void together(RunnerCuda &Model, const at::Tensor &X, int N) {
  at::Tensor Rows = X.cuda();
  if (N > 1000) {
    Rows = X.cpu();
    Rows = Rows.cuda();
  }
  Model.run({Rows});
}

void either(RunnerCuda &Model, int N, bool Wide) {
  at::Tensor X = at::randn({8, 12});
  if (N > 1000 || Wide)
    X = X.cuda();
  Model.run({X});
}

// Lengths are on the CPU even for functions of the GPU; numbers are passed on.
void lengths(RunnerCuda &Model, const at::Tensor &X, int N) {
  auto Rows = X.cuda();
  auto Lengths = at::ones({N}, at::kLong);
  auto Scale = at::ones({1});
  Model.run({Rows, Lengths, Scale});
}
