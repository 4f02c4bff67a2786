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

// Near misses.

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
