// What a method asks for before it runs a model, and what sets its members on the
// way: a value that another call has left may not be there any more.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>

using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

// What is asked is not set with it.
class AsksForAnother {
public:
  explicit AsksForAnother(const std::string &Path) : Model(Path) {}
  void reset() { State = at::zeros({3, 8}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
  void set(const at::Tensor &X) { State = X.cuda(); }
  void pause() { Paused = true; }
  void step() {
    if (isPaused())
      return;
    Model.run({State});
  }

private:
  bool isPaused() const { return Paused; }
  bool Paused = false;
  RunnerCuda Model;
  at::Tensor State = at::zeros({3, 8}, at::kCUDA);
};

// Called by other methods, which set nothing.
class CalledInside {
public:
  explicit CalledInside(const std::string &Path) : Model(Path) {}
  void reset() { State = at::zeros({3, 8}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  void set(const at::Tensor &X) { State = X.cuda(); }
  void step() { infer(); }

private:
  void infer() { Model.run({State}); }
  RunnerCuda Model;
  at::Tensor State = at::zeros({3, 8}, at::kCUDA);
};

// What is asked after the run, of what the model returns.
class AsksForOutput {
public:
  explicit AsksForOutput(const std::string &Path) : Model(Path) {}
  void reset() { State = at::zeros({3, 8}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:26: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  void set(const at::Tensor &X) { State = X.cuda(); }
  void step() {
    const auto Out = Model.run({State});
    if (Out.size() != 2)
      throw Out.size();
  }

private:
  RunnerCuda Model;
  at::Tensor State = at::zeros({3, 8}, at::kCUDA);
};

// What a constructor calls sets the members of another object.
class SetWhenMade {
public:
  explicit SetWhenMade(const std::string &Path) : Model(Path) { setMesh(8); }
  void setMesh(int N) { Mask = at::zeros({N, 3}, at::kCUDA); }
  void setPins(int N) { Mask = at::ones({N, 3}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:32: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  void collide() { Model.run({Mask}); }

private:
  RunnerCuda Model;
  at::Tensor Mask;
};
void pinsAfterwards(const std::string &Path) {
  SetWhenMade Cloth(Path);
  Cloth.setPins(4);
  Cloth.collide();
}

// A guard that sets something else.
struct Timer {
  explicit Timer(double &To) : To(To) {}
  ~Timer() { To += 1; }
  double &To;
};
class Timed {
public:
  explicit Timed(const std::string &Path) : Model(Path) {}
  void next(float *Pixels) {
    Timer T(Seconds);
    at::Tensor Frame = at::from_blob(Pixels, {3, 8});
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    Model.run({Previous, Frame.cuda()});
    Previous = Frame;
  }

private:
  double Seconds = 0;
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA);
};

// Near misses.

class SetAgain {
public:
  explicit SetAgain(const std::string &Path) : Model(Path) { setMesh(8); }
  void setMesh(int N) { Mask = at::zeros({N, 3}, at::kCUDA); }
  void setPins(int N) { Mask = at::ones({N, 3}); }
  void load(int N) {
    setPins(N);
    setMesh(N);
  }
  void collide() { Model.run({Mask}); }

private:
  RunnerCuda Model;
  at::Tensor Mask;
};

// The one method that leads to the run sets the member before.
class SetOnTheWay {
public:
  explicit SetOnTheWay(const std::string &Path) : Model(Path) {}
  void reset() { State = at::zeros({3, 8}); }
  void step(const at::Tensor &X) {
    State = X.cuda();
    infer();
  }

private:
  void infer() { Model.run({State}); }
  RunnerCuda Model;
  at::Tensor State;
};

// A method asks for what is set with it.
class AsksByMethod {
public:
  explicit AsksByMethod(const std::string &Path) : Model(Path) {}
  void load() {
    State = at::zeros({3, 8});
    Loaded = false;
  }
  void finish() {
    State = at::zeros({3, 8}, at::kCUDA);
    Loaded = true;
  }
  void step() {
    if (isLoaded())
      Model.run({State});
  }
  void stepByLocal() {
    const bool IsReady = isLoaded();
    if (!IsReady)
      return;
    Model.run({State});
  }

  void stepOrThrow() {
    requireLoaded();
    Model.run({State});
  }

private:
  bool isLoaded() const { return Loaded; }
  void requireLoaded() const {
    if (!Loaded)
      throw 1;
  }
  bool Loaded = false;
  RunnerCuda Model;
  at::Tensor State;
};

// Whoever sets it sets what is asked.
class SetAround {
public:
  explicit SetAround(const std::string &Path) : Model(Path) {}
  void finish() {
    toGpu();
    Loaded = true;
  }
  void unload() {
    load();
    Loaded = false;
  }
  void step() {
    if (Loaded)
      Model.run({State});
  }

private:
  void load() { State = at::zeros({3, 8}); }
  void toGpu() { State = at::zeros({3, 8}, at::kCUDA); }
  bool Loaded = false;
  RunnerCuda Model;
  at::Tensor State;
};

// It runs once.
class RunsOnce {
public:
  explicit RunsOnce(const std::string &Path) : Model(Path) {}
  void next(float *Pixels) {
    at::Tensor Frame = at::from_blob(Pixels, {3, 8});
    const bool IsFirst = Count == 0;
    ++Count;
    if (!IsFirst)
      return;
    Model.run({Previous, Frame.cuda()});
    Previous = Frame;
  }
  void nextInBlock(float *Pixels) {
    at::Tensor Frame = at::from_blob(Pixels, {3, 8});
    const bool IsFirst = Count == 0;
    ++Count;
    do {
      if (!IsFirst)
        break;
      Model.run({Other, Frame.cuda()});
    } while (false);
    Other = Frame;
  }

private:
  int Count = 0;
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA);
  at::Tensor Other = at::zeros({3, 8}, at::kCUDA);
};

// Each call is behind a reset: by the base class, and by guards.
struct Stage {
  virtual ~Stage() = default;
  virtual void reset() = 0;
  virtual void next(float *Pixels) = 0;
};
class ResetByBase : public Stage {
public:
  explicit ResetByBase(const std::string &Path) : Model(Path) {}
  void reset() override { Previous = at::zeros({3, 8}, at::kCUDA); }
  void next(float *Pixels) override {
    at::Tensor Frame = at::from_blob(Pixels, {3, 8});
    Model.run({Previous, Frame.cuda()});
    Previous = Frame;
  }

private:
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA);
};
void handle(Stage &S, float *Pixels) {
  S.reset();
  S.next(Pixels);
}

class ResetByGuard {
public:
  explicit ResetByGuard(const std::string &Path) : Model(Path) {}
  void reset() { Previous = at::zeros({3, 8}, at::kCUDA); }
  void next(float *Pixels) {
    at::Tensor Frame = at::from_blob(Pixels, {3, 8});
    Model.run({Previous, Frame.cuda()});
    Previous = Frame;
  }

private:
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA);
};
struct ResetAtEnd {
  ResetByGuard &Of;
  ~ResetAtEnd() { Of.reset(); }
};
void handle(ResetByGuard &F, float *Pixels) {
  ResetAtEnd Guard{F};
  F.next(Pixels);
}

class RestoresItself {
public:
  explicit RestoresItself(const std::string &Path) : Model(Path) {}
  void next(float *Pixels) {
    Restore Guard{*this};
    at::Tensor Frame = at::from_blob(Pixels, {3, 8});
    Model.run({Previous, Frame.cuda()});
    Previous = Frame;
  }

private:
  struct Restore {
    RestoresItself &Of;
    ~Restore() { Of.Previous = at::zeros({3, 8}, at::kCUDA); }
  };
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA);
};

// What is there at first is fed by no way; from the second run on it is what the
// model has returned.
class FirstByCount {
public:
  explicit FirstByCount(const std::string &Path) : Model(Path) {}
  at::Tensor step(const at::Tensor &X) {
    at::Tensor H = Step == 0 ? at::zeros({1, 8}, at::kCUDA) : Hidden;
    auto Outputs = Model.run({X.cuda(), H});
    Hidden = Outputs[1];
    ++Step;
    return Outputs[0];
  }
  at::Tensor stepByFlag(const at::Tensor &X) {
    at::Tensor H = at::zeros({1, 8}, at::kCUDA);
    if (Step > 0)
      H = Other;
    auto Outputs = Model.run({X.cuda(), H});
    Other = Outputs[1];
    ++Step;
    return Outputs[0];
  }

private:
  int Step = 0;
  RunnerCuda Model;
  at::Tensor Hidden = at::zeros({1, 8});
  at::Tensor Other = at::zeros({1, 8});
};
void loop(RunnerCuda &Model, const at::Tensor &X, size_t Count) {
  at::Tensor Previous = at::zeros({1, 8});
  for (size_t I = 0; I < Count; ++I) {
    at::Tensor In = I == 0 ? X.cuda() : Previous;
    Previous = Model.run({In})[0];
  }
}
