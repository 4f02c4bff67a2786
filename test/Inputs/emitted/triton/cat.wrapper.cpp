// As torch 2.13 emits for torch.cat([x, y * 2, x[:, :1]], 1), shortened.
#include <torch/csrc/inductor/aoti_include/cuda.h>
#include <torch/csrc/inductor/aoti_runtime/model_container.h>

extern "C" {
AOTIRuntimeError AOTInductorModelContainerRun(AOTInductorModelContainerHandle container_handle);
} // extern "C"

CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_cat_mul_slice_0{nullptr};
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

template <typename in_ptr0_type_, typename in_ptr1_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_cat_mul_slice_0(
    const in_ptr0_type_& in_ptr0,
    const in_ptr1_type_& in_ptr1,
    const out_ptr0_type_& out_ptr0,
    int64_t ks0,
    int64_t ks1,
    int64_t ks2,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_poi_fused_cat_mul_slice_0', '''
    @triton_heuristics.pointwise(
        size_hints={'x': 256},
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'in_ptr1': '*fp32', 'out_ptr0': '*fp32', 'ks0': 'i64', 'ks1': 'i64', 'ks2': 'i64', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_cat_mul_slice_0', 'assert_indirect_indexing': True},
        min_elem_per_thread=0
    )
    @triton.jit
    def triton_poi_fused_cat_mul_slice_0(in_ptr0, in_ptr1, out_ptr0, ks0, ks1, ks2, xnumel, XBLOCK : tl.constexpr):
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:]
        xmask = xindex < xnumel
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
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (256 - 1)) / (256));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_cat_mul_slice_0 == nullptr) {
        kernels_.triton_poi_fused_cat_mul_slice_0 = loadKernel("k.cubin", "triton_poi_fused_cat_mul_slice_0", 0, cubin_dir_, &kernels_.loaded_modules_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(in_ptr1.data_ptr());
    CUdeviceptr var_2 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int64_t var_3 = ks0;
    int64_t var_4 = ks1;
    int64_t var_5 = ks2;
    int32_t var_6 = xnumel;
    CUdeviceptr global_scratch_scratch_7 = 0;
    CUdeviceptr profile_scratch_scratch_8 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &var_4, &var_5, &var_6, &global_scratch_scratch_7, &profile_scratch_scratch_8};
    launchKernel(kernels_.triton_poi_fused_cat_mul_slice_0, grid_0, grid_1, grid_2, 4, 0, kernel_args_, stream_);
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

    if (arg0_1_size[1] < 2) {
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg0_1_stride = arg0_1.strides();

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

    int32_t arg1_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg1_1_expected_dtype != arg1_1_dtype) {
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg1_1_size = arg1_1.sizes();

    if (arg1_1_size[0] < 2) {
        throw std::runtime_error(std::move(ss).str());
    }

    if (arg1_1_size[1] < 2) {
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg1_1_stride = arg1_1.strides();

    if (1 != arg1_1_stride[1]) {
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
    int64_t s52 = arg0_1_size[0];
    int64_t s97 = s52;
    int64_t s98 = arg0_1_size[1];
    auto arg1_1_size = arg1_1.sizes();
    int64_t s20 = arg1_1_size[1];
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s52, s98}, {s98, 1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s52, s20}, {s20, 1L}, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    int64_t ps0 = 1L + s20 + s98;
    const int64_t int_array_0[] = {s52, 1L + s20 + s98};
    const int64_t int_array_1[] = {1L + s20 + s98, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // Topologically Sorted Source Nodes: [mul, slice_2, cat], Original ATen: [aten.mul, aten.slice, aten.cat]
    int64_t triton_poi_fused_cat_mul_slice_0_xnumel = s52 + s20*s52 + s52*s98;
    call_triton_poi_fused_cat_mul_slice_0(arg0_1, arg1_1, buf0, ps0, s98, s20, triton_poi_fused_cat_mul_slice_0_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
    arg1_1.reset();
    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
