// As torch 2.13 emits for x + x.roll(2, 0), shortened.
//@ shortened

//@ caches float32 cuda
//@ kernels CUfunction triton_poi_fused_add_roll_0

//@ model 1 arg0_1

//@ namespace

//@ launcher triton_poi_fused_add_roll_0 *in_ptr0:fp32 *out_ptr0:fp32 ks0:i64 xnumel:i32
//@ pointwise 64
        x1 = xindex // 8
        x0 = (xindex % 8)
        x2 = xindex
        tl.device_assert((((x1 + (((-2) + ks0) % ks0)) % ks0) < ks0) | ~(xmask), "index out of bounds: ((x1 + (((-2) + ks0) % ks0)) % ks0) < ks0")
        tmp1 = tl.load(in_ptr0 + (x0 + 8*(((x1 + (((-2) + ks0) % ks0)) % ks0))), xmask)
        tmp2 = tl.load(in_ptr0 + (x2), xmask)
        tmp3 = tmp1 + tmp2
        tl.store(out_ptr0 + (x2), tmp3, xmask)
//@ launch 1 xnumel/64

namespace torch::aot_inductor {

//@ input arg0_1 float32 cuda sizes 2..64 8 strides 8 1
//@ run

//@ sizes arg0_1 s77
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s77, 8L}, {8L, 1L}, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s77, 8L};
    static constexpr int64_t int_array_1[] = {8L, 1L};
//@ empty buf0 2 int_array_0 int_array_1 float32 cuda
    // Topologically Sorted Source Nodes: [roll, add], Original ATen: [aten.roll, aten.add]
    int64_t triton_poi_fused_add_roll_0_xnumel = 8L*s77;
    call_triton_poi_fused_add_roll_0(arg0_1, buf0, s77, triton_poi_fused_add_roll_0_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
//@ release buf0
