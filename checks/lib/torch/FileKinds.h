// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_FILEKINDS_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_FILEKINDS_H

#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

inline constexpr llvm::StringLiteral CheckpointKind =
    "a checkpoint or a TorchScript module";

/// What a file with this extension, ".so", is, if it is known not to be a
/// package, else empty. A .zip loads if it holds one, and what has no extension
/// may be a directory.
llvm::StringRef nonPackageKind(llvm::StringRef Extension);

} // namespace aoti_tidy

#endif
