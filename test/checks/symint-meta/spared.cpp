// RUN: %check_aoti_tidy %s aoti-symint-meta %t
#include <torch/library.h>

// What a meta kernel may do: all of it is silent.

at::Tensor fine_meta(const at::Tensor &x, c10::SymInt n, c10::SymIntArrayRef s) {
  TORCH_CHECK(x.dim() == 3 && x.ndimension() == 3 && x.sym_sizes().size() == 3);
  TORCH_CHECK(x.scalar_type() == at::kFloat && x.dtype() == at::kFloat);
  TORCH_CHECK(x.is_contiguous() && x.defined() && x.element_size() == 4 && x.itemsize() == 4);
  TORCH_CHECK(n > 0, "n is ", n);
  auto row = x[0].options();
  auto like = at::empty_like(x);
  c10::SymInt m = x.sym_size(0) * n + x.sym_numel() - x.sym_nbytes() / x.sym_stride(0) + x.sym_storage_offset();
  m = m + s[0] + x.sym_strides()[0] + x.storage().sym_nbytes();
  if (auto concrete = n.maybe_as_int())
    TORCH_CHECK(*concrete > 0);
  auto maybe = c10::asIntArrayRefSlowOpt(s);
  auto out = at::empty_symint({m, 4, x.sym_size(-1)}, row);
  return out.view_symint({-1, n}).reshape({-1}).expand({2, -1, -1}).slice(0, 0, 4);
}

// The layout that a kernel can handle.
at::Tensor layout_meta(const at::Tensor &x) {
  TORCH_CHECK(x.stride(-1) == 1);
  TORCH_CHECK(1 == x.stride(1));
  constexpr int64_t kUnit = 1;
  if (at::stride(x, 1) != kUnit)
    return at::empty_like(x.contiguous());
  return at::empty_like(x);
}

// size() that is not a tensor's.
struct Box {
  int64_t size() const;
  int64_t size(int64_t d) const;
  std::vector<int64_t> sizes() const;
  int64_t numel() const;
  float *data_ptr() const;
  int64_t item() const;
};
namespace mine {
int64_t size(const at::Tensor &x, int64_t d);
} // namespace mine
at::Tensor others_meta(at::TensorList xs, std::vector<at::Tensor> v, at::IntArrayRef a, c10::SymIntArrayRef s,
                       std::tuple<int, int> t, const std::string &name, Box box) {
  int64_t n = xs.size() + v.size() + a.size() + s.size() + name.size() + std::tuple_size_v<decltype(t)>;
  n += box.size() + box.size(0) + box.sizes().size() + box.numel() + box.item();
  box.data_ptr();
  n += mine::size(xs[0], 0);
  return at::empty({n}, xs[0].options());
}

// Not evaluated.
at::Tensor unevaluated_meta(const at::Tensor &x) {
  using Size = decltype(x.size(0));
  constexpr size_t Bytes = sizeof(x.numel());
  constexpr bool Throws = noexcept(x.sizes());
  if constexpr (sizeof(Size) == 4)
    return at::empty({x.size(0)});
  if (false)
    return at::empty({x.size(0)});
  return at::empty_like(x);
}
template <bool Fast> at::Tensor discarded_meta(const at::Tensor &x) {
  if constexpr (Fast)
    return at::empty_like(x);
  else
    return at::empty({x.size(0)});
}
template at::Tensor discarded_meta<true>(const at::Tensor &);

// Not evaluated on a meta tensor.
at::Tensor elsewhere_meta(const at::Tensor &x) {
  if (!x.is_meta())
    x.numel();
  if (x.is_cuda() || x.is_cpu()) {
    x.data_ptr<float>();
  } else if (x.device().type() == at::kCUDA) {
    x.numel();
  }
  const auto device = x.device();
  if (device.is_cuda())
    x.sizes();
  if (x.device() != at::kMeta && x.size(0) > 1)
    return x;
  const int64_t n = x.device().type() == c10::DeviceType::Meta ? 0 : x.size(0);
  const bool meta = x.is_meta();
  const c10::SymInt rows = meta ? x.sym_size(0) : c10::SymInt(x.size(0));
  if (x.is_meta()) {
    auto out = at::empty_symint({rows}, x.options());
    return out;
  }
  return at::empty({x.size(0), n}, x.options());
}
at::Tensor only_meta(const at::Tensor &x) {
  TORCH_CHECK(x.is_meta());
  if (x.is_meta())
    return at::empty_like(x);
  else
    x.numel();
  do {
    x.numel();
  } while (false);
  return at::empty({x.size(0)});
}

// A kernel that fails may say what it was given.
at::Tensor failing_meta(const at::Tensor &x) {
  TORCH_CHECK(x.dim() == 2, "expected two dimensions, got ", x.sizes());
  if (x.dim() > 4)
    throw x.size(0);
  return at::empty_like(x);
}

// Concrete values where they are known to be concrete.
at::Tensor concrete_meta(const at::Tensor &x, c10::SymInt n, c10::SymInt m) {
  if (!n.is_symbolic())
    TORCH_CHECK(n.expect_int() > 0);
  const int64_t a = n.is_symbolic() ? 0 : n.expect_int();
  const bool b = !n.is_symbolic() && n.guard_int(__FILE__, __LINE__) > 4;
  if (n.maybe_as_int().has_value())
    n.as_int_unchecked();
  if (m.is_symbolic())
    return at::empty_like(x);
  return at::empty({m.expect_int(), a, 4});
}

// Made with sizes that the source says.
at::Tensor own_meta(const at::Tensor &x) {
  constexpr int64_t kRows = 16;
  auto ws = at::empty({1024});
  const auto block = x.new_empty({kRows, 64});
  int64_t n = ws.size(0) + block.size(0) + at::zeros({4, 4}).numel();
  return at::empty({n}, x.options());
}

// Kernels for other keys.
at::Tensor size_cpu(const at::Tensor &x) {
  int64_t n = x.item<int64_t>();
  return at::empty({x.size(0), n}, x.options());
}

TORCH_LIBRARY_IMPL(spared, Meta, m) {
  m.impl("fine", &fine_meta);
  m.impl("layout", &layout_meta);
  m.impl("others", &others_meta);
  m.impl("unevaluated", &unevaluated_meta);
  m.impl("discarded", &discarded_meta<true>);
  m.impl("elsewhere", &elsewhere_meta);
  m.impl("only", &only_meta);
  m.impl("failing", &failing_meta);
  m.impl("concrete", &concrete_meta);
  m.impl("own", &own_meta);
}
TORCH_LIBRARY_IMPL(spared, CPU, m) { m.impl("size", &size_cpu); }
