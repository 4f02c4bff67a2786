// Hosts as people write them: each with the line that is right and, where there
// is one, the line that is not.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
#include <ATen/ATen.h>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;
using Runner = torch::inductor::AOTIModelContainerRunner;
using OnCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using OnCuda = torch::inductor::AOTIModelContainerRunnerCuda;
struct CUstream_st;
namespace c10::cuda {
struct CUDAStream {
  CUstream_st *stream() const;
};
CUDAStream getStreamFromPool();
} // namespace c10::cuda

// A node of ROS: a callback that is kept, and calls back into the object.
class Node {
public:
  Node(const std::string &Path) : Model(std::make_shared<OnCuda>(Path)) {
    Callback = [this](const float *Rows) { onMessage(Rows); };
  }

private:
  void onMessage(const float *Rows) {
    at::Tensor X = at::from_blob(const_cast<float *>(Rows), {1, 64}, at::kFloat);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
    Model->run({X});
    at::Tensor Y = at::from_blob(const_cast<float *>(Rows), {1, 64}, at::kFloat).cuda();
    Model->run({Y});
  }
  std::shared_ptr<Runner> Model;
  std::function<void(const float *)> Callback;
};

// A batcher that pads what is missing.
class Batcher {
public:
  explicit Batcher(const std::string &Path) : Model(Path) {}
  void add(const at::Tensor &Row) { Rows.push_back(Row.to(Device)); }
  void flush(int64_t Missing) {
    if (Missing > 0)
      Rows.push_back(at::zeros({Missing, 8}, Device));
    Model.run({at::cat(Rows)});
    Rows.clear();
    at::Tensor Mask = at::ones({8});
    // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    Rows.push_back(Mask);
    Model.run(Rows);
    Rows.clear();
  }

private:
  const at::Device Device = at::kCUDA;
  OnCuda Model;
  std::vector<at::Tensor> Rows;
};

// A factory, and what it gives.
static std::unique_ptr<Runner> makeRunner(const std::string &Path, const std::string &Device) {
  if (Device == "cuda")
    return std::make_unique<OnCuda>(Path);
  if (Device == "cpu")
    return std::make_unique<OnCpu>(Path);
  throw std::invalid_argument(Device);
}
void factory(const std::string &Path, const std::string &Device, const at::Tensor &X) {
  auto Model = makeRunner(Path, Device);
  Model->run({X.to(at::Device(Device))});
  auto Fixed = makeRunner(Path, "cpu");
  Fixed->run({X.cpu()});
}

// Templates over the device.
template <bool Gpu> class Typed {
public:
  explicit Typed(const std::string &Path) : Model(Path) {}
  void serve() {
    Model.run({at::zeros({8, 8}, Gpu ? at::kCUDA : at::kCPU)});
    Model.run({at::zeros({8, 8}, at::kCUDA)});
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: input 0 is created on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
  }

private:
  std::conditional_t<Gpu, OnCuda, OnCpu> Model;
};
template class Typed<true>;
template class Typed<false>;

// Exceptions and early returns.
class Fallback {
public:
  bool open(const std::string &Path, bool Gpu) {
    if (!Gpu) {
      Host = std::make_unique<OnCpu>(Path);
      return true;
    }
    try {
      Device = std::make_unique<OnCuda>(Path);
    } catch (const std::exception &) {
      return false;
    }
    return true;
  }
  void serve(const at::Tensor &X) {
    if (Device) {
      Device->run({X.cuda()});
      return;
    }
    if (!Host)
      throw std::runtime_error("not open");
    Host->run({X.cpu()});
    Host->run({X.cuda()});
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: input 0 is moved to 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu'
  }

private:
  std::unique_ptr<OnCpu> Host;
  std::unique_ptr<OnCuda> Device;
};

// Streams, and static inputs of a graph that is replayed.
class Graphed {
public:
  explicit Graphed(const std::string &Path) : Model(Path) { Static = at::empty({8, 8}, at::kCUDA); }
  void replay(const at::Tensor &X) {
    Static.copy_(X);
    Model.run({Static}, c10::cuda::getStreamFromPool().stream());
    at::Tensor Staged = at::empty({8, 8});
    // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    Model.run({Staged}, c10::cuda::getStreamFromPool().stream());
  }

private:
  OnCuda Model;
  at::Tensor Static;
};

