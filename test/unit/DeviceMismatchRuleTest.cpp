// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/device-mismatch/DeviceMismatchRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;
using Index = DeviceValue::Index;

namespace {

/// A model for \p Device whose input 0 is on it and whose input 1 is on the CPU.
ModelContract model(const std::string &Device,
                    Evidence From = Evidence::Recorded) {
  ModelContract Model;
  Model.Device = Device;
  Model.DeviceFrom = From;
  Model.DeviceEvidence = "needs libcudart.so.12";
  Model.Inputs.emplace(2);
  (*Model.Inputs)[0].Device = Device;
  (*Model.Inputs)[1].Device = "cpu";
  return Model;
}

TensorValue on(DeviceValue Device) {
  TensorValue Value;
  Value.Device = Known<DeviceValue>{std::move(Device), 7};
  return Value;
}

Violation wrongDevice(unsigned Input, DeviceValue Device) {
  Violation V{Violation::Kind::Device};
  V.Input = Input;
  V.Value = on(std::move(Device));
  return V;
}

std::string runner(const ModelContract &Model) {
  return runnerProblem("RunnerCpu", "cpu", "'m.so'", Model,
                       [](llvm::StringRef Device) {
                         return "Runner for " + Device.str();
                       })
      .value_or("none");
}

TEST(DeviceMismatchRule, AnInputOfAPackage) {
  const ModelContract Model = model("cuda");
  const Violation Wrong = wrongDevice(0, {"cpu"});
  const auto Problem = inputDeviceProblem({Model, Wrong, "'m.pt2'"});
  EXPECT_EQ(Problem.Wanted, "cuda");
  EXPECT_EQ(Problem.Text, "input 0 is created on 'cpu', but 'm.pt2' was "
                          "compiled for 'cuda'");
  EXPECT_EQ(Problem.Cure, "this creates it on 'cuda'");
  EXPECT_EQ(
      Problem.AtRun,
      "the model runs here; the kernel treats the pointer as its own device's "
      "memory; with AOTI_RUNTIME_CHECK_INPUTS=1 the call throws");
  EXPECT_EQ(Problem.AtSource,
            "'m.pt2' is loaded here; it records AOTI_DEVICE_KEY \"cuda\"");
}

TEST(DeviceMismatchRule, AnInputThatIsMovedToAnIndex) {
  const ModelContract Model = model("cuda", Evidence::Inferred);
  const Violation Wrong = wrongDevice(1, {"cuda", Index::Literal, 1});
  const auto Problem =
      inputDeviceProblem({Model, Wrong, "'m.so'", PutBy::Move});
  EXPECT_EQ(Problem.Wanted, "cpu");
  EXPECT_EQ(Problem.Text, "input 1 is moved to 'cuda:1', but 'm.so' takes it "
                          "on 'cpu'");
  EXPECT_EQ(Problem.Cure, "this moves it to 'cpu'");
  EXPECT_EQ(Problem.AtSource,
            "'m.so' is loaded here; it needs libcudart.so.12");
}

TEST(DeviceMismatchRule, AnInputOfAnExport) {
  const ModelContract Model = model("cpu", Evidence::None);
  const Violation Wrong = wrongDevice(0, {"cuda"});
  const auto Problem = inputDeviceProblem(
      {Model, Wrong, "the package", PutBy::Factory, /*IsExported=*/true});
  EXPECT_EQ(Problem.Text, "input 0 is created on 'cuda', but the package is "
                          "exported for 'cpu'");
  EXPECT_EQ(Problem.AtSource, "exported here, with an example input on 'cpu'");
}

TEST(DeviceMismatchRule, RunnersAndTheCInterface) {
  EXPECT_EQ(runner(model("cuda", Evidence::Inferred)),
            "'RunnerCpu' runs 'm.so' on 'cpu', but it was compiled for 'cuda' "
            "(it needs libcudart.so.12); construct 'Runner for cuda'");
  EXPECT_EQ(runner(model("cpu")), "none");
  EXPECT_EQ(runner(model("")), "none");
  EXPECT_EQ(createProblem("cpu", "'m.so'", model("cuda")),
            "the model is created for 'cpu', but 'm.so' was compiled for "
            "'cuda' (it records AOTI_DEVICE_KEY \"cuda\")");
  EXPECT_EQ(createProblem("cuda", "'m.so'", model("cuda")), std::nullopt);
  EXPECT_EQ(createProblem("cuda", "'m.so'", model("")), std::nullopt);
}

TEST(DeviceMismatchRule, WhatAModelForTheCpuIgnores) {
  EXPECT_TRUE(ignoresCuda(model("cpu")));
  EXPECT_FALSE(ignoresCuda(model("cuda")));
  EXPECT_FALSE(ignoresCuda(model("")));
  EXPECT_TRUE(streamText().ends_with("drop it"));
}

} // namespace
