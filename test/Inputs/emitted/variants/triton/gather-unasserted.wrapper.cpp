//@ like triton/gather.wrapper.cpp
//@ instead of
// As torch 2.13 emits for torch.gather(x, 1, i) * 2, shortened.
//@ there is
// As torch 2.13 emits for torch.gather(x, 1, i) * 2 with assert_indirect_indexing=False, shortened.
//@ instead of
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_gather_mul_0', 'assert_indirect_indexing': True},
//@ there is
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_gather_mul_0', 'assert_indirect_indexing': False},
//@ instead of
        x1 = xindex // ks1
//@ there is
        x1 = xindex // ks0
//@ instead of
        tl.device_assert(((0 <= tmp0) & (tmp0 < ks0)) | ~(xmask), "index out of bounds: 0 <= tmp0 < ks0")
        tmp2 = tl.load(in_ptr1 + (tmp0 + ks0*x1), xmask, eviction_policy='evict_last')
        tmp3 = tl.full([1], 2.0, tl.float32)
        tmp4 = tmp2 * tmp3
        tl.store(out_ptr0 + (x2), tmp4, xmask)
//@ there is
        tmp1 = tl.load(in_ptr1 + (tmp0 + ks1*x1), xmask, eviction_policy='evict_last')
        tmp2 = tl.full([1], 2.0, tl.float32)
        tmp3 = tmp1 * tmp2
        tl.store(out_ptr0 + (x2), tmp3, xmask)
//@ instead of
    call_triton_poi_fused_gather_mul_0(arg1_1, arg0_1, buf0, s27, s75, triton_poi_fused_gather_mul_0_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
//@ there is
    call_triton_poi_fused_gather_mul_0(arg1_1, arg0_1, buf0, s75, s27, triton_poi_fused_gather_mul_0_xnumel, this->device_idx_, stream, kernels, this->cubin_dir_);
