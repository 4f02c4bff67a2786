// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/LoopTargets.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// A pattern that is nested deeper, or is of a longer 'zip', is not followed.
constexpr size_t MaxNested = 8;
/// Texts of texts are not followed further.
constexpr unsigned MaxDepth = 16;
/// What loops make of an expression; of more, none is known.
constexpr size_t MaxTexts = 256;

bool isPattern(Node N) {
  return N.isAnyOf({"pattern_list", "tuple_pattern", "list_pattern"});
}

using Turns = std::optional<llvm::SmallVector<Node, 4>>;

/// What is at \p Path of each of \p Elements.
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

/// Of D.items(), D.keys(), D.values() or D: what a loop over it takes for the
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

/// What a loop over \p Over takes for the target at \p Path.
Turns turnsOver(const File &F, Node Over, llvm::ArrayRef<size_t> Path,
                unsigned Depth = 0) {
  if (Depth > MaxNested)
    return std::nullopt;
  const Node Call = F.values().resolved(Over);
  if (const auto Name = F.names().qualifiedName(Call.field("function"))) {
    const auto Arguments = argumentsOf(Call);
    const StringRef Function = *Name;
    // sorted(..., key=f) has others than the first, and takes the same.
    if (!Arguments.empty() &&
        llvm::is_contained({"builtins.list", "builtins.tuple",
                            "builtins.sorted", "builtins.reversed"},
                           Function))
      return turnsOver(F, Arguments.front(), Path, Depth + 1);
    if (Path.empty())
      return std::nullopt;
    const size_t At = Function == "builtins.zip" ? Path.front()
                      : Function == "builtins.enumerate" && Path.front() == 1
                          ? 0
                          : Arguments.size();
    return At < Arguments.size()
               ? turnsOver(F, Arguments[At], Path.drop_front(), Depth + 1)
               : std::nullopt;
  }
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

std::optional<std::vector<std::string>> texts(const File &F, Node Expr,
                                              unsigned Depth) {
  if (!Expr || Depth > MaxDepth)
    return std::nullopt;
  if (auto Whole = F.values().wholeString(Expr))
    return std::vector{std::move(*Whole)};
  std::vector<std::string> Result;
  if (const auto Turns = turnsOf(F, Expr)) {
    for (const Node &Turn : *Turns) {
      auto Texts = texts(F, Turn, Depth + 1);
      if (!Texts || Result.size() + Texts->size() > MaxTexts)
        return std::nullopt;
      llvm::append_range(Result, *Texts);
    }
    return Result;
  }
  Expr = F.values().resolved(Expr);
  Result.emplace_back();
  const auto Append = [&](const std::vector<std::string> &Ends) {
    std::vector<std::string> Longer;
    for (const std::string &Start : Result)
      for (const std::string &End : Ends)
        if (Longer.size() <= MaxTexts)
          Longer.push_back(Start + End);
    Result = std::move(Longer);
    return Result.size() <= MaxTexts;
  };
  if (Expr.is("binary_operator") && Expr.field("operator").text() == "+") {
    for (const char *Side : {"left", "right"}) {
      const auto Texts = texts(F, Expr.field(Side), Depth + 1);
      if (!Texts || !Append(*Texts))
        return std::nullopt;
    }
    return Result;
  }
  const auto Parts = Expr.children();
  if (!Expr.is("string") ||
      llvm::none_of(Parts, [](Node Part) { return Part.is("interpolation"); }))
    return std::nullopt;
  for (const Node &Part : Parts) {
    if (Part.is("string_content")) {
      // Escapes are nothing that names have.
      if (Part.text().contains('\\') || !Append({Part.text().str()}))
        return std::nullopt;
    } else if (Part.is("interpolation")) {
      const auto Inside = Part.children();
      const auto Texts = Inside.size() == 1
                             ? texts(F, Inside.front(), Depth + 1)
                             : std::nullopt;
      if (!Texts || !Append(*Texts))
        return std::nullopt;
    }
  }
  return Result;
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
  return turnsOver(F, At.Holder.field("right"), At.Path);
}

std::optional<std::vector<std::string>> textsOf(const File &F, Node Expr) {
  return texts(F, Expr, 0);
}

} // namespace aoti_tidy::python
