// As torch 2.13 emits with -D CPU_CAPABILITY_AVX2; writes.wrapper.cpp calls it.
#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_add_cat_embedding_gather_mul_scatter_add_0(const float* in_ptr0,
                       const int64_t* in_ptr1,
                       const float* in_ptr2,
                       const int64_t* in_ptr3,
                       const float* in_ptr4,
                       const float* in_ptr5,
                       float* out_ptr0,
                       float* out_ptr1,
                       float* out_ptr2,
                       float* out_ptr3,
                       float* out_ptr4,
                       float* out_ptr5,
                       float* out_ptr6,
                       const int64_t ks0,
                       const int64_t ks1,
                       const int64_t ks2,
                       const int64_t ks3)
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
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x1 + ks1*x0), static_cast<int64_t>(8));
                        auto tmp1 = static_cast<float>(1.0);
                        auto tmp2 = at::vec::Vectorized<float>(tmp1);
                        auto tmp3 = tmp0 * tmp2;
                        tmp3.store(out_ptr0 + static_cast<int64_t>(x1 + ks1*x0));
                        tmp0.store(out_ptr1 + static_cast<int64_t>(x1 + ks1*x0 + ks2*x0));
                    }
                    if(C10_UNLIKELY(x1 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks1), static_cast<int64_t>(8L)))) && x1 < static_cast<int64_t>(ks1)))
                    {
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x1 + ks1*x0), static_cast<int64_t>(ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks1), static_cast<int64_t>(8L)))));
                        auto tmp1 = static_cast<float>(1.0);
                        auto tmp2 = at::vec::Vectorized<float>(tmp1);
                        auto tmp3 = tmp0 * tmp2;
                        tmp3.store(out_ptr0 + static_cast<int64_t>(x1 + ks1*x0), static_cast<int64_t>(ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks1), static_cast<int64_t>(8L)))));
                        tmp0.store(out_ptr1 + static_cast<int64_t>(x1 + ks1*x0 + ks2*x0), static_cast<int64_t>(ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks1), static_cast<int64_t>(8L)))));
                    }
                }
            }
        }
    }
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
        {
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(ks2); x1+=static_cast<int64_t>(8L))
            {
                {
                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L))))))
                    {
                        auto tmp0 = at::vec::VectorizedN<int64_t,2>::loadu(in_ptr1 + static_cast<int64_t>(x1 + ks2*x0), static_cast<int64_t>(8));
                        auto tmp4 = at::vec::Vectorized<float>::loadu(in_ptr2 + static_cast<int64_t>(x1 + ks2*x0), static_cast<int64_t>(8));
                        auto tmp1 =
                        [&]
                        {
                            __at_align__ std::array<int64_t, 8> tmpbuf;
                            tmp0.store(tmpbuf.data(), static_cast<int64_t>(8));
                            return tmpbuf;
                        }
                        ()
                        ;
                        auto tmp2 =
                        [&]
                        {
                            __at_align__ std::array<int64_t, 8> tmpbuf;
                            #pragma GCC unroll 8
                            for (long x1_inner = 0; x1_inner < static_cast<int64_t>(8); x1_inner++)
                            {
                                tmpbuf[x1_inner] = static_cast<int64_t>(tmp1[x1_inner]);
                            }
                            return at::vec::VectorizedN<int64_t,2>::loadu(tmpbuf.data(), static_cast<int64_t>(8));
                        }
                        ()
                        ;
                        AOTI_TORCH_CHECK((at::vec::VecMask<int64_t,2>((at::vec::VectorizedN<int64_t,2>(0) <= tmp2) & (tmp2 < at::vec::VectorizedN<int64_t,2>(ks1)))).all_masked(), "index out of bounds: 0 <= tmp2 < ks1");
                        auto tmp5 =
                        [&]
                        {
                            __at_align__ std::array<float, 8> tmpbuf;
                            #pragma GCC unroll 8
                            for (long x1_inner = 0; x1_inner < static_cast<int64_t>(8); x1_inner++)
                            {
                                tmpbuf[x1_inner] = in_ptr0[static_cast<int64_t>(tmp1[x1_inner] + ks1*x0)];
                            }
                            return at::vec::Vectorized<float>::loadu(tmpbuf.data(), static_cast<int64_t>(8));
                        }
                        ()
                        ;
                        auto tmp6 = static_cast<float>(2.0);
                        auto tmp7 = at::vec::Vectorized<float>(tmp6);
                        auto tmp8 = tmp5 * tmp7;
                        [&]
                        {
                            __at_align__ std::array<float, 8> tmpbuf;
                            tmp4.store(tmpbuf.data(), static_cast<int64_t>(8));
                            #pragma GCC unroll 8
                            for (long x1_inner = 0; x1_inner < static_cast<int64_t>(8); x1_inner++)
                            {
                                out_ptr0[static_cast<int64_t>(tmp1[x1_inner] + ks1*x0)] += tmpbuf[x1_inner];
                            }
                        }
                        ()
                        ;
                        tmp8.store(out_ptr2 + static_cast<int64_t>(x1 + ks2*x0));
                        tmp4.store(out_ptr3 + static_cast<int64_t>(x1 + ks1*x0 + ks2*x0));
                    }
                    if(C10_UNLIKELY(x1 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))) && x1 < static_cast<int64_t>(ks2)))
                    {
                        auto tmp0 = at::vec::VectorizedN<int64_t,2>::loadu(in_ptr1 + static_cast<int64_t>(x1 + ks2*x0), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                        auto tmp4 = at::vec::Vectorized<float>::loadu(in_ptr2 + static_cast<int64_t>(x1 + ks2*x0), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                        auto tmp1 =
                        [&]
                        {
                            __at_align__ std::array<int64_t, 8> tmpbuf;
                            tmp0.store(tmpbuf.data(), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                            return tmpbuf;
                        }
                        ()
                        ;
                        auto tmp2 =
                        [&]
                        {
                            __at_align__ std::array<int64_t, 8> tmpbuf;
                            #pragma GCC unroll 8
                            for (long x1_inner = 0; x1_inner < static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))); x1_inner++)
                            {
                                tmpbuf[x1_inner] = static_cast<int64_t>(tmp1[x1_inner]);
                            }
                            return at::vec::VectorizedN<int64_t,2>::loadu(tmpbuf.data(), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                        }
                        ()
                        ;
                        AOTI_TORCH_CHECK((at::vec::VecMask<int64_t,2>::set(at::vec::VecMask<int64_t,2>::from(1), (at::vec::VecMask<int64_t,2>((at::vec::VectorizedN<int64_t,2>(0) <= tmp2) & (tmp2 < at::vec::VectorizedN<int64_t,2>(ks1)))), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))))).all_masked(), "index out of bounds: 0 <= tmp2 < ks1");
                        auto tmp5 =
                        [&]
                        {
                            __at_align__ std::array<float, 8> tmpbuf;
                            #pragma GCC unroll 8
                            for (long x1_inner = 0; x1_inner < static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))); x1_inner++)
                            {
                                tmpbuf[x1_inner] = in_ptr0[static_cast<int64_t>(tmp1[x1_inner] + ks1*x0)];
                            }
                            return at::vec::Vectorized<float>::loadu(tmpbuf.data(), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                        }
                        ()
                        ;
                        auto tmp6 = static_cast<float>(2.0);
                        auto tmp7 = at::vec::Vectorized<float>(tmp6);
                        auto tmp8 = tmp5 * tmp7;
                        [&]
                        {
                            __at_align__ std::array<float, 8> tmpbuf;
                            tmp4.store(tmpbuf.data(), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                            #pragma GCC unroll 8
                            for (long x1_inner = 0; x1_inner < static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))); x1_inner++)
                            {
                                out_ptr0[static_cast<int64_t>(tmp1[x1_inner] + ks1*x0)] += tmpbuf[x1_inner];
                            }
                        }
                        ()
                        ;
                        tmp8.store(out_ptr2 + static_cast<int64_t>(x1 + ks2*x0), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
                        tmp4.store(out_ptr3 + static_cast<int64_t>(x1 + ks1*x0 + ks2*x0), static_cast<int64_t>(ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks2), static_cast<int64_t>(8L)))));
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
                    auto tmp0 = at::vec::Vectorized<float>::loadu(out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
                    auto tmp1 = static_cast<float>(4.0);
                    auto tmp2 = at::vec::Vectorized<float>(tmp1);
                    auto tmp3 = tmp0 + tmp2;
                    tmp3.store(out_ptr4 + static_cast<int64_t>(x0));
                }
                if(C10_UNLIKELY(x0 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks0*ks1), static_cast<int64_t>(8L)))) && x0 < static_cast<int64_t>(ks0*ks1)))
                {
                    auto tmp0 = at::vec::Vectorized<float>::loadu(out_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>((-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks0*ks1), static_cast<int64_t>(8L))) + ks0*ks1));
                    auto tmp1 = static_cast<float>(4.0);
                    auto tmp2 = at::vec::Vectorized<float>(tmp1);
                    auto tmp3 = tmp0 + tmp2;
                    tmp3.store(out_ptr4 + static_cast<int64_t>(x0), static_cast<int64_t>((-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks0*ks1), static_cast<int64_t>(8L))) + ks0*ks1));
                }
            }
        }
    }
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks3); x0+=static_cast<int64_t>(1L))
        {
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(8L); x1+=static_cast<int64_t>(8L))
            {
                {
                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(8L)))
                    {
                        auto tmp0 = in_ptr3[static_cast<int64_t>(x0)];
                        auto tmp1 = tmp0;
                        auto tmp2 = c10::convert<int64_t>(tmp1);
                        AOTI_TORCH_CHECK((0 <= tmp2) & (tmp2 < 20L), "index out of bounds: 0 <= tmp2 < 20L");
                        auto tmp4 = at::vec::Vectorized<float>::loadu(in_ptr4 + static_cast<int64_t>(x1 + 8L*tmp0), static_cast<int64_t>(8));
                        auto tmp5 = static_cast<float>(5.0);
                        auto tmp6 = at::vec::Vectorized<float>(tmp5);
                        auto tmp7 = tmp4 * tmp6;
                        tmp7.store(out_ptr5 + static_cast<int64_t>(x1 + 8L*x0));
                    }
                }
            }
        }
    }
    {
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0*ks1 + ks0*ks2); x0+=static_cast<int64_t>(8L))
        {
            {
                if(C10_LIKELY(x0 >= static_cast<int64_t>(0) && x0 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks0*ks1 + ks0*ks2), static_cast<int64_t>(8L))))))
                {
                    auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr5 + static_cast<int64_t>(x0), static_cast<int64_t>(8));
                    auto tmp1 = static_cast<float>(9.0);
                    auto tmp2 = at::vec::Vectorized<float>(tmp1);
                    auto tmp3 = tmp0 * tmp2;
                    tmp3.store(out_ptr6 + static_cast<int64_t>(x0));
                }
                if(C10_UNLIKELY(x0 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks0*ks1 + ks0*ks2), static_cast<int64_t>(8L)))) && x0 < static_cast<int64_t>(ks0*ks1 + ks0*ks2)))
                {
                    auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr5 + static_cast<int64_t>(x0), static_cast<int64_t>((-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks0*ks1 + ks0*ks2), static_cast<int64_t>(8L))) + ks0*ks1 + ks0*ks2));
                    auto tmp1 = static_cast<float>(9.0);
                    auto tmp2 = at::vec::Vectorized<float>(tmp1);
                    auto tmp3 = tmp0 * tmp2;
                    tmp3.store(out_ptr6 + static_cast<int64_t>(x0), static_cast<int64_t>((-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks0*ks1 + ks0*ks2), static_cast<int64_t>(8L))) + ks0*ks1 + ks0*ks2));
                }
            }
        }
    }
    inductor_cpu_integer_div_error_flag = nullptr;
    inductor_cpu_throw_if_integer_div_error(inductor_cpu_integer_div_error);
}
