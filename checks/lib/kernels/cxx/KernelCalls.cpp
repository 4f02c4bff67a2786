// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/cxx/KernelInterpreter.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"
#include <fmt/format.h>

using namespace clang;
using llvm::StringRef;

namespace aoti_tidy {

namespace {

using Op = IndexExpr::Op;

/// Also of a function that could not be found, or depends on a template.
StringRef calleeName(const CallExpr &E) {
  if (const FunctionDecl *Callee = E.getDirectCallee())
    return Callee->getIdentifier() ? Callee->getName() : StringRef();
  DeclarationName Name;
  const Expr *Callee = E.getCallee()->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
    Name = Member->getMember();
  else if (const auto *Overloads = dyn_cast<OverloadExpr>(Callee))
    Name = Overloads->getName();
  else if (const auto *Scoped = dyn_cast<DependentScopeDeclRefExpr>(Callee))
    Name = Scoped->getDeclName();
  return Name.isIdentifier() && Name.getAsIdentifierInfo()
             ? Name.getAsIdentifierInfo()->getName()
             : StringRef();
}

const Expr *objectOf(const CallExpr &E) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E))
    return Member->getImplicitObjectArgument();
  const Expr *Callee = E.getCallee()->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
    return Member->isImplicitAccess() ? nullptr : Member->getBase();
  return nullptr;
}

unsigned written(const CallExpr &E) {
  unsigned Count = 0;
  for (const Expr *Argument : E.arguments())
    Count += !isa<CXXDefaultArgExpr>(Argument);
  return Count;
}

/// The runtime gives 0 for a division by zero, and an error later.
IndexExpr orZero(Op O, const IndexExpr &A, const IndexExpr &B) {
  return IndexExpr::make(Op::Select,
                         {equal(B, 0), 0, IndexExpr::make(O, {A, B})});
}

} // namespace

/// Any number, but NaN if \p Of is.
static KernelValue keepingNaN(const KernelValue &Of) {
  KernelReal Made;
  if (const KernelReal *R = Of.real())
    Made.NaNOf = R->NaNOf;
  return KernelValue(std::move(Made), Of.Lanes);
}

KernelValue KernelInterpreter::rounded(const KernelValue &V, StringRef How) {
  return V.real() ? KernelValue(Reals.rounded(*V.real(), How), V.Lanes) : V;
}

std::optional<IndexExpr> KernelInterpreter::size(const Expr &E) {
  return eval(E.IgnoreImpCasts()).expr();
}

std::optional<IndexExpr>
KernelInterpreter::count(const CallExpr &E, unsigned Argument, unsigned Lanes) {
  if (written(E) > Argument)
    return size(*E.getArg(Argument));
  return Lanes == 0 ? std::nullopt : std::optional<IndexExpr>(Lanes);
}

KernelValue KernelInterpreter::evalOperator(const CXXOperatorCallExpr &E) {
  const auto Result = [&](KernelValue V) {
    if (isVector(E.getType()) && V.Lanes == 0)
      V.Lanes = lanesOf(Ctx, E.getType());
    return V;
  };
  switch (E.getOperator()) {
  case OO_Call: {
    const KernelValue Callee = eval(E.getArg(0));
    if (Callee.function() && E.getNumArgs() == 1)
      return call(*Callee.function());
    return evalUnknown(E, "a function object");
  }
  case OO_Subscript:
    return subscript(E, *E.getArg(0), *E.getArg(1));
  case OO_Equal: {
    const KernelValue What = eval(E.getArg(1));
    assign(*E.getArg(0), What);
    return What;
  }
  case OO_Exclaim:
    return Result(negated(eval(E.getArg(0))));
  case OO_Tilde:
    return Result(complemented(eval(E.getArg(0)), E.getType()));
  case OO_Minus:
    if (E.getNumArgs() == 1)
      return Result(
          binary(BO_Sub, IndexExpr(0), eval(E.getArg(0)), E.getType()));
    break;
  default:
    break;
  }
  if (E.getNumArgs() != 2 || E.isAssignmentOp()) {
    evalChildren(E);
    return {};
  }
  const KernelValue A = eval(E.getArg(0));
  return Result(binary(BinaryOperator::getOverloadedOpcode(E.getOperator()), A,
                       eval(E.getArg(1)), E.getType()));
}

std::optional<KernelValue> KernelInterpreter::evalMember(const CallExpr &E,
                                                         StringRef Name,
                                                         const Expr &Object) {
  const auto *Local = dyn_cast<DeclRefExpr>(Object.IgnoreParenImpCasts());
  if ((Name == "data" || Name == "get") && E.getNumArgs() == 0 && Local)
    return KernelAddress{Local->getDecl(), 0};
  if (Name == "store" && E.getNumArgs() >= 1) {
    const KernelValue What = eval(&Object), At = eval(E.getArg(0));
    const unsigned Lanes =
        What.Lanes != 0 ? What.Lanes : lanesOf(Ctx, Object.getType());
    if (const auto Count = count(E, 1, Lanes)) {
      store(*E.getArg(0), At, *Count, What);
    } else {
      Result.LacksVectorSize |=
          isVector(Object.getType()) && Lanes == 0 && !E.containsErrors();
      notModelled(*E.getArg(0), "how many lanes are stored is not known");
    }
    return KernelValue();
  }
  const KernelValue Of = eval(&Object);
  if (Name == "loadu" && isMask(Object.getType()) && E.getNumArgs() == 1) {
    const unsigned Lanes =
        Of.Lanes != 0 ? Of.Lanes : lanesOf(Ctx, Object.getType());
    KernelValue At = eval(E.getArg(0));
    const auto Mask = Of.expr();
    Result.LacksVectorSize |= Lanes == 0;
    if (!Mask || Lanes == 0) {
      notModelled(*E.getArg(0), "the mask of its lanes is not understood");
      return KernelValue();
    }
    At = binary(BO_Add, At, lane());
    return load(*E.getArg(0), At, laneType(E.getType()), 1, Lanes,
                {lessEqual(0, lane()), less(lane(), int64_t(Lanes)), *Mask});
  }
  if (Name == "all_masked" || Name == "all_zero") {
    KernelValue All;
    All.Lanes = Of.Lanes != 0 ? Of.Lanes : lanesOf(Ctx, Object.getType());
    if (const auto Each = Of.expr())
      All.Is = KernelNumber{Name == "all_zero" ? negation(*Each) : *Each, true};
    return All;
  }
  if (Name == "is_masked" && E.getNumArgs() == 1) {
    const auto At = size(*E.getArg(0));
    return At ? Of.inLane(*At) : KernelValue();
  }
  if (Name == "cast" || Name == "to")
    return convert(Of, Object.getType(), E.getType());
  if (Name == "floor" || Name == "ceil" || Name == "trunc" || Name == "round")
    return rounded(Of, Name);
  if (Name == "neg")
    return binary(BO_Sub, IndexExpr(0), Of, E.getType());
  if (const auto Number = Of.expr(); Number && Name == "abs")
    return typed(KernelValue(IndexExpr::make(Op::Abs, {*Number}), Of.Lanes),
                 E.getType());
  return std::nullopt;
}

/// Vectorized<T>::loadu(p, n) and the like.
std::optional<KernelValue> KernelInterpreter::evalVectorMake(const CallExpr &E,
                                                             StringRef Name) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E.getDirectCallee());
  if (!Method || !Method->isStatic() || !isVector(E.getType()))
    return std::nullopt;
  const unsigned Lanes = lanesOf(Ctx, E.getType());
  const bool FromMemory = Name == "from" && E.getNumArgs() >= 1 &&
                          E.getArg(0)->getType()->isPointerType();
  if (Name == "loadu" || FromMemory) {
    const KernelValue At = eval(E.getArg(0));
    const auto Count = count(E, 1, Lanes);
    if (!Count) {
      Result.LacksVectorSize |= Lanes == 0 && !E.containsErrors();
      notModelled(*E.getArg(0), "how many lanes are loaded is not known");
      return KernelValue();
    }
    const unsigned Loaded =
        Count->op() == Op::Constant ? unsigned(Count->constant()) : Lanes;
    const QualType Element =
        FromMemory
            ? E.getArg(0)->getType()->getPointeeType().getUnqualifiedType()
            : laneType(E.getType());
    return convert(load(*E.getArg(0), At, Element, *Count, Loaded), Element,
                   E.getType());
  }
  if (Name == "from" && E.getNumArgs() >= 1)
    return convert(eval(E.getArg(0)), E.getArg(0)->getType(), E.getType());
  if (Name == "arange" && E.getNumArgs() == 2) {
    const KernelValue Start = eval(E.getArg(0)), Step = eval(E.getArg(1));
    KernelValue Range = binary(
        BO_Add, Start, binary(BO_Mul, Step, lane(), E.getType()), E.getType());
    Range.Lanes = Lanes;
    return Range;
  }
  if (Name != "set" && Name != "blendv")
    return std::nullopt;
  const KernelValue Other = eval(E.getArg(0)), Chosen = eval(E.getArg(1));
  if (Name == "set") {
    const auto Count = count(E, 2, Lanes);
    return Count ? select(less(lane(), *Count), Chosen, Other) : KernelValue();
  }
  const KernelValue By = eval(E.getArg(2));
  const std::optional<IndexExpr> Condition = By.expr();
  return Condition ? select(*Condition, Chosen, Other)
                   : select(truth(By).Chooses, Chosen, Other);
}

std::optional<KernelValue> KernelInterpreter::evalArithmetic(const CallExpr &E,
                                                             StringRef Name) {
  if (E.getNumArgs() < 1)
    return std::nullopt;
  const bool Binary = E.getNumArgs() == 2;
  const auto Division =
      llvm::StringSwitch<std::optional<Op>>(Name)
          .Cases({"div_floor_integer", "floor_divide_integral"}, Op::FloorDiv)
          .Case("mod", Op::TruncMod)
          .Cases({"remainder_integral", "div_mod"}, Op::FloorMod)
          .Default(std::nullopt);
  const auto Choice =
      llvm::StringSwitch<std::optional<KernelOp>>(Name)
          .Cases({"min", "min_propagate_nan", "minimum", "clamp_max"},
                 KernelOp::Min)
          .Cases({"max", "max_propagate_nan", "maximum", "clamp_min"},
                 KernelOp::Max)
          .Default(std::nullopt);
  if (Binary && (Division || Choice)) {
    const KernelValue A = eval(E.getArg(0)), B = eval(E.getArg(1));
    const unsigned Lanes = std::max(A.Lanes, B.Lanes);
    const auto X = A.expr(), Y = B.expr();
    if (Name == "div_mod") // the others give 0 and note an error
      divide(*E.getArg(1), B);
    if (X && Y && Choice)
      return KernelValue(*combined(*Choice, *X, *Y), Lanes);
    if (X && Y) // the processor traps if div_mod divides by zero
      return typed(KernelValue(Name == "div_mod"
                                   ? IndexExpr::make(*Division, {*X, *Y})
                                   : orZero(*Division, *X, *Y),
                               Lanes),
                   E.getType());
    if (Choice && A.real() && B.real()) {
      const bool KeepsNaN = Name != "min" && Name != "max";
      return typed(
          KernelValue(Reals.extremum(*Choice, *A.real(), *B.real(), KeepsNaN),
                      Lanes),
          E.getType());
    }
    KernelValue Unknown;
    if (A.real() || B.real())
      Unknown = KernelReal();
    Unknown.Lanes = Lanes;
    return Unknown;
  }
  if (Name == "clamp" && E.getNumArgs() == 3) {
    const KernelValue V = eval(E.getArg(0)), A = eval(E.getArg(1)),
                      B = eval(E.getArg(2));
    const auto X = V.expr(), Lower = A.expr(), Upper = B.expr();
    if (X && Lower && Upper)
      return KernelValue(
          IndexExpr::make(Op::Min,
                          {IndexExpr::make(Op::Max, {*X, *Lower}), *Upper}),
          V.Lanes);
    return KernelValue(KernelReal(), V.Lanes);
  }
  if (E.getNumArgs() != 1)
    return std::nullopt;
  if (Name == "abs") {
    const KernelValue V = eval(E.getArg(0));
    if (const auto Number = V.expr())
      return typed(KernelValue(IndexExpr::make(Op::Abs, {*Number}), V.Lanes),
                   E.getType());
    return keepingNaN(V);
  }
  if (Name == "isnan" || Name == "isinf" || Name == "isfinite") {
    const KernelValue V = eval(E.getArg(0));
    return KernelValue(Reals.tested(V.real(), Name == "isnan"), V.Lanes);
  }
  if (Name == "signbit") {
    const KernelValue V = eval(E.getArg(0));
    const auto Number = V.expr();
    return Number ? KernelValue(less(*Number, 0), V.Lanes) : KernelValue();
  }
  if (Name == "floor" || Name == "ceil" || Name == "trunc" || Name == "round" ||
      Name == "rint" || Name == "nearbyint")
    return rounded(eval(E.getArg(0)), Name);
  return std::nullopt;
}

void KernelInterpreter::transpose(const CallExpr &E) {
  const FunctionDecl *Callee = E.getDirectCallee();
  // The sizes are arguments, or of the function: <T, M, N, ...>.
  std::optional<IndexExpr> M, N;
  if (E.getNumArgs() == 6) {
    M = size(*E.getArg(4));
    N = size(*E.getArg(5));
  } else if (const auto *Arguments =
                 Callee ? Callee->getTemplateSpecializationArgs() : nullptr;
             Arguments && Arguments->size() >= 3 &&
             Arguments->get(1).getKind() == TemplateArgument::Integral &&
             Arguments->get(2).getKind() == TemplateArgument::Integral) {
    M = Arguments->get(1).getAsIntegral().getExtValue();
    N = Arguments->get(2).getAsIntegral().getExtValue();
  }
  const KernelValue From = eval(E.getArg(0)), To = eval(E.getArg(2));
  const KernelValue FromStride = eval(E.getArg(1)),
                    ToStride = eval(E.getArg(3));
  if (!M || !N || !FromStride.expr() || !ToStride.expr() ||
      !E.getArg(0)->getType()->isPointerType())
    return notModelledIn(E,
                         "in a transposition whose sizes are not understood");
  // Rows of the one are columns of the other.
  const IndexExpr Row = fresh("row", VariableKind::Loop);
  const IndexExpr Column = fresh("column", VariableKind::Loop);
  const KernelValue Read =
      load(*E.getArg(0), binary(BO_Add, From, binary(BO_Mul, Row, FromStride)),
           E.getArg(0)->getType()->getPointeeType().getUnqualifiedType(), *N, 0,
           {lessEqual(0, Row), less(Row, *M)});
  store(*E.getArg(2), binary(BO_Add, To, binary(BO_Mul, Column, ToStride)), *M,
        Read, {lessEqual(0, Column), less(Column, *N)});
}

void KernelInterpreter::atomicAdd(const CallExpr &E) {
  const KernelValue At = eval(E.getArg(0));
  if (E.getNumArgs() == 2) {
    eval(E.getArg(1));
    return store(*E.getArg(0), At, 1, {});
  }
  // atomic_add_vec(p, indices, values, n)
  const KernelValue Index = eval(E.getArg(1)), What = eval(E.getArg(2));
  const unsigned Lanes =
      Index.Lanes != 0 ? Index.Lanes : lanesOf(Ctx, E.getArg(1)->getType());
  const auto Count = count(E, 3, Lanes);
  Result.LacksVectorSize |= Lanes == 0 && isVector(E.getArg(1)->getType());
  if (!Count)
    return notModelled(*E.getArg(0), "how many lanes are added is not known");
  const KernelValue Target = binary(BO_Add, At, Index);
  if (!Target.address())
    return notModelled(*E.getArg(0), whyUnknown(*E.getArg(1)));
  store(*E.getArg(0), Target, 1, What,
        {lessEqual(0, lane()), less(lane(), *Count)});
}

std::optional<KernelValue> KernelInterpreter::evalFunction(const CallExpr &E,
                                                           StringRef Name) {
  const unsigned Count = E.getNumArgs();
  if ((Name == "convert" || Name == "inductor_vec_mask_cast") && Count == 1)
    return convert(eval(E.getArg(0)), E.getArg(0)->getType(), E.getType());
  if ((Name == "move" || Name == "__builtin_expect") && Count >= 1)
    return eval(E.getArg(0));
  if (Name == "transpose_mxn" && Count >= 4) {
    transpose(E);
    return KernelValue();
  }
  if ((Name == "atomic_add" && Count == 2) ||
      (Name == "atomic_add_vec" && Count >= 3)) {
    atomicAdd(E);
    return KernelValue();
  }
  return evalArithmetic(E, Name);
}

KernelValue KernelInterpreter::evalUnknown(const CallExpr &E, StringRef Name) {
  KernelValue Given;
  for (const Expr *Argument : E.arguments()) {
    const KernelValue V = eval(Argument);
    Given.Lanes = std::max(Given.Lanes, V.Lanes);
    const KernelAddress *A = V.address();
    const auto P = A ? Parameters.find(A->Base) : Parameters.end();
    if (P != Parameters.end())
      notModelled(*Argument,
                  fmt::format("'{}' is passed to '{}'",
                              Result.Parameters[P->second].Name, Name.str()));
  }
  if (E.isTypeDependent())
    return Given;
  if (isVector(E.getType()) && lanesOf(Ctx, E.getType()) != 0)
    Given.Lanes = lanesOf(Ctx, E.getType());
  if (laneType(E.getType())->isRealFloatingType() && !isMask(E.getType()))
    Given.Is = KernelReal{};
  return Given;
}

KernelValue KernelInterpreter::evalCall(const CallExpr &E) {
  const StringRef Name = calleeName(E);
  if (const Expr *Object = objectOf(E)) {
    if (isa_and_nonnull<CXXConversionDecl>(E.getDirectCallee()))
      return convert(eval(Object), Object->getType(), E.getType());
    if (auto Known = evalMember(E, Name, *Object))
      return *std::move(Known);
    KernelValue Given = evalUnknown(E, Name);
    Given.Lanes = std::max(Given.Lanes, eval(Object).Lanes);
    return Given;
  }
  if (auto Known = evalVectorMake(E, Name))
    return *std::move(Known);
  if (auto Known = evalFunction(E, Name))
    return *std::move(Known);
  const KernelValue Callee = eval(E.getCallee());
  if (Callee.function() && E.getNumArgs() == 0)
    return call(*Callee.function());
  return evalUnknown(E, Name);
}

} // namespace aoti_tidy
