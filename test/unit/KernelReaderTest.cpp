// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelText.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

TEST(KernelReader, Parameters) {
  const std::vector<Kernel> Kernels = read(R"(
extern "C" void cpp_fused_0(const bool* in_ptr0, const at::BFloat16* in_ptr1,
                            const uint8_t* in_ptr2, double* out_ptr0,
                            const int64_t ks0, const float ks1) {}
inline void helper(float* p) { p[0] = 0; }
)");
  ASSERT_EQ(Kernels.size(), 1u);
  const auto &P = Kernels[0].Parameters;
  ASSERT_EQ(P.size(), 6u);
  EXPECT_EQ(P[0].Element, DType::Bool);
  EXPECT_EQ(P[1].Element, DType::BFloat16);
  EXPECT_EQ(P[2].Element, DType::Byte);
  EXPECT_EQ(P[3].Element, DType::Double);
  EXPECT_FALSE(P[4].IsPointer);
  EXPECT_EQ(Kernels[0].Name, "cpp_fused_0");
  EXPECT_EQ(Kernels[0].At.Line, 2u);
}

TEST(KernelReader, LoopsAndSteps) {
  EXPECT_EQ(model(R"(
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(8L))
{
    if(C10_LIKELY(x0 >= static_cast<int64_t>(0) && x0 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks0), static_cast<int64_t>(8L))))))
    {
        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
        auto tmp1 = tmp0.exp();
        tmp1.store(out_ptr0 + static_cast<int64_t>(x0));
    }
    if(C10_UNLIKELY(x0 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks0), static_cast<int64_t>(8L)))) && x0 < static_cast<int64_t>(ks0)))
    {
        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<int64_t>(x0), static_cast<int64_t>(ks0 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks0), static_cast<int64_t>(8L)))));
    }
})"),
            "read in_ptr1[x0] x 8 if 0 <= x0; x0 < ks0; "
            "floor_mod(x0, 8) == 0; 0 <= x0 && x0 < 8*floor_div(ks0, 8)\n"
            "write out_ptr0[x0] x 8 if 0 <= x0; x0 < ks0; "
            "floor_mod(x0, 8) == 0; 0 <= x0 && x0 < 8*floor_div(ks0, 8)\n"
            "read in_ptr1[x0] x ks0 - 8*floor_div(ks0, 8) if 0 <= x0; "
            "x0 < ks0; floor_mod(x0, 8) == 0; "
            "8*floor_div(ks0, 8) <= x0 && x0 < ks0\n");
}

TEST(KernelReader, WrappedAndCheckedIndex) {
  EXPECT_EQ(model(R"(
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
{
    auto tmp0 = in_ptr0[static_cast<int64_t>(x0)];
    auto tmp1 = ks1;
    auto tmp2 = c10::convert<int64_t>(tmp1);
    auto tmp3 = int64_t(tmp0 + tmp2);
    auto tmp4 = tmp0 < 0;
    auto tmp5 = tmp4 ? tmp3 : tmp0;
    auto tmp6 = tmp5;
    auto tmp7 = c10::convert<int64_t>(tmp6);
    AOTI_TORCH_CHECK((0 <= tmp7) & (tmp7 < ks1), "index out of bounds: 0 <= tmp7 < ks1");
    auto tmp9 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<int64_t>(8L*tmp5), static_cast<int64_t>(8));
})"),
            "read in_ptr0[x0] as tmp0 if 0 <= x0; x0 < ks0\n"
            "read in_ptr1[8*(tmp0 < 0 ? tmp0 + ks1 : tmp0)] x 8 if 0 <= x0; "
            "x0 < ks0; "
            "0 <= (tmp0 < 0 ? tmp0 + ks1 : tmp0) && (tmp0 < 0 ? tmp0 + ks1 : "
            "tmp0) < ks1\n"
            "assert 0 <= (tmp0 < 0 ? tmp0 + ks1 : tmp0) && (tmp0 < 0 ? tmp0 "
            "+ ks1 : tmp0) < ks1\n");
}

TEST(KernelReader, SumsOfTorch214) {
  // int64_t(tmp0 + tmp1), without the undefined behaviour of an overflow.
  const auto Sum = [](llvm::StringRef Of) {
    return model(fmt::format(R"(
auto tmp0 = in_ptr0[static_cast<int64_t>(0L)];
auto tmp1 = ks1;
auto tmp2 = static_cast<int32_t>(tmp0);
out_ptr0[static_cast<int64_t>({})] = 0;)",
                             Of.str()));
  };
  constexpr llvm::StringLiteral U =
      "static_cast<std::make_unsigned_t<int64_t>>";
  for (const char *Operator : {"+", "-", "*"}) {
    EXPECT_EQ(
        Sum(fmt::format("int64_t({0}(tmp0) {1} {0}(tmp1))", U.str(), Operator)),
        Sum(fmt::format("int64_t(tmp0 {} tmp1)", Operator)));
    EXPECT_EQ(
        Sum(fmt::format("int64_t({0}(tmp2) {1} {0}(tmp1))", U.str(), Operator)),
        Sum(fmt::format("int64_t(tmp2 {} tmp1)", Operator)));
  }
}

TEST(KernelReader, LoopUpToAMinimum) {
  EXPECT_EQ(model(R"(
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(((-4L)*std::min(static_cast<int64_t>(1L), static_cast<int64_t>(ks0))) + 4L*ks0); x0+=static_cast<int64_t>(1L))
{
    out_ptr0[static_cast<int64_t>(x0 + 4L*std::min(static_cast<int64_t>(1L), static_cast<int64_t>(ks0)))] = in_ptr1[static_cast<int64_t>(x0)];
})"),
            "read in_ptr1[x0] if 0 <= x0; x0 < -4*min(1, ks0) + 4*ks0\n"
            "write out_ptr0[x0 + 4*min(1, ks0)] if 0 <= x0; "
            "x0 < -4*min(1, ks0) + 4*ks0\n");
}

TEST(KernelReader, UncheckedIndex) {
  EXPECT_EQ(model(R"(
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
{
    auto tmp0 = in_ptr0[static_cast<int64_t>(x0)];
    auto tmp1 = in_ptr1[static_cast<int64_t>(tmp0)];
    out_ptr0[static_cast<int64_t>(x0)] = tmp1;
})"),
            "read in_ptr0[x0] as tmp0 if 0 <= x0; x0 < ks0\n"
            "read in_ptr1[tmp0] if 0 <= x0; x0 < ks0\n"
            "write out_ptr0[x0] if 0 <= x0; x0 < ks0\n");
}

TEST(KernelReader, MaskedScalars) {
  EXPECT_EQ(model(R"(
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
{
    auto tmp0 = x0;
    auto tmp1 = c10::convert<int64_t>(tmp0);
    auto tmp2 = static_cast<int64_t>(4);
    auto tmp3 = tmp1 < tmp2;
    auto tmp4 = [&]
    {
        auto tmp5 = in_ptr1[static_cast<int64_t>(x0)];
        return tmp5;
    }
    ;
    auto tmp6 = tmp3 ? tmp4() : static_cast<decltype(tmp4())>(0.0);
})"),
            "read in_ptr1[x0] if 0 <= x0; x0 < ks0; x0 < 4\n");
}

TEST(KernelReader, RangesOfTypes) {
  // An index of eight bits, one of two, and one that is cut to a byte.
  EXPECT_EQ(model(R"(
auto p = reinterpret_cast<const int64_t*>(in_ptr0);
auto tmp0 = in_ptr0[0] & 7;
auto tmp1 = in_ptr1[static_cast<int64_t>(tmp0)];
auto tmp2 = static_cast<uint8_t>(in_ptr0[1]);
auto tmp3 = in_ptr1[static_cast<int64_t>(tmp2)];)"),
            "read in_ptr0[0] as tmp0\n"
            "read in_ptr1[floor_mod(tmp0, 8)]\n"
            "read in_ptr0[1] as tmp2\n"
            "read in_ptr1[floor_mod(tmp2, 256)]\n");
}

TEST(KernelReader, RemaindersAndClamps) {
  EXPECT_EQ(model(R"(
auto tmp0 = in_ptr0[static_cast<int64_t>(0L)];
auto tmp1 = remainder_integral(tmp0, ks1);
auto tmp2 = in_ptr1[static_cast<int64_t>(tmp1)];
auto tmp3 = max_propagate_nan(tmp0, static_cast<int64_t>(0));
auto tmp4 = min_propagate_nan(tmp3, static_cast<int64_t>(9));
auto tmp5 = in_ptr1[static_cast<int64_t>(tmp4)];
auto tmp6 = in_ptr1[static_cast<int64_t>((static_cast<int64_t>(ks1 + (((-2L) + ks0) % ks0)) % static_cast<int64_t>(ks0)))];
auto tmp7 = in_ptr1[static_cast<int64_t>(std::min(static_cast<int64_t>((-1L) + ks0), static_cast<int64_t>(std::abs((-2L) + ks1))))];
auto tmp8 = in_ptr1[static_cast<int64_t>(c10::div_mod((-3L) + ks0, ks1))];
auto tmp9 = in_ptr1[static_cast<int64_t>(c10::div_floor_integer(static_cast<int64_t>(ks0), static_cast<int64_t>(ks1)))];)"),
            "read in_ptr0[0] as tmp0\n"
            "read in_ptr1[ks1 == 0 ? 0 : floor_mod(tmp0, ks1)]\n"
            "read in_ptr1[min(max(tmp0, 0), 9)]\n"
            "read in_ptr1[(ks1 + (-2 + ks0) % ks0) % ks0]\n"
            "read in_ptr1[min(-1 + ks0, abs(-2 + ks1))]\n"
            "read in_ptr1[floor_mod(-3 + ks0, ks1)]\n"
            "read in_ptr1[ks1 == 0 ? 0 : floor_div(ks0, ks1)]\n");
}

TEST(KernelReader, HalvesOfIntegers) {
  // An interpolation.
  EXPECT_EQ(model(R"(
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
{
    auto tmp0 = x0;
    auto tmp1 = c10::convert<float>(tmp0);
    auto tmp2 = static_cast<float>(0.5);
    auto tmp3 = float(tmp1 * tmp2);
    auto tmp4 = c10::convert<int64_t>(tmp3);
    auto tmp5 = in_ptr1[static_cast<int64_t>(tmp4)];
    auto tmp6 = ((static_cast<double>(ks1)) / (2.0000000000000000*static_cast<double>(ks1)));
    auto tmp7 = c10::convert<int64_t>(float(tmp1 * c10::convert<float>(tmp6)));
    auto tmp8 = in_ptr1[static_cast<int64_t>(tmp7)];
})"),
            "read in_ptr1[x0 / 2] if 0 <= x0; x0 < ks0\n"
            "read in_ptr1[tmp7] if 0 <= x0; x0 < ks0\n"
            "fact 1048576 < 3*ks1 || 2*ks1 <= x0 || -1 + ks1 < 0 || "
            "tmp7 <= -1 + ks1\n"
            "fact 2*ks1 < 1 || ks1 < 0 || 0 <= tmp7\n");
}

TEST(KernelReader, FloatsThatAreCompared) {
  // What is known of tmp5 is known only where tmp4 holds.
  EXPECT_EQ(model(R"(
auto tmp0 = in_ptr1[static_cast<int64_t>(0L)];
auto tmp1 = std::floor(tmp0);
auto tmp2 = tmp1 >= static_cast<float>(0.0);
auto tmp3 = tmp1 < c10::convert<float>(ks0);
auto tmp4 = tmp2 && tmp3;
auto tmp5 = c10::convert<int64_t>(tmp1);
auto tmp6 = tmp4 ? tmp5 : static_cast<int64_t>(0);
auto tmp7 = in_ptr1[static_cast<int64_t>(tmp6)];)"),
            "read in_ptr1[0]\n"
            "read in_ptr1[tmp2#2 == 1 && tmp3 == 1 ? tmp2 : 0]\n"
            "fact 0 <= tmp2#2 && tmp2#2 <= 1\n"
            "fact tmp2#2 == 0 || 0 <= tmp2\n"
            "fact 0 <= tmp3 && tmp3 <= 1\n"
            "fact tmp3 == 0 || tmp2 < ks0\n");
}

TEST(KernelReader, ReadsItsOwnResult) {
  // No index that the model is given: the kernel wrote it.
  const std::vector<Kernel> Kernels = read(R"(
extern "C" void cpp_fused_0(const float* in_ptr0, int64_t* out_ptr0)
{
    out_ptr0[static_cast<int64_t>(0L)] = static_cast<int64_t>(3);
    auto tmp0 = out_ptr0[static_cast<int64_t>(0L)];
    auto tmp1 = in_ptr0[static_cast<int64_t>(tmp0)];
})");
  ASSERT_EQ(Kernels.size(), 1u);
  ASSERT_EQ(Kernels[0].Accesses.size(), 3u);
  EXPECT_EQ(Kernels[0].Accesses[2].Index,
            IndexExpr::variable({"tmp0", VariableKind::Computed}));
}

TEST(KernelReader, AssertsInParallel) {
  constexpr llvm::StringLiteral Body = R"(
    int tid = omp_get_thread_num();
    {
        #pragma omp for
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
        {
            auto tmp0 = in_ptr0[static_cast<int64_t>(x0)];
            AOTI_TORCH_CHECK((0 <= tmp0) & (tmp0 < ks1), "index out of bounds: 0 <= tmp0 < ks1");
        }
    })";
  const Kernel Parallel =
      kernelOf(("#pragma omp parallel num_threads(2)\n{" + Body + "}").str());
  ASSERT_EQ(Parallel.Asserts.size(), 1u);
  EXPECT_TRUE(Parallel.AssertsAbort);
  EXPECT_EQ(Parallel.Asserts[0].Message,
            "index out of bounds: 0 <= tmp0 < ks1");
  EXPECT_EQ(joined(Parallel.Asserts[0].When), "0 <= x0; x0 < ks0");
  EXPECT_FALSE(kernelOf(Body).AssertsAbort);
}

TEST(KernelReader, Places) {
  const Kernel K = kernelOf("    auto tmp0 = at::vec::Vectorized<float>::loadu("
                            "in_ptr1 +\n static_cast<int64_t>(ks0), 8);");
  ASSERT_EQ(K.Accesses.size(), 1u);
  EXPECT_EQ(K.Accesses[0].At.Line, 4u);
  EXPECT_EQ(K.Accesses[0].At.Column, 51u);
  EXPECT_EQ(K.Accesses[0].Text, "in_ptr1 + static_cast<int64_t>(ks0)");
}

TEST(KernelReader, EarlyExit) {
  EXPECT_EQ(model(R"(
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
{
    if (x0 >= 5) continue;
    out_ptr0[static_cast<int64_t>(x0)] = 0;
})"),
            "write out_ptr0[x0] if 0 <= x0; x0 < ks0; !(5 <= x0)\n");
}

TEST(KernelReader, OlderForms) {
  // As torch 2.2 has them: no counts, a loop of its own for the rest.
  EXPECT_EQ(model(R"(
for(long x0=static_cast<long>(0L); x0<static_cast<long>(8L*(at::native::div_floor_integer(ks0, 8L))); x0+=static_cast<long>(8L))
{
    auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<long>(x0));
    tmp0.store(out_ptr0 + static_cast<long>(x0));
}
#pragma omp simd simdlen(4)
for(long x0=static_cast<long>(8L*(at::native::div_floor_integer(ks0, 8L))); x0<static_cast<long>(ks0); x0+=static_cast<long>(1L))
{
    auto tmp0 = in_ptr0[static_cast<long>(x0)];
    TORCH_CHECK((0 <= tmp0) & (tmp0 < 10L), "index out of bounds: 0 <= tmp0 < 10L")
    auto tmp1 = in_ptr1[static_cast<long>(tmp0)];
}
for(long x1=static_cast<long>(0L); x1<static_cast<long>(ks1); x1+=static_cast<long>(8L))
{
    auto tmp2 = ([&]() { __at_align__ float tmpbuf[8*sizeof(float)/sizeof(float)]; for (long x1_inner = 0; x1_inner < 8; x1_inner++) tmpbuf[x1_inner] = in_ptr1[static_cast<long>(10L*x1 + (10L*x1_inner))]; return at::vec::Vectorized<float>::loadu(tmpbuf); })();
})"),
            "read in_ptr1[x0] x 8 if 0 <= x0; x0 < 8*floor_div(ks0, 8); "
            "floor_mod(x0, 8) == 0\n"
            "write out_ptr0[x0] x 8 if 0 <= x0; x0 < 8*floor_div(ks0, 8); "
            "floor_mod(x0, 8) == 0\n"
            "read in_ptr0[x0#2] as tmp0 if 8*floor_div(ks0, 8) <= x0#2; "
            "x0#2 < ks0\n"
            "read in_ptr1[tmp0] if 8*floor_div(ks0, 8) <= x0#2; x0#2 < ks0; "
            "0 <= tmp0 && tmp0 < 10\n"
            "read in_ptr1[10*x1 + 10*lane] if 0 <= x1; x1 < ks1; "
            "floor_mod(x1, 8) == 0; 0 <= lane; lane < 8\n"
            "assert 0 <= tmp0 && tmp0 < 10\n");
}

TEST(KernelReader, CheckUnderAScalarMask) {
  // ~ of a bool is not 0: it holds for any index.
  const Kernel K = kernelOf(R"(
auto tmp0 = in_ptr0[static_cast<int64_t>(0L)];
auto tmp1 = ks0 < 3;
AOTI_TORCH_CHECK((0 <= tmp0) | ~(tmp1), "index out of bounds: 0 <= tmp0");)");
  ASSERT_EQ(K.Asserts.size(), 1u);
  for (const int64_t Index : {-1, 0})
    for (const int64_t Size : {2, 3})
      EXPECT_EQ(K.Asserts[0].Condition.evaluate([&](const Variable &V) {
        return std::optional(V.Kind == VariableKind::Symbol ? Size : Index);
      }),
                1);
}

TEST(KernelReader, UnknownHelper) {
  // Only what it touches is not understood.
  EXPECT_EQ(model(R"(
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
{
    auto tmp0 = in_ptr1[static_cast<int64_t>(x0)];
    auto tmp1 = brand_new_helper(tmp0);
    auto tmp2 = brand_new_helper(in_ptr1 + static_cast<int64_t>(x0));
    auto tmp3 = brand_new_vector<float>::make(tmp1);
    tmp3.store(out_ptr0 + static_cast<int64_t>(x0));
    out_ptr0[static_cast<int64_t>(x0)] = tmp1;
})"),
            "read in_ptr1[x0] if 0 <= x0; x0 < ks0\n"
            "write out_ptr0[x0] if 0 <= x0; x0 < ks0\n"
            "not modelled: 'in_ptr1' is used in an expression that is not "
            "understood\n"
            "not modelled: how many lanes are stored is not known\n");
}

TEST(KernelReader, UnknownIndex) {
  EXPECT_EQ(model(R"(
int64_t blocks;
mm_get_thread_blocking(2, blocks);
int64_t end = 0;
end += ks0;
out_ptr0[static_cast<int64_t>(8L*blocks)] = 0;
out_ptr0[static_cast<int64_t>(end)] = 0;
for (int64_t m = 0; m < ks0; m += blocks) { out_ptr0[m] = 0; }
while (ks0) { out_ptr0[1] = 0; })"),
            "not modelled: its index depends on 'blocks', which is not "
            "understood\n"
            "not modelled: its index depends on 'end', which is not "
            "understood\n"
            "not modelled: 'out_ptr0' is used in a loop that does not count "
            "up evenly\n"
            "not modelled: 'out_ptr0' is used in a statement that is not "
            "understood\n");
}

// 'kso' is not declared: what it is, nobody knows, least of all that it is 'ks0'.
TEST(KernelReader, ANameThatIsSpelledAlikeIsAnother) {
  EXPECT_EQ(model("out_ptr0[kso] = in_ptr1[ks0];"),
            "not modelled: 'out_ptr0' is used in code that does not parse\n"
            "not modelled: 'in_ptr1' is used in code that does not parse\n");
}

TEST(KernelReader, CodeThatDoesNotParse) {
  EXPECT_EQ(model(R"(
tmp0.store(out_ptr0 + static_cast<int64_t>(ks0));
brand_new_vector<float> tmp1(in_ptr1[static_cast<int64_t>(8L)], 2);
auto tmp2(in_ptr1[static_cast<int64_t>(9L)], 2);
auto tmp3 = in_ptr1[static_cast<int64_t>(ks0)];)"),
            "read in_ptr1[9]\n"
            "read in_ptr1[ks0]\n"
            "not modelled: 'out_ptr0' is used in code that does not parse\n"
            "not modelled: 'in_ptr1' is used in code that does not parse\n");
}

// What a function runs, what is behind another name, what a helper gets.
TEST(KernelReader, CodeThatIsNotFollowedIsCounted) {
  EXPECT_EQ(model(R"(
auto data = in_ptr1;
at::parallel_for(0, ks0, 1, [&](int64_t begin, int64_t end) {
    auto row = data + begin * ks1;
    out_ptr0[begin] = *row;
    pack_row(out_ptr0 + begin, ks1);
});
while (ks0) { data[1]; })"),
            "not modelled: 'out_ptr0' is used in code that is not followed\n"
            "not modelled: 'row' is used in code that is not followed\n"
            "not modelled: 'out_ptr0' is used in code that is not followed\n"
            "not modelled: 'data' is used in code that is not followed\n");
}

// Its own memory is no tensor's; nor is the address of an element an access.
TEST(KernelReader, LocalMemoryIsNotCounted) {
  EXPECT_EQ(model(R"(
std::unique_ptr<float []> buf = std::make_unique<float []>(ks1);
float* local = buf.get();
std::vector<int64_t> rows(ks0);
auto row = rows.data();
at::parallel_for(0, ks0, 1, [&](int64_t begin, int64_t end) {
    float tmpbuf[8];
    local[begin] = tmpbuf[0];
    row[begin] = begin;
    std::memset(&(local[begin]), 0, 8);
    std::memset(&(out_ptr0[begin]), 0, 8);
});)"),
            "not modelled: 'out_ptr0' is used in code that is not followed\n");
}

// A pointer that is set again may lead anywhere.
TEST(KernelReader, PointersThatChangeAreCounted) {
  EXPECT_EQ(model(R"(
float* local = nullptr;
local = out_ptr0;
local[ks0] = 0;)"),
            "not modelled: its index depends on 'local', which is not "
            "understood\n");
}

TEST(KernelReader, KernelInAWrapper) {
  // What stands around it needs headers that are not there.
  const std::vector<Kernel> Kernels = read(R"(
#include <torch/csrc/inductor/aoti_runtime/model.h>
namespace torch::aot_inductor {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {};
void AOTInductorModel::run_impl(AtenTensorHandle* input_handles) {
    auto arg0_1 = std::move(inputs[0]);
    cpp_fused_0((const float*)(arg0_1.data_ptr()), s77);
}
} // namespace torch::aot_inductor
#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_0(const float* in_ptr0,
                       const int64_t ks0)
{
    auto tmp0 = in_ptr0[static_cast<int64_t>((-1L) + ks0)];
}
)");
  ASSERT_EQ(Kernels.size(), 1u);
  EXPECT_EQ(shown(Kernels[0]), "read in_ptr0[-1 + ks0]\n");
  EXPECT_EQ(Kernels[0].Accesses[0].At.Line, 14u);
}

} // namespace
} // namespace aoti_tidy
