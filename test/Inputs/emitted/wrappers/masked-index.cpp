// As torch 2.13 emits for t[i & 127] * 2 where t has 127 rows, without asserts,
// less the runtime interface.
#include <torch/csrc/inductor/aoti_include/cpu.h>
extern "C"  void  cpp_fused_bitwise_and_index_mul_0(const int64_t* in_ptr0,
                       const float* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
//@ kernels void* cpp_fused_bitwise_and_index_mul_0

//@ constant t Buffer float32 cpu 127,4 4,1 2048 t
//@ model 1 specs arg1_1

//@ folding
//@ namespaces
//@ const-run

//@ input arg1_1 int64 cpu sizes 2..256 strides 1
//@ run
    [[maybe_unused]] auto& t = constants_->at(0);
//@ sizes arg1_1 s10
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s10, }, {1L, }, "input"); }
    const int64_t int_array_0[] = {s10, 4L};
    static constexpr int64_t int_array_1[] = {4L, 1L};
//@ empty buf0 2 int_array_0 int_array_1 float32 cpu
    cpp_fused_bitwise_and_index_mul_0((const int64_t*)(arg1_1.data_ptr()), (const float*)(t.data_ptr()), (float*)(buf0.data_ptr()), s10);
    arg1_1.reset();
//@ release buf0
