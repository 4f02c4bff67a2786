// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks the guard of the model 'hits' about inputs that it takes, and some that it
// does not.
#include "hits.h"
#include <cstdio>

namespace {

void ask(const char *What, const std::vector<at::Tensor> &Inputs) {
  try {
    aoti_guard::check_inputs(Inputs);
    std::printf("%s: passes\n", What);
  } catch (const c10::Error &E) {
    std::printf("%s: %s\n", What, E.what_without_backtrace());
  }
}

at::Tensor index(std::initializer_list<int64_t> Values) {
  return at::tensor(std::vector<int64_t>(Values), at::kLong);
}

} // namespace

int main() {
  const at::Tensor X = at::zeros({4, 5}), Table = at::zeros({6, 8}),
                   Start = at::scalar_tensor(3, at::kLong);
  ask("good", {X, index({0, -6, 5}), Table, Start});
  ask("one column", {at::zeros({4, 1}), index({0}), Table, Start});
  ask("too few", {X});
  ask("dtype", {X.to(at::kDouble), index({0}), Table, Start});
  ask("rank", {X[0], index({0}), Table, Start});
  ask("empty", {at::zeros({4, 0}), index({0}), Table, Start});
  ask("too large", {at::zeros({4, 65}), index({0}), Table, Start});
  ask("constant", {at::zeros({3, 5}), index({0}), Table, Start});
  ask("strides", {at::zeros({5, 4}).t(), index({0}), Table, Start});
  ask("index", {X, index({0, 6}), Table, Start});
  ask("no index", {X, index({}), Table, Start});
}
