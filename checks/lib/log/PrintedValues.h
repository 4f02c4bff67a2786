// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_PRINTEDVALUES_H
#define AOTI_TIDY_CHECKS_LIB_LOG_PRINTEDVALUES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

struct PrintedTensor {
  std::string Name, Dtype, Size, Mean, Min, Max;
  uint64_t Line = 0; ///< from 1

  bool hasNaN() const;
  std::string text() const;
};

/// A kernel with the tensors that it was started with: those it reads, and,
/// until its end, those it writes, with the old values.
struct PrintedKernel {
  std::string Name;
  std::vector<PrintedTensor> Before;
};

/// Reads what AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER=2 prints around
/// each kernel (torch 2.13):
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
  void read(llvm::StringRef Line, uint64_t Number);

  const std::optional<PrintedKernel> &lastKernel() const { return Last; }

  /// The first tensor that was NaN behind a kernel.
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
