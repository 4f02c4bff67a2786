// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/Members.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy::python {

Node classOf(Node Function) {
  Node Around = Function.parent();
  if (Around.is("decorated_definition"))
    Around = Around.parent();
  return Around.is("block") && Around.parent().is("class_definition")
             ? Around.parent()
             : Node();
}

Node classOfSelf(Node Use, const File &F) {
  const Node Self = F.names().bindingOf(Use);
  const Node Parameters = Self.parent();
  return Parameters.is("parameters") && Parameters.children().front() == Self
             ? classOf(Parameters.parent())
             : Node();
}

/// The names of the classes that \p Class may derive from: of 'a.B', both that
/// and 'B'.
static llvm::SmallVector<llvm::StringRef, 4> basesOf(Node Class) {
  llvm::SmallVector<llvm::StringRef, 4> Result;
  for (Node Base : Class.field("superclasses").children()) {
    const llvm::StringRef Last = Base.text().rsplit('.').second;
    Result.push_back(Base.text());
    if (!Last.empty())
      Result.push_back(Last);
  }
  return Result;
}

bool isAttributeAssigned(llvm::StringRef Name, const File &F) {
  return F.index<Members>().isSet(Name);
}

Members::Members(const File &F)
    : F(F), IsSetByText(F.mentions("setattr") || F.mentions("__dict__") ||
                        (F.mentions("vars(") && F.mentions(").update("))) {
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
      add(N);
    return true;
  });
}

void Members::add(Node Target) {
  const Node Parent = Target.parent();
  const Node Given = Parent.is("assignment") ? Parent.field("right") : Node();
  // To be set later; it cannot be called before.
  Attribute &A = Assigned[Target.field("attribute").text()];
  if (Given.is("none")) {
    A.IsSetToNone = true;
    return;
  }
  const Node Self = Target.field("object");
  const Node Owner = Self.is("identifier") ? classOfSelf(Self, F) : Node();
  if (!Owner) {
    A.IsSetFromOutside = true;
    return;
  }
  OfClass &Of = A.ByClass[Owner.id()];
  if (!Of.Count++) {
    const auto Add = [&](llvm::SmallVector<Node, 2> &To) {
      if (To.size() < 2 && !llvm::is_contained(To, Owner))
        To.push_back(Owner);
    };
    Add(A.ByName[Owner.field("name").text()]);
    for (const llvm::StringRef Base : basesOf(Owner))
      Add(A.ByBase[Base]);
  }
  Of.Class = Owner;
  Of.Given = Given;
}

/// Whether another class that sets the attribute may derive from \p Class, or
/// the other way round, by what they are called.
bool Members::hasRelated(const Attribute &A, Node Class) {
  const auto HasOther = [&](const auto &Classes, llvm::StringRef Name) {
    const auto At = Classes.find(Name);
    return At != Classes.end() && llvm::any_of(At->second, [&](Node Other) {
             return !(Other == Class);
           });
  };
  return HasOther(A.ByBase, Class.field("name").text()) ||
         llvm::any_of(basesOf(Class), [&](llvm::StringRef Base) {
           return HasOther(A.ByName, Base);
         });
}

Node Members::valueOf(Node Attribute) const {
  const auto It = Assigned.find(Attribute.field("attribute").text());
  const Node Object = Attribute.field("object");
  if (It == Assigned.end() || IsSetByText || !Object.is("identifier"))
    return {};
  const Node Class = classOfSelf(Object, F);
  if (!Class)
    return {};
  const auto Of = It->second.ByClass.find(Class.id());
  if (It->second.IsSetFromOutside || Of == It->second.ByClass.end() ||
      Of->second.Count != 1 || hasRelated(It->second, Class))
    return {};
  return Of->second.Given;
}

Node Members::setByInit(Node Attribute) const {
  const Node Given = valueOf(Attribute);
  if (!Given ||
      Assigned.find(Attribute.field("attribute").text())->second.IsSetToNone)
    return {};
  // self.x = Given, in the block of the function.
  const Node Block = Given.parent().parent().parent();
  return Block.is("block") && Block.parent().field("name").text() == "__init__"
             ? Given
             : Node();
}

} // namespace aoti_tidy::python
