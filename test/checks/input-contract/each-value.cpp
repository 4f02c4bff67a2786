// A clang-tidy without the sanitizer cannot load a plugin that has it.
// UNSUPPORTED: asan
// Of the values that a state has, one that is there when the model runs the next
// time breaks the contract by itself; arithmetic and loops on the way to an input.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[4,8]/8,1' %t/fixed.pt2 model=cpu
// RUN: %check_aoti_tidy %s aoti-input-contract %t/host
// RUN: %check_aoti_tidy %s aoti-input-contract %t/host --front=plugin
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <utility>
#include <vector>

using Loader = torch::inductor::AOTIModelPackageLoader;

// Hits.

class Forecast {
public:
  Forecast() : Model("fixed.pt2"), State(at::zeros({4, 8})) {}
  void restart(std::vector<double> &Fields) {
    at::Tensor Host = at::from_blob(Fields.data(), {4, 8}, at::kDouble);
    State = Host - Host.mean();
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: input 0 is 'float64', but 'fixed.pt2' takes 'float32' [aoti-input-contract]
  }
  void reset() { State = at::zeros({4, 8}); }
  void advance() {
    std::vector<at::Tensor> Outputs = Model.run({State});
    State = Outputs[0];
  }

private:
  Loader Model;
  at::Tensor State;
};

class Window {
public:
  Window() : Model("fixed.pt2"), Rows(at::zeros({4, 8})) {}
  void widen() { Rows = at::zeros({4, 9}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: input 0 has shape [4, 9], but 'fixed.pt2' takes [4, 8]: dimension 1 is the constant 8, not 9
  void run() { Model.run({Rows}); }

private:
  Loader Model;
  at::Tensor Rows;
};

class Buffers {
public:
  Buffers() : Model("fixed.pt2"), Front(at::zeros({4, 9})), Back(at::zeros({4, 9})) {}
  // CHECK-MESSAGES: :[[@LINE-1]]:41: warning: input 0 has shape [4, 9], but 'fixed.pt2' takes [4, 8]
  void turn() { std::swap(Front, Back); }
  void run() { Model.run({Front}); }

private:
  Loader Model;
  at::Tensor Front, Back;
};

void loops() {
  Loader Model("fixed.pt2");
  at::Tensor Wide = at::zeros({4, 9}), Long = at::zeros({5, 9});
  // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: input 0 has shape [4, 9], but 'fixed.pt2' takes [4, 8]
  std::vector<at::Tensor> Inputs;
  for (const at::Tensor &Each : {Wide})
    Inputs.push_back(Each);
  Model.run(Inputs);
  Inputs.clear();
  for (const at::Tensor &Each : {Wide, Long})
    Inputs.push_back(Each);
  Model.run(Inputs);
  // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'fixed.pt2' takes 1 input, and run() gets 2
}

// Near misses.

// Moved to what it should be before it is used.
class Cast {
public:
  Cast() : Model("fixed.pt2"), State(at::zeros({4, 8})) {}
  void restart() { State = at::zeros({4, 8}, at::kDouble); }
  void advance() { Model.run({State.to(at::kFloat)}); }
  void asked() {
    if (State.dim() != 2)
      return;
    Model.run({State});
  }

private:
  Loader Model;
  at::Tensor State;
};

// Whoever widens it makes it fit afterwards, or only does it at times.
class Mended {
public:
  Mended() : Model("fixed.pt2"), Rows(at::zeros({4, 8})), Other(at::zeros({4, 8})) {}
  void widen() { Rows = at::zeros({4, 9}); }
  void narrow() { Rows = Rows.narrow(1, 0, 8); }
  void start() {
    widen();
    narrow();
  }
  void run() { Model.run({Rows}); }
  void sometimes(bool IsWide) {
    if (IsWide)
      Other = at::zeros({4, 9});
  }
  void runOther() { Model.run({Other}); }

private:
  Loader Model;
  at::Tensor Rows, Other;
};

class Swapped {
public:
  Swapped() : Model("fixed.pt2"), Front(at::zeros({4, 8})), Back(at::ones({4, 8})) {}
  void turn() { std::swap(Front, Back); }
  void run() { Model.run({Front}); }
  void runBoth() {
    at::Tensor Here = at::zeros({4, 9}), There = at::zeros({4, 8});
    std::swap(Here, There);
    Model.run({Here});
  }

private:
  Loader Model;
  at::Tensor Front, Back;
};
