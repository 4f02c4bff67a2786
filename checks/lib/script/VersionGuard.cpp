// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/VersionGuard.h"
#include "checks/lib/script/Functions.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Names and functions that conditions stand for.
constexpr unsigned MaxDepth = 3;

bool contains(Node Outer, Node Inner) {
  return Outer && Outer.begin() <= Inner.begin() && Inner.end() <= Outer.end();
}

bool containsAnyOf(StringRef Name, llvm::ArrayRef<StringRef> Words) {
  return llvm::any_of(
      Words, [&](StringRef Word) { return Name.contains_insensitive(Word); });
}

/// except ImportError:, except (RuntimeError, AttributeError):, except:
bool catchesWhatIsMissing(Node Try) {
  return llvm::any_of(Try.children(), [](Node Clause) {
    if (!Clause.is("except_clause"))
      return false;
    const Node Block = Clause.child("block");
    const StringRef Caught = Clause.tree().text().slice(
        Clause.begin(), Block ? Block.begin() : Clause.end());
    return !Caught.contains("Error") ||
           containsAnyOf(Caught, {"AttributeError", "ImportError",
                                  "ModuleNotFoundError"});
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
      if (Up.is("try_statement"))
        return IsBound && !contains(Up, Name) && catchesWhatIsMissing(Up) &&
               Up.text().contains(Replacement);
    }
    return false;
  });
}

/// What a condition asks.
enum class Question {
  None,
  Available, ///< HAS_X, is_available(), a name that an ImportError leaves at None
  Version, ///< torch.__version__ >= "2.6", hasattr(m, "f"), TORCH_AT_LEAST_2_6
};

Question questionOf(Node Condition, StringRef Replacement, const File &F,
                    unsigned Depth = 0) {
  Question Result = Question::None;
  const auto Add = [&](Question Q) { Result = std::max(Result, Q); };
  forEachNode(Condition, [&](Node N) {
    if (N.is("string") && !Replacement.empty() &&
        N.text().contains(Replacement))
      Add(Question::Version);
    if (N.is("call") && Depth < MaxDepth)
      if (const Node Returned = returnedBy(N.field("function"), F))
        Add(questionOf(Returned, Replacement, F, Depth + 1));
    if (!N.is("identifier") || N.text() == "version_info")
      return Result != Question::Version;
    const StringRef Name = N.text();
    const bool IsOfTorch = Name.contains_insensitive("torch");
    if (Name == "__version__" ||
        (Name == "hasattr" && Condition.text().contains("torch")) ||
        (IsOfTorch && containsAnyOf(Name, {"version", "at_least", "geq",
                                           "greater", "less", "newer"})))
      Add(Question::Version);
    else if (containsAnyOf(Name, {"version", "hasattr", "getattr", "find_spec",
                                  "has_", "available", "support"}) ||
             (!Replacement.empty() && isWhatThereIs(N, Replacement, F)))
      Add(Question::Available);
    if (const Node Given =
            Depth < MaxDepth ? F.names().assignedValue(N) : Node())
      Add(questionOf(Given, Replacement, F, Depth + 1));
    return Result != Question::Version;
  });
  return Result;
}

/// Whether \p Statement has the text elsewhere than in \p Branch.
bool namesOutside(Node Statement, Node Branch, StringRef Text) {
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
bool leavesByVersion(Node Statement, StringRef Replacement, const File &F) {
  if (Statement.is("try_statement"))
    return Statement.text().contains(Replacement) &&
           Statement.text().contains("torch") &&
           catchesWhatIsMissing(Statement) &&
           (endsByLeaving(Statement.field("body")) ||
            endsByLeaving(Statement.child("else_clause").field("body")));
  if (!Statement.is("if_statement") ||
      !endsByLeaving(Statement.field("consequence")))
    return false;
  const Question Asked =
      questionOf(Statement.field("condition"), Replacement, F);
  return Asked == Question::Version || (Asked == Question::Available &&
                                        Statement.text().contains(Replacement));
}

/// Where the first statement of each block ends that leaves it by the version.
class VersionExits {
public:
  explicit VersionExits(const File &F) : F(F) {}

  /// Of \p Block; the end of the text if there is none.
  unsigned firstEnd(Node Block, StringRef Replacement) {
    const auto [At, IsNew] =
        Ends[Replacement].try_emplace(Block.id(), F.tree().text().size());
    if (!IsNew)
      return At->second;
    for (const Node Statement : Block.children())
      if (leavesByVersion(Statement, Replacement, F)) {
        At->second = Statement.end();
        break;
      }
    return At->second;
  }

private:
  const File &F;
  llvm::StringMap<llvm::DenseMap<const void *, unsigned>> Ends;
};

/// The conditions of \p Up, a statement or an expression around \p Use, that
/// \p Use is no part of.
llvm::SmallVector<Node, 4> conditionsOf(Node Up, Node Use) {
  llvm::SmallVector<Node, 4> Result;
  if (Up.is("conditional_expression")) {
    const auto Parts = Up.children();
    if (Parts.size() == 3)
      Result.push_back(Parts[1]);
  } else if (Up.is("if_statement")) {
    Result.push_back(Up.field("condition"));
    for (const Node &Clause : Up.children())
      if (Clause.is("elif_clause"))
        Result.push_back(Clause.field("condition"));
  }
  llvm::erase_if(Result, [&](Node C) { return contains(C, Use); });
  return Result;
}

/// @pytest.mark.skipif(torch.__version__ >= "2.6", reason=...)
bool isSkippedByVersion(Node Definition, const File &F) {
  return Definition.is("decorated_definition") &&
         llvm::any_of(Definition.children(), [&](Node Part) {
           return Part.is("decorator") &&
                  Part.text().contains_insensitive("skip") &&
                  questionOf(Part, "", F) == Question::Version;
         });
}

} // namespace

bool isPickedByVersion(Node Use, StringRef Replacement, const File &F) {
  Node Branch = Use;
  for (Node Up = Use.parent(); Up; Branch = Up, Up = Up.parent()) {
    Question Asked = Question::None;
    for (const Node &Condition : conditionsOf(Up, Use))
      Asked = std::max(Asked, questionOf(Condition, Replacement, F));
    if (Up.is("try_statement") && catchesWhatIsMissing(Up))
      Asked = Question::Available;
    if (Asked == Question::Version || isSkippedByVersion(Up, F) ||
        (Asked == Question::Available && namesOutside(Up, Branch, Replacement)))
      return true;
    if (Up.isAnyOf({"block", "module"}) &&
        F.index<VersionExits>().firstEnd(Up, Replacement) <= Use.begin())
      return true;
  }
  return false;
}

} // namespace aoti_tidy::python
