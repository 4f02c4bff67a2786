// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/TraceReport.h"
namespace aoti_tidy {
void writeTraceHtml(const TraceReport &, llvm::raw_ostream &) {}
} // namespace aoti_tidy
