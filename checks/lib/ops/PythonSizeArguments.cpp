// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/PythonSizeArguments.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace python {
namespace {

/// Sizes are computed from sizes; real code is two or three deep.
constexpr unsigned MaxDepth = 8;

/// Whether a tensor of that name is one that a model has once.
bool soundsConstant(StringRef Name) {
  constexpr StringRef Words[] = {"weight", "bias",     "scale", "zero",
                                 "table",  "codebook", "cache", "expert"};
  const std::string Lower = Name.lower();
  return Lower == "w" || StringRef(Lower).starts_with("w_") ||
         StringRef(Lower).ends_with("_w") || Lower == "w1" || Lower == "w2" ||
         llvm::any_of(Words, [&](StringRef Word) {
           return StringRef(Lower).contains(Word);
         });
}

class Sizes {
public:
  explicit Sizes(const File &F) : F(F) {}

  /// Whether \p Expr is a size that may vary.
  bool isSize(Node Expr, unsigned Depth = 0) const {
    if (Depth == MaxDepth)
      return false;
    Expr = F.values().resolved(Expr);
    if (Expr.is("subscript"))
      return isSizeList(Expr.field("value"), Depth) &&
             isInFront(ownerOf(F.values().resolved(Expr.field("value"))),
                       Expr.field("subscript"));
    if (Expr.is("call"))
      return isSizeCall(Expr);
    if (Expr.is("identifier"))
      return isElement(Expr, Depth);
    if (Expr.is("binary_operator")) {
      const StringRef Operator = Expr.field("operator").text();
      return llvm::is_contained({"+", "-", "*", "//"}, Operator) &&
             (isSize(Expr.field("left"), Depth + 1) ||
              isSize(Expr.field("right"), Depth + 1));
    }
    return false;
  }

private:
  /// x of x.shape, x.size(), x.size(0)
  static Node ownerOf(Node Sizes) {
    return (Sizes.is("call") ? Sizes.field("function") : Sizes).field("object");
  }

  /// Whether the size of \p Tensor at \p Index is the first, or one in front of
  /// another that the file asks for. Those at the end a model has once.
  bool isInFront(Node Tensor, Node Index) const {
    const auto Number = F.values().integerOf(Index);
    return Number &&
           (*Number == 0 || (*Number > 0 && *Number < lastAsked(Tensor)));
  }

  /// The largest index of a size that the file asks \p Tensor for.
  int64_t lastAsked(Node Tensor) const {
    const auto Uses = F.names().occurrences(Tensor);
    // Once for the variable, whatever it is given in between.
    if (!Uses.empty() && Read.insert(Uses.front().id()).second)
      for (const Node &Use : Uses)
        if (const Node Index = indexAsked(Use))
          if (const Node Target = F.names().bindingOf(Use)) {
            int64_t &Last = LastAsked[Target.id()];
            Last = std::max(Last, F.values().integerOf(Index).value_or(0));
          }
    const Node Target = F.names().bindingOf(Tensor);
    return Target ? LastAsked.lookup(Target.id()) : 0;
  }

  /// The index of x.shape[1], x.size(1); null if \p Use is used otherwise.
  static Node indexAsked(Node Use) {
    const Node Member = Use.parent(), Around = Member.parent();
    if (!Member.is("attribute") || !(Member.field("object") == Use))
      return {};
    const StringRef Name = Member.field("attribute").text();
    if (Name == "shape" && Around.is("subscript"))
      return Around.field("subscript");
    const auto Given = argumentsOf(Around);
    return Name == "size" && Around.is("call") && Given.size() == 1
               ? Given.front()
               : Node();
  }

  /// x, but not self.x
  bool isInput(Node Tensor) const {
    return Tensor.is("identifier") && !soundsConstant(Tensor.text()) &&
           !F.names().qualifiedName(Tensor);
  }

  /// x.shape, x.size()
  bool isSizeList(Node Expr, unsigned Depth) const {
    Expr = F.values().resolved(Expr);
    if (Expr.is("attribute"))
      return Expr.field("attribute").text() == "shape" &&
             isInput(Expr.field("object"));
    const Node Callee = Expr.is("call") ? Expr.field("function") : Node();
    return Callee && Depth < MaxDepth && Callee.is("attribute") &&
           Callee.field("attribute").text() == "size" &&
           Expr.field("arguments").children().empty() &&
           isInput(Callee.field("object"));
  }

  /// x.size(0), x.numel()
  bool isSizeCall(Node Call) const {
    const Node Callee = Call.field("function");
    if (!Callee.is("attribute") || !isInput(Callee.field("object")))
      return false;
    const StringRef Name = Callee.field("attribute").text();
    const auto Arguments = Call.field("arguments").children();
    return (Name == "numel" && Arguments.empty()) ||
           (Name == "size" && Arguments.size() == 1 &&
            isInFront(Callee.field("object"), Arguments.front()));
  }

  /// m of 'm, k = x.shape': any but the last.
  bool isElement(Node Use, unsigned Depth) const {
    const Node Target = F.names().bindingOf(Use);
    const Node Pattern = Target ? Target.parent() : Node();
    if (!Pattern || !Pattern.isAnyOf({"pattern_list", "tuple_pattern"}))
      return false;
    const Node Assignment = Pattern.parent();
    if (!Assignment.is("assignment") || Assignment.field("left") != Pattern)
      return false;
    const auto Targets = Pattern.children();
    return llvm::all_of(Targets, [](Node N) { return N.is("identifier"); }) &&
           Targets.back() != Target &&
           isSizeList(Assignment.field("right"), Depth + 1);
  }

  const File &F;
  /// Of variables: the first use of those that were read.
  mutable llvm::DenseSet<const void *> Read;
  /// By what binds the tensor.
  mutable llvm::DenseMap<const void *, int64_t> LastAsked;
};

} // namespace

std::string opCalled(const File &F, Node Callee) {
  const auto Dotted = F.names().qualifiedName(Callee);
  StringRef Name = Dotted ? StringRef(*Dotted) : StringRef();
  if (!Name.consume_front("torch.ops."))
    return "";
  const auto [Namespace, Rest] = Name.split('.');
  const auto [Op, Overload] = Rest.split('.');
  if (Namespace.empty() || Op.empty() || Overload.contains('.'))
    return "";
  std::string Result = (Namespace + "::" + Op).str();
  if (!Overload.empty() && Overload != "default")
    Result += ("." + Overload).str();
  return Result;
}

std::vector<SizeArgument>
sizesGivenToOps(const File &F, llvm::function_ref<std::string(Node)> OpOf) {
  std::vector<SizeArgument> Result;
  const Sizes Known(F);
  for (const Node &At : F.names().calls()) {
    const std::string Op = OpOf(At.field("function"));
    if (Op.empty())
      continue;
    const Call C = namelessCall(At);
    for (unsigned I = 0; const Argument *A = C.positional(I); ++I)
      if (Known.isSize(A->Value))
        Result.push_back({Op, I, "", A->Whole, At});
    for (const Argument &A : C.Arguments)
      if (!A.Keyword.empty() && Known.isSize(A.Value))
        Result.push_back({Op, 0, A.Keyword, A.Whole, At});
  }
  return Result;
}

} // namespace python

bool mayGiveSizesToOps(StringRef Text) {
  return Text.contains("torch") && Text.contains("ops") &&
         (Text.contains(".shape") || Text.contains(".size(") ||
          Text.contains(".numel("));
}

std::vector<PythonSizeArgument> sizesGivenToOps(StringRef Text) {
  std::vector<PythonSizeArgument> Result;
  if (!mayGiveSizesToOps(Text))
    return Result;
  const python::Settings None;
  const auto F = python::File::create("", Text, None);
  if (!F)
    return Result;
  for (const python::SizeArgument &A : python::sizesGivenToOps(
           *F, [&](python::Node Callee) { return opCalled(*F, Callee); }))
    Result.push_back({A.Op, A.Position, A.Keyword.str(), A.At.begin()});
  return Result;
}

} // namespace aoti_tidy
