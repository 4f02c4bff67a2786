// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_CONTRACT_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_CONTRACT_H

#include "checks/lib/package/PackageMetadata.h"
#include "checks/lib/prove/IndexExpr.h"
#include "checks/lib/torch/TensorType.h"
#include "checks/lib/torch/TorchVersion.h"
#include <cstdint>
#include <limits>
#include <vector>

namespace aoti_tidy {

/// What an input may have as its size in one dimension.
struct Dimension {
  static constexpr int64_t Unbounded = std::numeric_limits<int64_t>::max();

  int64_t Lower = 0; ///< inclusive, as are both
  int64_t Upper = Unbounded;
  /// The emitted code's name for it, "s77", or an expression of such, "4*s6";
  /// empty for a constant, and where the code does not say. Dimensions with the
  /// same text must be equal.
  std::string Symbol;
  /// Whether the emitted input check has the bound. A constant is checked
  /// unless both are false.
  bool LowerChecked = false, UpperChecked = false;
  /// Whether the model throws on a size beyond the bound at every run, whatever
  /// ModelContract::Checks says: of torch.export's ShapesSpec, for one. Such a
  /// bound is also Checked.
  bool LowerAlways = false, UpperAlways = false;

  bool isConstant() const { return Lower == Upper; }
  bool allows(int64_t Size) const { return Lower <= Size && Size <= Upper; }
};

/// An input or output of a model, as far as the package says.
struct TensorContract {
  std::string Name; ///< "arg0_1"
  std::optional<DType> Type;
  std::string
      Device; ///< "cpu", "cuda": mixed models have both; empty: not said
  /// Outer dimension first; nothing if the rank is not known.
  std::optional<std::vector<Dimension>> Dims;
  /// In elements; nothing for those that depend on a symbol. As many as Dims
  /// if not empty.
  std::vector<std::optional<int64_t>> Strides;
  /// The strides are those of a contiguous tensor, symbolic ones included.
  bool IsContiguous = false;
};

/// A weight, a buffer or another tensor that a model has beside its inputs.
struct ConstantContract {
  /// What it was in the program that was compiled (torch 2.6 and newer say).
  enum class Kind { Unknown, Parameter, Buffer, TensorConstant, Folded };

  std::string Name; ///< in the emitted code, "fc_weight"
  /// In the model that was exported, "fc.weight": what load_constants() takes.
  std::string OriginalName;
  Kind Origin = Kind::Unknown;
  std::optional<DType> Type;
  std::optional<std::vector<int64_t>> Sizes; ///< nothing: not said
  std::string Device;                        ///< "cpu"; empty: not said
  uint64_t Bytes = 0;
  /// The model computes it from others before its first run; nobody loads it.
  bool IsFolded = false;
};

/// Where the values of a model's constants are.
enum class ConstantStore {
  Unknown, ///< nothing says it
  Library, ///< in the model's library
  Outside, ///< not in the library; the rest of the package is not at hand
  Pickles, ///< in the package's data/weights, which no loader reads by itself
  Blob,    ///< in a file beside the library, which the package loader reads
  Nowhere, ///< not in the package
};

/// When a model holds its inputs against the contract.
enum class InputChecks {
  Unknown,   ///< the package has no source that would say
  Never,     ///< compiled without
  OnRequest, ///< at run time, with AOTI_RUNTIME_CHECK_INPUTS=1 in the
             ///< environment
  Always,
};

/// How a fact about a package is known.
enum class Evidence {
  None,
  Recorded, ///< the package's metadata says so
  Inferred, ///< from its code, symbols or needed libraries
};

struct Part {
  std::string Name;  ///< inside the package
  uint64_t Size = 0; ///< in bytes, unpacked
};

/// One model of a package.
struct ModelContract {
  std::string Name; ///< what loaders ask for; nearly always "model"
  Metadata Recorded;

  std::string
      Device; ///< the type: "cpu", "cuda", "xpu", "mps"; empty if unknown
  Evidence DeviceFrom = Evidence::None;
  std::string DeviceEvidence; ///< "AOTI_DEVICE_KEY", "needs libcudart.so.12"

  /// In the order of run()'s argument; nothing if there is no source that says,
  /// which SourceMissing then explains.
  std::optional<std::vector<TensorContract>> Inputs;
  std::optional<std::vector<TensorContract>> Outputs;
  /// The names of the inputs that the export got as keyword arguments, which
  /// come behind the others: in Python, a call has to give these by name, and
  /// no others. Nothing if it is not known.
  std::optional<std::vector<std::string>> Keywords;
  std::string SourceMissing;
  /// Whether only a part of the source is there.
  bool SourceIsCut = false;
  InputChecks Checks = InputChecks::Unknown;
  /// Conditions on sizes of the inputs, by their symbols, besides bounds: it
  /// throws at every run unless they hold. "u0 % 2 == 0".
  std::vector<IndexExpr> Assumptions;
  /// Names of the generated kernels and of the operators called through ATen.
  std::vector<std::string> Kernels;
  /// In the order of the emitted code; nothing if there is no source that says.
  std::optional<std::vector<ConstantContract>> Constants;
  ConstantStore Store = ConstantStore::Unknown;
};

/// What a package, or what is left of one, promises to the program that loads
/// it.
struct Contract {
  enum class Kind { Package, Folder, Library, WrapperSource, Log };

  std::string Path;
  Kind Form = Kind::Package;
  /// The torch that can have written it: releases From to To; nothing if
  /// nothing tells.
  struct Era {
    TorchVersion From, To;
    std::string
        Evidence; ///< "has archive_version, which torch 2.8 began to write"
  };
  std::optional<Era> WrittenBy;
  std::vector<ModelContract> Models;
  std::vector<Part> Parts;

  /// The model a loader gets that asks for \p Name; null if there is none, or
  /// if torch could take another (see the definition).
  const ModelContract *model(llvm::StringRef Name) const;
};

} // namespace aoti_tidy

#endif
