// As torch 2.13 emits for x.index_copy(0, where(c >= 0, c, x.shape[0] - 1), ones), c = cumsum(l) - 1, shortened.
//@ shortened

CACHE_TORCH_DTYPE(int64);
//@ caches float32 cuda
//@ kernels CUfunction triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1 triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2 triton_red_fused_cumsum_0

//@ model 1 arg0_1 arg1_1

//@ namespace

//@ launcher triton_red_fused_cumsum_0 *in_ptr0:i64 *out_ptr0:i64 *out_ptr1:i64 xnumel:- r0_numel:i32
    @triton.jit
    def _triton_helper_fn_add0(arg0_0, arg1_0):
        tmp0 = arg0_0 + arg1_0
        return tmp0

    @triton_heuristics.reduction(
        size_hints={'x': 1, 'r0_': 16},
        reduction_hint=ReductionHint.INNER,
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*i64', 'out_ptr0': '*i64', 'out_ptr1': '*i64', 'xnumel': 'constexpr', 'r0_numel': 'i32', 'XBLOCK': 'constexpr', 'R0_BLOCK': 'constexpr'}, 'constants': {'xnumel': 1}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_red_fused_cumsum_0', 'assert_indirect_indexing': True},
    )
    @triton.jit
    def triton_red_fused_cumsum_0(in_ptr0, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        xnumel = 1
        rnumel = r0_numel
        RBLOCK: tl.constexpr = R0_BLOCK
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:, None]
        xmask = tl.full([XBLOCK], True, tl.int1)[:, None]
        r0_base = tl.arange(0, R0_BLOCK)[None, :]
        rbase = r0_base
        tmp3 = tl.full([XBLOCK, 1], 0, tl.int64)
        tmp9 = tl.full([XBLOCK, 1], 0, tl.int64)
        for r0_offset in tl.range(0, r0_numel, R0_BLOCK):
            r0_index = r0_offset + r0_base
            r0_mask = r0_index < r0_numel
            roffset = r0_offset
            rindex = r0_index
            r0_0 = r0_index
            tmp0 = tl.load(in_ptr0 + (r0_0), r0_mask, eviction_policy='evict_first', other=0.0)
            tmp1 = tmp0.to(tl.int64)
            tmp2 = tl.broadcast_to(tmp1, [XBLOCK, R0_BLOCK])
            tmp4, = tl.associative_scan((tmp2,), 1, _triton_helper_fn_add0)
            tmp5 = triton_helpers.select_one((tmp4), rbase == (RBLOCK - 1), dim=-1, keep_dims=True)
            tmp6 = tmp3 + tmp5
            tmp7 = tmp3 + tmp4
            tmp8 = tl.where(roffset > 0, tmp7, tmp4)
            tmp3 = tl.where(roffset > 0, tmp6, tmp5)
            tmp10 = tmp9 + tmp5
            tmp11 = tmp9 + tmp4
            tmp12 = tl.where(roffset > 0, tmp11, tmp4)
            tmp9 = tl.where(roffset > 0, tmp10, tmp5)
            tl.store(out_ptr0 + (tl.broadcast_to(r0_0, [XBLOCK, R0_BLOCK])), tmp8, r0_mask)
            tl.store(out_ptr1 + (tl.broadcast_to(r0_0, [XBLOCK, R0_BLOCK])), tmp12, r0_mask)
//@ launch 2 xnumel

//@ launcher triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1 *in_ptr0:fp32 *out_ptr0:fp32 xnumel:i32
//@ pointwise 512
        x0 = xindex
        tmp0 = tl.load(in_ptr0 + (x0), xmask)
        tl.store(out_ptr0 + (x0), tmp0, xmask)
//@ launch 4 xnumel/256

//@ launcher triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2 *in_ptr0:i64 *in_ptr1:i64 *out_ptr0:fp32 ks0:i64 xnumel:i64
    @triton_heuristics.pointwise(
        size_hints={'x': 128},
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*i64', 'in_ptr1': '*i64', 'out_ptr0': '*fp32', 'ks0': 'i64', 'xnumel': 'i64', 'XBLOCK': 'constexpr'}, 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2', 'assert_indirect_indexing': True},
        min_elem_per_thread=0
    )
    @triton.jit
    def triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2(in_ptr0, in_ptr1, out_ptr0, ks0, xnumel, XBLOCK : tl.constexpr):
        xoffset = tl.program_id(0).to(tl.int64) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:].to(tl.int64)
        xmask = xindex < xnumel
        x1 = xindex // 8
        x0 = (xindex % 8)
        tmp0 = tl.load(in_ptr0 + (x1), xmask, eviction_policy='evict_last')
        tmp5 = tl.load(in_ptr1 + (x1), xmask, eviction_policy='evict_last')
        tmp1 = tl.full([1], 1, tl.int64)
        tmp2 = tmp0 - tmp1
        tmp3 = tl.full([1], 0, tl.int64)
        tmp4 = tmp2 >= tmp3
        tmp6 = tmp5 - tmp1
        tmp7 = ((-1) + ks0).to(tl.int64)
        tmp8 = tl.where(tmp4, tmp6, tmp7)
        tmp9 = (ks0).to(tl.int64)
        tmp10 = tmp8 + tmp9
        tmp11 = tmp8 < 0
        tmp12 = tl.where(tmp11, tmp10, tmp8)
        tl.device_assert(((0 <= tmp12) & (tmp12 < ks0)) | ~(xmask), "index out of bounds: 0 <= tmp12 < ks0")
        tmp14 = tl.full([1], 1.0, tl.float32)
        tl.store(out_ptr0 + (x0 + 8*tmp12), tmp14, xmask)
//@ launch 4 xnumel/128

namespace torch::aot_inductor {

//@ input arg0_1 float32 cuda sizes 2..230400 8 strides 8 1
//@ input arg1_1 int64 cuda sizes 2..2147483647 strides 1
//@ run

//@ sizes arg0_1 s97
//@ sizes arg1_1 s52
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s52, }, {1L, }, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s52, };
    static constexpr int64_t int_array_1[] = {1L, };
//@ empty buf0 1 int_array_0 int_array_1 int64 cuda
//@ empty buf1 1 int_array_0 int_array_1 int64 cuda
    // Topologically Sorted Source Nodes: [cumsum, cumsum_1], Original ATen: [aten.cumsum]
    call_triton_red_fused_cumsum_0(arg1_1, buf0, buf1, 1L, s52, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg1_1.reset();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s97, 8L}, {8L, 1L}, "input"); }
    const int64_t int_array_2[] = {s97, 8L};
    static constexpr int64_t int_array_3[] = {8L, 1L};
//@ empty buf2 2 int_array_2 int_array_3 float32 cuda
    // Topologically Sorted Source Nodes: [sub, ge, sub_1, where, ones, index_copy], Original ATen: [aten.sub, aten.ge, aten.scalar_tensor, aten.where, aten.ones, aten.index_copy]
    int64_t triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1_xnumel = 8L*s97;
    call_triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1(arg0_1, buf2, triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
    // Topologically Sorted Source Nodes: [sub, ge, sub_1, where, ones, index_copy], Original ATen: [aten.sub, aten.ge, aten.scalar_tensor, aten.where, aten.ones, aten.index_copy]
    int64_t triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2_xnumel = 8L*s52;
    call_triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2(buf0, buf1, buf2, s97, triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    buf0.reset();
    buf1.reset();
//@ release buf2
