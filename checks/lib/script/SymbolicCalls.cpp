// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values of calls: see SymbolicFunction.h and SymbolicCalls.def.
#include "checks/lib/script/SymbolicFunction.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The result of a call: SymbolicCalls.def has the meaning.
enum class Gives : uint8_t {
  Nothing,
  List,
  Scattered,
  Reduced,
  Number,
  Integer,
  Real,
  Fixed,
  Sized,
  SizedOnce,
  Scalar,
  Same,
  Computed,
  View,
};

Gives givenByFunction(StringRef Name) {
  return llvm::StringSwitch<Gives>(Name)
#define SYMBOLIC_FUNCTIONS(GIVES, ...) .Cases({__VA_ARGS__}, Gives::GIVES)
#define SYMBOLIC_METHODS(GIVES, ...)
#include "checks/lib/script/SymbolicCalls.def"
      .Default(Gives::Nothing);
}

Gives givenByMethod(StringRef Name) {
  return llvm::StringSwitch<Gives>(Name)
#define SYMBOLIC_FUNCTIONS(GIVES, ...)
#define SYMBOLIC_METHODS(GIVES, ...) .Cases({__VA_ARGS__}, Gives::GIVES)
#include "checks/lib/script/SymbolicCalls.def"
      .Default(Gives::Nothing);
}

constexpr unsigned MaxCalls = 2;  ///< helpers of helpers
constexpr size_t MaxReturns = 16; ///< of a helper

bool makesTensor(Gives What) {
  return What == Gives::Sized || What == Gives::SizedOnce ||
         What == Gives::View;
}

} // namespace

std::optional<MethodCall> methodCall(const File &F, Node Expr) {
  const Node Callee = Expr.field("function");
  if (!Expr.is("call") || !Callee.is("attribute") ||
      F.names().qualifiedName(Callee))
    return std::nullopt;
  return MethodCall{Callee.field("object"), Callee.field("attribute").text(),
                    argumentsOf(Expr)};
}

llvm::SmallVector<Node, 4> SymbolicFunction::sizesGiven(Node Call) {
  const Node Callee = Call.field("function");
  const auto Name = F.names().qualifiedName(Callee);
  const Gives What = Name ? givenByFunction(*Name)
                          : givenByMethod(Callee.field("attribute").text());
  if (!makesTensor(What) ||
      (What == Gives::View && !of(Callee.field("object")).isTensorWithData()))
    return {};
  llvm::SmallVector<Node, 4> Result;
  bool HasPositional = false;
  for (const Node &A : argumentsOf(Call)) {
    if (A.is("keyword_argument")) {
      if (A.field("name").text() == "size")
        Result.push_back(A.field("value"));
    } else if (!A.is("dictionary_splat") &&
               !(What == Gives::SizedOnce && HasPositional)) {
      HasPositional = true;
      Result.push_back(A);
    }
  }
  return Result;
}

/// The tensor that \p Call makes, a view of \p Of if that is not null.
SymbolicValue SymbolicFunction::made(Node Call, const SymbolicValue *Of) {
  const auto Given = sizesGiven(Call);
  SymbolicValue Sizes = Given.size() == 1 && !Given.front().isSplat()
                            ? of(Given.front())
                            : SymbolicValue();
  if (!Sizes.is(Kind::List))
    Sizes = listOf(Given);
  auto Result = SymbolicValue::of(Kind::Tensor);
  Result.HasData = Of && Of->HasData;
  Result.IsCounted = Sizes.IsCounted;
  std::vector<SymbolicValue> All = Sizes.elements();
  // The size '-1' takes the rest of a tensor's sizes.
  for (auto [Size, Argument] : llvm::zip(All, Given))
    if (Of && Of->isSized() && F.values().integerOf(Argument) == -1)
      Size = SymbolicValue::size(true, false);
  Result.Elements =
      std::make_shared<const std::vector<SymbolicValue>>(std::move(All));
  return Result;
}

SymbolicValue SymbolicFunction::method(const MethodCall &Call, Node Expr) {
  const SymbolicValue Of = this->of(Call.Object);
  const auto Index = Call.Arguments.size() == 1
                         ? F.values().integerOf(Call.Arguments.front())
                         : std::nullopt;
  if (Of.is(Kind::List))
    return Call.Name == "copy" ? Of : SymbolicValue();
  const Gives What = givenByMethod(Call.Name);
  if (What == Gives::Sized || What == Gives::SizedOnce)
    return made(Expr, nullptr);
  if (!Of.is(Kind::Tensor))
    return {};
  if (Call.Name == "size") {
    const SymbolicValue Shape = Of.shape();
    return Call.Arguments.empty() ? Shape
           : Index                ? Shape.at(*Index)
           : Of.isSized()         ? SymbolicValue::size(true, true)
                                  : SymbolicValue();
  }
  // The last stride is 1.
  if (Call.Name == "stride")
    return Of.isSized() && Call.Arguments.size() == 1 && Index != -1
               ? SymbolicValue::size(true, false)
               : SymbolicValue();
  if (Call.Name == "numel" || Call.Name == "nelement" ||
      Call.Name == "storage_offset")
    return Of.isSized() ? SymbolicValue::size(true, false) : SymbolicValue();
  if (!Of.HasData)
    return {};
  if (Call.Name == "item")
    return SymbolicValue::datum();
  if (Call.Name == "tolist")
    return SymbolicValue::list({SymbolicValue::datum()}, false);
  SymbolicValue Result = Of;
  Result.Elements = nullptr;
  switch (What) {
  case Gives::View:
    return made(Expr, &Of);
  case Gives::Same:
    return Result;
  case Gives::Scalar:
    // x.max(dim) is a pair.
    if (!Call.Arguments.empty() && (Call.Name == "max" || Call.Name == "min"))
      return {};
    [[fallthrough]];
  case Gives::Computed:
    Result.HasSizes = false;
    return Result;
  default:
    return {};
  }
}

SymbolicValue SymbolicFunction::function(StringRef Name, Node Call) {
  const auto Arguments = argumentsOf(Call);
  const Gives What = givenByFunction(Name);
  if (makesTensor(What))
    return made(Call, nullptr);
  if (Arguments.empty() || Arguments.front().isSplat())
    return {};
  SymbolicValue First = of(Arguments.front());
  if (isIn(Name, torchname::Torch) && Name.ends_with("_like"))
    return First;
  // functools.reduce(operator.mul, x.shape, 1)
  if (Name == "functools.reduce" && Arguments.size() > 1)
    return of(Arguments[1]).hasSizes() ? SymbolicValue::size(false, false)
                                       : SymbolicValue();
  const bool IsReduction = What == Gives::Reduced ||
                           (What == Gives::Number && Arguments.size() == 1);
  if (IsReduction && First.is(Kind::List)) {
    const SymbolicValue Any = First.anyElement();
    if (First.hasSizes())
      return SymbolicValue::size(What == Gives::Number && Any.IsInteger, false);
    return Any.is(Kind::Datum) ? Any : SymbolicValue();
  }
  switch (What) {
  case Gives::List:
    return First.is(Kind::List) ? First : SymbolicValue();
  case Gives::Scattered:
    First.IsCounted = false;
    return First.is(Kind::List) ? First : SymbolicValue();
  case Gives::Fixed:
    return SymbolicValue::constant(true);
  case Gives::Scalar:
    First.HasSizes = false;
    return First.isTensorWithData() && Arguments.size() == 1 ? First
                                                             : SymbolicValue();
  case Gives::Number:
  case Gives::Integer:
  case Gives::Real: {
    bool HasSize = false, AreIntegers = What == Gives::Number;
    for (const Node &A : Arguments) {
      const SymbolicValue V = of(A);
      HasSize |= V.is(Kind::Size);
      AreIntegers &= V.IsInteger;
    }
    return HasSize ? SymbolicValue::size(AreIntegers || What == Gives::Integer,
                                         false)
                   : SymbolicValue();
  }
  default:
    return {};
  }
}

SymbolicValue SymbolicFunction::call(Node Expr) {
  if (const auto Name = F.names().qualifiedName(Expr.field("function")))
    return function(*Name, Expr);
  if (SymbolicFunction *Helper = called(Expr))
    return Helper->returned();
  const auto Method = methodCall(F, Expr);
  return Method ? method(*Method, Expr) : SymbolicValue();
}

Node SymbolicFunction::functionNamed(Node Callee) const {
  if (!Callee.is("identifier"))
    return {};
  // half = lambda n: n // 2
  if (const Node Value = F.values().resolved(Callee); Value.is("lambda"))
    return Value;
  const Node Named = F.names().definition(Callee);
  return Named.is("function_definition") && !isReplaced(Named, F) ? Named
                                                                  : Node();
}

std::vector<SymbolicValue> SymbolicFunction::givenTo(Node Called, Node Call) {
  const auto All = parametersOf(Called);
  std::vector<SymbolicValue> Result(All.size());
  std::vector<bool> IsGiven(All.size());
  bool AreAllSeen = true;
  size_t Next = 0;
  const auto Give = [&](size_t Index, SymbolicValue V) {
    V.SchemaInt.reset();
    Result[Index] = std::move(V);
    IsGiven[Index] = true;
  };
  for (const Node &A : argumentsOf(Call)) {
    AreAllSeen &= !A.isSplat() && !A.isError();
    if (A.is("keyword_argument")) {
      const StringRef Name = A.field("name").text();
      for (size_t I = 0; I < All.size(); ++I)
        if (All[I].Name.text() == Name)
          Give(I, of(A.field("value")));
    } else if (A.is("list_splat")) {
      // empty(*x.shape)
      const auto Below = A.children();
      const SymbolicValue Of =
          Below.size() == 1 ? of(Below.front()) : SymbolicValue();
      for (size_t I = 0; Of.is(Kind::List) && Next < All.size(); ++Next, ++I)
        Give(Next, All[Next].IsSplat ? Of : Of.at(I));
      Next = All.size();
    } else if (Next < All.size() && All[Next].IsSplat) {
      // def empty(*sizes)
      std::vector<SymbolicValue> Rest = Result[Next].elements();
      Rest.push_back(of(A));
      Give(Next, SymbolicValue::list(std::move(Rest), true));
    } else if (Next < All.size() && !A.isSplat()) {
      Give(Next++, of(A));
    }
  }
  // A parameter without an argument has its default, if that is a constant.
  for (size_t I = 0; AreAllSeen && I < All.size(); ++I)
    if (const SymbolicValue Default = of(All[I].Declared.field("value"));
        !IsGiven[I] && (Default.is(Kind::None) || Default.is(Kind::Constant)))
      Result[I] = Default;
  return Result;
}

SymbolicFunction *SymbolicFunction::called(Node Call) {
  const auto [At, IsNew] = Inner.try_emplace(Call.id());
  if (!IsNew)
    return At->second.get();
  const Node Callee =
      Depth < MaxCalls ? functionNamed(Call.field("function")) : Node();
  if (!Callee || Callee == Function || *Left == 0)
    return nullptr;
  --*Left;
  std::unique_ptr<SymbolicFunction> Made(
      new SymbolicFunction(F, Callee, givenTo(Callee, Call), this));
  return (Inner[Call.id()] = std::move(Made)).get();
}

SymbolicValue SymbolicFunction::returned() {
  if (Result)
    return *Result;
  Result.emplace();
  if (Function.is("lambda"))
    return *(Result = of(Function.field("body")));
  llvm::SmallVector<Node, 4> Returns;
  forEachNode(Function.field("body"), [&](Node N) {
    if (N.is("return_statement") && Returns.size() < MaxReturns)
      if (const auto Below = N.children(); Below.size() == 1)
        Returns.push_back(Below.front());
    return !N.isAnyOf({"function_definition", "class_definition", "lambda"});
  });
  SymbolicValue All;
  for (size_t I = 0; I < Returns.size(); ++I)
    All = I == 0 ? of(Returns[I]) : SymbolicValue::join(All, of(Returns[I]));
  return *(Result = All);
}

} // namespace aoti_tidy::python
