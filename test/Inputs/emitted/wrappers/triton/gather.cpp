// As torch 2.13 emits for torch.gather(x, 1, i) * 2, shortened.
//@ shortened

//@ caches float32 cuda
//@ kernels CUfunction triton_poi_fused_gather_mul_0

//@ model 1 arg0_1 arg1_1

//@ namespace

//@ launcher triton_poi_fused_gather_mul_0 *in_ptr0:i64 *in_ptr1:fp32 *out_ptr0:fp32 ks0:i64 ks1:i64 xnumel:i32
//@ pointwise 16
        x2 = xindex
        x1 = xindex // ks1
        tmp0 = tl.load(in_ptr0 + (x2), xmask, eviction_policy='evict_last')
        tl.device_assert(((0 <= tmp0) & (tmp0 < ks0)) | ~(xmask), "index out of bounds: 0 <= tmp0 < ks0")
        tmp2 = tl.load(in_ptr1 + (tmp0 + ks0*x1), xmask, eviction_policy='evict_last')
        tmp3 = tl.full([1], 2.0, tl.float32)
        tmp4 = tmp2 * tmp3
        tl.store(out_ptr0 + (x2), tmp4, xmask)
//@ launch 1 xnumel/16

namespace torch::aot_inductor {

//@ input arg0_1 float32 cuda sizes 2..64 2..64 strides ? 1
//@ input arg1_1 int64 cuda sizes 2..64 2..64 strides ? 1
//@ run

//@ sizes arg0_1 s77
    int64_t s95 = s77;
    int64_t s27 = arg0_1_size[1];
//@ sizes arg1_1 - s75
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s77, s75}, {s75, 1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s77, s27}, {s27, 1L}, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s77, s75};
    const int64_t int_array_1[] = {s75, 1L};
//@ empty buf0 2 int_array_0 int_array_1 float32 cuda
    // Topologically Sorted Source Nodes: [gather, mul], Original ATen: [aten.gather, aten.mul]
    int64_t triton_poi_fused_gather_mul_0_xnumel = s75*s77;
    call_triton_poi_fused_gather_mul_0(arg1_1, arg0_1, buf0, s27, s75, triton_poi_fused_gather_mul_0_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
    arg1_1.reset();
//@ release buf0
