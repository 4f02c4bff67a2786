// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/training-mode/TrainingModeRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

TEST(TrainingModeRule, NamesTheLayers) {
  EXPECT_EQ(trainingModeProblem("'net'", {"Dropout"}),
            "'net' is exported in training mode, and its Dropout trains in the "
            "package; call 'eval()' before the export");
  EXPECT_NE(trainingModeProblem("the model", {"A", "B", "C"})
                .find("its A, B and C train in"),
            std::string::npos);
}

TEST(TrainingModeRule, NamesTheMethod) {
  EXPECT_NE(exportedModuleProblem("train").find("on 'train()';"),
            std::string::npos);
}

} // namespace
