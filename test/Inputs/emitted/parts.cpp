// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is the same in many wrappers; see expand.py.
//--- headers
#include <torch/csrc/inductor/aoti_include/$1.h>
// Definition of AOTI runtime interface functions

#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model_container.h>

extern "C" {

AOTIRuntimeError AOTInductorModelContainerRun(
    AOTInductorModelContainerHandle container_handle,
    AtenTensorHandle* input_handles,
    size_t num_inputs,
    AtenTensorHandle* output_handles,
    size_t num_outputs,
    AOTInductorStreamHandle stream_handle,
    AOTIProxyExecutorHandle proxy_executor_handle) {
  auto* container =
      reinterpret_cast<torch::aot_inductor::AOTInductorModelContainer*>(
          container_handle);
  CONVERT_EXCEPTION_TO_ERROR_CODE({
    AOTINoGradGuard guard;
    container->run(
        input_handles, output_handles, stream, proxy_executor_handle);
  })
}

} // extern "C"
//--- shortened-headers
#include <torch/csrc/inductor/aoti_include/cuda.h>
#include <torch/csrc/inductor/aoti_runtime/model_container.h>

extern "C" {
AOTIRuntimeError AOTInductorModelContainerRun(AOTInductorModelContainerHandle container_handle);
} // extern "C"
//--- caches
CACHE_TORCH_DTYPE($1);
CACHE_TORCH_DEVICE($2);
namespace torch::aot_inductor {
//--- kernels
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
$MEMBERS
};
}  // namespace
//--- constant
    constants_info_[$1].name = "$2";
    constants_info_[$1].dtype = cached_torch_dtype_$4;
    constants_info_[$1].device_type = cached_torch_device_type_$5;
    constants_info_[$1].offset = 0;
    constants_info_[$1].data_size = $8;
    constants_info_[$1].from_folded = false;
    constants_info_[$1].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::$3);
    constants_info_[$1].shape = {$6};
    constants_info_[$1].stride = {$7};
    constants_info_[$1].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[$1].original_fqn = "$9";
//--- constant-2.9
    constants_info_[$1].name = "$2";
    constants_info_[$1].dtype = static_cast<int32_t>(cached_torch_dtype_$4);
    constants_info_[$1].offset = 0;
    constants_info_[$1].data_size = $8;
    constants_info_[$1].from_folded = false;
    constants_info_[$1].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::$3);
    constants_info_[$1].shape = {$6};
    constants_info_[$1].stride = {$7};
    constants_info_[$1].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[$1].original_fqn = "$9";
//--- model
AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase($1,
                           $2,
                           $3,
                           device_str,
                           std::move(cubin_dir),
                           true) {
//--- constants-given
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
//--- folding
std::unordered_map<std::string, AtenTensorHandle> AOTInductorModel::const_run_impl(
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor,
    bool initialization
) {

    if (!initialization) {
        std::cerr << "[WARNING] Calling constant_folding in model, but compiled with config: "
                  << "aot_inductor.use_runtime_constant_folding=False\n";
    }
    return {};
}
//--- namespace
} // namespace torch::aot_inductor
using namespace torch::aot_inductor;
//--- namespaces
} // namespace torch::aot_inductor
using namespace torch::aot_inductor;
namespace torch::aot_inductor {

//--- const-run
void AOTInductorModel::_const_run_impl(
    std::vector<AtenTensorHandle>& output_handles,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {}
//--- launcher
template <$1>
static __attribute__((noinline)) void call_$2(
$PARAMETERS
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('$2', '''
//--- triton-headers
    import triton
    import triton.language as tl

    from torch._inductor.runtime import triton_helpers, triton_heuristics
    from torch._inductor.runtime.triton_helpers import libdevice, math as tl_math
    from torch._inductor.runtime.hints import AutotuneHint, ReductionHint, TileHint, DeviceProperties
    triton_helpers.set_driver_to_gpu()

//--- pointwise
    @triton_heuristics.pointwise(
        size_hints={'x': $2},
        filename=__file__,
        triton_meta={'signature': {$4, 'XBLOCK': 'constexpr'}, 'constants': {}},
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': '$1', 'assert_indirect_indexing': $3},
        min_elem_per_thread=0
    )
    @triton.jit
    def $1($5, XBLOCK : tl.constexpr):
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[:]
        xmask = xindex < xnumel
//--- launch
    ''', device_str='cuda')
    */
    uint32_t grid_0 = $2;
    uint32_t grid_1 = 1;
    uint32_t grid_2 = 1;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.$1 == nullptr) {
        kernels_.$1 = loadKernel("$3", "$1", $4, cubin_dir_, &kernels_.loaded_modules_);
    }
$VARIABLES
    void* kernel_args_[] = {$6};
    launchKernel(kernels_.$1, grid_0, grid_1, grid_2, $5, $4, kernel_args_, stream_);
}
//--- input
AOTI_NOINLINE static void check_input_$1(
    AtenTensorHandle* input_handles
) {
    ConstantHandle $2 = ConstantHandle(input_handles[$1]);
    int32_t $2_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype($2, &$2_dtype));

    int32_t $2_expected_dtype = aoti_torch_dtype_$3();
    if ($2_expected_dtype != $2_dtype) {
//--- device
    int32_t $1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type($1, &$1_device_type));

    int32_t $1_expected_device_type = $2;
    if ($1_expected_device_type != $1_device_type) {
//--- run
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
$CALLS
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
//--- clear
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
//--- aligned

    if ((reinterpret_cast<std::uintptr_t>($2.data_ptr()) & (16 -1)) != 0) {
        AOTI_TORCH_WARN("Input $1 was compiled as 16-bytes aligned, but it is not aligned at run time. Copying to an aligned tensor to guarantee correctness, but expect a performance hit.");
        AtenTensorHandle $2_aligned;
        aoti_torch_clone_preserve_strides($2, &$2_aligned);
        $2 = std::move(RAIIAtenTensorHandle($2_aligned));
    }
//--- empty
    AtenTensorHandle $1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided($2, $3, $4, cached_torch_dtype_$5, cached_torch_device_type_$6, this->device_idx_, &$1_handle));
    RAIIAtenTensorHandle $1($1_handle);
//--- assign
        AtenTensorHandle $1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out($2, &$1_handle));
        RAIIAtenTensorHandle $1($1_handle);
//--- item
    int64_t $1_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64($2, &$1_raw));
    auto $1 = $1_raw;
//--- end
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
