// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/OpTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// Kernels for these keys need an operator's data.
bool isDeviceKey(StringRef Key) {
  return llvm::is_contained(
      {"CPU", "CUDA", "HIP", "XPU", "MPS", "HPU", "PrivateUse1", "XLA", "MTIA"},
      Key);
}

/// A kernel that runs for fake tensors unless there is something better.
bool isCompositeExplicit(const KernelFact &K) {
  return !K.Op.empty() &&
         StringRef(K.Key).starts_with("CompositeExplicitAutograd");
}

auto order(const SchemaFact &S) { return std::tie(S.Where, S.Op); }
auto order(const KernelFact &K) { return std::tie(K.Where, K.Op, K.Key); }

/// The same whatever the order of the files.
template <typename Fact>
void sortFacts(llvm::StringMap<std::vector<const Fact *>> &Map) {
  for (auto &Entry : Map)
    llvm::sort(Entry.second, [](const Fact *A, const Fact *B) {
      return order(*A) < order(*B);
    });
}

/// Whether \p C is about kernels that are run, not about those that export runs.
bool isOfRun(const Condition &C) {
  return C.K == Condition::Kind::WritesArgument ||
         C.K == Condition::Kind::ReturnsArgument;
}

/// Whether \p S says of an argument what \p C is about.
bool fits(const OpSchema &S, const Condition &C) {
  if (isOfRun(C))
    return C.Argument < S.Arguments.size() &&
           StringRef(S.Arguments[C.Argument].Type).starts_with("Tensor") &&
           (C.K == Condition::Kind::WritesArgument
                ? !S.Arguments[C.Argument].IsMutated
                : !S.ReturnsAlias);
  auto Fits = [&](const SchemaArgument &A) {
    return C.K == Condition::Kind::IsMetaWithSymInt ? A.isSymInt() : A.isInt();
  };
  return C.Argument == Condition::AnyArgument
             ? llvm::any_of(S.Arguments, Fits)
             : C.Argument < S.Arguments.size() && Fits(S.Arguments[C.Argument]);
}

} // namespace

UnreadCode UnreadCode::anything() {
  UnreadCode Result;
  Result.Anything = true;
  return Result;
}

void UnreadCode::add(StringRef Text) {
  // It could not be read, or is in an encoding whose words these are not.
  Anything |= Text.empty() || Text.contains('\0');
  while (!Text.empty()) {
    // The letter of "\nop" is none of the name.
    if (Text.front() == '\\') {
      Text = Text.drop_front(2);
      continue;
    }
    const StringRef Word =
        Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    if (!Word.empty())
      Words.insert(Word);
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
}

bool UnreadCode::mayName(StringRef Op) const {
  if (Anything)
    return true;
  const auto Name = OpName::parse(Op);
  return !Name || Words.contains(Name->Name);
}

OpTable::OpTable(llvm::ArrayRef<const OpFacts *> Facts, UnreadCode Unread)
    : Unread(std::move(Unread)) {
  for (const OpFacts *F : Facts) {
    for (const SchemaFact &S : F->Schemas)
      Schemas[S.Op].push_back(&S);
    for (const KernelFact &K : F->Kernels) {
      if (!K.Function.empty())
        ByFunction[K.Function].push_back(&K);
      if (!K.Op.empty())
        ByOp[K.Op].push_back(&K);
    }
    for (const OpName &Name : F->Fakes)
      Fakes.push_back(&Name);
  }
  sortFacts(ByFunction);
  sortFacts(ByOp);
  sortFacts(Schemas);
}

bool OpTable::mayServeExport(StringRef Key) {
  return Key == "Meta" || Key.starts_with("Composite") || Key.empty();
}

llvm::ArrayRef<const KernelFact *>
OpTable::kernelsOf(StringRef Function) const {
  const auto It = ByFunction.find(Function);
  if (It == ByFunction.end())
    return {};
  return It->second;
}

/// The first schema of \p Op, if all that it has fit.
const SchemaFact *OpTable::schemaOf(StringRef Op, const Condition &C) const {
  const auto It = Schemas.find(Op);
  if (Op.empty() || It == Schemas.end() ||
      !llvm::all_of(It->second,
                    [&](const SchemaFact *S) { return fits(S->Schema, C); }))
    return nullptr;
  return It->second.front();
}

/// \param IsNamed Not only by code that makes up the names of operators.
bool OpTable::hasFake(StringRef Op, bool IsNamed) const {
  if (const auto It = ByOp.find(Op);
      It != ByOp.end() && llvm::any_of(It->second, [](const KernelFact *K) {
        return K->Key == "Meta" || K->Key.empty();
      }))
    return true;
  const auto Name = OpName::parse(Op);
  return Name && llvm::any_of(Fakes, [&](const OpName *Fake) {
           // register_fake("ns::op") is for the default overload, but
           // registration helpers often leave the overload to someone else.
           return ((!IsNamed && Fake->Name.empty()) ||
                   Fake->Name == Name->Name) &&
                  (Fake->Namespace.empty() ||
                   Fake->Namespace == Name->Namespace);
         });
}

bool OpTable::isMeta(const KernelFact &K, bool Traceable) const {
  if (K.Key == "Meta")
    return true;
  if (!Traceable)
    return false;
  // Export decomposes an operator with such a kernel, even if it has a Meta
  // kernel, too; torch refuses to register a Python fake beside it.
  if (K.Key == "CompositeImplicitAutograd")
    return true;
  // Runs for fake tensors unless there is something better, maybe in a file out
  // of sight.
  return isCompositeExplicit(K) && !Unread.mayName(K.Op) && !hasFake(K.Op);
}

/// Whatever the unread code and nameless fakes may say.
std::optional<OpTable::Evidence> OpTable::lacksMeta(StringRef Op) const {
  const auto Kernels = ByOp.find(Op);
  if (!Schemas.contains(Op) || Kernels == ByOp.end() ||
      hasFake(Op, /*IsNamed=*/true))
    return std::nullopt;
  const KernelFact *OfDevice = nullptr;
  for (const KernelFact *K : Kernels->second) {
    if (mayServeExport(K->Key))
      return std::nullopt;
    if (!OfDevice && isDeviceKey(K->Key))
      OfDevice = K;
  }
  if (!OfDevice)
    return std::nullopt;
  // The finding is at the schema.
  return Evidence{OfDevice, nullptr, 0};
}

bool OpTable::isOpaque(StringRef Op) const {
  const auto Kernels = ByOp.find(Op);
  return Kernels != ByOp.end() &&
         llvm::none_of(Kernels->second,
                       [](const KernelFact *K) {
                         return K->Key == "CompositeImplicitAutograd" ||
                                K->Key.empty();
                       }) &&
         llvm::any_of(Kernels->second,
                      [](const KernelFact *K) { return isDeviceKey(K->Key); });
}

std::optional<std::string> OpTable::openQuestion(const Condition &C) const {
  if (C.K == Condition::Kind::LacksMeta)
    return lacksMeta(C.Op) ? std::optional(C.Op) : std::nullopt;
  if (C.Traceable && C.K != Condition::Kind::Always)
    for (const KernelFact *K : kernelsOf(C.Function))
      if (isCompositeExplicit(*K) && !hasFake(K->Op))
        return K->Op;
  return std::nullopt;
}

std::optional<OpTable::Evidence> OpTable::holds(const Condition &C) const {
  using Kind = Condition::Kind;
  if (C.K == Kind::Always)
    return Evidence();
  if (C.K == Kind::LacksMeta)
    return Unread.mayName(C.Op) || hasFake(C.Op) ? std::nullopt
                                                 : lacksMeta(C.Op);

  if (C.K == Kind::IsOpaque)
    return isOpaque(C.Op) ? std::optional(Evidence()) : std::nullopt;

  if (C.K == Kind::NotLoaded)
    return C.Op.empty() ? std::nullopt : std::optional(Evidence());

  const bool NeedsMeta = C.K != Kind::IsKernelWithInt && !isOfRun(C);
  std::optional<Evidence> Result;
  llvm::StringSet<> Ops;
  for (const KernelFact *K : kernelsOf(C.Function)) {
    if (NeedsMeta && !isMeta(*K, C.Traceable))
      continue;
    if (isOfRun(C) && !isDeviceKey(K->Key) && !isCompositeExplicit(*K))
      continue;
    const bool NeedsSchema = C.K != Kind::IsMeta;
    const SchemaFact *Schema = NeedsSchema ? schemaOf(K->Op, C) : nullptr;
    if (NeedsSchema && !Schema)
      continue;
    if (!Result)
      Result = Evidence{K, Schema, 0};
    Ops.insert(K->Op);
  }
  if (Result)
    Result->OtherOps = Ops.size() - 1;
  return Result;
}

std::string registrationNote(const OpTable::Evidence &E) {
  std::string Text = "registered here as ";
  Text += E.Kernel->Op.empty() ? fmt::format("a {} kernel", E.Kernel->Key)
                               : fmt::format("the {} kernel of '{}'",
                                             E.Kernel->Key, E.Kernel->Op);
  if (E.OtherOps)
    Text += fmt::format(" and {} other operator{}", E.OtherOps,
                        E.OtherOps == 1 ? "" : "s");
  return Text;
}

std::string schemaNote(const SchemaFact &Schema) {
  return fmt::format("the schema of '{}' is here", Schema.Op);
}

std::string definedNote(llvm::StringRef Op) {
  return fmt::format("'{}' is defined here, in Python", Op.str());
}

} // namespace aoti_tidy
