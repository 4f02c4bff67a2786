// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/customop/MissingMetaCheck.h"
#include "checks/customop/SymIntMetaCheck.h"
#include "checks/host/DebugFlagCheck.h"
#include "checks/host/DeprecatedApiCheck.h"
#include "checks/host/DeviceMismatchCheck.h"
#include "checks/host/InputContractCheck.h"
#include "checks/host/LoaderArgumentsCheck.h"
#include "checks/host/RawRunnerCheck.h"
#include "checks/wrapper/DroppedErrorCheck.h"
#include "checks/wrapper/MissingLowerBoundCheck.h"
#include "checks/wrapper/NarrowedRangeCheck.h"
#include "checks/wrapper/UncheckedDynamicIndexCheck.h"
#include "checks/wrapper/UncheckedInputCheck.h"
#include "clang-tidy/ClangTidyModule.h"

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
