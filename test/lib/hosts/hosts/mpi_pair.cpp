// A pair style of a simulation: each rank of MPI has a GPU of its own.
// RUN: %check_aoti_tidy %s aoti-loader-device %t
#include <map>
#include <memory>
#include <string>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/torch.h>
#include <vector>

int rank_on_node();
int device_count();

struct Atoms {
  double **x;
  int *type;
  int nlocal, nghost;
};

class PairNet {
public:
  PairNet() {
    if (torch::cuda::is_available()) {
      const int index = rank_on_node() % device_count();
      device_ = torch::Device(torch::kCUDA, index);
    }
  }
  virtual ~PairNet() = default;
  virtual void coeff(const std::string &path) {
    // BAD: each rank loads to its current device, which is the first.
    model_ = std::make_unique<torch::inductor::AOTIModelPackageLoader>(path);
    // CHECK-MESSAGES: :[[@LINE-1]]:{{[0-9]+}}: warning: 'AOTIModelPackageLoader' loads on the current GPU, which need not be that of 'device_'; pass its index as device_index [aoti-loader-device]
  }
  virtual double compute(const Atoms &atoms, const std::vector<std::pair<int, int>> &pairs) {
    const int n = atoms.nlocal + atoms.nghost;
    torch::Tensor positions = torch::zeros({n, 3}, torch::TensorOptions().dtype(torch::kFloat64));
    torch::Tensor types = torch::zeros({n}, torch::TensorOptions().dtype(torch::kInt64));
    auto x = positions.accessor<double, 2>();
    auto t = types.accessor<int64_t, 1>();
    for (int i = 0; i < n; ++i) {
      t[i] = atoms.type[i] - 1;
      for (int k = 0; k < 3; ++k)
        x[i][k] = atoms.x[i][k];
    }
    std::vector<int64_t> edges(2 * pairs.size());
    for (size_t e = 0; e < pairs.size(); ++e) {
      edges[e] = pairs[e].first;
      edges[pairs.size() + e] = pairs[e].second;
    }
    torch::Tensor edge_index = torch::from_blob(edges.data(), {2, static_cast<int64_t>(pairs.size())}, torch::kInt64).clone();

    std::map<std::string, torch::Tensor> input;
    input["pos"] = positions.to(device_);
    input["atom_types"] = types.to(device_);
    input["edge_index"] = edge_index.to(device_);
    std::vector<torch::Tensor> ordered = {input["pos"], input["edge_index"], input["atom_types"]};
    auto output = model_->run(ordered);
    return output.at(0).to(torch::kCPU).item<double>();
  }

protected:
  torch::Device device_ = torch::kCPU;
  std::unique_ptr<torch::inductor::AOTIModelPackageLoader> model_;
};

// The same, told its index.
class PairNetOnRank {
public:
  explicit PairNetOnRank(const std::string &path) : index_(rank_on_node() % device_count()), model_(path, "model", false, 1, index_) {}
  double compute(double *x, int n) {
    const torch::Device device(torch::kCUDA, index_);
    auto positions = torch::from_blob(x, {n, 3}, torch::TensorOptions().dtype(torch::kDouble));
    auto cell = torch::zeros({3, 3}, torch::TensorOptions().dtype(torch::kDouble).device(device));
    return model_.run({positions.to(device), cell})[0].cpu().item<double>();
  }

private:
  const int index_;
  torch::inductor::AOTIModelPackageLoader model_;
};
