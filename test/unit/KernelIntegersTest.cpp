// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers of kernels are of their type: what wraps is neither proved as if it
// didn't, nor found unless what it becomes is out of bounds.
#include "KernelText.h"
#include "checks/lib/safety/IndexChecker.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

using Answer = Prover::Answer;

struct Case {
  const char *Name;
  const char *Type; ///< of what in_ptr0 holds: tmp0
  const char *Body; ///< what is computed of it
  const char *Index;
  int64_t Elements;
  Answer Is;
  friend void PrintTo(const Case &C, std::ostream *OS) { *OS << C.Name; }
};

Kernel kernelOf(const Case &C) {
  const std::vector<Kernel> Kernels = read(fmt::format(
      "#include <torch/csrc/inductor/cpp_prefix.h>\n"
      "extern \"C\" void cpp_fused_0(const {}* in_ptr0, const float* in_ptr1, "
      "float* out_ptr0, const int64_t ks0)\n"
      "{{\n"
      "for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); "
      "x0+=static_cast<int64_t>(1L))\n"
      "{{\n{}\nauto read = in_ptr1[static_cast<int64_t>({})];\n}}\n}}\n"
      "// Compile cmd\n// g++ kernel.cpp -D CPU_CAPABILITY_AVX2 -mavx2\n",
      C.Type, C.Body, C.Index));
  return Kernels.size() == 1 ? Kernels[0] : Kernel();
}

class KernelIntegers : public testing::TestWithParam<Case> {};

TEST_P(KernelIntegers, AreOfTheirType) {
  const Kernel K = kernelOf(GetParam());
  ASSERT_TRUE(K.NotModelled.empty()) << shown(K);
  const Access *Read = nullptr;
  for (const Access &A : K.Accesses)
    if (K.Parameters[A.Parameter].Name == "in_ptr1")
      Read = &A;
  ASSERT_TRUE(Read) << shown(K);
  std::vector<IndexExpr> When = Read->When;
  const IndexExpr Claim =
      both(lessEqual(0, Read->Index), less(Read->Index, GetParam().Elements));
  std::vector<IndexExpr> All = When;
  All.insert(All.end(), K.Facts.begin(), K.Facts.end());
  Prover P;
  const Prover::Result Result = P.prove(All, Claim);
  Answer Is = Result.Is;
  if (Is == Answer::Refuted &&
      !refutesWithoutComputed(Result.Against, When, Claim))
    Is = Answer::Unknown;
  EXPECT_EQ(Is, GetParam().Is) << shown(K);
}

#define VECTOR(T, N) "at::vec::VectorizedN<" T ", " N ">"
#define LOAD(T, N)                                                             \
  "auto tmp0 = " VECTOR(T, N) "::loadu(in_ptr0 + static_cast<int64_t>(x0), "   \
                              "static_cast<int64_t>(8));\n"
#define LANES(V)                                                               \
  "auto lanes = [&]\n{\n__at_align__ std::array<int64_t, 8> tmpbuf;\n" V       \
  ".store(tmpbuf.data(), static_cast<int64_t>(8));\nreturn tmpbuf;\n}\n();\n"  \
  "for (long x0_inner = 0; x0_inner < static_cast<int64_t>(8); x0_inner++)\n"
#define SCALAR "auto tmp0 = in_ptr0[static_cast<int64_t>(x0)];\n"

/// -x, of the least int8_t that itself.
const char *NegatedLanes = LOAD(
    "int8_t", "1") "auto tmp1 = tmp0.neg();\n"
                   "auto tmp2 = at::vec::convert<int64_t,2,int8_t,1>(tmp1);\n"
                   "auto tmp3 = tmp2 + " VECTOR("int64_t",
                                                "2") "(128L);\n" LANES("tmp3");
const char *NotOfLanes =
    LOAD("int64_t", "2") "auto tmp1 = ~tmp0;\n"
                         "auto tmp2 = tmp1 & " VECTOR(
                             "int64_t", "2") "(7L);\n" LANES("tmp2");
const char *NotOfAMask =
    LOAD("int64_t",
         "2") "auto tmp1 = at::vec::VecMask<int64_t,2>(tmp0 "
              "< " VECTOR("int64_t",
                          "2") "(0L));\nauto tmp2 = ~tmp1;\n"
                               "auto tmp3 = "
                               "at::vec::VecMask<int64_t,2>(tmp0 < " VECTOR(
                                   "int64_t",
                                   "2") "(4L));\nauto tmp4 = tmp2 & tmp3;\n"
                                        "auto tmp5 = "
                                        "decltype(tmp0)::blendv(" VECTOR(
                                            "int64_t",
                                            "2") "(0L), tmp0, tmp4.template "
                                                 "cast<int64_t,2>());"
                                                 "\n" LANES("tmp5");
const char *AbsoluteLanes =
    LOAD("int8_t",
         "1") "auto tmp1 = tmp0.abs();\n"
              "auto tmp2 = at::vec::convert<int64_t,2,int8_t,1>(tmp1);\n" LANES(
                  "tmp2");
const char *SquareOfLanes =
    LOAD("int64_t", "2") "auto tmp1 = tmp0 * tmp0;\n"
                         "auto tmp2 = at::vec::minimum(tmp1, " VECTOR(
                             "int64_t", "2") "(7L));\n" LANES("tmp2");
/// As bitwise_right_shift is emitted of numbers.
const char *ShiftedRight =
    SCALAR "auto tmp1 = static_cast<uint8_t>(4);\n"
           "auto tmp2 =\n[&]()\n{\n"
           "constexpr decltype(tmp1) max_shift = sizeof(uint8_t) * CHAR_BIT - "
           "std::is_signed_v<uint8_t>;\n"
           "if ((static_cast<std::make_signed_t<uint8_t>>(tmp1) < 0) || (tmp1 "
           ">= max_shift))\n"
           "{\nreturn decltype(tmp0)(tmp0 >> max_shift);\n}\n"
           "return decltype(tmp0)(tmp0 >> tmp1);\n}\n()\n;\n";
const char *ShiftedLeft = SCALAR
    "auto tmp1 = static_cast<int8_t>(1);\n"
    "auto tmp2 =\n[&]()\n{\n"
    "constexpr decltype(tmp1) max_shift = sizeof(int8_t) * CHAR_BIT;\n"
    "if ((static_cast<std::make_signed_t<int8_t>>(tmp1) < 0) || (tmp1 >= "
    "max_shift))\n"
    "{\nreturn decltype(tmp0)(0);\n}\n"
    "return decltype(tmp0)(static_cast<std::make_unsigned_t<int8_t>>(tmp0) << "
    "tmp1);\n}\n()\n;\n";
/// 100 where a negative number by a negative one is negative.
const char *QuotientOfLeast =
    SCALAR "auto tmp1 = in_ptr0[static_cast<int64_t>(x0 + 1L)];\n"
           "auto tmp2 = decltype(tmp0)(tmp0 / tmp1);\n"
           "auto tmp3 = (tmp0 < 0) & (tmp1 < 0);\n"
           "auto tmp4 = tmp2 < 0;\n"
           "auto tmp5 = tmp3 & tmp4 ? static_cast<int64_t>(100L) : "
           "static_cast<int64_t>(0L);\n";
/// A negative index counts from the end: what is added is only used there.
const char *FromTheEnd =
    SCALAR "auto tmp1 = decltype(tmp0)(tmp0 + ks0);\nauto tmp2 = tmp0 < 0;\n"
           "auto tmp3 = tmp2 ? tmp1 : tmp0;\n";
const char *FromTheEndAsserted = SCALAR
    "auto tmp1 = decltype(tmp0)(tmp0 + 16L);\nauto tmp2 = tmp0 < 0;\n"
    "auto tmp3 = tmp2 ? tmp1 : tmp0;\n"
    "AOTI_TORCH_CHECK((0 <= tmp3) & (tmp3 < 16L), \"index out of bounds\");\n";

INSTANTIATE_TEST_SUITE_P(
    Vectors, KernelIntegers,
    testing::Values(Case{"Negated", "int8_t", NegatedLanes, "lanes[x0_inner]",
                         256, Answer::Proved},
                    Case{"NegatedLeaves", "int8_t", NegatedLanes,
                         "lanes[x0_inner]", 255, Answer::Refuted},
                    Case{"Not", "int64_t", NotOfLanes, "lanes[x0_inner]", 8,
                         Answer::Proved},
                    Case{"NotLeaves", "int64_t", NotOfLanes, "lanes[x0_inner]",
                         2, Answer::Refuted},
                    Case{"NotOfAMask", "int64_t", NotOfAMask, "lanes[x0_inner]",
                         4, Answer::Proved},
                    Case{"NotOfAMaskLeaves", "int64_t", NotOfAMask,
                         "lanes[x0_inner]", 3, Answer::Refuted},
                    Case{"AbsoluteLeaves", "int8_t", AbsoluteLanes,
                         "lanes[x0_inner]", 128, Answer::Refuted},
                    Case{"SquareMayBeNegative", "int64_t", SquareOfLanes,
                         "lanes[x0_inner]", 8, Answer::Unknown}),
    [](const auto &Info) { return Info.param.Name; });

INSTANTIATE_TEST_SUITE_P(
    Numbers, KernelIntegers,
    testing::Values(
        Case{"Uint8Wraps", "uint8_t",
             SCALAR "auto tmp1 = decltype(tmp0)(tmp0 - 1);", "tmp1", 256,
             Answer::Proved},
        Case{"Uint8WrapsAndLeaves", "uint8_t",
             SCALAR "auto tmp1 = decltype(tmp0)(tmp0 - 1);", "tmp1", 255,
             Answer::Refuted},
        Case{"IntHasRoom", "uint8_t", SCALAR "auto tmp1 = tmp0 - 1;", "tmp1",
             256, Answer::Refuted},
        // The least number by -1 traps.
        Case{"QuotientIsWithin", "int32_t", QuotientOfLeast, "tmp5", 101,
             Answer::Proved},
        Case{"QuotientTraps", "int32_t", QuotientOfLeast, "tmp5", 100,
             Answer::Unknown},
        Case{"AbsoluteIsAnInt", "int8_t", SCALAR "auto tmp1 = std::abs(tmp0);",
             "tmp1", 129, Answer::Proved},
        Case{"AbsoluteLeaves", "int8_t", SCALAR "auto tmp1 = std::abs(tmp0);",
             "tmp1", 128, Answer::Refuted},
        Case{"Narrowed", "int64_t",
             SCALAR
             "auto tmp1 = c10::convert<int8_t>(tmp0); auto tmp2 = tmp1 + 128;",
             "tmp2", 256, Answer::Proved},
        Case{"NarrowedLeaves", "int64_t",
             SCALAR
             "auto tmp1 = c10::convert<int8_t>(tmp0); auto tmp2 = tmp1 + 128;",
             "tmp2", 255, Answer::Refuted},
        Case{"SumOfClamped", "int64_t",
             SCALAR "auto tmp1 = std::max(tmp0, static_cast<int64_t>(0)); auto "
                    "tmp2 = decltype(tmp1)(tmp1 + tmp1); "
                    "auto tmp3 = std::min(tmp2, static_cast<int64_t>(7));",
             "tmp3", 8, Answer::Unknown},
        Case{"SumOfSmall", "int64_t",
             SCALAR "auto tmp1 = std::min(std::max(tmp0, "
                    "static_cast<int64_t>(0)), static_cast<int64_t>(7)); "
                    "auto tmp2 = decltype(tmp1)(tmp1 + tmp1);",
             "tmp2", 15, Answer::Proved},
        Case{"SumOfSmallLeaves", "int64_t",
             SCALAR "auto tmp1 = std::min(std::max(tmp0, "
                    "static_cast<int64_t>(0)), static_cast<int64_t>(7)); "
                    "auto tmp2 = decltype(tmp1)(tmp1 + tmp1);",
             "tmp2", 14, Answer::Refuted},
        Case{"ShiftedRight", "uint8_t", ShiftedRight, "tmp2", 16,
             Answer::Proved},
        Case{"ShiftedRightLeaves", "uint8_t", ShiftedRight, "tmp2", 15,
             Answer::Refuted},
        Case{"ShiftedLeft", "int8_t", ShiftedLeft, "tmp2 + 128L", 256,
             Answer::Proved},
        Case{"ShiftedLeftLeaves", "int8_t", ShiftedLeft, "tmp2 + 128L", 128,
             Answer::Refuted},
        Case{"FromTheEndLeaves", "int64_t", FromTheEnd, "tmp3", 16,
             Answer::Refuted},
        Case{"FromTheEndAsserted", "int64_t", FromTheEndAsserted, "tmp3", 16,
             Answer::Proved},
        Case{"SizesDoNotWrap", "int64_t",
             SCALAR
             "auto tmp1 = std::min((x0 + 1L) * ks0, static_cast<int64_t>(7));",
             "tmp1", 8, Answer::Proved},
        Case{"PowersOfACounterMay", "int64_t",
             SCALAR
             "auto tmp1 = std::min(x0 * x0 * x0, static_cast<int64_t>(7));",
             "tmp1", 8, Answer::Unknown}),
    [](const auto &Info) { return Info.param.Name; });

INSTANTIATE_TEST_SUITE_P(
    Reals, KernelIntegers,
    testing::Values(
        Case{"DoubleHoldsInt32", "int32_t",
             SCALAR
             "auto tmp1 = c10::convert<int64_t>(c10::convert<double>(tmp0)); "
             "auto tmp2 = tmp1 - c10::convert<int64_t>(tmp0);",
             "tmp2", 1, Answer::Proved},
        Case{"FloatDoesNot", "int32_t",
             SCALAR
             "auto tmp1 = c10::convert<int64_t>(c10::convert<float>(tmp0)); "
             "auto tmp2 = tmp1 - c10::convert<int64_t>(tmp0);",
             "tmp2", 1, Answer::Unknown},
        Case{"FloatHoldsInt16", "int16_t",
             SCALAR
             "auto tmp1 = c10::convert<int64_t>(c10::convert<float>(tmp0)); "
             "auto tmp2 = tmp1 - c10::convert<int64_t>(tmp0);",
             "tmp2", 1, Answer::Proved},
        Case{"AnyInt8", "float",
             SCALAR
             "auto tmp1 = c10::convert<int8_t>(tmp0); auto tmp2 = tmp1 + 128;",
             "tmp2", 256, Answer::Proved},
        // Not 0, where it isn't a number.
        Case{"WholeLessItself", "float",
             SCALAR "auto tmp1 = std::ceil(tmp0); auto tmp2 = tmp1 - tmp1; "
                    "auto tmp3 = c10::convert<int64_t>(tmp2);",
             "tmp3", 1, Answer::Unknown},
        Case{"ExactLessItself", "int16_t",
             SCALAR
             "auto tmp1 = c10::convert<float>(tmp0); auto tmp2 = tmp1 - tmp1; "
             "auto tmp3 = c10::convert<int64_t>(tmp2);",
             "tmp3", 1, Answer::Proved},
        Case{"LargeBecomesAny", "float",
             SCALAR "auto tmp1 = tmp0 > static_cast<float>(5.0); auto tmp2 = "
                    "c10::convert<int64_t>(tmp0); "
                    "auto tmp3 = tmp1 ? tmp2 : static_cast<int64_t>(0); auto "
                    "tmp4 = std::min(tmp3, static_cast<int64_t>(7));",
             "tmp4", 8, Answer::Unknown}),
    [](const auto &Info) { return Info.param.Name; });

/// The kernel called with inputs of 16 and Elements elements.
EmittedModel modelOf(const Case &C) {
  EmittedModel Model;
  Model.Kernels.push_back(kernelOf(C));
  KernelCall Call;
  Call.Kernel = "cpp_fused_0";
  for (const int64_t Size : {int64_t(16), C.Elements, int64_t(16)}) {
    Buffer B;
    B.Name = fmt::format("arg{}_1", Model.Buffers.size());
    B.Sizes = {Size};
    B.Strides = {1};
    B.Extent = Size;
    B.ExtentKnown = true;
    B.Input = Model.Buffers.size();
    Call.Arguments.push_back({B.Input, std::nullopt});
    Model.Buffers.push_back(B);
    Model.Inputs.emplace_back();
  }
  Call.Arguments.push_back({std::nullopt, IndexExpr(16)});
  Model.Calls.push_back(Call);
  return Model;
}

struct Wrapping {
  const char *Name;
  const char *Body, *Index; ///< of tmp0, an int64_t
  int64_t Elements;
  const char *Found; ///< as "tmp0 = 1: -1", the element; empty: not decided
  friend void PrintTo(const Wrapping &C, std::ostream *OS) { *OS << C.Name; }
};

class KernelOverflows : public testing::TestWithParam<Wrapping> {};

TEST_P(KernelOverflows, AreComputed) {
  const Wrapping &W = GetParam();
  const EmittedModel Model = modelOf(
      {W.Name, "int64_t", W.Body, W.Index, W.Elements, Answer::Unknown});
  Prover P;
  const IndexSafety Safety = checkIndices(Model, P);
  const AccessDecision *Read = nullptr;
  for (const AccessDecision &D : Safety.Decisions)
    if (D.What->Parameter == 1)
      Read = &D;
  ASSERT_TRUE(Read) << shown(Model.Kernels[0]);
  std::string Found;
  if (Read->Is == AccessDecision::Verdict::Proved)
    Found = "proved";
  if (Read->Is == AccessDecision::Verdict::Refuted) {
    const UnsafeAccess &U = Safety.Unsafe[Read->Unsafe];
    Found = fmt::format("{} = {}: {}", U.Index, U.IndexValue, U.First);
    for (const auto &[V, Is] : U.Values)
      EXPECT_NE(V.Kind, VariableKind::Computed) << V.Name;
  }
  EXPECT_EQ(Found, W.Found) << shown(Model.Kernels[0]);
}

#define CHECK(C) "AOTI_TORCH_CHECK(" C ", \"index out of bounds\");\n"
#define MULTIPLIED "auto tmp1 = decltype(tmp0)(tmp0 * tmp0);\n"
#define REST "auto tmp2 = mod(tmp1, 8L);\n"
#define POSITIVE SCALAR "auto tmp1 = std::max(tmp0, static_cast<int64_t>(0));\n"
#define CAPPED "auto tmp3 = std::min(tmp2, static_cast<int64_t>(7));\n"
#define SUM                                                                    \
  POSITIVE "auto tmp2 = in_ptr0[static_cast<int64_t>(x0 + 0L)];\n"             \
           "auto tmp3 = std::max(tmp2, static_cast<int64_t>(0));\n"            \
           "auto tmp4 = decltype(tmp1)(tmp1 + tmp3);\n"

INSTANTIATE_TEST_SUITE_P(
    All, KernelOverflows,
    testing::Values(
        Wrapping{"Square", SCALAR MULTIPLIED REST, "tmp2", 8,
                 "tmp0 = 4294967295: -7"},
        Wrapping{"SmallSquare",
                 SCALAR CHECK("(0 <= tmp0) & (tmp0 < 2147483648L)")
                     MULTIPLIED REST,
                 "tmp2", 8, "proved"},
        Wrapping{"LargestSquare",
                 SCALAR MULTIPLIED CHECK("(0 <= tmp0) & (tmp0 <= 3037000499L)")
                     REST,
                 "tmp2", 8, ""},
        Wrapping{"LargerSquare",
                 SCALAR MULTIPLIED CHECK("(0 <= tmp0) & (tmp0 < 3037000502L)")
                     REST,
                 "tmp2", 8, "tmp0 = 3037000501: -7"},
        Wrapping{"AssertedSquare",
                 SCALAR MULTIPLIED CHECK("(0 <= tmp1) & (tmp1 < 8L)") REST,
                 "tmp2", 8, "proved"},
        Wrapping{"RemainderOfSquare", SCALAR MULTIPLIED,
                 "remainder_integral(tmp1, 8L)", 8, "proved"},
        Wrapping{"Product",
                 POSITIVE "auto tmp2 = decltype(tmp1)(tmp1 * 5L);\n" CAPPED,
                 "tmp3", 8, "tmp0 = 3689348814741910323: -1"},
        Wrapping{"ProductAndCounter",
                 POSITIVE
                 "auto tmp2 = decltype(tmp1)(tmp1 * 5L + x0);\n" CAPPED,
                 "tmp3", 8, "tmp0 = 3689348814741910323: -1"},
        // Where the element is so far away, the address wraps around, too.
        Wrapping{"FarAway",
                 POSITIVE "auto tmp2 = decltype(tmp1)(tmp1 + 4L);\n" CAPPED,
                 "tmp3", 8, ""},
        Wrapping{"Sum", SUM, "mod(tmp4, 8L)", 8,
                 "tmp0 = 9223372036854775807: -2"},
        Wrapping{"SumOfHalves",
                 SUM CHECK("(tmp1 < 4611686018427387904L) & "
                           "(tmp3 < 4611686018427387904L)"),
                 "mod(tmp4, 8L)", 8, ""},
        Wrapping{"SumWithRoom", SUM, "mod(tmp4, 8L) + 7L", 15, "proved"}),
    [](const auto &Info) { return Info.param.Name; });

} // namespace
} // namespace aoti_tidy
