// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_FILEKINDS_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_FILEKINDS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace aoti_tidy {

inline constexpr llvm::StringLiteral CheckpointKind =
    "a checkpoint or a TorchScript module";

/// The lower-case extension of a path, or of its end if it is not \p IsWhole:
/// ".so" of "model.SO"; empty if there is none, as in "/.so".
std::string extensionOf(llvm::StringRef Tail, bool IsWhole);

/// The kind of file with this extension that is no package, else empty. A .zip
/// may hold one, and a name without extension may be a folder's.
llvm::StringRef nonPackageKind(llvm::StringRef Extension);

} // namespace aoti_tidy

#endif
