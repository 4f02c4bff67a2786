// RUN: %check_aoti_tidy %s aoti-symint-meta %t --any-fixes
#include <torch/library.h>

// Helpers that a meta kernel calls.

static at::Tensor makeOutput(const at::Tensor &x) {
  return at::empty({x.size(0)}, x.options());
  // CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'x.size(0)' freezes every dynamic dimension of 'x' in a meta kernel
  // CHECK-MESSAGES: :[[@LINE+2]]:51: note: called here
}
at::Tensor one_meta(const at::Tensor &x) { return makeOutput(x); }

static int64_t rows(const at::Tensor &x) { return x.numel(); }
// CHECK-MESSAGES: :[[@LINE-1]]:53: warning: 'x.numel()' throws
// CHECK-MESSAGES: :[[@LINE+6]]:3: note: called here
// CHECK-MESSAGES: :[[@LINE+2]]:64: note: called here
namespace detail {
static int64_t middle(const at::Tensor &x, int64_t n) { return rows(x) + n; }
}
at::Tensor two_meta(const at::Tensor &x) {
  detail::middle(x, 1);
  // The shortest way there is the one to show, and one is enough.
  detail::middle(x, 2);
  return at::empty_like(x);
}

// Functions that call each other end.
static int64_t odd(const at::Tensor &x, int64_t n);
static int64_t even(const at::Tensor &x, int64_t n) { return x.size(1) + odd(x, n - 1); }
// CHECK-MESSAGES: :[[@LINE-1]]:64: warning: 'x.size(1)' freezes
// CHECK-MESSAGES: :[[@LINE+4]]:3: note: called here
// CHECK-MESSAGES: :[[@LINE+1]]:61: note: called here
static int64_t odd(const at::Tensor &x, int64_t n) { return even(x, n - 1); }
at::Tensor cycle_meta(const at::Tensor &x) {
  odd(x, 4);
  return at::empty_like(x);
}

// Once per place, not per instantiation.
template <typename T> static void check(const at::Tensor &x) {
  TORCH_CHECK(x.size(0) % sizeof(T) == 0);
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'x.size(0)' freezes
  // CHECK-MESSAGES: :[[@LINE+3]]:3: note: called here
}
at::Tensor template_meta(const at::Tensor &x) {
  check<int>(x);
  check<float>(x);
  return at::empty_like(x);
}

// Methods, and functors.
struct Shape {
  const at::Tensor &X;
  int64_t rows() const { return X.size(0); }
  // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'X.size(0)' freezes
  // CHECK-MESSAGES: :[[@LINE+6]]:30: note: called here
  int64_t operator()(int64_t d) const { return X.size(d); }
  // CHECK-MESSAGES: :[[@LINE-1]]:50: warning: 'X.size(d)' freezes
  // CHECK-MESSAGES: :[[@LINE+3]]:38: note: called here
};
at::Tensor method_meta(const at::Tensor &x) {
  return at::empty({Shape{x}.rows(), Shape{x}(1)}, x.options());
}

// Near misses.

// A mode that the kernel may, or may not, choose.
enum class Layout { Rows, Columns };
static at::Tensor byMode(const at::Tensor &x, bool transposed, Layout layout = Layout::Rows) {
  if (transposed)
    return at::empty({x.size(1)}, x.options());
  switch (layout) {
  case Layout::Columns:
    return at::empty({x.size(2)}, x.options());
  default:
    return at::empty_like(x);
  }
}
at::Tensor transposed_meta(const at::Tensor &x) { return byMode(x, true); }

static int64_t checked(const at::Tensor &x, int level) { return level > 1 ? x.size(0) : 0; }
static at::Tensor withMode(const at::Tensor &x, bool training = false, int level = 0) {
  const bool strict = training && level != 0;
  checked(x, level);
  if (strict)
    TORCH_CHECK(x.size(0) > 0);
  return at::empty_like(x);
}
at::Tensor inference_meta(const at::Tensor &x) { return withMode(x); }

// Reached only where there is data, or not at all.
static at::Tensor onDevice(const at::Tensor &x) { return at::empty({x.size(0)}); }
at::Tensor dispatched_meta(const at::Tensor &x) {
  if (x.is_cpu())
    return onDevice(x);
  return at::empty_like(x);
}
static at::Tensor unused(const at::Tensor &x) { return at::empty({x.size(0)}); }
// Not a kernel of this key.
at::Tensor kernel_cpu(const at::Tensor &x) { return unused(x); }
// Too deep to be worth following.
static int64_t f5(const at::Tensor &x) { return x.size(0); }
static int64_t f4(const at::Tensor &x) { return f5(x); }
static int64_t f3(const at::Tensor &x) { return f4(x); }
static int64_t f2(const at::Tensor &x) { return f3(x); }
static int64_t f1(const at::Tensor &x) { return f2(x); }
at::Tensor deep_meta(const at::Tensor &x) {
  f1(x);
  return at::empty_like(x);
}

TORCH_LIBRARY_IMPL(helpers, Meta, m) {
  m.impl("one", &one_meta);
  m.impl("two", &two_meta);
  m.impl("cycle", &cycle_meta);
  m.impl("template", &template_meta);
  m.impl("method", &method_meta);
  m.impl("transposed", &transposed_meta);
  m.impl("inference", &inference_meta);
  m.impl("dispatched", &dispatched_meta);
  m.impl("deep", &deep_meta);
}
TORCH_LIBRARY_IMPL(helpers, CPU, m) { m.impl("kernel", &kernel_cpu); }
