// As torch 2.13 emits for flips, rolls, slices, pads and indices of a matrix,
// less most of the runtime interface.
//@ headers cpu

extern "C"  void  cpp_fused_add_constant_pad_nd_flip_index_mul_roll_slice_sub_t_0(const float* in_ptr0,
                       const int64_t* in_ptr1,
                       const int64_t* in_ptr2,
                       float* out_ptr0,
                       float* out_ptr1,
                       float* out_ptr2,
                       float* out_ptr3,
                       float* out_ptr4,
                       float* out_ptr5,
                       float* out_ptr6,
                       const int64_t ks0,
                       const int64_t ks1,
                       const int64_t ks2);
//@ caches float32 cpu
//@ kernels void* cpp_fused_add_constant_pad_nd_flip_index_mul_roll_slice_sub_t_0



//@ model 7 specs arg0_1 arg1_1 arg2_1

//@ folding
//@ namespaces
//@ const-run

//@ input arg0_1 float32 cpu sizes 4..64 5..32 strides ? 1
//@ input arg1_1 int64 cpu sizes 2..48 strides 1
//@ input arg2_1 int64 cpu sizes 2..48 strides 1
//@ run
//@ sizes arg0_1 s77 s27
//@ sizes arg1_1 s10
    int64_t s57 = s10;
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s77, s27}, {s27, 1L}, "input"); }
    const int64_t int_array_0[] = {s77, s27};
    const int64_t int_array_1[] = {s27, 1L};
//@ empty buf0 2 int_array_0 int_array_1 float32 cpu
//@ empty buf1 2 int_array_0 int_array_1 float32 cpu
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s10, }, {1L, }, "input"); }
    const int64_t int_array_2[] = {s10, s27};
//@ empty buf2 2 int_array_2 int_array_1 float32 cpu
    const int64_t int_array_3[] = {s27, s77};
    const int64_t int_array_4[] = {1L, s27};
//@ empty buf3 2 int_array_3 int_array_4 float32 cpu
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg2_1, {s10, }, {1L, }, "input"); }
    const int64_t int_array_5[] = {s10, };
    static constexpr int64_t int_array_6[] = {1L, };
//@ empty buf4 1 int_array_5 int_array_6 float32 cpu
    const int64_t int_array_7[] = {s77, (-3L) + s27};
    const int64_t int_array_8[] = {std::max(static_cast<int64_t>(1L), static_cast<int64_t>((-3L) + s27)), 1L};
//@ empty buf5 2 int_array_7 int_array_8 float32 cpu
    const int64_t int_array_9[] = {s77, 3L + s27};
    const int64_t int_array_10[] = {3L + s27, 1L};
//@ empty buf6 2 int_array_9 int_array_10 float32 cpu
    cpp_fused_add_constant_pad_nd_flip_index_mul_roll_slice_sub_t_0((const float*)(arg0_1.data_ptr()), (const int64_t*)(arg1_1.data_ptr()), (const int64_t*)(arg2_1.data_ptr()), (float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()), (float*)(buf2.data_ptr()), (float*)(buf3.data_ptr()), (float*)(buf4.data_ptr()), (float*)(buf5.data_ptr()), (float*)(buf6.data_ptr()), s77, s27, s10);
    arg0_1.reset();
    arg1_1.reset();
    arg2_1.reset();
//@ release buf0 buf1 buf2 buf3 buf4 buf5 buf6
