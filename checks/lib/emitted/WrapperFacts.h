// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERFACTS_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERFACTS_H

#include "checks/lib/emitted/SizeExpression.h"
#include "checks/lib/torch/TensorType.h"
#include <set>
#include <vector>

namespace aoti_tidy {

template <typename T> using ByName = std::map<std::string, T, std::less<>>;

/// Sizes and strides that emitted code writes down together.
struct EmittedLayout {
  /// As many of each.
  std::vector<std::optional<SizeExpression>> Sizes, Strides;
  std::vector<std::string> SizeTexts; ///< for those that are not understood
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
  std::optional<EmittedLayout> Asserted;
};

/// What a wrapper says of another tensor.
struct BufferFacts {
  std::optional<DType> Type;
  std::string Device;
  std::optional<EmittedLayout> Layout;
  std::optional<size_t> Input; ///< if it is one
};

/// What the statements of a wrapper say, one by one.
struct WrapperFacts {
  std::optional<size_t> InputCount, OutputCount;
  std::map<size_t, InputFacts> Inputs;
  std::map<size_t, std::string> OutputNames;
  std::map<size_t, BufferFacts> Outputs;
  std::vector<std::string> Kernels;
  std::string Device, DeviceEvidence;

  bool HasModel = false;   ///< the constructor of the model class
  bool HasRunImpl = false; ///< its entry point
  bool DefinesChecks = false, CallsChecks = false, GatesChecks = false;
  /// Some dimension has a lower bound: so has every one with a symbol, then.
  bool HasLowerBound = false;
  bool HasSymbol = false;
  std::set<std::string, std::less<>> InterfaceFunctions;
};

/// Reads \p Text, which a null character must follow.
WrapperFacts readWrapperFacts(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
