// As torch 2.13 emits for mem.index_put_((i,), v) and mem[i[0]] + mem.sum(0),
// where mem is a buffer of 16 rows,
// less the runtime interface.
#include <torch/csrc/inductor/aoti_include/cpu.h>
extern "C"  void  cpp_fused_index_put_0(const int64_t* in_ptr0,
                       const float* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0);
extern "C"  void  cpp_fused_add_select_sum_1(float* in_out_ptr0,
                       const float* in_ptr0,
                       const int64_t ks0);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
//@ kernels void* cpp_fused_add_select_sum_1 cpp_fused_index_put_0

//@ constant mem Buffer float32 cpu 16,4 4,1 256 mem
//@ model 1 specs arg1_1 arg2_1

//@ folding
//@ namespaces
//@ const-run

//@ input arg1_1 int64 cpu sizes 2..256 strides 1
//@ input arg2_1 float32 cpu sizes 2..256 4 strides 4 1
//@ run
    [[maybe_unused]] auto& mem = constants_->at(0);
//@ sizes arg1_1 s33
    int64_t s58 = s33;
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s33, }, {1L, }, "input"); }
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg2_1, {s33, 4L}, {4L, 1L}, "input"); }
    cpp_fused_index_put_0((const int64_t*)(arg1_1.data_ptr()), (const float*)(arg2_1.data_ptr()), (float*)(mem.data_ptr()), s33);
    arg2_1.reset();
    static constexpr int64_t *int_array_0=nullptr;
    int64_t u0_raw;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int64(wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(arg1_1, 0, int_array_0, int_array_0, 0L)), &u0_raw));
    auto u0 = u0_raw;
    arg1_1.reset();
    auto u7_index = u0 < 0 ? u0 + 16L: u0;
    auto u7_index_clamped = u7_index;
    auto u7 = 0L + 4L * u7_index_clamped;
    static constexpr int64_t int_array_1[] = {4L, };
    static constexpr int64_t int_array_2[] = {1L, };
//@ empty buf1 1 int_array_1 int_array_2 float32 cpu
    auto buf4 = std::move(buf1);  // reuse
    cpp_fused_add_select_sum_1((float*)(buf4.data_ptr()), (const float*)(mem.data_ptr()), u7);
//@ release buf4
