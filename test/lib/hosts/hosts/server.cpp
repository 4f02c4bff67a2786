// A server: worker threads take requests from a queue, and run one loader.
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[n:1..64,16]' --input 'int64[n:1..64,8]' %t.pt2 model=cuda
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t --package=%t.pt2
#include <condition_variable>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/torch.h>
#include <vector>

namespace serving {

struct ServerConfig {
  std::string package_path;
  int gpu = 0;
  int num_workers = 4;
  int64_t num_features = 16;
};

struct Request {
  std::vector<float> features;
  std::vector<int64_t> history;
  std::promise<std::vector<float>> reply;
};

class InferenceServer {
public:
  explicit InferenceServer(ServerConfig config)
      : config_(std::move(config)),
        device_(torch::kCUDA, static_cast<c10::DeviceIndex>(config_.gpu)),
        loader_(std::make_unique<torch::inductor::AOTIModelPackageLoader>(
            config_.package_path, "model", /*run_single_threaded=*/false,
            /*num_runners=*/config_.num_workers, config_.gpu)) {
    warm_up();
    for (int i = 0; i < config_.num_workers; ++i)
      workers_.emplace_back([this] { work(); });
  }

  ~InferenceServer() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stop_ = true;
    }
    ready_.notify_all();
    for (auto &worker : workers_)
      worker.join();
  }

  std::future<std::vector<float>> submit(std::vector<float> features, std::vector<int64_t> history) {
    auto request = std::make_unique<Request>();
    request->features = std::move(features);
    request->history = std::move(history);
    auto reply = request->reply.get_future();
    {
      std::lock_guard<std::mutex> lock(mutex_);
      queue_.push_back(std::move(request));
    }
    ready_.notify_one();
    return reply;
  }

private:
  void warm_up() {
    // BAD: on the CPU.
    auto features = torch::zeros({1, config_.num_features});
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: input 0 is created on 'cpu', but '{{.*}}' was compiled for 'cuda' [aoti-device-mismatch]
    auto history = torch::zeros({1, 8}, torch::TensorOptions().dtype(torch::kInt64).device(device_));
    loader_->run({features, history});
  }

  std::vector<torch::Tensor> to_tensors(Request &request) const {
    const auto rows = static_cast<int64_t>(request.features.size()) / config_.num_features;
    auto features = torch::from_blob(request.features.data(), {rows, config_.num_features}, torch::kFloat32);
    auto history = torch::from_blob(request.history.data(), {rows, 8}, torch::kInt64);
    return {features.to(device_), history.to(device_)};
  }

  void work() {
    while (true) {
      std::unique_ptr<Request> request;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        ready_.wait(lock, [this] { return stop_ || !queue_.empty(); });
        if (stop_ && queue_.empty())
          return;
        request = std::move(queue_.front());
        queue_.pop_front();
      }
      try {
        auto outputs = loader_->run(to_tensors(*request));
        auto scores = outputs[0].to(torch::kCPU).contiguous();
        const float *begin = scores.data_ptr<float>();
        request->reply.set_value(std::vector<float>(begin, begin + scores.numel()));
      } catch (const std::exception &) {
        request->reply.set_exception(std::current_exception());
      }
    }
  }

  const ServerConfig config_;
  const torch::Device device_;
  std::unique_ptr<torch::inductor::AOTIModelPackageLoader> loader_;
  std::vector<std::thread> workers_;
  std::deque<std::unique_ptr<Request>> queue_;
  std::mutex mutex_;
  std::condition_variable ready_;
  bool stop_ = false;
};

} // namespace serving
