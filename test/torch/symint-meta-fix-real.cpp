// What --fix writes compiles against torch's own headers: the fixed file is
// linted again.
// RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=%torch_include
// The messages have tests of their own.
// CHECK-MESSAGES: warning:
// CHECK-MESSAGES-COUNT-23: warning:
#include <ATen/ATen.h>
#include <torch/library.h>

// Checks, locals, a factory.
at::Tensor product_meta(const at::Tensor &x, const at::Tensor &w) {
  TORCH_CHECK(x.dim() == 2 && w.dim() == 2);
  TORCH_CHECK(x.size(1) == w.size(0), "inner sizes: ", x.size(1), " and ",
              w.size(0), " of ", x.sizes());
  const int64_t m = x.size(0);
  const auto n = w.size(1);
  return at::empty({m, n}, x.options().dtype(at::kHalf));
}
// CHECK-FIXES: TORCH_CHECK(x.sym_size(1) == w.sym_size(0), "inner sizes: ", x.size(1), " and ",
// CHECK-FIXES-NEXT: {{^}}              w.size(0), " of ", x.sizes());
// CHECK-FIXES-NEXT: {{^}}  const c10::SymInt m = x.sym_size(0);
// CHECK-FIXES-NEXT: {{^}}  const auto n = w.sym_size(1);
// CHECK-FIXES-NEXT: {{^}}  return at::empty_symint({m, n}, x.options().dtype(at::kHalf));

// Lists.
at::Tensor lists_meta(const at::Tensor &x, at::IntArrayRef size, int64_t n,
                      const std::optional<at::Tensor> &bias) {
  const auto sizes = x.sizes();
  return at::empty_strided(size, {sizes[0], n}, x.options());
}
// CHECK-FIXES: {{^}}at::Tensor lists_meta(const at::Tensor &x, c10::SymIntArrayRef size, c10::SymInt n,
// CHECK-FIXES: {{^}}  const auto sizes = x.sym_sizes();
// CHECK-FIXES-NEXT: {{^}}  return at::empty_strided_symint(size, {sizes[0], n}, x.options());

// Functions and methods; dtype, layout and device apart; memory formats.
at::Tensor factories_meta(const at::Tensor &x) {
  const auto n = x.size(0);
  const auto m = x.size(1);
  auto a = at::empty({n, 1, m, 4}, at::kFloat, std::nullopt, x.device(), false, std::nullopt);
  auto b = at::empty({n, 1, m, 4}, x.options(), at::MemoryFormat::ChannelsLast);
  auto c = at::full({n}, 1.5, x.options()).expand({m, n});
  auto d = x.new_full({n, m}, 0).reshape({-1}).view({n, m}).repeat({2, n});
  auto e = at::narrow(d, 0, 0, n).slice(1, 0, m).select(0, 1);
  auto f = at::reshape(x, {n * m}).split(n, 0)[0].unflatten(0, {n, 1});
  auto g = at::ones(n, x.options()).as_strided({n, m}, {1, n}, 0);
  auto h = at::pad(x, {0, n}, "constant", 0.0);
  return x.new_zeros(x.sizes()).new_ones({x.numel(), x.stride(0)}, at::kLong);
}
// CHECK-FIXES: {{^}}  auto a = at::empty_symint({n, 1, m, 4}, at::kFloat, std::nullopt, x.device(), false, std::nullopt);
// CHECK-FIXES-NEXT: {{^}}  auto b = at::empty_symint({n, 1, m, 4}, x.options(), at::MemoryFormat::ChannelsLast);
// CHECK-FIXES-NEXT: {{^}}  auto c = at::full_symint({n}, 1.5, x.options()).expand_symint({m, n});
// CHECK-FIXES-NEXT: {{^}}  auto d = x.new_full_symint({n, m}, 0).reshape({-1}).view_symint({n, m}).repeat_symint({2, n});
// CHECK-FIXES-NEXT: {{^}}  auto e = at::narrow_symint(d, 0, 0, n).slice_symint(1, 0, m).select(0, 1);
// CHECK-FIXES-NEXT: {{^}}  auto f = at::reshape_symint(x, {n * m}).split_symint(n, 0)[0].unflatten_symint(0, {n, 1});
// CHECK-FIXES-NEXT: {{^}}  auto g = at::ones_symint(n, x.options()).as_strided_symint({n, m}, {1, n}, 0);
// CHECK-FIXES-NEXT: {{^}}  auto h = at::pad_symint(x, {0, n}, "constant", 0.0);
// CHECK-FIXES-NEXT: {{^}}  return x.new_zeros_symint(x.sym_sizes()).new_ones_symint({x.sym_numel(), x.sym_stride(0)}, at::kLong);

// Arithmetic with the integers that sizes meet.
at::Tensor arithmetic_meta(const at::Tensor &x, const std::vector<at::Tensor> &all) {
  int n = x.size(0);
  size_t bytes = x.nbytes() + x.element_size();
  int64_t total = 1, odd = n % 2;
  for (const at::Tensor &y : all)
    total += y.size(0) * 2u + all.size();
  if (total >= 4 && bytes != 0 && x.size(1) < all.size() && 3 <= n)
    total = n > 1 ? (total + 7) / 8 * 8 : 1;
  return at::empty({total, odd, n, 4});
}
// CHECK-FIXES: {{^}}  c10::SymInt n = x.sym_size(0);
// CHECK-FIXES-NEXT: {{^}}  c10::SymInt bytes = x.sym_nbytes() + x.element_size();
// CHECK-FIXES-NEXT: {{^}}  c10::SymInt total = 1, odd = n % 2;
// CHECK-FIXES: {{^}}    total += y.sym_size(0) * 2u + all.size();
// CHECK-FIXES: {{^}}  return at::empty_symint({total, odd, n, 4});

// Helpers, templates.
namespace {
void check_last(const at::Tensor &x, int64_t by) {
  const auto last = x.size(-1);
  TORCH_CHECK_VALUE(last % by == 0, "last size ", last, ", not by ", by);
  TORCH_INTERNAL_ASSERT(last > 0);
}
} // namespace
template <typename T> at::Tensor helped_meta(const at::Tensor &x) {
  check_last(x, 8);
  TORCH_CHECK(x.sizes() == x.sizes());
  return at::empty({x.size(0), x.size(1)},
                   x.options().dtype(c10::CppTypeToScalarType<T>::value));
}
// CHECK-FIXES: {{^}}  const auto last = x.sym_size(-1);
// CHECK-FIXES: {{^}}  TORCH_CHECK(x.sym_sizes() == x.sym_sizes());
// CHECK-FIXES-NEXT: {{^}}  return at::empty_symint({x.sym_size(0), x.sym_size(1)},

// Several results.
std::tuple<at::Tensor, std::vector<at::Tensor>> tuple_meta(const at::Tensor &x, int64_t n) {
  const int64_t batch = x.size(0), heads = x.size(1);
  std::vector<at::Tensor> parts;
  parts.reserve(2);
  parts.push_back(x.new_empty({batch, heads, n}));
  return std::make_tuple(at::empty({batch}, x.options().dtype(at::kFloat)), parts);
}
// CHECK-FIXES: tuple_meta(const at::Tensor &x, c10::SymInt n) {
// CHECK-FIXES-NEXT: {{^}}  const c10::SymInt batch = x.sym_size(0), heads = x.sym_size(1);
// CHECK-FIXES: {{^}}  parts.push_back(x.new_empty_symint({batch, heads, n}));
// CHECK-FIXES-NEXT: {{^}}  return std::make_tuple(at::empty_symint({batch}, x.options().dtype(at::kFloat)), parts);

TORCH_LIBRARY(real, m) {
  m.def("product(Tensor x, Tensor w) -> Tensor");
  m.def("lists(Tensor x, SymInt[] size, SymInt n, Tensor? bias) -> Tensor");
  m.def("factories(Tensor x) -> Tensor");
  m.def("arithmetic(Tensor x, Tensor[] all) -> Tensor");
  m.def("helped(Tensor x) -> Tensor");
  m.def("tuple(Tensor x, SymInt n) -> (Tensor, Tensor[])");
}
TORCH_LIBRARY_IMPL(real, Meta, m) {
  m.impl("product", &product_meta);
  m.impl("lists", TORCH_FN(lists_meta));
  m.impl("factories", &factories_meta);
  m.impl("arithmetic", &arithmetic_meta);
  m.impl("helped", &helped_meta<float>);
  m.impl("tuple", &tuple_meta);
}
