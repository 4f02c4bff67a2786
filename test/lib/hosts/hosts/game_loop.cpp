// An agent of a game: its tensors are made once and filled each frame.
// RUN: mkdir -p %t.d
// RUN: %python %test_root/Inputs/make_package.py --input 'float32[32,24]' --input 'int64[32]' %t.d/critic.pt2 model=cpu
// RUN: %check_aoti_tidy %s aoti-input-contract %t --package=%t.d/critic.pt2
#include <array>
#include <cstring>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/torch.h>
#include <vector>

namespace game {

constexpr int kAgents = 32;
constexpr int kSensors = 24;

struct Agent {
  std::array<float, kSensors> sensors;
  int action = 0;
};

class Policy {
public:
  explicit Policy(const std::string &path)
      : loader_(path), observations_(torch::zeros({kAgents, kSensors}, torch::kFloat)),
        hidden_(torch::zeros({kAgents, 64})), batch_{observations_, hidden_} {}

  void act(std::vector<Agent> &agents) {
    float *out = observations_.data_ptr<float>();
    for (size_t i = 0; i < agents.size(); ++i)
      std::memcpy(out + i * kSensors, agents[i].sensors.data(), sizeof(float) * kSensors);
    auto result = loader_.run(batch_);
    const auto *actions = result[0].data_ptr<int64_t>();
    for (size_t i = 0; i < agents.size(); ++i)
      agents[i].action = static_cast<int>(actions[i]);
  }

private:
  torch::inductor::AOTIModelPackageLoader loader_;
  torch::Tensor observations_, hidden_;
  std::vector<torch::Tensor> batch_;
};

// The critic's package takes the actions as indices.
class Critic {
public:
  Critic() : loader_("models/critic.pt2") {
    // BAD: float32, and the package takes int64.
    batch_ = {torch::empty({kAgents, kSensors}), torch::zeros({kAgents})};
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: input 1 is 'float32', but 'critic.pt2' takes 'int64' [aoti-input-contract]
  }
  float value(const std::array<int64_t, kAgents> &actions) {
    for (int i = 0; i < kAgents; ++i)
      batch_[1][i] = actions[i];
    return loader_.run(batch_)[0].item<float>();
  }

private:
  torch::inductor::AOTIModelPackageLoader loader_;
  std::vector<torch::Tensor> batch_;
};

} // namespace game

int main(int argc, char **argv) {
  game::Policy policy("models/policy.pt2");
  game::Critic critic;
  std::vector<game::Agent> agents(game::kAgents);
  for (int frame = 0; frame < 1000; ++frame) {
    policy.act(agents);
    critic.value({});
  }
}
