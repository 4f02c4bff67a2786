// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The forms of CppPrinter in torch/utils/_sympy/printers.py.
#include "checks/lib/emitted/IndexParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;

/// Sizes of models have some dozen tokens.
constexpr size_t MaxIndexTokens = 512;
constexpr unsigned MaxNestedIndices = 64;

/// An integer, a condition, or the double Top / Bottom, up to rounding.
struct Value {
  IndexExpr Top;
  IndexExpr Bottom = 1;
  bool IsDouble = false;

  bool isExact() const {
    return Bottom.op() == Op::Constant &&
           llvm::isPowerOf2_64(Bottom.constant());
  }
  bool isConstant() const {
    return Top.op() == Op::Constant && Bottom.op() == Op::Constant;
  }
};

using Result = std::optional<Value>;

/// Whether (1.0/\p Divisor)*n is n / Divisor for each multiple n. The
/// quotient's relative error is below 2^-53; if it is too small, the product
/// rounds back to the integer unless the error exceeds 2^-54, and then already
/// for n = Divisor it does not (49 is the first).
bool invertsExactly(int64_t Divisor) {
  return Divisor > 0 && Divisor < (1 << 20) &&
         (1.0 / double(Divisor)) * double(Divisor) >= 1.0;
}

Result multiplied(const Value &A, const Value &B) {
  if (!A.IsDouble && !B.IsDouble)
    return Value{A.Top * B.Top};
  if (A.isExact() && B.isExact())
    return Value{A.Top * B.Top, A.Bottom * B.Bottom, true};
  for (const auto &[Inverse, Of] : {std::pair(&A, &B), std::pair(&B, &A)})
    if (Inverse->isConstant() && Inverse->Top == IndexExpr(1) &&
        invertsExactly(Inverse->Bottom.constant()) &&
        Of->Bottom == IndexExpr(1))
      return Value{Of->Top, Inverse->Bottom, true};
  return std::nullopt;
}

/// A correctly rounded quotient is an integer only if it really is one.
Result divided(const Value &A, const Value &B) {
  if (!A.IsDouble && !B.IsDouble)
    return Value{IndexExpr::make(Op::TruncDiv, {A.Top, B.Top})};
  if (!A.isExact() || !B.isExact())
    return std::nullopt;
  return Value{A.Top * B.Bottom, A.Bottom * B.Top, true};
}

Result added(const Value &A, const Value &B) {
  if (!A.isExact() || !B.isExact())
    return std::nullopt;
  const int64_t Bottom = std::max(A.Bottom.constant(), B.Bottom.constant());
  return Value{A.Top * (Bottom / A.Bottom.constant()) +
                   B.Top * (Bottom / B.Bottom.constant()),
               Bottom, true};
}

IndexExpr integer(const Value &V, Op Division = Op::TruncDiv) {
  return V.IsDouble ? IndexExpr::make(Division, {V.Top, V.Bottom}) : V.Top;
}

/// "1.0", "0.25"; nothing if it is no small multiple of a power of two.
Result parseDouble(StringRef Text) {
  double Number;
  if (Text.getAsDouble(Number) || !std::isfinite(Number))
    return std::nullopt;
  for (int Bits = 0; Bits <= 16; ++Bits) {
    const double Scaled = std::ldexp(Number, Bits);
    if (Scaled == std::floor(Scaled) && Scaled < 0x1p40)
      return Value{int64_t(Scaled), int64_t(1) << Bits, true};
  }
  return std::nullopt;
}

class Parser {
public:
  Parser(ArrayRef<CodeToken> Tokens, NamedValues Named)
      : Tokens(Tokens), Named(Named) {}

  std::optional<IndexExpr> whole(Doubles D) {
    if (Tokens.size() > MaxIndexTokens)
      return std::nullopt;
    const Result All = conditional();
    if (!All || !Tokens.empty() || (All->IsDouble && D == Doubles::AreNotRead))
      return std::nullopt;
    return integer(*All);
  }

private:
  bool at(StringRef Text, size_t Ahead = 0) const {
    return Tokens.size() > Ahead && Tokens[Ahead].K != CodeToken::String &&
           Tokens[Ahead].Text == Text;
  }
  bool consume(StringRef Text) {
    const bool Is = at(Text);
    if (Is)
      Tokens = Tokens.drop_front();
    return Is;
  }

  template <typename Next, typename Combine>
  Result chain(std::initializer_list<StringRef> Symbols, Next Operand,
               Combine With) {
    Result Left = (this->*Operand)();
    while (Left) {
      const auto *Symbol =
          llvm::find_if(Symbols, [&](StringRef S) { return at(S); });
      if (Symbol == Symbols.end())
        break;
      Tokens = Tokens.drop_front();
      const Result Right = (this->*Operand)();
      Left = Right ? With(*Symbol, *Left, *Right) : std::nullopt;
    }
    return Left;
  }

  Result conditional();
  Result disjunction();
  Result conjunction();
  Result bits();
  Result equality();
  Result relation();
  Result sum();
  Result product();
  Result unary();
  Result primary();
  Result cast();
  Result named();
  Result call(StringRef Function);
  std::optional<std::vector<Value>> arguments(StringRef Open, StringRef Close);

  ArrayRef<CodeToken> Tokens;
  NamedValues Named;
  unsigned Depth = 0;
};

Result Parser::conditional() {
  if (++Depth > MaxNestedIndices)
    return std::nullopt;
  Result All = disjunction();
  if (All && consume("?")) {
    const Result Then = conditional();
    const Result Else = Then && consume(":") ? conditional() : std::nullopt;
    if (!Else || Then->IsDouble || Else->IsDouble || All->IsDouble)
      return std::nullopt;
    All = Value{IndexExpr::make(Op::Select, {All->Top, Then->Top, Else->Top})};
  }
  --Depth;
  return All;
}

Result logical(StringRef Symbol, const Value &A, const Value &B) {
  if (A.IsDouble || B.IsDouble)
    return std::nullopt;
  const bool IsAnd = Symbol.front() == '&';
  // For conditions & is &&: nothing here has a side effect.
  if (Symbol.size() == 1 && !(A.Top.isCondition() && B.Top.isCondition()))
    return std::nullopt;
  return Value{IndexExpr::make(IsAnd ? Op::And : Op::Or, {A.Top, B.Top})};
}

Result Parser::disjunction() {
  return chain({"||"}, &Parser::conjunction, logical);
}
Result Parser::conjunction() { return chain({"&&"}, &Parser::bits, logical); }
Result Parser::bits() {
  // Nobody mixes the two without parentheses.
  return chain({"&", "|"}, &Parser::equality, logical);
}

Result compared(StringRef Symbol, const Value &A, const Value &B) {
  if (A.IsDouble || B.IsDouble)
    return std::nullopt;
  const IndexExpr &L = A.Top, &R = B.Top;
  if (Symbol == "<")
    return Value{less(L, R)};
  if (Symbol == ">")
    return Value{less(R, L)};
  if (Symbol == "<=")
    return Value{lessEqual(L, R)};
  if (Symbol == ">=")
    return Value{lessEqual(R, L)};
  return Value{Symbol == "==" ? equal(L, R) : negation(equal(L, R))};
}

Result Parser::equality() {
  return chain({"==", "!="}, &Parser::relation, compared);
}
Result Parser::relation() {
  return chain({"<", ">", "<=", ">="}, &Parser::sum, compared);
}

Result Parser::sum() {
  // At once: each addition folds the whole sum.
  std::vector<IndexExpr> Integers;
  Result InDouble;
  bool IsMinus = false;
  do {
    Result Term = product();
    if (!Term)
      return std::nullopt;
    if (IsMinus)
      Term->Top = -1 * Term->Top;
    if (!Term->IsDouble) {
      Integers.push_back(std::move(Term->Top));
    } else {
      InDouble = InDouble ? added(*InDouble, *Term) : Term;
      if (!InDouble)
        return std::nullopt;
    }
    IsMinus = at("-");
  } while (consume("+") || consume("-"));
  if (Integers.empty())
    return InDouble;
  // One alone may be a condition.
  const Value Sum{Integers.size() == 1 ? Integers[0]
                                       : IndexExpr::make(Op::Add, Integers)};
  return InDouble ? added(Sum, *InDouble) : Sum;
}

Result Parser::product() {
  return chain({"*", "/", "%"}, &Parser::unary,
               [](StringRef Symbol, const Value &A, const Value &B) -> Result {
                 if (Symbol != "%")
                   return Symbol == "*" ? multiplied(A, B) : divided(A, B);
                 if (A.IsDouble || B.IsDouble)
                   return std::nullopt;
                 return Value{IndexExpr::make(Op::TruncMod, {A.Top, B.Top})};
               });
}

Result Parser::unary() {
  if (++Depth > MaxNestedIndices)
    return std::nullopt;
  Result All;
  if (consume("-")) {
    All = unary();
    if (All)
      All->Top = -1 * All->Top;
  } else if (consume("!")) {
    All = unary();
    if (!All || All->IsDouble)
      return std::nullopt;
    All->Top = negation(All->Top);
  } else {
    All = primary();
  }
  --Depth;
  return All;
}

Result Parser::primary() {
  if (Tokens.empty())
    return std::nullopt;
  const CodeToken Token = Tokens.front();
  switch (Token.K) {
  case CodeToken::Integer: {
    Tokens = Tokens.drop_front();
    int64_t Number;
    if (Token.Text.rtrim('L').getAsInteger(10, Number))
      return std::nullopt;
    return Value{Number};
  }
  case CodeToken::Name:
    return Token.Text == "static_cast" ? cast() : named();
  case CodeToken::String:
    return std::nullopt;
  case CodeToken::Other:
    break;
  }
  if (consume("(")) {
    // (int64_t)(x)
    if ((at("int64_t") || at("long")) && at(")", 1)) {
      Tokens = Tokens.drop_front(2);
      const Result Of = unary();
      return Of ? Result(Value{integer(*Of)}) : std::nullopt;
    }
    Result Inner = conditional();
    return consume(")") ? Inner : std::nullopt;
  }
  if (!Token.Text.contains('.'))
    return std::nullopt;
  Tokens = Tokens.drop_front();
  return parseDouble(Token.Text);
}

/// static_cast<int64_t>(x)
Result Parser::cast() {
  Tokens = Tokens.drop_front();
  if (!consume("<"))
    return std::nullopt;
  const bool ToDouble = consume("double");
  if ((!ToDouble && !consume("int64_t") && !consume("long")) || !consume(">") ||
      !consume("("))
    return std::nullopt;
  const Result Of = conditional();
  if (!Of || !consume(")"))
    return std::nullopt;
  return ToDouble ? Value{Of->Top, Of->Bottom, true} : Value{integer(*Of)};
}

Result Parser::named() {
  const StringRef First = Tokens.front().Text;
  StringRef Last = First;
  Tokens = Tokens.drop_front();
  const bool IsQualified = at("::");
  while (consume("::")) {
    if (Tokens.empty() || Tokens.front().K != CodeToken::Name)
      return std::nullopt;
    Last = Tokens.front().Text;
    Tokens = Tokens.drop_front();
  }
  const bool IsStd = First == "std" && IsQualified;
  // std::min<int64_t>({a, b, c})
  if (IsStd && at("<") && at("int64_t", 1) && at(">", 2))
    Tokens = Tokens.drop_front(3);
  if (at("("))
    return IsStd || (First == "c10" && IsQualified) || First == "int64_t"
               ? call(Last)
               : std::nullopt;
  if (IsQualified)
    return std::nullopt;
  if (First == "true" || First == "false")
    return Value{First == "true"};
  std::string Text = First.str();
  if (at("[") && at("]", 2) && Tokens[1].K == CodeToken::Integer) {
    Text += ("[" + Tokens[1].Text.rtrim('L') + "]").str();
    Tokens = Tokens.drop_front(3);
  }
  std::optional<IndexExpr> Found = Named(Text);
  return Found ? Result(Value{*std::move(Found)}) : std::nullopt;
}

std::optional<std::vector<Value>> Parser::arguments(StringRef Open,
                                                    StringRef Close) {
  if (!consume(Open))
    return std::nullopt;
  std::vector<Value> All;
  do {
    if (Open == "(" && at("{")) {
      auto List = arguments("{", "}");
      return List && consume(Close) ? List : std::nullopt;
    }
    Result One = conditional();
    if (!One)
      return std::nullopt;
    All.push_back(*std::move(One));
  } while (consume(","));
  return consume(Close) ? std::optional(std::move(All)) : std::nullopt;
}

Result Parser::call(StringRef Function) {
  const auto Of = arguments("(", ")");
  if (!Of)
    return std::nullopt;
  const Value &A = Of->front();
  if (Of->size() == 1) {
    if (Function == "floor")
      return Value{integer(A, Op::FloorDiv), 1, true};
    if (Function == "trunc")
      return Value{integer(A), 1, true};
    if (Function == "ceil")
      return Value{
          -1 * integer({-1 * A.Top, A.Bottom, A.IsDouble}, Op::FloorDiv), 1,
          true};
    if (Function == "int64_t")
      return Value{integer(A)};
  }
  if (llvm::any_of(*Of, [](const Value &V) { return V.IsDouble; }))
    return std::nullopt;
  if (Of->size() == 1 && Function == "abs")
    return Value{IndexExpr::make(Op::Abs, {A.Top})};
  if (Function == "min" || Function == "max") {
    IndexExpr All = A.Top;
    for (const Value &V : llvm::drop_begin(*Of))
      All =
          IndexExpr::make(Function == "min" ? Op::Min : Op::Max, {All, V.Top});
    return Value{All};
  }
  if (Of->size() == 2 && Function == "div_floor_integer")
    return Value{IndexExpr::make(Op::FloorDiv, {A.Top, Of->back().Top})};
  if (Of->size() == 2 && Function == "div_mod")
    return Value{IndexExpr::make(Op::FloorMod, {A.Top, Of->back().Top})};
  return std::nullopt;
}

} // namespace

std::optional<IndexExpr> parseIndex(ArrayRef<CodeToken> Tokens,
                                    NamedValues Named, Doubles D) {
  return Parser(Tokens, Named).whole(D);
}

} // namespace aoti_tidy
