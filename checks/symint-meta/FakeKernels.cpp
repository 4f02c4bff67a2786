// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeKernels.h"
#include "checks/lib/script/Modules.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeRegistrars.h"
#include "checks/symint-meta/FakeTargets.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// A module that registers fakes has one of these in its text; most have none.
constexpr StringRef RegistrarWords[] = {
    "\"Meta\"",          "'Meta'",        "fake_impl",    "impl_abstract",
    "register_abstract", "register_fake", "register_meta"};

class Finder {
public:
  Finder(const File &F, const OpCalls &Calls) : F(F), Calls(Calls) {}

  std::vector<FakeKernel> find(llvm::ArrayRef<OpRegistration> Registered);

private:
  using Registrations = llvm::ArrayRef<OpRegistration>;

  void registered(Registrations At);
  bool isFakeKeyword(StringRef Keyword, const OpCall &Of) const;
  void givenTo(const FakeRegistrar &By);
  void takes(Node Value, Node Call, const OpRegistration &Made,
             const FakeRegistrar &By);
  void decorates(Node Decorator, Node Registration, const OpRegistration &Made,
                 const FakeRegistrar &By);
  void addMembers(std::vector<FakeTarget> Fakes, const FakeClass &Class,
                  Node Registration, const OpRegistration &Made,
                  const FakeRegistrar &By);
  Node functionCalled(Node Callee, bool MayBeImported);
  void noteSubclass(Node Class);
  bool mayGiveFunction(const OpCall &C) const;
  bool mayDecorateFake(Node Decorator) const;
  static bool mayHaveFake(Node Class);
  FakeKernel *add(FakeTarget Given, Node Registration,
                  const OpRegistration &By);
  void addDecorated(Node Decorator, const OpRegistration &By) {
    add({Calls.decoratedBy(Decorator), &F, 0, {}}, Node(), By);
  }
  void addGiven(Node Argument, Node Registration, Registrations By);

  const File &F;
  const OpCalls &Calls;
  /// By the call of what a registration returned: the registration's call.
  llvm::DenseMap<const void *, const OpCall *> CallOfResult;
  /// By the function that they call, or name as a decorator.
  llvm::DenseMap<const void *, std::vector<const OpCall *>> CallsOf;
  llvm::DenseMap<const void *, std::vector<Node>> DecoratorsOf;
  /// By the '__init_subclass__' that they get to.
  llvm::DenseMap<const void *, std::vector<Node>> SubclassesOf;
  /// By decorator: its class.
  llvm::DenseMap<const void *, Node> DecoratedClass;
  /// Those with such functions, beside the file.
  llvm::SetVector<const File *> Modules;
  llvm::DenseMap<const void *, const OpRegistration *> RegisteredAt;
  llvm::DenseSet<const void *> Seen;
  std::vector<FakeKernel> Result;
};

FakeKernel *Finder::add(FakeTarget Given, Node Registration,
                        const OpRegistration &By) {
  if (!Given.Function || !Seen.insert(Given.Function.id()).second)
    return nullptr;
  FakeKernel K;
  K.Function = Given.Function;
  K.In = Given.In;
  K.Registration = Registration;
  if (!By.Op.Name.empty())
    K.Operator = By.Op.Namespace.empty() ? By.Op.Name
                                         : By.Op.Namespace + "::" + By.Op.Name;
  K.IsMetaKernel = By.Registrar == "impl";
  K.Bound = Given.Bound;
  K.BoundNames = std::move(Given.BoundNames);
  return &Result.emplace_back(std::move(K));
}

/// Whether an argument of \p Of that is given so is a fake. 'gen_fake' is a word
/// of other trades, too, which decorate nothing with it.
bool Finder::isFakeKeyword(StringRef Keyword, const OpCall &Of) const {
  return Keyword == "fake_impl" ||
         (Keyword == "gen_fake" && Calls.decoratedBy(Of.at()));
}

/// The functions that \p Argument names. \p By: what the call registers; in a
/// loop over a table one for each of them.
void Finder::addGiven(Node Argument, Node Registration, Registrations By) {
  std::vector<FakeTarget> Given = fakeTargets(F, Argument);
  const bool IsOneEach = Given.size() == By.size();
  OpRegistration Unnamed = By.front();
  Unnamed.Op = {};
  for (size_t I = 0; I < Given.size(); ++I)
    add(std::move(Given[I]), Registration,
        IsOneEach           ? By[I]
        : Given.size() == 1 ? By.front()
                            : Unnamed);
}

/// \p At: what one call, or one decorator, registers.
void Finder::registered(Registrations At) {
  const OpRegistration &First = At.front();
  const OpCall *C = Calls.find(First.At);
  const OpCall *After = CallOfResult.lookup(First.At.id());
  const auto AddAfter = [&](Registrations By) {
    if (After)
      for (const Argument &A : After->Given.Arguments)
        addGiven(A.Value, First.At, By);
  };
  // The body of a triton_op is what export runs.
  if (First.Registrar == "triton_op" &&
      llvm::any_of(At, [](const OpRegistration &R) {
        return R.What == OpRegistration::Kind::Fake;
      })) {
    if (const Node Given = C ? C->argument(1, {"fn"}) : Node())
      addGiven(Given, First.At, At);
    else
      addDecorated(First.At, First);
    // triton_op("ns::op", mutates_args={})(fn)
    return AddAfter(At);
  }
  std::vector<OpRegistration> ForFakes;
  llvm::copy_if(At, std::back_inserter(ForFakes), [&](const OpRegistration &R) {
    return isForFakes(F, Calls, R);
  });
  if (!ForFakes.empty())
    addDecorated(First.At, ForFakes.front());
  if (!C)
    return;
  for (const Argument &A : C->Given.Arguments) {
    if (!ForFakes.empty()) {
      if (A.Keyword.empty() || A.Keyword == "func" || A.Keyword == "fn")
        addGiven(A.Value, First.At, ForFakes);
    } else if (isFakeKeyword(A.Keyword, *C) &&
               !isForeignRegistrar(F, Calls, First.At.field("function"))) {
      addGiven(A.Value, First.At, At);
    }
  }
  // register_fake("ns::op")(fn)
  if (!ForFakes.empty())
    AddAfter(ForFakes);
}

/// Fakes that a class has, or an object of it: register(Norm).
void Finder::addMembers(std::vector<FakeTarget> Fakes, const FakeClass &Class,
                        Node Registration, const OpRegistration &Made,
                        const FakeRegistrar &By) {
  for (FakeTarget &Fake : Fakes) {
    FakeKernel *K = add(std::move(Fake), Registration, Made);
    const auto Schema =
        !By.Schema.empty() ? Class.member(By.Schema) : ClassMember();
    if (!K || !Schema)
      continue;
    K->Schema = Schema.At;
    K->SchemaIn = Schema.In;
  }
}

/// \p Call gives \p Value to \p By.
void Finder::takes(Node Value, Node Call, const OpRegistration &Made,
                   const FakeRegistrar &By) {
  if (By.Attribute.empty())
    return addGiven(Value, Call, Made);
  const Node Is = F.values().resolved(Value);
  addMembers(fakeMembers(F, Value, By.Attribute),
             classNamed(F, Is.is("call") ? Is.field("function") : Value), Call,
             Made, By);
}

/// \p Decorator gives its function or class to \p By.
void Finder::decorates(Node Decorator, Node Registration,
                       const OpRegistration &Made, const FakeRegistrar &By) {
  if (By.Attribute.empty())
    return addDecorated(Decorator, Made);
  if (const Node Class = DecoratedClass.lookup(Decorator.id()))
    addMembers(fakeMembers({&F, Class}, By.Attribute), {&F, Class},
               Registration, Made, By);
}

/// What the calls of a function that registers fakes give to it:
/// 'my_fake("ns::op", fn)', '@my_fake("ns::op")'.
void Finder::givenTo(const FakeRegistrar &By) {
  if (By.OfSubclasses) {
    OpRegistration Made = *By.Inner;
    Made.Op = {};
    for (const Node &Class : SubclassesOf.lookup(By.Function.id()))
      addMembers(fakeMembers({&F, Class}, By.Attribute), {&F, Class},
                 Class.field("name"), Made, By);
    return;
  }
  // A decorator without a call gives the function first.
  if (By.Position == 0)
    for (const Node &D : DecoratorsOf.lookup(By.Function.id())) {
      OpRegistration Made = *By.Inner;
      Made.Op = {};
      decorates(D, D, Made, By);
    }
  for (const OpCall *Call : CallsOf.lookup(By.Function.id())) {
    const OpCall &C = *Call;
    OpRegistration Made = *By.Inner;
    Made.Op = {};
    if (const OpRegistration *R = RegisteredAt.lookup(C.at().id()))
      Made.Op = R->Op;
    if (By.Position) {
      if (const Node Fake = C.argument(*By.Position, {By.Name}))
        takes(Fake, C.at(), Made, By);
      continue;
    }
    decorates(C.at(), C.at(), Made, By);
    if (const OpCall *After = CallOfResult.lookup(C.at().id()))
      for (const Argument &A : After->Given.Arguments)
        takes(A.Value, C.at(), Made, By);
  }
}

/// Whether \p Decorator may make a fake of what it decorates, by what that or
/// itself is called.
bool Finder::mayDecorateFake(Node Decorator) const {
  const StringRef Name = Calls.decoratedBy(Decorator).field("name").text();
  const Node Class = DecoratedClass.lookup(Decorator.id());
  const Node Callee =
      Decorator.is("call") ? Decorator.field("function") : Decorator;
  return soundsFake(Name) || (!Name.empty() && Name.trim('_').empty()) ||
         (Class && mayHaveFake(Class)) ||
         soundsFake(Callee.is("attribute") ? Callee.field("attribute").text()
                                           : Callee.text());
}

/// Few classes have a fake; what others derive from is not read.
bool Finder::mayHaveFake(Node Class) {
  return Class.text().contains_insensitive("fake") ||
         Class.text().contains_insensitive("meta");
}

/// Whether \p C may give a function or class to what it calls: other modules
/// are read for no other calls.
bool Finder::mayGiveFunction(const OpCall &C) const {
  return mayDecorateFake(C.at()) ||
         llvm::any_of(C.Given.Arguments, [&](const Argument &A) {
           const Node Value = F.values().resolved(A.Value);
           if (Value.is("lambda") || soundsFake(A.Keyword))
             return true;
           if (Value.is("identifier") && F.names().definition(Value))
             return true;
           const auto Name = Value.isAnyOf({"identifier", "attribute"})
                                 ? F.names().qualifiedName(Value)
                                 : std::nullopt;
           return Name && !isIn(*Name, torchname::Torch) &&
                  !StringRef(*Name).starts_with("builtins.");
         });
}

/// The function_definition that \p Callee names; of a class its constructor.
Node Finder::functionCalled(Node Callee, bool MayBeImported) {
  if (const Node Own =
          Callee.is("identifier") ? F.names().definition(Callee) : Node())
    return Own.is("class_definition")
               ? FakeClass{&F, Own}.member("__init__").Is.Function
               : Own;
  const auto Name = F.names().qualifiedName(Callee);
  ModuleMember Found = Name && MayBeImported
                           ? importedMember(F, *Name, RegistrarWords)
                           : ModuleMember();
  // registry.register("ns::op", fn)
  const Node Object = Callee.field("object");
  const Node Made = F.values().resolved(Object).field("function");
  const bool IsOwn = !Name && (!Made || F.names().definition(Made));
  if (!Found && Callee.is("attribute") && (MayBeImported || IsOwn)) {
    const ClassMember Method = classOf(F, Object, RegistrarWords)
                                   .member(Callee.field("attribute").text());
    Found = {Method.In, Method.Is.Function, ""};
  }
  if (!Found || !Found.Attribute.empty())
    return {};
  if (Found.At.is("class_definition")) {
    const ClassMember Init = FakeClass{Found.In, Found.At}.member("__init__");
    Found = {Init.In, Init.Is.Function, ""};
  }
  if (!Found || !Found.At.is("function_definition"))
    return {};
  if (Found.In != &F)
    Modules.insert(Found.In);
  return Found.At;
}

/// Classes of which a base of theirs may register something.
void Finder::noteSubclass(Node Class) {
  if (!mayHaveFake(Class))
    return;
  const ClassMember Hook = FakeClass{&F, Class}.member("__init_subclass__");
  if (!Hook.Is.Function || Names::scopeOf(Hook.At) == Class)
    return;
  SubclassesOf[Hook.At.id()].push_back(Class);
  if (Hook.In != &F)
    Modules.insert(Hook.In);
}

std::vector<FakeKernel>
Finder::find(llvm::ArrayRef<OpRegistration> Registered) {
  llvm::SmallVector<Node, 8> OfClasses;
  forEachNode(F.tree().root(), [&](Node N) {
    const Node Class = N.field("definition");
    if (N.is("class_definition") && N.field("superclasses"))
      noteSubclass(N);
    if (N.is("decorated_definition") && Class.is("class_definition"))
      for (const Node &D : N.children())
        if (const auto Of = D.children(); D.is("decorator") && Of.size() == 1) {
          DecoratedClass[Of[0].id()] = Class;
          OfClasses.push_back(Of[0]);
        }
    return true;
  });
  for (const OpCall &C : Calls.all()) {
    const Node Callee = C.at().field("function");
    if (Callee.is("call"))
      CallOfResult[Callee.id()] = &C;
    else if (const Node Function = functionCalled(Callee, mayGiveFunction(C)))
      CallsOf[Function.id()].push_back(&C);
  }
  for (const llvm::ArrayRef<Node> All :
       {Calls.decorators(), llvm::ArrayRef<Node>(OfClasses)})
    for (const Node &D : All)
      if (D.isAnyOf({"attribute", "identifier"}))
        if (const Node Function = functionCalled(D, mayDecorateFake(D)))
          DecoratorsOf[Function.id()].push_back(D);
  for (Registrations Left = Registered; !Left.empty();) {
    const Node At = Left.front().At;
    const Registrations Here =
        Left.take_while([&](const OpRegistration &R) { return R.At == At; });
    RegisteredAt[At.id()] = &Here.back();
    registered(Here);
    Left = Left.drop_front(Here.size());
  }
  const auto Own = fakeRegistrars(F, Calls, Registered);
  llvm::for_each(Own, [&](const FakeRegistrar &By) { givenTo(By); });
  for (const File *Module : Modules)
    if (llvm::any_of(RegistrarWords,
                     [&](StringRef Word) { return Module->mentions(Word); }))
      for (const FakeRegistrar &By : Module->index<FakeRegistrars>().All)
        givenTo(By);
  llvm::sort(Result, [](const FakeKernel &A, const FakeKernel &B) {
    // Those of other files have no order of their own.
    return std::tuple(A.In->path(), A.Function.begin()) <
           std::tuple(B.In->path(), B.Function.begin());
  });
  return std::move(Result);
}

} // namespace

std::vector<FakeKernel> fakeKernels(const File &F, const OpCalls &Calls,
                                    llvm::ArrayRef<OpRegistration> Registered) {
  return Finder(F, Calls).find(Registered);
}

} // namespace aoti_tidy::python
