// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_ENVFLAGS_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_ENVFLAGS_H

#include "checks/lib/torch/VersionTable.h"

namespace aoti_tidy {

enum class FlagPhase { Import, Compile, Run, CudaAllocator };
enum class FlagValue { One, Integer, Text };

struct EnvFlag : VersionedRow {
  FlagPhase Phase;
  FlagValue Value;
};

NamedRows<EnvFlag> envFlags();
/// The names that TORCH_LOGS takes beside modules (LogNames.def).
NamedRows<VersionedRow> logNames();

/// The beginning of a finding; the name and a quote follow.
inline constexpr llvm::StringLiteral UnreadVariable = "no torch reads '";

/// Whether \p Name has a word of another back end (NPU, HPU, ...), whose
/// packages read their own variables.
bool isOfOtherBackend(llvm::StringRef Name);

/// Whether Python or C++ reads the variable: os.environ.get("NAME"), "NAME" in
/// os.environ, getenv("NAME"), or a function of the project named like these,
/// env_flag("NAME").
bool readsVariable(llvm::StringRef Text, llvm::StringRef Name);

/// "", "0", "false", "OFF", ...
bool saysOff(llvm::StringRef Value);
/// "1", "true", "Yes", ...
bool saysOn(llvm::StringRef Value);

enum class FlagEffect {
  NoSuchFlag, ///< this torch does not read it
  Off,
  On,
  Ignored, ///< torch warns about the value and goes on as if it were unset
};

FlagEffect checkInputsEffect(llvm::StringRef Value, TorchVersion V);

/// In a process that runs \p V. On: caching is disabled.
FlagEffect noMemoryCachingEffect(llvm::StringRef Value, TorchVersion V);

} // namespace aoti_tidy

#endif
