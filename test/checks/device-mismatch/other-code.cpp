// Near misses: what other code gives a member, by lambdas that are handed on,
// constructors, destructors, methods that override one.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
// RUN: %if !asan %{ %check_aoti_tidy %s aoti-device-mismatch %t --front=plugin %}
#include <ATen/ATen.h>
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <utility>
#include <vector>

using RunnerCuda = torch::inductor::AOTIModelContainerRunnerCuda;

static void timed(const std::function<void()> &Fn) { Fn(); }

// Near misses.

class Moved {
public:
  explicit Moved(const std::string &Path) : Model(std::make_shared<RunnerCuda>(Path)) {}
  explicit Moved(std::shared_ptr<RunnerCuda> M) : Model(std::move(M)) {}
  virtual ~Moved() = default;
  void byAlgorithm(float *P, const std::vector<at::Tensor> &All) {
    Prev = at::from_blob(P, {3, 8});
    std::for_each(All.begin(), All.end(), [this](const at::Tensor &T) { Prev = T.cuda(); });
    Model->run({Prev});
  }
  void byHelper(float *P) {
    Prev = at::from_blob(P, {3, 8});
    timed([this] { Prev = Prev.cuda(); });
    Model->run({Prev});
  }
  void byVariable(float *P) {
    const auto Up = [this] { Prev = Prev.cuda(); };
    const std::function<void()> Held = [this] { Prev = Prev.cuda(); };
    Prev = at::from_blob(P, {3, 8});
    timed(Up);
    Model->run({Prev});
    Prev = at::from_blob(P, {3, 8});
    timed(Held);
    Model->run({Prev});
  }
  void byPointer(float *P) {
    Prev = at::from_blob(P, {3, 8});
    std::invoke(&Moved::upload, this);
    Model->run({Prev});
  }
  void byFunctor(float *P, const std::vector<at::Tensor> &All) {
    Prev = at::from_blob(P, {3, 8});
    std::for_each(All.begin(), All.end(), Each{*this});
    Model->run({Prev});
  }
  void byThread(float *P) {
    Prev = at::from_blob(P, {3, 8});
    std::thread T([this] { Prev = Prev.cuda(); });
    T.join();
    Model->run({Prev});
  }
  void byConstructor(float *P) {
    Prev = at::from_blob(P, {3, 8});
    Made U(*this);
    Model->run({Prev});
  }
  void byMaker(float *P) {
    Prev = at::from_blob(P, {3, 8});
    const auto U = std::make_unique<Made>(*this);
    Model->run({Prev});
  }
  void byScope(float *P) {
    {
      Ended U{*this};
      Prev = at::from_blob(P, {3, 8});
    }
    Model->run({Prev});
  }
  void byOwner(float *P) {
    {
      const std::unique_ptr<Ended> U(new Ended{*this});
      Prev = at::from_blob(P, {3, 8});
    }
    Model->run({Prev});
  }
  void byLambdaAtEnd(float *P) {
    {
      const AtEnd U{[this] { Prev = Prev.cuda(); }};
      Prev = at::from_blob(P, {3, 8});
    }
    Model->run({Prev});
  }
  void byTemporary(float *P) {
    Prev = at::from_blob(P, {3, 8});
    Ended{*this};
    Model->run({Prev});
  }
  void byAssignment(float *P) {
    Prev = at::from_blob(P, {3, 8});
    *this = Moved(Model);
    Model->run({Prev});
  }
  void bySwap(float *P) {
    Moved Next(Model);
    Prev = at::from_blob(P, {3, 8});
    std::swap(*this, Next);
    Model->run({Prev});
  }
  // In a function that is called.
  void byCalled(float *P, const std::vector<at::Tensor> &All) {
    Prev = at::from_blob(P, {3, 8});
    uploadAll(*this, All);
    Model->run({Prev});
  }
  void byGuardOfCalled(float *P) {
    Prev = at::from_blob(P, {3, 8});
    guarded(*this);
    Model->run({Prev});
  }
  void byOverrider(float *P) {
    Prev = at::from_blob(P, {3, 8});
    callHook(*this);
    Model->run({Prev});
  }

protected:
  virtual void hook() {}

private:
  friend class Hooked;
  static void uploadAll(Moved &M, const std::vector<at::Tensor> &All) {
    std::for_each(All.begin(), All.end(), [&M](const at::Tensor &T) { M.Prev = T.cuda(); });
  }
  static void guarded(Moved &M) { Ended U{M}; }
  static void callHook(Moved &M) { M.hook(); }
  void upload() { Prev = Prev.cuda(); }
  struct Each {
    Moved &M;
    void operator()(const at::Tensor &T) const { M.Prev = T.cuda(); }
  };
  struct Made {
    explicit Made(Moved &M) { M.Prev = M.Prev.cuda(); }
  };
  struct Ended {
    Moved &M;
    ~Ended() { M.Prev = M.Prev.cuda(); }
  };
  struct AtEnd {
    std::function<void()> Fn;
    ~AtEnd() { Fn(); }
  };
  std::shared_ptr<RunnerCuda> Model;
  at::Tensor Prev = at::zeros({3, 8}, at::kCUDA);
};

class Hooked : public Moved {
public:
  using Moved::Moved;

protected:
  void hook() override { Prev = Prev.cuda(); }
};
