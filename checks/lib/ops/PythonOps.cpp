// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/PythonOps.h"
#include "checks/lib/ops/OpRegistrations.h"
#include "checks/lib/ops/OpWords.h"
#include "llvm/ADT/STLExtras.h"

using namespace aoti_tidy;
namespace python = aoti_tidy::python;

OpFacts aoti_tidy::readPythonOps(llvm::StringRef Text, llvm::StringRef File) {
  OpFacts Facts;
  // Most files of a project have nothing to do with operators.
  if (!python::mayRegisterOps(Text))
    return Facts;
  const auto NameOf = [](const python::OperatorName &Op) {
    OpName Name = OpName::parse(Op.Name).value_or(OpName());
    Name.Namespace = Op.Namespace;
    return Name;
  };
  const auto AddLost = [&](unsigned Begin, unsigned End) {
    for (const auto &Op : python::opNamesInLostText(Text.slice(Begin, End)))
      Facts.Fakes.push_back(NameOf(Op));
  };
  const python::Settings None;
  const auto F = python::File::create("", Text, None);
  if (!F) {
    AddLost(0, Text.size());
    return Facts;
  }
  const python::OpCalls Calls(*F);
  for (const python::OpRegistration &R : python::opRegistrations(*F, Calls)) {
    const OpName Name = NameOf(R.Op);
    if (R.What == python::OpRegistration::Kind::Fake) {
      if (!Name.Namespace.empty() || !Name.Name.empty())
        Facts.Fakes.push_back(Name);
    } else if (auto Schema = OpSchema::parse(Name.str() + R.SchemaText);
               Schema && !Name.Namespace.empty()) {
      Facts.Schemas.push_back(
          {Name.str(), std::move(*Schema), {File.str(), R.At.begin()}});
    }
  }
  for (const auto &[Begin, End] : F->tree().lost())
    AddLost(Begin, End);
  return Facts;
}
