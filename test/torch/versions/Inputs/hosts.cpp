// Hosts, written as each torch wants them. CHECK lines hold for every torch,
// SINCE-2-6 for 2.6 and newer ones, UNTIL-2-6 for 2.6 and older ones, ONLY-2-6 for 2.6.
#include <torch/version.h>
#define TORCH_2(MINOR) (TORCH_VERSION_MINOR >= MINOR)

#include <ATen/core/Tensor.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>
#include <cstdlib>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>
#if TORCH_2(3)
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#else
#include <torch/csrc/inductor/aoti_model_container_runner.h>
#endif
#if TORCH_2(6)
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#endif
#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_torch/c/shim.h>

using Cpu = torch::inductor::AOTIModelContainerRunnerCpu;

// Every torch: raw runners.

void rawRunner() {
  Cpu Runner("model.so");
  // SINCE-2-6: :[[@LINE-1]]:7: warning: {{.*}} [aoti-raw-runner]
}
void runnerOfPackage() {
  auto Runner = std::make_unique<Cpu>("ranker.pt2");
  // SINCE-2-6: :[[@LINE-1]]:17: warning: {{.*}} [aoti-raw-runner]
  // CHECK: :[[@LINE-2]]:39: warning: 'AOTIModelContainerRunnerCpu' runs a raw .so, and a .pt2 is a package, {{.*}} [aoti-loader-arguments]
}
void noModels() {
  Cpu Runner("model.so", 0);
  // SINCE-2-6: :[[@LINE-1]]:7: warning: {{.*}} [aoti-raw-runner]
  // CHECK: :[[@LINE-2]]:26: warning: num_models is 0, {{.*}} [aoti-loader-arguments]
}
void onAnotherDevice() {
  Cpu Runner("cuda.so");
  // CHECK: :[[@LINE-1]]:7: warning: 'AOTIModelContainerRunnerCpu' runs 'cuda.so' on 'cpu', but it was compiled for 'cuda' {{.*}} [aoti-device-mismatch]
  // SINCE-2-6: :[[@LINE-2]]:7: warning: {{.*}} [aoti-raw-runner]
}
#if TORCH_2(8)
void deviceAsBool() {
  Cpu Runner("model.so", 1, "cpu");
  // SINCE-2-8: :[[@LINE-1]]:7: warning: {{.*}} [aoti-raw-runner]
  // SINCE-2-8: :[[@LINE-2]]:29: warning: "cpu" becomes 'run_single_threaded = true'; {{.*}} [aoti-loader-arguments]
}
#endif

// Since 2.6: packages.

#if TORCH_2(6)
using Loader = torch::inductor::AOTIModelPackageLoader;

void deviceAsName() {
  Loader Model("ranker.pt2", "cpu");
  // SINCE-2-6: :[[@LINE-1]]:30: warning: "cpu" is the model_name, not a device: {{.*}} [aoti-loader-arguments]
}
void library() {
  auto Model = std::make_unique<Loader>("model.so");
  // SINCE-2-6: :[[@LINE-1]]:41: warning: {{.*}} a .so is a shared library{{.*}} [aoti-loader-arguments]
}
#if TORCH_2(8)
void deviceAsSingleThreaded() {
  Loader Model("ranker.pt2", "model", "cuda");
  // SINCE-2-8: :[[@LINE-1]]:39: warning: "cuda" becomes 'run_single_threaded = true'; {{.*}} [aoti-loader-arguments]
}
void manySingleThreaded() {
  Loader Model("ranker.pt2", "model", true, 4);
  // SINCE-2-8: :[[@LINE-1]]:45: warning: num_runners is 4 and run_single_threaded is true: {{.*}} [aoti-loader-arguments]
}
void indexOnTheCpu() {
  Loader Model("ranker.pt2", "model", false, 1, 0);
  // SINCE-2-8: :[[@LINE-1]]:49: warning: {{.*}} [aoti-loader-arguments]
}
#endif
void createdElsewhere() {
  Loader Model("ranker.pt2");
  Model.run({at::zeros({8}, at::kLong), at::zeros({8, 32}, at::kCUDA)});
  // SINCE-2-6: :[[@LINE-1]]:41: warning: input 1 is created on 'cuda', but 'ranker.pt2' was compiled for 'cpu' [aoti-device-mismatch]
}
void movedElsewhere(const at::Tensor &Ids, const at::Tensor &X) {
  auto Model = std::make_unique<Loader>("ranker.pt2");
  std::vector<at::Tensor> Inputs{Ids};
  Inputs.push_back(X.to(at::kCUDA));
  // SINCE-2-6: :[[@LINE-1]]:20: warning: input 1 is moved to 'cuda', but 'ranker.pt2' was compiled for 'cpu' [aoti-device-mismatch]
  Model->run(Inputs);
}
void dtype() {
  Loader Model("ranker.pt2");
  Model.run({at::zeros({8}), at::randn({8, 32})});
  // SINCE-2-6: :[[@LINE-1]]:14: warning: input 0 is 'float32', but 'ranker.pt2' takes 'int64' [aoti-input-contract]
}
void shape() {
  Loader Model("ranker.pt2");
  Model.run({at::zeros({8}, at::kLong), at::randn({8, 16})});
  // SINCE-2-6: :[[@LINE-1]]:41: warning: input 1 has shape [8, 16], but 'ranker.pt2' takes {{.*}} [aoti-input-contract]
}
void count(const at::Tensor &X) {
  Loader Model("ranker.pt2");
  Model.run({X});
  // SINCE-2-6: :[[@LINE-1]]:13: warning: 'ranker.pt2' takes 2 inputs, and run() gets 1, {{.*}} [aoti-input-contract]
}
void withoutWeights(const std::vector<at::Tensor> &Inputs) {
  Loader Model("bare.pt2");
  Model.run(Inputs);
  // SINCE-2-6: :[[@LINE-1]]:9: warning: 'bare.pt2' holds no weights and none are loaded before this run, {{.*}} [aoti-unloaded-constants]
}
void foldedWeight(const std::vector<at::Tensor> &Inputs, const at::Tensor &W) {
  Loader Model("bare.pt2");
  std::unordered_map<std::string, at::Tensor> Weights = {{"fc.weight", W}, {"fc.bias", W}};
  // SINCE-2-6: :[[@LINE-1]]:77: warning: 'bare.pt2' has no constant 'fc.bias', {{.*}} [aoti-unloaded-constants]
  Model.load_constants(Weights, false, true);
  Model.run(Inputs);
}
void withWeights(const std::vector<at::Tensor> &Inputs, const at::Tensor &W) {
  Loader Model("bare.pt2");
  std::unordered_map<std::string, at::Tensor> Weights = {{"fc.weight", W}};
  Model.load_constants(Weights, false, true);
  Model.run(Inputs);
}
void afterTheRun(Loader &Model, const std::vector<at::Tensor> &Inputs) {
  Model.run(Inputs);
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  // ONLY-2-6: :[[@LINE-1]]:3: warning: packages compiled with torch 2.6 do not read 'AOTI_RUNTIME_CHECK_INPUTS', {{.*}} [aoti-debug-flag]
  // SINCE-2-8: :[[@LINE-2]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' is set after the first run: {{.*}} [aoti-debug-flag]
  Model.run(Inputs);
}
#endif

// Flags.

void atCompileTime() {
  setenv("TORCHINDUCTOR_NAN_ASSERTS", "1", 1);
  // CHECK: :[[@LINE-1]]:3: warning: 'TORCHINDUCTOR_NAN_ASSERTS' is read when the model is compiled, {{.*}} [aoti-debug-flag]
}
void falseIsOn() {
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "false", 1);
  // UNTIL-2-6: :[[@LINE-1]]:3: warning: packages compiled with torch {{.*}} do not read {{.*}} [aoti-debug-flag]
  // SINCE-2-8: :[[@LINE-2]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' set to 'false' turns the input checks on: {{.*}} [aoti-debug-flag]
}

// The C interface.

void create(AOTInductorModelContainerHandle *Container) {
  AOTInductorModelContainerCreate(Container, 1, /*is_cpu=*/true, nullptr);
  // SINCE-2-4: :[[@LINE-1]]:3: warning: 'AOTInductorModelContainerCreate' is deprecated since torch 2.3: {{.*}} [aoti-deprecated-api]
}
void createModel(AOTInductorModelHandle *Model, AOTInductorConstantMapHandle Map) {
  AOTInductorModelCreate(Model, Map);
  // SINCE-2-13: :[[@LINE-1]]:3: warning: 'AOTInductorModelCreate' is deprecated since torch 2.13: {{.*}} [aoti-deprecated-api]
}
void shim(AtenTensorHandle Out, AtenTensorHandle A, AtenTensorHandle B) {
  aoti_torch_bmm_out(Out, A, B);
  // SINCE-2-10: :[[@LINE-1]]:3: warning: torch's header says of 'aoti_torch_bmm_out': {{.*}} [aoti-deprecated-api]
}

// Near misses: nothing is said of them, by any check and for any torch.

struct Instrumented : Cpu {
  explicit Instrumented(const char *Path) : Cpu(Path, 4) {}
};
void given(Cpu &Runner, const std::shared_ptr<Cpu> &Shared);
namespace vendor {
struct AOTIModelContainerRunnerCpu {
  AOTIModelContainerRunnerCpu(const char *Path, int Models);
};
AOTIModelContainerRunnerCpu Other("ranker.pt2", 0);
void setenv(const char *Name, const char *Value, int Overwrite);
void other() { setenv("TORCHINDUCTOR_NAN_ASSERTS", "1", 1); }
} // namespace vendor
struct Api {
  decltype(&AOTInductorModelContainerCreate) Create = nullptr;
};
void flags(const at::Tensor &X) {
  X.to(at::kCPU);
  X.to(at::kFloat);
  setenv("CUDA_LAUNCH_BLOCKING", "1", 1);
  setenv("OMP_NUM_THREADS", "1", 1);
  X.to(at::kCUDA);
}
#if TORCH_2(3)
void current(AOTInductorModelContainerHandle *Container, AtenTensorHandle A) {
  AOTInductorModelContainerCreateWithDevice(Container, 1, "cpu", nullptr);
  aoti_torch_delete_tensor_object(A);
}
#endif
#if TORCH_2(6)
void fits(const at::Tensor &Ids, const at::Tensor &X, int64_t N) {
  Loader Model("ranker.pt2");
  Model.run({at::zeros({8}, at::kLong), at::randn({8, 32})});
  Model.run({at::zeros({N}, at::kLong), at::zeros({N, 32}, at::kCPU)});
  Model.run({Ids, X});
  Model.run({Ids.to(at::kCPU), X.cuda().cpu()});
}
void named(const std::string &Path, const std::string &Name) {
  Loader Model(Path, Name);
  Model.run({at::zeros({8}, at::kCUDA)});
  auto *Inner = Model.get_runner();
}
#endif
#if TORCH_2(8)
void right(const std::string &Path, bool Single) {
  Loader Model("ranker.pt2", "model", true, 1);
  Loader Many("ranker.pt2", "model", false, 4);
  Loader Indexed(Path, "model", Single, 1, 0);
}
#endif
