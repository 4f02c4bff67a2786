// As torch 2.13 emits for x[(x > 0).nonzero()], shortened.
//@ shortened

CACHE_TORCH_DTYPE(bool);
//@ caches float32 cuda
//@ kernels CUfunction triton_poi_fused_gt_0 triton_poi_fused_index_mul_squeeze_1

//@ model 1 arg0_1

//@ namespace

//@ launcher triton_poi_fused_gt_0 *in_ptr0:fp32 *out_ptr0:i1 xnumel:i32
//@ pointwise 16
        x0 = xindex
        tmp0 = tl.load(in_ptr0 + (x0), xmask)
        tmp1 = tl.full([1], 0.0, tl.float32)
        tmp2 = tmp0 > tmp1
        tl.store(out_ptr0 + (x0), tmp2, xmask)
//@ launch 1 xnumel/16

//@ launcher triton_poi_fused_index_mul_squeeze_1 *in_ptr0:i64 *in_ptr1:fp32 *out_ptr0:fp32 ks0:i64 xnumel:i32
//@ pointwise 64
        x0 = xindex
        tmp0 = tl.load(in_ptr0 + (x0), xmask)
        tmp1 = (ks0).to(tl.int32)
        tmp2 = tmp0 + tmp1
        tmp3 = tmp0 < 0
        tmp4 = tl.where(tmp3, tmp2, tmp0)
        tl.device_assert(((0 <= tmp4) & (tmp4 < ks0)) | ~(xmask), "index out of bounds: 0 <= tmp4 < ks0")
        tmp6 = tl.load(in_ptr1 + (tmp4), xmask, eviction_policy='evict_last')
        tmp7 = tl.full([1], 2.0, tl.float32)
        tmp8 = tmp6 * tmp7
        tl.store(out_ptr0 + (x0), tmp8, xmask)
//@ launch 1 xnumel/64

namespace torch::aot_inductor {

//@ input arg0_1 float32 cuda sizes 2..64 strides 1
//@ run

//@ sizes arg0_1 s77
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s77, }, {1L, }, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s77, };
    static constexpr int64_t int_array_1[] = {1L, };
//@ empty buf0 1 int_array_0 int_array_1 bool cuda
    // Topologically Sorted Source Nodes: [gt], Original ATen: [aten.gt]
    call_triton_poi_fused_gt_0(arg0_1, buf0, s77, this->device_idx_, stream, kernels, this->cubin_dir_);
    // Topologically Sorted Source Nodes: [gt, nonzero], Original ATen: [aten.gt, aten.nonzero]
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_nonzero(buf0, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    auto u0 = buf2.size(0);
    buf0.reset();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(buf2, {u0, 1L}, {1L, u0}, "torch.ops.aten.nonzero.default"); }
    if (!(u0 >= 0L)) { throw std::runtime_error("Expected u0 >= 0 but received " + std::to_string(u0)); }
    if (!(u0 <= 64L)) { throw std::runtime_error("Expected u0 <= 64 but received " + std::to_string(u0)); }
    if (!(u0 >= 0L)) { throw std::runtime_error("Expected u0 >= 0 to be True but received " + std::to_string(u0)); }
    if (!(u0 <= 64L)) { throw std::runtime_error("Expected u0 <= 64 to be True but received " + std::to_string(u0)); }

    const int64_t int_array_2[] = {u0, };
//@ empty buf7 1 int_array_2 int_array_1 float32 cuda
    // Topologically Sorted Source Nodes: [squeeze, index, mul], Original ATen: [aten.squeeze, aten.index, aten.mul]
    call_triton_poi_fused_index_mul_squeeze_1(buf2, arg0_1, buf7, s77, u0, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
    buf2.reset();
//@ release buf7
