// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/PythonOps.h"
#include "checks/lib/ops/OpNames.h"
#include "checks/lib/ops/OpRegistrations.h"
#include "checks/lib/script/ExportedModels.h"
#include "checks/lib/script/ScriptPaths.h"

using namespace aoti_tidy;
namespace python = aoti_tidy::python;

using OpList = llvm::ArrayRef<python::OpRegistration>;

/// The Python definition of \p Op whose kernel export does not look into; null
/// if there is none.
static const python::OpRegistration *opaque(OpList All,
                                            const python::OperatorName &Op) {
  using Kind = python::OpRegistration::Kind;
  const python::OpRegistration *Schema = nullptr;
  bool HasKernel = false;
  for (const python::OpRegistration &R : All) {
    if (R.Op.Namespace != Op.Namespace || R.Op.Name != Op.Name)
      continue;
    if (R.Registrar == "triton_op" || R.Key == "CompositeImplicitAutograd" ||
        (R.Registrar == "impl" && R.Key.empty()))
      return nullptr;
    if (R.What == Kind::Schema)
      Schema = &R;
    HasKernel |= R.Registrar == "custom_op" || R.What == Kind::Kernel ||
                 R.Key == "CompositeExplicitAutograd";
  }
  return HasKernel ? Schema : nullptr;
}

/// Adds the operators that the forward() of a model calls of which \p F writes
/// a package, if nothing there may replace the calls, or load the operator.
static void addPacked(const python::File &F, const python::OpCalls &Calls,
                      llvm::StringRef Path, OpFacts &To) {
  for (const llvm::StringRef Word :
       {"register_lowering", "decomp", "custom_ops_to_c_shims",
        "custom_op_libs", "load_library", "cpp_extension", "CDLL"})
    if (F.mentions(Word))
      return;
  const python::OpNames Names(F, Calls);
  const auto All = python::opRegistrations(F, Calls, /*WithKernels=*/true);
  for (const python::ExportedModel &M : python::exportedModels(F)) {
    const python::Argument *Given = M.Compile->keyword("package_path");
    const auto Package =
        Given ? python::scriptPath(Given->Value, F) : std::nullopt;
    const python::Node Maker = python::makerOf(M.Model, F);
    if (!Package || !Maker)
      continue;
    for (const python::Node &Made : python::makersWithin(Maker, F)) {
      const python::Node Class = python::moduleClassOf(Made, F);
      if (!Class)
        continue;
      python::forEachNode(
          python::methodNamed(Class, "forward"), [&](python::Node N) {
            // torch.ops.ns.op(x), op(x)
            if (N.is("call"))
              for (const auto &Op : Names.namedBy(N.field("function"), "").All)
                if (const auto *R = opaque(All, Op))
                  To.Packed.push_back({*Package,
                                       Op.Namespace + "::" + Op.Name,
                                       {Path.str(), R->At.begin()}});
            return true;
          });
    }
  }
}

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
  addPacked(*F, Calls, File, Facts);
  for (const auto &[Begin, End] : F->tree().lost())
    AddLost(Begin, End);
  return Facts;
}
