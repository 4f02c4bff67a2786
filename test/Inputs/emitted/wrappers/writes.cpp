// As torch 2.13 emits for scatters, gathers, concatenations and embeddings,
// less most of the runtime interface.
//@ headers cpu

extern "C"  void  cpp_fused_add_cat_embedding_gather_mul_scatter_add_0(const float* in_ptr0,
                       const int64_t* in_ptr1,
                       const float* in_ptr2,
                       const int64_t* in_ptr3,
                       const float* in_ptr4,
                       const float* in_ptr5,
                       float* out_ptr0,
                       float* out_ptr1,
                       float* out_ptr2,
                       float* out_ptr3,
                       float* out_ptr4,
                       float* out_ptr5,
                       float* out_ptr6,
                       const int64_t ks0,
                       const int64_t ks1,
                       const int64_t ks2,
                       const int64_t ks3);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
//@ kernels void* cpp_fused_add_cat_embedding_gather_mul_scatter_add_0



//@ constant table_weight Parameter float32 cpu 20,8 8,1 640 table.weight
//@ model 4 specs arg1_1 arg2_1 arg3_1 arg4_1

//@ folding
//@ namespaces
//@ const-run

//@ input arg1_1 float32 cpu sizes 4..64 5..32 strides ? 1
//@ input arg2_1 int64 cpu sizes 2..48 strides 1
//@ input arg3_1 int64 cpu sizes 4..64 2..30 strides ? 1
//@ input arg4_1 float32 cpu sizes 4..64 2..30 strides ? 1
//@ run
    [[maybe_unused]] auto& table_weight = constants_->at(0);
//@ sizes arg1_1 s2
    int64_t s77 = s2;
    int64_t s59 = s2;
    int64_t s27 = arg1_1_size[1];
//@ sizes arg2_1 s46
//@ sizes arg3_1 - s48
    int64_t s76 = s48;
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s2, s27}, {s27, 1L}, "input"); }
    const int64_t int_array_0[] = {s2, s27};
    const int64_t int_array_1[] = {s27, 1L};
//@ empty buf0 2 int_array_0 int_array_1 float32 cpu
    const int64_t int_array_2[] = {s2, s27 + s48};
    const int64_t int_array_3[] = {s27 + s48, 1L};
//@ empty buf6 2 int_array_2 int_array_3 float32 cpu
    const int64_t int_array_4[] = {s2, s27};
    const int64_t int_array_5[] = {s27 + s48, 1L};
    auto buf4 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf6, 2, int_array_4, int_array_5, 0L));  // alias
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg3_1, {s2, s48}, {s48, 1L}, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg4_1, {s2, s48}, {s48, 1L}, "input"); }
    const int64_t int_array_6[] = {s2, s48};
    const int64_t int_array_7[] = {s48, 1L};
//@ empty buf8 2 int_array_6 int_array_7 float32 cpu
    const int64_t int_array_8[] = {s2, s48};
    auto buf5 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf6, 2, int_array_8, int_array_5, s27));  // alias
//@ empty buf2 2 int_array_0 int_array_1 float32 cpu
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg2_1, {s46, }, {1L, }, "input"); }
    const int64_t int_array_9[] = {s46, 8L};
    static constexpr int64_t int_array_10[] = {8L, 1L};
//@ empty buf3 2 int_array_9 int_array_10 float32 cpu
//@ empty buf7 2 int_array_2 int_array_3 float32 cpu
    cpp_fused_add_cat_embedding_gather_mul_scatter_add_0((const float*)(arg1_1.data_ptr()), (const int64_t*)(arg3_1.data_ptr()), (const float*)(arg4_1.data_ptr()), (const int64_t*)(arg2_1.data_ptr()), (const float*)(table_weight.data_ptr()), (const float*)(buf6.data_ptr()), (float*)(buf0.data_ptr()), (float*)(buf4.data_ptr()), (float*)(buf8.data_ptr()), (float*)(buf5.data_ptr()), (float*)(buf2.data_ptr()), (float*)(buf3.data_ptr()), (float*)(buf7.data_ptr()), s2, s27, s48, s46);
    arg1_1.reset();
    arg2_1.reset();
    arg3_1.reset();
    arg4_1.reset();
//@ release buf2 buf3 buf7 buf8
