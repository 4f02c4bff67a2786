// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeTargets.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy::python {

/// A pattern that is nested deeper, or is of a longer 'zip', is not followed.
constexpr size_t MaxNested = 8;

static bool isPattern(Node N) {
  return N.isAnyOf({"pattern_list", "tuple_pattern", "list_pattern"});
}

TargetPlace placeOf(Node Target) {
  TargetPlace Result;
  Node At = Target;
  if (At.parent().is("list_splat_pattern")) {
    Result.IsSplat = true;
    At = At.parent();
  }
  for (Node Parent = At.parent(); isPattern(Parent);
       At = Parent, Parent = At.parent()) {
    const auto Targets = Parent.children();
    const auto *Found = llvm::find(Targets, At);
    const size_t Index = Found - Targets.begin();
    const bool IsAfterSplat =
        std::any_of(Targets.begin(), Found, [](Node N) { return N.isSplat(); });
    Result.Index = IsAfterSplat ? int64_t(Index) - int64_t(Targets.size())
                                : int64_t(Index);
    Result.Path.insert(Result.Path.begin(), Index);
  }
  Result.Holder = At.parent();
  return Result;
}

Node iteratedAt(const File &F, Node Over, llvm::ArrayRef<size_t> Path) {
  if (Path.size() > MaxNested)
    return {};
  for (; !Path.empty(); Path = Path.drop_front()) {
    const Node Call = F.values().resolved(Over);
    const auto Name = F.names().qualifiedName(Call.field("function"));
    const auto Arguments = argumentsOf(Call);
    if (!Name || Path.front() >= MaxNested)
      return {};
    const size_t Argument = *Name == "builtins.zip" ? Path.front()
                            : *Name == "builtins.enumerate" && Path.front() == 1
                                ? 0
                                : Arguments.size();
    if (Argument >= Arguments.size())
      return {};
    Over = Arguments[Argument];
  }
  return Over;
}

} // namespace aoti_tidy::python
