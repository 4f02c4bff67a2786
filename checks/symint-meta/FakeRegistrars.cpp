// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeRegistrars.h"
#include "checks/lib/script/Members.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeMethods.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// A helper of a helper that registers.
constexpr unsigned MaxCalls = 4;

/// Whether \p Name says that it registers fakes, and more: 'register_fake_op'.
bool soundsLikeRegistrar(StringRef Name) {
  return Name.starts_with("register_fake") ||
         Name.starts_with("_register_fake");
}

/// Whether \p Expr is a string that names an operator, "ns::op", or is a
/// schema, "op(Tensor x) -> Tensor".
bool namesOperator(const File &F, Node Expr) {
  const auto Text =
      Expr ? F.values().stringOf(Expr) : decltype(F.values().stringOf(Expr))();
  const StringRef Head = Text ? StringRef(Text->Head) : StringRef();
  return Head.contains("::") || (Head.contains('(') && Head.contains("->"));
}

/// The class_definition or function_definition with what \p Callee calls, as
/// far as the file has it: of a method the class.
Node definitionOf(const File &F, Node Callee) {
  if (Callee.is("identifier"))
    return F.names().definition(Callee);
  const Node Object = Callee.field("object");
  if (!Callee.is("attribute") || !Object)
    return {};
  Node Class = Object.is("identifier") ? F.names().definition(Object) : Node();
  if (const Node Made = F.values().resolved(Object);
      !Class && Made.is("call") && Made.field("function").is("identifier"))
    Class = F.names().definition(Made.field("function"));
  if (!Class && Object.is("identifier"))
    Class = classOfSelf(Object, F);
  if (!Class.is("class_definition"))
    return {};
  // What it inherits is not in sight.
  const auto Found =
      F.index<Methods>().of(Class, Callee.field("attribute").text());
  return Found.empty() ? Node() : Class;
}

/// Whether \p Definition may register something with torch.
class LeadsToTorch {
public:
  LeadsToTorch(const File &F, const OpCalls &Calls) : F(F), Calls(Calls) {}

  bool operator()(Node Definition, unsigned Depth = 0) {
    bool Leads = Depth > MaxCalls;
    forEachNode(Definition.field("body"), [&](Node N) {
      if (!Leads && N.isAnyOf({"identifier", "attribute"}))
        Leads = mentions(N) || (isCallee(N) && calls(N, Depth));
      return !Leads;
    });
    return Leads;
  }

private:
  static bool isCallee(Node N) { return N.parent().field("function") == N; }

  // torch.library.register_fake, torch._library.simple_registry
  bool mentions(Node N) const {
    const auto Name = F.names().qualifiedName(N);
    return Name && (isIn(*Name, torchname::Torch) &&
                    (StringRef(*Name).contains("library") ||
                     StringRef(*Name).contains("_custom_op")));
  }

  bool calls(Node Callee, unsigned Depth) {
    if (const Node Inner = definitionOf(F, Callee))
      return Seen.insert(Inner.id()).second && (*this)(Inner, Depth + 1);
    const OpCallee Is = Calls.calleeOf(Callee);
    switch (Is.Role) {
    case OpRole::Fake:
      return registersFakes(Is.Name) || soundsLikeRegistrar(Is.Name);
    case OpRole::None:
    case OpRole::Other:
      return false;
    default:
      return true;
    }
  }

  const File &F;
  const OpCalls &Calls;
  llvm::DenseSet<const void *> Seen;
};

Node calleeOf(const OpRegistration &R) {
  return R.At.is("call") ? R.At.field("function") : R.At;
}

} // namespace

bool registersFakes(StringRef Name) {
  return Name == "register_fake" || Name == "_register_fake" ||
         Name == "register_abstract" || Name == "impl_abstract" ||
         Name == "register_meta";
}

/// By definition, which many registrations may use.
struct ForeignRegistrars {
  explicit ForeignRegistrars(const File &) {}
  llvm::DenseMap<const void *, bool> ByDefinition;
};

bool isForeignRegistrar(const File &F, const OpCalls &Calls, Node Callee) {
  const Node Definition = definitionOf(F, Callee);
  if (!Definition)
    return false;
  const auto [At, IsNew] =
      F.index<ForeignRegistrars>().ByDefinition.try_emplace(Definition.id());
  if (IsNew)
    At->second = !LeadsToTorch(F, Calls)(Definition);
  return At->second;
}

bool isForFakes(const File &F, const OpCalls &Calls, const OpRegistration &R) {
  if (R.What != OpRegistration::Kind::Fake)
    return false;
  if (R.Key == "Meta")
    return !isForeignRegistrar(F, Calls, calleeOf(R));
  const OpCall *C = Calls.find(R.At);
  return R.Key.empty() &&
         (registersFakes(R.Registrar) ||
          (soundsLikeRegistrar(R.Registrar) && C &&
           namesOperator(F, C->argument(0, {})))) &&
         !isForeignRegistrar(F, Calls, calleeOf(R));
}

namespace {

class RegistrarFinder {
public:
  RegistrarFinder(const File &F, const OpCalls &Calls) : F(F), Calls(Calls) {
    for (const OpCall &C : Calls.all())
      if (const Node Callee = C.at().field("function"); Callee.is("call"))
        CallOfResult[Callee.id()] = &C;
  }

  void add(const OpRegistration &R) {
    const OpCall *C = Calls.find(R.At);
    if (!C)
      return;
    By = &R;
    for (const Argument &A : C->Given.Arguments)
      takes(A.Value);
    // register_fake(name)(fn)
    if (const OpCall *After = CallOfResult.lookup(R.At.id()))
      for (const Argument &A : After->Given.Arguments)
        takes(A.Value);
    // return register_fake(name, fn=None)
    if (R.At.parent().is("return_statement"))
      found(Names::scopeOf(R.At));
  }

  std::vector<FakeRegistrar> Result;

private:
  /// \p Value is registered; if it is a parameter, its function registers.
  void takes(Node Value) {
    if (!Value.is("identifier"))
      return;
    const Node Target = F.names().bindingOf(Value);
    const Node Function = Target ? Names::scopeOf(Target) : Node();
    if (!Function.is("function_definition"))
      return;
    const auto Parameters = Function.field("parameters").children();
    for (size_t I = 0; I < Parameters.size(); ++I) {
      const Node &P = Parameters[I];
      const Node Name = P.is("typed_parameter") ? P.children().front()
                        : P.is("identifier")    ? P
                                                : P.field("name");
      if (!(Name == Target))
        continue;
      found(Function, I, Name.text());
      // def fake_for(name): def decorator(fn): ...; return decorator
      if (const Node Outer = Names::scopeOf(Function); I == 0 && Outer)
        if (returns(Outer, Function))
          found(Outer);
    }
  }

  bool returns(Node Outer, Node Inner) {
    if (!Outer.is("function_definition"))
      return false;
    const auto [At, IsNew] = Returned.try_emplace(Outer.id());
    if (IsNew)
      forEachNode(Outer.field("body"), [&](Node N) {
        if (N.is("return_statement"))
          if (const auto Of = N.children(); Of.size() == 1)
            At->second.insert(Of[0].text());
        return !N.isAnyOf(
            {"function_definition", "lambda", "class_definition"});
      });
    return At->second.contains(Inner.field("name").text());
  }

  void found(Node Function, std::optional<size_t> Position = std::nullopt,
             StringRef Name = "") {
    if (Function.is("function_definition") &&
        Names::scopeOf(Function).is("module"))
      Result.push_back({Function, Position, Name, By});
  }

  const File &F;
  const OpCalls &Calls;
  const OpRegistration *By = nullptr;
  /// By function: the texts of what it returns.
  std::map<const void *, llvm::StringSet<>> Returned;
  /// By the call of what a registration returned: the registration's call.
  llvm::DenseMap<const void *, const OpCall *> CallOfResult;
};

} // namespace

std::vector<FakeRegistrar>
fakeRegistrars(const File &F, const OpCalls &Calls,
               llvm::ArrayRef<OpRegistration> Registered) {
  RegistrarFinder Find(F, Calls);
  for (const OpRegistration &R : Registered)
    if (isForFakes(F, Calls, R))
      Find.add(R);
  return std::move(Find.Result);
}

} // namespace aoti_tidy::python
