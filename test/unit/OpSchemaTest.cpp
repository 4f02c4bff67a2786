// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/OpSchema.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <fstream>

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

// torch._C.parse_schema, 2.13: of a list only.
TEST(OpSchema, DefaultsEndAPositionalPart) {
  EXPECT_TRUE(OpSchema::parse("op(int q=-1, SymInt[] r, int t=1) -> Tensor"));
  EXPECT_TRUE(OpSchema::parse("op(int q=-1, Tensor(a!)[] r) -> Tensor"));
  EXPECT_TRUE(OpSchema::parse("op(int q=-1, int[2] r) -> Tensor"));
  EXPECT_TRUE(OpSchema::parse("op(int q=-1, *, SymInt r) -> Tensor"));
  EXPECT_FALSE(OpSchema::parse("op(int q=-1, SymInt r) -> Tensor"));
  EXPECT_FALSE(OpSchema::parse("op(int q=-1, SymInt[]? r) -> Tensor"));
}

TEST(OpSchema, Refused) {
  for (const char *Text :
       {"", "op", "op(Tensor x", "op(Tensor x)", "op(Tensor) -> Tensor",
        "op(Tensor x,) -> Tensor", "op(Tensor x)) -> Tensor",
        "(Tensor x) -> Tensor", "op(int[ n) -> Tensor",
        "op(str s=\"a) -> Tensor", "op(Tensor x) -> (Tensor",
        "op() -> Future()", "op() -> Await(t, t)", "op() -> Dict(int)",
        "op() -> Union(int)"})
    EXPECT_FALSE(OpSchema::parse(Text)) << Text;
}

TEST(OpSchema, Mutated) {
  const auto Mutated = [](llvm::StringRef Type) {
    const auto S = OpSchema::parse(("op(" + Type + " x) -> ()").str());
    return !S ? "refused" : S->isFunctional() ? "no" : "yes";
  };
  for (const char *Type :
       {"Tensor!", "Tensor(a!)", "Tensor!?", "Tensor(a!)?", "Tensor![]",
        "Tensor[]!", "Tensor(a!)[]", "Tensor[](a!)", "Tensor(a -> *)[](b!)",
        "Tensor(a|b!)", "Tensor(*!)", "Tensor(a! -> b|c)", "Tensor[2]!",
        "Dict(str, Tensor)(a!)", "Tensor (a!)"})
    EXPECT_STREQ(Mutated(Type), "yes") << Type;
  for (const char *Type : {"Tensor", "Tensor(a)", "Tensor(a -> *)",
                           "Tensor(a!)[](b)", "(int, Tensor)[]"})
    EXPECT_STREQ(Mutated(Type), "no") << Type;
  for (const char *Type : {"Tensor?!", "Tensor()", "Tensor(!)", "Tensor(a!b)",
                           "Tensor(a!|b)", "Tensor(a!", "Tensor!!"})
    EXPECT_STREQ(Mutated(Type), "refused") << Type;
}

TEST(OpSchema, ManyNestedTypes) {
  std::string Type = "int";
  for (int I = 0; I < 100'000; ++I)
    Type = "(" + Type;
  EXPECT_FALSE(OpSchema::parse("op(" + Type + " x) -> ()"));
}

namespace {

/// What is compared with torch's answer: the name, which arguments are written
/// to, their names, the number of returns.
std::string summary(const OpSchema &S) {
  std::string Mutated;
  std::vector<std::string> Names;
  for (const SchemaArgument &A : S.Arguments) {
    Mutated += A.IsMutated ? '!' : '.';
    Names.push_back(A.Name);
  }
  return S.Name.str() + " " + Mutated + " " + llvm::join(Names, ",") + " " +
         std::to_string(S.Returns.size());
}

} // namespace

/// Of a file that test/torch/schemas.py writes: schemas and torch's answers.
TEST(OpSchema, AgreesWithTorch) {
  const char *Path = std::getenv("AOTI_TIDY_SCHEMAS");
  if (!Path)
    GTEST_SKIP() << "AOTI_TIDY_SCHEMAS names no file";
  std::ifstream File(Path);
  std::string Line;
  size_t Count = 0;
  for (; std::getline(File, Line); ++Count) {
    const auto [Expected, Escaped] = llvm::StringRef(Line).split('\t');
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    for (size_t I = 0; I < Escaped.size(); ++I)
      if (Escaped[I] == '%' && I + 2 < Escaped.size()) {
        OS << char(llvm::hexFromNibbles(Escaped[I + 1], Escaped[I + 2]));
        I += 2;
      } else {
        OS << Escaped[I];
      }
    const auto S = OpSchema::parse(Text);
    EXPECT_EQ(S ? summary(*S) : "refused", Expected) << Text;
  }
  EXPECT_GT(Count, 1000u);
}
