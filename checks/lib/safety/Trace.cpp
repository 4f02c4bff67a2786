// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/safety/Trace.h"
#include "checks/lib/kernels/KernelValue.h"
#include "checks/lib/safety/AccessText.h"
#include "checks/lib/safety/AssertText.h"
#include "checks/lib/safety/IndexChecker.h"
#include "checks/lib/safety/InputGuards.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;
using Kind = TracedName::Kind;

std::vector<Variable> variablesInOrder(ArrayRef<IndexExpr> Exprs) {
  std::vector<Variable> Result;
  for (const IndexExpr &E : Exprs)
    E.forEachVariable([&](const Variable &V) {
      if (!llvm::is_contained(Result, V))
        Result.push_back(V);
    });
  return Result;
}

void addParts(const IndexExpr &Condition, std::vector<IndexExpr> &Into) {
  if (Condition.op() == Op::And)
    for (const IndexExpr &Part : Condition.operands())
      addParts(Part, Into);
  else
    Into.push_back(Condition);
}

struct ModelNames {
  explicit ModelNames(const EmittedModel &Model) {
    for (const Kernel &K : Model.Kernels)
      Kernels[K.Name] = &K;
    for (const SizeSymbol &S : Model.Symbols)
      Symbols.try_emplace(S.Name, &S);
    for (const Buffer &B : Model.Buffers)
      Buffers.try_emplace(B.Name, &B);
  }
  llvm::StringMap<const Kernel *> Kernels;
  llvm::StringMap<const SizeSymbol *> Symbols;
  llvm::StringMap<const Buffer *> Buffers;
};

/// Chains in real models have some dozen names.
constexpr unsigned MaxChain = 200;
constexpr size_t MaxNames = 500;

class CallTracer {
public:
  CallTracer(const EmittedModel &Model, const IndexSafety &Safety,
             const ModelNames &Known, IndexChecker &Checker,
             const KernelCall &Call, const Kernel &In)
      : Model(Model), Safety(Safety), Known(Known), Checker(Checker),
        Call(Call), In(In) {
    for (const Access &A : In.Accesses)
      if (!A.Becomes.empty())
        Loads.try_emplace(A.Becomes, &A);
    for (const auto &[I, P] : llvm::enumerate(In.Parameters))
      Parameters.try_emplace(P.Name, I);
    Result.Call = &Call;
    Result.In = &In;
    Result.Terms = Checker.terms(In, Call);
  }

  TracedCall run(ArrayRef<AccessDecision> Decisions) {
    for (const IndexAssert &A : In.Asserts)
      add(A);
    for (const AccessDecision &D : Decisions)
      add(D);
    return std::move(Result);
  }

private:
  void add(const AccessDecision &D);
  void add(const IndexAssert &A);
  void addAsserts(const Access &What, TracedAccess &To);
  bool isDynamic(const TracedIndex &I) const;

  unsigned nameOf(const Variable &V, ArrayRef<IndexExpr> When,
                  unsigned Depth = 0);
  unsigned symbolOf(const Variable &V, unsigned Depth = 0);
  unsigned add(TracedName Made, bool IsSymbol);
  TracedName loop(const Variable &V, ArrayRef<IndexExpr> When) const;
  void follow(unsigned Name, TracedIndex &I) const;
  void followAll(ArrayRef<IndexExpr> Exprs, ArrayRef<IndexExpr> When,
                 TracedIndex &I);

  const EmittedModel &Model;
  const IndexSafety &Safety;
  const ModelNames &Known;
  IndexChecker &Checker;
  const KernelCall &Call;
  const Kernel &In;
  llvm::StringMap<const Access *> Loads; ///< by what they become
  llvm::StringMap<unsigned> Parameters;
  std::map<std::pair<Variable, const IndexExpr *>, unsigned> NamesOf;
  TracedCall Result;
  /// A kernel may have the wrapper's names.
  std::vector<bool> AreSymbols;
};

unsigned CallTracer::add(TracedName Made, bool IsSymbol) {
  for (unsigned I = 0; I < Result.Names.size(); ++I)
    // A counter may have several ranges.
    if (Result.Names[I].What == Made.What && AreSymbols[I] == IsSymbol &&
        Result.Names[I].First == Made.First &&
        Result.Names[I].Below == Made.Below)
      return I;
  Result.Names.push_back(std::move(Made));
  AreSymbols.push_back(IsSymbol);
  return Result.Names.size() - 1;
}

TracedName CallTracer::loop(const Variable &V, ArrayRef<IndexExpr> When) const {
  TracedName Made{Kind::Loop, V, inCode(V.Name)};
  const IndexExpr Counter = IndexExpr::variable(V);
  std::vector<IndexExpr> Parts;
  for (const IndexExpr &Condition : When)
    addParts(Condition, Parts);
  const std::vector<Variable> InOrder = variablesInOrder(Parts);
  const auto Known = ArrayRef(InOrder).take_until(
      [&](const Variable &Other) { return Other == V; });
  const auto IsEnd = [&](const IndexExpr &E) {
    return llvm::all_of(variablesInOrder(E), [&](const Variable &Of) {
      return Of.Kind == VariableKind::Symbol ||
             (Of.Kind == VariableKind::Loop && llvm::is_contained(Known, Of));
    });
  };
  // The last ones are the innermost.
  for (const IndexExpr &E : Parts) {
    if (E.op() != Op::Less && E.op() != Op::LessEqual)
      continue;
    const bool Includes = E.op() == Op::LessEqual;
    const IndexExpr &A = E.operands()[0], &B = E.operands()[1];
    if (B == Counter && IsEnd(A))
      Made.First = Includes ? A : A + 1;
    else if (A == Counter && IsEnd(B))
      Made.Below = Includes ? B + 1 : B;
  }
  return Made;
}

unsigned CallTracer::symbolOf(const Variable &V, unsigned Depth) {
  TracedName Made{Kind::Unknown, V, inCode(V.Name)};
  const SizeSymbol *S = Known.Symbols.lookup(V.Name);
  if (!S)
    return add(std::move(Made), /*IsSymbol=*/true);
  Made.At = S->At;
  if (S->Value) {
    Made.Is = Kind::Computed;
    Made.Value = S->Value;
  } else if (S->Input && S->Dim) {
    Made.Is = Kind::InputSize;
    Made.Input = S->Input;
    Made.Dim = S->Dim;
    Made.Bounds = inputDimension(Model, *S->Input, *S->Dim);
  } else if (S->ItemOf || S->SizeOf) {
    Made.Is = S->ItemOf ? Kind::Item : Kind::OperatorSize;
    Made.Memory = Known.Buffers.lookup(S->ItemOf ? *S->ItemOf : *S->SizeOf);
    Made.Dim = S->Dim;
    if (Made.Memory)
      Made.Input = Made.Memory->Input;
  }
  const unsigned Index = add(std::move(Made), /*IsSymbol=*/true);
  if (S->Value && Result.Names[Index].From.empty() && Depth < MaxChain)
    for (const Variable &Of : variablesInOrder(*S->Value))
      if (Of != V) {
        const unsigned From = symbolOf(Of, Depth + 1);
        Result.Names[Index].From.push_back(From);
      }
  return Index;
}

unsigned CallTracer::nameOf(const Variable &V, ArrayRef<IndexExpr> When,
                            unsigned Depth) {
  const auto Before = NamesOf.find({V, When.data()});
  if (Before != NamesOf.end())
    return Before->second;
  TracedName Made{Kind::Unknown, V, inCode(V.Name)};
  std::vector<unsigned> From;
  if (const auto Parameter = Parameters.find(V.Name);
      Parameter != Parameters.end()) {
    const size_t Index = Parameter->second;
    Made.Is = Kind::Argument;
    Made.At = Call.At;
    if (Index < Call.Arguments.size())
      Made.Value = Call.Arguments[Index].Size;
    if (Made.Value)
      for (const Variable &Of : variablesInOrder(*Made.Value))
        From.push_back(symbolOf(Of));
  } else if (V.Kind == VariableKind::Loop) {
    Made = loop(V, When);
    for (const auto &End : {Made.First, Made.Below})
      if (End && Depth < MaxChain)
        for (const Variable &Of : variablesInOrder(*End))
          // The value belongs to an outer loop, with its own part of When.
          From.push_back(nameOf(Of, When, Depth + 1));
  } else {
    const Access *Load = Loads.lookup(V.Name);
    Made.Is = V.Kind == VariableKind::Loaded ? Kind::Loaded : Kind::Opaque;
    if (Load) {
      Made.Load = Load;
      Made.At = Load->At;
      Made.Memory = Result.memory(Model, Load->Parameter);
      if (Made.Memory)
        Made.Input = Made.Memory->Input;
      if (Depth < MaxChain)
        for (const Variable &Of : variablesInOrder(Load->Index))
          if (Of != V)
            From.push_back(nameOf(Of, Load->When, Depth + 1));
    }
  }
  const unsigned Index = add(std::move(Made), /*IsSymbol=*/false);
  if (Result.Names[Index].From.empty())
    Result.Names[Index].From = std::move(From);
  if (Depth < MaxChain)
    NamesOf[{V, When.data()}] = Index;
  return Index;
}

void CallTracer::follow(unsigned Name, TracedIndex &I) const {
  std::vector<unsigned> ToDo{Name};
  while (!ToDo.empty() && I.Names.size() < MaxNames) {
    const unsigned Next = ToDo.back();
    ToDo.pop_back();
    if (llvm::is_contained(I.Names, Next))
      continue;
    I.Names.push_back(Next);
    const TracedName &N = Result.Names[Next];
    if (N.Load && !llvm::is_contained(I.Pointers, N.Load->Parameter))
      I.Pointers.push_back(N.Load->Parameter);
    llvm::append_range(ToDo, llvm::reverse(N.From));
  }
}

void CallTracer::followAll(ArrayRef<IndexExpr> Exprs, ArrayRef<IndexExpr> When,
                           TracedIndex &I) {
  for (const Variable &V : variablesInOrder(Exprs))
    follow(nameOf(V, When), I);
}

bool CallTracer::isDynamic(const TracedIndex &I) const {
  return llvm::any_of(I.Names, [&](unsigned Name) {
    const TracedName &N = Result.Names[Name];
    if (N.Is == Kind::Argument)
      return !N.Value;
    return N.Is != Kind::Loop && N.Is != Kind::Computed;
  });
}

bool isOnPartOf(const IndexExpr &Condition, const IndexExpr &Index) {
  if (Condition.op() == Op::Less || Condition.op() == Op::LessEqual)
    return llvm::any_of(Condition.operands(), [&](const IndexExpr &Side) {
      return Side.op() != Op::Constant && contains(Index, Side) &&
             llvm::any_of(variablesInOrder(Side), [](const Variable &V) {
               return V.Kind != VariableKind::Symbol;
             });
    });
  // "or the lane is masked out"
  return Condition.isCondition() && Condition.op() != Op::Not &&
         llvm::any_of(Condition.operands(), [&](const IndexExpr &Part) {
           return isOnPartOf(Part, Index);
         });
}

bool bounds(const IndexAssert &A, const Access &What) {
  const std::vector<Variable> Used = variablesInOrder({What.Index, What.Count});
  const bool HasAllLanes = !(What.Count == IndexExpr(1));
  bool AnyRead = false, SameRead = false, AllCounters = true;
  for (const Variable &V : variablesInOrder(A.Condition)) {
    const bool IsUsed =
        llvm::is_contained(Used, V) || (HasAllLanes && V == lane().variable());
    if (V.Kind == VariableKind::Loop)
      AllCounters &= IsUsed;
    if (V.Kind == VariableKind::Loaded || V.Kind == VariableKind::Computed) {
      AnyRead = true;
      SameRead |= IsUsed;
    }
  }
  return AnyRead ? SameRead : AllCounters;
}

void CallTracer::addAsserts(const Access &What, TracedAccess &To) {
  size_t Size = 0;
  for (const IndexExpr &E : What.When)
    Size += E.size();
  Checker.budget().spend(Size * In.Asserts.size());
  if (Checker.budget().isSpent())
    return;
  std::vector<unsigned> Exact, Related;
  for (unsigned I = 0; I < In.Asserts.size(); ++I) {
    const IndexAssert &A = In.Asserts[I];
    const bool IsBefore = llvm::any_of(What.When, [&](const IndexExpr &E) {
      return contains(E, A.Condition);
    });
    if (!IsBefore)
      continue;
    if (isOnPartOf(A.Condition, What.Index))
      Exact.push_back(I);
    if (bounds(A, What))
      Related.push_back(I);
  }
  To.Asserts = Exact.empty() ? std::move(Related) : std::move(Exact);
  for (const unsigned I : To.Asserts)
    Result.Asserts[I].Protects.push_back(Result.Accesses.size());
}

void CallTracer::add(const AccessDecision &D) {
  const Access &What = *D.What;
  TracedAccess Made;
  Made.Decision = &D;
  if (D.Is == AccessDecision::Verdict::Refuted)
    for (const UnsafeAccess &U : ArrayRef(Safety.Unsafe).drop_front(D.Unsafe)) {
      if (U.Call != D.Call || U.What != D.What)
        break;
      Made.Unsafe.push_back(&U);
    }
  Made.Memory = Result.memory(Model, What.Parameter);
  Made.Pointers.push_back(What.Parameter);
  followAll({What.Index, What.Count}, What.When, Made);
  if (Made.Memory) {
    const Buffer &B = *Made.Memory;
    const IndexExpr Offset = Checker.sources().of(B.Offset);
    if (const auto Index = Result.Terms->of(What.Index))
      Made.First = *Index + Offset;
    if (B.ExtentKnown) {
      Made.Elements = Checker.sources().of(B.Extent) + Offset;
      for (const Variable &V : variablesInOrder(*Made.Elements))
        follow(symbolOf(V), Made);
    }
  }
  Made.Count = Result.Terms->of(What.Count);
  Made.IsDynamic = isDynamic(Made);
  addAsserts(What, Made);
  for (const IndexExpr &Check : Call.When) {
    const bool IsOfUse = llvm::any_of(Made.Names, [&](unsigned Name) {
      const TracedName &N = Result.Names[Name];
      return (N.Is == Kind::Item || N.Is == Kind::OperatorSize) &&
             variablesOf(Check).contains(N.What);
    });
    if (IsOfUse && !llvm::is_contained(Made.Checks, Check))
      Made.Checks.push_back(Check);
  }
  Result.Accesses.push_back(std::move(Made));
}

void CallTracer::add(const IndexAssert &A) {
  TracedAssert Made;
  Made.Assert = &A;
  followAll(A.Condition, A.When, Made);
  Made.Condition = Result.Terms->of(A.Condition);
  Made.Decision = Checker.decide(Call, In, A);
  Result.Asserts.push_back(std::move(Made));
}

} // namespace

const Buffer *TracedCall::memory(const EmittedModel &Model,
                                 unsigned Parameter) const {
  if (Parameter >= Call->Arguments.size() || !Call->Arguments[Parameter].Buffer)
    return nullptr;
  return &Model.Buffers[*Call->Arguments[Parameter].Buffer];
}

Trace traceIndices(const EmittedModel &Model, Prover &Prover, bool WithRanges) {
  Trace Result;
  IndexChecker Checker(Model, Prover, WithRanges);
  Result.Safety = Checker.run();
  const ModelNames Known(Model);
  llvm::StringMap<unsigned> Count;
  ArrayRef<AccessDecision> Left = Result.Safety.Decisions;
  for (const KernelCall &Call : Model.Calls) {
    const ArrayRef<AccessDecision> Own = Left.take_while(
        [&](const AccessDecision &D) { return D.Call == &Call; });
    Left = Left.drop_front(Own.size());
    const Kernel *In = Known.Kernels.lookup(Call.Kernel);
    if (!In || In->IsOperator)
      continue;
    Result.Calls.push_back(
        CallTracer(Model, Result.Safety, Known, Checker, Call, *In).run(Own));
    Result.Calls.back().Number = ++Count[In->Name];
  }
  for (TracedCall &C : Result.Calls)
    C.Of = Count[C.In->Name];
  return Result;
}

std::vector<size_t> callsOf(const Trace &Of, StringRef Name) {
  std::vector<size_t> Exact, Containing;
  for (size_t I = 0; I < Of.Calls.size(); ++I) {
    const StringRef Own = Of.Calls[I].In->Name;
    if (Own == Name)
      Exact.push_back(I);
    if (Own.contains(Name))
      Containing.push_back(I);
  }
  return Exact.empty() ? Containing : Exact;
}

std::vector<AssertPlace> assertsLike(const Trace &Of, const EmittedModel &Model,
                                     ArrayRef<size_t> Calls, StringRef Text) {
  std::vector<AssertPlace> Whole, Part;
  for (const size_t I : Calls)
    for (size_t K = 0; K < Of.Calls[I].Asserts.size(); ++K) {
      const AssertQuote Quote =
          quoteOf(Text, Of.Calls[I].Asserts[K].Assert->Message);
      if (Quote == AssertQuote::Whole)
        Whole.emplace_back(I, K);
      if (Quote == AssertQuote::Part)
        Part.emplace_back(I, K);
    }
  std::vector<AssertPlace> Found = Whole.empty() ? Part : Whole;
  const auto Narrow = [&](auto Is) {
    std::vector<AssertPlace> Kept;
    for (const AssertPlace &P : Found) {
      const TracedCall &C = Of.Calls[P.first];
      if (Is(*C.In, *C.Asserts[P.second].Assert))
        Kept.push_back(P);
    }
    if (!Kept.empty())
      Found = std::move(Kept);
  };
  Narrow([&](const Kernel &In, const IndexAssert &) {
    return hasWord(Text, In.Name);
  });
  Narrow([&](const Kernel &, const IndexAssert &A) {
    return namesLine(Text, Model.Files[A.At.File].Name, A.At.Line);
  });
  return Found;
}

} // namespace aoti_tidy
