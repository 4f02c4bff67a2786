// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a module's forward() does with an input, as far as its text says.
#include "checks/lib/script/ExecutionOrder.h"
#include "checks/lib/script/ForwardParameters.h"
#include "checks/lib/script/Members.h"
#include "checks/lib/script/ModuleDevices.h"
#include "checks/lib/torch/ModuleLayers.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// Modules of modules: deeper ones are not followed.
constexpr unsigned MaxDepth = 16;

/// Reads modules and the functions that run them.
class ForwardReader {
public:
  explicit ForwardReader(const File &F) : F(F), Known(F) {}

  /// What the module that \p Made makes does with its input \p Index.
  LayerEffect effectOf(Node Made, unsigned Index, unsigned Depth);

private:
  LayerEffect effectOfTorch(Node Made, StringRef Class, unsigned Depth);
  bool raises(Node Class, unsigned Index, unsigned Depth);
  bool raisesIn(Node Block, Node Input, unsigned Depth, bool &MayBeLeft);
  bool raisesAt(Node Call, Node Input, unsigned Depth);
  bool isWhereInputIs(Node Expr, Node Input, unsigned Depth);
  Node layerOf(Node Callee) const;

  const File &F;
  const Members Known;
};

bool mayLeave(Node Statement) {
  bool Result = false;
  forEachNode(Statement, [&](Node N) {
    Result |= N.isAnyOf({"return_statement", "raise_statement"});
    return !Result &&
           !N.isAnyOf({"function_definition", "class_definition", "lambda"});
  });
  return Result;
}

Node firstArgument(Node Call) {
  const auto Given = Call.field("arguments").children();
  const bool IsPlain = !Given.empty() &&
                       !Given.front().isAnyOf({"keyword_argument", "list_splat",
                                               "dictionary_splat"});
  return IsPlain ? Given.front() : Node();
}

LayerEffect ForwardReader::effectOf(Node Made, unsigned Index, unsigned Depth) {
  if (Depth > MaxDepth || !Made.is("call"))
    return LayerEffect::Unknown;
  const Node Callee = Made.field("function");
  if (const auto Class = F.names().qualifiedName(Callee))
    return Index == 0 ? effectOfTorch(Made, *Class, Depth)
                      : LayerEffect::Unknown;
  const Node Class =
      Callee.is("identifier") ? F.names().definition(Callee) : Node();
  return isPlainModuleClass(Class, F) && raises(Class, Index, Depth + 1)
             ? LayerEffect::Raises
             : LayerEffect::Unknown;
}

LayerEffect ForwardReader::effectOfTorch(Node Made, StringRef Class,
                                         unsigned Depth) {
  const auto Given = Made.field("arguments").children();
  if (Class == "torch.nn.Sequential") {
    for (Node Layer : Given) {
      const LayerEffect Effect = effectOf(Layer, 0, Depth + 1);
      if (Effect != LayerEffect::Passes)
        return Effect;
    }
    return LayerEffect::Passes;
  }
  unsigned Positional = 0;
  for (Node A : Given) {
    if (A.isAnyOf({"list_splat", "dictionary_splat"}) ||
        (A.is("keyword_argument") && removesParameters(A.field("name").text())))
      return LayerEffect::Unknown;
    Positional += !A.is("keyword_argument");
  }
  // LayerNorm(8, 1e-5, False)
  if (Class.contains("Norm") && Positional > 2)
    return LayerEffect::Unknown;
  return effectOfLayer(Class);
}

/// Whether forward() of \p Class surely raises.
bool ForwardReader::raises(Node Class, unsigned Index, unsigned Depth) {
  const Node Forward = methodOf(Class, "forward");
  const Node Input = parameterOf(Forward, Index + 1);
  // M.forward = another
  if (!Input || methodOf(Class, "__call__") ||
      F.tree().text().contains(".forward ="))
    return false;
  bool MayBeLeft = false;
  return raisesIn(Forward.field("body"), Input, Depth, MayBeLeft);
}

bool ForwardReader::raisesIn(Node Block, Node Input, unsigned Depth,
                             bool &MayBeLeft) {
  const auto Raises = [&](Node N) {
    return N.is("call") && raisesAt(N, Input, Depth);
  };
  for (Node S : Block.children()) {
    if (S.isAnyOf({"function_definition", "class_definition",
                   "decorated_definition"}))
      continue;
    if (S.is("with_statement")) {
      if (raisesIn(S.field("body"), Input, Depth, MayBeLeft))
        return true;
      if (MayBeLeft)
        return false;
      continue;
    }
    const bool IsSimple =
        S.isAnyOf({"expression_statement", "return_statement"});
    if (IsSimple && findEvaluated(S, Raises))
      return true;
    MayBeLeft = mayLeave(S);
    if (MayBeLeft)
      return false;
  }
  return false;
}

/// The call of the class of the layer that 'self.layer(x)' runs.
Node ForwardReader::layerOf(Node Callee) const {
  const Node Made = Callee.is("attribute") ? Known.valueOf(Callee) : Node();
  return Made.is("call") ? Made : Node();
}

bool ForwardReader::raisesAt(Node Call, Node Input, unsigned Depth) {
  const Node Layer = layerOf(Call.field("function"));
  const Node Given = firstArgument(Call);
  return Layer && Given && isWhereInputIs(Given, Input, Depth) &&
         effectOf(Layer, 0, Depth + 1) == LayerEffect::Raises;
}

/// Whether \p Expr is the input, or made of it alone, where it is.
bool ForwardReader::isWhereInputIs(Node Expr, Node Input, unsigned Depth) {
  if (Depth > MaxDepth)
    return false;
  if (Expr.is("identifier")) {
    if (F.names().bindingOf(Expr) == Input)
      return true;
    const Node Given = F.names().assignedValue(Expr);
    return Given && isWhereInputIs(Given, Input, Depth + 1);
  }
  if (!Expr.is("call"))
    return false;
  const Node Callee = Expr.field("function");
  const Node Given = firstArgument(Expr);
  if (const auto Name = F.names().qualifiedName(Callee)) {
    StringRef Function = *Name;
    return (Function.consume_front("torch.nn.functional.") ||
            Function.consume_front("torch.")) &&
           keepsDevice(Function) && Given &&
           isWhereInputIs(Given, Input, Depth + 1);
  }
  if (const Node Layer = layerOf(Callee))
    return Given && isWhereInputIs(Given, Input, Depth + 1) &&
           effectOf(Layer, 0, Depth + 1) == LayerEffect::Passes;
  return Callee.is("attribute") &&
         keepsDevice(Callee.field("attribute").text()) &&
         isWhereInputIs(Callee.field("object"), Input, Depth + 1);
}

} // namespace

bool combinesInput(Node Made, unsigned Index, const File &F) {
  return ForwardReader(F).effectOf(Made, Index, 0) == LayerEffect::Raises;
}

} // namespace aoti_tidy::python
