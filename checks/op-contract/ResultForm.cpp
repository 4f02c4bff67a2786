// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/op-contract/OpBody.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxFormDepth = 16;

/// Methods that keep the dtype and the sizes, and those that keep the dtype.
constexpr StringRef Same[] = {"clamp", "clone",  "contiguous", "cpu",
                              "cuda",  "detach", "neg",        "relu"};
constexpr StringRef OtherSizes[] = {
    "expand", "flatten",   "permute",  "reshape",  "t",        "transpose",
    "view",   "new_empty", "new_full", "new_ones", "new_zeros"};
constexpr StringRef Conversions[] = {"bfloat16", "bool", "double", "float",
                                     "half",     "int",  "long"};
constexpr StringRef Factories[] = {"torch.empty", "torch.full",  "torch.ones",
                                   "torch.rand",  "torch.randn", "torch.zeros"};

/// float32 of 'torch.float32'
std::optional<DType> typeIn(Node Expr, const File &F) {
  const auto Name = F.names().qualifiedName(Expr);
  StringRef Text = Name ? StringRef(*Name) : "";
  return Text.consume_front("torch.") ? parseDType(Text) : std::nullopt;
}

void convert(ResultForm &R, DType To) {
  if (R.TypeOf)
    R.Converted = R.TypeOf;
  R.TypeOf = {};
  R.Type = To;
}

/// dtype=torch.float32, dtype=x.dtype; any other leaves nothing known.
void readKeyword(ResultForm &R, Node Call, const File &F, unsigned Depth) {
  R.Converted = {};
  for (const Node &A : argumentsOf(Call)) {
    const Node Value = A.field("value");
    if (!A.isSplat() && A.field("name").text() != "dtype")
      continue;
    R.Type = typeIn(Value, F);
    R.TypeOf = Value.field("attribute").text() == "dtype"
                   ? formOf(Value.field("object"), F, Depth).TypeOf
                   : Node();
  }
}

/// The sizes of 'torch.empty(4, n)', 'x.new_zeros((4, n))', 'torch.full((4,), 0)'.
void readSizes(ResultForm &R, llvm::ArrayRef<Node> Arguments, const File &F) {
  llvm::SmallVector<Node, 4> Sizes;
  for (const Node &A : Arguments) {
    if (!A || A.isSplat())
      return;
    if (!A.is("keyword_argument"))
      Sizes.push_back(A);
  }
  if (Sizes.empty())
    return;
  if (const auto Elements = F.values().elementsOf(Sizes.front()))
    Sizes = *Elements;
  else if (Sizes.size() == 1 && !F.values().integerOf(Sizes.front()))
    return; // a list, or one size?
  for (const Node &Size : Sizes)
    R.Made.push_back(F.values().integerOf(Size));
}

ResultForm ofCall(Node Call, const File &F, unsigned Depth) {
  const auto Arguments = argumentsOf(Call);
  const Node First = Arguments.empty() ? Node() : Arguments.front();
  // torch.empty(x.shape), x.new_empty(x.shape)
  const Node Shape = First ? shapeOwner(F.values().resolved(First)) : Node();
  ResultForm R;
  if (const auto Name = F.names().qualifiedName(Call.field("function"))) {
    const bool IsLike = StringRef(*Name).starts_with("torch.") &&
                        StringRef(*Name).ends_with("_like");
    if (!IsLike && !llvm::is_contained(Factories, *Name))
      return R;
    if (const Node Of = IsLike ? First : Shape)
      R = formOf(Of, F, Depth);
    if (!IsLike) {
      R.Type = std::nullopt, R.TypeOf = {};
      readSizes(R, *Name == "torch.full" ? llvm::ArrayRef(First) : Arguments,
                F);
    }
    readKeyword(R, Call, F, Depth);
    return R;
  }
  const auto Method = methodCall(F, Call);
  if (!Method)
    return R;
  const StringRef Name = Method->Name;
  const bool IsNew = Name.starts_with("new_");
  // x.to(torch.float32); x.to(device) and x.to(dtype) are unknown.
  const auto To = Name == "to" && Arguments.size() == 1   ? typeIn(First, F)
                  : llvm::is_contained(Conversions, Name) ? parseDType(Name)
                                                          : std::nullopt;
  if (!To && !llvm::is_contained(Same, Name) &&
      !llvm::is_contained(OtherSizes, Name))
    return R;
  R = formOf(Method->Object, F, Depth);
  if (To)
    convert(R, *To);
  if (llvm::is_contained(OtherSizes, Name))
    R.SizesOf = {}, R.Made.clear();
  if (IsNew) {
    if (Shape)
      R.SizesOf = formOf(Shape, F, Depth).SizesOf;
    readSizes(R, Name == "new_full" ? llvm::ArrayRef(First) : Arguments, F);
    readKeyword(R, Call, F, Depth);
  }
  return R;
}

/// x[:, :n]
ResultForm ofSubscript(Node Expr, const File &F, unsigned Depth) {
  ResultForm R = formOf(Expr.field("value"), F, Depth);
  R.Made.clear();
  const auto Parts = Expr.children();
  for (const Node &Index : llvm::drop_begin(Parts)) {
    const auto Bounds = Index.allChildren();
    // x[:n], x[1:]; x[0:] and x[:] are all of it, of x[-n:] nothing is known.
    if (!Index.isAnyOf({"slice", "ellipsis"}) || Bounds.size() > 2) {
      R.SizesOf = {};
    } else if (Bounds.size() == 2) {
      const bool HasStop = Bounds[0].is(":");
      const auto Number = F.values().integerOf(Bounds[HasStop]);
      R.IsCut |= HasStop ? Number || Bounds[1].is("identifier")
                         : Number.value_or(0) > 0;
    }
  }
  return R;
}

/// x.to(torch.float32) * s is float32 or more, and never x's dtype; x * 2 has
/// the sizes of x.
ResultForm ofOperator(Node Expr, const File &F, unsigned Depth) {
  ResultForm R, Left = formOf(Expr.field("left"), F, Depth);
  for (const ResultForm &Side : {Left, formOf(Expr.field("right"), F, Depth)})
    if (Side.Type == DType::Float && Side.Converted && !R.Type)
      R.Type = Side.Type, R.Converted = Side.Converted;
  if (Expr.field("right").isAnyOf({"integer", "float"}))
    R.SizesOf = Left.SizesOf, R.IsCut = Left.IsCut;
  return R;
}

} // namespace

ResultForm formOf(Node Expr, const File &F, unsigned Depth) {
  if (++Depth > MaxFormDepth)
    return {};
  if (Expr.is("parenthesized_expression") && Expr.children().size() == 1)
    return formOf(Expr.children().front(), F, Depth);
  if (Expr.is("call"))
    return ofCall(Expr, F, Depth);
  if (Expr.is("subscript"))
    return ofSubscript(Expr, F, Depth);
  if (Expr.is("binary_operator"))
    return ofOperator(Expr, F, Depth);
  llvm::SmallVector<Origin, 2> Origins;
  if (Expr.is("identifier"))
    Origins = F.names().originsOf(Expr);
  if (Origins.size() != 1)
    return {};
  const Node Target = Origins.front().Target, Parent = Target.parent();
  ResultForm R;
  if (Parent.isAnyOf({"parameters", "typed_parameter", "lambda_parameters"}))
    R.TypeOf = R.SizesOf = Target;
  else if (Origins.front().Given && Parent.is("assignment"))
    R = formOf(Origins.front().Given, F, Depth);
  return R;
}

} // namespace aoti_tidy::python
