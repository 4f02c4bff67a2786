// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_PACKAGELAYOUT_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_PACKAGELAYOUT_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace aoti_tidy {

inline constexpr const char *NoSource = "the package holds no source of it";

/// [<root>/]data/aotinductor/[<model>/]<file>
struct ModelFile {
  llvm::StringRef Root;  ///< empty up to torch 2.7
  llvm::StringRef Model; ///< empty in torch 2.5, which has one model only
  llvm::StringRef Name;

  /// How good it is as the model's metadata: 2 for the wrapper's (torch 2.7 and
  /// newer load it), 1 for torch 2.6's, else 0.
  int metadataRank() const;
  /// How good it is as the wrapper's source: 2 for *.wrapper.cpp (torch 2.7 and
  /// newer), 1 for another *.cpp but a kernel's.
  int sourceRank() const;
  /// All weights in one file: torch 2.10 and newer with
  /// aot_inductor.package_constants_on_disk_format="binary_blob".
  bool isWeightsBlob() const { return Name.ends_with("_weights.blob"); }
  /// Lists the files of data/weights/: torch 2.8 and newer with
  /// aot_inductor.package_constants_on_disk, "pickle_weights" since 2.10.
  bool isWeightsIndex() const { return Name == "weights_config.json"; }
  /// Metadata, library or source: such a file means that there is a model.
  bool isOfModel() const;
};

std::optional<ModelFile> modelFile(llvm::StringRef Path);

} // namespace aoti_tidy

#endif
