// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/GivenPackages.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

std::vector<std::string> pathsFor(llvm::StringRef File,
                                  const std::vector<GivenPackage> &All) {
  std::vector<std::string> Paths;
  for (const GivenPackage *Given : givenFor(File, All))
    Paths.push_back(Given->Path);
  return Paths;
}

std::string problemOf(llvm::StringRef Option) {
  auto Given = parseGivenPackages(Option);
  return Given ? "" : llvm::toString(Given.takeError());
}

using Paths = std::vector<std::string>;

} // namespace

TEST(GivenPackages, WhatIsNamedForAFileComesFirst) {
  const auto All = llvm::cantFail(parseGivenPackages(
      "all.pt2; src/rank/*.cpp = rank.pt2 ;;user.cpp=u.pt2"));
  EXPECT_EQ(pathsFor("/home/x/src/rank/a.cpp", All), Paths{"rank.pt2"});
  EXPECT_EQ(pathsFor("src/rank/deep/a.cpp", All), Paths{"rank.pt2"});
  EXPECT_EQ(pathsFor("user.cpp", All), Paths{"u.pt2"});
  EXPECT_EQ(pathsFor("src/rank/user.cpp", All), (Paths{"rank.pt2", "u.pt2"}));
  EXPECT_EQ(pathsFor("/home/x/src/a.cpp", All), Paths{"all.pt2"});
  // A folder's name counts as a whole.
  EXPECT_EQ(pathsFor("/home/x/other_src/rank/a.cpp", All), Paths{"all.pt2"});
  EXPECT_EQ(pathsFor("/home/x/my_user.cpp", All), Paths{"all.pt2"});
}

TEST(GivenPackages, GlobsAreThoseOfLLVM) {
  const auto All =
      llvm::cantFail(parseGivenPackages("/abs/*.cpp=a.pt2;./here.cpp=b.pt2;x/"
                                        "{one,two}.cpp=c.pt2;q[12].cpp=d.pt2"));
  EXPECT_EQ(pathsFor("/abs/f.cpp", All), Paths{"a.pt2"});
  EXPECT_EQ(pathsFor("/other/abs/f.cpp", All), Paths{});
  EXPECT_EQ(pathsFor("/w/here.cpp", All), Paths{"b.pt2"});
  EXPECT_EQ(pathsFor("/w/x/two.cpp", All), Paths{"c.pt2"});
  EXPECT_EQ(pathsFor("/w/q2.cpp", All), Paths{"d.pt2"});
  EXPECT_EQ(pathsFor("/w/q3.cpp", All), Paths{});
  EXPECT_EQ(pathsFor("", All), Paths{});
}

TEST(GivenPackages, WhatIsNoneIsSaid) {
  EXPECT_NE(problemOf("a.cpp=").find("there is no package after '='"),
            std::string::npos);
  EXPECT_NE(problemOf("=m.pt2").find("there are no files before '='"),
            std::string::npos);
  EXPECT_NE(problemOf("[=m.pt2").find("'[=m.pt2' is not FILES=PACKAGE"),
            std::string::npos);
  EXPECT_EQ(problemOf(""), "");
}

TEST(PackageHint, StandsAtTheEndOfTheLineOrAloneBefore) {
  const auto HintAt = [](llvm::StringRef Text, llvm::StringRef What) {
    return packageHint(Text, Text.find(What)).value_or("none");
  };
  EXPECT_EQ(HintAt("L a(p); // aoti-tidy: package=m/a.pt2", "L a"), "m/a.pt2");
  EXPECT_EQ(HintAt("// aoti-tidy: package=a.pt2\n  L a(p);\n", "L a"), "a.pt2");
  EXPECT_EQ(HintAt("/* aoti-tidy: package=a.pt2*/\nL a(p);", "L a"), "a.pt2");
  EXPECT_EQ(HintAt("m = load(p)  # aoti-tidy: package=a.pt2 (see export.py)\n",
                   "load"),
            "a.pt2");
  EXPECT_EQ(
      HintAt("L a(p); // aoti-tidy: package=\"my models/a.pt2\" x", "L a"),
      "my models/a.pt2");
  // Of the line before only if it has nothing else: that is its own loader's.
  EXPECT_EQ(HintAt("L b(p); // aoti-tidy: package=b.pt2\nL a(p);", "L a"),
            "none");
  EXPECT_EQ(HintAt("// aoti-tidy: package=a.pt2\n\nL a(p);", "L a"), "none");
  EXPECT_EQ(HintAt("f(\"aoti-tidy: package=a.pt2\"); L a(p);", "L a"), "none");
  EXPECT_EQ(HintAt("L a(p); // aoti-tidy: packages=a.pt2", "L a"), "none");
  EXPECT_EQ(HintAt("L a(p);", "L a"), "none");
}
