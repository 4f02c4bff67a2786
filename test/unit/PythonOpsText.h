// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_PYTHONOPSTEXT_H
#define AOTI_TIDY_TEST_UNIT_PYTHONOPSTEXT_H

#include "checks/lib/ops/PythonOps.h"
#include "fmt/format.h"

namespace aoti_tidy {

/// One line for each: "schema ns::op (Tensor x) -> Tensor", "fake ns::op Meta".
inline std::string scan(llvm::StringRef Text) {
  std::string All;
  for (const PythonOp &Op : scanPythonOps(Text)) {
    const char *Kind = Op.K == PythonOp::Schema ? "schema"
                       : Op.K == PythonOp::Fake ? "fake"
                                                : "kernel";
    const std::string &More = Op.K == PythonOp::Schema ? Op.SchemaText : Op.Key;
    All += fmt::format("{} {}::{}{}{}\n", Kind, Op.Namespace, Op.Name,
                       More.empty() ? "" : " ", More);
  }
  return All;
}

} // namespace aoti_tidy

#endif
