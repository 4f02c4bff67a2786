// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/UnitIndex.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace aoti_tidy {
namespace {

class UnitIndexTest : public ::testing::Test {
protected:
  void parse(llvm::StringRef Code) {
    // Just enough of the library's class: a lambda in it is found by its name.
    const std::string Functions = R"(
      namespace std { template <typename T> struct function;
      template <typename R, typename... A> struct function<R(A...)> {
        function();
        template <typename F> function(F f);
        template <typename F> function &operator=(F f);
        R operator()(A... a) const;
        explicit operator bool() const;
      }; }
    )";
    Unit = tooling::buildASTFromCodeWithArgs(Functions + Code.str(),
                                             {"-std=c++20"}, "host.cpp");
    ASSERT_TRUE(Unit);
  }
  ASTContext &context() { return Unit->getASTContext(); }

  template <typename T, typename Matcher> const T &only(const Matcher &M) {
    const auto Found = match(M.bind("it"), context());
    EXPECT_EQ(Found.size(), 1u);
    return *Found.front().template getNodeAs<T>("it");
  }
  const FieldDecl &field(llvm::StringRef Name) {
    return only<FieldDecl>(fieldDecl(hasName(Name)));
  }
  /// How many calls of the lambda's body there can be; nothing if others may.
  size_t callsOfLambda() {
    const auto &Lambda = only<LambdaExpr>(lambdaExpr());
    return UnitIndex::of(context())
        .allCallsOf(*Lambda.getCallOperator())
        .size();
  }

  std::unique_ptr<ASTUnit> Unit;
};

TEST_F(UnitIndexTest, WritesOfMembers) {
  parse(R"(
    class Host {
    public:
      Host(int n) : a_(n), b_(1) { b_ = 2; }
      void set(int n) { b_ = n; }
      void pass() { change(c_); }
    private:
      static void change(int &x);
      int a_, b_ = 0, c_ = 0;
    };)");
  const UnitIndex &Index = UnitIndex::of(context());
  EXPECT_EQ(Index.writesOf(field("a_")).size(), 1u);
  EXPECT_EQ(Index.writesOf(field("b_")).size(), 3u);
  EXPECT_FALSE(Index.allValuesOf(field("a_")).empty());
  EXPECT_TRUE(Index.allValuesOf(field("c_")).empty());
}

TEST_F(UnitIndexTest, ManyWritesAreFoundInOneWalk) {
  std::string Code = "struct Host { int a = 0;\n";
  constexpr unsigned Count = 20000;
  for (unsigned I = 0; I < Count; ++I)
    Code += "void f" + std::to_string(I) + "() { a = " + std::to_string(I) +
            "; }\n";
  parse(Code + "};");
  EXPECT_EQ(UnitIndex::of(context()).writesOf(field("a")).size(), Count + 1);
}

TEST_F(UnitIndexTest, CallsOfLambdas) {
  parse("void f() { const auto g = [](int x) { return x; }; g(1); g(2); }");
  EXPECT_EQ(callsOfLambda(), 2u);
  parse("void f() { [](int x) { return x; }(1); }");
  EXPECT_EQ(callsOfLambda(), 1u);
}

TEST_F(UnitIndexTest, LambdasThatOthersMayCall) {
  parse("template <typename F> void each(F f);"
        "void f() { each([](int x) { return x; }); }");
  EXPECT_EQ(callsOfLambda(), 0u);
  parse("template <typename F> void each(F f);"
        "void f() { auto g = [](int x) { return x; }; g(1); each(g); }");
  EXPECT_EQ(callsOfLambda(), 0u);
  parse("auto f() { auto g = [](int x) { return x; }; g(1); return g; }");
  EXPECT_EQ(callsOfLambda(), 0u);
  parse("void f() { std::function<int(int)> g = [](int x) { return x; };"
        " g(1); }");
  EXPECT_EQ(callsOfLambda(), 0u);
}

TEST_F(UnitIndexTest, PrivateMethodsOfAHeadersClass) {
  const auto CallsOfStep = [&](const std::string &More) {
    Unit = tooling::buildASTFromCodeWithArgs(
        "#include \"host.h\"\n"
        "void Host::step(int) {} void Host::run() { step(1); }",
        {"-std=c++20"}, "host.cpp", "unit-test",
        std::make_shared<PCHContainerOperations>(),
        tooling::getClangStripDependencyFileAdjuster(),
        {{"host.h",
          "class Host { public: void run(); private: void step(int);" + More +
              " };"}});
    const auto &Step =
        only<CXXMethodDecl>(cxxMethodDecl(hasName("step"), isDefinition()));
    return UnitIndex::of(context()).allCallsOf(Step).size();
  };
  EXPECT_EQ(CallsOfStep(""), 1u);
  EXPECT_EQ(CallsOfStep("void reset() { step(2); }"), 2u);
  // Code that is not here may call it.
  EXPECT_EQ(CallsOfStep("void reset();"), 0u);
  EXPECT_EQ(CallsOfStep("template <typename T> void each(T);"), 0u);
  EXPECT_EQ(CallsOfStep("friend class Other;"), 0u);
}

} // namespace
} // namespace aoti_tidy
