// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of triton.language and torch/_inductor/runtime/triton_helpers.py.
#include "checks/lib/kernels/triton/TritonInterpreter.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;
using python::Node;

std::string textOf(Node String) {
  StringRef Text = String.is("string") ? String.text() : StringRef();
  Text = Text.ltrim("rRuU");
  for (const StringRef Quote : {"\"\"\"", "'''", "\"", "'"})
    if (Text.size() >= 2 * Quote.size() && Text.starts_with(Quote) &&
        Text.ends_with(Quote))
      return Text.drop_front(Quote.size()).drop_back(Quote.size()).str();
  return {};
}

bool isOfModule(Node Function) {
  while (Function.is("attribute"))
    Function = Function.field("object");
  return Function.is("identifier") &&
         llvm::is_contained({"tl", "triton", "triton_helpers", "libdevice",
                             "tl_math", "math", "torch"},
                            Function.text());
}

} // namespace

Node TritonInterpreter::Arguments::get(unsigned Position,
                                       StringRef Name) const {
  if (Position < Positional.size())
    return Positional[Position];
  return Named.lookup(Name);
}

TritonInterpreter::Arguments TritonInterpreter::argumentsOf(Node Call) {
  Arguments Of;
  for (Node Given : Call.field("arguments").children()) {
    if (Given.is("keyword_argument"))
      Of.Named[Given.field("name").text()] = Given.field("value");
    else if (Given.isAnyOf({"list_splat", "dictionary_splat"}))
      Of.HasUnpacking = true;
    else
      Of.Positional.push_back(Given);
  }
  return Of;
}

std::optional<TritonType> TritonInterpreter::typeOf(Node E) {
  StringRef Text = E.text();
  // tl.full(tmp61.shape, 0.0, tmp61.dtype)
  if (E.is("attribute") && E.field("attribute").text() == "dtype") {
    const TritonValue Of = eval(E.field("object"));
    if (Of.Type)
      return TritonType{TritonType::Kind::Integer, Of.Type->Bits,
                        Of.Type->IsSigned};
  }
  return Text.consume_front("tl.") ? TritonType::parse(Text) : std::nullopt;
}

/// Where \p Lane holds, "index < 20 | ~mask" that an assert says is index < 20.
/// What is loaded in it is loaded in the other lanes, too.
TritonValue TritonInterpreter::addressIn(Node Address,
                                         const std::optional<IndexExpr> &Lane) {
  const std::vector<IndexExpr> Here = Path, All = Outside ? *Outside : Path;
  const auto *Before = std::exchange(Outside, &All);
  Path = All;
  std::vector<IndexExpr> Masks;
  if (Lane)
    addConjuncts(*Lane, Masks);
  for (const IndexExpr &Mask : Masks) {
    for (IndexExpr &Holds : Path)
      Holds = Holds.replace(negation(Mask), truth(false));
    Path.push_back(Mask);
  }
  TritonValue At = eval(Address);
  Path = Here;
  Outside = Before;
  return At;
}

TritonValue TritonInterpreter::load(Node Address, Node Mask, Node Other) {
  const std::optional<IndexExpr> Lane = maskOf(Mask);
  const TritonValue At = addressIn(Address, Lane);
  const TritonValue Elsewhere = eval(Other);
  const TritonAddress *A = At.address();
  if (!A) {
    notModelled(Address, whyUnknown(Address));
    return {};
  }
  const std::optional<TritonType> &Type = Elements[A->Parameter];
  if (!Type || Type->Is == TritonType::Kind::Real) {
    KernelReal Read;
    Read.NaNOf = Result.Accesses.size();
    access(Address, *A, Lane, /*IsWrite=*/false);
    Read.IsAsRead = *Read.NaNOf < Result.Accesses.size();
    return Type ? TritonValue(std::move(Read)) : TritonValue();
  }
  const bool IsGiven = !Written.contains(Result.Parameters[A->Parameter].Name);
  const IndexExpr Read =
      fresh(Naming.empty() ? "loaded" : StringRef(Naming),
            IsGiven ? VariableKind::Loaded : VariableKind::Computed);
  const bool IsBool = Type->Is == TritonType::Kind::Bool;
  const IntegerType Integer{IsBool ? 1 : Type->Bits, Type->IsSigned};
  const auto [Low, High] = TypedIntegers::rangeOf(Integer);
  Integers.limit(Read, {Low, High});
  if (Integer.Bits < 64)
    Result.Facts.push_back(
        both(lessEqual(int64_t(Low), Read), lessEqual(Read, int64_t(High))));
  else if (!Integer.IsSigned)
    Result.Facts.push_back(lessEqual(0, Read));
  if (Lane && Other && !Elsewhere.isNone()) {
    const TritonValue Instead = converted(Elsewhere, *Type);
    Result.Facts.push_back(either(*Lane, equal(Read, *Instead.number())));
  }
  access(Address, *A, Lane, /*IsWrite=*/false, Read.variable().Name);
  TritonValue Made = Read;
  if (!IsBool)
    Made.Type = Integer;
  return Made;
}

/// triton_helpers.bucketize_binary_search: a number from 0 to the count of the
/// boundaries, of which it reads some.
std::optional<TritonValue> TritonInterpreter::search(const Arguments &Of) {
  const TritonValue Boundaries = eval(Of.get(1, "boundaries_ptr")),
                    Count = eval(Of.get(2, "BOUNDARIES_SIZE")),
                    All = eval(Of.get(3, "BOUNDARIES_UNDERLYING_NUMEL")),
                    Stride = eval(Of.get(4, "BOUNDARIES_STRIDE")),
                    First = eval(Of.get(5, "boundary_indices"));
  const TritonAddress *A = Boundaries.address();
  if (!A || !Count.number() || !All.number() || !Stride.number() ||
      !First.number() || !eval(Of.get(8, "sorter_ptr")).isNone())
    return std::nullopt;
  eval(Of.get(0, "values"));
  const IndexExpr Middle = fresh("mid", VariableKind::Loop);
  const IndexExpr At = *First.number() + *Stride.number() * Middle;
  access(Of.get(1, "boundaries_ptr"), {A->Parameter, A->Offset + At},
         both(both(lessEqual(0, Middle), less(Middle, *Count.number())),
              less(At, *All.number())),
         /*IsWrite=*/false);
  const IndexExpr Found = computed();
  Result.Facts.push_back(
      both(lessEqual(0, Found),
           lessEqual(Found, IndexExpr::make(Op::Max, {0, *Count.number()}))));
  Integers.limit(Found, *Count.number(), 1);
  return converted(Found,
                   typeOf(Of.get(6, "indexing_dtype")).value_or(TritonType()));
}

void TritonInterpreter::store(Node Address, Node Mask) {
  const std::optional<IndexExpr> Lane = maskOf(Mask);
  const TritonValue At = addressIn(Address, Lane);
  if (const TritonAddress *A = At.address())
    access(Address, *A, Lane, /*IsWrite=*/true);
  else
    notModelled(Address, whyUnknown(Address));
}

std::optional<TritonValue> TritonInterpreter::evalMemory(StringRef Name,
                                                         const Arguments &Of) {
  const Node Pointer = Of.get(0, "pointer");
  if (Name == "tl.load" && Pointer)
    return load(Pointer, Of.get(1, "mask"), Of.get(2, "other"));
  if (Name == "tl.store" && Pointer) {
    eval(Of.get(1, "value"));
    store(Pointer, Of.get(2, "mask"));
    return TritonValue();
  }
  if (Name.starts_with("tl.atomic_") && Pointer) {
    const bool Compares = Name == "tl.atomic_cas";
    eval(Of.get(1, Compares ? "cmp" : "val"));
    if (Compares)
      eval(Of.get(2, "val"));
    store(Pointer, Compares ? Node() : Of.get(2, "mask"));
    return TritonValue();
  }
  if (Name == "triton_helpers.bucketize_binary_search")
    return search(Of);
  const bool Returns = Name == "triton_helpers.device_assert_then";
  if (Name != "tl.device_assert" && !Returns)
    return std::nullopt;
  IndexExpr Holds = condition(Of.get(0, "cond"));
  if (const auto Lane = Returns ? std::nullopt : maskOf(Of.get(2, "mask")))
    Holds = either(Holds, negation(*Lane));
  assertion(Of.get(0, "cond"), Holds, textOf(Of.get(1, "msg")));
  return Returns ? eval(Of.get(2, "r")) : TritonValue();
}

/// tl.program_id(0), tl.arange(0, XBLOCK), and what makes blocks of numbers.
std::optional<TritonValue> TritonInterpreter::evalProgram(StringRef Name,
                                                          const Arguments &Of) {
  if (Name == "tl.program_id" || Name == "tl.num_programs") {
    const TritonValue Axis = eval(Of.get(0, "axis"));
    const IndexExpr *Which = Axis.number();
    if (!Which || Which->op() != Op::Constant || Which->constant() < 0 ||
        Which->constant() > 2)
      return TritonValue(computed());
    const unsigned At = Which->constant();
    const std::optional<IndexExpr> Size = gridSize(At);
    if (Name == "tl.num_programs")
      return TritonValue(Size ? *Size : computed());
    const IndexExpr Program = Lanes.program(At, Size);
    constexpr StringRef Numels[] = {"xnumel", "ynumel", "znumel"};
    if (const auto It = Values.find(Numels[At]); It != Values.end())
      if (const IndexExpr *Numel = It->second.number();
          Numel && Meta.GridCovers)
        Lanes.covers(Program, *Numel);
    TritonValue Number = Program;
    Number.Type = IntegerType{32};
    return Number;
  }
  if (Name == "tl.arange") {
    const TritonValue Start = eval(Of.get(0, "start"));
    const TritonValue End = eval(Of.get(1, "end"));
    if (!Start.number() || !End.number())
      return TritonValue(computed());
    TritonValue Range =
        *Start.number() + Lanes.lane(0, *End.number() - *Start.number());
    Range.Type = IntegerType{32};
    return Range;
  }
  if (Name == "tl.zeros" || Name == "tl.zeros_like")
    return Name == "tl.zeros" && typeOf(Of.get(1, "dtype")) &&
                   typeOf(Of.get(1, "dtype"))->Is == TritonType::Kind::Integer
               ? TritonValue(IndexExpr(0))
               : TritonValue(KernelReal());
  if (Name == "tl.full") {
    const TritonValue Value = eval(Of.get(1, "value"));
    const auto Type = typeOf(Of.get(2, "dtype"));
    return Type ? converted(Value, *Type) : blurred(Value);
  }
  if (Name == "tl.where") {
    const IndexExpr Test = condition(Of.get(0, "condition"));
    const TritonValue A = eval(Of.get(1, "x"));
    return selected(Test, A, eval(Of.get(2, "y")));
  }
  if (Name == "tl.cast") {
    const TritonValue V = eval(Of.get(0, "input"));
    const auto Type = typeOf(Of.get(1, "dtype"));
    return Type && !Of.Named.contains("bitcast") ? converted(V, *Type)
                                                 : blurred(V);
  }
  if (Name == "tl.expand_dims") {
    const TritonValue V = eval(Of.get(0, "input"));
    const Node Axis = Of.get(1, "axis");
    // A block of one dimension becomes a row, or a column.
    if (Axis.text() == "0")
      return V;
    return Axis.text() == "1" || Axis.text() == "-1" ? moved(V, {1})
                                                     : blurred(V);
  }
  if (Name == "tl.broadcast_to" || Name == "triton_helpers.promote_to_tensor" ||
      Name == "tl.multiple_of" || Name == "tl.max_contiguous" ||
      Name == "tl.max_constancy" || Name == "tl.constexpr")
    return eval(Of.get(0, "input"));
  return std::nullopt;
}

TritonValue TritonInterpreter::rounded(const TritonValue &V, StringRef How) {
  return V.real() ? TritonValue(Reals.rounded(*V.real(), How)) : V;
}

TritonValue TritonInterpreter::extremum(bool IsMax, const TritonValue &A,
                                        const TritonValue &B, bool KeepsNaN) {
  const KernelOp O = IsMax ? KernelOp::Max : KernelOp::Min;
  if (A.number() && B.number())
    return typed(bounded(*combined(O, *A.number(), *B.number())), A, B);
  if (A.real() && B.real())
    return typed(Reals.extremum(O, *A.real(), *B.real(), KeepsNaN), A, B);
  return A.real() || B.real() ? TritonValue(KernelReal()) : TritonValue();
}

std::optional<TritonValue> TritonInterpreter::evalMath(StringRef Name,
                                                       const Arguments &Of) {
  const StringRef Last = Name.rsplit('.').second;
  const bool IsExtremum = Last == "minimum" || Last == "maximum";
  if (IsExtremum && Of.size() >= 2) {
    const TritonValue A = eval(Of.get(0, "x"));
    // tl.maximum(NaN, 0) is 0.
    return extremum(Last == "maximum", A, eval(Of.get(1, "y")),
                    Name.starts_with("triton_helpers."));
  }
  if (Name == "tl.clamp" && Of.size() >= 3) {
    const TritonValue X = eval(Of.get(0, "x")), Low = eval(Of.get(1, "min"));
    return extremum(false, extremum(true, X, Low, false),
                    eval(Of.get(2, "max")), false);
  }
  if (Last == "div_floor_integer" || Last == "remainder_integer" ||
      Last == "cdiv") {
    const TritonValue A = eval(Of.get(0, "x")), B = eval(Of.get(1, "y"));
    const IndexExpr *X = A.number(), *Y = B.number();
    if (!X || !Y)
      return TritonValue(computed());
    if (Last == "cdiv")
      return bounded(
          IndexExpr::make(Lanes.isNotNegative(*X) ? Op::FloorDiv : Op::TruncDiv,
                          {*X + *Y - 1, *Y}));
    return typed(bounded(IndexExpr::make(
                     Last == "remainder_integer" ? Op::FloorMod : Op::FloorDiv,
                     {*X, *Y})),
                 A, B);
  }
  if (Last == "abs") {
    const TritonValue V = eval(Of.get(0, "x"));
    return V.number()
               ? typed(bounded(IndexExpr::make(Op::Abs, {*V.number()})), V, V)
               : blurred(V);
  }
  if (!Name.starts_with("libdevice.") && !Name.starts_with("tl_math.") &&
      !Name.starts_with("tl.math.") && !Name.starts_with("math."))
    return std::nullopt;
  if (Last == "isnan" || Last == "isinf")
    return TritonValue(
        Reals.tested(eval(Of.get(0, "x")).real(), Last == "isnan"));
  if (Last == "floor" || Last == "ceil" || Last == "trunc" || Last == "rint" ||
      Last == "nearbyint")
    return rounded(eval(Of.get(0, "x")), Last);
  for (Node Given : Of.Positional)
    eval(Given);
  // "isfinited", "signbit", "llrint", "float2int_rz"
  const bool IsNumber = Last.starts_with("is") || Last.contains("int") ||
                        Last == "signbit" || Last == "ffs" || Last == "clz" ||
                        Last == "popc" || Last == "ilogb" || Last == "brev";
  return IsNumber ? TritonValue() : TritonValue(KernelReal());
}

std::optional<TritonValue>
TritonInterpreter::evalReduction(StringRef Name, const Arguments &Of) {
  const StringRef Last = Name.rsplit('.').second;
  if (Last == "max_with_index" || Last == "min_with_index" ||
      Last == "sort_with_index") {
    const TritonValue A = blurred(eval(Of.get(0, "value")));
    return TritonValue::tuple({A, blurred(eval(Of.get(1, "index")))});
  }
  if (Last == "any") {
    eval(Of.get(0, "a"));
    return TritonValue(opaque());
  }
  static constexpr StringRef Keep[] = {"associative_scan",
                                       "cumprod",
                                       "cumsum",
                                       "flip",
                                       "max",
                                       "max2",
                                       "min",
                                       "min2",
                                       "permute",
                                       "prod",
                                       "ravel",
                                       "reduce",
                                       "reshape",
                                       "sort",
                                       "sum",
                                       "trans",
                                       "view",
                                       "xor_sum"};
  if (Last == "argmax" || Last == "argmin") {
    eval(Of.get(0, "input"));
    return TritonValue(computed());
  }
  if (!llvm::is_contained(Keep, Last))
    return std::nullopt;
  const TritonValue V = eval(Of.get(0, "input"));
  const auto Each = [&](const TritonValue &Of) {
    // A sum of conditions is a number.
    return Of.number() ? TritonValue(computed()) : blurred(Of);
  };
  const auto *Elements = V.elements();
  if (!Elements)
    return Each(V);
  std::vector<TritonValue> All;
  llvm::transform(*Elements, std::back_inserter(All), Each);
  return TritonValue::tuple(std::move(All));
}

std::optional<TritonValue> TritonInterpreter::evalMethod(Node Object,
                                                         StringRef Name,
                                                         const Arguments &Of) {
  if (Name == "to" || Name == "cast") {
    const TritonValue V = eval(Object);
    const auto Type = typeOf(Of.get(0, "dtype"));
    // The bits of one type as another's.
    if (Of.get(2, "bitcast") || Of.Named.contains("bitcast"))
      return Type && Type->Is == TritonType::Kind::Real
                 ? TritonValue(KernelReal())
                 : TritonValue(computed());
    if (Type)
      return V.address() ? TritonValue() : converted(V, *Type);
    return V.number() && !V.number()->isCondition() ? TritonValue(computed())
                                                    : TritonValue();
  }
  if (Name == "broadcast_to")
    return eval(Object);
  if (Name == "sum" || Name == "max" || Name == "min" || Name == "reshape" ||
      Name == "trans") {
    const TritonValue V = eval(Object);
    return V.number() ? TritonValue(computed()) : blurred(V);
  }
  return std::nullopt;
}

TritonValue TritonInterpreter::evalUnknownCall(StringRef Name,
                                               const Arguments &Of) {
  const auto Give = [&](Node Argument) {
    if (eval(Argument).address())
      notModelled(Argument, fmt::format("'{}' is passed to '{}'",
                                        Argument.text().str(), Name.str()));
  };
  llvm::for_each(Of.Positional, Give);
  for (const auto &Named : Of.Named)
    Give(Named.second);
  return {};
}

TritonValue TritonInterpreter::evalCall(Node E) {
  const Node Function = E.field("function");
  const Arguments Of = argumentsOf(E);
  const StringRef Name = Function.text();
  if (Of.HasUnpacking)
    return evalUnknownCall(Name, Of);
  if (Function.is("attribute") && !isOfModule(Function)) {
    const Node Object = Function.field("object");
    if (const auto V =
            evalMethod(Object, Function.field("attribute").text(), Of))
      return *V;
    if (eval(Object).address())
      notModelledIn(Object, "by a method that is not understood");
    return evalUnknownCall(Function.field("attribute").text(), Of);
  }
  if (Name == "float")
    return KernelReal();
  if (Name == "min" || Name == "max") // of numbers that the compiler knows
    return Of.Positional.size() == 2
               ? extremum(Name == "max", eval(Of.Positional[0]),
                          eval(Of.Positional[1]), /*KeepsNaN=*/false)
               : TritonValue();
  if (!Function.is("attribute"))
    return evalUnknownCall(Name, Of);
  if (auto V = evalMemory(Name, Of))
    return *V;
  if (auto V = evalProgram(Name, Of))
    return *V;
  if (auto V = evalMath(Name, Of))
    return *V;
  if (auto V = evalReduction(Name, Of))
    return *V;
  return evalUnknownCall(Name, Of);
}

} // namespace aoti_tidy
