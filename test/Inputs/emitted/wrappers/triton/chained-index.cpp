// As torch 2.13 emits for x[j[i]], shortened.
//@ shortened

//@ caches float32 cuda
//@ kernels CUfunction triton_poi_fused_index_0

//@ model 1 arg0_1 arg1_1 arg2_1

//@ namespace

//@ launcher triton_poi_fused_index_0 *in_ptr0:i64 *in_ptr1:i64 *in_ptr2:fp32 *out_ptr0:fp32 ks0:i64 ks1:i64 xnumel:i32
//@ pointwise 8
        x1 = xindex // 4
        x0 = (xindex % 4)
        x2 = xindex
        tmp0 = tl.load(in_ptr0 + (x1), xmask, eviction_policy='evict_last')
        tmp1 = (ks0).to(tl.int32)
        tmp2 = tmp0 + tmp1
        tmp3 = tmp0 < 0
        tmp4 = tl.where(tmp3, tmp2, tmp0)
        tl.device_assert(((0 <= tmp4) & (tmp4 < ks0)) | ~(xmask), "index out of bounds: 0 <= tmp4 < ks0")
        tmp6 = tl.load(in_ptr1 + (tmp4), xmask, eviction_policy='evict_last')
        tmp7 = (ks1).to(tl.int32)
        tmp8 = tmp6 + tmp7
        tmp9 = tmp6 < 0
        tmp10 = tl.where(tmp9, tmp8, tmp6)
        tl.device_assert(((0 <= tmp10) & (tmp10 < ks1)) | ~(xmask), "index out of bounds: 0 <= tmp10 < ks1")
        tmp12 = tl.load(in_ptr2 + (x0 + 4*tmp10), xmask)
        tl.store(out_ptr0 + (x2), tmp12, xmask)
//@ launch 1 xnumel/8

namespace torch::aot_inductor {

//@ input arg0_1 float32 cuda sizes 2..64 4 strides 4 1
//@ input arg1_1 int64 cuda sizes 2..64 strides 1
//@ input arg2_1 int64 cuda sizes 2..64 strides 1
//@ run

//@ sizes arg0_1 s13
//@ sizes arg1_1 s77
//@ sizes arg2_1 s95
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg2_1, {s95, }, {1L, }, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s77, }, {1L, }, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s13, 4L}, {4L, 1L}, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s95, 4L};
    static constexpr int64_t int_array_1[] = {4L, 1L};
//@ empty buf0 2 int_array_0 int_array_1 float32 cuda
    // Topologically Sorted Source Nodes: [index, index_1], Original ATen: [aten.index]
    int64_t triton_poi_fused_index_0_xnumel = 4L*s95;
    call_triton_poi_fused_index_0(arg2_1, arg1_1, arg0_1, buf0, s77, s13, triton_poi_fused_index_0_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
    arg1_1.reset();
    arg2_1.reset();
//@ release buf0
