// What a tensor is on one way of an 'if', it is where the model runs.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

namespace torch::cuda {
bool is_available();
}

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

class Tracker {
public:
  explicit Tracker(const std::string &Path) : Model(Path), Prior(at::zeros({4, 4}, at::kCUDA)) {}
  void choose(float *Data, const at::Tensor &Frame, bool IsWarm) {
    at::Tensor Start = IsWarm ? at::from_blob(Data, {4, 4}) : Prior;
    // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    // CHECK-MESSAGES: :[[@LINE-2]]:24: note: so it is where this holds
    Model.run({Frame.cuda(), Start});
  }
  void chooseInTheCall(float *Data, const at::Tensor &Frame, int N) {
    Model.run({Frame.cuda(), N > 3 ? Prior : at::from_blob(Data, {4, 4})});
    // CHECK-MESSAGES: :[[@LINE-1]]:46: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    // CHECK-MESSAGES: :[[@LINE-2]]:30: note: so it is where this does not hold
  }
  void helped(float *Data, const at::Tensor &Frame, int N) {
    Model.run({Frame.cuda(), startOf(Data, N > 7)});
  }
  void helpedOnce(float *Data, const at::Tensor &Frame, bool IsWarm) {
    const at::Tensor Start = ifWarm(Data, IsWarm);
    Model.run({Frame.cuda(), Start});
  }

private:
  at::Tensor startOf(float *Data, bool IsWarm) {
    if (IsWarm)
      return at::from_blob(Data, {4, 4});
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    // CHECK-MESSAGES: :[[@LINE-3]]:9: note: so it is where this holds
    return Prior;
  }
  at::Tensor ifWarm(float *Data, bool IsWarm) {
    if (!IsWarm)
      return Prior;
    return at::from_blob(Data, {4, 4});
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    // CHECK-MESSAGES: :[[@LINE-4]]:9: note: so it is where this does not hold
  }
  RunnerCuda Model;
  at::Tensor Prior;
};

// Near misses.

class Chooser {
public:
  explicit Chooser(const std::string &Path) : Model(Path), Small(Path), Prior(at::zeros({4, 4}, at::kCUDA)) {}
  // Something asks later on which one it was.
  void asked(float *Data, const at::Tensor &Frame, bool IsWarm) {
    at::Tensor Start = IsWarm ? at::from_blob(Data, {4, 4}) : Prior;
    if (IsWarm)
      Start = Start.cuda();
    Model.run({Frame.cuda(), Start});
    at::Tensor Other = IsWarm ? at::from_blob(Data, {4, 4}) : Prior;
    if (!IsWarm)
      Model.run({Frame.cuda(), Other});
    else
      Small.run({Frame.cpu(), Other});
  }
  // What is asked for says where it is.
  void ofDevices(const at::Tensor &Frame, const at::Tensor &Start, bool OnGpu) {
    Model.run({Frame.cuda(), OnGpu ? at::zeros({4, 4}, at::kCUDA) : at::zeros({4, 4})});
    Model.run({Frame.cuda(), Frame.is_cuda() ? Prior : Prior.cpu()});
    Model.run({Frame.cuda(), at::zeros({4, 4}, isLarge(Frame) ? at::kCUDA : at::kCPU)});
    Model.run({Frame.cuda(), isFast() ? Prior : at::zeros({4, 4})});
    at::Tensor Moved = at::zeros({4, 4});
    if (isFast())
      Moved = Moved.cuda();
    Model.run({Frame.cuda(), Moved});
  }
  static bool isFast() { return torch::cuda::is_available(); }
  static bool isLarge(const at::Tensor &X) { return X.numel() > 1000; }
  void byRank(const at::Tensor &Frame, int Rank, int N) {
    Model.run({Frame.cuda(), at::zeros({4, 4}, at::Device(Rank >= 0 ? at::kCUDA : at::kCPU))});
    const at::Device Where(N > 4 ? at::kCUDA : at::kCPU);
    if (N > 4)
      Model.run({Frame.cuda(), at::zeros({4, 4}, Where)});
  }
  // The helper goes one way with that number.
  void byNumber(const at::Tensor &Frame) { Model.run({Frame.cuda(), large(300)}); }
  static at::Tensor large(int N) {
    at::Tensor X = at::zeros({4, 4});
    if (N > 200)
      X = X.cuda();
    return X;
  }
  // Both ways are right, or it is moved.
  void moved(float *Data, const at::Tensor &Frame, bool IsWarm) {
    at::Tensor Start = IsWarm ? at::from_blob(Data, {4, 4}) : Prior;
    Model.run({Frame.cuda(), Start.to(at::kCUDA)});
    Model.run({Frame.cuda(), IsWarm ? at::from_blob(Data, {4, 4}).cuda() : Prior});
  }
  // The caller asks for what the helper asks for.
  void helped(float *Data, const at::Tensor &Frame, bool IsWarm) {
    at::Tensor Start = startOf(Data, IsWarm);
    if (!IsWarm)
      Model.run({Frame.cuda(), Start});
  }
  // Called twice: the helper may go one way for each.
  void twice(float *Data, const at::Tensor &Frame, int N) {
    at::Tensor First = startOf(Data, N > 3), Second = startOf(Data, N > 4);
    Model.run({Frame.cuda(), N > 3 ? First.cuda() : First, Second.cuda()});
  }
  // With a constant the helper goes one way.
  void constant(float *Data, const at::Tensor &Frame) { Model.run({Frame.cuda(), startOf(Data, false)}); }
  // That way does not come back.
  void thrown(const at::Tensor &Frame, int N) { Model.run({Frame.cuda(), orThrow(N)}); }
  // Each way's tensor may be a single number.
  void numbers(const at::Tensor &Frame, bool IsWarm) {
    Model.run({Frame.cuda(), IsWarm ? at::full({}, 2.0) : Prior});
  }

private:
  at::Tensor startOf(float *Data, bool IsWarm) {
    if (IsWarm)
      return at::from_blob(Data, {4, 4});
    return Prior;
  }
  at::Tensor orThrow(int N) {
    at::Tensor X = at::zeros({4, 4});
    if (N < 3)
      throw N;
    if (N >= 3)
      X = X.cuda();
    return X;
  }
  RunnerCuda Model;
  RunnerCpu Small;
  at::Tensor Prior;
};

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
