// Local references, optionals and reference parameters are other names of what they
// are bound to.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <map>
#include <optional>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <utility>
#include <vector>

using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

struct Batch {
  at::Tensor Ids, Mask;
};

// Hits.

void ofVariable(RunnerCuda &Model) {
  at::Tensor Y = at::zeros({4});
  auto &X = Y;
  X = at::ones({4});
  // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
  Model.run({Y});
}

void ofElement(RunnerCuda &Model, const at::Tensor &Frame) {
  std::vector<at::Tensor> V{Frame.cuda(), at::zeros({4})};
  // CHECK-MESSAGES: :[[@LINE-1]]:43: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  const auto &X = V[1];
  Model.run({X});
}

void ofMember(RunnerCuda &Model, const at::Tensor &Frame) {
  Batch B{Frame.cuda(), Frame.cuda()};
  auto &Mask = B.Mask;
  Mask = at::ones({4});
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  Model.run({B.Ids, B.Mask});
}

void ofParts(RunnerCuda &Model, const at::Tensor &Frame) {
  Batch B{Frame.cuda(), at::ones({4})};
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  auto &[Ids, Mask] = B;
  Model.run({Ids, Mask});
}

void each(RunnerCuda &Model, const std::vector<at::Tensor> &Frames) {
  std::vector<at::Tensor> Rows;
  for (auto &F : Frames)
    Rows.push_back(F.cpu());
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 0 is moved to 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  for (auto &R : Rows)
    Model.run({R});
}

// github.com/NVIDIA/recsys-examples
void eachByIndex(RunnerCuda &Model, const std::vector<at::Tensor> &Frames) {
  std::vector<at::Tensor> Rows;
  for (auto &F : Frames)
    Rows.push_back(F.cpu());
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 0 is moved to 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  for (size_t I = 0; I < Rows.size(); ++I) {
    auto &R = Rows[I];
    Model.run({R});
  }
}

void eachMade(RunnerCuda &Model, std::vector<at::Tensor> Rows) {
  for (auto &R : Rows) {
    R = R.cpu();
    if (R.dim() == 3)
      R = R.unsqueeze(0);
    // CHECK-MESSAGES: :[[@LINE-3]]:9: warning: input 0 is moved to 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    Model.run({R});
  }
}

void eachChanged(RunnerCuda &Model) {
  std::vector<at::Tensor> Rows{at::zeros({4})};
  for (auto &R : Rows) {
    if (R.dim() == 1)
      R = R.unsqueeze(0);
    R = R.contiguous();
  }
  Model.run(Rows);
  // CHECK-MESSAGES: :[[@LINE-7]]:32: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
}

void ofUnknownLength(RunnerCuda &Model, int N) {
  std::vector<at::Tensor> Rows(N);
  for (int I = 0; I < N; ++I)
    Rows[I] = at::zeros({4});
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: each input is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  Model.run(Rows);
}

static std::optional<at::Tensor> maskOf(bool HasMask) {
  if (!HasMask)
    return std::nullopt;
  return at::ones({4});
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
}
void ofOptional(RunnerCuda &Model, const at::Tensor &Frame, bool HasMask) {
  const auto Mask = maskOf(HasMask);
  if (Mask)
    Model.run({Frame.cuda(), *Mask});
}

static std::optional<Batch> batchOf(const at::Tensor &Frame, int N) {
  if (N == 0)
    return std::nullopt;
  Batch B;
  B.Ids = Frame.cuda();
  B.Mask = at::ones({N});
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  return B;
}
void ofOptionalStruct(RunnerCuda &Model, const at::Tensor &Frame, int N) {
  if (auto B = batchOf(Frame, N))
    Model.run({B->Ids, B->Mask});
}

static void fill(const at::Tensor &Frame, at::Tensor &Ids, at::Tensor &Mask) {
  Ids = Frame.cuda();
  Mask = at::ones({4});
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
}
void filled(RunnerCuda &Model, const at::Tensor &Frame) {
  at::Tensor Ids, Mask;
  fill(Frame, Ids, Mask);
  Model.run({Ids, Mask});
}

struct Options {
  float Gain = 1;
  at::Device Device = at::kCPU;
};
static at::Tensor letterbox(const at::Tensor &Frame, const Options &By) {
  return at::zeros({4, 4}, By.Device);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
}
void byOptions(RunnerCuda &Model, const at::Tensor &Frame) {
  Options By;
  By.Gain = 2;
  Model.run({letterbox(Frame, By)});
}

// Near misses.

void byOtherOptions(RunnerCuda &Model, const at::Tensor &Frame, at::Device Where) {
  Options By;
  By.Device = at::kCUDA;
  Model.run({letterbox(Frame, By)});
  Options There{1, Where};
  Model.run({letterbox(Frame, There)});
  Options Changed;
  for (auto *O : {&Changed})
    O->Device = at::kCUDA;
  Model.run({letterbox(Frame, Changed)});
}

class SomePair {
public:
  explicit SomePair(const std::string &Path) : Model(Path) {
    States.resize(2);
    States[0] = at::zeros({4});
    States[1] = at::zeros({4}, at::kCUDA);
  }
  void move(int I) { States[I] = States[I].cuda(); }
  void step() { Model.run({States[0], States[1]}); }

private:
  RunnerCuda Model;
  std::vector<at::Tensor> States;
};

void moved(RunnerCuda &Model) {
  at::Tensor Y = at::zeros({4});
  auto &X = Y;
  X = X.cuda();
  Model.run({Y});
  std::vector<at::Tensor> V{at::zeros({4}), at::zeros({4})};
  auto &First = V[0], &Second = V.back();
  First = First.cuda();
  Second = Second.cuda();
  Model.run(V);
  Batch B{at::zeros({4}), at::zeros({4})};
  auto &[Ids, Mask] = B;
  Ids = Ids.cuda();
  Mask = Mask.cuda();
  Model.run({B.Ids, B.Mask});
}

// Something else may move it.
void give(at::Tensor &X);
void given(RunnerCuda &Model) {
  at::Tensor Y = at::zeros({4}), Z = at::zeros({4});
  auto &X = Y;
  give(X);
  Model.run({Y});
  auto &W = Z;
  const auto Move = [&W] { W = W.cuda(); };
  Move();
  Model.run({Z});
  std::vector<at::Tensor> V{at::zeros({4})};
  for (auto &E : V)
    give(E);
  Model.run(V);
  std::vector<at::Tensor> U{at::zeros({4})};
  auto &First = U[0];
  give(First);
  Model.run(U);
  Batch B{at::zeros({4}), at::zeros({4})};
  auto &Ids = B.Ids;
  give(Ids);
  auto &Mask = B.Mask;
  give(Mask);
  Model.run({B.Ids, B.Mask});
}

// The reference is to another element by then, or was to either.
void ofAnother(RunnerCuda &Model, const at::Tensor &Frame, bool IsWide) {
  std::vector<at::Tensor> V{at::zeros({4}), Frame.cuda()};
  int I = 0;
  ++I;
  auto &X = V[I];
  Model.run({X});
  at::Tensor Y = at::zeros({4}), Z = at::ones({4});
  auto &W = IsWide ? Y : Z;
  W = W.cuda();
  Model.run({Y});
}

void ofTheOneBefore(RunnerCuda &Model, const at::Tensor &Frame) {
  std::vector<at::Tensor> V{Frame.cuda(), at::zeros({4})};
  for (int I = 0; I < 1;) {
    auto &X = V[I];
    ++I;
    Model.run({X});
  }
  std::vector<at::Tensor> W{at::zeros({4}), at::zeros({4})};
  for (int I = 0; I < 2; ++I) {
    auto &X = W[I];
    X = X.cuda();
    Model.run({X});
  }
  Model.run(W);
}

void swapped(RunnerCuda &Model, const at::Tensor &Frame) {
  std::vector<at::Tensor> V{at::zeros({4}), Frame.cuda()};
  auto &First = V[0], &Second = V[1];
  std::swap(First, Second);
  Model.run({V[0]});
  at::Tensor Y = at::zeros({4}), Z = Frame.cuda();
  auto &A = Y, &B = Z;
  std::swap(A, B);
  Model.run({Y});
}

// What is named is replaced.
void replaced(RunnerCuda &Model, const at::Tensor &Frame) {
  at::Tensor Y = at::zeros({4});
  const auto &X = Y;
  Y = Frame.cuda();
  Model.run({X});
  at::Tensor Z = at::zeros({4});
  auto &W = Z;
  std::vector<at::Tensor> All;
  All.push_back(std::move(W));
  W = Frame.cuda();
  Model.run({Z});
}

void eachMoved(RunnerCuda &Model, const std::vector<at::Tensor> &Frames) {
  std::vector<at::Tensor> Rows;
  for (const auto &F : Frames)
    Rows.push_back(F.cpu());
  for (auto &R : Rows) {
    if (R.dim() == 3)
      R = R.unsqueeze(0);
    R = R.cuda();
  }
  for (auto &R : Rows)
    Model.run({R});
  std::vector<at::Tensor> Some{at::zeros({4})};
  for (auto &R : Some)
    if (!R.is_cuda())
      R = R.cuda();
  Model.run(Some);
}

static std::optional<at::Tensor> movedMask(bool HasMask) {
  if (!HasMask)
    return std::nullopt;
  return at::ones({4}, at::kCUDA);
}
void ofMovedOptional(RunnerCuda &Model, const at::Tensor &Frame, bool HasMask) {
  auto Mask = maskOf(HasMask), Other = movedMask(HasMask);
  if (Mask)
    *Mask = Mask->cuda();
  if (Mask)
    Model.run({Frame.cuda(), *Mask});
  Model.run({Frame.cuda(), Other.value_or(at::zeros({4}, at::kCUDA))});
  auto B = batchOf(Frame, 4);
  B->Mask = B->Mask.cuda();
  Model.run({B->Ids, B->Mask});
}

// One of them may be the other.
static void fillBoth(at::Tensor &First, at::Tensor &Second) {
  First = at::zeros({4});
  Second = Second.cuda();
}
void both(RunnerCuda &Model, at::Tensor X) {
  fillBoth(X, X);
  Model.run({X});
  Batch B;
  fillBoth(B.Ids, B.Ids);
  Model.run({B.Ids});
}

class Kept {
public:
  explicit Kept(const std::string &Path) : Model(Path), State(at::zeros({8})), Turned(at::zeros({4})), Lent(at::zeros({4})) {}
  void next(const at::Tensor &Frame) {
    auto &S = State;
    if (!S->is_cuda())
      S = S->cuda();
    Model.run({Frame.cuda(), *State});
    auto &T = Turned;
    T = T.cuda();
    Model.run({Frame.cuda(), Turned});
    auto &L = Lent;
    give(L);
    Model.run({Frame.cuda(), Lent});
  }

private:
  RunnerCuda Model;
  std::optional<at::Tensor> State;
  at::Tensor Turned, Lent;
};

// A pointer may lead elsewhere.
void pointed(RunnerCuda &Model, Batch *P, Batch *Q) {
  P->Mask = at::zeros({4});
  auto &X = P->Mask;
  P = Q;
  Model.run({X});
}
