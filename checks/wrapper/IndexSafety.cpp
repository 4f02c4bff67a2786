// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/wrapper/IndexSafety.h"
#include "checks/artifact/WrapperModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <fmt/format.h>
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

using Verdict = AccessDecision::Verdict;

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
  /// A size of an input that the wrapper reads.
  struct InputSize {
    std::string Name;
    unsigned Input, Dim;
    int64_t Lower, Upper; ///< as emitted
    /// It can be 0 or 1 although the compiler thought not.
    bool IsFree;

    int64_t lowest() const { return IsFree ? 0 : Lower; }
    /// At least as much as kernels usually need.
    int64_t ample() const {
      return std::max(Lower, std::min(LargestNeed, Upper));
    }
  };

  void addSymbol(const SizeSymbol &S) {
    // What the wrapper computes is put in terms of these.
    if (S.Value || !S.Input || !S.Dim)
      return;
    const IndexExpr Var = symbol(S.Name);
    Facts.push_back(lessEqual(0, Var));
    const Dimension *Dim = dimension(*S.Input, *S.Dim);
    InputSize Size{S.Name, *S.Input, *S.Dim, 0, Dimension::Unbounded, false};
    if (Dim) {
      Size.Lower = std::max<int64_t>(Dim->Lower, 0);
      Size.Upper = Dim->Upper;
      Size.IsFree =
          Dim->Lower == CompilersBound && Model.Checks != InputChecks::Always;
    }
    if (Size.Upper != Dimension::Unbounded)
      Facts.push_back(lessEqual(Var, Size.Upper));
    if (Size.lowest() > 0)
      Facts.push_back(lessEqual(Size.lowest(), Var));
    Sizes.push_back(std::move(Size));
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
  /// What is asked about an access, in terms of the wrapper's symbols.
  struct Question {
    std::vector<IndexExpr> When;
    /// Those of When that are not of types, or of what the kernel computes.
    size_t Observed;
    IndexExpr First, Count, Elements, Claim;

    ArrayRef<IndexExpr> observed() const {
      return ArrayRef(When).take_front(Observed);
    }
  };

  /// A lower bound for each size, by what \p Of says of it.
  std::vector<IndexExpr>
  bounded(ArrayRef<IndexExpr> When,
          llvm::function_ref<int64_t(const InputSize &)> Of) const;
  /// The entries for an access that \p Any drives out of bounds.
  void explain(const UnsafeAccess &Any, const Question &Q);
  /// Adds an entry for each of the sizes that breaks the claim while \p Others
  /// bounds all the others, and says whether there was one.
  bool explainBySize(const UnsafeAccess &Any, const Question &Q,
                     UnsafeAccess::Cause Why,
                     llvm::function_ref<int64_t(const InputSize &)> Others);
  /// The smallest size with which the claim holds.
  std::optional<int64_t>
  needOf(const InputSize &Size, const Question &Q,
         llvm::function_ref<int64_t(const InputSize &)> Others);
  void add(UnsafeAccess U, const Question &Q);
  /// Whether a witness may choose \p V: a size of an input, or what an input
  /// holds. What the model computes itself may be bounded in ways that are not
  /// seen.
  bool isFree(const Kernel &In, const KernelCall &Call,
              const Variable &V) const;

  const EmittedModel &Model;
  Prover &TheProver;
  llvm::StringMap<const Kernel *> Kernels;
  std::vector<IndexExpr> Facts;
  std::vector<InputSize> Sizes;
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
    for (const Access &What : In.Accesses)
      Result.Decisions.push_back(
          {&Call, &In, &What, Verdict::Unknown, 0,
           "no input is found that leads to this call"});
    return;
  }
  for (const Access &What : In.Accesses)
    check(Call, In, What);
}

void Checker::check(const KernelCall &Call, const Kernel &In,
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
    return Unknown(fmt::format("the size of '{}' is not followed", Memory.Name));
  const IndexExpr First = *Index + *Offset;
  const IndexExpr Elements = *Extent + *Offset;
  const IndexExpr Claim =
      both(lessEqual(0, First), lessEqual(First + *Count, Elements));
  const Prover::Result Answer = ask(When, Claim);
  if (Answer.Is == Prover::Answer::Proved) {
    ++Result.Proved;
    return Decide(Verdict::Proved);
  }
  if (Answer.Is == Prover::Answer::Unknown)
    return Unknown("the prover reached its limit");
  for (const Variable &V : variablesOf({First, *Count, Elements}))
    if (!isFree(In, Call, V))
      return Unknown(fmt::format("the model computes '{}' itself, and what it "
                                 "can be is not known",
                                 // What is unique to the reader follows '#'.
                                 llvm::StringRef(V.Name).split('#').first.str()));
  if (!shows(Answer.Against, ArrayRef(When).take_front(Observed), Claim))
    return Unknown("it depends on values that the kernel computes in ways that "
                   "are not followed");

  UnsafeAccess U{&Call, &In, &What, &Memory};
  U.Values = Answer.Against;
  ++Result.Refuted;
  Decide(Verdict::Refuted);
  explain(U, {When, Observed, First, *Count, Elements, Claim});
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

std::vector<IndexExpr> Checker::bounded(
    ArrayRef<IndexExpr> When,
    llvm::function_ref<int64_t(const InputSize &)> Of) const {
  std::vector<IndexExpr> Result(When);
  for (const InputSize &Size : Sizes)
    if (const int64_t Bound = Of(Size); Bound > Size.lowest())
      Result.push_back(lessEqual(Bound, symbol(Size.Name)));
  return Result;
}

std::optional<int64_t>
Checker::needOf(const InputSize &Size, const Question &Q,
                llvm::function_ref<int64_t(const InputSize &)> Others) {
  for (int64_t Need = Size.lowest() + 1;
       Need <= std::min(LargestNeed, Size.Upper); ++Need) {
    const auto When = bounded(Q.When, [&](const InputSize &Other) {
      return &Other == &Size ? Need : Others(Other);
    });
    // From what contradicts itself, everything follows.
    if (ask(When, Q.Claim).Is == Prover::Answer::Proved)
      return ask(When, negation(IndexExpr::always())).Is ==
                     Prover::Answer::Refuted
                 ? std::optional(Need)
                 : std::nullopt;
  }
  return std::nullopt;
}

bool Checker::explainBySize(
    const UnsafeAccess &Any, const Question &Q, UnsafeAccess::Cause Why,
    llvm::function_ref<int64_t(const InputSize &)> Others) {
  bool Found = false;
  for (const InputSize &Size : Sizes) {
    if (Why == UnsafeAccess::Cause::Size && !Size.IsFree)
      continue;
    const auto When = bounded(Q.When, [&](const InputSize &Other) {
      return &Other != &Size                      ? Others(Other)
             : Why == UnsafeAccess::Cause::Always ? Other.Lower
                                                  : 0;
    });
    const Prover::Result Alone = ask(When, Q.Claim);
    if (Alone.Is != Prover::Answer::Refuted ||
        !shows(Alone.Against, Q.observed(), Q.Claim))
      continue;
    UnsafeAccess U = Any;
    U.Why = Why;
    U.Input = Size.Input;
    U.Dim = Size.Dim;
    U.Values = Alone.Against;
    U.SafeFrom = needOf(Size, Q, Others);
    // That this size has to do with it, its need tells.
    if (!U.SafeFrom && Why == UnsafeAccess::Cause::Always)
      continue;
    add(std::move(U), Q);
    Found = true;
  }
  return Found;
}

void Checker::explain(const UnsafeAccess &Any, const Question &Q) {
  const auto AsEmitted = [](const InputSize &Size) { return Size.Lower; };
  const auto Ample = [](const InputSize &Size) { return Size.ample(); };
  // Is it the sizes that the compiler took for impossible?
  const Prover::Result InBounds = ask(bounded(Q.When, AsEmitted), Q.Claim);
  if (InBounds.Is != Prover::Answer::Refuted) {
    if (explainBySize(Any, Q, UnsafeAccess::Cause::Size, AsEmitted))
      return;
    // Several at a time: the first of them stands for all.
    UnsafeAccess U = Any;
    for (const InputSize &Size : Sizes) {
      const auto It = U.Values.find({Size.Name, VariableKind::Symbol});
      if (It == U.Values.end() || It->second >= Size.Lower)
        continue;
      U.Why = UnsafeAccess::Cause::Size;
      U.Input = Size.Input;
      U.Dim = Size.Dim;
      break;
    }
    return add(std::move(U), Q);
  }

  UnsafeAccess U = Any;
  U.Values = InBounds.Against;
  if (ask(bounded(Q.When, Ample), Q.Claim).Is == Prover::Answer::Proved) {
    // Not what an index is: however large the tensors are, it fits.
    if (explainBySize(Any, Q, UnsafeAccess::Cause::Always, Ample))
      return;
  } else {
    for (const Variable &V : variablesOf({Q.First, Q.Count}))
      if (V.Kind == VariableKind::Loaded || V.Kind == VariableKind::Item) {
        U.Why = UnsafeAccess::Cause::Contents;
        U.Index = V.Name;
        if (auto It = U.Values.find(V); It != U.Values.end())
          U.IndexValue = It->second;
      }
  }
  add(std::move(U), Q);
}

void Checker::add(UnsafeAccess U, const Question &Q) {
  const auto ValueOf = [&](const Variable &V) -> std::optional<int64_t> {
    const auto It = U.Values.find(V);
    // A size that plays no part in it.
    return It == U.Values.end() ? std::optional<int64_t>(CompilersBound)
                                : It->second;
  };
  U.First = Q.First.evaluate(ValueOf).value_or(0);
  U.Count = Q.Count.evaluate(ValueOf).value_or(1);
  U.Elements = Q.Elements.evaluate(ValueOf).value_or(0);
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
  Result.Unsafe.push_back(std::move(U));
}

} // namespace

IndexSafety checkIndices(const EmittedModel &Model, Prover &Prover) {
  return Checker(Model, Prover).run();
}

} // namespace aoti_tidy
