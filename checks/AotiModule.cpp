// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/debug-flag/DebugFlagCheck.h"
#include "checks/deprecated-api/DeprecatedApiCheck.h"
#include "checks/device-mismatch/DeviceMismatchCheck.h"
#include "checks/dropped-error/DroppedErrorCheck.h"
#include "checks/input-contract/InputContractCheck.h"
#include "checks/loader-arguments/LoaderArgumentsCheck.h"
#include "checks/missing-lower-bound/MissingLowerBoundCheck.h"
#include "checks/missing-meta/MissingMetaCheck.h"
#include "checks/narrowed-range/NarrowedRangeCheck.h"
#include "checks/raw-runner/RawRunnerCheck.h"
#include "checks/symint-meta/SymIntMetaCheck.h"
#include "checks/unchecked-dynamic-index/UncheckedDynamicIndexCheck.h"
#include "checks/unchecked-input/UncheckedInputCheck.h"
#include "clang-tidy/ClangTidyModule.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {
namespace {

/// The checks of aoti-tidy, for whichever clang-tidy front loads them.
class AotiModule : public ClangTidyModule {
public:
  void addCheckFactories(ClangTidyCheckFactories &Factories) override {
#define AOTI_CHECK(ID, CLASS, FOLDER, READS, TIER, FIX, SINCE)                 \
  Factories.registerCheck<CLASS>(ID);
#include "checks/Checks.def"
  }
};

ClangTidyModuleRegistry::Add<AotiModule>
    Registration("aoti-module", "Checks for users of PyTorch's AOTInductor.");

} // namespace
} // namespace clang::tidy::aoti
