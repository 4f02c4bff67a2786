// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/CxxRegistrations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

CxxRegistrations read(llvm::StringRef Text) {
  return readCxxRegistrations(Text, "a.cpp");
}

/// "ns::op Meta a::f|f", a line for each kernel.
std::string kernels(llvm::StringRef Text) {
  std::vector<std::string> Lines;
  for (const NamedKernel &K : read(Text).Kernels)
    Lines.push_back(K.Fact.Op + " " + K.Fact.Key + " " +
                    llvm::join(K.Names, "|"));
  return llvm::join(Lines, "\n");
}

std::string schemas(llvm::StringRef Text) {
  std::vector<std::string> Lines;
  for (const SchemaFact &S : read(Text).Facts.Schemas)
    Lines.push_back(S.Op + "/" + std::to_string(S.Schema.Arguments.size()));
  return llvm::join(Lines, "\n");
}

bool isUnread(llvm::StringRef Text, llvm::StringRef Word) {
  return llvm::is_contained(read(Text).Unread, Word);
}

} // namespace

TEST(CxxRegistrations, Blocks) {
  constexpr const char *Schemas = R"x(TORCH_LIBRARY(ns, m) {
    m.def("a(Tensor x, SymInt n) -> Tensor");
    m.def(torch::schema("b.out(Tensor x, " /* y */ "Tensor(a!) y) -> ()"));
    m.def(TORCH_SELECTIVE_SCHEMA("other::c(Tensor x) -> Tensor"));
  })x";
  EXPECT_EQ(schemas(Schemas), "ns::a/2\nns::b.out/2\nother::c/1");
  EXPECT_EQ(kernels("TORCH_LIBRARY_IMPL(ns, Meta, m) { m.impl(\"a\", &f); }"),
            "ns::a Meta f");
  EXPECT_EQ(kernels("STABLE_TORCH_LIBRARY_IMPL(ns, CUDA, m) "
                    "{ m.impl(\"a\", TORCH_BOX(&x::f)); }"),
            "ns::a CUDA x::f");
  EXPECT_EQ(
      kernels(
          "TORCH_LIBRARY_FRAGMENT(ns, m) { "
          "m.impl(\"a\", torch::dispatch(c10::DispatchKey::Meta, "
          "TORCH_FN(f))); m.impl(\"b\", c10::kCPU, g);"
          "m.def(\"c(Tensor x) -> Tensor\", &h);"
          "m.def(\"d(Tensor x) -> Tensor\", {at::Tag::pt2_compliant_tag}); }"),
      "ns::a Meta f\nns::b CPU g\nns::c CompositeImplicitAutograd h");
  EXPECT_EQ(kernels("TORCH_LIBRARY_IMPL(_, Meta, m) "
                    "{ m.fallback(torch::CppFunction::makeFallthrough()); }"),
            "");
}

TEST(CxxRegistrations, NamesAreLookedUpInsideOut) {
  constexpr const char *Impl =
      "TORCH_LIBRARY_IMPL(ns, Meta, m) { m.impl(\"a\", &f); }";
  EXPECT_EQ(
      kernels(
          ("namespace a::b { namespace {" + llvm::Twine(Impl) + "}}").str()),
      "ns::a Meta a::b::f|a::f|f");
  EXPECT_EQ(kernels(("namespace a { Tensor f(Tensor x); }"
                     "namespace a::b {" +
                     llvm::Twine(Impl) + "}")
                        .str()),
            "ns::a Meta a::f");
  // What stands for no function of another file.
  EXPECT_EQ(
      kernels("TORCH_LIBRARY_IMPL(ns, Meta, m) { m.impl(\"a\", &f<int, 2>);"
              "m.impl(\"b\", [](Tensor x) { return f(x); }); }"),
      "ns::a Meta \nns::b Meta ");
}

TEST(CxxRegistrations, AFunctionOfTheFileIsTheFilesOwn) {
  const auto Of = [](llvm::StringRef Text) {
    return read(Text).Kernels.front();
  };
  const std::string Impl =
      "TORCH_LIBRARY_IMPL(ns, Meta, m) { m.impl(\"a\", &f); }";
  EXPECT_TRUE(
      Of("static Tensor f(Tensor x) { return x; }" + Impl).IsDefinedHere);
  EXPECT_TRUE(Of(Impl + "Tensor f(Tensor x) { return x; }").IsDefinedHere);
  const NamedKernel Declared = Of("Tensor f(Tensor x);" + Impl);
  EXPECT_FALSE(Declared.IsDefinedHere);
  ASSERT_EQ(Declared.Fact.Declarations.size(), 1U);
  EXPECT_EQ(Declared.Fact.Declarations.front().Offset, 7U);
}

TEST(CxxRegistrations, OnlyABuildKnows) {
  // Which branch is taken, and what a macro stands for.
  for (const char *Text :
       {"TORCH_LIBRARY_IMPL(ns, Meta, m) {\n#ifdef X\nm.impl(\"a\", &f);\n"
        "#endif\n}",
        "#if X\n#else\nTORCH_LIBRARY_IMPL(ns, Meta, m) { m.impl(\"a\", &f); }\n"
        "#endif\n",
        "TORCH_LIBRARY_IMPL(EXTENSION_NAME, Meta, m) { m.impl(\"a\", &f); }",
        "TORCH_LIBRARY_IMPL_EXPAND(ns, Meta, m) { m.impl(\"a\", &f); }",
        "TORCH_LIBRARY(ns, m) { TO_META(\"a\", f); }"}) {
    EXPECT_EQ(kernels(Text), "") << Text;
    EXPECT_TRUE(isUnread(Text, "a")) << Text;
  }
  EXPECT_EQ(kernels("#ifndef A_H\n#define A_H\n"
                    "TORCH_LIBRARY_IMPL(ns, Meta, m) { m.impl(\"a\", &f); }\n"
                    "#endif"),
            "ns::a Meta f");
}

TEST(CxxRegistrations, WhatIsNotUnderstoodIsUnread) {
  EXPECT_TRUE(isUnread("TORCH_LIBRARY(ns, m) { REGISTER(gemm, 3); }", "gemm"));
  EXPECT_TRUE(isUnread("REGISTER_META(gemm)", "gemm"));
  EXPECT_TRUE(
      isUnread("void all(torch::Library &m) { m.impl(\"gemm\", f); }", "gemm"));
  EXPECT_FALSE(
      isUnread("PYBIND11_MODULE(x, m) { m.def(\"gemm\", &f); }", "gemm"));
  EXPECT_FALSE(
      isUnread("Tensor f(Tensor x) { TORCH_CHECK(x, \"gemm\"); }", "gemm"));
  // A name that is made somehow: any operator of the namespace may be meant.
  const auto Made = read("TORCH_LIBRARY_IMPL(ns, Meta, m) "
                         "{ for (auto n : names) m.impl(n, f); }");
  ASSERT_EQ(Made.Facts.Fakes.size(), 1U);
  EXPECT_EQ(Made.Facts.Fakes.front().Namespace, "ns");
}

TEST(CxxRegistrations, MethodsAreNoOperators) {
  constexpr const char *Text = R"x(TORCH_LIBRARY(ns, m) {
    m.class_<Model>("Model").def("run", [](const Ptr &self) { self->run(); });
    m.def("a(Tensor x) -> Tensor", &f);
  })x";
  EXPECT_EQ(kernels(Text), "ns::a CompositeImplicitAutograd f");
  EXPECT_FALSE(isUnread(Text, "run"));
}

TEST(CxxRegistrations, NoText) {
  for (const char *Text :
       {"", "(", "{{{", "}}}", "TORCH_LIBRARY(", "TORCH_LIBRARY(a, m) {",
        "TORCH_LIBRARY(a, m) { m.def(", "TORCH_LIBRARY(a, m) { m.impl(,); }",
        "#define", "#define M(", "#if", "#else", "#endif", "R\"x(", "\"",
        "TORCH_LIBRARY(,) { m.impl(\"a\", ); }", "#define A A\nA(A)"}) {
    SCOPED_TRACE(Text);
    EXPECT_TRUE(read(Text).Kernels.empty());
  }
}

TEST(CxxRegistrations, TimeGrowsWithTheText) {
  // Each was quadratic, or worse, in some reader.
  const auto Times = [](llvm::StringRef Part, size_t N) {
    std::string Text;
    for (size_t I = 0; I < N; ++I)
      Text += Part;
    return Text;
  };
  for (const char *Part :
       {"f(", "{", "namespace a {", "TORCH_LIBRARY(a, m) { m.def(", "M(",
        "using namespace a;", "#if 1\n", "x::", "TORCH_LIBRARY(a, m) {}"})
    read(Times(Part, 20000));
}
