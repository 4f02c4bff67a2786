// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that are nested or repeated far beyond what Inductor emits.
#include "KernelText.h"
#include "checks/lib/kernels/cxx/EmittedRuntime.h"
#include "checks/lib/kernels/cxx/KernelInterpreter.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

std::string repeated(llvm::StringRef Text, unsigned Times) {
  std::string Result;
  for (unsigned I = 0; I < Times; ++I)
    Result += Text;
  return Result;
}

std::string kernel(const std::string &Body) {
  return "extern \"C\" void k(const long* in_ptr0, const long ks0) {\n" + Body +
         "\n}\n";
}

std::string expression(const std::string &E) {
  return kernel("long t = " + E + ";");
}

TEST(KernelBudget, WhatIsNestedTooDeeply) {
  const std::string Deep[] = {
      expression(repeated("(", 5000) + "ks0" + repeated(")", 5000)),
      expression(repeated("- ", 5000) + "ks0"),
      expression(repeated("(int)", 5000) + "ks0"),
      expression(repeated("sizeof ", 5000) + "ks0"),
      expression(repeated("ks0 ? 1 : ", 5000) + "ks0"),
      expression(repeated("ks0 + ", 5000) + "ks0"),
      expression("f" + repeated("(1)", 5000)),
      expression(repeated("f(1, 2 + ", 5000) + "3" + repeated(")", 5000)),
      kernel(repeated("for(;;) ", 5000) + ";"),
      kernel(repeated("for(;;) { ", 5000) + repeated("}", 5000)),
      kernel("if (ks0) ;" + repeated(" else if (ks0) ;", 5000)),
      kernel("if (ks0) {}" + repeated(" else if (ks0) {}", 5000)),
      kernel("long " + repeated("*", 5000) + "p;"),
      repeated("extern \"C\" ", 5000) + "void f();",
      repeated("template <typename T> ", 5000) + "void f();",
  };
  for (const std::string &Text : Deep)
    EXPECT_TRUE(isTooDeep(Text)) << Text.substr(0, 200);
}

TEST(KernelBudget, WhatIsOnlyLong) {
  const std::string Long[] = {
      kernel(repeated("long t = in_ptr0[ks0 + 1];\n", 5000)),
      kernel(repeated("for(;;) { if (ks0) { in_ptr0[ks0]; } }\n", 5000)),
      kernel(repeated("for(;;) in_ptr0[ks0];\n", 5000)),
      kernel("long t[] = {" + repeated("-1 + 2, ", 5000) + "};"),
      kernel("f(" + repeated("ks0 + 1, ", 5000) + "ks0);"),
      "void k(" + repeated("const float* p, ", 5000) + "long ks0) {}",
      repeated("#include <a/b/c.h>\n", 5000),
      repeated("// ((((\n", 5000),
      "const char *t = \"" + repeated("(", 5000) + "\";",
      repeated("void f() { if (1) return; else return; }\n", 5000),
  };
  for (const std::string &Text : Long)
    EXPECT_FALSE(isTooDeep(Text)) << Text.substr(0, 200);
}

TEST(KernelBudget, LambdasThatCallEachOther) {
  // Twice each: 2^60 calls.
  std::string Body = "auto f0 = [&] { return ks0; };\n";
  for (unsigned I = 0; I < 60; ++I)
    Body += fmt::format("auto f{} = [&] {{ return f{}() + f{}(); }};\n", I + 1,
                        I, I);
  const std::vector<Kernel> Kernels =
      read(kernel(Body + "long t = in_ptr0[f60()];"));
  ASSERT_EQ(Kernels.size(), 1u);
  EXPECT_TRUE(Kernels[0].Accesses.empty());
  EXPECT_FALSE(Kernels[0].NotModelled.empty());
}

TEST(KernelBudget, ValuesThatGrow) {
  std::string Body = "long t0 = ks0 + 1;\n";
  for (unsigned I = 0; I < 60; ++I)
    Body += fmt::format("long t{} = t{} * t{};\n", I + 1, I, I);
  const std::vector<Kernel> Kernels =
      read(kernel(Body + "long t = in_ptr0[t60];"));
  ASSERT_EQ(Kernels.size(), 1u);
  ASSERT_EQ(Kernels[0].Accesses.size(), 1u);
  EXPECT_TRUE(Kernels[0].Accesses[0].Index.isTooLarge());
}

TEST(KernelBudget, ConditionsOfAllAccesses) {
  // Each access has those of all asserts before it.
  std::string Body;
  for (unsigned I = 0; I < 3000; ++I)
    Body += fmt::format("long t{0} = in_ptr0[{0}];\n"
                        "if (!(t{0} < ks0)) throw 1;\n",
                        I);
  const std::vector<Kernel> Kernels = read(kernel(Body));
  ASSERT_EQ(Kernels.size(), 1u);
  size_t Conditions = 0;
  for (const Access &A : Kernels[0].Accesses)
    Conditions += A.When.size();
  EXPECT_LE(Conditions, 1'000'000u);
  EXPECT_GT(Kernels[0].Accesses.size(), 500u);
  EXPECT_FALSE(Kernels[0].NotModelled.empty());
}

} // namespace
} // namespace aoti_tidy
