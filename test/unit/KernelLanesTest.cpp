// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelText.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

TEST(KernelLanes, IndicesOfLanes) {
  // The lanes of tmp1 and of the array that it is stored to are the same.
  const std::string Body = R"(
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(8L))
{
    auto tmp0 = at::vec::VectorizedN<int64_t,2>::loadu(in_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
    auto tmp1 = at::vec::VectorizedN<int64_t,2>(ks1);
    auto tmp2 = tmp0 + tmp1;
    auto tmp3 = at::vec::VectorizedN<int64_t,2>(static_cast<int64_t>(0));
    auto tmp4 = at::vec::VecMask<int64_t,2>(tmp0 < tmp3);
    auto tmp5 = decltype(tmp2)::blendv(tmp0, tmp2, tmp4.template cast<int64_t,2>());
    auto tmp6 =
    [&]
    {
        __at_align__ std::array<int64_t, 8> tmpbuf;
        tmp5.store(tmpbuf.data(), static_cast<int64_t>(8));
        return tmpbuf;
    }
    ()
    ;
    auto tmp7 =
    [&]
    {
        __at_align__ std::array<int64_t, 8> tmpbuf;
        #pragma GCC unroll 8
        for (long x0_inner = 0; x0_inner < static_cast<int64_t>(8); x0_inner++)
        {
            tmpbuf[x0_inner] = static_cast<int64_t>(tmp6[x0_inner]);
        }
        return at::vec::VectorizedN<int64_t,2>::loadu(tmpbuf.data(), static_cast<int64_t>(8));
    }
    ()
    ;
    AOTI_TORCH_CHECK((at::vec::VecMask<int64_t,2>((at::vec::VectorizedN<int64_t,2>(0) <= tmp7) & (tmp7 < at::vec::VectorizedN<int64_t,2>(ks1)))).all_masked(), "index out of bounds: 0 <= tmp7 < ks1");
    auto tmp8 =
    [&]
    {
        __at_align__ std::array<float, 8> tmpbuf;
        #pragma GCC unroll 8
        for (long x0_inner = 0; x0_inner < static_cast<int64_t>(8); x0_inner++)
        {
            tmpbuf[x0_inner] = in_ptr1[static_cast<int64_t>(tmp6[x0_inner])];
        }
        return at::vec::Vectorized<float>::loadu(tmpbuf.data(), static_cast<int64_t>(8));
    }
    ()
    ;
    tmp8.store(out_ptr0 + static_cast<int64_t>(x0));
})";
  EXPECT_EQ(model(Body),
            "read in_ptr0[x0] x 8 as tmp0 if 0 <= x0; x0 < ks0; "
            "floor_mod(x0, 8) == 0\n"
            "read in_ptr1[tmp0 < 0 ? tmp0 + ks1 : tmp0] if 0 <= x0; "
            "x0 < ks0; floor_mod(x0, 8) == 0; "
            "0 <= (tmp0 < 0 ? tmp0 + ks1 : tmp0) && (tmp0 < 0 ? tmp0 + ks1 : "
            "tmp0) < ks1; 0 <= lane; lane < 8\n"
            "write out_ptr0[x0] x 8 if 0 <= x0; x0 < ks0; "
            "floor_mod(x0, 8) == 0; "
            "0 <= (tmp0 < 0 ? tmp0 + ks1 : tmp0) && (tmp0 < 0 ? tmp0 + ks1 : "
            "tmp0) < ks1\n"
            "assert 0 <= (tmp0 < 0 ? tmp0 + ks1 : tmp0) && (tmp0 < 0 ? tmp0 "
            "+ ks1 : tmp0) < ks1\n");
  // As torch 2.15 writes it.
  const llvm::StringRef Cast = "tmp4.template cast<int64_t,2>()";
  std::string Newer = Body;
  Newer.replace(Newer.find(Cast), Cast.size(),
                "inductor_vec_mask_cast<int64_t,2>(tmp4)");
  EXPECT_EQ(model(Newer), model(Body));
}

TEST(KernelLanes, AssertsOfLanesAreOfWholeVectors) {
  // Of the first and the last element that is read; of the gather as it is.
  EXPECT_EQ(model(R"(
auto tmp0 = at::vec::VectorizedN<int64_t,2>::arange(ks0, 1);
AOTI_TORCH_CHECK((at::vec::VecMask<int64_t,2>(tmp0 < at::vec::VectorizedN<int64_t,2>(64L))).all_masked(), "index out of bounds: tmp0 < 64L");
auto tmp1 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<int64_t>(ks0), static_cast<int64_t>(8));
tmp1.store(out_ptr0 + static_cast<int64_t>(ks0), static_cast<int64_t>(ks1));)"),
            "read in_ptr1[ks0] x 8 if ks0 + lane < 64; ks0 < 64; 7 + ks0 < "
            "64\n"
            "write out_ptr0[ks0] x ks1 if ks0 + lane < 64; ks0 < 64; "
            "!(0 <= -1 + ks1 && -1 + ks1 < 8) || -1 + ks0 + ks1 < 64\n"
            "assert ks0 + lane < 64\n");
  // What is read differs from lane to lane.
  EXPECT_EQ(model(R"(
auto tmp0 = at::vec::VectorizedN<int64_t,2>::loadu(in_ptr0, static_cast<int64_t>(8));
AOTI_TORCH_CHECK((at::vec::VecMask<int64_t,2>(tmp0 < at::vec::VectorizedN<int64_t,2>(64L))).all_masked(), "index out of bounds: tmp0 < 64L");
auto tmp1 = at::vec::Vectorized<float>::loadu(in_ptr1, static_cast<int64_t>(8));)"),
            "read in_ptr0[0] x 8 as tmp0\n"
            "read in_ptr1[0] x 8 if tmp0 < 64\n"
            "assert tmp0 < 64\n");
}

TEST(KernelLanes, ScatterOfLanes) {
  EXPECT_EQ(model(R"(
auto tmp0 = at::vec::VectorizedN<int64_t,2>::loadu(in_ptr0, static_cast<int64_t>(8));
auto tmp1 = at::vec::Vectorized<float>::loadu(in_ptr1, static_cast<int64_t>(8));
auto tmp2 =
[&]
{
    __at_align__ std::array<int64_t, 8> tmpbuf;
    tmp0.store(tmpbuf.data(), static_cast<int64_t>(8));
    return tmpbuf;
}
()
;
AOTI_TORCH_CHECK((at::vec::VecMask<int64_t,2>::set(at::vec::VecMask<int64_t,2>::from(1), (at::vec::VecMask<int64_t,2>(at::vec::VectorizedN<int64_t,2>(0) <= tmp0)), static_cast<int64_t>(ks0))).all_masked(), "index out of bounds: 0 <= tmp0");
[&]
{
    __at_align__ std::array<float, 8> tmpbuf;
    tmp1.store(tmpbuf.data(), static_cast<int64_t>(8));
    #pragma GCC unroll 8
    for (long x0_inner = 0; x0_inner < static_cast<int64_t>(ks0); x0_inner++)
    {
        out_ptr0[static_cast<int64_t>(tmp2[x0_inner])] = tmpbuf[x0_inner];
    }
}
()
;)"),
            "read in_ptr0[0] x 8 as tmp0\n"
            "read in_ptr1[0] x 8\n"
            "write out_ptr0[tmp0] if !(lane < ks0) || 0 <= tmp0; 0 <= lane; "
            "lane < ks0\n"
            "assert !(lane < ks0) || 0 <= tmp0\n");
}

TEST(KernelLanes, CheckOfATail) {
  EXPECT_EQ(model(R"(
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(8L))
{
    auto tmp0 = at::vec::VectorizedN<int64_t,2>::loadu(in_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(ks1));
    AOTI_TORCH_CHECK((at::vec::VecMask<int64_t,2>::set(at::vec::VecMask<int64_t,2>::from(1), (at::vec::VecMask<int64_t,2>((at::vec::VectorizedN<int64_t,2>(0) <= tmp0) & (tmp0 < at::vec::VectorizedN<int64_t,2>(10L)))), static_cast<int64_t>(ks1))).all_masked(), "index out of bounds: 0 <= tmp0 < 10L");
})"),
            "read in_ptr0[x0] x ks1 as tmp0 if 0 <= x0; x0 < ks0; "
            "floor_mod(x0, 8) == 0\n"
            "assert !(lane < ks1) || 0 <= tmp0 && tmp0 < 10\n");
}

TEST(KernelLanes, MaskedLoad) {
  // The lambda is run where it is called.
  EXPECT_EQ(model(R"(
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(8L))
{
    auto tmp0 = (-3L) + x0;
    auto tmp1 = c10::convert<int64_t>(tmp0);
    auto tmp2 = at::vec::VectorizedN<int64_t,2>::arange(tmp1, 1);
    auto tmp3 = static_cast<int64_t>(0);
    auto tmp4 = at::vec::VectorizedN<int64_t,2>(tmp3);
    auto tmp5 = at::vec::VecMask<int64_t,2>(tmp2 >= tmp4);
    auto tmp6 = [&]
    {
        auto tmp7 = tmp5.template cast<float,1>().template loadu<float,1>(in_ptr1 + static_cast<int64_t>((-3L) + x0));
        return tmp7;
    }
    ;
    auto tmp8 =
    [&]
    {
        if (tmp5.all_zero())
        {
            return at::vec::Vectorized<float>(static_cast<float>(0.0));
        }
        else
        {
            auto tmp9 = tmp6();
            auto tmp10 = at::vec::Vectorized<float>(static_cast<float>(0.0));
            return decltype(tmp9)::blendv(tmp10, tmp9, tmp5.template cast<float,1>());
        }
    }
    ()
    ;
})"),
            "read in_ptr1[-3 + x0 + lane] if 0 <= x0; x0 < ks0; "
            "floor_mod(x0, 8) == 0; 0 <= lane; lane < 8; "
            "0 <= -3 + x0 + lane\n");
}

TEST(KernelLanes, Transposition) {
  EXPECT_EQ(model(R"(
alignas(std::max(std::size_t(8), alignof(float))) float tmp0[8*8];
transpose_mxn<float,static_cast<int64_t>(8),static_cast<int64_t>(8),false>(in_ptr1 + static_cast<int64_t>(24L*ks1), static_cast<int64_t>(24L), tmp0, static_cast<int64_t>(8));
transpose_mxn<float,false>(in_ptr1 + static_cast<int64_t>(24L*ks1), static_cast<int64_t>(24L), tmp0, static_cast<int64_t>(ks0), static_cast<int64_t>(ks0), static_cast<int64_t>(8));
for (long x1_inner = 0; x1_inner < static_cast<int64_t>(8); x1_inner++)
{
    auto tmp1 = at::vec::Vectorized<float>::loadu(tmp0 + static_cast<int64_t>(8L*x1_inner), static_cast<int64_t>(8));
    tmp1.store(out_ptr0 + static_cast<int64_t>(ks1*x1_inner));
})"),
            "read in_ptr1[24*ks1 + 24*row] x 8 if 0 <= row; row < 8\n"
            "read in_ptr1[24*ks1 + 24*row#2] x 8 if 0 <= row#2; row#2 < ks0\n"
            "write out_ptr0[ks1*x1_inner] x 8 if 0 <= x1_inner; "
            "x1_inner < 8\n");
}

TEST(KernelLanes, AtomicAdditions) {
  EXPECT_EQ(model(R"(
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
{
    auto tmp0 = in_ptr0[static_cast<int64_t>(x0)];
    auto tmp1 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<int64_t>(8L*x0), static_cast<int64_t>(8));
    auto tmp2 = 8L*tmp0;
    auto tmp3 = c10::convert<int64_t>(tmp2);
    auto tmp4 = at::vec::VectorizedN<int64_t,2>::arange(tmp3, 1);
    atomic_add_vec<float, 2, 1>(out_ptr0, tmp4, tmp1);
    atomic_add(&out_ptr0[static_cast<int64_t>(tmp0)], static_cast<float>(1.0));
})"),
            "read in_ptr0[x0] as tmp0 if 0 <= x0; x0 < ks0\n"
            "read in_ptr1[8*x0] x 8 if 0 <= x0; x0 < ks0\n"
            "write out_ptr0[8*tmp0 + lane] if 0 <= x0; x0 < ks0; 0 <= lane; "
            "lane < 8\n"
            "write out_ptr0[tmp0] if 0 <= x0; x0 < ks0\n");
}

TEST(KernelLanes, LanesOfTheMachine) {
  // The compilation's command below the code tells how wide a vector is.
  constexpr llvm::StringLiteral Store =
      "extern \"C\" void cpp_fused_0(float* out_ptr0) {\n"
      "at::vec::Vectorized<float>(0).store(out_ptr0);\n}\n";
  const auto Lanes = [&](llvm::StringRef Command) {
    return shown(read((Store + Command).str())[0]);
  };
  EXPECT_EQ(Lanes("// g++ -D CPU_CAPABILITY_AVX2"), "write out_ptr0[0] x 8\n");
  EXPECT_EQ(Lanes("// g++ -D CPU_CAPABILITY_AVX512"),
            "write out_ptr0[0] x 16\n");
  EXPECT_EQ(Lanes(""),
            "not modelled: how many lanes are stored is not known\n");
}

TEST(KernelLanes, Reduction) {
  EXPECT_EQ(model(R"(
for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
{
    {
        float tmp_acc0 = 0;
        at::vec::Vectorized<float> tmp_acc0_vec = at::vec::Vectorized<float>(0);
        for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(ks1); x1+=static_cast<int64_t>(8L))
        {
            auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<int64_t>(x1 + ks1*x0), static_cast<int64_t>(8));
            tmp_acc0_vec = tmp_acc0_vec + tmp0;
        }
        tmp_acc0 = tmp_acc0 + at::vec::vec_reduce_all<float, 1>([](at::vec::Vectorized<float>& x, at::vec::Vectorized<float>& y) { return x + y; }, tmp_acc0_vec);
        out_ptr0[static_cast<int64_t>(x0)] = static_cast<float>(tmp_acc0);
    }
})"),
            "read in_ptr1[x1 + ks1*x0] x 8 if 0 <= x0; x0 < ks0; 0 <= x1; "
            "x1 < ks1; floor_mod(x1, 8) == 0\n"
            "write out_ptr0[x0] if 0 <= x0; x0 < ks0\n");
}

TEST(KernelLanes, LocalBuffers) {
  // No parameter's memory.
  EXPECT_EQ(model(R"(
std::unique_ptr<float []> buf_local = std::make_unique<float []>(ks0);
float* local = buf_local.get();
local[static_cast<int64_t>(ks1)] = in_ptr1[static_cast<int64_t>(ks1)];
auto alias = out_ptr0;
alias[static_cast<int64_t>(0L)] = local[static_cast<int64_t>(3L)];)"),
            "read in_ptr1[ks1]\n"
            "write out_ptr0[0]\n");
}

} // namespace
} // namespace aoti_tidy
