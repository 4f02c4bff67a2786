// A class that runs the model gets its inputs from a method that others fill in.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

class Stage {
public:
  explicit Stage(const std::string &Path) : Model(Path) {}
  virtual ~Stage() = default;
  void go(const at::Tensor &X) { Model.run({X.cuda(), state()}); }

protected:
  virtual at::Tensor state() const = 0;

private:
  RunnerCuda Model;
};

class Denoise : public Stage {
public:
  using Stage::Stage;

private:
  at::Tensor state() const override { return at::zeros({4, 4}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:46: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
};

template <typename T> class Pipeline {
public:
  explicit Pipeline(const std::string &Path) : Model(Path) {}
  virtual ~Pipeline() = default;
  void go() { Model.run(inputs(T())); }
  virtual std::vector<at::Tensor> inputs(T Of) {
    std::vector<at::Tensor> Made;
    Made.push_back(at::zeros({8, 4}));
    // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    return Made;
  }

private:
  RunnerCuda Model;
};
template class Pipeline<float>;

// Four, though more ways lead to them.
class Joint {
public:
  explicit Joint(const std::string &Path) : Model(Path) {}
  virtual ~Joint() = default;
  void go() { Model.run({state()}); }

protected:
  static at::Tensor made() { return at::zeros({4, 4}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  virtual at::Tensor state() const = 0;

private:
  RunnerCuda Model;
};

class Left : public virtual Joint {
  at::Tensor state() const override { return made(); }
};

class Right : public virtual Joint {
  at::Tensor state() const override { return made(); }
};

class Both : public Left, public Right {
  at::Tensor state() const override { return made(); }
};

class BothAgain : public Left, public Right {
  at::Tensor state() const override { return made(); }
};

class Filled {
public:
  explicit Filled(const std::string &Path) : Model(Path) {}
  virtual ~Filled() = default;
  void go() { Model.run({state()}); }

protected:
  virtual at::Tensor state() const = 0;

private:
  RunnerCuda Model;
};

void serveFilled(const std::string &Path) {
  struct OfFunction : Filled {
    using Filled::Filled;
    at::Tensor state() const override { return at::zeros({4, 4}); }
    // CHECK-MESSAGES: :[[@LINE-1]]:48: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  };
  OfFunction(Path).go();
}

class Typed {
public:
  explicit Typed(const std::string &Path) : Model(Path) {}
  virtual ~Typed() = default;
  void go() { Model.run({state()}); }

protected:
  virtual at::Tensor state() const = 0;

private:
  RunnerCuda Model;
};

template <typename T> class OfType : public Typed {
public:
  using Typed::Typed;

protected:
  at::Tensor state() const override { return at::zeros({4, sizeof(T)}); }
  // CHECK-MESSAGES: :[[@LINE-1]]:46: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
};

void serveTyped(const std::string &Path) { OfType<int>(Path).go(); }

// Near misses.

class Source {
public:
  explicit Source(const std::string &Path) : Model(Path) {}
  virtual ~Source() = default;
  void go(const at::Tensor &X) {
    Model.run({X.cuda(), onGpu()});
    Model.run({X.cuda(), oneOf()});
    Model.run({X.cuda(), elsewhere()});
    Model.run({X.cuda(), notKnown(X)});
    Model.run({X.cuda(), oneOf().cuda()});
  }

protected:
  virtual at::Tensor onGpu() const = 0;
  virtual at::Tensor oneOf() const { return at::zeros({4, 4}); }
  // Nobody in sight fills it in.
  virtual at::Tensor elsewhere() const = 0;
  virtual at::Tensor notKnown(const at::Tensor &X) const { return X; }

private:
  RunnerCuda Model;
};

class OfGpu : public Source {
  at::Tensor onGpu() const override { return at::zeros({4, 4}, at::kCUDA); }
  at::Tensor oneOf() const override { return at::zeros({4, 4}, at::kCUDA); }
};

class OfAnother : public OfGpu {
  at::Tensor onGpu() const override { return at::ones({4, 4}, at::kCUDA); }
  at::Tensor notKnown(const at::Tensor &X) const override;
};

// Another file says what the state is.
class Declared {
public:
  explicit Declared(const std::string &Path) : Model(Path) {}
  virtual ~Declared() = default;
  void go() { Model.run({state()}); }

protected:
  virtual at::Tensor state() const { return at::zeros({4, 4}); }

private:
  RunnerCuda Model;
};

class OfOtherFile : public Declared {
  using Declared::Declared;
  at::Tensor state() const override;
};

// A function has the class that fills it in, or a lambda in one does.
class InFunction {
public:
  explicit InFunction(const std::string &Path) : Model(Path) {}
  virtual ~InFunction() = default;
  void go() { Model.run({state()}); }
  void goOn() { Model.run({next()}); }

protected:
  virtual at::Tensor state() const { return at::zeros({4, 4}); }
  virtual at::Tensor next() const { return at::zeros({4, 4}); }

private:
  RunnerCuda Model;
};

void serveOnGpu(const std::string &Path) {
  struct OnGpu : InFunction {
    using InFunction::InFunction;
    at::Tensor state() const override { return at::zeros({4, 4}, at::kCUDA); }
  };
  OnGpu(Path).go();
  const auto Later = [&] {
    struct OnGpuLater : InFunction {
      using InFunction::InFunction;
      at::Tensor next() const override { return at::zeros({4, 4}, at::kCUDA); }
    };
    OnGpuLater(Path).goOn();
  };
  Later();
}
