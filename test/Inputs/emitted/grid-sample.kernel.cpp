#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_grid_sampler_2d_0(float* in_out_ptr0,
                       const float* in_ptr0,
                       const float* in_ptr1,
                       const int64_t ks0,
                       const int64_t ks1)
{
    std::atomic<int> inductor_cpu_integer_div_error{0};
    inductor_cpu_integer_div_error_flag = &inductor_cpu_integer_div_error;
    {
        #pragma GCC ivdep
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(3L); x0+=static_cast<int64_t>(1L))
        {
            #pragma GCC ivdep
            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(16L); x1+=static_cast<int64_t>(1L))
            {
                {
                    {
                        auto tmp0 = in_ptr0[static_cast<int64_t>(2L*x1)];
                        auto tmp13 = in_ptr0[static_cast<int64_t>(1L + 2L*x1)];
                        auto tmp1 = 0.50000000000000000*static_cast<double>(ks0);
                        auto tmp2 = c10::convert<float>(tmp1);
                        auto tmp3 = float(tmp0 * tmp2);
                        auto tmp4 = (-0.50000000000000000) + 0.50000000000000000*static_cast<double>(ks0);
                        auto tmp5 = c10::convert<float>(tmp4);
                        auto tmp6 = float(tmp3 + tmp5);
                        auto tmp7 = std::floor(tmp6);
                        auto tmp8 = static_cast<float>(0.0);
                        auto tmp9 = tmp7 >= tmp8;
                        auto tmp10 = ks0;
                        auto tmp11 = c10::convert<float>(tmp10);
                        auto tmp12 = tmp7 < tmp11;
                        auto tmp14 = 0.50000000000000000*static_cast<double>(ks1);
                        auto tmp15 = c10::convert<float>(tmp14);
                        auto tmp16 = float(tmp13 * tmp15);
                        auto tmp17 = (-0.50000000000000000) + 0.50000000000000000*static_cast<double>(ks1);
                        auto tmp18 = c10::convert<float>(tmp17);
                        auto tmp19 = float(tmp16 + tmp18);
                        auto tmp20 = std::floor(tmp19);
                        auto tmp21 = tmp20 >= tmp8;
                        auto tmp22 = ks1;
                        auto tmp23 = c10::convert<float>(tmp22);
                        auto tmp24 = tmp20 < tmp23;
                        auto tmp25 = tmp21 && tmp24;
                        auto tmp26 = tmp12 && tmp25;
                        auto tmp27 = tmp9 && tmp26;
                        auto tmp28 = c10::convert<int64_t>(tmp20);
                        auto tmp29 = static_cast<int64_t>(0);
                        auto tmp30 = tmp27 ? tmp28 : tmp29;
                        auto tmp31 = c10::convert<int64_t>(tmp22);
                        auto tmp32 = int64_t(tmp30 + tmp31);
                        auto tmp33 = tmp30 < 0;
                        auto tmp34 = tmp33 ? tmp32 : tmp30;
                        auto tmp35 = tmp34;
                        auto tmp36 = c10::convert<int64_t>(tmp35);
                        AOTI_TORCH_CHECK((0 <= tmp36) & (tmp36 < ks1), "index out of bounds: 0 <= tmp36 < ks1");
                        auto tmp38 = c10::convert<int64_t>(tmp7);
                        auto tmp39 = tmp27 ? tmp38 : tmp29;
                        auto tmp40 = c10::convert<int64_t>(tmp10);
                        auto tmp41 = int64_t(tmp39 + tmp40);
                        auto tmp42 = tmp39 < 0;
                        auto tmp43 = tmp42 ? tmp41 : tmp39;
                        auto tmp44 = tmp43;
                        auto tmp45 = c10::convert<int64_t>(tmp44);
                        AOTI_TORCH_CHECK((0 <= tmp45) & (tmp45 < ks0), "index out of bounds: 0 <= tmp45 < ks0");
                        auto tmp47 = in_ptr1[static_cast<int64_t>(tmp43 + ks0*tmp34 + ks0*ks1*x0)];
                        auto tmp48 = static_cast<float>(1.0);
                        auto tmp49 = float(tmp7 + tmp48);
                        auto tmp50 = float(tmp49 - tmp6);
                        auto tmp51 = float(tmp20 + tmp48);
                        auto tmp52 = float(tmp51 - tmp19);
                        auto tmp53 = float(tmp50 * tmp52);
                        auto tmp54 = tmp27 ? tmp53 : tmp8;
                        auto tmp55 = float(tmp47 * tmp54);
                        auto tmp56 = tmp49 >= tmp8;
                        auto tmp57 = tmp49 < tmp11;
                        auto tmp58 = tmp57 && tmp25;
                        auto tmp59 = tmp56 && tmp58;
                        auto tmp60 = tmp59 ? tmp28 : tmp29;
                        auto tmp61 = int64_t(tmp60 + tmp31);
                        auto tmp62 = tmp60 < 0;
                        auto tmp63 = tmp62 ? tmp61 : tmp60;
                        auto tmp64 = tmp63;
                        auto tmp65 = c10::convert<int64_t>(tmp64);
                        AOTI_TORCH_CHECK((0 <= tmp65) & (tmp65 < ks1), "index out of bounds: 0 <= tmp65 < ks1");
                        auto tmp67 = c10::convert<int64_t>(tmp49);
                        auto tmp68 = tmp59 ? tmp67 : tmp29;
                        auto tmp69 = int64_t(tmp68 + tmp40);
                        auto tmp70 = tmp68 < 0;
                        auto tmp71 = tmp70 ? tmp69 : tmp68;
                        auto tmp72 = tmp71;
                        auto tmp73 = c10::convert<int64_t>(tmp72);
                        AOTI_TORCH_CHECK((0 <= tmp73) & (tmp73 < ks0), "index out of bounds: 0 <= tmp73 < ks0");
                        auto tmp75 = in_ptr1[static_cast<int64_t>(tmp71 + ks0*tmp63 + ks0*ks1*x0)];
                        auto tmp76 = float(tmp6 - tmp7);
                        auto tmp77 = float(tmp76 * tmp52);
                        auto tmp78 = tmp59 ? tmp77 : tmp8;
                        auto tmp79 = float(tmp75 * tmp78);
                        auto tmp80 = float(tmp55 + tmp79);
                        auto tmp81 = tmp51 >= tmp8;
                        auto tmp82 = tmp51 < tmp23;
                        auto tmp83 = tmp81 && tmp82;
                        auto tmp84 = tmp12 && tmp83;
                        auto tmp85 = tmp9 && tmp84;
                        auto tmp86 = c10::convert<int64_t>(tmp51);
                        auto tmp87 = tmp85 ? tmp86 : tmp29;
                        auto tmp88 = int64_t(tmp87 + tmp31);
                        auto tmp89 = tmp87 < 0;
                        auto tmp90 = tmp89 ? tmp88 : tmp87;
                        auto tmp91 = tmp90;
                        auto tmp92 = c10::convert<int64_t>(tmp91);
                        AOTI_TORCH_CHECK((0 <= tmp92) & (tmp92 < ks1), "index out of bounds: 0 <= tmp92 < ks1");
                        auto tmp94 = tmp85 ? tmp38 : tmp29;
                        auto tmp95 = int64_t(tmp94 + tmp40);
                        auto tmp96 = tmp94 < 0;
                        auto tmp97 = tmp96 ? tmp95 : tmp94;
                        auto tmp98 = tmp97;
                        auto tmp99 = c10::convert<int64_t>(tmp98);
                        AOTI_TORCH_CHECK((0 <= tmp99) & (tmp99 < ks0), "index out of bounds: 0 <= tmp99 < ks0");
                        auto tmp101 = in_ptr1[static_cast<int64_t>(tmp97 + ks0*tmp90 + ks0*ks1*x0)];
                        auto tmp102 = float(tmp19 - tmp20);
                        auto tmp103 = float(tmp50 * tmp102);
                        auto tmp104 = tmp85 ? tmp103 : tmp8;
                        auto tmp105 = float(tmp101 * tmp104);
                        auto tmp106 = float(tmp80 + tmp105);
                        auto tmp107 = tmp57 && tmp83;
                        auto tmp108 = tmp56 && tmp107;
                        auto tmp109 = tmp108 ? tmp86 : tmp29;
                        auto tmp110 = int64_t(tmp109 + tmp31);
                        auto tmp111 = tmp109 < 0;
                        auto tmp112 = tmp111 ? tmp110 : tmp109;
                        auto tmp113 = tmp112;
                        auto tmp114 = c10::convert<int64_t>(tmp113);
                        AOTI_TORCH_CHECK((0 <= tmp114) & (tmp114 < ks1), "index out of bounds: 0 <= tmp114 < ks1");
                        auto tmp116 = tmp108 ? tmp67 : tmp29;
                        auto tmp117 = int64_t(tmp116 + tmp40);
                        auto tmp118 = tmp116 < 0;
                        auto tmp119 = tmp118 ? tmp117 : tmp116;
                        auto tmp120 = tmp119;
                        auto tmp121 = c10::convert<int64_t>(tmp120);
                        AOTI_TORCH_CHECK((0 <= tmp121) & (tmp121 < ks0), "index out of bounds: 0 <= tmp121 < ks0");
                        auto tmp123 = in_ptr1[static_cast<int64_t>(tmp119 + ks0*tmp112 + ks0*ks1*x0)];
                        auto tmp124 = float(tmp76 * tmp102);
                        auto tmp125 = tmp108 ? tmp124 : tmp8;
                        auto tmp126 = float(tmp123 * tmp125);
                        auto tmp127 = float(tmp106 + tmp126);
                        in_out_ptr0[static_cast<int64_t>(x1 + 16L*x0)] = tmp127;
                    }
                }
            }
        }
    }
    inductor_cpu_integer_div_error_flag = nullptr;
    inductor_cpu_throw_if_integer_div_error(inductor_cpu_integer_div_error);
}

// Compile cmd
// g++ grid-sample.kernel.cpp -D TORCH_INDUCTOR_CPP_WRAPPER -D CPU_CAPABILITY_AVX2 -O3 -std=c++20 -fopenmp -c -o grid-sample.kernel.o
