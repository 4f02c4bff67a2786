#pragma once
#include <c10/core/Device.h>
#include <c10/core/SymInt.h>
#include <c10/util/MaybeOwned.h>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>
namespace c10 {
enum class ScalarType : int8_t { Byte, Char, Short, Int, Long, Half, Float, Double, Bool = 11, BFloat16 = 15 };
constexpr ScalarType kByte = ScalarType::Byte, kInt = ScalarType::Int, kLong = ScalarType::Long, kHalf = ScalarType::Half, kFloat = ScalarType::Float, kDouble = ScalarType::Double, kBool = ScalarType::Bool, kBFloat16 = ScalarType::BFloat16, kUInt8 = kByte, kInt32 = kInt, kInt64 = kLong, kFloat16 = kHalf, kFloat32 = kFloat, kFloat64 = kDouble;
enum class Layout : int8_t { Strided, Sparse };
constexpr Layout kStrided = Layout::Strided;
enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast };
void set_default_dtype(ScalarType dtype);
struct Storage {
  size_t nbytes() const;
  SymInt sym_nbytes() const;
};
struct TensorOptions {
  TensorOptions();
  TensorOptions(Layout layout);
  template <typename T, typename = std::enable_if_t<std::is_same_v<std::decay_t<T>, Device>>> TensorOptions(T &&device);
  template <typename... Args, typename = std::enable_if_t<std::is_constructible_v<Device, Args &&...>>> TensorOptions(Args &&...args);
  TensorOptions(ScalarType dtype);
  TensorOptions device(std::optional<Device> device) const;
  template <typename... Args> TensorOptions device(Args &&...args) const;
  Device device() const;
  TensorOptions device_index(DeviceIndex device_index) const;
  TensorOptions dtype(std::optional<ScalarType> dtype) const;
  template <typename T> TensorOptions &dtype();
  TensorOptions layout(std::optional<Layout> layout) const;
  TensorOptions requires_grad(std::optional<bool> requires_grad) const;
  TensorOptions pinned_memory(std::optional<bool> pinned_memory) const;
  TensorOptions memory_format(std::optional<MemoryFormat> memory_format) const;
};
TensorOptions dtype(ScalarType dtype);
template <typename T> TensorOptions dtype();
TensorOptions device(Device device);
TensorOptions requires_grad(bool requires_grad = true);
struct Scalar {
  Scalar(int I);
  Scalar(int64_t I);
  Scalar(bool B);
  Scalar(double D);
};
struct TensorImpl {
  int64_t size(int64_t D) const;
  IntArrayRef sizes() const;
  int64_t numel() const;
  bool has_symbolic_sizes_strides() const;
};
} // namespace c10
namespace at {
using namespace c10;
template <typename T, size_t N> struct TensorAccessor {
  TensorAccessor<T, N - 1> operator[](int64_t I);
  T *data();
};
template <typename T> struct TensorAccessor<T, 1> {
  T &operator[](int64_t I);
  T *data();
};
struct TensorBase {
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t size(int64_t D) const;
  IntArrayRef sizes() const;
  int64_t stride(int64_t D) const;
  IntArrayRef strides() const;
  int64_t numel() const;
  size_t nbytes() const;
  int64_t storage_offset() const;
  SymInt sym_size(int64_t D) const;
  SymIntArrayRef sym_sizes() const;
  SymInt sym_stride(int64_t D) const;
  SymIntArrayRef sym_strides() const;
  SymInt sym_numel() const;
  SymInt sym_nbytes() const;
  SymInt sym_storage_offset() const;
  size_t itemsize() const;
  int64_t element_size() const;
  bool is_contiguous() const;
  bool is_meta() const;
  bool is_cpu() const;
  bool is_cuda() const;
  bool defined() const;
  Device device() const;
  ScalarType scalar_type() const;
  ScalarType dtype() const;
  TensorOptions options() const;
  const Storage &storage() const;
  TensorImpl *unsafeGetTensorImpl() const;
  void *data_ptr() const;
  template <typename T> T *data_ptr() const;
  const void *const_data_ptr() const;
  template <typename T> const T *const_data_ptr() const;
  void *mutable_data_ptr() const;
  template <typename T> T *mutable_data_ptr() const;
  template <typename T, size_t N> TensorAccessor<T, N> accessor() const;
};
namespace indexing {
struct TensorIndex;
}
struct Tensor : TensorBase {
  Tensor();
  Tensor(const Tensor &);
  Tensor(Tensor &&) noexcept;
  Scalar item() const;
  template <typename T> T item() const;
  const Tensor &resize_(IntArrayRef size) const;
  const Tensor &resize__symint(SymIntArrayRef size) const;
  const Tensor &resize_as_(const Tensor &Template) const;
  bool equal(const Tensor &X) const;
  bool is_nonzero() const;
  Tensor operator[](int64_t I) const;
  Tensor index(ArrayRef<indexing::TensorIndex> I) const;
  Tensor &operator=(const Tensor &) &;
  Tensor &operator=(Tensor &&) &;
  Tensor &operator=(const Scalar &v) &&;
  Tensor &operator+=(const Tensor &other);
  Tensor &operator+=(const Scalar &other);
  Tensor to(TensorOptions options = {}, bool non_blocking = false, bool copy = false, std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor to(Device device, ScalarType dtype, bool non_blocking = false, bool copy = false, std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor to(ScalarType dtype, bool non_blocking = false, bool copy = false, std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor to(const Tensor &other, bool non_blocking = false, bool copy = false, std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor cuda() const;
  Tensor cpu() const;
  Tensor toType(ScalarType t) const;
  Tensor contiguous(MemoryFormat memory_format = MemoryFormat::Contiguous) const;
  Tensor clone(std::optional<MemoryFormat> memory_format = std::nullopt) const;
  Tensor detach() const;
  Tensor flatten(int64_t start_dim = 0, int64_t end_dim = -1) const;
  Tensor transpose(int64_t dim0, int64_t dim1) const;
  Tensor t() const;
  Tensor permute(IntArrayRef dims) const;
  Tensor squeeze(int64_t dim) const;
  Tensor unsqueeze(int64_t dim) const;
  Tensor &unsqueeze_(int64_t dim) const;
  Tensor &zero_() const;
  Tensor &copy_(const Tensor &src, bool non_blocking = false) const;
  Tensor &fill_(const Scalar &value) const;
  Tensor select(int64_t dim, int64_t index) const;
  Tensor argmax(std::optional<int64_t> dim = std::nullopt, bool keepdim = false) const;
  Tensor mean(int64_t dim) const;
  Tensor mean(std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor mean(OptionalIntArrayRef dim, bool keepdim = false, std::optional<ScalarType> dtype = std::nullopt) const;
  Tensor index_select(int64_t dim, const Tensor &index) const;
  Tensor masked_fill(const Tensor &mask, const Tensor &value) const;
  Tensor set_(const Tensor &source) const;
  std::vector<Tensor> unbind(int64_t dim = 0) const;
  Tensor div(const Scalar &other) const;
  Tensor view(IntArrayRef size) const;
  Tensor view_symint(SymIntArrayRef size) const;
  Tensor reshape(IntArrayRef shape) const;
  Tensor reshape_symint(SymIntArrayRef shape) const;
  Tensor expand(IntArrayRef size, bool implicit = false) const;
  Tensor expand_symint(SymIntArrayRef size, bool Implicit = false) const;
  Tensor repeat(IntArrayRef repeats) const;
  Tensor repeat_symint(SymIntArrayRef R) const;
  Tensor narrow(int64_t dim, int64_t start, int64_t length) const;
  Tensor narrow_symint(int64_t D, SymInt Start, SymInt Length) const;
  Tensor slice(int64_t dim = 0, std::optional<int64_t> start = std::nullopt, std::optional<int64_t> end = std::nullopt, int64_t step = 1) const;
  Tensor slice_symint(int64_t D = 0, std::optional<SymInt> Start = std::nullopt, std::optional<SymInt> End = std::nullopt, SymInt Step = 1) const;
  Tensor as_strided(IntArrayRef size, IntArrayRef Stride, std::optional<int64_t> Offset = std::nullopt) const;
  Tensor as_strided_symint(SymIntArrayRef size, SymIntArrayRef Stride, std::optional<SymInt> Offset = std::nullopt) const;
  Tensor new_empty(IntArrayRef size, TensorOptions options = {}) const;
  Tensor new_empty_symint(SymIntArrayRef size, TensorOptions O = {}) const;
  Tensor new_zeros(IntArrayRef size, TensorOptions options = {}) const;
  Tensor new_zeros_symint(SymIntArrayRef size, TensorOptions O = {}) const;
};
using TensorList = ArrayRef<Tensor>;
Tensor randn(IntArrayRef size, TensorOptions options = {});
Tensor empty(IntArrayRef size, TensorOptions options = {});
Tensor empty_symint(SymIntArrayRef size, TensorOptions O = {});
Tensor zeros(IntArrayRef size, TensorOptions options = {});
Tensor zeros_symint(SymIntArrayRef size, TensorOptions O = {});
Tensor ones(IntArrayRef size, TensorOptions options = {});
Tensor ones_symint(SymIntArrayRef size, TensorOptions O = {});
Tensor full(IntArrayRef size, const Scalar &fill_value, TensorOptions options = {});
Tensor full_symint(SymIntArrayRef size, const Scalar &Fill, TensorOptions O = {});
Tensor empty_strided(IntArrayRef size, IntArrayRef Stride, TensorOptions O = {});
Tensor empty_strided_symint(SymIntArrayRef size, SymIntArrayRef Stride, TensorOptions O = {});
Tensor stack(ArrayRef<Tensor> tensors, int64_t dim = 0);
Tensor reshape(const Tensor &self, IntArrayRef shape);
Tensor reshape_symint(const Tensor &X, SymIntArrayRef shape);
Tensor arange(const Scalar &end, TensorOptions options = {});
Tensor randint(int64_t low, int64_t high, IntArrayRef size, TensorOptions options = kLong);
Tensor cat(ArrayRef<Tensor> tensors, int64_t dim = 0);
Tensor from_blob(void *data, IntArrayRef sizes, const TensorOptions &options = {});
Tensor from_blob(void *data, IntArrayRef sizes, IntArrayRef strides, const TensorOptions &options = {});
Tensor &randn_out(Tensor &out, IntArrayRef size);
Tensor operator+(const Tensor &x, const Tensor &y);
Tensor operator-(const Tensor &x, const Tensor &y);
Tensor operator*(const Tensor &x, const Tensor &y);
Tensor operator*(const Tensor &x, const Scalar &y);
Tensor operator/(const Tensor &x, const Scalar &y);
Tensor empty_like(const Tensor &self, TensorOptions options = {});
Tensor zeros_like(const Tensor &self, TensorOptions options = {});
const Tensor &resize_as_(const Tensor &X, const Tensor &Template);
Tensor resize_as(const Tensor &X, const Tensor &Template);
Tensor relu(const Tensor &self);
Tensor softmax(const Tensor &self, int64_t dim, std::optional<ScalarType> dtype = std::nullopt);
Tensor matmul(const Tensor &self, const Tensor &other);
Tensor where(const Tensor &condition, const Tensor &self, const Tensor &other);
Tensor lerp(const Tensor &self, const Tensor &end, const Scalar &weight);
Tensor embedding(const Tensor &weight, const Tensor &indices);
Tensor hann_window(int64_t window_length, TensorOptions options = {});
Tensor operator>(const Tensor &x, const Scalar &y);
Tensor operator&(const Tensor &x, const Tensor &y);
std::tuple<Tensor, Tensor> max(const Tensor &self, int64_t dim, bool keepdim = false);
std::vector<Tensor> chunk(const Tensor &self, int64_t chunks, int64_t dim = 0);
Tensor add(const Tensor &A, const Tensor &B);
int64_t size(const Tensor &X, int64_t D);
int64_t stride(const Tensor &X, int64_t D);
bool equal(const Tensor &A, const Tensor &B);
bool allclose(const Tensor &self, const Tensor &other, double rtol = 1e-05, double atol = 1e-08, bool equal_nan = false);
bool is_nonzero(const Tensor &X);
Scalar _local_scalar_dense(const Tensor &X);
template <class F> void parallel_for(int64_t Begin, int64_t End, int64_t Grain, const F &f) { f(Begin, End); }
namespace indexing {
struct Slice {
  Slice(std::optional<SymInt> Start = std::nullopt, std::optional<SymInt> Stop = std::nullopt, std::optional<SymInt> Step = std::nullopt);
};
struct TensorIndex {
  TensorIndex(Slice S);
};
} // namespace indexing
} // namespace at
namespace c10::detail {
[[noreturn]] void torchCheckFail(const char *Function, const char *File, uint32_t Line, const std::string &Message);
template <typename... Args> std::string torchCheckMsgImpl(const char *Message, const Args &...A);
} // namespace c10::detail
// As in c10/util/Exception.h: the condition is evaluated, the rest is a message.
#define TORCH_CHECK(cond, ...)                                                 \
  if (__builtin_expect(static_cast<bool>(!(cond)), 0)) {                       \
    ::c10::detail::torchCheckFail(                                             \
        __func__, __FILE__, static_cast<uint32_t>(__LINE__),                   \
        (::c10::detail::torchCheckMsgImpl("Expected " #cond, ##__VA_ARGS__))); \
  }
namespace torch {
using namespace at;
namespace detail {
struct TensorDataContainer {
  TensorDataContainer(int value);
  TensorDataContainer(float value);
  TensorDataContainer(double value);
  TensorDataContainer(std::initializer_list<TensorDataContainer> init_list);
  TensorDataContainer(const std::vector<float> &values);
};
} // namespace detail
Tensor tensor(detail::TensorDataContainer tensor_data_container, const TensorOptions &options = {});
Tensor ones(IntArrayRef size, TensorOptions options = {});
Tensor rand(IntArrayRef size, TensorOptions options = {});
Tensor empty(IntArrayRef size, TensorOptions options = {});
Tensor empty_symint(SymIntArrayRef size, TensorOptions O = {});
Tensor zeros(IntArrayRef size, TensorOptions options = {});
Tensor zeros_symint(SymIntArrayRef size, TensorOptions O = {});
Tensor randn(IntArrayRef size, TensorOptions options = {});
namespace cuda {
bool is_available();
void synchronize(int64_t device_index = -1);
}
} // namespace torch
