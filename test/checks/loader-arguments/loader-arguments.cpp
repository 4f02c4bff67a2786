// RUN: %check_aoti_tidy %s aoti-loader-arguments %t
#include <cstdlib>
#include <filesystem>
#include <list>
#include <optional>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

using torch::inductor::AOTIModelPackageLoader;
using Loader = AOTIModelPackageLoader;
#define DEVICE "cuda"
#define LOAD(PATH) AOTIModelPackageLoader(PATH, "model", "cpu")

void deviceAsBool(const char *Given, std::string Name) {
  AOTIModelPackageLoader Stack("m.pt2", "model", "cpu");
  // CHECK-MESSAGES: :[[@LINE-1]]:50: warning: "cpu" becomes 'run_single_threaded = true'; drop it, the device comes from the package [aoti-loader-arguments]
  // CHECK-FIXES: {{^}}  AOTIModelPackageLoader Stack("m.pt2", "model");
  auto Unique = std::make_unique<Loader>("m.pt2", "model", /*device=*/"cuda");
  // CHECK-MESSAGES: :[[@LINE-1]]:71: warning: "cuda" becomes 'run_single_threaded = true'; drop it
  // CHECK-FIXES: {{^}}  auto Unique = std::make_unique<Loader>("m.pt2", "model");
  Loader Middle("m.pt2", "model", "cuda", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: "cuda" becomes 'run_single_threaded = true'; drop it
  // CHECK-FIXES: {{^}}  Loader Middle("m.pt2", "model", "cuda", 1);
  const char *Cpu = "cpu";
  Loader *Local = new Loader("m.pt2", "model", Cpu);
  // CHECK-MESSAGES: :[[@LINE-1]]:48: warning: "cpu" becomes 'run_single_threaded = true'; drop it
  // CHECK-FIXES: {{^}}  Loader *Local = new Loader("m.pt2", "model");
  Loader Indexed("m.pt2", "model", "cuda:1");
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: "cuda:1" becomes 'run_single_threaded = true'; the device comes from the package; pass 1 as device_index
  // CHECK-FIXES: {{^}}  Loader Indexed("m.pt2", "model", "cuda:1");
  // A CPU has no index, and the loader throws on one.
  Loader CpuIndexed("m.pt2", "model", "cpu:0");
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: "cpu:0" becomes 'run_single_threaded = true'; drop it
  // CHECK-FIXES: {{^}}  Loader CpuIndexed("m.pt2", "model");
  Loader Text("m.pt2", "model", "false");
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: "false" becomes 'run_single_threaded = true'; pass true or false
  Loader Unknown("m.pt2", "model", Given);
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'const char *' becomes 'run_single_threaded', true for any pointer but null; pass true or false
  Loader CStr("m.pt2", "model", Name.c_str());
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: '{{.*}}' becomes 'run_single_threaded', true for any pointer but null
  Loader Macro("m.pt2", "model", DEVICE);
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: "cuda" becomes 'run_single_threaded = true'
  // CHECK-FIXES: {{^}}  Loader Macro("m.pt2", "model", DEVICE);
  LOAD("m.pt2");
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: "cpu" becomes 'run_single_threaded = true'
  Loader Directive("m.pt2", "model"
#ifdef DEVICE
                   , "cpu"
  // CHECK-MESSAGES: :[[@LINE-1]]:22: warning: "cpu" becomes 'run_single_threaded = true'
  // CHECK-FIXES: {{^}}                   , "cpu"
#endif
  );
}

void numberAsBool() {
  Loader Four("m.pt2", "model", 4);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 4 becomes 'run_single_threaded = true'; num_runners is the fourth argument
  auto Shared = std::make_shared<Loader>("m.pt2", "model", -1);
  // CHECK-MESSAGES: :[[@LINE-1]]:60: warning: -1 becomes 'run_single_threaded = true'; num_runners is the fourth argument
}

void modelName() {
  Loader Last("m.pt2", "cuda");
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: "cuda" is the model_name, not a device: the constructor throws "Failed to find a generated cpp file or so file for model 'cuda'", unless the package has a model of that name; drop it, the device comes from the package [aoti-loader-arguments]
  // CHECK-MESSAGES: :[[@LINE-2]]:24: note: this loads the package's model named 'model'
  Loader Indexed("m.pt2", "cuda:0");
  // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: "cuda:0" is the model_name, {{.*}} drop it, the device comes from the package and its index from device_index
  Loader Both("m.pt2", "mps", "mps");
  // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: "mps" is the model_name
  // CHECK-MESSAGES: :[[@LINE-2]]:31: warning: "mps" becomes 'run_single_threaded = true'
  // CHECK-FIXES: {{^}}  Loader Both("m.pt2", "mps");
}

void path(const std::string &Dir, const std::filesystem::path &Root) {
  Loader So("model.so");
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'AOTIModelPackageLoader' loads .pt2 packages, and a .so is a shared library, on which the constructor throws "Failed to initialize zip archive"; pass the .pt2 that 'aoti_compile_and_package' wrote [aoti-loader-arguments]
  Loader Suffix(Dir + "/model.pt");
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: {{.*}} a .pt is a checkpoint or a TorchScript module, on which the constructor throws; pass
  Loader Joined((Root / "v1" / "model.ONNX").string());
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: {{.*}} a .onnx is an ONNX model
  Loader Converted(Root / "model.wrapper.cpp", "model");
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: {{.*}} a .cpp is source code
}

void counts() {
  Loader Many("m.pt2", "model", true, 4);
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: num_runners is 4 and run_single_threaded is true: the constructor throws "num_runners must be 1 when run_single_threaded is true"; pass 1, or false for run_single_threaded [aoti-loader-arguments]
  Loader One("m.pt2", "model", 1, 2);
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: num_runners is 2 and run_single_threaded is true
  auto None = std::make_unique<Loader>("m.pt2", "model", false, 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:65: warning: num_runners is 0, on which the constructor throws; pass 1 or more
  Loader Negative("m.pt2", "model", false, -1);
  // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: num_runners is -1, which becomes 18446744073709551615, and the constructor throws; pass 1 or more
  // One defect, one finding: with false in its place, 4 is fine.
  Loader Pointer("m.pt2", "model", "cpu", 4);
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: "cpu" becomes 'run_single_threaded = true'
}

void deviceIndex() {
  Loader Negative("m.pt2", "model", false, 1, -2);
  // CHECK-MESSAGES: :[[@LINE-1]]:47: warning: device_index is -2, on which the constructor throws; pass -1 for the current device
  Loader Wraps("m.pt2", "model", false, 1, 200);
  // CHECK-MESSAGES: :[[@LINE-1]]:44: warning: device_index is 200, which wraps to -56 in an int8_t, and the constructor throws; pass at most 127
  auto Other = std::make_unique<Loader>("m.pt2", "model", false, 1, 256);
  // CHECK-MESSAGES: :[[@LINE-1]]:69: warning: device_index is 256, which wraps to 0 in an int8_t; pass at most 127
}

// Every way of coming to life.

class Server {
public:
  Server() : Member("m.pt2", "model", "cpu") {
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: "cpu" becomes
  // CHECK-FIXES: {{^}}  Server() : Member("m.pt2", "model") {
    Optional.emplace("m.pt2", "model", "cpu");
    // CHECK-MESSAGES: :[[@LINE-1]]:40: warning: "cpu" becomes
    List.emplace_back("m.pt2", "model", "cpu");
    // CHECK-MESSAGES: :[[@LINE-1]]:41: warning: "cpu" becomes
  }

private:
  AOTIModelPackageLoader Member;
  AOTIModelPackageLoader Default{"m.so"};
  // CHECK-MESSAGES: :[[@LINE-1]]:34: warning: {{.*}} a .so is a shared library
  std::optional<AOTIModelPackageLoader> Optional;
  std::list<AOTIModelPackageLoader> List;
};

class Derived : public AOTIModelPackageLoader {
public:
  using AOTIModelPackageLoader::AOTIModelPackageLoader;
  Derived() : AOTIModelPackageLoader("m.pt2", "model", "cpu") {}
  // CHECK-MESSAGES: :[[@LINE-1]]:56: warning: "cpu" becomes
  // CHECK-FIXES: {{^}}  Derived() : AOTIModelPackageLoader("m.pt2", "model") {}
};
Derived Inherited("m.pt2", "model", "cpu");
// CHECK-MESSAGES: :[[@LINE-1]]:37: warning: "cpu" becomes
// CHECK-FIXES: {{^}}Derived Inherited("m.pt2", "model");

auto InLambda = [] { return std::make_shared<Loader>("m.pt2", "model", "cpu"); };
// CHECK-MESSAGES: :[[@LINE-1]]:72: warning: "cpu" becomes
// CHECK-FIXES: {{^}}auto InLambda = [] { return std::make_shared<Loader>("m.pt2", "model"); };

// Near misses.

bool flag();
int number();

void right(bool Single, int Count, const std::string &Path, const char *Name) {
  Loader A("m.pt2");
  Loader B("m.pt2", "model");
  Loader C("m.pt2", "model", /*run_single_threaded=*/true);
  Loader D("m.pt2", "model", false, 4);
  Loader E("m.pt2", "model", false, 1, 0);
  Loader F("m.pt2", "model", true, 1, 3);
  Loader G("m.pt2", "model", false, 1, -1);
  Loader H(Path, Name, Single, Count, Count);
  Loader I("m.pt2", "model", flag(), number());
  Loader J(std::getenv("PACKAGE"), std::getenv("MODEL"), std::getenv("SINGLE") != nullptr);
  Loader K("m.pt2", "model", static_cast<bool>(Name));
  Loader L("m.pt2", "model", !!Name);
  Loader M("m.pt2", "model", 1);
  Loader N("m.pt2", "model", 0, 4);
  Loader O("m.pt2", "model", Single, 4);
  Loader P("m.pt2", "model", number());
  Loader Q("m.pt2", "model", false, 1, 127);
  auto R = std::make_unique<Loader>("m.pt2", "model", true, 1, 0);
  auto S = std::make_shared<Loader>(Path, "model", false, 4);
  Loader Braces{"m.pt2", "model", true};
}

void names(const std::string &Device) {
  Loader A("m.pt2", "cuda_model");
  Loader B("m.pt2", "model_cpu");
  Loader C("m.pt2", Device);
  Loader D("m.pt2", "");
  Loader E("m.pt2", "CPU model");
  Loader F("m.pt2", "model" + Device);
}

void paths(const std::filesystem::path &Root, const std::string &Dir) {
  Loader A("");
  Loader B("/models/ranker");
  Loader C("model.so.d/ranker");
  Loader D("packages.so/");
  Loader E(Root);
  Loader F(Root / "m.pt2");
  Loader G(Dir + "/m.pt2");
  Loader H("v1.0");
  Loader I("{}.pt2");
  Loader J("m.zip");
  Loader K("model.so" + Dir);
  Loader L(std::string("model.so") + ".pt2");
  Loader M(std::filesystem::path("model.so") / "m.pt2");
  Loader N("a", "b.so");
  Loader O("/.so");
}

// list::emplace begins with a position.
void emplaced(std::list<Loader> &List, std::optional<Loader> &Optional) {
  List.emplace(List.begin(), "m.pt2", "model", true);
  List.emplace_back("m.pt2", "model", true, 1);
  Optional.emplace("m.pt2", "model", false, 4, 0);
}

namespace vendor {
struct AOTIModelPackageLoader {
  AOTIModelPackageLoader(const std::string &model_package_path,
                         const std::string &model_name = "model",
                         bool run_single_threaded = false);
};
} // namespace vendor
vendor::AOTIModelPackageLoader Other("model.so", "cuda", "cpu");
// What a derived class makes of its own arguments is its own business.
class Placed : public Loader {
public:
  Placed(const std::string &Path, const char *Device);
  Placed(const char *Device) : Placed("m.so", Device) {}
};
Placed OnCuda("m.so", "cuda");
auto OnCpu = std::make_unique<Placed>("m.so", "cpu");
auto Strings = std::make_unique<std::string>("model.so");

void suppressed() {
  Loader Known("m.pt2", "model", "cpu"); // NOLINT(aoti-loader-arguments)
}
