// A node of a robot: images come in as messages, detections go out.
// RUN: %check_aoti_tidy %s aoti-device-mismatch %t
#include <functional>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>
#include <torch/torch.h>
#include <vector>

namespace bus {
struct Image {
  using SharedPtr = std::shared_ptr<Image>;
  uint32_t height, width;
  std::vector<uint8_t> data;
};
struct Odometry {
  using SharedPtr = std::shared_ptr<Odometry>;
  double pose[6];
};
template <typename Message> class Subscription {};
class Node {
public:
  explicit Node(const std::string &name);
  template <typename Message> std::shared_ptr<Subscription<Message>> create_subscription(const std::string &topic, int depth, std::function<void(typename Message::SharedPtr)> callback);
  template <typename T> T declare_parameter(const std::string &name, const T &value);
};
} // namespace bus

class DetectorNode : public bus::Node {
public:
  DetectorNode() : Node("detector"), device_(torch::kCPU) {
    const auto path = declare_parameter<std::string>("model", "detector.so");
    const bool use_gpu = declare_parameter<bool>("use_gpu", true);
    if (use_gpu && torch::cuda::is_available()) {
      device_ = torch::Device(torch::kCUDA, 0);
      runner_ = std::make_unique<torch::inductor::AOTIModelContainerRunnerCuda>(path, 1, "cuda:0");
    } else {
      runner_ = std::make_unique<torch::inductor::AOTIModelContainerRunnerCpu>(path);
    }
    images_ = create_subscription<bus::Image>("image", 10, [this](bus::Image::SharedPtr message) { on_image(message); });
    odometry_ = create_subscription<bus::Odometry>("odometry", 10, std::bind(&DetectorNode::on_odometry, this, std::placeholders::_1));
  }

private:
  torch::Tensor preprocess(const bus::Image &image) {
    auto pixels = torch::from_blob(const_cast<uint8_t *>(image.data.data()), {1, image.height, image.width, 3}, torch::kByte);
    return pixels.permute({0, 3, 1, 2}).to(torch::kFloat).div(255.0).contiguous();
  }

  void on_image(const bus::Image::SharedPtr message) {
    // Wrong where the GPU is used: preprocess() leaves it on the CPU. Of a runner that
    // is one of two, nothing is said.
    torch::Tensor image = preprocess(*message);
    std::vector<torch::Tensor> inputs;
    inputs.push_back(image);
    auto detections = runner_->run(inputs);
    publish(detections[0].cpu());
  }

  void on_odometry(const bus::Odometry::SharedPtr message) {
    pose_ = torch::from_blob(message->pose, {1, 6}, torch::kDouble).to(device_, torch::kFloat);
    std::vector<torch::Tensor> inputs;
    inputs.emplace_back(pose_);
    runner_->run(inputs);
  }

  void publish(const torch::Tensor &) {}

  torch::Device device_;
  torch::Tensor pose_ = torch::zeros({1, 6});
  std::unique_ptr<torch::inductor::AOTIModelContainerRunner> runner_;
  std::shared_ptr<bus::Subscription<bus::Image>> images_;
  std::shared_ptr<bus::Subscription<bus::Odometry>> odometry_;
};

int main() {
  DetectorNode node;
  return 0;
}
