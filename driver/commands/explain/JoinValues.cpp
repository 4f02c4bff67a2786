// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/explain/Answer.h"
#include "driver/commands/explain/CausePage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

/// Values before a kernel, only indices if there are any: others may be of
/// memory that it was about to write.
std::string valuesText(llvm::ArrayRef<PrintedTensor> Tensors) {
  constexpr size_t MaxShown = 4;
  const auto IsIndex = [](const PrintedTensor &T) {
    return llvm::StringRef(T.Dtype).contains("int");
  };
  const bool HasIndex = llvm::any_of(Tensors, IsIndex);
  std::vector<std::string> Texts;
  for (const PrintedTensor &T : Tensors)
    if (!HasIndex || IsIndex(T))
      Texts.push_back(T.text());
  const size_t More = Texts.size() - std::min(Texts.size(), MaxShown);
  Texts.resize(Texts.size() - More);
  return llvm::join(Texts, ", ") +
         (More ? fmt::format(" and {} more", More) : "");
}

/// The first printed NaN; the answer where the log has nothing else, or wrong
/// values.
void joinNaN(Answer &A) {
  const auto &First = A.Read.Values.firstNaN();
  if (!First)
    return;
  const std::string Text =
      fmt::format("'{}' is NaN behind '{}'", First->In.Name, First->By.Name);
  const bool IsAnswer = A.Causes.empty() || A.Causes.front().IsHarmless ||
                        A.Causes.front().Cause->Group == "outputs";
  if (!IsAnswer) {
    A.Notes.push_back(fmt::format("In the values that it printed, {} (line "
                                  "{}).",
                                  Text, First->In.Line));
    return;
  }
  if (A.Causes.empty() || A.Causes.front().IsHarmless)
    A.Causes.insert(A.Causes.begin(),
                    {findCause("nan-value"),
                     Confidence::Likely,
                     false,
                     Text + ", the first kernel that makes one",
                     {},
                     {},
                     nullptr});
  ExplainedCause &C = A.Causes.front();
  C.Evidence.push_back({A.Log, First->In.Line, Text});
  if (const auto &Read = First->By.Before; !Read.empty())
    C.Evidence.push_back(
        {A.Log, Read.front().Line, "before it, " + valuesText(Read)});
  C.First.push_back(fmt::format(
      "`aoti-tidy trace --kernel={} MODEL.pt2` shows where in the model's code "
      "that is",
      First->By.Name));
}

void joinLastKernel(Answer &A) {
  ExplainedCause &C = A.Causes.front();
  const std::string Kernel = lastKernel(A);
  if (Kernel.empty() ||
      (C.Cause->Group != "memory" && C.Cause->Id != "nan-value"))
    return;
  C.Evidence.push_back(
      {A.Log, 0,
       fmt::format("'{}' is the last kernel that was started", Kernel)});
  if (const auto &Last = A.Read.Values.lastKernel();
      Last && Last->Name == Kernel && !Last->Before.empty()) {
    C.Evidence.push_back({A.Log, Last->Before.front().Line,
                          "before it, " + valuesText(Last->Before)});
    return;
  }
  C.First.push_back(
      fmt::format("print what it reads: compile again with "
                  "AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER=2 "
                  "AOT_INDUCTOR_FILTERED_KERNELS_TO_PRINT={}",
                  Kernel));
}

} // namespace

void joinValues(Answer &A) {
  joinNaN(A);
  if (!A.Causes.empty() &&
      !(A.Causes.front().Cause->Group == "outputs" && A.Read.Values.firstNaN()))
    joinLastKernel(A);
}

} // namespace aoti_tidy
