//@ like hits.kernel.cpp
//@ instead of
                    auto tmp0 = in_ptr0[static_cast<int64_t>((-1L) + ks0 + ks0*x0)];
//@ there is
                    auto tmp0 = in_ptr0[static_cast<int64_t>(2L + ks0*x0)];
//@ instead of
                        auto tmp6 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<int64_t>(x1 + 8L*tmp5), static_cast<int64_t>(8));
                        tmp6.store(out_ptr0 + static_cast<int64_t>(x1 + 8L*x0));
//@ there is
                        auto tmp6 = tmp5;
                        auto tmp7 = c10::convert<int64_t>(tmp6);
                        AOTI_TORCH_CHECK((0 <= tmp7) & (tmp7 < ks1), "index out of bounds: 0 <= tmp7 < ks1");
                        auto tmp9 = at::vec::Vectorized<float>::loadu(in_ptr1 + static_cast<int64_t>(x1 + 8L*tmp5), static_cast<int64_t>(8));
                        tmp9.store(out_ptr0 + static_cast<int64_t>(x1 + 8L*x0));
