// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TritonText.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

const TritonFrame Gather = {
    "in_ptr0 *i64, in_ptr1 *fp32, out_ptr0 *fp32, ks0 i64, xnumel i32"};

constexpr llvm::StringRef Index = R"(
xoffset = tl.program_id(0) * XBLOCK
xindex = xoffset + tl.arange(0, XBLOCK)[:]
xmask = xindex < xnumel
)";

std::string pointwise(llvm::StringRef Rest, const TritonFrame &Frame = Gather) {
  return shownTriton((Index + Rest).str(), Frame);
}

TEST(Triton, AGather) {
  EXPECT_EQ(pointwise(R"(
x1 = xindex // 8
x0 = (xindex % 8)
tmp0 = tl.load(in_ptr0 + (x1), xmask, eviction_policy='evict_last')
tmp1 = (ks0).to(tl.int32)
tmp2 = tmp0 + tmp1
tmp3 = tmp0 < 0
tmp4 = tl.where(tmp3, tmp2, tmp0)
tl.device_assert(((0 <= tmp4) & (tmp4 < ks0)) | ~(xmask), "index out of bounds: 0 <= tmp4 < ks0")
tmp6 = tl.load(in_ptr1 + (x0 + 8*tmp4), xmask)
tl.store(out_ptr0 + (xindex), tmp6, xmask)
)"),
            "read in_ptr0[floor_div(xindex, 8)] as tmp0 if 0 <= xindex; "
            "xindex < xnumel\n"
            "read in_ptr1[floor_mod(xindex, 8) + 8*(tmp0 < 0 ? tmp0 + ks0 : "
            "tmp0)] if 0 <= xindex; 0 <= (tmp0 < 0 ? tmp0 + ks0 : tmp0) && "
            "(tmp0 < 0 ? tmp0 + ks0 : tmp0) < ks0 || !(xindex < xnumel); "
            "xindex < xnumel\n"
            "write out_ptr0[xindex] if 0 <= xindex; 0 <= (tmp0 < 0 ? tmp0 + "
            "ks0 : tmp0) && (tmp0 < 0 ? tmp0 + ks0 : tmp0) < ks0 || !(xindex "
            "< xnumel); xindex < xnumel\n"
            "assert 0 <= (tmp0 < 0 ? tmp0 + ks0 : tmp0) && (tmp0 < 0 ? tmp0 + "
            "ks0 : tmp0) < ks0 || !(xindex < xnumel)\n");
}

// An embedding by int32: where its mask holds, the product does not overflow.
TEST(Triton, AnIndexOfInt32IsAsAsserted) {
  const std::string Text = pointwise(
      R"(
tmp0 = tl.load(in_ptr0 + (xindex), xmask)
tl.device_assert(((0 <= tmp0) & (tmp0 < 20)) | ~(xmask), "0 <= tmp0 < 20")
tmp2 = tl.load(in_ptr1 + (8*tmp0), xmask)
)",
      {"in_ptr0 *i32, in_ptr1 *fp32, xnumel i32"});
  EXPECT_NE(Text.find("read in_ptr1[8*tmp0] if "), std::string::npos) << Text;
  // Without the mask, lanes beyond it read, too.
  const std::string Bare = pointwise(
      R"(
tmp0 = tl.load(in_ptr0 + (xindex), xmask, other=0)
tl.device_assert(((0 <= tmp0) & (tmp0 < 20)) | ~(xmask), "0 <= tmp0 < 20")
tmp2 = tl.load(in_ptr1 + (8*tmp0), None)
)",
      {"in_ptr0 *i32, in_ptr1 *fp32, xnumel i32"});
  EXPECT_EQ(Bare.find("read in_ptr1[8*tmp0] if "), std::string::npos) << Bare;
}

// ops.masked of an index, as of torch.tril_indices.
TEST(Triton, ANumberOfAnothersType) {
  const std::string Text = pointwise(R"(
tmp1 = (xindex).to(tl.int64)
tmp2 = tl.full(tmp1.shape, 0.0, tmp1.dtype)
tmp3 = tl.where(xindex < 5, tmp1, tmp2)
tl.store(out_ptr0 + (tmp3), 0.0, xmask)
)");
  EXPECT_NE(Text.find("write out_ptr0[xindex < 5 ? xindex : 0]"),
            std::string::npos)
      << Text;
}

TEST(Triton, PlacesAreTheWrappers) {
  const auto Kernels = readTritonKernels(
      inWrapper((Index + "tl.device_assert(xindex < ks0, \"x < ks0\")\n"
                         "tl.store(out_ptr0 + (xindex), 0.0, xmask)")
                    .str(),
                Gather));
  ASSERT_EQ(Kernels.size(), 1u);
  const Kernel &K = Kernels[0];
  EXPECT_EQ(K.Name, "triton_k");
  ASSERT_EQ(K.Parameters.size(), 5u);
  EXPECT_TRUE(K.Parameters[2].IsPointer);
  EXPECT_EQ(K.Parameters[0].Element, DType::Long);
  EXPECT_EQ(K.Parameters[4].Name, "xnumel");
  EXPECT_FALSE(K.Parameters[4].IsPointer);
  ASSERT_EQ(K.Asserts.size(), 1u);
  EXPECT_EQ(K.Asserts[0].Message, "x < ks0");
  ASSERT_EQ(K.Accesses.size(), 1u);
  EXPECT_EQ(K.Accesses[0].Text, "out_ptr0 + (xindex)");
  const std::string Text = inWrapper(Index, Gather);
  const auto LineOf = [&](llvm::StringRef What) {
    return llvm::StringRef(Text).split(What).first.count('\n') + 1;
  };
  EXPECT_EQ(K.At.Line, LineOf("def triton_k"));
  EXPECT_EQ(K.Asserts[0].At.Line, LineOf("xmask =") + 1);
  EXPECT_EQ(K.Asserts[0].At.Column, 26u);
  EXPECT_EQ(K.Accesses[0].At.Line, LineOf("xmask =") + 2);
  EXPECT_EQ(K.Accesses[0].At.Column, 18u);
}

TEST(Triton, AssertsThatAreNotCompiled) {
  constexpr llvm::StringRef Body = R"(
tmp0 = tl.load(in_ptr0 + (xindex), xmask)
tl.device_assert((0 <= tmp0) & (tmp0 < ks0), "0 <= tmp0 < ks0")
tl.store(out_ptr0 + (tmp0), 0.0, xmask)
)";
  constexpr llvm::StringRef Unchecked =
      "read in_ptr0[xindex] as tmp0 if 0 <= xindex; xindex < xnumel\n"
      "write out_ptr0[tmp0] if 0 <= xindex; xindex < xnumel\n";
  TritonFrame Hip = Gather;
  Hip.Meta = "'grid_type': 'Grid1D', 'assert_indirect_indexing': True, "
             "'is_hip': True";
  EXPECT_EQ(pointwise(Body, Hip), Unchecked);
  TritonFrame Off = Gather;
  Off.Meta = "'grid_type': 'Grid1D', 'assert_indirect_indexing': False";
  EXPECT_EQ(pointwise(Body, Off), Unchecked);
  EXPECT_NE(pointwise(Body), Unchecked);
}

TEST(Triton, WithoutAMaskTheGridLimits) {
  constexpr llvm::StringRef Body = R"(
xmask = tl.full([XBLOCK], True, tl.int1)[:]
tl.store(out_ptr0 + (xindex), 0.0, xmask)
)";
  EXPECT_EQ(pointwise(Body), "write out_ptr0[xindex] if 0 <= xindex; xindex < "
                             "32*((31 + xnumel) / 32)\n");
  // A size that the kernel is made for.
  EXPECT_EQ(shownTriton(("xnumel = 512\n" + Index + Body).str(), Gather),
            "write out_ptr0[xindex] if 0 <= xindex; xindex < 512\n");
  // What the wrapper launches is not understood: the limit could be any.
  TritonFrame Other = Gather;
  Other.Launch = "uint32_t grid_0 = gridSizeOf(xnumel);";
  EXPECT_EQ(pointwise(Body, Other),
            "write out_ptr0[xindex] if 0 <= xindex; xindex < xindex_end\n");
}

TEST(Triton, AReductionInALoop) {
  EXPECT_EQ(
      shownTriton(R"(
xoffset = tl.program_id(0) * XBLOCK
xindex = xoffset + tl.arange(0, XBLOCK)[:, None]
xmask = xindex < xnumel
r0_base = tl.arange(0, R0_BLOCK)[None, :]
x0 = xindex
_tmp2 = tl.full([XBLOCK, R0_BLOCK], 0, tl.float32)
for r0_offset in tl.range(0, r0_numel, R0_BLOCK):
    r0_index = r0_offset + r0_base
    r0_mask = r0_index < r0_numel
    r0_1 = r0_index
    tmp0 = tl.load(in_ptr0 + (r0_1 + r0_numel*x0), r0_mask & xmask, other=0.0)
    tmp1 = tl.broadcast_to(tmp0, [XBLOCK, R0_BLOCK])
    tmp3 = _tmp2 + tmp1
    _tmp2 = tl.where(r0_mask & xmask, tmp3, _tmp2)
tmp2 = tl.sum(_tmp2, 1)[:, None]
tl.store(out_ptr0 + (x0), tmp2, xmask)
)",
                  {"in_ptr0 *fp32, out_ptr0 *fp32, xnumel i32, r0_numel i32",
                   "XBLOCK, R0_BLOCK"}),
      "read in_ptr0[r0_index + r0_numel*xindex] if 0 <= xindex; 0 <= "
      "r0_index; r0_index < r0_numel && xindex < xnumel\n"
      "write out_ptr0[xindex] if 0 <= xindex; xindex < xnumel\n");
}

TEST(Triton, APersistentReduction) {
  EXPECT_EQ(
      shownTriton(R"(
xnumel = 64
r0_numel = 8
R0_BLOCK: tl.constexpr = 8
xoffset = tl.program_id(0) * XBLOCK
xindex = xoffset + tl.arange(0, XBLOCK)[:, None]
xmask = xindex < xnumel
r0_index = tl.arange(0, R0_BLOCK)[None, :]
r0_mask = tl.full([R0_BLOCK], True, tl.int1)[None, :]
tmp0 = tl.load(in_ptr0 + (r0_index + 8*xindex), xmask)
tmp1 = tl.broadcast_to(r0_index, [XBLOCK, R0_BLOCK])
tmp2_val, tmp2_idx = triton_helpers.max_with_index(tmp0, tmp1, 1)
tmp2 = tmp2_idx[:, None]
tl.store(out_ptr0 + (tmp2), tmp0, xmask)
)",
                  {"in_ptr0 *fp32, out_ptr0 *fp32, xnumel i32, r0_numel i32"}),
      "read in_ptr0[lane#3 + 8*xindex] if 0 <= xindex; 0 <= lane#3; lane#3 < "
      "8; xindex < 64\n"
      "write out_ptr0[computed] if 0 <= xindex; xindex < 64\n");
}

TEST(Triton, WhatALoopChangesIsNotFollowed) {
  const std::string Text = shownTriton(R"(
i = 0
n = 3
for _ in range(4):
    tl.store(out_ptr0 + (i + n), 0.0)
    i = i + 1
tl.store(out_ptr0 + (i), 0.0)
)",
                                       {"out_ptr0 *fp32", ""});
  EXPECT_EQ(Text, "write out_ptr0[3 + i]\nwrite out_ptr0[i#2]\n");
}

TEST(Triton, TilesInTwoDimensions) {
  EXPECT_EQ(
      shownTriton(R"(
yoffset = (tl.program_id(1) + tl.program_id(2) * tl.num_programs(1)) * YBLOCK
yindex = yoffset + tl.arange(0, YBLOCK)[:, None]
ymask = yindex < ynumel
xoffset = tl.program_id(0) * XBLOCK
xindex = xoffset + tl.arange(0, XBLOCK)[None, :]
xmask = xindex < xnumel
tl.store(out_ptr0 + (xindex + ks0*yindex), 0.0, xmask & ymask)
)",
                  {"out_ptr0 *fp32, ks0 i64, ynumel i32, xnumel i32",
                   "YBLOCK, XBLOCK", "'grid_type': 'Grid2DWithYZOverflow'",
                   "uint32_t grid_0 = ((xnumel + (32 - 1)) / (32));\n"
                   "uint32_t grid_1 = ((ynumel + (16 - 1)) / (16));\n"
                   "uint32_t grid_2 = 1;"}),
      "write out_ptr0[xindex + ks0*yindex] if 0 <= yindex; 0 <= xindex; "
      "xindex < xnumel && yindex < ynumel\n");
}

TEST(Triton, OneArangeInTwoDimensions) {
  // The same name, but not the same lane.
  EXPECT_EQ(
      shownTriton(R"(
i = tl.arange(0, 4)
j = i[:, None] * 4 + i[None, :]
tl.store(out_ptr0 + j, 0.0)
)",
                  {"out_ptr0 *fp32", ""}),
      "write out_ptr0[4*lane#2 + lane] if 0 <= lane; lane < 4; 0 <= lane#2; "
      "lane#2 < 4\n");
}

TEST(Triton, PrintedMinAndMax) {
  EXPECT_EQ(
      pointwise("i = (((-1) + ks0) * (((-1) + ks0) <= (((0) * ((0) >= ((-2) + "
                "xindex)) + ((-2) + xindex) * (((-2) + xindex) > (0))))) + "
                "(((0) * ((0) >= ((-2) + xindex)) + ((-2) + xindex) * (((-2) + "
                "xindex) > (0)))) * ((((0) * ((0) >= ((-2) + xindex)) + ((-2) "
                "+ xindex) * (((-2) + xindex) > (0)))) < ((-1) + ks0)))\n"
                "tl.store(out_ptr0 + i, 0.0, xmask)"),
      "write out_ptr0[min(-1 + ks0, max(0, -2 + xindex))] if 0 <= xindex; "
      "xindex < xnumel\n");
}

TEST(Triton, DivisionIsThatOfC) {
  EXPECT_EQ(pointwise("tl.store(out_ptr0 + ((xindex - ks0) // 4), 0.0, xmask)\n"
                      "tl.store(out_ptr0 + ((xindex - ks0) % 4), 0.0, xmask)\n"
                      "tl.store(out_ptr0 + triton_helpers.div_floor_integer("
                      "xindex - ks0, 4), 0.0, xmask)\n"
                      "tl.store(out_ptr0 + triton_helpers.remainder_integer("
                      "xindex - ks0, 4), 0.0, xmask)"),
            "write out_ptr0[(xindex - ks0) / 4] if 0 <= xindex; xindex < "
            "xnumel\n"
            "write out_ptr0[(xindex - ks0) % 4] if 0 <= xindex; xindex < "
            "xnumel\n"
            "write out_ptr0[floor_div(xindex - ks0, 4)] if 0 <= xindex; xindex "
            "< xnumel\n"
            "write out_ptr0[floor_mod(xindex - ks0, 4)] if 0 <= xindex; xindex "
            "< xnumel\n");
}

TEST(Triton, AConditionThatDividesByZeroSaysNothingThere) {
  EXPECT_EQ(pointwise("tl.store(out_ptr0 + xindex, 0.0, (xindex % ks0) < 4)"),
            "write out_ptr0[xindex] if 0 <= xindex; xindex < "
            "32*((31 + xnumel) / 32); ks0 == 0 || xindex % ks0 < 4\n");
}

TEST(Triton, MasksThatAreNotUnderstood) {
  // It may read there, or not: an input shows nothing.
  EXPECT_EQ(
      pointwise("m = tl.load(in_ptr1 + (xindex), xmask) > 0.5\n"
                "tl.store(out_ptr0 + xindex, 0.0, m & xmask)"),
      "read in_ptr1[xindex] if 0 <= xindex; xindex < xnumel\n"
      "write out_ptr0[xindex] if 0 <= xindex; m#2 == 1 && xindex < xnumel\n"
      "fact 0 <= m#2 && m#2 <= 1\nfact m#2 == 0 || 0 <= m\n");
}

// torch.bucketize(x, boundaries), as Inductor of torch 2.13 writes it.
TEST(Triton, ABinarySearchFindsANumberUpToTheCount) {
  EXPECT_EQ(
      pointwise("a = tl.load(in_ptr1 + (xindex), xmask)\n"
                "b = triton_helpers.bucketize_binary_search(a, in_ptr0, ks0, "
                "ks0, 1, 0, tl.int64, False, None, None, None, )\n"
                "tl.store(out_ptr0 + b, 0.0, xmask)"),
      "read in_ptr1[xindex] if 0 <= xindex; xindex < xnumel\n"
      "read in_ptr0[mid] if 0 <= mid && mid < ks0\n"
      "write out_ptr0[b] if 0 <= xindex; xindex < xnumel\n"
      "fact 0 <= b && b <= max(0, ks0)\n");
}

// A position of interpolation is negative where its factors are.
TEST(Triton, AStretchedNegativeNumberStaysNegative) {
  const std::string Text =
      pointwise("a = (x0 - 100).to(tl.float32) * (ks0 / ks1)\n"
                "b = triton_helpers.minimum(a.to(tl.int64), ks0 - 1)\n"
                "tl.store(out_ptr0 + b, 0.0, xmask)",
                {"in_ptr0 *fp32, out_ptr0 *fp32, x0 i64, ks0 i64, ks1 i64, "
                 "xnumel i32"});
  EXPECT_NE(Text.find("ks1 < 1 || ks0 < 0 || -100 + x0 < 0 || 0 <= "),
            std::string::npos)
      << Text;
}

// torch.nan_to_num(x).clamp(0, 7).long() and x & 3 | 4 as Inductor of torch
// 2.11 writes them.
TEST(Triton, NumbersThatAreNeverNaNKeepTheirBounds) {
  const std::string Guarded =
      pointwise("a = tl.load(in_ptr1 + (xindex), xmask)\n"
                "b = libdevice.isnan(a).to(tl.int1)\n"
                "c = tl.where(b, tl.full([1], 0.0, tl.float32), a)\n"
                "d = tl.where(a == tl.full([1], float(\"-inf\"), tl.float32), "
                "tl.full([1], -3.4028234663852886e+38, tl.float32), c)\n"
                "e = triton_helpers.maximum(d, 0.0)\n"
                "f = triton_helpers.minimum(e, 7.0).to(tl.int64)\n"
                "tl.store(out_ptr0 + f, 0.0, xmask)");
  EXPECT_NE(Guarded.find("fact 0 <= f && f <= 7"), std::string::npos)
      << Guarded;
  // Without the test it may be a NaN, which becomes some integer.
  const std::string Bare =
      pointwise("a = tl.load(in_ptr1 + (xindex), xmask)\n"
                "e = triton_helpers.maximum(a, 0.0)\n"
                "f = triton_helpers.minimum(e, 7.0).to(tl.int64)\n"
                "tl.store(out_ptr0 + f, 0.0, xmask)");
  EXPECT_EQ(Bare.find("f <= 7"), std::string::npos) << Bare;
}

TEST(Triton, LoadedValues) {
  const TritonFrame Frame = {
      "in_ptr0 *i32, in_ptr1 *i1, in_out_ptr0 *i64, out_ptr0 *fp32, xnumel "
      "i32"};
  EXPECT_EQ(
      pointwise("a = tl.load(in_ptr0 + xindex, xmask, other=7).to(tl.int8)\n"
                "b = tl.load(in_ptr1 + xindex, xmask).to(tl.int1)\n"
                "c = tl.load(in_out_ptr0 + xindex, xmask)\n"
                "tl.store(in_out_ptr0 + a, c, xmask)\n"
                "tl.store(out_ptr0 + tl.where(b, c, 0), c, xmask)",
                Frame),
      "read in_ptr0[xindex] as a if 0 <= xindex; xindex < xnumel\n"
      "read in_ptr1[xindex] as b if 0 <= xindex; xindex < xnumel\n"
      "read in_out_ptr0[xindex] as c if 0 <= xindex; xindex < xnumel\n"
      "write in_out_ptr0[-128 + floor_mod(128 + a, 256)] if 0 <= xindex; "
      "xindex < xnumel\n"
      "write out_ptr0[!(b == 0) ? c : 0] if 0 <= xindex; xindex < xnumel\n"
      "fact -2147483648 <= a && a <= 2147483647\n"
      "fact xindex < xnumel || a == 7\n"
      "fact 0 <= b && b <= 1\n");
}

/// The outer mask is none of the inner load's, which runs in every lane.
TEST(Triton, ALoadInAnAddress) {
  EXPECT_EQ(pointwise(
                "tmp0 = tl.load(in_ptr1 + tl.load(in_ptr0 + xindex), xmask)\n"),
            "read in_ptr0[xindex] as tmp0 if 0 <= xindex; xindex < 32*((31 + "
            "xnumel) / 32)\n"
            "read in_ptr1[tmp0] if 0 <= xindex; xindex < xnumel\n");
}

TEST(Triton, AtomicsWrite) {
  EXPECT_EQ(pointwise("tl.atomic_add(out_ptr0 + xindex, 1.0, xmask, "
                      "sem='relaxed')\n"
                      "tl.atomic_max(out_ptr0 + ks0, 1.0)"),
            "write out_ptr0[xindex] if 0 <= xindex; xindex < xnumel\n"
            "write out_ptr0[ks0]\n");
}

TEST(Triton, Branches) {
  EXPECT_EQ(shownTriton(R"(
pid = tl.program_id(0)
if pid < ks0:
    off = pid
elif pid < 9:
    off = pid - ks0
else:
    return
tl.store(out_ptr0 + off, 0.0)
)",
                        {"out_ptr0 *fp32, ks0 i64, xnumel i32", "",
                         "'grid_type': 'Grid1D'", "uint32_t grid_0 = xnumel;"}),
            "write out_ptr0[program_id_0 < ks0 ? program_id_0 : program_id_0 - "
            "ks0] if 0 <= program_id_0; program_id_0 < xnumel; program_id_0 < "
            "ks0 || !(program_id_0 < ks0) && program_id_0 < 9\n");
}

TEST(Triton, WhatIsNotUnderstoodIsSaid) {
  EXPECT_EQ(pointwise(R"(
i = triton_helpers.bucketize_binary_search(xindex, in_ptr0, ks0)
tl.store(out_ptr0 + i, 0.0, xmask)
p = tl.make_block_ptr(in_ptr1, shape=[xnumel], strides=[1], block_shape=[XBLOCK], order=[0], offsets=[xoffset])
q = tl.load(p, boundary_check=[0])
while xindex < 4:
    tl.store(out_ptr0 + xindex, 0.0)
r = tl.load(in_ptr1.to(tl.pointer_type(tl.int32)) + xindex)
)"),
            "not modelled: 'in_ptr0' is passed to "
            "'triton_helpers.bucketize_binary_search'\n"
            "not modelled: its index depends on 'i', which is not understood\n"
            "not modelled: 'in_ptr1' is passed to 'tl.make_block_ptr'\n"
            "not modelled: its index depends on 'p', which is not understood\n"
            "not modelled: 'out_ptr0' is used in a statement that is not "
            "understood\n"
            "not modelled: its index is not understood\n");
}

TEST(Triton, ParametersAreThoseOfTheLaunch) {
  // A size that is a constant of the kernel is passed nevertheless.
  const auto Kernels = readTritonKernels(
      inWrapper("xnumel = 1\ntl.store(out_ptr0 + ks0, 0.0)",
                {"out_ptr0 *fp32, xnumel constexpr, ks0 i64", "XBLOCK"}));
  ASSERT_EQ(Kernels.size(), 1u);
  ASSERT_EQ(Kernels[0].Parameters.size(), 3u);
  EXPECT_EQ(Kernels[0].Parameters[2].Name, "ks0");
  ASSERT_EQ(Kernels[0].Accesses.size(), 1u);
  EXPECT_EQ(Kernels[0].Accesses[0].Parameter, 0u);
}

TEST(Triton, SourceInAString) {
  const std::string Text =
      "static const char* triton_k_source = R\"TRITON(\n"
      "async_compile.triton('triton_k', '''\n"
      "@triton_heuristics.pointwise(triton_meta={'signature': {'out_ptr0': "
      "'*fp32'}})\n@triton.jit\ndef triton_k(out_ptr0):\n"
      "    tl.store(out_ptr0 + 3, 0.0)\n''', device_str='cuda')\n)TRITON\";\n"
      "template <typename out_ptr0_type_>\n"
      "static __attribute__((noinline)) void call_triton_k(\n"
      "    const out_ptr0_type_& out_ptr0,\n    int32_t device_idx_\n){\n}\n";
  const auto Kernels = readTritonKernels(Text);
  ASSERT_EQ(Kernels.size(), 1u);
  EXPECT_EQ(shown(Kernels[0]), "write out_ptr0[3]\n");
  EXPECT_EQ(Kernels[0].Accesses[0].At.Line, 6u);
}

TEST(Triton, CodeThatDoesNotParse) {
  EXPECT_EQ(pointwise("tmp0 = = tl.load(in_ptr0 + (xindex))\n"
                      "tl.store(out_ptr0 + xindex, 0.0, xmask)"),
            "not modelled: 'in_ptr0' is used in code that does not parse\n"
            "not modelled: 'out_ptr0' is used in code that does not parse\n");
  EXPECT_EQ(pointwise("tl.store(out_ptr0 + (xindex, 0.0, xmask"),
            "not modelled: 'out_ptr0' is used in code that does not parse\n");
}

TEST(Triton, AnyPrefixIsRead) {
  const std::string Text = inWrapper(
      (Index + "tl.store(out_ptr0 + (xindex), 0.0, xmask)").str(), Gather);
  for (size_t Size = 0; Size <= Text.size(); ++Size) {
    const auto Kernels =
        readTritonKernels(llvm::StringRef(Text).take_front(Size));
    EXPECT_LE(Kernels.size(), 1u);
    for (const Kernel &K : Kernels)
      EXPECT_LE(K.Accesses.size(), 1u);
  }
}

TEST(Triton, DeepAndLongCode) {
  std::string Deep(20'000, '('), Chain = "i0 = xindex\n", Blocks, Indent;
  Deep = "i = " + Deep + "xindex" + std::string(20'000, ')') + "\n";
  EXPECT_EQ(
      pointwise(Deep + "tl.store(out_ptr0 + i, 0.0, xmask)"),
      "not modelled: its index depends on 'i', which is not understood\n");
  // Each is twice as long as the one before it.
  for (unsigned I = 0; I < 200; ++I)
    Chain += fmt::format("i{} = i{} * i{} % ks0\n", I + 1, I, I);
  const std::string Long =
      pointwise(Chain + "tl.store(out_ptr0 + i200, 0.0, xmask)");
  EXPECT_TRUE(llvm::StringRef(Long).starts_with("write out_ptr0[")) << Long;
  EXPECT_LT(Long.size(), 20'000u);
  for (unsigned I = 0; I < 150; ++I, Indent += " ")
    Blocks += Indent + "if ks0 < xindex:\n";
  EXPECT_EQ(pointwise(Blocks + Indent + "tl.store(out_ptr0 + xindex, 0.0)"),
            "not modelled: 'out_ptr0' is used in blocks that are nested too "
            "deeply\n");
  std::string Many;
  for (unsigned I = 0; I < 10'000; ++I)
    Many += "tl.store(out_ptr0 + xindex, 0.0, xmask)\n";
  const auto Kernels =
      readTritonKernels(inWrapper((Index + Many).str(), Gather));
  ASSERT_EQ(Kernels.size(), 1u);
  EXPECT_EQ(Kernels[0].Accesses.size(), 10'000u);
}

TEST(Triton, IntegersAreOfTheirType) {
  // The least int8 is its own negative.
  EXPECT_EQ(pointwise(R"(
tmp0 = tl.load(in_ptr0 + (xindex), xmask)
tmp1 = -tmp0
tmp2 = tmp1.to(tl.int64)
tmp3 = tl.load(in_ptr1 + (128 + tmp2), xmask)
)",
                      {"in_ptr0 *i8, in_ptr1 *fp32, xnumel i32"}),
            "read in_ptr0[xindex] as tmp0 if 0 <= xindex; xindex < xnumel\n"
            "read in_ptr1[floor_mod(128 - tmp0, 256)] if 0 <= xindex; xindex < "
            "xnumel\n"
            "fact -128 <= tmp0 && tmp0 <= 127\n");
  // A square that may be larger than an int64.
  EXPECT_EQ(pointwise(R"(
tmp0 = tl.load(in_ptr0 + (xindex), xmask)
tmp1 = tmp0 * tmp0
tmp2 = triton_helpers.minimum(tmp1, 7)
tmp3 = tl.load(in_ptr1 + (tmp2), xmask)
tmp4 = ~tmp0
tmp5 = tmp4 & 7
tmp6 = tl.load(in_ptr1 + (tmp5), xmask)
)"),
            "read in_ptr0[xindex] as tmp0 if 0 <= xindex; xindex < xnumel\n"
            "read in_ptr1[min(-4611686018427387904 <= tmp0*tmp0 && tmp0*tmp0 "
            "<= 4611686018427387904 ? tmp0*tmp0 : tmp1, 7)] if 0 <= xindex; "
            "xindex < xnumel\n"
            "read in_ptr1[floor_mod(-1 - tmp0, 8)] if 0 <= xindex; xindex < "
            "xnumel\n");
}

} // namespace
} // namespace aoti_tidy
