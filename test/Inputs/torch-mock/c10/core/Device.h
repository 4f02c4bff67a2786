#pragma once
#include <cstdint>
#include <string>
namespace c10 {
using DeviceIndex = int8_t;
enum class DeviceType : int8_t { CPU = 0, CUDA = 1, XPU = 12, MPS = 13, Meta = 14 };
constexpr DeviceType kCPU = DeviceType::CPU;
constexpr DeviceType kCUDA = DeviceType::CUDA;
constexpr DeviceType kXPU = DeviceType::XPU;
constexpr DeviceType kMeta = DeviceType::Meta;
struct Device {
  Device(DeviceType Type, DeviceIndex Index = -1);
  Device(const std::string &Text);
  bool operator==(const Device &Other) const noexcept;
  bool operator!=(const Device &Other) const noexcept;
  DeviceType type() const;
  DeviceIndex index() const;
  bool is_cpu() const;
  bool is_cuda() const;
  bool is_meta() const;
  std::string str() const;
};
} // namespace c10
