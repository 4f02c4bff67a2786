// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/op-contract/OpContractRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

TEST(OpContractRule, SaysWhereToDeclareAWrite) {
  EXPECT_EQ(writtenProblem("x", "ns::f", OpPromise::MutatesArgs),
            "'ns::f' writes its argument 'x' and does not say so: the package "
            "may lack the write; write "
            "mutates_args={\"x\"}");
  EXPECT_TRUE(llvm::StringRef(writtenProblem("x", "", OpPromise::Schema))
                  .ends_with("write 'Tensor(a!) x' in the schema"));
}

TEST(OpContractRule, TorchLooksAtWhatACustomOpReturns) {
  const auto Problem = [](llvm::StringRef Expr, OpPromise By) {
    return returnedProblem(Expr, "x", "ns::f", By);
  };
  EXPECT_EQ(Problem("x", OpPromise::MutatesArgs),
            "'ns::f' returns its argument 'x': torch raises when it does; "
            "return a copy ('clone()')");
  EXPECT_EQ(Problem("x.t()", OpPromise::Schema),
            "'ns::f' returns 'x.t()', the memory of its argument 'x': the "
            "package may overwrite it; return a copy ('clone()')");
}

TEST(OpContractRule, NamesBothSidesOfADifference) {
  EXPECT_EQ(otherResultProblem("dtype", "ns::f", "int64", "int32"),
            "the fake of 'ns::f' returns int64, its kernel int32: the package "
            "misreads the result; return the kernel's dtype");
  EXPECT_TRUE(
      llvm::StringRef(
          otherResultProblem("sizes", "ns::f", "the sizes of 'x'", "less"))
          .starts_with("the fake of 'ns::f' returns the sizes of 'x', its "
                       "kernel less: "));
  EXPECT_NE(fakeReturnsProblem("x.contiguous()", "x", "ns::f"),
            fakeReturnsProblem("x", "x", "ns::f"));
}
