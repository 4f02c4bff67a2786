// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeValues.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeParameters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 24;

bool isOneOf(StringRef Name, llvm::ArrayRef<StringRef> Names) {
  return llvm::is_contained(Names, Name);
}

/// 'Tensor', 'torch.Tensor', as a string, optional too; no list of them.
bool isTensorType(StringRef Type) {
  Type = Type.trim().trim("'\"").trim();
  if (Type.consume_back("| None"))
    Type = Type.rtrim();
  if (Type.consume_front("None |"))
    Type = Type.ltrim();
  if (Type.consume_front("Optional[") || Type.consume_front("typing.Optional["))
    Type.consume_back("]");
  return isOneOf(Type, {"Tensor", torchname::Tensor});
}

/// An annotation that leaves it to the schema and the body: 'Any', 'object'.
bool isAnyType(StringRef Type) {
  Type = Type.trim().trim("'\"").trim();
  Type.consume_front("typing.");
  if (Type.consume_front("Optional["))
    Type.consume_back("]");
  Type.consume_front("typing.");
  return isOneOf(Type, {"Any", "object"});
}

/// 'list[Tensor]', 'Sequence[torch.Tensor]', 'tuple[Tensor, ...]'.
bool isTensorListType(StringRef Type) {
  Type = Type.trim().trim("'\"").trim();
  Type.consume_front("typing.");
  Type.consume_front("collections.abc.");
  const auto [Of, Rest] = Type.split('[');
  StringRef Element = Rest;
  if (!Element.consume_back("]") ||
      !isOneOf(Of, {"List", "Sequence", "Tuple", "list", "tuple"}))
    return false;
  if (isOneOf(Of, {"Tuple", "tuple"}) && !Element.consume_back("..."))
    return false;
  return isTensorType(Element.rtrim(", "));
}

/// Methods that give one number of a whole tensor when they have no arguments.
bool reduces(StringRef Method) {
  return isOneOf(Method, {"all", "amax", "amin", "any", "max", "mean", "min",
                          "prod", "sum"});
}

/// Methods that compute a tensor from a tensor.
bool computes(StringRef Method) {
  return keepsSizes(Method) || reduces(Method) ||
         isOneOf(Method,
                 {"argmax",    "cumsum",  "diff",         "eq",       "flatten",
                  "ge",        "gt",      "index_select", "isfinite", "isnan",
                  "le",        "lt",      "mul",          "add",      "sub",
                  "ne",        "permute", "reshape",      "select",   "squeeze",
                  "unsqueeze", "view"});
}

/// What a quantised weight comes with; an activation may come with such, too.
bool comesWithWeights(StringRef Name) {
  return isOneOf(Name, {"perm", "scale", "scales", "zero", "zeros", "zp"});
}

bool isSlice(Node Subscript) {
  return Subscript.field("subscript").is("slice");
}

} // namespace

bool keepsSizes(StringRef Method) {
  return isOneOf(Method,
                 {"abs",      "bfloat16", "bool",    "clone",  "contiguous",
                  "cpu",      "cuda",     "detach",  "double", "flatten",
                  "float",    "half",     "int",     "long",   "movedim",
                  "moveaxis", "neg",      "permute", "short",  "sigmoid",
                  "swapaxes", "swapdims", "t",       "to",     "transpose"});
}

std::optional<MethodCall> methodCall(Node Expr) {
  const Node Callee = Expr.field("function");
  if (!Expr.is("call") || !Callee.is("attribute"))
    return std::nullopt;
  return MethodCall{Callee.field("object"), Callee.field("attribute").text(),
                    argumentsOf(Expr)};
}

FakeValues::FakeValues(const File &F, Node Function, const Given &Known)
    : F(F), Function(Function), Self(Known.Self) {
  readParameters(Known);
}

/// What a model has once, with sizes that stay, by what people call it.
bool FakeValues::isOfModel(StringRef Name) {
  // w1, w2, w13 of a mixture of experts
  if (StringRef Number = Name; Number.consume_front("w") && !Number.empty() &&
                               llvm::all_of(Number, llvm::isDigit))
    return true;
  // The tables of positions and of their sines; 'positions' are a model's input.
  if (isOneOf(Name, {"cos_sin", "cos_sin_cache", "pos_emb", "pos_embed",
                     "pos_embedding", "pos_table", "position_embedding",
                     "position_embeddings"}))
    return true;
  // bias, conv_weight, weight_dq, mel_filters, but not topk_weights
  const auto [Rest, Last] = Name.rsplit('_');
  const StringRef Word = Last.empty() ? Name : Last;
  return isOneOf(Word, {"bias", "codebook", "codebooks", "filterbank",
                        "filters", "qweight", "qzeros", "weight"}) ||
         Name.starts_with("weight_") ||
         (comesWithWeights(Word) && isOneOf(Rest, {"qweight", "w", "weight"}));
}

/// What only what it is given with says: 'scales' of 'qweight', where activations
/// have 'scales', too; 'pos', the table of positions for an image, where points
/// have a 'pos'.
bool FakeValues::isOfModelBeside(StringRef Name,
                                 llvm::ArrayRef<FakeParameter> Others) {
  return llvm::any_of(Others, [&](const FakeParameter &P) {
    const StringRef Other = P.Name.text();
    return comesWithWeights(Name)
               ? Other.ends_with("weight")
               : Name == "pos" && isOneOf(Other, {"image", "images", "img",
                                                  "imgs", "pixel_values"});
  });
}

bool FakeValues::isAnnotatedTensor(Node Parameter) const {
  const Node Around = Parameter.parent();
  return Around.isAnyOf({"typed_parameter", "typed_default_parameter"}) &&
         isTensorType(Around.field("type").text());
}

bool FakeValues::isAnnotatedTensorList(Node Parameter) const {
  const Node Around = Parameter.parent();
  return Around.isAnyOf({"typed_parameter", "typed_default_parameter"}) &&
         isTensorListType(Around.field("type").text());
}

void FakeValues::readParameters(const Given &Known) {
  const auto All = parametersOf(Function);
  for (const FakeParameter &P : All) {
    const StringRef Name = P.Name.text();
    const Node Type = P.Declared.field("type");
    const size_t Index = Parameters.size();
    Parameters.push_back(P.Name);
    for (const auto &[Of, Constant] : Known.Constants)
      if (Of == Name)
        Constants[Index] = Constant;
    if (P.IsSplat) {
      Splat = Index;
      if (isOneOf(Name, Known.SizeLists))
        SizeLists.insert(Index);
      continue;
    }
    const bool IsGiven = isOneOf(Name, Known.Tensors);
    const bool MayBeTensor = Known.IsCall ? isOneOf(Name, Known.MaybeTensors)
                                          : !isOneOf(Name, Known.Bound);
    if ((Type && !isAnyType(Type.text())
             ? isAnnotatedTensor(P.Name)
             : IsGiven || (MayBeTensor && F.index<TensorUses>().of(P.Name))) &&
        (IsGiven || !Known.IsAll)) {
      Tensors.insert(Index);
      if (isOfModel(Name) || isOfModelBeside(Name, All) ||
          isOneOf(Name, Known.OfModel))
        OfModel.insert(Index);
    } else if (isTensorListType(Type.text()) ||
               isOneOf(Name, Known.TensorLists) ||
               (MayBeTensor && !Known.IsCall && !Type &&
                F.index<TensorUses>().ofElements(P.Name)))
      TensorLists.insert(Index);
    else if (isOneOf(Name, Known.Sizes))
      Sizes.insert(Index);
    else if (isOneOf(Name, Known.SizeLists))
      SizeLists.insert(Index);
  }
}

std::optional<size_t> FakeValues::parameter(Node Use) const {
  const auto At = llvm::find(Parameters, F.names().bindingOf(Use));
  return At != Parameters.end() ? std::optional<size_t>(At - Parameters.begin())
                                : std::nullopt;
}

bool FakeValues::hasGivenSize(Node Expr) const {
  bool Result = false;
  forEachNode(Expr, [&](Node N) {
    const auto P = N.is("identifier") ? parameter(N) : std::nullopt;
    Result |= P && (Sizes.contains(*P) || SizeLists.contains(*P));
    return !Result;
  });
  return Result;
}

bool FakeValues::once(Answers &Known, Node Expr, unsigned Depth,
                      llvm::function_ref<bool()> Compute) {
  // What leads to itself is nothing by that.
  const auto [At, IsNew] = Known.try_emplace(Expr.id(), Answer{false, Depth});
  if (!IsNew) {
    if (At->second.Is || At->second.Depth <= Depth)
      return At->second.Is;
    At->second.Depth = Depth;
  }
  const bool Result = Compute();
  Known[Expr.id()].Is = Result;
  return Result;
}

bool FakeValues::isComputed(Node Expr, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  Expr = F.values().resolved(Expr);
  return once(KnownComputed, Expr, Depth,
              [&] { return computeIsComputed(Expr, Depth); });
}

bool FakeValues::computeIsComputed(Node Expr, unsigned Depth) const {
  if (isTensor(Expr, Depth + 1))
    return true;
  if (Expr.is("subscript"))
    return isComputed(Expr.field("value"), Depth + 1);
  if (Expr.is("binary_operator"))
    return isComputed(Expr.field("left"), Depth + 1) ||
           isComputed(Expr.field("right"), Depth + 1);
  if (Expr.is("unary_operator"))
    return isComputed(Expr.field("argument"), Depth + 1);
  const auto Call = methodCall(Expr);
  if (!Call || !computes(Call->Name))
    return false;
  // x.max(dim) is a pair.
  if ((Call->Name == "max" || Call->Name == "min") && !Call->Arguments.empty())
    return false;
  return isComputed(Call->Object, Depth + 1);
}

bool FakeValues::isDatum(Node Expr, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  Expr = F.values().resolved(Expr);
  return once(KnownData, Expr, Depth,
              [&] { return computeIsDatum(Expr, Depth); });
}

bool FakeValues::computeIsDatum(Node Expr, unsigned Depth) const {
  if (Expr.is("not_operator"))
    return isDatum(Expr.field("argument"), Depth + 1);
  if (Expr.is("binary_operator"))
    return isDatum(Expr.field("left"), Depth + 1) ||
           isDatum(Expr.field("right"), Depth + 1);
  if (Expr.is("comparison_operator")) {
    // 'x is None' asks for no data, and 'x == None' neither.
    for (const Node &Operator : Expr.allChildren())
      if (Operator.isToken() &&
          !isOneOf(Operator.kind(), {"<", "<=", "==", "!=", ">=", ">"}))
        return false;
    const auto Operands = Expr.children();
    return llvm::none_of(Operands, [](Node N) { return N.is("none"); }) &&
           llvm::any_of(Operands, [&](Node N) {
             return isDatum(N, Depth + 1) || isComputed(N, Depth + 1);
           });
  }
  if (Expr.is("identifier"))
    return isElementOfData(Expr, Depth + 1);
  if (Expr.is("subscript"))
    return !isSlice(Expr) && isDataList(Expr.field("value"), Depth + 1);
  if (Expr.is("call")) {
    const auto Function = F.names().qualifiedName(Expr.field("function"));
    const auto Arguments = argumentsOf(Expr);
    if (Function && Arguments.size() == 1 &&
        isOneOf(*Function, {"builtins.max", "builtins.min", "builtins.sum"}) &&
        isDataList(Arguments.front(), Depth + 1))
      return true;
  }
  const auto Call = methodCall(Expr);
  if (!Call)
    return false;
  if (Call->Name == "item")
    return Call->Arguments.empty() && isComputed(Call->Object, Depth + 1);
  if (reduces(Call->Name) && Call->Arguments.empty())
    return isComputed(Call->Object, Depth + 1) ||
           isDatum(Call->Object, Depth + 1);
  const auto Name = F.names().qualifiedName(Expr.field("function"));
  return Name &&
         isOneOf(*Name, {torchname::All, torchname::Any, torchname::Sum,
                         torchname::Max, torchname::Min}) &&
         Call->Arguments.size() == 1 &&
         (isComputed(Call->Arguments[0], Depth + 1) ||
          isDatum(Call->Arguments[0], Depth + 1));
}

bool FakeValues::isDataList(Node Expr, unsigned Depth) const {
  if (Depth > MaxDepth)
    return false;
  const auto Call = methodCall(F.values().resolved(Expr));
  return Call && Call->Name == "tolist" && Call->Arguments.empty() &&
         isComputed(Call->Object, Depth + 1);
}

/// 'for n in x.tolist()', '[n for n in x.tolist()]'.
bool FakeValues::isElementOfData(Node Use, unsigned Depth) const {
  const Node Holder = F.names().bindingOf(Use).parent();
  return Holder.isAnyOf({"for_statement", "for_in_clause"}) &&
         isDataList(Holder.field("right"), Depth + 1);
}

bool FakeValues::isNewDatum(Node Expr) const {
  const auto Item = methodCall(Expr);
  if (!Item || Item->Name != "item" || !Item->Arguments.empty() ||
      !isComputed(Item->Object))
    return false;
  const Node Of = F.values().resolved(Item->Object);
  if (Of.is("subscript"))
    return Of.field("subscript").isAnyOf({"integer", "unary_operator"});
  const auto Reduced = methodCall(Of);
  return Reduced && reduces(Reduced->Name);
}

} // namespace aoti_tidy::python
