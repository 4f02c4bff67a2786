// A way of an 'if' that the run, or what ends the function before it, asks for in
// other words.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <cstdlib>
#include <exception>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// As in glog.
struct LogMessageFatal {
  explicit LogMessageFatal(int Line);
  [[noreturn]] ~LogMessageFatal();
  LogMessageFatal &stream();
  LogMessageFatal &operator<<(const char *Text);
};
struct Voidify {
  void operator&(LogMessageFatal &) {}
};
#define CHECK(Condition) (Condition) ? (void)0 : Voidify() & LogMessageFatal(__LINE__).stream() << #Condition

bool isBusy();
bool isReady();
[[noreturn]] void fail(int Code);

// Hits: what is asked is something else.

void otherChecked(RunnerCuda &Model, int N, int M) {
  at::Tensor X = at::randn({8, 12});
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  if (N > 1000)
    // CHECK-MESSAGES: :[[@LINE-1]]:7: note: so it is where this does not hold
    X = X.cuda();
  TORCH_CHECK(M > 1000, "small");
  CHECK(M < 10000);
  if (M == 1007)
    std::abort();
  Model.run({X});
}

void otherCalled(RunnerCuda &Model) {
  at::Tensor X = at::randn({8, 12});
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  if (isBusy())
    // CHECK-MESSAGES: :[[@LINE-1]]:7: note: so it is where this does not hold
    X = X.cuda();
  if (isReady())
    Model.run({X});
}

void requireOdd(int N, int M) {
  if (M % 2 == 0)
    throw N;
}

void otherHelped(RunnerCuda &Model, int N, int M) {
  at::Tensor X = at::randn({8, 12});
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  requireOdd(N, M);
  if (N > 1000)
    // CHECK-MESSAGES: :[[@LINE-1]]:7: note: so it is where this does not hold
    X = X.cuda();
  Model.run({X});
}

// The way that is checked itself goes on.
void checkedWithin(RunnerCuda &Model, float *Data, int N, int M) {
  at::Tensor X = at::zeros({4, 4}, at::kCUDA);
  if (N > 1000) {
    TORCH_CHECK(M > 3, "small");
    requireOdd(N, M);
    X = at::from_blob(Data, {4, 4});
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    // CHECK-MESSAGES: :[[@LINE-5]]:7: note: so it is where this holds
  }
  Model.run({X});
}

// Near misses.

void checked(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  if (N > 1000)
    X = X.cuda();
  TORCH_CHECK(N > 1000, "small");
  Model.run({X});
}

void logged(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  if (N > 1000)
    X = X.cuda();
  CHECK(N > 1000);
  Model.run({X});
}

void loggedInLoop(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  if (N > 1000)
    X = X.cuda();
  while (N <= 1000)
    LogMessageFatal(__LINE__).stream() << "small";
  Model.run({X});
}

void aborted(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12}), Y = at::randn({8, 12}), Z = at::randn({8, 12});
  if (N > 1000)
    X = X.cuda();
  if (N <= 1000)
    std::abort();
  Model.run({X});
  if (N > 2000)
    Y = Y.cuda();
  N > 2000 || (std::exit(1), true);
  Model.run({Y});
  if (N > 3000)
    Z = Z.cuda();
  switch (N) {
  case 3001:
    break;
  default:
    std::terminate();
  }
  Model.run({Z});
}

void failed(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  if (N > 1000)
    X = X.cuda();
  if (N <= 1000)
    fail(N);
  Model.run({X});
}

void skipped(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  if (N > 1000)
    X = X.cuda();
  if (N <= 1000)
    goto end;
  Model.run({X});
end:
  return;
}

void require(int N) {
  if (N <= 1000)
    throw N;
}
void requireAll(int Of, int N) { require(N); }
void requireAtLast(int N) {
  if (N > 1000)
    return;
  throw N;
}
void failAtLast(int N) {
  if (N == 3)
    isBusy();
  throw N;
}
struct Required {
  explicit Required(int N) { TORCH_CHECK(N > 1000, "small"); }
};

void byHelper(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  require(N);
  if (N > 1000)
    X = X.cuda();
  Model.run({X});
}

void byHelperOfHelper(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  requireAll(3, N);
  requireAll(4, N);
  if (N > 1000)
    X = X.cuda();
  Model.run({X});
}

void byHelperAtLast(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  requireAtLast(N);
  if (N > 1000)
    X = X.cuda();
  Model.run({X});
}

void byHelperThatFails(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  if (N > 1000)
    X = X.cuda();
  if (N <= 1000)
    failAtLast(7);
  Model.run({X});
}

void byConstructor(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  const Required Checked(N);
  if (N > 1000)
    X = X.cuda();
  Model.run({X});
}

void byVariable(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  const bool IsBig = N > 1000;
  if (N > 1000)
    X = X.cuda();
  if (!IsBig)
    return;
  Model.run({X});
}

void byVariableSetLater(RunnerCuda &Model, int N) {
  at::Tensor X = at::randn({8, 12});
  std::string Kind;
  bool IsSmall;
  if (N > 1000)
    Kind = "big";
  IsSmall = N <= 1000;
  if (!IsSmall)
    X = X.cuda();
  if (Kind == "big")
    Model.run({X});
}

void byCall(RunnerCuda &Model) {
  at::Tensor X = at::randn({8, 12});
  if (isBusy())
    X = X.cuda();
  if (isBusy())
    Model.run({X});
}

void byLoop(RunnerCuda &Model, const std::vector<at::Tensor> &Frames, int N) {
  at::Tensor X = at::randn({8, 12}), Y = at::randn({8, 12});
  if (!Frames.empty())
    X = X.cuda();
  for (const at::Tensor &F : Frames)
    Model.run({X, F.cuda()});
  if (N > 0)
    Y = Y.cuda();
  for (int I = 0; I < N; ++I)
    Model.run({Y});
}

class Queue {
public:
  explicit Queue(const std::string &Path) : Model(Path) {}
  void go() {
    at::Tensor X = at::randn({8, 12});
    if (Count > 8)
      X = X.cuda();
    if (!isFull())
      return;
    Model.run({X});
  }
  void goOn() {
    at::Tensor X = at::randn({8, 12});
    if (isFull())
      X = X.cuda();
    check();
    Model.run({X});
  }
  void push() { ++Count; }

private:
  bool isFull() const { return Count > 8; }
  void check() const {
    if (Count <= 8)
      throw Count;
  }
  int Count = 0;
  RunnerCuda Model;
};

// What the helper is given is asked for by another name.
at::Tensor startOf(float *Data, const at::Tensor &Prior, bool IsWarm) {
  if (IsWarm)
    return at::from_blob(Data, {4, 4});
  return Prior.cuda();
}
void byArgument(RunnerCuda &Model, float *Data, const at::Tensor &Prior, int N) {
  const bool IsWarm = N > 3;
  const at::Tensor Start = startOf(Data, Prior, IsWarm);
  TORCH_CHECK(N <= 3, "warm");
  Model.run({Start});
}
