// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_PACKAGELAYOUT_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_PACKAGELAYOUT_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace aoti_tidy {

/// Why nothing is read of a model, where that is so.
inline constexpr const char *NoSource = "the package holds no source of it";

/// A file of a model by its place in a package:
/// [<root>/]data/aotinductor/[<model>/]<file>
struct ModelFile {
  llvm::StringRef Root;  ///< empty up to torch 2.7
  llvm::StringRef Model; ///< empty in torch 2.5, which has one model only
  llvm::StringRef Name;

  /// How good the file is as the metadata of its model: 2 for that of the
  /// wrapper (torch 2.7 and newer, which load it), 1 for torch 2.6's, 0 for
  /// other files.
  int metadataRank() const;
  /// The same as its wrapper's source: 2 for a *.wrapper.cpp (torch 2.7 and
  /// newer), 1 for another *.cpp that is not a kernel's.
  int sourceRank() const;
  /// The weights of a model, all in one file: that of torch 2.10 and newer with
  /// aot_inductor.package_constants_on_disk_format="binary_blob".
  bool isWeightsBlob() const { return Name.ends_with("_weights.blob"); }
  /// What says which weight is which file of data/weights/: torch 2.8 and newer
  /// with aot_inductor.package_constants_on_disk, "pickle_weights" since 2.10.
  bool isWeightsIndex() const { return Name == "weights_config.json"; }
  /// Whether a model is there because this file is: its metadata, its library,
  /// its source.
  bool isOfModel() const;
};

/// Nothing for the files that are no model's.
std::optional<ModelFile> modelFile(llvm::StringRef Path);

} // namespace aoti_tidy

#endif
