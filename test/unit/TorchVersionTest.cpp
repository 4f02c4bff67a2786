// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/TorchVersion.h"
#include <gtest/gtest.h>

using aoti_tidy::TorchVersion;
using aoti_tidy::torchVersionOfHeader;

TEST(TorchVersion, ParsesWhatPeopleWrite) {
  EXPECT_EQ(TorchVersion::parse("2.13"), (TorchVersion{2, 13}));
  EXPECT_EQ(TorchVersion::parse("2.13.0"), (TorchVersion{2, 13}));
  EXPECT_EQ(TorchVersion::parse("2.13.0+cpu"), (TorchVersion{2, 13}));
  EXPECT_EQ(TorchVersion::parse("2.7+cu128"), (TorchVersion{2, 7}));
  EXPECT_EQ(TorchVersion::parse("2.9.0a0+git1234"), (TorchVersion{2, 9}));
  EXPECT_EQ(TorchVersion::parse("2.9rc1"), (TorchVersion{2, 9}));
}

TEST(TorchVersion, RejectsTheRest) {
  for (const char *Text :
       {"", "2", "2.", ".7", "v2.7", "2.x", "2.7 ", "latest"})
    EXPECT_EQ(TorchVersion::parse(Text), std::nullopt) << Text;
}

TEST(TorchVersion, OrdersMinorsAsNumbers) {
  EXPECT_LT((TorchVersion{2, 9}), (TorchVersion{2, 10}));
  EXPECT_LT((TorchVersion{2, 15}), (TorchVersion{3, 0}));
  EXPECT_EQ((TorchVersion{2, 10}).str(), "2.10");
}

TEST(TorchVersion, ReadsVersionHeaders) {
  EXPECT_EQ(torchVersionOfHeader("#pragma once\n\n/// Major\n"
                                 "#define TORCH_VERSION_MAJOR 2\n"
                                 "#define TORCH_VERSION_MINOR 7\n"),
            (TorchVersion{2, 7}));
  // The forwarding header of 2.9 and newer.
  EXPECT_EQ(torchVersionOfHeader("#include <torch/headeronly/version.h>\n"),
            std::nullopt);
}
