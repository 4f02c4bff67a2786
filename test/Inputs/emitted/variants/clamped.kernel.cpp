//@ like hits.kernel.cpp
//@ instead of
                    auto tmp0 = in_ptr0[static_cast<int64_t>((-1L) + ks0 + ks0*x0)];
//@ there is
                    auto tmp0 = in_ptr0[static_cast<int64_t>(2L + ks0*x0)];
//@ instead of
                        auto tmp1 = ks1;
                        auto tmp2 = c10::convert<int64_t>(tmp1);
                        auto tmp3 = int64_t(tmp0 + tmp2);
                        auto tmp4 = tmp0 < 0;
                        auto tmp5 = tmp4 ? tmp3 : tmp0;
//@ there is
                        auto tmp1 = static_cast<int64_t>(0);
                        auto tmp2 = max_propagate_nan(tmp0, tmp1);
                        auto tmp3 = (-1L) + ks1;
                        auto tmp4 = c10::convert<int64_t>(tmp3);
                        auto tmp5 = min_propagate_nan(tmp2, tmp4);
