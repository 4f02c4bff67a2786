// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/VersionGuard.h"
#include "checks/lib/script/Functions.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

bool contains(Node Outer, Node Inner) {
  return Outer && Outer.begin() <= Inner.begin() && Inner.end() <= Outer.end();
}

bool catchesWhatIsMissing(Node Try) {
  return llvm::any_of(Try.children(), [](Node Clause) {
    if (!Clause.is("except_clause"))
      return false;
    // Up to its block.
    const Node Block = Clause.child("block");
    const StringRef Caught = Clause.tree().text().slice(
        Clause.begin(), Block ? Block.begin() : Clause.end());
    return !Caught.contains("Error") || Caught.contains("AttributeError") ||
           Caught.contains("ImportError") ||
           Caught.contains("ModuleNotFoundError");
  });
}

/// try: from torch._inductor import f
/// except ImportError: f = None
bool isWhatThereIs(Node Name, StringRef Replacement, const File &F) {
  return llvm::any_of(F.names().occurrences(Name), [&](Node Use) {
    bool IsBound =
        Use.parent().is("assignment") && Use.parent().field("left") == Use;
    for (Node Up = Use.parent(); Up; Up = Up.parent()) {
      IsBound |= Up.is("import_from_statement");
      if (Up.is("try_statement") && catchesWhatIsMissing(Up) &&
          Up.text().contains(Replacement))
        return IsBound && !contains(Up, Name);
    }
    return false;
  });
}

/// torch.__version__ >= "2.6", hasattr(m, "f"), TORCH_VERSION_AT_LEAST_2_6,
/// HAS_X
bool asksForVersion(Node Condition, StringRef Replacement, const File &F,
                    unsigned Depth = 0) {
  bool Result = false;
  forEachNode(Condition, [&](Node N) {
    if (N.is("string")) {
      Result |= !Replacement.empty() && N.text().contains(Replacement);
    } else if (N.is("identifier")) {
      const StringRef Name = N.text();
      Result |= Name.contains_insensitive("version") || Name == "hasattr" ||
                Name == "getattr" || Name == "find_spec" ||
                Name.contains_insensitive("has_") ||
                Name.contains_insensitive("available") ||
                Name.contains_insensitive("support");
      if (!Result && !Replacement.empty())
        Result = isWhatThereIs(N, Replacement, F);
      if (!Result && Depth < 3)
        if (const Node Given = F.names().assignedValue(N))
          Result |= asksForVersion(Given, Replacement, F, Depth + 1);
    }
    return !Result;
  });
  return Result;
}

/// Conditions in conditions, by their names and functions.
constexpr unsigned MaxDepth = 8;

/// Tells what a condition says of the torch at hand.
class Era {
public:
  Era(const File &F, StringRef Replacement, std::optional<TorchVersion> Since)
      : F(F), Replacement(Replacement), Since(Since) {}

  /// Whether only with an old torch \p Condition is \p Truth.
  bool isOldIf(Node Condition, bool Truth, unsigned Depth = 0) const;

private:
  bool isOldByComparison(Node Comparison, bool Truth) const;
  bool isOfTorch(Node Expr, unsigned Depth = 0) const;
  bool isLater(Node Bound) const;
  bool asksForReplacement(Node Expr) const;

  const File &F;
  StringRef Replacement;
  std::optional<TorchVersion> Since;
};

/// Whether \p Expr is of torch's version, by what it names.
bool Era::isOfTorch(Node Expr, unsigned Depth) const {
  bool Result = Expr.text().contains_insensitive("torch");
  if (Depth < MaxDepth && !Result)
    forEachNode(Expr, [&](Node N) {
      if (!Result && N.is("identifier"))
        if (const Node Given = F.names().assignedValue(N))
          Result = isOfTorch(Given, Depth + 1);
      if (!Result && N.is("call"))
        if (const Node Returned = returnedBy(N.field("function"), F))
          Result = isOfTorch(Returned, Depth + 1);
      return !Result;
    });
  return Result;
}

/// Whether \p Bound is surely a later version than that since which the
/// replacement is there: "2.9", (2, 9), Version("2.9").
bool Era::isLater(Node Bound) const {
  if (!Since)
    return false;
  std::string Text;
  forEachNode(F.values().resolved(Bound), [&](Node N) {
    if (N.is("string") && Text.empty())
      Text = F.values().wholeString(N).value_or("");
    else if (N.is("integer") && llvm::StringRef(Text).count('.') == 0)
      Text += (Text.empty() ? "" : ".") + N.text().str();
    return true;
  });
  const auto Version = TorchVersion::parse(Text);
  return Version && *Version > *Since;
}

/// hasattr(torch._inductor, "aoti_load_package"), and a name that an ImportError
/// leaves at None or False
bool Era::asksForReplacement(Node Expr) const {
  if (Replacement.empty())
    return false;
  if (Expr.is("identifier"))
    return isWhatThereIs(Expr, Replacement, F);
  const auto Asked = F.names().qualifiedName(Expr.field("function"));
  const auto Given = Expr.field("arguments").children();
  return (Asked == "builtins.hasattr" || Asked == "builtins.getattr") &&
         Given.size() > 1 && F.values().wholeString(Given[1]) == Replacement;
}

bool Era::isOldByComparison(Node Comparison, bool Truth) const {
  const auto Sides = Comparison.children();
  if (Sides.size() != 2)
    return false;
  const StringRef Sign =
      Comparison.tree().text().slice(Sides[0].end(), Sides[1].begin()).trim();
  // f is None
  if (Sides[1].is("none") && (Sign == "is" || Sign == "is not"))
    return asksForReplacement(Sides[0]) && Truth == (Sign == "is");
  const bool IsLess = Sign.starts_with("<");
  if (!IsLess && !Sign.starts_with(">"))
    return false;
  // (2, 6) > version
  const bool IsFlipped = !isOfTorch(Sides[0]) && isOfTorch(Sides[1]);
  const Node Asked = Sides[IsFlipped ? 1 : 0], Bound = Sides[IsFlipped ? 0 : 1];
  return isOfTorch(Asked) && asksForVersion(Asked, Replacement, F) &&
         !isLater(Bound) && Truth == (IsLess != IsFlipped);
}

bool Era::isOldIf(Node Condition, bool Truth, unsigned Depth) const {
  if (++Depth > MaxDepth)
    return false;
  while (Condition.is("parenthesized_expression") &&
         Condition.children().size() == 1)
    Condition = Condition.children().front();
  if (Condition.is("not_operator"))
    return isOldIf(Condition.field("argument"), !Truth, Depth);
  if (Condition.is("comparison_operator"))
    return isOldByComparison(Condition, Truth);
  if (Condition.is("boolean_operator")) {
    const bool Left = isOldIf(Condition.field("left"), Truth, Depth),
               Right = isOldIf(Condition.field("right"), Truth, Depth);
    const bool IsAnd = Condition.field("operator").text() == "and";
    return IsAnd == Truth ? Left || Right : Left && Right;
  }
  if (asksForReplacement(Condition))
    return !Truth;
  if (Condition.is("identifier"))
    if (const Node Given = F.names().assignedValue(Condition))
      return isOldIf(Given, Truth, Depth);
  if (Condition.is("call"))
    if (const Node Returned = returnedBy(Condition.field("function"), F))
      return isOldIf(Returned, Truth, Depth);
  // TORCH_AT_LEAST_2_6, is_torch_greater_or_equal("2.6")
  const StringRef Said =
      (Condition.is("call") ? Condition.field("function") : Condition).text();
  const auto Says = [&](std::initializer_list<StringRef> Words) {
    return llvm::any_of(
        Words, [&](StringRef Word) { return Said.contains_insensitive(Word); });
  };
  if (!Condition.isAnyOf({"identifier", "attribute", "call"}) ||
      !Says({"torch"}) || isLater(Condition.field("arguments")))
    return false;
  return Truth ? Says({"less", "older", "before", "below"})
               : Says({"at_least", "geq", "greater", "newer", "above"});
}

/// Whether only an old torch gets from \p Up, a statement, an expression or a
/// decorated definition, to its part \p Branch.
bool isForOldTorch(Node Up, Node Branch, Node Use, const Era &Of) {
  if (Up.is("conditional_expression")) {
    const auto Parts = Up.children();
    return Parts.size() == 3 && !(Branch == Parts[1]) &&
           Of.isOldIf(Parts[1], Branch == Parts[0]);
  }
  if (Up.is("if_statement")) {
    if (Branch == Up.field("condition"))
      return false;
    if (Of.isOldIf(Up.field("condition"), Branch == Up.field("consequence")))
      return true;
    for (const Node &Clause : Up.children()) {
      if (!Clause.is("elif_clause") || Clause.begin() > Use.begin())
        continue;
      const Node Condition = Clause.field("condition");
      if (!contains(Condition, Use) &&
          Of.isOldIf(Condition, contains(Clause, Use)))
        return true;
    }
    return false;
  }
  // @pytest.mark.skipif(torch.__version__ >= "2.6", reason=...)
  return Up.is("decorated_definition") &&
         llvm::any_of(Up.children(), [&](Node Part) {
           const Node Call = Part.is("decorator") && !Part.children().empty()
                                 ? Part.children().front()
                                 : Node();
           const auto Given = Call.field("arguments").children();
           const StringRef Name =
               Call.field("function").field("attribute").text();
           return !Given.empty() &&
                  ((Name.equals_insensitive("skipif") &&
                    Of.isOldIf(Given.front(), false)) ||
                   (Name == "skipUnless" && Of.isOldIf(Given.front(), true)));
         });
}

/// Whether \p Statement has the text elsewhere than in \p Branch.
bool namesOutside(Node Statement, Node Branch, StringRef Text) {
  if (Text.empty())
    return true;
  const StringRef All = Statement.tree().text();
  return All.slice(Statement.begin(), Branch.begin()).contains(Text) ||
         All.slice(Branch.end(), Statement.end()).contains(Text);
}

bool endsByLeaving(Node Block) {
  const auto Body = Block.children();
  if (Body.empty())
    return false;
  if (Body.back().isAnyOf(
          {"return_statement", "raise_statement", "continue_statement"}))
    return true;
  // pytest.skip("..."), sys.exit()
  const auto Parts = Body.back().children();
  const StringRef Callee =
      Parts.empty() ? "" : Parts.front().field("function").text();
  return Body.back().is("expression_statement") &&
         (Callee.ends_with("skip") || Callee.ends_with("skipTest") ||
          Callee.ends_with("exit"));
}

/// if version >= ...: ...; return
/// try: ...; return
/// except ImportError: pass
bool leavesByVersion(Node Statement, StringRef Replacement, const File &F,
                     const Era &Of) {
  const bool IsIf = Statement.is("if_statement");
  if (IsIf && endsByLeaving(Statement.field("consequence")) &&
      Of.isOldIf(Statement.field("condition"), false))
    return true;
  if ((!IsIf && !Statement.is("try_statement")) ||
      !Statement.text().contains(Replacement))
    return false;
  if (IsIf)
    return endsByLeaving(Statement.field("consequence")) &&
           asksForVersion(Statement.field("condition"), Replacement, F);
  return Statement.text().contains("torch") &&
         catchesWhatIsMissing(Statement) &&
         (endsByLeaving(Statement.field("body")) ||
          endsByLeaving(Statement.child("else_clause").field("body")));
}

/// Where the first statement of each block ends that leaves it by the version.
class VersionExits {
public:
  explicit VersionExits(const File &F) : F(F) {}

  /// Of \p Block; nothing if there is none.
  std::optional<unsigned> firstEnd(Node Block, StringRef Replacement,
                                   std::optional<TorchVersion> Since) {
    const Era Of(F, Replacement, Since);
    auto &Known =
        ByQuestion[(Replacement + " " + (Since ? Since->str() : "")).str()];
    const auto At = Known.find(Block.id());
    if (At != Known.end())
      return At->second;
    std::optional<unsigned> End;
    for (Node Statement : Block.children())
      if (leavesByVersion(Statement, Replacement, F, Of)) {
        End = Statement.end();
        break;
      }
    Known[Block.id()] = End;
    return End;
  }

private:
  const File &F;
  llvm::StringMap<llvm::DenseMap<const void *, std::optional<unsigned>>>
      ByQuestion;
};

/// Whether what comes before \p Use in \p Block leaves it by the version.
bool leavesBefore(Node Block, Node Use, StringRef Replacement,
                  std::optional<TorchVersion> Since, const File &F) {
  const auto End = F.index<VersionExits>().firstEnd(Block, Replacement, Since);
  return End && *End <= Use.begin();
}

} // namespace

bool isPickedByVersion(Node Use, StringRef Replacement, const File &F,
                       std::optional<TorchVersion> Since) {
  const Era Of(F, Replacement, Since);
  Node Branch = Use;
  for (Node Up = Use.parent(); Up; Branch = Up, Up = Up.parent()) {
    if (isForOldTorch(Up, Branch, Use, Of))
      return true;
    if (Up.is("if_statement") || Up.is("conditional_expression")) {
      if (!namesOutside(Up, Branch, Replacement))
        continue;
      llvm::SmallVector<Node, 4> Conditions;
      if (Up.is("conditional_expression")) {
        const auto Parts = Up.children();
        if (Parts.size() == 3)
          Conditions.push_back(Parts[1]);
      } else {
        Conditions.push_back(Up.field("condition"));
        for (Node Clause : Up.children())
          if (Clause.is("elif_clause"))
            Conditions.push_back(Clause.field("condition"));
      }
      if (llvm::any_of(Conditions, [&](Node C) {
            return !contains(C, Use) && asksForVersion(C, Replacement, F);
          }))
        return true;
    } else if (Up.is("try_statement")) {
      if (catchesWhatIsMissing(Up) && namesOutside(Up, Branch, Replacement))
        return true;
    } else if (Up.isAnyOf({"block", "module"})) {
      if (leavesBefore(Up, Use, Replacement, Since, F))
        return true;
    }
  }
  return false;
}

} // namespace aoti_tidy::python
