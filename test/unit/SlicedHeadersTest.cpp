// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/SlicedHeaders.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;
namespace vfs = llvm::vfs;

namespace {

/// The names in \p Text with their namespaces, '?' for what is not understood.
std::string namesIn(llvm::StringRef Text) {
  const auto Outline = outlineOf(Text);
  if (!Outline)
    return "no outline";
  std::string Names;
  for (const HeaderOutline::Item &I : Outline->Items)
    Names += (Names.empty() ? "" : " ") + Outline->Namespaces[I.Namespace] +
             "::" + (I.Name.empty() ? "?" : I.Name.str());
  return Names;
}

TEST(HeaderOutline, Declarations) {
  EXPECT_EQ(namesIn(R"(
#pragma once
#include <ATen/core/Tensor.h>
namespace at {
// aten::add(Tensor self) -> Tensor
inline at::Tensor add(const at::Tensor & self, const at::Scalar & alpha=1) {
    return at::_ops::add_Tensor::call(self, alpha);
}
inline ::std::tuple<at::Tensor,at::Tensor> max(const at::Tensor & self);
namespace symint {
  template <typename T, typename = std::enable_if_t<std::is_same_v<T, int64_t>>>
  at::Tensor & add(at::IntArrayRef size, ::std::optional<at::MemoryFormat> f=::std::nullopt) { return x({}); }
}
}
namespace at::_ops {
struct TORCH_API add_Tensor : public Base<int, 3> {
  using schema = at::Tensor (const at::Tensor &);
  static constexpr const char* name = "aten::add";
};
class Other;
}
)"),
            "at::add at::max at::symint::add at::_ops::add_Tensor "
            "at::_ops::Other");
}

TEST(HeaderOutline, WhatIsNotUnderstood) {
  const auto In = [](llvm::StringRef Text) {
    return namesIn(("namespace at {\n" + Text + "\n}").str());
  };
  EXPECT_EQ(In("TENSOR(Bool, Half) int next();"), "at::?");
  EXPECT_EQ(In("using at::add; int f();"), "at::? at::f");
  EXPECT_EQ(In("bool operator==(Tensor, Tensor);"), "at::?");
  EXPECT_EQ(In("int x = f(1); int g(){}"), "at::? at::g");
  EXPECT_EQ(In("template <> int f<int>(int) {} int g();"), "at::? at::g");
  EXPECT_EQ(In("template <> struct hash<int> {}; int g();"), "at::? at::g");
  EXPECT_EQ(In("Tensor Tensor::add(int) { return {}; } int g();"),
            "at::? at::g");
  EXPECT_EQ(In("enum class E { A, B }; int g();"), "at::? at::g");
  EXPECT_EQ(In("auto s = R\"(\" })\"; int g();"), "at::? at::g");
  EXPECT_EQ(In("namespace { int f(); } int g();"), "no outline");
  EXPECT_EQ(In("int f(\n#if A\nint a\n#endif\n); int g();"), "at::? at::g");
  EXPECT_EQ(In("int f();\n#define A 1\nint g();"), "at::f at::g");
  EXPECT_EQ(In("auto f() -> int; decltype(1) g(); int h() const;"),
            "at::? at::? at::?");
  // Nobody can leave out what is in no namespace.
  EXPECT_EQ(namesIn("int f();"), "::?");
  EXPECT_EQ(namesIn("int f() {"), "::?");
  EXPECT_EQ(namesIn("}"), "no outline");
  EXPECT_EQ(namesIn(""), "");
}

TEST(HeaderOutline, UsingDeclarations) {
  const auto Outline = outlineOf("namespace torch {\n"
                                 "using at::Tensor;\n"
                                 "using ::at::Scalar;\n"
                                 "using namespace at;\n"
                                 "using Dtype = at::ScalarType;\n"
                                 "int f();\n"
                                 "}\n");
  ASSERT_TRUE(Outline);
  std::string Using;
  for (const HeaderOutline::Item &I : Outline->Items)
    Using += I.IsUsing ? "using " : "other ";
  EXPECT_EQ(Using, "using using other other other ");
}

TEST(MentionedWords, Scopes) {
  const auto HasScope = [](llvm::StringRef Text) {
    MentionedWords Words;
    Words.addWordsOf(Text);
    EXPECT_TRUE(Words.has("nn"));
    return Words.hasScope("nn");
  };
  EXPECT_TRUE(HasScope("torch::nn::Linear L;"));
  EXPECT_TRUE(HasScope("namespace m = torch::nn;"));
  EXPECT_TRUE(HasScope("namespace nn = torch::optim;"));
  EXPECT_TRUE(HasScope("using namespace torch::nn;"));
  EXPECT_TRUE(HasScope("namespace torch::nn { }"));
  EXPECT_TRUE(HasScope("IN(torch :: nn)"));
  EXPECT_FALSE(HasScope("x.nn(); y->nn = nn;"));
  EXPECT_FALSE(HasScope("return std::nn(x) + std::nn<int>(x);"));
}

class SlicedHeadersTest : public testing::Test {
protected:
  void add(llvm::StringRef Name, llvm::StringRef Text) {
    Disk->addFile("/torch/" + Name, 0,
                  llvm::MemoryBuffer::getMemBufferCopy(Text));
  }
  void addOperator(llvm::StringRef Name, llvm::StringRef More = "") {
    add(("ATen/ops/" + Name + ".h").str(),
        ("#pragma once\n" + More + "namespace at {\ninline int " + Name +
         "(int a) { return 0; }\nint " + Name + "_out(int a);\n}\n")
            .str());
  }
  SlicedHeaders &slice(std::initializer_list<llvm::StringRef> Mentioned) {
    MentionedWords Words;
    for (const llvm::StringRef Word : Mentioned)
      Words.addWordsOf(Word);
    Sliced = llvm::makeIntrusiveRefCnt<SlicedHeaders>(Disk, "/torch",
                                                      std::move(Words));
    return *Sliced;
  }
  /// Without the spaces, which nobody would see here.
  std::string read(llvm::StringRef Name) {
    auto Text = Sliced->getBufferForFile("/torch/" + Name);
    if (!Text)
      return "no file";
    std::string Seen = (*Text)->getBuffer().str();
    EXPECT_EQ(Seen.size(), Sliced->status("/torch/" + Name)->getSize());
    llvm::erase(Seen, ' ');
    return Seen;
  }

  llvm::IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Disk =
      llvm::makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  llvm::IntrusiveRefCntPtr<SlicedHeaders> Sliced;
};

TEST_F(SlicedHeadersTest, OperatorIsBlankWhereNobodyMentionsIt) {
  addOperator("add");
  slice({"other", "at"});
  EXPECT_EQ(read("ATen/ops/add.h"), "#pragmaonce\nnamespaceat{\n\n\n}\n");
  const auto *Cut = Sliced->cutOf("/torch/ATen/ops/add.h");
  ASSERT_TRUE(Cut);
  EXPECT_TRUE(Cut->Names.lookup("at").contains("add_out"));
  EXPECT_TRUE(Cut->Words.contains("inline"));
  // One name of a header keeps all of it.
  slice({"add_out"});
  EXPECT_NE(read("ATen/ops/add.h").find("intadd("), std::string::npos);
  EXPECT_FALSE(Sliced->cutOf("/torch/ATen/ops/add.h"));
  EXPECT_FALSE(Sliced->hasCuts());
}

TEST_F(SlicedHeadersTest, NamesInNamespacesNeedTheseAsWell) {
  add("ATen/ops/add_ops.h", "namespace at { namespace _ops {\n"
                            "struct add { };\n"
                            "}}\n");
  slice({"add"});
  EXPECT_EQ(read("ATen/ops/add_ops.h"), "namespaceat{namespace_ops{\n\n}}\n");
  slice({"add", "_ops"});
  EXPECT_EQ(read("ATen/ops/add_ops.h"),
            "namespaceat{namespace_ops{\nstructadd{};\n}}\n");
}

TEST_F(SlicedHeadersTest, WhatIsNotUnderstoodStays) {
  const llvm::StringRef Texts[] = {
      "namespace at {\nint f();\nint operator+(A, B);\n}\n",
      "namespace other {\nint f();\n}\n",
      "namespace at {\n#define TENSOR int f();\nTENSOR\n}\n",
      "int f();\n",
      "namespace at {\nint f() {\n",
  };
  for (const llvm::StringRef Text : Texts) {
    add("ATen/ops/f.h", Text);
    slice({});
    std::string AsItIs = Text.str();
    llvm::erase(AsItIs, ' ');
    EXPECT_EQ(read("ATen/ops/f.h"), AsItIs);
    EXPECT_FALSE(Sliced->hasCuts());
    Disk = llvm::makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  }
}

TEST_F(SlicedHeadersTest, OtherFoldersAreNotLookedAt) {
  addOperator("add");
  Disk->addFile("/own/ATen/ops/add.h", 0,
                llvm::MemoryBuffer::getMemBuffer("namespace at { int f(); }"));
  slice({});
  const auto Text = Sliced->getBufferForFile("/own/ATen/ops/add.h");
  ASSERT_TRUE(static_cast<bool>(Text));
  EXPECT_EQ((*Text)->getBuffer(), "namespace at { int f(); }");
}

TEST_F(SlicedHeadersTest, UmbrellaIncludesWhatBringsMore) {
  addOperator("a");
  addOperator("b");
  addOperator("c", "#include <set>\n");
  addOperator("d", "#include <set>\n");
  addOperator("e");
  add("ATen/ops/f.h", "#define F\n");
  add("ATen/Functions.h", "#pragma once\n"
                          "#include <ATen/ops/a.h>\n"
                          "#include <ATen/ops/b.h>\n"
                          "#include <ATen/ops/c.h>\n"
                          "#include <ATen/ops/d.h>\n"
                          "#include <ATen/ops/e.h>\n"
                          "#include <ATen/ops/f.h>\n"
                          "#include <ATen/ops/missing.h>\n"
                          "#if A\n"
                          "#include <ATen/ops/b.h>\n"
                          "#endif\n");
  slice({"e_out"});
  // The first ones bring a namespace and <set>; d and b bring nothing more.
  EXPECT_EQ(read("ATen/Functions.h"), "#pragmaonce\n"
                                      "#include<ATen/ops/a.h>\n"
                                      "\n"
                                      "#include<ATen/ops/c.h>\n"
                                      "\n"
                                      "#include<ATen/ops/e.h>\n"
                                      "#include<ATen/ops/f.h>\n"
                                      "#include<ATen/ops/missing.h>\n"
                                      "#ifA\n"
                                      "#include<ATen/ops/b.h>\n"
                                      "#endif\n");
  const auto *Cut = Sliced->cutOf("/torch/ATen/Functions.h");
  ASSERT_TRUE(Cut);
  EXPECT_TRUE(Cut->Names.lookup("at").contains("b"));
  EXPECT_TRUE(Cut->Names.lookup("at").contains("d_out"));
  EXPECT_FALSE(Cut->Names.lookup("at").contains("e"));
}

constexpr llvm::StringLiteral Api = "torch/csrc/api/include/torch/";

TEST_F(SlicedHeadersTest, PartOfTheFrontendIsEmptyWhereNobodyMentionsIt) {
  add(Api.str() + "nn/linear.h", "#pragma once\n"
                                 "#define MODULE(A) struct A {}\n"
                                 "namespace torch {\n"
                                 "using at::Tensor;\n"
                                 "inline int make(Tensor);\n"
                                 "}\n"
                                 "namespace torch::nn {\n"
                                 "MODULE(Linear);\n"
                                 "bool operator<(Linear, Linear);\n"
                                 "}\n");
  const llvm::StringRef Name = "torch/csrc/api/include/torch/nn/linear.h";
  // That it is nobody's namespace is enough; what is in torch itself has a name.
  slice({"nn", "at", "Tensor", "Linear"});
  EXPECT_EQ(read(Name), "#pragmaonce\n"
                        "#defineMODULE(A)structA{}\n"
                        "namespacetorch{\n"
                        "usingat::Tensor;\n"
                        "\n"
                        "}\n"
                        "namespacetorch::nn{\n"
                        "\n"
                        "\n"
                        "}\n");
  const auto *Cut = Sliced->cutOf(("/torch/" + Name).str());
  ASSERT_TRUE(Cut);
  EXPECT_TRUE(Cut->Namespaces.contains("torch::nn"));
  EXPECT_TRUE(Cut->Names.lookup("torch").contains("make"));
  EXPECT_TRUE(Cut->Words.contains("Tensor"));
  EXPECT_TRUE(Cut->WordsOfNamespaces.contains("Linear"));
  EXPECT_FALSE(Cut->Words.contains("Linear"));
  for (const llvm::StringRef Mention : {"make", "nn::Linear"}) {
    slice({Mention});
    EXPECT_NE(read(Name).find("MODULE(Linear)"), std::string::npos);
    EXPECT_FALSE(Sliced->hasCuts());
  }
}

TEST_F(SlicedHeadersTest, WhatStaysInTheFrontendHasWhatItIncludes) {
  add(Api.str() + "all.h", "#include <torch/nn.h>\n"
                           "#include <torch/data/base.h>\n"
                           "#include <torch/optim.h>\n");
  add(Api.str() + "nn.h", "#include <torch/nn/module.h>\n"
                          "#include <torch/nn/linear.h>\n");
  add(Api.str() + "nn/module.h", "namespace torch::nn { int module(); }\n");
  add(Api.str() + "nn/linear.h", "namespace torch::nn { int linear(); }\n");
  add(Api.str() + "data/base.h", "namespace torch::data {\n"
                                 "#ifdef A\n"
                                 "int a();\n"
                                 "#endif\n"
                                 "int b(\n#if A\nint\n#endif\n); }\n");
  add(Api.str() + "optim.h",
      "#include <torch/csrc/api/include/torch/nn/module.h>\n"
      "#include <torch/data/base.h>\n"
      "namespace torch::optim { int step(); }\n");
  const std::string Of = "/torch/" + Api.str();
  slice({"optim::step"});
  (void)read(Api.str() + "all.h");
  // In the order of the parse: what needs the first one comes behind it.
  EXPECT_NE(read(Api.str() + "nn/module.h").find("module()"),
            std::string::npos);
  EXPECT_EQ(read(Api.str() + "nn/linear.h"), "namespacetorch::nn{}\n");
  EXPECT_NE(read(Api.str() + "optim.h").find("step()"), std::string::npos);
  EXPECT_TRUE(Sliced->isMissedBy("/torch/ATen/none.h", Of + "nn/linear.h"));
  EXPECT_FALSE(Sliced->isMissedBy(Of + "nn.h", Of + "nn/linear.h"));
  EXPECT_FALSE(Sliced->isMissedBy("/torch/ATen/none.h", Of + "nn/module.h"));

  slice({});
  EXPECT_EQ(read(Api.str() + "nn/module.h"), "namespacetorch::nn{}\n");
  EXPECT_EQ(read(Api.str() + "optim.h").find("step()"), std::string::npos);
  // What a directive is part of is not understood.
  EXPECT_NE(read(Api.str() + "data/base.h").find("intb("), std::string::npos);
  // It was blank before it was known who needs it.
  add("torch/extension.h", "#include <torch/nn/module.h>\n");
  add("torch/needs.h", "#include <torch/nn/module.h>\nint f();\n");
  EXPECT_FALSE(
      Sliced->isMissedBy("/torch/torch/extension.h", Of + "nn/module.h"));
  EXPECT_TRUE(Sliced->isMissedBy("/torch/torch/needs.h", Of + "nn/module.h"));
}

} // namespace
