// As torch 2.13 emits for while_loop(k < 5, (k + 1, y[i], i), (k, x, i)), less
// most of the runtime interface.
#include <torch/csrc/inductor/aoti_include/cpu.h>
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

extern "C"  void  cpp_fused_lt_0(const int64_t* in_ptr0,
                       bool* out_ptr0);
extern "C"  void  cpp_fused_add_clone_index_1(const int64_t* in_ptr0,
                       const float* in_ptr1,
                       const int64_t* in_ptr2,
                       float* out_ptr0,
                       int64_t* out_ptr1,
                       int64_t* out_ptr2,
                       const int64_t ks0);
CACHE_TORCH_DTYPE(bool);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DTYPE(int64);
CACHE_TORCH_DEVICE(cpu);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
    void* cpp_fused_add_clone_index_1{nullptr};
    void* cpp_fused_lt_0{nullptr};
};
}  // namespace



AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(3,
                           1,
                           0,
                           device_str,
                           std::move(cubin_dir),
                           true) {
    inputs_info_[0].name = "arg0_1";
    inputs_info_[1].name = "arg1_1";
    inputs_info_[2].name = "arg2_1";
    update_constants_map(std::move(constants_map));
    update_constants_array(std::move(constants_array));
    in_spec_ = R"([1, {"type": "builtins.tuple", "context": "null", "children_spec": [{"type": "builtins.tuple", "context": "null", "children_spec": [{"type": null, "context": null, "children_spec": []}, {"type": null, "context": null, "children_spec": []}, {"type": null, "context": null, "children_spec": []}]}, {"type": "builtins.dict", "context": "[]", "children_spec": []}]}])";
    out_spec_ = R"([1, {"type": null, "context": null, "children_spec": []}])";
    outputs_info_[0].name = "output0";
    this->kernels_ = std::make_unique<AOTInductorModelKernels>();
}

using namespace torch::aot_inductor;


void AOTInductorModel::_const_run_impl(
    std::vector<AtenTensorHandle>& output_handles,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {}

AOTI_NOINLINE static void check_input_0(
    AtenTensorHandle* input_handles
) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    int32_t arg0_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg0_1, &arg0_1_dtype));

    int32_t arg0_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg0_1_expected_dtype != arg0_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dtype, "
           << "expected: " << arg0_1_expected_dtype << "(at::kFloat), "
           << "but got: " << arg0_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg0_1_size = arg0_1.sizes();

    if (arg0_1_size[0] < 2) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too small at 0, "
           << "expected it to be >= 2, " << "but got: "
           << arg0_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }

    if (arg0_1_size[0] > 100) {
        std::stringstream ss;
        ss << "input_handles[0]: dim value is too large at 0, "
           << "expected to be <= 100, " << "but got: "
           << arg0_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }

    if (4 != arg0_1_size[1]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched dim value at 1, "
           << "expected: 4, " << "but got: " << arg0_1_size[1]
           << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg0_1_stride = arg0_1.strides();

    if (4 != arg0_1_stride[0]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched stride value at 0, "
           << "expected: 4, " << "but got: " << arg0_1_stride[0]
           << "\n";
        throw std::runtime_error(std::move(ss).str());
    }

    if (1 != arg0_1_stride[1]) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched stride value at 1, "
           << "expected: 1, " << "but got: " << arg0_1_stride[1]
           << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    int32_t arg0_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg0_1, &arg0_1_device_type));

    int32_t arg0_1_expected_device_type = 0;
    if (arg0_1_expected_device_type != arg0_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[0]: unmatched device type, "
        << "expected: " << arg0_1_expected_device_type << "0(cpu), "
        << "but got: " << arg0_1_device_type << "\n";
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
        std::stringstream ss;
        ss << "input_handles[1]: unmatched dtype, "
           << "expected: " << arg1_1_expected_dtype << "(at::kLong), "
           << "but got: " << arg1_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg1_1_size = arg1_1.sizes();

    if (arg1_1_size[0] < 2) {
        std::stringstream ss;
        ss << "input_handles[1]: dim value is too small at 0, "
           << "expected it to be >= 2, " << "but got: "
           << arg1_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }

    if (arg1_1_size[0] > 100) {
        std::stringstream ss;
        ss << "input_handles[1]: dim value is too large at 0, "
           << "expected to be <= 100, " << "but got: "
           << arg1_1_size[0] << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg1_1_stride = arg1_1.strides();

    if (1 != arg1_1_stride[0]) {
        std::stringstream ss;
        ss << "input_handles[1]: unmatched stride value at 0, "
           << "expected: 1, " << "but got: " << arg1_1_stride[0]
           << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    int32_t arg1_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg1_1, &arg1_1_device_type));

    int32_t arg1_1_expected_device_type = 0;
    if (arg1_1_expected_device_type != arg1_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[1]: unmatched device type, "
        << "expected: " << arg1_1_expected_device_type << "0(cpu), "
        << "but got: " << arg1_1_device_type << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
}

AOTI_NOINLINE static void check_input_2(
    AtenTensorHandle* input_handles
) {
    ConstantHandle arg2_1 = ConstantHandle(input_handles[2]);
    int32_t arg2_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg2_1, &arg2_1_dtype));

    int32_t arg2_1_expected_dtype = aoti_torch_dtype_int64();
    if (arg2_1_expected_dtype != arg2_1_dtype) {
        std::stringstream ss;
        ss << "input_handles[2]: unmatched dtype, "
           << "expected: " << arg2_1_expected_dtype << "(at::kLong), "
           << "but got: " << arg2_1_dtype << "\n";
        throw std::runtime_error(std::move(ss).str());
    }
    auto arg2_1_size = arg2_1.sizes();
    auto arg2_1_stride = arg2_1.strides();
    int32_t arg2_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg2_1, &arg2_1_device_type));

    int32_t arg2_1_expected_device_type = 0;
    if (arg2_1_expected_device_type != arg2_1_device_type) {
        std::stringstream ss;
        ss << "input_handles[2]: unmatched device type, "
        << "expected: " << arg2_1_expected_device_type << "0(cpu), "
        << "but got: " << arg2_1_device_type << "\n";
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
    check_input_2(input_handles);
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
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 3);
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
    auto arg2_1 = std::move(inputs[2]);
    auto arg0_1_size = arg0_1.sizes();
    int64_t s58 = arg0_1_size[0];
    int64_t s77 = s58;
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg2_1, {}, {}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s58, 4L}, {4L, 1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s58, }, {1L, }, "input"); }
    RAIIAtenTensorHandle buf0_cond_result;
    AtenTensorHandle buf1_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg2_1, &buf1_handle));
    RAIIAtenTensorHandle buf1(buf1_handle);
    AtenTensorHandle buf2_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg0_1, &buf2_handle));
    RAIIAtenTensorHandle buf2(buf2_handle);
    AtenTensorHandle buf3_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(arg1_1, &buf3_handle));
    RAIIAtenTensorHandle buf3(buf3_handle);
    while (1) {
        // subgraph: while_loop_cond_graph_0
        AtenTensorHandle while_loop_cond_graph_0_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf1, &while_loop_cond_graph_0_arg0_1_handle));
        RAIIAtenTensorHandle while_loop_cond_graph_0_arg0_1(while_loop_cond_graph_0_arg0_1_handle);
        AtenTensorHandle while_loop_cond_graph_0_arg1_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf2, &while_loop_cond_graph_0_arg1_1_handle));
        RAIIAtenTensorHandle while_loop_cond_graph_0_arg1_1(while_loop_cond_graph_0_arg1_1_handle);
        AtenTensorHandle while_loop_cond_graph_0_arg2_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf3, &while_loop_cond_graph_0_arg2_1_handle));
        RAIIAtenTensorHandle while_loop_cond_graph_0_arg2_1(while_loop_cond_graph_0_arg2_1_handle);
        static constexpr int64_t *int_array_0=nullptr;
        AtenTensorHandle while_loop_cond_graph_0_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, int_array_0, int_array_0, cached_torch_dtype_bool, cached_torch_device_type_cpu, this->device_idx_, &while_loop_cond_graph_0_buf0_handle));
        RAIIAtenTensorHandle while_loop_cond_graph_0_buf0(while_loop_cond_graph_0_buf0_handle);
        cpp_fused_lt_0((const int64_t*)(while_loop_cond_graph_0_arg0_1.data_ptr()), (bool*)(while_loop_cond_graph_0_buf0.data_ptr()));
        while_loop_cond_graph_0_arg0_1.reset();
        buf0_cond_result.reset();
        buf0_cond_result = std::move(while_loop_cond_graph_0_buf0);
        bool buf0_cond_result_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(buf0_cond_result, &buf0_cond_result_scalar));
        if (!buf0_cond_result_scalar) break;
        // subgraph: while_loop_body_graph_0
        AtenTensorHandle while_loop_body_graph_0_arg0_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf1, &while_loop_body_graph_0_arg0_1_handle));
        RAIIAtenTensorHandle while_loop_body_graph_0_arg0_1(while_loop_body_graph_0_arg0_1_handle);
        AtenTensorHandle while_loop_body_graph_0_arg1_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf2, &while_loop_body_graph_0_arg1_1_handle));
        RAIIAtenTensorHandle while_loop_body_graph_0_arg1_1(while_loop_body_graph_0_arg1_1_handle);
        AtenTensorHandle while_loop_body_graph_0_arg2_1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(buf3, &while_loop_body_graph_0_arg2_1_handle));
        RAIIAtenTensorHandle while_loop_body_graph_0_arg2_1(while_loop_body_graph_0_arg2_1_handle);
        const int64_t int_array_1[] = {s58, 4L};
        static constexpr int64_t int_array_2[] = {4L, 1L};
        AtenTensorHandle while_loop_body_graph_0_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_1, int_array_2, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &while_loop_body_graph_0_buf0_handle));
        RAIIAtenTensorHandle while_loop_body_graph_0_buf0(while_loop_body_graph_0_buf0_handle);
        const int64_t int_array_3[] = {s58, };
        static constexpr int64_t int_array_4[] = {1L, };
        AtenTensorHandle while_loop_body_graph_0_buf1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_3, int_array_4, cached_torch_dtype_int64, cached_torch_device_type_cpu, this->device_idx_, &while_loop_body_graph_0_buf1_handle));
        RAIIAtenTensorHandle while_loop_body_graph_0_buf1(while_loop_body_graph_0_buf1_handle);
        static constexpr int64_t *int_array_5=nullptr;
        AtenTensorHandle while_loop_body_graph_0_buf2_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, int_array_5, int_array_5, cached_torch_dtype_int64, cached_torch_device_type_cpu, this->device_idx_, &while_loop_body_graph_0_buf2_handle));
        RAIIAtenTensorHandle while_loop_body_graph_0_buf2(while_loop_body_graph_0_buf2_handle);
        cpp_fused_add_clone_index_1((const int64_t*)(while_loop_body_graph_0_arg2_1.data_ptr()), (const float*)(while_loop_body_graph_0_arg1_1.data_ptr()), (const int64_t*)(while_loop_body_graph_0_arg0_1.data_ptr()), (float*)(while_loop_body_graph_0_buf0.data_ptr()), (int64_t*)(while_loop_body_graph_0_buf1.data_ptr()), (int64_t*)(while_loop_body_graph_0_buf2.data_ptr()), s58);
        while_loop_body_graph_0_arg0_1.reset();
        while_loop_body_graph_0_arg1_1.reset();
        while_loop_body_graph_0_arg2_1.reset();
        buf1.reset();
        buf1 = std::move(while_loop_body_graph_0_buf2);
        buf2.reset();
        buf2 = std::move(while_loop_body_graph_0_buf0);
        buf3.reset();
        buf3 = std::move(while_loop_body_graph_0_buf1);
    }
    arg0_1.reset();
    arg1_1.reset();
    arg2_1.reset();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(buf2, {s58, 4L}, {4L, 1L}, "torch.ops.while_loop"); }
    output_handles[0] = buf2.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
