// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/TensorDataflow.h"
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/hosts/FunctionFlow.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// What the functions of one file share if nothing is assumed of any: a
/// constructor that gives a thousand members their values is followed once, not
/// for each method that reads one.
class SharedContext {
public:
  explicit SharedContext(ASTContext &Ctx) : Ctx(Ctx) {}

  /// The context for one more function.
  std::shared_ptr<FlowContext> get() {
    // What was not answered for want of time is no answer for others.
    if (!Known || Known->isSpent() || Known->States.size() > MaxKept)
      Known = std::make_shared<FlowContext>(Ctx);
    Known->refill();
    return Known;
  }

private:
  /// Values of states, a few hundred bytes each.
  static constexpr size_t MaxKept = 500000;

  ASTContext &Ctx;
  std::shared_ptr<FlowContext> Known;
};

std::shared_ptr<FlowContext> contextFor(const FunctionDecl &Function,
                                        ASTContext &Ctx, Conditions Assumed,
                                        const OneWay &By) {
  if (Assumed.empty() && By == OneWay())
    return oncePerFile<SharedContext>(Ctx).get();
  auto Result = std::make_shared<FlowContext>(Ctx, std::move(Assumed));
  Result->OnlyCall = By.Call;
  Result->OnlyOuterCall = By.OuterCall;
  Result->OnlyForeignCall = By.ForeignCall;
  Result->OnlyCallOf = &Function;
  Result->OnlyWrite = By.Write;
  Result->Along = By.Along;
  return Result;
}

class Follower final : public TensorDataflow {
public:
  Follower(const FunctionDecl &Function, ASTContext &Ctx, Conditions Assumed,
           const OneWay &By)
      : Context(contextFor(Function, Ctx, std::move(Assumed), By)) {
    if (const FunctionGraph *Graph = Context->graphOf(Function)) {
      Context->Stack.push_back(&Function);
      TensorState Entry = entryOf(Function, *Context);
      if (By.After)
        setLeft(Entry, Function, *Graph, *By.After, Ctx);
      Flow.emplace(*Context, Function, *Graph, std::move(Entry));
      if (!Flow->run())
        Flow.reset();
      Context->Stack.pop_back();
    }
  }

  bool succeeded() const { return Flow.has_value(); }

  std::optional<std::vector<TensorValues>> listAt(const Expr *List) override {
    const Ways Known = Flow->at(List);
    const auto *Tensors = only<TensorList>(Known);
    return Tensors ? std::optional(*Tensors) : std::nullopt;
  }

  std::optional<std::vector<TensorValues>> openListAt(const Expr *List,
                                                      size_t &Fewest) override {
    const Ways Known = Flow->at(List);
    const auto *Bag = only<TensorBag>(Known);
    if (!Bag || !Bag->Most)
      return std::nullopt;
    Fewest = Bag->Fewest;
    std::vector<TensorValues> Result;
    Result.reserve(Bag->Set.size());
    for (const auto &[Position, Tensors] : Bag->Set)
      Result.push_back(Tensors);
    return Result;
  }

  TensorValues elementsAt(const Expr *List) override {
    return elementsOf(Flow->at(List));
  }

  TensorValues tensorsAt(const Expr *E) override {
    return tensorsOf(Flow->at(E));
  }

  std::vector<DeviceValue> devicesAt(const Expr *E) override {
    std::vector<DeviceValue> Result;
    for (const Value &V : Flow->at(E))
      if (const auto *Device = std::get_if<DeviceValue>(&V))
        Result.push_back(*Device);
    return Result;
  }

  bool reaches(const Expr *E) const override { return Flow->reaches(E); }

  const Expr *expressionAt(Place From) const override {
    return expressionOf(From);
  }

private:
  /// The members that \p Function finds as it has left them the first time, when
  /// it came by \p Run.
  void setLeft(TensorState &Entry, const FunctionDecl &Function,
               const FunctionGraph &Graph, const Expr &Run, ASTContext &Ctx) {
    const auto Kept = fieldsLeftBy(Function, Run, Ctx);
    if (Kept.empty())
      return;
    FlowContext Before(Ctx, Context->Assumed);
    Before.FirstCallOf = &Function;
    Before.Stack.push_back(&Function);
    FunctionFlow First(Before, Function, Graph, entryOf(Function, Before));
    const auto Left = First.run() ? First.exitAfter(Run) : std::nullopt;
    if (!Left)
      return;
    for (const FieldDecl *Field : Kept)
      if (Ways W = Left->get(*Field); !W.empty())
        Entry.set(*Field, std::move(W));
  }

  std::shared_ptr<FlowContext> Context;
  std::optional<FunctionFlow> Flow;
};

} // namespace

std::unique_ptr<TensorDataflow> TensorDataflow::of(const FunctionDecl &Function,
                                                   ASTContext &Ctx,
                                                   Conditions Assumed,
                                                   OneWay By) {
  auto Flow = std::make_unique<Follower>(Function, Ctx, std::move(Assumed), By);
  if (!Flow->succeeded())
    return nullptr;
  return Flow;
}

} // namespace aoti_tidy
