// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/customop/OpTable.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace clang::tidy::aoti {
namespace {

/// Kernels for these keys need an operator's data.
bool isDeviceKey(StringRef Key) {
  return llvm::is_contained({"CPU", "CUDA", "HIP", "XPU", "MPS", "HPU",
                             "PrivateUse1", "XLA", "MTIA"},
                            Key);
}

} // namespace

OpTable::OpTable(llvm::ArrayRef<const OpFacts *> Facts, bool Complete)
    : Complete(Complete) {
  for (const OpFacts *F : Facts) {
    for (const SchemaFact &S : F->Schemas)
      Schemas.try_emplace(S.Op, &S);
    for (const KernelFact &K : F->Kernels) {
      if (!K.Function.empty())
        ByFunction[K.Function].push_back(&K);
      if (!K.Op.empty())
        ByOp[K.Op].push_back(&K);
    }
    for (const OpName &Name : F->Fakes)
      Fakes.push_back(&Name);
  }
}

llvm::ArrayRef<const KernelFact *>
OpTable::kernelsOf(StringRef Function) const {
  const auto It = ByFunction.find(Function);
  if (It == ByFunction.end())
    return {};
  return It->second;
}

const SchemaFact *OpTable::schemaOf(StringRef Op) const {
  return Schemas.lookup(Op);
}

bool OpTable::hasFake(StringRef Op) const {
  if (const auto It = ByOp.find(Op);
      It != ByOp.end() &&
      llvm::any_of(It->second, [](const KernelFact *K) {
        return K->Key == "Meta";
      }))
    return true;
  const auto Name = OpName::parse(Op);
  return Name && llvm::any_of(Fakes, [&](const OpName *Fake) {
           // register_fake("ns::op") is for the default overload, but
           // registration helpers often leave the overload to someone else.
           return (Fake->Name.empty() || Fake->Name == Name->Name) &&
                  (Fake->Namespace.empty() ||
                   Fake->Namespace == Name->Namespace);
         });
}

bool OpTable::isMeta(const KernelFact &K, bool Traceable) const {
  if (K.Key == "Meta")
    return true;
  if (!Traceable)
    return false;
  // Export decomposes an operator with such a kernel; torch refuses to register
  // a fake beside it.
  if (K.Key == "CompositeImplicitAutograd")
    return !hasFake(K.Op);
  // Runs for fake tensors unless there is something better, maybe in a file out
  // of sight.
  return StringRef(K.Key).starts_with("CompositeExplicitAutograd") && Complete &&
         !K.Op.empty() && !hasFake(K.Op);
}

std::optional<OpTable::Evidence> OpTable::lacksMeta(StringRef Op) const {
  const SchemaFact *Schema = schemaOf(Op);
  const auto Kernels = ByOp.find(Op);
  if (!Complete || !Schema || Kernels == ByOp.end() || hasFake(Op))
    return std::nullopt;
  const KernelFact *OfDevice = nullptr;
  for (const KernelFact *K : Kernels->second) {
    if (StringRef(K->Key).starts_with("Composite"))
      return std::nullopt;
    if (!OfDevice && isDeviceKey(K->Key))
      OfDevice = K;
  }
  if (!OfDevice)
    return std::nullopt;
  // The finding is at the schema.
  return Evidence{OfDevice, nullptr, 0};
}

std::optional<OpTable::Evidence> OpTable::holds(const Condition &C) const {
  using Kind = Condition::Kind;
  if (C.K == Kind::Always)
    return Evidence();
  if (C.K == Kind::LacksMeta)
    return lacksMeta(C.Op);

  const bool NeedsMeta = C.K != Kind::IsKernel && C.K != Kind::IsKernelWithInt;
  std::optional<Evidence> Result;
  for (const KernelFact *K : kernelsOf(C.Function)) {
    if (NeedsMeta && !isMeta(*K, C.Traceable))
      continue;
    Evidence E{K, nullptr, 0};
    if (C.K != Kind::IsMeta && C.K != Kind::IsKernel) {
      E.Schema = K->Op.empty() ? nullptr : schemaOf(K->Op);
      if (!E.Schema)
        continue;
      const auto &Arguments = E.Schema->Schema.Arguments;
      auto Fits = [&](const SchemaArgument &A) {
        return C.K == Kind::IsMetaWithSymInt ? A.isSymInt() : A.isInt();
      };
      const bool Holds =
          C.Argument == Condition::AnyArgument
              ? llvm::any_of(Arguments, Fits)
              : C.Argument < Arguments.size() && Fits(Arguments[C.Argument]);
      if (!Holds)
        continue;
    }
    if (!Result)
      Result = E;
    else if (Result->Kernel->Op != K->Op)
      ++Result->OtherOps;
  }
  return Result;
}

std::string describeKernel(const OpTable::Evidence &E) {
  std::string Text = E.Kernel->Op.empty()
                         ? fmt::format("a {} kernel", E.Kernel->Key)
                         : fmt::format("the {} kernel of '{}'", E.Kernel->Key,
                                       E.Kernel->Op);
  if (E.OtherOps)
    Text += fmt::format(" and {} other operator{}", E.OtherOps,
                        E.OtherOps == 1 ? "" : "s");
  return Text;
}

} // namespace clang::tidy::aoti
