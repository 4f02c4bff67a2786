// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/op-contract/ResultForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 16;

enum class Effect { None, Same, OtherSizes, Like, New, Made };

/// What the method or function \p Name does, and the dtype that it gives.
std::pair<Effect, StringRef> effectOf(StringRef Name) {
#define RESULT_ROW(EFFECT, ...)                                                \
  if (llvm::is_contained(std::initializer_list<StringRef>{__VA_ARGS__}, Name)) \
    return {Effect::EFFECT, ""};
#define RESULT_SAME(...) RESULT_ROW(Same, __VA_ARGS__)
#define RESULT_OTHER_SIZES(...) RESULT_ROW(OtherSizes, __VA_ARGS__)
#define RESULT_LIKE(...) RESULT_ROW(Like, __VA_ARGS__)
#define RESULT_NEW(...) RESULT_ROW(New, __VA_ARGS__)
#define RESULT_MADE(...) RESULT_ROW(Made, __VA_ARGS__)
#define RESULT_TYPE(METHOD, DTYPE)                                             \
  if (Name == METHOD)                                                          \
    return {Effect::Same, DTYPE};
#include "checks/op-contract/ResultForms.def"
#undef RESULT_ROW
  return {Effect::None, ""};
}

class Reader {
public:
  explicit Reader(const File &F) : F(F) {}

  ResultForm of(Node Expr, unsigned Depth = 0);

private:
  ResultForm ofName(Node Name, unsigned Depth);
  ResultForm ofCall(Node Call, unsigned Depth);
  ResultForm ofSubscript(Node Expr, unsigned Depth);
  ResultForm ofOperator(Node Expr, unsigned Depth);
  std::string typeIn(Node Expr) const;
  void setType(ResultForm &R, StringRef Type) const;
  void setKeywordType(ResultForm &R, Node Call) const;
  void setSizes(ResultForm &R, llvm::ArrayRef<Node> Given) const;

  const File &F;
};

/// "float32" of 'torch.float32'.
std::string Reader::typeIn(Node Expr) const {
  const auto Name = F.names().qualifiedName(Expr);
  StringRef Text = Name ? StringRef(*Name) : "";
  if (!Text.consume_front("torch."))
    return "";
  return llvm::StringSwitch<StringRef>(Text)
      .Cases({"float", "float32"}, "float32")
      .Cases({"half", "float16"}, "float16")
      .Cases({"double", "float64"}, "float64")
      .Cases({"int", "int32"}, "int32")
      .Cases({"long", "int64"}, "int64")
      .Cases({"bfloat16", "bool", "int8", "uint8", "int16", "float8_e4m3fn",
              "float8_e5m2"},
             Text)
      .Default("")
      .str();
}

void Reader::setType(ResultForm &R, StringRef Type) const {
  if (R.TypeOf)
    R.Converted = R.TypeOf;
  R.TypeOf = {};
  R.Type = Type.str();
}

/// dtype=torch.float32; any other leaves nothing known.
void Reader::setKeywordType(ResultForm &R, Node Call) const {
  for (const Node &A : argumentsOf(Call)) {
    if (A.isSplat())
      R.Type = "", R.TypeOf = R.Converted = {};
    if (!A.is("keyword_argument") || A.field("name").text() != "dtype")
      continue;
    const Node Value = A.field("value");
    // dtype=x.dtype
    const Node Owner =
        Value.is("attribute") && Value.field("attribute").text() == "dtype"
            ? Reader(F).of(Value.field("object")).TypeOf
            : Node();
    R.Type = typeIn(Value);
    R.TypeOf = Owner;
    R.Converted = {};
  }
}

/// new_empty(x.shape), new_empty(()), new_empty(x.shape[0], 8)
void Reader::setSizes(ResultForm &R, llvm::ArrayRef<Node> Given) const {
  llvm::SmallVector<Node, 4> Sizes;
  for (const Node &A : Given) {
    if (A.isSplat())
      return;
    if (!A.is("keyword_argument"))
      Sizes.push_back(A);
  }
  if (Sizes.size() == 1) {
    const Node Owner = shapeOwner(F.values().resolved(Sizes.front()));
    if (Owner) {
      const ResultForm Of = Reader(F).of(Owner);
      R.SizesOf = Of.SizesOf, R.RankMore = Of.RankMore, R.IsCut = Of.IsCut;
      R.Sizes = Of.Sizes;
      return;
    }
    const auto Elements = F.values().elementsOf(Sizes.front());
    if (!Elements && !F.values().integerOf(Sizes.front()))
      return; // a list, or one size?
    if (Elements)
      Sizes = *Elements;
  }
  R.Sizes.emplace();
  for (const Node &S : Sizes)
    R.Sizes->push_back(F.values().integerOf(S));
}

ResultForm Reader::ofName(Node Name, unsigned Depth) {
  ResultForm R;
  const auto Origins = F.names().originsOf(Name);
  if (Origins.size() != 1)
    return R;
  const Node Target = Origins.front().Target, Parent = Target.parent();
  if (Parent.isAnyOf({"parameters", "typed_parameter", "lambda_parameters"}))
    R.TypeOf = R.SizesOf = Target;
  else if (Origins.front().Given && Parent.is("assignment"))
    R = of(Origins.front().Given, Depth + 1);
  return R;
}

ResultForm Reader::ofCall(Node Call, unsigned Depth) {
  ResultForm R;
  const auto Arguments = argumentsOf(Call);
  if (const auto Name = F.names().qualifiedName(Call.field("function"))) {
    const Effect E = effectOf(*Name).first;
    if (E == Effect::Like && !Arguments.empty())
      R = of(Arguments.front(), Depth + 1);
    else if (E == Effect::Made)
      setSizes(R, *Name == "torch.full" && Arguments.size() > 1
                      ? llvm::ArrayRef(Arguments).take_front()
                      : llvm::ArrayRef(Arguments));
    if (E == Effect::Like)
      R.Converted = {};
    if (E == Effect::Like || E == Effect::Made)
      setKeywordType(R, Call);
    return R;
  }
  const auto Method = methodCall(F, Call);
  if (!Method)
    return R;
  const auto [E, Type] = effectOf(Method->Name);
  const ResultForm Object = of(Method->Object, Depth + 1);
  if (Method->Name == "to" && Arguments.size() == 1) {
    // x.to(torch.float32), x.to(device) and x.to(dtype) are unknown
    const std::string To = typeIn(Arguments.front());
    if (!To.empty()) {
      R = Object;
      setType(R, To);
    }
  } else if (E == Effect::Same) {
    R = Object;
    if (!Type.empty())
      setType(R, Type);
  } else if (E == Effect::OtherSizes) {
    R.Type = Object.Type, R.TypeOf = Object.TypeOf;
    R.Converted = Object.Converted;
  } else if (E == Effect::New) {
    R.Type = Object.Type, R.TypeOf = Object.TypeOf;
    setSizes(R, Method->Name == "new_full" && !Arguments.empty()
                    ? llvm::ArrayRef(Arguments).take_front()
                    : llvm::ArrayRef(Arguments));
    setKeywordType(R, Call);
  } else if (Method->Name == "sum" && Arguments.empty()) {
    R.Sizes.emplace();
  } else if (Method->Name == "sum" && Arguments.size() == 1 &&
             F.values().integerOf(Arguments.front()) && Object.SizesOf) {
    // x.sum(0)
    R.SizesOf = Object.SizesOf;
    R.RankMore = Object.RankMore - 1;
    R.IsCut = Object.IsCut;
  }
  return R;
}

/// x[:, :n], x[0]
ResultForm Reader::ofSubscript(Node Expr, unsigned Depth) {
  ResultForm R = of(Expr.field("value"), Depth + 1);
  R.Sizes.reset();
  const auto Parts = Expr.children();
  for (const Node &Index : llvm::drop_begin(Parts)) {
    if (Index.is("slice")) {
      const auto Bounds = Index.allChildren();
      // x[:n], x[1:]; x[0:] and x[:] are all of it.
      const bool HasStop = Bounds.size() == 2 && Bounds[0].is(":");
      const bool HasStart = Bounds.size() == 2 && Bounds[1].is(":") &&
                            F.values().integerOf(Bounds[0]).value_or(0) > 0;
      const auto Stop =
          HasStop ? F.values().integerOf(Bounds[1]) : std::nullopt;
      R.IsCut |= HasStart || (HasStop && (Bounds[1].is("identifier") || Stop));
      if (Bounds.size() > 2)
        R.SizesOf = {};
    } else if (F.values().integerOf(Index)) {
      --R.RankMore;
    } else if (!Index.is("ellipsis")) {
      R.SizesOf = {};
    }
  }
  return R;
}

/// x.to(torch.float32) * s is float32 or more, and never x's dtype; x * 2 is
/// like x.
ResultForm Reader::ofOperator(Node Expr, unsigned Depth) {
  const ResultForm Left = of(Expr.field("left"), Depth + 1),
                   Right = of(Expr.field("right"), Depth + 1);
  ResultForm R;
  for (const ResultForm *Side : {&Left, &Right})
    if (Side->Type == "float32" && Side->Converted && R.Type.empty()) {
      R.Type = Side->Type;
      R.Converted = Side->Converted;
    }
  if (Expr.field("right").isAnyOf({"integer", "float"}))
    R.SizesOf = Left.SizesOf, R.RankMore = Left.RankMore, R.IsCut = Left.IsCut;
  return R;
}

ResultForm Reader::of(Node Expr, unsigned Depth) {
  if (Depth > MaxDepth)
    return {};
  if (Expr.is("parenthesized_expression") && Expr.children().size() == 1)
    return of(Expr.children().front(), Depth + 1);
  if (Expr.is("identifier"))
    return ofName(Expr, Depth);
  if (Expr.is("call"))
    return ofCall(Expr, Depth);
  if (Expr.is("subscript"))
    return ofSubscript(Expr, Depth);
  if (Expr.is("binary_operator"))
    return ofOperator(Expr, Depth);
  return {};
}

} // namespace

ResultForm formOf(Node Expr, const File &F) { return Reader(F).of(Expr); }

} // namespace aoti_tidy::python
