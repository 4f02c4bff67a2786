// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/EnvFlags.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

constexpr TorchVersion V26{2, 6}, V27{2, 7}, V28{2, 8}, V213{2, 13};

TEST(EnvFlags, KnowsPhaseAndVersions) {
  const EnvFlag *Flag = envFlags().find("AOT_INDUCTOR_COMPILE_WRAPPER_WITH_O0");
  ASSERT_NE(Flag, nullptr);
  EXPECT_EQ(Flag->Phase, FlagPhase::Import);
  EXPECT_FALSE(Flag->existsIn(V26));
  EXPECT_TRUE(Flag->existsIn(V27));
  EXPECT_FALSE(Flag->existsIn(V28));
}

TEST(EnvFlags, NewestStillReadsWhatTheNewestKnownReads) {
  const EnvFlag *Flag = envFlags().find("TORCHINDUCTOR_NAN_ASSERTS");
  ASSERT_NE(Flag, nullptr);
  EXPECT_FALSE(Flag->Last);
  EXPECT_TRUE(Flag->existsIn({2, 2}));
  EXPECT_TRUE(Flag->existsIn({2, 99}));
}

TEST(EnvFlags, LeavesOtherNamesAlone) {
  for (const char *Name :
       {"", "HOME", "TORCH_LOGS", "AOTINDUCTOR_", "torchinductor_nan_asserts"})
    EXPECT_EQ(envFlags().find(Name), nullptr) << Name;
}

TEST(EnvFlags, FlagsOfTheRuntimeAreNotCompileFlags) {
  for (const char *Name : {"AOTI_RUNTIME_CHECK_INPUTS", "AOTI_LOG_LOADING",
                           "AOTI_CUDA_COPY_CHUNK_SIZE"}) {
    ASSERT_NE(envFlags().find(Name), nullptr) << Name;
    EXPECT_EQ(envFlags().find(Name)->Phase, FlagPhase::Run) << Name;
  }
}

TEST(EnvFlags, CheckInputs) {
  EXPECT_EQ(checkInputsEffect("1", V26), FlagEffect::NoSuchFlag);

  EXPECT_EQ(checkInputsEffect("", V27), FlagEffect::Off);
  for (const char *Value : {"0", "1", "false", "00"})
    EXPECT_EQ(checkInputsEffect(Value, V27), FlagEffect::On) << Value;

  for (const char *Value : {"0", "00", "0x1", "0false"})
    EXPECT_EQ(checkInputsEffect(Value, V28), FlagEffect::Off) << Value;
  for (const char *Value : {"", "1", "false", "off", " 0"})
    EXPECT_EQ(checkInputsEffect(Value, V213), FlagEffect::On) << Value;
}

TEST(EnvFlags, NoMemoryCaching) {
  for (const char *Value : {"", "0", "1", "false"})
    EXPECT_EQ(noMemoryCachingEffect(Value, V26), FlagEffect::On) << Value;

  EXPECT_EQ(noMemoryCachingEffect("1", V27), FlagEffect::On);
  EXPECT_EQ(noMemoryCachingEffect("0", V27), FlagEffect::Off);
  for (const char *Value : {"", "true", "01", "yes"})
    EXPECT_EQ(noMemoryCachingEffect(Value, V213), FlagEffect::Ignored) << Value;
}

TEST(EnvFlags, WhatReadsAVariable) {
  for (const char *Text :
       {"x = os.environ.get(\"AOTI_X\", '1')", "os.getenv('AOTI_X')",
        "os.environ.get(\n    \"AOTI_X\",", "if os.environ[\"AOTI_X\"] == '1'",
        "if 'AOTI_X' in os.environ:", "if 'AOTI_X' not in os.environ:",
        "std::getenv(\"AOTI_X\")", "c10::utils::get_env(\"AOTI_X\")",
        "flag = _env_flag('AOTI_X', False)", "envs.EnvBool(\"AOTI_X\")"})
    EXPECT_TRUE(readsVariable(Text, "AOTI_X")) << Text;
  for (const char *Text :
       {"os.environ['AOTI_X'] = '1'", "del os.environ['AOTI_X']",
        "os.environ.pop('AOTI_X')", "os.environ.setdefault('AOTI_X', '1')",
        "setenv(\"AOTI_X\", \"1\", 1)", "monkeypatch.delenv('AOTI_X')",
        "unsetenv(\"AOTI_X\")", "print('AOTI_X')", "getenv(\"AOTI_X_2\")",
        "getenv(\"MY_AOTI_X\")", "subprocess.run(env={'AOTI_X': '1'})",
        "AOTI_X", "'AOTI_X'", "# set AOTI_X with getenv()"})
    EXPECT_FALSE(readsVariable(Text, "AOTI_X")) << Text;
}

TEST(EnvFlags, WhatValuesSay) {
  for (const char *Value : {"", "0", "False", "OFF", "no", "N", "disable"})
    EXPECT_TRUE(saysOff(Value) && !saysOn(Value)) << Value;
  for (const char *Value : {"1", "True", "ON", "yes", "y"})
    EXPECT_TRUE(saysOn(Value) && !saysOff(Value)) << Value;
  for (const char *Value : {"2", "nothing", "offline", "-"})
    EXPECT_TRUE(!saysOn(Value) && !saysOff(Value)) << Value;
}

} // namespace
} // namespace aoti_tidy
