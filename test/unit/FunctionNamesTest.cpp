// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/FunctionNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

bool has(const NameHashes &Names, llvm::StringRef Name) {
  return llvm::is_contained(Names, llvm::xxh3_64bits(Name));
}
bool calls(llvm::StringRef Text) {
  return has(functionNames(Text).Called, "make");
}
bool defines(llvm::StringRef Text) {
  return has(functionNames(Text).Defined, "make");
}

TEST(FunctionNames, HasWhatIsCalled) {
  EXPECT_TRUE(calls("int A = make(3);"));
  EXPECT_TRUE(calls("int A = ns::make /* c */ (3);"));
  EXPECT_TRUE(calls("int A = make<3>(3);"));
  EXPECT_TRUE(calls("int A = make<std::vector<int>>({3});"));
  EXPECT_TRUE(calls("int A = B ? make(3) : 4;"));
  EXPECT_TRUE(calls("M.run({make(3)});"));
  EXPECT_TRUE(calls("#define MAKE(x) \\\n  make(x)\n"));
  EXPECT_FALSE(calls("int make = 3; // make(3)\n"));
  EXPECT_FALSE(calls("at::Tensor make(int A) { return f(A); }"));
}

TEST(FunctionNames, HasWhatIsDefined) {
  EXPECT_TRUE(defines("at::Tensor make(int A) { return f(A); }"));
  EXPECT_TRUE(defines("at::Tensor T::make(int A) const noexcept(true)\n{}"));
  EXPECT_TRUE(defines("auto make(int A) -> std::pair<int, int> {}"));
  EXPECT_TRUE(defines("template <> int make<3>() {}"));
  EXPECT_TRUE(defines("make(int A) : B(A), C(A) {}"));
  EXPECT_TRUE(defines("int make() try {} catch (...) {}"));
  EXPECT_TRUE(defines("int make(std::function<void()> A = [] {}) {}"));
  EXPECT_TRUE(defines("#define FUNCTION int make() {}\n"));
  EXPECT_FALSE(defines("at::Tensor make(int A);"));
  EXPECT_FALSE(defines("int B = make(3), C = make(4);"));
  EXPECT_FALSE(defines("if (make(3)) {}"));
  EXPECT_FALSE(defines("void f() {\n  CHECK(make, \"text\");\n}"));
  EXPECT_FALSE(defines("#define CHECK(x) make(x)\n"));
}

TEST(FunctionNames, HasNoKeywords) {
  const FunctionNames Names =
      functionNames("void f() { if (a) { while (b) {} } return (c); }");
  for (const llvm::StringRef Keyword : {"if", "while", "return"}) {
    EXPECT_FALSE(has(Names.Called, Keyword));
    EXPECT_FALSE(has(Names.Defined, Keyword));
  }
  EXPECT_TRUE(has(Names.Defined, "f"));
}

TEST(FunctionNames, AreCompared) {
  const auto Of = [](llvm::StringRef Text) {
    return functionNames(Text).Called;
  };
  EXPECT_TRUE(haveCommon(Of("a(); b(); c();"), Of("d(); c();")));
  EXPECT_FALSE(haveCommon(Of("a(); b();"), Of("d(); c();")));
  EXPECT_FALSE(haveCommon(Of(""), Of("d();")));
}

} // namespace
