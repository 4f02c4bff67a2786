// As torch 2.13 emits for F.pad(x, (3, 2, 1, 0)) + 1, shortened.
//@ shortened

//@ caches float32 cuda
//@ kernels CUfunction triton_poi_fused_add_constant_pad_nd_0

//@ model 1 arg0_1

//@ namespace

//@ launcher triton_poi_fused_add_constant_pad_nd_0 *in_ptr0:fp32 *out_ptr0:fp32 ks0:i64 ks1:i64 ks2:i64 ks3:i64 ks4:i64 xnumel:i32
//@ pointwise 4096
        x1 = ((xindex // ks0) % ks1)
        x0 = (xindex % ks0)
        x2 = xindex // ks3
        x4 = xindex
        tmp0 = ((-1) + x1).to(tl.int32)
        tmp1 = tl.full([1], 0, tl.int64)
        tmp2 = tmp0 >= tmp1
        tmp3 = ((-3) + x0).to(tl.int32)
        tmp4 = tmp3 >= tmp1
        tmp5 = (ks2).to(tl.int32)
        tmp6 = tmp3 < tmp5
        tmp7 = tmp2 & tmp4
        tmp8 = tmp7 & tmp6
        tmp9 = tl.load(in_ptr0 + ((-3) + x0 + ((-1)*ks2) + ks2*x1 + ks2*ks4*x2), tmp8 & xmask, eviction_policy='evict_last', other=0.0)
        tmp10 = tl.full([1], 1.0, tl.float32)
        tmp11 = tmp9 + tmp10
        tl.store(out_ptr0 + (x4), tmp11, xmask)
//@ launch 4 xnumel/256

namespace torch::aot_inductor {

//@ input arg0_1 float32 cuda sizes 2.. 2.. 2.. strides ? ? 1
//@ run

//@ sizes arg0_1 s97 s98 s69
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s97, s98, s69}, {s69*s98, s69, 1L}, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    int64_t ps0 = 5L + s69;
    int64_t ps1 = 1L + s98;
    int64_t ps2 = 5L + s69 + 5L*s98 + s69*s98;
    const int64_t int_array_0[] = {s97, 1L + s98, 5L + s69};
    const int64_t int_array_1[] = {5L + s69 + 5L*s98 + s69*s98, 5L + s69, 1L};
//@ empty buf0 3 int_array_0 int_array_1 float32 cuda
    // Topologically Sorted Source Nodes: [pad, add], Original ATen: [aten.constant_pad_nd, aten.add]
    int64_t triton_poi_fused_add_constant_pad_nd_0_xnumel = 5L*s97 + s69*s97 + 5L*s97*s98 + s69*s97*s98;
    call_triton_poi_fused_add_constant_pad_nd_0(arg0_1, buf0, ps0, ps1, s69, ps2, s98, triton_poi_fused_add_constant_pad_nd_0_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
//@ release buf0
