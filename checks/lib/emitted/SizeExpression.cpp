// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/SizeExpression.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <fmt/format.h>
#include <limits>

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// Sizes of models have a handful.
constexpr size_t MaxProducts = 32, MaxSymbols = 16;
constexpr unsigned MaxDepth = 32;

using Aliases = std::map<std::string, std::string, std::less<>>;

class Parser {
public:
  Parser(ArrayRef<CodeToken> Tokens, const Aliases &Names)
      : Tokens(Tokens), Names(Names) {}

  std::optional<SizeExpression> whole() {
    auto Result = sum(0);
    return Tokens.empty() ? Result : std::nullopt;
  }

private:
  bool at(StringRef Text) const {
    return !Tokens.empty() && Tokens.front().K != CodeToken::String &&
           Tokens.front().Text == Text;
  }
  bool consume(StringRef Text) {
    if (!at(Text))
      return false;
    Tokens = Tokens.drop_front();
    return true;
  }

  std::optional<SizeExpression> sum(unsigned Depth);
  std::optional<SizeExpression> product(unsigned Depth);
  std::optional<SizeExpression> factor(unsigned Depth);
  std::optional<SizeExpression> call(ArrayRef<CodeToken> Start);

  ArrayRef<CodeToken> Tokens;
  const Aliases &Names;
};

std::optional<SizeExpression> Parser::sum(unsigned Depth) {
  auto Result = product(Depth);
  while (Result && (at("+") || at("-"))) {
    const int64_t Sign = at("+") ? 1 : -1;
    Tokens = Tokens.drop_front();
    auto Next = product(Depth);
    if (Next)
      Next = SizeExpression::product(*Next, SizeExpression(Sign));
    if (!Next)
      return std::nullopt;
    Result = SizeExpression::sum(*Result, *Next);
  }
  return Result;
}

std::optional<SizeExpression> Parser::product(unsigned Depth) {
  auto Result = factor(Depth);
  while (Result && consume("*")) {
    const auto Next = factor(Depth);
    if (!Next)
      return std::nullopt;
    Result = SizeExpression::product(*Result, *Next);
  }
  return Result;
}

std::optional<SizeExpression> Parser::factor(unsigned Depth) {
  if (Depth > MaxDepth || Tokens.empty())
    return std::nullopt;
  if (consume("-")) {
    const auto Inner = factor(Depth + 1);
    return Inner ? SizeExpression::product(*Inner, SizeExpression(-1))
                 : std::nullopt;
  }
  if (consume("(")) {
    auto Inner = sum(Depth + 1);
    return consume(")") ? Inner : std::nullopt;
  }
  const ArrayRef<CodeToken> Start = Tokens;
  const CodeToken Token = Tokens.front();
  Tokens = Tokens.drop_front();
  if (Token.K == CodeToken::Integer) {
    int64_t Value;
    if (Token.Text.rtrim('L').getAsInteger(10, Value))
      return std::nullopt;
    return SizeExpression(Value);
  }
  if (Token.K != CodeToken::Name)
    return std::nullopt;
  if (Token.Text == "static_cast" && consume("<") && consume("int64_t") &&
      consume(">") && consume("(")) {
    auto Inner = sum(Depth + 1);
    return consume(")") ? Inner : std::nullopt;
  }
  if (!at("(") && !at("::")) {
    const auto It = Names.find(std::string_view(Token.Text));
    return SizeExpression::named(It == Names.end() ? Token.Text.str()
                                                   : It->second);
  }
  return call(Start);
}

/// c10::div_floor_integer(static_cast<int64_t>(s0), static_cast<int64_t>(2L))
std::optional<SizeExpression> Parser::call(ArrayRef<CodeToken> Start) {
  while (consume("::"))
    if (Tokens.empty() || Tokens.front().K != CodeToken::Name)
      return std::nullopt;
    else
      Tokens = Tokens.drop_front();
  if (!at("("))
    return std::nullopt;
  int Depth = 0;
  do {
    if (Tokens.empty())
      return std::nullopt;
    Depth += at("(") ? 1 : at(")") ? -1 : 0;
    Tokens = Tokens.drop_front();
  } while (Depth);
  std::string Text;
  for (const CodeToken &T : Start.drop_back(Tokens.size())) {
    const auto It = T.K == CodeToken::Name
                        ? Names.find(std::string_view(T.Text))
                        : Names.end();
    Text += It == Names.end() ? T.Text.str() : It->second;
    if (T.Text == ",")
      Text += ' ';
  }
  return SizeExpression::named(std::move(Text));
}

int64_t saturatingMultiply(int64_t L, int64_t R) {
  constexpr int64_t Max = std::numeric_limits<int64_t>::max();
  int64_t Result;
  return llvm::MulOverflow(L, R, Result) ? Max : Result;
}

int64_t saturatingAdd(int64_t L, int64_t R) {
  constexpr int64_t Max = std::numeric_limits<int64_t>::max();
  int64_t Result;
  return llvm::AddOverflow(L, R, Result) ? Max : Result;
}

} // namespace

SizeExpression::SizeExpression(int64_t Constant) {
  if (Constant)
    Products[{}] = Constant;
}

SizeExpression SizeExpression::named(std::string Symbol) {
  SizeExpression Result;
  Result.Products[{std::move(Symbol)}] = 1;
  return Result;
}

std::optional<SizeExpression> SizeExpression::parse(ArrayRef<CodeToken> Tokens,
                                                    const Aliases &Names) {
  return Parser(Tokens, Names).whole();
}

std::optional<int64_t> SizeExpression::constant() const {
  if (Products.empty())
    return 0;
  const auto &[Symbols, Factor] = *Products.begin();
  if (Products.size() == 1 && Symbols.empty())
    return Factor;
  return std::nullopt;
}

StringRef SizeExpression::symbol() const {
  if (Products.size() != 1)
    return {};
  const auto &[Symbols, Factor] = *Products.begin();
  return Symbols.size() == 1 && Factor == 1 ? StringRef(Symbols.front())
                                            : StringRef();
}

std::string SizeExpression::str() const {
  if (Products.empty())
    return "0";
  std::string Result;
  // Longer products first: the constant, as people write it, last.
  for (const auto &[Symbols, Factor] : llvm::reverse(Products)) {
    const bool IsNegative = Factor < 0;
    if (!Result.empty())
      Result += IsNegative ? " - " : " + ";
    else if (IsNegative)
      Result += "-";
    const uint64_t Magnitude =
        IsNegative ? 0 - static_cast<uint64_t>(Factor) : Factor;
    if (Symbols.empty() || Magnitude != 1)
      Result += fmt::format("{}{}", Magnitude, Symbols.empty() ? "" : "*");
    Result += llvm::join(Symbols, "*");
  }
  return Result;
}

SizeExpression::Range SizeExpression::range(
    llvm::function_ref<std::optional<Range>(StringRef)> Of) const {
  constexpr Range Any{0, std::numeric_limits<int64_t>::max()};
  Range Result{0, 0};
  for (const auto &[Symbols, Factor] : Products) {
    if (Factor < 0)
      return Any;
    Range Value{Factor, Factor};
    for (const std::string &Symbol : Symbols) {
      const Range R = Of(Symbol).value_or(Any);
      Value = {saturatingMultiply(Value.Lower, R.Lower),
               saturatingMultiply(Value.Upper, R.Upper)};
    }
    Result = {saturatingAdd(Result.Lower, Value.Lower),
              saturatingAdd(Result.Upper, Value.Upper)};
  }
  return Result;
}

std::optional<SizeExpression> SizeExpression::sum(const SizeExpression &L,
                                                  const SizeExpression &R) {
  SizeExpression Result = L;
  for (const auto &[Symbols, Factor] : R.Products) {
    int64_t &Sum = Result.Products[Symbols];
    if (llvm::AddOverflow(Sum, Factor, Sum))
      return std::nullopt;
    if (!Sum)
      Result.Products.erase(Symbols);
  }
  if (Result.Products.size() > MaxProducts)
    return std::nullopt;
  return Result;
}

std::optional<SizeExpression> SizeExpression::product(const SizeExpression &L,
                                                      const SizeExpression &R) {
  SizeExpression Result;
  for (const auto &[LeftSymbols, LeftFactor] : L.Products)
    for (const auto &[RightSymbols, RightFactor] : R.Products) {
      SizeExpression Term;
      Product Symbols = LeftSymbols;
      llvm::append_range(Symbols, RightSymbols);
      llvm::sort(Symbols);
      int64_t Factor;
      if (Symbols.size() > MaxSymbols ||
          llvm::MulOverflow(LeftFactor, RightFactor, Factor))
        return std::nullopt;
      Term.Products[std::move(Symbols)] = Factor;
      auto Next = sum(Result, Term);
      if (!Next)
        return std::nullopt;
      Result = std::move(*Next);
    }
  return Result;
}

} // namespace aoti_tidy
