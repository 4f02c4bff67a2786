// What needs no package: an index that the loader does not get, and one method
// that forgets to move its inputs.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;
using Runner = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

void secondGpu(const std::string &Path) {
  Loader Model(Path);
  Model.run({at::zeros({8}, at::Device("cuda:1"))});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is on 'cuda:1', but the model is loaded on the current device; pass its index to the loader, as device_index [aoti-device-mismatch]
  // CHECK-MESSAGES: :[[@LINE-3]]:10: note: loaded without an index here; kernels that run on another device than their inputs fail with an illegal memory access
}

void chosenGpu(const std::string &Path, const at::Tensor &X, int Rank) {
  Runner Model(Path);
  const at::Device Device(at::kCUDA, Rank);
  Model.run({X.to(Device)});
  // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 0 is on a CUDA device that is chosen at run time, but the model is loaded on the current device; pass its index to the loader, as device_str
}

class Forgetful {
public:
  Forgetful(const std::string &Path, const at::Device &D) : Model(Path), Device(D) {}
  at::Tensor forward(const at::Tensor &X) { return Model.run({X.to(Device)})[0]; }
  at::Tensor warmUp(const at::Tensor &X) {
    at::Tensor Moved = X.to(Device);
    return Model.run({Moved})[0];
  }
  std::vector<at::Tensor> forwardAll(const std::vector<at::Tensor> &Xs) {
    return Model.run(Xs);
    // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: the inputs are not moved to the model's device before it runs, unlike in the other methods of 'Forgetful' that run it
    // CHECK-MESSAGES: :[[@LINE-8]]:58: note: moved before this run, in 'forward'
    // CHECK-MESSAGES: :[[@LINE-6]]:18: note: moved before this run, in 'warmUp'
  }

private:
  Loader Model;
  at::Device Device;
};

// Near misses.

void firstGpu(const std::string &Path, const at::Tensor &X) {
  Loader Model(Path);
  Model.run({X.to(at::Device("cuda:0"))});
  Model.run({X.cuda()});
  Model.run({X.to(at::kCUDA)});
}

void indexGiven(const std::string &Path, const at::Tensor &X, int Rank) {
  Loader Model(Path, "model", false, 1, Rank);
  Model.run({X.to(at::Device(at::kCUDA, Rank))});
  Runner Raw(Path, 1, "cuda:1");
  Raw.run({X.to(at::Device("cuda:1"))});
}

// Which type it is, is not known either.
void anyDevice(const std::string &Path, const at::Tensor &X, at::Device Device) {
  Loader Model(Path);
  Model.run({X.to(Device)});
}

class Careful {
public:
  Careful(const std::string &Path, const at::Device &D) : Model(Path), Device(D) {}
  at::Tensor forward(const at::Tensor &X) { return Model.run({X.to(Device)})[0]; }
  at::Tensor again(const at::Tensor &X) { return Model.run({X.to(Device)})[0]; }
  at::Tensor prepared(const at::Tensor &X) { return Model.run({prepare(X)})[0]; }

private:
  at::Tensor prepare(const at::Tensor &X);
  Loader Model;
  at::Device Device;
};

// Two of three do it in one way, and two in another: no rule to break.
class Mixed {
public:
  Mixed(const std::string &Path, const at::Device &D) : Model(Path), Device(D) {}
  at::Tensor forward(const at::Tensor &X) { return Model.run({X.to(Device)})[0]; }
  std::vector<at::Tensor> all(const std::vector<at::Tensor> &Xs) { return Model.run(Xs); }

private:
  Loader Model;
  at::Device Device;
};
