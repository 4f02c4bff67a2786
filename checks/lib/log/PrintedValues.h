// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_PRINTEDVALUES_H
#define AOTI_TIDY_CHECKS_LIB_LOG_PRINTEDVALUES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// What a log says of a tensor's values, as they stand there.
struct PrintedTensor {
  std::string Name, Dtype, Size, Mean, Min, Max;
  uint64_t Line = 0; ///< from 1

  bool hasNaN() const;
  /// "'arg3_1' is 0 to 99"
  std::string text() const;
};

/// A kernel, and the tensors that it was started with: what it reads, and, until
/// its end was printed, what it writes, with the values of memory that was not
/// written yet.
struct PrintedKernel {
  std::string Name;
  std::vector<PrintedTensor> Before;
};

/// Reads what AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER=2 makes a model print
/// before and behind each kernel (measured with torch 2.13):
///
///   [  before_launch - cpp_fused_log_0 - arg2_1  ]:
///   ... the values, or some of them
///   Number of elements: 32
///   Dtype: float32
///   Mean value: 0.502357
///   Min value: -1
///   Max value: 1.08255
///   Device: cpu
///   Size: [4, 8]
class PrintedValues {
public:
  /// Takes a line that has one of the words of such a block.
  void read(llvm::StringRef Line, uint64_t Number);

  /// The kernel that was started last, if its values were printed.
  const std::optional<PrintedKernel> &lastKernel() const { return Last; }

  /// The first tensor that was NaN behind a kernel, and that kernel.
  struct NaN {
    PrintedKernel By;
    PrintedTensor In;
  };
  const std::optional<NaN> &firstNaN() const { return First; }

private:
  void begin(llvm::StringRef Line, size_t At, bool IsBefore, uint64_t Number);
  void end();

  std::optional<PrintedKernel> Last;
  bool HasEnded = false;  ///< Last
  bool IsOfFirst = false; ///< Last, of First
  PrintedTensor Current;
  bool IsBefore = false;
  std::string Prefix; ///< before each line of Current: a rank's
  std::optional<NaN> First;
};

} // namespace aoti_tidy

#endif
