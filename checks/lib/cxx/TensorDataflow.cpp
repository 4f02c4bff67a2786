// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/TensorDataflow.h"
#include "checks/lib/cxx/FunctionFlow.h"

using namespace clang;

namespace aoti_tidy {
namespace {

class Follower final : public TensorDataflow {
public:
  Follower(const FunctionDecl &Function, ASTContext &Ctx, Conditions Assumed,
           OneWay By)
      : Context(Ctx, std::move(Assumed)) {
    Context.OnlyCall = By.Call;
    Context.OnlyWrite = By.Write;
    Context.Along = By.Along;
    Context.OnlyCallOf = &Function;
    if (const FunctionGraph *Graph = Context.graphOf(Function)) {
      Context.Stack.push_back(&Function);
      Flow.emplace(Context, Function, *Graph, entryOf(Function, Context));
      if (!Flow->run())
        Flow.reset();
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
  FlowContext Context;
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
