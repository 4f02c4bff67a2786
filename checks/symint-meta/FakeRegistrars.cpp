// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeRegistrars.h"
#include "checks/lib/script/Members.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeClasses.h"
#include "checks/symint-meta/FakeWays.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <limits>
#include <set>

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// A helper of a helper that registers.
constexpr unsigned MaxCalls = 4;
/// Attributes of what a function is given that are fakes.
constexpr unsigned MaxAttributes = 8;
/// Of a function before it registers something.
constexpr unsigned MaxExits = 8;

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

/// By definition, which many registrations may use.
struct ForeignRegistrars {
  explicit ForeignRegistrars(const File &) {}
  llvm::DenseMap<const void *, bool> ByDefinition;
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
    for (const OpCall &C : Calls.all()) {
      const Node Callee = C.at().field("function");
      if (Callee.is("call"))
        CallOfResult[Callee.id()] = &C;
      else if (Callee.is("attribute"))
        CallsOfMethods[Callee.field("attribute").text()].push_back(&C);
      else if (const Node Function = F.names().definition(Callee))
        CallsOf[Function.id()].push_back(&C);
      if (C.Callee.Role == OpRole::Define)
        for (const Argument &A : C.Given.Arguments)
          if (const Member M = memberOf(A.Value))
            if (const Node Target = F.names().bindingOf(M.Object))
              Schemas.try_emplace(Target.id(), M.Name);
    }
  }

  /// What \p R, which registers fakes, is given.
  void add(const OpRegistration &R) {
    const OpCall *C = Calls.find(R.At);
    if (!C)
      return;
    By = &R;
    for (const Argument &A : C->Given.Arguments)
      takes(A.Value);
    addResult(*C);
    addOuter();
  }

  /// What \p R is given as a fake, whatever it is: register(op, fake_impl=f).
  void addKeyword(const OpRegistration &R) {
    const OpCall *C = Calls.find(R.At);
    const Node Fake = C ? C->keyword("fake_impl") : Node();
    if (!Fake || isForeignRegistrar(F, Calls, calleeOf(R)))
      return;
    By = &R;
    takes(Fake);
    addOuter();
  }

  std::vector<FakeRegistrar> Result;

private:
  /// 'Object.Name', getattr(Object, "Name", None)
  struct Member {
    Node Object;
    std::string Name;
    explicit operator bool() const { return !Name.empty(); }
  };

  Member memberOf(Node Value) const {
    Value = F.values().resolved(Value);
    const Node Object = Value.field("object");
    if (Value.is("attribute") && Object.is("identifier"))
      return {Object, Value.field("attribute").text().str()};
    const auto Arguments = argumentsOf(Value);
    if (Value.is("call") && Arguments.size() >= 2 &&
        Arguments[0].is("identifier") &&
        F.names().qualifiedName(Value.field("function")) == "builtins.getattr")
      return {Arguments[0], F.values().wholeString(Arguments[1]).value_or("")};
    return {};
  }

  /// Who calls \p C gives more to what it returns: register_fake(name)(fn), or
  /// hands that on: return register_fake(name, fn=None).
  void addResult(const OpCall &C, StringRef Attribute = "",
                 StringRef Schema = "") {
    if (const OpCall *After = CallOfResult.lookup(C.at().id()))
      for (const Argument &A : After->Given.Arguments)
        takes(A.Value, Attribute, Schema);
    if (C.at().parent().is("return_statement"))
      found({Names::scopeOf(C.at()), std::nullopt, "", Attribute.str(),
             Schema.str(), By});
  }

  /// What was found may be called by another function of the file with what that
  /// is given. Each parameter is found once.
  void addOuter() {
    while (!Open.empty()) {
      const FakeRegistrar R = Open.pop_back_val();
      for (const OpCall *C : callsOf(R.Function))
        if (!R.Position)
          addResult(*C, R.Attribute, R.Schema);
        else if (const Node Given = C->argument(*R.Position, {R.Name}))
          takes(Given, R.Attribute, R.Schema);
    }
  }

  std::vector<const OpCall *> callsOf(Node Function) {
    if (Names::scopeOf(Function).is("module"))
      return CallsOf.lookup(Function.id());
    // Spec("op", fn) gives them to '__init__'.
    if (Function.field("name").text() == "__init__")
      return CallsOf.lookup(Names::scopeOf(Function).id());
    std::vector<const OpCall *> Result;
    const StringRef Name = Function.field("name").text();
    for (const OpCall *C : CallsOfMethods.lookup(Name))
      if (classOf(F, C->at().field("function").field("object"))
              .member(Name)
              .At == Function)
        Result.push_back(C);
    return Result;
  }

  /// How many parameters of \p Function in front its calls do not give; nothing
  /// if it is no function of the file and no method of a class of it.
  std::optional<size_t> boundOf(Node Function) const {
    const Node Class = Names::scopeOf(Function);
    if (Class.is("module"))
      return 0;
    if (!Class.is("class_definition") || !Names::scopeOf(Class).is("module"))
      return std::nullopt;
    const auto Same =
        F.index<Methods>().of(Class, Function.field("name").text());
    return Same.size() == 1 ? std::optional<size_t>(Same[0].isStatic() ? 0 : 1)
                            : std::nullopt;
  }

  /// Whether another parameter of \p Function says what \p Target is that \p At
  /// registers: 'if key == "Meta": register_fake(name, fn)', 'if is_fake: ...
  /// else: lib.impl(name, fn, "CPU")'.
  bool isChosen(Node At, Node Function, Node Target) {
    bool Result = false;
    const auto Look = [&](Node Condition) {
      Result |= Condition && decides(Condition, Function, Target);
    };
    for (Node N = At; N && !(N == Function); N = N.parent()) {
      const Node Parent = N.parent();
      if (N.isAnyOf({"elif_clause", "else_clause"}) || Parent.is("elif_clause"))
        Look(Parent.field("condition"));
      if (N.is("block"))
        Look(Parent.field("condition"));
      if (!Parent.is("block"))
        continue;
      for (const Node &Condition : exitsOf(Parent))
        if (Condition.begin() < N.begin())
          Look(Condition);
    }
    return Result;
  }

  /// The conditions by which \p Block ends early, the first ones:
  /// 'if key != "Meta": return lib.impl(name, fn, key)'.
  llvm::ArrayRef<Node> exitsOf(Node Block) {
    const auto [At, IsNew] = Exits.try_emplace(Block.id());
    if (IsNew)
      for (const Node &Each : Block.children())
        if (At->second.size() < MaxExits && Each.is("if_statement") &&
            F.index<Ways>().endOf(Each.field("consequence")) !=
                std::numeric_limits<size_t>::max())
          At->second.push_back(Each.field("condition"));
    return At->second;
  }

  bool decides(Node Condition, Node Function, Node Target) {
    const auto IsOther = [&](Node N) {
      const Node Binding = N.is("identifier") ? F.names().bindingOf(N) : Node();
      return Binding && !(Binding == Target) &&
             containsNode(Function.field("parameters"), Binding);
    };
    if (Condition.is("not_operator"))
      Condition = Condition.field("argument");
    if (IsOther(Condition))
      return isAlsoKernel(Function, Target);
    bool Result = false;
    forEachNode(Condition, [&](Node N) {
      const auto Parts = N.children();
      if (N.is("comparison_operator") && Parts.size() == 2)
        for (const size_t I : {0, 1})
          Result |=
              IsOther(Parts[I]) &&
              Parts[1 - I].isAnyOf({"attribute", "false", "integer", "list",
                                    "set", "string", "true", "tuple"});
      return !Result;
    });
    return Result;
  }

  /// Whether \p Function gives \p Target to an impl, too.
  bool isAlsoKernel(Node Function, Node Target) {
    const auto [At, IsNew] = AlsoKernels.try_emplace(Target.id(), false);
    if (IsNew)
      At->second = llvm::any_of(F.names().occurrences(Target), [&](Node Use) {
        const Node Around = Use.parent().is("keyword_argument")
                                ? Use.parent().parent()
                                : Use.parent();
        const OpCall *C = Calls.find(Around.parent());
        // register_kernel(name, "cpu")(fn)
        if (C && C->Callee.Role == OpRole::None)
          C = Calls.find(C->at().field("function"));
        return C && Around.is("argument_list") && containsNode(Function, Use) &&
               (C->Callee.Role == OpRole::Impl ||
                C->Callee.Role == OpRole::Kernel);
      });
    return At->second;
  }

  /// \p Value, or that attribute of it, is registered; if it is of a parameter,
  /// its function registers.
  void takes(Node Value, StringRef Attribute = "", StringRef Defined = "") {
    const Member Of = Attribute.empty() ? memberOf(Value) : Member();
    if (Of)
      Value = Of.Object;
    if (!Value.is("identifier"))
      return;
    const Node Target = F.names().bindingOf(Value);
    const Node Function = Target ? Names::scopeOf(Target) : Node();
    if (!Function.is("function_definition") ||
        isChosen(Value, Function, Target))
      return;
    const std::string Name = Of ? Of.Name : Attribute.str();
    std::string Schema = Defined.str();
    if (!Name.empty() && Schema.empty())
      Schema = Schemas.lookup(Target.id());
    const auto Parameters = Function.field("parameters").children();
    for (size_t I = 0; I < Parameters.size(); ++I) {
      const Node &P = Parameters[I];
      const Node Parameter = P.is("typed_parameter") ? P.children().front()
                             : P.is("identifier")    ? P
                                                     : P.field("name");
      if (!(Parameter == Target))
        continue;
      const size_t Bound = boundOf(Function).value_or(0);
      if (I >= Bound)
        found({Function, I - Bound, Parameter.text(), Name, Schema, By});
      else if (!Name.empty() &&
               Function.field("name").text() == "__init_subclass__")
        found({Function, std::nullopt, "", Name, Schema, By, true});
      else if (Of && I == 0)
        takesOwn(Names::scopeOf(Function), Name);
      // def fake_for(name): def decorator(fn): ...; return decorator
      if (const Node Outer = Names::scopeOf(Function); I == 0 && Outer)
        if (returns(Outer, Function))
          found({Outer, std::nullopt, "", Name, Schema, By});
    }
  }

  /// A method of \p Class registers what its object has as \p Name, which may be
  /// what the constructor is given: 'self.name, self.fake = name, fake'.
  void takesOwn(Node Class, StringRef Name) {
    const auto [At, IsNew] = Assigned.try_emplace(Class.id());
    if (IsNew)
      forEachNode(Class.field("body"), [&, &All = At->second](Node N) {
        if (N.isAnyOf({"assignment", "augmented_assignment"}))
          noteAssigned(N.field("left"), N.field("right"), All);
        return true;
      });
    const auto Inits = F.index<Methods>().of(Class, "__init__");
    const auto Given = At->second.lookup(Name);
    if (Given.size() == 1 && Given[0].is("identifier") && Inits.size() == 1 &&
        Names::scopeOf(Given[0]) == Inits.front().Function)
      takes(Given[0]);
  }

  /// What attributes are given: of several targets a null node, unless there are
  /// as many values.
  using Attributes = llvm::StringMap<llvm::SmallVector<Node, 2>>;
  static void noteAssigned(Node Left, Node Right, Attributes &To) {
    if (Left.is("attribute")) {
      To[Left.field("attribute").text()].push_back(Right);
    } else if (Left.isAnyOf({"pattern_list", "tuple_pattern"})) {
      const auto Targets = Left.children();
      auto Values = Right.children();
      if (!Right.isAnyOf({"expression_list", "tuple"}) ||
          Values.size() != Targets.size())
        Values.assign(Targets.size(), Node());
      for (const auto [Target, Value] : llvm::zip(Targets, Values))
        if (Target.is("attribute"))
          To[Target.field("attribute").text()].push_back(Value);
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

  void found(FakeRegistrar R) {
    if (!R.Function.is("function_definition") || !boundOf(R.Function) ||
        // Several registrations of one function give it the same.
        !Found
             .insert({R.Function.id(), R.Position ? *R.Position + 1 : 0,
                      R.Attribute})
             .second ||
        (!R.Attribute.empty() &&
         ++AttributesOf[R.Function.id()] > MaxAttributes))
      return;
    Open.push_back(R);
    Result.push_back(std::move(R));
  }

  const File &F;
  const OpCalls &Calls;
  const OpRegistration *By = nullptr;
  /// By function: the texts of what it returns.
  std::map<const void *, llvm::StringSet<>> Returned;
  /// By the call of what a registration returned: the registration's call.
  llvm::DenseMap<const void *, const OpCall *> CallOfResult;
  /// By the function of the file that they call.
  llvm::DenseMap<const void *, std::vector<const OpCall *>> CallsOf;
  /// Those of methods by their names.
  llvm::StringMap<std::vector<const OpCall *>> CallsOfMethods;
  /// By parameter: its attribute that something is defined by.
  llvm::DenseMap<const void *, std::string> Schemas;
  /// By class.
  std::map<const void *, Attributes> Assigned;
  /// By block.
  std::map<const void *, llvm::SmallVector<Node, 2>> Exits;
  /// By parameter.
  llvm::DenseMap<const void *, bool> AlsoKernels;
  std::set<std::tuple<const void *, size_t, std::string>> Found;
  /// By function: how many attributes were found.
  llvm::DenseMap<const void *, unsigned> AttributesOf;
  /// Of what was found: whose calls were not looked at yet.
  llvm::SmallVector<FakeRegistrar, 4> Open;
};

} // namespace

std::vector<FakeRegistrar>
fakeRegistrars(const File &F, const OpCalls &Calls,
               llvm::ArrayRef<OpRegistration> Registered) {
  RegistrarFinder Find(F, Calls);
  for (const OpRegistration &R : Registered)
    if (isForFakes(F, Calls, R))
      Find.add(R);
    else
      Find.addKeyword(R);
  return std::move(Find.Result);
}

} // namespace aoti_tidy::python
