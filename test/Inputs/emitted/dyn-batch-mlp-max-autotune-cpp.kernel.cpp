#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_0(float* out_ptr0)
{
    std::atomic<int> inductor_cpu_integer_div_error{0};
    inductor_cpu_integer_div_error_flag = &inductor_cpu_integer_div_error;
    {
        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(8L); x0+=static_cast<int64_t>(8L))
        {
            {
                if(C10_LIKELY(x0 >= static_cast<int64_t>(0) && x0 < static_cast<int64_t>(8L)))
                {
                    auto tmp0 = x0;
                    auto tmp1 = c10::convert<int64_t>(tmp0);
                    auto tmp2 = at::vec::VectorizedN<int64_t,2>::arange(tmp1, 1);
                    auto tmp3 = static_cast<int64_t>(4);
                    auto tmp4 = at::vec::VectorizedN<int64_t,2>(tmp3);
                    auto tmp5 = at::vec::VecMask<int64_t,2>(tmp2 < tmp4);
                    auto tmp6 = static_cast<int64_t>(2);
                    auto tmp7 = at::vec::VectorizedN<int64_t,2>(tmp6);
                    auto tmp8 = at::vec::VecMask<int64_t,2>(tmp2 < tmp7);
                    auto tmp9 = static_cast<int64_t>(1);
                    auto tmp10 = at::vec::VectorizedN<int64_t,2>(tmp9);
                    auto tmp11 = at::vec::VecMask<int64_t,2>(tmp2 < tmp10);
                    auto tmp12 = static_cast<float>(-0.08745834231376648);
                    auto tmp13 = static_cast<float>(-0.2049054205417633);
                    auto tmp14 = at::vec::Vectorized<float>(tmp12);
                    auto tmp15 = at::vec::Vectorized<float>(tmp13);
                    auto tmp16 = decltype(tmp14)::blendv(tmp15, tmp14, tmp11.template cast<float,1>());
                    auto tmp17 = static_cast<int64_t>(3);
                    auto tmp18 = at::vec::VectorizedN<int64_t,2>(tmp17);
                    auto tmp19 = at::vec::VecMask<int64_t,2>(tmp2 < tmp18);
                    auto tmp20 = static_cast<float>(-0.05317878723144531);
                    auto tmp21 = static_cast<float>(0.05343911051750183);
                    auto tmp22 = at::vec::Vectorized<float>(tmp20);
                    auto tmp23 = at::vec::Vectorized<float>(tmp21);
                    auto tmp24 = decltype(tmp22)::blendv(tmp23, tmp22, tmp19.template cast<float,1>());
                    auto tmp25 = decltype(tmp16)::blendv(tmp24, tmp16, tmp8.template cast<float,1>());
                    auto tmp26 = static_cast<int64_t>(6);
                    auto tmp27 = at::vec::VectorizedN<int64_t,2>(tmp26);
                    auto tmp28 = at::vec::VecMask<int64_t,2>(tmp2 < tmp27);
                    auto tmp29 = static_cast<int64_t>(5);
                    auto tmp30 = at::vec::VectorizedN<int64_t,2>(tmp29);
                    auto tmp31 = at::vec::VecMask<int64_t,2>(tmp2 < tmp30);
                    auto tmp32 = static_cast<float>(-0.16286644339561462);
                    auto tmp33 = static_cast<float>(-0.012829840183258057);
                    auto tmp34 = at::vec::Vectorized<float>(tmp32);
                    auto tmp35 = at::vec::Vectorized<float>(tmp33);
                    auto tmp36 = decltype(tmp34)::blendv(tmp35, tmp34, tmp31.template cast<float,1>());
                    auto tmp37 = static_cast<int64_t>(7);
                    auto tmp38 = at::vec::VectorizedN<int64_t,2>(tmp37);
                    auto tmp39 = at::vec::VecMask<int64_t,2>(tmp2 < tmp38);
                    auto tmp40 = static_cast<float>(0.17896270751953125);
                    auto tmp41 = static_cast<float>(-0.02570006251335144);
                    auto tmp42 = at::vec::Vectorized<float>(tmp40);
                    auto tmp43 = at::vec::Vectorized<float>(tmp41);
                    auto tmp44 = decltype(tmp42)::blendv(tmp43, tmp42, tmp39.template cast<float,1>());
                    auto tmp45 = decltype(tmp36)::blendv(tmp44, tmp36, tmp28.template cast<float,1>());
                    auto tmp46 = decltype(tmp25)::blendv(tmp45, tmp25, tmp5.template cast<float,1>());
                    tmp46.store(out_ptr0 + static_cast<int64_t>(x0));
                }
            }
        }
    }
    inductor_cpu_integer_div_error_flag = nullptr;
    inductor_cpu_throw_if_integer_div_error(inductor_cpu_integer_div_error);
}

#include <torch/csrc/inductor/cpp_prefix.h>
#include <c10/util/Unroll.h>
#include <torch/csrc/inductor/aoti_torch/c/shim.h>




template <int64_t BLOCK_M, int64_t BLOCK_N, bool accum, bool prefetch=false>
inline void cpp_fused_add_addmm_t_tanh_1_micro_gemm_kernel(
    const float* __restrict__ A,
    const float* __restrict__ B,
    float* __restrict__ C,
    int64_t K,
    int64_t lda,
    int64_t ldb,
    int64_t ldc
) {
    using Vectorized = at::vec::Vectorized<float>;
    constexpr auto VLEN = Vectorized::size();
    constexpr auto ROWS = BLOCK_M;
    constexpr auto COLS = BLOCK_N / VLEN;

    Vectorized va;
    at::vec::VectorizedN<float, COLS> vb;
    at::vec::VectorizedN<float, ROWS*COLS> vc;
    auto loadc = [&](auto i) {
        if constexpr (accum) {
            constexpr int row = i / COLS;
            constexpr int col = i % COLS;
            vc[i] = Vectorized::loadu(C + row * ldc + col * VLEN);
        } else {
            vc[i] = Vectorized(0.0f);
        }
    };
    c10::ForcedUnroll<ROWS * COLS>{}(loadc);

    auto compute = [&, COLS](auto i, int k) {
        constexpr int row = i / COLS;
        constexpr int col = i % COLS;
        if constexpr (col == 0) {
            va = Vectorized(static_cast<float>(A[row * lda + k]));
        }

        if constexpr (row == 0) {
            vb[col] = Vectorized::loadu(B + k * ldb + col * VLEN);

        }

        constexpr int idx = row * COLS + col;
        vc[idx] = at::vec::fmadd(va, vb[col], vc[idx]);
    };

    for (int k = 0; k < K; ++k) {
        c10::ForcedUnroll<ROWS * COLS>{}(compute, k);
    }

    // store to C
    auto storec = [&](auto i) {
        constexpr int row = i / COLS;
        constexpr int col = i % COLS;
        vc[i].store(C + row * ldc + col * VLEN);
    };
    c10::ForcedUnroll<ROWS * COLS>{}(storec);
}

template <bool accum, bool prefetch=false>
inline void cpp_fused_add_addmm_t_tanh_1_micro_gemm(
    const float* __restrict__ A,
    const float* __restrict__ B,
    float* __restrict__ C,
    int64_t M,
    int64_t N,
    int64_t K,
    int64_t lda,
    int64_t ldb,
    int64_t ldc
) {
    using Vectorized = at::vec::Vectorized<float>;
    constexpr auto VLEN = Vectorized::size();
    AOTI_TORCH_CHECK(8 % VLEN == 0, "block_n dimension must be multiple of Vector size");
    AOTI_TORCH_CHECK(K % 1 == 0, "K dimension must be multiple of 1");
    // TODO(jgong5): loop unroll for M and N
    for (int64_t m = 0; m < M; m += 8) {
        int64_t block_m = std::min<int64_t>(M - m, 8);
        for (int64_t n = 0; n < N; n += 8) {
            int64_t block_n = std::min<int64_t>(N - n, 8);
            if (block_m == 8 && block_n == 8) {
                cpp_fused_add_addmm_t_tanh_1_micro_gemm_kernel<8, 8, accum, prefetch>(
                    A + m * lda,
                    B + n,
                    C + m * ldc + n,
                    K,
                    lda,
                    ldb,
                    ldc
                );
            } else {
                switch (block_m) {
                case 7:
                    cpp_fused_add_addmm_t_tanh_1_micro_gemm_kernel<7, 8, accum, prefetch>(
                        A + m * lda,
                        B + n,
                        C + m * ldc + n,
                        K,
                        lda,
                        ldb,
                        ldc
                    );
                    break;
                case 6:
                    cpp_fused_add_addmm_t_tanh_1_micro_gemm_kernel<6, 8, accum, prefetch>(
                        A + m * lda,
                        B + n,
                        C + m * ldc + n,
                        K,
                        lda,
                        ldb,
                        ldc
                    );
                    break;
                case 5:
                    cpp_fused_add_addmm_t_tanh_1_micro_gemm_kernel<5, 8, accum, prefetch>(
                        A + m * lda,
                        B + n,
                        C + m * ldc + n,
                        K,
                        lda,
                        ldb,
                        ldc
                    );
                    break;
                case 4:
                    cpp_fused_add_addmm_t_tanh_1_micro_gemm_kernel<4, 8, accum, prefetch>(
                        A + m * lda,
                        B + n,
                        C + m * ldc + n,
                        K,
                        lda,
                        ldb,
                        ldc
                    );
                    break;
                case 3:
                    cpp_fused_add_addmm_t_tanh_1_micro_gemm_kernel<3, 8, accum, prefetch>(
                        A + m * lda,
                        B + n,
                        C + m * ldc + n,
                        K,
                        lda,
                        ldb,
                        ldc
                    );
                    break;
                case 2:
                    cpp_fused_add_addmm_t_tanh_1_micro_gemm_kernel<2, 8, accum, prefetch>(
                        A + m * lda,
                        B + n,
                        C + m * ldc + n,
                        K,
                        lda,
                        ldb,
                        ldc
                    );
                    break;
                case 1:
                    cpp_fused_add_addmm_t_tanh_1_micro_gemm_kernel<1, 8, accum, prefetch>(
                        A + m * lda,
                        B + n,
                        C + m * ldc + n,
                        K,
                        lda,
                        ldb,
                        ldc
                    );
                    break;
                default:
                    AOTI_TORCH_CHECK(false, "Unsupported block_m: 8");
                }
            }
        }
    }
}

extern "C" 
void cpp_fused_add_addmm_t_tanh_1(const float* X, const float* W, const float* inp, float* Y, const int64_t ks77)
{


    constexpr int64_t num_threads = 2;
    constexpr int64_t N = 8;
    constexpr int64_t K = 16;
    constexpr int64_t Mr = 8;
    constexpr int64_t Nr = 8;
    constexpr int64_t Kr = 1;
    constexpr int64_t Nr_blocks = (N + Nr - 1) / Nr;
    constexpr int64_t Kr_blocks = (K + Kr - 1) / Kr;
    const int64_t M = static_cast<int64_t>(ks77);
    const int64_t Mr_blocks = (M + Mr - 1) / Mr;
    int64_t Mt_blocks, Nt_blocks, Kt_blocks;
    mm_get_thread_blocking(num_threads, 1, M, N, K, Mr, Nr, Kr, Mt_blocks, Nt_blocks, Kt_blocks);
    int64_t Mc_blocks, Nc_blocks, Kc_blocks;
    uint32_t L1_cache_size = 32768;
    uint32_t L2_cache_size = 524288;
    mm_get_cache_blocking<float, float>(
        num_threads,
        M,
        N,
        K,
        Mr,
        Nr,
        Kr,
        Mt_blocks,
        Nt_blocks,
        Kt_blocks,
        Mc_blocks,
        Nc_blocks,
        Kc_blocks,
        L1_cache_size,
        L2_cache_size
    );
    const int64_t num_Mc_blocks = (Mr_blocks + Mc_blocks - 1) / Mc_blocks;
    const int64_t num_Nc_blocks = (Nr_blocks + Nc_blocks - 1) / Nc_blocks;
    const int64_t num_Mt_blocks = (Mr_blocks + Mt_blocks - 1) / Mt_blocks;
    const int64_t num_Nt_blocks = (Nr_blocks + Nt_blocks - 1) / Nt_blocks;
    const int64_t num_Kt_blocks = (Kr_blocks + Kt_blocks - 1) / Kt_blocks;

    // make sure all partitions are assigned
    AOTI_TORCH_CHECK(
        Mt_blocks * Nt_blocks * Kt_blocks * 2 >= Mr_blocks * Nr_blocks * Kr_blocks,
        "Not all partitions are assigned."
    );
    std::unique_ptr<std::unique_ptr<float[]>[]> local_buf_ptrs;
    const int64_t num_Mc_blocks_per_thread_block = (Mt_blocks + Mc_blocks - 1) / Mc_blocks;
    const int64_t num_Nc_blocks_per_thread_block = (Nt_blocks + Nc_blocks - 1) / Nc_blocks;
    if (num_Kt_blocks > 1) {
        local_buf_ptrs.reset(new std::unique_ptr<float[]>[
            num_Mt_blocks * num_Nt_blocks *
            num_Mc_blocks_per_thread_block * num_Nc_blocks_per_thread_block *
            num_Kt_blocks
        ]);
    }
    #pragma omp parallel
    {

        #pragma omp for schedule(static, 1)
        for (int64_t tid = 0; tid < 2; tid++) {

            const int64_t k_group_id = tid / num_Kt_blocks;
            const int64_t k_slice_id = tid % num_Kt_blocks;
            const int64_t n_group_id = k_group_id / num_Nt_blocks;
            const int64_t n_slice_id = k_group_id % num_Nt_blocks;
            const int64_t k_block_start = k_slice_id * Kt_blocks;
            const int64_t k_block_end = std::min(k_block_start + Kt_blocks, Kr_blocks);
            const int64_t n_block_start = n_slice_id * Nt_blocks;
            const int64_t n_block_end = std::min(n_block_start + Nt_blocks, Nr_blocks);
            const int64_t m_block_start = std::min(n_group_id * Mt_blocks, Mr_blocks);
            const int64_t m_block_end = std::min(m_block_start + Mt_blocks, Mr_blocks);
            const int64_t num_Mc_blocks_per_thread = (m_block_end - m_block_start + Mc_blocks - 1) / Mc_blocks;
        auto _local_acc_buf = std::make_unique<float[]>(static_cast<int64_t>(Mc_blocks*Mr*Nc_blocks*Nr)); auto local_acc_buf = _local_acc_buf.get();
        for (int64_t mc_block_id = 0; mc_block_id < num_Mc_blocks_per_thread; mc_block_id++) {

            const int64_t my_mc_block_id = (mc_block_id + n_slice_id) % num_Mc_blocks_per_thread;
            const int64_t mc = m_block_start + my_mc_block_id * Mc_blocks;
            const int64_t m_start = mc * Mr;
            const int64_t m_end = std::min(std::min(mc + Mc_blocks, m_block_end) * Mr, M);
            const int64_t m_size = m_end - m_start;
            for (int64_t nc = n_block_start; nc < n_block_end; nc += Nc_blocks) {

                const int64_t n_start = nc * Nr;
                const int64_t n_end = std::min(std::min(nc + Nc_blocks, n_block_end) * Nr, N);
                const int64_t n_size = n_end - n_start;
                // NB: assume we pad N, nc_block_end won't exceed padded N here.
                const int64_t nc_block_end = std::min(nc + Nc_blocks, n_block_end);
                if (_local_acc_buf == nullptr) { _local_acc_buf = std::make_unique<float[]>(static_cast<int64_t>(Mc_blocks*Mr*Nc_blocks*Nr)); local_acc_buf = _local_acc_buf.get(); }
                for (int64_t kc = k_block_start; kc < k_block_end; kc += Kc_blocks) {
                    int64_t k_start = kc * Kr;
                    int64_t k_end = std::min(std::min(kc + Kc_blocks, k_block_end) * Kr, K);
                    for (int64_t nci = nc; nci < nc_block_end; nci++) {
                        if (kc == k_block_start) {
                            cpp_fused_add_addmm_t_tanh_1_micro_gemm<static_cast<bool>(false), static_cast<bool>(false)>(
                                &(X[static_cast<int64_t>(k_start + 16L*m_start)]),
                                &(W[static_cast<int64_t>(8L*k_start + 128L*nci)]),
                                &(local_acc_buf[static_cast<int64_t>(Nr*nci + ((-1L)*Nr*nc))]),
                                static_cast<int64_t>(m_end + ((-1L)*m_start)),
                                static_cast<int64_t>(Nr),
                                static_cast<int64_t>(k_end + ((-1L)*k_start)),
                                static_cast<int64_t>(16L),
                                static_cast<int64_t>(8L),
                                static_cast<int64_t>(Nc_blocks*Nr)
                            );

                        } else {
                            cpp_fused_add_addmm_t_tanh_1_micro_gemm<static_cast<bool>(true), static_cast<bool>(false)>(
                                &(X[static_cast<int64_t>(k_start + 16L*m_start)]),
                                &(W[static_cast<int64_t>(8L*k_start + 128L*nci)]),
                                &(local_acc_buf[static_cast<int64_t>(Nr*nci + ((-1L)*Nr*nc))]),
                                static_cast<int64_t>(m_end + ((-1L)*m_start)),
                                static_cast<int64_t>(Nr),
                                static_cast<int64_t>(k_end + ((-1L)*k_start)),
                                static_cast<int64_t>(16L),
                                static_cast<int64_t>(8L),
                                static_cast<int64_t>(Nc_blocks*Nr)
                            );

                        }
                    }
                }
                if (num_Kt_blocks > 1) {
                    const int64_t n_cache_block_id = (nc - n_block_start) / Nc_blocks;
                    const int64_t mxn_cache_block_id =
                        ((n_group_id * num_Nt_blocks + n_slice_id) *
                         num_Mc_blocks_per_thread_block + my_mc_block_id) *
                            num_Nc_blocks_per_thread_block +
                        n_cache_block_id;
                    local_buf_ptrs[mxn_cache_block_id * num_Kt_blocks + k_slice_id].reset(
                        _local_acc_buf.release());
                } else
                {
                    {
                        #pragma GCC ivdep
                        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(m_end + ((-1L)*m_start)); x0+=static_cast<int64_t>(1L))
                        {
                            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(n_end + ((-1L)*n_start)); x1+=static_cast<int64_t>(8L))
                            {
                                {
                                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(n_end + ((-1L)*n_start)), static_cast<int64_t>(8L))))))
                                    {
                                        auto tmp0 = at::vec::Vectorized<float>::loadu(inp + static_cast<int64_t>(n_start + x1), static_cast<int64_t>(8));
                                        auto tmp1 = at::vec::Vectorized<float>::loadu(local_acc_buf + static_cast<int64_t>(x1 + Nc_blocks*Nr*x0), static_cast<int64_t>(8));
                                        auto tmp2 = tmp0 + tmp1;
                                        auto tmp3 = tmp2.tanh();
                                        auto tmp4 = static_cast<float>(1.0);
                                        auto tmp5 = at::vec::Vectorized<float>(tmp4);
                                        auto tmp6 = tmp3 + tmp5;
                                        tmp6.store(Y + static_cast<int64_t>(n_start + x1 + 8L*m_start + 8L*x0));
                                    }
                                    if(C10_UNLIKELY(x1 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(n_end + ((-1L)*n_start)), static_cast<int64_t>(8L)))) && x1 < static_cast<int64_t>(n_end + ((-1L)*n_start))))
                                    {
                                        auto tmp0 = at::vec::Vectorized<float>::loadu(inp + static_cast<int64_t>(n_start + x1), static_cast<int64_t>(n_end + ((-1L)*n_start) + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(n_end + ((-1L)*n_start)), static_cast<int64_t>(8L)))));
                                        auto tmp1 = at::vec::Vectorized<float>::loadu(local_acc_buf + static_cast<int64_t>(x1 + Nc_blocks*Nr*x0), static_cast<int64_t>(n_end + ((-1L)*n_start) + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(n_end + ((-1L)*n_start)), static_cast<int64_t>(8L)))));
                                        auto tmp2 = tmp0 + tmp1;
                                        auto tmp3 = tmp2.tanh();
                                        auto tmp4 = static_cast<float>(1.0);
                                        auto tmp5 = at::vec::Vectorized<float>(tmp4);
                                        auto tmp6 = tmp3 + tmp5;
                                        tmp6.store(Y + static_cast<int64_t>(n_start + x1 + 8L*m_start + 8L*x0), static_cast<int64_t>(n_end + ((-1L)*n_start) + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(n_end + ((-1L)*n_start)), static_cast<int64_t>(8L)))));
                                    }
                                }
                            }
                        }
                    }

                }
            }
        }
            }
        if (num_Kt_blocks > 1) {
            #pragma omp for schedule(static, 1)
            for (int64_t tid = 0; tid < 2; tid++) {

                const int64_t k_group_id = tid / num_Kt_blocks;
                const int64_t k_slice_id = tid % num_Kt_blocks;
                const int64_t n_group_id = k_group_id / num_Nt_blocks;
                const int64_t n_slice_id = k_group_id % num_Nt_blocks;
                const int64_t k_block_start = k_slice_id * Kt_blocks;
                const int64_t k_block_end = std::min(k_block_start + Kt_blocks, Kr_blocks);
                const int64_t n_block_start = n_slice_id * Nt_blocks;
                const int64_t n_block_end = std::min(n_block_start + Nt_blocks, Nr_blocks);
                const int64_t m_block_start = std::min(n_group_id * Mt_blocks, Mr_blocks);
                const int64_t m_block_end = std::min(m_block_start + Mt_blocks, Mr_blocks);
                const int64_t num_Mc_blocks_per_thread = (m_block_end - m_block_start + Mc_blocks - 1) / Mc_blocks;
                for (int64_t mc = m_block_start; mc < m_block_end; mc += Mc_blocks) {
                    // We slice M-dim and each thread in the k-slicing group works on a slice
                    const int64_t m_start_unsliced = mc * Mr;
                    const int64_t m_end_unsliced = std::min(std::min(mc + Mc_blocks, m_block_end) * Mr, M);
                    const int64_t m_size_unsliced = m_end_unsliced - m_start_unsliced;
                    const int64_t m_slice_size = (m_size_unsliced + num_Kt_blocks - 1) / num_Kt_blocks;
                    const int64_t m_start = std::min(m_start_unsliced + m_slice_size * k_slice_id, m_end_unsliced);
                    const int64_t m_end = std::min(m_start_unsliced + m_slice_size * (k_slice_id + 1), m_end_unsliced);
                    const int64_t m_size = m_end - m_start;
                    const int64_t m_offset = m_start - m_start_unsliced;
                    const int64_t m_cache_block_id = (mc - m_block_start) / Mc_blocks;
                    for (int64_t nc = n_block_start; nc < n_block_end; nc += Nc_blocks) {
                        const int64_t n_start = nc * Nr;
                        const int64_t n_end = std::min(std::min(nc + Nc_blocks, n_block_end) * Nr, N);
                        const int64_t n_size = n_end - n_start;
                        const int64_t n_cache_block_id = (nc - n_block_start) / Nc_blocks;
                        const int64_t mxn_cache_block_id =
                            ((n_group_id * num_Nt_blocks + n_slice_id) *
                             num_Mc_blocks_per_thread_block + m_cache_block_id) *
                                num_Nc_blocks_per_thread_block +
                            n_cache_block_id;
                        auto local_acc_buf = local_buf_ptrs[mxn_cache_block_id * num_Kt_blocks].get();
                        for (int64_t other_slice = 1; other_slice < num_Kt_blocks; other_slice++) {
                            auto other_acc = local_buf_ptrs[mxn_cache_block_id * num_Kt_blocks + other_slice].get();
                            for (int64_t m = m_offset; m < m_offset + m_size; m++) {
                                #pragma omp simd
                                for (int64_t n = 0; n < n_size; n++) {
                                    local_acc_buf[m*Nc_blocks*Nr + n] += other_acc[m*Nc_blocks*Nr + n];
                                }
                            }
                        }
                        {
                        #pragma GCC ivdep
                        for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(m_size); x0+=static_cast<int64_t>(1L))
                        {
                            for(int64_t x1=static_cast<int64_t>(0L); x1<static_cast<int64_t>(n_size); x1+=static_cast<int64_t>(8L))
                            {
                                {
                                    if(C10_LIKELY(x1 >= static_cast<int64_t>(0) && x1 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(n_size), static_cast<int64_t>(8L))))))
                                    {
                                        auto tmp0 = at::vec::Vectorized<float>::loadu(inp + static_cast<int64_t>(n_start + x1), static_cast<int64_t>(8));
                                        auto tmp1 = at::vec::Vectorized<float>::loadu(local_acc_buf + static_cast<int64_t>(x1 + Nc_blocks*Nr*m_offset + Nc_blocks*Nr*x0), static_cast<int64_t>(8));
                                        auto tmp2 = tmp0 + tmp1;
                                        auto tmp3 = tmp2.tanh();
                                        auto tmp4 = static_cast<float>(1.0);
                                        auto tmp5 = at::vec::Vectorized<float>(tmp4);
                                        auto tmp6 = tmp3 + tmp5;
                                        tmp6.store(Y + static_cast<int64_t>(n_start + x1 + 8L*m_start + 8L*x0));
                                    }
                                    if(C10_UNLIKELY(x1 >= static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>(n_size), static_cast<int64_t>(8L)))) && x1 < static_cast<int64_t>(n_size)))
                                    {
                                        auto tmp0 = at::vec::Vectorized<float>::loadu(inp + static_cast<int64_t>(n_start + x1), static_cast<int64_t>(n_size + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(n_size), static_cast<int64_t>(8L)))));
                                        auto tmp1 = at::vec::Vectorized<float>::loadu(local_acc_buf + static_cast<int64_t>(x1 + Nc_blocks*Nr*m_offset + Nc_blocks*Nr*x0), static_cast<int64_t>(n_size + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(n_size), static_cast<int64_t>(8L)))));
                                        auto tmp2 = tmp0 + tmp1;
                                        auto tmp3 = tmp2.tanh();
                                        auto tmp4 = static_cast<float>(1.0);
                                        auto tmp5 = at::vec::Vectorized<float>(tmp4);
                                        auto tmp6 = tmp3 + tmp5;
                                        tmp6.store(Y + static_cast<int64_t>(n_start + x1 + 8L*m_start + 8L*x0), static_cast<int64_t>(n_size + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(n_size), static_cast<int64_t>(8L)))));
                                    }
                                }
                            }
                        }
                    }

                    }
                }
            }
        }

    }
}

// Compile cmd
// g++ dyn-batch-mlp-max-autotune-cpp.kernel.cpp -D TORCH_INDUCTOR_CPP_WRAPPER -D CPU_CAPABILITY_AVX2 -O3 -std=c++20 -fopenmp -c -o dyn-batch-mlp-max-autotune-cpp.kernel.o
