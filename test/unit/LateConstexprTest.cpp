// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/LateConstexpr.h"
#include <gtest/gtest.h>
#include <vector>

namespace aoti_tidy {
namespace {

/// \p Text without the bodies, and without what is blank behind them.
std::string without(std::string Text) {
  std::vector<char> Bytes(Text.begin(), Text.end());
  Bytes.push_back(0);
  const bool IsChanged = dropLateConstexprBodies(
      llvm::MutableArrayRef<char>(Bytes.data(), Text.size()));
  const std::string Result(Bytes.data(), Text.size());
  EXPECT_EQ(IsChanged, Result != Text);
  for (size_t I = 0; I < Text.size(); ++I)
    EXPECT_EQ(Result[I] == '\n', Text[I] == '\n') << I;
  return llvm::StringRef(Result).rtrim().str();
}

#define MARK "_GLIBCXX20_CONSTEXPR "

TEST(LateConstexpr, Bodies) {
  EXPECT_TRUE(hasLateConstexpr(MARK));
  EXPECT_FALSE(hasLateConstexpr("constexpr int f() { return 1; }"));
  EXPECT_EQ(without(MARK "int f(int x = g({1})) const noexcept(h(2)) { if (x) "
                         "{ return 1; } return 2; }"),
            MARK "int f(int x = g({1})) const noexcept(h(2)) ;");
  EXPECT_EQ(without(MARK "T& operator[](size_t n) { return p[n]; }"),
            MARK "T& operator[](size_t n) ;");
  EXPECT_EQ(without(MARK "bool operator()(T a) const { return a; }"),
            MARK "bool operator()(T a) const ;");
  EXPECT_EQ(without("[[nodiscard]] " MARK
                    "void\nvector<T>::\ngrow(size_t n)\n{\n  n; }"),
            "[[nodiscard]] " MARK "void\nvector<T>::\ngrow(size_t n)\n;");
  EXPECT_EQ(without("explicit " MARK "A(int n) : B(n), c{n}, d<int>{} { n; }"),
            "explicit " MARK "A(int n) ;");
  EXPECT_EQ(without(MARK "~A() { } int x;").substr(0, 27), MARK "~A() ;");
  // '}' in a literal ends nothing.
  EXPECT_EQ(without(MARK "char f() { return '}'; }"), MARK "char f() ;");
}

TEST(LateConstexpr, StaysAsItIs) {
  for (const char *Text :
       {"constexpr int f() { return 1; }", "# define " MARK "f() { }",
        "// " MARK "int f() { }", "friend " MARK "bool operator==(A, A) { }",
        MARK "auto f() { return 1; }", MARK "decltype(auto) f() { return 1; }",
        MARK "bool f() requires C<T> { return 1; }", MARK "A(int) = default;",
        MARK "int f();", MARK "A& operator=(A a) { return *this; }",
        MARK "int f()\n#if 1\n{ return 1; }\n#endif\n",
        MARK "int f() {\n#if 1\n return 1;\n#endif\n}", MARK "int x{1};",
        MARK "struct A { };", MARK "int f() {", MARK "int f(", MARK "f() : a(",
        MARK})
    EXPECT_EQ(without(Text), llvm::StringRef(Text).rtrim()) << Text;
}

TEST(LateConstexpr, ManyInALine) {
  std::string Text;
  for (int I = 0; I < 3; ++I)
    Text += MARK "int f() { return 1; } ";
  EXPECT_EQ(llvm::StringRef(without(Text)).count(';'), 3U);
}

} // namespace
} // namespace aoti_tidy
