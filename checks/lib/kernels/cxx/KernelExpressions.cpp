// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/KernelFacts.h"
#include "checks/lib/kernels/cxx/KernelInterpreter.h"
#include <fmt/format.h>

using namespace clang;

namespace aoti_tidy {

namespace {

using Op = IndexExpr::Op;

std::optional<KernelOp> operation(BinaryOperatorKind O) {
  switch (O) {
  case BO_Add:
    return KernelOp::Add;
  case BO_Sub:
    return KernelOp::Sub;
  case BO_Mul:
    return KernelOp::Mul;
  case BO_Div:
    return KernelOp::Div;
  case BO_Rem:
    return KernelOp::Rem;
  case BO_LT:
  case BO_GT:
    return KernelOp::Less;
  case BO_LE:
  case BO_GE:
    return KernelOp::LessEqual;
  case BO_EQ:
  case BO_NE:
    return KernelOp::Equal;
  case BO_And:
  case BO_LAnd:
    return KernelOp::And;
  case BO_Or:
  case BO_LOr:
    return KernelOp::Or;
  case BO_Xor:
    return KernelOp::Xor;
  case BO_Shl:
    return KernelOp::Shl;
  case BO_Shr:
    return KernelOp::Shr;
  default:
    return std::nullopt;
  }
}

/// The type holds the integers up to 2^n exactly.
unsigned mantissa(QualType T) {
  return laneType(T)->isSpecificBuiltinType(BuiltinType::Double) ? 53 : 24;
}

bool isSmallReal(QualType T) {
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() && parseDType(Record->getName());
}

/// "T(static_cast<U>(a) + static_cast<U>(b))" with U unsigned T: torch 2.14 and
/// newer write a + b so.
struct SignedArithmetic {
  BinaryOperatorKind Operator;
  const Expr *A, *B;
};

std::optional<SignedArithmetic> signedArithmetic(const CastExpr &E,
                                                 const ASTContext &Ctx) {
  const auto *Operation =
      dyn_cast<BinaryOperator>(E.getSubExpr()->IgnoreParenImpCasts());
  if (!Operation || !E.getType()->isSignedIntegerType() ||
      !(Operation->isAdditiveOp() || Operation->getOpcode() == BO_Mul))
    return std::nullopt;
  const auto Operand = [&](const Expr *Of) -> const Expr * {
    const auto *Cast = dyn_cast<CXXStaticCastExpr>(Of->IgnoreParenImpCasts());
    if (!Cast ||
        !Ctx.hasSameType(Cast->getType(),
                         Ctx.getCorrespondingUnsignedType(E.getType())))
      return nullptr;
    const Expr *Signed = Cast->getSubExpr()->IgnoreParenImpCasts();
    return Signed->getType()->isSignedIntegerType() ||
                   Signed->getType()->isBooleanType()
               ? Signed
               : nullptr;
  };
  const Expr *A = Operand(Operation->getLHS()),
             *B = Operand(Operation->getRHS());
  if (!A || !B)
    return std::nullopt;
  return SignedArithmetic{Operation->getOpcode(), A, B};
}

} // namespace

std::optional<KernelValue> KernelInterpreter::evalConstant(const Expr &E) {
  if (E.isValueDependent() || E.isTypeDependent() || !E.isPRValue())
    return std::nullopt;
  if (E.getType()->isIntegralOrEnumerationType()) {
    Expr::EvalResult Known;
    if (!E.EvaluateAsInt(Known, Ctx))
      return std::nullopt;
    const llvm::APSInt &Int = Known.Val.getInt();
    if (Int.isRepresentableByInt64())
      return IndexExpr(Int.getExtValue());
    return KernelValue();
  }
  llvm::APFloat Real(0.0);
  if (!E.getType()->isRealFloatingType() || !E.EvaluateAsFloat(Real, Ctx))
    return std::nullopt;
  // 0.5, 0.25
  for (unsigned Shift = 0; Shift <= 16; ++Shift) {
    llvm::APSInt Scaled(64, /*isUnsigned=*/false);
    bool Exact = false;
    const llvm::APFloat Shifted =
        scalbn(Real, int(Shift), llvm::APFloat::rmTowardZero);
    Shifted.convertToInteger(Scaled, llvm::APFloat::rmTowardZero, &Exact);
    if (Exact)
      return KernelReal::exact(Scaled.getExtValue(), Shift);
  }
  KernelReal Known = KernelReal::near(Real.convertToDouble());
  Known.IsNeverNaN = !Real.isNaN();
  return Known;
}

void KernelInterpreter::evalChildren(const Stmt &S) {
  for (const Stmt *Child : S.children()) {
    const auto *E = dyn_cast_or_null<Expr>(Child);
    const KernelValue V = eval(E);
    const KernelAddress *A = V.address();
    if (A && Parameters.contains(A->Base))
      notModelled(*E, fmt::format("'{}' is used in an expression that is not "
                                  "understood",
                                  A->Base->getNameAsString()));
  }
}

KernelValue KernelInterpreter::evalReference(const DeclRefExpr &E) {
  const auto Known = Values.find(E.getDecl());
  if (Known == Values.end())
    return {};
  if (E.getDecl()->getType()->isArrayType())
    return KernelAddress{E.getDecl(), 0};
  return Known->second;
}

KernelValue KernelInterpreter::negated(const KernelValue &V) {
  const auto Condition = V.expr();
  KernelValue Not;
  if (Condition)
    Not = negation(*Condition);
  Not.Lanes = V.Lanes;
  return Not;
}

KernelValue KernelInterpreter::complemented(const KernelValue &V, QualType T) {
  return integerTypeOf(Ctx, T) ? binary(BO_Sub, IndexExpr(-1), V, T)
                               : negated(V);
}

KernelValue KernelInterpreter::typed(KernelValue V, QualType T) {
  const auto Integer = integerTypeOf(Ctx, T);
  const auto E = V.expr();
  if (Integer && E)
    V.Is = KernelNumber{Integers.wrapped(*E, *Integer, held())};
  else if (const KernelReal *R = V.real(); R && !T.isNull())
    V.Is = Integers.rounded(*R, mantissa(T), held());
  return V;
}

KernelReal KernelInterpreter::realOf(const IndexExpr &E, QualType T) {
  return Integers.rounded(KernelReal::exact(E), mantissa(T), held());
}

KernelValue KernelInterpreter::evalUnary(const UnaryOperator &E) {
  switch (E.getOpcode()) {
  case UO_AddrOf:
    return addressOf(*E.getSubExpr());
  case UO_Deref: {
    const KernelValue At = eval(E.getSubExpr());
    return load(*E.getSubExpr(), At, E.getType(), 1, 0);
  }
  case UO_Plus:
    return eval(E.getSubExpr());
  case UO_Minus:
    return binary(BO_Sub, IndexExpr(0), eval(E.getSubExpr()), E.getType());
  case UO_LNot:
    return negated(eval(E.getSubExpr()));
  case UO_Not:
    return complemented(eval(E.getSubExpr()), E.getType());
  default:
    eval(E.getSubExpr());
    return {};
  }
}

KernelValue KernelInterpreter::addressOf(const Expr &Of) {
  const Expr &E = *Of.IgnoreParenImpCasts();
  if (const auto *Deref = dyn_cast<UnaryOperator>(&E);
      Deref && Deref->getOpcode() == UO_Deref)
    return eval(Deref->getSubExpr());
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(&E))
    return binary(BO_Add, eval(Element->getBase()), eval(Element->getIdx()));
  if (const auto *Element = dyn_cast<CXXOperatorCallExpr>(&E);
      Element && Element->getOperator() == OO_Subscript)
    return binary(BO_Add, addressOf(*Element->getArg(0)),
                  eval(Element->getArg(1)->IgnoreParenImpCasts()));
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&E))
    return KernelAddress{Ref->getDecl(), 0};
  eval(&E);
  return {};
}

KernelValue KernelInterpreter::subscript(const Expr &E, const Expr &Base,
                                         const Expr &Index) {
  const KernelValue Of = eval(&Base);
  const KernelValue At = eval(Index.IgnoreParenImpCasts());
  if (Of.number()) {
    const auto Element = At.expr();
    return Element ? Of.inLane(*Element) : KernelValue();
  }
  if (const KernelAddress *A = Of.address();
      A && !Parameters.contains(A->Base)) {
    const KernelValue Element = binary(BO_Add, Of, At);
    const KernelAddress *Found = Element.address();
    return Found ? Values.lookup(A->Base).inLane(Found->Offset) : KernelValue();
  }
  if (Of.address())
    return load(E, binary(BO_Add, Of, At), E.getType(), 1, 0);
  if (Base.getType()->isPointerType())
    notModelled(E, whyUnknown(Base));
  return {};
}

void KernelInterpreter::assign(const Expr &To, const KernelValue &What) {
  const Expr &E = *To.IgnoreParenImpCasts();
  if (isa<DeclRefExpr, MemberExpr>(E))
    return; // a local variable, and one that is not followed
  const KernelValue At = addressOf(E);
  const KernelAddress *A = At.address();
  if (A && !Parameters.contains(A->Base)) {
    // The array is known if all its lanes get the same.
    const bool ByLane = A->Offset == lane();
    return fill(*A->Base, ByLane ? What : KernelValue());
  }
  store(E, At, 1, What);
}

KernelValue KernelInterpreter::convert(const KernelValue &V, QualType From,
                                       QualType To) {
  KernelValue Made = V;
  if (isVector(To) && lanesOf(Ctx, To) != 0)
    Made.Lanes = lanesOf(Ctx, To);
  const bool ToCondition = isMask(To) || laneType(To)->isBooleanType();
  const QualType Source = laneType(From), Element = laneType(To);
  if (ToCondition) {
    if (const auto E = V.expr())
      Made.Is = KernelNumber{asCondition(*E)};
    else if (!V.number())
      Made.Is = std::monostate();
    return Made;
  }
  if (const auto Integer = integerTypeOf(Ctx, To)) {
    if (const KernelReal *R = V.real()) {
      Made.Is = KernelNumber{Reals.converted(*R, *Integer, [this] {
        return fresh(Naming.empty() ? "converted" : Naming,
                     VariableKind::Loaded);
      })};
      return Made;
    }
    const auto Narrower = integerTypeOf(Ctx, Source);
    return Narrower && TypedIntegers::rangeOf(*Narrower).isWithin(
                           TypedIntegers::rangeOf(*Integer))
               ? Made
               : typed(std::move(Made), To);
  }
  if (isSmallReal(Element))
    Made.Is = KernelReal{}; // too few bits to be sure of integers
  else if (!Element->isRealFloatingType())
    return Made;
  else if (const auto E = V.expr())
    Made.Is = realOf(*E, Element);
  else if (const KernelReal *R = V.real();
           R && Ctx.getTypeSize(Element) < Ctx.getTypeSize(Source))
    Made.Is = Integers.rounded(roundedOnceMore(*R), mantissa(To), held());
  return Made;
}

KernelValue KernelInterpreter::binary(BinaryOperatorKind O,
                                      const KernelValue &A,
                                      const KernelValue &B, QualType T) {
  KernelValue Made;
  Made.Lanes = std::max(A.Lanes, B.Lanes);
  const auto Operation = operation(O);
  if (!Operation)
    return Made;
  if (O == BO_GT || O == BO_GE)
    return binary(O == BO_GT ? BO_LT : BO_LE, B, A, T);
  if (O == BO_NE)
    return negated(binary(BO_EQ, A, B, T));
  if (const KernelAddress *P = A.address()) {
    const auto By = B.expr();
    const auto Offset =
        By ? combined(*Operation, P->Offset, Integers.position(*By, held()))
           : std::nullopt;
    if (Offset && (O == BO_Add || O == BO_Sub))
      Made.Is = KernelAddress{P->Base, *Offset};
    return Made;
  }
  if (B.address())
    return O == BO_Add ? binary(O, B, A) : Made;
  const auto X = A.expr(), Y = B.expr();
  if (X && Y) {
    const bool Logical = O == BO_LAnd || O == BO_LOr;
    if (const auto E =
            Logical ? combined(*Operation, asCondition(*X), asCondition(*Y))
                    : combined(*Operation, *X, *Y))
      Made.Is = KernelNumber{*E};
    else if (const auto Bits = O == BO_Or || O == BO_Xor
                                   ? Integers.bitwise(*X, *Y, held())
                                   : std::nullopt)
      Made.Is = KernelNumber{*Bits};
    else if (const auto Integer = integerTypeOf(Ctx, T))
      Made.Is = KernelNumber{Integers.any(*Integer)};
    return BinaryOperator::isComparisonOp(O) ? Made : typed(Made, T);
  }
  if (!(A.real() || X) || !(B.real() || Y) || (X && Y))
    return Made;
  const KernelReal R = X ? realOf(*X, T) : *A.real();
  const KernelReal S = Y ? realOf(*Y, T) : *B.real();
  const KernelValue Result = binaryReal(*Operation, R, S, T);
  Made.Is = Result.Is;
  return Made;
}

KernelValue KernelInterpreter::binaryReal(KernelOp O, const KernelReal &R,
                                          const KernelReal &S, QualType T) {
  if (O == KernelOp::Less || O == KernelOp::LessEqual || O == KernelOp::Equal) {
    const auto Holds = Reals.compared(O, R, S);
    return Holds ? KernelValue(*Holds) : KernelValue();
  }
  return typed(Reals.combined(O, R, S), T);
}

KernelValue KernelInterpreter::evalBinary(const BinaryOperator &E) {
  if (E.getOpcode() == BO_Assign) {
    const KernelValue What = eval(E.getRHS());
    assign(*E.getLHS(), What);
    return What;
  }
  if (E.isCompoundAssignmentOp()) {
    eval(E.getLHS());
    eval(E.getRHS());
    assign(*E.getLHS(), {});
    return {};
  }
  const KernelValue A = eval(E.getLHS());
  if (!E.isLogicalOp()) {
    const KernelValue B = eval(E.getRHS());
    if (E.isMultiplicativeOp() && E.getOpcode() != BO_Mul &&
        E.getType()->isIntegerType())
      divide(*E.getRHS(), B);
    return binary(E.getOpcode(), A, B, E.getType());
  }
  // The right one is computed only if the left one does not decide.
  const size_t Depth = Path.size();
  if (const auto Left = A.expr())
    assume(E.getOpcode() == BO_LAnd ? asCondition(*Left) : negation(*Left));
  const KernelValue B = eval(E.getRHS());
  Path.erase(Path.begin() + Depth, Path.end());
  return binary(E.getOpcode(), A, B);
}

KernelValue KernelInterpreter::select(const IndexExpr &Condition,
                                      const KernelValue &A,
                                      const KernelValue &B) {
  KernelValue Chosen;
  Chosen.Lanes = std::max(A.Lanes, B.Lanes);
  const KernelReal *R = A.real(), *S = B.real();
  // tmp0 + ks0 for a negative index need not wrap.
  const auto Where = [&](const IndexExpr &E, const IndexExpr &Holds) {
    std::vector<IndexExpr> All = held();
    All.push_back(Holds);
    return Integers.wrappedLess(E, All);
  };
  if (const auto X = A.expr(), Y = B.expr(); X && Y)
    Chosen.Is = KernelNumber{
        X->isCondition() && Y->isCondition()
            ? both(either(negation(Condition), *X), either(Condition, *Y))
            : IndexExpr::make(Op::Select, {Condition, Where(*X, Condition),
                                           Where(*Y, negation(Condition))})};
  else if (R && S)
    Chosen.Is = Reals.selected(Condition, *R, *S);
  else if (R || S)
    Chosen.Is = KernelReal{};
  return Chosen;
}

KernelValue KernelInterpreter::evalChoice(const ConditionalOperator &E) {
  const Truth Condition = truth(*E.getCond());
  const auto Branch = [&](const Expr *Of,
                          const std::optional<IndexExpr> &When) {
    const size_t Depth = Path.size();
    if (When)
      assume(*When);
    const KernelValue Value = eval(Of);
    Path.erase(Path.begin() + Depth, Path.end());
    return Value;
  };
  const KernelValue A = Branch(E.getTrueExpr(), Condition.IfTrue);
  const KernelValue B = Branch(E.getFalseExpr(), Condition.IfFalse);
  return select(Condition.Chooses, A, B);
}

KernelValue KernelInterpreter::evalConstruction(const CXXConstructExpr &E) {
  if (E.getNumArgs() == 1 ||
      (E.getNumArgs() > 1 && isa<CXXDefaultArgExpr>(E.getArg(1))))
    return convert(eval(E.getArg(0)), E.getArg(0)->getType(), E.getType());
  evalChildren(E);
  return {};
}

KernelValue KernelInterpreter::eval(const Expr *E) {
  if (!E)
    return {};
  Steps.spend(1);
  if (Nesting > MaxDepth || Steps.isSpent()) {
    notModelledIn(*E, Nesting > MaxDepth ? TooDeepExpression : TooLongKernel);
    return {};
  }
  ++Nesting;
  KernelValue Value = evalUnlimited(*E->IgnoreParens());
  --Nesting;
  if (const KernelNumber *Number = Value.number())
    Steps.spend(Number->Is.operands().size() / 16);
  return Value;
}

KernelValue KernelInterpreter::evalUnlimited(const Expr &Of) {
  const Expr *E = &Of;
  if (E->getType().isNull()) { // in code with errors
    evalChildren(*E);
    return {};
  }
  if (const auto Constant = evalConstant(*E))
    return *Constant;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return evalReference(*Ref);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (const auto Signed = signedArithmetic(*Cast, Ctx)) {
      const auto Operand = [&](const Expr *Of) {
        return convert(eval(Of), Of->getType(), E->getType());
      };
      const KernelValue A = Operand(Signed->A);
      return binary(Signed->Operator, A, Operand(Signed->B), E->getType());
    }
    const KernelValue Value = eval(Cast->getSubExpr());
    return Value.address() || Value.function()
               ? Value
               : convert(Value, Cast->getSubExpr()->getType(), E->getType());
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return evalUnary(*Unary);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return evalBinary(*Binary);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return evalChoice(*Choice);
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return subscript(*E, *Element->getBase(), *Element->getIdx());
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
    return Lambda;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    return evalOperator(*Operator);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return evalCall(*Call);
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E))
    return evalConstruction(*Made);
  if (const auto *Made = dyn_cast<CXXUnresolvedConstructExpr>(E);
      Made && Made->getNumArgs() == 1)
    return convert(eval(Made->getArg(0)), Made->getArg(0)->getType(),
                   Made->getTypeAsWritten());
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return eval(Full->getSubExpr());
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return eval(Temporary->getSubExpr());
  if (const auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(E))
    return eval(Temporary->getSubExpr());
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return eval(Default->getExpr());
  if (const auto *Constant = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return eval(Constant->getReplacement());
  if (const auto *List = dyn_cast<InitListExpr>(E);
      List && List->getNumInits() == 1)
    return eval(List->getInit(0));
  evalChildren(*E);
  KernelValue Unknown;
  if (!E->isTypeDependent() && laneType(E->getType())->isRealFloatingType())
    Unknown.Is = KernelReal{};
  return Unknown;
}

} // namespace aoti_tidy
