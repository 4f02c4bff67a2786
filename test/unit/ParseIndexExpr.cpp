// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/ParseIndexExpr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;

class Parser {
public:
  explicit Parser(StringRef Text) : Text(Text.ltrim()) {}

  IndexExpr whole() {
    IndexExpr E = conditional();
    if (!Text.empty())
      fail();
    return E;
  }

private:
  [[noreturn]] void fail() {
    llvm::report_fatal_error(("cannot read: " + Text).str().c_str());
  }

  bool consume(StringRef Token) {
    if (!Text.consume_front(Token))
      return false;
    Text = Text.ltrim();
    return true;
  }
  void expect(StringRef Token) {
    if (!consume(Token))
      fail();
  }

  IndexExpr conditional() {
    IndexExpr E = disjunction();
    if (!consume("?"))
      return E;
    IndexExpr Then = conditional();
    expect(":");
    return IndexExpr::make(Op::Select, {E, Then, conditional()});
  }

  IndexExpr disjunction() {
    IndexExpr E = conjunction();
    while (consume("||"))
      E = either(E, conjunction());
    return E;
  }

  IndexExpr conjunction() {
    IndexExpr E = relation();
    while (consume("&&"))
      E = both(E, relation());
    return E;
  }

  /// 0 <= x < n is two of them.
  IndexExpr relation() {
    IndexExpr Left = sum(), All = IndexExpr::always();
    for (bool IsFirst = true;; IsFirst = false) {
      Op O = Op::Equal;
      bool Swapped = false, Negated = false;
      if (consume("<="))
        O = Op::LessEqual;
      else if (consume(">="))
        O = Op::LessEqual, Swapped = true;
      else if (consume("<"))
        O = Op::Less;
      else if (consume(">"))
        O = Op::Less, Swapped = true;
      else if (consume("!="))
        Negated = true;
      else if (!consume("=="))
        return IsFirst ? Left : All;
      const IndexExpr Right = sum();
      const IndexExpr R = Swapped ? IndexExpr::make(O, {Right, Left})
                                  : IndexExpr::make(O, {Left, Right});
      All = both(All, Negated ? negation(R) : R);
      Left = Right;
    }
  }

  IndexExpr sum() {
    IndexExpr E = product();
    while (true) {
      if (consume("+"))
        E = E + product();
      else if (consume("-"))
        E = E - product();
      else
        return E;
    }
  }

  IndexExpr product() {
    IndexExpr E = factor();
    while (true) {
      if (consume("*"))
        E = E * factor();
      else if (consume("/"))
        E = IndexExpr::make(Op::TruncDiv, {E, factor()});
      else if (consume("%"))
        E = IndexExpr::make(Op::TruncMod, {E, factor()});
      else
        return E;
    }
  }

  IndexExpr factor() {
    if (consume("!"))
      return negation(factor());
    if (consume("-"))
      return -1 * factor();
    if (consume("(")) {
      IndexExpr E = conditional();
      expect(")");
      return E;
    }
    int64_t Number;
    if (!Text.empty() && llvm::isDigit(Text[0])) {
      if (Text.consumeInteger(10, Number))
        fail();
      Text = Text.ltrim();
      return Number;
    }
    const StringRef Name =
        Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    if (Name.empty())
      fail();
    Text = Text.drop_front(Name.size()).ltrim();
    return consume("(") ? call(Name) : IndexExpr::variable(named(Name));
  }

  IndexExpr call(StringRef Name) {
    std::vector<IndexExpr> Of{conditional()};
    while (consume(","))
      Of.push_back(conditional());
    expect(")");
    return IndexExpr::make(llvm::StringSwitch<Op>(Name)
                               .Case("floor_div", Op::FloorDiv)
                               .Case("floor_mod", Op::FloorMod)
                               .Case("min", Op::Min)
                               .Case("max", Op::Max)
                               .Case("abs", Op::Abs),
                           std::move(Of));
  }

  static Variable named(StringRef Name) {
    const auto Kind = Name.starts_with("tmp") ? VariableKind::Loaded
                      : Name.starts_with("x") ? VariableKind::Loop
                      : Name.starts_with("u") ? VariableKind::Item
                                              : VariableKind::Symbol;
    return {Name.str(), Kind};
  }

  StringRef Text;
};

} // namespace

IndexExpr parseIndexExpr(StringRef Text) { return Parser(Text).whole(); }

std::vector<IndexExpr> parseIndexExprs(StringRef Text) {
  std::vector<IndexExpr> All;
  for (StringRef One : llvm::split(Text, ';'))
    if (!One.trim().empty())
      All.push_back(parseIndexExpr(One.trim()));
  return All;
}

} // namespace aoti_tidy
