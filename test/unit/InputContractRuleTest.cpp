// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/input-contract/InputContractRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;
using Kind = Violation::Kind;

namespace {

/// A model with \p Inputs inputs, int64 [2..512, 32].
ModelContract model(InputChecks Checks = InputChecks::OnRequest,
                    unsigned Inputs = 1) {
  ModelContract Model;
  Model.Checks = Checks;
  TensorContract Input;
  Input.Type = DType::Long;
  Input.Dims.emplace(
      {Dimension{2, 512, "", true, true}, Dimension{32, 32, "", true, true}});
  Model.Inputs.emplace(Inputs, Input);
  return Model;
}

/// A float tensor [8, ?] that is wrong in dimension 1.
Violation found(Kind What, int64_t Got = 0, int64_t Wanted = 0) {
  Violation V{What};
  V.Dim = 1;
  V.Got = Got;
  V.Wanted = Wanted;
  V.OtherInput = 3;
  V.OtherDim = 2;
  V.Value.Type = Known<DType>{DType::Float};
  V.Value.Sizes = Known<std::vector<Extent>>{{8, std::nullopt}};
  return V;
}

InputProblem problem(const Violation &V, const ModelContract &Model = model()) {
  return inputProblem(Model, V, "'m.pt2'").value_or(InputProblem());
}

TEST(InputContractRule, TheNumberOfInputs) {
  EXPECT_EQ(countProblem(model(), 3, "'m.pt2'", Language::Cxx),
            "'m.pt2' takes 1 input, and run() gets 3, on which it throws");
  EXPECT_EQ(countProblem(model(InputChecks::Always, 2), 0, "the package",
                         Language::Python),
            "the package takes 2 inputs, and this call gives 0, on which it "
            "throws");
  for (const Language Lang : {Language::Cxx, Language::Python}) {
    EXPECT_EQ(countProblem(model(), 1, "'m.pt2'", Lang), std::nullopt);
    EXPECT_EQ(countProblem(ModelContract(), 1, "'m.pt2'", Lang), std::nullopt);
  }
}

TEST(InputContractRule, Metadata) {
  ModelContract Model = model();
  EXPECT_EQ(metadataProblem(Model, "r_max", "'m.pt2'"), std::nullopt);
  Model.Recorded["AOTI_DEVICE_KEY"] = "cpu";
  EXPECT_EQ(metadataProblem(Model, "AOTI_DEVICE_KEY", "'m.pt2'"), std::nullopt);
  EXPECT_EQ(metadataProblem(Model, "r_max", "'m.pt2'"),
            "'m.pt2' has no metadata 'r_max': at() throws std::out_of_range; "
            "an export gives it by 'aot_inductor.metadata'");
}

TEST(InputContractRule, EachKind) {
  EXPECT_EQ(problem(found(Kind::DType)).Text,
            "input 0 is 'float32', but 'm.pt2' takes 'int64'");
  const std::string Shape =
      "input 0 has shape [8, ?], but 'm.pt2' takes [2..512, 32]: ";
  EXPECT_EQ(problem(found(Kind::Rank, 3, 2)).Text,
            Shape + "2 dimensions, not 3");
  EXPECT_EQ(problem(found(Kind::Constant, 16, 32)).Text,
            Shape + "dimension 1 is the constant 32, not 16");
  EXPECT_EQ(problem(found(Kind::TooSmall, 3, 4)).Text,
            Shape + "dimension 1 is at least 4");
  EXPECT_EQ(problem(found(Kind::TooSmall, 1, 2)).Text,
            Shape + "dimension 1 is at least 2, since torch compiles sizes 0 "
                    "and 1 as constants");
  EXPECT_EQ(problem(found(Kind::TooLarge, 600, 512)).Text,
            Shape + "dimension 1 is at most 512");
  EXPECT_EQ(problem(found(Kind::Shared, 9, 8)).Text,
            Shape + "dimension 1 must be 8, as dimension 2 of input 3");
  EXPECT_EQ(problem(found(Kind::Stride, 1, 8)).Text,
            "input 0 has stride 1 in dimension 1, but 'm.pt2' was compiled for "
            "8");
  EXPECT_FALSE(inputProblem(model(), found(Kind::Device), "'m.pt2'"));
}

TEST(InputContractRule, WhatCuresIt) {
  EXPECT_FALSE(problem(found(Kind::Rank)).IsCuredByContiguous);
  EXPECT_FALSE(problem(found(Kind::Stride, 1, 8)).IsCuredByContiguous);
  ModelContract Contiguous = model();
  Contiguous.Inputs->front().IsContiguous = true;
  const InputProblem Stride = problem(found(Kind::Stride, 1, 8), Contiguous);
  EXPECT_TRUE(Stride.IsCuredByContiguous);
  EXPECT_TRUE(llvm::StringRef(Stride.Text)
                  .ends_with("was compiled for 8; pass a contiguous tensor"));
}

TEST(InputContractRule, WhatComesOfIt) {
  const auto AtRun = [](InputChecks Checks, const Violation &V) {
    return problem(V, model(Checks)).AtRun;
  };
  const Violation Plain = found(Kind::DType);
  const Violation One = found(Kind::TooSmall, 1, 2);
  EXPECT_EQ(AtRun(InputChecks::Unknown, Plain), "the model runs here");
  EXPECT_EQ(AtRun(InputChecks::Always, Plain),
            "the model runs here, and throws");
  EXPECT_EQ(AtRun(InputChecks::Never, Plain),
            "the model runs here; it was compiled without input checks, so its "
            "kernels read the tensor as if it fitted");
  EXPECT_EQ(AtRun(InputChecks::OnRequest, Plain),
            "the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is "
            "in the environment, and otherwise its kernels read the tensor as "
            "if it fitted");
  EXPECT_EQ(AtRun(InputChecks::OnRequest, One),
            "the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is "
            "in the environment; otherwise nothing is checked, and whether the "
            "size works depends on its kernels");
}

TEST(InputContractRule, WhereItIsKnownFrom) {
  EXPECT_EQ(sourceText("'m.pt2'", /*IsExported=*/false),
            "'m.pt2' is loaded here");
  EXPECT_EQ(sourceText("'m.pt2'", /*IsExported=*/true),
            "exported here, for inputs like its example inputs");
}

} // namespace
