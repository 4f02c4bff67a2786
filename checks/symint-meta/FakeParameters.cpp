// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeParameters.h"
#include "checks/symint-meta/FakeValues.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxCalls = 2; ///< helpers of helpers

/// What of all that an operator is given only tensors have.
bool isOfTensors(StringRef Attribute) {
  return llvm::is_contained(
      {"amax",      "amin",          "contiguous", "cumsum",   "data_ptr",
       "detach",    "device",        "dim",        "dtype",    "element_size",
       "flatten",   "is_contiguous", "is_cuda",    "is_meta",  "item",
       "max",       "mean",          "min",        "nbytes",   "ndim",
       "nelement",  "new_empty",     "new_full",   "new_ones", "new_tensor",
       "new_zeros", "numel",         "permute",    "reshape",  "shape",
       "size",      "stride",        "sum",        "tolist",   "transpose",
       "unbind",    "unsqueeze",     "view"},
      Attribute);
}

} // namespace

llvm::SmallVector<FakeParameter, 8> parametersOf(Node Function) {
  llvm::SmallVector<FakeParameter, 8> Result;
  for (const Node &P : Function.field("parameters").children()) {
    Node Name = P.is("identifier") ? P : P.field("name");
    if (P.is("typed_parameter"))
      Name = P.children().front();
    // *sizes, *sizes: int
    const bool IsSplat =
        Name.is("list_splat_pattern") || P.is("list_splat_pattern");
    if (IsSplat)
      Name = (P.is("list_splat_pattern") ? P : Name).children().front();
    if (Name.is("identifier"))
      Result.push_back({P, Name, IsSplat});
  }
  return Result;
}

/// Of the function in sight that \p Argument is given to; nothing if that is not
/// known.
TensorUses::Parameter TensorUses::parameterFor(Node Argument) const {
  const Node Parent = Argument.parent();
  const bool IsNamed = Parent.is("keyword_argument");
  const Node Arguments = IsNamed ? Parent.parent() : Parent;
  if (!Arguments.is("argument_list"))
    return {};
  const auto Called = FakeValues::calledFunction(F, Arguments.parent());
  if (!Called.Function)
    return {};
  const auto Parameters = parametersOf(Called.Function);
  size_t Position = Called.Bound;
  for (const Node &A : Arguments.children()) {
    if (A == (IsNamed ? Parent : Argument))
      break;
    if (A.isSplat() && !IsNamed)
      return {};
    ++Position;
  }
  const auto *At =
      IsNamed
          ? llvm::find_if(Parameters,
                          [&](const FakeParameter &P) {
                            return P.Name.text() == Parent.field("name").text();
                          })
          : Parameters.begin() + std::min(Position, Parameters.size());
  return At != Parameters.end() && !At->IsSplat ? Parameter{Called.In, At->Name}
                                                : Parameter();
}

bool TensorUses::of(Node Parameter, unsigned Depth) {
  // What leads to itself is nothing by that.
  const auto [At, IsNew] = Known.try_emplace({Parameter.id(), Depth}, false);
  if (!IsNew)
    return At->second;
  for (const Node &Use : F.names().occurrences(Parameter)) {
    const Node Parent = Use.parent();
    const bool IsTensors = Parent.is("attribute") &&
                           Parent.field("object") == Use &&
                           isOfTensors(Parent.field("attribute").text());
    const auto Given = IsTensors || Depth == MaxCalls ? TensorUses::Parameter()
                                                      : parameterFor(Use);
    if ((IsTensors || (Given.In && Given.In->index<TensorUses>().of(
                                       Given.Name, Depth + 1))) &&
        llvm::any_of(F.names().originsOf(Use),
                     [&](const Origin &O) { return O.Target == Parameter; })) {
      At->second = true;
      break;
    }
  }
  return At->second;
}

bool TensorUses::ofElements(Node Parameter) const {
  return llvm::any_of(F.names().occurrences(Parameter), [&](Node Use) {
    const Node Element = Use.parent(), Around = Element.parent();
    return Element.is("subscript") && Element.field("value") == Use &&
           F.values().integerOf(Element.field("subscript")) &&
           Around.is("attribute") && Around.field("object") == Element &&
           isOfTensors(Around.field("attribute").text()) &&
           llvm::any_of(F.names().originsOf(Use),
                        [&](const Origin &O) { return O.Target == Parameter; });
  });
}

} // namespace aoti_tidy::python
