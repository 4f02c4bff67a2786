// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/Values.h"
#include "checks/lib/hosts/LocalNames.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace aoti_tidy {

const Expr *stripped(const Expr *E) {
  while (E) {
    const Expr *Inner = E->IgnoreImplicit()->IgnoreParens();
    if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(Inner))
      Inner = List->getSubExpr();
    else if (const auto *Cast = dyn_cast<CastExpr>(Inner))
      Inner = Cast->getSubExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Inner))
      Inner = Default->getExpr();
    if (Inner == E)
      return E;
    E = Inner;
  }
  return E;
}

template <typename Call>
static llvm::SmallVector<const Expr *, 6> writtenArgumentsOf(const Call *E) {
  llvm::SmallVector<const Expr *, 6> Args;
  for (const Expr *Arg : E->arguments())
    if (!isa<CXXDefaultArgExpr>(Arg))
      Args.push_back(Arg);
  return Args;
}

llvm::SmallVector<const Expr *, 6> writtenArguments(const CXXConstructExpr *E) {
  return writtenArgumentsOf(E);
}

llvm::SmallVector<const Expr *, 6> writtenArguments(const CallExpr *E) {
  return writtenArgumentsOf(E);
}

Place placeOf(const Expr *E) { return reinterpret_cast<Place>(E); }

const Expr *expressionOf(Place From) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): it was one.
  return reinterpret_cast<const Expr *>(From);
}

Ways TensorExprs::evaluate(const Expr *E) {
  constexpr unsigned MaxDepth = 64;
  if (!E || Depth == MaxDepth || E->isTypeDependent() || E->isValueDependent())
    return {};
  ++Depth;
  Ways Result = evaluateOne(E);
  --Depth;
  return Result;
}

/// Numbers and enumerators that the compiler knows.
Ways TensorExprs::constant(const Expr *E) {
  Expr::EvalResult Result;
  if (!E->EvaluateAsInt(Result, Ctx))
    return {};
  const llvm::APSInt &Int = Result.Val.getInt();
  const QualType T = E->getType().getNonReferenceType();
  if (const auto *Enum = T->getAsEnumDecl())
    return {valueOfEnumerator(*Enum, Int)};
  if (T->isBooleanType())
    return {Int.getBoolValue()};
  if (!Int.isRepresentableByInt64())
    return {};
  return {Extent(Int.getExtValue())};
}

Ways TensorExprs::evaluateOne(const Expr *E) {
  const bool IsInteger = E->getType()->isIntegralOrEnumerationType();
  if (IsInteger)
    if (Ways Known = constant(E); !Known.empty())
      return Known;
  const Expr *Inner = stripped(E);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Inner)) {
    if (const auto *Name = dyn_cast<BindingDecl>(Ref->getDecl()))
      return binding(*Name);
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var)
      return {};
    if (const Expr *Named = namedBy(*Var)) {
      if (NameDepth == MaxNames)
        return {};
      const llvm::SaveAndRestore Deeper(NameDepth, NameDepth + 1);
      return evaluate(Named);
    }
    return isNullopt(Var->getType()) ? Ways{NoValue()} : variable(*Var);
  }
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(Inner)) {
    if (const auto Condition = truth(Choice->getCond()))
      return evaluate(*Condition ? Choice->getTrueExpr()
                                 : Choice->getFalseExpr());
    return unite(evaluate(Choice->getTrueExpr()),
                 evaluate(Choice->getFalseExpr()));
  }
  if (const auto *List = dyn_cast<InitListExpr>(Inner))
    return list(List);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Inner))
    return construct(Construct);
  if (const auto *Member = dyn_cast<MemberExpr>(Inner))
    return member(Member);
  if (const auto *Call = dyn_cast<CallExpr>(Inner))
    return callExpr(Call);
  if (const auto *Assign = dyn_cast<BinaryOperator>(Inner);
      Assign && Assign->getOpcode() == BO_Assign)
    return evaluate(Assign->getRHS());
  if (!IsInteger || E->getType()->isEnumeralType())
    return {};
  if (E->getType()->isBooleanType()) {
    const auto Known = truth(E);
    return Known ? Ways{*Known} : Ways();
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(Inner))
    return arithmetic(Binary);
  const Extent Int = evaluateInt(E, Ctx);
  return Int ? Ways{Int} : Ways();
}

Ways TensorExprs::arithmetic(const BinaryOperator *E) {
  const Extent A = integerOf(evaluate(E->getLHS()));
  const Extent B = integerOf(evaluate(E->getRHS()));
  int64_t Result = 0;
  if (!A || !B)
    return {};
  switch (E->getOpcode()) {
  case BO_Add:
    return __builtin_add_overflow(*A, *B, &Result) ? Ways()
                                                   : Ways{Extent(Result)};
  case BO_Sub:
    return __builtin_sub_overflow(*A, *B, &Result) ? Ways()
                                                   : Ways{Extent(Result)};
  case BO_Mul:
    return __builtin_mul_overflow(*A, *B, &Result) ? Ways()
                                                   : Ways{Extent(Result)};
  case BO_Div:
    return *A >= 0 && *B > 0 ? Ways{Extent(*A / *B)} : Ways();
  default:
    return {};
  }
}

/// Reads the argument of torch::tensor(): a number, nested lists or a vector.
Ways TensorExprs::data(const CXXConstructExpr *E) {
  const auto Args = writtenArguments(E);
  if (Args.empty())
    return {DataValue{IntList{0}, DType::Float}};
  const QualType Param = E->getConstructor()->getParamDecl(0)->getType();
  if (const auto Type = typeOfNumber(Param, Ctx))
    return {DataValue{IntList(), Type}};
  if (const auto *List = dyn_cast<InitListExpr>(stripped(Args[0]))) {
    if (List->getNumInits() == 0)
      return {};
    // torch refuses a list whose elements differ.
    const Ways First = evaluate(List->getInit(0));
    const auto *Inner = only<DataValue>(First);
    if (!Inner)
      return {};
    DataValue Data = *Inner;
    if (Data.Sizes)
      Data.Sizes->insert(Data.Sizes->begin(), List->getNumInits());
    return {std::move(Data)};
  }
  const auto Type = typeOfNumber(elementType(Param), Ctx);
  if (!Type)
    return {};
  const Ways Numbers = evaluate(Args[0]);
  const auto *Known = only<IntList>(Numbers);
  return {
      DataValue{IntList{Known ? Extent(Known->size()) : std::nullopt}, Type}};
}

/// c10::Scalar: of which only the kind matters to most operators.
Ways TensorExprs::scalar(const Expr *E) {
  const Expr *Inner = E->IgnoreImplicit();
  const QualType T = Inner->getType().getNonReferenceType();
  if (T->isBooleanType())
    return {false};
  if (T->isRealFloatingType())
    return {RealValue()};
  Ways Known = evaluate(E);
  return Known.empty() && isSize(T) ? Ways{Extent()} : Known;
}

Ways TensorExprs::construct(const CXXConstructExpr *E) {
  const auto Args = writtenArguments(E);
  const QualType T = E->getType();
  if (E->getConstructor()->isCopyOrMoveConstructor() && !Args.empty())
    return evaluate(Args[0]);
  if (elementKindOf(T) != ElementKind::None)
    return container(E);
  if (isTensorStruct(T) && Args.empty())
    return defaultStruct(*T->getAsCXXRecordDecl());
  if (isTensor(T) && Args.empty())
    return waysOf(undefinedTensor());
  if (isNullopt(T) || (isOptional(T) && Args.empty()))
    return {NoValue()};
  if (isClass(T, "c10", "Device"))
    return device(Args);
  if (isClass(T, "c10", "TensorOptions"))
    return options(Args);
  if (Args.size() != 1)
    return {};
  if (isClass(T, "c10", "Scalar"))
    return scalar(Args[0]);
  if (isClass(T, "torch::detail", "TensorDataContainer"))
    return data(E);
  if (isOptional(T) || isClass(T, "c10", "SymInt") ||
      isClass(T, "c10", "IValue") ||
      (isTensor(T) && isTensor(Args[0]->getType())))
    return evaluate(Args[0]);
  return {};
}

Ways TensorExprs::member(const MemberExpr *E) {
  const ValueDecl *Member = E->getMemberDecl();
  if (const auto *Static = dyn_cast<VarDecl>(Member))
    return variable(*Static);
  const auto *Field = dyn_cast<FieldDecl>(Member);
  const QualType T = Member->getType();
  // pair.second
  if (Field && isTensor(T) && isTensorTuple(E->getBase()->getType()))
    return elementAt(evaluate(E->getBase()), Field->getFieldIndex());
  // batch.ids, of a variable or what a function returns, or an optional is
  const QualType Struct = E->getBase()->getType();
  if (Field && isPart(T) &&
      (E->isArrow() ? optionalBehind(stripped(E->getBase())) &&
                          isTensorStruct(Struct->getPointeeType())
                    : isTensorStruct(Struct)))
    if (Ways Known = elementAt(evaluate(E->getBase()), Field->getFieldIndex());
        !Known.empty())
      return isTensor(T) ? Known : devicesOf(Known);
  return Field && isFollowed(T) ? field(*Field, *E) : Ways();
}

/// 'x.is_cuda()', 'device == torch::kCUDA', by what the devices are.
std::optional<bool> TensorExprs::deviceTruth(const Expr *E) {
  const auto TypeOf = [&](const Expr *Of) -> std::string {
    std::string Type;
    for (const Value &V : evaluate(Of)) {
      const auto *Device = std::get_if<DeviceValue>(&V);
      const auto *Tensor = std::get_if<TensorValue>(&V);
      if (Tensor && Tensor->Device)
        Device = &Tensor->Device->Value;
      if (!Device || Device->Type.empty() ||
          (!Type.empty() && Type != Device->Type))
        return "";
      Type = Device->Type;
    }
    return Type;
  };
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    const Expr *Object = Call->getImplicitObjectArgument();
    if (!Method || !Method->getIdentifier() || !Object ||
        (Method->getName() != "is_cuda" && Method->getName() != "is_cpu") ||
        !(isTensor(Object->getType()) || isDevice(Object->getType())))
      return std::nullopt;
    const std::string Type = TypeOf(Object);
    return Type.empty()
               ? std::nullopt
               : std::optional(Method->getName().drop_front(3) == Type);
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Operator || Operator->getNumArgs() != 2 ||
      !isDevice(Operator->getArg(0)->getType()))
    return std::nullopt;
  const bool IsEqual = Operator->getOperator() == OO_EqualEqual;
  if (!IsEqual && Operator->getOperator() != OO_ExclaimEqual)
    return std::nullopt;
  // Devices of one type may still differ by their index.
  const std::string A = TypeOf(Operator->getArg(0));
  const std::string B = TypeOf(Operator->getArg(1));
  return A.empty() || B.empty() || A == B ? std::nullopt
                                          : std::optional(!IsEqual);
}

/// 'n > 4', of a number that is known.
std::optional<bool> TensorExprs::numberTruth(const Expr *E) {
  const auto *Compared = dyn_cast<BinaryOperator>(E);
  if (!Compared || !Compared->isComparisonOp() ||
      !isSize(Compared->getLHS()->getType()) ||
      !isSize(Compared->getRHS()->getType()))
    return std::nullopt;
  const Extent A = integerOf(evaluate(Compared->getLHS()));
  const Extent B = A ? integerOf(evaluate(Compared->getRHS())) : Extent();
  if (!A || !B)
    return std::nullopt;
  switch (Compared->getOpcode()) {
  case BO_LT:
    return *A < *B;
  case BO_GT:
    return *A > *B;
  case BO_LE:
    return *A <= *B;
  case BO_GE:
    return *A >= *B;
  case BO_EQ:
    return *A == *B;
  case BO_NE:
    return *A != *B;
  default:
    return std::nullopt;
  }
}

std::optional<bool> TensorExprs::truth(const Expr *E) {
  constexpr unsigned MaxDepth = 64;
  bool Known = false;
  if (!E || Depth == MaxDepth || E->isTypeDependent() || E->isValueDependent())
    return std::nullopt;
  if (E->EvaluateAsBooleanCondition(Known, Ctx))
    return Known;
  ++Depth;
  const llvm::scope_exit Leave([&] { --Depth; });
  const Expr *Inner = E->IgnoreImplicit()->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(Inner);
      Not && Not->getOpcode() == UO_LNot) {
    const auto Of = truth(Not->getSubExpr());
    return Of ? std::optional(!*Of) : std::nullopt;
  }
  if (const auto *Logical = dyn_cast<BinaryOperator>(Inner);
      Logical && Logical->isLogicalOp()) {
    const bool Decides = Logical->getOpcode() == BO_LOr;
    const auto A = truth(Logical->getLHS()), B = truth(Logical->getRHS());
    if (A == Decides || B == Decides)
      return Decides;
    return A && B ? std::optional(!Decides) : std::nullopt;
  }
  if (const auto OfDevice = deviceTruth(Inner))
    return OfDevice;
  if (const auto OfNumbers = numberTruth(Inner))
    return OfNumbers;
  if (const auto *Call = dyn_cast<CallExpr>(Inner);
      Call && Inner->getType()->isBooleanType()) {
    const Ways Returned = callExpr(Call);
    if (const bool *Only = only<bool>(Returned))
      return *Only;
  }
  if (!Inner->getType()->isBooleanType())
    return std::nullopt;
  Ways Held;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Inner)) {
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
      Held = variable(*Var);
  } else if (const auto *Member = dyn_cast<MemberExpr>(Inner)) {
    Held = member(Member);
  }
  const bool *Only = only<bool>(Held);
  return Only ? std::optional(*Only) : std::nullopt;
}

} // namespace aoti_tidy
