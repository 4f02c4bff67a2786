// As torch 2.13 emits for x.index_copy(0, where(c >= 0, c, x.shape[0] - 1), ones), c = cumsum(l) - 1, shortened.
#include <torch/csrc/inductor/aoti_include/cuda.h>
#include <torch/csrc/inductor/aoti_runtime/model_container.h>

extern "C" {
AOTIRuntimeError AOTInductorModelContainerRun(AOTInductorModelContainerHandle container_handle);
} // extern "C"

CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1{nullptr};
    CUfunction triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2{nullptr};
    CUfunction triton_red_fused_cumsum_0{nullptr};
};
}  // namespace

AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(2,
                           1,
                           0,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "arg0_1";
    inputs_info_[1].name = "arg1_1";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    outputs_info_[0].name = "output0";
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}

} // namespace torch::aot_inductor
using namespace torch::aot_inductor;

template <typename in_ptr0_type_, typename out_ptr0_type_, typename out_ptr1_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_red_fused_cumsum_0(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    const out_ptr1_type_& out_ptr1,
    int64_t xnumel,
    int64_t r0_numel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_red_fused_cumsum_0', '''
    @triton.jit
    def _triton_helper_fn_add0(arg0_0, arg1_0):
        tmp0 = arg0_0 + arg1_0
        return tmp0

    @triton_heuristics.reduction(
        size_hints={'x': 1, 'r0_': 16},
        reduction_hint=ReductionHint.INNER,
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*i64', 'out_ptr0': '*i64', 'out_ptr1': '*i64', 'xnumel': 'constexpr', 'r0_numel': 'i32', 'XBLOCK': 'constexpr', 'R0_BLOCK': 'constexpr'}, 'constants': {'xnumel': 1}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_red_fused_cumsum_0', 'assert_indirect_indexing': True},
    )
    @triton.jit
    def triton_red_fused_cumsum_0(in_ptr0, out_ptr0, out_ptr1, xnumel, r0_numel, XBLOCK : tl.constexpr, R0_BLOCK : tl.constexpr):
        xnumel = 1
        rnumel = r0_numel
        RBLOCK: tl.constexpr = R0_BLOCK
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:, None]
        xmask = tl.full([XBLOCK], True, tl.int1)[:, None]
        r0_base = tl.arange(0, R0_BLOCK)[None, :]
        rbase = r0_base
        tmp3 = tl.full([XBLOCK, 1], 0, tl.int64)
        tmp9 = tl.full([XBLOCK, 1], 0, tl.int64)
        for r0_offset in tl.range(0, r0_numel, R0_BLOCK):
            r0_index = r0_offset + r0_base
            r0_mask = r0_index < r0_numel
            roffset = r0_offset
            rindex = r0_index
            r0_0 = r0_index
            tmp0 = tl.load(in_ptr0 + (r0_0), r0_mask, eviction_policy='evict_first', other=0.0)
            tmp1 = tmp0.to(tl.int64)
            tmp2 = tl.broadcast_to(tmp1, [XBLOCK, R0_BLOCK])
            tmp4, = tl.associative_scan((tmp2,), 1, _triton_helper_fn_add0)
            tmp5 = triton_helpers.select_one((tmp4), rbase == (RBLOCK - 1), dim=-1, keep_dims=True)
            tmp6 = tmp3 + tmp5
            tmp7 = tmp3 + tmp4
            tmp8 = tl.where(roffset > 0, tmp7, tmp4)
            tmp3 = tl.where(roffset > 0, tmp6, tmp5)
            tmp10 = tmp9 + tmp5
            tmp11 = tmp9 + tmp4
            tmp12 = tl.where(roffset > 0, tmp11, tmp4)
            tmp9 = tl.where(roffset > 0, tmp10, tmp5)
            tl.store(out_ptr0 + (tl.broadcast_to(r0_0, [XBLOCK, R0_BLOCK])), tmp8, r0_mask)
            tl.store(out_ptr1 + (tl.broadcast_to(r0_0, [XBLOCK, R0_BLOCK])), tmp12, r0_mask)
    ''', device_str='cuda')
    */
    uint32_t grid_0 = xnumel;
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_red_fused_cumsum_0 == nullptr) {
        kernels_.triton_red_fused_cumsum_0 = loadKernel("k.cubin", "triton_red_fused_cumsum_0", 0, cubin_dir_, &kernels_.loaded_modules_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(out_ptr1.data_ptr());
    int32_t var_3 = r0_numel;
    CUdeviceptr global_scratch_scratch_4 = 0;
    CUdeviceptr profile_scratch_scratch_5 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &global_scratch_scratch_4, &profile_scratch_scratch_5};
    launchKernel(kernels_.triton_red_fused_cumsum_0, grid_0, grid_1, grid_2, 2, 0, kernel_args_, stream_);
}

template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1', '''
    @triton_heuristics.pointwise(
        size_hints={'x': 512},
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1', 'assert_indirect_indexing': True},
        min_elem_per_thread=0
    )
    @triton.jit
    def triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:]
        xmask = xindex < xnumel
        x0 = xindex
        tmp0 = tl.load(in_ptr0 + (x0), xmask)
        tl.store(out_ptr0 + (x0), tmp0, xmask)
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (256 - 1)) / (256));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1 == nullptr) {
        kernels_.triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1 = loadKernel("k.cubin", "triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1", 0, cubin_dir_, &kernels_.loaded_modules_);
    }
    CUdeviceptr var_6 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_7 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int32_t var_8 = xnumel;
    CUdeviceptr global_scratch_scratch_9 = 0;
    CUdeviceptr profile_scratch_scratch_10 = 0;
    void* kernel_args_[] = {&var_6, &var_7, &var_8, &global_scratch_scratch_9, &profile_scratch_scratch_10};
    launchKernel(kernels_.triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1, grid_0, grid_1, grid_2, 4, 0, kernel_args_, stream_);
}

template <typename in_ptr0_type_, typename in_ptr1_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2(
    const in_ptr0_type_& in_ptr0,
    const in_ptr1_type_& in_ptr1,
    const out_ptr0_type_& out_ptr0,
    int64_t ks0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2', '''
    @triton_heuristics.pointwise(
        size_hints={'x': 128},
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*i64', 'in_ptr1': '*i64', 'out_ptr0': '*fp32', 'ks0': 'i64', 'xnumel': 'i64', 'XBLOCK': 'constexpr'}, 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2', 'assert_indirect_indexing': True},
        min_elem_per_thread=0
    )
    @triton.jit
    def triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2(in_ptr0, in_ptr1, out_ptr0, ks0, xnumel, XBLOCK : tl.constexpr):
        xoffset = tl.program_id(0).to(tl.int64) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:].to(tl.int64)
        xmask = xindex < xnumel
        x1 = xindex // 8
        x0 = (xindex % 8)
        tmp0 = tl.load(in_ptr0 + (x1), xmask, eviction_policy='evict_last')
        tmp5 = tl.load(in_ptr1 + (x1), xmask, eviction_policy='evict_last')
        tmp1 = tl.full([1], 1, tl.int64)
        tmp2 = tmp0 - tmp1
        tmp3 = tl.full([1], 0, tl.int64)
        tmp4 = tmp2 >= tmp3
        tmp6 = tmp5 - tmp1
        tmp7 = ((-1) + ks0).to(tl.int64)
        tmp8 = tl.where(tmp4, tmp6, tmp7)
        tmp9 = (ks0).to(tl.int64)
        tmp10 = tmp8 + tmp9
        tmp11 = tmp8 < 0
        tmp12 = tl.where(tmp11, tmp10, tmp8)
        tl.device_assert(((0 <= tmp12) & (tmp12 < ks0)) | ~(xmask), "index out of bounds: 0 <= tmp12 < ks0")
        tmp14 = tl.full([1], 1.0, tl.float32)
        tl.store(out_ptr0 + (x0 + 8*tmp12), tmp14, xmask)
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (128 - 1)) / (128));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2 == nullptr) {
        kernels_.triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2 = loadKernel("k.cubin", "triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2", 0, cubin_dir_, &kernels_.loaded_modules_);
    }
    CUdeviceptr var_11 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_12 = reinterpret_cast<CUdeviceptr>(in_ptr1.data_ptr());
    CUdeviceptr var_13 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int64_t var_14 = ks0;
    int64_t var_15 = xnumel;
    CUdeviceptr global_scratch_scratch_16 = 0;
    CUdeviceptr profile_scratch_scratch_17 = 0;
    void* kernel_args_[] = {&var_11, &var_12, &var_13, &var_14, &var_15, &global_scratch_scratch_16, &profile_scratch_scratch_17};
    launchKernel(kernels_.triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2, grid_0, grid_1, grid_2, 4, 0, kernel_args_, stream_);
}

namespace torch::aot_inductor {

AOTI_NOINLINE static void check_input_0(
    AtenTensorHandle* input_handles
) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    int32_t arg0_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg0_1, &arg0_1_dtype));

    int32_t arg0_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg0_1_expected_dtype != arg0_1_dtype) {
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg0_1_size = arg0_1.sizes();

    if (arg0_1_size[0] < 2) {
        throw std::runtime_error(std::move(ss).str());
    }

    if (arg0_1_size[0] > 230400) {
        throw std::runtime_error(std::move(ss).str());
    }

    if (8 != arg0_1_size[1]) {
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg0_1_stride = arg0_1.strides();

    if (8 != arg0_1_stride[0]) {
        throw std::runtime_error(std::move(ss).str());
    }

    if (1 != arg0_1_stride[1]) {
        throw std::runtime_error(std::move(ss).str());
    }
    int32_t arg0_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg0_1, &arg0_1_device_type));

    int32_t arg0_1_expected_device_type = 1;
    if (arg0_1_expected_device_type != arg0_1_device_type) {
        throw std::runtime_error(std::move(ss).str());
    }
}

AOTI_NOINLINE static void check_input_1(
    AtenTensorHandle* input_handles
) {
    ConstantHandle arg1_1 = ConstantHandle(input_handles[1]);
    int32_t arg1_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg1_1, &arg1_1_dtype));

    int32_t arg1_1_expected_dtype = aoti_torch_dtype_int64();
    if (arg1_1_expected_dtype != arg1_1_dtype) {
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg1_1_size = arg1_1.sizes();

    if (arg1_1_size[0] < 2) {
        throw std::runtime_error(std::move(ss).str());
    }

    if (arg1_1_size[0] > 2147483647) {
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg1_1_stride = arg1_1.strides();

    if (1 != arg1_1_stride[0]) {
        throw std::runtime_error(std::move(ss).str());
    }
    int32_t arg1_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg1_1, &arg1_1_device_type));

    int32_t arg1_1_expected_device_type = 1;
    if (arg1_1_expected_device_type != arg1_1_device_type) {
        throw std::runtime_error(std::move(ss).str());
    }
}

static bool _check_aoti_runtime_check_inputs_env() {
    const static char* env_var_value = getenv("AOTI_RUNTIME_CHECK_INPUTS");
    const static bool result = env_var_value != nullptr && env_var_value[0] != '0';
    return result;
}

AOTI_NOINLINE static void __check_inputs_outputs(
    AtenTensorHandle* input_handles,
    AtenTensorHandle* output_handles) {
    if (!_check_aoti_runtime_check_inputs_env()){
        return;
    }
    check_input_0(input_handles);
    check_input_1(input_handles);
}

void AOTInductorModel::run_impl(
    AtenTensorHandle*
        input_handles, // array of input AtenTensorHandle; handles
                        // are stolen; the array itself is borrowed
    AtenTensorHandle*
        output_handles, // array for writing output AtenTensorHandle; handles
                        // will be stolen by the caller; the array itself is
                        // borrowed
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
    __check_inputs_outputs(input_handles, output_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);

    auto arg0_1_size = arg0_1.sizes();
    int64_t s97 = arg0_1_size[0];
    auto arg1_1_size = arg1_1.sizes();
    int64_t s52 = arg1_1_size[0];
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s52, }, {1L, }, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s52, };
    static constexpr int64_t int_array_1[] = {1L, };
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_int64, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_int64, cached_torch_device_type_cuda, this->device_idx_, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    // Topologically Sorted Source Nodes: [cumsum, cumsum_1], Original ATen: [aten.cumsum]
    call_triton_red_fused_cumsum_0(arg1_1, buf0, buf1, 1L, s52, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg1_1.reset();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s97, 8L}, {8L, 1L}, "input"); }
    const int64_t int_array_2[] = {s97, 8L};
    static constexpr int64_t int_array_3[] = {8L, 1L};
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_2, int_array_3, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    // Topologically Sorted Source Nodes: [sub, ge, sub_1, where, ones, index_copy], Original ATen: [aten.sub, aten.ge, aten.scalar_tensor, aten.where, aten.ones, aten.index_copy]
    int64_t triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1_xnumel = 8L*s97;
    call_triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1(arg0_1, buf2, triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_1_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
    // Topologically Sorted Source Nodes: [sub, ge, sub_1, where, ones, index_copy], Original ATen: [aten.sub, aten.ge, aten.scalar_tensor, aten.where, aten.ones, aten.index_copy]
    int64_t triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2_xnumel = 8L*s52;
    call_triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2(buf0, buf1, buf2, s97, triton_poi_fused_ge_index_copy_ones_scalar_tensor_sub_where_2_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    buf0.reset();
    buf1.reset();
    output_handles[0] = buf2.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
