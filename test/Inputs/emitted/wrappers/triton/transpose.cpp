// As torch 2.13 emits for x.transpose(1, 2).contiguous() + 1, shortened.
//@ shortened

//@ caches float32 cuda
//@ kernels CUfunction triton_poi_fused_add_clone_transpose_0

//@ model 1 arg0_1

//@ namespace

template <typename in_ptr0_type_, typename out_ptr0_type_, typename kernels_type_>
static __attribute__((noinline)) void call_triton_poi_fused_add_clone_transpose_0(
    const in_ptr0_type_& in_ptr0,
    const out_ptr0_type_& out_ptr0,
    int64_t ks0,
    int64_t ks1,
    int64_t ynumel,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_poi_fused_add_clone_transpose_0', '''
    @triton_heuristics.pointwise(
        size_hints={'y': 4096, 'x': 512}, tile_hint=TileHint.DEFAULT,
        filename=__file__,
        triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'ks0': 'i64', 'ks1': 'i64', 'ynumel': 'i32', 'xnumel': 'i32', 'YBLOCK': 'constexpr', 'XBLOCK': 'constexpr'}, 'constants': {}},
        inductor_meta={'grid_type': 'Grid2DWithYZOverflow', 'kernel_name': 'triton_poi_fused_add_clone_transpose_0', 'assert_indirect_indexing': True},
        min_elem_per_thread=0
    )
    @triton.jit
    def triton_poi_fused_add_clone_transpose_0(in_ptr0, out_ptr0, ks0, ks1, ynumel, xnumel, YBLOCK : tl.constexpr, XBLOCK : tl.constexpr):
        yoffset = (tl.program_id(1) + tl.program_id(2) * tl.num_programs(1)) * YBLOCK
        yindex = yoffset + tl.arange(0, YBLOCK)[:, None]
        ymask = yindex < ynumel
        xoffset = tl.program_id(0) * XBLOCK
        xindex = xoffset + tl.arange(0, XBLOCK)[None, :]
        xmask = xindex < xnumel
        x2 = xindex
        y0 = (yindex % ks0)
        y1 = yindex // ks0
        y3 = yindex
        tmp0 = tl.load(in_ptr0 + (y0 + ks0*x2 + ks0*ks1*y1), xmask & ymask, eviction_policy='evict_last')
        tmp1 = tl.full([1, 1], 1.0, tl.float32)
        tmp2 = tmp0 + tmp1
        tl.store(out_ptr0 + (x2 + ks1*y3), tmp2, xmask & ymask)
    ''', device_str='cuda')
    */
    uint32_t y_grid_raw_ = ((ynumel + (32 - 1)) / (32));
    uint32_t y_grid_div_ = ((y_grid_raw_ + (65535 - 1)) / (65535));
    uint32_t grid_0 = ((xnumel + (32 - 1)) / (32));
    uint32_t grid_1 = (y_grid_div_ == 0 ? 0 : ((y_grid_raw_ + (y_grid_div_ - 1)) / (y_grid_div_)));
    uint32_t grid_2 = y_grid_div_;
    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;
    if (kernels_.triton_poi_fused_add_clone_transpose_0 == nullptr) {
        kernels_.triton_poi_fused_add_clone_transpose_0 = loadKernel("k.cubin", "triton_poi_fused_add_clone_transpose_0", 0, cubin_dir_, &kernels_.loaded_modules_);
    }
    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());
    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());
    int64_t var_2 = ks0;
    int64_t var_3 = ks1;
    int32_t var_4 = ynumel;
    int32_t var_5 = xnumel;
    CUdeviceptr global_scratch_scratch_6 = 0;
    CUdeviceptr profile_scratch_scratch_7 = 0;
    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &var_4, &var_5, &global_scratch_scratch_6, &profile_scratch_scratch_7};
    launchKernel(kernels_.triton_poi_fused_add_clone_transpose_0, grid_0, grid_1, grid_2, 4, 0, kernel_args_, stream_);
}

namespace torch::aot_inductor {

//@ input arg0_1 float32 cuda sizes 2.. 2.. 2.. strides ? ? 1
//@ run

//@ sizes arg0_1 s97 s98 s69
//@ clear
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s97, s98, s69}, {s69*s98, s69, 1L}, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    const int64_t int_array_0[] = {s97, s69, s98};
    const int64_t int_array_1[] = {s69*s98, s98, 1L};
//@ empty buf0 3 int_array_0 int_array_1 float32 cuda
    // Topologically Sorted Source Nodes: [transpose, contiguous, add], Original ATen: [aten.transpose, aten.clone, aten.add]
    int64_t triton_poi_fused_add_clone_transpose_0_ynumel = s69*s97;
    call_triton_poi_fused_add_clone_transpose_0(arg0_1, buf0, s69, s98, triton_poi_fused_add_clone_transpose_0_ynumel, s98, this->device_idx_, stream, kernels, this->cubin_dir_);
    arg0_1.reset();
//@ release buf0
