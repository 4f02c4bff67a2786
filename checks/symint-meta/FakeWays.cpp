// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeWays.h"
#include <limits>

namespace aoti_tidy::python {

/// Branches in branches: deeper ones are taken to come back.
constexpr unsigned MaxDepth = 16;
constexpr size_t Never = std::numeric_limits<size_t>::max();

bool Ways::leaves(Node Statement, unsigned Depth) {
  if (Statement.isAnyOf({"return_statement", "raise_statement"}))
    return true;
  if (Statement.is("with_statement"))
    return endOf(Statement.field("body"), Depth + 1) != Never;
  if (!Statement.is("if_statement"))
    return false;
  bool HasElse = false;
  for (const Node &Clause : Statement.children()) {
    HasElse |= Clause.is("else_clause");
    const Node Branch = Clause.is("else_clause")   ? Clause.field("body")
                        : Clause.is("elif_clause") ? Clause.field("consequence")
                        : Clause.is("block")       ? Clause
                                                   : Node();
    if (Branch && endOf(Branch, Depth + 1) == Never)
      return false;
  }
  return HasElse;
}

size_t Ways::endOf(Node Block, unsigned Depth) {
  if (!Block || Depth > MaxDepth)
    return Never;
  const auto [At, IsNew] = Ends.try_emplace(Block.id(), Never);
  if (IsNew)
    for (const Node &Each : Block.children())
      if (leaves(Each, Depth)) {
        At->second = Each.end();
        break;
      }
  return At->second;
}

size_t Ways::endOf(Node Block) { return endOf(Block, 0); }

bool Ways::mayReach(Node From, Node To) {
  bool IsInLoop = false, IsElsewhere = false;
  for (Node N = From; N && !N.isAnyOf({"function_definition", "lambda"});
       N = N.parent()) {
    const bool HasBoth = containsNode(N, To);
    IsInLoop |= HasBoth && N.isAnyOf({"for_statement", "while_statement"});
    if (N.is("block") && !HasBoth && From.begin() < endOf(N) &&
        endOf(N) != Never)
      return false;
    const Node Parent = N.parent();
    // Of two branches of an 'if' one runs.
    if (HasBoth || !Parent.is("if_statement") || !containsNode(Parent, To))
      continue;
    const Node Branch = N.is("elif_clause") ? N.field("consequence") : N;
    IsElsewhere = Branch.is("block") && containsNode(Branch, From) &&
                  To.begin() >= N.end();
  }
  return !IsElsewhere || IsInLoop;
}

} // namespace aoti_tidy::python
