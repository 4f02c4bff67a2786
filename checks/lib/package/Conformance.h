// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_CONFORMANCE_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_CONFORMANCE_H

#include "checks/lib/package/Contract.h"
#include "checks/lib/tensor/TensorValue.h"
#include "llvm/ADT/ArrayRef.h"

namespace aoti_tidy {

/// A promise of the package that an input surely breaks.
struct Violation {
  enum class Kind {
    Device, ///< on another type of device
    DType,
    Rank,
    Constant, ///< another size where the model has a constant
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
  /// Later inputs of which the same is true, since they get it from the same
  /// place: run({x, x}).
  std::vector<unsigned> Also = {};
  unsigned Dim = 0; ///< of the shape's and strides' kinds
  /// What the tensor has there, and what it should: a size, a stride, a rank.
  int64_t Got = 0, Wanted = 0;
  /// Of Shared: the input and the dimension that say what is wanted. Of Swapped:
  /// the later one of the two.
  unsigned OtherInput = 0, OtherDim = 0;
  std::string Assumption = {}; ///< of Assumed: "'u0 % 2 == 0' with u0 = 7"
  /// What gives the tensor the property.
  Place From = 0;
  /// The tensor, on the first of the ways that lead there.
  TensorValue Value = {};
};

/// What \p Inputs, one entry per argument, break of what \p Model takes: at
/// most one violation of each input's device, of its type, and of its shape and
/// strides; but only one, besides devices, of two inputs that are swapped, and
/// one of inputs that break the same for the same reason. Only what holds on
/// every way to the call. The number of inputs is the caller's to compare; those
/// beyond the model's are passed over.
std::vector<Violation> violations(const ModelContract &Model,
                                  llvm::ArrayRef<TensorValues> Inputs);

/// "input 0 is", "inputs 0 and 1 are" for the verb "is"; "has" likewise.
std::string subjectOf(const Violation &V, llvm::StringRef Verb);

/// The device type that input \p Index must be on; empty if the package does
/// not say. Models of several devices take some inputs on another one than
/// their own.
llvm::StringRef deviceOfInput(const ModelContract &Model, unsigned Index);

/// "[8, 12]"; '?' for what is only known at run time.
std::string shapeText(llvm::ArrayRef<Extent> Sizes);

/// "[2..1024, 10]"
std::string shapeText(llvm::ArrayRef<Dimension> Dims);

// What the notes of each check that holds a run against its model begin with.

inline constexpr llvm::StringLiteral ModelRunsHere = "the model runs here";

/// \p Package is named with its quotes: "'ranker.pt2'".
std::string loadedHereText(llvm::StringRef Package);

} // namespace aoti_tidy

#endif
