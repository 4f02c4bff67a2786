// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ClassAttributes.h"
#include "checks/lib/script/SamePath.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// A class that derives from one that derives from one.
constexpr unsigned MaxDepth = 4;

/// Whether the class says itself how its objects are made or asked.
bool hasMethod(Node Class, std::initializer_list<StringRef> Names) {
  return llvm::any_of(Class.field("body").children(), [&](Node Member) {
    if (Member.is("decorated_definition"))
      Member = Member.field("definition");
    return llvm::is_contained(Names, Member.field("name").text());
  });
}

/// Whether only the class and others of the file say what its attributes are:
/// what derives from a class of a library, or is decorated by one, may read them
/// from anywhere.
bool isOnItsOwn(Node Class, const File &F, unsigned Depth = 0) {
  for (const Node &Base : Class.field("superclasses").children()) {
    if (Base.text() == "object" ||
        F.names().qualifiedName(Base) == "typing.NamedTuple")
      continue;
    const Node Of = F.names().definition(Base);
    if (!Of.is("class_definition") || Depth == MaxDepth ||
        hasMethod(
            Of, {"__getattribute__", "__init__", "__new__", "__post_init__"}) ||
        !isOnItsOwn(Of, F, Depth + 1))
      return false;
  }
  if (!Class.parent().is("decorated_definition"))
    return true;
  return llvm::all_of(Class.parent().children(), [&](Node Decorator) {
    if (!Decorator.is("decorator") || Decorator.children().empty())
      return true;
    Node Named = Decorator.children().front();
    if (Named.is("call"))
      Named = Named.field("function");
    return F.names().qualifiedName(Named) == "dataclasses.dataclass";
  });
}

} // namespace

bool onlyHoldsValues(Node Class, const File &F) {
  return Class.is("class_definition") && isOnItsOwn(Class, F) &&
         !hasMethod(Class, {"__init__", "__new__", "__post_init__"});
}

Node classAttribute(Node Object, StringRef Name, const File &F) {
  const bool IsMade = Object.is("call");
  const Node Class =
      F.names().definition(IsMade ? Object.field("function") : Object);
  if (!Class.is("class_definition") || !isOnItsOwn(Class, F) ||
      hasMethod(Class, {"__getattribute__", "__new__"}) ||
      isAttributeAssigned(Name, F))
    return {};
  if (IsMade)
    for (const Node &A : Object.field("arguments").children()) {
      // Whose parameters they are, only a dataclass says.
      if (!A.is("keyword_argument") || hasMethod(Class, {"__init__"}))
        return {};
      if (A.field("name").text() == Name)
        return A.field("value");
    }
  for (const Node &Statement : Class.field("body").children()) {
    const auto Parts = Statement.children();
    if (Parts.empty() || !Parts.front().is("assignment"))
      continue;
    const Node Target = Parts.front().field("left");
    if (Target.text() == Name)
      return F.names().isOnlyBinding(Target) ? Parts.front().field("right")
                                             : Node();
  }
  return {};
}

} // namespace aoti_tidy::python
