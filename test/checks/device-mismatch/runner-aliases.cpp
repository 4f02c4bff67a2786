// Runners that are set by another name of what keeps them: references, pointers,
// iterators, bindings.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using Runner = torch::inductor::AOTIModelContainerRunner;
using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;
using Slot = std::unique_ptr<Runner>;
using Map = std::map<std::string, Slot>;
using List = std::vector<Slot>;

// Hits.

class LazySlot {
public:
  void run(const std::string &Name) {
    auto &Slot = Models[Name];
    if (!Slot)
      Slot = std::make_unique<RunnerCuda>(Name);
    Slot->run({at::zeros({1, 8})});
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
  }
  void runOther(const std::string &Name) {
    Models.at(Name)->run({at::zeros({2, 8})});
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: input 0 is created on 'cpu'
  }

private:
  Map Models;
};

class ByConstantName {
public:
  explicit ByConstantName(const std::string &P) {
    auto &Small = Models["small"];
    Small = std::make_unique<RunnerCpu>(P);
    auto &Large = Models["large"];
    Large.reset(new RunnerCuda(P));
  }
  void run() {
    Models["small"]->run({at::zeros({1, 8})});
    Models["large"]->run({at::zeros({2, 8})});
    // CHECK-MESSAGES: :[[@LINE-1]]:27: warning: input 0 is created on 'cpu'
  }

private:
  Map Models;
};

class BySlotOf {
public:
  void load(const std::string &P) { slot(P) = std::make_unique<RunnerCuda>(P); }
  void run(const std::string &P) {
    Models[P]->run({at::zeros({1, 8})});
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: input 0 is created on 'cpu'
  }

private:
  Slot &slot(const std::string &P) { return Models[P]; }
  Map Models;
};

void byPointer(const std::string &P) {
  Slot M;
  Slot *At = &M;
  *At = std::make_unique<RunnerCuda>(P);
  M->run({at::zeros({1, 8})});
  // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: input 0 is created on 'cpu'
}

void byIterator(const std::string &P) {
  Map Models;
  auto It = Models.find(P);
  if (It == Models.end())
    It = Models.emplace(P, nullptr).first;
  It->second = std::make_unique<RunnerCuda>(P);
  Models[P]->run({at::zeros({1, 8})});
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: input 0 is created on 'cpu'
}

void byLoop(const std::string &P) {
  List Models(2);
  for (auto &M : Models)
    M = std::make_unique<RunnerCuda>(P);
  Models[0]->run({at::zeros({1, 8})});
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: input 0 is created on 'cpu'
}

void byBinding(const std::string &P) {
  Map Models;
  Models["a"] = nullptr;
  for (auto &[Name, M] : Models)
    M = std::make_unique<RunnerCuda>(P);
  Models["a"]->run({at::zeros({1, 8})});
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: input 0 is created on 'cpu'
}

// Other names that are only read.
void onlyRead(const std::string &P) {
  Map Models;
  Models["a"] = std::make_unique<RunnerCuda>(P);
  auto &First = Models["a"];
  First->run({at::zeros({1, 8})});
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: input 0 is created on 'cpu'
  const Slot *At = &First;
  (*At)->run({at::zeros({2, 8})});
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: input 0 is created on 'cpu'
  Slot *Mutable = &First;
  (*Mutable)->run({at::zeros({3, 8})});
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 0 is created on 'cpu'
  for (auto &[Name, M] : Models)
    M->run({at::zeros({4, 8}, at::kCUDA)});
  for (auto It = Models.begin(); It != Models.end(); ++It)
    It->second->run({at::zeros({4, 8}, at::kCUDA)});
  if (auto It = Models.find("b"); It != Models.end())
    Models.erase(It);
  const bool IsLoaded = std::all_of(Models.begin(), Models.end(), [](const auto &M) { return !!M.second; });
  std::for_each(Models.begin(), Models.end(), [](const auto &M) { M.second->run({at::zeros({4, 8}, at::kCUDA)}); });
  if (IsLoaded)
    Models["a"]->run({at::zeros({5, 8})});
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: input 0 is created on 'cpu'
}

// Near misses: a runner of the other kind is there, too.

class MaybeWarm {
public:
  explicit MaybeWarm(const std::string &P) { Models["small"] = std::make_unique<RunnerCpu>(P); }
  void warm(const std::string &Name, const std::string &P) {
    auto &Slot = Models[Name];
    if (!Slot)
      Slot = std::make_unique<RunnerCuda>(P);
  }
  void run(const std::string &Name) { Models[Name]->run({at::zeros({4, 4}, at::kCUDA)}); }

private:
  Map Models;
};

// Each is set by one of these.
static void replace(Slot *M, const std::string &P) { *M = std::make_unique<RunnerCuda>(P); }
static void replaceAt(List::iterator At, const std::string &P) { *At = std::make_unique<RunnerCuda>(P); }
struct Keeper {
  Slot &Kept;
  void load(const std::string &P) { Kept = std::make_unique<RunnerCuda>(P); }
};
struct Holder {
  explicit Holder(Slot &S) : Kept(S) {}
  void load(const std::string &P) { Kept = std::make_unique<RunnerCuda>(P); }
  Slot &Kept;
};
#define LOCAL(NAME, ...)                                                                                               \
  void NAME(const std::string &P, bool Is) {                                                                           \
    Slot M = std::make_unique<RunnerCpu>(P), Other = std::make_unique<RunnerCuda>(P);                                  \
    List All;                                                                                                          \
    All.push_back(std::make_unique<RunnerCpu>(P));                                                                     \
    Map Named;                                                                                                         \
    Named["a"] = std::make_unique<RunnerCpu>(P);                                                                       \
    __VA_ARGS__;                                                                                                       \
    M->run({at::zeros({4, 4}, at::kCUDA)});                                                                            \
    All[0]->run({at::zeros({4, 4}, at::kCUDA)});                                                                       \
    Named["a"]->run({at::zeros({4, 4}, at::kCUDA)});                                                                   \
  }
#define SET std::make_unique<RunnerCuda>(P)
#define ALL(...)                                                                                                       \
  All[0] = SET;                                                                                                        \
  Named["a"] = SET;                                                                                                    \
  __VA_ARGS__
LOCAL(setM, M = SET; ALL())
LOCAL(setByReference, auto &S = M; auto &T = S; T = SET; ALL())
LOCAL(setByChoice, auto &S = Is ? M : Other; S = SET; ALL())
LOCAL(setByAddress, replace(&M, P); ALL())
LOCAL(setByPointer, auto *S = &M; auto *T = S; *T = SET; ALL())
LOCAL(setByMovedPointer, auto *S = &Other; S = &M; *S = SET; ALL())
LOCAL(setByReset, auto *S = &M; S->reset(new RunnerCuda(P)); ALL())
LOCAL(setByLambda, auto Set = [&S = M, P] { S = SET; }; Set(); ALL())
LOCAL(setByAggregate, Keeper K{M}; K.load(P); ALL())
LOCAL(setByObject, Holder H(M); H.load(P); ALL())
LOCAL(setByPointerInList, std::vector<Slot *> S = {&M}; *S[0] = SET; ALL())
LOCAL(setInLoop, for (auto &S : All) S = SET; M = SET; Named["a"] = SET)
LOCAL(setByBinding, for (auto &[Name, S] : Named) S = SET; M = SET; All[0] = SET)
LOCAL(setByEntry, for (auto &Entry : Named) Entry.second = SET; M = SET; All[0] = SET)
LOCAL(setByIterator, auto It = Named.find("a"); It->second = SET; M = SET; All[0] = SET)
LOCAL(setBySteps, for (auto It = All.begin(); It != All.end(); ++It) * It = SET; M = SET; Named["a"] = SET)
LOCAL(setByForEach, std::for_each(All.begin(), All.end(), [&](auto &S) { S = SET; }); M = SET; Named["a"] = SET)
LOCAL(setByGenerate, std::generate(All.begin(), All.end(), [&] { return SET; }); M = SET; Named["a"] = SET)
LOCAL(setByGivenIterator, replaceAt(All.begin(), P); M = SET; Named["a"] = SET)
LOCAL(setByFound, auto It = std::find_if(All.begin(), All.end(), [](const Slot &S) { return !S; }); *It = SET; M = SET;
      Named["a"] = SET)
LOCAL(setByData, *All.data() = SET; M = SET; Named["a"] = SET)

class Table {
public:
  explicit Table(const std::string &P) { Models["a"] = std::make_unique<RunnerCpu>(P); }
  virtual ~Table() = default;
  virtual Slot &slot(const std::string &Name) { return Models[Name]; }
  void load(const std::string &P) { slot("a") = std::make_unique<RunnerCuda>(P); }
  void run() { Models["a"]->run({at::zeros({4, 4}, at::kCUDA)}); }

private:
  Map Models;
};

// What an inner map keeps by a name of the outer one.
void nested(const std::string &P) {
  std::map<std::string, Map> Models;
  Models["en"]["de"] = std::make_unique<RunnerCuda>(P);
  Models["de"]["en"] = std::make_unique<RunnerCpu>(P);
  Models["en"]["de"]->run({at::zeros({4, 4}, at::kCUDA)});
  auto &English = Models["en"];
  English["de"]->run({at::zeros({4, 4}, at::kCUDA)});
}
