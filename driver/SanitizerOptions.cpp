// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the program, the unit tests and the fuzz targets, where they are sanitized.

// LLVM's archives are not instrumented: containers that cross the border look
// overflown, and what our copies of its allocators' templates poison is handed
// out by its own, which do not know of poison.
extern "C" __attribute__((visibility("default"))) const char *
__asan_default_options() {
  return "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0";
}
