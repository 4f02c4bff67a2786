// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/python/FakeKernels.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// partial(partial(f, a), b): deeper ones are not read.
constexpr unsigned MaxPartials = 4;

/// What people call a function that registers a fake: torch's names, and those of
/// helpers around them.
bool registersFakes(StringRef Name) {
  return Name == "register_fake" || Name == "_register_fake" ||
         Name == "register_abstract" || Name == "impl_abstract" ||
         Name == "register_meta";
}

StringRef lastName(Node Callee) {
  return Callee.is("attribute") ? Callee.field("attribute").text()
                                : Callee.text();
}

/// A function and what it is called with beside what the operator gives.
struct Target {
  Node Function;
  size_t Bound = 0;
  std::vector<StringRef> BoundNames;
};

class Finder {
public:
  explicit Finder(const File &F) : F(F) {}

  std::vector<FakeKernel> find();

private:
  void decorated(Node Definition);
  void called(Node Call);
  void add(Target Given, Node Registration, Node Call);
  bool isRegistration(Node Call) const;
  bool isForMeta(Node Call) const;
  std::string operatorOf(Node Call) const;
  /// The function that \p Argument is or names.
  Target functionOf(Node Argument, unsigned Depth = 0) const;
  Target boundBy(Node Partial, unsigned Depth) const;
  Target method(Node Attribute) const;

  const File &F;
  llvm::DenseSet<unsigned> Seen;
  std::vector<FakeKernel> Result;
};

/// Whether one of the arguments is the dispatch key "Meta", or a list with it, or
/// there is no key and the library is for Meta.
bool Finder::isForMeta(Node Call) const {
  const auto Arguments = Call.field("arguments").children();
  for (const Node &A : Arguments) {
    const Node Value = A.is("keyword_argument") ? A.field("value") : A;
    if (F.values().wholeString(Value) == "Meta")
      return true;
    if (const auto Several = F.values().elementsOf(Value))
      for (const Node &One : *Several)
        if (F.values().wholeString(One) == "Meta")
          return true;
  }
  // lib.impl("op", fn), impl(lib, "op")
  if (Arguments.size() != 2 ||
      llvm::any_of(Arguments, [](Node A) { return A.is("keyword_argument"); }))
    return false;
  const auto OfReceiver =
      torchLibrary(F, Call.field("function").field("object"));
  const auto Library =
      OfReceiver ? OfReceiver : torchLibrary(F, Arguments.front());
  return Library && Library->Key == "Meta";
}

bool Finder::isRegistration(Node Call) const {
  const StringRef Name = lastName(Call.field("function"));
  return registersFakes(Name) || (Name == "impl" && isForMeta(Call));
}

/// functools.partial(fn, 3, k=1)
Target Finder::boundBy(Node Partial, unsigned Depth) const {
  const auto Arguments = Partial.field("arguments").children();
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
  Target Result;
  for (Node Member : Class.field("body").children()) {
    bool IsStatic = false, IsOfClass = false;
    if (Member.is("decorated_definition")) {
      for (const Node &D : Member.children()) {
        IsStatic |= D.is("decorator") && D.text() == "@staticmethod";
        IsOfClass |= D.is("decorator") && D.text() == "@classmethod";
      }
      Member = Member.field("definition");
    }
    if (!Member.is("function_definition") ||
        Member.field("name").text() != Attribute.field("attribute").text())
      continue;
    if (Result.Function)
      return {};
    Result.Function = Member;
    Result.Bound = IsOfClass || (IsOfObject && !IsStatic) ? 1 : 0;
  }
  return Result;
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
  if (Value.is("attribute"))
    return method(Value);
  const Node Found =
      Value.is("identifier") ? F.names().definition(Value) : Node();
  return Found.is("function_definition") ? Target{Found, 0, {}} : Target();
}

/// The operator that the arguments name, or whose register_fake is called.
std::string Finder::operatorOf(Node Call) const {
  const Node Callee = Call.field("function");
  for (const Node &A : Call.field("arguments").children()) {
    const Node Value = A.is("keyword_argument") ? A.field("value") : A;
    if (auto Name = F.values().wholeString(Value); Name && *Name != "Meta") {
      if (StringRef(*Name).contains("::"))
        return *Name;
      auto Library = torchLibrary(F, Callee.field("object"));
      if (!Library)
        Library = torchLibrary(
            F, Call.field("arguments").children().front());
      return Library && !Library->Namespace.empty()
                 ? Library->Namespace + "::" + *Name
                 : *Name;
    }
    // torch.ops.ns.op.default
    const auto Dotted = F.names().qualifiedName(Value);
    StringRef Rest = Dotted ? StringRef(*Dotted) : "";
    if (Rest.consume_front("torch.ops.") && Rest.contains('.')) {
      const auto [Namespace, Name] = Rest.split('.');
      return (Namespace + "::" + Name).str();
    }
  }
  return customOpName(F, Callee.field("object"));
}

void Finder::add(Target Given, Node Registration, Node Call) {
  if (!Given.Function || !Seen.insert(Given.Function.begin()).second)
    return;
  FakeKernel K;
  K.Function = Given.Function;
  K.Registration = Registration;
  K.Operator = operatorOf(Call);
  if (StringRef(K.Operator).ends_with(".default"))
    K.Operator.resize(K.Operator.size() - StringRef(".default").size());
  K.IsMetaKernel = lastName(Call.field("function")) == "impl";
  K.Bound = Given.Bound;
  K.BoundNames = std::move(Given.BoundNames);
  Result.push_back(std::move(K));
}

void Finder::decorated(Node Definition) {
  const Node Function = Definition.field("definition");
  if (!Function.is("function_definition"))
    return;
  for (const Node &D : Definition.children()) {
    const auto Parts = D.children();
    if (!D.is("decorator") || Parts.empty())
      continue;
    const Node What = Parts.front();
    if (What.is("call") && isRegistration(What)) {
      add({Function, 0, {}}, D, What);
    } else if (!What.is("call") && registersFakes(lastName(What)) &&
               Seen.insert(Function.begin()).second) {
      // @op.register_fake
      FakeKernel &K = Result.emplace_back();
      K.Function = Function;
      K.Registration = D;
      K.Operator = customOpName(F, What.field("object"));
    }
  }
}

void Finder::called(Node Call) {
  // register_fake("ns::op")(fn)
  if (const Node Inner = Call.field("function"); Inner.is("call")) {
    if (const auto Arguments = Call.field("arguments").children();
        Arguments.size() == 1 && isRegistration(Inner))
      add(functionOf(Arguments.front()), Call, Inner);
    return;
  }
  const bool Registers = isRegistration(Call);
  for (const Node &A : Call.field("arguments").children()) {
    const StringRef Keyword = A.field("name").text();
    const bool IsNamed = A.is("keyword_argument");
    if (Registers ? !IsNamed || Keyword == "func" || Keyword == "fn"
                  : IsNamed && Keyword == "fake_impl")
      add(functionOf(IsNamed ? A.field("value") : A), Call, Call);
  }
}

std::vector<FakeKernel> Finder::find() {
  const bool UsesTorch = llvm::any_of(F.names().imports(), [](const Import &I) {
    return I.Module == "torch" || StringRef(I.Module).starts_with("torch.");
  });
  if (!UsesTorch)
    return {};
  forEachNode(F.tree().root(), [&](Node N) {
    if (N.is("decorated_definition"))
      decorated(N);
    else if (N.is("call"))
      called(N);
    return true;
  });
  llvm::sort(Result, [](const FakeKernel &A, const FakeKernel &B) {
    return A.Function.begin() < B.Function.begin();
  });
  return std::move(Result);
}

} // namespace

std::vector<FakeKernel> fakeKernelsIn(const File &F) { return Finder(F).find(); }

std::optional<TorchLibrary> torchLibrary(const File &F, Node Expr) {
  const Node Made = F.values().resolved(Expr);
  if (!Made.is("call") || F.names().qualifiedName(Made.field("function")) !=
                              "torch.library.Library")
    return std::nullopt;
  const auto TextOf = [&](size_t Position, StringRef Name) {
    const Node A = argumentOf(Made, Position, Name);
    return A ? F.values().wholeString(A).value_or("") : "";
  };
  return TorchLibrary{TextOf(0, "ns"), TextOf(2, "dispatch_key")};
}

bool isCustomOpCall(const File &F, Node Call) {
  if (!Call.is("call"))
    return false;
  const auto Name = F.names().qualifiedName(Call.field("function"));
  return Name == "torch.library.custom_op" ||
         Name == "torch.library.triton_op" ||
         Name == "torch._library.custom_op" ||
         Name == "torch._library.triton_op";
}

std::string customOpName(const File &F, Node Expr) {
  Node Made;
  if (const Node Function = Expr.is("identifier") ? F.names().definition(Expr)
                                                  : Node()) {
    // @custom_op("ns::op", mutates_args=())
    for (const Node &D : Function.parent().children())
      if (const auto Parts = D.children();
          D.is("decorator") && !Parts.empty() && isCustomOpCall(F, Parts[0]))
        Made = Parts[0];
  } else {
    Made = F.values().resolved(Expr);
    // custom_op("ns::op", mutates_args=())(fn)
    if (Made.is("call") && Made.field("function").is("call"))
      Made = Made.field("function");
  }
  if (!isCustomOpCall(F, Made))
    return "";
  const Node Name = argumentOf(Made, 0, "name");
  return Name ? F.values().wholeString(Name).value_or("") : "";
}

Node argumentOf(Node Call, size_t Position, StringRef Name) {
  const auto Arguments = Call.field("arguments").children();
  for (const Node &A : Arguments)
    if (A.is("keyword_argument") && A.field("name").text() == Name)
      return A.field("value");
  for (const Node &A : Arguments) {
    if (A.isAnyOf({"list_splat", "dictionary_splat"}))
      return {};
    if (!A.is("keyword_argument") && Position-- == 0)
      return A;
  }
  return {};
}

} // namespace aoti_tidy::python
