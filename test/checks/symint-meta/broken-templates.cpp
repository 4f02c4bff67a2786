// A template that names something of a header that is missing is judged as a
// plain function is.
// RUN: not %aoti_tidy --torch-include %torch_mock --checks=-*,aoti-symint-meta %s -- -std=c++20 2>&1 | FileCheck %s --implicit-check-not=warning:
#include <ATen/ATen.h>
#include <torch/library.h>
// CHECK: 'vendor/vendor.h' file not found
#include <vendor/vendor.h>

template <bool kIsMeta> at::Tensor dense(const at::Tensor &x) {
  auto dtype = vendor::half_t();
  // CHECK: :[[@LINE+1]]:17: warning: 'x.size(0)' freezes
  auto rows = x.size(0);
  return at::empty({rows, 8}, x.options());
}

template <typename T> at::Tensor aliased(const at::Tensor &x) {
  using Element = vendor::half_t;
  vendor::Arguments arguments{x.size(1), x.size(2)};
  // CHECK: :[[@LINE+1]]:23: warning: 'x.size(0)' freezes
  return at::empty({x.size(0), 8}, x.options());
}

struct Kernels {
  template <bool kIsMeta> static at::Tensor of(const at::Tensor &x) {
    vendor::Params p, q;
    p.rows = 2;
    // CHECK: :[[@LINE+1]]:25: warning: 'x.size(0)' freezes
    return at::empty({x.size(0), 8}, x.options());
  }
};

// Of a device, and with symbolic sizes.
template <bool kIsMeta> at::Tensor device(const at::Tensor &x) {
  auto dtype = vendor::half_t();
  return at::empty({x.size(0), 8}, x.options());
}
template <bool kIsMeta> at::Tensor right(const at::Tensor &x) {
  auto dtype = vendor::half_t();
  vendor::Params p;
  return at::empty_symint({x.sym_size(0), 8}, x.options());
}
// Nobody makes one of it.
template <bool kIsMeta> at::Tensor unused(const at::Tensor &x) {
  auto dtype = vendor::half_t();
  return at::empty({x.size(0), 8}, x.options());
}

TORCH_LIBRARY(ns, m) {
  m.def("dense(Tensor x) -> Tensor");
  m.def("aliased(Tensor x) -> Tensor");
  m.def("of(Tensor x) -> Tensor");
  m.def("device(Tensor x) -> Tensor");
  m.def("right(Tensor x) -> Tensor");
}
TORCH_LIBRARY_IMPL(ns, CUDA, m) { m.impl("device", &device<false>); }
TORCH_LIBRARY_IMPL(ns, Meta, m) {
  m.impl("dense", &dense<true>);
  m.impl("aliased", &aliased<float>);
  m.impl("of", &Kernels::of<true>);
  m.impl("right", &right<true>);
}
