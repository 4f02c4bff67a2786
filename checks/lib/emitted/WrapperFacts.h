// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERFACTS_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERFACTS_H

#include "checks/lib/emitted/KernelModel.h"
#include <set>

namespace aoti_tidy {

/// Sizes and strides that the code writes down together, as many of each.
struct WrittenLayout {
  std::vector<IndexExpr> Sizes, Strides;
  /// Whether they are all made of what the code has read or computed before. A
  /// name without a value is a variable in them, and an expression that is not
  /// understood is one with its text as the name.
  bool IsKnown = true;
};

/// What a wrapper says of an input, by whatever statement.
struct InputFacts {
  std::optional<std::string> Name;
  bool HasCheck = false;
  std::optional<DType> Type;
  std::string Device;
  /// By dimension: what its check compares with.
  std::map<size_t, int64_t> Constants, Lowers, Uppers, Strides;
  std::map<size_t, std::string> Symbols;
  std::optional<WrittenLayout> Asserted;
};

/// What contracts say of a tensor, and Buffer does not.
struct TensorFacts {
  std::optional<WrittenLayout> Layout;
  std::string Device;
  std::optional<size_t> Input; ///< if it is one; not if it is a view of one
};

/// What a wrapper says: its model of what the code does with memory, and what
/// the contract takes besides.
struct WrapperFacts {
  /// Without kernels, and without what contractOf() decides.
  EmittedModel Model;
  std::vector<TensorFacts> Tensors; ///< one for each of the model's buffers

  std::optional<size_t> InputCount, OutputCount, ConstantCount;
  std::map<size_t, InputFacts> Inputs;
  std::map<size_t, std::string> OutputNames;
  std::optional<std::vector<std::string>> Keywords; ///< as the contract's
  std::map<size_t, unsigned> Outputs;               ///< buffers of the model
  std::map<size_t, ConstantContract> Constants;
  /// Whether the library comes with their values, or something loads them.
  bool HasWeights = true;
  /// Names of the kernels and of the operators called through ATen.
  std::vector<std::string> Kernels;
  std::string Device, DeviceEvidence;

  bool HasModel = false;   ///< the constructor of the model class
  bool HasRunImpl = false; ///< its entry point
  bool DefinesChecks = false, CallsChecks = false, GatesChecks = false;
  /// Some dimension has a lower bound: so has every one with a symbol, then.
  bool HasLowerBound = false;
  bool HasSymbol = false;
  std::set<std::string, std::less<>> InterfaceFunctions;
  /// Conditions without which the function that runs the model throws, whatever
  /// the environment says, in terms of the model's symbols.
  std::vector<IndexExpr> Required;
  /// What shows that the text is only a part of a wrapper; empty for a whole
  /// one. What is read of a part may be wrong: a check of the inputs that comes
  /// later is not known.
  std::string Incomplete;
};

/// Reads \p Text, which a null character must follow: the C++ that Inductor
/// emits around a model's kernels, in <hash>.wrapper.cpp or, up to torch 2.6,
/// in <hash>.cpp. It is scanned for the statements that torch emits, not
/// compiled: what is spelt in another way is not known, and what touches
/// tensors then is in the model's NotModelled. Nothing if it is not such a file
/// at all.
std::optional<WrapperFacts> readWrapperFacts(llvm::StringRef Text);

/// What the wrapper promises of an input.
TensorContract inputContract(const WrapperFacts &Facts, const InputFacts &F);

/// The contract of the one model that the wrapper is of, which has no name.
Contract contractOf(const WrapperFacts &Facts);

} // namespace aoti_tidy

#endif
