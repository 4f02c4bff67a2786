// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/InputLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace aoti_tidy::python {

/// Lists in lists.
static constexpr unsigned MaxNesting = 8;

/// Adds what \p Expr, an argument or an element of one, is flattened to; false
/// if it is not known how many inputs that are.
static bool flatten(Node Expr, const File &F, Tensors &T, unsigned Depth,
                    GivenInputs &Into) {
  const auto AddAll = [&](llvm::ArrayRef<Node> All) {
    return Depth < MaxNesting &&
           llvm::all_of(
               All, [&](Node N) { return flatten(N, F, T, Depth + 1, Into); });
  };
  // run(*inputs): what it stands for is a list.
  const bool IsSplat = Expr.isSplat();
  const Node Given =
      IsSplat && !Expr.children().empty() ? Expr.children().front() : Expr;
  const Node Known = F.values().resolved(Given);
  Into.Unknown = Given;
  if (Expr.isAnyOf({"keyword_argument", "dictionary_splat"}))
    return false;
  if (IsSplat || Known.isAnyOf({"list", "tuple", "expression_list"})) {
    const auto Elements = T.repeated(Given);
    if (!Elements || !AddAll(*Elements))
      return false;
  } else if (const auto Value = T.tensorOf(Given)) {
    Into.Inputs.push_back({Given, Value});
  } else if (const auto Entries = F.values().dictOf(Given)) {
    llvm::SmallVector<Node, 4> Values;
    for (const Dict::Entry &E : Entries->Entries)
      Values.push_back(E.Value);
    if (!Entries->IsComplete || !AddAll(Values))
      return false;
  } else if (!Known.isAnyOf(
                 {"integer", "float", "string", "true", "false", "none"})) {
    // What is no tensor is dropped.
    Into.Inputs.push_back({Given, std::nullopt});
  }
  Into.Unknown = {};
  return true;
}

GivenInputs givenInputs(llvm::ArrayRef<Node> Given, const File &F, Tensors &T) {
  GivenInputs Result;
  for (const Node &N : Given)
    if (!flatten(N, F, T, /*Depth=*/0, Result))
      break;
  return Result;
}

RunArguments::RunArguments(Node Call, const File &F) {
  for (const Node &A : Call.field("arguments").children()) {
    const bool IsSplat = A.is("dictionary_splat");
    if (!IsSplat && !A.is("keyword_argument")) {
      Positional.push_back(A);
      continue;
    }
    if (!FirstNamed)
      FirstNamed = A;
    if (!IsSplat) {
      ByName.emplace_back(A.field("name").text().str(), A.field("value"));
      continue;
    }
    const auto Given = A.children().empty()
                           ? std::nullopt
                           : F.values().dictOf(A.children().front());
    if (!Given || !Given->IsComplete)
      AreNamesKnown = false;
    else
      for (const Dict::Entry &E : Given->Entries)
        ByName.emplace_back(*E.Name, E.Value);
  }
}

bool RunArguments::breakKeywords(const ModelContract &Model) const {
  if (!Model.Keywords || !AreNamesKnown)
    return false;
  llvm::StringSet<> Taken;
  Taken.insert(Model.Keywords->begin(), Model.Keywords->end());
  return ByName.size() != Taken.size() ||
         !llvm::all_of(ByName, [&](const auto &Given) {
           return Taken.contains(Given.first);
         });
}

llvm::SmallVector<Node, 8>
RunArguments::inOrder(const ModelContract *Model) const {
  llvm::SmallVector<Node, 8> Result = Positional;
  if (!FirstNamed)
    return Result;
  if (!AreNamesKnown || !Model || !Model->Keywords || breakKeywords(*Model)) {
    Result.push_back(FirstNamed);
    return Result;
  }
  llvm::StringMap<Node> Given;
  for (const auto &[Name, Value] : ByName)
    Given.try_emplace(Name, Value);
  for (const std::string &Name : *Model->Keywords)
    Result.push_back(Given.lookup(Name));
  return Result;
}

} // namespace aoti_tidy::python
