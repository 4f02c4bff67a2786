// As torch 2.13 emits for sin(cat([x[:, :-1], y, z[:, 1:]], 1)) + 1,
// less the runtime interface.
#include <torch/csrc/inductor/aoti_include/cpu.h>
extern "C"  void  cpp_fused_add_cat_sin_slice_0(const float* in_ptr0,
                       const float* in_ptr1,
                       const float* in_ptr2,
                       const float* in_ptr3,
                       float* out_ptr0,
                       float* out_ptr1,
                       float* out_ptr2,
                       float* out_ptr3,
                       const int64_t ks0,
                       const int64_t ks1,
                       const int64_t ks2,
                       const int64_t ks3);
//@ caches float32 cpu
//@ kernels void* cpp_fused_add_cat_sin_slice_0

//@ model 1 specs arg0_1 arg1_1 arg2_1

//@ folding
//@ namespaces
//@ const-run

//@ input arg0_1 float32 cpu sizes 2.. 2.. strides ? 1
//@ input arg1_1 float32 cpu sizes 2.. 2.. strides ? 1
//@ input arg2_1 float32 cpu sizes 2.. 2.. strides ? 1
//@ run
//@ sizes arg0_1 s10
    int64_t s86 = s10;
    int64_t s4 = s10;
    int64_t s21 = arg0_1_size[1];
//@ sizes arg1_1 - s12
//@ sizes arg2_1 - s11
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s10, s21}, {s21, 1L}, "input"); }
    const int64_t int_array_0[] = {s10, (-2L) + s11 + s12 + s21};
    const int64_t int_array_1[] = {(-2L) + s11 + s12 + s21, 1L};
//@ empty buf3 2 int_array_0 int_array_1 float32 cpu
    const int64_t int_array_2[] = {s10, (-1L) + s21};
    const int64_t int_array_3[] = {(-2L) + s11 + s12 + s21, 1L};
    auto buf0 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf3, 2, int_array_2, int_array_3, 0L));  // alias
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s10, s12}, {s12, 1L}, "input"); }
    const int64_t int_array_4[] = {s10, s12};
    auto buf1 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf3, 2, int_array_4, int_array_3, (-1L) + s21));  // alias
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg2_1, {s10, s11}, {s11, 1L}, "input"); }
    const int64_t int_array_5[] = {s10, (-1L) + s11};
    auto buf2 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf3, 2, int_array_5, int_array_3, (-1L) + s12 + s21));  // alias
    const int64_t int_array_6[] = {std::max(static_cast<int64_t>(1L), static_cast<int64_t>((-2L) + s11 + s12 + s21)), 1L};
//@ empty buf4 2 int_array_0 int_array_6 float32 cpu
    cpp_fused_add_cat_sin_slice_0((const float*)(arg0_1.data_ptr()), (const float*)(arg1_1.data_ptr()), (const float*)(arg2_1.data_ptr()), (const float*)(buf3.data_ptr()), (float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()), (float*)(buf2.data_ptr()), (float*)(buf4.data_ptr()), s10, s21, s11, s12);
    arg0_1.reset();
    arg1_1.reset();
    arg2_1.reset();
//@ release buf4
