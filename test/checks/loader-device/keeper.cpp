// One class keeps the loaders, others take them and have the device (a compressor of
// scientific data with a cache of models).
// RUN: %check_aoti_tidy %s aoti-loader-device %t
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;
namespace c10::cuda {
struct CUDAGuard {
  explicit CUDAGuard(c10::Device);
  ~CUDAGuard();
};
} // namespace c10::cuda

class Cache {
public:
  static Cache &instance() {
    static Cache TheOne;
    return TheOne;
  }
  Loader *encoder() {
    if (!Encoder)
      load();
    return Encoder.get();
  }

private:
  void load() {
    Encoder = std::make_unique<Loader>("encoder.pt2");
    // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'Where'; pass its index as device_index
    Decoder = std::make_unique<Loader>("decoder.pt2");
  }
  std::unique_ptr<Loader> Encoder, Decoder;
};

class Compressor {
public:
  explicit Compressor(const std::string &Where)
      : Device(Where), Model(Cache::instance().encoder()) {}
  at::Tensor run(const at::Tensor &X) {
    return Model->run({X.to(Device)})[0];
  }

private:
  at::Device Device;
  Loader *Model;
};

// Who takes it has no device.
class PlainCache {
public:
  Loader &model() {
    if (!Model)
      Model = std::make_unique<Loader>("plain.pt2");
    return *Model;
  }

private:
  std::unique_ptr<Loader> Model;
};
at::Tensor runPlain(PlainCache &Models, const at::Tensor &X) {
  return Models.model().run({X})[0];
}
// Nor one whose index is not known to be 0.
at::Tensor runOnFirst(PlainCache &Models, const at::Tensor &X) {
  const at::Device First(at::kCUDA, 0);
  return Models.model().run({X.to(First)})[0];
}
// This one has, and takes no loader.
at::Tensor moved(const at::Tensor &X, at::Device To) { return X.to(To); }

// The loader is told the index.
class IndexedCache {
public:
  Loader *model(int Index) {
    if (!Model)
      Model = std::make_unique<Loader>("indexed.pt2", "model", false, 1, Index);
    return Model.get();
  }

private:
  std::unique_ptr<Loader> Model;
};
at::Tensor runIndexed(IndexedCache &Models, const at::Tensor &X,
                      at::Device On) {
  return Models.model(On.index())->run({X.to(On)})[0];
}

// Who takes it makes the device the current one.
class GuardedCache {
public:
  Loader *model() {
    if (!Model)
      Model = std::make_unique<Loader>("guarded.pt2");
    return Model.get();
  }

private:
  std::unique_ptr<Loader> Model;
};
at::Tensor runGuarded(GuardedCache &Models, const at::Tensor &X,
                      at::Device On) {
  const c10::cuda::CUDAGuard Guard(On);
  return Models.model()->run({X.to(On)})[0];
}
