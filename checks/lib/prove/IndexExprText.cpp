// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/IndexExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;

/// C++'s, from what binds least.
enum Precedence {
  Conditional,
  Or,
  And,
  Equality,
  Relation,
  Sum,
  Product,
  Unary,
};

Precedence precedence(const IndexExpr &E) {
  switch (E.op()) {
  case Op::Select:
    return Conditional;
  case Op::Or:
    return Or;
  case Op::And:
    return And;
  case Op::Equal:
    return Equality;
  case Op::Less:
  case Op::LessEqual:
    return Relation;
  case Op::Add:
    return Sum;
  case Op::Mul:
  case Op::TruncDiv:
  case Op::TruncMod:
    return Product;
  default: // names, calls, signs
    return Unary;
  }
}

StringRef sign(Op O) {
  switch (O) {
  case Op::Mul:
    return "*";
  case Op::TruncDiv:
    return " / ";
  case Op::TruncMod:
    return " % ";
  case Op::Less:
    return " < ";
  case Op::LessEqual:
    return " <= ";
  case Op::Equal:
    return " == ";
  case Op::And:
    return " && ";
  default:
    return " || ";
  }
}

StringRef functionName(Op O) {
  switch (O) {
  case Op::FloorDiv:
    return "floor_div";
  case Op::FloorMod:
    return "floor_mod";
  case Op::Min:
    return "min";
  case Op::Max:
    return "max";
  default:
    return "abs";
  }
}

std::string text(const IndexExpr &E, Precedence AtLeast);

/// Without parentheses around operands that bind as much: a chain of the same
/// operation, or from left to right.
std::string chain(const IndexExpr &E) {
  const auto Own = precedence(E);
  std::string Text = text(E.operands()[0], Own);
  for (const IndexExpr &Operand : E.operands().drop_front())
    Text += (sign(E.op()) + text(Operand, Precedence(Own + 1))).str();
  return Text;
}

bool isNegative(const IndexExpr &E) {
  if (E.op() == Op::Mul)
    return isNegative(E.operands()[0]);
  return E.op() == Op::Constant && E.constant() < 0;
}

/// "8*x0" for -8*x0, "x0" for -1*x0, "8" for -8.
std::string withoutSign(const IndexExpr &E) {
  if (E.op() == Op::Constant)
    return std::to_string(-uint64_t(E.constant()));
  const ArrayRef<IndexExpr> Factors = E.operands();
  std::string Text;
  if (Factors[0].constant() != -1)
    Text = withoutSign(Factors[0]) + "*";
  return Text + llvm::join(llvm::map_range(Factors.drop_front(),
                                           [](const IndexExpr &F) {
                                             return text(F, Unary);
                                           }),
                           "*");
}

std::string sum(ArrayRef<IndexExpr> Terms) {
  std::string Text = text(Terms[0], Sum);
  for (const IndexExpr &E : Terms.drop_front())
    Text += isNegative(E) ? " - " + withoutSign(E) : " + " + text(E, Product);
  return Text;
}

std::string bareText(const IndexExpr &E) {
  const ArrayRef<IndexExpr> Of = E.operands();
  switch (E.op()) {
  case Op::Constant:
    return std::to_string(E.constant());
  case Op::Variable:
    return E.variable().Name;
  case Op::TooLarge:
    return "...";
  case Op::True:
    return "true";
  case Op::Not:
    return Of[0].op() == Op::True ? "false" : "!" + text(Of[0], Unary);
  case Op::Add:
    return sum(Of);
  case Op::Mul:
    return isNegative(E) ? "-" + withoutSign(E) : chain(E);
  case Op::Select:
    return text(Of[0], Or) + " ? " + text(Of[1], Or) + " : " +
           text(Of[2], Conditional);
  case Op::TruncDiv:
  case Op::TruncMod:
  case Op::Less:
  case Op::LessEqual:
  case Op::Equal:
  case Op::And:
  case Op::Or:
    return chain(E);
  default: {
    const auto Texts = llvm::map_range(
        Of, [](const IndexExpr &O) { return text(O, Conditional); });
    return (functionName(E.op()) + "(" + llvm::join(Texts, ", ") + ")").str();
  }
  }
}

std::string text(const IndexExpr &E, Precedence AtLeast) {
  return precedence(E) < AtLeast ? "(" + bareText(E) + ")" : bareText(E);
}

} // namespace

std::string IndexExpr::str() const { return text(*this, Conditional); }

} // namespace aoti_tidy
