// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_KERNELTEXT_H
#define AOTI_TIDY_TEST_UNIT_KERNELTEXT_H

#include "checks/lib/kernels/cxx/KernelInterpreter.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {

inline std::vector<Kernel> read(llvm::StringRef Text) {
  return readKernels(Text, "kernel.cpp", /*File=*/0);
}

inline std::string joined(llvm::ArrayRef<IndexExpr> Conditions) {
  std::vector<std::string> Texts;
  for (const IndexExpr &C : Conditions)
    Texts.push_back(C.str());
  return llvm::join(Texts, "; ");
}

/// "read in_ptr1[x0] x 8 if 0 <= x0; x0 < ks0"
inline std::string shown(const Kernel &K, const Access &A) {
  return fmt::format("{} {}[{}]{}{}{}", A.IsWrite ? "write" : "read",
                     K.Parameters[A.Parameter].Name, A.Index.str(),
                     A.Count == IndexExpr(1) ? "" : " x " + A.Count.str(),
                     A.Becomes.empty() ? "" : " as " + A.Becomes,
                     A.When.empty() ? "" : " if " + joined(A.When));
}

/// All that a kernel does, one thing a line.
inline std::string shown(const Kernel &K) {
  std::string Text;
  for (const Access &A : K.Accesses)
    Text += shown(K, A) + "\n";
  for (const IndexAssert &A : K.Asserts)
    Text += "assert " + A.Condition.str() + "\n";
  for (const IndexExpr &F : K.Facts)
    Text += "fact " + F.str() + "\n";
  for (const Kernel::Unmodelled &U : K.NotModelled)
    Text += "not modelled: " + U.Why + "\n";
  return Text;
}

/// A kernel of in_ptr0 (indices), in_ptr1, out_ptr0, ks0 and ks1.
inline Kernel kernelOf(llvm::StringRef Body) {
  const std::vector<Kernel> Kernels =
      read("#include <torch/csrc/inductor/cpp_prefix.h>\n"
           "extern \"C\" void cpp_fused_0(const int64_t* in_ptr0, const float* "
           "in_ptr1, float* out_ptr0, const int64_t ks0, const int64_t ks1)\n"
           "{\n" +
           Body.str() +
           "\n}\n"
           "// Compile cmd\n"
           "// g++ kernel.cpp -D CPU_CAPABILITY_AVX2 -mavx2\n");
  return Kernels.size() == 1 ? Kernels[0] : Kernel();
}

inline std::string model(llvm::StringRef Body) { return shown(kernelOf(Body)); }

} // namespace aoti_tidy

#endif
