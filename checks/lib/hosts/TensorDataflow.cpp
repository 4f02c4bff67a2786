// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/TensorDataflow.h"
#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/hosts/FunctionFlow.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Facts that the functions of one file share: a constructor that sets a
/// thousand members is followed once, not for each method that reads one.
class SharedContext {
public:
  explicit SharedContext(ASTContext &Ctx) : Ctx(Ctx) {}

  /// The context for one more function.
  std::shared_ptr<FlowContext> get() {
    // An answer cut short by the time limit must not serve other functions.
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

class Follower final : public TensorDataflow {
public:
  Follower(const FunctionDecl &Function, ASTContext &Ctx)
      : Context(oncePerFile<SharedContext>(Ctx).get()) {
    if (const FunctionGraph *Graph = Context->graphOf(Function)) {
      Context->Stack.push_back(&Function);
      Flow.emplace(*Context, Function, *Graph, entryOf(Function, *Context));
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

  TensorValues elementsAt(const Expr *List) override {
    return elementsOf(Flow->at(List));
  }

private:
  std::shared_ptr<FlowContext> Context;
  std::optional<FunctionFlow> Flow;
};

} // namespace

std::unique_ptr<TensorDataflow> TensorDataflow::of(const FunctionDecl &Function,
                                                   ASTContext &Ctx) {
  auto Flow = std::make_unique<Follower>(Function, Ctx);
  return Flow->succeeded() ? std::move(Flow) : nullptr;
}

} // namespace aoti_tidy
