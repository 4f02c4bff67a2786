// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeTargets.h"
#include "checks/lib/script/LoopTargets.h"
#include "checks/lib/script/Modules.h"
#include "checks/symint-meta/FakeMethods.h"
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

private:
  Targets boundBy(Node Partial, unsigned Depth) const;
  Targets ofAttribute(Node Attribute) const;
  Targets ofEntry(Node Subscript, unsigned Depth) const;
  Targets named(Node Object, Node Name) const;
  FakeTarget method(Node Attribute) const;
  FakeTarget methodOf(Node Class, StringRef Name, bool IsOfObject) const;
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

FakeTarget Resolver::methodOf(Node Class, StringRef Name,
                              bool IsOfObject) const {
  if (!Class.is("class_definition"))
    return {};
  const auto Found = F.index<Methods>().of(Class, Name);
  if (Found.size() != 1)
    return {};
  const bool HasSelf =
      Found[0].isOfClass() || (IsOfObject && !Found[0].isStatic());
  return {Found[0].Function, &F, size_t(HasSelf ? 1 : 0), {}};
}

/// Class.fake, self.fake, Class().fake
FakeTarget Resolver::method(Node Attribute) const {
  const Node Object = Attribute.field("object");
  Node Class = Object.is("identifier") ? F.names().definition(Object) : Node();
  bool IsOfObject = false;
  if (const Node Made = F.values().resolved(Object);
      !Class && Made.is("call") && Made.field("function").is("identifier")) {
    Class = F.names().definition(Made.field("function"));
    IsOfObject = true;
  } else if (!Class && Object.text() == "self") {
    // In a method, whose first parameter it is.
    const Node Method = Names::scopeOf(Object);
    const auto Parameters = Method.field("parameters").children();
    Class = Names::scopeOf(Method);
    IsOfObject = true;
    if (Parameters.empty() ||
        !(Parameters.front() == F.names().bindingOf(Object)))
      return {};
  }
  return methodOf(Class, Attribute.field("attribute").text(), IsOfObject);
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

Targets Resolver::ofAttribute(Node Attribute) const {
  if (FakeTarget Method = method(Attribute); Method.Function)
    return known(std::move(Method));
  // for op in (Norm, Gemm): register_fake(op.name, op.fake)
  if (const auto Turns = turnsOf(F, Attribute.field("object")))
    return forEach(*Turns, [&](Node Turn) {
      const Node Class =
          Turn.is("identifier") ? F.names().definition(Turn) : Node();
      return known(methodOf(Class, Attribute.field("attribute").text(),
                            /*IsOfObject=*/false));
    });
  return known(imported(Attribute));
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
  const Node Class =
      Object.is("identifier") ? F.names().definition(Object) : Node();
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
    else if (FakeTarget Method = methodOf(Class, Text, /*IsOfObject=*/false);
             Method.Function)
      Result.push_back(std::move(Method));
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
  if (Value.is("attribute"))
    return ofAttribute(Value);
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

} // namespace aoti_tidy::python
