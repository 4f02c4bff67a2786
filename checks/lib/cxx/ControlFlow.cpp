// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/ControlFlow.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace aoti_tidy {

std::unique_ptr<ControlFlow> ControlFlow::of(const FunctionDecl &Function,
                                             ASTContext &Ctx) {
  if (!Function.doesThisDeclarationHaveABody() ||
      Function.isDependentContext() || Function.isInvalidDecl())
    return nullptr;
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.AddInitializers = true;
  Options.AddEHEdges = true;
  std::unique_ptr<CFG> Graph =
      CFG::buildCFG(&Function, Function.getBody(), &Ctx, Options);
  if (!Graph)
    return nullptr;

  auto Flow = std::make_unique<ControlFlow>();
  Flow->Graph = std::move(Graph);
  Flow->Dominators.buildDominatorTree(Flow->Graph.get());
  for (const CFGBlock *Block : *Flow->Graph) {
    unsigned Index = 0;
    for (const CFGElement &Element : *Block) {
      ++Index;
      const auto Statement = Element.getAs<CFGStmt>();
      if (!Statement)
        continue;
      if (Flow->Places.try_emplace(Statement->getStmt(), Place{Block, Index})
              .second)
        Flow->Elements.push_back(Statement->getStmt());
    }
  }
  return Flow;
}

const ControlFlow::Place *ControlFlow::placeOf(const Stmt *S) const {
  const auto It = Places.find(S);
  return It == Places.end() ? nullptr : &It->second;
}

bool ControlFlow::surelyPrecedes(const Stmt *Earlier, const Stmt *Later) const {
  const Place *A = placeOf(Earlier);
  const Place *B = placeOf(Later);
  // A block that cannot be reached is dominated by everything.
  if (!A || !B || !Dominators.isReachableFromEntry(B->Block) ||
      !Dominators.isReachableFromEntry(A->Block))
    return false;
  if (A->Block == B->Block)
    return A->Index < B->Index;
  return Dominators.dominates(A->Block, B->Block);
}

const llvm::BitVector &ControlFlow::reachableFrom(const CFGBlock *Block) const {
  auto [It, IsNew] = Reachable.try_emplace(Block);
  if (!IsNew)
    return It->second;
  llvm::BitVector Seen(Graph->getNumBlockIDs());
  llvm::SmallVector<const CFGBlock *, 16> Work = {Block};
  while (!Work.empty())
    for (const CFGBlock *Next : Work.pop_back_val()->succs())
      if (Next && !Seen.test(Next->getBlockID())) {
        Seen.set(Next->getBlockID());
        Work.push_back(Next);
      }
  return It->second = std::move(Seen);
}

bool ControlFlow::canFollow(const Stmt *Earlier, const Stmt *Later) const {
  const Place *A = placeOf(Earlier);
  const Place *B = placeOf(Later);
  if (!A || !B)
    return false;
  return (A->Block == B->Block && A->Index < B->Index) ||
         reachableFrom(A->Block).test(B->Block->getBlockID());
}

} // namespace aoti_tidy
