// As torch 2.13 emits for torch.cond(x.shape[0] > 20, y[i - 1] * 2, y[i] - 1) +
// 1 where y = x * 2, less most of the runtime interface.
//@ headers cpu

extern "C"  void  cpp_fused_mul_0(const float* in_ptr0,
                       float* out_ptr0,
                       const int64_t ks0);
extern "C"  void  cpp_fused_index_mul_sub_1(const int64_t* in_ptr0,
                       const float* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0,
                       const int64_t ks1);
extern "C"  void  cpp_fused_index_mul_sub_2(const int64_t* in_ptr0,
                       const float* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0,
                       const int64_t ks1);
extern "C"  void  cpp_fused_add_3(float* in_out_ptr0,
                       const int64_t ks0);
//@ caches float32 cpu
//@ kernels void* cpp_fused_add_3 cpp_fused_index_mul_sub_1 cpp_fused_index_mul_sub_2 cpp_fused_mul_0



//@ model 1 specs arg0_1 arg1_1

using namespace torch::aot_inductor;


//@ const-run

//@ input arg0_1 float32 cpu sizes 2..100 4 strides 4 1
//@ input arg1_1 int64 cpu sizes 2..100 strides 1
//@ run
//@ sizes arg0_1 s77
//@ sizes arg1_1 s58
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s77, 4L}, {4L, 1L}, "input"); }
    const int64_t int_array_0[] = {s77, 4L};
    static constexpr int64_t int_array_1[] = {4L, 1L};
//@ empty buf0 2 int_array_0 int_array_1 float32 cpu
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s58, }, {1L, }, "input"); }
    cpp_fused_mul_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()), s77);
    arg0_1.reset();
    RAIIAtenTensorHandle buf2;
    if (s77 > 20L) {
        // subgraph: true_graph_0
//@ assign true_graph_0_arg0_1 buf0
//@ assign true_graph_0_arg1_1 arg1_1
        const int64_t int_array_2[] = {s58, 4L};
        static constexpr int64_t int_array_3[] = {4L, 1L};
        AtenTensorHandle true_graph_0_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_2, int_array_3, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &true_graph_0_buf0_handle));
        RAIIAtenTensorHandle true_graph_0_buf0(true_graph_0_buf0_handle);
        cpp_fused_index_mul_sub_1((const int64_t*)(true_graph_0_arg1_1.data_ptr()), (const float*)(true_graph_0_arg0_1.data_ptr()), (float*)(true_graph_0_buf0.data_ptr()), s58, s77);
        true_graph_0_arg0_1.reset();
        true_graph_0_arg1_1.reset();
        buf2.reset();
        buf2 = std::move(true_graph_0_buf0);
    } else {
        // subgraph: false_graph_0
//@ assign false_graph_0_arg0_1 buf0
//@ assign false_graph_0_arg1_1 arg1_1
        const int64_t int_array_4[] = {s58, 4L};
        static constexpr int64_t int_array_5[] = {4L, 1L};
        AtenTensorHandle false_graph_0_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_4, int_array_5, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &false_graph_0_buf0_handle));
        RAIIAtenTensorHandle false_graph_0_buf0(false_graph_0_buf0_handle);
        cpp_fused_index_mul_sub_2((const int64_t*)(false_graph_0_arg1_1.data_ptr()), (const float*)(false_graph_0_arg0_1.data_ptr()), (float*)(false_graph_0_buf0.data_ptr()), s58, s77);
        false_graph_0_arg0_1.reset();
        false_graph_0_arg1_1.reset();
        buf2.reset();
        buf2 = std::move(false_graph_0_buf0);
    }
    arg1_1.reset();
    buf0.reset();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(buf2, {s58, 4L}, {4L, 1L}, "torch.ops.cond"); }

    auto buf3 = std::move(buf2);  // reuse
    cpp_fused_add_3((float*)(buf3.data_ptr()), s58);
//@ release buf3
