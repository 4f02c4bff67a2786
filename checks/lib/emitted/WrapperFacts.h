// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERFACTS_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERFACTS_H

#include "checks/lib/emitted/KernelModel.h"
#include <set>

namespace aoti_tidy {

struct WrittenLayout {
  std::vector<IndexExpr> Sizes, Strides;
  /// Whether they are made of known values only. Else a name or an expression
  /// without one is a variable in them.
  bool IsKnown = true;
};

struct InputFacts {
  std::optional<std::string> Name;
  bool HasCheck = false;
  std::optional<DType> Type;
  std::string Device;
  std::map<size_t, int64_t> Constants, Lowers, Uppers, Strides;
  std::map<size_t, std::string> Symbols;
  std::optional<WrittenLayout> Asserted;
};

struct TensorFacts {
  std::optional<WrittenLayout> Layout;
  std::string Device;
  std::optional<size_t> Input; ///< if it is one; not if it is a view of one
};

/// The model of a wrapper's code, and what the contract takes besides.
struct WrapperFacts {
  /// Without kernels, and without what contractOf() decides.
  EmittedModel Model;
  std::vector<TensorFacts> Tensors; ///< one for each of the model's buffers

  std::optional<size_t> InputCount, OutputCount, ConstantCount;
  std::map<size_t, InputFacts> Inputs;
  std::map<size_t, std::string> OutputNames;
  std::optional<std::vector<std::string>> Keywords;    ///< as the contract's
  std::optional<std::vector<InputLeaf>> Leaves;        ///< as the contract's
  std::optional<std::vector<std::string>> OutputPaths; ///< as the contract's
  std::map<size_t, unsigned> Outputs;                  ///< buffers of the model
  std::map<size_t, ConstantContract> Constants;
  bool HasWeights = true;
  std::vector<std::string> Kernels;
  std::string Device, DeviceEvidence;

  bool HasModel = false;   ///< the constructor of the model class
  bool HasRunImpl = false; ///< its entry point
  bool DefinesChecks = false, CallsChecks = false, GatesChecks = false;
  /// If one dimension has a lower bound, each one with a symbol has.
  bool HasLowerBound = false;
  bool HasSymbol = false;
  std::set<std::string, std::less<>> InterfaceFunctions;
  /// Conditions on the model's symbols that every run checks.
  std::vector<IndexExpr> Required;
  /// The sign that the text is a part of a wrapper only; empty for a whole one.
  /// Facts of a part may be wrong: a later check of inputs is not known.
  std::string Incomplete;
};

/// Reads null-terminated C++ that Inductor emits around a model's kernels, in
/// <hash>.wrapper.cpp or, up to torch 2.6, <hash>.cpp. It looks for the
/// statements that torch emits: other spellings are not known, and those about
/// tensors are in the model's NotModelled. Nothing for another file.
std::optional<WrapperFacts> readWrapperFacts(llvm::StringRef Text);

TensorContract inputContract(const WrapperFacts &Facts, const InputFacts &F);

Contract contractOf(const WrapperFacts &Facts);

} // namespace aoti_tidy

#endif
