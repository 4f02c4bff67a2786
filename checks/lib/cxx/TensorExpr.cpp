// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/TensorExpr.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/cxx/TensorTypes.h"
#include "checks/lib/cxx/Values.h"
#include "llvm/ADT/STLExtras.h"

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
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var)
      return {};
    return isNullopt(Var->getType()) ? Ways{NoValue()} : variable(*Var);
  }
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(Inner)) {
    bool Condition = false;
    if (Choice->getCond()->EvaluateAsBooleanCondition(Condition, Ctx))
      return evaluate(Condition ? Choice->getTrueExpr()
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
  if (const auto *Binary = dyn_cast<BinaryOperator>(Inner))
    return arithmetic(Binary);
  if (const auto Int = evaluateInt(E, Ctx))
    return {Extent(*Int)};
  return {};
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

Ways TensorExprs::list(const InitListExpr *E) {
  const auto *Array = Ctx.getAsArrayType(E->getType());
  // T x{y}, and std::array, which is a class around an array.
  if (!Array)
    return E->getNumInits() == 1 ? evaluate(E->getInit(0)) : Ways();
  if (E->hasArrayFiller())
    return {};
  if (isTensor(Array->getElementType())) {
    TensorList List;
    for (const Expr *Init : E->inits())
      List.push_back(tensorsOf(evaluate(Init)));
    return {std::move(List)};
  }
  if (!isSize(Array->getElementType()))
    return {};
  IntList List;
  for (const Expr *Init : E->inits())
    List.push_back(integerOf(evaluate(Init)));
  return {std::move(List)};
}

Ways TensorExprs::container(const CXXConstructExpr *E) {
  const auto Args = writtenArguments(E);
  const bool HoldsTensors = elementKindOf(E->getType()) == ElementKind::Tensor;
  if (Args.empty())
    return HoldsTensors ? Ways{TensorList()} : Ways{IntList()};
  const QualType First = Args[0]->getType();
  // An ArrayRef of one element.
  if (isArrayRef(E->getType()) && Args.size() == 1 &&
      (isTensor(First) || isSize(First))) {
    const Ways One = evaluate(Args[0]);
    return HoldsTensors ? Ways{TensorList{tensorsOf(One)}}
                        : Ways{IntList{integerOf(One)}};
  }
  // vector(n), vector(n, x)
  if (isSize(First) && Args.size() <= 2 && !isArrayRef(E->getType())) {
    const Extent Count = integerOf(evaluate(Args[0]));
    constexpr int64_t MaxCount = 1024;
    if (!Count || *Count < 0 || *Count > MaxCount)
      return {};
    const Ways Fill = Args.size() == 2 ? evaluate(Args[1]) : Ways();
    if (HoldsTensors)
      return {TensorList(*Count, tensorsOf(Fill))};
    return {IntList(*Count, Args.size() == 2 ? integerOf(Fill) : Extent(0))};
  }
  const Expr *Source = stripped(Args[0]);
  const bool IsList = isa<InitListExpr>(Source) ||
                      elementKindOf(Source->getType()) != ElementKind::None;
  return Args.size() == 1 && IsList ? evaluate(Args[0]) : Ways();
}

/// What torch::tensor() is given: a number, nested lists or a vector of them.
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
  if (!Field || !isFollowed(T) || isTensor(T) ||
      elementKindOf(T) == ElementKind::Tensor)
    return {};
  return field(*Field);
}

} // namespace aoti_tidy
