// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_SYMBOLICFUNCTION_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_SYMBOLICFUNCTION_H

#include "checks/lib/script/Functions.h"
#include "checks/lib/script/SymbolicValue.h"
#include <map>

namespace aoti_tidy::python {

/// 'Object.Name(Arguments)'
struct MethodCall {
  Node Object;
  llvm::StringRef Name;
  llvm::SmallVector<Node, 4> Arguments;
};

/// \p Expr as such a call; nothing if it is a function of a module.
std::optional<MethodCall> methodCall(const File &F, Node Expr);

/// 'x' of 'x.shape' and 'x.size()'; null if \p Shape is something else.
Node shapeOwner(Node Shape);

/// The expressions of a function that gets tensors with symbolic sizes, each
/// evaluated once. Calls of functions of the file are followed two deep.
class SymbolicFunction {
public:
  /// \p Function is a function_definition or lambda; \p Given are the values of
  /// its first parameters. An annotation makes a tensor of an unknown one.
  SymbolicFunction(const File &F, Node Function,
                   std::vector<SymbolicValue> Given)
      : SymbolicFunction(F, Function, std::move(Given), nullptr) {}

  SymbolicValue of(Node Expr);
  /// Whether \p Condition is true, as far as constants tell.
  std::optional<bool> truthOf(Node Condition) { return truthOf(Condition, 0); }
  /// The function of the file that \p Call runs, with what it is given. Null if
  /// it is not known, or called too deep.
  SymbolicFunction *called(Node Call);
  /// The join of all that the function returns.
  SymbolicValue returned();
  /// The sizes of the tensor that \p Call makes ('x.new_empty', 'torch.zeros',
  /// 'x.reshape'), as it is given them.
  llvm::SmallVector<Node, 4> sizesGiven(Node Call);

  const File &file() const { return F; }
  Node function() const { return Function; }
  /// The values of the parameters: what is given the same is read once.
  std::string key() const;

private:
  using Kind = SymbolicValue::Kind;

  SymbolicFunction(const File &F, Node Function,
                   std::vector<SymbolicValue> Given,
                   const SymbolicFunction *Caller);

  SymbolicValue compute(Node Expr);
  std::optional<bool> truthOf(Node Condition, unsigned Depth);
  SymbolicValue nameOf(llvm::ArrayRef<Origin> Origins);
  SymbolicValue givenBy(const Origin &O);
  SymbolicValue target(Node Target);
  SymbolicValue changed(Node Use, SymbolicValue List);
  SymbolicValue subscript(Node Expr);
  SymbolicValue binary(Node Expr);
  SymbolicValue arithmetic(llvm::StringRef Operator, SymbolicValue Left,
                           SymbolicValue Right) const;
  SymbolicValue comparison(Node Expr);
  SymbolicValue listOf(llvm::ArrayRef<Node> Elements);
  SymbolicValue call(Node Expr);
  SymbolicValue method(const MethodCall &Call, Node Expr);
  SymbolicValue function(llvm::StringRef Name, Node Call);
  SymbolicValue made(Node Call, const SymbolicValue *Of);
  Node functionNamed(Node Callee) const;
  std::vector<SymbolicValue> givenTo(Node Called, Node Call);

  const File &F;
  Node Function;
  unsigned Depth = 0;   ///< how many calls lead to it
  unsigned Nested = 0;  ///< expressions that are evaluated now
  unsigned *Left;       ///< of helpers, that may be read for one kernel
  unsigned OwnLeft = 0; ///< if nothing calls it
  llvm::SmallVector<FunctionParameter, 8> Parameters;
  std::vector<SymbolicValue> Values; ///< of the parameters
  llvm::DenseMap<const void *, SymbolicValue> Known;
  std::map<const void *, std::unique_ptr<SymbolicFunction>> Inner; ///< by call
  std::optional<SymbolicValue> Result;
};

} // namespace aoti_tidy::python

#endif
