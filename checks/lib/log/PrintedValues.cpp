// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/PrintedValues.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <fmt/format.h>
#include <tuple>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr size_t MaxTensors = 64;
constexpr size_t MaxText = 80;

std::string kept(StringRef Text) {
  return Text.trim().take_front(MaxText).str();
}

} // namespace

bool PrintedTensor::hasNaN() const {
  return llvm::any_of(std::array<StringRef, 3>{Mean, Min, Max},
                      [](StringRef Value) { return Value.contains("nan"); });
}

std::string PrintedTensor::text() const {
  const auto Sign = [](StringRef Value) {
    return Value.contains("nan") ? std::string("NaN") : Value.str();
  };
  if (Min.empty() || Max.empty())
    return fmt::format("'{}'", Name);
  if (hasNaN())
    return fmt::format("'{}' is NaN", Name);
  return fmt::format("'{}' is {} to {}", Name, Sign(Min), Sign(Max));
}

void PrintedValues::begin(StringRef Line, size_t At, bool Before,
                          uint64_t Number) {
  // "before_launch - cpp_fused_log_0 - arg2_1  ]:"
  const auto [Kernel, Rest] = Line.substr(At).split(" - ").second.split(" - ");
  const StringRef Tensor = Rest.take_until([](char C) { return C == ']'; });
  Prefix = Line.take_front(At).rtrim("[ ").take_back(MaxText).str();
  IsBefore = Before;
  Current = {};
  Current.Name = kept(Tensor);
  Current.Line = Number;
  if (!Before) {
    HasEnded = true;
    return;
  }
  if (HasEnded || !Last || Last->Name != kept(Kernel)) {
    Last = PrintedKernel{kept(Kernel), {}};
    HasEnded = IsOfFirst = false;
  }
}

void PrintedValues::read(StringRef Line, uint64_t Number) {
  for (const auto &[Word, Before] :
       {std::pair(StringRef("before_launch - "), true),
        std::pair(StringRef("after_launch - "), false)})
    if (const size_t At = Line.find(Word); At != StringRef::npos)
      return begin(Line, At, Before, Number);
  if (Current.Name.empty() || !Line.consume_front(Prefix))
    return;
  Line = Line.ltrim();
  for (const auto &[Word, To] :
       {std::pair(StringRef("Dtype: "), &PrintedTensor::Dtype),
        std::pair(StringRef("Mean value: "), &PrintedTensor::Mean),
        std::pair(StringRef("Min value: "), &PrintedTensor::Min),
        std::pair(StringRef("Max value: "), &PrintedTensor::Max),
        std::pair(StringRef("Size: "), &PrintedTensor::Size)})
    if (Line.consume_front(Word))
      Current.*To = kept(Line);
  if (Current.Size.empty())
    return;
  if (IsBefore && Last && Last->Before.size() < MaxTensors)
    Last->Before.push_back(Current);
  else if (!IsBefore && Last)
    end();
  Current = {};
}

void PrintedValues::end() {
  if (!First && Current.hasNaN()) {
    First = NaN{*Last, Current};
    IsOfFirst = true;
  }
  // A changed tensor was written: it had no values before.
  const auto IsWritten = [&](const PrintedTensor &T) {
    return T.Name == Current.Name &&
           std::tie(T.Mean, T.Min, T.Max) !=
               std::tie(Current.Mean, Current.Min, Current.Max);
  };
  llvm::erase_if(Last->Before, IsWritten);
  if (IsOfFirst)
    First->By.Before = Last->Before;
}

} // namespace aoti_tidy
