// References to elements and iterators, where what they were bound by changes
// before they are used.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <map>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;
using Map = std::map<std::string, at::Tensor>;

// Hits.

class SetBefore {
public:
  explicit SetBefore(const std::string &Path) : Model(Path) {}
  void run() {
    size_t I = 0;
    I = 1;
    at::Tensor &X = Slots[I];
    Model.run({X});
  }

private:
  RunnerCuda Model;
  std::vector<at::Tensor> Slots = {at::zeros({3, 8}, at::kCUDA), at::zeros({3, 8})};
  // CHECK-MESSAGES: :[[@LINE-1]]:66: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
};

// Another reference is bound by it each time.
class EachTime {
public:
  explicit EachTime(const std::string &Path) : Model(Path) {}
  void run() {
    for (size_t I = 0; I < Slots.size(); ++I) {
      at::Tensor &X = Slots[I];
      Model.run({X});
    }
  }

private:
  RunnerCuda Model;
  std::vector<at::Tensor> Slots = {at::zeros({3, 8})};
  // CHECK-MESSAGES: :[[@LINE-1]]:36: warning: input 0 is created on 'cpu'
};

class ByMember {
public:
  explicit ByMember(const std::string &Path) : Model(Path) {}
  void run() {
    at::Tensor &X = Slots[Current];
    Model.run({X});
  }

private:
  RunnerCuda Model;
  const size_t Current = 1;
  std::vector<at::Tensor> Slots = {at::zeros({3, 8}, at::kCUDA), at::zeros({3, 8})};
  // CHECK-MESSAGES: :[[@LINE-1]]:66: warning: input 0 is created on 'cpu'
};

void sameMap(RunnerCuda &Model, const std::string &K) {
  const Map OnCpu = {{"x", at::zeros({3, 8})}};
  // CHECK-MESSAGES: :[[@LINE-1]]:28: warning: input 0 is created on 'cpu'
  auto It = OnCpu.find(K);
  if (It == OnCpu.end())
    It = OnCpu.find("x");
  Model.run({It->second});
}

// Near misses.

class Rebound {
public:
  explicit Rebound(const std::string &Path) : Model(Path) {}
  void assigned() {
    size_t I = 0;
    at::Tensor &X = Slots[I];
    I = 1;
    Model.run({X});
  }
  void counted() {
    size_t I = 0;
    at::Tensor &X = Slots[I];
    ++I;
    Model.run({X});
  }
  void byCallee() {
    size_t I = 0;
    at::Tensor &X = Slots[I];
    advance(I);
    Model.run({X});
  }
  void byLambda() {
    size_t I = 0;
    auto Next = [&] { I = 1; };
    at::Tensor &X = Slots[I];
    Next();
    Model.run({X});
  }

private:
  static void advance(size_t &I) { I = 1; }
  RunnerCuda Model;
  std::vector<at::Tensor> Slots = {at::zeros({3, 8}, at::kCUDA), at::zeros({3, 8})};
};

class ByChangedMember {
public:
  explicit ByChangedMember(const std::string &Path) : Model(Path) {}
  void itself() {
    Current = 0;
    at::Tensor &X = Slots[Current];
    Current = 1;
    Model.run({X});
  }
  void byMethod() {
    Current = 0;
    at::Tensor &X = Slots[Current];
    flip();
    Model.run({X});
  }

private:
  void flip() { Current = 1; }
  RunnerCuda Model;
  size_t Current = 0;
  std::vector<at::Tensor> Slots = {at::zeros({3, 8}, at::kCUDA), at::zeros({3, 8})};
};

void otherMap(RunnerCuda &Model, const std::string &K) {
  const Map OnCpu = {{"x", at::zeros({3, 8})}};
  const Map OnGpu = {{"x", at::zeros({3, 8}, at::kCUDA)}};
  auto It = OnCpu.find(K);
  It = OnGpu.find(K);
  Model.run({It->second});
}

void otherMapByAnotherIterator(RunnerCuda &Model, const std::string &K) {
  const Map OnCpu = {{"x", at::zeros({3, 8})}};
  const Map OnGpu = {{"x", at::zeros({3, 8}, at::kCUDA)}};
  auto It = OnCpu.find(K);
  const auto Other = OnGpu.find(K);
  It = Other;
  Model.run({It->second});
}

static void lookUp(const Map &In, const std::string &K, Map::const_iterator &It) { It = In.find(K); }
void otherMapByCallee(RunnerCuda &Model, const std::string &K) {
  const Map OnCpu = {{"x", at::zeros({3, 8})}};
  const Map OnGpu = {{"x", at::zeros({3, 8}, at::kCUDA)}};
  Map::const_iterator It = OnCpu.find(K);
  lookUp(OnGpu, K, It);
  Model.run({It->second});
}
