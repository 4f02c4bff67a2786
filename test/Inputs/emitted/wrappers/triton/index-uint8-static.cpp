// As torch 2.13 emits for table[i.long()], i of uint8 and 256 rows, shortened.
//@ shortened

CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
//@ kernels CUfunction triton_poi_fused__to_copy_index_0

//@ constant t Buffer float32 cuda 256 1 1024 t
//@ model 1 arg1_1

//@ namespace

//@ launcher triton_poi_fused__to_copy_index_0 *in_ptr0:u8 *in_ptr1:fp32 *out_ptr0:fp32 xnumel:i32
//@ pointwise 32
        x0 = xindex
        tmp0 = tl.load(in_ptr0 + (x0), xmask)
        tmp1 = tmp0.to(tl.int64)
        tmp2 = (tl.full([XBLOCK], 256, tl.int32)).to(tl.int32)
        tmp3 = tmp1 + tmp2
        tmp4 = tmp1 < 0
        tmp5 = tl.where(tmp4, tmp3, tmp1)
        tl.device_assert(((0 <= tmp5) & (tmp5 < 256)) | ~(xmask), "index out of bounds: 0 <= tmp5 < 256")
        tmp7 = tl.load(in_ptr1 + (tmp5), xmask, eviction_policy='evict_last')
        tl.store(out_ptr0 + (x0), tmp7, xmask)
//@ launch 1 xnumel/32

namespace torch::aot_inductor {

//@ input arg1_1 uint8 cuda sizes 2..1000 strides 1
//@ run
    [[maybe_unused]] auto& t = constants_->at(0);

//@ sizes arg1_1 s95
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s95, }, {1L, }, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s95, };
    static constexpr int64_t int_array_1[] = {1L, };
//@ empty buf0 1 int_array_0 int_array_1 float32 cuda
    // Topologically Sorted Source Nodes: [to, index], Original ATen: [aten._to_copy, aten.index]
    call_triton_poi_fused__to_copy_index_0(arg1_1, t, buf0, s95, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg1_1.reset();
//@ release buf0
