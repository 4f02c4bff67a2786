// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedCodeCheck.h"
#include "checks/common/EmittedRules.h"
#include "clang-tidy/ClangTidyModule.h"

// Registry.h says what a line of Checks.def stands for.
#define AOTI_FRONT_Cxx AOTI_CLASS
#define AOTI_FRONT_CxxPython AOTI_CLASS
#define AOTI_FRONT_Python AOTI_NONE
#define AOTI_FRONT_Emitted AOTI_RULE
#define AOTI_NONE(ID, NAME)
#define AOTI_CHECK_FRONTS(ID, NAME, FRONTS) AOTI_FRONT_##FRONTS(ID, NAME)

namespace clang::tidy::aoti {

namespace {

/// The checks of aoti-tidy, for whichever clang-tidy front loads them.
class AotiModule : public ClangTidyModule {
public:
  void addCheckFactories(ClangTidyCheckFactories &Factories) override {
#define AOTI_CLASS(ID, NAME)                                                   \
  Factories.registerCheckFactory(ID, make##NAME##Check);
#define AOTI_RULE(ID, NAME)                                                    \
  Factories.registerCheckFactory(ID,                                           \
                                 [](StringRef Id, ClangTidyContext *Context) { \
                                   return std::make_unique<EmittedCodeCheck>(  \
                                       Id, Context, aoti_tidy::find##NAME);    \
                                 });
#define AOTI_CHECK(ID, NAME, FRONTS, TIER, FIX, SINCE)                         \
  AOTI_CHECK_FRONTS(ID, NAME, FRONTS)
#include "checks/Checks.def"
  }
};

ClangTidyModuleRegistry::Add<AotiModule>
    Registration("aoti-module", "Checks for users of PyTorch's AOTInductor.");

} // namespace
} // namespace clang::tidy::aoti
