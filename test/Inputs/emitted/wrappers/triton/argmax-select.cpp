// As torch 2.13 emits for x[x.argmax()], shortened.
//@ shortened

//@ caches int64 cuda
//@ kernels CUfunction triton_per_fused_argmax_0

//@ model 1 arg0_1

//@ namespace

//@ launcher triton_per_fused_argmax_0 *in_ptr0:fp32 *out_ptr0:i64 xnumel:- r0_numel:i32
    @triton_heuristics.persistent_reduction(
        size_hints={'x': 1, 'r0_': 8},
        reduction_hint=ReductionHint.INNER,
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*i64', 'xnumel': 'constexpr', 'r0_numel': 'i32', 'XBLOCK': 'constexpr'}, 'constants': {'xnumel': 1}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_per_fused_argmax_0', 'assert_indirect_indexing': True},
    )
    @triton.jit
    def triton_per_fused_argmax_0(in_ptr0, out_ptr0, xnumel, r0_numel, XBLOCK : tl.constexpr):
        xnumel = 1
        R0_BLOCK: tl.constexpr = 64
        rnumel = r0_numel
        RBLOCK: tl.constexpr = R0_BLOCK
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:, None]
        xmask = tl.full([XBLOCK], True, tl.int1)[:, None]
        r0_index = tl.arange(0, R0_BLOCK)[None, :]
        r0_offset = 0
        r0_mask = r0_index < r0_numel
        roffset = r0_offset
        rindex = r0_index
        r0_0 = r0_index
        tmp0 = tl.load(in_ptr0 + (r0_0), r0_mask, eviction_policy='evict_first', other=0.0)
        tmp1 = tl.broadcast_to(tmp0, [XBLOCK, R0_BLOCK])
        tmp3 = tl.where(r0_mask, tmp1, float("-inf"))
        tmp4 = tl.broadcast_to(rindex, tmp3.shape)
        tmp2_val, tmp2_idx = triton_helpers.max_with_index(tmp3, tmp4, 1)
        tmp2 = tmp2_idx[:, None]
        tl.store(out_ptr0 + (tl.full([1, 1], 0, tl.int32).broadcast_to(XBLOCK, 1)), tmp2, None)
//@ launch 2 xnumel shared=16 first=1

namespace torch::aot_inductor {

//@ input arg0_1 float32 cuda sizes 2..64 strides 1
//@ run

//@ sizes arg0_1 s77
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s77, }, {1L, }, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t *int_array_0=nullptr;
//@ empty buf0 0 int_array_0 int_array_0 int64 cuda
    // Topologically Sorted Source Nodes: [argmax], Original ATen: [aten.argmax]
    call_triton_per_fused_argmax_0(arg0_1, buf0, 1L, s77, this->device_idx_, stream, kernels, this->cubin_dir_);
//@ item u0 buf0
    buf0.reset();
    auto u1_index = u0 < 0 ? u0 + s77: u0;
    auto u1_index_clamped = u1_index;
    auto u1 = 0L + 1L * u1_index_clamped;
    auto var_0 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg0_1, 0, int_array_0, int_array_0, u1));
//@ release var_0
