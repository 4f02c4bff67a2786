// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/safety/IndexChecker.h"
#include "checks/lib/safety/InputGuards.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include <fmt/format.h>

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

/// The lower bound that torch gives a dynamic size by itself.
constexpr int64_t CompilersBound = 2;

/// With more facts, unrelated ones are left out of a question.
constexpr size_t ManyFacts = 400;

constexpr uint64_t StepsOfCall = uint64_t(1) << 28;
constexpr uint64_t StepsOfWitness = uint64_t(1) << 18;

using Verdict = AccessDecision::Verdict;

} // namespace

IndexChecker::IndexChecker(const EmittedModel &Model, Prover &TheProver,
                           bool WithRanges)
    : Model(Model), TheProver(TheProver), WithRanges(WithRanges),
      Sources(Model.Symbols), Part(&TheProver.budget()) {
  for (const Kernel &K : Model.Kernels)
    Kernels[K.Name] = &K;
  for (const SizeSymbol &S : Model.Symbols)
    addSymbol(S);
  for (const Buffer &B : Model.Buffers)
    addBuffer(B);
  AllFacts = Facts;
  AllSizes = Sizes;
}

void IndexChecker::addSymbol(const SizeSymbol &S) {
  Symbols.try_emplace(S.Name, &S);
  if (S.Value || !S.Input || !S.Dim)
    return;
  InputSize Size{S.Name, *S.Input, *S.Dim, 0, Dimension::Unbounded, false};
  Facts.push_back(lessEqual(0, Size.symbol()));
  if (const Dimension *Dim = inputDimension(Model, *S.Input, *S.Dim)) {
    Size.Lower = std::max<int64_t>(Dim->Lower, 0);
    Size.Upper = Dim->Upper;
    Size.IsFree = Dim->Lower == CompilersBound && !Dim->LowerAlways &&
                  Model.Checks != InputChecks::Always;
  }
  Sizes.push_back(std::move(Size));
}

/// Sizes of inputs are >= 0. Allocations that throw are conditions of later
/// calls.
void IndexChecker::addBuffer(const Buffer &B) {
  if (!B.Input)
    return;
  InputNames.insert(B.Name);
  for (const IndexExpr &Size : B.Sizes)
    if (Size.op() != IndexExpr::Op::Constant)
      Facts.push_back(lessEqual(0, Sources.of(Size)));
}

std::vector<IndexExpr>
IndexChecker::conditionsOf(const KernelCall &Call) const {
  std::vector<IndexExpr> Result;
  for (const IndexExpr &E : Call.When)
    Result.push_back(Sources.of(E));
  return Result;
}

void IndexChecker::concern(ArrayRef<IndexExpr> When, const IndexExpr &Claim) {
  if (AllFacts.size() < ManyFacts)
    return;
  Part->spend(AllFacts.size());
  std::set<Variable> Of = variablesOf(When);
  Of.merge(variablesOf(Claim));
  const auto IsIn = [&](const IndexExpr &E) {
    return llvm::any_of(variablesOf(E),
                        [&](const Variable &V) { return Of.contains(V); });
  };
  for (size_t Before = 0; Before < Of.size();) {
    Before = Of.size();
    for (const IndexExpr &E : AllFacts)
      if (IsIn(E))
        Of.merge(variablesOf(E));
  }
  Facts.clear();
  llvm::copy_if(AllFacts, std::back_inserter(Facts), IsIn);
  Sizes.clear();
  llvm::copy_if(AllSizes, std::back_inserter(Sizes),
                [&](const InputSize &Size) { return IsIn(Size.symbol()); });
}

std::vector<IndexExpr>
IndexChecker::assumptions(ArrayRef<IndexExpr> More) const {
  std::vector<IndexExpr> Result = Facts;
  for (const InputSize &Size : Sizes) {
    if (&Size == Unbounded || AllUnbounded)
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
  Part->spend(Sizes.size());
  if (Part->isSpent()) {
    Prover::Result NotAsked;
    NotAsked.IsOverBudget = true;
    return NotAsked;
  }
  return TheProver.prove(assumptions(More), Claim, *Part);
}

bool IndexChecker::shows(const Witness &Against, ArrayRef<IndexExpr> When,
                         const IndexExpr &Claim) const {
  const std::vector<IndexExpr> All = assumptions(When);
  if (refutesWithoutComputed(Against, All, Claim))
    return true;
  Work Some(StepsOfWitness, Part);
  // min(max(v, 0), size - 1) is -1 for a size of 0, whatever v is.
  const auto ByWitness = [&](const Variable &V) -> std::optional<IndexExpr> {
    const auto At = Against.find(V);
    if (V.Kind == VariableKind::Computed || At == Against.end())
      return std::nullopt;
    return At->second;
  };
  return llvm::all_of(All,
                      [&](const IndexExpr &E) {
                        return E.substitute(ByWitness) == IndexExpr::always();
                      }) &&
         TheProver.prove({}, negation(Claim.substitute(ByWitness)), Some).Is ==
             Prover::Answer::Proved;
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
  if (Result.Decisions.size() + In.Accesses.size() >
      IndexSafety::MaxDecisions) {
    Result.NotModelled.push_back(
        {Call.At, "the accesses of a call after more than are looked at"});
    Result.Accesses += In.Accesses.size();
    Result.Unknown += In.Accesses.size();
    Result.OverBudget += In.Accesses.size();
    return;
  }
  Work OfCall(StepsOfCall, &TheProver.budget());
  Part = &OfCall;
  const auto Restore = llvm::scope_exit([this] { Part = &TheProver.budget(); });
  // From what contradicts itself, everything follows.
  concern(conditionsOf(Call), IndexExpr::always());
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
  for (const Access &What : In.Accesses) {
    Work OfAccess(StepsOfAccess, &OfCall);
    Part = &OfAccess;
    check(Call, In, What);
  }
  // All refuted accesses are known before work goes into explaining them.
  for (auto &[Decision, Any, Q, IsDone] : std::exchange(Refuted, {})) {
    Work OfAccess(StepsOfAccess, &OfCall);
    Part = &OfAccess;
    Result.Decisions[Decision].Unsafe = Result.Unsafe.size();
    concern(Q.When, Q.Claim);
    if (IsDone)
      add(Any, Q);
    else
      explain(Any, Q);
    if (WithRanges)
      addRanges(Any, Q, /*MayProve=*/!IsDone);
  }
  if (!Call.NotFollowed.empty())
    return;
  for (const IndexAssert &What : In.Asserts) {
    Work OfAssert(StepsOfAccess, &OfCall);
    Part = &OfAssert;
    check(Call, In, What);
    for (const Variable &V : variablesOf(What.Condition))
      if (const auto Memory = memoryOf(V, In, Call))
        AssertedInputs.insert(*Memory);
  }
}

void IndexChecker::noteWrites(const KernelCall &Call) {
  if (!Call.NotFollowed.empty())
    for (unsigned I = 0; I < Model.Buffers.size(); ++I)
      Written.insert(I);
  const Kernel *In = Kernels.lookup(Call.Kernel);
  for (const auto &[I, Given] : llvm::enumerate(Call.Arguments))
    if (Given.Buffer &&
        (!In || !In->NotModelled.empty() ||
         llvm::any_of(In->Accesses, [&, Which = I](const Access &A) {
           return A.IsWrite && A.Parameter == Which;
         })))
      Written.insert(rootOf(*Given.Buffer));
}

unsigned IndexChecker::rootOf(unsigned Memory) const {
  while (Model.Buffers[Memory].Base)
    Memory = *Model.Buffers[Memory].Base;
  return Memory;
}

const ResultContents *IndexChecker::resultIn(const Variable &V,
                                             const Kernel &In,
                                             const KernelCall &Call) const {
  const auto Memory = memoryOf(V, In, Call);
  if (!Memory || Written.contains(*Memory) ||
      llvm::any_of(Model.Buffers, [&](const Buffer &B) {
        return B.IsPassedOn && rootOf(&B - Model.Buffers.data()) == *Memory;
      }))
    return nullptr;
  const auto &Holds = Model.Buffers[*Memory].Holds;
  return Holds ? &*Holds : nullptr;
}

std::optional<unsigned> IndexChecker::memoryOf(const Variable &V,
                                               const Kernel &In,
                                               const KernelCall &Call) const {
  std::optional<unsigned> Memory;
  if (const SizeSymbol *S = Symbols.lookup(V.Name);
      S && V.Kind == VariableKind::Item)
    Memory = S->Item;
  for (const Access &A : In.Accesses)
    if (V.Kind == VariableKind::Loaded && A.Becomes == V.Name &&
        A.Parameter < Call.Arguments.size())
      Memory = Call.Arguments[A.Parameter].Buffer;
  return Memory ? std::optional(rootOf(*Memory)) : std::nullopt;
}

std::vector<IndexExpr>
IndexChecker::existing(ArrayRef<IndexExpr> Question) const {
  std::vector<IndexExpr> Result;
  for (const Variable &V : variablesOf(Question)) {
    const SizeSymbol *S = Symbols.lookup(V.Name);
    if (!S || !S->Item || V.Kind != VariableKind::Item)
      continue;
    const Buffer &Of = Model.Buffers[*S->Item];
    const IndexExpr Exists = less(0, Sources.of(Of.Extent));
    if (Of.Input && Of.ExtentKnown && !(Exists == IndexExpr::always()))
      Result.push_back(Exists);
  }
  return Result;
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
  const auto Exceeds = [&] {
    Unknown(OverBudgetText);
    Result.Decisions.back().IsOverBudget = true;
    ++Result.OverBudget;
  };
  for (const IndexExpr &E : What.When)
    Part->spend(E.size());
  if (Part->isSpent())
    return Exceeds();
  if (!Call.NotFollowed.empty())
    return Unknown(Call.NotFollowed);
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
  bind(What.When, In, Call, When);
  const IndexExpr Offset = Sources.of(Memory.Offset);
  const IndexExpr First = *Index + Offset;
  const IndexExpr Elements = Sources.of(Memory.Extent) + Offset;
  const IndexExpr Claim =
      both(lessEqual(0, First), lessEqual(First + *Count, Elements));
  std::vector<IndexExpr> About = When;
  About.push_back(Claim);
  for (const Variable &V : variablesOf(About))
    if (const ResultContents *Holds = resultIn(V, In, Call)) {
      const IndexExpr Number = IndexExpr::variable(V);
      When.push_back(both(lessEqual(0, Number),
                          lessEqual(Number, Sources.of(Holds->Most))));
    }
  size_t Observed = When.size();
  bind(In.Facts, In, Call, When);
  concern(When, Claim);
  const std::set<Variable> Claimed = variablesOf(Claim);
  for (size_t I = Observed; I < When.size(); ++I)
    When[I] = resolved(When[I], ArrayRef(When).take_front(Observed), Claimed);
  UnsafeAccess U{&Call, &In, &What, &Memory};
  Prover::Result Answer = ask(When, Claim);
  if (Answer.Is == Prover::Answer::Refuted) {
    std::vector<IndexExpr> More = existing(About);
    const std::vector<IndexExpr> Said = assertedBefore(In, What);
    for (const IndexExpr &E : Said)
      More.push_back(bind(E, In, Call).value_or(truth(false)));
    When.insert(When.begin() + Observed, More.begin(), More.end());
    Observed += More.size();
    concern(When, Claim);
    if (!More.empty())
      Answer = ask(When, Claim);
    if (Answer.Is == Prover::Answer::Proved)
      return Unknown(
          Said.empty()
              ? "the wrapper reads a number beside an input that is empty"
              : "an earlier loop of the kernel asserts what it depends on");
  }
  const Question Q{When, Observed, First, *Count, Elements, Claim};
  if (Answer.Is == Prover::Answer::Proved) {
    ++Result.Proved;
    Decide(Verdict::Proved);
    if (WithRanges)
      addRanges(U, Q);
    return;
  }
  if (Answer.IsOverBudget)
    return Exceeds();
  const bool IsRefuted =
      Answer.Is == Prover::Answer::Refuted &&
      shows(Answer.Against, ArrayRef(When).take_front(Observed), Claim);
  std::optional<UnsafeAccess> Overflow;
  if (!IsRefuted)
    Overflow = findOverflow(U, Q);
  if (!Overflow && Answer.Is == Prover::Answer::Unknown)
    return Unknown("the prover reached its limit");
  for (const Variable &V : variablesOf({First, *Count, Elements}))
    if (!isFree(In, Call, V))
      return Unknown(
          fmt::format("the model computes '{}' itself, and what it "
                      "can be is not known",
                      llvm::StringRef(V.Name).split('#').first.str()));
  for (const Variable &V : variablesOf(About))
    if (const auto Memory = memoryOf(V, In, Call);
        Memory && AssertedInputs.contains(*Memory))
      return Unknown(fmt::format("an earlier kernel asserts what '{}' holds",
                                 Model.Buffers[*Memory].Name));
  if (const auto Name = chosenByModel(In, Call))
    return Unknown(fmt::format("whether the model comes to this call depends "
                               "on '{}', which it computes itself",
                               *Name));
  if (!IsRefuted && !Overflow)
    return Unknown("it depends on values that the kernel computes in ways that "
                   "are not followed");

  ++Result.Refuted;
  Decide(Verdict::Refuted);
  const size_t Decision = Result.Decisions.size() - 1;
  if (Overflow) {
    Question Computed = Q;
    Computed.First = Overflow->First;
    Refuted.push_back({Decision, *std::move(Overflow), Computed, true});
    return;
  }
  U.Values = Answer.Against;
  Refuted.push_back({Decision, std::move(U), Q, false});
}

IndexExpr IndexChecker::resolved(const IndexExpr &Fact,
                                 ArrayRef<IndexExpr> When,
                                 const std::set<Variable> &About) {
  const ArrayRef<IndexExpr> Cases = Fact.operands();
  if (Fact.op() != IndexExpr::Op::Or || Cases.size() < 3 ||
      llvm::none_of(variablesOf(Fact), [&](const Variable &V) {
        return V.Kind == VariableKind::Computed && About.contains(V);
      }))
    return Fact;
  std::vector<IndexExpr> Left;
  for (const IndexExpr &Case : Cases)
    if (ask(When, negation(Case)).Is != Prover::Answer::Proved)
      Left.push_back(Case);
  return IndexExpr::make(IndexExpr::Op::Or, std::move(Left));
}

bool IndexChecker::isFree(const Kernel &In, const KernelCall &Call,
                          const Variable &V) const {
  if (V.Kind == VariableKind::Loop || V.Kind == VariableKind::Computed)
    return true; // shows() looks after the latter
  if (V.Kind == VariableKind::Loaded) {
    Part->spend(In.Accesses.size());
    if (const ResultContents *Holds = resultIn(V, In, Call))
      return Model.Buffers[Holds->Of].Input.has_value();
    return llvm::all_of(In.Accesses, [&](const Access &A) {
      return A.Becomes != V.Name ||
             (A.Parameter < Call.Arguments.size() &&
              Call.Arguments[A.Parameter].Buffer &&
              Model.Buffers[*Call.Arguments[A.Parameter].Buffer].Input);
    });
  }
  const SizeSymbol *S = Symbols.lookup(V.Name);
  if (!S)
    return false;
  return S->ItemOf ? InputNames.contains(*S->ItemOf) : S->Input.has_value();
}

std::optional<std::string>
IndexChecker::chosenByModel(const Kernel &In, const KernelCall &Call) const {
  for (const IndexExpr &Branch : Call.Branches)
    for (const Variable &V : variablesOf(Sources.of(Branch)))
      if (!isFree(In, Call, V))
        return V.Name;
  return std::nullopt;
}

const CallTerms &IndexChecker::terms(const Kernel &In,
                                     const KernelCall &Call) const {
  if (TermsOf != &Call || !Terms)
    Terms.emplace(In, Call, Sources);
  TermsOf = &Call;
  return *Terms;
}

IndexSafety checkIndices(const EmittedModel &Model, Prover &Prover,
                         bool WithRanges) {
  return IndexChecker(Model, Prover, WithRanges).run();
}

} // namespace aoti_tidy
