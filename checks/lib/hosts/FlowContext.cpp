// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the functions that one analysis follows share, and on what each of its
// answers hangs.
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/hosts/FunctionFlow.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {

/// Functions larger than this are not written by hand.
static constexpr unsigned MaxBlocks = 4000;

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

void OpenQuestions::heed(const Decl &Subject) {
  const auto It = Answers.find(&Subject);
  if (It != Answers.end())
    heed(It->second.Upon);
}

void OpenQuestions::heed(unsigned Upon) {
  Lowest = std::min(Lowest, Upon);
  // One of several that are open: which is not kept.
  for (unsigned I = Upon; I < Open.size(); ++I)
    Open[I].IsHeeded = true;
}

FlowContext::Question::Question(FlowContext &Context, const Decl &Subject)
    : Context(Context), Subject(Subject), Level(Context.Questions.Open.size()),
      Start(Context.Questions.Log.size()), Outer(Context.Questions.Lowest) {
  OpenQuestions &All = Context.Questions;
  All.Answers[&Subject].Upon = Level;
  All.Open.push_back({});
  All.Lowest = OpenQuestions::Nothing;
}

FlowContext::Question::~Question() {
  OpenQuestions &All = Context.Questions;
  const unsigned Upon =
      All.Lowest < Level ? All.Lowest : OpenQuestions::Nothing;
  // What hangs on this hangs on what this hangs on.
  for (size_t I = Start; I < All.Log.size(); ++I)
    if (unsigned &Theirs = All.Answers[All.Log[I]].Upon; Theirs == Level)
      Theirs = Upon;
  All.Answers[&Subject].Upon = Upon;
  All.Log.push_back(&Subject);
  All.Open.pop_back();
  All.Lowest = Outer;
  if (Upon != OpenQuestions::Nothing)
    All.heed(Upon);
}

bool FlowContext::Question::takeHeeded() {
  return std::exchange(Context.Questions.Open[Level].IsHeeded, false);
}

void FlowContext::Question::forgetGuesses() {
  OpenQuestions &All = Context.Questions;
  size_t Kept = Start;
  for (size_t I = Start; I < All.Log.size(); ++I) {
    const Decl *Answered = All.Log[I];
    if (All.Answers[Answered].Upon == OpenQuestions::Nothing) {
      All.Log[Kept++] = Answered;
      continue;
    }
    All.Answers.erase(Answered);
    if (const auto *Field = dyn_cast<FieldDecl>(Answered))
      Context.Fields.erase(Field);
    else
      Context.Flows.erase(cast<FunctionDecl>(Answered));
  }
  All.Log.resize(Kept);
}

FlowContext::FlowContext(ASTContext &Ctx, Conditions Assumed)
    : Ctx(Ctx), Assumed(std::move(Assumed)) {
  if (setsDefaultType(Ctx))
    DefaultType.reset();
}

FlowContext::~FlowContext() = default;

FunctionFlow *FlowContext::flowOf(const FunctionDecl &Function) {
  const FunctionDecl *Definition = Function.getDefinition();
  if (!Definition)
    return nullptr;
  const auto [It, IsNew] = Flows.try_emplace(Definition);
  if (!IsNew) {
    Questions.heed(*Definition);
    return It->second && !It->second->isBusy() ? It->second.get() : nullptr;
  }
  Question Asked(*this, *Definition);
  auto Flow = anotherFlowOf(*Definition);
  // What has asked for this meanwhile went without.
  Asked.forgetGuesses();
  if (!Flow)
    return nullptr;
  auto &Slot = Flows[Definition];
  Slot = std::move(Flow);
  return Slot.get();
}

std::unique_ptr<FunctionFlow>
FlowContext::anotherFlowOf(const FunctionDecl &Definition) {
  const FunctionGraph *Graph = graphOf(Definition);
  if (!Graph)
    return nullptr;
  // Whoever asks is not its caller.
  llvm::SmallVector<const FunctionDecl *, 4> Outer = {&Definition};
  std::swap(Stack, Outer);
  auto Flow = std::make_unique<FunctionFlow>(*this, Definition, *Graph,
                                             entryOf(Definition, *this));
  const bool Succeeded = Flow->run();
  std::swap(Stack, Outer);
  return Succeeded ? std::move(Flow) : nullptr;
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
