// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_CONFORMANCE_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_CONFORMANCE_H

#include "checks/lib/package/Contract.h"
#include "checks/lib/tensor/TensorValue.h"
#include "llvm/ADT/ArrayRef.h"

namespace aoti_tidy {

struct Violation {
  enum class Kind {
    Device, ///< on another type of device
    DType,
    Rank,
    Constant,
    TooSmall, ///< below the range of a dynamic dimension
    TooLarge,
    Shared,  ///< another size than the dimension that must be equal
    Assumed, ///< sizes that break a condition, on which the model throws
    Stride,  ///< elements lie in another order
    /// Each fits in the place of the other: Input and OtherInput.
    Swapped,
  };
  Kind What;
  unsigned Input = 0;
  /// Later inputs from the same place, which break it as well: run({x, x}).
  std::vector<unsigned> Also = {};
  unsigned Dim = 0; ///< of the shape's and strides' kinds
  /// The tensor's size, stride or rank there, and the model's.
  int64_t Got = 0, Wanted = 0;
  /// Set for Shared: the input and dimension it must equal. Set for Swapped:
  /// the other input.
  unsigned OtherInput = 0, OtherDim = 0;
  std::string Assumption = {}; ///< of Assumed: "'u0 % 2 == 0' with u0 = 7"
  Place From = 0;
  TensorValue Value = {};
};

/// The violations by \p Inputs of what \p Model takes, as far as they hold on
/// every path to the call: at most one each for an input's device, its type,
/// and its shape and strides; one for two swapped inputs, and one for inputs
/// that break it for the same reason. Inputs beyond the model's are ignored.
std::vector<Violation> violations(const ModelContract &Model,
                                  llvm::ArrayRef<TensorValues> Inputs);

/// "input 0 is", "inputs 0 and 1 are" for the verb "is"; "has" likewise.
std::string subjectOf(const Violation &V, llvm::StringRef Verb);

/// The device type of input \p Index; empty if the package does not record it.
/// Models of several devices take some inputs on another one than their own.
llvm::StringRef deviceOfInput(const ModelContract &Model, unsigned Index);

/// "[8, ?]"
std::string shapeText(llvm::ArrayRef<Extent> Sizes);

/// "[2..1024, 10]"
std::string shapeText(llvm::ArrayRef<Dimension> Dims);

inline constexpr llvm::StringLiteral ModelRunsHere = "the model runs here";

/// \p Package has quotes: "'ranker.pt2'".
std::string loadedHereText(llvm::StringRef Package);
/// Where the package's only source is an export of the run.
inline constexpr llvm::StringLiteral ExportedHereText =
    "exported here, for inputs like its example inputs";

} // namespace aoti_tidy

#endif
