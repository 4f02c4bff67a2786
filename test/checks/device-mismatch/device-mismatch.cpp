// A clang-tidy without the sanitizer cannot load a plugin that has it.
// UNSUPPORTED: asan
// Inputs and runners held against the device that the package records.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[8,10]' %t/cpu.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[8,10]' --input 'int64[1]@cpu' %t/cuda.pt2 model=cuda
// RUN: %python %test_root/Inputs/make_package.py %t/bare_cpu.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py %t/bare_cuda.pt2 model=cuda
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t/host
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t/host --front=plugin
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;

// Hits.

void literalList() {
  Loader Model("cpu.pt2");
  Model.run({at::zeros({8, 10}, at::kCUDA)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cuda', but 'cpu.pt2' was compiled for 'cpu' [aoti-device-mismatch]
  // CHECK-MESSAGES: :[[@LINE-2]]:9: note: the model runs here; the kernel treats the pointer as its own device's memory; with AOTI_RUNTIME_CHECK_INPUTS=1 the call throws
  // CHECK-MESSAGES: :[[@LINE-4]]:10: note: 'cpu.pt2' is loaded here; it records AOTI_DEVICE_KEY "cpu"
}

void pushedBack() {
  auto Model = std::make_unique<Loader>("cuda.pt2");
  std::vector<at::Tensor> Inputs;
  Inputs.push_back(at::randn({8, 10}));
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 0 is created on 'cpu', but 'cuda.pt2' was compiled for 'cuda'
  Inputs.push_back(at::zeros({1}, at::kCUDA));
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 1 is created on 'cuda', but 'cuda.pt2' takes it on 'cpu'
  Model->run(Inputs);
}

void moved(const at::Tensor &X) {
  Loader Model("bare_cpu.pt2");
  at::Tensor OnGpu = X.cuda();
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: input 0 is moved to 'cuda', but 'bare_cpu.pt2' was compiled for 'cpu'
  std::vector<at::Tensor> Inputs = {OnGpu};
  Model.boxed_run(std::move(Inputs));
}

void movedTo(const at::Tensor &X) {
  Loader Model("bare_cpu.pt2");
  const at::Device Gpu("cuda:1");
  Model.run({X.to(Gpu)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is moved to 'cuda:1', but 'bare_cpu.pt2' was compiled for 'cpu'
}

class Server {
public:
  Server() : Model("bare_cpu.pt2") {}
  void serve() {
    auto Options = at::TensorOptions().dtype(at::kFloat).device(at::kCUDA);
    Model.run({at::ones({8, 10}, Options)});
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: input 0 is created on 'cuda', but 'bare_cpu.pt2' was compiled for 'cpu'
  }

private:
  Loader Model;
};

void bothWays(bool Big) {
  Loader Model("bare_cpu.pt2");
  at::Tensor X;
  if (Big)
    X = at::zeros({64, 10}, at::kCUDA);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: input 0 is created on 'cuda', but
  else
    X = at::zeros({8, 10}, at::kCUDA);
  Model.run({X});
}

static std::vector<at::Tensor> makeInputs() {
  return {at::zeros({8, 10}, at::kCUDA)};
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: input 0 is created on 'cuda', but 'bare_cpu.pt2' was compiled for 'cpu'
}

void fromHelper() {
  Loader Model("bare_cpu.pt2");
  Model.run(makeInputs());
}

static void runGiven(Loader &Model) {
  Model.run({at::zeros({8, 10}, at::kCUDA)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is created on 'cuda', but 'cpu.pt2' was compiled for 'cpu'
}

void passes() {
  Loader Model("cpu.pt2");
  runGiven(Model);
}

class Kept {
public:
  explicit Kept(const std::string &Path) : Model(std::make_unique<Loader>(Path)), Options(at::TensorOptions().device(at::kCUDA)) {}
  void add(const at::Tensor &X) { Batch.push_back(X.to(Options)); }
  // CHECK-MESSAGES: :[[@LINE-1]]:51: warning: each input is moved to 'cuda', but 'bare_cpu.pt2' was compiled for 'cpu'
  void serve() { Model->run(Batch); }

private:
  std::unique_ptr<Loader> Model;
  at::TensorOptions Options;
  std::vector<at::Tensor> Batch;
};
void keeps() {
  Kept Server("bare_cpu.pt2");
  Server.serve();
}

// Near misses.

void rightDevice(const at::Tensor &X) {
  Loader Model("cpu.pt2");
  Model.run({at::zeros({8, 10})});
  Model.run({at::zeros({8, 10}, at::kCPU)});
  Model.run({at::zeros({8, 10}, at::kCUDA).cpu()});
  Model.run({X.to(at::kCPU)});
}

// Another index of the right device.
void anotherIndex(const at::Tensor &X, const at::Tensor &N) {
  Loader Model("cuda.pt2", "model", false, 1, 1);
  Model.run({X.to(at::Device("cuda:1")), N});
}

void chosenAtRunTime(const at::Tensor &X, const std::string &Name, at::Device Given) {
  Loader Model("cpu.pt2");
  Model.run({X.to(Given)});
  Model.run({X.to(at::Device(Name))});
  Model.run({X.to(at::Device(Model.get_metadata()["AOTI_DEVICE_KEY"]))});
}

void oneWay(bool OnGpu, const at::Tensor &Given) {
  Loader Model("cpu.pt2");
  at::Tensor X = at::zeros({8, 10});
  if (OnGpu)
    X = X.cuda();
  Model.run({X});
  Model.run({OnGpu ? Given : at::zeros({8, 10}, at::kCUDA)});
}

// Models for a GPU take some inputs on the CPU; this package does not say.
void mixed() {
  Loader Model("bare_cuda.pt2");
  Model.run({at::zeros({8, 10})});
}

void outputs() {
  Loader Model("cpu.pt2");
  auto Result = Model.run({at::zeros({8, 10})});
  at::Tensor Elsewhere = Result[0].cuda();
  at::Tensor Other = at::zeros({8, 10}, at::kCUDA);
}

void unknownPackage(const std::string &Path) {
  Loader Model(Path);
  Model.run({at::zeros({8, 10}, at::kCUDA)});
  Loader Missing("missing.pt2");
  Missing.run({at::zeros({8, 10}, at::kCUDA)});
}

void eitherPackage(bool Gpu) {
  auto Model = Gpu ? std::make_unique<Loader>("bare_cuda.pt2") : std::make_unique<Loader>("bare_cpu.pt2");
  Model->run({Gpu ? at::zeros({8, 10}, at::kCUDA) : at::zeros({8, 10})});
}

void setAgain(const std::string &Path) {
  auto Model = std::make_unique<Loader>("bare_cpu.pt2");
  Model = std::make_unique<Loader>(Path);
  Model->run({at::zeros({8, 10}, at::kCUDA)});
}

void fill(std::unique_ptr<Loader> &Model);
void setElsewhere() {
  auto Model = std::make_unique<Loader>("bare_cpu.pt2");
  fill(Model);
  Model->run({at::zeros({8, 10}, at::kCUDA)});
}

// Other files can call it with any loader.
void anybody(Loader &Model) { Model.run({at::zeros({8, 10}, at::kCUDA)}); }
void somebody() {
  Loader Model("bare_cpu.pt2");
  anybody(Model);
}

void suppressed() {
  Loader Model("bare_cpu.pt2");
  Model.run({at::zeros({8, 10}, at::kCUDA)}); // NOLINT(aoti-device-mismatch)
}
