// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Scopes.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace aoti_tidy::python {
namespace {

/// More bindings than that are not told apart.
constexpr size_t MaxSet = 8;

/// Runs the steps of units in their order, and notes at each use which bindings
/// may have been the last. Too many rather than too few: what several bindings
/// may have given is not known.
class Runner {
public:
  Runner(FileScopes &Of, BindingSets &Sets)
      : Of(Of), Sets(Sets), Last(Of.Variables.size()) {
    bindOuterNames();
  }

  void run(unsigned Unit) {
    Steps = Of.Units[Unit];
    UnitNumber = Unit;
    IsDead = false;
    run(0, Steps.size());
    rollBack(0);
  }

private:
  using Changes = std::vector<std::pair<unsigned, unsigned>>;
  struct Way {
    Changes Set;
    bool IsDead = false;
  };

  void bindOuterNames();
  void run(unsigned Begin, unsigned End);
  void choice(const Step &S, unsigned Begin);
  void tryStep(const Step &S, unsigned Begin);
  void use(Occurrence &O);
  void set(unsigned Variable, unsigned Value) {
    Log.emplace_back(Variable, Last[Variable]);
    Last[Variable] = Value;
  }
  void mayBind(unsigned Binding) {
    const unsigned V = Of.Bindings[Binding].Variable;
    set(V, Sets.join(Last[V], Sets.single(Binding)));
  }
  void mayBindAll(unsigned Begin, unsigned End);
  void rollBack(size_t To) {
    while (Log.size() > To) {
      Last[Log.back().first] = Log.back().second;
      Log.pop_back();
    }
  }
  /// Undoes the changes since, and returns them.
  Way take(size_t Since);
  void join(llvm::ArrayRef<Way> Ways);

  FileScopes &Of;
  BindingSets &Sets;
  llvm::ArrayRef<Step> Steps;
  unsigned UnitNumber = 0;
  bool IsDead = false;
  std::vector<unsigned> Last;
  Changes Log; ///< variables, and what they had before
};

/// A name that a class has not bound yet is looked up around the class; its
/// value there is unknown.
void Runner::bindOuterNames() {
  for (auto [I, V] : llvm::enumerate(Of.Variables)) {
    if (Of.Scopes[V.Scope].What != Scope::Kind::Class)
      continue;
    Binding Outer;
    Outer.Variable = I;
    Last[I] = Sets.single(Of.Bindings.size());
    V.Bindings.push_back(Of.Bindings.size());
    Of.Bindings.push_back(Outer);
  }
}

void Runner::use(Occurrence &O) {
  if (O.Variable == Occurrence::None)
    return;
  const Variable &V = Of.Variables[O.Variable];
  O.Reached = V.Unit == UnitNumber && !V.IsSetElsewhere ? Last[O.Variable]
                                                        : BindingSets::All;
}

void Runner::mayBindAll(unsigned Begin, unsigned End) {
  for (unsigned I = Begin; I < End; ++I)
    if (Steps[I].What == Step::Kind::Bind ||
        Steps[I].What == Step::Kind::MayBind)
      mayBind(Steps[I].Index);
}

Runner::Way Runner::take(size_t Since) {
  Way Result;
  Result.IsDead = IsDead;
  llvm::DenseSet<unsigned> Seen;
  for (size_t I = Since; I < Log.size(); ++I)
    if (Seen.insert(Log[I].first).second)
      Result.Set.emplace_back(Log[I].first, Last[Log[I].first]);
  rollBack(Since);
  IsDead = false;
  return Result;
}

void Runner::join(llvm::ArrayRef<Way> Ways) {
  struct Joined {
    unsigned Set = BindingSets::Empty;
    size_t Count = 0;
  };
  size_t Alive = 0;
  llvm::DenseMap<unsigned, Joined> ByVariable;
  llvm::SmallVector<unsigned, 8> Order;
  for (const Way &W : Ways) {
    if (W.IsDead)
      continue;
    ++Alive;
    for (const auto &[Variable, Set] : W.Set) {
      Joined &J = ByVariable[Variable];
      if (!J.Count++)
        Order.push_back(Variable);
      J.Set = Sets.join(J.Set, Set);
    }
  }
  for (unsigned Variable : Order) {
    const Joined J = ByVariable[Variable];
    set(Variable, J.Count == Alive ? J.Set : Sets.join(J.Set, Last[Variable]));
  }
  IsDead = !Alive;
}

void Runner::choice(const Step &S, unsigned Begin) {
  llvm::SmallVector<Way, 4> Ways;
  for (unsigned I = Begin; I < S.End;) {
    // Broken text may have something between the branches.
    if (Steps[I].What != Step::Kind::Branch) {
      ++I;
      continue;
    }
    const size_t Since = Log.size();
    run(I + 1, Steps[I].End);
    Ways.push_back(take(Since));
    I = Steps[I].End;
  }
  if (!S.IsExhaustive)
    Ways.push_back({});
  join(Ways);
}

void Runner::tryStep(const Step &S, unsigned Begin) {
  llvm::SmallVector<Way, 4> Ways;
  unsigned Finally = 0;
  for (unsigned I = Begin; I < S.End; I = Steps[I].End) {
    if (Steps[I].IsExhaustive) {
      Finally = I;
      break;
    }
    const size_t Since = Log.size();
    // The exception may have come anywhere.
    if (I != Begin)
      mayBindAll(Begin, Steps[Begin].End);
    run(I + 1, Steps[I].End);
    Ways.push_back(take(Since));
  }
  if (Finally) {
    const size_t Since = Log.size();
    mayBindAll(Begin, Finally);
    run(Finally + 1, Steps[Finally].End);
    rollBack(Since);
  }
  join(Ways);
  if (Finally) {
    const bool WasDead = IsDead;
    mayBindAll(Finally + 1, Steps[Finally].End);
    IsDead = WasDead;
  }
}

void Runner::run(unsigned Begin, unsigned End) {
  for (unsigned I = Begin; I < End; ++I) {
    const Step &S = Steps[I];
    switch (S.What) {
    case Step::Kind::Use:
      use(Of.Occurrences[S.Index]);
      continue;
    case Step::Kind::Bind:
      set(Of.Bindings[S.Index].Variable, Sets.single(S.Index));
      continue;
    case Step::Kind::MayBind:
      mayBind(S.Index);
      continue;
    case Step::Kind::Exit:
      IsDead = true;
      continue;
    case Step::Kind::Choice:
      choice(S, I + 1);
      break;
    case Step::Kind::Loop: {
      // The body runs after itself, and not at all, and in part.
      mayBindAll(I + 1, S.End);
      const bool WasDead = IsDead;
      const size_t Since = Log.size();
      run(I + 1, S.End);
      take(Since);
      IsDead = WasDead;
      break;
    }
    case Step::Kind::Try:
      tryStep(S, I + 1);
      break;
    case Step::Kind::Branch:
      continue;
    }
    I = S.End - 1;
  }
}

} // namespace

BindingSets::BindingSets() {
  Sets.resize(2);
  Numbers[{}] = Empty;
}

unsigned BindingSets::number(std::vector<unsigned> Set) {
  const auto [At, IsNew] = Numbers.try_emplace(std::move(Set), Sets.size());
  if (IsNew)
    Sets.push_back(At->first);
  return At->second;
}

unsigned BindingSets::single(unsigned Binding) {
  const auto [At, IsNew] = Singles.try_emplace(Binding, 0);
  if (IsNew)
    At->second = number({Binding});
  return At->second;
}

unsigned BindingSets::join(unsigned A, unsigned B) {
  if (A == B || B == Empty)
    return A;
  if (A == Empty)
    return B;
  if (A == All || B == All)
    return All;
  std::vector<unsigned> Both;
  std::set_union(Sets[A].begin(), Sets[A].end(), Sets[B].begin(), Sets[B].end(),
                 std::back_inserter(Both));
  return Both.size() > MaxSet ? All : number(std::move(Both));
}

BindingSets findReaching(FileScopes &Of) {
  BindingSets Result;
  Runner R(Of, Result);
  for (unsigned Unit = 0; Unit < Of.Units.size(); ++Unit)
    R.run(Unit);
  return Result;
}

} // namespace aoti_tidy::python
