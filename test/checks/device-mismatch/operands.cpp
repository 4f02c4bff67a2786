// Operations on tensors of different devices, before and after a run.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <functional>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <utility>
#include <vector>

using Runner = torch::inductor::AOTIModelContainerRunnerCuda;
using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;

// Hits.

// What a model returns, with what was never moved; a tensor is told of once.
void outputs(Runner &Model, const at::Tensor &X) {
  const at::Tensor Out = Model.run({X.cuda()})[0];
  const at::Tensor Weight = at::ones({3});
  const at::Tensor Scaled = Out * Weight;
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'Weight' is on 'cpu', but 'Out' is on 'cuda': '*' throws unless they are on one device [aoti-device-mismatch]
  // CHECK-MESSAGES: :[[@LINE-3]]:29: note: it is created on 'cpu' here
  // CHECK-MESSAGES: :[[@LINE-5]]:26: note: a model returns tensors on 'cuda' here
  const at::Tensor Again = Weight + Out;
  const at::Tensor Joined = at::cat({Out, at::ones({3})});
  // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'at::ones({3})' is on 'cpu', but 'Out' is on 'cuda': 'cat()' throws
  const at::Tensor Sorted = Out.index_select(0, at::arange(3, at::kLong));
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'at::arange(3, at::kLong)' is on 'cpu', but 'Out' is on 'cuda': 'index_select()' throws
  const at::Tensor Chosen = at::where(Out > 0, Out, at::zeros({3}));
  // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'at::zeros({3})' is on 'cpu', but 'Out > 0' is on 'cuda': 'where()' throws
  const at::Tensor Masked = Out.masked_fill(at::zeros({3}, at::kBool), Out);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'at::zeros({3}, at::kBool)' is on 'cpu', but 'Out' is on 'cuda': 'masked_fill()' throws
}

// Of two models, one on each.
bool compared(RunnerCpu &Cpu, Runner &Gpu, const at::Tensor &X) {
  const auto Wanted = Cpu.run({X.cpu()});
  const auto Got = Gpu.run({X.cuda()});
  return at::allclose(Got[0], Wanted[0]);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'Wanted[0]' is on 'cpu', but 'Got[0]' is on 'cuda': 'allclose()' throws
  // CHECK-MESSAGES: :[[@LINE-4]]:23: note: it is returned by a model on 'cpu' here
}

// Members, in a method that a run leads to, and before one.
class Camera {
public:
  explicit Camera(const std::string &Path) : Model(Path, 1, "cuda:0") {
    Mean = at::ones({3}).to(Gpu);
    Deviation = at::ones({3});
  }
  at::Tensor infer(const at::Tensor &X) {
    const at::Tensor Image = (X.to(Gpu) - Mean) - Deviation;
    // CHECK-MESSAGES: :[[@LINE-1]]:49: warning: 'Deviation' is on 'cpu', but 'X.to(Gpu) - Mean' is on 'cuda:0': '-' throws
    at::Tensor Out = Model.run({Image})[0];
    fold(Out);
    return Out;
  }

private:
  void fold(at::Tensor &Out) const { Out += Ghosts; }
  // CHECK-MESSAGES: :[[@LINE-1]]:42: warning: 'Ghosts' is on 'cpu', but 'Out' is on 'cuda:0': '+=' throws
  at::Device Gpu{at::kCUDA, 0};
  Runner Model;
  at::Tensor Mean, Deviation, Ghosts = at::zeros({3});
};

// What a method leaves in a member.
class Gains {
public:
  explicit Gains(const std::string &Path) : Model(Path) {}
  void set(int64_t Count) {
    if (Count < 1)
      return;
    Gain = at::ones({Count});
  }
  at::Tensor infer(const at::Tensor &X) {
    return Model.run({X.cuda()})[0] * Gain;
    // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: 'Gain' is on 'cpu', but 'Model.run({X.cuda()})[0]' is on 'cuda': '*' throws
    // CHECK-MESSAGES: :[[@LINE-5]]:12: note: it is created on 'cpu' here
  }

private:
  Runner Model;
  at::Tensor Gain = at::ones({3}, at::kCUDA);
};

// Two GPUs.
void twoGpus(const std::string &Path) {
  Runner First(Path, 1, "cuda:0"), Second(Path, 1, "cuda:1");
  const at::Tensor A = First.run({at::zeros({3}, at::Device("cuda:0"))})[0];
  const at::Tensor B = Second.run({at::zeros({3}, at::Device("cuda:1"))})[0];
  const at::Tensor Both = A + B;
  // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'B' is on 'cuda:1', but 'A' is on 'cuda:0': '+' throws
}

// Long operands are not repeated.
void longOnes(Runner &Model, const at::Tensor &X) {
  const at::Tensor Out = Model.run({X.cuda()})[0];
  const at::Tensor Sum = Out + at::zeros({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: an operand is on 'cpu', but 'Out' is on 'cuda': '+' throws
}

// Those of a macro are what it is given.
#define EXPECT(Condition) do { if (!(Condition)) throw 1; } while (false)
void inMacro(Runner &Model, const at::Tensor &X) {
  const at::Tensor Out = Model.run({X.cuda()})[0], Wanted = at::ones({3});
  EXPECT(at::allclose(Out, Wanted));
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'Wanted' is on 'cpu', but 'Out' is on 'cuda': 'allclose()' throws
}

// What a run gets is said there, and only there.
void given(Runner &Model) {
  const at::Tensor X = at::zeros({8, 4});
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  const at::Tensor Out = Model.run({X})[0] + X;
}

// Near misses.

// Numbers, tensors of which nothing is known, and those that are moved.
void others(Runner &Model, RunnerCpu &Cpu, const at::Tensor &X, bool IsOnGpu) {
  const at::Tensor Out = Model.run({X.cuda()})[0];
  const at::Tensor Number = Out * at::ones({}) + Out * 3;
  const at::Tensor Unknown = Out + X;
  const at::Tensor Moved = Out.cpu() + at::ones({3});
  const at::Tensor Back = Out + at::ones({3}).to(Out.device());
  const at::Tensor Mean = Out - at::ones({3}).mean();
  at::Tensor Weight = at::ones({3});
  if (IsOnGpu)
    Weight = Weight.cuda();
  const at::Tensor Either = Out * Weight;
  at::ones({3}).copy_(Out);
  const at::Tensor Host = Cpu.run({X.cpu()})[0] + at::ones({3});
}

// Of which one is on the same device whenever the other one is.
void paired(Runner &Gpu, RunnerCpu &Cpu, const at::Tensor &X, bool IsOnGpu) {
  const at::Tensor Out = IsOnGpu ? Gpu.run({X.cuda()})[0] : Cpu.run({X.cpu()})[0];
  const at::Tensor Weight = IsOnGpu ? at::ones({3}, at::kCUDA) : at::ones({3});
  const at::Tensor Scaled = Out * Weight;
}

// It is a member that a method may have moved.
class Movable {
public:
  explicit Movable(const std::string &Path) : Model(Path) {}
  void place() { Weight = Weight.cuda(); }
  at::Tensor infer(const at::Tensor &X) { return Model.run({X.cuda()})[0] * Weight; }

private:
  Runner Model;
  at::Tensor Weight = at::ones({3});
};

// What a method leaves, the other one moves where it needs it, or it is set anew.
class Placed {
public:
  explicit Placed(const std::string &Path) : Model(Path) {}
  void set(int64_t Count) { Gain = Other = at::ones({Count}); }
  at::Tensor infer(const at::Tensor &X) {
    if (!Gain.is_cuda())
      Gain = Gain.cuda();
    Other = at::ones({3}, at::kCUDA);
    return Model.run({X.cuda()})[0] * Gain + Other;
  }

private:
  Runner Model;
  at::Tensor Gain = at::ones({3}, at::kCUDA), Other = Gain;
};

// In a template, on whichever device that is.
template <typename Model> at::Tensor scaled(Model &M, const at::Tensor &X, const at::Tensor &Weight) {
  return M.run({X})[0] * Weight;
}
void onBoth(Runner &Gpu, RunnerCpu &Cpu, const at::Tensor &X) {
  scaled(Gpu, X.cuda(), at::ones({3}, at::kCUDA));
  scaled(Cpu, X.cpu(), at::ones({3}));
}

// It is expected to throw.
#define EXPECT_THROW(Statement, Exception) try { Statement; } catch (const Exception &) {}
void expected(Runner &Model, const at::Tensor &X) {
  const at::Tensor Out = Model.run({X.cuda()})[0];
  EXPECT_THROW(Out + at::ones({3}), std::string);
}

template <typename F> bool throwsOf(F) { return true; }
at::Tensor tried(Runner &Model, const at::Tensor &X) {
  const at::Tensor Out = Model.run({X.cuda()})[0];
  const at::Tensor Weight = at::ones({3});
  throwsOf([&] { return Out + Weight; });
  try {
    return Out * Weight;
  } catch (...) {
    return Out.cpu() * Weight;
  }
}

// It asks where they are, in other words than the flow understands.
bool areTogether(const at::Tensor &A, const at::Tensor &B) { return A.device() == B.device(); }
at::Tensor asked(Runner &Model, const at::Tensor &X) {
  const at::Tensor Out = Model.run({X.cuda()})[0], Weight = at::ones({3});
  return areTogether(Out, Weight) ? Out * Weight : Out;
}
at::Tensor askedBefore(Runner &Model, const at::Tensor &X) {
  const at::Tensor Out = Model.run({X.cuda()})[0], Weight = at::ones({3});
  const bool Same = Out.device() == Weight.device();
  if (!Same)
    return Out;
  return Out * Weight;
}
at::Tensor askedForIt(Runner &Model, const at::Tensor &X) {
  const at::Tensor Out = Model.run({X.cuda()})[0], Weight = at::ones({3});
  const bool IsOnGpu = Out.is_cuda();
  return IsOnGpu ? Out : Out * Weight;
}

// A comparison is made of operations that take numbers.
bool alike(Runner &Model, const at::Tensor &X) {
  return at::allclose(Model.run({X.cuda()})[0], at::ones({}));
}

// Operators and methods of the program's own.
at::Tensor operator<<(const at::Tensor &A, const at::Tensor &B) { return A + B.to(A.device()); }
struct Placed2 : at::Tensor {
  at::Tensor index_select(int64_t Dim, const at::Tensor &Index) const {
    return at::Tensor::index_select(Dim, Index.cuda());
  }
};
void ownOperators(Runner &Model, const at::Tensor &X, Placed2 Mine) {
  const at::Tensor Shifted = Model.run({X.cuda()})[0] << at::ones({3});
  Mine.index_select(0, at::ones({3}));
}

// Those who refer to a member may move it.
class Handed {
public:
  explicit Handed(const std::string &Path) : Model(Path) {
    const std::pair<at::Tensor &, int> Pair(First, 1);
    Pair.first = First.cuda();
    each([](at::Tensor &T) { T = T.cuda(); });
  }
  void each(const std::function<void(at::Tensor &)> &F) { F(Second); }
  at::Tensor infer(const at::Tensor &X) { return Model.run({X.cuda()})[0] * First + Second; }

private:
  Runner Model;
  at::Tensor First = at::ones({3}), Second = at::ones({3});
};

// A method that nothing calls leaves nothing; one way of two does not say of which
// object it is.
class Unused {
public:
  explicit Unused(const std::string &Path, const std::string &Cpu) : Model(Path), Other(Cpu) {}
  void shrink(int64_t N) { Narrow = at::ones({N}); }
  at::Tensor infer(const at::Tensor &X, bool IsOnGpu) {
    const at::Tensor Out = Model.run({X.cuda()})[0] * Weight;
    return IsOnGpu ? Out * Narrow : Other.run({X.cpu()})[0] * Narrow;
  }

private:
  void reset() { Weight = at::ones({3}); }
  Runner Model;
  RunnerCpu Other;
  at::Tensor Weight = at::ones({3}, at::kCUDA), Narrow = Weight;
};

// A function of the program's own that is called like one of torch.
namespace mine {
at::Tensor where(const at::Tensor &, const at::Tensor &, const at::Tensor &);
}
void own(Runner &Model, const at::Tensor &X) {
  const at::Tensor Out = Model.run({X.cuda()})[0];
  const at::Tensor Chosen = mine::where(Out, Out, at::ones({3}));
}

// The indices of a tensor on a GPU may be on the CPU.
void indices(Runner &Model, const at::Tensor &X, const std::vector<at::indexing::TensorIndex> &I) {
  const at::Tensor Out = Model.run({X.cuda()})[0].index(I);
}
