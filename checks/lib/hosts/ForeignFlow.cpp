// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What reaches a function from other files.
#include "checks/lib/cxx/Symbols.h"
#include "checks/lib/hosts/ForeignConstants.h"
#include "checks/lib/hosts/FunctionFlow.h"
#include "checks/lib/hosts/TensorTypes.h"
#include <set>

using namespace clang;

namespace aoti_tidy {

static bool isVirtual(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  return Method && Method->isVirtual();
}

Ways FunctionFlow::foreignResult(const FunctionDecl &Callee,
                                 ArrayRef<const Expr *> Args) {
  const QualType T = Callee.getReturnType();
  // Of a virtual one, whose body runs is not known.
  if (!isOfRun(Callee) || isVirtual(Callee) ||
      !(isFollowed(T) || isTensorStruct(T)))
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

/// The one device that \p Arg is, or that all tensors of it are on.
std::optional<Known<DeviceValue>> FunctionFlow::deviceGivenBy(const Expr *Arg) {
  const Ways Given = evaluate(Arg);
  if (const auto *Device = only<DeviceValue>(Given))
    return Known<DeviceValue>{*Device, placeOf(Arg)};
  TensorValues Tensors = tensorsOf(Given);
  if (Tensors.empty())
    Tensors = elementsOf(Given);
  for (const TensorValue &T : Tensors)
    if (!T.Device || T.Device->Value != Tensors.front().Device->Value)
      return std::nullopt;
  return Tensors.empty() ? std::nullopt : Tensors.front().Device;
}

/// \p W with the devices of \p Args in place of those of parameters.
Ways FunctionFlow::substituted(Ways W, ArrayRef<const Expr *> Args) {
  std::map<uint64_t, std::optional<Known<DeviceValue>>> Given;
  const auto GivenFor =
      [&](const DeviceValue &Device) -> std::optional<Known<DeviceValue>> * {
    if (!Device.Type.empty() || Device.Variable == 0)
      return nullptr;
    const auto [It, IsNew] = Given.try_emplace(Device.Variable);
    const size_t I = parameterOf(Device.Variable);
    if (IsNew && I < Args.size())
      It->second = deviceGivenBy(Args[I]);
    return &It->second;
  };
  for (Value &V : W) {
    if (auto *Device = std::get_if<DeviceValue>(&V))
      if (const auto *By = GivenFor(*Device)) {
        if (!*By)
          return {};
        *Device = (*By)->Value;
      }
    if (auto *Options = std::get_if<OptionsValue>(&V);
        Options && Options->Device.Value)
      if (const auto *By = GivenFor(*Options->Device.Value)) {
        Options->Device.Value.reset();
        if (*By)
          Options->Device.Value = (*By)->Value;
      }
  }
  forEachTensor(W, [&](TensorValue &T) {
    if (const auto *By = T.Device ? GivenFor(T.Device->Value) : nullptr)
      T.Device = *By;
  });
  return W;
}

Ways foreignArgument(const FunctionDecl &Function, const ParmVarDecl &Param) {
  if (!isOfRun(Function) || isVirtual(Function))
    return {};
  const std::string Symbol = symbolAcrossFiles(Function);
  const FunctionFacts *Facts = FunctionFacts::ofOthers();
  if (!Facts) {
    FunctionFacts::collected()->Wanted.insert(Symbol);
    return {};
  }
  const auto Found = Facts->Arguments.find(Symbol);
  const unsigned Position = Param.getFunctionScopeIndex();
  return Found != Facts->Arguments.end() && Position < Found->second.size()
             ? Found->second[Position]
             : Ways();
}

} // namespace aoti_tidy
