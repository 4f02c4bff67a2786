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

/// The sizes that an input may have in one dimension.
struct Dimension {
  static constexpr int64_t Unbounded = std::numeric_limits<int64_t>::max();

  int64_t Lower = 0; ///< inclusive, as are both
  int64_t Upper = Unbounded;
  /// "s77", or an expression, "4*s6"; empty for a constant, or if the code has
  /// none. Dimensions with the same text must be equal.
  std::string Symbol;
  bool LowerChecked = false, UpperChecked = false;
  /// Whether every run checks the bound, whatever ModelContract::Checks says,
  /// as for torch.export's ShapesSpec.
  bool LowerAlways = false, UpperAlways = false;

  bool isConstant() const { return Lower == Upper; }
  bool allows(int64_t Size) const { return Lower <= Size && Size <= Upper; }
};

struct TensorContract {
  std::string Name; ///< "arg0_1"
  std::optional<DType> Type;
  std::string
      Device; ///< "cpu", "cuda": mixed models have both; empty: not said
  /// Outer dimension first; nothing if the rank is not known.
  std::optional<std::vector<Dimension>> Dims;
  /// In elements; nothing for those that depend on a symbol.
  std::vector<std::optional<int64_t>> Strides;
  /// Symbolic strides included.
  bool IsContiguous = false;
};

struct ConstantContract {
  /// From torch 2.6 on.
  enum class Kind { Unknown, Parameter, Buffer, TensorConstant, Folded };

  std::string Name; ///< in the emitted code, "fc_weight"
  /// "fc.weight", which load_constants() takes.
  std::string OriginalName;
  Kind Origin = Kind::Unknown;
  std::optional<DType> Type;
  std::optional<std::vector<int64_t>> Sizes; ///< nothing: not said
  std::string Device;                        ///< "cpu"; empty: not said
  uint64_t Bytes = 0;
  /// Computed from others before the first run; nobody loads it.
  bool IsFolded = false;
};

enum class ConstantStore {
  Unknown, ///< nothing says it
  Library, ///< in the model's library
  Outside, ///< not in the library; the rest of the package is not at hand
  Pickles, ///< in the package's data/weights, which no loader reads by itself
  Blob,    ///< in a file beside the library, which the package loader reads
  Nowhere, ///< not in the package
};

enum class InputChecks {
  Unknown,   ///< the package has no source that would say
  Never,     ///< compiled without
  OnRequest, ///< at run time, with AOTI_RUNTIME_CHECK_INPUTS=1 in the
             ///< environment
  Always,
};

enum class Evidence {
  None,
  Recorded, ///< the package's metadata says so
  Inferred, ///< from its code, symbols or needed libraries
};

struct Part {
  std::string Name;  ///< inside the package
  uint64_t Size = 0; ///< in bytes, unpacked
};

/// A leaf of what a model takes, as torch flattens the arguments of a call.
struct InputLeaf {
  /// The number of the argument, those by keyword behind the others, and the
  /// ways from there: {"0", "'left'"} of batch['left'].
  std::vector<std::string> Path;
  std::string Argument; ///< what forward() calls the argument; empty: not known
  /// "2.0", of what is no tensor: it is compiled in. Empty for a tensor, and if
  /// it is not known.
  std::string Constant;

  bool operator==(const InputLeaf &) const = default;
  /// "batch['left']", "argument 1"
  std::string text() const;
};

struct ModelContract {
  std::string Name; ///< what loaders ask for; nearly always "model"
  Metadata Recorded;

  std::string
      Device; ///< the type: "cpu", "cuda", "xpu", "mps"; empty if unknown
  Evidence DeviceFrom = Evidence::None;
  std::string DeviceEvidence; ///< "AOTI_DEVICE_KEY", "needs libcudart.so.12"

  /// In the order of run()'s argument; nothing without a source
  /// (SourceMissing).
  std::optional<std::vector<TensorContract>> Inputs;
  std::optional<std::vector<TensorContract>> Outputs;
  /// Inputs that the export got by keyword, behind the others: a call in Python
  /// has to give them by name.
  std::optional<std::vector<std::string>> Keywords;
  /// The inputs of an export as far as known; nullopt without a source.
  std::optional<std::vector<InputLeaf>> Leaves;
  /// Where each output is in what forward() returns: "['logits']"; one that is
  /// returned alone is "". Nothing without a source.
  std::optional<std::vector<std::string>> OutputPaths;
  std::string SourceMissing;
  bool SourceIsCut = false;
  InputChecks Checks = InputChecks::Unknown;
  /// Conditions besides bounds that every run checks: "u0 % 2 == 0".
  std::vector<IndexExpr> Assumptions;
  /// Names of the generated kernels and of the ATen operators called.
  std::vector<std::string> Kernels;
  /// In the order of the emitted code; nothing without a source.
  std::optional<std::vector<ConstantContract>> Constants;
  ConstantStore Store = ConstantStore::Unknown;
};

/// Where each leaf of in_spec is in what a call gives: "args[0]['left']",
/// "mask". Some may be numbers, which the model does not take.
std::vector<std::string> inputPaths(const ModelContract &Model);

struct Contract {
  enum class Kind { Package, Folder, Library, WrapperSource, Log };

  std::string Path;
  Kind Form = Kind::Package;
  /// The torch releases that can have written it.
  struct Era {
    TorchVersion From, To;
    std::string
        Evidence; ///< "has archive_version, which torch 2.8 began to write"
  };
  std::optional<Era> WrittenBy;
  std::vector<ModelContract> Models;
  std::vector<Part> Parts;
  std::optional<std::string> Problem; ///< metadataProblem()

  /// The model for a loader that asks for \p Name; null if there is none, or if
  /// torch could take another.
  const ModelContract *model(llvm::StringRef Name) const;
};

} // namespace aoti_tidy

#endif
