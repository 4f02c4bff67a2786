// As torch 2.13 emits for layer_norm over 3000 elements, shortened.
//@ shortened

//@ caches float32 cuda
//@ kernels CUfunction triton_red_fused_native_layer_norm_0

//@ model 1 arg0_1

//@ namespace

//@ launcher triton_red_fused_native_layer_norm_0 *in_ptr0:fp32 *out_ptr2:fp32 xnumel:i32 r0_numel:i32
    @triton_heuristics.reduction(
        size_hints={'x': 32, 'r0_': 4096},
        reduction_hint=ReductionHint.INNER,
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr2': '*fp32', 'xnumel': 'i32', 'r0_numel': 'i32', 'XBLOCK': 'constexpr', 'R0_BLOCK': 'constexpr'}, 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_red_fused_native_layer_norm_0', 'assert_indirect_indexing': True},
    )
    @triton.jit
    def triton_red_fused_native_layer_norm_0(in_ptr0, out_ptr2, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        r0_numel = 3000
        rnumel = r0_numel
        RBLOCK: tl.constexpr = R0_BLOCK
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:, None]
        xmask = xindex < xnumel
        r0_base = tl.arange(0, R0_BLOCK)[None, :]
        rbase = r0_base
        x0 = xindex
        tmp2_mean = tl.zeros([XBLOCK, R0_BLOCK], tl.float32)
        tmp2_m2 = tl.zeros([XBLOCK, R0_BLOCK], tl.float32)
        tmp2_weight = tl.zeros([XBLOCK, R0_BLOCK], tl.float32)
        for r0_offset in tl.range(0, r0_numel, R0_BLOCK):
            r0_index = r0_offset + r0_base
            r0_mask = r0_index < r0_numel
            roffset = r0_offset
            rindex = r0_index
            r0_1 = r0_index
            tmp0 = tl.load(in_ptr0 + (r0_1 + 3000*x0), r0_mask & xmask, eviction_policy='evict_last', other=0.0)
            tmp1 = tl.broadcast_to(tmp0, [XBLOCK, R0_BLOCK])
            tmp2_mean_next, tmp2_m2_next, tmp2_weight_next = triton_helpers.welford_reduce(
                tmp1, tmp2_mean, tmp2_m2, tmp2_weight, roffset == 0
            )
            tmp2_mean = tl.where(r0_mask & xmask, tmp2_mean_next, tmp2_mean)
            tmp2_m2 = tl.where(r0_mask & xmask, tmp2_m2_next, tmp2_m2)
            tmp2_weight = tl.where(r0_mask & xmask, tmp2_weight_next, tmp2_weight)
        tmp3, tmp4, tmp5 = triton_helpers.welford(tmp2_mean, tmp2_m2, tmp2_weight, 1)
        tmp2 = tmp3[:, None]
        tmp6 = tmp4[:, None]
        tmp7 = tmp5[:, None]
        for r0_offset in tl.range(0, r0_numel, R0_BLOCK):
            r0_index = r0_offset + r0_base
            r0_mask = r0_index < r0_numel
            roffset = r0_offset
            rindex = r0_index
            r0_1 = r0_index
            tmp8 = tl.load(in_ptr0 + (r0_1 + 3000*x0), r0_mask & xmask, eviction_policy='evict_first', other=0.0)
            tmp9 = tmp8 - tmp2
            tmp10 = tl.full([1, 1], 3000.0, tl.float32)
            tmp11 = (tmp6 / tmp10)
            tmp12 = tl.full([1, 1], 1e-05, tl.float32)
            tmp13 = tmp11 + tmp12
            tmp14 = libdevice.rsqrt(tmp13)
            tmp15 = tmp9 * tmp14
            tl.store(out_ptr2 + (r0_1 + 3000*x0), tmp15, r0_mask & xmask)
//@ launch 16 xnumel shared=192

namespace torch::aot_inductor {

//@ input arg0_1 float32 cuda sizes 2.. 2.. 3000 strides ? 3000 1
//@ run

//@ sizes arg0_1 s97 s98
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s97, s98, 3000L}, {3000L*s98, 3000L, 1L}, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s97, s98, 3000L};
    const int64_t int_array_1[] = {3000L*s98, 3000L, 1L};
//@ empty buf3 3 int_array_0 int_array_1 float32 cuda
    // Topologically Sorted Source Nodes: [layer_norm], Original ATen: [aten.native_layer_norm]
    int64_t triton_red_fused_native_layer_norm_0_xnumel = s97*s98;
    call_triton_red_fused_native_layer_norm_0(arg0_1, buf3, triton_red_fused_native_layer_norm_0_xnumel, 3000L, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
//@ release buf3
