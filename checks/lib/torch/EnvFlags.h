// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_ENVFLAGS_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_ENVFLAGS_H

#include "checks/lib/torch/VersionTable.h"

namespace aoti_tidy {

/// When an environment flag is read; see EnvFlags.def.
enum class FlagPhase { Import, Compile, Run, CudaContext, CudaAllocator };
/// What a flag's value is; see EnvFlags.def.
enum class FlagValue { One, Integer, Text };

/// A flag and the versions that read it.
struct EnvFlag : VersionedRow {
  FlagPhase Phase;
  FlagValue Value;
};

/// The flags of AOTI.
NamedRows<EnvFlag> envFlags();

/// How a finding about a variable begins that no torch reads; the name and a
/// quote come next.
inline constexpr llvm::StringLiteral UnreadVariable = "no torch reads '";

/// Whether \p Name has a word of another back end (NPU, HPU, ...), whose packages
/// read variables of their own.
bool isOfOtherBackend(llvm::StringRef Name);

/// Whether the Python or C++ in \p Text reads the variable \p Name of the
/// environment: os.environ.get("NAME"), "NAME" in os.environ, getenv("NAME"), or
/// a function of the project's own that is called like one, env_flag("NAME").
bool readsVariable(llvm::StringRef Text, llvm::StringRef Name);

/// Whether a reader takes \p Value for "off": "", "0", "false", "OFF", ...
bool saysOff(llvm::StringRef Value);
/// Whether a reader takes \p Value for "on": "1", "true", "Yes", ...
bool saysOn(llvm::StringRef Value);

/// What a flag does when it is set to some value.
enum class FlagEffect {
  NoSuchFlag, ///< this torch does not read it
  Off,
  On,
  Ignored, ///< torch warns about the value and goes on as if it were unset
};

/// AOTI_RUNTIME_CHECK_INPUTS=\p Value in a package compiled with \p V.
FlagEffect checkInputsEffect(llvm::StringRef Value, TorchVersion V);

/// PYTORCH_NO_CUDA_MEMORY_CACHING=\p Value in a process that runs \p V. On is
/// "caching is disabled".
FlagEffect noMemoryCachingEffect(llvm::StringRef Value, TorchVersion V);

} // namespace aoti_tidy

#endif
