// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What may be asked of a function that has been followed: see FunctionFlow.h.
#include "checks/lib/hosts/FunctionFlow.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace aoti_tidy {

bool FunctionFlow::reaches(const Expr *E) const {
  for (const Expr *Part : {E, E->IgnoreImplicit(), stripped(E)}) {
    const auto It = Graph.Places.find(Part);
    if (It != Graph.Places.end())
      return Entries[It->second.Block->getBlockID()].has_value();
  }
  return true;
}

Ways FunctionFlow::at(const Expr *E) {
  // Whoever asks is not its caller.
  llvm::SmallVector<const FunctionDecl *, 4> Inner = {&Function};
  std::swap(Context.Stack, Inner);
  const llvm::scope_exit Leave([&] { std::swap(Context.Stack, Inner); });
  for (const Expr *Part : {E, E->IgnoreImplicit(), stripped(E)}) {
    const auto It = Graph.Places.find(Part);
    if (It == Graph.Places.end())
      continue;
    const auto [Block, Index] = It->second;
    if (!Entries[Block->getBlockID()])
      return {};
    const llvm::SaveAndRestore Work(IsBusy, true);
    replay(*Block, Index + 1);
    return Context.Budget > 0 ? evaluate(E) : Ways();
  }
  return {};
}

} // namespace aoti_tidy
