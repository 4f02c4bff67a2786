// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/VersionGuard.h"
#include "checks/lib/script/Functions.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Names and functions that conditions stand for.
constexpr unsigned MaxGuardDepth = 3;

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

/// The question of a condition.
enum class Question {
  None,
  Available, ///< HAS_X, is_available(), find_spec("x")
  Version, ///< torch.__version__ >= "2.6", hasattr(m, "f"), TORCH_AT_LEAST_2_6
};

/// try: from torch._inductor import f
/// except ImportError: f = None
bool isWhatThereIs(Node Name, const File &F) {
  return llvm::any_of(F.names().originsOf(Name), [](const Origin &O) {
    Node Up = O.Target;
    while (Up && !Up.is("try_statement"))
      Up = Up.parent();
    return Up && catchesWhatIsMissing(Up);
  });
}

/// The text of \p Condition with what its names and functions stand for.
std::string spelledOut(Node Condition, const File &F, unsigned Depth = 0) {
  std::string Result = Condition.text().str();
  forEachNode(Condition, [&](Node N) {
    for (const Node Meant :
         {N.is("identifier") ? F.names().assignedValue(N) : Node(),
          returnedBy(N.field("function"), F)})
      if (Meant && Depth < MaxGuardDepth)
        (Result += ' ') += spelledOut(Meant, F, Depth + 1);
    return true;
  });
  return Result;
}

Question questionOf(Node Condition, StringRef Replacement, const File &F) {
  const std::string Written = Condition ? spelledOut(Condition, F) : "";
  const std::string Lower = StringRef(Written).lower();
  const StringRef Text = Lower;
  // sys.version_info is Python's.
  const bool NamesVersion = Text.count("version") > Text.count("version_info");
  if ((!Replacement.empty() && StringRef(Written).contains(Replacement)) ||
      Text.contains("__version__") ||
      (Text.contains("torch") &&
       (NamesVersion || containsAnyOf(Text, {"at_least", "geq", "greater",
                                             "hasattr", "less", "newer"}))))
    return Question::Version;
  bool IsAvailable =
      NamesVersion || containsAnyOf(Text, {"hasattr", "getattr", "find_spec",
                                           "has_", "available", "support"});
  forEachNode(Condition, [&](Node N) {
    IsAvailable |= N.is("identifier") && isWhatThereIs(N, F);
    return !IsAvailable;
  });
  return IsAvailable ? Question::Available : Question::None;
}

/// Whether \p Statement has the text elsewhere than in \p Branch.
bool namesOutside(Node Statement, Node Branch, StringRef Text) {
  const StringRef All = Statement.tree().text();
  return All.slice(Statement.begin(), Branch.begin()).contains(Text) ||
         All.slice(Branch.end(), Statement.end()).contains(Text);
}

/// By 'return', pytest.skip("..."), sys.exit() and the like.
bool endsByLeaving(Node Block) {
  const auto Body = Block.children();
  const StringRef Last = Body.empty() ? "" : Body.back().text();
  return llvm::any_of(llvm::ArrayRef<StringRef>{"return", "raise", "continue",
                                                "exit(", "pytest.skip(",
                                                "self.skipTest(", "sys.exit("},
                      [&](StringRef Word) { return Last.starts_with(Word); });
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

  /// The first end in \p Block; the end of the text if there is none.
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
  llvm::erase_if(Result, [&](Node C) { return C.contains(Use); });
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
