// As torch 2.13 emits for x[:, 2] with Dim("q", min=3), y[idx] and y[t.item()] with
// its asserts, less most of the runtime interface.
//@ headers cpu

extern "C"  void  cpp_fused_select_0(const float* in_ptr0,
                       float* out_ptr0,
                       const int64_t ks0);
extern "C"  void  cpp_fused_index_1(const int64_t* in_ptr0,
                       const float* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0,
                       const int64_t ks1);
extern "C"  void  cpp_fused_mul_select_2(const float* in_ptr0,
                       float* out_ptr0,
                       const int64_t ks0);
CACHE_TORCH_DTYPE(int64);
//@ caches float32 cpu

//@ model 3 arg0_1 arg1_1 arg2_1 arg3_1
//@ namespaces
//@ input arg0_1 float32 cpu sizes 4 3..64 strides ? 1
//@ input arg1_1 int64 cpu sizes 2..100 strides 1
//@ input arg2_1 float32 cpu sizes 3..100 8 strides 8 1
//@ input arg3_1 int64 cpu sizes strides
//@ run
//@ sizes arg0_1 - s27
//@ sizes arg1_1 s12
//@ sizes arg2_1 s77
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {4L, s27}, {s27, 1L}, "input"); }
    static constexpr int64_t int_array_0[] = {4L, };
    static constexpr int64_t int_array_1[] = {1L, };
//@ empty buf0 1 int_array_0 int_array_1 float32 cpu
    cpp_fused_select_0((const float*)(arg0_1.data_ptr()), (float*)(buf0.data_ptr()), s27);
    arg0_1.reset();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s12, }, {1L, }, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg2_1, {s77, 8L}, {8L, 1L}, "input"); }
    const int64_t int_array_2[] = {s12, 8L};
    static constexpr int64_t int_array_3[] = {8L, 1L};
//@ empty buf1 2 int_array_2 int_array_3 float32 cpu
    cpp_fused_index_1((const int64_t*)(arg1_1.data_ptr()), (const float*)(arg2_1.data_ptr()), (float*)(buf1.data_ptr()), s12, s77);
    arg1_1.reset();
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg3_1, {}, {}, "input"); }
//@ item u0 arg3_1
    arg3_1.reset();
    if (!(u0 >= 0L)) { throw std::runtime_error("Expected u0 >= 0 but received " + std::to_string(u0)); }
    if (!(u0 < s77)) { throw std::runtime_error("Expected u0 < s77 but received " + std::to_string(s77)); }
    static constexpr int64_t int_array_4[] = {8L, };
//@ empty buf2 1 int_array_4 int_array_1 float32 cpu
    cpp_fused_mul_select_2((const float*)(arg2_1.data_ptr()), (float*)(buf2.data_ptr()), u0);
    arg2_1.reset();
//@ release buf0 buf1 buf2
