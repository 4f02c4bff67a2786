// As torch 2.9 emits with -D CPU_CAPABILITY_AVX2 for x[:, -1], an embedding, x[i]
// and cat([x.sum(1), x[0]]), less the runtime interface.
#include <torch/csrc/inductor/aoti_include/cpu.h>
#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model_container.h>

extern "C"  void  cpp_fused_add_embedding_exp_index_mul_select_sum_0(const float* in_ptr0,
                       const float* in_ptr1,
                       const int64_t* in_ptr2,
                       const float* in_ptr3,
                       float* out_ptr0,
                       float* out_ptr1,
                       float* out_ptr2,
                       float* out_ptr3,
                       float* out_ptr4,
                       float* out_ptr5,
                       const int64_t ks0,
                       const int64_t ks1,
                       const int64_t ks2);
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
//@ kernels -



//@ torch-2.9
//@ constant table_weight Parameter float32 cpu 20,8 8,1 640 table.weight
//@ model 4 specs arg1_1 arg2_1

//@ folding
//@ namespaces
//@ const-run

//@ input arg1_1 float32 cpu sizes 2..64 2..32 strides ? 1
//@ input arg2_1 int64 cpu sizes 2..48 strides 1
//@ run
    [[maybe_unused]] auto& table_weight = constants_->at(0);
//@ sizes arg1_1 s77 s27
//@ sizes arg2_1 s58
//@ clear
    const int64_t int_array_0[] = {s77, };
    static constexpr int64_t int_array_1[] = {1L, };
//@ empty buf0 1 int_array_0 int_array_1 float32 cpu
    const int64_t int_array_2[] = {s27 + s77, };
//@ empty buf3 1 int_array_2 int_array_1 float32 cpu
    auto buf1 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf3, 1, int_array_0, int_array_1, 0L));  // alias
    const int64_t int_array_3[] = {s27, };
    auto buf2 = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf3, 1, int_array_3, int_array_1, s77));  // alias
//@ empty buf4 1 int_array_2 int_array_1 float32 cpu
    const int64_t int_array_4[] = {s58, 8L};
    static constexpr int64_t int_array_5[] = {8L, 1L};
//@ empty buf5 2 int_array_4 int_array_5 float32 cpu
    const int64_t int_array_6[] = {s58, s27};
    const int64_t int_array_7[] = {s27, 1L};
//@ empty buf6 2 int_array_6 int_array_7 float32 cpu
    cpp_fused_add_embedding_exp_index_mul_select_sum_0((const float*)(arg1_1.data_ptr()), (const float*)(buf3.data_ptr()), (const int64_t*)(arg2_1.data_ptr()), (const float*)(table_weight.data_ptr()), (float*)(buf0.data_ptr()), (float*)(buf1.data_ptr()), (float*)(buf2.data_ptr()), (float*)(buf4.data_ptr()), (float*)(buf5.data_ptr()), (float*)(buf6.data_ptr()), s77, s27, s58);
    arg1_1.reset();
    arg2_1.reset();
//@ release buf0 buf4 buf5 buf6
