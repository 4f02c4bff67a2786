// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What reaches a function from other files.
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/Overriders.h"
#include "checks/lib/hosts/CollectFunctions.h"
#include "checks/lib/hosts/FunctionFlow.h"
#include "checks/lib/hosts/TensorDataflow.h"
#include "checks/lib/hosts/TensorTypes.h"
#include <set>

using namespace clang;

namespace aoti_tidy {

static bool isVirtual(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  return Method && Method->isVirtual();
}

bool isOfRun(const FunctionDecl &Function) {
  return (FunctionFacts::collected() || FunctionFacts::ofOthers()) &&
         Function.isExternallyVisible() && !Function.isDependentContext() &&
         !Function.getASTContext().getSourceManager().isInSystemHeader(
             Function.getLocation());
}

/// A value of type \p T of which only the devices matter, which are those of \p S.
static Ways openValue(QualType T, FunctionFacts::Source S,
                      FlowContext &Context) {
  FlowContext::OpenSources *Sources = Context.Sources;
  if (!Sources)
    return {};
  const auto DeviceOf = [&](std::optional<unsigned> Part) {
    S.Part = Part;
    const auto [It, IsNew] =
        Sources->Numbers.try_emplace(S, Sources->All.size());
    if (IsNew)
      Sources->All.push_back(S);
    DeviceValue Device;
    Device.Variable = foreignPlace(It->second);
    return Device;
  };
  const auto TensorOf = [&](std::optional<unsigned> Part) {
    TensorValue Tensor;
    Tensor.Device = Known<DeviceValue>{DeviceOf(Part), 0};
    return TensorValues{std::move(Tensor)};
  };
  if (isDevice(T))
    return {DeviceOf(std::nullopt)};
  if (isTensor(T))
    return waysOf(TensorOf(std::nullopt));
  TensorList Parts;
  if (isTensorStruct(T)) {
    for (const FieldDecl *Field :
         T.getNonReferenceType()->getAsCXXRecordDecl()->fields())
      Parts.push_back(isPart(Field->getType())
                          ? TensorOf(Field->getFieldIndex())
                          : TensorValues());
    return {std::move(Parts)};
  }
  if (isTensorTuple(T)) {
    for (unsigned I = 0; I < fixedLengthOf(T).value_or(0); ++I)
      Parts.push_back(TensorOf(I));
    return {std::move(Parts)};
  }
  return elementKindOf(T) == ElementKind::Tensor ? bagOf(TensorOf(std::nullopt))
                                                 : Ways();
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
  return openValue(T, {FunctionFacts::Source::Kind::Result, Symbol}, Context);
}

/// The one device that \p Arg is, or its member \p Part, or that the tensors of it
/// are on.
std::optional<Known<DeviceValue>>
FunctionFlow::deviceGivenBy(const Expr *Arg, std::optional<unsigned> Part) {
  Ways Given = evaluate(Arg);
  if (Part)
    Given = devicesOf(elementAt(Given, *Part));
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
  std::set<uint64_t> Mentioned;
  forEachDevice(W, [&](const DeviceValue &Device) {
    if (Device.Type.empty() && !isForeign(Device.Variable))
      Mentioned.insert(Device.Variable);
  });
  for (const uint64_t Variable : Mentioned) {
    const auto IsParameter = [Variable](const DeviceValue &Device) {
      return Device.Type.empty() && Device.Variable == Variable;
    };
    const auto [I, Part] = parameterOf(Variable);
    if (I >= Args.size())
      continue;
    const auto Given = deviceGivenBy(Args[I], Part);
    for (Value &V : W)
      if (auto *Device = std::get_if<DeviceValue>(&V);
          Device && IsParameter(*Device)) {
        if (!Given)
          return {};
        *Device = Given->Value;
      }
    for (Value &V : W)
      if (auto *Options = std::get_if<OptionsValue>(&V);
          Options && Options->Device.Value &&
          IsParameter(*Options->Device.Value)) {
        Options->Device.Value.reset();
        if (Given)
          Options->Device.Value = Given->Value;
      }
    forEachTensor(W, [&](TensorValue &T) {
      if (!T.Device || !IsParameter(T.Device->Value))
        return;
      if (Given)
        T.Device = Given;
      else
        T.Device.reset();
    });
  }
  return W;
}

Ways foreignArgument(const FunctionDecl &Function, const ParmVarDecl &Param,
                     FlowContext &Context) {
  const FunctionFacts *Facts = FunctionFacts::ofOthers();
  const unsigned Position = Param.getFunctionScopeIndex();
  if (const std::vector<Ways> *Only = Context.OnlyForeignCall;
      Only && &Function == Context.OnlyCallOf)
    return Position < Only->size() ? (*Only)[Position] : Ways();
  const auto Names = calledAs(Function);
  Ways Result;
  bool IsFirst = true;
  for (const FunctionDecl *F : Names) {
    if (!isOfRun(*F))
      continue;
    const std::string Symbol = symbolAcrossFiles(*F);
    if (!Facts) {
      FunctionFacts::collected()->Wanted.insert(Symbol);
      // A device is told by its variable.
      if (Names.size() == 1 && !isDevice(Param.getType()))
        return openValue(
            Param.getType(),
            {FunctionFacts::Source::Kind::Argument, Symbol, Position}, Context);
      continue;
    }
    const auto Found = Facts->Arguments.find(Symbol);
    if (Found == Facts->Arguments.end())
      continue;
    Ways Given =
        Position < Found->second.size() ? Found->second[Position] : Ways();
    // What a base is called with is meant for one of several.
    const auto Others = Facts->Overriders.find(Symbol);
    if (Given.empty() ||
        (F->getCanonicalDecl() != Function.getCanonicalDecl() &&
         Others != Facts->Overriders.end() && Others->second.size() > 1))
      return {};
    Result = IsFirst ? std::move(Given) : unite(std::move(Result), Given);
    IsFirst = false;
  }
  return Result;
}

llvm::ArrayRef<std::vector<Ways>> foreignCallsOf(const FunctionDecl &Function) {
  const FunctionFacts *Others = FunctionFacts::ofOthers();
  if (!Others || !isOfRun(Function) || isVirtual(Function))
    return {};
  const auto Found = Others->Calls.find(symbolAcrossFiles(Function));
  return Found == Others->Calls.end()
             ? llvm::ArrayRef<std::vector<Ways>>()
             : llvm::ArrayRef<std::vector<Ways>>(Found->second);
}

Ways foreignMember(const FieldDecl &Field, FlowContext &Context) {
  const std::string Symbol =
      FunctionFacts::collected() || FunctionFacts::ofOthers()
          ? memberAcrossFiles(Field)
          : "";
  if (Symbol.empty())
    return {};
  if (const FunctionFacts *Others = FunctionFacts::ofOthers()) {
    const auto Found = Others->Members.find(Symbol);
    return Found == Others->Members.end() ? Ways() : Found->second;
  }
  FunctionFacts::collected()->Wanted.insert(Symbol);
  // A device is told by its variable.
  return isDevice(Field.getType())
             ? Ways()
             : openValue(Field.getType(),
                         {FunctionFacts::Source::Kind::Member, Symbol},
                         Context);
}

} // namespace aoti_tidy
