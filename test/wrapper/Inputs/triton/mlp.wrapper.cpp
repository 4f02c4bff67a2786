// As torch 2.13 emits for linear layers, shortened.
#include <torch/csrc/inductor/aoti_include/cuda.h>
#include <torch/csrc/inductor/aoti_runtime/model_container.h>

extern "C" {
AOTIRuntimeError AOTInductorModelContainerRun(AOTInductorModelContainerHandle container_handle);
} // extern "C"

CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cuda);
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    CUfunction triton_poi_fused_add_addmm_tanh_0{nullptr};
};
}  // namespace

AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(1,
                           1,
                           1,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "arg2_1";
    constants_info_[0].name = "a_weight";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].device_type = cached_torch_device_type_cuda;
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 512;
    constants_info_[0].from_folded = false;
    constants_info_[0].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter);
    constants_info_[0].shape = {8, 16};
    constants_info_[0].stride = {16, 1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[0].original_fqn = "a.weight";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    outputs_info_[0].name = "output0";
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}

} // namespace torch::aot_inductor
using namespace torch::aot_inductor;

template <typename in_out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_addmm_tanh_0(
    const in_out_ptr0_type_& in_out_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_poi_fused_add_addmm_tanh_0', '''
    @triton_heuristics.pointwise(
        size_hints={'x': 32},
        filename=__file__,
        triton_meta={'signature': {'in_out_ptr0': '*fp32', 'xnumel': 'i32', 'XBLOCK': 'constexpr'}, 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_addmm_tanh_0', 'assert_indirect_indexing': True},
        min_elem_per_thread=0
    )
    @triton.jit
    def triton_poi_fused_add_addmm_tanh_0(in_out_ptr0, xnumel, XBLOCK : tl.constexpr):
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:]
        xmask = xindex < xnumel
        x0 = (xindex % 8)
        x2 = xindex
        tmp24 = tl.load(in_out_ptr0 + (x2), xmask)
        tmp0 = (x0).to(tl.int64)
        tmp1 = (tmp0).to(tl.int64)
        tmp2 = tl.full([1], 4, tl.int64)
        tmp3 = tmp1 < tmp2
        tmp4 = tl.full([1], 2, tl.int64)
        tmp5 = tmp1 < tmp4
        tmp6 = tl.full([1], 1, tl.int64)
        tmp7 = tmp1 < tmp6
        tmp8 = tl.full([1], 0.0, tl.float32)
        tmp9 = tl.where(tmp7, tmp8, tmp8)
        tmp10 = tl.full([1], 3, tl.int64)
        tmp11 = tmp1 < tmp10
        tmp12 = tl.where(tmp11, tmp8, tmp8)
        tmp13 = tl.where(tmp5, tmp9, tmp12)
        tmp14 = tl.full([1], 6, tl.int64)
        tmp15 = tmp1 < tmp14
        tmp16 = tl.full([1], 5, tl.int64)
        tmp17 = tmp1 < tmp16
        tmp18 = tl.where(tmp17, tmp8, tmp8)
        tmp19 = tl.full([1], 7, tl.int64)
        tmp20 = tmp1 < tmp19
        tmp21 = tl.where(tmp20, tmp8, tmp8)
        tmp22 = tl.where(tmp15, tmp18, tmp21)
        tmp23 = tl.where(tmp3, tmp13, tmp22)
        tmp25 = tmp23 + tmp24
        tmp26 = libdevice.tanh(tmp25)
        tmp27 = tl.full([1], 1.0, tl.float32)
        tmp28 = tmp26 + tmp27
        tl.store(in_out_ptr0 + (x2), tmp28, xmask)
    ''', device_str='cuda')
    */
    uint32_t grid_0 = ((xnumel + (32 - 1)) / (32));
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_add_addmm_tanh_0 == nullptr) {
        kernels_.triton_poi_fused_add_addmm_tanh_0 = loadKernel("k.cubin", "triton_poi_fused_add_addmm_tanh_0", 0, cubin_dir_, &kernels_.loaded_modules_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_out_ptr0.data_ptr());
    int32_t var_1 = xnumel;
    CUdeviceptr global_scratch_scratch_2 = 0;
    CUdeviceptr profile_scratch_scratch_3 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &global_scratch_scratch_2, &profile_scratch_scratch_3};
    launchKernel(kernels_.triton_poi_fused_add_addmm_tanh_0, grid_0, grid_1, grid_2, 1, 0, kernel_args_, stream_);
}

namespace torch::aot_inductor {

AOTI_NOINLINE static void check_input_0(
    AtenTensorHandle* input_handles
) {
    ConstantHandle arg2_1 = ConstantHandle(input_handles[0]);
    int32_t arg2_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg2_1, &arg2_1_dtype));

    int32_t arg2_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg2_1_expected_dtype != arg2_1_dtype) {
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg2_1_size = arg2_1.sizes();

    if (arg2_1_size[0] < 2) {
        throw std::runtime_error(std::move(ss).str());
    }

    if (arg2_1_size[0] > 128) {
        throw std::runtime_error(std::move(ss).str());
    }

    if (16 != arg2_1_size[1]) {
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg2_1_stride = arg2_1.strides();

    if (16 != arg2_1_stride[0]) {
        throw std::runtime_error(std::move(ss).str());
    }

    if (1 != arg2_1_stride[1]) {
        throw std::runtime_error(std::move(ss).str());
    }
    int32_t arg2_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg2_1, &arg2_1_device_type));

    int32_t arg2_1_expected_device_type = 1;
    if (arg2_1_expected_device_type != arg2_1_device_type) {
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
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg2_1 = std::move(inputs[0]);
    [[maybe_unused]] auto& a_weight = constants_->at(0);

    auto arg2_1_size = arg2_1.sizes();
    int64_t s77 = arg2_1_size[0];
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg2_1, {s77, 16L}, {16L, 1L}, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s77, 8L};
    static constexpr int64_t int_array_1[] = {8L, 1L};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cuda, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);
    // Topologically Sorted Source Nodes: [linear], Original ATen: [aten.t, aten.addmm]
    static constexpr int64_t int_array_2[] = {16L, 8L};
    static constexpr int64_t int_array_3[] = {1L, 16L};
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg2_1, wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(a_weight, 2, int_array_2, int_array_3, 0L))));
    arg2_1.reset();
    auto buf1 = std::move(buf0);  // reuse
    // Topologically Sorted Source Nodes: [linear, tanh, add], Original ATen: [aten.addmm, aten.tanh, aten.add]
    int64_t triton_poi_fused_add_addmm_tanh_0_xnumel = 8L*s77;
    call_triton_poi_fused_add_addmm_tanh_0(buf1, triton_poi_fused_add_addmm_tanh_0_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
    output_handles[0] = buf1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
