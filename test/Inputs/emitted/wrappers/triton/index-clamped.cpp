// As torch 2.13 emits for x[i.clamp(0, x.shape[0] - 1)], shortened.
//@ shortened

//@ caches float32 cuda
//@ kernels CUfunction triton_poi_fused_clamp_index_0

//@ model 1 arg0_1 arg1_1

//@ namespace

//@ launcher triton_poi_fused_clamp_index_0 *in_ptr0:i64 *in_ptr1:fp32 *out_ptr0:fp32 ks0:i64 xnumel:i32
//@ pointwise 32
        x1 = xindex // 8
        x0 = (xindex % 8)
        x2 = xindex
        tmp0 = tl.load(in_ptr0 + (x1), xmask, eviction_policy='evict_last')
        tmp1 = tl.full([1], 0, tl.int64)
        tmp2 = triton_helpers.maximum(tmp0, tmp1)
        tmp3 = ((-1) + ks0).to(tl.int32)
        tmp4 = triton_helpers.minimum(tmp2, tmp3)
        tmp5 = (ks0).to(tl.int32)
        tmp6 = tmp4 + tmp5
        tmp7 = tmp4 < 0
        tmp8 = tl.where(tmp7, tmp6, tmp4)
        tl.device_assert(((0 <= tmp8) & (tmp8 < ks0)) | ~(xmask), "index out of bounds: 0 <= tmp8 < ks0")
        tmp10 = tl.load(in_ptr1 + (x0 + 8*tmp8), xmask)
        tl.store(out_ptr0 + (x2), tmp10, xmask)
//@ launch 1 xnumel/32

namespace torch::aot_inductor {

//@ input arg0_1 float32 cuda sizes 2..64 8 strides 8 1
//@ input arg1_1 int64 cuda sizes 2..64 strides 1
//@ run

//@ sizes arg0_1 s77
//@ sizes arg1_1 s95
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s95, }, {1L, }, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s77, 8L}, {8L, 1L}, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s95, 8L};
    static constexpr int64_t int_array_1[] = {8L, 1L};
//@ empty buf0 2 int_array_0 int_array_1 float32 cuda
    // Topologically Sorted Source Nodes: [clamp, index], Original ATen: [aten.clamp, aten.index]
    int64_t triton_poi_fused_clamp_index_0_xnumel = 8L*s95;
    call_triton_poi_fused_clamp_index_0(arg1_1, arg0_1, buf0, s77, triton_poi_fused_clamp_index_0_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
    arg1_1.reset();
//@ release buf0
