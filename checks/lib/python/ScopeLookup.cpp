// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Repair.h"
#include "checks/lib/python/ScopeReader.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy::python {

unsigned ScopeReader::variable(unsigned Scope, unsigned Name) {
  const auto [At, IsNew] =
      ByScopeAndName.try_emplace({Scope, Name}, Out.Variables.size());
  if (IsNew) {
    Variable V;
    V.Scope = Scope;
    V.Unit = Out.Scopes[Scope].Unit;
    Out.Variables.push_back(std::move(V));
  }
  return At->second;
}

/// The scope whose variable it is: of what binds a name there.
unsigned ScopeReader::scopeOfTarget(const Occurrence &O) const {
  const Scope &S = Out.Scopes[O.Scope];
  if (S.Globals.contains(O.Name))
    return 0;
  if (!S.Nonlocals.contains(O.Name))
    return O.Scope;
  for (unsigned At = S.Parent; At; At = Out.Scopes[At].Parent)
    if (Out.Scopes[At].What == Scope::Kind::Function &&
        ByScopeAndName.contains({At, O.Name}))
      return At;
  return 0;
}

unsigned ScopeReader::variableOfUse(const Occurrence &O) const {
  for (unsigned At = O.Scope;; At = Out.Scopes[At].Parent) {
    const Scope &S = Out.Scopes[At];
    // Functions in a class do not see its names; its own body does.
    const bool IsSeen = At == O.Scope || S.What != Scope::Kind::Class;
    if (IsSeen && S.Globals.contains(O.Name))
      At = 0;
    if (IsSeen)
      if (const auto V = ByScopeAndName.find({At, O.Name});
          V != ByScopeAndName.end())
        return V->second;
    if (At == 0)
      return Occurrence::None;
  }
}

void ScopeReader::findVariables() {
  // Outer scopes come before inner ones, so that 'nonlocal' finds its variable.
  for (auto [I, B] : llvm::enumerate(Out.Bindings)) {
    Occurrence &O = Out.Occurrences[Targets[I]];
    const unsigned Scope = scopeOfTarget(O);
    O.Variable = B.Variable = variable(Scope, O.Name);
    Variable &V = Out.Variables[O.Variable];
    V.IsSetElsewhere |= Scope != O.Scope;
  }
  for (unsigned B : InComprehensions)
    Out.Variables[Out.Bindings[B].Variable].IsSetElsewhere = true;
  // 'x: int' is an occurrence, but no step gives it a value.
  std::vector<bool> Happens(Out.Bindings.size());
  for (const auto &Unit : Out.Units)
    for (const Step &S : Unit)
      if (S.What == Step::Kind::Bind || S.What == Step::Kind::MayBind)
        Happens[S.Index] = true;
  for (auto [I, B] : llvm::enumerate(Out.Bindings))
    if (Happens[I])
      Out.Variables[B.Variable].Bindings.push_back(I);

  forgetLost();

  for (Occurrence &O : Out.Occurrences)
    if (O.Variable == Occurrence::None)
      O.Variable = variableOfUse(O);

  llvm::sort(Out.Calls, [](Node A, Node B) {
    return std::pair(A.begin(), B.end()) < std::pair(B.begin(), A.end());
  });
  std::vector<unsigned> Order(Out.Occurrences.size());
  for (auto [I, At] : llvm::enumerate(Order))
    At = I;
  llvm::sort(Order, [&](unsigned A, unsigned B) {
    return Out.Occurrences[A].At.begin() < Out.Occurrences[B].At.begin();
  });
  std::vector<Occurrence> Sorted;
  std::vector<unsigned> NewNumber(Order.size());
  for (unsigned Old : Order) {
    NewNumber[Old] = Sorted.size();
    Sorted.push_back(Out.Occurrences[Old]);
  }
  Out.Occurrences = std::move(Sorted);
  for (auto &Unit : Out.Units)
    for (Step &S : Unit)
      if (S.What == Step::Kind::Use)
        S.Index = NewNumber[S.Index];
  for (auto [I, O] : llvm::enumerate(Out.Occurrences))
    if (O.Variable != Occurrence::None)
      Out.Variables[O.Variable].Occurrences.push_back(I);
}

/// Names that a line which could not be read may have bound are unknown, in
/// every scope.
void ScopeReader::forgetLost() {
  llvm::DenseSet<unsigned> Lost;
  for (const auto &[Begin, End] : In.lost())
    for (llvm::StringRef Name : namesGivenIn(In.text().slice(Begin, End)))
      Lost.insert(Names.try_emplace(Name, Names.size()).first->second);
  for (unsigned Name : Lost)
    variable(0, Name);
  for (const auto &[At, V] : ByScopeAndName) {
    if (!Lost.contains(At.second))
      continue;
    Variable &Changed = Out.Variables[V];
    Changed.IsSetElsewhere = true;
    Binding B;
    B.Variable = V;
    Changed.Bindings.push_back(Out.Bindings.size());
    Out.Bindings.push_back(B);
  }
}

FileScopes::FileScopes(const Tree &Of) { ScopeReader(*this, Of).read(); }

const Occurrence *FileScopes::at(Node N) const {
  const auto At = llvm::lower_bound(
      Occurrences, N.begin(),
      [](const Occurrence &O, unsigned Begin) { return O.At.begin() < Begin; });
  return At != Occurrences.end() && At->At == N ? &*At : nullptr;
}

} // namespace aoti_tidy::python
