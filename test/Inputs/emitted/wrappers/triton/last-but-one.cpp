// As torch 2.13 emits for x[:, -2] * 2, shortened.
//@ shortened

//@ caches float32 cuda
//@ kernels CUfunction triton_poi_fused_mul_select_0

//@ model 1 arg0_1

//@ namespace

//@ launcher triton_poi_fused_mul_select_0 *in_ptr0:fp32 *out_ptr0:fp32 ks0:i64 xnumel:i32
//@ pointwise 4
        x0 = xindex
        tmp0 = tl.load(in_ptr0 + ((-2) + ks0 + ks0*x0), xmask, eviction_policy='evict_last')
        tmp1 = tl.full([1], 2.0, tl.float32)
        tmp2 = tmp0 * tmp1
        tl.store(out_ptr0 + (x0), tmp2, xmask)
//@ launch 1 xnumel/4

namespace torch::aot_inductor {

//@ input arg0_1 float32 cuda sizes 2..2147483647 2.. strides ? 1
//@ run

//@ sizes arg0_1 s97 s98
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s97, s98}, {s98, 1L}, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s97, };
    static constexpr int64_t int_array_1[] = {1L, };
//@ empty buf0 1 int_array_0 int_array_1 float32 cuda
    // Topologically Sorted Source Nodes: [select, mul], Original ATen: [aten.select, aten.mul]
    call_triton_poi_fused_mul_select_0(arg0_1, buf0, s98, s97, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
//@ release buf0
