// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeTargets.h"
#include "checks/lib/script/LoopTargets.h"
#include "checks/lib/script/Modules.h"
#include "checks/symint-meta/FakeValues.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// partial(partial(f, a), b), a table of tables: deeper ones are not read.
constexpr unsigned MaxDepth = 6;
/// A table with more entries is not read.
constexpr size_t MaxTurns = 256;

using Targets = std::vector<FakeTarget>;

class Resolver {
public:
  explicit Resolver(const File &F) : F(F) {}

  Targets functionsOf(Node Argument, unsigned Depth = 0) const;
  Targets membersOf(Node Object, StringRef Name, unsigned Depth = 0) const;
  static Targets memberOf(const FakeClass &Class, StringRef Name,
                          bool IsOfObject, unsigned Depth = 0);

private:
  Targets boundBy(Node Partial, unsigned Depth) const;
  Targets ofEntry(Node Subscript, unsigned Depth) const;
  Targets named(Node Object, Node Name) const;
  bool isSelf(Node Object) const;
  FakeTarget imported(Node Name) const;
  bool isThisModule(Node Object) const;

  /// What \p Of gives for each of \p All; empty if it gives nothing for one.
  template <typename T, typename Function>
  static Targets forEach(const T &All, Function Of) {
    Targets Result;
    if (All.size() > MaxTurns)
      return Result;
    for (const auto &One : All) {
      Targets Found = Of(One);
      if (Found.size() != 1)
        return {};
      Result.push_back(std::move(Found.front()));
    }
    return Result;
  }
  static Targets known(FakeTarget T) {
    return T.Function ? Targets{std::move(T)} : Targets();
  }

  const File &F;
};

/// functools.partial(fn, 3, k=1)
Targets Resolver::boundBy(Node Partial, unsigned Depth) const {
  const auto Arguments = argumentsOf(Partial);
  if (Arguments.empty() ||
      Arguments.front().isAnyOf({"keyword_argument", "list_splat"}))
    return {};
  Targets Result = functionsOf(Arguments.front(), Depth + 1);
  for (const Node &A : llvm::drop_begin(Arguments)) {
    if (A.isAnyOf({"list_splat", "dictionary_splat"}) || A.isError())
      return {};
    for (FakeTarget &T : Result) {
      if (A.is("keyword_argument"))
        T.BoundNames.push_back(A.field("name").text());
      else
        ++T.Bound;
    }
  }
  return Result;
}

/// Class.fake, Class().fake
Targets Resolver::memberOf(const FakeClass &Class, StringRef Name,
                           bool IsOfObject, unsigned Depth) {
  const ClassMember Found = Class.member(Name);
  if (!Found)
    return {};
  if (Found.At.is("function_definition")) {
    const bool HasSelf =
        Found.Is.isOfClass() || (IsOfObject && !Found.Is.isStatic());
    return {{Found.At, Found.In, size_t(HasSelf ? 1 : 0), {}}};
  }
  // fake = staticmethod(norm_fake)
  const auto Arguments = argumentsOf(Found.At);
  const auto Callee =
      Found.In->names().qualifiedName(Found.At.field("function"));
  const bool IsStatic =
      Callee == "builtins.staticmethod" && Arguments.size() == 1;
  Targets Result = Resolver(*Found.In).functionsOf(
      IsStatic ? Arguments[0] : Found.At, Depth + 1);
  if (IsOfObject && !IsStatic)
    for (FakeTarget &T : Result)
      ++T.Bound;
  return Result;
}

/// Whether \p Object is 'self' in a method, whose first parameter it is.
bool Resolver::isSelf(Node Object) const {
  const Node Method = Names::scopeOf(Object);
  const auto Parameters = Method.field("parameters").children();
  return Object.text() == "self" && !Parameters.empty() &&
         Parameters.front() == F.names().bindingOf(Object);
}

Targets Resolver::membersOf(Node Object, StringRef Name, unsigned Depth) const {
  if (Depth > MaxDepth)
    return {};
  if (const FakeClass Class = classNamed(F, Object))
    return memberOf(Class, Name, /*IsOfObject=*/false, Depth);
  if (const Node Made = F.values().resolved(Object); Made.is("call")) {
    // Spec("ns::op", fake=norm_fake)
    for (const Node &A : argumentsOf(Made))
      if (A.is("keyword_argument") && A.field("name").text() == Name)
        return functionsOf(A.field("value"), Depth + 1);
    return memberOf(classNamed(F, Made.field("function")), Name,
                    /*IsOfObject=*/true, Depth);
  }
  if (isSelf(Object)) {
    const Node Class = Names::scopeOf(Names::scopeOf(Object));
    return Class.is("class_definition")
               ? memberOf({&F, Class}, Name, /*IsOfObject=*/true, Depth)
               : Targets();
  }
  // for op in (Norm, Gemm): register_fake(op.name, op.fake)
  if (const auto Turns =
          Object.is("identifier") ? turnsOf(F, Object) : std::nullopt)
    return forEach(*Turns,
                   [&](Node Turn) { return membersOf(Turn, Name, Depth + 1); });
  return {};
}

/// from .fakes import norm_fake
FakeTarget Resolver::imported(Node Name) const {
  const auto Found = Name.isAnyOf({"attribute", "identifier"})
                         ? FakeValues::functionNamed(F, Name)
                         : FakeValues::Callee();
  return Found.In && Found.In != &F
             ? FakeTarget{Found.Function, Found.In, Found.Bound, {}}
             : FakeTarget();
}

/// Whether \p Object is the dict with the names of this module: globals(),
/// vars(), vars(sys.modules[__name__]); or, as getattr takes it, the module.
bool Resolver::isThisModule(Node Object) const {
  Object = F.values().resolved(Object);
  if (Object.is("subscript")) {
    const auto Of = F.names().qualifiedName(Object.field("value"));
    const auto Keys = Object.children();
    return Of == "sys.modules" && Keys.size() == 2 &&
           Keys.back().text() == "__name__";
  }
  const auto Name = F.names().qualifiedName(Object.field("function"));
  const auto Arguments = argumentsOf(Object);
  if (Name == "builtins.globals")
    return true;
  if (Name != "builtins.vars" && Name != "builtins.locals")
    return false;
  return Arguments.empty() ? Names::scopeOf(Object).is("module")
                           : isThisModule(Arguments.front());
}

/// What \p Object calls by the name, or names, that \p Name is; of those it has.
Targets Resolver::named(Node Object, Node Name) const {
  const auto Texts = textsOf(F, Name);
  if (!Texts || Texts->size() > MaxTurns)
    return {};
  const bool IsOwn = isThisModule(Object);
  const auto Module =
      IsOwn ? std::nullopt
            : F.names().qualifiedName(F.values().resolved(Object));
  const FakeClass Class = classNamed(F, Object);
  if (!IsOwn && !Module && !Class)
    return {};
  Targets Result;
  for (const std::string &Text : *Texts) {
    const ModuleMember Found = Class ? ModuleMember()
                               : IsOwn
                                   ? moduleMember(F, Text)
                                   : importedMember(F, *Module + "." + Text);
    if (Found && Found.Attribute.empty() &&
        Found.At.isAnyOf({"function_definition", "lambda"}))
      Result.push_back({Found.At, Found.In, 0, {}});
    else
      llvm::append_range(Result, memberOf(Class, Text, /*IsOfObject=*/false));
  }
  return Result;
}

/// globals()["f"], FAKES["op"], entry["fake"]
Targets Resolver::ofEntry(Node Subscript, unsigned Depth) const {
  const Node Object = Subscript.field("value");
  const auto Parts = Subscript.children();
  if (Parts.size() != 2)
    return {};
  const Node Key = Parts.back();
  if (isThisModule(Object))
    return named(Object, Key);
  const auto Entry = [&](Node Of, StringRef Name) {
    const auto D = F.values().dictOf(Of);
    const Dict::Entry *Found = nullptr;
    if (D && D->IsComplete)
      for (const Dict::Entry &E : D->Entries)
        if (E.Name == Name)
          Found = &E; // the last one counts
    return Found ? functionsOf(Found->Value, Depth + 1) : Targets();
  };
  const auto Texts = textsOf(F, Key);
  if (!Texts)
    return {};
  // for entry in TABLE: register_fake(entry["name"], entry["fake"])
  if (const auto Turns = turnsOf(F, Object); Turns && Texts->size() == 1)
    return forEach(*Turns,
                   [&](Node Turn) { return Entry(Turn, Texts->front()); });
  return forEach(*Texts,
                 [&](const std::string &Text) { return Entry(Object, Text); });
}

Targets Resolver::functionsOf(Node Argument, unsigned Depth) const {
  if (Depth > MaxDepth)
    return {};
  const Node Value = F.values().resolved(Argument);
  if (Value.is("lambda"))
    return {{Value, &F, 0, {}}};
  if (Value.is("call")) {
    const auto Name = F.names().qualifiedName(Value.field("function"));
    const auto Arguments = argumentsOf(Value);
    if (Name == "functools.partial")
      return boundBy(Value, Depth);
    if (Name == "builtins.getattr" && Arguments.size() >= 2)
      return named(Arguments[0], Arguments[1]);
    // globals().get("f")
    const Node Object = Value.field("function").field("object");
    return Value.field("function").field("attribute").text() == "get" &&
                   !Arguments.empty() && isThisModule(Object)
               ? named(Object, Arguments[0])
               : Targets();
  }
  if (Value.is("subscript"))
    return ofEntry(Value, Depth);
  if (Value.is("attribute")) {
    Targets Of = membersOf(Value.field("object"),
                           Value.field("attribute").text(), Depth);
    return Of.empty() ? known(imported(Value)) : Of;
  }
  if (!Value.is("identifier"))
    return {};
  const Node Found = F.names().definition(Value);
  if (Found)
    return Found.is("function_definition") ? Targets{{Found, &F, 0, {}}}
                                           : Targets();
  // for name, fake in FAKES.items(): register_fake(name, fake)
  if (const auto Turns = turnsOf(F, Value))
    return forEach(*Turns,
                   [&](Node Turn) { return functionsOf(Turn, Depth + 1); });
  return known(imported(Value));
}

} // namespace

std::vector<FakeTarget> fakeTargets(const File &F, Node Argument) {
  return Resolver(F).functionsOf(Argument);
}

std::vector<FakeTarget> fakeMembers(const File &F, Node Object,
                                    StringRef Name) {
  return Resolver(F).membersOf(Object, Name);
}

std::vector<FakeTarget> fakeMembers(const FakeClass &Class, StringRef Name) {
  return Resolver::memberOf(Class, Name, /*IsOfObject=*/false);
}

} // namespace aoti_tidy::python
