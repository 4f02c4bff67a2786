// What the kernels of these tests need of torch's header to parse.
#pragma once
#include <atomic>
#include <cstdint>
#define C10_LIKELY(Condition) __builtin_expect(static_cast<bool>(Condition), 1)
#define AOTI_TORCH_CHECK(Condition, ...) (void)(Condition)

namespace c10 {
template <typename To, typename From> To convert(From Value) {
  return static_cast<To>(Value);
}
} // namespace c10

namespace at::vec {
template <typename T> struct Vectorized {
  T Lanes[8];
  static Vectorized loadu(const void *From, std::int64_t Count = 8);
  void store(void *To, int Count = 8) const;
};
} // namespace at::vec

extern thread_local std::atomic<int> *inductor_cpu_integer_div_error_flag;
void inductor_cpu_throw_if_integer_div_error(const std::atomic<int> &Error);
template <typename T> T max_propagate_nan(T A, T B) { return A > B ? A : B; }
template <typename T> T min_propagate_nan(T A, T B) { return A < B ? A : B; }
