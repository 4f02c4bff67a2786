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
