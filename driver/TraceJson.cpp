// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/TraceReport.h"
namespace aoti_tidy {
llvm::json::Value traceJson(const TraceReport &, bool) { return nullptr; }
} // namespace aoti_tidy
