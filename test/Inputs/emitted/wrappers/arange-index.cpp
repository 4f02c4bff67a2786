// As torch 2.13 emits for x + t[arange(n)] where t has 64 elements,
// less the runtime interface.
#include <torch/csrc/inductor/aoti_include/cpu.h>
extern "C"  void  cpp_fused_add_arange_index_0(const float* in_ptr0,
                       const float* in_ptr1,
                       float* out_ptr0,
                       const int64_t ks0);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
//@ kernels void* cpp_fused_add_arange_index_0

//@ constant t Buffer float32 cpu 64 1 256 t
//@ model 1 specs arg1_1

//@ folding
//@ namespaces
//@ const-run

//@ input arg1_1 float32 cpu sizes 2.. strides 1
//@ run
    [[maybe_unused]] auto& t = constants_->at(0);
//@ sizes arg1_1 s77
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg1_1, {s77, }, {1L, }, "input"); }
    const int64_t int_array_0[] = {s77, };
    static constexpr int64_t int_array_1[] = {1L, };
//@ empty buf0 1 int_array_0 int_array_1 float32 cpu
    cpp_fused_add_arange_index_0((const float*)(arg1_1.data_ptr()), (const float*)(t.data_ptr()), (float*)(buf0.data_ptr()), s77);
    arg1_1.reset();
//@ release buf0
