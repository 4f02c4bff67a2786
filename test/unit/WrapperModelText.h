// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_WRAPPERMODELTEXT_H
#define AOTI_TIDY_TEST_UNIT_WRAPPERMODELTEXT_H

#include "checks/lib/emitted/KernelModel.h"
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

} // namespace aoti_tidy

#endif
