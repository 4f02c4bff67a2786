// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/OpTable.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

std::string note(std::string Op, unsigned OtherOps) {
  KernelFact K;
  K.Op = std::move(Op);
  K.Key = "Meta";
  return registrationNote({&K, nullptr, OtherOps});
}

TEST(EvidenceText, NamesTheOperatorAsFarAsItIsKnown) {
  EXPECT_EQ(note("ns::a", 0), "registered here as the Meta kernel of 'ns::a'");
  EXPECT_EQ(note("", 0), "registered here as a Meta kernel");
}

TEST(EvidenceText, CountsOtherOperators) {
  EXPECT_EQ(note("ns::a", 1), "registered here as the Meta kernel of 'ns::a' "
                              "and 1 other operator");
  EXPECT_EQ(note("ns::a", 6), "registered here as the Meta kernel of 'ns::a' "
                              "and 6 other operators");
}

TEST(EvidenceText, NamesTheOperatorOfASchema) {
  SchemaFact S;
  S.Op = "ns::a";
  EXPECT_EQ(schemaNote(S), "the schema of 'ns::a' is here");
}

} // namespace
