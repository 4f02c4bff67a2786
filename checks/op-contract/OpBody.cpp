// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/op-contract/OpBody.h"
#include "checks/op-contract/TensorMethods.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 16; ///< 'x.view(-1)[0].t()', names for names

/// Functions that write their first argument.
constexpr StringRef FirstWritten[] = {
    "torch.distributed.all_gather_into_tensor", "torch.distributed.all_reduce",
    "torch.distributed.all_to_all_single",      "torch.distributed.broadcast",
    "torch.distributed.reduce_scatter_tensor",
};

/// Whether 'x[Index]' is a view of x: an index that is a tensor or a list makes
/// a copy.
bool isBasicIndex(Node Index, const File &F) {
  if (Index.is("tuple"))
    return llvm::all_of(Index.children(),
                        [&](Node N) { return isBasicIndex(N, F); });
  return Index.isAnyOf({"slice", "ellipsis", "none"}) ||
         F.values().integerOf(Index);
}

bool isBasicSubscript(Node Subscript, const File &F) {
  const auto Parts = Subscript.children();
  return llvm::all_of(llvm::drop_begin(Parts),
                      [&](Node N) { return isBasicIndex(N, F); });
}

Node rootOf(Node Expr, const File &F, unsigned Depth) {
  if (Depth > MaxDepth)
    return {};
  if (Expr.is("parenthesized_expression") && Expr.children().size() == 1)
    return rootOf(Expr.children().front(), F, Depth + 1);
  if (Expr.is("subscript"))
    return isBasicSubscript(Expr, F) ? rootOf(Expr.field("value"), F, Depth + 1)
                                     : Node();
  if (Expr.is("attribute"))
    return Expr.field("attribute").text() == "data"
               ? rootOf(Expr.field("object"), F, Depth + 1)
               : Node();
  if (Expr.is("call")) {
    const auto Method = methodCall(F, Expr);
    return Method && isView(Method->Name) ? rootOf(Method->Object, F, Depth + 1)
                                          : Node();
  }
  if (!Expr.is("identifier"))
    return {};
  const auto Origins = F.names().originsOf(Expr);
  if (Origins.size() != 1)
    return {};
  const Node Target = Origins.front().Target, Parent = Target.parent();
  if (Parent.isAnyOf({"parameters", "typed_parameter", "default_parameter",
                      "typed_default_parameter", "lambda_parameters"}))
    return Target;
  // Not 'row' of 'row, n = f(x)' or of 'row += 1'.
  return Origins.front().Given && Parent.is("assignment")
             ? rootOf(Origins.front().Given, F, Depth + 1)
             : Node();
}

class Writes {
public:
  Writes(Node Function, const File &F) : Function(Function), F(F) {}

  std::vector<OpUse> find() {
    forEachNode(Function.field("body"), [&](Node N) {
      if (N.isAnyOf({"function_definition", "class_definition", "lambda"}))
        return false;
      if (N.is("call"))
        call(N);
      else if (N.isAnyOf({"assignment", "augmented_assignment"}))
        assignment(N);
      return true;
    });
    return std::move(Result);
  }

private:
  void add(Node At, Node Parameter) {
    // Of another function around it is no argument of the operator.
    if (Parameter && Names::scopeOf(Parameter) == Function)
      Result.push_back({At, Parameter});
  }

  void assignment(Node N) {
    const Node Left = N.field("left");
    // x[mask] = y
    if (Left.is("subscript"))
      return add(N, parameterOf(Left.field("value"), F));
    // x += 1
    if (!N.is("augmented_assignment") || !Left.is("identifier"))
      return;
    const auto Before = F.names().originsBefore(Left);
    if (Before.size() == 1 &&
        Before.front().Target.parent().isAnyOf(
            {"parameters", "typed_parameter", "typed_default_parameter"}))
      add(N, Before.front().Target);
  }

  void call(Node N) {
    const auto Method = methodCall(F, N);
    // x.add_(1), x[0].copy_(y)
    if (Method && writesData(Method->Name))
      return add(N, parameterOf(Method->Object, F));
    const auto Name = F.names().qualifiedName(N.field("function"));
    const auto Arguments = argumentsOf(N);
    if (Name && StringRef(*Name).starts_with("torch.")) {
      // torch.add(a, b, out=x), torch.ops.ns.f(a, out=x)
      for (const Node &A : Arguments)
        if (A.is("keyword_argument") && A.field("name").text() == "out")
          add(N, parameterOf(A.field("value"), F));
      if (llvm::is_contained(FirstWritten, *Name) && !Arguments.empty())
        add(N, parameterOf(Arguments.front(), F));
    }
  }

  const Node Function;
  const File &F;
  std::vector<OpUse> Result;
};

void addReturned(Node Expr, std::vector<Node> &To, unsigned Depth = 0) {
  const auto Parts = Expr.children();
  if (Depth > MaxDepth)
    return;
  if (Expr.isAnyOf(
          {"parenthesized_expression", "tuple", "list", "expression_list"})) {
    for (const Node &E : Parts)
      addReturned(E, To, Depth + 1);
  } else if (Expr.is("conditional_expression") && Parts.size() == 3) {
    addReturned(Parts[0], To, Depth + 1);
    addReturned(Parts[2], To, Depth + 1);
  } else if (Expr) {
    To.push_back(Expr);
  }
}

} // namespace

Node parameterOf(Node Expr, const File &F) { return rootOf(Expr, F, 0); }

std::vector<OpUse> writesOf(Node Function, const File &F) {
  return Writes(Function, F).find();
}

std::vector<Node> returnsOf(Node Function) {
  std::vector<Node> Result;
  if (Function.is("lambda"))
    addReturned(Function.field("body"), Result);
  else
    forEachNode(Function.field("body"), [&](Node N) {
      if (N.is("return_statement"))
        for (const Node &E : N.children())
          addReturned(E, Result);
      return !N.isAnyOf({"function_definition", "class_definition", "lambda"});
    });
  return Result;
}

} // namespace aoti_tidy::python
