// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_FILEKINDS_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_FILEKINDS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace aoti_tidy {

inline constexpr llvm::StringLiteral CheckpointKind =
    "a checkpoint or a TorchScript module";

/// ".so" of "model.SO", in small letters, where \p Tail is the path, or its end
/// if it is not \p IsWhole; empty if there is none. ".so" of "/.so" is a name.
std::string extensionOf(llvm::StringRef Tail, bool IsWhole);

/// What a file with this extension, ".so", is, if it is known not to be a
/// package, else empty. A .zip loads if it holds one, and what has no extension
/// may be a directory.
llvm::StringRef nonPackageKind(llvm::StringRef Extension);

} // namespace aoti_tidy

#endif
