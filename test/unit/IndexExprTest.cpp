// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/IndexExpr.h"
#include "gtest/gtest.h"
#include <limits>

using namespace aoti_tidy;
using Op = IndexExpr::Op;

static IndexExpr var(const char *Name) {
  return IndexExpr::variable({Name, VariableKind::Symbol});
}

static const IndexExpr X = var("x"), Y = var("y"), Z = var("z");

static IndexExpr make(Op O, std::vector<IndexExpr> Of) {
  return IndexExpr::make(O, std::move(Of));
}

static std::optional<int64_t> at(const IndexExpr &E, int64_t XIs,
                                 int64_t YIs = 0) {
  return E.evaluate([&](const Variable &V) -> std::optional<int64_t> {
    if (V.Name == "z")
      return std::nullopt;
    return V.Name == "x" ? XIs : YIs;
  });
}

TEST(IndexExpr, Text) {
  EXPECT_EQ((-1 + X + X * Y).str(), "-1 + x + x*y");
  EXPECT_EQ((X - 8 * Y).str(), "x - 8*y");
  EXPECT_EQ((X - Y).str(), "x - y");
  EXPECT_EQ((-1 * X).str(), "-x");
  EXPECT_EQ((-1 * X + 3).str(), "3 - x");
  EXPECT_EQ((8 * (X + 1)).str(), "8*(1 + x)");
  EXPECT_EQ((X - (X + Y) * 3).str(), "x - 3*(x + y)");
  EXPECT_EQ((make(Op::FloorDiv, {X, 8}) * 8).str(), "8*floor_div(x, 8)");
  EXPECT_EQ((X * make(Op::TruncDiv, {Y, 8})).str(), "x*(y / 8)");
  EXPECT_EQ(make(Op::TruncDiv, {X * Y, 8}).str(), "x*y / 8");
  EXPECT_EQ(make(Op::TruncMod, {X, Y * 2}).str(), "x % (2*y)");
  EXPECT_EQ(make(Op::Abs, {make(Op::Min, {X, make(Op::Max, {Y, 0})})}).str(),
            "abs(min(x, max(y, 0)))");
  EXPECT_EQ(make(Op::Select, {less(X, 0), X + Y, X}).str(),
            "x < 0 ? x + y : x");
  EXPECT_EQ((1 + make(Op::Select, {less(X, 0), X, Y})).str(),
            "1 + (x < 0 ? x : y)");
  EXPECT_EQ(both(lessEqual(0, X), either(less(X, Y), equal(X, Z))).str(),
            "0 <= x && (x < y || x == z)");
  EXPECT_EQ(negation(less(X, Y)).str(), "!(x < y)");
  EXPECT_EQ(negation(IndexExpr::always()).str(), "false");
  const IndexExpr Least = std::numeric_limits<int64_t>::min();
  EXPECT_EQ((X + Y + Least * Z).str(), "x + y - 9223372036854775808*z");
}

TEST(IndexExpr, Simplified) {
  EXPECT_EQ(X + 0, X);
  EXPECT_EQ(X * 1, X);
  EXPECT_EQ(X * 0, IndexExpr(0));
  EXPECT_EQ(X - X, IndexExpr(0));
  EXPECT_EQ(2 + X + 3 + Y, 5 + X + Y);
  EXPECT_EQ(8 * X + X * 3, 11 * X);
  EXPECT_EQ(2 * (X * 4), 8 * X);
  EXPECT_EQ(make(Op::FloorDiv, {-7, 2}), IndexExpr(-4));
  EXPECT_EQ(make(Op::Select, {IndexExpr::always(), X, Y}), X);
  EXPECT_EQ(make(Op::Select, {less(2, 1), X, Y}), Y);
  EXPECT_EQ(negation(negation(less(X, Y))), less(X, Y));
  EXPECT_EQ(both(IndexExpr::always(), less(X, Y)), less(X, Y));
  EXPECT_EQ(lessEqual(X, X), IndexExpr::always());
  EXPECT_EQ(negation(X), equal(X, 0));
  EXPECT_EQ(less(X, Y) + 1, 1 + make(Op::Select, {less(X, Y), 1, 0}));
  EXPECT_FALSE(X == var("other"));
  EXPECT_FALSE(X == IndexExpr::variable({"x", VariableKind::Loop}));
}

TEST(IndexExpr, NothingIsMadeDefined) {
  const IndexExpr D = make(Op::FloorDiv, {X, Y}), Same = D;
  EXPECT_FALSE(D.isTotal());
  EXPECT_TRUE(make(Op::FloorDiv, {X, 8}).isTotal());
  for (const IndexExpr &E :
       {D, D * 0, D - Same, equal(D, D), make(Op::Min, {D, D}),
        both(less(D, 1), negation(IndexExpr::always())),
        make(Op::Select, {less(D, 1), X, X}), make(Op::FloorMod, {D, 1})}) {
    EXPECT_FALSE(at(E, 3, 0)) << E.str();
    EXPECT_TRUE(at(E, 3, 1)) << E.str();
  }
}

TEST(IndexExpr, Evaluated) {
  const int64_t Least = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(at(X + 2 * Y, 3, 4), 11);
  EXPECT_FALSE(at(X + Z, 3, 4));
  EXPECT_FALSE(at(X * X, int64_t(1) << 32));
  EXPECT_FALSE(at(X + X + Y, -(Least + 1), 1));
  EXPECT_FALSE(at(make(Op::Abs, {X}), Least));
  EXPECT_FALSE(at(make(Op::TruncDiv, {X, Y}), Least, -1));
  struct Row {
    int64_t A, B, FloorDiv, TruncDiv, FloorMod, TruncMod;
  };
  for (const Row &R : {Row{7, 2, 3, 3, 1, 1}, Row{-7, 2, -4, -3, 1, -1},
                       Row{7, -2, -4, -3, -1, 1}, Row{-7, -2, 3, 3, -1, -1},
                       Row{-6, 2, -3, -3, 0, 0}}) {
    EXPECT_EQ(at(make(Op::FloorDiv, {X, Y}), R.A, R.B), R.FloorDiv);
    EXPECT_EQ(at(make(Op::TruncDiv, {X, Y}), R.A, R.B), R.TruncDiv);
    EXPECT_EQ(at(make(Op::FloorMod, {X, Y}), R.A, R.B), R.FloorMod);
    EXPECT_EQ(at(make(Op::TruncMod, {X, Y}), R.A, R.B), R.TruncMod);
  }
  EXPECT_EQ(at(less(X, Y), 1, 2), 1);
  EXPECT_EQ(at(lessEqual(X, Y), 3, 2), 0);
  // What C++ would not compute needs no value.
  EXPECT_EQ(at(make(Op::Select, {less(X, 0), Z, Y}), 1, 2), 2);
  EXPECT_EQ(at(both(less(X, 0), less(Z, 0)), 1), 0);
  EXPECT_EQ(at(either(less(0, X), less(Z, 0)), 1), 1);
  EXPECT_FALSE(at(both(less(0, X), less(Z, 0)), 1));
}

TEST(IndexExpr, Substituted) {
  const IndexExpr E =
      (8 * X + Y).substitute([](const Variable &V) -> std::optional<IndexExpr> {
        if (V.Name == "x")
          return Y + 1;
        return std::nullopt;
      });
  EXPECT_EQ(E.str(), "8*(1 + y) + y");
  unsigned Visited = 0;
  E.forEachVariable([&](const Variable &V) { Visited += V.Name == "y"; });
  EXPECT_EQ(Visited, 2u);
}
