// As torch 2.13 emits for torch.cond(p.sum() > 0, torch.cond(p.sum() > 10, x[i]
// + 1, x[i] * 3), x[i].cos()), less most of the runtime interface.
//@ headers cpu

extern "C"  void  cpp_fused_gt_sum_0(const float* in_ptr0,
                       float* out_ptr0,
                       bool* out_ptr1);
extern "C"  void  cpp_fused_gt_sum_1(const float* in_ptr0,
                       float* out_ptr0,
                       bool* out_ptr1);
extern "C"  void  cpp_fused_add_gt_index_2(const int64_t* in_ptr0,
                       const float* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0,
                       const int64_t ks1);
extern "C"  void  cpp_fused_gt_index_mul_3(const int64_t* in_ptr0,
                       const float* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0,
                       const int64_t ks1);
extern "C"  void  cpp_fused_cos_gt_index_4(const int64_t* in_ptr0,
                       const float* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0,
                       const int64_t ks1);
CACHE_TORCH_DTYPE(float32);
//@ caches bool cpu
//@ kernels void* cpp_fused_add_gt_index_2 cpp_fused_cos_gt_index_4 cpp_fused_gt_index_mul_3 cpp_fused_gt_sum_0 cpp_fused_gt_sum_1



//@ model 1 specs arg0_1 arg1_1 arg2_1

using namespace torch::aot_inductor;


//@ const-run

//@ input arg0_1 float32 cpu sizes 2..100 4 strides 4 1
//@ input arg1_1 int64 cpu sizes 2..100 strides 1
//@ input arg2_1 float32 cpu sizes 3 strides 1
//@ run
//@ sizes arg0_1 s77
//@ sizes arg1_1 s58
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg2_1, {3L, }, {1L, }, "input"); }
    static constexpr int64_t *int_array_0=nullptr;
//@ empty buf0 0 int_array_0 int_array_0 float32 cpu
//@ empty buf1 0 int_array_0 int_array_0 bool cpu
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s77, 4L}, {4L, 1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s58, }, {1L, }, "input"); }
    cpp_fused_gt_sum_0((const float*)(arg2_1.data_ptr()), (float*)(buf0.data_ptr()), (bool*)(buf1.data_ptr()));
    buf0.reset();
    RAIIAtenTensorHandle buf3;
    bool buf1_scalar;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(buf1, &buf1_scalar));
    if (buf1_scalar) {
        // subgraph: true_graph_0
//@ assign true_graph_0_arg0_1 arg0_1
//@ assign true_graph_0_arg1_1 arg1_1
//@ assign true_graph_0_arg2_1 arg2_1
        static constexpr int64_t *int_array_1=nullptr;
        AtenTensorHandle true_graph_0_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, int_array_1, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &true_graph_0_buf0_handle));
        RAIIAtenTensorHandle true_graph_0_buf0(true_graph_0_buf0_handle);
        AtenTensorHandle true_graph_0_buf1_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(0, int_array_1, int_array_1, cached_torch_dtype_bool, cached_torch_device_type_cpu, this->device_idx_, &true_graph_0_buf1_handle));
        RAIIAtenTensorHandle true_graph_0_buf1(true_graph_0_buf1_handle);
        cpp_fused_gt_sum_1((const float*)(true_graph_0_arg2_1.data_ptr()), (float*)(true_graph_0_buf0.data_ptr()), (bool*)(true_graph_0_buf1.data_ptr()));
        true_graph_0_arg2_1.reset();
        true_graph_0_buf0.reset();
        RAIIAtenTensorHandle true_graph_0_buf3;
        bool true_graph_0_buf1_scalar;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_bool(true_graph_0_buf1, &true_graph_0_buf1_scalar));
        if (true_graph_0_buf1_scalar) {
            // subgraph: true_graph_0
            AtenTensorHandle true_graph_0_true_graph_0_arg0_1_handle;
            AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(true_graph_0_arg0_1, &true_graph_0_true_graph_0_arg0_1_handle));
            RAIIAtenTensorHandle true_graph_0_true_graph_0_arg0_1(true_graph_0_true_graph_0_arg0_1_handle);
            AtenTensorHandle true_graph_0_true_graph_0_arg1_1_handle;
            AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(true_graph_0_arg1_1, &true_graph_0_true_graph_0_arg1_1_handle));
            RAIIAtenTensorHandle true_graph_0_true_graph_0_arg1_1(true_graph_0_true_graph_0_arg1_1_handle);
            const int64_t int_array_2[] = {s58, 4L};
            static constexpr int64_t int_array_3[] = {4L, 1L};
            AtenTensorHandle true_graph_0_true_graph_0_buf0_handle;
            AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_2, int_array_3, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &true_graph_0_true_graph_0_buf0_handle));
            RAIIAtenTensorHandle true_graph_0_true_graph_0_buf0(true_graph_0_true_graph_0_buf0_handle);
            cpp_fused_add_gt_index_2((const int64_t*)(true_graph_0_true_graph_0_arg1_1.data_ptr()), (const float*)(true_graph_0_true_graph_0_arg0_1.data_ptr()), (float*)(true_graph_0_true_graph_0_buf0.data_ptr()), s58, s77);
            true_graph_0_true_graph_0_arg0_1.reset();
            true_graph_0_true_graph_0_arg1_1.reset();
            true_graph_0_buf3.reset();
            true_graph_0_buf3 = std::move(true_graph_0_true_graph_0_buf0);
        } else {
            // subgraph: false_graph_0
            AtenTensorHandle true_graph_0_false_graph_0_arg0_1_handle;
            AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(true_graph_0_arg0_1, &true_graph_0_false_graph_0_arg0_1_handle));
            RAIIAtenTensorHandle true_graph_0_false_graph_0_arg0_1(true_graph_0_false_graph_0_arg0_1_handle);
            AtenTensorHandle true_graph_0_false_graph_0_arg1_1_handle;
            AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_assign_tensors_out(true_graph_0_arg1_1, &true_graph_0_false_graph_0_arg1_1_handle));
            RAIIAtenTensorHandle true_graph_0_false_graph_0_arg1_1(true_graph_0_false_graph_0_arg1_1_handle);
            const int64_t int_array_4[] = {s58, 4L};
            static constexpr int64_t int_array_5[] = {4L, 1L};
            AtenTensorHandle true_graph_0_false_graph_0_buf0_handle;
            AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_4, int_array_5, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &true_graph_0_false_graph_0_buf0_handle));
            RAIIAtenTensorHandle true_graph_0_false_graph_0_buf0(true_graph_0_false_graph_0_buf0_handle);
            cpp_fused_gt_index_mul_3((const int64_t*)(true_graph_0_false_graph_0_arg1_1.data_ptr()), (const float*)(true_graph_0_false_graph_0_arg0_1.data_ptr()), (float*)(true_graph_0_false_graph_0_buf0.data_ptr()), s58, s77);
            true_graph_0_false_graph_0_arg0_1.reset();
            true_graph_0_false_graph_0_arg1_1.reset();
            true_graph_0_buf3.reset();
            true_graph_0_buf3 = std::move(true_graph_0_false_graph_0_buf0);
        }
        true_graph_0_arg0_1.reset();
        true_graph_0_arg1_1.reset();
        true_graph_0_buf1.reset();
        if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(true_graph_0_buf3, {s58, 4L}, {4L, 1L}, "torch.ops.cond"); }

        buf3.reset();
        buf3 = std::move(true_graph_0_buf3);
    } else {
        // subgraph: false_graph_0
//@ assign false_graph_0_arg0_1 arg0_1
//@ assign false_graph_0_arg1_1 arg1_1
//@ assign false_graph_0_arg2_1 arg2_1
        const int64_t int_array_6[] = {s58, 4L};
        static constexpr int64_t int_array_7[] = {4L, 1L};
        AtenTensorHandle false_graph_0_buf0_handle;
        AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_6, int_array_7, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &false_graph_0_buf0_handle));
        RAIIAtenTensorHandle false_graph_0_buf0(false_graph_0_buf0_handle);
        cpp_fused_cos_gt_index_4((const int64_t*)(false_graph_0_arg1_1.data_ptr()), (const float*)(false_graph_0_arg0_1.data_ptr()), (float*)(false_graph_0_buf0.data_ptr()), s58, s77);
        false_graph_0_arg0_1.reset();
        false_graph_0_arg1_1.reset();
        buf3.reset();
        buf3 = std::move(false_graph_0_buf0);
    }
    arg0_1.reset();
    arg1_1.reset();
    arg2_1.reset();
    buf1.reset();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(buf3, {s58, 4L}, {4L, 1L}, "torch.ops.cond"); }
//@ release buf3
