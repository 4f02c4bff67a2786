// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the place of glibc's arc4random(), which is there from 2.36 on only:
// LLVM draws the names of its temporary files from it. With it, the program would
// not start on the machines that have glibc 2.34 and 2.35.
#include <cstdint>
#include <sys/random.h>

extern "C" uint32_t arc4random() {
  uint32_t Result;
  // Cannot fail for so few bytes, once the machine has started.
  while (getrandom(&Result, sizeof Result, 0) != sizeof Result) {
  }
  return Result;
}
