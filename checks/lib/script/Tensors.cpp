// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/Tensors.h"
#include "checks/lib/script/Devices.h"
#include "checks/lib/script/Functions.h"
#include "checks/lib/script/Members.h"
#include "checks/lib/tensor/TensorOpTables.h"
#include "checks/lib/torch/TensorSignatures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// A chain of assignments longer than that is not written by a person.
constexpr unsigned MaxTensorDepth = 64;
/// The limit of one question: a = b + b; b = c + c; ...
constexpr unsigned MaxTensorVisits = 2000;

/// 2j, 1.5J
bool isImaginary(Node Number) {
  const StringRef Text = Number.text();
  return Text.ends_with("j") || Text.ends_with("J");
}

StringRef operatorOf(StringRef Sign) {
  return llvm::StringSwitch<StringRef>(Sign)
      .Case("+", "add")
      .Case("-", "sub")
      .Case("*", "mul")
      .Case("/", "div")
      // These promote types as '*' does.
      .Cases({"**", "//", "%"}, "mul")
      .Default("");
}

/// Whether a use of a tensor may change what it is: x.resize_(3), x.data = y,
/// torch.add(a, b, out=x)
bool changesTensor(Node Use) {
  const Node Parent = Use.parent();
  if (Parent.is("keyword_argument"))
    return Parent.field("name").text() == "out";
  if (!Parent.is("attribute"))
    return false;
  const StringRef Member = Parent.field("attribute").text();
  const Node Above = Parent.parent();
  if (Above.is("call") && Above.field("function") == Parent)
    return Member.ends_with("_") && !keepsMetadata(Member);
  return Member == "data" ||
         (Above.is("assignment") && Above.field("left") == Parent);
}

/// The members of the file's objects that are changed: self.x.resize_(3)
class ChangedMembers {
public:
  explicit ChangedMembers(const File &F) {
    forEachNode(F.tree().root(), [&](Node N) {
      if (N.is("attribute") && changesTensor(N))
        Names.insert(N.field("attribute").text());
      return true;
    });
  }
  bool contains(StringRef Name) const { return Names.contains(Name); }

private:
  llvm::StringSet<> Names;
};

} // namespace

Tensors::Tensors(const File &F) : F(F) {
  const StringRef Text = F.tree().text();
  // torch.set_default_dtype(...), torch.set_default_device(...)
  HasOtherDefaults = Text.contains("set_default_") ||
                     Text.contains("enter_context(") ||
                     Text.contains("__enter__(");
  // with torch.device("cuda"):, with device:
  forEachNode(F.tree().root(), [&](Node N) {
    if (!N.is("with_item"))
      return !HasOtherDefaults;
    Node Entered = N.field("value");
    if (Entered.is("as_pattern") && !Entered.children().empty())
      Entered = Entered.children().front();
    // A name of which it is not known what was entered may be a device, too.
    const Node Known = F.values().resolved(Entered);
    HasOtherDefaults |= Known.is("identifier") ||
                        Entered.text().contains_insensitive("device") ||
                        Known.text().contains_insensitive("device") ||
                        Known.text().contains("FakeTensorMode");
    return false;
  });
}

Node Tensors::expressionAt(Place From) const {
  return From > 0 && From <= Places.size() ? Places[From - 1] : Node();
}

std::optional<TensorValue> Tensors::tensorOf(Node Expr) {
  if (Depth == 0)
    Visits = 0;
  if (Depth >= MaxTensorDepth || ++Visits > MaxTensorVisits)
    return std::nullopt;
  ++Depth;
  auto Result = evaluateExpr(Expr);
  --Depth;
  return Result;
}

std::optional<TensorValue> Tensors::evaluateExpr(Node Expr) {
  Expr = withoutParentheses(Expr);
  if (Expr.is("identifier"))
    return evaluateName(Expr);
  if (Expr.is("call"))
    return evaluateCall(Expr);
  if (Expr.is("binary_operator"))
    return arithmetic(Expr);
  if (Expr.is("subscript"))
    return subscript(Expr);
  if (Expr.is("attribute"))
    return attribute(Expr);
  if (Expr.is("unary_operator") && Expr.field("operator").text() == "-")
    if (const auto Self = tensorOf(Expr.field("argument")))
      return run("neg", Expr, {{"self", *Self}});
  return std::nullopt;
}

/// x.resize_(3), x.data = y, torch.add(a, b, out=x), del x
bool Tensors::mayBeChanged(Node Name) {
  const auto Uses = F.names().occurrences(Name);
  if (Uses.empty())
    return false;
  const auto [It, IsNew] = Changed.try_emplace(Uses.front().id());
  if (!IsNew)
    return It->second;
  return It->second = llvm::any_of(Uses, changesTensor);
}

bool Tensors::mayMemberBeChanged(StringRef Name) const {
  return F.index<ChangedMembers>().contains(Name);
}

/// Whether the variable is handed to a function out of sight, other than by the
/// use \p Name itself: x = torch.empty(0); decode(x); model(x)
bool Tensors::mayBeFilled(Node Name) const {
  return llvm::any_of(F.names().occurrences(Name), [&](Node Use) {
    Node Around = Use.parent();
    while (Around.isAnyOf({"keyword_argument", "list", "tuple", "list_splat"}))
      Around = Around.parent();
    if (Use == Name || !Around.is("argument_list"))
      return false;
    const auto Callee =
        F.names().qualifiedName(Around.parent().field("function"));
    return !Callee || !(StringRef(*Callee).starts_with("torch.") ||
                        StringRef(*Callee).starts_with("builtins."));
  });
}

std::optional<TensorValue> Tensors::evaluateName(Node Name) {
  if (mayBeChanged(Name))
    return std::nullopt;
  Node Given = turnOf(Name);
  if (!Given)
    Given = F.names().assignedValue(Name);
  auto Result = Given ? tensorOf(Given) : parameter(Name);
  // Without elements, it is there to be resized.
  if (Result && Result->Sizes &&
      llvm::is_contained(Result->Sizes->Value, Extent(0)) && mayBeFilled(Name))
    Result = unshaped(std::move(*Result));
  return Result;
}

Value Tensors::listOf(llvm::ArrayRef<Node> Elements) {
  IntList Sizes;
  for (Node E : Elements) {
    if (E.isSplat())
      return UnknownValue();
    Sizes.push_back(extentOf(E));
  }
  return Sizes;
}

/// [[1, 2], [3, 4]]
Value Tensors::dataOf(Node Expr) const {
  DataValue Data;
  Data.Sizes.emplace();
  Node First = F.values().resolved(Expr);
  // How deep it is, by its first elements, of which all others are like.
  while (const auto Elements = F.values().elementsOf(First)) {
    Data.Sizes->push_back(static_cast<int64_t>(Elements->size()));
    if (Elements->empty()) {
      Data.Type = DType::Float;
      return Data;
    }
    First = Elements->front();
  }
  bool AllIntegers = true, AllBooleans = true, AllNumbers = true;
  forEachNode(F.values().resolved(Expr), [&](Node N) {
    if (N.isAnyOf(
            {"list", "tuple", "parenthesized_expression", "unary_operator"}))
      return true;
    AllIntegers &= N.is("integer") && !isImaginary(N);
    AllBooleans &= N.isAnyOf({"true", "false"});
    AllNumbers &= N.isAnyOf({"integer", "float"}) && !isImaginary(N);
    return false;
  });
  if (AllIntegers)
    Data.Type = DType::Long;
  else if (AllBooleans)
    Data.Type = DType::Bool;
  else if (AllNumbers)
    Data.Type = DType::Float;
  else if (!Data.Sizes->empty())
    // Tensors or arrays inside of it have dimensions of their own.
    return UnknownValue();
  if (!Data.Type)
    return UnknownValue();
  return Data;
}

Value Tensors::valueOf(StringRef Parameter, Node Expr) {
  if (F.values().isNone(Expr))
    return NoValue();
  // torch.zeros(2, device=self.device)
  const Node Written = F.values().resolved(Expr);
  if (Written.is("attribute"))
    if (const Node Given = F.index<Members>().setByInit(Written))
      Expr = Given;
  if (Parameter == "device") {
    if (const auto Device = deviceOf(Expr, F))
      return *Device;
    // x.device
    const auto Of = Written.is("attribute") &&
                            Written.field("attribute").text() == "device" &&
                            !F.names().qualifiedName(Written)
                        ? tensorOf(Written.field("object"))
                        : std::nullopt;
    if (Of && Of->Device)
      return Of->Device->Value;
    return UnknownValue();
  }
  if (Parameter == "dtype") {
    const auto Name = F.names().qualifiedName(F.values().resolved(Expr));
    // torch takes Python's own types, too.
    if (Name == "builtins.float")
      return DType::Double;
    if (Name == "builtins.int")
      return DType::Long;
    if (Name == "builtins.bool")
      return DType::Bool;
    const auto Type = Name && StringRef(*Name).starts_with("torch.")
                          ? parseDType(StringRef(*Name).drop_front(6))
                          : std::nullopt;
    if (Type)
      return *Type;
    return UnknownValue();
  }
  if (Parameter == "data")
    return dataOf(Expr);
  if (Parameter == "tensors") {
    const auto Elements = F.values().elementsOf(Expr);
    if (!Elements)
      return UnknownValue();
    TensorList List;
    for (Node E : *Elements) {
      const auto T = tensorOf(E);
      List.push_back(T ? TensorValues{*T} : TensorValues());
    }
    return List;
  }
  if (Parameter == "self" || Parameter == "other")
    if (const auto T = tensorOf(Expr))
      return *T;
  if (const auto Boolean = F.values().booleanOf(Expr))
    return *Boolean;
  if (const Extent Integer = F.values().integerOf(Expr))
    return Integer;
  const Node Number = F.values().resolved(Expr);
  if (Number.is("float") && !isImaginary(Number))
    return RealValue();
  if (auto Sizes = sizesIn(Expr))
    return std::move(*Sizes);
  if (const auto Elements = F.values().elementsOf(Expr))
    return listOf(*Elements);
  return UnknownValue();
}

/// Adds what the call gives; false if it is not as torch has it, or if what one
/// of its arguments does is not known.
bool Tensors::addArguments(Node Call, llvm::ArrayRef<StringRef> Positional,
                           bool IsVariadic, Arguments &Into, unsigned Skipped) {
  llvm::SmallVector<Node, 4> ByPlace;
  const auto Given = flatArguments(Call);
  if (!Given)
    return false;
  for (const Node &A : *Given) {
    // An argument of a call, or an entry of a dict that '**' hands over.
    const bool IsPair = A.is("pair");
    if (!IsPair && !A.is("keyword_argument")) {
      if (Skipped > 0)
        --Skipped;
      else
        ByPlace.push_back(A);
      continue;
    }
    const StringRef Name =
        schemaName(IsPair ? A.field("key").child("string_content").text()
                          : A.field("name").text());
    if (isWithoutEffect(Name) || (Skipped > 0 && Name == "self"))
      continue;
    if (!llvm::is_contained(Positional, Name) && !isOption(Name))
      return false;
    Into.push_back({Name, valueOf(Name, A.field("value"))});
  }
  if (IsVariadic) {
    if (ByPlace.empty())
      return llvm::any_of(Into, [&](const auto &Given) {
        return Given.first == Positional.front();
      });
    const bool IsList =
        ByPlace.size() == 1 &&
        (F.values().elementsOf(ByPlace.front()) || sizesIn(ByPlace.front()));
    // One argument that is no integer may be a list, too.
    const bool IsOpen =
        ByPlace.size() == 1 && !IsList && !extentOf(ByPlace.front());
    Into.push_back({Positional.front(),
                    IsOpen   ? Value(UnknownValue())
                    : IsList ? valueOf(Positional.front(), ByPlace.front())
                             : listOf(ByPlace)});
    return true;
  }
  if (ByPlace.size() > Positional.size())
    return false;
  for (const auto &[Name, Given] : llvm::zip(Positional, ByPlace))
    Into.push_back({Name, valueOf(Name, Given)});
  return true;
}

std::optional<TensorValue> Tensors::run(StringRef Operator, Node Where,
                                        Arguments Given) {
  Places.push_back(Where);
  OperatorCall Call;
  Call.Name = Operator;
  Call.Arguments = std::move(Given);
  Call.Where = Places.size();
  if (HasOtherDefaults)
    Call.DefaultType = std::nullopt;
  return evaluate(Call);
}

std::optional<TensorValue> Tensors::factory(StringRef Name, Node Call) {
  Arguments Given;
  if (Name == "arange" || Name == "randint") {
    // (end), (start, end), (start, end, step); (high, size), (low, high, size)
    const bool IsRange = Name == "arange";
    const StringRef Last = IsRange ? "end" : "high";
    unsigned ByPlace = 0;
    bool NamesFirst = false, NamesLast = false, NamesSize = false;
    for (Node A : Call.field("arguments").children()) {
      if (!A.is("keyword_argument")) {
        ++ByPlace;
        continue;
      }
      const StringRef Keyword = A.field("name").text();
      NamesFirst |= Keyword == "start" || Keyword == "low";
      NamesLast |= Keyword == Last;
      NamesSize |= Keyword == "size";
    }
    static constexpr StringRef Range[] = {"start", "end", "step"};
    static constexpr StringRef Random[] = {"low", "high", "size"};
    llvm::ArrayRef<StringRef> Parameters = IsRange ? Range : Random;
    const bool IsShort =
        IsRange ? ByPlace == 1 : ByPlace + unsigned(NamesSize) < 3;
    // arange(5, start=2) is nothing that torch takes.
    if (NamesFirst && ByPlace > 0)
      return std::nullopt;
    if (IsShort && !NamesFirst && !NamesLast)
      Parameters = Parameters.drop_front();
    if (!addArguments(Call, Parameters, false, Given))
      return std::nullopt;
  } else if (functionSignature(Name)) {
    return function(Name, Call);
  } else {
    const Signature *S = factorySignature(Name);
    if (!S || !addArguments(Call, llvm::ArrayRef<StringRef>(S->Positional),
                            S->IsVariadic, Given))
      return std::nullopt;
  }
  const bool NamesDevice =
      llvm::any_of(Given, [](const auto &A) { return A.first == "device"; });
  const bool IsOfAnother =
      Name.ends_with("_like") || Name == "cat" || Name == "stack";
  // torch.tensor(x) is where x is.
  const bool IsCopy =
      Name == "tensor" && llvm::any_of(Given, [](const auto &A) {
        return A.first == "data" &&
               std::holds_alternative<UnknownValue>(A.second);
      });
  if ((HasOtherDefaults || IsCopy) && !NamesDevice && !IsOfAnother)
    Given.push_back({"device", UnknownValue()});
  return run(Name, Call, std::move(Given));
}

std::optional<TensorValue> Tensors::method(Node Call, TensorValue Self) {
  const StringRef Name = Call.field("function").field("attribute").text();
  Arguments Given;
  if (Name == "to") {
    // (device), (dtype), (device, dtype), (other)
    unsigned Places = 0;
    for (Node A : Call.field("arguments").children()) {
      if (A.is("keyword_argument")) {
        const StringRef Keyword = A.field("name").text();
        if (!isWithoutEffect(Keyword))
          Given.push_back({Keyword, valueOf(Keyword, A.field("value"))});
        continue;
      }
      if (A.isSplat() || ++Places > 2)
        return std::nullopt;
      const Value Type = valueOf("dtype", A);
      const Value Device = valueOf("device", A);
      if (std::holds_alternative<DType>(Type)) {
        Given.push_back({"dtype", Type});
      } else if (std::holds_alternative<DeviceValue>(Device)) {
        Given.push_back({"device", Device});
      } else if (const auto Other = tensorOf(A)) {
        Given.push_back({"other", *Other});
      } else {
        // It may be either.
        Given.push_back({"dtype", UnknownValue()});
        Given.push_back({"device", UnknownValue()});
      }
    }
  } else if (keepsMetadata(Name) && Name != "requires_grad_") {
    return Self;
  } else {
    const Signature *S = methodSignature(Name);
    if (!S || !addArguments(Call, llvm::ArrayRef<StringRef>(S->Positional),
                            S->IsVariadic, Given))
      return std::nullopt;
    // view(torch.int32)
    if (Name == "view" && llvm::any_of(Given, [](const auto &A) {
          return std::holds_alternative<UnknownValue>(A.second);
        })) {
      TensorValue Viewed;
      Viewed.Device = Self.Device;
      return Viewed;
    }
  }
  const bool NamesLayout = llvm::any_of(
      Given, [](const auto &A) { return A.first == "memory_format"; });
  Given.push_back({"self", std::move(Self)});
  auto Result = run(Name, Call, std::move(Given));
  if (Result && NamesLayout) {
    Result->Order = {};
    Result->Strides.clear();
  }
  return Result;
}

std::optional<TensorValue> Tensors::evaluateCall(Node Call) {
  const Node Callee = Call.field("function");
  if (const auto Name = F.names().qualifiedName(Callee)) {
    StringRef Short = *Name;
    if (!Short.consume_front("torch.") || Short.contains('.'))
      return std::nullopt;
    return factory(Short, Call);
  }
  // make(), which returns torch.zeros(...)
  if (Callee.is("identifier")) {
    const Node Returned = returnedBy(Callee, F);
    return Returned ? tensorOf(Returned) : std::nullopt;
  }
  if (!Callee.is("attribute"))
    return std::nullopt;
  auto Self = tensorOf(Callee.field("object"));
  return Self ? method(Call, std::move(*Self)) : std::nullopt;
}

std::optional<TensorValue> Tensors::arithmetic(Node Expr) {
  const StringRef Operator = operatorOf(Expr.field("operator").text());
  const Node Left = Expr.field("left"), Right = Expr.field("right");
  auto Self = tensorOf(Left);
  auto Other = tensorOf(Right);
  if (Operator.empty() || (!Self && !Other))
    return std::nullopt;
  const Value Second = Other ? Value(*Other) : valueOf("other", Right);
  const Value First = Self ? Value(*Self) : valueOf("other", Left);
  // A number on the left of '*' and '+' may as well be on the right.
  if (!Self)
    return run(Operator, Expr, {{"self", Second}, {"other", First}});
  return run(Operator, Expr, {{"self", First}, {"other", Second}});
}

} // namespace aoti_tidy::python
