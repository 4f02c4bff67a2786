// As torch 2.13 emits for a product that is summed over a dynamic dimension, shortened.
//@ shortened

//@ caches float32 cuda
//@ kernels CUfunction triton_red_fused_mul_sum_unsqueeze_0

//@ model 1 arg0_1 arg1_1

//@ namespace

//@ launcher triton_red_fused_mul_sum_unsqueeze_0 *in_ptr0:fp32 *in_ptr1:fp32 *out_ptr0:fp32 ks0:i64 xnumel:i32 r0_numel:i32
    @triton_heuristics.reduction(
        size_hints={'x': 32, 'r0_': 8},
        reduction_hint=ReductionHint.DEFAULT,
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'in_ptr1': '*fp32', 'out_ptr0': '*fp32', 'ks0': 'i64', 'xnumel': 'i32', 'r0_numel': 'i32', 'XBLOCK': 'constexpr', 'R0_BLOCK': 'constexpr'}, 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_red_fused_mul_sum_unsqueeze_0', 'assert_indirect_indexing': True},
    )
    @triton.jit
    def triton_red_fused_mul_sum_unsqueeze_0(in_ptr0, in_ptr1, out_ptr0, ks0, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        rnumel = r0_numel
        RBLOCK: tl.constexpr = R0_BLOCK
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:, None]
        xmask = xindex < xnumel
        r0_base = tl.arange(0, R0_BLOCK)[None, :]
        rbase = r0_base
        x0 = (xindex % 8)
        x1 = xindex // 8
        _tmp4 = tl.full([XBLOCK, R0_BLOCK], 0, tl.float32)
        x3 = xindex
        for r0_offset in tl.range(0, r0_numel, R0_BLOCK):
            r0_index = r0_offset + r0_base
            r0_mask = r0_index < r0_numel
            roffset = r0_offset
            rindex = r0_index
            r0_2 = r0_index
            tmp0 = tl.load(in_ptr0 + (x0 + 8*r0_2 + 8*ks0*x1), r0_mask & xmask, eviction_policy='evict_first', other=0.0)
            tmp1 = tl.load(in_ptr1 + (r0_2 + ks0*x1), r0_mask & xmask, eviction_policy='evict_last', other=0.0)
            tmp2 = tmp0 * tmp1
            tmp3 = tl.broadcast_to(tmp2, [XBLOCK, R0_BLOCK])
            tmp5 = _tmp4 + tmp3
            _tmp4 = tl.where(r0_mask & xmask, tmp5, _tmp4)
        tmp4 = tl.sum(_tmp4, 1)[:, None]
        tl.store(out_ptr0 + (x3), tmp4, xmask)
//@ launch 2 xnumel/2

namespace torch::aot_inductor {

//@ input arg0_1 float32 cuda sizes 2..32 2..256 8 strides ? 8 1
//@ input arg1_1 float32 cuda sizes 2..32 2..256 strides ? 1
//@ run

//@ sizes arg0_1 s17
    int64_t s77 = s17;
    int64_t s27 = arg0_1_size[1];
    int64_t s94 = s27;
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s17, s27, 8L}, {8L*s27, 8L, 1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s17, s27}, {s27, 1L}, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s17, 8L};
    static constexpr int64_t int_array_1[] = {8L, 1L};
//@ empty buf0 2 int_array_0 int_array_1 float32 cuda
    // Topologically Sorted Source Nodes: [unsqueeze, mul, sum_1], Original ATen: [aten.unsqueeze, aten.mul, aten.sum]
    int64_t triton_red_fused_mul_sum_unsqueeze_0_xnumel = 8L*s17;
    call_triton_red_fused_mul_sum_unsqueeze_0(arg0_1, arg1_1, buf0, s27, triton_red_fused_mul_sum_unsqueeze_0_xnumel, s27, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
    arg1_1.reset();
//@ release buf0
