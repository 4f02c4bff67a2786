// A host that is a template over its device, and one over its runner.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
#include <algorithm>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <torch/torch.h>
#include <type_traits>
#include <vector>

struct Cpu {
  static constexpr torch::DeviceType type = torch::kCPU;
  using Runner = torch::inductor::AOTIModelContainerRunnerCpu;
};
struct Cuda {
  static constexpr torch::DeviceType type = torch::kCUDA;
  using Runner = torch::inductor::AOTIModelContainerRunnerCuda;
};

template <typename Device, typename Scalar> class Field {
public:
  explicit Field(const std::string &path) : runner_(path), options_(torch::TensorOptions().device(Device::type)) {}

  void evaluate(Scalar *values, int64_t n, Scalar *out) {
    auto in = torch::from_blob(values, {n, 3}, type());
    auto result = runner_.run({in.to(torch::Device(Device::type)), box_})[0];
    if constexpr (std::is_same_v<Device, Cuda>)
      result = result.cpu();
    std::copy_n(result.template data_ptr<Scalar>(), n, out);
  }

  // BAD for Cuda only.
  void probe() { runner_.run({torch::zeros({1, 3}, type())}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]

private:
  static constexpr torch::ScalarType type() { return std::is_same_v<Scalar, double> ? torch::kDouble : torch::kFloat; }
  typename Device::Runner runner_;
  torch::TensorOptions options_;
  torch::Tensor box_ = torch::ones({3}, torch::TensorOptions().device(Device::type).dtype(type()));
};

template class Field<Cpu, float>;
template class Field<Cuda, double>;

// Nothing makes one.
template <typename T> struct Unused {
  void run() { loader.run({torch::zeros({1})}); }
  torch::inductor::AOTIModelPackageLoader loader{"models/unused.pt2"};
};
