#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_bitwise_and_index_mul_0(const int64_t* in_ptr0,
                       const float* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0)
{
    std::atomic<int> inductor_cpu_integer_div_error{0};
    inductor_cpu_integer_div_error_flag = &inductor_cpu_integer_div_error;
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(ks0); x0+=static_cast<int64_t>(1L))
        {
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(4L); x1+=static_cast<int64_t>(8L))
            {
                {
                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0L) && x1 < static_cast<int64_t>(4L)))
                    {
                        auto tmp0 = in_ptr0[static_cast<int64_t>(x0)];
                        auto tmp1 = static_cast<int64_t>(127);
                        auto tmp2 = decltype(tmp0)(tmp0 & tmp1);
                        auto tmp3 = 127L;
                        auto tmp4 = c10::convert<int64_t>(tmp3);
                        auto tmp5 = int64_t(tmp2 + tmp4);
                        auto tmp6 = tmp2 < 0;
                        auto tmp7 = tmp6 ? tmp5 : tmp2;
                        auto tmp8 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<int64_t>(x1 + 4L*tmp7), static_cast<int64_t>(4L));
                        auto tmp9 = static_cast<float>(2.0);
                        auto tmp10 = at::vec::Vectorized<float>(tmp9);
                        auto tmp11 = tmp8 * tmp10;
                        tmp11.store(out_ptr0 + static_cast<int64_t>(x1 + 4L*x0), static_cast<int64_t>(4L));
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
