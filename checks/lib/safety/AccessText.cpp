// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/safety/AccessText.h"
#include "checks/lib/kernels/RealArithmetic.h"
#include "checks/lib/package/Conformance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {

using Cause = UnsafeAccess::Cause;

std::string inCode(llvm::StringRef Name) { return Name.split('#').first.str(); }

bool isBySize(const UnsafeAccess &U) {
  return U.Why == Cause::Size || U.Why == Cause::Bounds || U.SafeFrom;
}

namespace {

/// "input 0 has shape [4, 0]" for the inputs that play a part.
std::string inputsText(const EmittedModel &Model, const UnsafeAccess &U,
                       llvm::function_ref<std::string(size_t)> InputText) {
  std::vector<std::string> Texts;
  for (unsigned I = 0; I < U.Shapes.size(); ++I) {
    // Constants say nothing.
    const auto &Dims = Model.Inputs[I].Dims;
    const bool IsDynamic =
        !Dims || llvm::any_of(*Dims, [](const Dimension &Dim) {
          return !Dim.isConstant();
        });
    const bool Matters = U.Memory->Input == I ||
                         (isBySize(U) && U.Input == I) || U.Needs.contains(I);
    if (!U.Shapes[I].empty() && IsDynamic && Matters)
      Texts.push_back(
          fmt::format("{} has shape {}", InputText(I), shapeText(U.Shapes[I])));
  }
  return llvm::join(Texts, " and ");
}

} // namespace

std::string contentsText(const Kernel &In, llvm::StringRef Index,
                         int64_t Number) {
  constexpr int64_t OfNaN[] = {NaNMark, std::numeric_limits<int32_t>::min()};
  const bool IsNaN = llvm::is_contained(OfNaN, Number) &&
                     llvm::any_of(In.Accesses, [&](const Access &A) {
                       return A.IsConverted && A.Becomes == Index;
                     });
  return IsNaN ? "NaN" : fmt::format("{}", Number);
}

std::string verb(const UnsafeAccess &U) {
  const char *Verb = U.What->IsWrite ? "writes" : "reads";
  return U.Count > 1 ? fmt::format("{} elements {} to {}", Verb, U.First,
                                   U.First + U.Count - 1)
                     : fmt::format("{} element {}", Verb, U.First);
}

std::string memoryText(const UnsafeAccess &U) {
  return U.Memory->Input ? fmt::format("input {}", *U.Memory->Input)
         : U.Memory->IsConstant
             ? fmt::format("the constant '{}'", U.Memory->Name)
             : fmt::format("'{}'", U.Memory->Name);
}

std::string accessText(const EmittedModel &Model, const UnsafeAccess &U,
                       llvm::function_ref<std::string(size_t)> InputText) {
  return fmt::format("'{}' {}", U.What->Text, outcomeText(Model, U, InputText));
}

std::string outcomeText(const EmittedModel &Model, const UnsafeAccess &U,
                        llvm::function_ref<std::string(size_t)> InputText) {
  std::string Text =
      fmt::format("{} of {}, which has {}", verb(U), memoryText(U), U.Elements);
  const std::string Inputs = inputsText(Model, U, InputText);
  if (U.Why == Cause::Contents)
    Text += fmt::format(", if '{}' is {}{}", inCode(U.Index),
                        contentsText(*U.In, U.Index, U.IndexValue),
                        Inputs.empty() ? "" : " and " + Inputs);
  else if (!Inputs.empty())
    Text += ", if " + Inputs;
  return Text;
}

bool isHostCode(const EmittedModel &Model, const Kernel &K) {
  if (Model.Device.empty() || Model.Device == "cpu")
    return true;
  llvm::StringRef Rest = Model.Files[K.At.File].Text;
  for (unsigned Line = 1; Line < K.At.Line; ++Line)
    Rest = Rest.split('\n').second;
  return Rest.split('\n').first.contains("extern \"C\"");
}

} // namespace aoti_tidy
