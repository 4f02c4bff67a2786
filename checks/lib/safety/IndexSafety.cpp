// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/safety/IndexSafety.h"
#include "checks/lib/safety/IndexChecker.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

/// The lower bound that torch gives a dynamic size by itself.
constexpr int64_t CompilersBound = 2;

using Verdict = AccessDecision::Verdict;

} // namespace

std::set<Variable> variablesOf(ArrayRef<IndexExpr> Exprs) {
  std::set<Variable> Result;
  for (const IndexExpr &E : Exprs)
    E.forEachVariable([&](const Variable &V) { Result.insert(V); });
  return Result;
}

IndexChecker::IndexChecker(const EmittedModel &Model, Prover &TheProver,
                           const IndexSettings &Settings)
    : Model(Model), TheProver(TheProver), Settings(Settings) {
  for (const Kernel &K : Model.Kernels)
    Kernels[K.Name] = &K;
  for (const SizeSymbol &S : Model.Symbols)
    addSymbol(S);
  for (const Buffer &B : Model.Buffers)
    addBuffer(B);
}

void IndexChecker::addSymbol(const SizeSymbol &S) {
  // What the wrapper computes is put in terms of these.
  if (S.Value || !S.Input || !S.Dim)
    return;
  InputSize Size{S.Name, *S.Input, *S.Dim, 0, Dimension::Unbounded, false};
  Facts.push_back(lessEqual(0, Size.symbol()));
  if (const Dimension *Dim = dimension(*S.Input, *S.Dim)) {
    Size.Lower = std::max<int64_t>(Dim->Lower, 0);
    Size.Upper = Dim->Upper;
    Size.IsFree =
        Dim->Lower == CompilersBound && Model.Checks != InputChecks::Always;
  }
  Sizes.push_back(std::move(Size));
}

const Dimension *IndexChecker::dimension(unsigned Input, unsigned Dim) const {
  if (Input >= Model.Inputs.size() || !Model.Inputs[Input].Dims ||
      Dim >= Model.Inputs[Input].Dims->size())
    return nullptr;
  return &(*Model.Inputs[Input].Dims)[Dim];
}

/// No input has a negative size. That an allocation throws on one is among the
/// conditions of the calls after it.
void IndexChecker::addBuffer(const Buffer &B) {
  if (!B.Input)
    return;
  for (const IndexExpr &Size : B.Sizes)
    if (Size.op() != IndexExpr::Op::Constant)
      if (const auto Known = inTermsOfSources(Size, Model.Symbols))
        Facts.push_back(lessEqual(0, *Known));
}

std::vector<IndexExpr>
IndexChecker::conditionsOf(const KernelCall &Call) const {
  std::vector<IndexExpr> Result;
  for (const IndexExpr &E : Call.When)
    if (auto Known = inTermsOfSources(E, Model.Symbols))
      Result.push_back(std::move(*Known));
  return Result;
}

std::vector<IndexExpr>
IndexChecker::assumptions(ArrayRef<IndexExpr> More) const {
  std::vector<IndexExpr> Result = Facts;
  for (const InputSize &Size : Sizes) {
    if (&Size == Unbounded)
      continue;
    if (Size.Upper != Dimension::Unbounded)
      Result.push_back(lessEqual(Size.symbol(), Size.Upper));
    if (Size.lowest() > 0)
      Result.push_back(lessEqual(Size.lowest(), Size.symbol()));
  }
  llvm::append_range(Result, More);
  return Result;
}

Prover::Result IndexChecker::ask(ArrayRef<IndexExpr> More,
                                 const IndexExpr &Claim) {
  return TheProver.prove(assumptions(More), Claim);
}

bool IndexChecker::shows(const Witness &Against, ArrayRef<IndexExpr> When,
                         const IndexExpr &Claim) const {
  return refutesWithoutComputed(Against, assumptions(When), Claim);
}

void IndexChecker::check(const KernelCall &Call) {
  const auto It = Kernels.find(Call.Kernel);
  if (It == Kernels.end()) {
    if (Said.insert(Call.Kernel).second)
      Result.MissingKernels.push_back(Call.Kernel);
    return;
  }
  const Kernel &In = *It->second;
  if (Said.insert(In.Name).second)
    llvm::append_range(Result.NotModelled, In.NotModelled);
  // From what contradicts itself, everything follows.
  if (ask(conditionsOf(Call), negation(IndexExpr::always())).Is ==
      Prover::Answer::Proved) {
    Result.NotModelled.push_back(
        {Call.At,
         "no input is found that leads to this call of '" + Call.Kernel + "'"});
    Result.Accesses += In.Accesses.size();
    Result.Unknown += In.Accesses.size();
    for (const Access &What : In.Accesses)
      Result.Decisions.push_back({&Call, &In, &What, Verdict::Unknown, 0,
                                  "no input is found that leads to this call"});
    return;
  }
  for (const Access &What : In.Accesses)
    check(Call, In, What);
  for (const IndexAssert &What : In.Asserts)
    check(Call, In, What);
}

void IndexChecker::check(const KernelCall &Call, const Kernel &In,
                         const Access &What) {
  ++Result.Accesses;
  const auto Decide = [&](Verdict Is, std::string Why = "") {
    Result.Decisions.push_back(
        {&Call, &In, &What, Is, Result.Unsafe.size(), std::move(Why)});
  };
  const auto Unknown = [&](std::string Why) {
    ++Result.Unknown;
    Decide(Verdict::Unknown, std::move(Why));
  };
  if (What.Parameter >= Call.Arguments.size() ||
      !Call.Arguments[What.Parameter].Buffer)
    return Unknown("which tensor it addresses is not known");
  const Buffer &Memory = Model.Buffers[*Call.Arguments[What.Parameter].Buffer];
  const auto Index = bind(What.Index, In, Call);
  const auto Count = bind(What.Count, In, Call);
  if (!Memory.ExtentKnown)
    return Unknown(fmt::format("how large '{}' is is not known", Memory.Name));
  if (!Index || !Count)
    return Unknown("a size that the kernel is given is not followed");

  std::vector<IndexExpr> When = conditionsOf(Call);
  When.push_back(less(0, *Count));
  const auto Add = [&](ArrayRef<IndexExpr> Conditions) {
    for (const IndexExpr &E : Conditions)
      if (auto Bound = bind(E, In, Call))
        When.push_back(std::move(*Bound));
  };
  Add(What.When);
  const size_t Observed = When.size();
  // Of types, and of what the kernel computes.
  Add(In.Facts);

  const auto Offset = inTermsOfSources(Memory.Offset, Model.Symbols);
  const auto Extent = inTermsOfSources(Memory.Extent, Model.Symbols);
  if (!Offset || !Extent)
    return Unknown(
        fmt::format("the size of '{}' is not followed", Memory.Name));
  const IndexExpr First = *Index + *Offset;
  const IndexExpr Elements = *Extent + *Offset;
  const IndexExpr Claim =
      both(lessEqual(0, First), lessEqual(First + *Count, Elements));
  const Question Q{When, Observed, First, *Count, Elements, Claim};
  UnsafeAccess U{&Call, &In, &What, &Memory};
  const Prover::Result Answer = ask(When, Claim);
  if (Answer.Is == Prover::Answer::Proved) {
    ++Result.Proved;
    Decide(Verdict::Proved);
    if (Settings.BeyondBounds && Model.Checks != InputChecks::Always)
      explainBeyondBounds(U, Q);
    return;
  }
  if (Answer.Is == Prover::Answer::Unknown)
    return Unknown("the prover reached its limit");
  for (const Variable &V : variablesOf({First, *Count, Elements}))
    if (!isFree(In, Call, V))
      return Unknown(
          fmt::format("the model computes '{}' itself, and what it "
                      "can be is not known",
                      // What is unique to the reader follows '#'.
                      llvm::StringRef(V.Name).split('#').first.str()));
  if (!shows(Answer.Against, ArrayRef(When).take_front(Observed), Claim))
    return Unknown("it depends on values that the kernel computes in ways that "
                   "are not followed");

  U.Values = Answer.Against;
  ++Result.Refuted;
  Decide(Verdict::Refuted);
  explain(U, Q);
}

bool IndexChecker::isFree(const Kernel &In, const KernelCall &Call,
                          const Variable &V) const {
  if (V.Kind == VariableKind::Loop || V.Kind == VariableKind::Computed)
    return true; // shows() looks after the latter
  if (V.Kind == VariableKind::Loaded)
    return llvm::all_of(In.Accesses, [&](const Access &A) {
      return A.Becomes != V.Name ||
             (A.Parameter < Call.Arguments.size() &&
              Call.Arguments[A.Parameter].Buffer &&
              Model.Buffers[*Call.Arguments[A.Parameter].Buffer].Input);
    });
  for (const SizeSymbol &S : Model.Symbols) {
    if (S.Name != V.Name)
      continue;
    if (S.ItemOf)
      return llvm::any_of(Model.Buffers, [&](const Buffer &B) {
        return B.Name == *S.ItemOf && B.Input;
      });
    return S.Input.has_value();
  }
  return false;
}

IndexSafety checkIndices(const EmittedModel &Model, Prover &Prover,
                         const IndexSettings &Settings) {
  return IndexChecker(Model, Prover, Settings).run();
}

std::optional<IndexExpr> inTermsOfModel(const IndexExpr &E, const Kernel &In,
                                        const KernelCall &Call,
                                        const EmittedModel &Model) {
  bool Known = true;
  IndexExpr Bound =
      E.substitute([&](const Variable &V) -> std::optional<IndexExpr> {
        for (size_t I = 0; I < In.Parameters.size(); ++I) {
          if (In.Parameters[I].Name != V.Name)
            continue;
          std::optional<IndexExpr> Size;
          if (I < Call.Arguments.size() && Call.Arguments[I].Size)
            Size = inTermsOfSources(*Call.Arguments[I].Size, Model.Symbols);
          Known &= Size.has_value();
          return Size;
        }
        return std::nullopt;
      });
  return Known ? std::optional(Bound) : std::nullopt;
}

} // namespace aoti_tidy
