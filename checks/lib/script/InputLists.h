// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_INPUTLISTS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_INPUTLISTS_H

#include "checks/lib/package/Contract.h"
#include "checks/lib/script/Tensors.h"

namespace aoti_tidy::python {

/// The inputs of a call, flattened as torch does: lists, dicts and '*' are
/// replaced by their elements, and values that cannot be tensors are left out.
struct GivenInputs {
  struct Input {
    Node At;
    /// Nothing if it is not known; it may be several then.
    std::optional<TensorValue> Value;
  };
  std::vector<Input> Inputs;
  /// All that is given, what cannot be a tensor included.
  struct Leaf : InputLeaf {
    Node At;
    bool IsTensor = false; ///< it surely is one
  };
  std::vector<Leaf> Leaves;
  /// The argument behind which it is not known what there is; null if none.
  Node Unknown;
};

/// The inputs that expressions in a row make.
GivenInputs givenInputs(llvm::ArrayRef<Node> Given, const File &F, Tensors &T);

/// How Python writes what \p Expr stands for, if that is surely no tensor:
/// "2.0", "True", "None". Empty if it is not known.
std::string constantText(Node Expr, const File &F);

/// Whether two such texts say the same: 2 and 2.0 do.
bool isSameConstant(llvm::StringRef A, llvm::StringRef B);

/// The arguments of a call: run(x, mask=m), run(x, **batch).
struct RunArguments {
  llvm::SmallVector<Node, 8> Positional;
  llvm::SmallVector<std::pair<std::string, Node>, 4> ByName;
  Node FirstNamed; ///< the first argument that gives any by name; null: none
  bool AreNamesKnown = true;

  RunArguments() = default;
  RunArguments(Node Call, const File &F);

  /// Whether the names are known, and are other ones than \p Model takes.
  bool breakKeywords(const ModelContract &Model) const;
  /// In the order of the inputs of \p Model, null if it is not known; the last
  /// one is what cannot be put into an order, if there is any.
  llvm::SmallVector<Node, 8> inOrder(const ModelContract *Model) const;
};

} // namespace aoti_tidy::python

#endif
