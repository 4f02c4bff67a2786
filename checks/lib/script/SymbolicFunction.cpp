// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/SymbolicFunction.h"
#include "checks/lib/script/LoopTargets.h"
#include "checks/lib/torch/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// The scales and the like of a quantised weight; an activation may have such,
/// too.
bool comesWithWeights(StringRef Name) {
  return llvm::is_contained({"perm", "scale", "scales", "zero", "zeros", "zp"},
                            Name);
}

/// Whether a model has a tensor of that name once, with sizes that stay:
/// 'weight', 'conv_bias', 'w1', 'pos_embed'.
bool isOfModel(StringRef Name) {
  // w1, w2, w13 of a mixture of experts
  if (StringRef Number = Name; Number.consume_front("w") && !Number.empty() &&
                               llvm::all_of(Number, llvm::isDigit))
    return true;
  // The tables of positions and of their sines; 'positions' are an input.
  if (llvm::is_contained({"cos_sin", "cos_sin_cache", "pos_emb", "pos_embed",
                          "pos_embedding", "pos_table", "position_embedding",
                          "position_embeddings"},
                         Name))
    return true;
  // bias, conv_weight, weight_dq, mel_filters, but not topk_weights
  const auto [Rest, Last] = Name.rsplit('_');
  const StringRef Word = Last.empty() ? Name : Last;
  return llvm::is_contained({"bias", "codebook", "codebooks", "filterbank",
                             "filters", "qweight", "qzeros", "weight"},
                            Word) ||
         Name.starts_with("weight_") ||
         (comesWithWeights(Word) &&
          llvm::is_contained({"qweight", "w", "weight"}, Rest));
}

/// Whether the names of other parameters say so: 'scales' beside 'qweight',
/// 'pos', the table of positions, beside 'image'.
bool isOfModelBeside(StringRef Name, llvm::ArrayRef<StringRef> Others) {
  return llvm::any_of(Others, [&](StringRef Other) {
    return comesWithWeights(Name)
               ? Other.ends_with("weight")
               : Name == "pos" && llvm::is_contained({"image", "images", "img",
                                                      "imgs", "pixel_values"},
                                                     Other);
  });
}

constexpr unsigned MaxNestedExpressions = 64; ///< expressions in expressions
constexpr unsigned MaxCondition = 8;          ///< 'not (a and not b)'
constexpr unsigned MaxHelpers = 512;          ///< that are read for one kernel
constexpr size_t MaxUses = 256;               ///< of a list's name

/// 'Tensor', 'torch.Tensor', as a string, optional too; no list of them.
bool isTensorType(StringRef Type) {
  Type = Type.trim().trim("'\"").trim();
  if (Type.consume_back("| None"))
    Type = Type.rtrim();
  if (Type.consume_front("None |"))
    Type = Type.ltrim();
  if (Type.consume_front("Optional[") || Type.consume_front("typing.Optional["))
    Type.consume_back("]");
  return Type == "Tensor" || Type == torchname::Tensor;
}

/// 'list[Tensor]', 'Sequence[torch.Tensor]', 'tuple[Tensor, ...]'.
bool isTensorListType(StringRef Type) {
  Type = Type.trim().trim("'\"").trim();
  Type.consume_front("typing.");
  Type.consume_front("collections.abc.");
  const auto [Of, Rest] = Type.split('[');
  StringRef Element = Rest;
  if (!Element.consume_back("]"))
    return false;
  const bool IsTuple = Of == "tuple" || Of == "Tuple";
  return (IsTuple ? Element.consume_back("...")
                  : llvm::is_contained({"List", "Sequence", "list"}, Of)) &&
         isTensorType(Element.rtrim(", "));
}

} // namespace

Node shapeOwner(Node Shape) {
  if (Shape.is("attribute") && Shape.field("attribute").text() == "shape")
    return Shape.field("object");
  const Node Callee = Shape.field("function");
  return Shape.is("call") && Callee.field("attribute").text() == "size" &&
                 argumentsOf(Shape).empty()
             ? Callee.field("object")
             : Node();
}

SymbolicFunction::SymbolicFunction(const File &F, Node Function,
                                   std::vector<SymbolicValue> Given,
                                   const SymbolicFunction *Caller)
    : F(F), Function(Function), Depth(Caller ? Caller->Depth + 1 : 0),
      Left(Caller ? Caller->Left : &OwnLeft), OwnLeft(MaxHelpers),
      Parameters(parametersOf(Function)), Values(std::move(Given)) {
  Values.resize(Parameters.size());
  llvm::SmallVector<StringRef, 8> Names;
  for (const FunctionParameter &P : Parameters)
    Names.push_back(P.Name.text());
  for (const auto &[P, V] : llvm::zip(Parameters, Values)) {
    const StringRef Type = P.Declared.field("type").text();
    if (V.is(Kind::Unknown) && !P.IsSplat && isTensorListType(Type))
      V = SymbolicValue::list({SymbolicValue::tensor(true)}, false);
    else if ((V.is(Kind::Unknown) || (V.is(Kind::Tensor) && !V.Elements)) &&
             !P.IsSplat && isTensorType(Type)) {
      const bool IsOfModel = V.IsOfModel;
      V = SymbolicValue::tensor(true);
      V.IsOfModel = IsOfModel;
    }
    const StringRef Name = P.Name.text();
    if (V.is(Kind::Tensor))
      V.IsOfModel |= isOfModel(Name) || isOfModelBeside(Name, Names);
    else if (V.is(Kind::List) && isOfModel(Name)) {
      std::vector<SymbolicValue> Elements = V.elements();
      for (SymbolicValue &E : Elements)
        E.IsOfModel |= E.is(Kind::Tensor);
      V = SymbolicValue::list(std::move(Elements), V.IsCounted);
    }
  }
}

std::string SymbolicFunction::key() const {
  std::string Result;
  const auto Add = [&](const SymbolicValue &V) {
    Result += char('0' + int(V.Is));
    Result += char('0' + V.IsInteger + 2 * V.HasSizes + 4 * V.IsOfModel +
                   8 * V.HasData);
    if (V.Truth)
      Result += *V.Truth ? 't' : 'f';
  };
  for (const SymbolicValue &V : Values) {
    Add(V);
    llvm::for_each(V.elements(), Add);
    Result += ';';
  }
  return Result;
}

SymbolicValue SymbolicFunction::of(Node Expr) {
  Expr = withoutParentheses(Expr);
  if (!Expr || Nested >= MaxNestedExpressions)
    return {};
  // A value that depends on itself is unknown.
  const auto [At, IsNew] = Known.try_emplace(Expr.id());
  if (!IsNew)
    return At->second;
  ++Nested;
  const SymbolicValue V = compute(Expr);
  --Nested;
  return Known[Expr.id()] = V;
}

SymbolicValue SymbolicFunction::compute(Node Expr) {
  if (Expr.is("identifier")) {
    const SymbolicValue V = nameOf(F.names().originsOf(Expr));
    return V.is(Kind::List) ? changed(Expr, V) : V;
  }
  if (Expr.is("none"))
    return SymbolicValue::of(Kind::None);
  if (Expr.isAnyOf({"true", "false"}))
    return SymbolicValue::constant(true, Expr.is("true"));
  if (Expr.isAnyOf({"integer", "float"})) {
    const auto Number = F.values().integerOf(Expr);
    return SymbolicValue::constant(Expr.is("integer"),
                                   Number ? std::optional<bool>(*Number != 0)
                                          : std::nullopt);
  }
  if (Expr.is("attribute")) {
    const StringRef Name = Expr.field("attribute").text();
    SymbolicValue Of = of(Expr.field("object"));
    if (Name == "shape")
      return Of.shape();
    // x.mT
    if (!Of.is(Kind::Tensor) ||
        !llvm::is_contained({"T", "mT", "H", "mH"}, Name))
      return {};
    Of.Elements = nullptr;
    return Of;
  }
  if (Expr.is("subscript"))
    return subscript(Expr);
  if (Expr.is("call"))
    return call(Expr);
  if (Expr.is("binary_operator"))
    return binary(Expr);
  if (Expr.is("unary_operator")) {
    SymbolicValue V = of(Expr.field("argument"));
    if (V.is(Kind::Tensor))
      V.HasSizes = false;
    return V;
  }
  if (Expr.is("comparison_operator"))
    return comparison(Expr);
  if (Expr.is("not_operator")) {
    const SymbolicValue V = of(Expr.field("argument"));
    return V.isTensorWithData() || V.is(Kind::Datum) ? SymbolicValue::datum()
                                                     : SymbolicValue();
  }
  if (Expr.is("conditional_expression")) {
    const auto Parts = Expr.children();
    if (Parts.size() != 3)
      return {};
    const auto Truth = truthOf(Parts[1]);
    return Truth ? of(Parts[*Truth ? 0 : 2])
                 : SymbolicValue::join(of(Parts[0]), of(Parts[2]));
  }
  if (Expr.isAnyOf({"list", "tuple", "expression_list"}))
    return listOf(Expr.children());
  if (Expr.isAnyOf({"list_comprehension", "generator_expression"}))
    return SymbolicValue::list({of(Expr.field("body"))}, false);
  return {};
}

SymbolicValue SymbolicFunction::listOf(llvm::ArrayRef<Node> Elements) {
  std::vector<SymbolicValue> All;
  bool IsCounted = true;
  for (const Node &E : Elements) {
    if (!E.isSplat()) {
      All.push_back(of(E));
      continue;
    }
    const auto Below = E.children();
    const SymbolicValue Of = Below.size() == 1 ? of(Below[0]) : SymbolicValue();
    IsCounted &= Of.IsCounted;
    if (Of.is(Kind::List))
      llvm::append_range(All, Of.elements());
    else
      All.emplace_back();
  }
  return SymbolicValue::list(std::move(All), IsCounted);
}

/// A value of one of several origins. With a single origin, all facts are kept.
SymbolicValue SymbolicFunction::nameOf(llvm::ArrayRef<Origin> Origins) {
  SymbolicValue Result;
  bool IsFirst = true;
  for (const Origin &O : Origins) {
    const SymbolicValue V = givenBy(O);
    Result = IsFirst ? V : SymbolicValue::join(Result, V);
    IsFirst = false;
  }
  return Result;
}

SymbolicValue SymbolicFunction::givenBy(const Origin &O) {
  const auto *P = llvm::find_if(Parameters, [&](const FunctionParameter &P) {
    return P.Name == O.Target;
  });
  if (P != Parameters.end())
    return Values[P - Parameters.begin()];
  // n += x.shape[0], which was something before
  if (const Node Around = O.Target.parent();
      Around.is("augmented_assignment") && Around.field("left") == O.Target) {
    if (Nested >= MaxNestedExpressions)
      return {};
    const auto [At, IsNew] = Known.try_emplace(Around.id());
    if (!IsNew)
      return At->second;
    ++Nested;
    StringRef Operator = Around.field("operator").text();
    Operator.consume_back("=");
    const SymbolicValue V =
        arithmetic(Operator, nameOf(F.names().originsBefore(O.Target)),
                   of(Around.field("right")));
    --Nested;
    return Known[Around.id()] = V;
  }
  return O.Given ? of(O.Given) : target(O.Target);
}

/// 'm, *b = x.shape', 'for d in x.shape'.
SymbolicValue SymbolicFunction::target(Node Target) {
  if (!Target)
    return {};
  const TargetPlace At = placeOf(Target);
  const Node Right = At.Holder.field("right");
  if (At.isLoop()) {
    const Node Over = At.IsSplat ? Node() : iteratedAt(F, Right, At.Path);
    SymbolicValue V = Over ? of(Over) : SymbolicValue();
    if (!V.is(Kind::List))
      return {};
    V = V.anyElement();
    V.IsOfModel |= V.is(Kind::Tensor) && isOfModel(Target.text());
    return V;
  }
  if (!At.Holder.is("assignment") || At.Path.size() != 1)
    return {};
  SymbolicValue V = of(Right);
  if (!V.is(Kind::List))
    return {};
  if (!At.IsSplat)
    return V.at(At.Index);
  V.IsCounted = false;
  return V;
}

/// A list that is changed after it is made may have each of its elements
/// anywhere: 's.append(n)', 's[0] = n', 's += [n]'.
SymbolicValue SymbolicFunction::changed(Node Use, SymbolicValue List) {
  const auto Uses = F.names().occurrences(Use);
  if (Uses.size() > MaxUses)
    return {};
  Node Loop;
  for (Node N = Use.parent(); N && !(N == Function); N = N.parent())
    if (N.isAnyOf({"for_statement", "while_statement"}))
      Loop = N;
  std::vector<SymbolicValue> All = List.elements();
  const size_t Before = All.size();
  bool IsChanged = false;
  for (const Node &Other : Uses) {
    const Node Parent = Other.parent(), Around = Parent.parent();
    const bool IsBefore = Other.begin() < Use.begin() || Loop.contains(Other);
    if (!IsBefore || Other == Use)
      continue;
    if (Parent.is("subscript") && Parent.field("value") == Other &&
        Around.is("assignment") && Around.field("left") == Parent) {
      // s[0] = s[0] // 2
      if (Around.contains(Use))
        continue;
      const SymbolicValue V = of(Around.field("right"));
      if (V.is(Kind::List))
        llvm::append_range(All, V.elements());
      else
        All.push_back(V);
    } else if (Parent.is("attribute") && Around.is("call") &&
               Around.field("function") == Parent) {
      const StringRef Method = Parent.field("attribute").text();
      const auto Arguments = argumentsOf(Around);
      if (llvm::is_contained({"append", "insert"}, Method) &&
          !Arguments.empty()) {
        All.push_back(of(Arguments.back()));
      } else if (Method == "extend" && Arguments.size() == 1) {
        const SymbolicValue V = of(Arguments.front());
        llvm::append_range(All, V.elements());
        if (!V.is(Kind::List))
          All.emplace_back();
      } else {
        IsChanged |= llvm::is_contained(
            {"clear", "pop", "remove", "reverse", "sort"}, Method);
      }
    }
  }
  return IsChanged || All.size() != Before
             ? SymbolicValue::list(std::move(All), false)
             : List;
}

SymbolicValue SymbolicFunction::subscript(Node Expr) {
  SymbolicValue Of = of(Expr.field("value"));
  const Node Index = Expr.field("subscript");
  if (Of.is(Kind::List)) {
    if (Index.is("slice")) {
      Of.IsCounted = false;
      return Of;
    }
    if (const auto Number = F.values().integerOf(Index))
      return Of.at(*Number);
    return Of.hasSizes() ? Of.anyElement() : SymbolicValue();
  }
  if (!Of.is(Kind::Tensor))
    return {};
  // A mask or index tensor has sizes of its own.
  Of.HasSizes &= Index.isAnyOf({"integer", "slice", "unary_operator"});
  Of.Elements = nullptr;
  return Of;
}

SymbolicValue SymbolicFunction::binary(Node Expr) {
  const Node Left = Expr.field("left"), Right = Expr.field("right");
  if (Left.is("string") || Right.is("string"))
    return {};
  return arithmetic(Expr.field("operator").text(), of(Left), of(Right));
}

SymbolicValue SymbolicFunction::arithmetic(StringRef Operator,
                                           SymbolicValue Left,
                                           SymbolicValue Right) const {
  if (Left.is(Kind::List) || Right.is(Kind::List)) {
    // [n] * 3, x.shape[:-1] + (n,)
    std::vector<SymbolicValue> All = Left.elements();
    llvm::append_range(All, Right.elements());
    const bool AreBoth = Left.is(Kind::List) && Right.is(Kind::List);
    if (Operator == "+" && !AreBoth)
      All.emplace_back();
    return Operator == "+" || Operator == "*"
               ? SymbolicValue::list(std::move(All), AreBoth &&
                                                         Left.IsCounted &&
                                                         Right.IsCounted)
               : SymbolicValue();
  }
  if (Left.is(Kind::Tensor) || Right.is(Kind::Tensor))
    return Left.HasData || Right.HasData ? SymbolicValue::tensor(false)
                                         : SymbolicValue();
  if (Left.is(Kind::Datum) || Right.is(Kind::Datum))
    return SymbolicValue::datum();
  const bool AreIntegers =
      Left.IsInteger && Right.IsInteger && Operator != "/" && Operator != "**";
  if (!Left.is(Kind::Size) && !Right.is(Kind::Size))
    return Left.is(Kind::Constant) && Right.is(Kind::Constant)
               ? SymbolicValue::constant(AreIntegers)
               : SymbolicValue();
  const auto IsWhole = [](const SymbolicValue &V) {
    return V.is(Kind::Constant) && V.IsInteger;
  };
  const bool IsDimension =
      (Left.IsDimension || IsWhole(Left)) &&
      (Right.IsDimension || IsWhole(Right)) &&
      (Operator == "*" ? IsWhole(Left) != IsWhole(Right)
                       : Operator == "+" || Operator == "-");
  return SymbolicValue::size(AreIntegers, IsDimension);
}

SymbolicValue SymbolicFunction::comparison(Node Expr) {
  // 'x is None' asks for no data, and 'x == None' neither.
  for (const Node &Operator : Expr.allChildren())
    if (Operator.isToken() &&
        !llvm::is_contained({"<", "<=", "==", "!=", ">=", ">"},
                            Operator.kind()))
      return {};
  SymbolicValue Result;
  for (const Node &Operand : Expr.children()) {
    const SymbolicValue V = of(Operand);
    if (V.is(Kind::None))
      return {};
    if (V.isTensorWithData())
      Result = SymbolicValue::tensor(false);
    else if (V.is(Kind::Datum) && !Result.is(Kind::Tensor))
      Result = V;
  }
  return Result;
}

std::optional<bool> SymbolicFunction::truthOf(Node Condition, unsigned Depth) {
  if (Depth > MaxCondition)
    return std::nullopt;
  const auto Parts = Condition.children();
  if (Condition.is("parenthesized_expression") && Parts.size() == 1)
    return truthOf(Parts.front(), Depth + 1);
  if (Condition.is("not_operator")) {
    const auto Truth = truthOf(Condition.field("argument"), Depth + 1);
    return Truth ? std::optional(!*Truth) : std::nullopt;
  }
  if (Condition.is("boolean_operator")) {
    const bool IsOr = Condition.field("operator").text() == "or";
    const auto A = truthOf(Condition.field("left"), Depth + 1);
    const auto B = truthOf(Condition.field("right"), Depth + 1);
    if (A == IsOr || B == IsOr)
      return IsOr;
    return A && B ? std::optional(!IsOr) : std::nullopt;
  }
  // n is None, n is not None
  if (Condition.is("comparison_operator") && Parts.size() == 2 &&
      Parts[1].is("none")) {
    const SymbolicValue V = of(Parts[0]);
    const bool IsNot = Condition.text().contains("is not");
    if (V.is(Kind::None) || V.is(Kind::Constant))
      return V.is(Kind::None) != IsNot;
    return std::nullopt;
  }
  const SymbolicValue V = of(Condition);
  return V.is(Kind::None) ? std::optional(false) : V.Truth;
}

} // namespace aoti_tidy::python
