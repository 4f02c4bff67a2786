// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/LoopTargets.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// A pattern that is nested deeper, or is of a longer 'zip', is not followed.
constexpr size_t MaxNested = 8;

bool isPattern(Node N) {
  return N.isAnyOf({"pattern_list", "tuple_pattern", "list_pattern"});
}

using Turns = std::optional<llvm::SmallVector<Node, 4>>;

/// The parts at \p Path of each of \p Elements.
Turns partsAt(const File &F, llvm::SmallVector<Node, 4> Elements,
              llvm::ArrayRef<size_t> Path) {
  for (; !Path.empty(); Path = Path.drop_front())
    for (Node &Element : Elements) {
      const auto Parts = F.values().elementsOf(Element);
      if (!Parts || Parts->size() <= Path.front())
        return std::nullopt;
      Element = (*Parts)[Path.front()];
    }
  return Elements;
}

/// The values that a loop over D.items(), D.keys(), D.values() or D gives the
/// target at \p Path.
Turns turnsOfDict(const File &F, const Dict &D, StringRef Method,
                  llvm::ArrayRef<size_t> Path) {
  bool IsValues = Method == "values";
  if (Method == "items") {
    if (Path.empty() || Path.front() > 1)
      return std::nullopt;
    IsValues = Path.front() == 1;
    Path = Path.drop_front();
  }
  if (!D.IsComplete)
    return std::nullopt;
  llvm::SmallVector<Node, 4> Result;
  for (const Dict::Entry &E : D.Entries)
    Result.push_back(IsValues ? E.Value : E.Key);
  return partsAt(F, std::move(Result), Path);
}

/// The expression that a loop goes through, and the way to a target in each
/// element.
struct Iterated {
  Node Over;
  llvm::ArrayRef<size_t> Path;
};

/// \p Of without list(), sorted(), zip() and enumerate().
Iterated inside(const File &F, Iterated Of) {
  for (size_t Depth = 0; Depth < MaxNested; ++Depth) {
    const Node Call = F.values().resolved(Of.Over);
    const auto Function = F.names().qualifiedName(Call.field("function"));
    const auto Arguments = argumentsOf(Call);
    // sorted(..., key=f) has others than the first, and takes the same.
    const bool IsSame =
        Function && llvm::is_contained({"builtins.list", "builtins.tuple",
                                        "builtins.sorted", "builtins.reversed"},
                                       StringRef(*Function));
    const bool IsZip = Function == "builtins.zip" && !Of.Path.empty();
    const bool IsNumbered = Function == "builtins.enumerate" &&
                            !Of.Path.empty() && Of.Path.front() == 1;
    const size_t At = IsZip ? Of.Path.front() : 0;
    if (!(IsSame || IsZip || IsNumbered) || At >= Arguments.size())
      break;
    Of = {Arguments[At], IsSame ? Of.Path : Of.Path.drop_front()};
  }
  return Of;
}

/// The values that a loop over \p All gives the target.
Turns turnsOver(const File &F, Iterated All) {
  const auto [Over, Path] = inside(F, All);
  const Node Callee = Over.field("function");
  const StringRef Method =
      Callee.is("attribute") ? Callee.field("attribute").text() : "";
  if (llvm::is_contained({"items", "values", "keys"}, Method)) {
    const auto D = F.values().dictOf(Callee.field("object"));
    return D ? turnsOfDict(F, *D, Method, Path) : std::nullopt;
  }
  if (const auto D = F.values().dictOf(Over))
    return turnsOfDict(F, *D, "", Path);
  auto Elements = F.values().elementsOf(Over);
  return Elements ? partsAt(F, std::move(*Elements), Path) : std::nullopt;
}

} // namespace

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
  const Iterated Inside = inside(F, {Over, Path});
  return Inside.Path.empty() ? Inside.Over : Node();
}

std::optional<llvm::SmallVector<Node, 4>> turnsOf(const File &F, Node Name) {
  const Node Binding =
      Name.is("identifier") ? F.names().bindingOf(Name) : Node();
  if (!Binding)
    return std::nullopt;
  const TargetPlace At = placeOf(Binding);
  const Node Left = At.Holder.field("left");
  const bool HasSplat = At.IsSplat || At.Index < 0;
  if (!At.isLoop() || HasSplat || At.Path.size() > MaxNested ||
      Binding.begin() < Left.begin() || Binding.end() > Left.end())
    return std::nullopt;
  return turnsOver(F, {At.Holder.field("right"), At.Path});
}

} // namespace aoti_tidy::python
