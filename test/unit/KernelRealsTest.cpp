// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelText.h"
#include "checks/lib/prove/Prover.h"
#include "gtest/gtest.h"
#include <algorithm>

namespace aoti_tidy {
namespace {

/// Rows of an interpolation of ks0 rows to Rows, as torch 2.13 computes them.
struct Interpolation {
  const char *Name;
  const char *Index; ///< of row x0, as emitted
  int64_t Rows;
  int64_t (*Computed)(int64_t X, int64_t Size);
  friend void PrintTo(const Interpolation &I, std::ostream *OS) {
    *OS << I.Name;
  }
};

const Interpolation Interpolations[] = {
    {"Nearest", R"(
auto tmp0 = static_cast<double>(ks0) / static_cast<double>(7L);
auto tmp1 = c10::convert<float>(tmp0);
auto tmp2 = c10::convert<float>(x0);
auto tmp3 = float(tmp2 * tmp1);
auto tmp9 = c10::convert<int64_t>(tmp3);)",
     7,
     [](int64_t X, int64_t Size) {
       const auto Scale = float(double(Size) / double(7));
       return int64_t(float(float(X) * Scale));
     }},
    {"AlignedCorners", R"(
auto tmp0 = (((-1.0000000000000000) + static_cast<double>(ks0)) / 12.000000000000000);
auto tmp1 = c10::convert<float>(tmp0);
auto tmp2 = c10::convert<float>(x0);
auto tmp3 = float(tmp2 * tmp1);
auto tmp4 = max_propagate_nan(tmp3, static_cast<float>(0.0));
auto tmp9 = c10::convert<int64_t>(tmp4);)",
     13,
     [](int64_t X, int64_t Size) {
       const auto Scale = float((-1.0 + double(Size)) / 12.0);
       return int64_t(std::max(float(X) * Scale, 0.0f));
     }},
    {"PixelCentres", R"(
auto tmp0 = c10::convert<float>(static_cast<double>(ks0) / static_cast<double>(11L));
auto tmp1 = float(c10::convert<float>(x0) + static_cast<float>(0.5));
auto tmp2 = float(tmp1 * tmp0);
auto tmp3 = float(tmp2 - static_cast<float>(0.5));
auto tmp4 = max_propagate_nan(tmp3, static_cast<float>(0.0));
auto tmp9 = c10::convert<int64_t>(tmp4);)",
     11,
     [](int64_t X, int64_t Size) {
       const auto Scale = float(double(Size) / double(11));
       const float At = (float(X) + 0.5f) * Scale - 0.5f;
       return int64_t(std::max(At, 0.0f));
     }},
    {"ByAConstant", R"(
auto tmp0 = float(c10::convert<float>(x0) + c10::convert<float>(ks0));
auto tmp9 = c10::convert<int64_t>(float(tmp0 * static_cast<float>(0.6666666666666666)));)",
     100,
     [](int64_t X, int64_t Size) {
       return int64_t((float(X) + float(Size)) * float(0.6666666666666666));
     }},
    {"BelowZero", R"(
auto tmp0 = float(c10::convert<float>(x0) - c10::convert<float>(ks0));
auto tmp9 = c10::convert<int64_t>(float(tmp0 / static_cast<float>(3.0)));)",
     100,
     [](int64_t X, int64_t Size) {
       return int64_t((float(X) - float(Size)) / 3.0f);
     }},
};

Kernel kernelOf(const Interpolation &Of) {
  const std::vector<Kernel> Kernels = read(fmt::format(
      "#include <torch/csrc/inductor/cpp_prefix.h>\n"
      "extern \"C\" void cpp_fused_0(const float* in_ptr0, const int64_t ks0)\n"
      "{{\n"
      "for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>({}L); "
      "x0+=static_cast<int64_t>(1L))\n"
      "{{\n{}\n"
      "auto tmp10 = in_ptr0[static_cast<int64_t>(tmp9)];\n"
      "}}\n}}\n",
      Of.Rows, Of.Index));
  return Kernels.size() == 1 ? Kernels[0] : Kernel();
}

class RoundedRows : public testing::TestWithParam<Interpolation> {};

/// The facts hold of what the processor computes.
TEST_P(RoundedRows, AreAsComputed) {
  const Kernel K = kernelOf(GetParam());
  ASSERT_EQ(K.Accesses.size(), 1u);
  const IndexExpr &Row = K.Accesses[0].Index;
  ASSERT_EQ(Row.op(), IndexExpr::Op::Variable) << Row.str();
  ASSERT_GE(K.Facts.size(), 3u);
  const auto Holds = [&](int64_t X, int64_t Size) {
    const int64_t Computed = GetParam().Computed(X, Size);
    const auto Of = [&](const Variable &V) -> std::optional<int64_t> {
      return V.Name == "ks0" ? Size : V == Row.variable() ? Computed : X;
    };
    for (const IndexExpr &Fact : K.Facts) {
      const auto Is = Fact.evaluate(Of);
      // Large sizes overflow; then a fact is none.
      if (!Is && Size >= 1 << 19)
        continue;
      EXPECT_EQ(Is, 1) << Fact.str() << " where x0 is " << X << ", ks0 is "
                       << Size << " and the row is " << Computed;
    }
    return !testing::Test::HasFailure();
  };
  for (int64_t X = 0; X < GetParam().Rows; ++X) {
    for (int64_t Size = 0; Size < 700; ++Size)
      ASSERT_TRUE(Holds(X, Size));
    // About where floats have no bits left behind the point.
    for (int64_t Size = 1 << 19; Size < 1 << 24; Size += 7919)
      ASSERT_TRUE(Holds(X, Size));
  }
}

INSTANTIATE_TEST_SUITE_P(KernelReals, RoundedRows,
                         testing::ValuesIn(Interpolations),
                         [](const auto &Info) { return Info.param.Name; });

/// That the last one is a row at all follows; where it is the last of all, only
/// for sizes whose products are exact in a float.
TEST(KernelReals, LastRow) {
  for (const Interpolation &I : llvm::ArrayRef(Interpolations).take_front(3)) {
    const Kernel K = kernelOf(I);
    ASSERT_EQ(K.Accesses.size(), 1u);
    const IndexExpr &Row = K.Accesses[0].Index;
    const IndexExpr Size = IndexExpr::variable({"ks0", VariableKind::Symbol});
    Prover P;
    const auto IsBelow = [&](const IndexExpr &Bound, int64_t Most) {
      std::vector<IndexExpr> When = K.Accesses[0].When;
      When.insert(When.end(), K.Facts.begin(), K.Facts.end());
      When.push_back(lessEqual(1, Size));
      When.push_back(lessEqual(Size, Most));
      return P.prove(When, both(lessEqual(0, Row), less(Row, Bound))).Is ==
             Prover::Answer::Proved;
    };
    EXPECT_TRUE(IsBelow(Size, 4096)) << I.Name;
    EXPECT_FALSE(IsBelow(Size - 1, 4096)) << I.Name;
    const bool ReachesTheEnd = I.Name == llvm::StringRef("AlignedCorners");
    EXPECT_EQ(IsBelow(Size, int64_t(1) << 40), !ReachesTheEnd) << I.Name;
  }
}

} // namespace
} // namespace aoti_tidy
