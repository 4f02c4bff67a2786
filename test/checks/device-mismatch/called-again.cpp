// A method that runs a model finds what it has left in members itself, the time
// before.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <utility>
#include <vector>

using RunnerCpu = torch::inductor::AOTIModelContainerRunnerCpu;
using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

// Hits.

class DoubleBuffer {
public:
  explicit DoubleBuffer(const std::string &Path) : Model(Path), Front(at::zeros({1, 8}, at::kCUDA)) {
    Back = at::zeros({1, 8});
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda' [aoti-device-mismatch]
  }
  void diffuse() {
    auto Outputs = Model.run({Front});
    Back.copy_(Outputs[0]);
    std::swap(Front, Back);
  }
  void fill(const at::Tensor &X) { Front.copy_(X); }

private:
  RunnerCuda Model;
  at::Tensor Front, Back;
};

class Flow {
public:
  explicit Flow(const std::string &Path) : Model(Path) {}
  void reset() { Previous = at::zeros({3, 8}, at::kCUDA); }
  at::Tensor next(float *Pixels) {
    if (!Pixels)
      return {};
    at::Tensor Frame = at::from_blob(Pixels, {3, 8});
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    auto Outputs = Model.run({Previous, Frame.cuda()});
    Previous = Frame;
    return Outputs[0];
  }

private:
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA);
};

class FirstFrame {
public:
  explicit FirstFrame(const std::string &Path) : Model(Path) {}
  at::Tensor next(float *Pixels) {
    at::Tensor Frame = at::from_blob(Pixels, {3, 8}).clone();
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: input 0 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
    at::Tensor Moved = Frame.to(at::kCUDA);
    if (!Previous.defined())
      Previous = Moved;
    auto Outputs = Model.run({Previous, Moved});
    Previous = Frame;
    return Outputs[0];
  }

private:
  RunnerCuda Model;
  at::Tensor Previous;
};

class Substeps {
public:
  explicit Substeps(const std::string &Path) : Model(Path) {}
  void step(int Count) {
    for (int I = 0; I < Count; ++I)
      Pressure = Model.run({Pressure, Velocity})[0];
    Velocity = at::ones({2, 8});
    // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: input 1 is created on 'cpu', but 'AOTIModelContainerRunnerCuda' runs the model on 'cuda'
  }

private:
  RunnerCuda Model;
  at::Tensor Pressure = at::zeros({2, 8}, at::kCUDA);
  at::Tensor Velocity = at::zeros({2, 8}, at::kCUDA);
};

// Near misses.

class BothThere {
public:
  explicit BothThere(const std::string &Path) : Model(Path) {}
  void diffuse() {
    auto Outputs = Model.run({Front});
    Back.copy_(Outputs[0]);
    std::swap(Front, Back);
  }

private:
  RunnerCuda Model;
  at::Tensor Front = at::zeros({1, 8}, at::kCUDA), Back = at::zeros({1, 8}, at::kCUDA);
};

// Whoever asks for it may be whom it is there for.
class Returned {
public:
  explicit Returned(const std::string &Path) : Model(Path) {}
  void next(float *Pixels) {
    at::Tensor Frame = at::from_blob(Pixels, {3, 8});
    Model.run({Previous, Frame.cuda()});
    Previous = Frame;
  }
  const at::Tensor &previous() const { return Previous; }

private:
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA);
};

// It is set to something else in between.
class SetEachTime {
public:
  explicit SetEachTime(const std::string &Path) : Model(Path) {}
  void set(float *Pixels) { Previous = at::from_blob(Pixels, {3, 8}).cuda(); }
  void next(float *Pixels) {
    Model.run({Previous});
    Previous = at::from_blob(Pixels, {3, 8});
  }

private:
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA);
};

class Uploaded {
public:
  explicit Uploaded(const std::string &Path) : Model(Path) {}
  void upload() { Previous = Staged.cuda(); }
  void next(float *Pixels) {
    Model.run({Previous});
    Previous = at::from_blob(Pixels, {3, 8});
  }

private:
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA), Staged = at::zeros({3, 8});
};

class SwappedBack {
public:
  explicit SwappedBack(const std::string &Path) : Model(Path) {}
  void diffuse() {
    Model.run({Front});
    std::swap(Front, Back);
  }
  void flip() { std::swap(Front, Back); }

private:
  RunnerCuda Model;
  at::Tensor Front = at::zeros({1, 8}, at::kCUDA), Back = at::zeros({1, 8});
};

class StartsAnew {
public:
  explicit StartsAnew(const std::string &Path) : Model(Path) {}
  void both(float *Pixels) {
    reset();
    next(Pixels);
  }
  void reset() { Previous = at::zeros({3, 8}, at::kCUDA); }
  void next(float *Pixels) {
    Model.run({Previous});
    Previous = at::from_blob(Pixels, {3, 8});
  }

private:
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA);
};

// Only the first time, or every other time.
class Once {
public:
  explicit Once(const std::string &Path) : Model(Path) {}
  void next(float *Pixels) {
    if (First)
      Model.run({Previous});
    First = false;
    Previous = at::from_blob(Pixels, {3, 8});
  }
  void counted(float *Pixels) {
    if (Count++ == 0)
      Model.run({Other});
    Other = at::from_blob(Pixels, {3, 8});
  }

private:
  RunnerCuda Model;
  bool First = true;
  int Count = 0;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA), Other = at::zeros({3, 8}, at::kCUDA);
};

class OnceForAll {
public:
  explicit OnceForAll(const std::string &Path) : Model(Path) {}
  void next(float *Pixels) {
    static bool First = true;
    if (First)
      Model.run({Previous});
    First = false;
    Previous = at::from_blob(Pixels, {3, 8});
  }

private:
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA);
};

class OnceByMethod {
public:
  explicit OnceByMethod(const std::string &Path) : Model(Path) {}
  void next(float *Pixels) {
    if (isFirst())
      Model.run({Previous});
    ++Count;
    Previous = at::from_blob(Pixels, {3, 8});
  }

private:
  bool isFirst() const { return Count == 0; }
  RunnerCuda Model;
  int Count = 0;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA);
};

class OnceByCaller {
public:
  explicit OnceByCaller(const std::string &Path) : Model(Path) {}
  void next(float *Pixels, bool IsFirst) {
    if (IsFirst)
      Model.run({Previous});
    Previous = at::from_blob(Pixels, {3, 8});
  }

private:
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA);
};

// It moves what it has left.
class MovesItself {
public:
  explicit MovesItself(const std::string &Path) : Model(Path) {}
  void next(float *Pixels) {
    if (!Previous.is_cuda())
      Previous = Previous.to(at::kCUDA);
    Model.run({Previous});
    Previous = at::from_blob(Pixels, {3, 8});
  }

private:
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA);
};

class MovedLater {
public:
  explicit MovedLater(const std::string &Path) : Model(Path) {}
  void next(float *Pixels) {
    at::Tensor Frame = at::from_blob(Pixels, {3, 8});
    Model.run({Previous});
    Previous = Frame;
    if (Pixels[0] > 0)
      Previous = Frame.cuda();
  }
  void dropped(float *Pixels) {
    if (!Other.defined())
      Other = at::zeros({3, 8}, at::kCUDA);
    Model.run({Other});
    Other = at::from_blob(Pixels, {3, 8});
    Other = at::Tensor();
  }

private:
  RunnerCuda Model;
  at::Tensor Previous = at::zeros({3, 8}, at::kCUDA), Other = at::zeros({3, 8}, at::kCUDA);
};

// Each runner has its own state.
class Either {
public:
  Either(const std::string &Gpu, const std::string &Cpu) : OnGpu(Gpu), OnCpu(Cpu) {}
  at::Tensor next(const at::Tensor &X) {
    if (UseGpu) {
      auto Outputs = OnGpu.run({X.cuda(), State});
      State = Outputs[1];
      return Outputs[0];
    }
    auto Outputs = OnCpu.run({X.cpu(), State});
    State = Outputs[1];
    return Outputs[0];
  }
  void use(bool Gpu) {
    UseGpu = Gpu;
    State = at::zeros({1, 8}, Gpu ? at::kCUDA : at::kCPU);
  }

private:
  RunnerCuda OnGpu;
  RunnerCpu OnCpu;
  bool UseGpu = false;
  at::Tensor State = at::zeros({1, 8});
};
