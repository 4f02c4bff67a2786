//@ like triton/adv-index.wrapper.cpp
//@ instead of
// As torch 2.13 emits for x[i] + 1, shortened.
//@ there is
// As torch 2.13 emits for x[i] + 1 with assert_indirect_indexing=False, shortened.
//@ instead of
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_index_0', 'assert_indirect_indexing': True},
//@ there is
        inductor_meta={'grid_type': 'Grid1D', 'kernel_name': 'triton_poi_fused_add_index_0', 'assert_indirect_indexing': False},
//@ instead of
        tl.device_assert(((0 <= tmp4) & (tmp4 < ks0)) | ~(xmask), "index out of bounds: 0 <= tmp4 < ks0")
        tmp6 = tl.load(in_ptr1 + (x0 + 8*tmp4), xmask)
        tmp7 = tl.full([1], 1.0, tl.float32)
        tmp8 = tmp6 + tmp7
        tl.store(out_ptr0 + (x2), tmp8, xmask)
//@ there is
        tmp5 = tl.load(in_ptr1 + (x0 + 8*tmp4), xmask)
        tmp6 = tl.full([1], 1.0, tl.float32)
        tmp7 = tmp5 + tmp6
        tl.store(out_ptr0 + (x2), tmp7, xmask)
