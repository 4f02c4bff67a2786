// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/PythonSizeArguments.h"
#include "checks/lib/script/File.h"
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
             F.values().integerOf(Expr.field("subscript")) == 0;
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
            F.values().integerOf(Arguments.front()) == 0);
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
};

/// "ns::op" of "torch.ops.ns.op" and of "torch.ops.ns.op.default"; empty if it
/// is none.
std::string opCalled(StringRef Name) {
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

} // namespace
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
  const python::Sizes Sizes(*F);
  for (const python::Node &At : F->names().calls()) {
    const auto Name = F->names().qualifiedName(At.field("function"));
    const std::string Op = Name ? python::opCalled(*Name) : "";
    if (Op.empty())
      continue;
    const python::Call Call = python::namelessCall(At);
    for (unsigned I = 0; const python::Argument *A = Call.positional(I); ++I)
      if (Sizes.isSize(A->Value))
        Result.push_back({Op, I, "", A->Whole.begin()});
    for (const python::Argument &A : Call.Arguments)
      if (!A.Keyword.empty() && Sizes.isSize(A.Value))
        Result.push_back({Op, 0, A.Keyword.str(), A.Whole.begin()});
  }
  return Result;
}

} // namespace aoti_tidy
