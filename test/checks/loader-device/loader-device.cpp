// A loader that is told no index, beside a device that may have one.
// RUN: %check_aoti_tidy %s aoti-loader-device %t
#include <ATen/ATen.h>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;
using Runner = torch::inductor::AOTIModelContainerRunner;
using OnCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using OnCuda = torch::inductor::AOTIModelContainerRunnerCuda;
namespace c10 {
struct DeviceGuard {
  explicit DeviceGuard(Device);
  ~DeviceGuard();
};
} // namespace c10

// Hits.

// A factory that is given the device.
std::unique_ptr<Loader> open(const std::string &Path, at::Device Where) {
  return std::make_unique<Loader>(Path);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'Where'; pass its index as device_index [aoti-loader-device]
  // CHECK-MESSAGES: :[[@LINE-3]]:66: note: the device, which may have any index
  // CHECK-MESSAGES: :[[@LINE-3]]:10: note: unless the index is that of the current device, the model's kernels read the memory of another GPU than their own, and fail with an illegal memory access
}

// Tim-Salzmann/l4casadi: the base reads a text, the class picks the runner.
class Base {
public:
  explicit Base(const std::string &Text) : Where(at::kCPU) {
    if (Text != "cpu")
      Where = at::Device(Text);
  }

protected:
  at::Device Where;
};
class Compiled : public Base {
public:
  Compiled(const std::string &Path, const std::string &Text) : Base(Text) {
    if (Where.is_cpu())
      Model = std::make_unique<OnCpu>(Path);
    else
      Model = std::make_unique<OnCuda>(Path);
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'AOTIModelContainerRunnerCuda' loads on the current GPU, which need not be that of 'Where'; pass its index as device_str
  }

private:
  std::unique_ptr<Runner> Model;
};

// mir-group/pair_nequip_allegro: the constructor chooses, a method loads.
class Pair {
public:
  explicit Pair(int Rank) {
    if (Rank >= 0)
      Where = at::Device(at::kCUDA, Rank);
  }
  void coefficients(const std::string &Path) {
    Model = std::make_unique<Loader>(Path);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'Where'
  }

private:
  at::Device Where = at::kCPU;
  std::unique_ptr<Loader> Model;
};

// A number of a configuration.
struct Options {
  int gpu_id = 0;
};
void byNumber(const std::string &Path, const Options &Given) {
  Loader Model(Path);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'Given.gpu_id'
  Model.run({at::zeros({8}, at::Device(at::kCUDA, Given.gpu_id))});
}

// A text of the command line.
int byText(int Count, char **Words) {
  const std::string Text = Count > 1 ? Words[1] : "cuda";
  const at::Device Where(Text);
  Loader Model("model.pt2");
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'Text'
  return 0;
}

// A comment is no guard: CUDAGuard comes with the next release.
std::unique_ptr<Loader> remarked(const std::string &Path, at::Device Where) {
  // TODO: a c10::cuda::CUDAGuard, or cudaSetDevice(Where.index())
  return std::make_unique<Loader>(Path);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'Where'
}

// NVIDIA/nv-embedding-cache: the options of the inputs name the index.
void byOptions(const std::string &Path, int Count) {
  Loader Model(Path);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'Count'
  Model.run({at::zeros({8}, at::TensorOptions().device(at::kCUDA, Count))});
}

// JAkoliver/hearts_simulator: a worker's stream comes after the load.
namespace c10::cuda {
void setCurrentCUDAStream(int);
}
class Streams {
public:
  Streams(const std::string &Path, at::Device Where) {
    Model = std::make_unique<Loader>(Path);
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'Where'
  }
  void work() { c10::cuda::setCurrentCUDAStream(1); }

private:
  std::unique_ptr<Loader> Model;
};

// HaoZeke/potlib: a class of its own keeps the loader and the device.
struct Kept {
  at::Device Where = at::kCPU;
  std::unique_ptr<Loader> Model;
};
class Outer {
public:
  void choose(const std::string &Text) { Inner->Where = at::Device(Text); }
  void load(const std::string &Path) {
    Inner->Model = std::make_unique<Loader>(Path);
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'Where'
  }

private:
  std::unique_ptr<Kept> Inner = std::make_unique<Kept>();
};

// Several loaders beside one device are one mistake.
class Several {
public:
  Several(const std::string &Path, int Rank) {
    this-> Where = at::Device(at::kCUDA, Rank);
    First = std::make_unique<Loader>(Path + "1");
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'Where'; pass its index as device_index
    // CHECK-MESSAGES: :[[@LINE+4]]:16: note: so does this one
  }
  void more(const std::string &Path) {
    if (this-> Where.is_cuda())
      Second = std::make_unique<Loader>(Path);
  }

private:
  at::Device Where = at::kCPU;
  std::unique_ptr<Loader> First, Second;
};

// JAkoliver/hearts_simulator: the model of TorchScript gets the device.
namespace torch::jit {
struct Module {
  void to(at::Device);
};
Module load(const std::string &, std::optional<at::Device> = std::nullopt);
} // namespace torch::jit
class Server {
public:
  Server(torch::jit::Module Script, at::Device Given) : Where(Given) {
    Script.to(Where);
    Model = std::make_unique<Loader>("model.pt2");
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'AOTIModelPackageLoader' loads on the current GPU, the model beside it on 'Given'; pass its index as device_index
    // CHECK-MESSAGES: :[[@LINE-4]]:48: note: the device, which may have any index
    // CHECK-MESSAGES: :[[@LINE-4]]:12: note: this model gets the device
  }

private:
  at::Device Where;
  std::unique_ptr<Loader> Model;
};

// rxmd-family/RXMDNN: TorchScript or AOTInductor, as the file's name says.
void byName(const std::string &Path, at::Device Where) {
  if (Path.ends_with(".pt"))
    torch::jit::load(Path, Where);
  else
    Loader Model(Path);
  // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'AOTIModelPackageLoader' loads on the current GPU, the model beside it on 'Where'
}

// lagat, dmm_standalone.cpp: one of two loaders gets the index.
void oneOfTwo(const std::string &Path, at::Device Where) {
  Loader First(Path + "1", "model", true, 1, Where.index());
  Loader Second(Path + "2");
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'AOTIModelPackageLoader' loads on the current GPU, the model beside it on 'Where'
  // CHECK-MESSAGES: :[[@LINE-3]]:10: note: this model gets the device
}

// That model's device is a type alone, as far as this function says.
void scriptOnAny(torch::jit::Module Script, const std::string &Path, at::Device Where) {
  Script.to(at::kCUDA);
  Loader Model(Path);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'Where'
}

// Near misses.

std::unique_ptr<Loader> told(const std::string &Path, at::Device Where) {
  return std::make_unique<Loader>(Path, "model", false, 1, Where.index());
}
std::unique_ptr<Runner> toldAsText(const std::string &Path, at::Device Where) {
  if (Where.is_cpu())
    return std::make_unique<OnCpu>(Path);
  return std::make_unique<OnCuda>(Path, 1, Where.str());
}
// One for each kind of device, or for the CPU alone.
std::unique_ptr<Loader> oneForEach(const std::string &Path, at::Device Where) {
  if (Where.is_cpu())
    return std::make_unique<Loader>(Path);
  return std::make_unique<Loader>(Path, "model", false, 1, Where.index());
}
Loader *pointerTo(const std::string &Path, int device_id) {
  return device_id < 0 ? new Loader(Path)
                       : new Loader(Path, "model", false, 1, device_id);
}
std::unique_ptr<Loader> rejecting(const std::string &Path, at::Device Where) {
  if (!Where.is_cpu())
    throw 0;
  return std::make_unique<Loader>(Path);
}

// The number of a camera, and where the results go.
struct VideoCapture {
  explicit VideoCapture(int device_id);
};
struct Camera {
  Camera(const std::string &Path, int device_id)
      : device_id_(device_id), Frames(device_id), Model(Path) {}
  int device_id_;
  VideoCapture Frames;
  Loader Model;
};
void watch(const std::string &Path, int device_id) {
  VideoCapture Frames(device_id);
  Loader Model(Path);
  (void)Frames;
}
// What is computed from a recording is no device.
struct AudioFeatures {
  at::Tensor Mel;
};
at::Tensor encode(const AudioFeatures &Of, const std::string &Path, int device_id) {
  Loader Model(Path);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: {{.*}} need not be that of 'device_id'
  return Model.run({Of.Mel})[0];
}
struct Sender {
  explicit Sender(const std::string &Path) : Model(Path) {}
  at::Tensor infer(const at::Tensor &X) { return Model.run({X})[0].to(results_); }
  void send(at::Device To) { results_ = To; }
  at::Device results_ = at::kCPU;
  Loader Model;
};

std::unique_ptr<Loader> guarded(const std::string &Path, at::Device Where) {
  c10::DeviceGuard Guard(Where);
  return std::make_unique<Loader>(Path);
}
static std::unique_ptr<Loader> underGuard(const std::string &Path, at::Device Where) {
  return std::make_unique<Loader>(Path);
}
void callsUnderGuard(const std::string &Path, at::Device Where) {
  c10::DeviceGuard Guard(Where);
  underGuard(Path, Where);
}

// A type of devices has no index.
void typeAlone(const std::string &Path, bool Gpu) {
  const at::Device Where = torch::cuda::is_available() ? at::kCUDA : at::kCPU;
  Loader Model(Path);
  const at::Device ByText(Gpu ? "cuda" : "cpu");
  Model.run({at::zeros({8}, Where), at::zeros({8}, ByText), at::zeros({8}, at::Device("cuda:0"))});
}
void typeOfDevices(const std::string &Path, at::DeviceType Type) {
  Loader Model(Path);
  Model.run({at::zeros({8}, Type)});
}
static void onlyTypes(const std::string &Path, at::Device Where) {
  Loader Model(Path);
  Model.run({at::zeros({8}, Where)});
}
void callsOnlyTypes(const std::string &Path) {
  onlyTypes(Path, at::kCUDA);
  onlyTypes(Path, at::Device("cpu"));
}
static at::Device pick() {
  if (torch::cuda::is_available())
    return at::kCUDA;
  return at::kCPU;
}
class Picks {
public:
  explicit Picks(const std::string &Path) : Where(pick()), Model(Path) {}

private:
  at::Device Where;
  Loader Model;
};

// A runner for the CPU has one device.
void cpuRunner(const std::string &Path, at::Device Where) { OnCpu Model(Path); }

// How many there are is no number of one.
void count(const std::string &Path, int gpu_count, int num_devices, bool use_gpu) { Loader Model(Path); }
