// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/VersionGuard.h"
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
  return !Body.empty() &&
         Body.back().isAnyOf(
             {"return_statement", "raise_statement", "continue_statement"});
}

/// if version >= ...: ...; return
/// try: ...; return
/// except ImportError: pass
bool leavesByVersion(Node Statement, StringRef Replacement, const File &F) {
  const bool IsIf = Statement.is("if_statement");
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
  std::optional<unsigned> firstEnd(Node Block, StringRef Replacement) {
    auto &Known = ByReplacement[Replacement];
    const auto At = Known.find(Block.id());
    if (At != Known.end())
      return At->second;
    std::optional<unsigned> End;
    for (Node Statement : Block.children())
      if (leavesByVersion(Statement, Replacement, F)) {
        End = Statement.end();
        break;
      }
    Known[Block.id()] = End;
    return End;
  }

private:
  const File &F;
  llvm::StringMap<llvm::DenseMap<const void *, std::optional<unsigned>>>
      ByReplacement;
};

/// Whether what comes before \p Use in \p Block leaves it by the version.
bool leavesBefore(Node Block, Node Use, StringRef Replacement, const File &F) {
  const auto End = F.index<VersionExits>().firstEnd(Block, Replacement);
  return End && *End <= Use.begin();
}

} // namespace

bool isPickedByVersion(Node Use, StringRef Replacement, const File &F) {
  Node Branch = Use;
  for (Node Up = Use.parent(); Up; Branch = Up, Up = Up.parent()) {
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
      if (leavesBefore(Up, Use, Replacement, F))
        return true;
    }
  }
  return false;
}

} // namespace aoti_tidy::python
