// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What reaches a function from other files.
#include "checks/lib/cxx/CollectFunctions.h"
#include "checks/lib/cxx/FunctionFlow.h"
#include "checks/lib/cxx/TensorTypes.h"

using namespace clang;

namespace aoti_tidy {

/// Whether other files of the run may say more of \p Function.
static bool isOfRun(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  return (FunctionFacts::collected() || FunctionFacts::ofOthers()) &&
         Function.isExternallyVisible() && !Function.isDependentContext() &&
         !(Method && Method->isVirtual()) &&
         !Function.getASTContext().getSourceManager().isInSystemHeader(
             Function.getLocation());
}

Ways FunctionFlow::foreignResult(const FunctionDecl &Callee,
                                 ArrayRef<const Expr *> Args) {
  if (!isOfRun(Callee) || !isFollowed(Callee.getReturnType()))
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

Ways foreignArgument(const FunctionDecl &Function, const ParmVarDecl &Param) {
  if (!isOfRun(Function))
    return {};
  const std::string Symbol = symbolAcrossFiles(Function);
  const FunctionFacts *Others = FunctionFacts::ofOthers();
  if (!Others) {
    FunctionFacts::collected()->Wanted.insert(Symbol);
    return {};
  }
  const auto Found = Others->Arguments.find(Symbol);
  const unsigned Position = Param.getFunctionScopeIndex();
  return Found == Others->Arguments.end() || Position >= Found->second.size()
             ? Ways()
             : Found->second[Position];
}

} // namespace aoti_tidy
