// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/KernelFacts.h"
#include "checks/lib/kernels/triton/TritonInterpreter.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <cstdlib>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;
using python::Node;

constexpr unsigned MaxDepth = 300;

std::optional<KernelOp> operation(StringRef O) {
  return llvm::StringSwitch<std::optional<KernelOp>>(O)
      .Case("+", KernelOp::Add)
      .Case("-", KernelOp::Sub)
      .Case("*", KernelOp::Mul)
      .Case("/", KernelOp::Div)
      .Case("&", KernelOp::And)
      .Case("|", KernelOp::Or)
      .Case("^", KernelOp::Xor)
      .Case("<<", KernelOp::Shl)
      .Case(">>", KernelOp::Shr)
      .Case("<", KernelOp::Less)
      .Case("<=", KernelOp::LessEqual)
      .Case("==", KernelOp::Equal)
      .Default(std::nullopt);
}

IndexExpr timesCondition(const IndexExpr &A, const IndexExpr &C) {
  if (C.op() == Op::Less || C.op() == Op::LessEqual) {
    const IndexExpr &X = C.operands()[0], &Y = C.operands()[1];
    if (X == IndexExpr(0) && Y == A)
      return IndexExpr::make(Op::Max, {0, A});
    if (Y == IndexExpr(0) && X == A)
      return IndexExpr::make(Op::Min, {0, A});
  }
  return IndexExpr::make(Op::Select, {C, A, 0});
}

/// Min or Max as sympy prints it: (a)*((a) <= (b)) + (b)*((b) < (a)).
std::optional<IndexExpr> printedExtremum(const IndexExpr &A,
                                         const IndexExpr &B) {
  if (A.op() != Op::Select || B.op() != Op::Select ||
      !(A.operands()[2] == IndexExpr(0)) || !(B.operands()[2] == IndexExpr(0)))
    return std::nullopt;
  const IndexExpr &First = A.operands()[0], &Second = B.operands()[0];
  if (First.op() != Op::LessEqual || Second.op() != Op::Less ||
      !(First.operands()[0] == Second.operands()[1]) ||
      !(First.operands()[1] == Second.operands()[0]))
    return std::nullopt;
  const IndexExpr &X = A.operands()[1], &Y = B.operands()[1];
  if (First.operands()[0] == X && First.operands()[1] == Y)
    return IndexExpr::make(Op::Min, {X, Y});
  if (First.operands()[0] == Y && First.operands()[1] == X)
    return IndexExpr::make(Op::Max, {X, Y});
  return IndexExpr::make(Op::Select, {First, X, Y});
}

} // namespace

IndexExpr TritonInterpreter::condition(const TritonValue &V) {
  if (const IndexExpr *E = V.number())
    return both(*E, IndexExpr::always());
  return V.isNone() ? negation(IndexExpr::always()) : opaque();
}

IndexExpr TritonInterpreter::condition(Node E) { return condition(eval(E)); }

TritonValue TritonInterpreter::converted(const TritonValue &V,
                                         const TritonType &To) {
  const IndexExpr *E = V.number();
  if (To.Is == TritonType::Kind::Bool)
    return condition(V);
  if (To.Is == TritonType::Kind::Real) {
    if (To.Bits < 32) // too few bits to be sure of integers
      return KernelReal();
    TritonValue Made = E ? exactReal(*E, To.Bits) : KernelReal();
    if (V.real() && To.Bits == 64)
      Made = *V.real();
    else if (V.real())
      Made = Integers.rounded(roundedOnceMore(*V.real()), 24, Path);
    Made.IsDouble = To.Bits == 64;
    return Made;
  }
  const IntegerType Type{To.Bits, To.IsSigned};
  const auto MakeLoaded = [this] {
    return fresh(Naming.empty() ? "converted" : StringRef(Naming),
                 VariableKind::Loaded);
  };
  TritonValue Made = V.real() ? Reals.converted(*V.real(), Type, MakeLoaded)
                     : E      ? Integers.wrapped(*E, Type, Path)
                              : Integers.any(Type);
  Made = bounded(*Made.number());
  Made.Type = Type;
  return Made;
}

KernelReal TritonInterpreter::exactReal(const IndexExpr &E, unsigned Bits) {
  return Integers.rounded(KernelReal::exact(E), Bits == 64 ? 53 : 24, Path);
}

TritonValue TritonInterpreter::typed(TritonValue Made, const TritonValue &A,
                                     const TritonValue &B) {
  if (const KernelReal *R = Made.real()) {
    const bool IsDouble = A.IsDouble || B.IsDouble;
    Made = Integers.rounded(*R, IsDouble ? 53 : 24, Path);
    Made.IsDouble = IsDouble;
    return Made;
  }
  const IndexExpr *E = Made.number();
  if (!E || E->isCondition())
    return Made;
  const bool TakesA =
      A.Type && (!B.Type || A.Type->Bits > B.Type->Bits ||
                 (A.Type->Bits == B.Type->Bits && !A.Type->IsSigned));
  const auto &Type = TakesA ? A.Type : B.Type;
  if (Type) {
    Made = bounded(Integers.wrapped(*E, *Type, Path));
    Made.Type = Type;
  }
  return Made;
}

TritonValue TritonInterpreter::selected(const IndexExpr &Condition,
                                        const TritonValue &A,
                                        const TritonValue &B) {
  const KernelReal *R = A.real(), *S = B.real();
  const IndexExpr *X = A.number(), *Y = B.number();
  // tmp0 + ks0 for a negative index need not wrap.
  const auto Where = [&](const IndexExpr &E, const IndexExpr &Holds) {
    std::vector<IndexExpr> All = Path;
    All.push_back(Holds);
    return Integers.wrappedLess(E, All);
  };
  if (X && Y)
    return typed(
        bounded(
            X->isCondition() && Y->isCondition()
                ? both(either(negation(Condition), *X), either(Condition, *Y))
                : IndexExpr::make(Op::Select,
                                  {Condition, Where(*X, Condition),
                                   Where(*Y, negation(Condition))})),
        A, B);
  if (R && S)
    return Reals.selected(Condition, *R, *S);
  if (R || S)
    return KernelReal();
  const TritonAddress *P = A.address(), *Q = B.address();
  if (P && Q && P->Parameter == Q->Parameter)
    return TritonAddress{
        P->Parameter,
        IndexExpr::make(Op::Select, {Condition, P->Offset, Q->Offset})};
  return {};
}

TritonValue TritonInterpreter::integerBinary(StringRef O, const IndexExpr &A,
                                             const IndexExpr &B) {
  if (O == "+") {
    if (const auto Number =
            Lanes.joined(A, B, Naming.empty() ? "index" : StringRef(Naming)))
      return *Number;
    if (const auto Chosen = printedExtremum(A, B))
      return bounded(*Chosen);
    if (const auto Chosen = printedExtremum(B, A))
      return bounded(*Chosen);
  }
  if (O == "*" && A.isCondition() != B.isCondition())
    return bounded(A.isCondition() ? timesCondition(B, A)
                                   : timesCondition(A, B));
  if (O == "//" || O == "%") {
    // As in C; two constants of the compiler's: as in Python.
    const bool Floors =
        Lanes.isNotNegative(A) && B.op() == Op::Constant && B.constant() > 0;
    if (!Floors && A.op() == Op::Constant && B.op() == Op::Constant)
      return computed();
    const IndexExpr Made =
        IndexExpr::make(O == "//" ? (Floors ? Op::FloorDiv : Op::TruncDiv)
                                  : (Floors ? Op::FloorMod : Op::TruncMod),
                        {A, B});
    // Inputs are divided even for a size of 0: a GPU goes
    // on with some number.
    bool IsGiven = false;
    A.forEachVariable([&](const Variable &V) {
      IsGiven |=
          V.Kind == VariableKind::Loaded || V.Kind == VariableKind::Computed;
    });
    return bounded(
        IsGiven && B.op() != Op::Constant
            ? IndexExpr::make(Op::Select,
                              {equal(B, 0), Integers.any(IntegerType()), Made})
            : Made);
  }
  if (O == "/")
    return binaryReal(O, exactReal(A), exactReal(B));
  const auto Operation = operation(O);
  const auto E = Operation ? combined(*Operation, A, B) : std::nullopt;
  if (E)
    return bounded(*E);
  if (A.isCondition() && B.isCondition())
    return opaque();
  const auto Bits =
      O == "|" || O == "^" ? Integers.bitwise(A, B, Path) : std::nullopt;
  return Bits ? *Bits : computed();
}

TritonValue TritonInterpreter::binaryReal(StringRef O, const TritonValue &A,
                                          const TritonValue &B) {
  const KernelReal R = A.number() ? exactReal(*A.number()) : *A.real();
  const KernelReal S = B.number() ? exactReal(*B.number()) : *B.real();
  const auto Operation = operation(O);
  if (!Operation)
    return KernelReal();
  return typed(Reals.combined(*Operation, R, S,
                              /*DividesRoughly=*/!A.IsDouble && !B.IsDouble),
               A, B);
}

TritonValue TritonInterpreter::binary(StringRef O, const TritonValue &A,
                                      const TritonValue &B) {
  if (const TritonAddress *P = A.address()) {
    const IndexExpr *By = B.number();
    const auto Operation = operation(O);
    if (!By || (O != "+" && O != "-"))
      return {};
    return TritonAddress{P->Parameter, *combined(*Operation, P->Offset,
                                                 Integers.position(*By, Path))};
  }
  if (B.address())
    return O == "+" ? binary(O, B, A) : TritonValue();
  const IndexExpr *X = A.number(), *Y = B.number();
  if (X && Y)
    return typed(integerBinary(O, *X, *Y), A, B);
  if ((A.real() || X) && (B.real() || Y))
    return binaryReal(O, A, B);
  if ((O == "&" || O == "|") &&
      ((X && X->isCondition()) || (Y && Y->isCondition()))) {
    const IndexExpr P = condition(A), Q = condition(B);
    return bounded(O == "&" ? both(P, Q) : either(P, Q));
  }
  if (A.real() || B.real())
    return KernelReal();
  return {};
}

TritonValue TritonInterpreter::compared(StringRef O, const TritonValue &A,
                                        const TritonValue &B) {
  if (O == ">" || O == ">=")
    return compared(O == ">" ? "<" : "<=", B, A);
  if (O == "!=")
    return negation(condition(compared("==", A, B)));
  if (O == "is" || O == "is not") {
    const bool Holds = A.isNone() == (O == "is");
    if (B.isNone() && !A.isUnknown())
      return Holds ? IndexExpr::always() : negation(IndexExpr::always());
    return opaque();
  }
  const auto Operation = operation(O);
  const IndexExpr *X = A.number(), *Y = B.number();
  if (!Operation || !(X || A.real()) || !(Y || B.real()))
    return opaque();
  if (X && Y)
    return bounded(*combined(*Operation, *X, *Y));
  const KernelReal R = X ? exactReal(*X) : *A.real();
  const KernelReal S = Y ? exactReal(*Y) : *B.real();
  const auto Holds = Reals.compared(*Operation, R, S);
  return Holds ? bounded(*Holds) : opaque();
}

TritonValue TritonInterpreter::evalIdentifier(Node E) const {
  const auto It = Values.find(E.text());
  return It == Values.end() ? TritonValue() : It->second;
}

TritonValue TritonInterpreter::evalInteger(Node E) {
  int64_t Value;
  if (E.text().getAsInteger(0, Value))
    return computed();
  return IndexExpr(Value);
}

/// A fraction of integers where a float holds it.
TritonValue TritonInterpreter::evalFloat(const std::string &Text) {
  constexpr unsigned MaxShift = 20;
  char *End;
  const double Value = std::strtod(Text.c_str(), &End);
  if (*End != '\0' || !std::isfinite(Value))
    return KernelReal();
  for (unsigned Shift = 0; Shift <= MaxShift; ++Shift) {
    const double Scaled = std::ldexp(Value, int(Shift));
    if (std::abs(Scaled) >= double(1 << 24))
      break;
    if (Scaled == std::trunc(Scaled))
      return KernelReal::exact(int64_t(Scaled), Shift);
  }
  KernelReal Near = KernelReal::near(Value);
  Near.IsNeverNaN = true;
  return Near;
}

TritonValue TritonInterpreter::evalUnary(Node E) {
  const Node Operand = E.field("argument");
  const StringRef O = E.field("operator").text();
  if (O == "-" && Operand.is("float"))
    return evalFloat("-" + Operand.text().str());
  TritonValue V = eval(Operand);
  const IndexExpr *Number = V.number();
  if (O == "+")
    return V;
  if (O == "-")
    return binary("-", IndexExpr(0), V);
  if (!Number) // '~' of what is not understood
    return V.isUnknown() ? TritonValue() : blurred(V);
  if (Number->isCondition())
    return negation(*Number);
  return typed(-1 - *Number, V, V);
}

TritonValue TritonInterpreter::evalBinary(Node E) {
  const TritonValue A = eval(E.field("left"));
  return binary(E.field("operator").text(), A, eval(E.field("right")));
}

/// a <= b < c, (tmp2).dtype is tl.float32
TritonValue TritonInterpreter::evalComparison(Node E) {
  const auto Operands = E.children();
  llvm::SmallVector<std::string, 2> Operators;
  for (Node Part : E.allChildren())
    if (!llvm::is_contained(Operands, Part) && !Part.is("comment"))
      Operators.push_back(Part.text().str());
  // Two tokens in some versions of the grammar.
  if (Operators.size() == 2 && Operands.size() == 2)
    Operators = {Operators[0] + " " + Operators[1]};
  if (Operators.size() + 1 != Operands.size() || Operators.empty())
    return opaque();
  if (Operands.size() == 2 && Operands[0].is("attribute") &&
      Operands[0].field("attribute").text() == "dtype") {
    const TritonValue Of = eval(Operands[0].field("object"));
    const auto Type = typeOf(Operands[1]);
    if (Of.number() && Type && Type->Is == TritonType::Kind::Real &&
        (Operators[0] == "is" || Operators[0] == "=="))
      return negation(IndexExpr::always());
    return opaque();
  }
  IndexExpr All = IndexExpr::always();
  TritonValue Left = eval(Operands[0]);
  for (const auto &[I, O] : llvm::enumerate(Operators)) {
    TritonValue Right = eval(Operands[I + 1]);
    All = both(All, condition(compared(O, Left, Right)));
    Left = std::move(Right);
  }
  return bounded(All);
}

TritonValue TritonInterpreter::evalBoolean(Node E) {
  const IndexExpr A = condition(E.field("left"));
  const IndexExpr B = condition(E.field("right"));
  return bounded(E.field("operator").text() == "and" ? both(A, B)
                                                     : either(A, B));
}

/// a if c else b
TritonValue TritonInterpreter::evalChoice(Node E) {
  const auto Parts = E.children();
  if (Parts.size() != 3)
    return {};
  const IndexExpr Test = condition(Parts[1]);
  if (Test.op() == Op::True)
    return eval(Parts[0]);
  if (Test == negation(IndexExpr::always()))
    return eval(Parts[2]);
  const TritonValue A = eval(Parts[0]);
  return selected(Test, A, eval(Parts[2]));
}

TritonValue TritonInterpreter::moved(const TritonValue &V,
                                     llvm::ArrayRef<unsigned> AxisOf) {
  const auto Axis = [&](unsigned Of) {
    return Of < AxisOf.size() ? AxisOf[Of] : Of;
  };
  // A loaded value of some lane stays one; facts in that lane's terms move
  // along.
  const auto Move = [&](const IndexExpr &E) {
    const IndexExpr Freed =
        E.substitute([&](const Variable &Value) -> std::optional<IndexExpr> {
          if (Lanes.isNumber(Value) || Value.Kind == VariableKind::Symbol)
            return std::nullopt;
          const auto Ties = [&](const IndexExpr &Known) {
            bool HasValue = false, HasLane = false;
            Known.forEachVariable([&](const Variable &Other) {
              HasValue |= Other == Value;
              HasLane |= Lanes.isNumber(Other);
            });
            return HasValue && HasLane;
          };
          if (llvm::any_of(Path, Ties) || llvm::any_of(Result.Facts, Ties))
            return computed();
          return std::nullopt;
        });
    return Lanes.moved(Freed, Axis);
  };
  if (const IndexExpr *E = V.number()) {
    TritonValue Made = bounded(Move(*E));
    Made.Type = V.Type;
    return Made;
  }
  if (const TritonAddress *A = V.address())
    return TritonAddress{A->Parameter, Move(A->Offset)};
  return blurred(V);
}

/// tl.arange(0, XBLOCK)[:, None]
TritonValue TritonInterpreter::evalSubscript(Node E) {
  const TritonValue V = eval(E.field("value"));
  llvm::SmallVector<unsigned, 4> AxisOf; // from the last dimension
  unsigned Axis = 0;
  bool IsIdentity = true;
  const auto Parts = E.children();
  for (const Node Part : llvm::reverse(llvm::drop_begin(Parts))) {
    if (Part.is("slice") && Part.children().empty()) {
      IsIdentity &= AxisOf.size() == Axis;
      AxisOf.push_back(Axis);
    } else if (!Part.is("none")) {
      const TritonValue Index = eval(Part);
      const IndexExpr *At = Index.number();
      const auto *Elements = V.elements();
      if (Parts.size() == 2 && At && At->op() == Op::Constant && Elements &&
          At->constant() >= 0 && uint64_t(At->constant()) < Elements->size())
        return (*Elements)[At->constant()];
      return {};
    }
    ++Axis;
  }
  return IsIdentity ? V : moved(V, AxisOf);
}

TritonValue TritonInterpreter::eval(Node E) {
  if (!E)
    return {};
  if (Depth > MaxDepth) {
    notModelledIn(E, TooDeepExpression);
    return {};
  }
  ++Depth;
  TritonValue V = evalUnlimited(E);
  --Depth;
  return V;
}

TritonValue TritonInterpreter::evalUnlimited(Node E) {
  const StringRef Kind = E.kind();
  if (Kind == "parenthesized_expression")
    return E.children().size() == 1 ? eval(E.children()[0]) : TritonValue();
  if (Kind == "identifier")
    return evalIdentifier(E);
  if (Kind == "integer")
    return evalInteger(E);
  if (Kind == "float")
    return evalFloat(E.text().str());
  if (Kind == "true" || Kind == "false")
    return Kind == "true" ? IndexExpr::always() : negation(IndexExpr::always());
  if (Kind == "none")
    return TritonValue::none();
  if (Kind == "unary_operator")
    return evalUnary(E);
  if (Kind == "binary_operator")
    return evalBinary(E);
  if (Kind == "comparison_operator")
    return evalComparison(E);
  if (Kind == "boolean_operator")
    return evalBoolean(E);
  if (Kind == "not_operator")
    return negation(condition(E.field("argument")));
  if (Kind == "conditional_expression")
    return evalChoice(E);
  if (Kind == "subscript")
    return evalSubscript(E);
  if (Kind == "call")
    return evalCall(E);
  if (Kind == "tuple" || Kind == "list" || Kind == "expression_list") {
    std::vector<TritonValue> Of;
    for (Node Part : E.children())
      Of.push_back(eval(Part));
    return TritonValue::tuple(std::move(Of));
  }
  if (Kind != "attribute" && Kind != "string")
    notModelledIn(E, "in an expression that is not understood");
  return {};
}

} // namespace aoti_tidy
