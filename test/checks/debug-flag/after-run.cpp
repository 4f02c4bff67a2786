// RUN: %check_aoti_tidy %s aoti-debug-flag %t
// AOTI_RUNTIME_CHECK_INPUTS after the run that has read it.
#include <cstdlib>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>

using torch::inductor::AOTIModelContainerRunnerCuda;
using torch::inductor::AOTIModelPackageLoader;
using Tensors = std::vector<at::Tensor>;

static void checkInputs() { setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1); }

void afterWarmUp(const Tensors &Inputs) {
  AOTIModelPackageLoader Loader("model.pt2");
  Loader.run(Inputs);
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' is set after the first run: a loaded model reads it once, at its first run, so this changes nothing for that model; set it before that run [aoti-debug-flag]
  // CHECK-MESSAGES: :[[@LINE-3]]:10: note: the first run is here
  Loader.run(Inputs);
}

void boxedThroughPointer(std::unique_ptr<AOTIModelPackageLoader> Loader,
                         bool Debug) {
  Tensors First, Second;
  Loader->boxed_run(std::move(First));
  if (Debug)
    setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'AOTI_RUNTIME_CHECK_INPUTS' is set after the first run
  // CHECK-MESSAGES: :[[@LINE-4]]:11: note: the first run is here
  Loader->boxed_run(std::move(Second));
}

class Server {
  AOTIModelContainerRunnerCuda Runner{"model.so"};

public:
  Tensors retry(const Tensors &Inputs) {
    Runner.run(Inputs);
    setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'AOTI_RUNTIME_CHECK_INPUTS' is set after
    // CHECK-MESSAGES: :[[@LINE-3]]:12: note: the first run is here
    return Runner.run(Inputs);
  }
  // docs/examples/serve.cpp: the other functions run it, too.
  void warmUp(const Tensors &Inputs) {
    Runner.run(Inputs);
    setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'AOTI_RUNTIME_CHECK_INPUTS' is set after
    // CHECK-MESSAGES: :[[@LINE-3]]:12: note: the first run is here
  }
};

auto InLambda = [](AOTIModelPackageLoader &Loader, const Tensors &Inputs) {
  Loader.run(Inputs);
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' is set after
  // CHECK-MESSAGES: :[[@LINE-3]]:10: note: the first run is here
  Loader.run(Inputs);
};

template <typename Model> void inTemplate(Model &M, const Tensors &Inputs) {
  M.run(Inputs);
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'AOTI_RUNTIME_CHECK_INPUTS' is set after
  // CHECK-MESSAGES: :[[@LINE-3]]:5: note: the first run is here
  M.run(Inputs);
}
template void inTemplate(AOTIModelPackageLoader &, const Tensors &);

// Near misses.

void before(const Tensors &Inputs) {
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  AOTIModelPackageLoader Loader("model.pt2");
  Loader.run(Inputs);
}

void afterLoading(const Tensors &Inputs) {
  AOTIModelPackageLoader Loader("model.pt2");
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  Loader.run(Inputs);
}

void setThenRunInALoop(AOTIModelPackageLoader &Loader) {
  for (int I = 0; I < 3; ++I) {
    setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
    Loader.run({});
  }
}

void siblings(AOTIModelPackageLoader &Loader, bool Debug) {
  if (Debug)
    setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  else
    Loader.run({});
}

void runOnlySometimes(AOTIModelPackageLoader &Loader, bool WarmUp) {
  if (WarmUp)
    Loader.run({});
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  Loader.run({});
}

void loadedAgain(const Tensors &Inputs) {
  auto Loader = std::make_unique<AOTIModelPackageLoader>("model.pt2");
  Loader->run(Inputs);
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  Loader = std::make_unique<AOTIModelPackageLoader>("model.pt2");
  Loader->run(Inputs);
}

std::unique_ptr<AOTIModelPackageLoader> load();
void loadedAgainElsewhere(std::unique_ptr<AOTIModelPackageLoader> Loader) {
  Loader->run({});
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  Loader = load();
  Loader->run({});
}

void anotherModel(const Tensors &Inputs) {
  AOTIModelPackageLoader First("first.pt2"), Second("second.pt2");
  First.run(Inputs);
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  Second.run(Inputs);
  First.run(Inputs);
}

void anotherModelEachTime(std::vector<AOTIModelPackageLoader *> Loaders) {
  for (AOTIModelPackageLoader *Loader : Loaders) {
    Loader->run({});
    setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  }
  Loaders[0]->run({});
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  Loaders[1]->run({});
}

void serve();
void doneWithTheFirst(const Tensors &Inputs) {
  {
    AOTIModelPackageLoader Probe("probe.pt2");
    Probe.run(Inputs);
  }
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  serve();
}

void inAHandler(AOTIModelPackageLoader &Loader, Tensors &Inputs) {
  try {
    Inputs.push_back(at::Tensor());
    Loader.run(Inputs);
  } catch (...) {
    setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
    Loader.run(Inputs);
  }
}

void inAnotherFunction(AOTIModelPackageLoader &Loader) {
  Loader.run({});
  checkInputs();
  auto Later = [] { setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1); };
  Loader.run({});
}

struct Job {
  void run(const Tensors &Inputs);
};
void runsSomethingElse(Job &J, AOTIModelPackageLoader &Loader) {
  J.run({});
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  Loader.get_metadata();
}

void unset(AOTIModelPackageLoader &Loader) {
  Loader.run({});
  unsetenv("AOTI_RUNTIME_CHECK_INPUTS");
}

// Nothing of the block runs it again.
void atTheEndOfALoop(AOTIModelPackageLoader &Loader, const Tensors &Inputs) {
  for (int I = 0; I < 3; ++I) {
    Loader.run(Inputs);
    setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  }
}

// What has run may be another model by now, out of sight.
void reload(std::unique_ptr<AOTIModelPackageLoader> &Loader);
void reloadByPointer(std::unique_ptr<AOTIModelPackageLoader> *Loader);
void look(const std::unique_ptr<AOTIModelPackageLoader> &Loader);
void use(AOTIModelPackageLoader &Loader);
void serveForever();
std::unique_ptr<AOTIModelPackageLoader> Global;

void reloadedByReference(std::unique_ptr<AOTIModelPackageLoader> Loader) {
  Loader->run({});
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  reload(Loader);
  Loader->run({});
}
void reloadedByPointer(std::unique_ptr<AOTIModelPackageLoader> Loader) {
  Loader->run({});
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  reloadByPointer(&Loader);
  Loader->run({});
}
void reloadedByLambda(std::unique_ptr<AOTIModelPackageLoader> Loader) {
  Loader->run({});
  auto Reload = [&] { Loader = load(); };
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  Reload();
  Loader->run({});
}
void reloadedGlobal() {
  Global->run({});
  setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);
  serveForever();
  Global->run({});
}
