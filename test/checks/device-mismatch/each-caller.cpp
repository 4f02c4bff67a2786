// A helper that runs the model is judged by each of its callers, and members that
// hold what their own run gave by what they held before.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <tuple>
#include <type_traits>
#include <vector>

using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

class Encoder {
public:
  explicit Encoder(const std::string &Path) : Model(std::make_unique<RunnerCuda>(Path)) {}
  at::Tensor push(const at::Tensor &X) { return chunk(X.to(at::kCUDA), 1); }
  at::Tensor finish() {
    at::Tensor Padded = at::zeros({1, 8});
    // CHECK-MESSAGES: :[[@LINE+7]]:23: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
    // CHECK-MESSAGES: :[[@LINE-2]]:25: note: the tensor that is passed gets its device here
    return chunk(Padded, 0);
  }

private:
  at::Tensor chunk(const at::Tensor &X, int64_t) {
    return Model->run({X})[0];
  }
  std::unique_ptr<RunnerCuda> Model;
};

class Session {
public:
  explicit Session(const std::string &Path) : Model(std::make_unique<RunnerCuda>(Path)) { reset(); }
  void reset() { Hidden = at::zeros({2, 8}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  at::Tensor process(const at::Tensor &X) {
    auto [Clean, Next] = step(X.to(at::kCUDA), Hidden);
    Hidden = Next;
    return Clean;
  }

private:
  std::tuple<at::Tensor, at::Tensor> step(const at::Tensor &X, const at::Tensor &H) {
    std::vector<at::Tensor> Inputs{X, H};
    auto Outputs = Model->run(Inputs);
    return {Outputs[0], Outputs[1]};
  }
  std::unique_ptr<RunnerCuda> Model;
  at::Tensor Hidden;
};

// Callers of callers choose the device.
template <typename Runner> class Policy {
public:
  explicit Policy(const std::string &Path) : Model(Path) {}
  at::Tensor logits(const at::Tensor &X) {
    if constexpr (std::is_same_v<Runner, RunnerCuda>)
      return Model.run({X.cuda()})[0];
    else
      return Model.run({X})[0];
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: input 0 is moved to 'cuda:0', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
  }
  at::Tensor moved(const at::Tensor &X) { return Model.run({X.cpu()})[0]; }

private:
  Runner Model;
};
at::Tensor evaluate(Policy<RunnerCpu> &Champion, const at::Tensor &X, const at::Device &On) {
  at::Tensor Moved = X.to(On);
  // CHECK-MESSAGES: :[[@LINE-1]]:22: note: the tensor that is passed gets its device here
  Champion.moved(Moved);
  return Champion.logits(Moved);
}
at::Tensor compare(Policy<RunnerCpu> &Champion, const at::Tensor &X) {
  return evaluate(Champion, X, at::Device("cuda:0"));
}

// Near misses.

// Those that choose it choose the right one, or are not known.
class Student {
public:
  explicit Student(const std::string &Path) : Model(Path) {}
  at::Tensor right(const at::Tensor &X) { return Model.run({X})[0]; }
  at::Tensor unknown(const at::Tensor &X) { return Model.run({X})[0]; }
  at::Tensor never(const at::Tensor &X) { return Model.run({X})[0]; }

private:
  RunnerCpu Model;
};
at::Tensor study(Student &S, const at::Tensor &X, const at::Device &On) { return S.right(X.to(On)); }
at::Tensor studyCpu(Student &S, const at::Tensor &X) { return study(S, X, at::Device("cpu")); }
at::Tensor studyAny(Student &S, const at::Tensor &X, const at::Device &On) { return S.unknown(X.to(On)); }
at::Tensor studyOuter(Student &S, const at::Tensor &X, const at::Device &On) { return studyAny(S, X, On); }
// What is asked on the way there is not known of each caller's object.
class Choosing {
public:
  Choosing(const std::string &Path, bool UseGpu) : UseGpu(UseGpu), OnCpu(Path), OnCuda(Path) {}
  void fast(const at::Tensor &X) { OnCuda.run({X}); }
  void slow(const at::Tensor &X) { OnCpu.run({X}); }
  void both(const at::Tensor &X) {
    if (UseGpu)
      OnCuda.run({X});
    else
      OnCpu.run({X});
  }
  const bool UseGpu;

private:
  RunnerCpu OnCpu;
  RunnerCuda OnCuda;
};
void handle(Choosing &C, const at::Tensor &X, const at::Device &On) {
  if (C.UseGpu)
    C.fast(X.to(On));
  else
    C.slow(X.to(On));
}
void step(Choosing &C, const at::Tensor &X, const at::Device &On) { C.both(X.to(On)); }
void chooseCuda(Choosing &C, const at::Tensor &X) {
  handle(C, X, at::Device("cuda"));
  step(C, X, at::Device("cuda"));
}
void chooseCpu(Choosing &C, const at::Tensor &X) {
  handle(C, X, at::Device("cpu"));
  step(C, X, at::Device("cpu"));
}
// The caller runs another model there.
at::Tensor studyOn(Student &S, const at::Tensor &X, bool UseCpu, const at::Device &On) {
  return UseCpu ? S.never(X.to(On)) : X.to(On);
}
at::Tensor studyOnGpu(Student &S, const at::Tensor &X) { return studyOn(S, X, false, at::Device("cuda:0")); }
at::Tensor studyOnCpu(Student &S, const at::Tensor &X) { return studyOn(S, X, true, at::Device("cpu")); }

// Each caller is right for its own runner.
class Both {
public:
  explicit Both(const std::string &Path) : OnCpu(Path), OnCuda(Path) {}
  void fast(const at::Tensor &X) { serve(X.cuda(), true); }
  void slow(const at::Tensor &X) { serve(X.cpu(), false); }

private:
  void serve(const at::Tensor &X, bool UseCuda) {
    if (UseCuda)
      OnCuda.run({X});
    else
      OnCpu.run({X});
  }
  RunnerCpu OnCpu;
  RunnerCuda OnCuda;
};

// The helper moves what it is given.
class Moves {
public:
  explicit Moves(const std::string &Path) : Model(Path) {}
  void push(const at::Tensor &X) { serve(X.cuda()); }
  void finish() { serve(at::zeros({1, 8})); }

private:
  void serve(at::Tensor X) {
    if (!X.is_cuda())
      X = X.cuda();
    Model.run({X});
  }
  RunnerCuda Model;
};

// The state of another session is on the right device.
class Chained {
public:
  explicit Chained(const std::string &Path) : Model(Path), Hidden(at::zeros({2, 8}, at::kCUDA)) {}
  void process(const at::Tensor &X) { Hidden = step(X.cuda(), Hidden); }
  void take(const Chained &Other) { Hidden = Other.Hidden; }

private:
  at::Tensor step(const at::Tensor &X, const at::Tensor &H) { return Model.run({X, H})[1]; }
  RunnerCuda Model;
  at::Tensor Hidden;
};
