// States that are kept in a map by a key of the run time, and what sets an element
// by way of a reference or an iterator.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <map>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <unordered_map>
#include <utility>
#include <vector>

using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

class ByBrackets {
public:
  explicit ByBrackets(const std::string &Path) : Model(Path) {}
  at::Tensor step(int Id, const at::Tensor &X) {
    if (States.count(Id) == 0)
      States[Id] = at::zeros({1, 8});
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 1 is created on 'cpu'
    auto Outputs = Model.run({X.cuda(), States[Id]});
    States[Id] = Outputs[1];
    return Outputs[0];
  }

private:
  RunnerCuda Model;
  std::map<int, at::Tensor> States;
};

// Near misses.

class OnTheGpu {
public:
  explicit OnTheGpu(const std::string &Path) : Model(Path) {}
  at::Tensor step(int Id, const at::Tensor &X) {
    auto It = States.find(Id);
    if (It == States.end())
      It = States.emplace(Id, at::zeros({1, 8}, at::kCUDA)).first;
    auto Outputs = Model.run({X.cuda(), It->second});
    It->second = Outputs[1];
    return Outputs[0];
  }

private:
  RunnerCuda Model;
  std::unordered_map<int, at::Tensor> States;
};

class Moved {
public:
  explicit Moved(const std::string &Path) : Model(Path) {}
  at::Tensor step(int Id, const at::Tensor &X) {
    auto &State = States[Id];
    if (!State.defined())
      State = at::zeros({1, 8});
    State = State.cuda();
    return Model.run({X.cuda(), State})[0];
  }

private:
  RunnerCuda Model;
  std::map<int, at::Tensor> States;
};

// Another method sets the elements, by each of these.
#define HOST(NAME, TYPE, FILL, SET, ELEMENT)                                                                           \
  class NAME {                                                                                                         \
  public:                                                                                                              \
    explicit NAME(const std::string &Path) : Model(Path) { FILL; }                                                     \
    void upload() { SET; }                                                                                             \
    void run() { Model.run({ELEMENT}); }                                                                               \
                                                                                                                       \
  private:                                                                                                             \
    RunnerCuda Model;                                                                                                  \
    at::Tensor Other = at::zeros({1, 8}, at::kCUDA);                                                                   \
    TYPE States;                                                                                                       \
  }
using Map = std::map<std::string, at::Tensor>;
using List = std::vector<at::Tensor>;
HOST(SetByReference, Map, States["a"] = at::zeros({1, 8}), auto &State = States["a"]; State = State.cuda(),
     States["a"]);
HOST(SetByIterator, Map, States["a"] = at::zeros({1, 8}), auto It = States.find("a");
     It->second = It->second.cuda(), States["a"]);
HOST(SetAtOnce, Map, States["a"] = at::zeros({1, 8}), States.find("a")->second = at::zeros({1, 8}, at::kCUDA),
     States["a"]);
HOST(SwappedByIterator, Map, States["a"] = at::zeros({1, 8}), auto It = States.find("a");
     std::swap(It->second, Other), States["a"]);
HOST(SetByCopy, Map, States["a"] = at::zeros({1, 8}), auto It = States.find("a"); auto Same = It;
     Same->second = at::zeros({1, 8}, at::kCUDA), States["a"]);
HOST(SetByPair, Map, States["a"] = at::zeros({1, 8}), auto &Entry = *States.find("a");
     Entry.second = Entry.second.cuda(), States["a"]);
HOST(SetByEmplaced, Map, States["a"] = at::zeros({1, 8}),
     States.emplace("a", at::zeros({1, 8})).first->second = at::zeros({1, 8}, at::kCUDA), States["a"]);
HOST(SetInLoop, Map, States["a"] = at::zeros({1, 8}), for (auto &Entry : States) Entry.second = Entry.second.cuda(),
     States["a"]);
HOST(SetByPointer, List, States.push_back(at::zeros({1, 8})), at::Tensor *State = &States[0]; *State = State->cuda(),
     States[0]);
HOST(SetByElement, List, States.push_back(at::zeros({1, 8})), auto &State = States[0]; State = State.cuda(),
     States[0]);
HOST(SetByFront, List, States.push_back(at::zeros({1, 8})), auto &State = States.front(); State = State.cuda(),
     States[0]);
HOST(SetByLoop, List, States.push_back(at::zeros({1, 8})),
     for (auto It = States.begin(); It != States.end(); ++It) * It = It->cuda(), States[0]);
HOST(SetByData, List, States.push_back(at::zeros({1, 8})), *States.data() = at::zeros({1, 8}, at::kCUDA), States[0]);

// Of a local one, too.
void local(const std::string &Path, const at::Tensor &X) {
  RunnerCuda Model(Path);
  Map States;
  States["a"] = at::zeros({1, 8});
  auto It = States.find("a");
  It->second = It->second.cuda();
  Model.run({X.cuda(), States["a"]});
}

// Whatever else may be there.
class Several {
public:
  explicit Several(const std::string &Path) : Model(Path) { States["shared"] = at::zeros({1, 8}); }
  void set(int Id, const at::Tensor &X) { States[std::to_string(Id)] = X; }
  void put(const std::string &Name) { Others[Name] = at::zeros({1, 8}, at::kCUDA); }
  at::Tensor step(const std::string &Name) {
    Model.run({Others.at(Name)});
    return Model.run({States[Name]})[0];
  }

private:
  RunnerCuda Model;
  Map States, Others{{"a", at::zeros({1, 8})}};
};
