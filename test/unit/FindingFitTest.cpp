// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/FindingFit.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

constexpr const char *Dtype = "(is|are) '|are swapped";

FindingFit fit(std::vector<std::string> Groups, llvm::StringRef Message,
               llvm::StringRef Fault = "") {
  LogEvent E;
  E.Groups = std::move(Groups);
  return fitOf(&E, Fault, Message);
}

const std::vector<std::string> Input1 = {"input_handles[1]: unmatched", "1"};

} // namespace

TEST(FindingFit, InputsAreWholeNumbers) {
  EXPECT_EQ(FindingFit::Same, fit(Input1, "input 1 is 'int32', but", Dtype));
  EXPECT_EQ(FindingFit::OtherThing,
            fit(Input1, "input 10 is 'int32', but", Dtype));
  EXPECT_EQ(FindingFit::OtherThing,
            fit(Input1, "input 0 has shape [4], but 'm' takes [5]: dimension 0 "
                        "must be 5, as dimension 0 of input 1"));
}

TEST(FindingFit, AFindingMayBeAboutSeveralInputs) {
  for (const char *Message :
       {"inputs 0 and 1 are 'bfloat16', but", "inputs 0, 1 and 3 are 'half'",
        "inputs 1 and 0 are swapped: 'm' takes"})
    EXPECT_EQ(FindingFit::Same, fit(Input1, Message, Dtype)) << Message;
  EXPECT_EQ(FindingFit::OtherThing,
            fit(Input1, "inputs 0, 2 and 11 are 'half', but", Dtype));
  EXPECT_EQ(FindingFit::Unclear, fit(Input1, "each input is created on 'cpu'"));
}

TEST(FindingFit, TheFaultIsTheSame) {
  EXPECT_EQ(FindingFit::OtherFault,
            fit(Input1, "input 1 has shape [4, 15], but", Dtype));
  EXPECT_EQ(FindingFit::OtherFault,
            fitOf(nullptr, Dtype, "input 1 has shape [4, 15], but"));
}

TEST(FindingFit, TheSizeIsTheLogs) {
  const std::vector<std::string> Size5 = {
      "input_handles[1]: unmatched dim value at 0, expected: 4, but got: 5",
      "1", "0", "4", "5"};
  for (const char *Message :
       {"input 1 has shape [5, 8], but 'm' takes [4, 8]",
        "input 1 has shape [n, 8], but", "inputs 0 and 1 are swapped: 'm'"})
    EXPECT_EQ(FindingFit::Same, fit(Size5, Message)) << Message;
  for (const char *Message : {"input 1 has shape [9, 5], but 'm' takes [5, 8]",
                              "inputs 0 and 1 have shape [6], as input 2 has"})
    EXPECT_EQ(FindingFit::OtherThing, fit(Size5, Message)) << Message;
}

TEST(FindingFit, WithoutANameItIsUnclear) {
  EXPECT_EQ(FindingFit::Unclear, fit({}, "input 1 is 'int32'", Dtype));
  EXPECT_EQ(FindingFit::Unclear,
            fit({"(8x99 and 16x8)", "8x99", "16x8"}, "input 1 has shape [8]"));
}

TEST(FindingFit, NamesAreWhole) {
  const std::vector<std::string> Bias = {"Constant not found: fc.bias",
                                         "fc.bias"};
  EXPECT_EQ(FindingFit::Same, fit(Bias, "'m' has no constant 'fc.bias', so"));
  EXPECT_EQ(FindingFit::Same, fit(Bias, "\"Constant not found: fc.bias\""));
  EXPECT_EQ(FindingFit::OtherThing, fit(Bias, "no constant 'fc.bias2', so"));
  EXPECT_EQ(FindingFit::OtherThing, fit(Bias, "no constant 'a.fc.bias', so"));
  EXPECT_EQ(FindingFit::Unclear, fit(Bias, "lacks 'fc.weight' and 3 more"));
  EXPECT_EQ(FindingFit::Unclear,
            fit({"'_OpNamespace' 'mylib'", "mylib", "scale"},
                "'mylib::other' has no Meta kernel"));
  EXPECT_EQ(FindingFit::Unclear, fit({"Specified device cuda:1", "cuda:1"},
                                     "input 0 is on 'cuda', but"));
}
