// A clang-tidy without the sanitizer cannot load a plugin that has it.
// UNSUPPORTED: asan
// Hosts of packages that were compiled without their weights.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %test_root/Inputs/make_package.py --constant fc.weight=Parameter:float32[16,16] --constant fc.bias=Parameter:float32[16] --constant scale=Buffer:float32[16] --weights=nowhere %t/bare.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --constant fc.weight=Parameter:float32[16,16] --weights=pickles %t/pickles.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --constant fc.weight=Parameter:float32[16,16] --weights=blob %t/blob.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --constant fc.weight=Parameter:float32[16,16] %t/whole.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --input float32[16] --weights=nowhere %t/none.pt2 model=cpu
// RUN: %python %test_root/Inputs/make_package.py --constant fc.weight=Parameter:float32[16,16] --weights=nowhere %t/cuda.pt2 model=cuda
// RUN: %check_aoti_tidy %s aoti-unloaded-constants %t/host
// RUN: %check_aoti_tidy %s aoti-unloaded-constants %t/host --front=plugin
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <unordered_map>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;
using Runner = torch::inductor::AOTIModelContainerRunner;
using Map = std::unordered_map<std::string, at::Tensor>;
using Tensors = std::vector<at::Tensor>;

// Hits.

void never(const Tensors &In) {
  Loader Model("bare.pt2");
  Model.run(In);
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'bare.pt2' holds no weights and none are loaded before this run, which dies of a segmentation fault; call 'Model.load_constants(...)' first [aoti-unloaded-constants]
  // CHECK-MESSAGES: :[[@LINE+2]]:9: note: this run, too
  // CHECK-MESSAGES: :[[@LINE-4]]:10: note: 'bare.pt2' is loaded here; it was compiled without the values of its 3 constants
  Model.run(In);
}

void byPointer(const Tensors &In) {
  auto Model = std::make_unique<Loader>("pickles.pt2");
  Model->run(In);
  // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'pickles.pt2' has its weights in files that no loader reads and none are loaded before this run, which dies of a segmentation fault; call 'Model->load_constants(...)' first
  // CHECK-MESSAGES: :[[@LINE-3]]:16: note: 'pickles.pt2' is loaded here; its 1 constant is in 'data/weights', which only 'load_pt2(..., load_weights_from_disk=True)' reads
}

void onCuda(const Tensors &In) {
  Loader("cuda.pt2").run(In);
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'cuda.pt2' holds no weights and none are loaded before this run, which reads from a null pointer;
}

void throughTheRunner(const Tensors &In) {
  Loader Model("bare.pt2");
  Runner *R = Model.get_runner();
  R->run(In);
  // CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'bare.pt2' holds no weights and none are loaded before this run, {{.*}} call 'R->update_constant_buffer(...)' first
}

void tooLate(const Tensors &In, Map &Weights) {
  Loader Model("bare.pt2");
  Model.run(In);
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'bare.pt2' holds no weights and none are loaded before this run
  Model.load_constants(Weights, false, true);
  Model.run(In);
}

static void serve(Loader &Model, const Tensors &In) {
  Model.run(In);
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'bare.pt2' holds no weights and none are loaded before this run
}
void passesItOn(const Tensors &In) {
  Loader Model("bare.pt2");
  if (!Model.get_constant_fqns().empty())
    serve(Model, In);
}

void inALambda(const Tensors &In) {
  Loader Model("bare.pt2");
  auto Run = [&] { return Model.run(In); };
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'bare.pt2' holds no weights and none are loaded before this run
  Run();
}

class Server {
public:
  Server() : Model("bare.pt2") {}
  Tensors serve(const Tensors &In) { return Model.run(In); }
  // CHECK-MESSAGES: :[[@LINE-1]]:51: warning: 'bare.pt2' holds no weights and none are loaded before this run

private:
  Loader Model;
};

void partly(const Tensors &In, const at::Tensor &W) {
  Loader Model("bare.pt2");
  Map Weights = {{"fc.weight", W}};
  Weights["scale"] = W;
  Model.load_constants(Weights, /*use_inactive=*/false, /*check_full_update=*/false);
  Model.run(In);
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'bare.pt2' needs 'fc.bias', which nothing before this run loads, so it dies of a segmentation fault; load it, too
  // CHECK-MESSAGES: :[[@LINE-3]]:9: note: this does not give 'fc.bias'
}

void intoTheOtherBuffer(const Tensors &In, Map &Weights) {
  Loader Model("bare.pt2");
  Model.load_constants(Weights, /*use_inactive=*/true, /*check_full_update=*/true);
  Model.run(In);
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: the weights of 'bare.pt2' are loaded into the buffer that is not in use, and this run dies of a segmentation fault; call 'swap_constant_buffer()' before it
  // CHECK-MESSAGES: :[[@LINE-3]]:9: note: this fills the buffer that is not in use
}

void notThere(const at::Tensor &W) {
  Loader Model("whole.pt2");
  Map Weights = {{"fc.weight", W}, {"fc.bias", W}};
  // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: 'whole.pt2' has no constant 'fc.bias', so this throws "Constant not found: fc.bias"; leave it out
  // CHECK-MESSAGES: :[[@LINE+2]]:9: note: the compiler has put its value into a kernel, or has found no use of it; 'get_constant_fqns()' lists what can be loaded
  // CHECK-MESSAGES: :[[@LINE-4]]:10: note: 'whole.pt2' is loaded here
  Model.load_constants(Weights, false, false);
}

void notFull(const Tensors &In, const at::Tensor &W) {
  Loader Model("bare.pt2");
  Map Weights;
  Weights.emplace("fc.weight", W);
  Model.load_constants(Weights, false, /*check_full_update=*/true);
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'bare.pt2' has the parameter 'fc.bias', which this does not give although the update is to be full, so it throws; give it, too
  Model.run(In);
}

void byTheOtherNames(const at::Tensor &W) {
  Loader Model("whole.pt2");
  Map Weights = {{"fc.weight", W}};
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'fc.weight' is what the model that was exported calls it, and this function does not know it: nothing is updated; name it 'fc_weight', or call 'load_constants'
  Model.get_runner()->update_constant_buffer(Weights, false, false);
}

// Near misses.

void loaded(const Tensors &In, Map &Weights) {
  Loader Model("bare.pt2");
  Model.load_constants(Weights, false, true);
  Model.run(In);
}

void loadedByTheRunner(const Tensors &In, Map &Weights) {
  Loader Model("bare.pt2");
  Model.get_runner()->update_constant_buffer(Weights, false, true);
  Model.run(In);
}

void fromAFile(const Tensors &In) {
  Loader Model("bare.pt2");
  Model.get_runner()->update_constant_buffer_from_blob("weights.blob");
  Model.run(In);
}

void swapped(const Tensors &In, Map &Weights) {
  Loader Model("bare.pt2");
  Model.load_constants(Weights, /*use_inactive=*/true, true);
  Model.get_runner()->swap_constant_buffer();
  Model.run(In);
}

void allByName(const Tensors &In, const at::Tensor &W) {
  Loader Model("bare.pt2");
  Map Weights = {{"fc.weight", W}, {"fc.bias", W}};
  Weights["scale"] = W;
  Model.load_constants(Weights, false, true);
  Model.run(In);
}

// A buffer may be missing from a full update; it is in the library here.
void notFullButABuffer(const at::Tensor &W) {
  Loader Model("bare.pt2");
  Map Weights = {{"fc.weight", W}, {"fc.bias", W}};
  Model.load_constants(Weights, false, true);
}

void byTwoCalls(const Tensors &In, const at::Tensor &W) {
  Loader Model("bare.pt2");
  Map Weights = {{"fc.weight", W}, {"fc.bias", W}};
  Model.load_constants(Weights, false, false);
  Map Buffers = {{"scale", W}};
  Model.load_constants(Buffers, false, false);
  Model.run(In);
}

void namesOfALoop(const Tensors &In, const Tensors &Given, const std::vector<std::string> &Names) {
  Loader Model("bare.pt2");
  Map Weights;
  for (size_t I = 0; I < Names.size(); ++I)
    Weights[Names[I]] = Given[I];
  Model.load_constants(Weights, false, false);
  Model.run(In);
}

void fill(Map &Weights);
void filledElsewhere(const Tensors &In, const at::Tensor &W) {
  Loader Model("whole.pt2");
  Map Weights = {{"fc.bias", W}};
  fill(Weights);
  Model.load_constants(Weights, false, false);
}

// It may be there only where the load does not come.
void inAnotherBranch(const Tensors &In, const at::Tensor &W, bool Other) {
  Loader Model("whole.pt2");
  Map Weights;
  if (Other)
    Weights["head.weight"] = W;
  else
    Weights["fc.weight"] = W;
  Model.load_constants(Weights, false, false);
}

void loadedInABranch(const Tensors &In, Map &Weights, bool IsFirst) {
  Loader Model("bare.pt2");
  if (IsFirst)
    Model.load_constants(Weights, false, true);
  Model.run(In);
}

void loadedInALoop(const Tensors &In, Map &Weights, int N) {
  Loader Model("bare.pt2");
  for (int I = 0; I < N; ++I) {
    if (I > 0)
      Model.run(In);
    else
      Model.load_constants(Weights, false, true);
  }
}

void prepare(Loader &Model);
void preparedElsewhere(const Tensors &In) {
  Loader Model("bare.pt2");
  prepare(Model);
  Model.run(In);
}

static void load(Loader &Model, Map &Weights) { Model.load_constants(Weights, false, true); }
void loadedByAHelper(const Tensors &In, Map &Weights) {
  Loader Model("bare.pt2");
  load(Model, Weights);
  Model.run(In);
}

std::unique_ptr<Loader> returned(const Tensors &In) {
  auto Model = std::make_unique<Loader>("bare.pt2");
  return Model;
}

std::vector<Loader *> Registry;
void storedWhereOthersReachIt(const Tensors &In) {
  auto *Model = new Loader("bare.pt2");
  Registry.push_back(Model);
  Model->run(In);
}

class Service {
public:
  Service() : Model("bare.pt2") {}
  void init(Map &Weights) { Model.load_constants(Weights, false, true); }
  Tensors serve(const Tensors &In) { return Model.run(In); }

private:
  Loader Model;
};

class Shared {
public:
  Shared() : Model("bare.pt2") {}
  Loader &model() { return Model; }
  Tensors serve(const Tensors &In) { return Model.run(In); }

private:
  Loader Model;
};

void hasThem(const Tensors &In) {
  Loader("whole.pt2").run(In);
  Loader("blob.pt2").run(In);
  Loader("none.pt2").run(In);
}

void notKnown(const Tensors &In, const std::string &Path) { Loader(Path).run(In); }

void handedIn(Loader &Model, const Tensors &In) { Model.run(In); }
