#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_add_cat_sin_slice_0(const float* in_ptr0,
                       const float* in_ptr1,
                       const float* in_ptr2,
                       const float* in_ptr3,
                       float* out_ptr0,
                       float* out_ptr1,
                       float* out_ptr2,
                       float* out_ptr3,
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
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>((-1L) + ks1); x1+=static_cast<int64_t>(8L))
            {
                {
                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>((-1L) + ks1), static_cast<int64_t>(8L))))))
                    {
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x1 + ks1*x0), static_cast<int64_t>(8));
                        tmp0.store(out_ptr0 + static_cast<int64_t>(x1 + ((-2L)*x0) + ks1*x0 + ks2*x0 + ks3*x0));
                    }
                    if(C10_UNLIKELY(x1 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>((-1L) + ks1), static_cast<int64_t>(8L)))) && x1 < static_cast<int64_t>((-1L) + ks1)))
                    {
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x1 + ks1*x0), static_cast<int64_t>((-1L) + ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>((-1L) + ks1), static_cast<int64_t>(8L)))));
                        tmp0.store(out_ptr0 + static_cast<int64_t>(x1 + ((-2L)*x0) + ks1*x0 + ks2*x0 + ks3*x0), static_cast<int64_t>((-1L) + ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>((-1L) + ks1), static_cast<int64_t>(8L)))));
                    }
                }
            }
        }
    }
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
        {
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(ks3); x1+=static_cast<int64_t>(8L))
            {
                {
                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks3), static_cast<int64_t>(8L))))))
                    {
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<int64_t>(x1 + ks3*x0), static_cast<int64_t>(8));
                        tmp0.store(out_ptr1 + static_cast<int64_t>(x1 + ((-2L)*x0) + ks1*x0 + ks2*x0 + ks3*x0));
                    }
                    if(C10_UNLIKELY(x1 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(ks3), static_cast<int64_t>(8L)))) && x1 < static_cast<int64_t>(ks3)))
                    {
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<int64_t>(x1 + ks3*x0), static_cast<int64_t>(ks3 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks3), static_cast<int64_t>(8L)))));
                        tmp0.store(out_ptr1 + static_cast<int64_t>(x1 + ((-2L)*x0) + ks1*x0 + ks2*x0 + ks3*x0), static_cast<int64_t>(ks3 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks3), static_cast<int64_t>(8L)))));
                    }
                }
            }
        }
    }
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
        {
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>((-1L) + ks2); x1+=static_cast<int64_t>(8L))
            {
                {
                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>((-1L) + ks2), static_cast<int64_t>(8L))))))
                    {
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr2 + static_cast<int64_t>(1L + x1 + ks2*x0), static_cast<int64_t>(8));
                        tmp0.store(out_ptr2 + static_cast<int64_t>(x1 + ((-2L)*x0) + ks1*x0 + ks2*x0 + ks3*x0));
                    }
                    if(C10_UNLIKELY(x1 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>((-1L) + ks2), static_cast<int64_t>(8L)))) && x1 < static_cast<int64_t>((-1L) + ks2)))
                    {
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr2 + static_cast<int64_t>(1L + x1 + ks2*x0), static_cast<int64_t>((-1L) + ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>((-1L) + ks2), static_cast<int64_t>(8L)))));
                        tmp0.store(out_ptr2 + static_cast<int64_t>(x1 + ((-2L)*x0) + ks1*x0 + ks2*x0 + ks3*x0), static_cast<int64_t>((-1L) + ks2 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>((-1L) + ks2), static_cast<int64_t>(8L)))));
                    }
                }
            }
        }
    }
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
        {
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>((-2L) + ks1 + ks2 + ks3); x1+=static_cast<int64_t>(8L))
            {
                {
                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>((-2L) + ks1 + ks2 + ks3), static_cast<int64_t>(8L))))))
                    {
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr3 + static_cast<int64_t>(x1 + ((-2L)*x0) + ks1*x0 + ks2*x0 + ks3*x0), static_cast<int64_t>(8));
                        auto tmp1 = tmp0.sin();
                        auto tmp2 = static_cast<float>(1.0);
                        auto tmp3 = at::vec::Vectorized<float>(tmp2);
                        auto tmp4 = tmp1 + tmp3;
                        tmp4.store(out_ptr3 + static_cast<int64_t>(x1 + x0*std::max(static_cast<int64_t>(1L), static_cast<int64_t>((-2L) + ks1 + ks2 + ks3))));
                    }
                    if(C10_UNLIKELY(x1 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>((-2L) + ks1 + ks2 + ks3), static_cast<int64_t>(8L)))) && x1 < static_cast<int64_t>((-2L) + ks1 + ks2 + ks3)))
                    {
                        auto tmp0 = at::vec::Vectorized<float>::loadu(in_ptr3 + static_cast<int64_t>(x1 + ((-2L)*x0) + ks1*x0 + ks2*x0 + ks3*x0), static_cast<int64_t>((-2L) + ks1 + ks2 + ks3 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>((-2L) + ks1 + ks2 + ks3), static_cast<int64_t>(8L)))));
                        auto tmp1 = tmp0.sin();
                        auto tmp2 = static_cast<float>(1.0);
                        auto tmp3 = at::vec::Vectorized<float>(tmp2);
                        auto tmp4 = tmp1 + tmp3;
                        tmp4.store(out_ptr3 + static_cast<int64_t>(x1 + x0*std::max(static_cast<int64_t>(1L), static_cast<int64_t>((-2L) + ks1 + ks2 + ks3))), static_cast<int64_t>((-2L) + ks1 + ks2 + ks3 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>((-2L) + ks1 + ks2 + ks3), static_cast<int64_t>(8L)))));
                    }
                }
            }
        }
    }
    inductor_cpu_integer_div_error_flag = nullptr;
    inductor_cpu_throw_if_integer_div_error(inductor_cpu_integer_div_error);
}

// Compile cmd
// g++ kernel.cpp -D CPU_CAPABILITY_AVX2 -mavx2
