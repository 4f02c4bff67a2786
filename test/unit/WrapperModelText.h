// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_WRAPPERMODELTEXT_H
#define AOTI_TIDY_TEST_UNIT_WRAPPERMODELTEXT_H

#include "checks/lib/emitted/WrapperModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {

inline std::string list(llvm::ArrayRef<IndexExpr> Of) {
  return "[" +
         llvm::join(
             llvm::map_range(Of, [](const IndexExpr &E) { return E.str(); }),
             ", ") +
         "]";
}

/// "s77 = input 0[1]", "u0 = item of arg1_1", "ps0 = 8*s77"
inline std::string text(const SizeSymbol &S) {
  if (S.Input)
    return S.Name + " = input " + std::to_string(*S.Input) + "[" +
           std::to_string(*S.Dim) + "]";
  if (S.SizeOf)
    return S.Name + " = " + *S.SizeOf + "[" + std::to_string(*S.Dim) + "]";
  if (S.ItemOf)
    return S.Name + " = item of " + *S.ItemOf;
  return S.Name + " = " + (S.Value ? S.Value->str() : "?");
}

/// "buf1 float32 [s77, 8] [8, 1] = 8*s77 of buf0"
inline std::string text(const Buffer &B, const EmittedModel &M) {
  std::string Result = B.Name + " " + (B.Type ? name(*B.Type).str() : "?") +
                       " " + list(B.Sizes) + " " + list(B.Strides) + " = " +
                       (B.ExtentKnown ? B.Extent.str() : "?");
  if (!(B.Offset == IndexExpr(0)))
    Result += " after " + B.Offset.str();
  if (B.Base)
    Result += " of " + M.Buffers[*B.Base].Name;
  if (B.Input)
    Result += ", input " + std::to_string(*B.Input);
  if (B.IsConstant)
    Result += ", constant";
  return Result;
}

/// "add_0(arg0_1, s77) when [0 <= u0] for [add]"
inline std::string text(const KernelCall &C, const EmittedModel &M) {
  const auto Arguments =
      llvm::map_range(C.Arguments, [&](const KernelCall::Argument &A) {
        return A.Buffer ? M.Buffers[*A.Buffer].Name
               : A.Size ? A.Size->str()
                        : "?";
      });
  std::string Result = C.Kernel + "(" + llvm::join(Arguments, ", ") + ")";
  if (!C.NotFollowed.empty())
    Result += " not followed: " + C.NotFollowed;
  if (!C.When.empty())
    Result += " when " + list(C.When);
  if (!C.SourceNodes.empty())
    Result += " for [" + llvm::join(C.SourceNodes, ", ") + "]";
  return Result;
}

/// A wrapper for a float32 and an int64 input whose run_impl() begins in line
/// FirstLine and is \p Body.
inline constexpr int FirstLine = 21;
inline std::string wrapper(const std::string &Body,
                           const std::string &Run = "") {
  return R"(#include <torch/csrc/inductor/aoti_include/cpu.h>
extern "C"  void  cpp_fused_add_0(const float* in_ptr0, float* out_ptr0, const int64_t ks0);
extern "C"  void  cpp_fused_mul_1(float* in_out_ptr0);
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
    CUfunction triton_poi_fused_add_0{nullptr};
};
AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> m)
    : AOTInductorModelBase(2, 1, 1, device_str) {
    inputs_info_[0].name = "arg0_1";
    inputs_info_[1].name = "arg1_1";
    constants_info_[0].name = "w";
    constants_info_[0].dtype = cached_torch_dtype_float32;
    constants_info_[0].data_size = 640;
    constants_info_[0].shape = {10, 16};
    constants_info_[0].stride = {16, 1};
    outputs_info_[0].name = "output0";
}
void AOTInductorModel::run_impl()" +
         (Run.empty() ? "AtenTensorHandle* input_handles" : Run) + R"() {
    auto arg0_1 = std::move(inputs[0]);
    auto arg1_1 = std::move(inputs[1]);
)" + Body +
         "}\n}\n";
}

/// Of a float32 buffer.
inline std::string allocation(const std::string &Name, const std::string &Sizes,
                              const std::string &Strides) {
  const std::string Arrays = "int_array_" + Name;
  return "const int64_t " + Arrays + "_0[] = {" + Sizes + "};\n" +
         "static constexpr int64_t " + Arrays + "_1[] = {" + Strides + "};\n" +
         "AtenTensorHandle " + Name + "_handle;\n" +
         "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, " + Arrays +
         "_0, " + Arrays + "_1, cached_torch_dtype_float32, " +
         "cached_torch_device_type_cpu, this->device_idx_, &" + Name +
         "_handle));\nRAIIAtenTensorHandle " + Name + "(" + Name +
         "_handle);\n";
}

inline const std::string Symbol = "auto arg0_1_size = arg0_1.sizes();\n"
                                  "int64_t s77 = arg0_1_size[0];\n";

/// Throws the items of \p M away that are the same for all.
inline std::string text(const EmittedModel &M) {
  std::string Result;
  for (const SizeSymbol &S : M.Symbols)
    Result += text(S) + "\n";
  for (const Buffer &B : llvm::drop_begin(M.Buffers, 2))
    Result += text(B, M) + "\n";
  for (const KernelCall &C : M.Calls)
    Result += text(C, M) + "\n";
  for (const DroppedError &D : M.DroppedErrors)
    Result += "drops " + D.Function + "\n";
  for (const auto &N : M.NotModelled)
    Result += "not: " + N.Why + "\n";
  return Result;
}

inline EmittedModel read(const std::string &Body) {
  return *readWrapperModel(wrapper(Body), "model.wrapper.cpp");
}
inline std::string model(const std::string &Body) { return text(read(Body)); }

/// What has held before the first call.
inline std::string conditions(const std::string &Body) {
  return list(read(Body).Calls.front().When);
}

} // namespace aoti_tidy

#endif
