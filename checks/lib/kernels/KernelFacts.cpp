// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/KernelFacts.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {

void dropUnusedFacts(Kernel &K) {
  std::set<Variable> Used;
  const auto Use = [&](const IndexExpr &E) { Used.merge(variablesOf(E)); };
  for (const Access &A : K.Accesses) {
    Use(A.Index);
    Use(A.Count);
    llvm::for_each(A.When, Use);
  }
  for (const auto *Conditions : {&K.Asserts, &K.Divisions})
    for (const IndexAssert &A : *Conditions)
      Use(A.Condition);
  const auto Concerns = [&](const IndexExpr &Fact) {
    return llvm::any_of(variablesOf(Fact), [&](const Variable &V) {
      return (V.Kind == VariableKind::Loaded ||
              V.Kind == VariableKind::Computed) &&
             Used.contains(V);
    });
  };
  // A fact about one that is used may bring another in.
  std::vector<IndexExpr> Kept, Left = std::move(K.Facts);
  for (bool Changed = true; Changed;) {
    std::vector<IndexExpr> Rest;
    for (const IndexExpr &Fact : Left) {
      if (Concerns(Fact))
        Use(Fact);
      (Concerns(Fact) ? Kept : Rest).push_back(Fact);
    }
    Changed = Rest.size() != Left.size();
    Left = std::move(Rest);
  }
  K.Facts = std::move(Kept);
  std::erase_if(K.Wrapped, [&](const std::string &Name) {
    return !Used.contains({Name, VariableKind::Computed});
  });
  for (Access &A : K.Accesses)
    if (!Used.contains({A.Becomes, VariableKind::Loaded}) &&
        !Used.contains({A.Becomes, VariableKind::Computed}))
      A.Becomes.clear();
}

std::string indexProblem(llvm::StringRef Culprit) {
  return Culprit.empty()
             ? "its index is not understood"
             : fmt::format("its index depends on '{}', which is not understood",
                           Culprit.str());
}

} // namespace aoti_tidy
