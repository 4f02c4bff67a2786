// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of a fake's expressions is a size: see FakeValues.h.
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeLists.h"
#include "checks/symint-meta/FakeValues.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 24;
constexpr unsigned MaxCalls = 2;    ///< helpers of helpers
constexpr size_t MaxReturns = 16;   ///< of a helper
constexpr unsigned MaxReads = 2048; ///< of helpers, in one file

bool isOneOf(StringRef Name, llvm::ArrayRef<StringRef> Names) {
  return llvm::is_contained(Names, Name);
}

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

/// Where \p Target is in a pattern of targets: 'a' in '(a, b), c' is 0 of 0.
/// From the back, as -1, where a '*' stands in front of it.
struct Place {
  Node Holder; ///< of the pattern: assignment, for_statement, ...
  llvm::SmallVector<size_t, 2> Path;
  bool IsSplat = false; ///< the target is '*b'
  int64_t Index = 0;    ///< of the outermost pattern, negative from the back
};

bool isPattern(Node N) {
  return N.isAnyOf({"pattern_list", "tuple_pattern", "list_pattern"});
}

Place placeOf(Node Target) {
  Place Result;
  Node At = Target;
  if (At.parent().is("list_splat_pattern")) {
    Result.IsSplat = true;
    At = At.parent();
  }
  for (Node Parent = At.parent(); isPattern(Parent);
       At = Parent, Parent = At.parent()) {
    const auto Targets = Parent.children();
    const auto *Found = llvm::find(Targets, At);
    const size_t Index = Found - Targets.begin();
    const bool IsAfterSplat =
        std::any_of(Targets.begin(), Found, [](Node N) { return N.isSplat(); });
    Result.Index = IsAfterSplat ? int64_t(Index) - int64_t(Targets.size())
                                : int64_t(Index);
    Result.Path.insert(Result.Path.begin(), Index);
  }
  Result.Holder = At.parent();
  return Result;
}

} // namespace

Node FakeValues::calledFunction(const File &F, Node Call) {
  const Node Function = F.names().definition(Call.field("function"));
  return Function.is("function_definition") &&
                 !Function.parent().is("decorated_definition")
             ? Function
             : Node();
}

FakeValues::Given FakeValues::givenTo(Node Function, Node Call) const {
  const FakeValues Callee(F, Function);
  Given Result;
  size_t Position = 0;
  for (const Node &A : Call.field("arguments").children()) {
    if (A.isSplat())
      break;
    const bool IsNamed = A.is("keyword_argument");
    if (!IsNamed && Position >= Callee.parameters().size())
      break;
    const StringRef Name = IsNamed ? A.field("name").text()
                                   : Callee.parameters()[Position++].text();
    const Node Value = IsNamed ? A.field("value") : A;
    if (isTensor(Value))
      Result.Tensors.push_back(Name);
    else if (isSize(Value))
      Result.Sizes.push_back(Name);
    else if (isSizes(Value))
      Result.SizeLists.push_back(Name);
  }
  return Result;
}

/// Whether \p Call calls a function of the file that returns, on one of its
/// ways, something of which \p Is is true.
bool FakeValues::isReturned(
    Node Call, llvm::function_ref<bool(const FakeValues &, Node)> Is) const {
  Call = F.values().resolved(Call);
  const Node Called = CallDepth < MaxCalls && Call.is("call")
                          ? calledFunction(F, Call)
                          : Node();
  if (!Called || Called == Function)
    return false;
  const auto Values = F.index<Returns>().of(Called);
  if (Values.empty())
    return false;
  FakeValues Callee(F, Called, givenTo(Called, Call));
  Callee.CallDepth = CallDepth + 1;
  return llvm::any_of(Values, [&](Node V) { return Is(Callee, V); });
}

/// The tensor that has the sizes of \p Expr, as far as it is a part of it, or
/// made of it by methods: 'x' in 'x[0].contiguous()'.
static Node ownerOf(Node Expr, const File &F) {
  for (unsigned Steps = 0; Steps < MaxDepth; ++Steps) {
    Expr = F.values().resolved(Expr);
    if (Expr.is("subscript"))
      Expr = Expr.field("value");
    else if (const auto Call = methodCall(Expr))
      Expr = Call->Object;
    else
      break;
  }
  return Expr;
}

bool FakeValues::isSizedTensor(Node Expr, unsigned Depth) const {
  if (!isTensor(Expr, Depth + 1))
    return false;
  const StringRef Name = ownerOf(Expr, F).text();
  return Name != "bias" && Name != "weight" && Name != "qweight" &&
         !Name.ends_with("_bias") && !Name.ends_with("_weight");
}

/// x.shape, x.size(), x.stride(), a parameter that is one
bool FakeValues::isShape(Node Expr, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  Expr = F.values().resolved(Expr);
  if (Expr.is("identifier")) {
    const auto P = parameter(Expr);
    return P ? SizeLists.contains(*P)
             : isSizesAsTarget(F.names().bindingOf(Expr), Depth + 1);
  }
  if (Expr.is("attribute"))
    return Expr.field("attribute").text() == "shape" &&
           isSizedTensor(Expr.field("object"), Depth + 1);
  if (const auto Call = methodCall(Expr);
      Call && Call->Name == "size" && Call->Arguments.empty())
    return isSizedTensor(Call->Object, Depth + 1);
  return isReturned(Expr,
                    [](const FakeValues &V, Node Of) { return V.isSizes(Of); });
}

bool FakeValues::isPartOfSizes(const ListPart &P, unsigned Depth) const {
  return P.What == ListPart::Kind::Other ? isShape(P.Value, Depth + 1)
                                         : isSize(P.Value, Depth + 1);
}

bool FakeValues::isSizes(Node Expr, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  const ListParts List = listParts(F, Expr);
  const auto IsSize = [&](Node Value) { return isSize(Value, Depth + 1); };
  return !List.Parts.empty() &&
         llvm::all_of(
             List.Parts,
             [&](const ListPart &P) { return isPartOfSizes(P, Depth + 1); }) &&
         llvm::all_of(List.Replaced, [&](const ListParts::Replacement &R) {
           return IsSize(R.Value);
         });
}

bool FakeValues::hasSizes(Node Expr, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  const ListParts List = listParts(F, Expr);
  return llvm::any_of(
             List.Parts,
             [&](const ListPart &P) { return isPartOfSizes(P, Depth + 1); }) ||
         llvm::any_of(List.Replaced,
                      [&](const ListParts::Replacement &R) {
                        return isSize(R.Value, Depth + 1);
                      }) ||
         isReturned(
             Expr, [](const FakeValues &V, Node Of) { return V.hasSizes(Of); });
}

/// The element that \p Index counts from the front, or, if it is negative, from
/// the back.
bool FakeValues::isSizeAt(const ListParts &List, int64_t Index,
                          unsigned Depth) const {
  auto Parts = List.Parts;
  if (Index < 0)
    std::reverse(Parts.begin(), Parts.end());
  int64_t Left = Index < 0 ? -(Index + 1) : Index;
  for (size_t I = 0; I < Parts.size(); ++I, --Left) {
    if (Parts[I].What == ListPart::Kind::Element) {
      if (Left == 0)
        return isSize(Parts[I].Value, Depth + 1);
      continue;
    }
    // Any number of elements: it may be one of these, or one behind them. A
    // shape has at least one.
    const auto IsSize = [&](const ListPart &P) {
      return isPartOfSizes(P, Depth + 1);
    };
    return (Left == 0 && Parts[I].What == ListPart::Kind::Other &&
            IsSize(Parts[I])) ||
           llvm::all_of(llvm::drop_begin(Parts, I), IsSize);
  }
  return false;
}

/// List[Index]
bool FakeValues::isSizeAt(Node List, Node Index, unsigned Depth) const {
  const ListParts Of = listParts(F, List);
  const auto Number = F.values().integerOf(Index);
  for (const ListParts::Replacement &R : llvm::reverse(Of.Replaced))
    if (R.Index.text() == Index.text() ||
        (Number && F.values().integerOf(R.Index) == Number))
      return isSize(R.Value, Depth + 1);
  if (Number ? isSizeAt(Of, *Number, Depth + 1) : hasSizes(List, Depth + 1))
    return true;
  // {"rows": x.shape[0]}["rows"]
  const auto Entries = F.values().dictOf(List);
  const auto Key = Entries ? F.values().wholeString(Index) : std::nullopt;
  if (Key)
    for (const Dict::Entry &E : Entries->Entries)
      if (E.Name == Key)
        return isSize(E.Value, Depth + 1);
  return Number && isReturned(List, [&](const FakeValues &V, Node Returned) {
           return V.isSizeAt(listParts(F, Returned), *Number, 0);
         });
}

/// What a loop over \p Over gives to the target at \p Path.
bool FakeValues::isSizeInLoop(Node Over, llvm::ArrayRef<size_t> Path,
                              unsigned Depth) const {
  for (; Depth <= MaxDepth; ++Depth) {
    if (Path.empty())
      return hasSizes(Over, Depth + 1);
    // for i, (a, b) in enumerate(zip(x.shape, y.shape))
    const Node Call = F.values().resolved(Over);
    const auto Name = F.names().qualifiedName(Call.field("function"));
    const auto Arguments = Call.field("arguments").children();
    if (!Name || Path.front() >= 8)
      return false;
    const size_t Argument = *Name == "builtins.zip" ? Path.front()
                            : *Name == "builtins.enumerate" && Path.front() == 1
                                ? 0
                                : Arguments.size();
    if (Argument >= Arguments.size())
      return false;
    Over = Arguments[Argument];
    Path = Path.drop_front();
  }
  return false;
}

/// 'm, n = x.shape', 'for d in x.shape', '[d for d in x.shape]'.
bool FakeValues::isSizeAsTarget(Node Target, unsigned Depth) const {
  const Place At = placeOf(Target);
  if (Depth > MaxDepth || At.IsSplat)
    return false;
  if (At.Holder.isAnyOf({"for_statement", "for_in_clause"}))
    return isSizeInLoop(At.Holder.field("right"), At.Path, Depth + 1);
  const Node Right = At.Holder.field("right");
  if (!At.Holder.is("assignment") || At.Path.size() != 1)
    return false;
  return isSizeAt(listParts(F, Right), At.Index, Depth + 1) ||
         isReturned(Right, [&](const FakeValues &V, Node Returned) {
           return V.isSizeAt(listParts(F, Returned), At.Index, 0);
         });
}

/// '*b, n = x.shape'
bool FakeValues::isSizesAsTarget(Node Target, unsigned Depth) const {
  if (!Target.parent().is("list_splat_pattern"))
    return false;
  const Place At = placeOf(Target);
  return At.Holder.is("assignment") &&
         isSizes(At.Holder.field("right"), Depth + 1);
}

/// A name that has several values, or one that is computed step by step.
bool FakeValues::isSizeAsVariable(Node Use, unsigned Depth) const {
  for (const Origin &O : F.names().originsOf(Use)) {
    const Node Holder = O.Target.parent();
    if (O.Given ? isSize(O.Given, Depth + 1)
                : isSizeAsTarget(O.Target, Depth + 1))
      return true;
    if (!Holder.is("augmented_assignment"))
      continue;
    // n += x.shape[0]; n //= 2, which was a size before
    if (isSize(Holder.field("right"), Depth + 1))
      return true;
    Node Before;
    for (const Node &Other : F.names().occurrences(Use))
      if (Other.begin() < O.Target.begin() && Other.parent().is("assignment") &&
          Other.parent().field("left") == Other)
        Before = Other.parent().field("right");
    if (Before && isSize(Before, Depth + 1))
      return true;
  }
  return false;
}

bool FakeValues::isSize(Node Expr, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  Expr = F.values().resolved(Expr);
  // A name that leads to itself is none by that.
  const auto [At, IsNew] = KnownSizes.try_emplace(Expr.id(), false);
  if (!IsNew)
    return At->second;
  const bool Result = computeIsSize(Expr, Depth);
  return KnownSizes[Expr.id()] = Result;
}

bool FakeValues::computeIsSize(Node Expr, unsigned Depth) const {
  if (Expr.is("identifier")) {
    const auto P = parameter(Expr);
    return P ? Sizes.contains(*P) : isSizeAsVariable(Expr, Depth + 1);
  }
  if (Expr.is("subscript"))
    return !Expr.field("subscript").is("slice") &&
           isSizeAt(Expr.field("value"), Expr.field("subscript"), Depth + 1);
  if (Expr.is("unary_operator"))
    return isSize(Expr.field("argument"), Depth + 1);
  if (Expr.is("conditional_expression")) {
    const auto Parts = Expr.children();
    return Parts.size() == 3 &&
           (isSize(Parts[0], Depth + 1) || isSize(Parts[2], Depth + 1));
  }
  if (Expr.is("binary_operator")) {
    const Node Left = Expr.field("left"), Right = Expr.field("right");
    if (Left.isAnyOf({"list", "tuple", "string"}) ||
        Right.isAnyOf({"list", "tuple", "string"}))
      return false;
    return isSize(Left, Depth + 1) || isSize(Right, Depth + 1);
  }
  return Expr.is("call") && isSizeCall(Expr, Depth);
}

bool FakeValues::isSizeCall(Node Call, unsigned Depth) const {
  const auto Arguments = Call.field("arguments").children();
  if (const auto Method = methodCall(Call)) {
    if (isOneOf(Method->Name, {"numel", "nelement", "storage_offset"}) &&
        Arguments.empty())
      return isSizedTensor(Method->Object, Depth + 1);
    // The last stride is 1.
    if (isOneOf(Method->Name, {"size", "stride"}) && Arguments.size() == 1)
      return (Method->Name == "size" ||
              F.values().integerOf(Arguments.front()) != -1) &&
             isSizedTensor(Method->Object, Depth + 1);
  }
  const auto Name = F.names().qualifiedName(Call.field("function"));
  if (!Name)
    return isReturned(
        Call, [](const FakeValues &V, Node Of) { return V.isSize(Of); });
  if (isOneOf(*Name, {"math.prod", "builtins.sum", "builtins.max",
                      "builtins.min", "numpy.prod", torchname::SymSum}) &&
      Arguments.size() == 1)
    return hasSizes(Arguments[0], Depth + 1);
  return isOneOf(*Name,
                 {"math.ceil", "math.floor", "math.pow", "math.trunc",
                  "builtins.max", "builtins.min", "builtins.round",
                  "builtins.abs", torchname::SymMax, torchname::SymMin}) &&
         llvm::any_of(Arguments, [&](Node A) { return isSize(A, Depth + 1); });
}

bool FakeValues::isInteger(Node Size, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  Size = F.values().resolved(Size);
  const auto IsInteger = [&](Node N) { return isInteger(N, Depth + 1); };
  if (Size.is("integer"))
    return true;
  if (Size.is("unary_operator"))
    return IsInteger(Size.field("argument"));
  if (Size.is("identifier")) {
    const auto P = parameter(Size);
    if (P)
      return Sizes.contains(*P);
    // m, n = x.shape
    const Place At = placeOf(F.names().bindingOf(Size));
    const ListParts List = listParts(F, At.Holder.field("right"));
    return List.Replaced.empty() &&
           llvm::all_of(List.Parts, [&](const ListPart &P) {
             return P.What == ListPart::Kind::Other &&
                    isShape(P.Value, Depth + 1);
           });
  }
  if (Size.is("binary_operator"))
    return !isOneOf(Size.field("operator").text(), {"/", "**"}) &&
           IsInteger(Size.field("left")) && IsInteger(Size.field("right"));
  if (Size.is("subscript")) {
    const ListParts List = listParts(F, Size.field("value"));
    return List.Replaced.empty() && !List.Parts.empty() &&
           llvm::all_of(List.Parts, [&](const ListPart &P) {
             return P.What == ListPart::Kind::Other
                        ? isShape(P.Value, Depth + 1)
                        : IsInteger(P.Value);
           });
  }
  if (!Size.is("call"))
    return false;
  const auto Name = F.names().qualifiedName(Size.field("function"));
  const auto Arguments = Size.field("arguments").children();
  if (!Name)
    return methodCall(Size) && isSize(Size, Depth + 1);
  // They make an integer of what they are given, and keep it a symbol.
  if (isOneOf(*Name, {"math.ceil", "math.floor"}))
    return true;
  return isOneOf(*Name, {"builtins.max", "builtins.min"}) &&
         Arguments.size() > 1 && llvm::all_of(Arguments, IsInteger);
}

} // namespace aoti_tidy::python
