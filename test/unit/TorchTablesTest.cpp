// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/DeprecatedApi.h"
#include "checks/lib/torch/EnvFlags.h"
#include "checks/lib/torch/PythonApi.h"
#include "checks/lib/torch/PythonNames.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

TEST(TorchTables, RowsHaveVersions) {
  const VersionedRow Gone("x", 4, 7);
  EXPECT_FALSE(Gone.existsIn({2, 3}));
  EXPECT_TRUE(Gone.existsIn({2, 4}));
  EXPECT_TRUE(Gone.existsIn({2, 7}));
  EXPECT_FALSE(Gone.existsIn({2, 8}));
  // What the newest known has, newer ones are taken to have.
  const VersionedRow Lasting("x", 4, TorchVersion::newest().Minor);
  EXPECT_FALSE(Lasting.Last);
  EXPECT_TRUE(Lasting.existsIn({3, 0}));
}

TEST(TorchTables, RowsAreFoundByName) {
  ASSERT_NE(logNames().find("inductor"), nullptr);
  EXPECT_EQ(logNames().find("Inductor"), nullptr);
  EXPECT_EQ(logNames().find(""), nullptr);
  EXPECT_EQ(logNames().similar("inducter")->Name, "inductor");
  EXPECT_EQ(logNames().similar("aot_inductor"), nullptr);
}

TEST(TorchTables, RowsHoldSinceAVersion) {
  const llvm::StringRef Key = "aot_inductor.compile_standalone";
  EXPECT_EQ(goneConfigs().find(Key, {2, 9}), nullptr);
  ASSERT_NE(goneConfigs().find(Key, {2, 10}), nullptr);
  EXPECT_EQ(goneConfigs().find(Key, {2, 10})->Replacement,
            "aot_inductor_mode.compile_standalone");
}

TEST(TorchTables, KeysMayLackWhatIsBeforeTheDot) {
  EXPECT_EQ(similarConfigKey("debug_compile")->Name,
            "aot_inductor.debug_compile");
  EXPECT_EQ(similarConfigKey("aotinductor.debug_compile")->Name,
            "aot_inductor.debug_compile");
  EXPECT_EQ(similarConfigKey("max_autotune"), nullptr);
}

TEST(TorchTables, NamesAndAliases) {
  EXPECT_EQ(canonicalName("torch._inductor.package.package.load_package"),
            torchname::LoadPackage);
  EXPECT_EQ(canonicalName("torch.nn.modules.module.Module"),
            torchname::NnModule);
  EXPECT_EQ(canonicalName("torch.nn.Linear"), "torch.nn.Linear");
  EXPECT_EQ(canonicalFunction("torch._inductor.package.package.package_aoti"),
            torchname::PackageAoti);
  EXPECT_EQ(canonicalFunction(torchname::Export), "");
  EXPECT_TRUE(isIn("torch.nn.Linear", torchname::NnPackage));
  EXPECT_FALSE(isIn("torch.nn", torchname::NnPackage));
  EXPECT_FALSE(isIn("torch.nnx.Linear", torchname::NnPackage));
}

} // namespace
} // namespace aoti_tidy
