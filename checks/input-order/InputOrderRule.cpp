// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/input-order/InputOrderRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>
#include <map>

using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Names = std::vector<std::string>;

bool isKey(StringRef Step) { return Step.starts_with("'"); }

/// The keys of each dict, by the way to it.
std::map<Names, Names> dictsIn(ArrayRef<InputLeaf> Leaves) {
  std::map<Names, Names> Result;
  for (const InputLeaf &L : Leaves)
    for (const auto &[I, Step] : llvm::enumerate(L.Path)) {
      Names &Keys = Result[Names(L.Path.begin(), L.Path.begin() + I)];
      if (isKey(Step) && !llvm::is_contained(Keys, Step))
        Keys.push_back(Step);
    }
  return Result;
}

/// "'a', 'b', 'c'"
std::string listed(ArrayRef<std::string> All) {
  constexpr size_t Shown = 6;
  std::string Result = llvm::join(All.take_front(Shown), ", ");
  return All.size() > Shown ? Result + ", ..." : Result;
}

bool isReordered(ArrayRef<std::string> A, ArrayRef<std::string> B) {
  return A != B && A.size() == B.size() &&
         std::is_permutation(A.begin(), A.end(), B.begin());
}

} // namespace

std::optional<DictProblem> dictProblem(const ModelContract &Model,
                                       ArrayRef<InputLeaf> Given,
                                       StringRef Package) {
  if (!Model.Leaves)
    return std::nullopt;
  const auto Taken = dictsIn(*Model.Leaves), Passed = dictsIn(Given);
  for (const auto &[Way, Keys] : Passed) {
    const auto It = Taken.find(Way);
    if (It == Taken.end() || It->second == Keys ||
        It->second.size() != Keys.size())
      continue;
    const Names &Wanted = It->second;
    const auto [Got, Want] =
        std::mismatch(Keys.begin(), Keys.end(), Wanted.begin());
    DictProblem Result;
    Result.Path = Way;
    Result.Path.push_back(*Got);
    Result.Text =
        fmt::format("{} is taken for {}: {} goes by the order of the {} {}",
                    *Got, *Want, Package.str(),
                    isReordered(Keys, Wanted) ? "example's keys,"
                                              : "keys, and the example has",
                    listed(Wanted));
    return Result;
  }
  return std::nullopt;
}

std::optional<Names> namesOf(const ModelContract &Model) {
  if (!Model.Leaves || !Model.Inputs || Model.Leaves->size() < 2 ||
      Model.Leaves->size() != Model.Inputs->size())
    return std::nullopt;
  Names Result;
  const bool IsOneDict = llvm::all_of(*Model.Leaves, [&](const InputLeaf &L) {
    return L.Path.size() == 2 && isKey(L.Path.back()) &&
           L.Path.front() == Model.Leaves->front().Path.front();
  });
  for (const InputLeaf &L : *Model.Leaves) {
    const StringRef Name = IsOneDict            ? StringRef(L.Path.back())
                           : L.Path.size() == 1 ? StringRef(L.Argument)
                                                : "";
    if (Name.empty())
      return std::nullopt;
    Result.push_back(Name.trim('\'').str());
  }
  return Result;
}

std::optional<std::string> listProblem(const ModelContract &Model,
                                       ArrayRef<std::string> Given,
                                       StringRef Package) {
  const auto Wanted = namesOf(Model);
  if (!Wanted || !isReordered(Given, *Wanted))
    return std::nullopt;
  const auto [Got, Want] =
      std::mismatch(Given.begin(), Given.end(), Wanted->begin());
  return fmt::format("'{}' is taken for '{}': {} takes its inputs in the order "
                     "{}",
                     *Got, *Want, Package.str(), listed(*Wanted));
}

std::optional<std::string> mapProblem(const ModelContract &Model, bool IsSorted,
                                      StringRef Package) {
  const auto Wanted = namesOf(Model);
  if (!Wanted || (IsSorted && llvm::is_sorted(*Wanted)))
    return std::nullopt;
  return fmt::format("{}, but {} takes its inputs in the order {}",
                     IsSorted ? "a std::map is iterated by its sorted keys"
                              : "a std::unordered_map has no order",
                     Package.str(), listed(*Wanted));
}

} // namespace aoti_tidy
