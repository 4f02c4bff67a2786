// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The objects that a fake makes: see FakeObjects.h and FakeValues.h.
#include "checks/symint-meta/FakeObjects.h"
#include "checks/lib/script/Members.h"
#include "checks/lib/script/Modules.h"
#include "checks/lib/script/SamePath.h"
#include "checks/symint-meta/FakeMethods.h"
#include "checks/symint-meta/FakeParameters.h"
#include "checks/symint-meta/FakeReader.h"
#include "checks/symint-meta/FakeValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

bool isDataclass(const File &F, Node Decorator) {
  const auto Of = Decorator.children();
  if (Of.size() != 1)
    return false;
  const Node Callee = Of[0].is("call") ? Of[0].field("function") : Of[0];
  return F.names().qualifiedName(Callee) == "dataclasses.dataclass";
}

/// Whether the annotation of a dataclass says that it is none of its fields.
bool isOfClass(StringRef Type) { return Type.contains("ClassVar"); }

/// What a dataclass or a constructor says of attributes; each is read once.
class AttributesOf {
public:
  explicit AttributesOf(const File &) {}

  /// By class_definition: the fields that its constructor takes.
  std::map<const void *, llvm::SmallVector<StringRef, 8>> Fields;
  /// By method.
  std::map<const void *, std::vector<OwnAttribute>> Own;
};

/// \p Value, if it is 'namedtuple("Plan", ...)', which makes a class.
Node madeTuple(const File &F, Node Value) {
  Value = F.values().resolved(Value);
  return Value.is("call") && F.names().qualifiedName(Value.field("function")) ==
                                 "collections.namedtuple"
             ? Value
             : Node();
}

/// The fields of such: '["rows", "cols"]', '"rows cols"'.
llvm::SmallVector<StringRef, 8> fieldsOfTuple(Node Made) {
  llvm::SmallVector<StringRef, 8> Result;
  const auto Arguments = argumentsOf(Made);
  if (Arguments.size() < 2)
    return Result;
  const auto Add = [&](Node Literal) {
    if (Literal.is("string"))
      llvm::SplitString(Literal.text().trim("'\""), Result, " ,\t");
  };
  Add(Arguments[1]);
  if (Arguments[1].isAnyOf({"list", "tuple"}))
    llvm::for_each(Arguments[1].children(), Add);
  return Result;
}

/// Of a class; there are no more worth following.
constexpr size_t MaxAttributes = 32;
/// Objects that are made of what others hold.
constexpr unsigned MaxObjects = 8;

/// The fields that a constructor takes, in its order: 'rows: int = 1', but not
/// 'padded: int = field(init=False)'.
llvm::ArrayRef<StringRef> fieldsOf(const FakeClass &Class) {
  const auto [At, IsNew] =
      Class.In->index<AttributesOf>().Fields.try_emplace(Class.At.id());
  auto &Result = At->second;
  if (!IsNew)
    return Result;
  if (Class.At.is("call"))
    Result = fieldsOfTuple(Class.At);
  for (const Node &Statement : Class.At.field("body").children()) {
    const Node Field = Statement.child("assignment");
    const Node Name = Field.field("left"), Default = Field.field("right");
    if (!Name.is("identifier") || !Field.field("type") ||
        isOfClass(Field.field("type").text()))
      continue;
    const bool IsTaken =
        !Default.is("call") || llvm::none_of(argumentsOf(Default), [](Node A) {
          return A.field("name").text() == "init" &&
                 A.field("value").text() == "False";
        });
    if (IsTaken && Result.size() < MaxAttributes)
      Result.push_back(Name.text());
  }
  return Result;
}

} // namespace

bool FakeClass::hasFields() const {
  if (At.is("call"))
    return true;
  const Node Around = At.parent();
  if (Around.is("decorated_definition"))
    return llvm::any_of(Around.children(), [&](Node N) {
      return N.is("decorator") && isDataclass(*In, N);
    });
  const auto Bases = At.field("superclasses").children();
  return Bases.size() == 1 &&
         In->names().qualifiedName(Bases[0]) == "typing.NamedTuple";
}

bool FakeClass::isHashedByFields() const {
  if (!hasFields())
    return false;
  const Node Around = At.parent();
  return !Around.is("decorated_definition") ||
         llvm::any_of(Around.children(), [](Node N) {
           return N.is("decorator") && (N.text().contains("frozen=True") ||
                                        N.text().contains("unsafe_hash=True"));
         });
}

bool FakeClass::isPlain() const {
  const Node Around = At.parent();
  if (Around.is("decorated_definition") &&
      !llvm::all_of(Around.children(), [&](Node N) {
        return !N.is("decorator") || isDataclass(*In, N);
      }))
    return false;
  const auto Bases = At.field("superclasses").children();
  return In->index<Methods>().of(At, "__new__").empty() &&
         llvm::none_of(Bases, [](Node N) { return N.is("keyword_argument"); });
}

llvm::ArrayRef<OwnAttribute> ownAttributes(const File &F, Node Method) {
  const auto [At, IsNew] = F.index<AttributesOf>().Own.try_emplace(Method.id());
  auto &Result = At->second;
  const auto Parameters = parametersOf(Method);
  if (!IsNew || Parameters.empty())
    return Result;
  forEachNode(Method.field("body"), [&](Node N) {
    const Node Left = N.field("left");
    if (N.is("assignment") && Left.is("attribute") &&
        Result.size() < MaxAttributes &&
        F.names().bindingOf(Left.field("object")) == Parameters[0].Name)
      if (const Node Value = F.index<Members>().valueOf(Left))
        Result.push_back({Left.field("attribute").text(), Value});
    return !N.isAnyOf({"function_definition", "class_definition", "lambda"});
  });
  return Result;
}

FakeClass FakeValues::classCalled(Node Call) const {
  const Node Callee = Call.field("function");
  if (!Call.is("call") || !Callee.isAnyOf({"identifier", "attribute"}))
    return {};
  FakeClass Result;
  if (Callee.is("identifier") && parameter(Callee) == 0) {
    // 'cls(...)' in a classmethod
    const Node Class = Names::scopeOf(Function);
    const auto Same =
        Class.is("class_definition")
            ? F.index<Methods>().of(Class, Function.field("name").text())
            : llvm::ArrayRef<Method>();
    if (Same.size() == 1 && Same[0].isOfClass())
      Result = {&F, Class};
  } else {
    Result = classNamed(F, Callee);
    if (const Node Made = Result ? Node() : madeTuple(F, Callee))
      Result = {&F, Made};
  }
  return Result && Result.isPlain() ? Result : FakeClass();
}

/// Notes in \p O that its attribute \p Name is given \p Value.
void FakeValues::giveAttribute(FakeObject &O, StringRef Name,
                               Node Value) const {
  // 'view.t = other', in the file that makes the object.
  if (&F != O.Class.In && isAttributeAssigned(Name, F))
    return;
  if (isTensor(Value)) {
    O.Tensors.push_back(Name);
    if (!isSizedTensor(Value))
      O.OfModel.push_back(Name);
  } else if (isSize(Value)) {
    O.Sizes.push_back(Name);
  } else if (isSizes(Value)) {
    O.SizeLists.push_back(Name);
  }
}

void FakeValues::giveFields(FakeObject &O, Node Call) const {
  const auto Fields = fieldsOf(O.Class);
  size_t Position = 0;
  for (const Node &A : argumentsOf(Call)) {
    if (A.isSplat() || A.isError())
      break;
    const bool IsNamed = A.is("keyword_argument");
    if (!IsNamed && Position >= Fields.size())
      break;
    const StringRef Name =
        IsNamed ? A.field("name").text() : Fields[Position++];
    if (llvm::is_contained(Fields, Name) &&
        !isAttributeAssigned(Name, *O.Class.In))
      giveAttribute(O, Name, IsNamed ? A.field("value") : A);
  }
}

FakeValues::Callee FakeValues::constructor(const FakeClass &Of) {
  const bool HasFields = Of.hasFields();
  const ClassMember Method =
      Of.plainMethod(HasFields ? "__post_init__" : "__init__");
  return Method ? Callee{Method.At, 1, Method.In} : Callee();
}

/// The object that \p Call makes of \p Class.
FakeObject FakeValues::objectMade(const FakeClass &Class, Node Call) const {
  FakeObject Result{Class, {}, {}, {}, {}};
  const bool HasFields = Class.hasFields();
  if (HasFields)
    giveFields(Result, Call);
  const Callee Init = constructor(Class);
  Given Known = Init.Function && !HasFields ? givenTo(Init, Call) : Given();
  Known.IsCall = true;
  Known.Self = std::make_shared<FakeObject>(Result);
  if (const auto Inside = insideOf(Init, Known))
    for (const OwnAttribute &A : ownAttributes(*Init.In, Init.Function))
      if (&F == Init.In || !isAttributeAssigned(A.Name, F))
        Inside->giveAttribute(Result, A.Name, A.Value);
  return Result;
}

std::shared_ptr<const FakeObject> FakeValues::objectOf(Node Expr) const {
  Expr = F.values().resolved(Expr);
  if (Expr.is("identifier"))
    return Self && parameter(Expr) == 0 ? Self : nullptr;
  if (!Expr.is("call"))
    return nullptr;
  // What leads to itself is nothing by that.
  const auto [At, IsNew] = Objects.try_emplace(Expr.id());
  if (!IsNew || ObjectDepth >= MaxObjects)
    return At->second;
  ++ObjectDepth;
  std::shared_ptr<const FakeObject> Result;
  if (const FakeClass Class = classCalled(Expr)) {
    Result = std::make_shared<FakeObject>(objectMade(Class, Expr));
  } else if (const Callee Called = calleeOf(Expr); Called.Function) {
    // Rows.of(x), which returns an object
    const auto Values = returnsOf(Called);
    const auto Inside = Values.size() == 1
                            ? insideOf(Called, givenTo(Called, Expr))
                            : std::nullopt;
    Result = Inside ? Inside->objectOf(Values.front()) : nullptr;
  }
  --ObjectDepth;
  Objects[Expr.id()] = Result;
  return Result;
}

FakeValues::Callee FakeValues::calleeOf(Node Expr) const {
  if (Expr.is("attribute")) {
    const auto Of = objectOf(Expr.field("object"));
    const ClassMember Property =
        Of ? Of->Class.property(Expr.field("attribute").text()) : ClassMember();
    return Property ? Callee{Property.At, 1, Property.In, Of} : Callee();
  }
  const Node Name = Expr.field("function");
  Callee Result = functionNamed(F, Name);
  const auto Of =
      Name.is("attribute") ? objectOf(Name.field("object")) : nullptr;
  if (!Of)
    return Result;
  if (!Result.Function)
    if (const ClassMember Method =
            Of->Class.plainMethod(Name.field("attribute").text()))
      Result = {Method.At, 1, Method.In};
  Result.Self = Of;
  return Result;
}

/// Whether \p Attribute is one that \p Which of its object has.
bool FakeValues::isHeld(
    Node Attribute, llvm::SmallVector<StringRef, 4> FakeObject::*Which) const {
  const auto Of =
      Attribute.is("attribute") ? objectOf(Attribute.field("object")) : nullptr;
  return Of &&
         llvm::is_contained((*Of).*Which, Attribute.field("attribute").text());
}

/// RowView(x) runs its constructor; view.rows what stands behind it.
void FakeReader::object(Node N, const FakeValues &V, const Calls &By) {
  if (By.size() >= 2)
    return;
  if (N.is("attribute"))
    return N.parent().field("function") == N ? void() : helper(N, V, By);
  const FakeClass Class = V.classCalled(N);
  const auto Init =
      Class ? FakeValues::constructor(Class) : FakeValues::Callee();
  if (!Init.Function)
    return;
  FakeValues::Given Given =
      Class.hasFields() ? FakeValues::Given() : V.givenTo(Init, N);
  Given.IsCall = true;
  Given.Self = V.objectOf(N);
  inside(Init, std::move(Given), N, By);
}

} // namespace aoti_tidy::python
