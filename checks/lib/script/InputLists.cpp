// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/InputLists.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace aoti_tidy::python {

/// Lists in lists.
static constexpr unsigned MaxNesting = 8;

namespace {

class Flattener {
public:
  Flattener(const File &F, Tensors &T, GivenInputs &Into)
      : F(F), T(T), Into(Into) {}

  /// Adds what \p All are flattened to, as the elements of what Path leads to;
  /// false if it is not known how many inputs that are.
  bool addAll(llvm::ArrayRef<Node> All, size_t &Count) {
    return ++Depth < MaxNesting &&
           llvm::all_of(
               All, [&](Node N) { return add(N, Count); }) &&
           Depth-- > 0;
  }

private:
  bool add(Node Expr, size_t &Count) {
    // run(*inputs): what it stands for is a list.
    const bool IsSplat = Expr.isSplat();
    const Node Given =
        IsSplat && !Expr.children().empty() ? Expr.children().front() : Expr;
    Into.Unknown = Given;
    if (Expr.isAnyOf({"keyword_argument", "dictionary_splat"}))
      return false;
    if (IsSplat) {
      const auto Elements = F.values().elementsOf(Given);
      if (!Elements || !addAll(*Elements, Count))
        return false;
    } else if (!addAt(std::to_string(Count++), Given)) {
      return false;
    }
    Into.Unknown = {};
    return true;
  }

  bool addAt(std::string Step, Node Given) {
    Path.push_back(std::move(Step));
    const Node Known = F.values().resolved(Given);
    bool IsKnown = true;
    size_t Count = 0;
    // [x] * 2
    const auto Elements = F.values().elementsOf(Given);
    const bool IsProduct = Known.is("binary_operator") && Elements;
    if (IsProduct || Known.isAnyOf({"list", "tuple", "expression_list"})) {
      IsKnown = Elements && addAll(*Elements, Count);
    } else if (const auto Value = T.tensorOf(Given)) {
      Into.Inputs.push_back({Given, Value});
      Into.Leaves.push_back({{Path, "", ""}, Given, /*IsTensor=*/true});
    } else if (const auto Entries = F.values().filledDictOf(Given)) {
      IsKnown = Entries->IsComplete && ++Depth < MaxNesting;
      for (const Dict::Entry &E : Entries->Entries)
        IsKnown = IsKnown && addAt("'" + *E.Name + "'", E.Value);
      Depth -= IsKnown;
    } else {
      std::string Constant = constantText(Given, F);
      // Other values than tensors are dropped.
      if (Constant.empty())
        Into.Inputs.push_back({Given, std::nullopt});
      Into.Leaves.push_back({{Path, "", std::move(Constant)}, Given});
    }
    Path.pop_back();
    return IsKnown;
  }

  const File &F;
  Tensors &T;
  GivenInputs &Into;
  std::vector<std::string> Path;
  unsigned Depth = 0;
};

} // namespace

GivenInputs givenInputs(llvm::ArrayRef<Node> Given, const File &F, Tensors &T) {
  GivenInputs Result;
  size_t Count = 0;
  Flattener(F, T, Result).addAll(Given, Count);
  return Result;
}

std::string constantText(Node Expr, const File &F) {
  const Values &V = F.values();
  if (V.isNone(Expr))
    return "None";
  if (const auto Value = V.booleanOf(Expr))
    return *Value ? "True" : "False";
  if (const auto Value = V.integerOf(Expr))
    return std::to_string(*Value);
  const Node Known = V.resolved(Expr);
  if (Known.is("string"))
    if (const auto Value = V.wholeString(Known))
      return "'" + *Value + "'";
  const bool IsNegative =
      Known.is("unary_operator") && Known.field("operator").text() == "-";
  if ((IsNegative ? Known.field("argument") : Known).is("float"))
    return Known.text().str();
  return "";
}

bool isSameConstant(llvm::StringRef A, llvm::StringRef B) {
  double NumberA, NumberB;
  return A == B || (!A.getAsDouble(NumberA) && !B.getAsDouble(NumberB) &&
                    NumberA == NumberB);
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
