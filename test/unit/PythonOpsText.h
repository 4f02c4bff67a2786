// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_PYTHONOPSTEXT_H
#define AOTI_TIDY_TEST_UNIT_PYTHONOPSTEXT_H

#include "checks/lib/ops/OpNames.h"
#include "checks/lib/ops/OpRegistrations.h"
#include "fmt/format.h"
#include <map>

namespace aoti_tidy {

/// One line for each: "schema ns::op (Tensor x) -> Tensor", "fake ns::op Meta".
inline std::string scan(llvm::StringRef Text) {
  using Kind = python::OpRegistration::Kind;
  std::multimap<std::pair<unsigned, Kind>, std::string> Lines;
  const auto Add = [&](unsigned Offset, Kind K, const python::OperatorName &Op,
                       llvm::StringRef More) {
    if (!Op.Namespace.empty() || !Op.Name.empty())
      Lines.emplace(std::pair(Offset, K),
                    fmt::format("{} {}::{}{}{}\n",
                                K == Kind::Schema ? "schema" : "fake",
                                Op.Namespace, Op.Name, More.empty() ? "" : " ",
                                More.str()));
  };
  const auto AddLost = [&](unsigned Begin, unsigned End) {
    for (const auto &Op : python::opNamesInLostText(Text.slice(Begin, End)))
      Add(Begin, Kind::Fake, Op, "");
  };
  const python::Settings None;
  if (!python::mayRegisterOps(Text))
    return "";
  if (const auto F = python::File::create("", Text, None)) {
    const python::OpCalls Calls(*F);
    for (const auto &R : python::opRegistrations(*F, Calls))
      Add(R.At.begin(), R.What, R.Op,
          R.What == Kind::Schema ? R.SchemaText : R.Key);
    for (const auto &[Begin, End] : F->tree().lost())
      AddLost(Begin, End);
  } else {
    AddLost(0, Text.size());
  }
  std::string All;
  for (const auto &Line : Lines)
    All += Line.second;
  return All;
}

} // namespace aoti_tidy

#endif
