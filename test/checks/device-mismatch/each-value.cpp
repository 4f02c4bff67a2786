// Of the values that a state has, one that is there when the model runs the next
// time is wrong by itself.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

at::Tensor substeps(RunnerCuda &Model, const at::Tensor &X) {
  at::Tensor State = at::zeros({1, 8}, at::kCUDA);
  std::vector<at::Tensor> Outputs;
  for (int I = 0; I < 4; ++I) {
    Outputs = Model.run({X.to(at::kCUDA), State});
    State = Outputs[1].detach().cpu();
    // CHECK-MESSAGES: :[[@LINE-1]]:13: warning: input 1 is moved to 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
  }
  return Outputs[0];
}

class Policy {
public:
  explicit Policy(const std::string &Path) : Model(Path), State(at::zeros({1, 8}, at::kCUDA)) {}
  void reset() { State = at::zeros({1, 8}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  at::Tensor step(const at::Tensor &X) {
    if (!State.defined())
      return X;
    auto Outputs = Model.run({X.cuda(), State});
    State = Outputs[1];
    return Outputs[0];
  }

private:
  RunnerCuda Model;
  at::Tensor State;
};

class Segmenter {
public:
  explicit Segmenter(const std::string &Path) : Model(Path), Prompt(at::zeros({1, 4}, at::kCUDA)) {}
  void setPrompt(float *Box) {
    if (!Box)
      return;
    Prompt = at::from_blob(Box, {1, 4});
    // CHECK-MESSAGES: :[[@LINE-1]]:14: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  }
  void segment(const at::Tensor &X) { Model.run({X.cuda(), Prompt}); }

private:
  RunnerCuda Model;
  at::Tensor Prompt;
};

// Near misses.

void movedBack(RunnerCuda &Model, const at::Tensor &X) {
  at::Tensor State = at::zeros({1, 8}, at::kCUDA);
  for (int I = 0; I < 4; ++I) {
    State = Model.run({X.to(at::kCUDA), State})[1].cpu();
    State = State.cuda();
  }
  at::Tensor Other = at::zeros({1, 8}, at::kCUDA);
  for (int I = 0; I < 4; ++I) {
    if (!Other.is_cuda())
      Other = Other.cuda();
    Other = Model.run({X.to(at::kCUDA), Other})[1].cpu();
  }
}

// What is moved is not fed back.
void onlyReturned(RunnerCuda &Model, const at::Tensor &X, bool Again) {
  at::Tensor State = at::zeros({1, 8}, at::kCUDA), Kept;
  for (int I = 0; I < 4; ++I) {
    auto Outputs = Model.run({X.to(at::kCUDA), State});
    State = Outputs[1];
    Kept = Outputs[1].cpu();
  }
}

// The constructor's value may be replaced before the first run.
class SetLater {
public:
  explicit SetLater(const std::string &Path) : Model(Path), State(at::zeros({1, 8})) {}
  void start() { State = at::zeros({1, 8}, at::kCUDA); }
  void step(const at::Tensor &X) { Model.run({X.cuda(), State}); }

private:
  RunnerCuda Model;
  at::Tensor State;
};

class Uploads {
public:
  explicit Uploads(const std::string &Path) : Model(Path), State(at::zeros({1, 8}, at::kCUDA)) {}
  void set(float *Values) { State = at::from_blob(Values, {1, 8}); }
  void upload() { State = State.cuda(); }
  void step(const at::Tensor &X) { Model.run({X.cuda(), State}); }

private:
  RunnerCuda Model;
  at::Tensor State;
};

// Whoever calls it sets another value.
class Replaced {
public:
  explicit Replaced(const std::string &Path) : Model(Path), State(at::zeros({1, 8}, at::kCUDA)) {}
  void start() {
    clear();
    State = at::ones({1, 8}, at::kCUDA);
  }
  void clear() { State = at::zeros({1, 8}); }
  void step(const at::Tensor &X) { Model.run({X.cuda(), State}); }

private:
  RunnerCuda Model;
  at::Tensor State;
};

// The run asks for what is set with it.
class Flagged {
public:
  explicit Flagged(const std::string &Path) : Model(Path), State(at::zeros({1, 8}, at::kCUDA)) {}
  void set(float *Values) {
    State = at::from_blob(Values, {1, 8});
    OnCpu = true;
  }
  void step(const at::Tensor &X) {
    if (OnCpu)
      return;
    Model.run({X.cuda(), State});
  }

private:
  RunnerCuda Model;
  at::Tensor State;
  bool OnCpu = false;
};

class AsksTheMember {
public:
  explicit AsksTheMember(const std::string &Path) : Model(Path), State(at::zeros({1, 8}, at::kCUDA)) {}
  void set(float *Values) { State = at::from_blob(Values, {1, 8}); }
  void step(const at::Tensor &X) {
    if (!State.is_cuda())
      return;
    Model.run({X.cuda(), State});
  }

private:
  RunnerCuda Model;
  at::Tensor State;
};

// Only sometimes.
class Conditional {
public:
  explicit Conditional(const std::string &Path) : Model(Path), State(at::zeros({1, 8}, at::kCUDA)) {}
  void set(float *Values, bool Host) {
    if (Host)
      State = at::from_blob(Values, {1, 8});
  }
  void step(const at::Tensor &X) { Model.run({X.cuda(), State}); }

private:
  RunnerCuda Model;
  at::Tensor State;
};

// Another method may move it, which its loop calls in between.
class MovesBack {
public:
  explicit MovesBack(const std::string &Path) : Model(Path), State(at::zeros({1, 8}, at::kCUDA)) {}
  void restore() { State = State.cuda(); }
  void step(const at::Tensor &X) {
    auto Outputs = Model.run({X.cuda(), State});
    State = Outputs[1].cpu();
  }

private:
  RunnerCuda Model;
  at::Tensor State;
};

// By way of a variable.
class UploadsAnother {
public:
  explicit UploadsAnother(const std::string &Path) : Model(Path), State(at::zeros({1, 8}, at::kCUDA)) {}
  void set(float *Values) { State = at::from_blob(Values, {1, 8}); }
  void upload() {
    at::Tensor Moved = State.cuda();
    State = Moved;
  }
  void step(const at::Tensor &X) { Model.run({X.cuda(), State}); }

private:
  RunnerCuda Model;
  at::Tensor State;
};

// On which condition it is moved back is not looked at.
void movedSometimes(RunnerCuda &Model, const at::Tensor &X) {
  at::Tensor First = at::zeros({1, 8}, at::kCUDA), Second = First;
  for (int I = 0; I < 4; ++I) {
    if (I > 0)
      First = First.cuda();
    First = Model.run({X.cuda(), First})[1].cpu();
  }
  for (int I = 0; I < 4; ++I) {
    at::Tensor Moved = Second.is_cuda() ? Second : Second.to(at::kCUDA);
    Second = Model.run({X.cuda(), Moved})[1].cpu();
  }
}
