// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedContext.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

IndexExpr symbol(const char *Name) {
  return IndexExpr::variable({Name, VariableKind::Symbol});
}

/// A kernel of an input of \p Lower rows or more that divides by \p Divisor, made
/// of ks0, the number of rows, where \p When holds.
EmittedModel dividing(const IndexExpr &Divisor, int64_t Lower,
                      std::vector<IndexExpr> When = {}) {
  EmittedModel Model;
  Model.Files = {{"w.cpp", ""}, {"k.cpp", ""}};
  Model.Checks = InputChecks::OnRequest;
  Dimension Rows;
  Rows.Lower = Lower;
  Rows.LowerChecked = true;
  TensorContract Input;
  Input.Name = "arg0_1";
  Input.Dims = {Rows};
  Model.Inputs.push_back(Input);
  SizeSymbol Size;
  Size.Name = "s77";
  Size.Input = Size.Dim = 0;
  Model.Symbols.push_back(Size);
  Buffer Memory;
  Memory.Name = "arg0_1";
  Memory.Input = 0;
  Memory.Sizes = {symbol("s77")};
  Model.Buffers.push_back(Memory);
  Kernel In;
  In.Name = "cpp_fused_0";
  In.Parameters.push_back({"ks0", false, std::nullopt});
  In.Divisions.push_back(
      {negation(equal(Divisor, 0)), Divisor.str(), When, {/*File=*/1, 7, 3}});
  Model.Kernels.push_back(In);
  KernelCall Call;
  Call.Kernel = In.Name;
  Call.Arguments.push_back({std::nullopt, symbol("s77")});
  Model.Calls.push_back(Call);
  return Model;
}

std::vector<std::string> found(const EmittedModel &Model) {
  EmittedContext Context(Model);
  std::vector<std::string> Messages;
  for (const Finding &F : findDivisionByZero(Context))
    Messages.push_back(F.Message);
  return Messages;
}

TEST(DivisionByZeroRule, NamesTheShape) {
  const EmittedModel Model = dividing(symbol("ks0"), 2);
  const auto Messages = found(Model);
  ASSERT_EQ(Messages.size(), 1u);
  EXPECT_EQ(Messages[0],
            "the divisor 'ks0' is 0 if input 0 has shape [0], and the process "
            "dies of SIGFPE; declare the dimension with Dim(..., min=1), and "
            "refuse smaller inputs before run()");
  EXPECT_EQ(found(dividing(2 * symbol("ks0"), 0)).size(), 1u);
}

TEST(DivisionByZeroRule, SparesWhatIsNotZero) {
  EXPECT_TRUE(found(dividing(symbol("ks0"), 1)).empty());
  EXPECT_TRUE(found(dividing(symbol("ks0") + 1, 0)).empty());
  EXPECT_TRUE(
      found(dividing(symbol("ks0"), 0, {less(0, symbol("ks0"))})).empty());
  EXPECT_TRUE(
      found(dividing(IndexExpr::variable({"tmp0", VariableKind::Loaded}), 0))
          .empty());
}

TEST(DivisionByZeroRule, SaysEachDivisorOnce) {
  EmittedModel Model = dividing(symbol("ks0"), 0);
  Model.Calls.push_back(Model.Calls[0]);
  EXPECT_EQ(found(Model).size(), 1u);
  Model.Kernels[0].IsOperator = true;
  EXPECT_EQ(found(Model)[0].substr(0, 40),
            "cpp_fused_0 divides by 'ks0', which is 0");
}

} // namespace
