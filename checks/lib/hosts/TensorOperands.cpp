// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/TensorOperands.h"
#include "checks/lib/cxx/Names.h"
#include "checks/lib/hosts/TensorExpr.h"
#include "checks/lib/hosts/TensorTypes.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// Operations on each element, by TensorIterator, which lets numbers on the CPU
/// stand beside tensors on a GPU (aten/src/ATen/TensorIterator.cpp).
bool isElementwise(StringRef Name) {
  // clang-format off
  static constexpr llvm::StringLiteral Names[] = {
      "add", "addcdiv", "addcmul", "allclose", "atan2", "bitwise_and", "bitwise_or",
      "bitwise_xor", "copysign", "div", "divide", "eq", "floor_divide", "fmax",
      "fmin", "fmod", "ge", "greater", "greater_equal", "gt", "hypot", "isclose", "le",
      "lerp", "less", "less_equal", "logaddexp", "logical_and", "logical_or",
      "logical_xor", "lt", "maximum", "minimum", "mse_loss", "mul", "multiply",
      "ne", "not_equal", "pow", "remainder", "rsub", "smooth_l1_loss", "sub",
      "subtract", "true_divide", "where", "xlogy",
  };
  // clang-format on
  return llvm::is_contained(Names, Name);
}

/// Operations whose tensors all have dimensions, or have to be on one device
/// whether they have or not.
bool isStrict(StringRef Name) {
  // clang-format off
  static constexpr llvm::StringLiteral Names[] = {
      "addbmm", "addmm", "addmv", "addr", "baddbmm", "bmm", "bucketize",
      "cat", "cdist", "concat", "concatenate", "cross", "dot", "embedding", "equal", "gather",
      "hstack", "index_add", "index_copy", "index_select", "inner",
      "kron", "linear", "masked_fill", "masked_select", "matmul", "mm", "mv",
      "outer", "scatter", "scatter_add", "searchsorted", "stack",
      "take_along_dim", "tensordot", "vdot", "vstack",
  };
  // clang-format on
  return llvm::is_contained(Names, Name);
}

/// Whether \p Callee is ATen's own: not an operator of the program on its tensors,
/// or a method of a class that it derives from at::Tensor.
bool isOfAten(const FunctionDecl &Callee) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  const Decl *Of = Method ? static_cast<const Decl *>(Method->getParent())
                          : static_cast<const Decl *>(&Callee);
  return isInNamespace(Of, "at") || isInNamespace(Of, "torch") ||
         isInNamespace(Of, "c10") || isInNamespace(Of, "torch::nn::functional");
}

/// The braced list that \p E is made of; null if it is none.
const InitListExpr *bracedList(const Expr *E) {
  for (unsigned Steps = 0; E && Steps < 16; ++Steps) {
    E = stripped(E);
    if (const auto *List = dyn_cast<InitListExpr>(E)) {
      // std::array around an array
      if (List->getNumInits() != 1 || isTensor(List->getInit(0)->getType()))
        return List;
      E = List->getInit(0);
    } else if (const auto *Std = dyn_cast<CXXStdInitializerListExpr>(E)) {
      E = Std->getSubExpr();
    } else if (const auto *Made = dyn_cast<CXXConstructExpr>(E)) {
      const auto Args = writtenArguments(Made);
      E = Args.empty() ? nullptr : Args.front();
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

void addTensors(const Expr *Given, TensorOperands &To) {
  if (isTensor(Given->getType())) {
    To.All.push_back(Given);
  } else if (elementKindOf(Given->getType()) == ElementKind::Tensor) {
    if (const InitListExpr *List = bracedList(Given))
      for (const Expr *Element : List->inits())
        if (isTensor(Element->getType()))
          To.All.push_back(Element);
  }
}

} // namespace

TensorOperands operandsOf(const Expr &E) {
  TensorOperands Result;
  const auto *Call = dyn_cast<CallExpr>(&E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !isOfAten(*Callee))
    return Result;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call)) {
    const OverloadedOperatorKind Kind = Operator->getOperator();
    if (Operator->getNumArgs() != 2 || Kind == OO_Equal ||
        !(Operator->isInfixBinaryOp() || Operator->isAssignmentOp()) ||
        !llvm::all_of(Operator->arguments(),
                      [](const Expr *A) { return isTensor(A->getType()); }))
      return Result;
    Result.Name = getOperatorSpelling(Kind);
    Result.All.append(Operator->arg_begin(), Operator->arg_end());
    Result.TakesNumbers = true;
    return Result;
  }
  StringRef Name = operatorName(*Callee);
  Result.Name = (Name + "()").str();
  if (!Name.ends_with("__")) // add_
    Name.consume_back("_");
  Name.consume_back("_out");
  Result.TakesNumbers = isElementwise(Name);
  Result.IsComparison = Name == "allclose" || Name == "isclose";
  if (!Result.TakesNumbers && !isStrict(Name))
    return Result;
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call))
    addTensors(Method->getImplicitObjectArgument(), Result);
  for (const Expr *Given : Call->arguments())
    if (!isa<CXXDefaultArgExpr>(Given))
      addTensors(Given, Result);
  // x.masked_fill(mask, value): the value may be a number.
  if (Name == "masked_fill" && Result.All.size() > 2)
    Result.All.truncate(2);
  if (Result.All.size() < 2)
    Result.All.clear();
  return Result;
}

} // namespace aoti_tidy
