// As torch 2.13 emits for x[i % x.shape[0]], shortened.
//@ shortened

//@ caches float32 cuda
//@ kernels CUfunction triton_poi_fused_index_remainder_0

//@ model 1 arg0_1 arg1_1

//@ namespace

//@ launcher triton_poi_fused_index_remainder_0 *in_ptr0:i64 *in_ptr1:fp32 *out_ptr0:fp32 ks0:i64 xnumel:i32
//@ pointwise 32
        x1 = xindex // 8
        x0 = (xindex % 8)
        x2 = xindex
        tmp0 = tl.load(in_ptr0 + (x1), xmask, eviction_policy='evict_last')
        tmp1 = (ks0).to(tl.int32)
        tmp2 = (tmp0 % tmp1)
        tmp3 = tl.full([1], 0, tl.int32)
        tmp4 = tmp2 != tmp3
        tmp5 = (libdevice.signbit(tmp2) != 0) if (tmp2).dtype is tl.float32 else tmp2 < 0
        tmp6 = (libdevice.signbit(tmp1) != 0) if (tmp1).dtype is tl.float32 else tmp1 < 0
        tmp7 = tmp5 != tmp6
        tmp8 = tmp4 & tmp7
        tmp9 = tmp2 + tmp1
        tmp10 = tl.where(tmp8, tmp9, tmp2)
        tmp11 = tmp10 + tmp1
        tmp12 = tmp10 < 0
        tmp13 = tl.where(tmp12, tmp11, tmp10)
        tl.device_assert(((0 <= tmp13) & (tmp13 < ks0)) | ~(xmask), "index out of bounds: 0 <= tmp13 < ks0")
        tmp15 = tl.load(in_ptr1 + (x0 + 8*tmp13), xmask)
        tl.store(out_ptr0 + (x2), tmp15, xmask)
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
    // Topologically Sorted Source Nodes: [remainder, index], Original ATen: [aten.remainder, aten.index]
    int64_t triton_poi_fused_index_remainder_0_xnumel = 8L*s95;
    call_triton_poi_fused_index_remainder_0(arg1_1, arg0_1, buf0, s77, triton_poi_fused_index_remainder_0_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
    arg1_1.reset();
//@ release buf0
