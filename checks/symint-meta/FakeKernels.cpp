// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeKernels.h"
#include "checks/symint-meta/FakeMethods.h"
#include "checks/symint-meta/FakeRegistrars.h"
#include "checks/symint-meta/FakeValues.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// partial(partial(f, a), b): deeper ones are not read.
constexpr unsigned MaxPartials = 4;

/// A function and what it is called with beside what the operator gives.
struct Target {
  Node Function;
  size_t Bound = 0;
  std::vector<StringRef> BoundNames;
  const File *In = nullptr; ///< null: the file at hand
};

class Finder {
public:
  Finder(const File &F, const OpCalls &Calls) : F(F), Calls(Calls) {}

  std::vector<FakeKernel> find(llvm::ArrayRef<OpRegistration> Registered);

private:
  void registered(const OpRegistration &R);
  bool isFakeKeyword(StringRef Keyword, const OpCall &Of) const;
  void givenTo(const FakeRegistrar &By);
  void add(Target Given, Node Registration, const OpRegistration &By);
  /// The function that \p Argument is or names.
  Target functionOf(Node Argument, unsigned Depth = 0) const;
  Target boundBy(Node Partial, unsigned Depth) const;
  Target method(Node Attribute) const;
  Target imported(Node Name) const;

  const File &F;
  const OpCalls &Calls;
  /// By the call of what a registration returned: the registration's call.
  llvm::DenseMap<const void *, const OpCall *> CallOfResult;
  /// By the function of the file that they call, or name as a decorator.
  llvm::DenseMap<const void *, std::vector<const OpCall *>> CallsOf;
  llvm::DenseMap<const void *, std::vector<Node>> DecoratorsOf;
  llvm::DenseMap<const void *, const OpRegistration *> RegisteredAt;
  llvm::DenseSet<const void *> Seen;
  std::vector<FakeKernel> Result;
};

/// functools.partial(fn, 3, k=1)
Target Finder::boundBy(Node Partial, unsigned Depth) const {
  const auto Arguments = argumentsOf(Partial);
  if (Arguments.empty() ||
      Arguments.front().isAnyOf({"keyword_argument", "list_splat"}))
    return {};
  Target Result = functionOf(Arguments.front(), Depth + 1);
  for (const Node &A : llvm::drop_begin(Arguments)) {
    if (A.isAnyOf({"list_splat", "dictionary_splat"}) || A.isError())
      return {};
    if (A.is("keyword_argument"))
      Result.BoundNames.push_back(A.field("name").text());
    else
      ++Result.Bound;
  }
  return Result;
}

/// Class.fake, self.fake, Class().fake
Target Finder::method(Node Attribute) const {
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
  if (!Class.is("class_definition"))
    return {};
  const auto Found =
      F.index<Methods>().of(Class, Attribute.field("attribute").text());
  if (Found.size() != 1)
    return {};
  return {Found[0].Function,
          size_t(Found[0].isOfClass() || (IsOfObject && !Found[0].isStatic())
                     ? 1
                     : 0),
          {}};
}

/// from .fakes import norm_fake
Target Finder::imported(Node Name) const {
  const auto Found = Name.isAnyOf({"attribute", "identifier"})
                         ? FakeValues::functionNamed(F, Name)
                         : FakeValues::Callee();
  return Found.In && Found.In != &F
             ? Target{Found.Function, Found.Bound, {}, Found.In}
             : Target();
}

Target Finder::functionOf(Node Argument, unsigned Depth) const {
  if (Depth > MaxPartials)
    return {};
  const Node Value = F.values().resolved(Argument);
  if (Value.is("lambda"))
    return {Value, 0, {}};
  if (Value.is("call") &&
      F.names().qualifiedName(Value.field("function")) == "functools.partial")
    return boundBy(Value, Depth);
  if (Value.is("attribute")) {
    const Target Method = method(Value);
    return Method.Function ? Method : imported(Value);
  }
  const Node Found =
      Value.is("identifier") ? F.names().definition(Value) : Node();
  return Found.is("function_definition") ? Target{Found, 0, {}}
         : Found                         ? Target()
                                         : imported(Value);
}

void Finder::add(Target Given, Node Registration, const OpRegistration &By) {
  if (!Given.Function || !Seen.insert(Given.Function.id()).second)
    return;
  FakeKernel K;
  K.Function = Given.Function;
  K.In = Given.In ? Given.In : &F;
  K.Registration = Registration;
  if (!By.Op.Name.empty())
    K.Operator = By.Op.Namespace.empty() ? By.Op.Name
                                         : By.Op.Namespace + "::" + By.Op.Name;
  K.IsMetaKernel = By.Registrar == "impl";
  K.Bound = Given.Bound;
  K.BoundNames = std::move(Given.BoundNames);
  Result.push_back(std::move(K));
}

/// Whether an argument of \p Of that is given so is a fake. 'gen_fake' is a word
/// of other trades, too, which decorate nothing with it.
bool Finder::isFakeKeyword(StringRef Keyword, const OpCall &Of) const {
  return Keyword == "fake_impl" ||
         (Keyword == "gen_fake" && Calls.decoratedBy(Of.at()));
}

void Finder::registered(const OpRegistration &R) {
  // The body of a triton_op is what export runs.
  if (R.What == OpRegistration::Kind::Fake && R.Registrar == "triton_op") {
    const OpCall *C = Calls.find(R.At);
    const Node Given = C ? C->argument(1, {"fn"}) : Node();
    add(Given ? functionOf(Given) : Target{Calls.decoratedBy(R.At), 0, {}},
        Given ? R.At : Node(), R);
    // triton_op("ns::op", mutates_args={})(fn)
    if (const OpCall *After = CallOfResult.lookup(R.At.id()))
      for (const Argument &A : After->Given.Arguments)
        add(functionOf(A.Value), R.At, R);
    return;
  }
  const bool IsForFakes = isForFakes(F, Calls, R);
  if (IsForFakes)
    add({Calls.decoratedBy(R.At), 0, {}}, Node(), R);
  const OpCall *C = Calls.find(R.At);
  if (!C)
    return;
  for (const Argument &A : C->Given.Arguments)
    if (IsForFakes
            ? A.Keyword.empty() || A.Keyword == "func" || A.Keyword == "fn"
            : isFakeKeyword(A.Keyword, *C) &&
                  !isForeignRegistrar(F, Calls, R.At.field("function")))
      add(functionOf(A.Value), R.At, R);
  // register_fake("ns::op")(fn)
  if (const OpCall *After = CallOfResult.lookup(R.At.id()); After && IsForFakes)
    for (const Argument &A : After->Given.Arguments)
      add(functionOf(A.Value), R.At, R);
}

/// What the calls of a function of the file that registers fakes give to it:
/// 'my_fake("ns::op", fn)', '@my_fake("ns::op")'.
void Finder::givenTo(const FakeRegistrar &By) {
  // A decorator without a call gives the function first.
  if (By.Position == 0)
    for (const Node &D : DecoratorsOf.lookup(By.Function.id()))
      add({Calls.decoratedBy(D), 0, {}}, Node(), *By.Inner);
  for (const OpCall *Call : CallsOf.lookup(By.Function.id())) {
    const OpCall &C = *Call;
    OpRegistration Made = *By.Inner;
    Made.Op = {};
    if (const OpRegistration *R = RegisteredAt.lookup(C.at().id()))
      Made.Op = R->Op;
    if (By.Position) {
      if (const Node Fake = C.argument(*By.Position, {By.Name}))
        add(functionOf(Fake), C.at(), Made);
      continue;
    }
    add({Calls.decoratedBy(C.at()), 0, {}}, Node(), Made);
    if (const OpCall *After = CallOfResult.lookup(C.at().id()))
      for (const Argument &A : After->Given.Arguments)
        add(functionOf(A.Value), C.at(), Made);
  }
}

std::vector<FakeKernel>
Finder::find(llvm::ArrayRef<OpRegistration> Registered) {
  for (const OpCall &C : Calls.all()) {
    const Node Callee = C.at().field("function");
    if (Callee.is("call"))
      CallOfResult[Callee.id()] = &C;
    else if (Callee.is("identifier"))
      if (const Node Function = F.names().definition(Callee))
        CallsOf[Function.id()].push_back(&C);
  }
  for (const Node &D : Calls.decorators())
    if (D.is("identifier"))
      if (const Node Function = F.names().definition(D))
        DecoratorsOf[Function.id()].push_back(D);
  for (const OpRegistration &R : Registered) {
    RegisteredAt[R.At.id()] = &R;
    registered(R);
  }
  llvm::DenseSet<std::pair<const void *, size_t>> Given;
  for (const FakeRegistrar &By : fakeRegistrars(F, Calls, Registered))
    // Several registrations of one function give it the same.
    if (Given.insert({By.Function.id(), By.Position ? *By.Position + 1 : 0})
            .second)
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
