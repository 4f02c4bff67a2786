#pragma once
#include <ATen/Tensor.h>
#include <utility>
#include <vector>
namespace torch::autograd {
using variable_list = std::vector<at::Tensor>;
struct AutogradContext {
  void save_for_backward(variable_list V);
};
template <typename X, typename... Args> using forward_t = decltype(X::forward(nullptr, std::declval<Args>()...));
template <class T> struct Function {
  template <typename X = T, typename... Args> static auto apply(Args &&...A) -> forward_t<X, Args...>;
};
} // namespace torch::autograd
