// What one runner gives is on its device, where the next one may not be.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <vector>

using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

class Retriever {
public:
  Retriever(const std::string &Encoder, const std::string &Scorer)
      : Encode(std::make_unique<RunnerCuda>(Encoder)), Score(std::make_unique<RunnerCpu>(Scorer)) {}

  at::Tensor score(const at::Tensor &Tokens, const at::Tensor &Docs) {
    at::Tensor Query = encoded(Tokens).contiguous();
    std::vector<at::Tensor> Inputs;
    Inputs.push_back(Query);
    Inputs.push_back(Docs);
    return Score->run(Inputs)[0];
  }

private:
  at::Tensor encoded(const at::Tensor &Tokens) {
    std::vector<at::Tensor> Inputs{Tokens.cuda()};
    return Encode->run(Inputs)[0];
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: input 0 is returned by a model on 'cuda', but 'AOTIModelContainerRunnerCpu' runs the model on 'cpu' [aoti-device-mismatch]
  }
  std::unique_ptr<RunnerCuda> Encode;
  std::unique_ptr<RunnerCpu> Score;
};

void backToTheGpu(RunnerCpu &First, const std::string &Path, const at::Tensor &X) {
  RunnerCuda Second(Path);
  auto Outputs = First.run({X.cpu()});
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: each input is returned by a model on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  Second.run(Outputs);
}

// Near misses.

void copied(RunnerCuda &First, const std::string &Path, const at::Tensor &X) {
  RunnerCpu Second(Path);
  auto Outputs = First.run({X.cuda()});
  Second.run({Outputs[0].cpu(), Outputs.at(1).to(at::kCPU)});
  for (at::Tensor &Output : Outputs)
    Output = Output.cpu();
  Second.run(Outputs);
}

void sameDevice(RunnerCuda &First, const std::string &Path, const at::Tensor &X) {
  RunnerCuda Second(Path);
  Second.run(First.run({X.cuda()}));
}

// Which device a package or a base class stands for is not known.
void unknown(torch::inductor::AOTIModelPackageLoader &First, torch::inductor::AOTIModelContainerRunner &Any,
             const std::string &Path, const at::Tensor &X) {
  RunnerCpu Second(Path);
  Second.run(First.run({X}));
  Second.run(Any.run({X}));
}

// Not every method of that name gives what a model makes.
struct Preprocessor {
  std::vector<at::Tensor> run(const at::Tensor &X) const { return {X.cpu()}; }
};
void otherRun(const Preprocessor &First, const std::string &Path, const at::Tensor &X) {
  RunnerCpu Second(Path);
  Second.run(First.run(X));
}
