// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/PythonOps.h"
#include "checks/lib/ops/OpRegistrations.h"
#include "checks/lib/ops/OpWords.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

namespace python = aoti_tidy::python;

namespace aoti_tidy {
namespace {

PythonOp::Kind kindOf(python::OpRegistration::Kind What) {
  switch (What) {
  case python::OpRegistration::Kind::Schema:
    return PythonOp::Schema;
  case python::OpRegistration::Kind::Fake:
    return PythonOp::Fake;
  case python::OpRegistration::Kind::Kernel:
    return PythonOp::Kernel;
  }
  llvm_unreachable("a registration of no kind");
}

} // namespace

std::vector<PythonOp> scanPythonOps(llvm::StringRef Text) {
  std::vector<PythonOp> Ops;
  const auto Add = [&](python::OperatorName Op, PythonOp::Kind K,
                       std::string Schema, std::string Key, unsigned Offset) {
    if (!Op.Namespace.empty() || !Op.Name.empty())
      Ops.push_back({std::move(Op.Namespace), std::move(Op.Name), K,
                     std::move(Schema), std::move(Key), Offset});
  };
  // Most files of a project have nothing to do with operators.
  if (!python::mayRegisterOps(Text))
    return Ops;
  const auto AddLost = [&](unsigned Begin, unsigned End) {
    for (auto &Op : python::opNamesInLostText(Text.slice(Begin, End)))
      Add(std::move(Op), PythonOp::Fake, "", "", Begin);
  };
  const python::Settings None;
  const auto F = python::File::create("", Text, None);
  if (!F) {
    AddLost(0, Text.size());
    return Ops;
  }
  const python::OpCalls Calls(*F);
  for (python::OpRegistration &R : python::opRegistrations(*F, Calls))
    Add(std::move(R.Op), kindOf(R.What), std::move(R.SchemaText),
        std::move(R.Key), R.At.begin());
  for (const auto &[Begin, End] : F->tree().lost())
    AddLost(Begin, End);
  llvm::sort(Ops, [](const PythonOp &A, const PythonOp &B) {
    return std::tie(A.Offset, A.K, A.Name, A.Key) <
           std::tie(B.Offset, B.K, B.Name, B.Key);
  });
  return Ops;
}

} // namespace aoti_tidy
