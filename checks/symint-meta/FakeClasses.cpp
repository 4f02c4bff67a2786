// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeClasses.h"
#include "checks/lib/script/Members.h"
#include "checks/lib/script/Modules.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxBases = 16; ///< bases of bases, all together

/// What bodies of classes assign, and what has been asked for.
class ClassBodies {
public:
  explicit ClassBodies(const File &) {}

  /// The values that the body of \p Class gives \p Name, 'schema = "..."'.
  llvm::ArrayRef<Node> valuesOf(Node Class, StringRef Name) {
    const auto [At, IsNew] = Values.try_emplace(Class.id());
    if (IsNew)
      for (const Node &Statement : Class.field("body").children()) {
        const Node Set = Statement.child("assignment");
        if (const Node Left = Set.field("left"), Right = Set.field("right");
            Left.is("identifier") && Right)
          At->second[Left.text()].push_back(Right);
      }
    const auto Found = At->second.find(Name);
    return Found != At->second.end() ? llvm::ArrayRef<Node>(Found->second)
                                     : llvm::ArrayRef<Node>();
  }

  std::map<std::pair<const void *, std::string>, ClassMember> Known;

private:
  std::map<const void *, llvm::StringMap<llvm::SmallVector<Node, 1>>> Values;
};

/// Bases without attributes that anybody registers: 'Generic[T]', 'ABC'.
bool isEmptyBase(const File &F, Node Base) {
  if (Base.is("keyword_argument") || Base.text() == "object")
    return true;
  const auto Name = F.names().qualifiedName(
      Base.is("subscript") ? Base.field("value") : Base);
  return Name && (StringRef(*Name).starts_with("abc.") ||
                  StringRef(*Name).starts_with("typing."));
}

/// \p Left: how many classes may be looked into yet.
ClassMember find(const FakeClass &Class, StringRef Name, unsigned &Left) {
  const File &F = *Class.In;
  auto &Bodies = F.index<ClassBodies>();
  const auto Methods = F.index<python::Methods>().of(Class.At, Name);
  const auto Values = Bodies.valuesOf(Class.At, Name);
  ClassMember Result;
  if (Methods.size() + Values.size() > 1) {
    Result.IsUnknown = true;
  } else if (Methods.size() == 1) {
    Result = {&F, Methods[0].Function, Methods[0]};
  } else if (Values.size() == 1) {
    Result = {&F, Values[0], {}};
  } else {
    for (const Node &Base : Class.At.field("superclasses").children()) {
      if (isEmptyBase(F, Base))
        continue;
      const FakeClass Of = Left ? classNamed(F, Base) : FakeClass();
      Result.IsUnknown = !Of;
      if (Of) {
        --Left;
        Result = find(Of, Name, Left);
      }
      if (Result || Result.IsUnknown)
        break;
    }
  }
  return Result;
}

} // namespace

FakeClass classNamed(const File &F, Node Name,
                     llvm::ArrayRef<StringRef> Words) {
  if (!Name.isAnyOf({"identifier", "attribute"}))
    return {};
  if (const Node Own =
          Name.is("identifier") ? F.names().definition(Name) : Node())
    return Own.is("class_definition") ? FakeClass{&F, Own} : FakeClass();
  const auto Dotted = F.names().qualifiedName(Name);
  const ModuleMember Found =
      Dotted ? importedMember(F, *Dotted, Words) : ModuleMember();
  return Found && Found.Attribute.empty() && Found.At.is("class_definition")
             ? FakeClass{Found.In, Found.At}
             : FakeClass();
}

FakeClass classOf(const File &F, Node Object, llvm::ArrayRef<StringRef> Words) {
  if (const Node OfSelf =
          Object.is("identifier") ? classOfSelf(Object, F) : Node())
    return {&F, OfSelf};
  if (const FakeClass Is = classNamed(F, Object, Words))
    return Is;
  const Node Made = F.values().resolved(Object);
  if (Made.is("call"))
    return classNamed(F, Made.field("function"), Words);
  const auto Dotted = Made.isAnyOf({"identifier", "attribute"})
                          ? F.names().qualifiedName(Made)
                          : std::nullopt;
  const ModuleMember Found =
      Dotted ? importedMember(F, *Dotted, Words) : ModuleMember();
  return Found && Found.Attribute.empty() && Found.At.is("call")
             ? classNamed(*Found.In, Found.At.field("function"), Words)
             : FakeClass();
}

ClassMember FakeClass::member(StringRef Name) const {
  if (!In)
    return {};
  const auto [Found, IsNew] =
      In->index<ClassBodies>().Known.try_emplace({At.id(), Name.str()});
  unsigned Left = MaxBases;
  if (IsNew)
    Found->second = find(*this, Name, Left);
  return Found->second;
}

ClassMember FakeClass::plainMethod(StringRef Name) const {
  const ClassMember Found = member(Name);
  return Found.Is.Function && Found.Is.Decorators.empty() ? Found
                                                          : ClassMember();
}

ClassMember FakeClass::property(StringRef Name) const {
  const ClassMember Found = member(Name);
  return Found.Is.Decorators.size() == 1 &&
                 llvm::is_contained({"@property", "@cached_property",
                                     "@functools.cached_property"},
                                    Found.Is.Decorators[0])
             ? Found
             : ClassMember();
}

} // namespace aoti_tidy::python
