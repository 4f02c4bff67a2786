// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/SizeText.h"
#include "checks/lib/prove/Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr size_t MaxProducts = 32, MaxFactors = 16;

/// A polynomial over numbers in \p Names; nothing if it is longer than any
/// model's.
std::optional<Polynomial> expanded(const IndexExpr &E,
                                   std::vector<std::string> &Names) {
  using Op = IndexExpr::Op;
  if (E.op() == Op::Constant)
    return E.constant();
  const bool IsSum = E.op() == Op::Add;
  if (!IsSum && E.op() != Op::Mul) {
    std::string Name = E.str();
    const size_t Number = llvm::find(Names, Name) - Names.begin();
    if (Number == Names.size())
      Names.push_back(std::move(Name));
    return Polynomial::unknown(Number);
  }
  Polynomial Result = IsSum ? 0 : 1;
  for (const IndexExpr &Operand : E.operands()) {
    const auto Next = expanded(Operand, Names);
    if (!Next)
      return std::nullopt;
    Result = IsSum ? Result + *Next : Result * *Next;
    if (!Result.isKnown() || Result.terms().size() > MaxProducts ||
        Result.degree() > MaxFactors)
      return std::nullopt;
  }
  return Result;
}

struct Product {
  std::vector<std::string> Symbols; ///< sorted
  int64_t Factor;
};

/// The constant last, as people write it.
std::optional<std::vector<Product>> productsOf(const IndexExpr &E) {
  std::vector<std::string> Names;
  const auto Sum = expanded(E, Names);
  if (!Sum)
    return std::nullopt;
  std::vector<Product> Result;
  for (const auto &[Of, Factor] : Sum->terms()) {
    Product &P = Result.emplace_back();
    P.Factor = Factor;
    for (const unsigned Number : Of)
      P.Symbols.push_back(Names[Number]);
    llvm::sort(P.Symbols);
  }
  llvm::sort(Result, [](const Product &A, const Product &B) {
    return A.Symbols > B.Symbols;
  });
  return Result;
}

int64_t saturatingMultiply(int64_t L, int64_t R) {
  int64_t Result;
  return llvm::MulOverflow(L, R, Result) ? SizeRange().Upper : Result;
}

int64_t saturatingAdd(int64_t L, int64_t R) {
  int64_t Result;
  return llvm::AddOverflow(L, R, Result) ? SizeRange().Upper : Result;
}

} // namespace

std::string sizeText(const IndexExpr &Size) {
  const auto Products = productsOf(Size);
  // 2*(s77 % s27) needs its parentheses.
  const auto IsOpen = [](const Product &P) {
    return llvm::join(P.Symbols, "").find_first_of("%/?") != std::string::npos;
  };
  if (!Products || llvm::any_of(*Products, IsOpen))
    return Size.str();
  std::string Result;
  for (const auto &[Symbols, Factor] : *Products) {
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
  return Result.empty() ? "0" : Result;
}

SizeRange
sizeRange(const IndexExpr &Size,
          llvm::function_ref<std::optional<SizeRange>(StringRef)> Of) {
  const auto Products = productsOf(Size);
  if (!Products)
    return {};
  SizeRange Result{0, 0};
  for (const auto &[Symbols, Factor] : *Products) {
    if (Factor < 0)
      return {};
    SizeRange Value{Factor, Factor};
    for (const std::string &Symbol : Symbols) {
      const SizeRange R = Of(Symbol).value_or(SizeRange());
      Value = {saturatingMultiply(Value.Lower, R.Lower),
               saturatingMultiply(Value.Upper, R.Upper)};
    }
    Result = {saturatingAdd(Result.Lower, Value.Lower),
              saturatingAdd(Result.Upper, Value.Upper)};
  }
  return Result;
}

} // namespace aoti_tidy
