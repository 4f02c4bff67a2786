// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/RandomQuestions.h"

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;

IndexExpr make(Op O, std::vector<IndexExpr> Of) {
  return IndexExpr::make(O, std::move(Of));
}

IndexExpr floorDiv(const IndexExpr &A, const IndexExpr &B) {
  return make(Op::FloorDiv, {A, B});
}

/// 0 <= I < Dim
IndexExpr isIndex(const IndexExpr &I, const IndexExpr &Dim) {
  return both(lessEqual(0, I), less(I, Dim));
}

/// Those that fit into vectors of 8.
IndexExpr whole(const IndexExpr &Count) { return 8 * floorDiv(Count, 8); }

} // namespace

std::string RandomQuestion::str() const {
  std::string Text;
  for (const IndexExpr &A : Assumptions)
    Text += A.str() + "; ";
  return Text + "=> " + Claim.str();
}

const Variable RandomQuestions::Variables[3] = {{"n", VariableKind::Symbol},
                                                {"m", VariableKind::Symbol},
                                                {"x", VariableKind::Loop}};

IndexExpr RandomQuestions::integer(int Depth) {
  if (Depth == 0 || isOneOf(5))
    return isOneOf(3) ? IndexExpr(below(7) - 2)
                      : IndexExpr::variable(Variables[below(3)]);
  const auto A = [&] { return integer(Depth - 1); };
  switch (below(12)) {
  case 0:
  case 1:
  case 2:
    return A() + A();
  case 3:
    return A() - A();
  case 4:
  case 5:
    return A() * A();
  case 6:
    return make(below(2) ? Op::Min : Op::Max, {A(), A()});
  case 7:
    return make(Op::Abs, {A()});
  case 8:
    return make(Op::Select, {condition(Depth - 1), A(), A()});
  default: {
    const Op Divisions[] = {Op::FloorDiv, Op::TruncDiv, Op::FloorMod,
                            Op::TruncMod};
    return make(Divisions[below(4)], {A(), below(2) ? divisor() : A()});
  }
  }
}

IndexExpr RandomQuestions::condition(int Depth) {
  const auto C = [&] { return condition(Depth - 1); };
  switch (Depth == 0 ? 0 : below(8)) {
  case 0:
  case 1:
  case 2:
    return less(integer(Depth), integer(Depth));
  case 3:
  case 4:
    return lessEqual(integer(Depth), integer(Depth));
  case 5:
    return equal(integer(Depth), integer(Depth));
  case 6:
    return below(2) ? both(C(), C()) : either(C(), C());
  default:
    return negation(C());
  }
}

IndexExpr RandomQuestions::made(const char *Name, VariableKind Kind) {
  return IndexExpr::variable({Name + std::to_string(Made++), Kind});
}

/// Of an input, with the bounds that it was exported with.
IndexExpr RandomQuestions::size() {
  if (!Sizes.empty() && (Sizes.size() == 3 || below(2)))
    return Sizes[below(int(Sizes.size()))];
  const IndexExpr Size = made("s", VariableKind::Symbol);
  add(lessEqual(0, Size));
  if (below(2))
    add(lessEqual(Size, int64_t(16) << below(7)));
  if (below(2))
    add(lessEqual(1 + below(4), Size));
  Sizes.push_back(Size);
  return Size;
}

IndexExpr RandomQuestions::dimension() {
  switch (below(8)) {
  case 0:
    return 1 + below(16);
  case 1:
    return size() * (2 + below(7));
  case 2: {
    const IndexExpr Padded = size() + (below(8) - 3);
    add(lessEqual(0, Padded));
    return Padded;
  }
  case 3:
    return floorDiv(size() + below(3), 2 + below(4));
  case 4:
    return size() + size();
  default:
    return size();
  }
}

IndexExpr RandomQuestions::loop(const IndexExpr &Count) {
  IndexExpr X = made("x", VariableKind::Loop);
  add(lessEqual(0, X));
  add(less(X, Count));
  return X;
}

/// What a tensor holds, made an index by an assert or by what is computed.
IndexExpr RandomQuestions::loaded(const IndexExpr &Dim) {
  const IndexExpr T = made("tmp", VariableKind::Loaded);
  IndexExpr Wrapped = make(Op::Select, {less(T, 0), T + Dim, T});
  switch (below(5)) {
  case 0: { // Vectors' lanes that are masked out have any value.
    const IndexExpr Lane = made("lane", VariableKind::Loop);
    add(either(negation(less(Lane, 5)), isIndex(Wrapped, Dim)));
    add(isIndex(Lane, 5));
    return Wrapped;
  }
  case 1:
    add(lessEqual(1, Dim));
    return make(Op::Min, {make(Op::Max, {T, 0}), Dim - 1});
  case 2:
    add(lessEqual(1, Dim));
    return make(Op::FloorMod, {T, Dim});
  case 3: { // A mask that a kernel keeps in a variable.
    const IndexExpr Mask = made("mask", VariableKind::Computed);
    add(both(lessEqual(0, Mask), lessEqual(Mask, 1)));
    add(either(equal(Mask, 0), isIndex(T, Dim)));
    add(lessEqual(1, Dim));
    return make(Op::Select, {equal(Mask, 1), T, 0});
  }
  default:
    add(isIndex(Wrapped, Dim));
    return Wrapped;
  }
}

/// Something that is an index of \p Dim by what is assumed of it.
IndexExpr RandomQuestions::indexOf(const IndexExpr &Dim) {
  switch (below(14)) {
  case 0:
  case 1: // slice
    return loop(Dim - 3) + below(4);
  case 2: // flip
    return Dim - 1 - loop(Dim);
  case 3: // roll
    return make(Op::TruncMod, {loop(Dim) + below(4) * Dim + below(4), Dim});
  case 4: { // reflect
    add(lessEqual(3, Dim));
    IndexExpr X = loop(Dim + 4);
    const IndexExpr From = make(Op::Abs, {1 - Dim + make(Op::Abs, {X - 2})});
    return Dim - 1 - From;
  }
  case 5: { // pad
    IndexExpr X = loop(Dim + 4) - 2;
    add(isIndex(X, Dim));
    return X;
  }
  case 6: // pool
    return 2 * loop(1 + floorDiv(Dim - 3, 2)) + below(3);
  case 7: // interpolate
    return make(below(2) ? Op::FloorDiv : Op::TruncDiv, {loop(2 * Dim), 2});
  case 8:
    return make(Op::TruncDiv, {make(Op::Max, {2 * loop(2 * Dim) - 1, 0}), 4});
  case 9: // x[2]
    add(lessEqual(3, Dim));
    return 2;
  case 10:
  case 11:
    return loaded(Dim);
  default:
    return loop(Dim);
  }
}

/// An index of \p Dim that \p Lanes elements are accessed from.
IndexExpr RandomQuestions::vectorOf(const IndexExpr &Dim, IndexExpr &Lanes) {
  IndexExpr X = loop(Dim);
  add(equal(make(Op::FloorMod, {X, 8}), 0));
  switch (below(3)) {
  case 0: // the rest
    add(lessEqual(whole(Dim), X));
    Lanes = Dim - whole(Dim);
    add(less(0, Lanes));
    return X;
  case 1: { // one by one
    add(less(X, whole(Dim)));
    const IndexExpr Lane = made("lane", VariableKind::Loop);
    add(isIndex(Lane, 8));
    return X + Lane;
  }
  default:
    add(less(X, whole(Dim)));
    Lanes = 8;
    return X;
  }
}

/// Leaves out what is assumed, or allows one more.
void RandomQuestions::breakAssumption(size_t From) {
  std::vector<IndexExpr> &All = Now.Assumptions;
  if (From == All.size())
    return;
  const size_t Which = From + below(int(All.size() - From));
  if (All[Which].op() == Op::Less && below(2))
    All[Which] = make(Op::LessEqual, All[Which].operands().vec());
  else
    All.erase(All.begin() + Which);
}

RandomQuestion RandomQuestions::ofKernel() {
  Now = {};
  Made = 0;
  Sizes.clear();
  std::vector<IndexExpr> Dims;
  for (int Rank = 1 + below(5) / 2; Rank > 0; --Rank)
    Dims.push_back(dimension());
  const size_t Given = Now.Assumptions.size();

  // From the last dimension, whose stride is 1.
  IndexExpr Index = 0, Extent = 1, Lanes = 1;
  for (bool IsLast = true; !Dims.empty(); IsLast = false) {
    const IndexExpr Dim = Dims.back();
    Dims.pop_back();
    if (!Dims.empty() && isOneOf(5)) {
      // Two of them or three, counted by one loop.
      const IndexExpr Outer = Dims.back();
      Dims.pop_back();
      const bool IsThree = !Dims.empty() && isOneOf(2);
      const IndexExpr Outermost = IsThree ? Dims.back() : 1;
      if (IsThree)
        Dims.pop_back();
      const IndexExpr X = loop(Outermost * Outer * Dim);
      const IndexExpr Row = floorDiv(X, Dim);
      Index = Index + make(Op::FloorMod, {X, Dim}) * Extent +
              (IsThree ? make(Op::FloorMod, {Row, Outer}) : Row) *
                  (Dim * Extent);
      if (IsThree)
        Index = Index + floorDiv(X, Dim * Outer) * (Outer * Dim * Extent);
      Extent = Extent * Dim * Outer * Outermost;
      continue;
    }
    const IndexExpr I =
        IsLast && isOneOf(3) ? vectorOf(Dim, Lanes) : indexOf(Dim);
    Index = Index + I * Extent;
    Extent = Extent * Dim;
  }

  switch (below(9)) {
  case 0:
    Index = Index + (isOneOf(3) ? 8 : 1) * (below(2) ? 1 : -1);
    break;
  case 1:
  case 2:
    breakAssumption(Given);
    break;
  case 3: // the stride of another tensor
    if (Sizes.size() > 1)
      Index = Index.substitute([&](const Variable &V) {
        return IndexExpr::variable(V) == Sizes[0] ? std::optional(Sizes[1])
                                                  : std::nullopt;
      });
    break;
  default:
    break;
  }
  const IndexExpr Starts = lessEqual(0, Index);
  const IndexExpr Ends = lessEqual(Index + Lanes, Extent);
  switch (below(12)) {
  case 0:
    Now.Claim = Starts;
    break;
  case 1:
    Now.Claim = Ends;
    break;
  case 2: // Whether there is such an access.
    Now.Claim = negation(IndexExpr::always());
    break;
  default:
    Now.Claim = both(Starts, Ends);
    break;
  }
  return Now;
}

} // namespace aoti_tidy
