// Streams, staging buffers, and a graph that is captured once.
// RUN: %python %test_root/Inputs/make_package.py --input 'float16[16,128]' --input 'int32[16]' %t.pt2 model=cuda
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t --package=%t.pt2
#include <array>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <torch/torch.h>
#include <vector>

struct CUstream_st;
namespace c10::cuda {
struct CUDAStream {
  CUstream_st *stream() const;
  void synchronize() const;
};
CUDAStream getStreamFromPool(bool high_priority = false, c10::DeviceIndex device = -1);
CUDAStream getCurrentCUDAStream(c10::DeviceIndex device = -1);
struct CUDAStreamGuard {
  explicit CUDAStreamGuard(CUDAStream);
  ~CUDAStreamGuard();
};
struct CUDAGuard {
  explicit CUDAGuard(c10::DeviceIndex);
  ~CUDAGuard();
};
} // namespace c10::cuda
namespace at::cuda {
struct CUDAGraph {
  void capture_begin();
  void capture_end();
  void replay();
};
} // namespace at::cuda

class GraphedModel {
public:
  GraphedModel(const std::string &library, c10::DeviceIndex gpu)
      : gpu_(gpu), runner_(library, 1, "cuda:" + std::to_string(gpu)), stream_(c10::cuda::getStreamFromPool(true, gpu)) {
    const c10::cuda::CUDAGuard on(gpu);
    const auto options = torch::TensorOptions().device(torch::kCUDA, gpu).dtype(torch::kHalf);
    for (auto &slot : slots_)
      slot = torch::empty({16, 128}, options);
    input_ = torch::empty({16, 128}, options);
    lengths_ = torch::empty({16}, options.dtype(torch::kInt));
    staging_ = torch::empty({16, 128}, torch::TensorOptions().dtype(torch::kHalf).pinned_memory(true));
    capture();
  }

  torch::Tensor infer(const torch::Tensor &x) {
    staging_.copy_(x);
    const c10::cuda::CUDAStreamGuard guard(stream_);
    input_.copy_(staging_, /*non_blocking=*/true);
    graph_.replay();
    stream_.synchronize();
    return output_;
  }

  torch::Tensor infer_eagerly(const torch::Tensor &x) {
    auto on_device = x.to(input_.options());
    return runner_.run({on_device, lengths_}, stream_.stream())[0];
  }

  torch::Tensor infer_slot(int i) { return runner_.run({slots_[i], lengths_}, c10::cuda::getCurrentCUDAStream().stream())[0]; }

  torch::Tensor probe() {
    // BAD: a buffer of the host that is not pinned.
    auto staged = torch::empty({16, 128}, torch::kHalf);
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: input 0 is created on 'cpu', but '{{.*}}' was compiled for 'cuda' [aoti-device-mismatch]
    return runner_.run({staged, lengths_}, stream_.stream())[0];
  }

private:
  void capture() {
    const c10::cuda::CUDAStreamGuard guard(stream_);
    std::vector<torch::Tensor> inputs = {input_, lengths_};
    for (int i = 0; i < 3; ++i)
      runner_.run(inputs, stream_.stream());
    graph_.capture_begin();
    output_ = runner_.run(inputs, stream_.stream())[0];
    graph_.capture_end();
  }

  c10::DeviceIndex gpu_;
  torch::inductor::AOTIModelContainerRunnerCuda runner_;
  c10::cuda::CUDAStream stream_;
  at::cuda::CUDAGraph graph_;
  torch::Tensor input_, lengths_, staging_, output_;
  std::array<torch::Tensor, 4> slots_;
};
