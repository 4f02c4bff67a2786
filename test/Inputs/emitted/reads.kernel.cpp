// As torch 2.13 emits with -D CPU_CAPABILITY_AVX2; reads.wrapper.cpp calls it.
#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_add_constant_pad_nd_flip_index_mul_roll_slice_sub_t_0(const float* in_ptr0,
                       const int64_t* in_ptr1,
                       const int64_t* in_ptr2,
                       float* out_ptr0,
                       float* out_ptr1,
                       float* out_ptr2,
                       float* out_ptr3,
                       float* out_ptr4,
                       float* out_ptr5,
                       float* out_ptr6,
                       const int64_t ks0,
                       const int64_t ks1,
                       const int64_t ks2)
{
    std::atomic<int> inductor_cpu_integer_div_error{0};
    inductor_cpu_integer_div_error_flag = &inductor_cpu_integer_div_error;
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
        {
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(ks1); x1+=static_cast<int64_t>(8L))
            {
                {
                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks1), static_cast<int64_t>(8L))))))
                    {
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x1 + ((-1L)*ks1) + ks0*ks1 + ((-1L)*ks1*x0)), static_cast<int64_t>(8));
                        auto tmp1 = static_cast<float>(2.0);
                        auto tmp2 = at::vec::Vectorized<float>(tmp1);
                        auto tmp3 = tmp0 * tmp2;
                        tmp3.store(out_ptr0 + static_cast<int64_t>(x1 + ks1*x0));
                    }
                    if(C10_UNLIKELY(x1 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks1), static_cast<int64_t>(8L)))) && x1 < static_cast<int64_t>(ks1)))
                    {
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x1 + ((-1L)*ks1) + ks0*ks1 + ((-1L)*ks1*x0)), static_cast<int64_t>(ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks1), static_cast<int64_t>(8L)))));
                        auto tmp1 = static_cast<float>(2.0);
                        auto tmp2 = at::vec::Vectorized<float>(tmp1);
                        auto tmp3 = tmp0 * tmp2;
                        tmp3.store(out_ptr0 + static_cast<int64_t>(x1 + ks1*x0), static_cast<int64_t>(ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks1), static_cast<int64_t>(8L)))));
                    }
                }
            }
        }
    }
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
        {
            #pragma GCC ivdep
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(ks1); x1+=static_cast<int64_t>(1L))
            {
                {
                    {
                        auto tmp0 = (static_cast<int64_t>(x1 + (((-3L) + ks1) % ks1)) % static_cast<int64_t>(ks1));
                        auto tmp1 = c10::convert<int64_t>(tmp0);
                        AOTI_TORCH_CHECK(tmp1 < ks1, "index out of bounds: tmp1 < ks1");
                        auto tmp3 = in_ptr0[static_cast<int64_t>(ks1*x0 + ((static_cast<int64_t>(x1 + (((-3L) + ks1) % ks1)) % static_cast<int64_t>(ks1))))];
                        auto tmp4 = static_cast<float>(3.0);
                        auto tmp5 = float(tmp3 * tmp4);
                        out_ptr1[static_cast<int64_t>(x1 + ks1*x0)] = tmp5;
                    }
                }
            }
        }
    }
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks2); x0+=static_cast<int64_t>(1L))
        {
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(ks1); x1+=static_cast<int64_t>(8L))
            {
                {
                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks1), static_cast<int64_t>(8L))))))
                    {
                        auto tmp0 = in_ptr1[static_cast<int64_t>(x0)];
                        auto tmp1 = ks0;
                        auto tmp2 = c10::convert<int64_t>(tmp1);
                        auto tmp3 = int64_t(tmp0 + tmp2);
                        auto tmp4 = tmp0 < 0;
                        auto tmp5 = tmp4 ? tmp3 : tmp0;
                        auto tmp6 = tmp5;
                        auto tmp7 = c10::convert<int64_t>(tmp6);
                        AOTI_TORCH_CHECK((0 <= tmp7) & (tmp7 < ks0), "index out of bounds: 0 <= tmp7 < ks0");
                        auto tmp9 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x1 + ks1*tmp5), static_cast<int64_t>(8));
                        auto tmp10 = static_cast<float>(1.0);
                        auto tmp11 = at::vec::Vectorized<float>(tmp10);
                        auto tmp12 = tmp9 + tmp11;
                        tmp12.store(out_ptr2 + static_cast<int64_t>(x1 + ks1*x0));
                    }
                    if(C10_UNLIKELY(x1 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks1), static_cast<int64_t>(8L)))) && x1 < static_cast<int64_t>(ks1)))
                    {
                        auto tmp0 = in_ptr1[static_cast<int64_t>(x0)];
                        auto tmp1 = ks0;
                        auto tmp2 = c10::convert<int64_t>(tmp1);
                        auto tmp3 = int64_t(tmp0 + tmp2);
                        auto tmp4 = tmp0 < 0;
                        auto tmp5 = tmp4 ? tmp3 : tmp0;
                        auto tmp6 = tmp5;
                        auto tmp7 = c10::convert<int64_t>(tmp6);
                        AOTI_TORCH_CHECK((0 <= tmp7) & (tmp7 < ks0), "index out of bounds: 0 <= tmp7 < ks0");
                        auto tmp9 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x1 + ks1*tmp5), static_cast<int64_t>(ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks1), static_cast<int64_t>(8L)))));
                        auto tmp10 = static_cast<float>(1.0);
                        auto tmp11 = at::vec::Vectorized<float>(tmp10);
                        auto tmp12 = tmp9 + tmp11;
                        tmp12.store(out_ptr2 + static_cast<int64_t>(x1 + ks1*x0), static_cast<int64_t>(ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks1), static_cast<int64_t>(8L)))));
                    }
                }
            }
        }
    }
    {
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0*ks1); x0+=static_cast<int64_t>(8L))
        {
            {
                if(C10_LIKELY(x0 >= static_cast<int64_t>(0) && x0 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks0*ks1), static_cast<int64_t>(8L))))))
                {
                    auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
                    auto tmp1 = static_cast<float>(6.0);
                    auto tmp2 = at::vec::Vectorized<float>(tmp1);
                    auto tmp3 = tmp0 * tmp2;
                    auto tmp4 = static_cast<float>(1.0);
                    auto tmp5 = at::vec::Vectorized<float>(tmp4);
                    auto tmp6 = tmp3 + tmp5;
                    tmp6.store(out_ptr3 + static_cast<int64_t>(x0));
                }
                if(C10_UNLIKELY(x0 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks0*ks1), static_cast<int64_t>(8L)))) && x0 < static_cast<int64_t>(ks0*ks1)))
                {
                    auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>((-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks0*ks1), static_cast<int64_t>(8L))) + ks0*ks1));
                    auto tmp1 = static_cast<float>(6.0);
                    auto tmp2 = at::vec::Vectorized<float>(tmp1);
                    auto tmp3 = tmp0 * tmp2;
                    auto tmp4 = static_cast<float>(1.0);
                    auto tmp5 = at::vec::Vectorized<float>(tmp4);
                    auto tmp6 = tmp3 + tmp5;
                    tmp6.store(out_ptr3 + static_cast<int64_t>(x0), static_cast<int64_t>((-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks0*ks1), static_cast<int64_t>(8L))) + ks0*ks1));
                }
            }
        }
    }
    {
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks2); x0+=static_cast<int64_t>(8L))
        {
            {
                if(C10_LIKELY(x0 >= static_cast<int64_t>(0) && x0 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L))))))
                {
                    auto tmp0 = at::vec::VectorizedN<int64_t,2>::loadu(in_ptr1 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
                    auto tmp12 = at::vec::VectorizedN<int64_t,2>::loadu(in_ptr2 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
                    auto tmp1 = ks0;
                    auto tmp2 = c10::convert<int64_t>(tmp1);
                    auto tmp3 = at::vec::VectorizedN<int64_t,2>(tmp2);
                    auto tmp4 = tmp0 + tmp3;
                    auto tmp5 = static_cast<int64_t>(0);
                    auto tmp6 = at::vec::VectorizedN<int64_t,2>(tmp5);
                    auto tmp7 = at::vec::VecMask<int64_t,2>(tmp0 < tmp6);
                    auto tmp8 = decltype(tmp4)::blendv(tmp0, tmp4, tmp7.template cast<int64_t,2>());
                    auto tmp9 =
                    [&]
                    {
                        __at_align__ std::array<int64_t, 8> tmpbuf;
                        tmp8.store(tmpbuf.data(), static_cast<int64_t>(8));
                        return tmpbuf;
                    }
                    ()
                    ;
                    auto tmp10 =
                    [&]
                    {
                        __at_align__ std::array<int64_t, 8> tmpbuf;
                        #pragma GCC unroll 8
                        for (long x0_inner = 0; x0_inner < static_cast<int64_t>(8); x0_inner++)
                        {
                            tmpbuf[x0_inner] = static_cast<int64_t>(tmp9[x0_inner]);
                        }
                        return at::vec::VectorizedN<int64_t,2>::loadu(tmpbuf.data(), static_cast<int64_t>(8));
                    }
                    ()
                    ;
                    AOTI_TORCH_CHECK((at::vec::VecMask<int64_t,2>((at::vec::VectorizedN<int64_t,2>(0) <= tmp10) & (tmp10 < at::vec::VectorizedN<int64_t,2>(ks0)))).all_masked(), "index out of bounds: 0 <= tmp10 < ks0");
                    auto tmp13 = ks1;
                    auto tmp14 = c10::convert<int64_t>(tmp13);
                    auto tmp15 = at::vec::VectorizedN<int64_t,2>(tmp14);
                    auto tmp16 = tmp12 + tmp15;
                    auto tmp17 = at::vec::VecMask<int64_t,2>(tmp12 < tmp6);
                    auto tmp18 = decltype(tmp16)::blendv(tmp12, tmp16, tmp17.template cast<int64_t,2>());
                    auto tmp19 =
                    [&]
                    {
                        __at_align__ std::array<int64_t, 8> tmpbuf;
                        tmp18.store(tmpbuf.data(), static_cast<int64_t>(8));
                        return tmpbuf;
                    }
                    ()
                    ;
                    auto tmp20 =
                    [&]
                    {
                        __at_align__ std::array<int64_t, 8> tmpbuf;
                        #pragma GCC unroll 8
                        for (long x0_inner = 0; x0_inner < static_cast<int64_t>(8); x0_inner++)
                        {
                            tmpbuf[x0_inner] = static_cast<int64_t>(tmp19[x0_inner]);
                        }
                        return at::vec::VectorizedN<int64_t,2>::loadu(tmpbuf.data(), static_cast<int64_t>(8));
                    }
                    ()
                    ;
                    AOTI_TORCH_CHECK((at::vec::VecMask<int64_t,2>((at::vec::VectorizedN<int64_t,2>(0) <= tmp20) & (tmp20 < at::vec::VectorizedN<int64_t,2>(ks1)))).all_masked(), "index out of bounds: 0 <= tmp20 < ks1");
                    auto tmp22 =
                    [&]
                    {
                        __at_align__ std::array<float, 8> tmpbuf;
                        #pragma GCC unroll 8
                        for (long x0_inner = 0; x0_inner < static_cast<int64_t>(8); x0_inner++)
                        {
                            tmpbuf[x0_inner] = in_ptr0[static_cast<int64_t>(tmp19[x0_inner] + ks1*tmp9[x0_inner])];
                        }
                        return at::vec::Vectorized<float>::loadu(tmpbuf.data(), static_cast<int64_t>(8));
                    }
                    ()
                    ;
                    auto tmp23 = static_cast<float>(7.0);
                    auto tmp24 = at::vec::Vectorized<float>(tmp23);
                    auto tmp25 = tmp22 * tmp24;
                    tmp25.store(out_ptr4 + static_cast<int64_t>(x0));
                }
                if(C10_UNLIKELY(x0 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))) && x0 < static_cast<int64_t>(ks2)))
                {
                    auto tmp0 = at::vec::VectorizedN<int64_t,2>::loadu(in_ptr1 + static_cast<int64_t>(x0), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                    auto tmp12 = at::vec::VectorizedN<int64_t,2>::loadu(in_ptr2 + static_cast<int64_t>(x0), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                    auto tmp1 = ks0;
                    auto tmp2 = c10::convert<int64_t>(tmp1);
                    auto tmp3 = at::vec::VectorizedN<int64_t,2>(tmp2);
                    auto tmp4 = tmp0 + tmp3;
                    auto tmp5 = static_cast<int64_t>(0);
                    auto tmp6 = at::vec::VectorizedN<int64_t,2>(tmp5);
                    auto tmp7 = at::vec::VecMask<int64_t,2>(tmp0 < tmp6);
                    auto tmp8 = decltype(tmp4)::blendv(tmp0, tmp4, tmp7.template cast<int64_t,2>());
                    auto tmp9 =
                    [&]
                    {
                        __at_align__ std::array<int64_t, 8> tmpbuf;
                        tmp8.store(tmpbuf.data(), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                        return tmpbuf;
                    }
                    ()
                    ;
                    auto tmp10 =
                    [&]
                    {
                        __at_align__ std::array<int64_t, 8> tmpbuf;
                        #pragma GCC unroll 8
                        for (long x0_inner = 0; x0_inner < static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))); x0_inner++)
                        {
                            tmpbuf[x0_inner] = static_cast<int64_t>(tmp9[x0_inner]);
                        }
                        return at::vec::VectorizedN<int64_t,2>::loadu(tmpbuf.data(), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                    }
                    ()
                    ;
                    AOTI_TORCH_CHECK((at::vec::VecMask<int64_t,2>::set(at::vec::VecMask<int64_t,2>::from(1), (at::vec::VecMask<int64_t,2>((at::vec::VectorizedN<int64_t,2>(0) <= tmp10) & (tmp10 < at::vec::VectorizedN<int64_t,2>(ks0)))), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))))).all_masked(), "index out of bounds: 0 <= tmp10 < ks0");
                    auto tmp13 = ks1;
                    auto tmp14 = c10::convert<int64_t>(tmp13);
                    auto tmp15 = at::vec::VectorizedN<int64_t,2>(tmp14);
                    auto tmp16 = tmp12 + tmp15;
                    auto tmp17 = at::vec::VecMask<int64_t,2>(tmp12 < tmp6);
                    auto tmp18 = decltype(tmp16)::blendv(tmp12, tmp16, tmp17.template cast<int64_t,2>());
                    auto tmp19 =
                    [&]
                    {
                        __at_align__ std::array<int64_t, 8> tmpbuf;
                        tmp18.store(tmpbuf.data(), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                        return tmpbuf;
                    }
                    ()
                    ;
                    auto tmp20 =
                    [&]
                    {
                        __at_align__ std::array<int64_t, 8> tmpbuf;
                        #pragma GCC unroll 8
                        for (long x0_inner = 0; x0_inner < static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))); x0_inner++)
                        {
                            tmpbuf[x0_inner] = static_cast<int64_t>(tmp19[x0_inner]);
                        }
                        return at::vec::VectorizedN<int64_t,2>::loadu(tmpbuf.data(), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                    }
                    ()
                    ;
                    AOTI_TORCH_CHECK((at::vec::VecMask<int64_t,2>::set(at::vec::VecMask<int64_t,2>::from(1), (at::vec::VecMask<int64_t,2>((at::vec::VectorizedN<int64_t,2>(0) <= tmp20) & (tmp20 < at::vec::VectorizedN<int64_t,2>(ks1)))), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))))).all_masked(), "index out of bounds: 0 <= tmp20 < ks1");
                    auto tmp22 =
                    [&]
                    {
                        __at_align__ std::array<float, 8> tmpbuf;
                        #pragma GCC unroll 8
                        for (long x0_inner = 0; x0_inner < static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))); x0_inner++)
                        {
                            tmpbuf[x0_inner] = in_ptr0[static_cast<int64_t>(tmp19[x0_inner] + ks1*tmp9[x0_inner])];
                        }
                        return at::vec::Vectorized<float>::loadu(tmpbuf.data(), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                    }
                    ()
                    ;
                    auto tmp23 = static_cast<float>(7.0);
                    auto tmp24 = at::vec::Vectorized<float>(tmp23);
                    auto tmp25 = tmp22 * tmp24;
                    tmp25.store(out_ptr4 + static_cast<int64_t>(x0), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                }
            }
        }
    }
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
        {
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>((-3L) + ks1); x1+=static_cast<int64_t>(8L))
            {
                {
                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>((-3L) + ks1), static_cast<int64_t>(8L))))))
                    {
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(3L + x1 + ks1*x0), static_cast<int64_t>(8));
                        auto tmp1 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x1 + ks1*x0), static_cast<int64_t>(8));
                        auto tmp2 = tmp0 - tmp1;
                        tmp2.store(out_ptr5 + static_cast<int64_t>(x1 + x0*std::max(static_cast<int64_t>(1L), static_cast<int64_t>((-3L) + ks1))));
                    }
                    if(C10_UNLIKELY(x1 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>((-3L) + ks1), static_cast<int64_t>(8L)))) && x1 < static_cast<int64_t>((-3L) + ks1)))
                    {
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(3L + x1 + ks1*x0), static_cast<int64_t>((-3L) + ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>((-3L) + ks1), static_cast<int64_t>(8L)))));
                        auto tmp1 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x1 + ks1*x0), static_cast<int64_t>((-3L) + ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>((-3L) + ks1), static_cast<int64_t>(8L)))));
                        auto tmp2 = tmp0 - tmp1;
                        tmp2.store(out_ptr5 + static_cast<int64_t>(x1 + x0*std::max(static_cast<int64_t>(1L), static_cast<int64_t>((-3L) + ks1))), static_cast<int64_t>((-3L) + ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>((-3L) + ks1), static_cast<int64_t>(8L)))));
                    }
                }
            }
        }
    }
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
        {
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(3L + ks1); x1+=static_cast<int64_t>(8L))
            {
                {
                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(3L + ks1), static_cast<int64_t>(8L))))))
                    {
                        auto tmp0 = (-2L) + x1;
                        auto tmp1 = c10::convert<int64_t>(tmp0);
                        auto tmp2 = at::vec::VectorizedN<int64_t,2>::arange(tmp1, 1);
                        auto tmp3 = static_cast<int64_t>(0);
                        auto tmp4 = at::vec::VectorizedN<int64_t,2>(tmp3);
                        auto tmp5 = at::vec::VecMask<int64_t,2>(tmp2 >= tmp4);
                        auto tmp6 = ks1;
                        auto tmp7 = c10::convert<int64_t>(tmp6);
                        auto tmp8 = at::vec::VectorizedN<int64_t,2>(tmp7);
                        auto tmp9 = at::vec::VecMask<int64_t,2>(tmp2 < tmp8);
                        auto tmp10 = tmp5 & tmp9;
                        auto tmp11 = [&]
                        {
                            auto tmp12 = tmp10.template cast<float,1>().template loadu<float,1>(in_ptr0 + static_cast<int64_t>((-2L) + x1 + ks1*x0));
                            return tmp12;
                        }
                        ;
                        auto tmp15 =
                        [&]
                        {
                            if (tmp10.all_zero())
                            {
                                return at::vec::Vectorized<float>(static_cast<float>(0.0));
                            }
                            else
                            {
                                auto tmp13 = tmp11();
                                auto tmp14 = at::vec::Vectorized<float>(static_cast<float>(0.0));
                                return decltype(tmp13)::blendv(tmp14, tmp13, tmp10.template cast<float,1>());
                            }
                        }
                        ()
                        ;
                        auto tmp16 = static_cast<float>(8.0);
                        auto tmp17 = at::vec::Vectorized<float>(tmp16);
                        auto tmp18 = tmp15 + tmp17;
                        tmp18.store(out_ptr6 + static_cast<int64_t>(x1 + 3L*x0 + ks1*x0));
                    }
                    if(C10_UNLIKELY(x1 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(3L + ks1), static_cast<int64_t>(8L)))) && x1 < static_cast<int64_t>(3L + ks1)))
                    {
                        auto tmp0 = (-2L) + x1;
                        auto tmp1 = c10::convert<int64_t>(tmp0);
                        auto tmp2 = at::vec::VectorizedN<int64_t,2>::arange(tmp1, 1);
                        auto tmp3 = static_cast<int64_t>(0);
                        auto tmp4 = at::vec::VectorizedN<int64_t,2>(tmp3);
                        auto tmp5 = at::vec::VecMask<int64_t,2>(tmp2 >= tmp4);
                        auto tmp6 = ks1;
                        auto tmp7 = c10::convert<int64_t>(tmp6);
                        auto tmp8 = at::vec::VectorizedN<int64_t,2>(tmp7);
                        auto tmp9 = at::vec::VecMask<int64_t,2>(tmp2 < tmp8);
                        auto tmp10 = tmp5 & tmp9;
                        auto tmp11 = [&]
                        {
                            auto tmp12 = tmp10.template cast<float,1>().template loadu<float,1>(in_ptr0 + static_cast<int64_t>((-2L) + x1 + ks1*x0));
                            return tmp12;
                        }
                        ;
                        auto tmp15 =
                        [&]
                        {
                            if (tmp10.all_zero())
                            {
                                return at::vec::Vectorized<float>(static_cast<float>(0.0));
                            }
                            else
                            {
                                auto tmp13 = tmp11();
                                auto tmp14 = at::vec::Vectorized<float>(static_cast<float>(0.0));
                                return decltype(tmp13)::blendv(tmp14, tmp13, tmp10.template cast<float,1>());
                            }
                        }
                        ()
                        ;
                        auto tmp16 = static_cast<float>(8.0);
                        auto tmp17 = at::vec::Vectorized<float>(tmp16);
                        auto tmp18 = tmp15 + tmp17;
                        tmp18.store(out_ptr6 + static_cast<int64_t>(x1 + 3L*x0 + ks1*x0), static_cast<int64_t>(3L + ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(3L + ks1), static_cast<int64_t>(8L)))));
                    }
                }
            }
        }
    }
    inductor_cpu_integer_div_error_flag = nullptr;
    inductor_cpu_throw_if_integer_div_error(inductor_cpu_integer_div_error);
}
