// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/dynamic-shapes/DynamicShapesRule.h"
#include "checks/lib/finding/Finding.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

std::string quoted(const NameList &Names) {
  std::vector<std::string> Result;
  for (const std::string &N : Names)
    Result.push_back(fmt::format("'{}'", N));
  return Result.empty() ? "nothing" : joinedByAnd(Result);
}

/// The names in \p A that are not in \p B.
NameList without(const NameList &A, const NameList &B) {
  NameList Result;
  for (const std::string &N : A)
    if (!llvm::is_contained(B, N))
      Result.push_back(N);
  return Result;
}

} // namespace

std::optional<std::string> namesProblem(const NameList &Given,
                                        const NameList &Expected,
                                        const NameList &Parameters,
                                        bool IsAtLeast) {
  const NameList Unknown = without(Given, Parameters);
  const NameList Missing = without(Expected, Given);
  if (!Unknown.empty())
    return fmt::format("forward() has no argument {}, which dynamic_shapes "
                       "names: export raises; it has {}",
                       quoted(Unknown), quoted(Parameters));
  if (!Missing.empty())
    return fmt::format("dynamic_shapes leaves out {}: export raises; it wants "
                       "an entry for each input, None for one that is static",
                       quoted(Missing));
  const NameList Absent = without(Given, Expected);
  if (!IsAtLeast && !Absent.empty())
    return fmt::format("dynamic_shapes names {}, which is not among the "
                       "example inputs: export raises; leave it out",
                       quoted(Absent));
  return std::nullopt;
}

std::string numberedProblem(int64_t Key) {
  return fmt::format("dynamic_shapes has the key {} where the names of "
                     "forward()'s arguments belong: export raises; for the "
                     "only input, write ({{{}: ...}},) with a comma",
                     Key, Key);
}

std::optional<std::string> entriesProblem(size_t Given, size_t Expected) {
  if (Given == Expected)
    return std::nullopt;
  return fmt::format("dynamic_shapes has {} {} for {} {} of forward(): "
                     "export raises; it wants one for each, None for one that "
                     "is static",
                     Given, Given == 1 ? "entry" : "entries", Expected,
                     Expected == 1 ? "argument" : "arguments");
}

std::string structureProblem(const std::string &Input, const std::string &Is,
                             const std::string &Said) {
  return fmt::format("{} is {}, and dynamic_shapes has {} for it: export "
                     "raises; it wants {} with an entry for each element",
                     Input, Is, Said, Is);
}

std::string keysProblem(const std::string &Input, const NameList &Has,
                        const NameList &Said) {
  return fmt::format("{} has the keys {}, and dynamic_shapes {} for it: export "
                     "raises; it wants an entry for each",
                     Input, quoted(Has), quoted(Said));
}

std::string bareProblem(const std::string &Input) {
  return fmt::format("dynamic_shapes has a Dim alone for {}, a tensor: export "
                     "raises; write {{0: ...}}, which says the dimension",
                     Input);
}

std::string noTensorProblem(const std::string &Input, const std::string &Is) {
  return fmt::format("dynamic_shapes has a shape for {}, which is {} in the "
                     "example: export raises; write None",
                     Input, Is);
}

std::string countProblem(const std::string &Input, const std::string &Of,
                         size_t Has, size_t Said) {
  return fmt::format(
      "{} has {} {}, and dynamic_shapes lists {}: export raises; "
      "it wants an entry for each, None for one that is static",
      Input, Has, Of, Said);
}

std::string beyondProblem(const std::string &Input, int64_t Dim, size_t Rank,
                          bool IsHint) {
  return fmt::format(
      "{} has no dimension {}, it has {}: {}", Input, Dim, Rank,
      IsHint ? "export ignores the entry, and what was meant may stay static"
             : "export raises 'IndexError: list assignment "
               "index out of range'");
}

std::string constantProblem(const std::string &Input, int64_t Dim, int64_t Size,
                            const std::string &Said) {
  return fmt::format(
      "dimension {} of {} is {} in the example: {}; take an example of size 2 "
      "or more",
      Dim, Input, Size,
      Said == "Dim.AUTO"
          ? "export makes it a constant, and Dim.AUTO says nothing"
          : fmt::format("export makes it a constant, and raises for {}", Said));
}

std::string rangeProblem(const std::string &Input, int64_t Dim, int64_t Size,
                         std::optional<int64_t> Min,
                         std::optional<int64_t> Max) {
  if (Min && Max && *Min == *Max)
    return fmt::format("dimension {} of {} is {} in the example, and "
                       "dynamic_shapes says {}: export raises",
                       Dim, Input, Size, *Min);
  return fmt::format("dimension {} of {} is {} in the example, outside of its "
                     "Dim's range [{}, {}]: export raises",
                     Dim, Input, Size, Min.value_or(0),
                     Max ? std::to_string(*Max) : "inf");
}

std::string unequalProblem(const std::string &Name, const std::string &Input,
                           int64_t Size, const std::string &Other,
                           int64_t OtherSize) {
  return fmt::format("the Dim '{}' is {} in the example of {} and {} in that "
                     "of {}: export raises; sizes that differ want two Dims",
                     Name, OtherSize, Other, Size, Input);
}

std::string stringProblem(const std::string &Said) {
  return fmt::format("'{}' is no Dim: torch.export.export raises; write "
                     "torch.export.Dim(\"{}\"), as only torch.onnx.export "
                     "takes strings",
                     Said, Said);
}

std::string tiedProblem(const std::string &Expr, const std::string &First,
                        const std::string &Second) {
  if (Second.empty())
    return fmt::format("'{}' makes the size {} that of the other operand, "
                       "which is constant: export raises; give both the same "
                       "Dim",
                       Expr, First);
  return fmt::format("'{}' makes the Dims {} and {} the same size: export "
                     "raises; give both the same Dim",
                     Expr, First, Second);
}

} // namespace aoti_tidy
