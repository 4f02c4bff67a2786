// As torch 2.13 emits for torch.cat([x, y * 2, x[:, :1]], 1), shortened.
//@ shortened

//@ caches float32 cuda
//@ kernels CUfunction triton_poi_fused_cat_mul_slice_0

//@ model 1 arg0_1 arg1_1

//@ namespace

//@ launcher triton_poi_fused_cat_mul_slice_0 *in_ptr0:fp32 *in_ptr1:fp32 *out_ptr0:fp32 ks0:i64 ks1:i64 ks2:i64 xnumel:i32
//@ pointwise 256
        x0 = (xindex % ks0)
        x1 = xindex // ks0
        x2 = xindex
        tmp0 = (x0).to(tl.int32)
        tmp1 = tl.full([1], 0, tl.int64)
        tmp2 = tmp0 >= tmp1
        tmp3 = (x0).to(tl.int64)
        tmp4 = (tmp3).to(tl.int64)
        tmp5 = (ks1).to(tl.int64)
        tmp6 = (tmp5).to(tl.int64)
        tmp7 = tmp4 < tmp6
        tmp8 = tl.load(in_ptr0 + (ks1*x1 + (x0)), tmp7 & xmask, eviction_policy='evict_last', other=0.0)
        tmp9 = tmp4 >= tmp6
        tmp10 = (ks1 + ks2).to(tl.int64)
        tmp11 = (tmp10).to(tl.int64)
        tmp12 = tmp4 < tmp11
        tmp13 = tmp9 & tmp12
        tmp14 = tl.load(in_ptr1 + (ks2*x1 + (x0 + ((-1)*ks1))), tmp13 & xmask, eviction_policy='evict_last', other=0.0)
        tmp15 = tl.full([1], 2.0, tl.float32)
        tmp16 = tmp14 * tmp15
        tmp17 = tl.full(tmp16.shape, 0.0, tmp16.dtype)
        tmp18 = tl.where(tmp13, tmp16, tmp17)
        tmp19 = (ks1 + ks2).to(tl.int32)
        tmp20 = tmp0 >= tmp19
        tmp21 = (ks0).to(tl.int32)
        tmp22 = tmp0 < tmp21
        tmp23 = tl.load(in_ptr0 + (ks1*x1), tmp20 & xmask, eviction_policy='evict_last', other=0.0)
        tmp24 = tl.where(tmp13, tmp18, tmp23)
        tmp25 = tl.where(tmp7, tmp8, tmp24)
        tl.store(out_ptr0 + (x2), tmp25, xmask)
//@ launch 4 xnumel/256

namespace torch::aot_inductor {

//@ input arg0_1 float32 cuda sizes 2.. 2.. strides ? 1
//@ input arg1_1 float32 cuda sizes 2.. 2.. strides ? 1
//@ run

//@ sizes arg0_1 s52
    int64_t s97 = s52;
    int64_t s98 = arg0_1_size[1];
//@ sizes arg1_1 - s20
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s52, s98}, {s98, 1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s52, s20}, {s20, 1L}, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    int64_t ps0 = 1L + s20 + s98;
    const int64_t int_array_0[] = {s52, 1L + s20 + s98};
    const int64_t int_array_1[] = {1L + s20 + s98, 1L};
//@ empty buf0 2 int_array_0 int_array_1 float32 cuda
    // Topologically Sorted Source Nodes: [mul, slice_2, cat], Original ATen: [aten.mul, aten.slice, aten.cat]
    int64_t triton_poi_fused_cat_mul_slice_0_xnumel = s52 + s20*s52 + s52*s98;
    call_triton_poi_fused_cat_mul_slice_0(arg0_1, arg1_1, buf0, ps0, s98, s20, triton_poi_fused_cat_mul_slice_0_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
    arg1_1.reset();
//@ release buf0
