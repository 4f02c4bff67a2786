// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_TRITONTEXT_H
#define AOTI_TIDY_TEST_UNIT_TRITONTEXT_H

#include "KernelText.h"
#include "checks/lib/kernels/triton/TritonInterpreter.h"

namespace aoti_tidy {

/// What is around the body of a Triton kernel in a wrapper.
struct TritonFrame {
  /// "in_ptr0 *i64, ks0 i64": pointers are tensors where it is launched.
  std::string Signature;
  std::string Blocks = "XBLOCK"; ///< parameters that the launch does not give
  std::string Meta = "'grid_type': 'Grid1D', 'assert_indirect_indexing': True";
  std::string Launch = "uint32_t grid_0 = ((xnumel + (32 - 1)) / (32));";
};

/// The function of a wrapper that launches a kernel of that body, whose first
/// line is line 20 and starts in column 9.
inline std::string inWrapper(llvm::StringRef Body, const TritonFrame &Frame) {
  std::string Cpp, Python, Types;
  for (const llvm::StringRef Part : llvm::split(Frame.Signature, ',')) {
    const auto [Name, Type] = Part.trim().split(' ');
    Cpp += Type.starts_with("*")
               ? fmt::format("    const {0}_type_& {0},\n", Name.str())
               : fmt::format("    int64_t {},\n", Name.str());
    Python += Name.str() + ", ";
    Types += fmt::format("'{}': '{}', ", Name.str(), Type.str());
  }
  for (const llvm::StringRef Block : llvm::split(Frame.Blocks, ','))
    if (!Block.trim().empty())
      Python += fmt::format("{} : tl.constexpr, ", Block.trim().str());
  std::string Text = "template <typename kernels_type_>\n"
                     "static __attribute__((noinline)) void call_triton_k(\n" +
                     Cpp +
                     "    int32_t device_idx_,\n    cudaStream_t stream_,\n"
                     "    kernels_type_& kernels_,\n"
                     "    const std::optional<std::string>& cubin_dir_ = "
                     "std::nullopt\n){\n    /*\n"
                     "    async_compile.triton('triton_k', '''\n";
  while (llvm::StringRef(Text).count('\n') < 12)
    Text.insert(0, "\n");
  Text += fmt::format("    import triton\n"
                      "    import triton.language as tl\n\n"
                      "    @triton_heuristics.pointwise(\n"
                      "        triton_meta={{'signature': {{{}}}, 'constants': "
                      "{{}}}}, inductor_meta={{{}}})\n"
                      "    @triton.jit\n"
                      "    def triton_k({}):\n",
                      Types, Frame.Meta, Python);
  for (const llvm::StringRef Line : llvm::split(Body.trim('\n'), '\n'))
    Text += ("        " + Line + "\n").str();
  return Text +
         fmt::format(
             "    ''', device_str='cuda')\n    */\n    {}\n"
             "    launchKernel(kernels_.triton_k, grid_0, grid_1);\n}}\n",
             Frame.Launch);
}

/// What the kernel of that body does, one thing a line.
inline std::string shownTriton(llvm::StringRef Body, const TritonFrame &Frame) {
  std::string Text;
  for (const Kernel &K : readTritonKernels(inWrapper(Body, Frame)))
    Text += shown(K);
  return Text;
}

} // namespace aoti_tidy

#endif
