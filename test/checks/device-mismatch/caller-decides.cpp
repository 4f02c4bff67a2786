// What a caller passes says where a model runs on it, unless it is for another run.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>

using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

// The one loader there is, which may not be there yet.
class Lazy {
public:
  void serve(const at::Tensor &X) {
    if (!isReady())
      return;
    Gpu->run({X});
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
  }

private:
  bool isReady() const { return Gpu != nullptr; }
  RunnerCuda *Gpu = nullptr;
};
void callsLazy(Lazy &L, const at::Tensor &X) {
  L.serve(at::zeros({2, 8}));
  L.serve(X.cuda());
}

// Near misses.

// The device is asked for, and is known: what runs there is not this.
static void asked(RunnerCuda &Gpu, RunnerCpu &Cpu, const at::Tensor &X) {
  if (X.is_cuda())
    Gpu.run({X});
  else
    Cpu.run({X});
}
static bool onHost(const at::Tensor &X) { return X.device().is_cpu(); }
static void askedByHelper(RunnerCuda &Gpu, RunnerCpu &Cpu, const at::Tensor &X) {
  if (onHost(X)) {
    Cpu.run({X});
    return;
  }
  Gpu.run({X});
}
extern "C" int AOTInductorModelContainerRun(void *Container, const at::Tensor *Inputs);
static void otherApi(void *Container, RunnerCuda &Gpu, const at::Tensor &X) {
  if (onHost(X)) {
    AOTInductorModelContainerRun(Container, &X);
    return;
  }
  Gpu.run({X});
}
void callsOtherApi(void *Container, RunnerCuda &Gpu) {
  otherApi(Container, Gpu, at::zeros({2, 8}));
  otherApi(Container, Gpu, at::zeros({2, 8}, at::kCUDA));
}
void callsAsked(RunnerCuda &Gpu, RunnerCpu &Cpu) {
  asked(Gpu, Cpu, at::zeros({2, 8}));
  asked(Gpu, Cpu, at::zeros({2, 8}, at::kCUDA));
  askedByHelper(Gpu, Cpu, at::zeros({2, 8}));
  askedByHelper(Gpu, Cpu, at::zeros({2, 8}, at::kCUDA));
  at::Tensor X = at::zeros({2, 8});
  if (X.is_cuda())
    Gpu.run({X});
}

// The pointer that is not null says which one runs.
static void byPointer(RunnerCuda *Gpu, RunnerCpu *Cpu, const at::Tensor &X) {
  if (Gpu)
    Gpu->run({X});
  else
    Cpu->run({X});
}
void callsByPointer(RunnerCuda &Gpu, RunnerCpu &Cpu) {
  byPointer(&Gpu, nullptr, at::zeros({2, 8}, at::kCUDA));
  byPointer(nullptr, &Cpu, at::zeros({2, 8}));
}

class Either {
public:
  Either(RunnerCuda *Gpu, RunnerCpu *Cpu) : Gpu(Gpu), Cpu(Cpu) {}
  void serve(const at::Tensor &X) {
    if (!Gpu) {
      Cpu->run({X});
      return;
    }
    Gpu->run({X});
  }
  void serveByLocal(const at::Tensor &X) {
    const bool HasGpu = Gpu != nullptr;
    if (HasGpu)
      Gpu->run({X});
    if (!HasGpu)
      Cpu->run({X});
  }
  void serveByHelper(const at::Tensor &X) {
    if (runOnGpu(X))
      return;
    Cpu->run({X});
  }

private:
  bool runOnGpu(const at::Tensor &X) {
    if (!Gpu)
      return false;
    Gpu->run({X.cuda()});
    return true;
  }
  RunnerCuda *Gpu;
  RunnerCpu *Cpu;
};
void callsEither(RunnerCuda &Gpu, RunnerCpu &Cpu) {
  const at::Tensor OnGpu = at::zeros({2, 8}, at::kCUDA), OnHost = at::zeros({2, 8});
  Either First(&Gpu, nullptr), Second(nullptr, &Cpu);
  First.serve(OnGpu);
  First.serveByLocal(OnGpu);
  First.serveByHelper(OnGpu);
  Second.serve(OnHost);
  Second.serveByLocal(OnHost);
  Second.serveByHelper(OnHost);
}
