#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_constant_pad_nd_mul_0(const float* in_ptr0,
                       float* out_ptr0,
                       const int64_t ks0)
{
    std::atomic<int> inductor_cpu_integer_div_error{0};
    inductor_cpu_integer_div_error_flag = &inductor_cpu_integer_div_error;
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(3L); x0+=static_cast<int64_t>(1L))
        {
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>((-3L) + ks0); x1+=static_cast<int64_t>(8L))
            {
                {
                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>((-3L) + ks0), static_cast<int64_t>(8L))))))
                    {
                        auto tmp0 = 1L + x1;
                        auto tmp1 = c10::convert<int64_t>(tmp0);
                        auto tmp2 = at::vec::VectorizedN<int64_t,2>::arange(tmp1, 1);
                        auto tmp3 = static_cast<int64_t>(0);
                        auto tmp4 = at::vec::VectorizedN<int64_t,2>(tmp3);
                        auto tmp5 = at::vec::VecMask<int64_t,2>(tmp2 >= tmp4);
                        auto tmp6 = ks0;
                        auto tmp7 = c10::convert<int64_t>(tmp6);
                        auto tmp8 = at::vec::VectorizedN<int64_t,2>(tmp7);
                        auto tmp9 = at::vec::VecMask<int64_t,2>(tmp2 < tmp8);
                        auto tmp10 = tmp5 & tmp9;
                        auto tmp11 = [&]
                        {
                            auto tmp12 = tmp10.template cast<float,1>().template loadu<float,1>(in_ptr0 + static_cast<int64_t>(1L + x1 + ks0*x0));
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
                        auto tmp16 = static_cast<float>(2.0);
                        auto tmp17 = at::vec::Vectorized<float>(tmp16);
                        auto tmp18 = tmp15 * tmp17;
                        tmp18.store(out_ptr0 + static_cast<int64_t>(x1 + x0*std::max(static_cast<int64_t>(1L), static_cast<int64_t>((-3L) + ks0))));
                    }
                    if(C10_UNLIKELY(x1 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>((-3L) + ks0), static_cast<int64_t>(8L)))) && x1 < static_cast<int64_t>((-3L) + ks0)))
                    {
                        auto tmp0 = 1L + x1;
                        auto tmp1 = c10::convert<int64_t>(tmp0);
                        auto tmp2 = at::vec::VectorizedN<int64_t,2>::arange(tmp1, 1);
                        auto tmp3 = static_cast<int64_t>(0);
                        auto tmp4 = at::vec::VectorizedN<int64_t,2>(tmp3);
                        auto tmp5 = at::vec::VecMask<int64_t,2>(tmp2 >= tmp4);
                        auto tmp6 = ks0;
                        auto tmp7 = c10::convert<int64_t>(tmp6);
                        auto tmp8 = at::vec::VectorizedN<int64_t,2>(tmp7);
                        auto tmp9 = at::vec::VecMask<int64_t,2>(tmp2 < tmp8);
                        auto tmp10 = tmp5 & tmp9;
                        auto tmp11 = [&]
                        {
                            auto tmp12 = tmp10.template cast<float,1>().template loadu<float,1>(in_ptr0 + static_cast<int64_t>(1L + x1 + ks0*x0));
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
                        auto tmp16 = static_cast<float>(2.0);
                        auto tmp17 = at::vec::Vectorized<float>(tmp16);
                        auto tmp18 = tmp15 * tmp17;
                        tmp18.store(out_ptr0 + static_cast<int64_t>(x1 + x0*std::max(static_cast<int64_t>(1L), static_cast<int64_t>((-3L) + ks0))), static_cast<int64_t>((-3L) + ks0 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>((-3L) + ks0), static_cast<int64_t>(8L)))));
                    }
                }
            }
        }
    }
    inductor_cpu_integer_div_error_flag = nullptr;
    inductor_cpu_throw_if_integer_div_error(inductor_cpu_integer_div_error);
}

// Compile cmd
// g++ neg-pad.kernel.cpp -D TORCH_INDUCTOR_CPP_WRAPPER -D CPU_CAPABILITY_AVX2 -O3 -std=c++20 -fopenmp -c -o neg-pad.kernel.o
