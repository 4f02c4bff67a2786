// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that a fake hands to others, which call them with sizes.
#include "checks/symint-meta/FakeParameters.h"
#include "checks/symint-meta/FakeReader.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {

/// map(lambda d: int(d), x.shape), functools.reduce(lambda n, d: n * int(d),
/// x.shape, 1)
void FakeReader::callback(Node Call, StringRef Name,
                          llvm::ArrayRef<Node> Arguments, const FakeValues &V,
                          const Calls &By) {
  const bool Reduces = Name == "functools.reduce";
  if ((!Reduces && Name != "builtins.map" && Name != "builtins.filter") ||
      Arguments.size() < 2 || By.size() >= 2 ||
      llvm::any_of(Arguments, [](Node A) { return A.isSplat(); }))
    return;
  const auto Called = FakeValues::functionNamed(*In, Arguments.front());
  if (!Called.Function)
    return;
  FakeValues::Given Given;
  Given.IsCall = true;
  const auto Gives = [&](size_t Position, Node List) {
    const auto Parameters = parametersOf(Called.Function);
    if (Called.Bound + Position >= Parameters.size())
      return;
    const StringRef Of = Parameters[Called.Bound + Position].Name.text();
    if (V.hasSizes(List))
      Given.Sizes.push_back(Of);
    else if (V.isListOfTensors(List))
      Given.Tensors.push_back(Of);
  };
  if (Reduces) {
    // What it has so far is made of elements, too.
    Gives(0, Arguments[1]);
    Gives(1, Arguments[1]);
  } else {
    for (size_t I = 1; I < Arguments.size(); ++I)
      Gives(I - 1, Arguments[I]);
  }
  if (!Given.Sizes.empty() || !Given.Tensors.empty())
    inside(Called, std::move(Given), Call, By);
}

} // namespace aoti_tidy::python
