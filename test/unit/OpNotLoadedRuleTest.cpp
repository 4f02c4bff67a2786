// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/op-not-loaded/OpNotLoadedRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

TEST(OpNotLoadedRule, NamesTheCureOfEachLanguage) {
  const std::vector<PackageOp> Ops = {{"torchvision::nms", false}};
  EXPECT_EQ(notLoadedProblem(Ops, "'m.pt2'", HostLanguage::Cxx),
            "'m.pt2' calls 'torchvision::nms', which nothing here registers: "
            "loading fails; link or open the library that does");
  EXPECT_EQ(notLoadedProblem(Ops, "'m.pt2'", HostLanguage::Python),
            "'m.pt2' calls 'torchvision::nms', which nothing here registers: "
            "loading fails; import the module that does");
}

TEST(OpNotLoadedRule, AnOpOfPythonNeedsRegistrationInCxx) {
  const std::vector<PackageOp> Ops = {{"a::f", true}, {"a::g", false}};
  EXPECT_EQ(notLoadedProblem(Ops, "'m.pt2'", HostLanguage::Cxx),
            "'m.pt2' calls 'a::f' and 1 more, which only Python has: loading "
            "fails in C++; register it with TORCH_LIBRARY");
  EXPECT_EQ(onlyInPythonProblem("'m.pt2'"),
            "'m.pt2' calls an operator that only Python has: loading fails in "
            "C++; register it with TORCH_LIBRARY");
}

TEST(OpNotLoadedRule, FindsAStaticLibraryThatIsNotLinkedAsAWhole) {
  const std::string Made = "add_library(ops STATIC ops.cpp)\n"
                           "add_executable(app main.cpp)\n";
  EXPECT_EQ(droppedLibrary(Made + "target_link_libraries(app ops)", "ops.cpp"),
            "ops");
  EXPECT_EQ(droppedLibrary(Made + "target_link_libraries(app ops)", "o.cpp"),
            "");
  EXPECT_EQ(droppedLibrary(Made + "target_link_libraries(app "
                                  "-Wl,--whole-archive ops)",
                           "ops.cpp"),
            "");
  EXPECT_EQ(droppedLibrary(Made + "target_link_libraries(", "ops.cpp"), "");
}
