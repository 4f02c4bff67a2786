// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that a fake calls: see FakeValues.h.
#include "checks/lib/script/Members.h"
#include "checks/lib/script/Modules.h"
#include "checks/symint-meta/FakeMethods.h"
#include "checks/symint-meta/FakeParameters.h"
#include "checks/symint-meta/FakeValues.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxCalls = 2;     ///< helpers of helpers
constexpr unsigned MaxCondition = 8; ///< 'not (a and not b)'
constexpr size_t MaxReturns = 16;    ///< of a helper
constexpr unsigned MaxReads = 2048;  ///< of helpers, in one file

/// What the functions of a file return.
class Returns {
public:
  explicit Returns(const File &) {}

  /// The values of the returns of \p Function; none once the file has asked for
  /// too many.
  llvm::ArrayRef<Node> of(Node Function) {
    if (!Left || !--Left)
      return {};
    const auto [At, IsNew] = ByFunction.try_emplace(Function.id());
    if (IsNew)
      forEachNode(Function.field("body"), [&](Node N) {
        // What a lambda returns is all of it.
        if (Function.is("lambda") && At->second.empty())
          At->second.push_back(N);
        if (N.is("return_statement") && At->second.size() < MaxReturns)
          if (const auto Below = N.children(); Below.size() == 1)
            At->second.push_back(Below.front());
        return !N.isAnyOf(
            {"function_definition", "class_definition", "lambda"});
      });
    return At->second;
  }

private:
  std::map<const void *, std::vector<Node>> ByFunction;
  unsigned Left = MaxReads;
};

/// The method of \p Class by that name.
FakeValues::Callee methodOf(const FakeClass &Class, StringRef Method,
                            bool IsOfObject) {
  const ClassMember Found = Class.member(Method);
  if (!Found.Is.Function ||
      (IsOfObject && Class.In->index<Methods>().isOverridden(Class.At, Method)))
    return {};
  const bool IsStatic = Found.Is.isStatic(), IsOfClass = Found.Is.isOfClass();
  if (Found.Is.Decorators.size() > size_t(IsStatic || IsOfClass))
    return {};
  return {Found.At, size_t(IsOfClass || (IsOfObject && !IsStatic) ? 1 : 0),
          Found.In};
}

/// The method that \p Name, 'Shapes.rows' or 'self.rows', stands for.
FakeValues::Callee methodCalled(Node Name, const File &F) {
  const Node Object = Name.field("object");
  if (!Object.is("identifier"))
    return {};
  const Node OfSelf = classOfSelf(Object, F);
  const Node Class = OfSelf ? OfSelf : F.names().definition(Object);
  return Class.is("class_definition")
             ? methodOf({&F, Class}, Name.field("attribute").text(),
                        bool(OfSelf))
             : FakeValues::Callee();
}

/// Whether \p Decorator leaves what a function does as it is, symbols and all.
bool isTransparent(const File &F, Node Decorator) {
  const auto Of = Decorator.children();
  if (Of.size() != 1)
    return false;
  const auto Name = F.names().qualifiedName(
      Of[0].is("call") ? Of[0].field("function") : Of[0]);
  return Name &&
         llvm::is_contained(
             {"torch._dynamo.allow_in_graph", "torch._dynamo.disable",
              "torch.compiler.allow_in_graph", "torch.compiler.disable",
              "torch.enable_grad", "torch.fx.wrap", "torch.inference_mode",
              "torch.jit.ignore", "torch.jit.unused", "torch.no_grad",
              "typing.final", "typing.no_type_check"},
             StringRef(*Name));
}

/// Whether something may make another function of \p Definition.
bool isDecorated(const File &F, Node Definition) {
  const Node Around = Definition.parent();
  return Around.is("decorated_definition") &&
         llvm::any_of(Around.children(), [&](Node N) {
           return N.is("decorator") && !isTransparent(F, N);
         });
}

/// What \p Name, 'shapes.rows' after an import, stands for in its module.
FakeValues::Callee importedFunction(const File &F, Node Name) {
  const auto Dotted = F.names().qualifiedName(Name);
  const ModuleMember Found =
      Dotted ? importedMember(F, *Dotted) : ModuleMember();
  if (!Found)
    return {};
  if (!Found.Attribute.empty())
    return methodOf({Found.In, Found.At}, Found.Attribute,
                    /*IsOfObject=*/false);
  return Found.At.is("lambda") || (Found.At.is("function_definition") &&
                                   !isDecorated(*Found.In, Found.At))
             ? FakeValues::Callee{Found.At, 0, Found.In}
             : FakeValues::Callee();
}

} // namespace

FakeValues::Callee FakeValues::functionNamed(const File &F, Node Name) {
  if (Name.is("attribute")) {
    const Callee Method = methodCalled(Name, F);
    return Method.Function ? Method : importedFunction(F, Name);
  }
  // half = lambda n: n // 2
  if (const Node Value = F.values().resolved(Name); Value.is("lambda"))
    return {Value, 0, &F};
  const Node Function = F.names().definition(Name);
  if (!Function)
    return importedFunction(F, Name);
  return Function.is("function_definition") && !isDecorated(F, Function)
             ? Callee{Function, 0, &F}
             : Callee();
}

/// \p Value as a constant in the text.
static std::optional<FakeConstant> constantOf(const File &F, Node Value) {
  if (!Value)
    return std::nullopt;
  const auto IsTrue = F.values().booleanOf(Value);
  const auto Number = F.values().integerOf(Value);
  if (IsTrue || Number)
    return IsTrue.value_or(false) || Number.value_or(0) ? FakeConstant::True
                                                        : FakeConstant::False;
  return F.values().isNone(Value) ? std::optional(FakeConstant::None)
                                  : std::nullopt;
}

std::optional<bool> FakeValues::truthOf(Node Condition, unsigned Depth) const {
  if (Depth > MaxCondition)
    return std::nullopt;
  const auto Parts = Condition.children();
  if (Condition.is("parenthesized_expression") && Parts.size() == 1)
    return truthOf(Parts.front(), Depth + 1);
  if (Condition.is("not_operator")) {
    const auto Is = truthOf(Condition.field("argument"), Depth + 1);
    return Is ? std::optional(!*Is) : std::nullopt;
  }
  if (Condition.is("boolean_operator")) {
    const bool IsOr = Condition.field("operator").text() == "or";
    const auto A = truthOf(Condition.field("left"), Depth + 1);
    const auto B = truthOf(Condition.field("right"), Depth + 1);
    if (A == IsOr || B == IsOr)
      return IsOr;
    return A && B ? std::optional(!IsOr) : std::nullopt;
  }
  const auto ConstantOf = [&](Node Use) -> std::optional<FakeConstant> {
    const auto P = Use.is("identifier") ? parameter(Use) : std::nullopt;
    const auto At = P ? Constants.find(*P) : Constants.end();
    return At != Constants.end() ? std::optional(At->second) : std::nullopt;
  };
  // n is None, n is not None
  if (Condition.is("comparison_operator") && Parts.size() == 2 &&
      Parts[1].is("none")) {
    const auto Constant = ConstantOf(Parts[0]);
    const auto Operators = Condition.allChildren();
    const auto Has = [&](StringRef Text) {
      return llvm::any_of(
          Operators, [&](Node N) { return N.isToken() && N.text() == Text; });
    };
    if (!Constant || !(Has("is") || Has("is not")))
      return std::nullopt;
    return (Constant == FakeConstant::None) == !Has("is not");
  }
  if (const auto Constant = ConstantOf(Condition))
    return Constant == FakeConstant::True;
  const auto Is =
      Condition.is("identifier") ? std::nullopt : constantOf(F, Condition);
  return Is && *Is != FakeConstant::None
             ? std::optional(Is == FakeConstant::True)
             : std::nullopt;
}

/// Whether \p Splat hands on all that the function is given: '*args',
/// '**kwargs' of its own parameters.
bool FakeValues::handsOn(Node Splat) const {
  const auto Of = Splat.children();
  const Node Target = Of.size() == 1 ? F.names().bindingOf(Of.front()) : Node();
  return Target.parent().isAnyOf(
             {"list_splat_pattern", "dictionary_splat_pattern"}) &&
         Names::scopeOf(Target) == Function;
}

FakeValues::Given FakeValues::givenTo(const Callee &Called, Node Call) const {
  const auto Parameters = parametersOf(Called.Function);
  Given Result;
  Result.IsCall = true;
  Result.Self = Called.Self;
  size_t Position = Called.Bound;
  const auto Arguments = argumentsOf(Call);
  llvm::SmallVector<StringRef, 8> Named;
  bool IsAll = true; // that is given
  for (auto It = Arguments.begin(); It != Arguments.end(); ++It) {
    const Node &A = *It;
    IsAll &= !A.isSplat() && !A.isError();
    const bool IsNamed = A.is("keyword_argument");
    // def f(*args, **kwargs): return g(*args, **kwargs)
    if (A.isSplat() && handsOn(A))
      for (const FakeParameter &P :
           llvm::drop_begin(Parameters, std::min(Position, Parameters.size())))
        Result.MaybeTensors.push_back(P.Name.text());
    if (A.is("dictionary_splat"))
      continue;
    if (!IsNamed && Position >= Parameters.size())
      break;
    // def empty(*sizes), empty(*x.shape), empty(x.shape[0], x.shape[1])
    if (!IsNamed && Parameters[Position].IsSplat) {
      if (llvm::all_of(llvm::make_range(It, Arguments.end()), [&](Node Rest) {
            return Rest.isSplat() && Rest.children().size() == 1
                       ? isSizes(Rest.children().front())
                       : isSize(Rest);
          }))
        Result.SizeLists.push_back(Parameters[Position].Name.text());
      break;
    }
    if (A.isSplat()) {
      // def empty(rows, columns), empty(*x.shape)
      if (A.children().size() == 1 && isSizes(A.children().front()))
        for (; Position < Parameters.size() && !Parameters[Position].IsSplat;
             ++Position)
          Result.Sizes.push_back(Parameters[Position].Name.text());
      break;
    }
    const StringRef Name =
        IsNamed ? A.field("name").text() : Parameters[Position++].Name.text();
    const Node Value = IsNamed ? A.field("value") : A;
    Named.push_back(Name);
    if (const auto Constant = constantOf(F, Value))
      Result.Constants.push_back({Name, *Constant});
    else if (isTensor(Value)) {
      Result.Tensors.push_back(Name);
      if (!isSizedTensor(Value))
        Result.OfModel.push_back(Name);
    } else if (isSize(Value))
      Result.Sizes.push_back(Name);
    else if (isSizes(Value))
      Result.SizeLists.push_back(Name);
    else if (isTensorList(Value))
      Result.TensorLists.push_back(Name);
    else if (isComputed(Value))
      Result.MaybeTensors.push_back(Name);
  }
  // What is not given is the default.
  for (const FakeParameter &P : Parameters)
    if (const auto Default = constantOf(*Called.In, P.Declared.field("value"));
        IsAll && Default && !llvm::is_contained(Named, P.Name.text()))
      Result.Constants.push_back({P.Name.text(), *Default});
  return Result;
}

/// What the expressions of \p Called stand for. Nothing if too many calls lead
/// there.
std::optional<FakeValues> FakeValues::insideOf(const Callee &Called,
                                               const Given &Known) const {
  if (CallDepth >= MaxCalls || !Called.Function || Called.Function == Function)
    return std::nullopt;
  FakeValues Result(*Called.In, Called.Function, Known);
  Result.CallDepth = CallDepth + 1;
  return Result;
}

/// What \p Called returns; nothing if it is not known.
llvm::ArrayRef<Node> FakeValues::returnsOf(const Callee &Called) {
  return Called.Function ? Called.In->index<Returns>().of(Called.Function)
                         : llvm::ArrayRef<Node>();
}

/// Whether \p Call calls a function in sight that returns, on one of its
/// ways, something of which \p Is is true.
bool FakeValues::isReturned(
    Node Call, llvm::function_ref<bool(const FakeValues &, Node)> Is) const {
  Call = F.values().resolved(Call);
  const Callee Called =
      CallDepth < MaxCalls && Call.isAnyOf({"attribute", "call"})
          ? calleeOf(Call)
          : Callee();
  const auto Values = returnsOf(Called);
  if (Values.empty())
    return false;
  const auto Inside = insideOf(Called, givenTo(Called, Call));
  return Inside && llvm::any_of(Values, [&](Node V) { return Is(*Inside, V); });
}

/// Whether \p Called returns one of the tensors of \p Known, on each of its
/// ways that do not return None; at \p Index, if it returns several things.
bool FakeValues::isReturnedTensor(const Callee &Called, Given Known,
                                  std::optional<int64_t> Index,
                                  Of Which) const {
  if (Known.Tensors.empty() && (!Known.Self || Known.Self->Tensors.empty()))
    return false;
  Known.IsAll = true;
  const auto Inside = insideOf(Called, Known);
  const auto Values = Inside ? returnsOf(Called) : llvm::ArrayRef<Node>();
  return !Values.empty() &&
         (Index ? llvm::all_of(Values,
                               [&](Node V) {
                                 return Inside->isTensorAt(V, *Index, Which, 0);
                               })
                : Inside->areTensors(Values, Which, 0));
}

} // namespace aoti_tidy::python
