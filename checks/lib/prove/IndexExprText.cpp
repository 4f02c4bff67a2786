// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/IndexExpr.h"
#include "llvm/ADT/StringRef.h"

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

bool isNegative(const IndexExpr &E) {
  if (E.op() == Op::Mul)
    return isNegative(E.operands()[0]);
  return E.op() == Op::Constant && E.constant() < 0;
}

/// Appends to one text, so that nothing is copied at each level.
class Writer {
public:
  void write(const IndexExpr &E, Precedence AtLeast) {
    if (precedence(E) >= AtLeast)
      return writeBare(E);
    Text += '(';
    writeBare(E);
    Text += ')';
  }
  std::string Text;

private:
  void writeBare(const IndexExpr &E);
  void writeChain(const IndexExpr &E);
  void writeWithoutSign(const IndexExpr &E);
  void writeSum(ArrayRef<IndexExpr> Terms);
  void writeList(ArrayRef<IndexExpr> Of, StringRef Between,
                 Precedence AtLeast) {
    for (const IndexExpr &E : Of) {
      if (&E != Of.begin())
        Text += Between;
      write(E, AtLeast);
    }
  }
};

/// Without parentheses around operands that bind as much, left to right.
void Writer::writeChain(const IndexExpr &E) {
  const auto Own = precedence(E);
  write(E.operands()[0], Own);
  for (const IndexExpr &Operand : E.operands().drop_front()) {
    Text += sign(E.op());
    write(Operand, Precedence(Own + 1));
  }
}

/// "8*x0" for -8*x0, "x0" for -1*x0, "8" for -8.
void Writer::writeWithoutSign(const IndexExpr &E) {
  if (E.op() == Op::Constant) {
    Text += std::to_string(-uint64_t(E.constant()));
    return;
  }
  const ArrayRef<IndexExpr> Factors = E.operands();
  if (Factors[0].constant() != -1) {
    writeWithoutSign(Factors[0]);
    Text += '*';
  }
  writeList(Factors.drop_front(), "*", Unary);
}

void Writer::writeSum(ArrayRef<IndexExpr> Terms) {
  write(Terms[0], Sum);
  for (const IndexExpr &E : Terms.drop_front()) {
    Text += isNegative(E) ? " - " : " + ";
    if (isNegative(E))
      writeWithoutSign(E);
    else
      write(E, Product);
  }
}

void Writer::writeBare(const IndexExpr &E) {
  const ArrayRef<IndexExpr> Of = E.operands();
  switch (E.op()) {
  case Op::Constant:
    Text += std::to_string(E.constant());
    return;
  case Op::Variable:
    Text += E.variable().Name;
    return;
  case Op::TooLarge:
    Text += "...";
    return;
  case Op::True:
    Text += "true";
    return;
  case Op::Not:
    if (Of[0].op() == Op::True) {
      Text += "false";
      return;
    }
    Text += '!';
    return write(Of[0], Unary);
  case Op::Add:
    return writeSum(Of);
  case Op::Mul:
    if (!isNegative(E))
      return writeChain(E);
    Text += '-';
    return writeWithoutSign(E);
  case Op::Select:
    write(Of[0], Or);
    Text += " ? ";
    write(Of[1], Or);
    Text += " : ";
    return write(Of[2], Conditional);
  case Op::TruncDiv:
  case Op::TruncMod:
  case Op::Less:
  case Op::LessEqual:
  case Op::Equal:
  case Op::And:
  case Op::Or:
    return writeChain(E);
  default:
    Text += functionName(E.op());
    Text += '(';
    writeList(Of, ", ", Conditional);
    Text += ')';
  }
}

} // namespace

std::string IndexExpr::str() const {
  Writer W;
  W.write(*this, Conditional);
  return std::move(W.Text);
}

} // namespace aoti_tidy
