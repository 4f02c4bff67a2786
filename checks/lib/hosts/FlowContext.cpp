// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that one analysis follows, and the graphs of those of a file.
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/hosts/FunctionFlow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace aoti_tidy {

/// Functions larger than this are not written by hand.
static constexpr unsigned MaxBlocks = 4000;

/// Bounds on the time that one question takes: statements that are evaluated, and
/// functions that are followed once more while they are being followed.
static constexpr unsigned MaxStatements = 200000, MaxOthers = 32;

/// Whether the program sets the type that factories make by default.
static bool setsDefaultType(ASTContext &Ctx) {
  const DeclContext *TU = Ctx.getTranslationUnitDecl();
  for (const Decl *D : TU->lookup(&Ctx.Idents.get("c10")))
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(D))
      for (const Decl *Setter :
           Namespace->lookup(&Ctx.Idents.get("set_default_dtype")))
        if (Setter->isReferenced())
          return true;
  return false;
}

FlowContext::FlowContext(ASTContext &Ctx) : Ctx(Ctx) {
  if (setsDefaultType(Ctx))
    DefaultType.reset();
  refill();
}

FlowContext::~FlowContext() = default;

void FlowContext::refill() {
  Budget = MaxStatements;
  Others = MaxOthers;
}

FunctionFlow *FlowContext::flowOf(const FunctionDecl &Function) {
  const FunctionDecl *Definition = Function.getDefinition();
  if (!Definition)
    return nullptr;
  const auto [It, IsNew] = Flows.try_emplace(Definition);
  if (!IsNew)
    return It->second && !It->second->isBusy() ? It->second.get() : nullptr;
  auto Flow = follow(*Definition);
  auto &Slot = Flows[Definition];
  Slot = std::move(Flow);
  return Slot.get();
}

std::unique_ptr<FunctionFlow>
FlowContext::anotherFlowOf(const FunctionDecl &Definition) {
  if (Others == 0)
    return nullptr;
  --Others;
  return follow(Definition);
}

std::unique_ptr<FunctionFlow>
FlowContext::follow(const FunctionDecl &Definition) {
  const FunctionGraph *Graph = graphOf(Definition);
  if (!Graph)
    return nullptr;
  // Whoever asks is not its caller.
  const llvm::SaveAndRestore<decltype(Stack)> Outer(Stack, {&Definition});
  auto Flow = std::make_unique<FunctionFlow>(*this, Definition, *Graph,
                                             entryOf(Definition, *this));
  return Flow->run() ? std::move(Flow) : nullptr;
}

const FunctionGraph *FlowContext::graphOf(const FunctionDecl &Function) {
  return oncePerFile<FunctionGraphs>(Ctx).of(Function);
}

const FunctionGraph *FunctionGraphs::of(const FunctionDecl &Function) {
  const auto [It, IsNew] = Graphs.try_emplace(&Function);
  if (!IsNew)
    return It->second.get();
  if (!Function.doesThisDeclarationHaveABody() ||
      Function.isDependentContext() || Function.isInvalidDecl())
    return nullptr;
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.AddEHEdges = true;
  Options.AddInitializers = true;
  auto Blocks = CFG::buildCFG(&Function, Function.getBody(), &Ctx, Options);
  if (!Blocks || Blocks->getNumBlockIDs() > MaxBlocks)
    return nullptr;
  auto Graph = std::make_unique<FunctionGraph>(std::move(Blocks),
                                               VariableUses(Function));
  for (const CFGBlock *Block : *Graph->Blocks)
    for (const auto [Index, Element] : llvm::enumerate(*Block))
      if (const auto Statement = Element.getAs<CFGStmt>())
        Graph->Places.try_emplace(Statement->getStmt(),
                                  FunctionGraph::Place{Block, unsigned(Index)});
  It->second = std::move(Graph);
  return It->second.get();
}

} // namespace aoti_tidy
