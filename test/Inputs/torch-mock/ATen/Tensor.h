#pragma once
#include <c10/core/Device.h>
#include <cstdint>
#include <initializer_list>
#include <vector>
namespace c10 {
using IntArrayRef = std::initializer_list<int64_t>;
struct TensorOptions {
  TensorOptions(DeviceType Device);
  TensorOptions(Device Device);
  TensorOptions();
  TensorOptions device(Device D) const;
};
} // namespace c10
namespace at {
using c10::Device;
using c10::DeviceType;
using c10::kCPU;
using c10::kCUDA;
using c10::TensorOptions;
struct Tensor {
  Tensor to(TensorOptions Options) const;
  Tensor cuda() const;
  Tensor cpu() const;
};
Tensor randn(c10::IntArrayRef Size, TensorOptions Options = {});
Tensor zeros(c10::IntArrayRef Size, TensorOptions Options = {});
} // namespace at
namespace torch {
using namespace at;
namespace cuda {
bool is_available();
void synchronize(int64_t device_index = -1);
}
} // namespace torch
