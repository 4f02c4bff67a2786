// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/Members.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy::python {

Node classOfSelf(Node Use, const File &F) {
  const Node Self = F.names().bindingOf(Use);
  const Node Parameters = Self.parent();
  if (!Parameters.is("parameters") || !(Parameters.children().front() == Self))
    return {};
  Node Around = Parameters.parent().parent();
  if (Around.is("decorated_definition"))
    Around = Around.parent();
  return Around.is("block") && Around.parent().is("class_definition")
             ? Around.parent()
             : Node();
}

/// Whether neither class derives from the other, by what they are called.
static bool areUnrelated(Node A, Node B) {
  const auto MayDerive = [](Node Class, Node From) {
    const auto Bases = Class.field("superclasses").children();
    return llvm::any_of(Bases, [&](Node Base) {
      return Base.text().rsplit('.').second == From.field("name").text() ||
             Base.text() == From.field("name").text();
    });
  };
  return !(A == B) && !MayDerive(A, B) && !MayDerive(B, A);
}

Members::Members(const File &F) : F(F) {
  HasSetattr = F.tree().text().contains("setattr(");
  forEachNode(F.tree().root(), [&](Node N) {
    if (!N.is("attribute"))
      return true;
    const Node Parent = N.parent();
    const bool IsSet =
        (Parent.isAnyOf({"assignment", "augmented_assignment", "for_statement",
                         "for_in_clause"}) &&
         Parent.field("left") == N) ||
        Parent.isAnyOf({"pattern_list", "tuple_pattern", "list_pattern",
                        "as_pattern_target", "delete_statement"});
    if (IsSet)
      Assigned[N.field("attribute").text()].push_back(N);
    return true;
  });
}

Node Members::valueOf(Node Attribute) const {
  const auto It = Assigned.find(Attribute.field("attribute").text());
  const Node Object = Attribute.field("object");
  if (It == Assigned.end() || HasSetattr || !Object.is("identifier"))
    return {};
  const Node Class = classOfSelf(Object, F);
  if (!Class)
    return {};
  Node Result;
  for (Node Target : It->second) {
    const Node Parent = Target.parent();
    const Node Given = Parent.is("assignment") ? Parent.field("right") : Node();
    // To be set later; it cannot be called before.
    if (Given.is("none"))
      continue;
    const Node Self = Target.field("object");
    const Node Owner = Self.is("identifier") ? classOfSelf(Self, F) : Node();
    if (Owner && areUnrelated(Owner, Class))
      continue;
    if (Result || !Given || !(Owner == Class))
      return {};
    Result = Given;
  }
  return Result;
}

} // namespace aoti_tidy::python
