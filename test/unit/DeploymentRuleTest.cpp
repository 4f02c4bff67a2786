// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deployment/DeploymentRule.h"
#include "checks/lib/torch/TorchPins.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

TEST(DeploymentRule, ComparesReleases) {
  EXPECT_EQ(torchSkewProblem({2, 9}, {2, 9}), std::nullopt);
  EXPECT_NE(torchSkewProblem({2, 9}, {2, 7})->find("with torch 2.7"),
            std::string::npos);
}

TEST(DeploymentRule, NamesTheImage) {
  EXPECT_NE(noCompilerProblem("python:3.12-slim").find("'python:3.12-slim'"),
            std::string::npos);
}

TEST(PinnedTorch, OfRequirements) {
  EXPECT_EQ(pinnedTorch("torch==2.9.1 ; python_version > '3.9'"), "2.9.1");
  EXPECT_EQ(pinnedTorch("torch[opt] === 2.9.1+cpu # why"), "2.9.1+cpu");
  EXPECT_EQ(pinnedTorch("torchvision==0.24.1"), "");
  EXPECT_EQ(pinnedTorch("torch>=2.6"), "");
}

} // namespace
