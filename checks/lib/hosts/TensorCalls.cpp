// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/AotiApi.h"
#include "checks/lib/hosts/ModelOutputs.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace aoti_tidy {
namespace {

/// Operators with their arguments in a struct of options.
bool isFunctional(const FunctionDecl &Callee) {
  return isInNamespace(&Callee, "torch::nn::functional");
}

bool isInTorch(const FunctionDecl &Callee) {
  return isInNamespace(&Callee, "at") || isInNamespace(&Callee, "torch") ||
         isInNamespace(&Callee, "c10") || isFunctional(Callee);
}

/// The operator that C++'s operator of tensors calls.
StringRef operatorName(OverloadedOperatorKind Kind, unsigned NumArgs) {
  const bool IsBinary = NumArgs == 2;
  return llvm::StringSwitch<StringRef>(getOperatorSpelling(Kind))
      .Case("+", IsBinary ? "add" : "")
      .Case("-", IsBinary ? "sub" : "neg")
      .Case("*", IsBinary ? "mul" : "")
      .Case("/", "div")
      .Case("==", "eq")
      .Case("!=", "ne")
      .Case("<", "lt")
      .Case("<=", "le")
      .Case(">", "gt")
      .Case(">=", "ge")
      .Case("&", IsBinary ? "bitwise_and" : "")
      .Case("|", "bitwise_or")
      .Case("^", "bitwise_xor")
      .Case("~", "bitwise_not")
      .Case("!", "logical_not")
      .Default("");
}

} // namespace

StringRef operatorName(const FunctionDecl &Callee) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  const bool IsAten =
      Method ? isTensor(Callee.getASTContext().getCanonicalTagType(
                   Method->getParent()))
             : isInNamespace(&Callee, "at") ||
                   isInNamespace(&Callee, "torch") || isFunctional(Callee);
  StringRef Name = nameOf(&Callee);
  Name.consume_back("_symint");
  return IsAten ? Name : StringRef();
}

/// As the operator's schema calls it.
static StringRef parameterName(const FunctionDecl &Callee, unsigned Index) {
  // tensor(tensor_data_container), tensor(values): no operator, no schema.
  if (Index == 0 && nameOf(&Callee) == "tensor")
    return "data";
  const ParmVarDecl *Param = Callee.getParamDecl(Index);
  if (!Param->getIdentifier())
    return {};
  if (Index == 0 && isFunctional(Callee) && Param->getName() == "input")
    return "self";
  // Tensor::to(TypeMeta type_meta): TensorBody.h's own, beside the schema's.
  return Param->getName() == "type_meta" ? "dtype" : Param->getName();
}

/// 'torch::cuda::is_available()', 'at::hasCUDA()'
static bool asksForGpu(const FunctionDecl &Callee) {
  return (nameOf(&Callee) == "is_available" &&
          (isInNamespace(&Callee, "torch::cuda") ||
           isInNamespace(&Callee, "at::cuda"))) ||
         (nameOf(&Callee) == "hasCUDA" && isInNamespace(&Callee, "at"));
}

Ways TensorExprs::callExpr(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee)
    return {};
  // On a machine without one, what is on no GPU is on no wrong one.
  if (asksForGpu(*Callee))
    return {true};
  if (const Ways *Returned = doneBy(*E))
    return *Returned;
  if (E->isCallToStdMove() ||
      (Callee->isInStdNamespace() && nameOf(Callee) == "forward"))
    return E->getNumArgs() > 0 ? evaluate(E->getArg(0)) : Ways();
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    return operatorCall(Operator, *Callee);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
    return memberCall(Call, *cast<CXXMethodDecl>(Callee));
  const auto *Static = dyn_cast<CXXMethodDecl>(Callee);
  // caffe2::TypeMeta::Make<float>()
  if (Static && nameOf(Callee) == "Make" && isDType(Callee->getReturnType())) {
    const Ways Options = option({OptionsValue()}, "dtype", E, *Callee);
    const auto *Made = only<OptionsValue>(Options);
    return Made && Made->Type.Value ? Ways{*Made->Type.Value} : Ways();
  }
  if (!Static && isInTorch(*Callee))
    return torchCall(E, *Callee);
  if (Ways Known = tupleCall(*E, *Callee); !Known.empty())
    return Known;
  return call(*Callee, ArrayRef(E->getArgs(), E->getNumArgs()), nullptr);
}

llvm::SmallVector<TensorExprs::NamedWays, 6>
TensorExprs::namedArguments(const CallExpr *E, const FunctionDecl &Callee) {
  llvm::SmallVector<NamedWays, 6> Named;
  for (unsigned I = 0; I < E->getNumArgs() && I < Callee.getNumParams(); ++I) {
    // A default is what the operator does without, but for randint's options.
    const StringRef Parameter = parameterName(Callee, I);
    if (!isa<CXXDefaultArgExpr>(E->getArg(I)) || Parameter == "options")
      Named.push_back({Parameter, evaluate(E->getArg(I))});
  }
  return Named;
}

Ways TensorExprs::torchCall(const CallExpr *E, const FunctionDecl &Callee) {
  const QualType T = Callee.getReturnType();
  if (isClass(T, "c10", "TensorOptions"))
    return option({OptionsValue()}, nameOf(&Callee), E, Callee);
  // scalarTypeToTypeMeta, typeMetaToScalarType
  if (isDType(T) && E->getNumArgs() == 1 && isDType(E->getArg(0)->getType()))
    return evaluate(E->getArg(0));
  auto Named = namedArguments(E, Callee);
  if (!isTensor(T))
    return severalResults(E, operatorName(Callee), Named);
  // Not torch::tensor(), which does as Python's.
  if (nameOf(&Callee) == "tensor" && isInNamespace(&Callee, "at")) {
    Named.front().second = numbers(E->getArg(0), *Callee.getParamDecl(0));
    return operation(E, "at_tensor", Named);
  }
  return operation(E, operatorName(Callee), Named);
}

/// Reads the argument of at::tensor(): a number or a list of them.
Ways TensorExprs::numbers(const Expr *Given, const ParmVarDecl &Param) {
  if (const auto Type = typeOfNumber(Param.getType(), Ctx))
    return {DataValue{IntList{1}, Type}};
  const auto Type = typeOfNumber(elementType(Param.getType()), Ctx);
  if (!Type)
    return {};
  Extent Count;
  if (const auto *List = dyn_cast<InitListExpr>(stripped(Given)))
    Count = List->getNumInits();
  else if (const Ways Known = evaluate(Given); only<IntList>(Known))
    Count = only<IntList>(Known)->size();
  return {DataValue{IntList{Count}, Type}};
}

/// The outputs of a run. They are on the model's one device, unless the model
/// copies them itself. \p Class is the declared class of the loader.
static Ways outputsOf(const CXXMemberCallExpr &Run,
                      std::optional<LoaderClass> Class, ASTContext &Ctx) {
  TensorValue Each;
  if (const DeviceValue *RunsOn = ModelOutputs::of(Ctx).deviceOf(Run))
    Each.Device = Known<DeviceValue>{*RunsOn, placeOf(&Run)};
  else if (Class && !deviceTypeOf(*Class).empty() &&
           llvm::is_contained({"run", "boxed_run"},
                              nameOf(Run.getMethodDecl())))
    Each.Device =
        Known<DeviceValue>{{deviceTypeOf(*Class).str()}, placeOf(&Run)};
  return Each.Device ? bagOf({std::move(Each)}) : Ways();
}

Ways TensorExprs::valueOr(const Ways &Held, const Expr *Other) {
  const bool MayBeNone = llvm::any_of(
      Held, [](const Value &V) { return std::holds_alternative<NoValue>(V); });
  Ways Value = present(Held);
  if (!MayBeNone)
    return Value;
  return Value.empty() ? evaluate(Other)
                       : unite(std::move(Value), evaluate(Other));
}

Ways TensorExprs::memberCall(const CXXMemberCallExpr *E,
                             const CXXMethodDecl &Method) {
  const Expr *Object = E->getImplicitObjectArgument();
  QualType T = Object->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  const StringRef Name = nameOf(&Method);
  if (isOptional(T) && Name == "value")
    return present(evaluate(Object));
  if (isOptional(T) && Name == "value_or" && E->getNumArgs() == 1)
    return valueOr(evaluate(Object), E->getArg(0));
  // ArrayRef::vec(), TypeMeta::toScalarType(), conversions
  if (isOfLibrary(&Method) &&
      (isa<CXXConversionDecl>(Method) ||
       llvm::is_contained({"vec", "value", "toScalarType", "toTensor"}, Name)))
    return evaluate(Object);
  const auto Class = loaderClassOf(recordOfObject(*Object));
  if (Ways Outputs = outputsOf(*E, Class, Ctx); Class || !Outputs.empty())
    return Outputs;
  if (isClass(T, "c10", "TensorOptions")) {
    const Ways Base = evaluate(Object);
    return isClass(Method.getReturnType(), "c10", "TensorOptions")
               ? option(Base, Name, E, Method)
               : query(Base, Name, {});
  }
  if (elementKindOf(T) != ElementKind::None)
    return elementOf(Object, Name,
                     E->getNumArgs() > 0 ? E->getArg(0) : nullptr);
  if (isClass(T, "c10", "Device"))
    return query(evaluate(Object), Name, {});
  if (!isTensor(T))
    return call(Method, ArrayRef(E->getArgs(), E->getNumArgs()), Object);
  const Ways Self = evaluate(Object);
  const bool IsOne = isTensor(Method.getReturnType());
  if (!IsOne && !holdsTensors(Method.getReturnType()))
    return query(Self, Name, writtenArguments(E));
  auto Named = namedArguments(E, Method);
  Named.push_back({"self", Self});
  return IsOne ? operation(E, operatorName(Method), Named)
               : severalResults(E, operatorName(Method), Named);
}

Ways TensorExprs::operatorCall(const CXXOperatorCallExpr *E,
                               const FunctionDecl &Callee) {
  const OverloadedOperatorKind Kind = E->getOperator();
  const Expr *First = E->getArg(0);
  const Expr *Second = E->getNumArgs() > 1 ? E->getArg(1) : nullptr;
  if (Kind == OO_Equal)
    return evaluate(Second);
  if (Kind == OO_Call)
    return call(Callee, ArrayRef(E->getArgs(), E->getNumArgs()).drop_front(),
                First);
  if (Kind == OO_Subscript &&
      elementKindOf(First->getType()) != ElementKind::None)
    return elementOf(First, "at", Second);
  if (const Expr *Optional = optionalBehind(E))
    return present(evaluate(Optional));
  if (!isTensor(E->getType()) ||
      (Kind == OO_Subscript && !isTensor(First->getType())))
    return {};
  if (Kind == OO_Subscript)
    return operation(E, isSize(Second->getType()) ? "select" : "index",
                     {{"self", evaluate(First)},
                      {"dim", {Extent(0)}},
                      {"index", evaluate(Second)}});
  // x += y
  if (CXXOperatorCallExpr::isAssignmentOp(Kind))
    return evaluate(First);
  llvm::SmallVector<NamedWays, 2> Named = {{"self", evaluate(First)}};
  if (Second)
    Named.push_back({"other", evaluate(Second)});
  return operation(E, operatorName(Kind, E->getNumArgs()), Named);
}

/// The answer of a query on a tensor: a.size(0), a.device(), a.dtype().
static Ways queryTensor(const TensorValue &T, StringRef Name,
                        std::optional<Extent> Index) {
  if (Name == "options") {
    OptionsValue Options;
    Options.Device = {true,
                      T.Device ? std::optional(T.Device->Value) : std::nullopt};
    Options.Type = {true, T.Type ? std::optional(T.Type->Value) : std::nullopt};
    return {std::move(Options)};
  }
  if (Name == "device")
    return T.Device ? Ways{T.Device->Value} : Ways();
  if (Name == "dtype" || Name == "scalar_type")
    return T.Type ? Ways{T.Type->Value} : Ways();
  if (!T.Sizes)
    return {};
  const IntList &Sizes = T.Sizes->Value;
  const auto Rank = static_cast<int64_t>(Sizes.size());
  if (Name == "sizes")
    return {Sizes};
  if (Name == "dim" || Name == "ndimension")
    return {Extent(Rank)};
  if (Name != "size" || !Index || !*Index)
    return {};
  const int64_t Dim = **Index < 0 ? **Index + Rank : **Index;
  return Dim >= 0 && Dim < Rank && Sizes[Dim] ? Ways{Sizes[Dim]} : Ways();
}

Ways TensorExprs::query(const Ways &Object, StringRef Name,
                        ArrayRef<const Expr *> Args) {
  std::optional<Extent> Index;
  if (Args.size() == 1)
    Index = integerOf(evaluate(Args[0]));
  return mapWays(Object, [&](const Value &V) -> Ways {
    if (const auto *Tensor = std::get_if<TensorValue>(&V))
      return queryTensor(*Tensor, Name, Index);
    if (const auto *Options = std::get_if<OptionsValue>(&V)) {
      if (Name == "device" && Options->Device.Value)
        return {*Options->Device.Value};
      if (Name == "dtype" && Options->Type.Value)
        return {*Options->Type.Value};
    }
    const auto *Device = std::get_if<DeviceValue>(&V);
    if (Device && Name == "type") {
      DeviceValue Type = *Device;
      Type.IndexKind = Type.Type.empty() ? DeviceValue::Index::AtRunTime
                                         : DeviceValue::Index::None;
      Type.IndexValue = 0;
      return {std::move(Type)};
    }
    if (Device && Name == "index" &&
        Device->IndexKind == DeviceValue::Index::Literal)
      return {Extent(Device->IndexValue)};
    return {};
  });
}

/// x.split(2), x.max(1): a list of tensors alike, or a tuple.
Ways TensorExprs::severalResults(const CallExpr *E, StringRef Name,
                                 ArrayRef<NamedWays> Args) {
  if (!holdsTensors(E->getType()))
    return {};
  if (!isTensorTuple(E->getType()))
    return bagOf(tensorsOf(operation(E, Name, Args)));
  const unsigned Count = fixedLengthOf(E->getType()).value_or(0);
  return operation(E, Name, Args, [&](const OperatorCall &Call) -> Value {
    TensorList Results;
    for (TensorValue &Each : evaluateAll(Call, Count))
      Results.push_back({std::move(Each)});
    return Results;
  });
}

Ways TensorExprs::operation(const Expr *E, StringRef Name,
                            ArrayRef<NamedWays> Args) {
  return operation(E, Name, Args, [](const OperatorCall &Call) -> Value {
    return aoti_tidy::evaluate(Call);
  });
}

Ways TensorExprs::operation(
    const Expr *E, StringRef Name, ArrayRef<NamedWays> Args,
    llvm::function_ref<Value(const OperatorCall &)> Evaluate) {
  if (Name.empty())
    return {};
  OperatorCall Call;
  Call.Name = Name;
  Call.Where = placeOf(E);
  Call.DefaultType = DefaultType;
  const auto CombinationsOf = [](ArrayRef<NamedWays> Of) {
    unsigned Combinations = 1;
    for (const auto &[Parameter, Known] : Of)
      if (Combinations <= MaxWays)
        Combinations *= std::max<size_t>(Known.size(), 1);
    return Combinations;
  };
  unsigned Combinations = CombinationsOf(Args);
  llvm::SmallVector<NamedWays, 4> Shapeless;
  if (Combinations > MaxWays) {
    for (const auto &[Parameter, Known] : Args)
      Shapeless.emplace_back(Parameter, withoutShapes(Known));
    Args = Shapeless;
    Combinations = CombinationsOf(Args);
    if (Combinations > MaxWays)
      return {};
  }
  for (const auto &[Parameter, Known] : Args)
    Call.Arguments.push_back({Parameter, UnknownValue()});
  Ways Result;
  for (unsigned Combination = 0; Combination < Combinations; ++Combination) {
    unsigned Rest = Combination;
    for (auto [Argument, Given] : llvm::zip(Call.Arguments, Args)) {
      const Ways &Known = Given.second;
      if (Known.empty())
        continue;
      Argument.second = Known[Rest % Known.size()];
      // Something unseen has filled it, or that throws.
      if (const auto *Tensor = std::get_if<TensorValue>(&Argument.second);
          Tensor && Tensor->IsUndefined)
        return {};
      Rest /= Known.size();
    }
    Ways One = {Evaluate(Call)};
    Result = Result.empty() ? std::move(One) : unite(std::move(Result), One);
  }
  return Result;
}

} // namespace aoti_tidy
