// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What reaches a function from other files.
#include "checks/lib/cxx/CollectFunctions.h"
#include "checks/lib/cxx/FunctionFlow.h"
#include "checks/lib/cxx/TensorTypes.h"

using namespace clang;

namespace aoti_tidy {

static bool isVirtual(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  return Method && Method->isVirtual();
}

/// Whether other files of the run may say more of \p Function.
static bool isOfRun(const FunctionDecl &Function) {
  return (FunctionFacts::collected() || FunctionFacts::ofOthers()) &&
         Function.isExternallyVisible() && !Function.isDependentContext() &&
         !Function.getASTContext().getSourceManager().isInSystemHeader(
             Function.getLocation());
}

Ways FunctionFlow::foreignResult(const FunctionDecl &Callee,
                                 ArrayRef<const Expr *> Args) {
  // Of a virtual one, whose body runs is not known.
  if (!isOfRun(Callee) || isVirtual(Callee) ||
      !isFollowed(Callee.getReturnType()))
    return {};
  const std::string Symbol = symbolAcrossFiles(Callee);
  if (const FunctionFacts *Others = FunctionFacts::ofOthers()) {
    const auto Found = Others->Returns.find(Symbol);
    return Found == Others->Returns.end() ? Ways()
                                          : substituted(Found->second, Args);
  }
  FunctionFacts::collected()->Wanted.insert(Symbol);
  return {};
}

/// \p W with the devices of \p Args in place of those of parameters.
Ways FunctionFlow::substituted(Ways W, ArrayRef<const Expr *> Args) {
  for (auto [I, Arg] : llvm::enumerate(Args)) {
    const auto IsParameter = [I = I](const DeviceValue &Device) {
      return Device.Type.empty() && Device.Variable == I + 1;
    };
    bool Mentions = false;
    for (const Value &V : W)
      if (const auto *Device = std::get_if<DeviceValue>(&V))
        Mentions |= IsParameter(*Device);
    forEachTensor(W, [&](const TensorValue &T) {
      Mentions |= T.Device && IsParameter(T.Device->Value);
    });
    if (!Mentions)
      continue;
    const Ways Given = evaluate(Arg);
    const auto *Known = only<DeviceValue>(Given);
    for (Value &V : W)
      if (auto *Device = std::get_if<DeviceValue>(&V);
          Device && IsParameter(*Device)) {
        if (!Known)
          return {};
        *Device = *Known;
      }
    forEachTensor(W, [&](TensorValue &T) {
      if (!T.Device || !IsParameter(T.Device->Value))
        return;
      if (Known)
        T.Device = {*Known, placeOf(Arg)};
      else
        T.Device.reset();
    });
  }
  return W;
}

/// \p Function, and the methods that it overrides: whoever calls these may call
/// it.
static llvm::SmallVector<const FunctionDecl *, 4>
calledAs(const FunctionDecl &Function) {
  llvm::SmallVector<const FunctionDecl *, 4> Result = {&Function};
  for (size_t I = 0; I < Result.size(); ++I)
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Result[I]))
      llvm::append_range(Result, Method->overridden_methods());
  return Result;
}

Ways foreignArgument(const FunctionDecl &Function, const ParmVarDecl &Param) {
  const FunctionFacts *Others = FunctionFacts::ofOthers();
  const unsigned Position = Param.getFunctionScopeIndex();
  Ways Result;
  bool IsFirst = true;
  for (const FunctionDecl *F : calledAs(Function)) {
    if (!isOfRun(*F))
      continue;
    const std::string Symbol = symbolAcrossFiles(*F);
    if (!Others) {
      FunctionFacts::collected()->Wanted.insert(Symbol);
      continue;
    }
    const auto Found = Others->Arguments.find(Symbol);
    if (Found == Others->Arguments.end())
      continue;
    Ways Given =
        Position < Found->second.size() ? Found->second[Position] : Ways();
    if (Given.empty())
      return {};
    Result = IsFirst ? std::move(Given) : unite(std::move(Result), Given);
    IsFirst = false;
  }
  return Result;
}

} // namespace aoti_tidy
