// As torch 2.13 emits for while_loop(k < 5, (k + 1, y[i], i), (k, x, i)), less
// most of the runtime interface.
//@ headers cpu

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
//@ caches int64 cpu
//@ kernels void* cpp_fused_add_clone_index_1 cpp_fused_lt_0



//@ model 1 specs arg0_1 arg1_1 arg2_1

using namespace torch::aot_inductor;


//@ const-run

//@ input arg0_1 float32 cpu sizes 2..100 4 strides 4 1
//@ input arg1_1 int64 cpu sizes 2..100 strides 1
//@ input arg2_1 int64 cpu sizes strides
//@ run
//@ sizes arg0_1 s58
    int64_t s77 = s58;
//@ clear
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
//@ assign while_loop_cond_graph_0_arg0_1 buf1
//@ assign while_loop_cond_graph_0_arg1_1 buf2
//@ assign while_loop_cond_graph_0_arg2_1 buf3
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
//@ assign while_loop_body_graph_0_arg0_1 buf1
//@ assign while_loop_body_graph_0_arg1_1 buf2
//@ assign while_loop_body_graph_0_arg2_1 buf3
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
//@ release buf2
