// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/OpSchema.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

TEST(OpName, Parts) {
  const auto Full = OpName::parse("ns::op.out");
  ASSERT_TRUE(Full);
  EXPECT_EQ(Full->Namespace, "ns");
  EXPECT_EQ(Full->Name, "op");
  EXPECT_EQ(Full->Overload, "out");
  EXPECT_EQ(Full->str(), "ns::op.out");
  // torch.ops.ns.op.default is the overload without a name.
  EXPECT_EQ(OpName::parse("op.default")->str(), "op");
  EXPECT_EQ(OpName::parse(" op ")->str(), "op");
}

TEST(OpName, Refused) {
  for (const char *Text : {"", "op(Tensor x) -> Tensor", "::op", "ns::", "3op",
                           "op.", "a b", "a::b::c"})
    EXPECT_FALSE(OpName::parse(Text)) << Text;
}

TEST(OpSchema, Types) {
  const llvm::StringRef Text =
      "ns::op.x(Tensor(a!) self, SymInt[2] size, *, int? n=None, "
      "Tensor(b)[] l, float[] f=[1, 2], str s=\"a,(b\", SymInt[]? o=None, "
      "int stride=1, Dict(str, Tensor) d, __torch__.torch.classes.ns.Foo obj)"
      " -> (Tensor(a!), Tensor[])";
  const auto S = OpSchema::parse(Text);
  ASSERT_TRUE(S);
  EXPECT_EQ(S->Name.str(), "ns::op.x");
  std::vector<std::string> Types, Names;
  for (const SchemaArgument &A : S->Arguments) {
    Types.push_back(A.Type);
    Names.push_back(A.Name);
  }
  EXPECT_EQ(Types, (std::vector<std::string>{
                       "Tensor", "SymInt[]", "int?", "Tensor[]", "float[]",
                       "str", "SymInt[]?", "int", "Dict(str, Tensor)",
                       "__torch__.torch.classes.ns.Foo"}));
  EXPECT_EQ(Names, (std::vector<std::string>{"self", "size", "n", "l", "f", "s",
                                             "o", "stride", "d", "obj"}));
  EXPECT_TRUE(S->Arguments[1].isSymInt());
  EXPECT_TRUE(S->Arguments[2].isInt());
  EXPECT_FALSE(S->Arguments[4].isInt());
  EXPECT_TRUE(Text.substr(S->Arguments[2].TypeOffset).starts_with("int? n"));
  EXPECT_TRUE(Text.substr(S->Arguments[1].TypeOffset).starts_with("SymInt[2]"));
  EXPECT_FALSE(S->isFunctional());
  EXPECT_EQ(S->Returns, (std::vector<std::string>{"Tensor", "Tensor[]"}));
}

TEST(OpSchema, Small) {
  const auto NoArguments = OpSchema::parse("op() -> Tensor");
  ASSERT_TRUE(NoArguments);
  EXPECT_TRUE(NoArguments->Arguments.empty());
  EXPECT_TRUE(NoArguments->isFunctional());
  EXPECT_TRUE(OpSchema::parse("op(Tensor x) -> ()")->Returns.empty());
  // As raw strings are laid out.
  const auto Lines =
      OpSchema::parse("\n  op(\n    Tensor x,\n    int n\n  ) -> Tensor\n");
  ASSERT_TRUE(Lines);
  EXPECT_EQ(Lines->Arguments[1].Name, "n");
}

TEST(OpSchema, Refused) {
  for (const char *Text :
       {"", "op", "op(Tensor x", "op(Tensor x)", "op(Tensor) -> Tensor",
        "op(Tensor x,) -> Tensor", "op(Tensor x)) -> Tensor",
        "(Tensor x) -> Tensor", "op(int[ n) -> Tensor",
        "op(str s=\"a) -> Tensor", "op(Tensor x) -> (Tensor"})
    EXPECT_FALSE(OpSchema::parse(Text)) << Text;
}
