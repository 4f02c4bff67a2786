// The loader is told one index, and an input is on another.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;
using Runner = torch::inductor::AOTIModelContainerRunnerCuda;

constexpr int TrackerGpu = 0, DetectorGpu = 1;

// Hits.

void otherGpu(const std::string &Path, const at::Tensor &X) {
  Loader Model(Path, "model", false, 1, DetectorGpu);
  Model.run({X.to(at::Device(at::kCUDA, TrackerGpu))});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is on 'cuda:0', but the model is loaded on 'cuda:1' [aoti-device-mismatch]
  // CHECK-MESSAGES: :[[@LINE-3]]:10: note: the model is loaded here
  // CHECK-MESSAGES: :[[@LINE-3]]:9: note: the model runs here; kernels that run on another device than their inputs fail with an illegal memory access
  Model.run({X.to(at::Device(at::kCUDA, DetectorGpu)), at::zeros({8}, at::Device("cuda:2"))});
  // CHECK-MESSAGES: :[[@LINE-1]]:56: warning: input 1 is on 'cuda:2', but the model is loaded on 'cuda:1'
}

class Pool {
public:
  explicit Pool(const std::string &Path)
      : Model(std::make_unique<Loader>(Path, "model", false, 4, DetectorGpu)) {}
  void loop(const at::Tensor &Frame) {
    auto Input = prepare(Frame);
    Model->run({Input});
  }

private:
  at::Tensor prepare(const at::Tensor &Frame) const {
    return Frame.to(at::Device(at::kCUDA, 0), at::kFloat).unsqueeze(0);
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: input 0 is on 'cuda:0', but the model is loaded on 'cuda:1'
  }
  std::unique_ptr<Loader> Model;
};

void runner(const std::string &Path, const at::Tensor &X) {
  Runner Model(Path, 1, "cuda:1");
  Model.run({X.to("cuda:0")});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is on 'cuda:0', but the model is loaded on 'cuda:1'
}

// Told as what a device says.
class Stage {
public:
  explicit Stage(const std::string &Path)
      : Model(Path, 1, On.str()), Packaged(Path, "model", false, 1, static_cast<c10::DeviceIndex>(On.index())) {}
  void loop(const at::Tensor &X) {
    Model.run({X.to("cuda:0")});
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: input 0 is on 'cuda:0', but the model is loaded on 'cuda:1'
    Packaged.run({X.to(On), X.to("cuda:0")});
    // CHECK-MESSAGES: :[[@LINE-1]]:29: warning: input 1 is on 'cuda:0', but the model is loaded on 'cuda:1'
  }

private:
  const at::Device On{at::kCUDA, 1};
  Runner Model;
  Loader Packaged;
};

// Near misses.

// Which one it is, whoever makes the object says, or the index is of no device.
class AnyStage {
public:
  AnyStage(const std::string &Path, at::Device Chosen)
      : On(Chosen), Model(Path, 1, On.str()), Packaged(Path, "model", false, 1, Other.index()) {}
  void loop(const at::Tensor &X) {
    Model.run({X.to("cuda:0")});
    Packaged.run({X.to("cuda:0")});
  }
  void use(at::Device Next) { Other = Next; }

private:
  at::Device On, Other{at::kCUDA, 1};
  Runner Model;
  Loader Packaged;
};
void rightStage(const std::string &Path, const at::Tensor &X) {
  const at::Device On("cuda:1"), Default(at::kCUDA);
  Runner Model(Path, 1, On.str()), OnDefault(Path, 1, Default.str());
  Model.run({X.to(On)});
  OnDefault.run({X.to("cuda:0")});
}

// What is not said twice may be the same.
void sameGpu(const std::string &Path, const at::Tensor &X, int Rank) {
  Loader Model(Path, "model", false, 1, DetectorGpu);
  Model.run({X.to(at::Device(at::kCUDA, 1)), X, X.cuda(), X.to(at::Device(at::kCUDA, Rank))});
  Loader Ranked(Path, "model", false, 1, Rank);
  Ranked.run({X.to(at::Device(at::kCUDA, 0))});
  Loader Current(Path, "model", false, 1, -1);
  Current.run({X.to(at::Device(at::kCUDA, 0))});
  Runner Named(Path, 1, "cuda");
  Named.run({X.to("cuda:0")});
}

void oneOfTwo(const std::string &Path, const at::Tensor &X, bool Second) {
  Loader Model(Path, "model", false, 1, 1);
  Model.run({X.to(Second ? at::Device("cuda:1") : at::Device("cuda:0"))});
  std::unique_ptr<Loader> Either;
  if (Second)
    Either = std::make_unique<Loader>(Path, "model", false, 1, 1);
  else
    Either = std::make_unique<Loader>(Path, "model", false, 1, 0);
  Either->run({X.to(at::Device("cuda:0"))});
}

// Which device is the current one is not known.
void onTheCurrent(const std::string &Path, const at::Tensor &X) {
  Runner First(Path, 1, "cuda:0"), Second(Path, 1, "cuda:1");
  First.run({X.cuda()});
  Second.run({X.cuda()});
}
