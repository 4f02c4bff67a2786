// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/DeprecatedApi.h"

namespace aoti_tidy {

NamedRows<DeprecatedFunction> deprecatedCFunctions() {
  static constexpr DeprecatedFunction Rows[] = {
#define AOTI_DEPRECATED_C(NAME, REPLACEMENT, MAJOR, MINOR, WHY)                \
  {NAME, REPLACEMENT, {MAJOR, MINOR}, WHY},
#include "checks/lib/torch/DeprecatedApi.def"
  };
  return Rows;
}

NamedRows<DeprecatedFunction> deprecatedPythonFunctions() {
  static constexpr DeprecatedFunction Rows[] = {
#define AOTI_DEPRECATED_PYTHON(PATH, REPLACEMENT, MAJOR, MINOR, TEXT)          \
  {PATH, REPLACEMENT, {MAJOR, MINOR}, TEXT},
#include "checks/lib/torch/DeprecatedApi.def"
  };
  return Rows;
}

NamedRows<MovedHeader> movedHeaders() {
  static constexpr MovedHeader Rows[] = {
#define AOTI_MOVED_HEADER(OLD, NEW, MAJOR, MINOR) {OLD, NEW, {MAJOR, MINOR}},
#include "checks/lib/torch/DeprecatedApi.def"
  };
  return Rows;
}

NamedRows<MovedPythonName> movedPythonNames() {
  static constexpr MovedPythonName Rows[] = {
#define AOTI_MOVED_PYTHON(MODULE, NAME, MAJOR, MINOR, REPLACEMENT)             \
  {MODULE, NAME, {MAJOR, MINOR}, REPLACEMENT},
#include "checks/lib/torch/DeprecatedApi.def"
  };
  return Rows;
}

NamedRows<GoneConfig> goneConfigs() {
  static constexpr GoneConfig Rows[] = {
#define AOTI_GONE_CONFIG(KEY, MAJOR, MINOR, REPLACEMENT, FOR_TRUE, FOR_FALSE)  \
  {KEY, {MAJOR, MINOR}, REPLACEMENT, FOR_TRUE, FOR_FALSE},
#include "checks/lib/torch/DeprecatedApi.def"
  };
  return Rows;
}

NamedRows<PerDeviceShim> perDeviceShims() {
  static constexpr PerDeviceShim Rows[] = {
#define AOTI_PER_DEVICE_SHIM(NAME, REPLACEMENT, DEVICES)                       \
  {NAME, REPLACEMENT, DEVICES},
#include "checks/lib/torch/DeprecatedApi.def"
  };
  return Rows;
}

} // namespace aoti_tidy
