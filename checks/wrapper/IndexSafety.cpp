// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/wrapper/IndexSafety.h"
#include "checks/artifact/WrapperModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <set>

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

/// Bounds that a kernel is tried with, to say from which size on it is safe.
constexpr int64_t LargestNeed = 8;

/// The lower bound that torch gives a dynamic size by itself.
constexpr int64_t CompilersBound = 2;

IndexExpr symbol(const std::string &Name) {
  return IndexExpr::variable({Name, VariableKind::Symbol});
}

std::set<Variable> variablesOf(ArrayRef<IndexExpr> Exprs) {
  std::set<Variable> Result;
  for (const IndexExpr &E : Exprs)
    E.forEachVariable([&](const Variable &V) { Result.insert(V); });
  return Result;
}

class Checker {
public:
  Checker(const EmittedModel &Model, Prover &TheProver)
      : Model(Model), TheProver(TheProver) {
    for (const Kernel &K : Model.Kernels)
      Kernels[K.Name] = &K;
    for (const SizeSymbol &S : Model.Symbols)
      addSymbol(S);
    for (const Buffer &B : Model.Buffers)
      addBuffer(B);
  }

  IndexSafety run() {
    for (const KernelCall &Call : Model.Calls)
      check(Call);
    return std::move(Result);
  }

private:
  /// A size of an input that can be 0 or 1 although the compiler thought not.
  struct FreeSize {
    std::string Name;
    unsigned Input, Dim;
    int64_t Lower; ///< as emitted
  };

  void addSymbol(const SizeSymbol &S) {
    // What the wrapper computes is put in terms of these.
    if (S.Value || !S.Input || !S.Dim)
      return;
    const IndexExpr Var = symbol(S.Name);
    Facts.push_back(lessEqual(0, Var));
    const Dimension *Dim = dimension(*S.Input, *S.Dim);
    if (!Dim)
      return;
    if (Dim->Upper != Dimension::Unbounded)
      Facts.push_back(lessEqual(Var, Dim->Upper));
    if (Dim->Lower == CompilersBound && Model.Checks != InputChecks::Always)
      Free.push_back({S.Name, *S.Input, *S.Dim, Dim->Lower});
    else if (Dim->Lower > 0)
      Facts.push_back(lessEqual(Dim->Lower, Var));
  }

  const Dimension *dimension(unsigned Input, unsigned Dim) const {
    if (Input >= Model.Inputs.size() || !Model.Inputs[Input].Dims ||
        Dim >= Model.Inputs[Input].Dims->size())
      return nullptr;
    return &(*Model.Inputs[Input].Dims)[Dim];
  }

  /// No input has a negative size. That an allocation throws on one is among
  /// the conditions of the calls after it.
  void addBuffer(const Buffer &B) {
    if (!B.Input)
      return;
    for (const IndexExpr &Size : B.Sizes)
      if (Size.op() != IndexExpr::Op::Constant)
        if (const auto Known = inTermsOfSources(Size, Model.Symbols))
          Facts.push_back(lessEqual(0, *Known));
  }

  void check(const KernelCall &Call);
  void check(const KernelCall &Call, const Kernel &In, const Access &What);

  /// \p E of a kernel's code in terms of the wrapper's symbols. Nothing if a
  /// parameter in it is not a size that is understood.
  std::optional<IndexExpr> bind(const IndexExpr &E, const Kernel &In,
                                const KernelCall &Call) const;

  /// What the wrapper has checked before the call.
  std::vector<IndexExpr> conditionsOf(const KernelCall &Call) const;

  Prover::Result ask(ArrayRef<IndexExpr> More, const IndexExpr &Claim);
  /// Whether it is an input alone that breaks the claim, whatever the kernel
  /// computes in ways that are not followed.
  bool shows(const Witness &Against, ArrayRef<IndexExpr> When,
             const IndexExpr &Claim) const;
  void explain(UnsafeAccess &U, ArrayRef<IndexExpr> When,
               const IndexExpr &Claim, ArrayRef<IndexExpr> Exprs);
  /// Which of the free sizes alone makes the claim fail.
  const FreeSize *cause(ArrayRef<IndexExpr> When, const IndexExpr &Claim,
                        const Witness &Against);
  /// Whether a witness may choose \p V: a size of an input, or what an input
  /// holds. What the model computes itself may be bounded in ways that are not
  /// seen.
  bool isFree(const Kernel &In, const KernelCall &Call,
              const Variable &V) const;

  const EmittedModel &Model;
  Prover &TheProver;
  llvm::StringMap<const Kernel *> Kernels;
  std::vector<IndexExpr> Facts;
  std::vector<FreeSize> Free;
  IndexSafety Result;
  std::set<std::string> Said;
};

std::optional<IndexExpr> Checker::bind(const IndexExpr &E, const Kernel &In,
                                       const KernelCall &Call) const {
  bool Known = true;
  IndexExpr Bound = E.substitute(
      [&](const Variable &V) -> std::optional<IndexExpr> {
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

std::vector<IndexExpr> Checker::conditionsOf(const KernelCall &Call) const {
  std::vector<IndexExpr> Result;
  for (const IndexExpr &E : Call.When)
    if (auto Known = inTermsOfSources(E, Model.Symbols))
      Result.push_back(std::move(*Known));
  return Result;
}

Prover::Result Checker::ask(ArrayRef<IndexExpr> More, const IndexExpr &Claim) {
  std::vector<IndexExpr> All = Facts;
  llvm::append_range(All, More);
  return TheProver.prove(All, Claim);
}

bool Checker::shows(const Witness &Against, ArrayRef<IndexExpr> When,
                    const IndexExpr &Claim) const {
  std::vector<IndexExpr> All = Facts;
  llvm::append_range(All, When);
  return refutesWithoutComputed(Against, All, Claim);
}

void Checker::check(const KernelCall &Call) {
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
        {Call.At, "no input is found that leads to this call of '" +
                      Call.Kernel + "'"});
    Result.Accesses += In.Accesses.size();
    Result.Unknown += In.Accesses.size();
    return;
  }
  for (const Access &What : In.Accesses)
    check(Call, In, What);
}

void Checker::check(const KernelCall &Call, const Kernel &In,
                    const Access &What) {
  ++Result.Accesses;
  const auto Unknown = [&] { ++Result.Unknown; };
  if (What.Parameter >= Call.Arguments.size() ||
      !Call.Arguments[What.Parameter].Buffer)
    return Unknown();
  const Buffer &Memory = Model.Buffers[*Call.Arguments[What.Parameter].Buffer];
  const auto Index = bind(What.Index, In, Call);
  const auto Count = bind(What.Count, In, Call);
  if (!Memory.ExtentKnown || !Index || !Count)
    return Unknown();

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
    return Unknown();
  const IndexExpr First = *Index + *Offset;
  const IndexExpr Elements = *Extent + *Offset;
  const IndexExpr Claim =
      both(lessEqual(0, First), lessEqual(First + *Count, Elements));
  const Prover::Result Answer = ask(When, Claim);
  if (Answer.Is == Prover::Answer::Proved) {
    ++Result.Proved;
    return;
  }
  if (Answer.Is == Prover::Answer::Unknown)
    return Unknown();
  if (llvm::any_of(variablesOf({First, *Count, Elements}),
                   [&](const Variable &V) { return !isFree(In, Call, V); }) ||
      !shows(Answer.Against, ArrayRef(When).take_front(Observed), Claim))
    return Unknown();

  UnsafeAccess U{&Call, &In, &What, &Memory};
  U.Values = Answer.Against;
  explain(U, When, Claim, {First, *Count, Elements});
  ++Result.Refuted;
  Result.Unsafe.push_back(std::move(U));
}

bool Checker::isFree(const Kernel &In, const KernelCall &Call,
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

const Checker::FreeSize *Checker::cause(ArrayRef<IndexExpr> When,
                                        const IndexExpr &Claim,
                                        const Witness &Against) {
  std::vector<const FreeSize *> Small;
  for (const FreeSize &F : Free) {
    const auto It = Against.find({F.Name, VariableKind::Symbol});
    if (It != Against.end() && It->second < F.Lower)
      Small.push_back(&F);
  }
  for (const FreeSize *Candidate : Small) {
    std::vector<IndexExpr> More(When);
    for (const FreeSize &F : Free)
      if (&F != Candidate)
        More.push_back(lessEqual(F.Lower, symbol(F.Name)));
    if (ask(More, Claim).Is == Prover::Answer::Refuted)
      return Candidate;
  }
  return Small.empty() ? nullptr : Small.front();
}

void Checker::explain(UnsafeAccess &U, ArrayRef<IndexExpr> When,
                      const IndexExpr &Claim, ArrayRef<IndexExpr> Exprs) {
  // Is it the sizes that the compiler took for impossible?
  std::vector<IndexExpr> Bounded(When);
  for (const FreeSize &F : Free)
    Bounded.push_back(lessEqual(F.Lower, symbol(F.Name)));
  const Prover::Result InBounds = ask(Bounded, Claim);
  if (InBounds.Is == Prover::Answer::Refuted) {
    U.Values = InBounds.Against;
    for (const Variable &V : variablesOf(Exprs.take_front(2)))
      if (V.Kind == VariableKind::Loaded || V.Kind == VariableKind::Item) {
        U.Why = UnsafeAccess::Cause::Contents;
        U.Index = V.Name;
        if (auto It = U.Values.find(V); It != U.Values.end())
          U.IndexValue = It->second;
      }
  } else if (const FreeSize *F = cause(When, Claim, U.Values)) {
    U.Why = UnsafeAccess::Cause::Size;
    U.Input = F->Input;
    U.Dim = F->Dim;
    for (int64_t Need = 1; Need <= LargestNeed && !U.SafeFrom; ++Need) {
      // The other sizes have needs of their own.
      std::vector<IndexExpr> More(When);
      for (const FreeSize &Other : Free)
        More.push_back(
            lessEqual(&Other == F ? Need : Other.Lower, symbol(Other.Name)));
      if (ask(More, Claim).Is == Prover::Answer::Proved)
        U.SafeFrom = Need;
    }
  }

  const auto ValueOf = [&](const Variable &V) -> std::optional<int64_t> {
    if (V.Kind == VariableKind::Computed)
      return 0; // it plays no part in it; nor do gaps in a tensor's memory
    const auto It = U.Values.find(V);
    // A size that plays no part in it.
    return It == U.Values.end() ? std::optional<int64_t>(CompilersBound)
                                : It->second;
  };
  U.First = Exprs[0].evaluate(ValueOf).value_or(0);
  U.Count = Exprs[1].evaluate(ValueOf).value_or(1);
  U.Elements = Exprs[2].evaluate(ValueOf).value_or(0);
  for (unsigned I = 0; I < Model.Inputs.size(); ++I) {
    const auto Memory = llvm::find_if(
        Model.Buffers,
        [&](const Buffer &B) { return B.Name == Model.Inputs[I].Name; });
    auto &Shape = U.Shapes.emplace_back();
    if (Memory == Model.Buffers.end())
      continue;
    for (const IndexExpr &Size : Memory->Sizes) {
      const auto Known = inTermsOfSources(Size, Model.Symbols);
      Shape.push_back(Known ? Known->evaluate(ValueOf) : std::nullopt);
    }
  }
}

} // namespace

IndexSafety checkIndices(const EmittedModel &Model, Prover &Prover) {
  return Checker(Model, Prover).run();
}

} // namespace aoti_tidy
